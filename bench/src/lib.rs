//! Osmia's benchmarks, as a library: what `osmia-bench` runs, callable from tests and figures.
//!
//! Nothing here knows how Osmia works: it goes through `osmia-client` like any application, or through the
//! system's own calls, so that one driver compares both.
//!
//! Read in this order: [`mdtest`] (what a run is), then its files as that page lists them; [`depth`]; [`connect`].

mod clock;
pub mod connect;
pub mod depth;
pub mod mdtest;
