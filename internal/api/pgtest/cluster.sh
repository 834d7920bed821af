# Creates and runs a cluster with the programs of folder $1 until the input ends. Prints the folder of its socket once
# the cluster accepts connections.
set -eu
dir=$(mktemp -d /tmp/mockup-postgres.XXXXXX) # short, because the address of a socket has at most 107 bytes
trap 'rm -rf "$dir"' EXIT
trap '' INT # Ctrl-C is for the tests; the end of the input ends this script
fail() { cat "$dir/log" >&2; exit 1; }
"$1/initdb" -D "$dir/data" -U mockup -A trust -E UTF8 --locale=C --no-sync --no-instructions >"$dir/log" 2>&1 || fail
"$1/postgres" -D "$dir/data" -k "$dir" -c listen_addresses= -c fsync=off -c max_connections=200 >"$dir/log" 2>&1 &
server=$!
until "$1/pg_isready" -q -h "$dir"; do
  kill -0 "$server" 2>/dev/null || fail
  sleep 0.05
done
echo "$dir"
read -r _ || true
kill -QUIT "$server" # immediate shutdown: nothing is kept
wait "$server" || true
