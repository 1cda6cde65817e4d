//! Osmia's client library: a parallel file system in your application.
//!
//! [`Client`] connects and has the calls by path; [`File`] and [`ReadDir`] have those by handle; [`AsyncClient`] is
//! the same with futures. Results, errno and corner cases are POSIX's; what differs is in docs/client.md.
//!
//! It must never block a caller on the service thread, keep a cached name beyond its lease, or send a changing request
//! twice as two requests.
//!
//! Read in this order: [`client`](Client), `process.rs` (threads), `lane.rs` (one thread's connections), `shared.rs`
//! (what the threads share), `path.rs` and `resolve.rs` (from a path to a server), `dcache.rs` (directories under
//! leases), `fs/` (one call, one function), `node/` (the same by inode id), `data.rs` (striping), `service.rs`.

mod asynchronous;
mod client;
pub mod core;
mod counters;
mod data;
mod dcache;
mod dir;
mod error;
mod file;
mod fs;
mod lane;
mod map;
mod metadata;
mod node;
mod open_file;
mod options;
mod path;
mod process;
mod resolve;
mod service;
mod shared;

pub use asynchronous::{AsyncClient, AsyncFile, AsyncReadDir};
pub use client::Client;
pub use counters::Counters;
pub use dir::ReadDir;
pub use error::{Error, Result};
pub use file::File;
pub use fs::{Allocate, SetXattr};
pub use map::{ClusterMap, ShardEntry, TargetEntry};
pub use metadata::{DirEntry, FileKind, Metadata, Placement, PlacementSource, SetTime, Statfs};
pub use node::{Node, NodeDir, NodeEntry, NodeFile, NodePage, NodeRef, Nodes, SetAttr};
pub use options::{ClientOptions, Credentials, OpenOptions, TransportChoice};
pub use osmia_env::Timestamp;
pub use osmia_protocol::{ClusterId, InodeId, ShardId, TargetId};
pub use process::Submit;
pub use shared::{TargetStats, TargetUse};
