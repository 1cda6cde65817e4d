//! Calls that wait for their replies.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::rc::Rc;
use std::sync::Arc;
use std::task::{Context, Poll, Waker};

use osmia_env::{Addr, Buf, ConnId, Instant};
use osmia_protocol::{Status, wire};

use crate::hub::Hub;
use crate::incoming::ReplyFrame;
use crate::peer::PeerKey;

/// The answer to a call. That it came does not mean that it is a success: see [`Response::status`].
#[derive(Debug)]
pub struct Response {
    pub(crate) frame: ReplyFrame,
    /// Read once: it is asked for at every step of the way up.
    status: Status,
    /// Bulk data of the reply: `Reply.body_bytes` bytes.
    pub body: Option<Buf>,
}

impl Response {
    pub(crate) fn new(frame: ReplyFrame, body: Option<Buf>) -> Response {
        let status = match frame.get().status() {
            Ok(number) => Status::from_wire(number).unwrap_or(Status::Io),
            Err(_) => Status::Malformed,
        };
        Response { frame, status, body }
    }

    /// Its fields, read in place. Each accessor checks what it reads.
    pub fn reply(&self) -> wire::ReplyRef<'_> {
        self.frame.get()
    }

    /// How the call ended at the server; `Io` for a status that this version does not know, `Malformed` for one that
    /// cannot be read.
    pub fn status(&self) -> Status {
        self.status
    }

    /// What the server said about an error, for people; may be empty.
    pub fn detail(&self) -> &str {
        self.reply().detail().ok().flatten().unwrap_or("")
    }
}

/// Why a call has no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CallErrorKind {
    /// No address of the peer took the connection. The request was not sent.
    Unreachable,
    /// The peer, or its handshake, was not what was wanted: another cluster, version or shard, or too many
    /// connections. The request was not sent.
    Refused(Status),
    /// The connection ended after the request may have left. Its outcome is unknown.
    Lost,
    /// No answer by the deadline.
    Deadline {
        /// Whether the request may have left: then its outcome is unknown.
        sent: bool,
    },
    /// The request exceeds what a frame or a message holds. It was not sent.
    TooLarge,
}

/// A call without an answer: what happened and where.
#[derive(Clone, PartialEq, Eq)]
pub struct CallError {
    /// What happened.
    pub kind: CallErrorKind,
    /// The peer that was called.
    pub peer: PeerKey,
    /// The address in use when it happened, if there was one.
    pub addr: Option<Addr>,
    /// More, for people; may be empty.
    pub reason: Arc<str>,
}

impl CallError {
    /// Whether the server may have run the request.
    pub fn maybe_run(&self) -> bool {
        matches!(self.kind, CallErrorKind::Lost | CallErrorKind::Deadline { sent: true })
    }

    /// What an application sees (errno(3)).
    pub fn errno(&self) -> i32 {
        match self.kind {
            CallErrorKind::Unreachable => 113, // EHOSTUNREACH
            CallErrorKind::Refused(status) => status.errno(),
            CallErrorKind::Lost => 104, // ECONNRESET
            CallErrorKind::Deadline { .. } => Status::TimedOut.errno(),
            CallErrorKind::TooLarge => 90, // EMSGSIZE
        }
    }
}

impl fmt::Display for CallError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.peer)?;
        if let Some(addr) = &self.addr {
            write!(f, " at {addr}")?;
        }
        match self.kind {
            CallErrorKind::Unreachable => f.write_str(": cannot be reached")?,
            CallErrorKind::Refused(status) => write!(f, ": refused: {status}")?,
            CallErrorKind::Lost => f.write_str(": connection lost, the call's outcome is unknown")?,
            CallErrorKind::Deadline { .. } => f.write_str(": no answer within the deadline")?,
            CallErrorKind::TooLarge => f.write_str(": the request is too large")?,
        }
        if !self.reason.is_empty() {
            write!(f, " ({})", self.reason)?;
        }
        Ok(())
    }
}

impl fmt::Debug for CallError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "CallError({self})")
    }
}

impl std::error::Error for CallError {}

/// A call under way. It has begun when it is made, not when it is first polled. Dropped, its reply is ignored; the
/// server may run it all the same.
#[must_use = "a call's outcome is in its future"]
pub struct CallFuture {
    pub(crate) hub: Rc<Hub>,
    pub(crate) id: CallId,
    pub(crate) taken: bool,
}

impl Future for CallFuture {
    type Output = Result<Response, CallError>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        let outcome = self.hub.poll_call(self.id, context.waker());
        if outcome.is_ready() {
            self.taken = true;
        }
        outcome
    }
}

impl Drop for CallFuture {
    fn drop(&mut self) {
        if !self.taken {
            self.hub.forget_call(self.id);
        }
    }
}

/// Names a call for as long as it lives: index in the upper half of nothing else's. On the wire it is `Request.id`:
/// `generation << 32 | index`, never 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct CallId {
    index: u32,
    generation: u32,
}

impl CallId {
    pub(crate) fn to_wire(self) -> u64 {
        u64::from(self.generation) << 32 | u64::from(self.index)
    }

    pub(crate) fn from_wire(id: u64) -> CallId {
        CallId { index: id as u32, generation: (id >> 32) as u32 }
    }
}

