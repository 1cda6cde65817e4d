//! A cluster in virtual time: two metadata shards, a storage shard with two targets, and clients, all real code, on one
//! thread, from one seed. Servers die when they are told to and come back by themselves.
//!
//! Read in this order: this file (servers and clients), [`play`] (what clients do), [`at_rest`] (what must hold when
//! nobody does anything), [`run`](run()) (all of it together), [`defect`] (faults put in on purpose, all of which must be
//! found).

pub mod at_rest;
pub mod defect;
pub mod play;
mod run;

pub use run::{Order, Plan, Run, run};

use std::cell::{Cell, RefCell};
use std::path::PathBuf;
use std::rc::Rc;
use std::time::Duration;

use osmia_client::core::{self, CoreOptions, Lane, Shared};
use osmia_client::{Credentials, TransportChoice};
use osmia_env::sim::{Death, NetOptions, SimNode, World};
use osmia_env::{Addr, Disk as _};
use osmia_kv::CachedKv;
use osmia_kv::map::{FlushPoint, MapDisk, MapKv, MapOptions};
use osmia_mds::store::layout;
use osmia_mds::{Durability, FormatOptions};
use osmia_net::{Hub, HubOptions, Identity, Limits, Patience, PeerAddrs};
use osmia_oss::format::Superblock;
use osmia_protocol::{ClientId, ClusterId, Role, ShardId, TargetId, wire};

use defect::{Defect, DefectiveKv};

const CLUSTER: ClusterId = ClusterId([5; 16]);

/// Owner, group and permission bits of the root directory: open to everybody.
const ROOT: (u32, u32, u32) = (0, 0, 0o777);

/// A client not heard of for so long has lost its session.
pub const SESSION: Duration = Duration::from_secs(20);

/// How long a call tries before it fails: longer than any server is away, and than a session lasts.
const GIVE_UP: Duration = Duration::from_secs(60);

/// A metadata shard's record cache: a few records, so that they come and go.
const RECORD_CACHE_BYTES: u64 = 4096;

/// How long a dead server stays away at most.
const AWAY_MAX_MS: u64 = 300;

/// The next thing of a storm happens within this time, or in a lull after the longer one. A lull is longer than a shard
/// waits for leases of its last life.
const STORM_PAUSE_MAX_MS: (u64, u64) = (30, 4000);

/// How a cluster is made.
#[derive(Debug, Clone, Copy)]
pub struct Options {
    /// Everything follows from it.
    pub seed: u64,
    /// Name of the metadata layout.
    pub layout: &'static str,
    /// When changes are acknowledged.
    pub durability: Durability,
    /// One key in so many must be read from the disk (0: none).
    pub cold_one_in: u64,
    /// How the network behaves.
    pub net: NetOptions,
    /// What is wrong with the metadata servers.
    pub defect: Option<Defect>,
}

impl Options {
    /// A quiet network, and the rest as the seed has it.
    pub fn new(seed: u64) -> Options {
        Options {
            seed,
            layout: if seed.is_multiple_of(2) { "embedded" } else { "edge" },
            durability: if seed % 5 == 3 { Durability::Strict } else { Durability::Relaxed },
            cold_one_in: if seed % 3 == 2 { 4 } else { 0 },
            net: NetOptions::default(),
            defect: None,
        }
    }
}

/// Just before a flush takes effect, or just after: when a server may be killed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum When {
    /// Nothing of the round is safe.
    Before,
    /// All of it is, and nobody has heard so.
    After,
}

impl When {
    fn point(self) -> &'static str {
        match self {
            When::Before => "before flush",
            When::After => "after flush",
        }
    }
}

/// One machine with one server of one shard.
pub struct Server {
    /// Metadata or storage.
    pub role: Role,
    /// Which shard.
    pub shard: ShardId,
    /// Its key-value store's disk.
    pub store: MapDisk,
    /// Raised when the machine loses power.
    boot: Cell<u64>,
    node: RefCell<SimNode>,
    options: Options,
    /// Times that it was started.
    starts: Cell<u64>,
}

impl Server {
    /// The machine, with the process that runs on it now.
    pub fn node(&self) -> SimNode {
        self.node.borrow().clone()
    }

    fn address(&self) -> Addr {
        address(self.role, self.shard)
    }

    /// Times that it has died.
    pub fn deaths(&self) -> u64 {
        self.starts.get().saturating_sub(1)
    }

    /// Whether all that it acknowledges is on the disk.
    fn survives_power_cuts(&self) -> bool {
        self.role == Role::Metadata && self.options.durability == Durability::Strict
    }
}

