//! Changes that span two metadata shards, beside the same change inside one.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::Context;

use super::build::{BENCH, OSMIA, Programs, json_on_last_core, number, output};
use super::cluster::Cluster;
use super::judge::Pair;
use super::{Measure, in_turn};

/// Directories of one side in one pair.
const DIRECTORIES: u32 = 5_000;
/// How often shards write their metrics; they are read after twice as long.
const METRICS: Duration = Duration::from_millis(200);
/// Directories in which each side makes its own, with the placement set for them.
const OURS: (&str, &str) = ("/random", "random");
const REFERENCE: (&str, &str) = ("/parent", "parent");

/// mkdir placed by chance over two shards beside mkdir in the parent's partition.
pub fn mkdir(programs: &Programs) -> anyhow::Result<Box<dyn Measure>> {
    let [driver, osmia] = programs.paths([BENCH, OSMIA])?;
    let metrics = format!("limits.metrics_ms={}", METRICS.as_millis());
    let cluster = Cluster::start_shards(programs, 2, &[&metrics])?;
    let config = cluster.config()?.to_owned();
    let run = |words: &[&str]| output(&osmia, &[&["--config", &config], words].concat());
    run(&["dir", "set", "/", "--placement", "pin:1.0", "--depth", "1"])?;
    for (path, placement) in [OURS, REFERENCE] {
        run(&["fs", "mkdir", path])?;
        run(&["dir", "set", path, "--placement", placement])?;
    }
    Ok(Box::new(Mkdir { driver, cluster, counts: BTreeMap::new() }))
}

struct Mkdir {
    driver: PathBuf,
    cluster: Cluster,
    counts: BTreeMap<String, f64>,
}

impl Mkdir {
    /// Directories made per second below a path, and what shards counted for each.
    fn rate(&self, path: &str) -> anyhow::Result<(f64, BTreeMap<String, f64>)> {
        let before = self.counted()?;
        let (config, count) = (self.cluster.config()?, DIRECTORIES.to_string());
        let run = |phase: &str| {
            let words = ["mdtest", "-n", &count, "-D", phase, "-d", path, "--rank-kind", "thread"];
            let more = ["--api", "osmia", "--transport", "shm", "--config", config, "--json", "-"];
            json_on_last_core(&self.driver, &[words.as_slice(), &more].concat())
        };
        let summary = run("-C")?;
        let counts = self.counted()?.into_iter().map(|(name, count)| {
            let of_each = (count - before.get(&name).copied().unwrap_or(0.0)) / f64::from(DIRECTORIES);
            (name, of_each)
        });
        let counts = counts.collect();
        // Not counted: so that the next pair begins as this one did.
        run("-r")?;
        let rows = summary["rows"].as_array().context("the driver printed no rows")?;
        let row = rows.iter().find(|row| row["operation"] == "directory-creation");
        Ok((number(row.context("the row is missing")?, "/mean")?, counts))
    }

    /// What all metadata shards have counted so far, once they have written it down.
    fn counted(&self) -> anyhow::Result<BTreeMap<String, f64>> {
        #[expect(clippy::disallowed_methods, reason = "servers write their metrics in real time")]
        std::thread::sleep(METRICS * 2);
        let mut counts = BTreeMap::new();
        for text in self.cluster.metrics("mds")? {
            for (metric, name) in
                [("osmia_messages_sent_total{", "messages sent"), ("osmia_kv_flushes_total{", "flushes")]
            {
                let line = text.lines().find(|line| line.starts_with(metric));
                let value = line.and_then(|line| line.rsplit(' ').next()?.parse::<f64>().ok());
                *counts.entry(name.to_owned()).or_insert(0.0) +=
                    value.with_context(|| format!("no {metric} in the metrics"))?;
            }
        }
        Ok(counts)
    }
}

impl Measure for Mkdir {
    fn pair(&mut self, _variant: usize, index: usize) -> anyhow::Result<Pair> {
        let ((ours, across), (reference, inside)) =
            in_turn(index, || self.rate(OURS.0), || self.rate(REFERENCE.0))?;
        self.counts.clear();
        for (name, count) in across {
            self.counts.insert(format!("{name} by shards per mkdir"), count);
        }
        for (name, count) in inside {
            self.counts.insert(format!("{name} inside one shard"), count);
        }
        Ok(Pair::of_rates(ours, reference))
    }

    fn config(&self) -> String {
        format!(
            "mkdir placed by chance over 2 shards over mkdir in the parent's partition, 1 rank on the last core, \
             {DIRECTORIES} directories, shared memory, stores on tmpfs, relaxed"
        )
    }

    fn counts(&self) -> BTreeMap<String, f64> {
        self.counts.clone()
    }
}
