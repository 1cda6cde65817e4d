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

mod stats;

use std::cell::{Cell, RefCell};
use std::future::{Future, poll_fn};
use std::pin::pin;
use std::rc::Rc;
use std::sync::Arc;
use std::task::{Poll, Waker};
use std::time::Duration;

use hashbrown::HashMap;
use osmia_env::{Addr, Buf, ConnId, Env, Event, Instant, Message, Transport};
use osmia_protocol::deep;
use osmia_protocol::frame::{self, HEAD_BYTES_MAX};
use osmia_protocol::planus::WriteAsOffset;
use osmia_protocol::{ClientId, ClusterId, Incarnation, PROTOCOL_VERSION, Role, ShardId, Status, wire};

use crate::call::{CallError, CallErrorKind, CallFuture, CallId, Calls, Parked, Response};
use crate::conn::{Conn, Flushed, Side, State, TooLarge, Tools};
use crate::incoming::{
    FrameBytes, Incoming, IncomingRequest, NoticeFrame, ReplyFrame, ReplyTo, RequestFrame,
};
pub use stats::HubStats;

use crate::peer::{self, ANY_SHARD, Identity, PeerAddrs, PeerInfo, PeerKey};

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

/// `Request.id` of a Hello. Calls have smaller ones.
const HELLO_ID: u64 = 1 << 63;

/// How long a refused peer may take to read why and close.
const REFUSED_STAY: Duration = Duration::from_secs(1);

/// Refused peers, beyond `connections_max`, that are told why; others are just closed.
const REFUSED_MAX: usize = 64;

/// When a connection is blocked, `wait` returns after this: the end of a send is no event.
const BLOCKED_RETRY: Duration = Duration::from_micros(200);

