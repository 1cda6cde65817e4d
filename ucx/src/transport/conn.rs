//! One connection: numbering, what waits, and the order of what comes.

use std::collections::VecDeque;
use std::os::fd::OwnedFd;
use std::rc::Rc;

use osmia_env::{Addr, Buf, Message, transport::SendError};

use super::lane::{Lane, Parts, Pools, SHARED, Turn};
use super::pieces::{self, Cut};
use super::wire::{Kind, MESSAGE_ID, PREFIX_BYTES, Prefix};
use crate::am::{Rendezvous, SendFlags};
use crate::endpoint::Endpoint;
use crate::status::Status;
use crate::worker::Worker;

/// Messages up to this many bytes are copied into one piece: cheaper than two pieces, and the buffers are free at
/// once.
const PACKED_BYTES_MAX: usize = 4096;
/// Messages that may be sent while an older one has not completed: the receiver holds back what overtakes.
const AHEAD_MAX: u32 = 1024;
/// Messages that a receiver holds back at most. No peer of this version sends so many ahead.
const HELD_MAX: usize = 4096;

/// A connection.
pub struct Conn {
    /// Its lane.
    pub lane: Rc<Lane>,
    /// The token by which the peer addresses us; on a lane of our own, too.
    pub token: u64,
    /// The peer's token, once known.
    pub peer_token: Option<u64>,
    /// Where the connection came from, if they began it: the listening address.
    pub rail: Option<Addr>,
    /// Once there is one.
    pub endpoint: Option<Endpoint>,
    /// The Unix socket of a shared-memory connection. Its end is the connection's end.
    pub socket: Option<OwnedFd>,
    /// Sent before the connection was open.
    pub waiting: VecDeque<Message>,
    send_number: u32,
    ahead: u32,
    /// Which message is to be delivered next.
    turn: Rc<Turn>,
    window: Window,
}

/// Why a connection must end.
pub type Fault = String;

impl Conn {
    /// A connection that is not open yet.
    pub fn new(lane: Rc<Lane>, token: u64, rail: Option<Addr>) -> Conn {
        let turn = if lane.owner.get() == SHARED { Rc::default() } else { lane.turn.clone() };
        Conn {
            turn,
            lane,
            token,
            peer_token: None,
            rail,
            endpoint: None,
            socket: None,
            waiting: VecDeque::new(),
            send_number: 0,
            ahead: 0,
            window: Window::default(),
        }
    }

    /// Whether messages can leave.
    pub fn is_open(&self) -> bool {
        self.peer_token.is_some() && self.endpoint.is_some()
    }

    /// The peer has told its token: messages can come from now on, and leave.
    pub fn open(&mut self, peer_token: u64) {
        self.peer_token = Some(peer_token);
        self.turn.is_clear.set(true);
    }

