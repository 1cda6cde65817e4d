//! [`UcxTransport`]: the real [`Transport`].
//!
//! Two kinds of path:
//! - [`Addr::Tcp`], the network: one UCX context and worker for all connections, met through UCX's listener. With
//!   verbs the same, by configuration ([`UcxOptions::tls`]).
//! - [`Addr::Shm`], shared memory: one worker per connection on both sides, met through a Unix socket, and thrown away
//!   when the peer is gone. A peer killed in the middle of a send leaves a hole in the queue of the worker it
//!   sends to, which then hears nobody any more; so nobody else must share it.
//!
//! Each worker is a *lane*. Hot lanes are progressed by every poll; a lane where nothing has happened for a while is
//! armed, and looked at again when its descriptor says so. All descriptors are in one epoll descriptor, on which
//! [`wait`](Transport::wait) sleeps.
//!
//! Read in this order: `options`, `wire`, `pieces` and `meet` (what travels), `lane` (callbacks), `conn` (order), this
//! file, `tcp`, `sleep`.

mod conn;
mod lane;
mod meet;
mod options;
mod pieces;
mod sleep;
mod tcp;
mod wire;

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::io;
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, OwnedFd};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::time::Duration;

use hashbrown::HashMap;
use osmia_env::transport::SendError;
use osmia_env::{Addr, BufPool, ConnId, Env, Event, Instant, LocalFuture, Message, Transport};
use rustix::event::epoll;

use crate::context::Context;
use crate::endpoint::Endpoint;
use conn::Conn;
use lane::{Inbox, Lane, LaneId, Noted, Parts, Pieces, Pools, SHARED};
use meet::{Meeting, Said};
pub use options::UcxOptions;
use tcp::Tcp;
use wire::Prefix;

/// Buffers for short heads: enough for what a shard has in hand at a time; more are allocated one by one.
const HEAD_BUFS: u32 = 512;
/// Their size: packed messages, and the usual frame of a round's replies.
const HEAD_BUF_BYTES: usize = 8192;
/// Every so many polls that bring nothing the descriptors are looked at, for idle lanes, new peers and hang-ups: a system
/// call, which takes as long as several polls.
const LOOK_EVERY: u32 = 1024;
/// Such polls that one which brings something counts for: the caller then does something else for a while.
const LOOK_FOR_MOVED: u32 = 16;
/// Polls without anything after which a lane is armed: with few lanes hot, and with many.
const IDLE_POLLS_MAX: (u32, u32) = (4096, 64);
/// "Few" in the line above.
const HOT_FEW: usize = 4;
/// Connections taken per look at a socket, so that a crowd at the door does not stop work inside.
const ACCEPT_MAX: usize = 16;
/// How long a worker whose connection has ended may take to finish. It does so at once, unless the queue of the
/// dead peer is full.
const DYING_MAX: Duration = Duration::from_millis(20);
/// How soon to look again after a lack of descriptors or a full queue at a listener's door.
const RETRY: Duration = Duration::from_millis(2);

/// Connections over UCX, of one thread.
pub struct UcxTransport {
    env: Env,
    options: UcxOptions,
    pools: Pools,
    inbox: Rc<Inbox>,
    pieces: Pieces,
    epoll: OwnedFd,
    state: RefCell<State>,
    /// Look at the descriptors at the next progress.
    look: Cell<bool>,
    spinning: sleep::Spinning,
}

#[derive(Default)]
struct State {
    tcp: Option<Tcp>,
    shm: Option<Context>,
    spares: Vec<Rc<Lane>>,
    meetings: Vec<(Meeting, Addr)>,
    lanes: HashMap<LaneId, Rc<Lane>>,
    hot: Vec<Rc<Lane>>,
    lanes_made: u64,
    conns: HashMap<u64, Conn>,
    conns_made: u64,
    /// By the token that peers address us by, on the shared lane.
    tokens: HashMap<u64, u64>,
    /// Accepted TCP connections, oldest first; those that have said hello are skipped.
    greeting: VecDeque<u64>,
    /// Connections begun whose listener's queue was full.
    at_door: Vec<(u64, PathBuf)>,
    /// Workers of ended connections.
    dying: Vec<(Rc<Lane>, Instant)>,
    /// Listening sockets are not looked at until then: descriptors are short.
    doors_closed_until: Option<Instant>,
    /// Empty, for its memory: what the inbox is exchanged for.
    worked_off: Vec<Noted>,
    /// Until the descriptors are looked at.
    until_look: u32,
}

