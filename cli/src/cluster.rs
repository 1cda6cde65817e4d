//! `osmia node list`, `osmia target list`, `osmia df`.

use std::collections::HashMap;

use clap::{Args, Subcommand};
use osmia_client::{Client, ClientOptions, TargetStats};
use osmia_config::Config;
use serde::Serialize;

use crate::End;
use crate::output::{Output, human_bytes, table};
use crate::programs::Role;
use crate::settings::Settings;

/// How long one server may take to answer when it is asked whether it does.
const ASK_MS: u32 = 2000;

/// Nodes and their servers.
#[derive(Subcommand)]
pub(crate) enum NodeCommand {
    /// List every shard of every node, and whether it answers
    #[command(after_help = "\
Exits with 1 when any of them does not answer.

Examples:
  osmia node list
  osmia node list --offline --json")]
    List {
        /// Ask nobody: only what the configuration says
        #[arg(long)]
        offline: bool,
    },
}

/// Storage targets.
#[derive(Subcommand)]
pub(crate) enum TargetCommand {
    /// List every storage target, where it lies, and what is on it
    #[command(after_help = "\
Examples:
  osmia target list
  osmia target list --json")]
    List {
        /// Ask nobody: only what the configuration says
        #[arg(long)]
        offline: bool,
    },
}

/// Shows the room on the storage targets.
#[derive(Args)]
#[command(after_help = "\
Each target shows the file system that it lies in: targets that share one each show all of it, and the sum counts it as
often.

Examples:
  osmia df
  osmia df --json")]
pub(crate) struct Df {}

