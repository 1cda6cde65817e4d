//! Safe UCX: contexts, workers, endpoints, active messages, and the real transport.
//!
//! What this crate must never do: free or reuse memory that UCX may still read or write. A buffer handed to an
//! operation belongs to the operation until UCX has called back, whatever happens to the endpoint, the peer or the
//! caller; what cannot be completed is leaked, and logged, rather than freed.
//!
//! Read in this order: [`status`], [`context`], [`worker`] (progress, and which callbacks run when), [`endpoint`],
//! [`am`] (who owns a buffer until when), [`listener`], then [`transport`]: [`UcxTransport`] on top of them.
//!
//! Unsafe is allowed in this crate by name: it is the one that calls UCX.
#![allow(unsafe_code)]

pub mod am;
pub mod context;
pub mod endpoint;
pub mod listener;
pub mod status;
pub mod transport;
pub mod worker;

pub use status::Status;
pub use transport::{UcxOptions, UcxTransport};