/// What a descriptor in epoll belongs to; two bits of its data.
const EPOLL_LANE: u64 = 0;
const EPOLL_CONN: u64 = 1;
const EPOLL_MEETING: u64 = 2;

impl UcxTransport {
    /// A transport without connections. UCX starts when the first path is used.
    ///
    /// # Errors
    /// No descriptor left.
    pub fn new(env: Env, options: UcxOptions) -> io::Result<Rc<UcxTransport>> {
        let pools = Pools {
            heads: BufPool::new(HEAD_BUFS, HEAD_BUF_BYTES),
            bodies: options.recv_pool.clone(),
            head_bytes_max: options.head_bytes_max,
            body_bytes_max: options.body_bytes_max,
        };
        Ok(Rc::new(UcxTransport {
            env,
            options,
            pools,
            inbox: Rc::default(),
            pieces: Pieces::default(),
            epoll: epoll::create(epoll::CreateFlags::CLOEXEC)?,
            state: RefCell::default(),
            look: Cell::new(false),
            spinning: sleep::Spinning::default(),
        }))
    }

    /// Moves everything forward; what happened is in the inbox's events. Gives whether anything moved.
    fn progress(&self, state: &mut State) -> bool {
        let mut moved = false;
        let idle_polls_max = if state.hot.len() <= HOT_FEW { IDLE_POLLS_MAX.0 } else { IDLE_POLLS_MAX.1 };
        state.hot.retain(|lane| {
            let brought = lane.progress();
            moved |= brought;
            brought || !lane.cools(idle_polls_max)
        });
        state.until_look = state.until_look.saturating_sub(if moved { LOOK_FOR_MOVED } else { 1 });
        if state.until_look == 0 || self.look.get() {
            moved |= self.look_at_descriptors(state);
        }
        moved |= self.work_off(state);
        if !state.dying.is_empty() {
            self.bury(state);
        }
        moved
    }

    // Out of `progress`, which is called some million times a second: inlined, this and the like gave it 1.6 KB of stack.
    #[inline(never)]
    fn look_at_descriptors(&self, state: &mut State) -> bool {
        self.look.set(false);
        state.until_look = LOOK_EVERY;
        let moved = self.look_at_ready(state);
        for (conn, path) in std::mem::take(&mut state.at_door) {
            self.knock(state, conn, &path);
        }
        moved
    }

    fn look_at_ready(&self, state: &mut State) -> bool {
        if let Some(until) = state.doors_closed_until
            && self.env.now() >= until
        {
            state.doors_closed_until = None;
            self.interest_in_doors(state, epoll::EventFlags::IN);
        }
        let mut ready = [const {
            epoll::Event { flags: epoll::EventFlags::empty(), data: epoll::EventData::new_u64(0) }
        }; 64];
        let count = match epoll::wait(
            &self.epoll,
            &mut ready[..],
            Some(&rustix::time::Timespec { tv_sec: 0, tv_nsec: 0 }),
        ) {
            Ok(count) => count,
            Err(_) => return false,
        };
        let mut moved = false;
        for event in &ready[..count] {
            let data = event.data.u64();
            let id = data >> 2;
            match data & 3 {
                EPOLL_LANE => {
                    if let Some(lane) = state.lanes.get(&id) {
                        lane.warm(&mut state.hot);
                        moved |= lane.progress();
                    }
                }
                EPOLL_CONN => moved |= self.hear(state, id),
                _ => moved |= self.open_door(state, id as usize),
            }
        }
        moved
    }

