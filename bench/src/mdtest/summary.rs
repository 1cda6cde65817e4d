//! From ranks' results to figures.

use std::collections::BTreeMap;

use hdrhistogram::Histogram;
use serde::{Deserialize, Serialize};

use super::facts::Facts;
use super::options::Options;
use super::plan::Plan;
use super::rank::CALL_NANOS_MAX;
use super::team::{Failure, Outcome, PhaseResult};

/// The phases, in the order of mdtest's table.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the names say it")]
pub enum Operation {
    DirectoryCreation,
    DirectoryStat,
    DirectoryRename,
    DirectoryRemoval,
    FileCreation,
    FileStat,
    FileRead,
    FileRemoval,
    TreeCreation,
    TreeRemoval,
}

impl Operation {
    /// All, in order.
    pub const ALL: [Operation; 10] = [
        Operation::DirectoryCreation,
        Operation::DirectoryStat,
        Operation::DirectoryRename,
        Operation::DirectoryRemoval,
        Operation::FileCreation,
        Operation::FileStat,
        Operation::FileRead,
        Operation::FileRemoval,
        Operation::TreeCreation,
        Operation::TreeRemoval,
    ];

    /// The name in mdtest's table.
    pub fn name(self) -> &'static str {
        match self {
            Operation::DirectoryCreation => "Directory creation",
            Operation::DirectoryStat => "Directory stat",
            Operation::DirectoryRename => "Directory rename",
            Operation::DirectoryRemoval => "Directory removal",
            Operation::FileCreation => "File creation",
            Operation::FileStat => "File stat",
            Operation::FileRead => "File read",
            Operation::FileRemoval => "File removal",
            Operation::TreeCreation => "Tree creation",
            Operation::TreeRemoval => "Tree removal",
        }
    }

    /// Whether the phase works on the tree, which rank 0's time alone decides.
    pub fn is_tree(self) -> bool {
        matches!(self, Operation::TreeCreation | Operation::TreeRemoval)
    }

    fn is_directory(self) -> bool {
        self <= Operation::DirectoryRemoval
    }
}

/// Times of single calls in microseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the names say it")]
pub struct Latency {
    pub p50_us: f64,
    pub p99_us: f64,
    pub max_us: f64,
}

/// One operation over all iterations and ranks.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Row {
    /// Which.
    pub operation: Operation,
    /// Best iteration, operations per second.
    pub max: f64,
    /// Worst iteration.
    pub min: f64,
    /// Mean of the iterations.
    pub mean: f64,
    /// Standard deviation of the iterations' sample; 0 of one iteration.
    pub std_dev: f64,
    /// By iteration.
    pub rates: Vec<f64>,
    /// By iteration: from the start to the end of the barrier, of the slowest rank, in seconds.
    pub seconds: Vec<f64>,
    /// Calls that succeeded, over all iterations and ranks.
    pub calls: u64,
    /// Times of single calls.
    pub latency: Latency,
    /// What the client counted (messages, bytes), per call.
    pub per_call: BTreeMap<String, f64>,
}

/// A finished run.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Summary {
    /// What was measured, on what.
    pub facts: Facts,
    /// How.
    pub options: Options,
    /// One row for each of mdtest's that this run shows, also for phases that did not run (all zero).
    pub rows: Vec<Row>,
    /// Items of each kind over all ranks, per iteration.
    pub items: u64,
    /// Failed calls and checks.
    pub failures: u64,
    /// The first few of them.
    pub failures_told: Vec<Failure>,
    /// The run was given up before its end.
    pub stopped: bool,
}

impl Summary {
    /// Reduces what the ranks measured, as mdtest does: an iteration's rate is the slowest rank's times the ranks.
    pub(super) fn new(options: &Options, plan: &Plan, outcome: Outcome) -> Summary {
        let shown = |operation: &Operation| {
            operation.is_tree() || if operation.is_directory() { plan.directories } else { plan.files }
        };
        let phases: Vec<&PhaseResult> = outcome.ranks.iter().flat_map(|rank| &rank.phases).collect();
        let rows = Operation::ALL.into_iter().filter(shown).map(|operation| {
            let phases: Vec<&PhaseResult> =
                phases.iter().copied().filter(|phase| phase.operation == operation).collect();
            row(operation, options.iterations, &phases)
        });
        Summary {
            rows: rows.collect(),
            items: plan.items * u64::from(plan.ranks),
            failures: outcome.ranks.iter().map(|rank| rank.failures).sum(),
            stopped: outcome.ranks.iter().any(|rank| rank.stopped),
            failures_told: outcome.failures,
            facts: outcome.facts,
            options: options.clone(),
        }
    }

