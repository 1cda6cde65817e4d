//! Calls over a transport: request ids, deadlines, retry, sessions, rails.
//!
//! [`Hub`] turns the connections of one thread ([`osmia_env::Transport`]) into calls and requests: it connects when
//! somebody calls, shakes hands, batches frames into messages, matches replies, keeps deadlines, and closes peers
//! that do not follow the protocol. [`session`] adds what a client needs to repeat a call safely: sessions, slots,
//! numbers and retry.
//!
//! Nothing here knows what a call means, and nothing here does I/O, reads a clock or draws chance but through
//! [`osmia_env::Env`].
//!
//! Read in this order: [`peer`], [`incoming`], [`call`], `conn.rs` (what is queued for one peer), [`hub`], [`session`],
//! [`retry`].

pub mod call;
mod conn;
pub mod hub;
pub mod incoming;
pub mod peer;
pub mod retry;
pub mod session;

pub use call::{CallError, CallErrorKind, CallFuture, Response};
pub use hub::{Hub, HubOptions, HubStats, Limits};
pub use incoming::{Incoming, IncomingRequest, NoticeFrame, ReplyTo, RequestFrame};
pub use peer::{Identity, PeerAddrs, PeerInfo, PeerKey};
pub use retry::{Patience, Repeat, SessionError, session_call};
pub use session::Session;
