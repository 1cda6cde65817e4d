//! The simulated cluster can fail: each fault that is put into its servers on purpose is found.

use std::panic::{AssertUnwindSafe, catch_unwind};

use osmia_mds::Durability;
use osmia_tests::simulated::defect::Defect;
use osmia_tests::simulated::{Plan, run};

/// Runs that a fault may stay hidden in. Without a fault, the same runs find nothing (`virtual_cluster`).
const SEEDS: u64 = 600;

/// A run in which everything happens that may uncover the fault.
fn plan(seed: u64, defect: Option<Defect>) -> Plan {
    let players: &[usize] = if seed.is_multiple_of(3) { &[2] } else { &[1, 1] };
    let mut plan = Plan { players, storm: true, ..Plan::new(seed) };
    plan.options.defect = defect;
    plan.options.net.break_one_in = 100;
    if defect == Some(Defect::SkipSync) {
        // The mode in which a reply means that a power cut takes nothing away.
        plan.options.durability = Durability::Strict;
    }
    if defect == Some(Defect::SkipMoves) {
        plan = Plan { players: &[1, 1, 1, 1], only_moves: true, storm: false, ..plan };
    }
    plan
}

/// The first seed that uncovers a fault, and by what.
fn uncover(defect: Defect) -> Option<(u64, String)> {
    (0..SEEDS).find_map(|seed| {
        let failure = catch_unwind(AssertUnwindSafe(|| run(&plan(seed, Some(defect))))).err()?;
        let text = failure.downcast_ref::<String>().map(String::as_str);
        let text = text.or(failure.downcast_ref::<&str>().copied()).unwrap_or("a panic without words");
        Some((seed, text.to_owned()))
    })
}

/// Every fault is found, and says what is not as it must be.
#[test]
fn each_is_found() {
    let mut hidden = Vec::new();
    for defect in Defect::ALL {
        match uncover(defect) {
            Some((seed, how)) => println!("{defect:?}: seed {seed}: {how}"),
            None => hidden.push(defect),
        }
    }
    assert!(hidden.is_empty(), "not found in {SEEDS} runs: {hidden:?}");
}
