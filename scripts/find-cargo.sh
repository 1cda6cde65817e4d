# Sourced. Puts cargo on PATH: rustup's directory of this user; under sudo, of the user who called it (whose toolchain
# is then used, while root's own CARGO_HOME keeps what is downloaded).
if ! command -v cargo >/dev/null; then
    for osmia_home in "$HOME" "$(getent passwd "${SUDO_USER:-nobody}" | cut -d: -f6)"; do
        if [ -x "$osmia_home/.cargo/bin/cargo" ]; then
            export PATH="$osmia_home/.cargo/bin:$PATH"
            if [ -d "$osmia_home/.rustup" ]; then export RUSTUP_HOME="${RUSTUP_HOME:-$osmia_home/.rustup}"; fi
            break
        fi
    done
    unset osmia_home
fi

# Under sudo, the built files belong to the caller again at the end, so that the next build without sudo works.
osmia_give_back_target() {
    local target=${CARGO_TARGET_DIR:-target}
    if [ "$(id -u)" = 0 ] && [ -n "${SUDO_UID:-}" ] && [ -d "$target" ]; then
        chown -R "$SUDO_UID:${SUDO_GID:-$SUDO_UID}" "$target"
    fi
}

# Which RocksDB is linked: the distribution's (.cargo/config.toml), or with OSMIA_ROCKSDB=bundled the one that
# librocksdb-sys carries (docs/building.md).
if [ "${OSMIA_ROCKSDB:-}" = bundled ]; then
    export ROCKSDB_COMPILE=1 ROCKSDB_INCLUDE_DIR=rocksdb/include
fi
