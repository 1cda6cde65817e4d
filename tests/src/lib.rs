//! Simulated clusters, the reference model, whole-process tests.
//!
//! The tests are in `tests/`; here is what they share. Read in this order: [`api`] (a file system as the tests see it),
//! [`model`] (the reference), [`posix`] (a local directory), [`osmia`] (a cluster), [`sequence`] (random operations,
//! run on two of them side by side), [`names`] (links and their like, run against a local directory), [`fsx`] (random
//! operations on one file), [`cluster`] (servers as processes), [`command`] (programs as a user runs them), [`simulated`]
//! (a cluster in virtual time).

// Tests of processes run in real time.
#![allow(clippy::disallowed_methods)]

pub mod api;
pub mod cluster;
pub mod command;
pub mod fsx;
pub mod model;
pub mod names;
pub mod osmia;
pub mod posix;
pub mod sequence;
pub mod simulated;

/// Whether to run at full scale: `OSMIA_SCALE=long`, as `make test-long` sets it.
pub fn long() -> bool {
    std::env::var("OSMIA_SCALE").is_ok_and(|scale| scale == "long")
}

/// `short` on the short scale, `long` on the full one.
pub fn scale<T>(short: T, long: T) -> T {
    if self::long() { long } else { short }
}