    /// Sends, or keeps until the connection is open. The inner error is a failed endpoint.
    pub fn send(
        &mut self,
        message: Message,
        inflight_max: Option<usize>,
    ) -> Result<Result<(), Fault>, SendError> {
        let (worker, in_pieces) = (&self.lane.worker, self.lane.in_pieces);
        let full = |count: usize| inflight_max.is_some_and(|max| count >= max);
        let (Some(token), Some(endpoint)) = (self.peer_token, &self.endpoint) else {
            if full(self.waiting.len()) {
                return Err(SendError::Full(message));
            }
            self.waiting.push_back(message);
            return Ok(Ok(()));
        };
        let sending = endpoint.sending();
        if sending == 0 {
            self.ahead = 0;
        } else if full(sending) || self.ahead >= AHEAD_MAX {
            return Err(SendError::Full(message));
        } else if !in_pieces {
            // Pieces and what is sent between them come in order: nothing is held back.
            self.ahead += 1;
        }
        let Message { head, body } = message;
        let total = PREFIX_BYTES + head.len() + body.as_ref().map_or(0, |body| body.len());
        let mut prefix = Prefix {
            token,
            number: self.send_number,
            head_bytes: head.len() as u32,
            body_bytes: body.as_ref().map_or(0, |body| body.len()) as u32,
            kind: Kind::Packed,
            has_body: body.is_some(),
            piece: 0,
        };
        self.send_number = self.send_number.wrapping_add(1);
        if in_pieces && total > PACKED_BYTES_MAX.max(pieces::HEADER_BYTES_MAX) {
            let cut = Cut::new(prefix, head, body);
            return Ok(post_pieces(worker, endpoint, &cut).map_err(|status| format!("sending: {status}")));
        }
        let mut parcel = worker.parcel();
        let post = |parcel| endpoint.send(MESSAGE_ID, parcel, SendFlags::default()).map(|_| ());
        let result = match body {
            body if total <= PACKED_BYTES_MAX => {
                parcel.bytes.extend_from_slice(&prefix.encode());
                parcel.bytes.extend_from_slice(&head);
                parcel.bytes.extend_from_slice(body.as_deref().unwrap_or_default());
                post(parcel)
            }
            None => {
                prefix.kind = Kind::Head;
                parcel.bytes.extend_from_slice(&prefix.encode());
                parcel.data = Some(head);
                post(parcel)
            }
            Some(body) if worker.fits_header(PREFIX_BYTES + head.len()) => {
                prefix.kind = Kind::Body;
                parcel.bytes.extend_from_slice(&prefix.encode());
                parcel.bytes.extend_from_slice(&head);
                parcel.data = Some(body);
                post(parcel)
            }
            Some(body) => {
                let first = Prefix { kind: Kind::HeadOfNext, body_bytes: 0, has_body: false, ..prefix };
                parcel.bytes.extend_from_slice(&first.encode());
                parcel.data = Some(head);
                let number = self.send_number;
                self.send_number = number.wrapping_add(1);
                post(parcel).and_then(|()| {
                    let second = Prefix { kind: Kind::BodyOfLast, number, head_bytes: 0, ..prefix };
                    let mut parcel = worker.parcel();
                    parcel.bytes.extend_from_slice(&second.encode());
                    parcel.data = Some(body);
                    post(parcel)
                })
            }
        };
        Ok(result.map_err(|status| format!("sending: {status}")))
    }

    /// Lets go of everything, in the order that UCX wants: first what is not fetched, then the endpoint.
    pub fn abandon(self) {
        let Conn { endpoint, socket, waiting, turn, window, .. } = self;
        turn.is_clear.set(false);
        drop(window);
        drop(waiting);
        drop(endpoint);
        drop(socket);
    }

    /// Whether what came is a whole message and the next to be delivered; counts it as delivered then.
    pub fn is_next(&self, prefix: &Prefix) -> bool {
        !matches!(prefix.kind, Kind::HeadOfNext | Kind::BodyOfLast) && self.turn.takes(prefix.number)
    }

    /// Takes in a message, or the start of one.
    ///
    /// # Errors
    /// The peer breaks the numbering.
    pub fn arrived(&mut self, prefix: Prefix, parts: Parts) -> Result<(), Fault> {
        let (window, next) = (&mut self.window, self.turn.next.get());
        let ahead = prefix.number.wrapping_sub(next) as usize;
        if ahead >= HELD_MAX {
            return Err(format!("message {} where {next} was next", prefix.number));
        }
        self.turn.is_clear.set(false);
        if window.held.len() <= ahead {
            window.held.resize_with(ahead + 1, || None);
        }
        let Some(slot) = window.held.get_mut(ahead) else { unreachable!("resized above") };
        if slot.is_some() {
            return Err(format!("message {} came twice", prefix.number));
        }
        let (head, body, fetch) = match parts {
            Parts::Whole { head, body } => (head, body, None),
            Parts::FetchHead(rendezvous) => (None, None, Some(rendezvous)),
            Parts::FetchBody { head, body } => (head, None, Some(body)),
        };
        *slot = Some(Held { kind: prefix.kind, head, body, fetching: fetch.is_some() });
        if let Some(rendezvous) = fetch {
            window.to_fetch.push_back((prefix.number, rendezvous));
        }
        Ok(())
    }

