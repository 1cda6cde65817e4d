//! `osmia format`: the stores and targets of one node.

use std::io::Read;
use std::path::PathBuf;

use anyhow::{Context, bail};
use clap::Args;
use osmia_config::Config;
use osmia_protocol::ClusterId;
use serde::Serialize;

use crate::End;
use crate::output::Output;
use crate::programs::{self, Role};
use crate::settings::Settings;

/// Makes the stores and targets of one node, which must not exist or be empty. Run it on each node.
#[derive(Args)]
#[command(after_help = "\
Run it on the node of the first metadata server first: it makes the cluster's id and prints it. The other nodes take
that id, here or as `id` under [cluster] in the configuration file.

Examples:
  osmia format --node 1
  osmia format --node 2 --cluster-id 0123456789abcdef0123456789abcdef")]
pub(crate) struct Format {
    /// The node, by its `id` in the configuration
    #[arg(long, value_name = "ID")]
    node: u16,
    /// The cluster's id, as the first node printed it
    #[arg(long, value_name = "HEX")]
    cluster_id: Option<ClusterId>,
}

#[derive(Serialize)]
struct Formatted {
    cluster_id: String,
    node: u16,
    directories: Vec<PathBuf>,
    /// Nodes that are to be formatted with this id.
    others: Vec<u16>,
}

impl Format {
    pub(crate) fn run(self, settings: &Settings, output: &Output) -> anyhow::Result<End> {
        let (file, config) = settings.load()?;
        let cluster = self.cluster(&config)?;
        let directories = directories(&config, self.node)?;
        refuse_used(&directories)?;
        for role in roles(&config, self.node) {
            programs::format(role, &file, self.node, &cluster.to_string())?;
        }
        let others = config.nodes.iter().map(|node| node.id).filter(|&id| id != self.node).collect();
        let formatted = Formatted { cluster_id: cluster.to_string(), node: self.node, directories, others };
        output.print(&formatted, |formatted| {
            let id = &formatted.cluster_id;
            let mut text = format!("node {} is formatted for the cluster {id}\n", formatted.node);
            if self.cluster_id.is_none() && config.cluster.id.is_none() {
                for other in &formatted.others {
                    text += &format!("on node {other} run: osmia format --node {other} --cluster-id {id}\n");
                }
            }
            text
        })?;
        Ok(End::Done)
    }

    /// The id given, that of the file, or on the first node a new one.
    fn cluster(&self, config: &Config) -> anyhow::Result<ClusterId> {
        if let (Some(given), Some(filed)) = (self.cluster_id, config.cluster.id)
            && given != filed
        {
            bail!("--cluster-id {given} is not the id of the configuration, {filed}; give that one or none");
        }
        if let Some(id) = self.cluster_id.or(config.cluster.id) {
            return Ok(id);
        }
        let first = config.mds_nodes().next().map(|node| node.id);
        match first {
            Some(first) if first == self.node => new_cluster_id(),
            Some(first) => bail!(
                "node {} needs the cluster's id: run `osmia format --node {first}` on node {first}, and give the id \
                 that it prints with --cluster-id",
                self.node
            ),
            None => bail!("the configuration has no metadata server"),
        }
    }
}

/// 16 random bytes.
pub(crate) fn new_cluster_id() -> anyhow::Result<ClusterId> {
    let mut bytes = [0; 16];
    std::fs::File::open("/dev/urandom")
        .and_then(|mut file| file.read_exact(&mut bytes))
        .context("cannot read /dev/urandom")?;
    Ok(ClusterId(bytes))
}

/// The servers of a node.
pub(crate) fn roles(config: &Config, node: u16) -> Vec<Role> {
    let node = config.node(node);
    let mds = node.is_some_and(|node| node.mds.is_some()).then_some(Role::Mds);
    let oss = node.is_some_and(|node| node.oss.is_some()).then_some(Role::Oss);
    mds.into_iter().chain(oss).collect()
}

/// Everything that formatting a node makes.
fn directories(config: &Config, node: u16) -> anyhow::Result<Vec<PathBuf>> {
    let Some(node) = config.node(node) else {
        let ids: Vec<String> = config.nodes.iter().map(|node| node.id.to_string()).collect();
        bail!("the configuration has no node {node}; it has {}", ids.join(", "));
    };
    let mut directories: Vec<PathBuf> = node.mds.iter().map(|mds| mds.directory.clone()).collect();
    if let Some(oss) = &node.oss {
        directories.push(oss.directory.clone());
        directories.extend(oss.targets.iter().map(|target| target.path.clone()));
    }
    Ok(directories)
}

/// Refuses when any of the directories holds something, naming all that do: nothing is half formatted.
fn refuse_used(directories: &[PathBuf]) -> anyhow::Result<()> {
    let mut used = Vec::new();
    for directory in directories {
        match std::fs::read_dir(directory) {
            Ok(mut entries) => {
                // A fresh file system has that one.
                let counts = |entry: std::io::Result<std::fs::DirEntry>| {
                    entry.map_or(true, |entry| entry.file_name() != "lost+found")
                };
                if entries.any(counts) {
                    used.push(format!("{} is not empty", directory.display()));
                }
            }
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {}
            Err(error) => used.push(format!("{} cannot be listed: {error}", directory.display())),
        }
    }
    if used.is_empty() {
        return Ok(());
    }
    bail!(
        "nothing was formatted: {}; Osmia never formats over what is there, so empty it yourself or name another in \
         the configuration",
        used.join(", ")
    )
}
