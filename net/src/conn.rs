//! What is queued for one peer, and the state of its connection.

use std::collections::VecDeque;
use std::task::Waker;

use osmia_env::{Addr, Buf, BufPool, ConnId, Instant, Message, Transport, transport::SendError};
use osmia_protocol::frame::{self, BODY_BYTES_MAX, FRAME_BYTES_MAX};
use osmia_protocol::planus::{Builder, WriteAsOffset};
use osmia_protocol::{ClientId, Role, ShardId, wire};

use crate::call::CallId;
use crate::peer::{PeerInfo, PeerKey};

/// Who began the connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Side {
    /// The peer: it asks, we answer.
    Accepted,
    /// We, to call this shard.
    Made(PeerKey),
}

/// How far the handshake is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum State {
    /// The other side's Hello, or its answer to ours, is due by then.
    Handshake { until: Instant },
    /// Both know each other.
    Ready,
    /// We have refused the peer, and leave it this long to read why and go.
    Refused { until: Instant },
}

/// What became of a connection's queue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Flushed {
    /// It is empty.
    All,
    /// The transport takes no more for now.
    Blocked,
    /// The connection has ended, or can carry what is queued never.
    Closed,
}

/// A frame that exceeds [`FRAME_BYTES_MAX`], or a body that exceeds [`BODY_BYTES_MAX`].
#[derive(Debug)]
pub(crate) struct TooLarge;

/// One connection.
pub(crate) struct Conn {
    pub(crate) addr: Addr,
    pub(crate) side: Side,
    pub(crate) state: State,
    pub(crate) peer: PeerInfo,
    /// When something came from it last.
    pub(crate) received: Instant,
    /// Requests that we owe a reply.
    pub(crate) serving: u32,
    /// Whether it is on the hub's list of connections with something to send.
    pub(crate) listed: bool,
    pub(crate) outbox: Outbox,
    /// Woken when it ends.
    pub(crate) watchers: Vec<Waker>,
}

impl Conn {
    pub(crate) fn new(id: ConnId, addr: Addr, side: Side, until: Instant, now: Instant) -> Conn {
        let (role, shard) = match side {
            Side::Accepted => (Role::Client, ShardId(0)),
            Side::Made(key) => (key.role, key.shard),
        };
        Conn {
            addr,
            side,
            state: State::Handshake { until },
            peer: PeerInfo { conn: id, role, shard, client: ClientId(0) },
            received: now,
            serving: 0,
            listed: false,
            outbox: Outbox::default(),
            watchers: Vec::new(),
        }
    }
}

/// Frames on their way to one peer, and the calls that wait for room there.
#[derive(Default)]
pub(crate) struct Outbox {
    /// Frames of the message that is being filled.
    open: Vec<u8>,
    /// Messages that are ready to leave, in order.
    sealed: VecDeque<Message>,
    /// Bytes in both.
    pub(crate) bytes: usize,
    /// Calls in flight.
    pub(crate) calls: u32,
    /// Calls that wait for room, in order.
    pub(crate) parked: VecDeque<CallId>,
}

/// What filling and sending needs besides, shared by the connections of a hub.
pub(crate) struct Tools {
    builder: Builder,
    heads: BufPool,
    spare: Vec<Vec<u8>>,
    /// A message with as many bytes of frames is full.
    batch_bytes: usize,
    pub(crate) messages: u64,
    pub(crate) frames: u64,
    pub(crate) bytes: u64,
}

/// Buffers for message heads that a hub keeps. A message waits in one for a few microseconds, until the transport
/// has copied it.
const HEADS: u32 = 16;

impl Tools {
    pub(crate) fn new(batch_bytes: usize) -> Tools {
        Tools {
            builder: Builder::new(),
            heads: BufPool::new(HEADS, batch_bytes + 4096),
            spare: Vec::new(),
            batch_bytes,
            messages: 0,
            frames: 0,
            bytes: 0,
        }
    }
}

