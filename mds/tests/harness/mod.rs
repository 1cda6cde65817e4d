//! Shards over stores in memory or RocksDB, in a time that tests set, and clients that speak to them in frames.
#![allow(dead_code, missing_docs, clippy::unwrap_used, clippy::type_complexity)]

pub mod client;
pub mod cluster;
pub mod store;

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::rc::{Rc, Weak};
use std::time::Duration;

use osmia_env::{Clock, ConnId, Env, Instant, LocalFuture, Rng, Tasks, Timestamp};
use osmia_mds::map::ClusterMap;
use osmia_mds::{FormatOptions, Frame, Origin, Output, Peer, Shard, ShardConfig};
use osmia_protocol::frame::{self, frames};
use osmia_protocol::planus::Builder;
use osmia_protocol::{ClientId, ClusterId, ShardId, wire};
use store::TestStore;

pub use client::Client;
pub use cluster::Cluster;

/// A clock that stands until it is set.
pub struct TestClock(Cell<u64>);

impl Clock for TestClock {
    fn now(&self) -> Instant {
        Instant(self.0.get())
    }
    fn timestamp(&self) -> Timestamp {
        Timestamp(1_700_000_000_000_000_000 + self.0.get() as i64)
    }
}

struct TestRng(Cell<u64>);

impl Rng for TestRng {
    fn next_u64(&self) -> u64 {
        // SplitMix64.
        self.0.set(self.0.get().wrapping_add(0x9e37_79b9_7f4a_7c15));
        let mut z = self.0.get();
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
}

/// The shard spawns nothing by itself.
struct NoTasks;

impl Tasks for NoTasks {
    fn spawn(&self, _: LocalFuture<'static, ()>) {
        unreachable!("a shard spawns nothing")
    }
    fn sleep_until(&self, _: Instant) -> LocalFuture<'static, ()> {
        unreachable!("a shard sleeps nowhere")
    }
    fn yield_now(&self) -> LocalFuture<'static, ()> {
        unreachable!("a shard waits nowhere")
    }
    fn readable(&self, _: std::os::fd::RawFd, _: Instant) -> LocalFuture<'static, std::io::Result<bool>> {
        unreachable!("a shard reads nowhere")
    }
    fn run_blocking(&self, _: Box<dyn FnOnce() + Send>) -> LocalFuture<'static, ()> {
        unreachable!("a shard blocks nowhere")
    }
}

pub const SHARD: ShardId = ShardId(1 << 16);
pub const OTHER_SHARD: ShardId = ShardId(2 << 16);
pub const CLUSTER: ClusterId = ClusterId([7; 16]);
/// The last partition is another shard's.
pub const PARTITIONS: u32 = 4;

/// A map in which [`SHARD`] owns all partitions but the last.
pub fn map(layout: &str) -> ClusterMap {
    let mut partitions = vec![SHARD.0; PARTITIONS as usize];
    partitions[PARTITIONS as usize - 1] = OTHER_SHARD.0;
    let target = |target| wire::TargetEntry { target, shard: SHARD.0, node: Some("n1".into()) };
    ClusterMap::new(wire::MapOk {
        cluster: Some(CLUSTER.0.to_vec()),
        epoch: 1,
        partitions: Some(partitions),
        targets: Some((1..=6).map(target).collect()),
        layout: Some(layout.into()),
        ..wire::MapOk::default()
    })
    .unwrap()
}

/// Jobs that what was handed over since may need.
const JOBS_MAX: usize = 100_000;

/// A request to another shard that has left.
pub struct Call {
    pub token: u64,
    pub to: ShardId,
    pub request: wire::Request,
    pub deadline: Instant,
}

