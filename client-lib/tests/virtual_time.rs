//! A client in virtual time: leases run out, sessions are kept, servers die and come back, all from a seed.
#![allow(clippy::unwrap_used)]

mod fake;

use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::Ordering::SeqCst;
use std::time::Duration;

use osmia_client::core::{self, CoreOptions, Lane, Shared};
use osmia_client::{Credentials, OpenOptions, TransportChoice};
use osmia_env::Addr;
use osmia_env::sim::{SimNode, World};
use osmia_net::{Hub, HubOptions, Identity, Patience, PeerAddrs};
use osmia_protocol::{ClientId, Role, ShardId};

fn number(role: Role, shard: u16) -> u64 {
    u64::from(shard) + if role == Role::Storage { 100 } else { 1 }
}

fn serve(world: &World, node: &SimNode, servers: &Arc<fake::World>, role: Role, shard: u16) {
    let addr = Addr::Sim(number(role, shard));
    let (servers, env, transport) = (servers.clone(), node.env.clone(), node.transport.clone());
    world.spawn(node, fake::serve(servers, env, transport, role, shard, addr, || ()));
}

/// Two metadata shards and one storage shard, each on a machine of its own.
fn start(world: &World) -> (Arc<fake::World>, Vec<SimNode>) {
    let servers = fake::World::new(2, 1, 4096, |role, shard| format!("sim://{}", number(role, shard)));
    let nodes = [(Role::Metadata, 0), (Role::Metadata, 1), (Role::Storage, 0)].map(|(role, shard)| {
        let node = world.node(&format!("{role} {shard}"));
        serve(world, &node, &servers, role, shard);
        node
    });
    (servers, nodes.into())
}

/// A client on a machine of its own, served.
fn connect(world: &World, give_up: Duration) -> Lane {
    let node = world.node("client");
    let client = ClientId(42);
    let options = HubOptions::new(Identity::client(None, client));
    let hub = Hub::new(node.env.clone(), node.transport.clone(), options);
    let patience = Patience { attempt: Duration::from_secs(1), give_up };
    let seed = PeerAddrs::new(Role::Metadata, ShardId::new(1, 0), vec![Addr::Sim(1)]);
    let map = world.run_until(hub.run(core::fetch_map(&hub, &[seed], patience))).unwrap();
    let options = CoreOptions {
        client,
        credentials: Credentials { uid: 0, gid: 0, groups: Vec::new() },
        umask: 0o022,
        patience,
        transport: TransportChoice::Auto,
        pieces_max: 8,
        cached_dirs_max: 100,
    };
    let lane = Lane::new(hub, node.env.clone(), Shared::new(options, map));
    let (hub, service) = (lane.hub.clone(), lane.clone());
    world.spawn(&node, async move { hub.run(core::serve(service)).await });
    lane
}

fn run<T>(world: &World, lane: &Lane, call: impl AsyncFnOnce(&Lane) -> T) -> T {
    let hub: Rc<Hub> = lane.hub.clone();
    world.run_until(hub.run(call(lane)))
}

/// A lease is used to its end and not beyond; the walk that follows takes a new one.
#[test]
fn leases_run_out() {
    let world = World::new(1);
    let (servers, _nodes) = start(&world);
    servers.lease_ms.store(5_000, SeqCst);
    let lane = connect(&world, Duration::from_secs(10));
    run(&world, &lane, async |lane| {
        core::mkdir(lane, b"/a", 0o755).await.unwrap();
        core::mkdir(lane, b"/a/b", 0o755).await.unwrap();
        core::stat(lane, b"/a/b").await.unwrap();
        core::stat(lane, b"/a/b/none").await.unwrap_err();
    });
    let stat = || {
        servers.asked();
        run(&world, &lane, async |lane| core::stat(lane, b"/a/b/none").await.unwrap_err());
        servers.asked()
    };
    assert_eq!(stat(), ["mds0 lookup none"]);
    world.run_for(Duration::from_secs(4));
    assert_eq!(stat(), ["mds0 lookup none"]);
    world.run_for(Duration::from_secs(4));
    assert_eq!(stat(), ["mds0 lookup a/b/none", "mds1 lookup b/none", "mds0 lookup none"]);
    assert_eq!(stat(), ["mds0 lookup none"]);
}

/// An idle client keeps its sessions with a few heartbeats.
#[test]
fn sessions_are_kept() {
    let world = World::new(2);
    let (servers, _nodes) = start(&world);
    servers.session_ms.store(9_000, SeqCst);
    let lane = connect(&world, Duration::from_secs(10));
    run(&world, &lane, async |lane| core::stat(lane, b"/").await.unwrap());
    world.run_for(Duration::from_secs(60));
    let beats = servers.heartbeats.load(SeqCst);
    assert!((18..=22).contains(&beats), "{beats} heartbeats in a minute");
}

