#!/usr/bin/env bash
# Installs what Osmia needs from the distribution, and checks versions.
#
#   scripts/install-deps.sh [build] [test]     both when none is named
#   scripts/install-deps.sh --check [...]      installs nothing; fails when something is missing
#
# For Debian and Ubuntu. Says what it will install before it does, installs only what is missing, and can be run any
# number of times. Runs as root, or through sudo. Elsewhere it says what to install and checks what it finds.
# With OSMIA_ROCKSDB=bundled, RocksDB is not taken from the distribution (docs/building.md).
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

build_packages=(pkg-config libucx-dev ucx-utils clang libclang-dev git gcc libc6-dev)
# gcc links, and compiles the C of some crates. The bundled RocksDB needs a C++ compiler.
if [ "${OSMIA_ROCKSDB:-}" = bundled ]; then build_packages+=(g++); else build_packages+=(librocksdb-dev); fi
# g++: the fuzzer's run time is C++. fuse3: users mount with its fusermount3; rsync and sqlite3 run on the mount.
test_packages=(iproute2 fio valgrind procps g++ fuse3 rsync sqlite3)

say() { printf 'install-deps: %s\n' "$*"; }
fail() { printf 'install-deps: %s\n' "$*" >&2; exit 1; }

check_only=false
packages=()
for argument in "$@"; do
    case $argument in
    --check) check_only=true ;;
    build) packages+=("${build_packages[@]}") ;;
    test) packages+=("${test_packages[@]}") ;;
    -h | --help) sed -n '2,9s/^# \{0,1\}//p' "$0"; exit 0 ;;
    *) fail "unknown argument \"$argument\"; want build, test or --check" ;;
    esac
done
[ ${#packages[@]} -gt 0 ] || packages=("${build_packages[@]}" "${test_packages[@]}")

is_debian() { command -v dpkg-query >/dev/null && command -v apt-get >/dev/null; }

missing_packages() {
    local package
    for package in "${packages[@]}"; do
        dpkg-query -W -f '${db:Status-Status}\n' "$package" 2>/dev/null | grep -qx installed || printf '%s\n' "$package"
    done
}

# Runs a command as root.
as_root() {
    if [ "$(id -u)" = 0 ]; then "$@"; else sudo "$@"; fi
}

install_missing() {
    local missing=("$@")
    say "missing: ${missing[*]}"
    $check_only && fail "install them with: scripts/install-deps.sh"
    if [ "$(id -u)" != 0 ]; then
        command -v sudo >/dev/null ||
            fail "not root, and sudo is not there; run as root: apt-get install ${missing[*]}"
        # Without a terminal, sudo could only wait for a password that nobody types.
        [ -t 0 ] || sudo -n true 2>/dev/null ||
            fail "sudo wants a password, and there is no terminal; run as root: apt-get install ${missing[*]}"
    fi
    say "installing with apt-get, and what they depend on: ${missing[*]}"
    # The package lists are fetched only when apt does not know the packages, or its lists are too old to fetch them.
    local install=(env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends "${missing[@]}")
    if apt-get install -s --no-install-recommends "${missing[@]}" >/dev/null 2>&1 && as_root "${install[@]}"; then
        return
    fi
    say "fetching package lists (apt-get update)"
    as_root apt-get update -q || fail "apt-get update failed; see its messages above"
    as_root "${install[@]}" || fail "apt-get install failed; see its messages above"
}

if is_debian; then
    mapfile -t missing < <(missing_packages)
    if [ ${#missing[@]} -gt 0 ]; then install_missing "${missing[@]}"; else say "packages: all there"; fi
else
    say "this is neither Debian nor Ubuntu: untested, and nothing is installed"
    say "what Debian calls these must be there: ${packages[*]}"
fi

# --- versions: what is below a minimum fails, what nobody has tried is called untested.

# at_least VERSION MINIMUM
at_least() { [ "$(printf '%s\n%s\n' "$2" "$1" | sort -V | head -n 1)" = "$2" ]; }

check_ucx() {
    local version
    version=$(pkg-config --modversion ucx 2>/dev/null) ||
        fail "UCX is not there (pkg-config ucx); want 1.13 or newer with its headers: libucx-dev, or ucx-devel"
    at_least "$version" 1.13 || fail "UCX $version is too old; want 1.13 or newer"
    case $version in
    1.13.*) say "UCX $version: tested" ;;
    *) say "UCX $version: untested (tested: 1.13.1)" ;;
    esac
}

rocksdb_version() {
    local header=${ROCKSDB_INCLUDE_DIR:-/usr/include}/rocksdb/version.h
    [ -r "$header" ] || return 1
    awk '/define ROCKSDB_(MAJOR|MINOR|PATCH)/ { printf "%s%s", dot, $3; dot = "." }' "$header"
}

check_rocksdb() {
    local version
    if [ "${OSMIA_ROCKSDB:-}" = bundled ]; then
        say "RocksDB: the bundled one will be built, which takes an hour of one core; untested (tested: 7.8.3)"
        return
    fi
    version=$(rocksdb_version) ||
        fail "RocksDB is not there (librocksdb-dev); or build the bundled one, see docs/building.md"
    case $version in
    7.8.*) say "RocksDB $version: tested" ;;
    7.*) say "RocksDB $version: untested (tested: 7.8.3)" ;;
    6.* | [0-5].*) fail "RocksDB $version is too old; want 7.x, or build the bundled one, see docs/building.md" ;;
    *) say "RocksDB $version: untested, and newer than the binding knows (7.x); if the build fails," \
        "build the bundled one, see docs/building.md" ;;
    esac
}

check_rust() {
    local want version
    want=$(sed -n 's/^rust-version = "\(.*\)"/\1/p' Cargo.toml)
    # shellcheck source=scripts/find-cargo.sh
    . scripts/find-cargo.sh
    command -v cargo >/dev/null ||
        fail "Rust is not there; want $want or newer from https://rustup.rs, which this script does not install"
    version=$(rustc --version | awk '{ print $2 }')
    at_least "${version%%-*}" "$want" ||
        fail "Rust $version is too old; want $want or newer: rustup update stable"
    say "Rust $version"
}

check_ucx
check_rocksdb
check_rust