impl std::fmt::Debug for Server {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {}", self.role, self.shard)
    }
}

fn address(role: Role, shard: ShardId) -> Addr {
    Addr::Sim(u64::from(shard.0) << 1 | u64::from(role == Role::Storage))
}

/// A cluster.
pub struct Cluster {
    /// Machines, time and network.
    pub world: World,
    /// Two metadata shards, then the storage shard.
    pub servers: Vec<Rc<Server>>,
    /// Machines of clients.
    clients: Rc<RefCell<Vec<SimNode>>>,
    storm: Rc<Cell<bool>>,
}

/// Both metadata shards; then the storage shard.
const SHARDS: [(Role, ShardId); 3] = [
    (Role::Metadata, ShardId(1 << 16)),
    (Role::Metadata, ShardId(2 << 16)),
    (Role::Storage, ShardId(3 << 16)),
];

/// Targets of the storage shard.
const TARGETS: [TargetId; 2] = [TargetId(1), TargetId(2)];

/// A target's directory on its machine.
pub(crate) fn directory(target: TargetId) -> PathBuf {
    PathBuf::from(format!("/target-{}", target.0))
}

fn map(layout: &str) -> wire::MapOk {
    let entry = |(role, shard): (Role, ShardId)| wire::ShardEntry {
        shard: shard.0,
        role: u8::from(role == Role::Storage),
        node: Some(format!("{role}-{shard}")),
        addresses: Some(vec![address(role, shard).to_string()]),
    };
    let target = |target: TargetId| wire::TargetEntry {
        target: target.0,
        shard: SHARDS[2].1.0,
        node: Some("storage".into()),
    };
    wire::MapOk {
        cluster: Some(CLUSTER.0.to_vec()),
        epoch: 1,
        partitions: Some(osmia_mds::ClusterMap::deal(8, &[SHARDS[0].1, SHARDS[1].1])),
        shards: Some(SHARDS.map(entry).to_vec()),
        targets: Some(TARGETS.map(target).to_vec()),
        layout: Some(layout.into()),
        durability: Some("relaxed".into()),
        stripe_bytes: 8192,
        stripe_count: 2,
    }
}

impl Cluster {
    /// Formats a cluster, in a world of its own, and starts it: it runs when the world does.
    ///
    /// # Panics
    /// When it does not start: nothing disturbs it yet.
    pub fn start(options: Options) -> Cluster {
        let world = World::new(options.seed);
        world.net(options.net);
        if let Some(change) = options.defect.and_then(Defect::of_messages) {
            world.tamper(change);
        }
        let servers: Vec<Rc<Server>> = SHARDS
            .iter()
            .map(|&(role, shard)| {
                let node = world.node(&format!("{role} {shard}"));
                let server = Rc::new(Server {
                    role,
                    shard,
                    store: MapDisk::new(),
                    boot: Cell::new(1),
                    node: RefCell::new(node.clone()),
                    options,
                    starts: Cell::new(0),
                });
                format(&world, &server);
                let (dead, handle) = (Rc::downgrade(&server), world.clone());
                world.on_death(&node, move |death| {
                    if let Some(server) = dead.upgrade() {
                        died(&handle, &server, death);
                    }
                });
                server
            })
            .collect();
        servers.iter().for_each(|server| start(&world, server));
        Cluster { world, servers, clients: Rc::default(), storm: Rc::default() }
    }

    /// Flushes that a server has begun.
    pub fn flushes(&self, server: usize) -> u64 {
        self.world.passed(&self.servers[server].node(), When::Before.point())
    }

    /// Orders that a server dies at its `flush`-th flush, counted from 1 at the start of the cluster.
    pub fn die_at(&self, server: usize, when: When, flush: u64, death: Death) {
        self.world.die_at(&self.servers[server].node(), when.point(), flush, death);
    }

