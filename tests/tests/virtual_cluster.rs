//! A cluster in virtual time, from a seed: two metadata shards, one storage shard, two clients, one thread; servers are
//! killed at every flush.

use osmia_env::sim::Death;
use osmia_mds::Durability;
use osmia_tests::scale;
use osmia_tests::simulated::{self, Order, Plan, Run, When};

/// Says how to see a failure again.
struct Replay<'a>(&'a str, &'a Plan);

impl Drop for Replay<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            let Replay(test, plan) = self;
            eprintln!("{plan:?}");
            let scale = if osmia_tests::long() { "OSMIA_SCALE=long " } else { "" };
            let seed = plan.options.seed;
            eprintln!("again: {scale}cargo xtask sim --seed {seed} --test {test}");
        }
    }
}

fn run(test: &str, plan: &Plan) -> Run {
    let _replay = Replay(test, plan);
    simulated::run(plan)
}

/// The seeds that `OSMIA_SEED` names, `5` or `5..9`; otherwise the first `count`.
fn seeds(count: u64) -> std::ops::Range<u64> {
    let Ok(asked) = std::env::var("OSMIA_SEED") else { return 0..count };
    let seed = |text: &str| text.parse::<u64>().expect("OSMIA_SEED is a number or a range like 5..9");
    match asked.split_once("..") {
        Some((from, to)) => seed(from)..seed(to),
        None => seed(&asked)..seed(&asked) + 1,
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

/// Directories that four clients move into each other, out again and about never make a loop, and none is lost.
#[test]
fn moves() {
    for seed in seeds(scale(10, 300)) {
        let storm = seed.is_multiple_of(2);
        run("moves", &Plan { players: &[1, 1, 1, 1], only_moves: true, storm, ..Plan::new(seed) });
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
