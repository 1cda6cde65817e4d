//! What a shard that nobody asks anything costs.

#![expect(clippy::disallowed_methods, reason = "watching a process takes real time")]

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, bail};

use super::Measure;
use super::build::{BENCH, Programs};
use super::cluster::Cluster;
use super::judge::Pair;

/// Idle clients.
const CLIENTS: &str = "10";
/// How long each look takes.
const WATCH: Duration = Duration::from_secs(10);
/// Share of a core that the bar allows, in percent.
const ALLOWED_PERCENT: f64 = 1.0;

pub fn idle(programs: &Programs) -> anyhow::Result<Box<dyn Measure>> {
    let [driver] = programs.paths([BENCH])?;
    let cluster = Cluster::start(programs, &[])?;
    let clients = Clients::connect(&driver, cluster.config()?)?;
    Ok(Box::new(Idle { _clients: clients, cluster, counts: BTreeMap::new() }))
}

struct Idle {
    // Before the cluster: clients leave while their servers are there.
    _clients: Clients,
    cluster: Cluster,
    counts: BTreeMap<String, f64>,
}

impl Measure for Idle {
    fn pair(&mut self, _variant: usize, _index: usize) -> anyhow::Result<Pair> {
        let server = self.cluster.metadata_server()?;
        let (start, before) = (Instant::now(), run_nanos(server)?);
        std::thread::sleep(WATCH);
        let (elapsed, after) = (start.elapsed(), run_nanos(server)?);
        let percent = (after - before) as f64 / elapsed.as_nanos() as f64 * 100.0;
        self.counts.insert("resident MiB".into(), resident_mib(server)?);
        Ok(Pair::of_costs(percent, ALLOWED_PERCENT))
    }

    fn config(&self) -> String {
        format!(
            "one metadata shard's whole process with {CLIENTS} idle clients over shared memory, {} s each",
            WATCH.as_secs()
        )
    }

    fn counts(&self) -> BTreeMap<String, f64> {
        self.counts.clone()
    }
}

/// Processor time of all threads of a process so far (proc_pid_schedstat: finer than its ticks).
pub fn run_nanos(pid: u64) -> anyhow::Result<u64> {
    let mut nanos = 0;
    for task in std::fs::read_dir(format!("/proc/{pid}/task")).context("the server is gone")? {
        let file = task?.path().join("schedstat");
        // A thread may end between the listing and the reading.
        let Ok(text) = std::fs::read_to_string(&file) else { continue };
        let first = text.split(' ').next().and_then(|first| first.parse::<u64>().ok());
        nanos += first.with_context(|| format!("{} says {text:?}", file.display()))?;
    }
    Ok(nanos)
}

fn resident_mib(pid: u64) -> anyhow::Result<f64> {
    let text = std::fs::read_to_string(format!("/proc/{pid}/status")).context("the server is gone")?;
    let line = text.lines().find_map(|line| line.strip_prefix("VmRSS:")).context("no VmRSS")?;
    let kib: f64 = line.trim().trim_end_matches(" kB").parse().context("VmRSS")?;
    Ok(kib / 1024.0)
}

/// A process with clients that stay connected until it is told to end.
struct Clients(Child);

impl Clients {
    fn connect(driver: &Path, config: &str) -> anyhow::Result<Clients> {
        let child = Command::new(driver)
            .args(["connect", "--count", CLIENTS, "--transport", "shm", "--config", config])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .context("starting idle clients")?;
        let mut clients = Clients(child);
        let out = clients.0.stdout.take().context("the clients' output")?;
        let mut line = String::new();
        BufReader::new(out).read_line(&mut line)?;
        if line.trim() != "connected" {
            bail!("the idle clients did not connect");
        }
        Ok(clients)
    }
}

impl Drop for Clients {
    fn drop(&mut self) {
        drop(self.0.stdin.take());
        let _ = self.0.wait();
    }
}