impl Outbox {
    /// Queues a request with its body.
    pub(crate) fn push_request(
        &mut self,
        tools: &mut Tools,
        request: &wire::Request,
        body: Option<Buf>,
    ) -> Result<(), TooLarge> {
        self.push(tools, body, |open, builder| frame::push_request(open, builder, request))
    }

    /// Queues a reply with its body.
    pub(crate) fn push_reply(
        &mut self,
        tools: &mut Tools,
        reply: impl WriteAsOffset<wire::Reply>,
        body: Option<Buf>,
    ) -> Result<(), TooLarge> {
        self.push(tools, body, |open, builder| frame::push_reply(open, builder, reply))
    }

    /// Queues a notice.
    pub(crate) fn push_notice(
        &mut self,
        tools: &mut Tools,
        notice: impl WriteAsOffset<wire::Notice>,
    ) -> Result<(), TooLarge> {
        self.push(tools, None, |open, builder| frame::push_notice(open, builder, notice))
    }

    /// Queues an encoded reply under another id.
    pub(crate) fn push_recorded(
        &mut self,
        tools: &mut Tools,
        recorded: &[u8],
        patch: impl FnOnce(&mut [u8]) -> Option<()>,
    ) -> Result<Option<()>, TooLarge> {
        let mut patched = None;
        self.push(tools, None, |open, _| {
            let at = frame::push(open, recorded) + frame::LENGTH_BYTES;
            patched = patch(&mut open[at..at + recorded.len()]);
            if patched.is_none() {
                open.truncate(at - frame::LENGTH_BYTES);
            }
        })?;
        Ok(patched)
    }

    fn push(
        &mut self,
        tools: &mut Tools,
        body: Option<Buf>,
        write: impl FnOnce(&mut Vec<u8>, &mut Builder),
    ) -> Result<(), TooLarge> {
        if body.as_ref().is_some_and(|body| body.len() > BODY_BYTES_MAX) {
            return Err(TooLarge);
        }
        if body.is_some() || self.open.len() >= tools.batch_bytes {
            self.seal(tools, None);
        }
        if self.open.capacity() == 0 {
            self.open = tools.spare.pop().unwrap_or_default();
        }
        let before = self.open.len();
        write(&mut self.open, &mut tools.builder);
        if self.open.len() - before > FRAME_BYTES_MAX + frame::LENGTH_BYTES {
            self.open.truncate(before);
            return Err(TooLarge);
        }
        tools.frames += 1;
        self.bytes += self.open.len() - before;
        if body.is_some() {
            self.seal(tools, body);
        }
        Ok(())
    }

    /// Closes the message that is being filled.
    fn seal(&mut self, tools: &mut Tools, body: Option<Buf>) {
        if self.open.is_empty() {
            return;
        }
        let mut head = tools.heads.get_or_allocate(self.open.len());
        head.extend_from_slice(&self.open);
        let mut open = std::mem::take(&mut self.open);
        open.clear();
        // One that had to hold a large frame is not kept.
        if open.capacity() <= 2 * tools.batch_bytes && tools.spare.len() < HEADS as usize {
            tools.spare.push(open);
        }
        self.bytes += body.as_ref().map_or(0, |body| body.len());
        self.sealed.push_back(Message { head, body });
    }

    /// Hands what is queued to the transport, in order.
    pub(crate) fn flush(&mut self, conn: ConnId, transport: &dyn Transport, tools: &mut Tools) -> Flushed {
        self.seal(tools, None);
        while let Some(message) = self.sealed.pop_front() {
            let bytes = message.head.len() + message.body.as_ref().map_or(0, |body| body.len());
            match transport.send(conn, message) {
                Ok(()) => {
                    self.bytes -= bytes;
                    tools.messages += 1;
                    tools.bytes += bytes as u64;
                }
                Err(SendError::Full(message)) => {
                    self.sealed.push_front(message);
                    return Flushed::Blocked;
                }
                Err(SendError::Closed | SendError::TooLarge { .. }) => return Flushed::Closed,
            }
        }
        Flushed::All
    }
}