/// Connecting to servers that take connections and say nothing ends when the time to give up is over; it went on to the
/// end of the attempt that was under way then.
#[test]
fn silent_servers() {
    let world = World::new(3);
    let (give_up, attempt) = (Duration::from_millis(2_500), Duration::from_secs(1));
    let silent: Vec<Rc<Hub>> = [1, 2]
        .map(|number| {
            let node = world.node(&format!("silent {number}"));
            let identity = Identity::client(None, ClientId(number));
            let hub = Hub::new(node.env.clone(), node.transport.clone(), HubOptions::new(identity));
            hub.listen(&Addr::Sim(number)).unwrap();
            hub
        })
        .into();
    let node = world.node("client");
    let options = HubOptions::new(Identity::client(None, ClientId(42)));
    let hub = Hub::new(node.env.clone(), node.transport.clone(), options);
    let seeds = [1, 2].map(|n| PeerAddrs::new(Role::Metadata, ShardId::new(n, 0), vec![Addr::Sim(n.into())]));
    let began = node.env.now();
    let patience = Patience { attempt, give_up };
    let error = world.run_until(hub.run(core::fetch_map(&hub, &seeds, patience))).unwrap_err();
    let took = node.env.now() - began;
    assert!(took >= give_up && took < give_up + Duration::from_millis(50), "{took:?}");
    assert_eq!(error.errno(), libc::ETIMEDOUT, "{error}");
    drop(silent);
}

/// A call to a dead server fails when the time to give up is over, not before and not much later; when the server is
/// back, the client goes on by itself, with a new session and nothing cached under the old one.
#[test]
fn dead_server() {
    for seed in 0..20 {
        let world = World::new(seed);
        let (servers, nodes) = start(&world);
        let lane = connect(&world, Duration::from_secs(7));
        run(&world, &lane, async |lane| {
            core::mkdir(lane, b"/d", 0o755).await.unwrap();
            core::stat(lane, b"/d/none").await.unwrap_err();
        });
        world.kill(&nodes[0]);
        let begun = world.elapsed();
        let error = run(&world, &lane, async |lane| core::mkdir(lane, b"/e", 0o755).await.unwrap_err());
        let took = world.elapsed() - begun;
        assert_eq!(error.errno(), libc::ETIMEDOUT, "{error}");
        assert!((7_000..7_600).contains(&took.as_millis()), "{took:?}");
        assert!(error.to_string().starts_with("mkdir \"/e\": "), "{error}");
        let node = world.restart(&nodes[0]);
        serve(&world, &node, &servers, Role::Metadata, 0);
        servers.asked();
        run(&world, &lane, async |lane| core::stat(lane, b"/d").await.unwrap());
        assert_eq!(servers.asked().last().unwrap(), "mds1 lookup ");
        run(&world, &lane, async |lane| {
            let options = OpenOptions::new().read(true).write(true).create_new(true);
            let file = core::open(lane, b"/f", &options).await.unwrap();
            core::write(lane, &file, &[1; 10_000], 5).await.unwrap();
            core::fsync(lane, &file).await.unwrap();
            core::close(lane, &file).await.unwrap();
            assert_eq!(core::stat(lane, b"/f").await.unwrap().size, 10_005);
        });
    }
}

/// Connections that break under way are made anew, and each call has its result all the same.
#[test]
fn broken_connections() {
    for seed in 0..20 {
        let world = World::new(seed);
        let (_servers, nodes) = start(&world);
        let lane = connect(&world, Duration::from_secs(60));
        let breaker = async {
            for i in 0..20 {
                let soon = lane.env.now() + Duration::from_micros(300);
                lane.env.tasks.sleep_until(soon).await;
                world.break_connections(&nodes[i % nodes.len()]);
            }
        };
        run(&world, &lane, async |lane| {
            let calls = async {
                core::mkdir(lane, b"/d", 0o755).await.map_err(|error| error.errno()).or_else(again).unwrap();
                for i in 0..20 {
                    core::stat(lane, b"/d").await.unwrap();
                    core::stat(lane, format!("/d/{i}").as_bytes()).await.unwrap_err();
                }
            };
            futures_util::future::join(calls, breaker).await;
        })
    }
}

/// This cluster keeps no replies: a mkdir that was repeated finds its own work.
fn again(errno: i32) -> Result<(), i32> {
    if errno == libc::EEXIST { Ok(()) } else { Err(errno) }
}

/// The same seed gives the same history.
#[test]
fn same_seed_same_history() {
    let history = |seed| {
        let world = World::new(seed);
        let (_servers, _nodes) = start(&world);
        let lane = connect(&world, Duration::from_secs(10));
        run(&world, &lane, async |lane| {
            core::mkdir(lane, b"/d", 0o755).await.unwrap();
            let opens: Vec<_> = (0..20)
                .map(|i| async move {
                    let options = OpenOptions::new().write(true).create(true);
                    let file = core::open(lane, format!("/d/{i}").as_bytes(), &options).await.unwrap();
                    core::write(lane, &file, &[7; 20_000], 0).await.unwrap();
                    core::close(lane, &file).await.unwrap();
                })
                .collect();
            futures_util::future::join_all(opens).await;
        });
        world.run_for(Duration::from_secs(1));
        world.history()
    };
    assert_eq!(history(5), history(5));
    assert_ne!(history(5), history(6));
}
