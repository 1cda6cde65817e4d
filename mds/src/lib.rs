//! Osmia's metadata server: the tree of names, the attributes, the sessions.
//!
//! A shard owns partitions of the tree and one key-value store. It takes requests in rounds; each runs to its end as an
//! ordinary function over the store's overlay, and the round is one batch and one flush (docs/ARCHITECTURE.md).
//!
//! Never here: I/O but through `Kv` and `Env`; an `await` in an operation; a message that leaves before the flush that
//! covers every write it may have seen.
//!
//! Read in this order: [`mod@serve`] (the loop over the network), [`shard`] (a request's way in and out), [`dispatch`], [`op`] (one file per operation), [`walk`],
//! [`caller`], [`store`] (records), then [`session`], [`lease`], [`open`], [`reaper`], [`txn`], [`placement`], [`rules`],
//! [`map`], [`mod@format`], [`stop`], [`answer`].

pub mod answer;
pub mod caller;
pub mod config;
pub mod counters;
pub mod cx;
pub mod dispatch;
pub mod format;
pub mod lease;
pub mod map;
pub mod op;
pub mod open;
pub mod placement;
pub mod reaper;
pub mod rules;
pub mod serve;
pub mod session;
pub mod shard;
pub mod stop;
pub mod store;
pub mod txn;
pub mod walk;

pub use config::{Durability, ShardConfig};
pub use format::{FormatOptions, format};
pub use map::ClusterMap;
pub use serve::{ServeOptions, serve};
pub use shard::{Frame, Origin, Output, Peer, Shard};
pub use stop::Error;