    /// Begins or ends a time in which every now and then a server dies or its machine loses power, a machine's connections
    /// break, or two machines do not reach each other for a while.
    pub fn storm(&self, on: bool) {
        if self.storm.replace(on) || !on {
            self.world.heal();
            return;
        }
        let (world, servers, storm) = (self.world.clone(), self.servers.clone(), self.storm.clone());
        let clients = self.clients.clone();
        let env = world.env();
        self.world.env().tasks.spawn(Box::pin(async move {
            while storm.get() {
                let (short, long) = STORM_PAUSE_MAX_MS;
                let lull = world.below(6) == 0;
                let pause_ms = if lull { short + world.below(long) } else { 1 + world.below(short) };
                env.tasks.sleep_until(env.now() + Duration::from_millis(pause_ms)).await;
                world.heal();
                let server = &servers[world.below(servers.len() as u64) as usize];
                let node = server.node();
                match world.below(6) {
                    _ if !storm.get() => {}
                    0..3 if server.survives_power_cuts() && world.below(2) == 0 => world.crash(&node),
                    0..3 => world.kill(&node),
                    3 => world.break_connections(&node),
                    _ => {
                        let others: Vec<SimNode> = servers.iter().map(|server| server.node()).collect();
                        let others: Vec<SimNode> =
                            others.into_iter().chain(clients.borrow().clone()).collect();
                        let other = &others[world.below(others.len() as u64) as usize];
                        if other.index() != node.index() {
                            world.partition(&node, other);
                        }
                    }
                }
            }
        }));
    }

    /// Connects a client, on a machine of its own.
    ///
    /// # Errors
    /// As [`core::fetch_map`].
    pub async fn connect(&self) -> osmia_client::Result<Client> {
        let node = self.world.node("client");
        let client = ClientId(1000 + node.index() as u64);
        self.clients.borrow_mut().push(node.clone());
        let hub = |transport, cluster, epoch| {
            let options = HubOptions { epoch, ..HubOptions::new(Identity::client(cluster, client)) };
            Hub::new(node.env.clone(), transport, options)
        };
        let service = hub(node.transport.clone(), None, 0);
        let patience = Patience { attempt: Duration::from_secs(1), give_up: GIVE_UP };
        let seeds: Vec<PeerAddrs> = SHARDS[..2]
            .iter()
            .map(|&(role, shard)| PeerAddrs::new(role, shard, vec![address(role, shard)]))
            .collect();
        let map = service.run(core::fetch_map(&service, &seeds, patience)).await?;
        service.set_epoch(map.epoch);
        let options = CoreOptions {
            client,
            credentials: Credentials { uid: 0, gid: 0, groups: Vec::new() },
            umask: 0,
            patience,
            transport: TransportChoice::Auto,
            pieces_max: 4,
            cached_dirs_max: 64,
        };
        // As in a real process: one thread calls, another serves, each with connections of its own.
        let own = hub(self.world.transport(&node), Some(map.cluster), map.epoch);
        let shared = Shared::new(options, map);
        let lane = Lane::new(own, node.env.clone(), shared.clone());
        let service_lane = Lane::new(service.clone(), node.env.clone(), shared);
        let served = Rc::new(Cell::new(false));
        let done = served.clone();
        self.world.spawn(&node, async move {
            service.run(core::serve(service_lane)).await;
            done.set(true);
        });
        Ok(Client { node, lane, served })
    }

    /// Lets time pass until nothing is left to do: sessions of those gone have ended, and what they left is cleared away.
    pub fn rest(&self) {
        self.world.run_for(SESSION * 3);
    }
}

/// Makes a server's stores.
fn format(world: &World, server: &Server) {
    let kv = MapKv::open(&server.store, MapOptions::default());
    let (shard, node) = (server.shard, server.node());
    match server.role {
        Role::Storage => {
            let of = |target| Superblock { cluster: CLUSTER, shard, target };
            for target in TARGETS {
                let (path, of) = (directory(target), of(target));
                let made = osmia_oss::format::format_target(&*node.disk, &path, &of);
                world.run_until(made).expect("an empty disk can be formatted");
            }
            osmia_oss::format::format_shard(&kv, &of(TargetId(0))).expect("an empty store can be formatted");
        }
        _ => {
            let map = osmia_mds::ClusterMap::new(map(server.options.layout)).expect("the map is fit");
            let time = node.env.clock.timestamp().0;
            let options = FormatOptions { shard, map, root: ROOT, time };
            osmia_mds::format(&kv, &options).expect("an empty store can be formatted");
        }
    }
    osmia_kv::Kv::sync_job(&kv)().expect("the store lives");
}

/// A server has died: what its store had not flushed, or synced, is gone. It comes back after a while.
fn died(world: &World, server: &Rc<Server>, death: Death) {
    match death {
        Death::Kill => server.store.kill(),
        Death::Crash => {
            server.store.crash(world);
            server.boot.set(server.boot.get() + 1);
        }
    }
    let env = world.env();
    let back = env.now() + Duration::from_millis(1 + world.below(AWAY_MAX_MS));
    let (world, server) = (world.clone(), server.clone());
    let wait = env.tasks.sleep_until(back);
    env.tasks.spawn(Box::pin(async move {
        wait.await;
        let node = world.restart(&server.node());
        server.node.replace(node);
        start(&world, &server);
    }));
}

