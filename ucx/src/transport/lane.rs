//! A lane: one worker, and what its callbacks have noted.
//!
//! All TCP connections share one lane; a shared-memory connection has its own. Callbacks only append to the inbox; the
//! transport works it off after progress. What needs no work, the usual message by shared memory, they append as the
//! event that it will be.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use osmia_env::{Buf, BufPool, ConnId, Event, Message};

use super::pieces::Joining;
use super::wire::{GREETING_ID, Kind, MESSAGE_ID, PREFIX_BYTES, Prefix};
use crate::am::{Arrival, Data, Rendezvous};
use crate::context::Context;
use crate::listener::ConnRequest;
use crate::status::Status;
use crate::worker::{Handlers, Worker};

/// Number of a lane within its transport; never used again.
pub type LaneId = u64;

/// What callbacks have noted, in order.
pub enum Noted {
    /// Worked off.
    Nothing,
    /// A greeting, and the connection it came by.
    Greeting { conn: Option<u64>, bytes: Vec<u8> },
    /// A message, or the start of one.
    Message { owner: u64, prefix: Prefix, parts: Parts },
    /// Something that is no message. The token is 0 when even that could not be read.
    Malformed { owner: u64, token: u64, reason: String },
    /// A long part has come, or has not.
    Fetched { conn: u64, number: u32, result: Result<Buf, Status> },
    /// An endpoint has failed.
    Failed { conn: u64, status: Status },
    /// The peer of a shared-memory connection is gone.
    HungUp { conn: u64 },
    /// Somebody connects by TCP: to which listener.
    Asked { listener: usize, request: ConnRequest },
}

/// What there is of a message.
pub enum Parts {
    /// All that this active message was to bring.
    Whole { head: Option<Buf>, body: Option<Buf> },
    /// The head is to be fetched.
    FetchHead(Rendezvous),
    /// The body is to be fetched.
    FetchBody { head: Option<Buf>, body: Rendezvous },
}

/// What callbacks write to.
#[derive(Default)]
pub struct Inbox {
    /// To be worked off.
    pub noted: RefCell<Vec<Noted>>,
    /// To be told by the next poll. Borrowed by nobody while UCX is called.
    pub events: RefCell<Vec<Event>>,
}

impl Inbox {
    /// Notes something to be worked off.
    pub fn note(&self, noted: Noted) {
        self.noted.borrow_mut().push(noted);
    }

    /// Tells of something.
    pub fn tell(&self, event: Event) {
        self.events.borrow_mut().push(event);
    }
}

/// Which message of a connection is the next.
#[derive(Default)]
pub struct Turn {
    /// Its number.
    pub next: Cell<u32>,
    /// The connection is open and holds nothing back: the next message can be told of as it comes.
    pub is_clear: Cell<bool>,
}

impl Turn {
    /// Whether a whole message is the next and can be told of; counts it as told then.
    pub fn takes(&self, number: u32) -> bool {
        let takes = self.is_clear.get() && number == self.next.get();
        if takes {
            self.next.set(number.wrapping_add(1));
        }
        takes
    }
}

/// The messages of which pieces have come, on the shared lane.
pub type Pieces = Rc<RefCell<Joining>>;

/// Where received bytes go, and how many they may be.
#[derive(Clone)]
pub struct Pools {
    /// Short heads.
    pub heads: BufPool,
    /// Bodies.
    pub bodies: Option<BufPool>,
    /// Longest head.
    pub head_bytes_max: usize,
    /// Longest body.
    pub body_bytes_max: usize,
}

impl Pools {
    /// Room for a head.
    pub fn head(&self, bytes: usize) -> Buf {
        self.heads.get_or_allocate(bytes)
    }

    /// Room for a body.
    pub fn body(&self, bytes: usize) -> Buf {
        self.bodies.as_ref().map_or_else(|| Buf::with_capacity(bytes), |pool| pool.get_or_allocate(bytes))
    }

    /// The parts of a packed message whose lengths have been checked.
    fn unpack(&self, prefix: &Prefix, bytes: &[u8]) -> Message {
        let (head, body) = bytes[PREFIX_BYTES..].split_at(prefix.head_bytes as usize);
        Message { head: self.copy_head(head), body: prefix.has_body.then(|| self.copy_body(body)) }
    }

    fn copy_head(&self, bytes: &[u8]) -> Buf {
        let mut buf = self.head(bytes.len());
        buf.extend_from_slice(bytes);
        buf
    }

    fn copy_body(&self, bytes: &[u8]) -> Buf {
        let mut buf = self.body(bytes.len());
        buf.extend_from_slice(bytes);
        buf
    }
}

