//! A cluster in virtual time, from a seed: two metadata shards, one storage shard, two clients, one thread; servers are
//! killed at every flush.

use std::cell::RefCell;
use std::rc::Rc;
use std::time::Duration;

use osmia_env::sim::Death;
use osmia_mds::Durability;
use osmia_tests::scale;
use osmia_tests::simulated::play::{self, Player};
use osmia_tests::simulated::{Cluster, Options, When, at_rest};

/// Virtual time that anything may take: calls give up after a minute.
const PATIENCE: Duration = Duration::from_secs(600);

/// Operations of each player.
const STEPS: usize = 150;

/// A death that is ordered.
#[derive(Clone, Copy, Debug)]
struct Order {
    server: usize,
    when: When,
    flush: u64,
    death: Death,
}

/// What a run was like.
#[derive(Debug, PartialEq, Eq, Clone, Copy)]
struct Run {
    history: u64,
    /// Flushes of each server.
    flushes: [u64; 3],
    deaths: [u64; 3],
    /// Virtual time.
    took: Duration,
}

/// How a client has ended.
type Played = Result<Player, String>;

/// What is to happen in a run.
#[derive(Clone, Debug)]
struct Plan {
    options: Options,
    /// Clients of each player.
    players: &'static [usize],
    deaths: Vec<Order>,
    /// Servers die at any time, connections break, machines do not reach each other.
    storm: bool,
}

impl Plan {
    /// Two clients, each in a directory of its own.
    fn new(seed: u64) -> Plan {
        Plan { options: Options::new(seed), players: &[1, 1], deaths: Vec::new(), storm: false }
    }
}

/// Says how to see a failure again.
struct Replay<'a>(&'a str, &'a Plan);

impl Drop for Replay<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            let Replay(test, plan) = self;
            eprintln!("{plan:?}");
            let scale = if osmia_tests::long() { "OSMIA_SCALE=long " } else { "" };
            let seed = plan.options.seed;
            eprintln!(
                "again: {scale}OSMIA_SEED={seed} cargo test -p osmia-tests --test virtual_cluster {test}"
            );
        }
    }
}

/// All players at once, each in a directory of its own and all in a shared one; then a look at what they left, through
/// others; then everything is removed.
fn run(test: &str, plan: &Plan) -> Run {
    let _replay = Replay(test, plan);
    let cluster = Cluster::start(plan.options);
    let world = &cluster.world;
    world.time_limit(PATIENCE);
    for order in &plan.deaths {
        cluster.die_at(order.server, order.when, order.flush, order.death);
    }
    let balance = Rc::default();
    let players =
        world.run_until(begin(&cluster, plan, &balance)).unwrap_or_else(|why| panic!("at first: {why}"));
    let ended: Rc<RefCell<Vec<Option<Played>>>> = Rc::default();
    for (number, mut player) in players.into_iter().enumerate() {
        ended.borrow_mut().push(None);
        let (node, ended) = (player.node(), ended.clone());
        world.spawn(&node, async move {
            let played = player.play(STEPS).await;
            ended.borrow_mut()[number] = Some(played.map(|()| player));
        });
    }
    if plan.storm {
        cluster.storm(true);
    }
    world.run_until(async {
        while ended.borrow().iter().any(Option::is_none) {
            world.env().tasks.sleep_until(world.env().now() + Duration::from_millis(10)).await;
        }
    });
    cluster.storm(false);
    let took = world.elapsed();
    let mut players: Vec<Player> = Vec::new();
    for (number, player) in ended.take().into_iter().enumerate() {
        let player = player.unwrap_or_else(|| panic!("client {number} has ended"));
        players.push(player.unwrap_or_else(|why| panic!("client {number}: {why}")));
    }
    world
        .run_until(look(&cluster, &mut players, &balance.borrow()))
        .unwrap_or_else(|why| panic!("at the end: {why}"));
    cluster.rest();
    let faults = at_rest::faults(&cluster);
    assert!(faults.is_empty(), "at rest: {faults:#?}");
    world.run_until(clear(&cluster)).unwrap_or_else(|why| panic!("clearing: {why}"));
    cluster.rest();
    let faults = at_rest::faults(&cluster);
    assert!(faults.is_empty(), "when cleared: {faults:#?}");
    let left = at_rest::left(&cluster);
    assert!(left.is_empty(), "left when cleared: {left:#?}");
    Run {
        history: world.history(),
        flushes: [0, 1, 2].map(|server| cluster.flushes(server)),
        deaths: [0, 1, 2].map(|server| cluster.servers[server].deaths()),
        took,
    }
}

async fn begin(
    cluster: &Cluster,
    plan: &Plan,
    balance: &Rc<RefCell<play::Balance>>,
) -> Result<Vec<Player>, String> {
    play::prepare(cluster).await?;
    let mut players = Vec::new();
    for (number, clients) in plan.players.iter().enumerate() {
        players.push(Player::new(cluster, number, *clients, balance.clone()).await?);
    }
    Ok(players)
}

