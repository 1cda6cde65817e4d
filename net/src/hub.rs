//! The connections of one thread: calls going out, requests coming in.
//!
//! ## Who drives
//! A hub does nothing by itself: somebody must [`poll`](Hub::poll) it for what came and [`flush`](Hub::flush) it for
//! what is queued. There are two ways, and a hub is used in one of them:
//!
//! - *Its owner drives*, as a server's shard does: `poll`, handle what came, `flush`, and when there was nothing
//!   [`wait`](Hub::wait). Other tasks of the thread may call and reply meanwhile: that ends the owner's `wait`, so
//!   that it flushes; replies to their calls wake them.
//! - *Callers drive*, as a client's thread does: [`run`](Hub::run) polls a future and drives the hub meanwhile. When
//!   several tasks of a thread are in `run`, one drives for all, and another takes over when it is done.
//!
//! A hub whose `poll` was called once is its owner's from then on: `run` then only waits for its future.
//!
//! Read in this order: this file (what a hub is asked for), `drive`, `connect`, `calls` (going out), `receive` (coming in),
//! `stats`.

mod calls;
mod connect;
mod drive;
mod receive;
mod stats;

use std::cell::{Cell, RefCell};
use std::future::poll_fn;
use std::rc::Rc;
use std::task::{Poll, Waker};
use std::time::Duration;

use hashbrown::HashMap;
use osmia_env::{Addr, Buf, ConnId, Env, Event, Instant, Transport};
use osmia_protocol::frame;
use osmia_protocol::planus::WriteAsOffset;
use osmia_protocol::{ClusterId, Incarnation, Status, wire};

use crate::call::{CallError, CallFuture, CallId, Calls, Response};
use crate::conn::{Conn, Flushed, Side, State, TooLarge, Tools};
use crate::incoming::{Incoming, ReplyTo};
use crate::peer::{Identity, PeerAddrs, PeerKey};

pub use stats::HubStats;

/// Bounds of a hub. Beyond them peers are refused or callers wait: it never grows without end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Connections accepted; a further one is refused with `Overload`.
    pub connections_max: usize,
    /// Requests of one connection that are not answered yet; a further one is answered with `Overload`.
    pub inflight_max: u32,
    /// Calls in flight on one connection; a further one waits for its turn. At most the servers' `inflight_max`.
    pub calls_max: u32,
    /// Bytes queued for one connection. Beyond it a server closes the connection: the peer does not read. A client's
    /// calls wait for their turn.
    pub queue_bytes_max: usize,
    /// A message with as many bytes of frames takes no more.
    pub batch_bytes: usize,
    /// How long a connection and its handshake may take.
    pub handshake: Duration,
    /// A call without an answer by its deadline, on a connection that has been silent for as long since the call
    /// began, ends the connection: networks lose links without telling.
    pub silence: Duration,
    /// Deadline of a request that names none.
    pub budget: Duration,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            connections_max: 4096,
            inflight_max: 1024,
            calls_max: 1024,
            queue_bytes_max: 64 << 20,
            batch_bytes: 16 << 10,
            handshake: Duration::from_secs(2),
            silence: Duration::from_secs(1),
            budget: Duration::from_secs(60),
        }
    }
}

/// What a hub is made with.
#[derive(Clone, Copy, Debug)]
pub struct HubOptions {
    /// What it says of itself to peers.
    pub identity: Identity,
    /// The incarnation that its replies carry; see [`Hub::set_incarnation`].
    pub incarnation: Incarnation,
    /// The version of the cluster map that its requests and replies carry; see [`Hub::set_epoch`].
    pub epoch: u32,
    /// Its bounds.
    pub limits: Limits,
}

impl HubOptions {
    /// With incarnation and epoch 0, and the default limits.
    pub fn new(identity: Identity) -> HubOptions {
        HubOptions { identity, incarnation: Incarnation(0), epoch: 0, limits: Limits::default() }
    }
}

/// Called by [`Hub::run`] with what is neither its call's nor the handshake's.
pub type Handler = Rc<dyn Fn(&Hub, Incoming)>;

/// Connections, calls and requests of one thread. See the module.
pub struct Hub {
    env: Env,
    transport: Rc<dyn Transport>,
    inner: RefCell<Inner>,
    events: RefCell<Vec<Event>>,
    handler: RefCell<Option<Handler>>,
    /// The owner polls: `run` must not.
    owned: Cell<bool>,
    /// Somebody is in `run` and drives.
    driven: Cell<bool>,
    /// Those in `run` who do not.
    standby: RefCell<Vec<Waker>>,
    /// Whoever is in `wait`.
    waiter: RefCell<Option<Waker>>,
}

