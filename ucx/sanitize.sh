#!/bin/bash
# Runs the tests of this crate under valgrind's memcheck: use of freed or unwritten memory, and lost memory, by our code
# or by UCX on our behalf. First it runs faults made on purpose, each of which must be reported.
# Needs: valgrind, pkg-config, UCX (see docs/building.md). About five minutes.
set -euo pipefail
cd "$(dirname "$0")"

binaries=$(cargo test -p osmia-ucx --no-run --message-format=json 2>/dev/null |
    sed -n 's/.*"executable":"\([^"]*\)".*/\1/p')
binary() {
    local found
    found=$(grep -E "/$1-[0-9a-f]+$" <<<"$binaries" | head -1)
    [ -n "$found" ] || { echo "sanitize: no test binary $1" >&2; exit 2; }
    echo "$found"
}

# The peers of a test run as they are; only the test itself is looked at.
check() {
    # shellcheck disable=SC2086
    OSMIA_UCX_TEST_PLAIN=1 OSMIA_UCX_TEST_ROUNDS=10 valgrind --quiet --error-exitcode=99 --leak-check=full \
        --errors-for-leak-kinds=definite --show-leak-kinds=definite --suppressions=valgrind.supp "$@" --test-threads=1
}

# A canary and what valgrind must say of it: a second owner of a buffer alone would also be a double free.
canary() {
    local name=$1 report=$2 status=0 log
    log=$(mktemp)
    OSMIA_UCX_CANARY=1 check "$(binary canary)" --exact "$name" >"$log" 2>&1 || status=$?
    if [ "$status" = 0 ] || ! grep -qE "$report" "$log"; then
        cat "$log"
        rm -f "$log"
        echo "sanitize: the canary $name was not reported (exit status $status): this run would prove nothing" >&2
        exit 1
    fi
    rm -f "$log"
    echo "sanitize: canary $name reported, as it must be"
}

canary use_after_free 'Invalid read'
canary leak 'definitely lost'
canary free_in_flight 'Invalid read|points to unaddressable byte'

check "$(binary osmia_ucx)"
check "$(binary echo)"
check "$(binary conduct)" --skip idle_sleeps
check "$(binary death)" clients_die server_dies
echo "sanitize: clean"
