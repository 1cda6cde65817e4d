//! One run of a simulated cluster: what is to happen, the players, and all that must hold at its end.

use std::cell::RefCell;
use std::rc::Rc;
use std::time::Duration;

use osmia_env::sim::Death;

use super::play::{self, Player};
use super::{Cluster, Options, When, at_rest};

/// Virtual time that anything may take: calls give up after a minute.
const PATIENCE: Duration = Duration::from_secs(600);

/// Operations of each player.
const STEPS: usize = 150;

/// A death that is ordered.
#[derive(Clone, Copy, Debug)]
pub struct Order {
    /// Place among [`Cluster::servers`].
    pub server: usize,
    /// Before the flush, or after it.
    pub when: When,
    /// Which flush, counted from 1.
    pub flush: u64,
    /// How.
    pub death: Death,
}

/// What a run was like.
#[derive(Debug, PartialEq, Eq, Clone, Copy)]
pub struct Run {
    /// Hash of all that has happened.
    pub history: u64,
    /// Flushes of each server.
    pub flushes: [u64; 3],
    /// Deaths of each server.
    pub deaths: [u64; 3],
    /// Virtual time.
    pub took: Duration,
}

/// How a client has ended.
type Played = Result<Player, String>;

/// What is to happen in a run.
#[derive(Clone, Debug)]
pub struct Plan {
    /// How the cluster is made.
    pub options: Options,
    /// Clients of each player.
    pub players: &'static [usize],
    /// They do nothing but move directories that all of them move.
    pub only_moves: bool,
    /// Deaths at chosen moments.
    pub deaths: Vec<Order>,
    /// Servers die at any time, connections break, machines do not reach each other.
    pub storm: bool,
}

impl Plan {
    /// Two clients, each in a directory of its own.
    pub fn new(seed: u64) -> Plan {
        Plan {
            options: Options::new(seed),
            players: &[1, 1],
            only_moves: false,
            deaths: Vec::new(),
            storm: false,
        }
    }
}

/// All players at once, each in a directory of its own and all in a shared one; then a look at what they left, through
/// others; then everything is removed.
///
/// # Panics
/// When anything is not as it must be.
pub fn run(plan: &Plan) -> Run {
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
        let (node, ended, only_moves) = (player.node(), ended.clone(), plan.only_moves);
        world.spawn(&node, async move {
            let played = if only_moves { player.play_moves(STEPS).await } else { player.play(STEPS).await };
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
