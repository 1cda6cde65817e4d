//! Messages between processes.

use std::fmt;
use std::io;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::str::FromStr;

use crate::buf::Buf;
use crate::clock::Instant;
use crate::tasks::LocalFuture;

/// Where a shard listens on one of its rails.
#[derive(Clone, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Addr {
    /// A network address. Written `tcp://127.0.0.1:7000`. With verbs the same: UCX chooses by configuration.
    Tcp(SocketAddr),
    /// Shared memory on this node, met at a Unix socket. Written `shm:///run/osmia/mds-1.0.sock`.
    Shm(PathBuf),
    /// A node of the simulated network. Written `sim://7`.
    Sim(u64),
}

impl fmt::Display for Addr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Addr::Tcp(address) => write!(f, "tcp://{address}"),
            Addr::Shm(path) => write!(f, "shm://{}", path.display()),
            Addr::Sim(node) => write!(f, "sim://{node}"),
        }
    }
}

impl FromStr for Addr {
    type Err = String;

    fn from_str(text: &str) -> Result<Addr, String> {
        let wrong = || format!("address {text:?}: want tcp://IP:PORT or shm:///ABSOLUTE/PATH");
        match text.split_once("://").ok_or_else(wrong)? {
            ("tcp", rest) => rest.parse().map(Addr::Tcp).map_err(|_| wrong()),
            ("shm", rest) if rest.starts_with('/') => Ok(Addr::Shm(rest.into())),
            ("sim", rest) => rest.parse().map(Addr::Sim).map_err(|_| wrong()),
            _ => Err(wrong()),
        }
    }
}

/// One connection of one transport. Never reused within a process, so that what comes late from a dead peer is
/// known for what it is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct ConnId(pub u64);

/// What travels: a head of at most 1 MiB (frames, `osmia_protocol::frame`), and perhaps bulk data.
#[derive(Debug)]
pub struct Message {
    /// The frames.
    pub head: Buf,
    /// Bulk data that belongs to them.
    pub body: Option<Buf>,
}

/// What happened on a transport.
#[derive(Debug)]
pub enum Event {
    /// A peer connected to one of our listeners.
    Accepted {
        /// The new connection.
        conn: ConnId,
        /// Which rail it came by: the listening address.
        rail: Addr,
    },
    /// A connection that we began can be used. (Messages may be sent before; they wait.)
    Connected {
        /// Ours.
        conn: ConnId,
    },
    /// A message came. Messages of one connection come in the order they were sent.
    Received {
        /// From whom.
        conn: ConnId,
        /// What.
        message: Message,
    },
    /// The connection has ended, by either side or by a fault. The last event of a connection; comes exactly
    /// once, also after our own [`Transport::close`]. What was sent and not yet answered may or may not have
    /// arrived.
    Closed {
        /// Which.
        conn: ConnId,
        /// Why, for the log.
        reason: String,
    },
}

/// Why a message was not taken.
#[derive(Debug, thiserror::Error)]
pub enum SendError {
    /// The connection is closed, or was never there.
    #[error("the connection is closed")]
    Closed,
    /// Too much is in flight on this connection; the message comes back. Send again after a later
    /// [`Transport::poll`].
    #[error("too much in flight on the connection")]
    Full(Message),
    /// Larger than the transport carries.
    #[error("a message of {head} + {body} bytes is too large")]
    TooLarge {
        /// Bytes of the head.
        head: usize,
        /// Bytes of the body.
        body: usize,
    },
}

/// Connections of one thread. Real: `osmia_ucx::UcxTransport`. Simulated: `sim::SimTransport`.
///
/// No call blocks and none makes progress but [`poll`](Transport::poll). A transport does not know frames, peers'
/// names or deadlines: that is `osmia-net`.
pub trait Transport {
    /// Accepts connections at `addr` from now on. Gives the address bound (a port of 0 is replaced).
    fn listen(&self, addr: &Addr) -> io::Result<Addr>;

    /// Begins a connection. Failure comes as [`Event::Closed`].
    fn connect(&self, addr: &Addr) -> ConnId;

    /// Hands over a message. The transport owns its buffers until they have left, then drops them (back into
    /// their pool). Taken is not delivered.
    fn send(&self, conn: ConnId, message: Message) -> Result<(), SendError>;

    /// Ends a connection: what is in flight is given up. [`Event::Closed`] follows.
    fn close(&self, conn: ConnId);

    /// Makes progress and appends what happened. Cheap when nothing did.
    fn poll(&self, events: &mut Vec<Event>);

    /// Resolves when [`poll`](Transport::poll) is likely to give an event, or at `deadline`. May resolve early.
    /// Real: polls for some microseconds, letting other tasks run between, then sleeps on a descriptor.
    fn wait(&self, deadline: Instant) -> LocalFuture<'_, ()>;
}
