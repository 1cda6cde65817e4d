//! One metadata shard, without network, beside RocksDB doing the identical batches, gets and flushes.

use std::collections::BTreeMap;
use std::path::PathBuf;

use serde_json::Value;

use super::Measure;
use super::build::{Program, Programs, json, number};
use super::judge::Pair;

pub const MDS_BENCH: Program = Program { package: "osmia-mds", name: "mds_bench", example: true };

/// Metadata layouts; the worst counts.
pub const LAYOUTS: [&str; 2] = ["embedded", "edge"];

pub fn create(programs: &Programs) -> anyhow::Result<Box<dyn Measure>> {
    measure(programs, "create")
}

pub fn stat(programs: &Programs) -> anyhow::Result<Box<dyn Measure>> {
    measure(programs, "stat")
}

fn measure(programs: &Programs, operation: &'static str) -> anyhow::Result<Box<dyn Measure>> {
    Ok(Box::new(Shard { bench: Bench::new(programs)?, operation, counts: BTreeMap::new() }))
}

struct Shard {
    bench: Bench,
    operation: &'static str,
    counts: BTreeMap<String, f64>,
}

/// Requests in a round.
const IN_FLIGHT: u32 = 32;
/// Operations of a run.
const OPERATIONS: u32 = 40_000;

impl Measure for Shard {
    fn variants(&self) -> Vec<String> {
        LAYOUTS.iter().map(|layout| format!("layout {layout}")).collect()
    }

    fn pair(&mut self, variant: usize, index: usize) -> anyhow::Result<Pair> {
        let measured = self.bench.run(
            self.operation,
            LAYOUTS[variant],
            IN_FLIGHT,
            OPERATIONS,
            !index.is_multiple_of(2),
        )?;
        self.counts = counts(&measured);
        Ok(Pair::of_rates(number(&measured, "/pairs/0/ours")?, number(&measured, "/pairs/0/reference")?))
    }

    fn config(&self) -> String {
        format!(
            "1 core, {IN_FLIGHT} in flight, store in memory, relaxed, against the same batches, gets and flushes"
        )
    }

    fn counts(&self) -> BTreeMap<String, f64> {
        self.counts.clone()
    }
}

/// The example that measures both sides.
pub struct Bench(PathBuf);

impl Bench {
    pub fn new(programs: &Programs) -> anyhow::Result<Bench> {
        let [bench] = programs.paths([MDS_BENCH])?;
        Ok(Bench(bench))
    }

    /// One pair of rates, ours and the reference's, and counts per operation.
    pub fn run(
        &self,
        what: &str,
        layout: &str,
        in_flight: u32,
        operations: u32,
        ours_first: bool,
    ) -> anyhow::Result<Value> {
        let (in_flight, operations) = (in_flight.to_string(), operations.to_string());
        let first = if ours_first { "ours" } else { "reference" };
        let words = ["--what", what, "--layout", layout, "--inflight", &in_flight];
        let more = ["--ops", &operations, "--pairs", "1", "--first", first];
        json(&self.0, &[words.as_slice(), &more].concat())
    }
}

/// The counts that a bench program gives beside its rates.
pub fn counts(measured: &Value) -> BTreeMap<String, f64> {
    let counts = measured.get("counts").and_then(Value::as_object);
    counts.into_iter().flatten().filter_map(|(name, count)| Some((name.clone(), count.as_f64()?))).collect()
}