    /// Works off what callbacks have noted.
    fn work_off(&self, state: &mut State) -> bool {
        let mut moved = false;
        // What is worked off may note more: a part that could be fetched at once.
        while !self.inbox.noted.borrow().is_empty() {
            moved = true;
            let empty = std::mem::take(&mut state.worked_off);
            let mut noted = self.inbox.noted.replace(empty);
            for noted in &mut noted {
                if !self.arrived_next(state, noted) {
                    self.work_off_one(state, std::mem::replace(noted, Noted::Nothing));
                }
            }
            noted.clear();
            state.worked_off = noted;
        }
        moved
    }

    /// The usual case by TCP, in few steps: a message that is whole and the next of its connection becomes an event. Takes
    /// its bytes then; otherwise leaves it as it is.
    fn arrived_next(&self, state: &mut State, noted: &mut Noted) -> bool {
        let Noted::Message { owner, prefix, parts: Parts::Whole { head, body } } = noted else {
            return false;
        };
        let Some(id) = state.addressee(*owner, prefix.token) else { return false };
        let Some(conn) = state.conns.get(&id) else { return false };
        if head.is_none() || !conn.is_next(prefix) {
            return false;
        }
        let Some(head) = head.take() else { return false };
        let message = Message { head, body: body.take() };
        self.inbox.tell(Event::Received { conn: ConnId(id), message });
        true
    }

    #[inline(never)]
    fn work_off_one(&self, state: &mut State, noted: Noted) {
        match noted {
            Noted::Message { owner, prefix, parts } => {
                let Some(id) = state.addressee(owner, prefix.token) else {
                    tracing::debug!("a message for a connection that has ended");
                    return;
                };
                self.hear_first(state, id);
                self.arrived(state, id, prefix, parts);
            }
            Noted::Nothing => {}
            Noted::Fetched { conn: id, number, result } => {
                let Some(conn) = state.conns.get_mut(&id) else { return };
                // Invariant: by shared memory, bytes count as received only if the sender has not hung up
                // after they were read: it hangs up before it uses its memory for something else.
                if conn.socket.as_ref().is_some_and(meet::is_gone) {
                    self.end(state, id, "the peer hung up".to_owned());
                } else if let Err(fault) = conn.fetched(number, result) {
                    self.end(state, id, fault);
                } else {
                    self.deliver(state, id);
                }
            }
            Noted::Malformed { owner, token, reason } => match state.addressee(owner, token) {
                Some(id) => {
                    self.hear_first(state, id);
                    self.end(state, id, reason);
                }
                None => tracing::warn!("dropped: {reason}"),
            },
            Noted::Greeting { conn, bytes } => self.greeted(state, conn, &bytes),
            Noted::HungUp { conn } => self.end(state, conn, "the peer hung up".to_owned()),
            Noted::Failed { conn, status } => {
                let ended = state.conns.get(&conn).is_none_or(Conn::is_open);
                let reason = if ended { status.to_string() } else { status.of_connecting() };
                self.end(state, conn, reason);
            }
            Noted::Asked { listener, request } => self.accept(state, listener, request),
        }
    }

    /// A message, or the start of one.
    fn arrived(&self, state: &mut State, id: u64, prefix: Prefix, parts: Parts) {
        let Some(conn) = state.conns.get_mut(&id) else { return };
        if !conn.is_open() {
            self.end(state, id, "a message before the connection was open".to_owned());
        } else if let Err(fault) = conn.arrived(prefix, parts) {
            self.end(state, id, fault);
        } else {
            self.deliver(state, id);
        }
    }

    /// Fetches what may be fetched, and hands up what is complete and in order.
    fn deliver(&self, state: &mut State, id: u64) {
        let Some(conn) = state.conns.get_mut(&id) else { return };
        while let Some((number, rendezvous, buf)) =
            conn.next_fetch(&self.pools, self.options.receiving_bytes_max)
        {
            let inbox = self.inbox.clone();
            rendezvous.receive(buf, move |result| {
                inbox.note(Noted::Fetched { conn: id, number, result });
            });
        }
        loop {
            match conn.next() {
                Ok(Some(message)) => {
                    self.inbox.tell(Event::Received { conn: ConnId(id), message });
                }
                Ok(None) => return,
                Err(fault) => return self.end(state, id, fault),
            }
        }
    }

    // -- Shared memory

