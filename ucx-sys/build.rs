//! Finds the system's UCX.
fn main() {
    pkg_config::Config::new()
        .atleast_version("1.13")
        .probe("ucx")
        .expect("UCX 1.13 or newer: install libucx-dev (Debian, Ubuntu) or ucx-devel");
}
