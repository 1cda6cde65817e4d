//! A small world for tests: virtual time, one thread, and a network in memory whose faults a test chooses.
#![allow(dead_code, missing_docs, clippy::unwrap_used)]

use std::cell::{Cell, RefCell};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap, HashMap, HashSet, VecDeque};
use std::future::Future;
use std::io;
use std::pin::Pin;
use std::rc::Rc;
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll, Wake, Waker};
use std::time::Duration;

use osmia_env::transport::SendError;
use osmia_env::{
    Addr, Clock, ConnId, Env, Event, Instant, LocalFuture, Message, Rng, Tasks, Timestamp, Transport,
};
use osmia_net::{Hub, HubOptions, Identity, Incoming, IncomingRequest, PeerAddrs};
use osmia_protocol::{ClientId, ClusterId, Role, ShardId, wire};

pub const CLUSTER: ClusterId = ClusterId([7; 16]);
pub const SECOND: Duration = Duration::from_secs(1);
pub const MS: Duration = Duration::from_millis(1);

/// One message takes as long.
pub const LATENCY: Duration = Duration::from_micros(10);

struct Flag {
    id: usize,
    ready: Arc<Mutex<VecDeque<usize>>>,
}

impl Wake for Flag {
    fn wake(self: Arc<Self>) {
        self.ready.lock().unwrap().push_back(self.id);
    }
}

type Timer = Reverse<(Instant, usize)>;

pub struct World {
    now: Cell<Instant>,
    seed: Cell<u64>,
    ready: Arc<Mutex<VecDeque<usize>>>,
    tasks: RefCell<HashMap<usize, LocalFuture<'static, ()>>>,
    next: Cell<usize>,
    timers: RefCell<BinaryHeap<Timer>>,
    timer_wakers: RefCell<BTreeMap<usize, Waker>>,
    pub net: RefCell<Net>,
}

/// The network: who listens where, and what is under way.
#[derive(Default)]
pub struct Net {
    listeners: HashMap<Addr, usize>,
    nodes: Vec<Node>,
    conns: u64,
    /// Other end, and its node.
    ends: HashMap<ConnId, (ConnId, usize)>,
    /// Every message handed over: heads.
    pub sent: Vec<(ConnId, Vec<u8>)>,
    /// Addresses where nobody answers and nothing is refused.
    pub black: HashSet<Addr>,
    /// Connections that deliver nothing more, silently.
    pub cut: HashSet<ConnId>,
    /// Messages per connection that are taken before `Full`.
    pub room: Option<usize>,
}

#[derive(Default)]
struct Node {
    arriving: VecDeque<(Instant, Event)>,
    waker: Option<Waker>,
    /// Messages not polled by the other side yet, per connection of ours.
    inflight: HashMap<ConnId, usize>,
}

pub struct SleepTimer {
    world: Rc<World>,
    deadline: Instant,
    id: Option<usize>,
}

impl Future for SleepTimer {
    type Output = ();

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<()> {
        if self.world.now.get() >= self.deadline {
            return Poll::Ready(());
        }
        if self.deadline == Instant::NEVER {
            return Poll::Pending;
        }
        let id = match self.id {
            Some(id) => id,
            None => {
                let id = self.world.number();
                self.world.timers.borrow_mut().push(Reverse((self.deadline, id)));
                self.id = Some(id);
                id
            }
        };
        self.world.timer_wakers.borrow_mut().insert(id, context.waker().clone());
        Poll::Pending
    }
}

impl Drop for SleepTimer {
    fn drop(&mut self) {
        if let Some(id) = self.id {
            self.world.timer_wakers.borrow_mut().remove(&id);
        }
    }
}

impl World {
    pub fn new() -> Rc<World> {
        Rc::new(World {
            now: Cell::new(Instant(1_000_000_000)),
            seed: Cell::new(1),
            ready: Arc::default(),
            tasks: RefCell::default(),
            next: Cell::new(1),
            timers: RefCell::default(),
            timer_wakers: RefCell::default(),
            net: RefCell::default(),
        })
    }

    fn number(&self) -> usize {
        self.next.replace(self.next.get() + 1)
    }

    pub fn now(&self) -> Instant {
        self.now.get()
    }

    pub fn env(self: &Rc<Self>) -> Env {
        let seam = Rc::new(Seam(self.clone()));
        Env { clock: seam.clone(), rng: seam.clone(), tasks: seam }
    }

    pub fn spawn(&self, task: impl Future<Output = ()> + 'static) {
        let id = self.number();
        self.tasks.borrow_mut().insert(id, Box::pin(task));
        self.ready.lock().unwrap().push_back(id);
    }