/// `Reply.retry_ms` of an overload that the hub itself reports.
const OVERLOAD_RETRY_MS: u32 = 5;

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

    /// Takes what came and appends what concerns the owner to `incoming`. Completes calls, ends those whose deadline
    /// has passed, shakes hands. Says whether anything happened.
    ///
    /// Calling it makes the caller the hub's driver for good; see the module.
    pub fn poll(&self, incoming: &mut Vec<Incoming>) -> bool {
        self.owned.set(true);
        self.progress(incoming)
    }

    fn progress(&self, incoming: &mut Vec<Incoming>) -> bool {
        let mut events = std::mem::take(&mut *self.events.borrow_mut());
        self.transport.poll(&mut events);
        let now = self.env.now();
        let mut guard = self.inner.borrow_mut();
        let inner = &mut *guard;
        inner.now = now;
        inner.touched = false;
        let mut happened = !events.is_empty() || !inner.pending.is_empty();
        for event in events.drain(..) {
            match event {
                Event::Accepted { conn, rail } => inner.accepted(conn, rail, now),
                Event::Connected { .. } => {}
                Event::Received { conn, message } => inner.received(conn, message, now, incoming),
                Event::Closed { conn, reason } => inner.end(conn, &reason, false, now),
            }
        }
        inner.expire(now);
        inner.unpark(now);
        incoming.append(&mut inner.pending);
        happened |= !inner.wakers.is_empty();
        let wakers = std::mem::take(&mut inner.wakers);
        drop(guard);
        *self.events.borrow_mut() = events;
        self.wake_all(wakers);
        happened
    }

    /// Hands what is queued to the transport: one message per connection, and one more for each body.
    pub fn flush(&self) {
        let mut inner = self.inner.borrow_mut();
        if !inner.dirty.is_empty() || !inner.blocked.is_empty() {
            inner.flush();
        }
    }

    /// Resolves when there is something to [`poll`](Hub::poll) or to [`flush`](Hub::flush), or at `deadline`. May
    /// resolve early.
    pub async fn wait(&self, deadline: Instant) {
        let deadline = {
            let mut inner = self.inner.borrow_mut();
            if inner.busy() {
                return;
            }
            let mut until = deadline.min(inner.next_timer());
            if !inner.blocked.is_empty() {
                until = until.min(self.env.now() + BLOCKED_RETRY);
            }
            until
        };
        let mut sleep = self.transport.wait(deadline);
        poll_fn(|context| {
            if self.inner.borrow().busy() {
                return Poll::Ready(());
            }
            match &mut *self.waiter.borrow_mut() {
                Some(waker) => waker.clone_from(context.waker()),
                none => *none = Some(context.waker().clone()),
            }
            sleep.as_mut().poll(context)
        })
        .await;
        self.waiter.borrow_mut().take();
    }

    /// Runs `future` to its end and drives the hub meanwhile; see the module.
    pub async fn run<T>(&self, future: impl Future<Output = T>) -> T {
        let mut future = pin!(future);
        loop {
            let done = poll_fn(|context| {
                if let Poll::Ready(value) = future.as_mut().poll(context) {
                    return Poll::Ready(Some(value));
                }
                if !self.owned.get() && !self.driven.get() {
                    return Poll::Ready(None);
                }
                let mut standby = self.standby.borrow_mut();
                if !standby.iter().any(|waker| waker.will_wake(context.waker())) {
                    standby.push(context.waker().clone());
                }
                Poll::Pending
            })
            .await;
            if let Some(value) = done {
                return value;
            }
            let driver = Driver::new(self);
            if let Some(value) = driver.drive(future.as_mut()).await {
                return value;
            }
        }
    }

    fn handle(&self, incoming: Incoming) {
        let handler = self.handler.borrow().clone();
        match (handler, incoming) {
            (Some(handler), incoming) => handler(self, incoming),
            (None, Incoming::Request(request)) => {
                let status = Status::NotSupported.to_wire();
                self.reply(request.from, wire::Reply { status, ..Default::default() }, None);
            }
            (None, _) => {}
        }
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

    /// Wakes whoever is in `wait` when there is something to flush, and those whose calls have ended. Nothing is
    /// borrowed meanwhile: a waker may hold the last of a task, with calls of its own to drop.
    fn wake(&self) {
        let (busy, wakers) = {
            let mut inner = self.inner.borrow_mut();
            (inner.busy(), std::mem::take(&mut inner.wakers))
        };
        let waiter = if busy { self.waiter.borrow_mut().take() } else { None };
        waiter.into_iter().for_each(Waker::wake);
        self.wake_all(wakers);
    }

    fn wake_all(&self, mut wakers: Vec<Waker>) {
        if wakers.capacity() == 0 {
            return;
        }
        wakers.drain(..).for_each(Waker::wake);
        let mut inner = self.inner.borrow_mut();
        if inner.wakers.capacity() == 0 {
            inner.wakers = wakers;
        }
    }
}

/// Whoever drives the hub in [`Hub::run`].
struct Driver<'a>(&'a Hub);

impl<'a> Driver<'a> {
    fn new(hub: &'a Hub) -> Driver<'a> {
        hub.driven.set(true);
        Driver(hub)
    }

    /// `None` when the hub has got an owner meanwhile.
    async fn drive<T>(&self, mut future: std::pin::Pin<&mut impl Future<Output = T>>) -> Option<T> {
        let hub = self.0;
        let mut incoming = Vec::new();
        while !hub.owned.get() {
            hub.flush();
            let happened = hub.progress(&mut incoming);
            incoming.drain(..).for_each(|incoming| hub.handle(incoming));
            let value = if happened {
                poll_fn(|context| match future.as_mut().poll(context) {
                    Poll::Ready(value) => Poll::Ready(Some(value)),
                    Poll::Pending => Poll::Ready(None),
                })
                .await
            } else {
                let mut wait = pin!(hub.wait(Instant::NEVER));
                poll_fn(|context| {
                    if let Poll::Ready(value) = future.as_mut().poll(context) {
                        return Poll::Ready(Some(value));
                    }
                    wait.as_mut().poll(context).map(|()| None)
                })
                .await
            };
            if value.is_some() {
                return value;
            }
        }
        None
    }
}

impl Drop for Driver<'_> {
    fn drop(&mut self) {
        self.0.driven.set(false);
        let standby = std::mem::take(&mut *self.0.standby.borrow_mut());
        standby.into_iter().for_each(Waker::wake);
    }
}

