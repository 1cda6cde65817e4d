#!/usr/bin/env bash
# Runs all tests of the workspace at one scale.
#
#   scripts/test.sh [short|long] [ARGUMENTS OF cargo test ...]
#
# The scale is read by the tests from OSMIA_SCALE: `short` takes minutes, `long` runs the same properties at full size.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
scale=${1:-short}
case $scale in
short | long) ;;
*) echo "test.sh: scale \"$scale\": want short or long" >&2; exit 2 ;;
esac
[ $# = 0 ] || shift
# shellcheck source=scripts/find-cargo.sh
. scripts/find-cargo.sh
trap osmia_give_back_target EXIT

export OSMIA_SCALE=$scale
# The whole-process tests start these.
cargo build --locked --workspace --bins
cargo test --locked --workspace "$@"
