//! The operations, one file each.

pub(crate) mod allocate;
pub(crate) mod read;
pub(crate) mod remove;
pub(crate) mod seek;
pub(crate) mod session;
pub(crate) mod stat;
pub(crate) mod sync;
pub(crate) mod target_stat;
pub(crate) mod truncate;
pub(crate) mod write;
