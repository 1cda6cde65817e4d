//! The whole path, from a call in the client to a record in the store.

use std::collections::BTreeMap;
use std::path::PathBuf;

use anyhow::Context;

use super::Measure;
use super::build::{BENCH, MDS, OSMIA, OSS, Programs, json_on_last_core, number};
use super::cluster::Cluster;
use super::judge::Pair;
use super::shard::Bench;
use super::ucx::Perf;

/// Files of one run, of both sides: each begins with an empty store.
const FILES: u32 = 20_000;
/// Bytes of a typical request or reply, for the round trip.
const MESSAGE_BYTES: &str = "256";

pub fn create(programs: &Programs) -> anyhow::Result<Box<dyn Measure>> {
    measure(programs, "create", "file-creation")
}

pub fn stat(programs: &Programs) -> anyhow::Result<Box<dyn Measure>> {
    measure(programs, "stat", "file-stat")
}

pub fn remove(programs: &Programs) -> anyhow::Result<Box<dyn Measure>> {
    measure(programs, "remove", "file-removal")
}

fn measure(
    programs: &Programs,
    operation: &'static str,
    row: &'static str,
) -> anyhow::Result<Box<dyn Measure>> {
    let (perf, bench) = (Perf::new(programs)?, Bench::new(programs)?);
    let [driver] = programs.paths([BENCH])?;
    // Now, and not within a pair: each starts a cluster.
    programs.paths([OSMIA, MDS, OSS])?;
    let programs = programs.clone();
    Ok(Box::new(Path { driver, perf, bench, programs, operation, row, parts: None, counts: BTreeMap::new() }))
}

/// One rank's rate beside the ceiling that one round trip and the store's own work leave.
struct Path {
    driver: PathBuf,
    perf: Perf,
    bench: Bench,
    programs: Programs,
    operation: &'static str,
    /// The operation's name in the driver's JSON.
    row: &'static str,
    /// Microseconds of the round trip and of the store, when last measured.
    parts: Option<(f64, f64)>,
    counts: BTreeMap<String, f64>,
}

impl Path {
    fn rate(&mut self) -> anyhow::Result<f64> {
        let cluster = Cluster::start(&self.programs, &[])?;
        let (config, files) = (cluster.config()?, FILES.to_string());
        let words = ["mdtest", "-n", &files, "-F", "-C", "-T", "-r", "-d", "/", "--rank-kind", "thread"];
        let more = ["--api", "osmia", "--transport", "shm", "--config", config, "--json", "-"];
        let summary = json_on_last_core(&self.driver, &[words.as_slice(), &more].concat())?;
        let rows = summary["rows"].as_array().context("the driver printed no rows")?;
        let row = rows.iter().find(|row| row["operation"] == self.row).context("the row is missing")?;
        let per_call = row["per_call"].as_object().into_iter().flatten();
        self.counts = per_call.filter_map(|(name, count)| Some((name.clone(), count.as_f64()?))).collect();
        number(row, "/mean")
    }

    /// Microseconds of a round trip and of the store's own work.
    fn parts(&self) -> anyhow::Result<(f64, f64)> {
        let (_, round_trip_us) = self.perf.pair("rtt", "shm", &["--bytes", MESSAGE_BYTES, "--runs", "1"])?;
        let store = self.bench.run(self.operation, super::shard::LAYOUTS[0], 1, FILES, true)?;
        Ok((round_trip_us, 1e6 / number(&store, "/pairs/0/reference")?))
    }
}

impl Measure for Path {
    /// The parts of the ceiling are measured before and after the path: neighbours on the machine change them by half
    /// within seconds.
    fn pair(&mut self, _variant: usize, _index: usize) -> anyhow::Result<Pair> {
        let before = self.parts()?;
        let ours = self.rate()?;
        let after = self.parts()?;
        let (round_trip, store) = (f64::midpoint(before.0, after.0), f64::midpoint(before.1, after.1));
        self.parts = Some((round_trip, store));
        Ok(Pair::of_rates(ours, 1e6 / (round_trip + store)))
    }

    fn config(&self) -> String {
        let (round_trip, store) = self.parts.unwrap_or_default();
        format!(
            "1 rank on the last core, {FILES} files, shared memory, stores on tmpfs, relaxed, layout embedded, \
             record cache of the default size; ceiling of ucx_perftest's round trip ({round_trip:.2} us) and the store's work ({store:.2} us)"
        )
    }

    fn counts(&self) -> BTreeMap<String, f64> {
        self.counts.clone()
    }
}

/// Rounds of a pair of depths: each lasts less than a tenth of a second, in which a neighbour of the machine weighs more
/// than eight directories.
const DEPTH_ROUNDS: usize = 9;

/// Stat at depth 8 beside depth 1.
pub fn depth(programs: &Programs) -> anyhow::Result<Box<dyn Measure>> {
    let [driver] = programs.paths([BENCH])?;
    let cluster = Cluster::start(programs, &[])?;
    Ok(Box::new(Depth { driver, cluster, counts: BTreeMap::new() }))
}

struct Depth {
    driver: PathBuf,
    cluster: Cluster,
    counts: BTreeMap<String, f64>,
}

impl Measure for Depth {
    fn pair(&mut self, _variant: usize, index: usize) -> anyhow::Result<Pair> {
        let depths = if index.is_multiple_of(2) { "8,1" } else { "1,8" };
        let (config, rounds) = (self.cluster.config()?, DEPTH_ROUNDS.to_string());
        let words = ["depth", "--json", "--depths", depths, "--rounds", &rounds];
        let more = ["--transport", "shm", "--config", config];
        let report = json_on_last_core(&self.driver, &[words.as_slice(), &more].concat())?;
        let rounds = report["rounds"].as_array().context("the driver printed no rounds")?;
        let mut pairs = Vec::new();
        for round in rounds {
            let at = |depth: u64| {
                let found =
                    round.as_array().into_iter().flatten().find(|measured| measured["depth"] == depth);
                found.with_context(|| format!("depth {depth} is missing"))
            };
            let (deep, shallow) = (at(8)?, at(1)?);
            self.counts.insert("requests per stat at depth 8".into(), number(deep, "/requests_per_call")?);
            pairs.push(Pair::of_rates(number(deep, "/rate")?, number(shallow, "/rate")?));
        }
        pairs.sort_by(|one, other| one.ratio.total_cmp(&other.ratio));
        pairs.get(pairs.len() / 2).copied().context("the driver measured nothing")
    }

    fn config(&self) -> String {
        format!(
            "stat 8 directories deep over 1 deep, steady state, 1 rank on the last core, shared memory, the middle of \
             {DEPTH_ROUNDS} rounds"
        )
    }

    fn counts(&self) -> BTreeMap<String, f64> {
        self.counts.clone()
    }
}