struct Inner {
    transport: Rc<dyn Transport>,
    identity: Identity,
    incarnation: Incarnation,
    epoch: u32,
    limits: Limits,
    conns: HashMap<ConnId, Conn>,
    accepted: usize,
    peers: HashMap<PeerKey, Peer>,
    calls: Calls,
    tools: Tools,
    /// A connection was begun or ended, or a call parked, since the last poll: whoever sleeps in `wait` sleeps on what
    /// the transport had before, and until a time that may be too late.
    touched: bool,
    /// Connections with something to send.
    dirty: Vec<ConnId>,
    /// Connections that the transport took no more for.
    blocked: Vec<ConnId>,
    /// Connections with calls that wait for room.
    crowded: Vec<ConnId>,
    /// Connections that are shaking hands or are refused.
    timed: Vec<ConnId>,
    /// What happened outside `poll`.
    pending: Vec<Incoming>,
    /// To wake when nothing is borrowed.
    wakers: Vec<Waker>,
    /// The time of the last poll or call.
    now: Instant,
    stats: HubStats,
}

/// A shard that we call.
struct Peer {
    addresses: Rc<[Addr]>,
    conn: Option<ConnId>,
    /// Addresses that this attempt has not tried.
    untried: Vec<Addr>,
    /// What the attempt's others said.
    failures: Vec<String>,
    refused: Option<Status>,
    /// Addresses to try last: how often in a row the peer fell silent.
    skip: usize,
    incarnation: Incarnation,
    epoch: u32,
}

/// How long a server tries to listen: tenfold what the kernel was seen to take.
const LISTEN_PATIENCE: Duration = Duration::from_secs(5);
/// Pause between two attempts.
const LISTEN_PAUSE: Duration = Duration::from_millis(50);

impl Hub {
    /// A hub over `transport`, which is its own from then on.
    pub fn new(env: Env, transport: Rc<dyn Transport>, options: HubOptions) -> Rc<Hub> {
        let inner = Inner {
            transport: transport.clone(),
            identity: options.identity,
            incarnation: options.incarnation,
            epoch: options.epoch,
            limits: options.limits,
            conns: HashMap::new(),
            accepted: 0,
            peers: HashMap::new(),
            calls: Calls::default(),
            tools: Tools::new(options.limits.batch_bytes),
            touched: false,
            dirty: Vec::new(),
            blocked: Vec::new(),
            crowded: Vec::new(),
            timed: Vec::new(),
            pending: Vec::new(),
            wakers: Vec::new(),
            now: env.now(),
            stats: HubStats::default(),
        };
        Rc::new(Hub {
            env,
            transport,
            inner: RefCell::new(inner),
            events: RefCell::default(),
            handler: RefCell::default(),
            owned: Cell::new(false),
            driven: Cell::new(false),
            standby: RefCell::default(),
            waiter: RefCell::default(),
        })
    }

    /// Time, chance and tasks of the hub's thread.
    pub fn env(&self) -> &Env {
        &self.env
    }

    /// Accepts connections at `addr`. Gives the address bound.
    ///
    /// # Errors
    /// As the transport's.
    pub fn listen(&self, addr: &Addr) -> std::io::Result<Addr> {
        self.transport.listen(addr)
    }

    /// As [`listen`](Hub::listen), and tries again for some seconds: after a kill -9 the kernel takes a moment to let go
    /// of the last life's sockets, the longer the more io_uring had in flight.
    ///
    /// # Errors
    /// As the transport's, of the last attempt.
    pub async fn listen_patiently(&self, addr: &Addr) -> std::io::Result<Addr> {
        let give_up = self.env.now() + LISTEN_PATIENCE;
        loop {
            match self.listen(addr) {
                Err(error) if self.env.now() < give_up => {
                    tracing::debug!(address = %addr, %error, "cannot listen yet");
                    self.env.tasks.sleep_until(self.env.now() + LISTEN_PAUSE).await;
                }
                Err(error) if error.kind() == std::io::ErrorKind::AddrInUse => {
                    let words = format!("another program listens there ({error})");
                    return Err(std::io::Error::new(error.kind(), words));
                }
                result => return result,
            }
        }
    }

    /// The cluster: of the identity, or learnt from the first server.
    pub fn cluster(&self) -> Option<ClusterId> {
        self.inner.borrow().identity.cluster
    }

    /// The incarnation that replies carry from now on.
    pub fn set_incarnation(&self, incarnation: Incarnation) {
        self.inner.borrow_mut().incarnation = incarnation;
    }

    /// The version of the cluster map that requests and replies carry from now on, where they name none.
    pub fn set_epoch(&self, epoch: u32) {
        self.inner.borrow_mut().epoch = epoch;
    }