/// A call that waits until its connection has room.
pub(crate) struct Parked {
    pub(crate) request: wire::Request,
    pub(crate) body: Option<Buf>,
}

/// One call.
pub(crate) struct Call {
    pub(crate) peer: PeerKey,
    pub(crate) conn: ConnId,
    pub(crate) begun: Instant,
    pub(crate) deadline: Instant,
    pub(crate) parked: Option<Box<Parked>>,
    waker: Option<Waker>,
    outcome: Option<Result<Response, CallError>>,
}

struct Slot {
    generation: u32,
    call: Option<Call>,
}

/// The calls of one hub, by id, and by deadline.
#[derive(Default)]
pub(crate) struct Calls {
    slots: Vec<Slot>,
    free: Vec<u32>,
    /// Deadlines, with those of finished calls still among them; rebuilt when more than half are.
    deadlines: BinaryHeap<Reverse<(Instant, u32, u32)>>,
    waiting: usize,
}

impl Calls {
    pub(crate) fn begin(&mut self, peer: PeerKey, conn: ConnId, begun: Instant, deadline: Instant) -> CallId {
        let call = Call { peer, conn, begun, deadline, parked: None, waker: None, outcome: None };
        let index = match self.free.pop() {
            Some(index) => index,
            None => {
                self.slots.push(Slot { generation: 0, call: None });
                (self.slots.len() - 1) as u32
            }
        };
        let slot = &mut self.slots[index as usize];
        // Below 2^31: the upper half of the ids is the handshake's.
        slot.generation = slot.generation % 0x7fff_ffff + 1;
        slot.call = Some(call);
        self.waiting += 1;
        if self.deadlines.len() > 2 * self.waiting + 64 {
            let slots = &self.slots;
            self.deadlines.retain(|Reverse((_, index, generation))| {
                let slot = &slots[*index as usize];
                slot.generation == *generation
                    && slot.call.as_ref().is_some_and(|call| call.outcome.is_none())
            });
        }
        let generation = self.slots[index as usize].generation;
        if deadline != Instant::NEVER {
            self.deadlines.push(Reverse((deadline, index, generation)));
        }
        CallId { index, generation }
    }

    /// The call, if it still waits.
    pub(crate) fn waiting(&mut self, id: CallId) -> Option<&mut Call> {
        let slot = self.slots.get_mut(id.index as usize)?;
        let call = slot.call.as_mut()?;
        (slot.generation == id.generation && call.outcome.is_none()).then_some(call)
    }

    /// Ends a waiting call. Its future's waker goes to `wakers`: it is woken when nothing is borrowed.
    pub(crate) fn finish(
        &mut self,
        id: CallId,
        outcome: Result<Response, CallError>,
        wakers: &mut Vec<Waker>,
    ) -> bool {
        let Some(call) = self.waiting(id) else { return false };
        call.parked = None;
        call.outcome = Some(outcome);
        wakers.extend(call.waker.take());
        self.waiting -= 1;
        true
    }

    pub(crate) fn poll(&mut self, id: CallId, waker: &Waker) -> Poll<Result<Response, CallError>> {
        let slot = &mut self.slots[id.index as usize];
        let call = slot
            .call
            .as_mut()
            .filter(|_| slot.generation == id.generation)
            .expect("a call's future is polled until it is ready, and not after");
        match call.outcome.take() {
            Some(outcome) => {
                slot.call = None;
                self.free.push(id.index);
                Poll::Ready(outcome)
            }
            None => {
                match &mut call.waker {
                    Some(known) => known.clone_from(waker),
                    none => *none = Some(waker.clone()),
                }
                Poll::Pending
            }
        }
    }

    /// Drops a call whose future is gone. Gives it when it still waited.
    pub(crate) fn forget(&mut self, id: CallId) -> Option<Call> {
        let slot = self.slots.get_mut(id.index as usize)?;
        if slot.generation != id.generation {
            return None;
        }
        let call = slot.call.take()?;
        self.free.push(id.index);
        if call.outcome.is_some() {
            return None;
        }
        self.waiting -= 1;
        Some(call)
    }

    /// The earliest deadline of a waiting call.
    pub(crate) fn next_deadline(&mut self) -> Instant {
        while let Some(&Reverse((deadline, index, generation))) = self.deadlines.peek() {
            if self.waiting(CallId { index, generation }).is_some() {
                return deadline;
            }
            self.deadlines.pop();
        }
        Instant::NEVER
    }

    /// A waiting call whose deadline has passed.
    pub(crate) fn expired(&mut self, now: Instant) -> Option<CallId> {
        if self.next_deadline() > now {
            return None;
        }
        self.deadlines.pop().map(|Reverse((_, index, generation))| CallId { index, generation })
    }

    /// The waiting calls on a connection.
    pub(crate) fn of(&self, conn: ConnId) -> Vec<CallId> {
        let waits = |call: &Call| call.conn == conn && call.outcome.is_none();
        (0u32..)
            .zip(&self.slots)
            .filter(|(_, slot)| slot.call.as_ref().is_some_and(waits))
            .map(|(index, slot)| CallId { index, generation: slot.generation })
            .collect()
    }

    /// Calls whose outcome is not known yet.
    pub(crate) fn len(&self) -> usize {
        self.waiting
    }
}
