# Serves a temporary folder with program $1 on port $2 of this machine until the input ends. Prints the folder.
set -eu
dir=$(mktemp -d /tmp/mockup-s3.XXXXXX)
trap 'rm -rf "$dir"' EXIT
trap '' INT # Ctrl-C is for the tests; the end of the input ends this script
mkdir "$dir/buckets" "$dir/attributes"
"$1" --port "127.0.0.1:$2" --health /health --quiet posix --sidecar "$dir/attributes" "$dir/buckets" >"$dir/log" 2>&1 &
server=$!
echo "$dir"
read -r _ || true
if ! kill -0 "$server" 2>/dev/null; then cat "$dir/log" >&2; fi
kill -KILL "$server" 2>/dev/null || true # nothing is kept
wait "$server" 2>/dev/null || true # hides the shell's message about the kill