    /// What [`run`](Hub::run) does with requests, notices and closed connections. Without one, requests are answered
    /// with `NotSupported` and the rest is dropped.
    pub fn set_handler(&self, handler: Handler) {
        *self.handler.borrow_mut() = Some(handler);
    }

    /// Connections that have shaken hands.
    pub fn connections(&self) -> usize {
        // In any order: they are counted.
        self.inner.borrow().conns.values().filter(|conn| conn.state == State::Ready).count()
    }

    /// The time of the last poll or call: for an owner that need not know it more exactly.
    pub fn polled_at(&self) -> Instant {
        self.inner.borrow().now
    }

    /// Calls whose outcome is not known yet.
    pub fn calls(&self) -> usize {
        self.inner.borrow().calls.len()
    }

    /// Incarnation and map version that a shard named when it was last connected to.
    pub fn last_hello(&self, key: PeerKey) -> Option<(Incarnation, u32)> {
        let inner = self.inner.borrow();
        inner
            .peers
            .get(&key)
            .filter(|peer| peer.epoch != 0 || peer.incarnation.0 != 0)
            .map(|peer| (peer.incarnation, peer.epoch))
    }

    /// Calls a shard: connects if need be, queues the request, and gives the future of its answer. The hub fills in
    /// `id`, `budget_ms`, `body_bytes`, and `epoch` where it is 0.
    ///
    /// The request leaves with the next [`flush`](Hub::flush), with all others for that shard, in the order of the
    /// calls; one with a body leaves as a message of its own.
    pub fn call(
        self: &Rc<Self>,
        to: &PeerAddrs,
        request: wire::Request,
        body: Option<Buf>,
        deadline: Instant,
    ) -> CallFuture {
        let mut request = request;
        self.call_again(to, &mut request, body, deadline)
    }

    /// As [`call`](Hub::call), with a request that the caller keeps, to send it again.
    pub fn call_again(
        self: &Rc<Self>,
        to: &PeerAddrs,
        request: &mut wire::Request,
        body: Option<Buf>,
        deadline: Instant,
    ) -> CallFuture {
        self.call_at(to, request, body, deadline, self.env.now())
    }

    /// As [`call_again`](Hub::call_again), for a caller that has just read the clock.
    pub(crate) fn call_at(
        self: &Rc<Self>,
        to: &PeerAddrs,
        request: &mut wire::Request,
        body: Option<Buf>,
        deadline: Instant,
        now: Instant,
    ) -> CallFuture {
        let id = self.inner.borrow_mut().call(to, request, body, deadline, now);
        self.wake();
        CallFuture { hub: self.clone(), id, taken: false }
    }

    /// Queues a reply. The hub fills in `id`, `incarnation`, `epoch` and `body_bytes`. Goes nowhere when the
    /// connection has ended.
    pub fn reply(&self, to: ReplyTo, mut reply: wire::Reply, body: Option<Buf>) {
        let mut guard = self.inner.borrow_mut();
        let inner = &mut *guard;
        reply.id = to.id;
        reply.incarnation = inner.incarnation.0;
        reply.epoch = inner.epoch;
        reply.body_bytes = body.as_ref().map_or(0, |body| body.len() as u32);
        inner.reply(to, |outbox, tools| match outbox.push_reply(tools, &reply, body) {
            Ok(()) => true,
            Err(TooLarge) => false,
        });
        drop(guard);
        self.wake();
    }

    /// Queues a reply that is encoded already (a frame, as `osmia_protocol::frame::push_reply` writes it, without its
    /// length): its id, incarnation and epoch are rewritten, so that it may be a recorded one. It has no body.
    pub fn reply_bytes(&self, to: ReplyTo, frame: &[u8]) {
        let mut guard = self.inner.borrow_mut();
        let inner = &mut *guard;
        let (incarnation, epoch) = (inner.incarnation.0, inner.epoch);
        inner.reply(to, |outbox, tools| {
            let patch = |frame: &mut [u8]| frame::patch_reply(frame, to.id, incarnation, epoch);
            matches!(outbox.push_recorded(tools, frame, patch), Ok(Some(())))
        });
        drop(guard);
        self.wake();
    }

    /// Gives up a request without a reply.
    pub fn forget(&self, to: ReplyTo) {
        if let Some(conn) = self.inner.borrow_mut().conns.get_mut(&to.conn) {
            conn.serving = conn.serving.saturating_sub(1);
        }
    }

    /// Queues a notice to a client. Goes nowhere when the connection has ended.
    pub fn notify(&self, conn: ConnId, notice: impl WriteAsOffset<wire::Notice>) {
        let mut guard = self.inner.borrow_mut();
        let inner = &mut *guard;
        if let Some(there) = inner.conns.get_mut(&conn)
            && there.state == State::Ready
        {
            if there.outbox.push_notice(&mut inner.tools, notice).is_err() {
                tracing::error!(peer = %there.peer, "a notice is too large: dropped");
            }
            inner.queued(conn);
        }
        drop(guard);
        self.wake();
    }

