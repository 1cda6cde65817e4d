#!/usr/bin/env bash
# Builds Osmia, starts a cluster of 2 metadata shards and 2 storage targets in separate processes under a temporary
# directory, runs the mdtest driver on it, stops it, and leaves nothing behind. Fails when anything failed.
#
#   scripts/demo.sh [ITEMS]      files and directories per rank, 1000 unless given
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
items=${1:-1000}
# shellcheck source=scripts/find-cargo.sh
. scripts/find-cargo.sh

say() { printf '\n== demo: %s\n' "$*"; }

dir=
up=false
finish() {
    local status=$?
    trap - EXIT
    # A second Ctrl-C must not leave servers behind.
    trap '' INT TERM HUP
    if $up; then
        say "stopping the cluster"
        if [ $status != 0 ]; then tail -n 20 "$dir"/cluster/log/*.log 2>/dev/null || true; fi
        "$bin/osmia" dev down --dir "$dir/cluster" --remove || { echo "demo: the cluster did not stop cleanly" >&2; status=1; }
    fi
    if [ -n "$dir" ]; then
        # Only what this script made; anything else in it is something left behind.
        rm -f "$dir/mdtest.json"
        rmdir "$dir" || { echo "demo: left behind in $dir:" >&2; ls -laR "$dir" >&2; status=1; }
    fi
    osmia_give_back_target
    if [ $status = 0 ]; then say "done"; else say "failed ($status)"; fi
    exit $status
}
trap finish EXIT
trap 'exit 130' INT
trap 'exit 143' TERM
trap 'exit 129' HUP

say "building (cargo build --release): several minutes the first time"
cargo build --release --locked -p osmia-mds -p osmia-oss -p osmia-cli -p osmia-bench
target=$(cargo metadata --locked --no-deps --format-version 1 | sed -n 's/.*"target_directory":"\([^"]*\)".*/\1/p')
bin=$target/release

dir=$(mktemp -d "${TMPDIR:-/tmp}/osmia-demo.XXXXXX")
say "starting 2 metadata servers and 2 storage servers in $dir"
up=true
"$bin/osmia" dev up --dir "$dir/cluster" --mds 2 --targets 2
"$bin/osmia" --config "$dir/cluster/osmia.toml" node list
"$bin/osmia" --config "$dir/cluster/osmia.toml" df

say "mdtest: 2 ranks, $items items each, files of 3901 bytes, checked when read"
"$bin/osmia-bench" mdtest --api osmia --config "$dir/cluster/osmia.toml" --ranks 2 \
    -d /demo -n "$items" -i 1 -u -w 3901 -e 3901