    /// Runs everything until the future is done. Panics when nothing can happen any more, or after a virtual hour.
    pub fn run<T: 'static>(self: &Rc<Self>, future: impl Future<Output = T> + 'static) -> T {
        let result = Rc::new(RefCell::new(None));
        let slot = result.clone();
        self.spawn(async move {
            let value = future.await;
            *slot.borrow_mut() = Some(value);
        });
        let end = self.now() + Duration::from_secs(3600);
        loop {
            if let Some(value) = result.borrow_mut().take() {
                return value;
            }
            let next = self.ready.lock().unwrap().pop_front();
            if let Some(id) = next {
                let task = self.tasks.borrow_mut().remove(&id);
                if let Some(mut task) = task {
                    let waker = Waker::from(Arc::new(Flag { id, ready: self.ready.clone() }));
                    if task.as_mut().poll(&mut Context::from_waker(&waker)).is_pending() {
                        self.tasks.borrow_mut().insert(id, task);
                    }
                }
                continue;
            }
            let Reverse((at, id)) = self.timers.borrow_mut().pop().expect("nothing can happen any more");
            let waker = self.timer_wakers.borrow_mut().remove(&id);
            if let Some(waker) = waker {
                self.now.set(self.now().max(at));
                assert!(self.now() < end, "a virtual hour has passed");
                waker.wake();
            }
        }
    }

    pub fn sleep(self: &Rc<Self>, duration: Duration) -> SleepTimer {
        SleepTimer { world: self.clone(), deadline: self.now() + duration, id: None }
    }

    pub fn transport(self: &Rc<Self>) -> Rc<Loopback> {
        let mut net = self.net.borrow_mut();
        net.nodes.push(Node::default());
        Rc::new(Loopback { world: self.clone(), node: net.nodes.len() - 1 })
    }

    /// A hub of a client.
    pub fn client(self: &Rc<Self>, id: u64) -> Rc<Hub> {
        self.hub(HubOptions::new(Identity::client(Some(CLUSTER), ClientId(id))))
    }

    pub fn hub(self: &Rc<Self>, options: HubOptions) -> Rc<Hub> {
        Hub::new(self.env(), self.transport(), options)
    }

    /// A metadata shard at `sim://number` whose requests `serve` answers. It never ends by itself.
    pub fn server(
        self: &Rc<Self>,
        number: u64,
        options: HubOptions,
        serve: impl FnMut(&Rc<Hub>, Incoming) + 'static,
    ) -> Rc<Hub> {
        let hub = self.hub(options);
        hub.listen(&Addr::Sim(number)).unwrap();
        self.spawn(drive(hub.clone(), serve));
        hub
    }
}

/// A shard's loop.
pub async fn drive(hub: Rc<Hub>, mut serve: impl FnMut(&Rc<Hub>, Incoming)) {
    let mut incoming = Vec::new();
    loop {
        hub.poll(&mut incoming);
        incoming.drain(..).for_each(|incoming| serve(&hub, incoming));
        hub.flush();
        hub.wait(Instant::NEVER).await;
    }
}

pub fn server_options(shard: u16) -> HubOptions {
    HubOptions::new(Identity::server(CLUSTER, Role::Metadata, ShardId::new(shard, 0)))
}

pub fn peer(shard: u16, addresses: &[u64]) -> PeerAddrs {
    let addresses: Vec<Addr> = addresses.iter().map(|&number| Addr::Sim(number)).collect();
    PeerAddrs::new(Role::Metadata, ShardId::new(shard, 0), addresses)
}

/// Answers every request with `Done`.
pub fn done(hub: &Rc<Hub>, incoming: Incoming) {
    if let Incoming::Request(request) = incoming {
        hub.reply(request.from, ok(), None);
    }
}

pub fn ok() -> wire::Reply {
    wire::Reply { outcome: Some(wire::Outcome::Done(Box::default())), ..Default::default() }
}

pub fn statfs() -> wire::Request {
    wire::Request { call: Some(wire::Call::Statfs(Box::default())), ..Default::default() }
}

pub fn owned(request: &IncomingRequest) -> wire::Request {
    wire::Request::try_from(request.frame.get()).unwrap()
}

struct Seam(Rc<World>);

impl Clock for Seam {
    fn now(&self) -> Instant {
        self.0.now()
    }
    fn timestamp(&self) -> Timestamp {
        Timestamp(self.0.now().0 as i64)
    }
}

impl Rng for Seam {
    fn next_u64(&self) -> u64 {
        // splitmix64
        let seed = self.0.seed.get().wrapping_add(0x9e37_79b9_7f4a_7c15);
        self.0.seed.set(seed);
        let mut z = seed;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
}

impl Tasks for Seam {
    fn spawn(&self, task: LocalFuture<'static, ()>) {
        self.0.spawn(task);
    }
    fn sleep_until(&self, deadline: Instant) -> LocalFuture<'static, ()> {
        Box::pin(SleepTimer { world: self.0.clone(), deadline, id: None })
    }
    fn yield_now(&self) -> LocalFuture<'static, ()> {
        Box::pin(self.0.sleep(Duration::from_nanos(1)))
    }
    fn readable(&self, _: i32, _: Instant) -> LocalFuture<'static, io::Result<bool>> {
        panic!("no descriptors here")
    }
    fn run_blocking(&self, work: Box<dyn FnOnce() + Send>) -> LocalFuture<'static, ()> {
        work();
        self.yield_now()
    }
}

pub struct Loopback {
    world: Rc<World>,
    node: usize,
}

