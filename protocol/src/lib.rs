//! Wire format, status codes, ids and stripe arithmetic of Osmia.
//!
//! No I/O, no clock, no runtime: bytes and numbers only. Nothing here panics on bytes from outside.
//!
//! Read in this order: [`id`], [`status`], [`flags`], [`name`], [`frame`] (how frames are packed into a message),
//! [`wire`] (generated from `schema/osmia.fbs`), [`deep`], [`stripe`], [`placement`].

pub mod deep;
pub mod flags;
pub mod frame;
#[allow(unsafe_code, missing_docs, clippy::all, clippy::undocumented_unsafe_blocks)]
#[allow(clippy::multiple_unsafe_ops_per_block, clippy::unwrap_used, unused_qualifications)]
#[rustfmt::skip]
mod generated {
    pub mod wire;
}
pub mod id;
pub mod name;
pub mod placement;
pub mod status;
pub mod stripe;

pub use generated::wire::wire;
pub use id::{ClientId, ClusterId, Incarnation, InodeId, Partition, Role, SessionId, ShardId, TargetId};
pub use placement::Placement;
pub use planus;
pub use status::Status;

/// Version of the wire format; [`wire::Hello`] carries it, and peers of another version are refused.
pub const PROTOCOL_VERSION: u16 = 1;