/// A shard and what surrounds it.
pub struct World {
    pub id: ShardId,
    pub shard: Rc<RefCell<Option<Shard>>>,
    pub clock: Rc<TestClock>,
    pub store: Rc<dyn TestStore>,
    pub config: ShardConfig,
    pub env: Env,
    /// Jobs that were asked for and have not run.
    pub jobs: RefCell<VecDeque<(u64, osmia_kv::Job<()>)>>,
    /// Whether jobs run at once.
    pub jobs_run: Cell<bool>,
    /// Frames of replies that came, by token.
    pub replies: RefCell<Vec<(u64, Vec<u8>)>>,
    pub notices: RefCell<Vec<(ConnId, wire::Notice)>>,
    /// Calls to other shards that wait to be carried; where there is none, for ever.
    pub calls: RefCell<VecDeque<Call>>,
    /// The cluster it is part of, if any.
    pub cluster: RefCell<Weak<Cluster>>,
    next: Cell<u64>,
}

impl World {
    /// A formatted store with the given layout, and a shard on it.
    pub fn new(store: Rc<dyn TestStore>, layout: &str) -> Rc<World> {
        World::with(store, layout, |_| {})
    }

    /// As [`World::new`], with changed settings.
    pub fn with(store: Rc<dyn TestStore>, layout: &str, set: impl FnOnce(&mut ShardConfig)) -> Rc<World> {
        let clock = Rc::new(TestClock(Cell::new(1_000_000_000)));
        let world = World::of(SHARD, &clock, store, layout, set);
        // The wait for leases of a life before this one.
        world.advance(Duration::from_secs(60));
        world
    }

    /// One shard, just started.
    pub fn of(
        id: ShardId,
        clock: &Rc<TestClock>,
        store: Rc<dyn TestStore>,
        layout: &str,
        set: impl FnOnce(&mut ShardConfig),
    ) -> Rc<World> {
        let clock = clock.clone();
        let rng = Rc::new(TestRng(Cell::new(id.0.into())));
        let env = Env { clock: clock.clone(), rng, tasks: Rc::new(NoTasks) };
        let mut config = ShardConfig::new(id, CLUSTER);
        config.placement = osmia_protocol::Placement::Parent;
        set(&mut config);
        let kv = store.open();
        let options = FormatOptions { shard: id, map: map(layout), root: (0, 0, 0o755), time: 1_700_000_000 };
        osmia_mds::format(&*kv, &options).unwrap();
        drop(kv);
        let world = Rc::new(World {
            id,
            shard: Rc::new(RefCell::new(None)),
            clock,
            store,
            config,
            env,
            jobs: RefCell::default(),
            jobs_run: Cell::new(true),
            replies: RefCell::default(),
            notices: RefCell::default(),
            calls: RefCell::default(),
            cluster: RefCell::default(),
            next: Cell::new(1),
        });
        world.start();
        world
    }

    /// Opens the store and starts the shard.
    pub fn start(&self) {
        let shard = Shard::open(self.store.open(), self.config.clone(), self.env.clone()).unwrap();
        *self.shard.borrow_mut() = Some(shard);
    }

    /// Kills the shard without a word: what was not flushed is lost.
    pub fn kill(&self) {
        *self.shard.borrow_mut() = None;
        self.jobs.borrow_mut().clear();
        self.calls.borrow_mut().clear();
        self.store.kill();
    }

    /// Kills the shard and starts it again.
    pub fn restart(&self) {
        self.kill();
        self.start();
    }

    pub fn with_shard<R>(&self, f: impl FnOnce(&mut Shard) -> R) -> R {
        f(self.shard.borrow_mut().as_mut().expect("the shard runs"))
    }

    pub fn now(&self) -> Instant {
        self.clock.now()
    }

    /// Lets time pass, in steps at which the shard's timer runs.
    pub fn advance(&self, by: Duration) {
        let until = self.now() + by;
        loop {
            let due = self.with_shard(|shard| shard.next_deadline());
            if due > until {
                break;
            }
            self.clock.0.set(due.0.max(self.now().0 + 1));
            self.with_shard(Shard::on_timer);
            self.settle();
        }
        self.clock.0.set(until.0);
    }