impl Inner {
    /// Whether `wait` has nothing to wait for.
    fn busy(&self) -> bool {
        self.touched || !self.dirty.is_empty() || !self.pending.is_empty()
    }

    // ------------------------------------------------------------ going out

    fn call(
        &mut self,
        to: &PeerAddrs,
        request: &mut wire::Request,
        body: Option<Buf>,
        deadline: Instant,
        now: Instant,
    ) -> CallId {
        self.now = now;
        if request.epoch == 0 {
            request.epoch = self.epoch;
        }
        request.body_bytes = body.as_ref().map_or(0, |body| body.len() as u32);
        let conn = match self.connection(to, now) {
            Ok(conn) => conn,
            Err(error) => {
                let id = self.calls.begin(to.key, ConnId(u64::MAX), now, deadline);
                self.fail(id, error);
                return id;
            }
        };
        let id = self.calls.begin(to.key, conn, now, deadline);
        request.id = id.to_wire();
        let there = self.conns.get_mut(&conn).expect("connection() gives one that is there");
        // Before the handshake is done nothing is encoded: a call that is given up by then has not been sent.
        if there.state == State::Ready && there.outbox.parked.is_empty() && room(&there.outbox, &self.limits)
        {
            self.issue(id, request, body, now);
        } else {
            self.touched = true;
            there.outbox.parked.push_back(id);
            if let Some(call) = self.calls.waiting(id) {
                call.parked = Some(Box::new(Parked { request: request.clone(), body }));
            }
            if !self.crowded.contains(&conn) {
                self.crowded.push(conn);
            }
        }
        id
    }

    /// Queues a call's request on its connection.
    fn issue(&mut self, id: CallId, request: &mut wire::Request, body: Option<Buf>, now: Instant) {
        let Some(call) = self.calls.waiting(id) else { return };
        request.budget_ms = budget_ms(call.deadline.since(now));
        let conn_id = call.conn;
        let Some(conn) = self.conns.get_mut(&conn_id) else { return };
        match conn.outbox.push_request(&mut self.tools, request, body) {
            Ok(()) => {
                conn.outbox.calls += 1;
                self.queued(conn_id);
            }
            Err(TooLarge) => self.fail_kind(id, CallErrorKind::TooLarge, ""),
        }
    }

