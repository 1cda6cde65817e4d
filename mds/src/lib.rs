//! Osmia's metadata server.

pub mod txn;
