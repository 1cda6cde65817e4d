//! The configuration of a cluster under one directory.

use std::fmt::Write;
use std::net::{Ipv4Addr, TcpListener};

use anyhow::{Context, bail};
use clap::Args;
use osmia_config::Config;

use super::state::Home;

/// Ports tried for servers: below what the kernel gives to outgoing connections (ip_local_port_range).
const PORTS: std::ops::Range<u16> = 20_000..32_000;

/// What the cluster is made of. Holds for a new cluster only.
#[derive(Args, Debug, PartialEq, Eq)]
pub(crate) struct Shape {
    /// Metadata servers, each a process [default: 1]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=64))]
    mds: Option<u16>,
    /// Shards of each metadata server [default: 1]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=64))]
    mds_shards: Option<u16>,
    /// Storage servers, each a process [default: one per target]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=64))]
    oss: Option<u16>,
    /// Shards of each storage server [default: 1]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=64))]
    oss_shards: Option<u16>,
    /// Storage targets [default: one per shard of the storage servers]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=4096))]
    targets: Option<u16>,
    /// A key of the configuration, such as limits.spin_us=0 or cluster.layout=edge; may be repeated
    #[arg(long, value_name = "KEY=VALUE")]
    set: Vec<String>,
}

impl Shape {
    /// Whether nothing was said: then a cluster that is there will do.
    pub(crate) fn is_default(&self) -> bool {
        let Shape { mds, mds_shards, oss, oss_shards, targets, set } = self;
        [mds, mds_shards, oss, oss_shards, targets].iter().all(|number| number.is_none()) && set.is_empty()
    }

    /// The configuration of a new cluster.
    pub(crate) fn config(&self, home: &Home) -> anyhow::Result<Config> {
        let mds_shards = self.mds_shards.unwrap_or(1);
        let oss_shards = self.oss_shards.unwrap_or(1);
        let oss = self.oss.or(self.targets.map(|targets| targets.min(64) / oss_shards)).unwrap_or(1).max(1);
        let least = u32::from(oss) * u32::from(oss_shards);
        let targets = self.targets.map_or(least, u32::from);
        if targets < least {
            bail!(
                "{targets} targets for {oss} storage servers of {oss_shards} shards each; want at least {least}: each \
                 shard serves targets of its own"
            );
        }
        let mut cores = Cores::new()?;
        let mut ports = Ports::new();
        let mut text = sets(&self.set)?;
        let dir = home.dir().display();
        let run = home.run();
        let node = |text: &mut String, id: u16, name: &str| {
            let run = run.display().to_string();
            let run = toml_edit::Value::from(run);
            let _ = write!(
                text,
                "\n[[node]]\nid = {id}\nname = \"{name}\"\naddresses = [\"127.0.0.1\"]\nruntime_dir = {run}\n\
                 share_cores = true\n"
            );
        };
        let path = |name: &str| toml_edit::Value::from(format!("{dir}/{name}")).to_string();
        let mds = self.mds.unwrap_or(1);
        for n in 1..=mds {
            let name = format!("mds-{n}");
            node(&mut text, n, &name);
            let (cores, port) = (cores.take(mds_shards), ports.take(mds_shards)?);
            let _ =
                write!(text, "[node.mds]\ncores = {cores:?}\nport = {port}\ndirectory = {}\n", path(&name));
        }
        for n in 1..=oss {
            let name = format!("oss-{n}");
            node(&mut text, mds + n, &name);
            let (cores, port) = (cores.take(oss_shards), ports.take(oss_shards)?);
            let _ =
                write!(text, "[node.oss]\ncores = {cores:?}\nport = {port}\ndirectory = {}\n", path(&name));
            for target in (u32::from(n)..=targets).step_by(oss.into()) {
                let path = path(&format!("target-{target}"));
                let _ = write!(text, "[[node.oss.target]]\nid = {target}\npath = {path}\n");
            }
        }
        Config::parse(&text, "osmia.toml").map_err(|faults| {
            let cause = if self.set.is_empty() { "--dir" } else { "--set or --dir" };
            let said: Vec<String> = faults
                .0
                .iter()
                .map(|fault| format!("{}: {}; {}", fault.key, fault.wrong, fault.right))
                .collect();
            anyhow::anyhow!("{cause} gives a faulty configuration\n{}", said.join("\n"))
        })
    }
}

/// The tables that `--set` makes.
fn sets(sets: &[String]) -> anyhow::Result<String> {
    let mut tables: Vec<(String, String)> = Vec::new();
    for set in sets {
        let wrong = || format!("--set {set}: want TABLE.KEY=VALUE, such as limits.attempt_ms=500");
        let (key, value) = set.split_once('=').with_context(wrong)?;
        let (table, key) = key.trim().split_once('.').with_context(wrong)?;
        if !["cluster", "limits", "rails"].contains(&table) {
            bail!("--set {set}: want a key of [cluster], [limits] or [rails]");
        }
        let plain = |key: &str| key.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
        if !plain(key) || key.is_empty() {
            bail!("{}", wrong());
        }
        // A bare word is taken for a string.
        let value = match value.trim().parse::<toml_edit::Value>() {
            Ok(value) => value,
            Err(_) => toml_edit::Value::from(value.trim()),
        };
        let line = format!("{key} = {value}\n");
        match tables.iter_mut().find(|(name, _)| name == table) {
            Some((_, lines)) => lines.push_str(&line),
            None => tables.push((table.to_owned(), line)),
        }
    }
    Ok(tables.into_iter().map(|(table, lines)| format!("[{table}]\n{lines}")).collect())
}

/// The cores that this process may use, given out in turn.
struct Cores {
    all: Vec<usize>,
    next: usize,
}

impl Cores {
    fn new() -> anyhow::Result<Cores> {
        let set = rustix::thread::sched_getaffinity(None).context("cannot read this process's cores")?;
        let all = (0..1024).filter(|&core| set.is_set(core)).collect();
        Ok(Cores { all, next: 0 })
    }

    fn take(&mut self, count: u16) -> Vec<usize> {
        let take = (0..usize::from(count)).map(|i| self.all[(self.next + i) % self.all.len()]).collect();
        self.next += usize::from(count);
        take
    }
}

/// Ports that nobody listens at, held until all are chosen.
struct Ports {
    next: u16,
    tried: usize,
    held: Vec<TcpListener>,
}

impl Ports {
    fn new() -> Ports {
        // Two clusters made at the same time should not try the same ones.
        let spread = (std::process::id() as usize).wrapping_mul(61) % PORTS.len();
        Ports { next: PORTS.start + spread as u16, tried: 0, held: Vec::new() }
    }

    /// The first of `count` free ports in a row.
    fn take(&mut self, count: u16) -> anyhow::Result<u16> {
        while self.tried < PORTS.len() {
            if self.next + count > PORTS.end {
                self.next = PORTS.start;
            }
            let first = self.next;
            let row: Vec<TcpListener> = (first..first + count)
                .map_while(|port| TcpListener::bind((Ipv4Addr::LOCALHOST, port)).ok())
                .collect();
            // Past the taken one.
            let step = (row.len() as u16 + 1).min(count);
            self.next += step;
            self.tried += usize::from(step);
            if row.len() == usize::from(count) {
                self.held.extend(row);
                return Ok(first);
            }
        }
        bail!("no {count} free ports in a row in {PORTS:?}")
    }
}