    fn shm_lane(&self, state: &mut State) -> io::Result<Rc<Lane>> {
        match state.spares.pop() {
            Some(spare) => Ok(spare),
            None => self.make_shm_lane(state),
        }
    }

    fn make_shm_lane(&self, state: &mut State) -> io::Result<Rc<Lane>> {
        let context = match &state.shm {
            Some(context) => context.clone(),
            None => {
                let context = Context::new(&self.options.shm_context_settings(true))?;
                state.shm.insert(context).clone()
            }
        };
        self.make_lane(state, &context, false)
    }

    fn listen_shm(&self, path: &Path) -> io::Result<Addr> {
        let state = &mut *self.state.borrow_mut();
        if state.spares.is_empty() {
            // Also tells now whether this machine can do it.
            let spare = self.make_shm_lane(state)?;
            state.spares.push(spare);
        }
        let meeting = Meeting::listen(path).map_err(|fault| {
            io::Error::new(fault.kind(), format!("listening at {}: {fault}", path.display()))
        })?;
        let number = state.meetings.len() as u64;
        self.watch(meeting.fd(), EPOLL_MEETING, number)?;
        let addr = Addr::Shm(path.to_owned());
        state.meetings.push((meeting, addr.clone()));
        Ok(addr)
    }

    /// Tries to get in at a listener's.
    fn knock(&self, state: &mut State, id: u64, path: &Path) {
        match meet::meet(path) {
            Ok(Some(socket)) => {
                if let Err(fault) = self.introduce(state, id, socket, None) {
                    self.never_was(state, id, fault.to_string());
                }
            }
            Ok(None) => state.at_door.push((id, path.to_owned())),
            Err(fault) => self.never_was(state, id, format!("{}: {fault}", path.display())),
        }
    }

    fn open_door(&self, state: &mut State, number: usize) -> bool {
        let mut moved = false;
        for _ in 0..ACCEPT_MAX {
            let Some((meeting, rail)) = state.meetings.get(number) else { break };
            let rail = rail.clone();
            match meeting.accept() {
                Ok(Some(socket)) => {
                    moved = true;
                    let id = state.next_conn();
                    if let Err(fault) = self.introduce(state, id, socket, Some(rail)) {
                        tracing::debug!("a shared-memory connection could not be made: {fault}");
                    }
                }
                Ok(None) => break,
                Err(fault) => {
                    tracing::warn!("accepting shared-memory connections: {fault}");
                    state.doors_closed_until = Some(self.env.now() + RETRY);
                    self.interest_in_doors(state, epoll::EventFlags::empty());
                    break;
                }
            }
        }
        moved
    }

    /// Makes our half of a shared-memory connection and tells the peer.
    fn introduce(&self, state: &mut State, id: u64, socket: OwnedFd, rail: Option<Addr>) -> io::Result<()> {
        let lane = self.shm_lane(state)?;
        lane.owner.set(id);
        meet::tell(&socket, &lane.worker.address()?)?;
        self.watch(socket.as_fd(), EPOLL_CONN, id)?;
        self.add_lane(state, &lane)?;
        let mut conn = Conn::new(lane, 0, rail);
        conn.socket = Some(socket);
        state.conns.insert(id, conn);
        Ok(())
    }

    /// The socket of a shared-memory connection has something to say.
    fn hear(&self, state: &mut State, id: u64) -> bool {
        let Some(conn) = state.conns.get_mut(&id) else { return false };
        let Some(socket) = &conn.socket else { return false };
        let said = meet::hear(socket);
        match said {
            Said::Nothing => return false,
            Said::Nonsense(reason) => self.end(state, id, reason),
            Said::Address(_) if conn.is_open() => self.end(state, id, "a second introduction".to_owned()),
            Said::Address(address) => match Endpoint::connect_address(&conn.lane.worker, &address, id) {
                Ok(endpoint) => {
                    conn.endpoint = Some(endpoint);
                    conn.open(0);
                    conn.lane.warm(&mut state.hot);
                    let conn_id = ConnId(id);
                    self.inbox.tell(match conn.rail.clone() {
                        Some(rail) => Event::Accepted { conn: conn_id, rail },
                        None => Event::Connected { conn: conn_id },
                    });
                    self.send_waiting(state, id);
                }
                Err(status) => self.end(state, id, format!("connecting by shared memory: {status}")),
            },
            Said::Gone => {
                // What it sent before it went is in our queue.
                conn.lane.progress();
                self.inbox.note(Noted::HungUp { conn: id });
            }
        }
        true
    }