#[derive(Serialize)]
struct Shard {
    node: u16,
    name: String,
    role: Role,
    /// Index on its node.
    shard: u16,
    core: u32,
    addresses: Vec<String>,
    /// Of a storage shard.
    #[serde(skip)]
    targets: Vec<u32>,
    /// Absent when nobody was asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    answers: Option<bool>,
    /// Why it does not answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

#[derive(Serialize)]
struct Target {
    target: u32,
    node: u16,
    name: String,
    /// Index of its shard on the node.
    shard: u16,
    path: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    bytes_total: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    bytes_free: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    objects: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

#[derive(Serialize)]
struct Room {
    targets: Vec<RoomOfTarget>,
    bytes_total: u64,
    bytes_free: u64,
    inodes: u64,
    /// Targets that did not answer: their room is not in the sums.
    silent: usize,
}

#[derive(Serialize)]
struct RoomOfTarget {
    target: u32,
    node: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    bytes_total: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    bytes_free: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

impl NodeCommand {
    pub(crate) fn run(self, settings: &Settings, output: &Output) -> anyhow::Result<End> {
        let NodeCommand::List { offline } = self;
        let (_, config) = settings.load()?;
        let mut shards = shards(&config);
        if !offline {
            ask(settings, &mut shards)?;
        }
        output.print(&shards, |shards| {
            let mut header = vec!["NODE", "NAME", "SERVER", "SHARD", "CORE", "ADDRESSES"];
            if !offline {
                header.insert(5, "ANSWERS");
            }
            let rows = shards.iter().map(|shard| {
                let mut row = vec![
                    shard.node.to_string(),
                    shard.name.clone(),
                    shard.role.name().to_owned(),
                    shard.shard.to_string(),
                    shard.core.to_string(),
                    shard.addresses.join(" "),
                ];
                if let Some(answers) = shard.answers {
                    row.insert(5, if answers { "yes" } else { "no" }.to_owned());
                }
                row
            });
            let mut text = table(&header, &[0, 3, 4], rows);
            for shard in shards.iter() {
                if let Some(error) = &shard.error {
                    text += &format!("\n{} {}.{}: {error}", shard.role.name(), shard.node, shard.shard);
                }
            }
            text
        })?;
        Ok(if shards.iter().any(|shard| shard.error.is_some()) { End::Failed } else { End::Done })
    }
}

fn shards(config: &Config) -> Vec<Shard> {
    let mut shards = Vec::new();
    for node in config.mds_nodes() {
        shards.extend(node.shards.into_iter().map(|entry| Shard {
            node: node.id,
            name: node.name.clone(),
            role: Role::Mds,
            shard: entry.id.index(),
            core: entry.core,
            addresses: entry.addresses,
            targets: Vec::new(),
            answers: None,
            error: None,
        }));
    }
    for node in config.oss_nodes() {
        shards.extend(node.shards.into_iter().map(|entry| Shard {
            node: node.id,
            name: node.name.clone(),
            role: Role::Oss,
            shard: entry.id.index(),
            core: entry.core,
            addresses: entry.addresses,
            targets: entry.targets.iter().map(|target| target.id).collect(),
            answers: None,
            error: None,
        }));
    }
    shards
}

/// Asks every shard: metadata shards each by a connection of its own, storage shards through their targets.
fn ask(settings: &Settings, shards: &mut [Shard]) -> anyhow::Result<()> {
    let file = settings.find()?;
    let options =
        ClientOptions { attempt_ms: Some(ASK_MS / 2), give_up_ms: Some(ASK_MS), ..ClientOptions::default() };
    std::thread::scope(|scope| {
        let mut asked = Vec::new();
        for (index, shard) in shards.iter().enumerate().filter(|(_, shard)| shard.role == Role::Mds) {
            let options = options.clone();
            let addresses = shard.addresses.clone();
            asked.push((index, scope.spawn(move || ask_metadata_shard(&addresses, &options))));
        }
        let stats = Client::connect_with(&file, options.clone()).and_then(|client| client.target_stats());
        for (index, answer) in asked {
            let answer = answer.join().unwrap_or_else(|_| Err("the asking thread failed".into()));
            note(&mut shards[index], answer);
        }
        for shard in shards.iter_mut().filter(|shard| shard.role == Role::Oss) {
            let answer = ask_storage_shard(&shard.targets, &stats);
            note(shard, answer);
        }
    });
    Ok(())
}

fn note(shard: &mut Shard, answer: Result<(), String>) {
    shard.answers = Some(answer.is_ok());
    shard.error = answer.err();
}

/// By any of its addresses: whoever asks from another node cannot use shared memory.
fn ask_metadata_shard(addresses: &[String], options: &ClientOptions) -> Result<(), String> {
    let mut said = Vec::new();
    for address in addresses {
        match Client::connect_to(address, options.clone()) {
            Ok(_) => return Ok(()),
            Err(error) => said.push(error.to_string()),
        }
    }
    Err(if said.is_empty() { "it has no address".to_owned() } else { said.join("; ") })
}

fn ask_storage_shard(targets: &[u32], stats: &osmia_client::Result<Vec<TargetStats>>) -> Result<(), String> {
    let stats =
        stats.as_ref().map_err(|error| format!("not asked, since the cluster map is not known: {error}"))?;
    let mut last = Err("the cluster map has no target of it".to_owned());
    for stat in stats.iter().filter(|stat| targets.contains(&stat.target.0)) {
        match &stat.stat {
            Ok(_) => return Ok(()),
            Err(error) => last = Err(error.to_string()),
        }
    }
    last
}

impl TargetCommand {
    pub(crate) fn run(self, settings: &Settings, output: &Output) -> anyhow::Result<End> {
        let TargetCommand::List { offline } = self;
        let (_, config) = settings.load()?;
        let mut targets = targets(&config);
        if !offline {
            let stats = settings.connect()?.target_stats()?;
            let mut stats: HashMap<u32, TargetStats> =
                stats.into_iter().map(|stat| (stat.target.0, stat)).collect();
            for target in &mut targets {
                match stats.remove(&target.target).map(|stat| stat.stat) {
                    Some(Ok(room)) => {
                        target.bytes_total = Some(room.bytes_total);
                        target.bytes_free = Some(room.bytes_free);
                        target.objects = Some(room.objects);
                    }
                    Some(Err(error)) => target.error = Some(error.to_string()),
                    None => target.error = Some("the cluster map does not have it".into()),
                }
            }
        }
        output.print(&targets, |targets| {
            let mut header = vec!["TARGET", "NODE", "NAME", "SHARD", "TOTAL", "FREE", "OBJECTS", "PATH"];
            if offline {
                header.drain(4..7);
            }
            let shown = |bytes: Option<u64>| bytes.map_or("?".to_owned(), human_bytes);
            let rows = targets.iter().map(|target| {
                let mut row = vec![
                    target.target.to_string(),
                    target.node.to_string(),
                    target.name.clone(),
                    target.shard.to_string(),
                ];
                if !offline {
                    row.push(shown(target.bytes_total));
                    row.push(shown(target.bytes_free));
                    row.push(target.objects.map_or("?".to_owned(), |objects| objects.to_string()));
                }
                row.push(target.path.clone());
                row
            });
            let right: &[usize] = if offline { &[0, 1, 3] } else { &[0, 1, 3, 4, 5, 6] };
            let mut text = table(&header, right, rows);
            for target in targets.iter() {
                if let Some(error) = &target.error {
                    text += &format!("\ntarget {}: {error}", target.target);
                }
            }
            text
        })?;
        Ok(if targets.iter().any(|target| target.error.is_some()) { End::Failed } else { End::Done })
    }
}

fn targets(config: &Config) -> Vec<Target> {
    let mut targets = Vec::new();
    for node in config.oss_nodes() {
        for shard in node.shards {
            targets.extend(shard.targets.into_iter().map(|target| Target {
                target: target.id,
                node: node.id,
                name: node.name.clone(),
                shard: shard.id.index(),
                path: target.path.display().to_string(),
                bytes_total: None,
                bytes_free: None,
                objects: None,
                error: None,
            }));
        }
    }
    targets.sort_by_key(|target| target.target);
    targets
}

impl Df {
    pub(crate) fn run(self, settings: &Settings, output: &Output) -> anyhow::Result<End> {
        let client = settings.connect()?;
        let inodes = client.statfs()?.inodes;
        let mut room = Room { targets: Vec::new(), bytes_total: 0, bytes_free: 0, inodes, silent: 0 };
        for stat in client.target_stats()? {
            let mut target = RoomOfTarget {
                target: stat.target.0,
                node: stat.node,
                bytes_total: None,
                bytes_free: None,
                error: None,
            };
            match stat.stat {
                Ok(known) => {
                    room.bytes_total += known.bytes_total;
                    room.bytes_free += known.bytes_free;
                    target.bytes_total = Some(known.bytes_total);
                    target.bytes_free = Some(known.bytes_free);
                }
                Err(error) => {
                    room.silent += 1;
                    target.error = Some(error.to_string());
                }
            }
            room.targets.push(target);
        }
        output.print(&room, |room| {
            let row = |name: String, node: &str, total: Option<u64>, free: Option<u64>| {
                let shown = |bytes: Option<u64>| bytes.map_or("?".to_owned(), human_bytes);
                let used = total.zip(free).map(|(total, free)| total.saturating_sub(free));
                let percent = used.zip(total).map_or("?".to_owned(), |(used, total)| {
                    format!("{:.0}%", if total == 0 { 0.0 } else { used as f64 / total as f64 * 100.0 })
                });
                vec![name, node.to_owned(), shown(total), shown(used), shown(free), percent]
            };
            let mut rows: Vec<Vec<String>> = (room.targets.iter())
                .map(|target| {
                    row(target.target.to_string(), &target.node, target.bytes_total, target.bytes_free)
                })
                .collect();
            rows.push(row("all".into(), "", Some(room.bytes_total), Some(room.bytes_free)));
            let mut text = table(&["TARGET", "NODE", "TOTAL", "USED", "FREE", "USE"], &[0, 2, 3, 4, 5], rows);
            text += &format!("\n{} files and directories", room.inodes);
            for target in &room.targets {
                if let Some(error) = &target.error {
                    text += &format!("\ntarget {}: {error}", target.target);
                }
            }
            text
        })?;
        Ok(if room.silent > 0 { End::Failed } else { End::Done })
    }
}
