#!/usr/bin/env bash
# Runs pjdfstest, a POSIX conformance suite for file systems, on a mount, and counts.
#
#   tests/pjdfstest.sh SOURCES [--on DIRECTORY] [TESTS ...]
#
# SOURCES: a checkout of https://github.com/pjd/pjdfstest; it is copied and built elsewhere, and not changed.
# Without --on, a cluster of its own is started and mounted (OSMIA_BIN: directory of the programs, default
# target/release); --on runs the suite in a directory that is there, such as one of a local file system, to compare.
# TESTS: some of the suite, as `rename` or `rename/09.t`; all by default.
#
# Needs root, a C compiler, autoconf, automake and perl (prove). Exits with 0 when no test has failed.
set -euo pipefail

usage() { sed -n '2,/^set /{/^set /d;s/^# \{0,1\}//p}' "$0"; }
fail() { printf 'pjdfstest.sh: %s\n' "$*" >&2; exit 2; }

sources='' on='' tests=()
while [ $# -gt 0 ]; do
    case $1 in
    -h | --help) usage; exit 0 ;;
    --on) [ $# -ge 2 ] || fail "--on needs a directory"; on=$(realpath "$2"); shift ;;
    -*) fail "unknown option $1" ;;
    *) if [ -z "$sources" ]; then sources=$(realpath "$1"); else tests+=("$1"); fi ;;
    esac
    shift
done
[ -n "$sources" ] || { usage >&2; exit 2; }
[ -f "$sources/pjdfstest.c" ] || fail "$sources: no pjdfstest.c there; want a checkout of github.com/pjd/pjdfstest"
[ "$(id -u)" = 0 ] || fail "needs root: the suite becomes other users"
for tool in cc autoreconf prove; do
    command -v $tool >/dev/null || fail "$tool is not there; install gcc, autoconf, automake and perl"
done
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
bin=${OSMIA_BIN:-$root/target/release}

work=$(mktemp -d "${TMPDIR:-/tmp}/osmia-pjdfstest-XXXXXX")
chmod 755 "$work"
clean() {
    cd /
    if [ -z "$on" ]; then
        "$bin/osmia" umount --lazy "$work/mnt" 2>/dev/null || true
        "$bin/osmia" dev down --dir "$work/hive" --remove >/dev/null 2>&1 || true
    else
        rm -rf "$on/pjdfstest-$$"
    fi
    rm -rf "$work"
}
trap clean EXIT

mkdir "$work/suite"
tar -C "$sources" --exclude=.git -cf - . | tar -C "$work/suite" -xf -
if ! (cd "$work/suite" && autoreconf -ifs && ./configure && make pjdfstest) >"$work/build.log" 2>&1; then
    cat "$work/build.log" >&2
    fail "the suite does not build"
fi

if [ -n "$on" ]; then
    directory=$on/pjdfstest-$$
    mkdir "$directory"
else
    [ -x "$bin/osmia-mount" ] || fail "$bin/osmia-mount is not built; run make build, or set OSMIA_BIN"
    mkdir "$work/mnt"
    "$bin/osmia" dev up --dir "$work/hive" --mds 2 --targets 2 >&2
    "$bin/osmia" mount "$work/mnt" --config "$work/hive/osmia.toml" -o "log=$work/mount.log"
    directory=$work/mnt
fi

paths=()
for test in "${tests[@]:-}"; do paths+=("$work/suite/tests/$test"); done
cd "$directory"
status=0
prove -r --nocolor "${paths[@]}" >"$work/result.log" 2>"$work/errors.log" || status=$?
cd /

# What prove says at the end: a line for each file with failures, and the counts.
sed -n '/^Test Summary Report/,$p' "$work/result.log" | sed "s|$work/suite/tests/||"
grep -q '^Result:' "$work/result.log" || { cat "$work/result.log" "$work/errors.log" >&2; fail "the suite did not run"; }
version=$(git -C "$sources" rev-parse HEAD 2>/dev/null || echo unknown)
printf 'pjdfstest: commit %s; %s; %s\n' "$version" \
    "$(grep '^Files=' "$work/result.log" | cut -d, -f1,2)" "$(grep '^Result:' "$work/result.log")"
exit "$status"