    /// By shared memory a message can overtake the record by which its sender introduces itself.
    fn hear_first(&self, state: &mut State, id: u64) {
        if state.conns.get(&id).is_some_and(|conn| !conn.is_open()) {
            self.hear(state, id);
        }
    }

    // -- Both

    fn send_waiting(&self, state: &mut State, id: u64) {
        let Some(conn) = state.conns.get_mut(&id) else { return };
        while let Some(message) = conn.waiting.pop_front() {
            // There are at most `inflight_max`, so no limit is needed.
            if let Ok(Err(fault)) = conn.send(message, None) {
                return self.end(state, id, fault);
            }
        }
    }

    /// Ends a connection, by whoever's wish.
    fn end(&self, state: &mut State, id: u64, reason: String) {
        let Some(conn) = state.conns.remove(&id) else { return };
        let announced = conn.rail.is_none() || conn.is_open();
        state.tokens.remove(&conn.token);
        self.pieces.borrow_mut().forget(conn.token);
        // Invariant: the peer can see that we are gone before our memory is used for anything else.
        if let Some(socket) = &conn.socket {
            meet::hang_up(socket);
        }
        let lane = conn.lane.clone();
        conn.abandon();
        self.release(state, lane);
        if announced {
            self.inbox.tell(Event::Closed { conn: ConnId(id), reason });
        }
    }

    /// A connection or the network has let go of a lane: it ends, unless it serves others.
    fn release(&self, state: &mut State, lane: Rc<Lane>) {
        let is = |other: &Rc<Lane>| Rc::ptr_eq(other, &lane);
        // In any order: it is only asked whether there is one.
        let serves = lane.owner.get() == SHARED
            && (state.tcp.as_ref().is_some_and(|tcp| is(&tcp.lane))
                || state.conns.values().any(|conn| is(&conn.lane)));
        if serves {
            lane.warm(&mut state.hot);
        } else {
            state.lanes.remove(&lane.id);
            state.hot.retain(|hot| hot.id != lane.id);
            state.dying.push((lane, self.env.now() + DYING_MAX));
        }
    }

    /// Ends a connection that we began and that did not come to be.
    fn never_was(&self, state: &mut State, id: u64, reason: String) {
        if state.conns.contains_key(&id) {
            self.end(state, id, reason);
        } else {
            self.inbox.tell(Event::Closed { conn: ConnId(id), reason });
        }
    }

    /// Destroys workers of ended connections once their operations have completed.
    #[inline(never)]
    fn bury(&self, state: &mut State) {
        let mut now = None;
        state.dying.retain(|(lane, until)| {
            !lane.worker.wind_down() && *now.get_or_insert_with(|| self.env.now()) < *until
        });
    }

    fn make_lane(&self, state: &mut State, context: &Context, in_pieces: bool) -> io::Result<Rc<Lane>> {
        state.lanes_made += 1;
        Ok(Lane::open(state.lanes_made, context, in_pieces, &self.inbox, &self.pools, &self.pieces)?)
    }

    fn add_lane(&self, state: &mut State, lane: &Rc<Lane>) -> io::Result<()> {
        // SAFETY: the worker's event descriptor is open as long as the worker.
        let fd = unsafe { BorrowedFd::borrow_raw(lane.worker.event_fd()) };
        self.watch(fd, EPOLL_LANE, lane.id)?;
        lane.warm(&mut state.hot);
        state.lanes.insert(lane.id, lane.clone());
        Ok(())
    }

    fn watch(&self, fd: BorrowedFd<'_>, what: u64, id: u64) -> io::Result<()> {
        let data = epoll::EventData::new_u64(id << 2 | what);
        Ok(epoll::add(&self.epoll, fd, data, epoll::EventFlags::IN)?)
    }