    /// Ends a connection. Its calls are lost; [`Incoming::Closed`] comes with the next poll.
    pub fn close(&self, conn: ConnId, reason: &str) {
        self.inner.borrow_mut().end(conn, reason, true, self.env.now());
        self.wake();
    }

    /// The connection to a shard, when there is one that has shaken hands.
    pub fn connection_to(&self, key: PeerKey) -> Option<ConnId> {
        let inner = self.inner.borrow();
        let conn = inner.peers.get(&key)?.conn?;
        inner.conns.get(&conn).filter(|conn| conn.state == State::Ready).map(|_| conn)
    }

    /// Resolves when the connection has ended.
    pub async fn closed(&self, conn: ConnId) {
        poll_fn(|context| match self.inner.borrow_mut().conns.get_mut(&conn) {
            None => Poll::Ready(()),
            Some(conn) => {
                if !conn.watchers.iter().any(|waker| waker.will_wake(context.waker())) {
                    conn.watchers.push(context.waker().clone());
                }
                Poll::Pending
            }
        })
        .await;
    }

    pub(crate) fn poll_call(&self, id: CallId, waker: &Waker) -> Poll<Result<Response, CallError>> {
        self.inner.borrow_mut().calls.poll(id, waker)
    }

    pub(crate) fn forget_call(&self, id: CallId) {
        // Dropped futures may be dropped by anything, also while the hub is at work: not when it is borrowed, since it
        // runs nobody's code then.
        let mut inner = self.inner.borrow_mut();
        if let Some(call) = inner.calls.forget(id)
            && call.parked.is_none()
            && let Some(conn) = inner.conns.get_mut(&call.conn)
        {
            conn.outbox.calls = conn.outbox.calls.saturating_sub(1);
        }
    }
}

impl Inner {
    /// Whether `wait` has nothing to wait for.
    fn busy(&self) -> bool {
        self.touched || !self.dirty.is_empty() || !self.pending.is_empty()
    }

    fn reply(&mut self, to: ReplyTo, push: impl FnOnce(&mut crate::conn::Outbox, &mut Tools) -> bool) {
        let Some(conn) = self.conns.get_mut(&to.conn).filter(|conn| conn.state == State::Ready) else {
            return;
        };
        conn.serving = conn.serving.saturating_sub(1);
        if !push(&mut conn.outbox, &mut self.tools) {
            tracing::error!(peer = %conn.peer, "a reply is too large or not a reply: the caller gets an error");
            let reply = wire::Reply {
                id: to.id,
                status: Status::Io.to_wire(),
                incarnation: self.incarnation.0,
                epoch: self.epoch,
                detail: Some("the server's reply could not be encoded".to_owned()),
                ..Default::default()
            };
            // A few dozen bytes always fit a frame.
            let _ = conn.outbox.push_reply(&mut self.tools, &reply, None);
        }
        self.queued(to.conn);
    }

    /// Something was queued for `id`: puts it on the list, or ends a peer that does not read.
    fn queued(&mut self, id: ConnId) {
        let Some(conn) = self.conns.get_mut(&id) else { return };
        if conn.side == Side::Accepted && conn.outbox.bytes > self.limits.queue_bytes_max {
            self.end(id, "it does not read what is sent", true, self.now);
        } else if conn.state == State::Ready && !conn.listed {
            conn.listed = true;
            self.dirty.push(id);
        }
    }

    fn flush(&mut self) {
        let mut list = std::mem::take(&mut self.blocked);
        list.append(&mut self.dirty);
        for id in list.drain(..) {
            let Some(conn) = self.conns.get_mut(&id) else { continue };
            match conn.outbox.flush(id, &*self.transport, &mut self.tools) {
                Flushed::All => conn.listed = false,
                Flushed::Blocked => self.blocked.push(id),
                Flushed::Closed => self.end(id, "the transport takes no more", true, self.now),
            }
        }
        // Keeps the longer list's memory.
        list.append(&mut self.dirty);
        self.dirty = list;
    }

    // ------------------------------------------------------------ time

    /// When `expire` has something to do next.
    fn next_timer(&mut self) -> Instant {
        let timed = self.timed.iter().filter_map(|id| match self.conns.get(id)?.state {
            State::Handshake { until } | State::Refused { until } => Some(until),
            State::Ready => None,
        });
        timed.min().unwrap_or(Instant::NEVER).min(self.calls.next_deadline())
    }
}
