#!/usr/bin/env bash
# Stops and removes demo clusters that were left behind, as when their shell was killed.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
# shellcheck source=scripts/find-cargo.sh
. scripts/find-cargo.sh
shopt -s nullglob
status=0
for dir in "${TMPDIR:-/tmp}"/osmia-demo.??????; do
    echo "clean-demo: $dir"
    if [ -d "$dir/cluster" ]; then
        cargo run --quiet --release --locked -p osmia-cli -- dev down --dir "$dir/cluster" --remove || status=1
    fi
    rm -f "$dir/mdtest.json"
    rmdir "$dir" || status=1
done
exit $status