    fn interest_in_doors(&self, state: &State, flags: epoll::EventFlags) {
        for (number, (meeting, _)) in state.meetings.iter().enumerate() {
            let data = epoll::EventData::new_u64((number as u64) << 2 | EPOLL_MEETING);
            if let Err(fault) = epoll::modify(&self.epoll, meeting.fd(), data, flags) {
                tracing::warn!("watching a listening socket: {fault}");
            }
        }
    }
}

impl State {
    fn next_conn(&mut self) -> u64 {
        self.conns_made += 1;
        self.conns_made
    }

    /// The connection that a message is for: its lane's owner, or whom the token names.
    fn addressee(&self, owner: u64, token: u64) -> Option<u64> {
        if owner == SHARED { self.tokens.get(&token).copied() } else { Some(owner) }
    }
}

impl Transport for UcxTransport {
    fn listen(&self, addr: &Addr) -> io::Result<Addr> {
        match addr {
            Addr::Tcp(address) => self.listen_tcp(*address),
            Addr::Shm(path) => self.listen_shm(path),
            Addr::Sim(_) => Err(unsupported(addr)),
        }
    }

    fn connect(&self, addr: &Addr) -> ConnId {
        let state = &mut *self.state.borrow_mut();
        let id = state.next_conn();
        match addr {
            Addr::Tcp(address) => {
                if let Err(fault) = self.connect_tcp(state, id, *address) {
                    self.never_was(state, id, fault.to_string());
                }
            }
            Addr::Shm(path) => self.knock(state, id, path),
            Addr::Sim(_) => self.never_was(state, id, unsupported(addr).to_string()),
        }
        ConnId(id)
    }

    fn send(&self, conn: ConnId, message: Message) -> Result<(), SendError> {
        let (head, body) = (message.head.len(), message.body.as_ref().map_or(0, |body| body.len()));
        if head > self.options.head_bytes_max || body > self.options.body_bytes_max {
            return Err(SendError::TooLarge { head, body });
        }
        let state = &mut *self.state.borrow_mut();
        let entry = state.conns.get_mut(&conn.0).ok_or(SendError::Closed)?;
        let sent = entry.send(message, Some(self.options.inflight_max))?;
        entry.lane.warm(&mut state.hot);
        sent.map_err(|fault| {
            self.end(state, conn.0, fault);
            SendError::Closed
        })
    }

    fn close(&self, conn: ConnId) {
        let state = &mut *self.state.borrow_mut();
        if let Some(at) = state.at_door.iter().position(|(id, _)| *id == conn.0) {
            state.at_door.swap_remove(at);
            self.never_was(state, conn.0, "closed by us".to_owned());
        }
        self.end(state, conn.0, "closed by us".to_owned());
    }

    fn poll(&self, events: &mut Vec<Event>) {
        let state = &mut *self.state.borrow_mut();
        // What `wait` has found is told at once.
        if self.inbox.events.borrow().is_empty() {
            self.progress(state);
        }
        let mut happened = self.inbox.events.borrow_mut();
        if events.is_empty() {
            std::mem::swap(events, &mut happened);
        } else {
            events.append(&mut happened);
        }
    }

    fn wait(&self, deadline: Instant) -> LocalFuture<'_, ()> {
        Box::pin(self.sleep(deadline))
    }
}

fn unsupported(addr: &Addr) -> io::Error {
    io::Error::new(io::ErrorKind::Unsupported, format!("{addr}: only tcp and shm addresses are real"))
}

impl Drop for UcxTransport {
    fn drop(&mut self) {
        let state = &mut *self.state.borrow_mut();
        let ids: Vec<u64> = state.conns.keys().copied().collect();
        for id in ids {
            self.end(state, id, String::new());
        }
        // Requests to connect hold their listener, the listener its worker.
        self.inbox.noted.borrow_mut().clear();
        if let Some(tcp) = state.tcp.take() {
            drop(tcp.listeners);
            drop(tcp.context);
        }
        // Each worker finishes its operations as it is dropped, or is leaked.
        state.hot.clear();
        state.lanes.clear();
        state.dying.clear();
        state.spares.clear();
    }
}

impl std::fmt::Debug for UcxTransport {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "UcxTransport(epoll {})", self.epoll.as_raw_fd())
    }
}
