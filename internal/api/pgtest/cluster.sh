# Runs a cluster made with the programs of folder $1 until the input ends. Prints the folder of its socket when it
# answers.
set -eu
dir=$(mktemp -d /tmp/mockup-postgres.XXXXXX) # short: a socket's address has 107 bytes
trap 'rm -rf "$dir"' EXIT
trap '' INT # meant for the tests, which end this script by its input
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
kill -QUIT "$server" # at once: nothing of it is kept
wait "$server" || true
