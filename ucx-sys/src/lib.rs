//! Raw bindings to the system's UCX, 1.13 or newer. No logic.
//!
//! `src/bindings.rs` is checked in, so that a build needs no libclang; `cargo check -p osmia-ucx-sys --features
//! bindgen` writes it anew from the installed headers. What UCX adds to a struct later goes behind its `field_mask`,
//! so bindings made with 1.13 stay right for newer libraries.
//!
//! C enums are integers here: a number that this version does not name is not undefined behaviour.
#![allow(unsafe_code)]

#[allow(
    missing_docs,
    non_camel_case_types,
    non_snake_case,
    non_upper_case_globals,
    unused_qualifications,
    clippy::all,
    clippy::undocumented_unsafe_blocks,
    clippy::multiple_unsafe_ops_per_block,
    clippy::unwrap_used,
    clippy::useless_transmute
)]
#[rustfmt::skip]
mod bindings;
pub use bindings::*;