/// Owner of the lane that all TCP connections share.
pub const SHARED: u64 = 0;

/// Rounds of progress of one lane in one poll while it brings something: collects more per round of a shard.
const PROGRESS_ROUNDS_MAX: usize = 4;

/// A worker, and how it is being looked at.
pub struct Lane {
    /// Its number.
    pub id: LaneId,
    /// Dropped with the last owner of the lane: not before its connection has ended.
    pub worker: Worker,
    /// Its only connection; [`SHARED`] when it is not one's own, or not yet.
    pub owner: Rc<Cell<u64>>,
    /// That connection's turn; never clear on the lane that connections share.
    pub turn: Rc<Turn>,
    /// Long messages are sent in pieces.
    pub in_pieces: bool,
    hot: Cell<bool>,
    idle_polls: Cell<u32>,
}

impl Lane {
    /// A lane with a new worker.
    pub fn open(
        id: LaneId,
        context: &Context,
        in_pieces: bool,
        inbox: &Rc<Inbox>,
        pools: &Pools,
        pieces: &Pieces,
    ) -> Result<Rc<Lane>, Status> {
        let (owner, turn) = (Rc::new(Cell::new(SHARED)), Rc::default());
        let worker = open(context, &owner, &turn, inbox, pools, pieces)?;
        let (hot, idle_polls) = (Cell::new(false), Cell::new(0));
        Ok(Rc::new(Lane { id, worker, owner, turn, in_pieces, hot, idle_polls }))
    }

    /// Moves its connections forward; whether anything moved.
    pub fn progress(&self) -> bool {
        let mut count = self.worker.progress();
        let moved = count > 0;
        // One alone is usually the last.
        for _ in 1..PROGRESS_ROUNDS_MAX {
            if count <= 1 {
                break;
            }
            count = self.worker.progress();
        }
        if moved {
            self.idle_polls.set(0);
        }
        moved
    }

    /// Progress it at every poll from now on.
    pub fn warm(self: &Rc<Lane>, hot: &mut Vec<Rc<Lane>>) {
        self.idle_polls.set(0);
        if !self.hot.replace(true) {
            hot.push(self.clone());
        }
    }

    /// After a poll that brought nothing: whether it is time to stop polling it, and it could be armed.
    pub fn cools(&self, idle_polls_max: u32) -> bool {
        self.idle_polls.set(self.idle_polls.get().saturating_add(1));
        self.idle_polls.get() > idle_polls_max && self.arm()
    }

    /// Has its descriptor tell of what comes next, so that it need not be polled; whether that could be.
    pub fn arm(&self) -> bool {
        let armed = self.worker.arm().unwrap_or(false);
        self.hot.set(!armed);
        armed
    }
}

/// Makes the worker of a lane.
fn open(
    context: &Context,
    owner: &Rc<Cell<u64>>,
    turn: &Rc<Turn>,
    inbox: &Rc<Inbox>,
    pools: &Pools,
    pieces: &Pieces,
) -> Result<Worker, Status> {
    let failed = {
        let inbox = inbox.clone();
        Rc::new(move |conn, status| inbox.note(Noted::Failed { conn, status }))
    };
    let greeting = {
        let inbox = inbox.clone();
        Rc::new(move |arrival: Arrival<'_>| {
            let bytes = match arrival.data {
                // A greeting that is too long is malformed: its start tells as much.
                Data::Eager(bytes) => bytes[..bytes.len().min(64)].to_vec(),
                Data::Rendezvous(_) => Vec::new(),
            };
            inbox.note(Noted::Greeting { conn: arrival.reply_to, bytes });
        })
    };
    let message = {
        let (owner, turn, inbox) = (owner.clone(), turn.clone(), inbox.clone());
        let (pools, pieces) = (pools.clone(), pieces.clone());
        Rc::new(move |arrival: Arrival<'_>| {
            if let Some(message) = take_straight(&turn, &pools, &arrival) {
                inbox.tell(Event::Received { conn: ConnId(owner.get()), message });
            } else if let Some(noted) = take(owner.get(), &pools, &pieces, arrival) {
                inbox.note(noted);
            }
        })
    };
    Worker::new(context, Handlers { messages: vec![(GREETING_ID, greeting), (MESSAGE_ID, message)], failed })
}