    /// Begins calls that waited for room.
    fn unpark(&mut self, now: Instant) {
        let mut i = 0;
        while let Some(&conn) = self.crowded.get(i) {
            match self.conns.get_mut(&conn) {
                Some(there) if !there.outbox.parked.is_empty() => {
                    if there.state != State::Ready || !room(&there.outbox, &self.limits) {
                        i += 1;
                        continue;
                    }
                    let Some(id) = there.outbox.parked.pop_front() else { continue };
                    if let Some(mut parked) = self.calls.waiting(id).and_then(|call| call.parked.take()) {
                        self.issue(id, &mut parked.request, parked.body.take(), now);
                    }
                }
                _ => {
                    self.crowded.swap_remove(i);
                }
            }
        }
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

    // ------------------------------------------------------------ connections

    /// The connection to a shard; begins one when there is none.
    fn connection(&mut self, to: &PeerAddrs, now: Instant) -> Result<ConnId, CallError> {
        let peer = self.peers.entry(to.key).or_insert_with(|| Peer {
            addresses: to.addresses.clone(),
            conn: None,
            untried: Vec::new(),
            failures: Vec::new(),
            refused: None,
            skip: 0,
            incarnation: Incarnation(0),
            epoch: 0,
        });
        if let Some(conn) = peer.conn {
            return Ok(conn);
        }
        if !Rc::ptr_eq(&peer.addresses, &to.addresses) {
            peer.addresses = to.addresses.clone();
        }
        peer.untried = peer::order(&peer.addresses, peer.skip);
        peer.untried.reverse();
        peer.failures.clear();
        peer.refused = None;
        self.connect_next(to.key, now).ok_or_else(|| CallError {
            kind: CallErrorKind::Unreachable,
            peer: to.key,
            addr: None,
            reason: "it has no address that this node can use".into(),
        })
    }

    /// Begins a connection to the next address of the attempt, with our Hello.
    fn connect_next(&mut self, key: PeerKey, now: Instant) -> Option<ConnId> {
        let peer = self.peers.get_mut(&key)?;
        let addr = peer.untried.pop()?;
        self.touched = true;
        let id = self.transport.connect(&addr);
        peer.conn = Some(id);
        self.stats.connects += 1;
        let until = now + self.limits.handshake;
        let mut conn = Conn::new(id, addr, Side::Made(key), until, now);
        let hello = wire::Hello {
            protocol_version: PROTOCOL_VERSION,
            cluster: Some(self.identity.cluster.map_or(Vec::new(), |cluster| cluster.0.to_vec())),
            role: self.identity.role.to_wire(),
            shard: self.identity.shard.0,
            client: self.identity.client.0,
        };
        let request = wire::Request {
            id: HELLO_ID,
            budget_ms: budget_ms(self.limits.handshake),
            call: Some(wire::Call::Hello(Box::new(hello))),
            ..Default::default()
        };
        // It leaves at once; what callers queue stays until the answer is there. `Closed` is followed by an event that
        // says why; should the transport have no room, the attempt is over.
        let mut outbox = crate::conn::Outbox::default();
        if outbox.push_request(&mut self.tools, &request, None).is_err()
            || outbox.flush(id, &*self.transport, &mut self.tools) == Flushed::Blocked
        {
            conn.state = State::Handshake { until: now };
        }
        self.timed.push(id);
        self.conns.insert(id, conn);
        Some(id)
    }

    fn accepted(&mut self, id: ConnId, rail: Addr, now: Instant) {
        self.stats.accepts += 1;
        if self.accepted >= self.limits.connections_max + REFUSED_MAX {
            self.transport.close(id);
            self.stats.refused += 1;
            return;
        }
        self.accepted += 1;
        let until = now + self.limits.handshake;
        self.conns.insert(id, Conn::new(id, rail, Side::Accepted, until, now));
        self.timed.push(id);
    }

    /// A connection has ended, or (`close`) is ended by us.
    fn end(&mut self, id: ConnId, reason: &str, close: bool, now: Instant) {
        let Some(mut conn) = self.conns.remove(&id) else { return };
        self.wakers.append(&mut conn.watchers);
        if close {
            self.touched = true;
            self.transport.close(id);
        }
        tracing::debug!(peer = %conn.peer, addr = %conn.addr, reason, "connection ended");
        let ready = conn.state == State::Ready;
        if ready {
            self.pending.push(Incoming::Closed { peer: conn.peer });
        }
        match conn.side {
            Side::Accepted => self.accepted -= 1,
            Side::Made(key) if ready => {
                if let Some(peer) = self.peers.get_mut(&key) {
                    peer.conn = None;
                }
                for call in self.calls.of(id) {
                    let parked = self.calls.waiting(call).is_some_and(|call| call.parked.is_some());
                    let kind = if parked { CallErrorKind::Unreachable } else { CallErrorKind::Lost };
                    let error =
                        CallError { kind, peer: key, addr: Some(conn.addr.clone()), reason: reason.into() };
                    self.fail(call, error);
                }
            }
            Side::Made(key) => self.attempt_failed(id, key, conn, reason, now),
        }
    }

    /// A connection failed before or in its handshake: what is queued goes to the next address, or fails.
    fn attempt_failed(&mut self, id: ConnId, key: PeerKey, conn: Conn, reason: &str, now: Instant) {
        if let Some(peer) = self.peers.get_mut(&key) {
            peer.conn = None;
            peer.failures.push(format!("{}: {reason}", conn.addr));
        }
        let calls = self.calls.of(id);
        if !calls.is_empty()
            && let Some(next) = self.connect_next(key, now)
        {
            for call in calls {
                if let Some(call) = self.calls.waiting(call) {
                    call.conn = next;
                }
            }
            if !conn.outbox.parked.is_empty() {
                self.crowded.push(next);
            }
            if let Some(there) = self.conns.get_mut(&next) {
                there.outbox = conn.outbox;
            }
            return;
        }
        let (failures, refused) = match self.peers.get_mut(&key) {
            Some(peer) => (std::mem::take(&mut peer.failures), peer.refused),
            None => (Vec::new(), None),
        };
        let kind = refused.map_or(CallErrorKind::Unreachable, CallErrorKind::Refused);
        let reason: Arc<str> = failures.join("; ").into();
        for call in calls {
            self.fail(call, CallError { kind, peer: key, addr: None, reason: reason.clone() });
        }
    }

    fn fail_kind(&mut self, id: CallId, kind: CallErrorKind, reason: &str) {
        let Some(call) = self.calls.waiting(id) else { return };
        let addr = self.conns.get(&call.conn).map(|conn| conn.addr.clone());
        let error = CallError { kind, peer: call.peer, addr, reason: reason.into() };
        self.fail(id, error);
    }

    fn fail(&mut self, id: CallId, error: CallError) {
        self.stats.calls_failed += 1;
        self.calls.finish(id, Err(error), &mut self.wakers);
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

    fn expire(&mut self, now: Instant) {
        while let Some(id) = self.calls.expired(now) {
            self.call_expired(id, now);
        }
        let mut i = 0;
        while let Some(&id) = self.timed.get(i) {
            match self.conns.get(&id).map(|conn| conn.state) {
                None | Some(State::Ready) => {
                    self.timed.swap_remove(i);
                }
                Some(State::Handshake { until } | State::Refused { until }) if until <= now => {
                    self.timed.swap_remove(i);
                    self.end(id, "no handshake in time", true, now);
                }
                Some(_) => i += 1,
            }
        }
    }

    fn call_expired(&mut self, id: CallId, now: Instant) {
        let Some(call) = self.calls.waiting(id) else { return };
        let (conn_id, peer, begun, parked) = (call.conn, call.peer, call.begun, call.parked.is_some());
        let Some(conn) = self.conns.get_mut(&conn_id) else {
            self.fail_kind(id, CallErrorKind::Deadline { sent: true }, "");
            return;
        };
        let sent = conn.state == State::Ready && !parked;
        if !parked {
            conn.outbox.calls = conn.outbox.calls.saturating_sub(1);
        }
        let silent = sent && conn.received <= begun && now.since(begun) >= self.limits.silence;
        self.fail_kind(id, CallErrorKind::Deadline { sent }, "");
        if silent {
            if let Some(peer) = self.peers.get_mut(&peer) {
                peer.skip = peer.skip.wrapping_add(1);
            }
            self.end(conn_id, "it has been silent for too long", true, now);
        }
    }

    // ------------------------------------------------------------ coming in

    fn received(&mut self, id: ConnId, message: Message, now: Instant, incoming: &mut Vec<Incoming>) {
        let Some(conn) = self.conns.get_mut(&id) else { return };
        conn.received = now;
        self.stats.messages_received += 1;
        if let Err(what) = self.read(id, message, now, incoming) {
            self.stats.malformed += 1;
            if let Some(conn) = self.conns.get(&id) {
                // Once per connection: it is closed.
                tracing::warn!(peer = %conn.peer, addr = %conn.addr, what, "malformed message: connection closed");
            }
            self.end(id, &format!("malformed message: {what}"), true, now);
        }
    }

    /// Reads the frames of a message. The error says what is wrong with it.
    fn read(
        &mut self,
        id: ConnId,
        message: Message,
        now: Instant,
        incoming: &mut Vec<Incoming>,
    ) -> Result<(), String> {
        if message.head.len() > HEAD_BYTES_MAX {
            return Err(format!("a head of {} bytes", message.head.len()));
        }
        let head = Rc::new(message.head);
        let mut body = message.body.filter(|body| !body.is_empty());
        let mut take_body = |bytes: osmia_protocol::planus::Result<u32>| -> Result<Option<Buf>, String> {
            match (bytes.map_err(|error| error.to_string())?, body.as_ref().map_or(0, |body| body.len())) {
                (0, _) => Ok(None),
                (claimed, there) if claimed as usize == there => Ok(body.take()),
                (claimed, there) => Err(format!("a frame claims {claimed} bytes of a body of {there}")),
            }
        };
        let start = head.as_ptr() as usize;
        for bytes in frame::frames(&head) {
            let bytes = bytes.map_err(|error| error.to_string())?;
            let at = bytes.as_ptr() as usize - start;
            let frame = || FrameBytes::new(head.clone(), at..at + bytes.len());
            self.stats.frames_received += 1;
            let body = frame::read(bytes).map_err(|error| error.to_string())?;
            deep::check(&body, bytes.len()).map_err(|error| error.to_string())?;
            // A frame before may have ended the connection.
            let Some(conn) = self.conns.get_mut(&id) else { return Ok(()) };
            let wrong = |error: osmia_protocol::planus::Error| error.to_string();
            match (conn.side, conn.state, body) {
                (_, State::Refused { .. }, _) => return Ok(()),
                (Side::Accepted, State::Handshake { .. }, wire::FrameBodyRef::Request(request)) => {
                    self.hello(id, &request, now)?;
                }
                (Side::Accepted, State::Ready, wire::FrameBodyRef::Request(request)) => {
                    let from = ReplyTo { conn: id, id: request.id().map_err(wrong)? };
                    let budget = match request.budget_ms().map_err(wrong)? {
                        0 => self.limits.budget,
                        ms => Duration::from_millis(u64::from(ms)),
                    };
                    let body = take_body(request.body_bytes())?;
                    if conn.serving >= self.limits.inflight_max {
                        self.stats.overloads += 1;
                        self.refuse(from, Status::Overload);
                        continue;
                    }
                    conn.serving += 1;
                    incoming.push(Incoming::Request(IncomingRequest {
                        from,
                        peer: conn.peer,
                        frame: RequestFrame(frame()),
                        body,
                        received: now,
                        deadline: now + budget,
                    }));
                }
                (Side::Made(_), State::Handshake { .. }, wire::FrameBodyRef::Reply(reply)) => {
                    self.hello_answered(id, &reply, now)?;
                }
                (Side::Made(_), State::Ready, wire::FrameBodyRef::Reply(reply)) => {
                    let call = CallId::from_wire(reply.id().map_err(wrong)?);
                    let body = take_body(reply.body_bytes())?;
                    // A late reply finds no call, and is dropped. One to another connection's call is a lie.
                    if let Some(waiting) = self.calls.waiting(call) {
                        if waiting.conn != id || waiting.parked.is_some() {
                            return Err("it answers what it was not asked".to_owned());
                        }
                        conn.outbox.calls = conn.outbox.calls.saturating_sub(1);
                        let response = Response { frame: ReplyFrame(frame()), body };
                        self.calls.finish(call, Ok(response), &mut self.wakers);
                    }
                }
                (Side::Made(_), State::Ready, wire::FrameBodyRef::Notice(_)) => {
                    incoming.push(Incoming::Notice { peer: conn.peer, frame: NoticeFrame(frame()) });
                }
                (Side::Accepted, _, _) => return Err("a client may only send requests".to_owned()),
                (Side::Made(_), _, _) => return Err("a server may only send replies and notices".to_owned()),
            }
        }
        match body {
            Some(body) => Err(format!("a body of {} bytes that no frame claims", body.len())),
            None => Ok(()),
        }
    }

    /// The first request of a connection.
    fn hello(&mut self, id: ConnId, request: &wire::RequestRef<'_>, now: Instant) -> Result<(), String> {
        let wrong = |error: osmia_protocol::planus::Error| error.to_string();
        let Some(wire::CallRef::Hello(hello)) = request.call().map_err(wrong)? else {
            return Err("its first request is not Hello".to_owned());
        };
        let from = ReplyTo { conn: id, id: request.id().map_err(wrong)? };
        let version = hello.protocol_version().map_err(wrong)?;
        let cluster = hello.cluster().map_err(wrong)?.unwrap_or_default();
        let role = Role::from_wire(hello.role().map_err(wrong)?);
        let same = self.identity.cluster.is_some_and(|ours| ours.0 == *cluster);
        let asks = cluster.is_empty() && role == Some(Role::Client);
        // In any order: they are counted.
        let ready =
            self.conns.values().filter(|conn| conn.side == Side::Accepted && conn.state == State::Ready);
        let (role, status, detail) = match role {
            _ if version != PROTOCOL_VERSION => (
                Role::Client,
                Status::WrongVersion,
                format!("this server speaks version {PROTOCOL_VERSION} of the protocol, the peer {version}"),
            ),
            None => (Role::Client, Status::Malformed, "the peer's role is unknown".to_owned()),
            Some(role) if !same && !asks => {
                let id =
                    |known: Option<ClusterId>| known.map_or("none".to_owned(), |known| known.to_string());
                let (ours, theirs) = (id(self.identity.cluster), id(ClusterId::try_from(cluster).ok()));
                let detail = format!(
                    "this server belongs to cluster {ours}, its peer names {theirs}: correct `id` under [cluster] in the \
                     peer's configuration, or its addresses"
                );
                (role, Status::WrongCluster, detail)
            }
            Some(role)
                if self.accepted > self.limits.connections_max
                    && ready.count() >= self.limits.connections_max =>
            {
                (role, Status::Overload, format!("{} connections are open", self.limits.connections_max))
            }
            Some(role) => (role, Status::Ok, String::new()),
        };
        let Some(conn) = self.conns.get_mut(&id) else { return Ok(()) };
        conn.peer = PeerInfo {
            conn: id,
            role,
            shard: ShardId(hello.shard().map_err(wrong)?),
            client: ClientId(hello.client().map_err(wrong)?),
        };
        let mut reply = wire::Reply {
            id: from.id,
            status: status.to_wire(),
            incarnation: self.incarnation.0,
            epoch: self.epoch,
            ..Default::default()
        };
        if status == Status::Ok {
            conn.state = State::Ready;
            reply.outcome = Some(wire::Outcome::HelloOk(Box::new(wire::HelloOk {
                protocol_version: PROTOCOL_VERSION,
                cluster: self.identity.cluster.map(|cluster| cluster.0.to_vec()),
                shard: self.identity.shard.0,
                incarnation: self.incarnation.0,
                epoch: self.epoch,
            })));
        } else {
            tracing::warn!(peer = %conn.peer, addr = %conn.addr, %status, detail, "peer refused");
            self.stats.refused += 1;
            conn.state = State::Refused { until: now + REFUSED_STAY };
            reply.detail = Some(detail);
        }
        // A Hello's answer always fits a frame.
        let _ = conn.outbox.push_reply(&mut self.tools, &reply, None);
        if conn.outbox.flush(id, &*self.transport, &mut self.tools) == Flushed::Blocked {
            conn.listed = true;
            self.blocked.push(id);
        }
        Ok(())
    }

    /// The answer to our Hello.
    fn hello_answered(&mut self, id: ConnId, reply: &wire::ReplyRef<'_>, now: Instant) -> Result<(), String> {
        let wrong = |error: osmia_protocol::planus::Error| error.to_string();
        let Some(conn) = self.conns.get_mut(&id) else { return Ok(()) };
        let Side::Made(key) = conn.side else { return Ok(()) };
        if reply.id().map_err(wrong)? != HELLO_ID {
            return Err("it answers what it was not asked".to_owned());
        }
        let status = Status::from_wire(reply.status().map_err(wrong)?).unwrap_or(Status::Io);
        let mut refuse = |status: Status, detail: String| {
            if let Some(peer) = self.peers.get_mut(&key) {
                peer.refused = Some(status);
            }
            self.stats.refused += 1;
            detail
        };
        let refused = match (status, reply.outcome().map_err(wrong)?) {
            (Status::Ok, Some(wire::OutcomeRef::HelloOk(ok))) => {
                let version = ok.protocol_version().map_err(wrong)?;
                let cluster = ClusterId::try_from(ok.cluster().map_err(wrong)?.unwrap_or_default());
                let shard = ShardId(ok.shard().map_err(wrong)?);
                match (cluster, self.identity.cluster) {
                    _ if version != PROTOCOL_VERSION => Some(refuse(
                        Status::WrongVersion,
                        format!("it speaks version {version} of the protocol, we {PROTOCOL_VERSION}"),
                    )),
                    (Err(_), _) => return Err("its cluster id is not 16 bytes".to_owned()),
                    (Ok(theirs), Some(ours)) if theirs != ours => Some(refuse(
                        Status::WrongCluster,
                        format!("it belongs to cluster {theirs}, we to {ours}"),
                    )),
                    _ if shard != key.shard && key.shard != ANY_SHARD => {
                        let is = PeerKey { shard, ..key };
                        Some(refuse(Status::WrongShard, format!("it is {is}, not {key}")))
                    }
                    (Ok(theirs), _) => {
                        self.identity.cluster = Some(theirs);
                        conn.state = State::Ready;
                        if let Some(peer) = self.peers.get_mut(&key) {
                            peer.failures.clear();
                            peer.incarnation = Incarnation(ok.incarnation().map_err(wrong)?);
                            peer.epoch = ok.epoch().map_err(wrong)?;
                        }
                        None
                    }
                }
            }
            (Status::Ok, _) => return Err("its answer to Hello is none".to_owned()),
            (status, _) => {
                let detail = reply.detail().map_err(wrong)?.unwrap_or_default();
                Some(refuse(status, format!("{status}: {detail}")))
            }
        };
        // Calls that wait for it begin at the end of this poll.
        if let Some(reason) = refused {
            self.end(id, &reason, true, now);
        }
        Ok(())
    }

    fn refuse(&mut self, to: ReplyTo, status: Status) {
        let reply = wire::Reply {
            id: to.id,
            status: status.to_wire(),
            incarnation: self.incarnation.0,
            epoch: self.epoch,
            retry_ms: OVERLOAD_RETRY_MS,
            ..Default::default()
        };
        if let Some(conn) = self.conns.get_mut(&to.conn) {
            // A few dozen bytes always fit a frame.
            let _ = conn.outbox.push_reply(&mut self.tools, &reply, None);
            self.queued(to.conn);
        }
    }
}

/// Whether a call may be queued at once.
fn room(outbox: &crate::conn::Outbox, limits: &Limits) -> bool {
    outbox.calls < limits.calls_max && outbox.bytes < limits.queue_bytes_max
}

/// What is left of a deadline, as it travels: rounded up, so that 0 is only "none".
fn budget_ms(left: Duration) -> u32 {
    u32::try_from(left.as_micros().div_ceil(1000)).unwrap_or(u32::MAX).max(1)
}
