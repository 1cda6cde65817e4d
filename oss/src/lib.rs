//! Osmia's storage server.
//!
//! A shard owns one core and some targets. It takes requests for objects (one stripe's part of one file), checks who sent
//! them, whether they are repeated and whether they are behind a truncate or a move, and runs them, many at once. It knows
//! nothing of names, owners or modes: whoever may send a request has been granted it by a metadata server.
//!
//! It must never: block its thread, answer a write before the kernel has it, run a numbered request twice, make an object
//! that was removed, or panic on bytes from the network or the disk.
//!
//! Read in this order: [`serve`] (requests come, answers go), [`request`], [`shard`] (check), `dispatch`, `op` (one file per
//! operation), [`target`] (the store `file`), [`session`], [`index`] (the shard's records), [`mod@format`] (superblocks),
//! [`answer`], [`stats`].

pub mod answer;
mod dispatch;
pub mod format;
pub mod index;
mod op;
pub mod request;
pub mod serve;
pub mod session;
pub mod shard;
pub mod stats;
pub mod target;

pub use answer::{Answer, Error};
pub use request::{Call, ObjectAt, ObjectId, Peer, Request};
pub use shard::{OpenError, Shard, ShardConfig};
pub use stats::ShardStats;
