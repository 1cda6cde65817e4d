#!/usr/bin/env bash
# Copies what `make build` has built: programs and systemd units.
#
#   scripts/install.sh BIN_DIR UNIT_DIR RUN_DIR     RUN_DIR: where the units will find the programs
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
[ $# = 3 ] || { sed -n '2,4s/^# \{0,1\}//p' "$0" >&2; exit 2; }
bin_dir=$1 unit_dir=$2 run_dir=$3
# shellcheck source=scripts/find-cargo.sh
. scripts/find-cargo.sh
target=$(cargo metadata --locked --no-deps --format-version 1 | sed -n 's/.*"target_directory":"\([^"]*\)".*/\1/p')
for program in osmia osmia-mds osmia-oss osmia-bench osmia-mount; do
    [ -x "$target/release/$program" ] || { echo "install: $program is not built; run make build first" >&2; exit 1; }
    install -D -m 755 "$target/release/$program" "$bin_dir/$program"
    echo "install: $bin_dir/$program"
done
# The name that mount(8) looks for, in /sbin.
ln -sfn osmia-mount "$bin_dir/mount.osmia"
echo "install: $bin_dir/mount.osmia"
for unit in osmia-mds@.service osmia-oss@.service; do
    install -d "$unit_dir"
    sed "s|/usr/local/bin|$run_dir|" "systemd/$unit" > "$unit_dir/$unit"
    chmod 644 "$unit_dir/$unit"
    echo "install: $unit_dir/$unit"
done