/// The usual case, in few steps: copies a short message that is the next of the lane's connection. Otherwise nothing is
/// changed, and [`take`] says what it is.
fn take_straight(turn: &Turn, pools: &Pools, arrival: &Arrival<'_>) -> Option<Message> {
    let Data::Eager(bytes) = arrival.data else { return None };
    if !turn.is_clear.get() || !arrival.header.is_empty() {
        return None;
    }
    let prefix = Prefix::decode(bytes)?;
    let (head, body) = (prefix.head_bytes as usize, prefix.body_bytes as usize);
    let is_whole = prefix.kind == Kind::Packed
        && head <= pools.head_bytes_max
        && body <= pools.body_bytes_max
        && bytes.len() == PREFIX_BYTES + head + body;
    (is_whole && turn.takes(prefix.number)).then(|| pools.unpack(&prefix, bytes))
}

/// Copies a short message or a piece, and checks what it says of itself. A piece that is not the last of its message
/// gives nothing to note.
fn take(owner: u64, pools: &Pools, pieces: &Pieces, arrival: Arrival<'_>) -> Option<Noted> {
    let Arrival { header, data, .. } = arrival;
    let packed = header.is_empty();
    let start = match (&data, packed) {
        (Data::Eager(bytes), true) => bytes,
        (Data::Rendezvous(_), true) => &[][..],
        (_, false) => header,
    };
    let Some(prefix) = Prefix::decode(start) else {
        let reason = "a message without a readable prefix".to_owned();
        return Some(Noted::Malformed { owner, token: 0, reason });
    };
    let is_piece = matches!(prefix.kind, Kind::First | Kind::More);
    if is_piece && owner == SHARED && !pieces.borrow().expects(prefix.token) {
        // Late, for a connection that has ended or is about to.
        return None;
    }
    let malformed = |reason: String| {
        // What follows of the same message is not told of again.
        pieces.borrow_mut().forget(prefix.token);
        Some(Noted::Malformed { owner, token: prefix.token, reason })
    };
    let (head_bytes, body_bytes) = (prefix.head_bytes as usize, prefix.body_bytes as usize);
    if head_bytes > pools.head_bytes_max || body_bytes > pools.body_bytes_max {
        return malformed(format!("a message of {head_bytes} + {body_bytes} bytes is too large"));
    }
    if packed != (prefix.kind == Kind::Packed) {
        return malformed(format!("a message of kind {:?} in the wrong place", prefix.kind));
    }
    if is_piece {
        let Data::Eager(bytes) = data else { return malformed("a piece to be fetched".to_owned()) };
        let joined = pieces.borrow_mut().add(prefix, &header[PREFIX_BYTES..], bytes, pools);
        return match joined {
            Ok(None) => None,
            Ok(Some((head, body))) => {
                Some(Noted::Message { owner, prefix, parts: Parts::Whole { head: Some(head), body } })
            }
            Err(reason) => malformed(reason),
        };
    }
    let in_header = if packed { 0 } else { header.len() - PREFIX_BYTES };
    let in_data = match &data {
        Data::Eager(bytes) => bytes.len(),
        Data::Rendezvous(rendezvous) => rendezvous.len(),
    };
    let expected = match prefix.kind {
        Kind::Packed => (0, PREFIX_BYTES + head_bytes + body_bytes),
        Kind::Head | Kind::HeadOfNext => (0, head_bytes),
        Kind::Body => (head_bytes, body_bytes),
        Kind::BodyOfLast => (0, body_bytes),
        Kind::First | Kind::More => unreachable!("returned above"),
    };
    if (in_header, in_data) != expected {
        return malformed(format!(
            "a message of {in_header} + {in_data} bytes that should have {} + {}",
            expected.0, expected.1
        ));
    }
    let parts = match (prefix.kind, data) {
        (Kind::Packed, Data::Eager(bytes)) => {
            let Message { head, body } = pools.unpack(&prefix, bytes);
            Parts::Whole { head: Some(head), body }
        }
        (Kind::Packed, Data::Rendezvous(_)) => unreachable!("has no prefix, refused above"),
        (Kind::First | Kind::More, _) => unreachable!("returned above"),
        (Kind::Head | Kind::HeadOfNext, Data::Eager(bytes)) => {
            Parts::Whole { head: Some(pools.copy_head(bytes)), body: None }
        }
        (Kind::Head | Kind::HeadOfNext, Data::Rendezvous(rendezvous)) => Parts::FetchHead(rendezvous),
        (Kind::Body | Kind::BodyOfLast, data) => {
            let head = (prefix.kind == Kind::Body).then(|| pools.copy_head(&header[PREFIX_BYTES..]));
            match data {
                Data::Eager(bytes) => Parts::Whole { head, body: Some(pools.copy_body(bytes)) },
                Data::Rendezvous(body) => Parts::FetchBody { head, body },
            }
        }
    };
    Some(Noted::Message { owner, prefix, parts })
}