    /// Hands a frame to the shard, without ending the round. Gives the token that its reply will name.
    pub fn hand(&self, conn: ConnId, client: ClientId, frame: &[u8], deadline: Instant) -> u64 {
        self.hand_of(conn, Peer::Client(client), frame, deadline)
    }

    /// As [`World::hand`], of anybody.
    pub fn hand_of(&self, conn: ConnId, peer: Peer, frame: &[u8], deadline: Instant) -> u64 {
        let token = self.next.get();
        self.next.set(token + 1);
        let origin = Origin { conn, token };
        self.with_shard(|shard| shard.handle(origin, peer, Frame::copy(frame), deadline));
        token
    }

    /// Ends the round, and runs jobs until there is none. In a cluster, of all shards, and carries their calls.
    pub fn settle(&self) {
        match self.cluster.borrow().upgrade() {
            Some(cluster) => cluster.settle(),
            None => self.settle_alone(),
        }
    }

    /// As [`World::settle`], of this shard alone.
    pub fn settle_alone(&self) {
        for jobs in 0.. {
            assert!(jobs < JOBS_MAX, "a request asks for jobs without end");
            self.finish_round();
            if !self.jobs_run.get() {
                return;
            }
            let Some((token, job)) = self.jobs.borrow_mut().pop_front() else { break };
            let result = job();
            self.with_shard(|shard| shard.on_job(token, result)).unwrap();
        }
        if self.with_shard(|shard| shard.has_work()) {
            self.settle_alone();
        }
    }

    /// Ends the round; what leaves is collected.
    pub fn finish_round(&self) {
        let mut out = Vec::new();
        self.with_shard(|shard| shard.finish_round(&mut out)).unwrap();
        self.collect(out);
    }

    pub fn collect(&self, out: Vec<Output>) {
        for output in out {
            match output {
                Output::Reply { to, frame } => self.replies.borrow_mut().push((to.token, frame)),
                Output::Notice { conn, notice } => self.notices.borrow_mut().push((conn, notice)),
                Output::Call { token, to, request, deadline, .. } => {
                    self.calls.borrow_mut().push_back(Call { token, to, request: *request, deadline });
                }
                Output::Job { token, job } => self.jobs.borrow_mut().push_back((token, job)),
            }
        }
    }

    /// Takes the frame of the reply to a token, if it came.
    pub fn take_frame(&self, token: u64) -> Option<Vec<u8>> {
        let mut replies = self.replies.borrow_mut();
        let at = replies.iter().position(|(of, _)| *of == token)?;
        Some(replies.remove(at).1)
    }

    /// Takes the reply to a token, if it came.
    pub fn take_reply(&self, token: u64) -> Option<wire::Reply> {
        let frame = self.take_frame(token)?;
        Some(wire::Reply::try_from(reply(&frame)).unwrap())
    }
}

/// The reply in a frame.
pub fn reply(frame: &[u8]) -> wire::ReplyRef<'_> {
    let wire::FrameBodyRef::Reply(reply) = frame::read(frame).unwrap() else { panic!("a reply is a reply") };
    reply
}

/// Bytes of a request's frame.
pub fn encode(request: &wire::Request) -> Vec<u8> {
    let mut head = Vec::new();
    frame::push_request(&mut head, &mut Builder::new(), request);
    frames(&head).next().unwrap().unwrap().to_vec()
}

/// Runs a test over all kinds of stores and both layouts, on two shards.
pub fn across(test: impl Fn(&Rc<Cluster>)) {
    for layout in ["embedded", "edge"] {
        for (one, two) in store::all().into_iter().zip(store::all()) {
            println!("layout {layout}, store {}", one.name());
            let cluster = Cluster::new([one, two], layout);
            test(&cluster);
            cluster.check();
        }
    }
}

/// Runs a test over both stores and both layouts.
pub fn everywhere(test: impl Fn(Rc<dyn TestStore>, &str)) {
    for layout in ["embedded", "edge"] {
        for store in store::all() {
            println!("layout {layout}, store {}", store.name());
            test(store, layout);
        }
    }
}