impl World {
    fn deliver(&self, net: &mut Net, node: usize, event: Event) {
        let at = self.now() + LATENCY;
        net.nodes[node].arriving.push_back((at, event));
        if let Some(waker) = net.nodes[node].waker.take() {
            waker.wake();
        }
    }

    /// Ends a connection at both ends.
    pub fn break_conn(&self, conn: ConnId) {
        let net = &mut *self.net.borrow_mut();
        if let Some((other, node)) = net.ends.remove(&conn) {
            self.deliver(net, node, Event::Closed { conn: other, reason: "broken".into() });
            if let Some((_, ours)) = net.ends.remove(&other) {
                self.deliver(net, ours, Event::Closed { conn, reason: "broken".into() });
            }
        }
    }

    /// Ends every connection.
    pub fn break_all(&self) {
        let mut conns: Vec<ConnId> = self.net.borrow().ends.keys().copied().collect();
        conns.sort();
        conns.into_iter().for_each(|conn| self.break_conn(conn));
    }

    /// Connections that deliver nothing any more, without a word: every one that is open.
    pub fn cut_all(&self) {
        let net = &mut *self.net.borrow_mut();
        net.cut.extend(net.ends.keys());
    }

    /// Nobody listens there any more.
    pub fn unlisten(&self, number: u64) {
        self.net.borrow_mut().listeners.remove(&Addr::Sim(number));
    }
}

impl Transport for Loopback {
    fn listen(&self, addr: &Addr) -> io::Result<Addr> {
        self.world.net.borrow_mut().listeners.insert(addr.clone(), self.node);
        Ok(addr.clone())
    }

    fn connect(&self, addr: &Addr) -> ConnId {
        let net = &mut *self.world.net.borrow_mut();
        let (ours, theirs) = (ConnId(net.conns), ConnId(net.conns + 1));
        net.conns += 2;
        if net.black.contains(addr) {
            net.ends.insert(ours, (theirs, usize::MAX));
            net.cut.insert(ours);
            return ours;
        }
        match net.listeners.get(addr).copied() {
            Some(node) => {
                net.ends.insert(ours, (theirs, node));
                net.ends.insert(theirs, (ours, self.node));
                self.world.deliver(net, node, Event::Accepted { conn: theirs, rail: addr.clone() });
                self.world.deliver(net, self.node, Event::Connected { conn: ours });
            }
            None => {
                self.world.deliver(net, self.node, Event::Closed { conn: ours, reason: "refused".into() });
            }
        }
        ours
    }

    fn send(&self, conn: ConnId, message: Message) -> Result<(), SendError> {
        let net = &mut *self.world.net.borrow_mut();
        let Some(&(other, node)) = net.ends.get(&conn) else { return Err(SendError::Closed) };
        let room = net.room;
        let inflight = net.nodes[self.node].inflight.entry(conn).or_default();
        if room.is_some_and(|room| *inflight >= room) {
            return Err(SendError::Full(message));
        }
        *inflight += 1;
        net.sent.push((conn, message.head.to_vec()));
        if !net.cut.contains(&conn) && node != usize::MAX {
            self.world.deliver(net, node, Event::Received { conn: other, message });
        }
        Ok(())
    }

    fn close(&self, conn: ConnId) {
        let net = &mut *self.world.net.borrow_mut();
        if let Some((other, node)) = net.ends.remove(&conn) {
            self.world.deliver(net, self.node, Event::Closed { conn, reason: "closed here".into() });
            net.ends.remove(&other);
            if node != usize::MAX && !net.cut.contains(&conn) {
                self.world.deliver(net, node, Event::Closed { conn: other, reason: "closed there".into() });
            }
        }
    }

    fn poll(&self, events: &mut Vec<Event>) {
        let net = &mut *self.world.net.borrow_mut();
        while let Some((at, _)) = net.nodes[self.node].arriving.front() {
            if *at > self.world.now() {
                break;
            }
            let Some((_, event)) = net.nodes[self.node].arriving.pop_front() else { break };
            if let Event::Received { conn, .. } = &event
                && let Some(&(other, node)) = net.ends.get(conn)
                && let Some(inflight) = net.nodes[node].inflight.get_mut(&other)
            {
                *inflight -= 1;
            }
            events.push(event);
        }
    }

    fn wait(&self, deadline: Instant) -> LocalFuture<'_, ()> {
        let mut timer = SleepTimer { world: self.world.clone(), deadline, id: None };
        let mut arrival: Option<SleepTimer> = None;
        Box::pin(std::future::poll_fn(move |context| {
            let at = {
                let net = &mut *self.world.net.borrow_mut();
                let node = &mut net.nodes[self.node];
                node.waker = Some(context.waker().clone());
                node.arriving.front().map(|(at, _)| *at)
            };
            if at.is_some_and(|at| at <= self.world.now()) {
                return Poll::Ready(());
            }
            if let Some(at) = at {
                let timer = arrival.get_or_insert_with(|| SleepTimer {
                    world: self.world.clone(),
                    deadline: at,
                    id: None,
                });
                if Pin::new(timer).poll(context).is_ready() {
                    return Poll::Ready(());
                }
            }
            Pin::new(&mut timer).poll(context)
        }))
    }
}
