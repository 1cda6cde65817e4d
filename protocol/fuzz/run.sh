#!/usr/bin/env bash
# Fuzzes the frame parser under the address sanitizer: protocol/fuzz/run.sh [SECONDS [LIBFUZZER-OPTION...]]
#
# Works with the stable compiler (RUSTC_BOOTSTRAP opens the sanitizer) and a C++ compiler for libFuzzer. What it found
# interesting stays in CARGO_TARGET_DIR/fuzz, for the next run. On a failure it prints the command that repeats it.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
seconds=${1:-60}
shift $(($# > 0 ? 1 : 0))
target_dir=${CARGO_TARGET_DIR:-$PWD/../../target}/fuzz
triple=$(rustc -vV | sed -n 's/^host: //p')

flags="-Zsanitizer=address -Cpasses=sancov-module -Ccodegen-units=1 --cfg fuzzing"
for option in level=4 inline-8bit-counters pc-table trace-compares; do
    flags+=" -Cllvm-args=-sanitizer-coverage-$option"
done
# With an explicit target the flags do not reach build scripts.
RUSTC_BOOTSTRAP=1 RUSTFLAGS=$flags \
    cargo build --quiet --locked --release --target "$triple" --target-dir "$target_dir"

mkdir -p "$target_dir/corpus" "$target_dir/seeds"
program=$target_dir/$triple/release/frames
log=$target_dir/log
status=0
OSMIA_FUZZ_SEEDS=$target_dir/seeds "$program" "$target_dir/corpus" "$target_dir/seeds" \
    -max_total_time="$seconds" -max_len=4096 -timeout=10 -rss_limit_mb=2048 -print_final_stats=1 \
    -artifact_prefix="$target_dir/" "$@" >"$log" 2>&1 || status=$?
if [ "$status" != 0 ]; then
    tail -n 60 "$log"
    artifact=$(sed -n 's/.*Test unit written to //p' "$log" | tail -n 1)
    echo "again: $program $artifact"
    exit "$status"
fi
# Without instrumentation it would test little, and say nothing of it.
grep -q 'inline 8-bit counters' "$log" || { echo 'the fuzz target is not instrumented'; exit 1; }
grep -E 'INITED|DONE|number_of_executed_units|peak_rss_mb' "$log"
