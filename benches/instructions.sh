#!/bin/sh
# Instructions a decision, for a fixed set of calls, counted by callgrind: the same on a noisy
# machine as on a quiet one. Writes a Markdown table.
#
#   benches/instructions.sh [CALL...]
set -eu
cd "$(dirname "$0")/.."
cargo build --quiet --release -p callgate-workload --example fixed_calls
program=target/release/examples/fixed_calls
[ $# -gt 0 ] || set -- $($program)

count() {
    # callgrind toggles at each entry and exit: only what happens inside is counted.
    valgrind --tool=callgrind --callgrind-out-file=/dev/null --collect-atstart=no \
        --toggle-collect='*fixed_calls::counted*' "$program" "$1" "$2" 2>&1 >/dev/null |
        awk '/Collected/ { printf "%d", $NF / 1000 }'
}

echo '| call | decided as | parsed | 300-byte request |'
echo '|---|---|---:|---:|'
for call in "$@"; do
    echo "| $call | $($program "$call" parsed) | $(count "$call" parsed) | $(count "$call" request) |"
done
