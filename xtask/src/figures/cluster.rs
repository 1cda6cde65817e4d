//! A cluster in processes of its own, to be measured: `osmia dev` in a directory that is removed at the end.

use std::path::{Path, PathBuf};

use anyhow::Context;
use serde_json::Value;

use super::build::{MDS, OSMIA, OSS, Programs, json, output};

/// Where stores are kept that no disk should slow down.
pub const MEMORY: &str = "/dev/shm";

/// A running cluster; stopped and removed when dropped.
pub struct Cluster {
    osmia: PathBuf,
    directory: PathBuf,
    started: Value,
}

impl Cluster {
    /// One metadata shard and one storage shard, stores in memory; `set` are further `KEY=VALUE` of the
    /// configuration.
    pub fn start(programs: &Programs, set: &[&str]) -> anyhow::Result<Cluster> {
        Cluster::start_shards(programs, 1, set)
    }

    /// As [`start`](Cluster::start), with more shards in the metadata server.
    pub fn start_shards(programs: &Programs, shards: u16, set: &[&str]) -> anyhow::Result<Cluster> {
        let directory = Path::new(MEMORY).join(format!("osmia-figures-{}", std::process::id()));
        Cluster::start_of(programs, &directory, shards, set)
    }

    /// As [`start`](Cluster::start), in a directory that is not there yet.
    pub fn start_in(programs: &Programs, directory: &Path, set: &[&str]) -> anyhow::Result<Cluster> {
        Cluster::start_of(programs, directory, 1, set)
    }

    fn start_of(programs: &Programs, directory: &Path, shards: u16, set: &[&str]) -> anyhow::Result<Cluster> {
        let [osmia, ..] = programs.paths([OSMIA, MDS, OSS])?;
        let mut cluster = Cluster { osmia, directory: directory.to_owned(), started: Value::Null };
        let directory = cluster.directory.display().to_string();
        let shards = shards.to_string();
        let mut words = vec!["dev", "up", "--json", "--mds", "1", "--mds-shards", &shards, "--targets", "1"];
        words.extend(["--dir", &directory]);
        for set in set {
            words.extend(["--set", set]);
        }
        cluster.started = json(&cluster.osmia, &words).context("starting a cluster")?;
        Ok(cluster)
    }

    /// The cluster's configuration file.
    pub fn config(&self) -> anyhow::Result<&str> {
        self.started["config"].as_str().context("osmia dev up names no config")
    }

    /// Pages of metrics of the shards of a role, `mds` or `oss`.
    pub fn metrics(&self, role: &str) -> anyhow::Result<Vec<String>> {
        let run = self.directory.join("run");
        let mut pages = Vec::new();
        for entry in std::fs::read_dir(&run).with_context(|| format!("listing {}", run.display()))? {
            let path = entry?.path();
            let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
            if name.starts_with(&format!("{role}-")) && name.ends_with(".prom") {
                pages.push(
                    std::fs::read_to_string(&path).with_context(|| format!("reading {}", path.display()))?,
                );
            }
        }
        Ok(pages)
    }

    /// The process of the metadata server.
    pub fn metadata_server(&self) -> anyhow::Result<u64> {
        let servers = self.started["servers"].as_array().context("osmia dev up names no servers")?;
        let server = servers.iter().find(|server| server["role"] == "mds").context("no metadata server")?;
        server["pid"].as_u64().context("osmia dev up names no pid")
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        let directory = self.directory.display().to_string();
        if let Err(error) = output(&self.osmia, &["dev", "down", "--remove", "--dir", &directory]) {
            eprintln!("xtask: stopping the cluster in {directory}: {error:#}");
        }
    }
}