/// Starts a server's process, as its `main` does.
fn start(world: &World, server: &Rc<Server>) {
    server.starts.set(server.starts.get() + 1);
    let (node, options) = (server.node(), server.options);
    let (hook_world, hook_node) = (world.clone(), node.clone());
    let hook = move |at| {
        let when = if at == FlushPoint::Before { When::Before } else { When::After };
        hook_world.point(&hook_node, when.point());
    };
    let kv_options = MapOptions {
        on_flush: Some(Rc::new(hook)),
        cold_one_in: options.cold_one_in,
        ..MapOptions::default()
    };
    let kv = MapKv::open(&server.store, kv_options);
    let (env, transport, disk) = (node.env.clone(), node.transport.clone(), node.disk.clone());
    let listen = vec![server.address()];
    let forever = Box::pin(std::future::pending());
    let (alive_world, alive_node, name) = (world.clone(), node.clone(), format!("{server:?}"));
    let ended = move |why: String| {
        assert!(!alive_world.is_alive(&alive_node), "{name} ended: {why}");
    };
    match server.role {
        Role::Storage => {
            let shard = osmia_oss::ShardConfig {
                cluster: Some(CLUSTER),
                targets: TARGETS.map(|target| (target, directory(target))).to_vec(),
                boot: server.boot.get().to_string(),
                sessions: osmia_oss::session::SessionLimits {
                    sessions_max: 64,
                    slots_max: 64,
                    idle: SESSION,
                },
                // Few, so that objects are closed and opened again.
                open_max: 8,
                ..osmia_oss::ShardConfig::new(server.shard)
            };
            let config =
                osmia_oss::serve::ServeConfig { shard, listen, limits: Limits::default(), metrics: None };
            let kv = Rc::new(kv);
            world.spawn(&node, async move {
                let result = osmia_oss::serve::serve(env, transport, disk, kv, config, forever).await;
                ended(format!("{result:?}"));
            });
        }
        _ => {
            let config = osmia_mds::ShardConfig {
                boot_id: server.boot.get().into(),
                durability: options.durability,
                stripe_bytes: 8192,
                stripe_count: 2,
                lease: Duration::from_secs(1),
                session: SESSION,
                ..osmia_mds::ShardConfig::new(server.shard, CLUSTER)
            };
            let options = osmia_mds::ServeOptions { listen, limits: Limits::default(), metrics: None };
            let layout = layout::by_name(server.options.layout).expect("a layout that there is");
            let kv = DefectiveKv::new(kv, server.options.defect);
            let kv = CachedKv::new(kv, RECORD_CACHE_BYTES, env.rng.next_u64(), layout.cached());
            world.spawn(&node, async move {
                let result = osmia_mds::serve(env, transport, Rc::new(kv), config, options, forever).await;
                ended(format!("{result:?}"));
            });
        }
    }
}

/// A client process: a thread that calls, and its service.
pub struct Client {
    /// Its machine.
    pub node: SimNode,
    /// The thread that calls.
    pub lane: Lane,
    served: Rc<Cell<bool>>,
}

impl Client {
    /// Runs calls on the client's thread.
    pub async fn run<T>(&self, calls: impl AsyncFnOnce(&Lane) -> T) -> T {
        self.lane.hub.run(calls(&self.lane)).await
    }

    /// Ends the client's sessions and its service.
    pub async fn shut_down(self) {
        self.lane.shared.shut_down();
        while !self.served.get() {
            let soon = self.node.env.now() + Duration::from_millis(1);
            self.node.env.tasks.sleep_until(soon).await;
        }
    }
}

/// All objects of a storage server, as (target, inode, stripe).
pub async fn objects(server: &Server) -> Vec<(u32, u64, u32)> {
    let disk = server.node().disk;
    let mut found = Vec::new();
    for target in TARGETS {
        let mut directories = vec![directory(target).join(osmia_oss::format::OBJECTS)];
        while let Some(here) = directories.pop() {
            for name in disk.list(&here).await.expect("directories of a target can be listed") {
                let text = name.to_string_lossy().into_owned();
                match text.split_once('.') {
                    Some((inode, stripe)) => {
                        let inode =
                            u64::from_str_radix(inode, 16).expect("an object's name begins with its inode");
                        let stripe = stripe.parse().expect("an object's name ends with its stripe");
                        found.push((target.0, inode, stripe));
                    }
                    None => directories.push(here.join(name)),
                }
            }
        }
    }
    found.sort_unstable();
    found
}