async fn look(cluster: &Cluster, players: &mut [Player], balance: &play::Balance) -> Result<(), String> {
    let connect = async || cluster.connect().await.map_err(|error| error.to_string());
    for player in players {
        player.shut_down().await;
        player.check(connect().await?).await?;
    }
    let client = connect().await?;
    play::check_shared(&client, balance).await?;
    client.shut_down().await;
    Ok(())
}

async fn clear(cluster: &Cluster) -> Result<(), String> {
    let client = cluster.connect().await.map_err(|error| error.to_string())?;
    play::clear(&client).await?;
    client.shut_down().await;
    Ok(())
}

fn seeds(count: u64) -> std::ops::Range<u64> {
    match std::env::var("OSMIA_SEED") {
        Ok(seed) => {
            let seed: u64 = seed.parse().expect("OSMIA_SEED is a number");
            seed..seed + 1
        }
        Err(_) => 0..count,
    }
}

/// Without faults, every result and the final tree are the model's, and nothing is left behind.
#[test]
fn no_faults() {
    for seed in seeds(scale(6, 300)) {
        let run = run("no_faults", &Plan::new(seed));
        println!("seed {seed}: {run:?}");
    }
}

/// Runs a plan once without a death, and then with one at each flush of the first `servers` servers, or at `max` of them.
fn die_at_every_flush(test: &str, plan: &Plan, servers: usize, death: Death, max: usize) {
    let whole = run(test, plan);
    println!("seed {}: {whole:?}", plan.options.seed);
    let mut orders = Vec::new();
    for (server, &count) in whole.flushes.iter().enumerate().take(servers) {
        for flush in 1..=count {
            orders.extend([When::Before, When::After].map(|when| Order { server, when, flush, death }));
        }
    }
    let mut rng = fastrand::Rng::with_seed(plan.options.seed);
    if orders.len() > max {
        rng.shuffle(&mut orders);
        orders.truncate(max);
    }
    for order in orders {
        let run = run(test, &Plan { deaths: vec![order], ..plan.clone() });
        assert_eq!(run.deaths.iter().sum::<u64>(), 1, "{order:?} was carried out once");
    }
}

/// Killed just before or just after any flush, a server loses nothing that was acknowledged and does nothing twice; the
/// clients go on by themselves; and nothing is left behind.
#[test]
fn killed_at_every_flush() {
    for seed in seeds(scale(2, 10)) {
        die_at_every_flush("killed_at_every_flush", &Plan::new(seed), 3, Death::Kill, scale(40, usize::MAX));
    }
}

/// With `durability = "strict"` the same holds of metadata shards whose machine loses power.
#[test]
fn power_cut_at_every_flush() {
    for seed in seeds(scale(1, 10)) {
        let mut plan = Plan::new(seed);
        plan.options.durability = Durability::Strict;
        die_at_every_flush("power_cut_at_every_flush", &plan, 2, Death::Crash, usize::MAX);
    }
}

/// Two clients that work in one directory see what the other has done.
#[test]
fn one_directory() {
    for seed in seeds(scale(6, 300)) {
        run("one_directory", &Plan { players: &[2], ..Plan::new(seed) });
    }
}

/// While servers die at any time, connections break and machines lose each other for a while, the same holds: nothing that
/// was acknowledged is lost, nothing is done twice, nothing is left behind.
#[test]
fn storms() {
    for seed in seeds(scale(30, 1500)) {
        let players: &[usize] = if seed % 3 == 0 { &[2] } else { &[1, 1] };
        let mut plan = Plan { players, storm: true, ..Plan::new(seed) };
        plan.options.net.break_one_in = [0, 300, 100][(seed / 3 % 3) as usize];
        let run = run("storms", &plan);
        println!("seed {seed}: {run:?}");
    }
}

/// The environment variable that makes [`same_history`] print its history, for the process that compares.
const CHILD: &str = "OSMIA_HISTORY";

/// The same seed gives the same history, message by message and nanosecond by nanosecond, with a death in it: twice in one
/// process, and in another process.
#[test]
fn same_history() {
    for seed in seeds(scale(3, 30)) {
        let server = (seed % 3) as usize;
        let deaths = vec![Order { server, when: When::After, flush: 3, death: Death::Kill }];
        let plan = Plan { deaths, storm: true, ..Plan::new(seed) };
        let history = || run("same_history", &plan).history;
        let first = history();
        if std::env::var_os(CHILD).is_some() {
            println!("history of seed {seed}: {first}");
            continue;
        }
        assert_eq!(history(), first, "seed {seed}: in one process");
        let program = std::env::current_exe().expect("the test's own program");
        let mut other = std::process::Command::new(program);
        other
            .args(["--exact", "same_history", "--nocapture"])
            .env(CHILD, "1")
            .env("OSMIA_SEED", seed.to_string());
        let told = other.output().expect("the test's own program runs").stdout;
        let told = String::from_utf8_lossy(&told).into_owned();
        assert!(
            told.contains(&format!("history of seed {seed}: {first}\n")),
            "seed {seed}: {first}, then {told}"
        );
    }
}