    /// The next long part to fetch now: its number, and where to.
    pub fn next_fetch(
        &mut self,
        pools: &Pools,
        receiving_bytes_max: usize,
    ) -> Option<(u32, Rendezvous, Buf)> {
        let window = &mut self.window;
        let len = window.to_fetch.front()?.1.len();
        if window.fetching_bytes > 0 && window.fetching_bytes + len > receiving_bytes_max {
            return None;
        }
        let (number, rendezvous) = window.to_fetch.pop_front()?;
        window.fetching_bytes += len;
        let held = window.held(number, self.turn.next.get())?;
        let buf = match held.kind {
            Kind::Head | Kind::HeadOfNext => pools.head(len),
            _ => pools.body(len),
        };
        Some((number, rendezvous, buf))
    }

    /// A long part has come.
    ///
    /// # Errors
    /// It could not be fetched.
    pub fn fetched(&mut self, number: u32, result: Result<Buf, Status>) -> Result<(), Fault> {
        let buf = result.map_err(|status| format!("receiving: {status}"))?;
        let window = &mut self.window;
        window.fetching_bytes = window.fetching_bytes.saturating_sub(buf.len());
        if let Some(held) = window.held(number, self.turn.next.get()) {
            held.fetching = false;
            match held.kind {
                Kind::Head | Kind::HeadOfNext => held.head = Some(buf),
                _ => held.body = Some(buf),
            }
        }
        Ok(())
    }

    /// The next message in order, once all of it is there.
    ///
    /// # Errors
    /// The peer has sent parts that do not belong together.
    pub fn next(&mut self) -> Result<Option<Message>, Fault> {
        let (window, turn) = (&mut self.window, &self.turn);
        loop {
            match window.held.front() {
                Some(Some(held)) if !held.fetching => {}
                front => {
                    turn.is_clear.set(front.is_none() && window.head_of_next.is_none());
                    return Ok(None);
                }
            }
            let Some(Held { kind, head, body, .. }) = window.held.pop_front().flatten() else {
                return Ok(None);
            };
            turn.next.set(turn.next.get().wrapping_add(1));
            return match (kind, window.head_of_next.take(), head, body) {
                (Kind::HeadOfNext, None, Some(head), None) => {
                    window.head_of_next = Some(head);
                    continue;
                }
                (Kind::BodyOfLast, Some(head), None, Some(body)) => {
                    Ok(Some(Message { head, body: Some(body) }))
                }
                (
                    Kind::Packed | Kind::Head | Kind::Body | Kind::First | Kind::More,
                    None,
                    Some(head),
                    body,
                ) => Ok(Some(Message { head, body })),
                (kind, ..) => Err(format!("a part of kind {kind:?} where another was due")),
            };
        }
    }
}

/// All pieces at once: UCX sends them in order, and keeps at most those of as many messages as may be in flight.
fn post_pieces(worker: &Worker, endpoint: &Endpoint, cut: &Cut) -> Result<(), Status> {
    let mut pieces = cut.pieces().peekable();
    while let Some((prefix, part, range)) = pieces.next() {
        let mut parcel = worker.parcel();
        parcel.bytes.extend_from_slice(&prefix.encode());
        if prefix.piece == 0
            && prefix.kind == Kind::First
            && let Some(head) = &cut.head_in_header
        {
            parcel.bytes.extend_from_slice(head);
        }
        parcel.part = Some((part.clone(), range));
        let uncounted = pieces.peek().is_some();
        endpoint.send(MESSAGE_ID, parcel, SendFlags { uncounted, ..SendFlags::default() })?;
    }
    Ok(())
}

/// What has come and cannot be delivered yet.
#[derive(Default)]
struct Window {
    /// From the next message to be delivered.
    held: VecDeque<Option<Held>>,
    head_of_next: Option<Buf>,
    to_fetch: VecDeque<(u32, Rendezvous)>,
    fetching_bytes: usize,
}

struct Held {
    kind: Kind,
    head: Option<Buf>,
    body: Option<Buf>,
    fetching: bool,
}

impl Window {
    fn held(&mut self, number: u32, next: u32) -> Option<&mut Held> {
        self.held.get_mut(number.wrapping_sub(next) as usize)?.as_mut()
    }
}