    /// Whether anything went wrong.
    pub fn failed(&self) -> bool {
        self.failures > 0 || self.stopped
    }

    /// The row of an operation, if it is shown.
    pub fn row(&self, operation: Operation) -> Option<&Row> {
        self.rows.iter().find(|row| row.operation == operation)
    }
}

fn row(operation: Operation, iterations: u32, phases: &[&PhaseResult]) -> Row {
    let mut histogram =
        Histogram::<u64>::new_with_bounds(1, CALL_NANOS_MAX, 3).expect("constant bounds are valid");
    let mut counters: BTreeMap<String, u64> = BTreeMap::new();
    for phase in phases {
        for (nanos, count) in &phase.latency {
            histogram.saturating_record_n(*nanos, *count);
        }
        for (name, count) in &phase.counters {
            *counters.entry(name.clone()).or_default() += count;
        }
    }
    let (mut rates, mut seconds) = (Vec::new(), Vec::new());
    for iteration in 0..iterations {
        let phases = phases.iter().filter(|phase| phase.iteration == iteration);
        // The tree is one rank's work (with -u each makes its own: mdtest shows rank 0's).
        let phases: Vec<_> = phases.take(if operation.is_tree() { 1 } else { usize::MAX }).collect();
        let rate = phases.iter().map(|phase| rate(phase)).min_by(f64::total_cmp).unwrap_or(0.0);
        rates.push(rate * phases.len() as f64);
        seconds.push(phases.iter().map(|phase| phase.nanos).max().unwrap_or(0) as f64 / 1e9);
    }
    let mean = rates.iter().sum::<f64>() / rates.len() as f64;
    let squares: f64 = rates.iter().map(|rate| (rate - mean).powi(2)).sum();
    let calls = phases.iter().map(|phase| phase.items).sum();
    let us = |nanos: u64| nanos as f64 / 1e3;
    let latency = match histogram.len() {
        0 => Latency::default(),
        _ => Latency {
            p50_us: us(histogram.value_at_quantile(0.5)),
            p99_us: us(histogram.value_at_quantile(0.99)),
            max_us: us(histogram.max()),
        },
    };
    Row {
        operation,
        max: rates.iter().copied().fold(0.0, f64::max),
        min: rates.iter().copied().fold(f64::INFINITY, f64::min),
        mean,
        std_dev: if rates.len() < 2 { 0.0 } else { (squares / (rates.len() - 1) as f64).sqrt() },
        rates,
        seconds,
        calls,
        latency,
        per_call: counters
            .into_iter()
            .map(|(name, count)| (name, if calls == 0 { 0.0 } else { count as f64 / calls as f64 }))
            .collect(),
    }
}

fn rate(phase: &PhaseResult) -> f64 {
    if phase.items == 0 { 0.0 } else { phase.items as f64 * 1e9 / phase.nanos.max(1) as f64 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn phase(iteration: u32, items: u64, nanos: u64) -> PhaseResult {
        PhaseResult {
            iteration,
            operation: Operation::FileStat,
            items,
            nanos,
            nanos_alone: nanos,
            latency: vec![(1000, items)],
            counters: BTreeMap::from([("messages".to_string(), 2 * items)]),
        }
    }

    /// Rates are the slowest rank's times the ranks; deviation is the sample's; counts are per call.
    #[test]
    fn reduction_is_mdtests() {
        // Two ranks, two iterations: 10 items in 1 s and 2 s, then in 4 s and 4 s.
        let second = 1_000_000_000;
        let phases = [
            phase(0, 10, second),
            phase(1, 10, 4 * second),
            phase(0, 10, 2 * second),
            phase(1, 10, 4 * second),
        ];
        let row = row(Operation::FileStat, 2, &phases.iter().collect::<Vec<_>>());
        assert_eq!(row.rates, [10.0, 5.0]);
        assert_eq!((row.max, row.min, row.mean), (10.0, 5.0, 7.5));
        assert!((row.std_dev - 12.5_f64.sqrt()).abs() < 1e-9, "{}", row.std_dev);
        assert_eq!(row.calls, 40);
        assert_eq!(row.per_call["messages"], 2.0);
        assert!((row.latency.p50_us - 1.0).abs() < 0.01);
    }

    /// A phase that did not run is a row of zeros, without NaN or infinity.
    #[test]
    fn nothing_is_zero() {
        let row = row(Operation::FileStat, 3, &[]);
        assert_eq!((row.max, row.min, row.mean, row.std_dev, row.calls), (0.0, 0.0, 0.0, 0.0, 0));
    }
}
