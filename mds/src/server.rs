//! The process: from the configuration to running shards.

use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::time::Duration;

use anyhow::{Context, bail};
use osmia_config::{Config, MdsNode, MdsShard, PlacementRule};
use osmia_env::{Addr, Clock};
use osmia_host::{ShardStart, ShardsOptions, Shutdown, all_found, run_shards};
use osmia_kv::CachedKv;
use osmia_kv::rocks::{RocksKv, RocksOptions};
use osmia_mds::format::Superblock;
use osmia_mds::rules::Rule;
use osmia_mds::store::layout;
use osmia_mds::{ClusterMap, Durability, FormatOptions, ServeOptions, ShardConfig};
use osmia_protocol::placement::ALL_LEVELS;
use osmia_protocol::{ClusterId, wire};
use osmia_sys::SysClock;
use osmia_sys::metrics::Export;
use osmia_ucx::{UcxOptions, UcxTransport};

/// Permission bits of the root directory. Its owner is whoever formats.
const ROOT_MODE: u32 = 0o755;

/// Makes the stores of a node's shards: all, or none that was not there before.
pub(crate) fn format(config: &Config, id: u16, cluster: ClusterId) -> anyhow::Result<()> {
    let node = config.mds_node(id)?;
    if let Some(configured) = config.cluster.id.filter(|configured| *configured != cluster) {
        bail!("--cluster-id is {cluster}, the configuration's `cluster.id` is {configured}: they must agree");
    }
    let map = map(config, cluster)?;
    for shard in &node.shards {
        refuse_used(&shard.directory)?;
    }
    osmia_kv::rocks::start_threads(1);
    for shard in &node.shards {
        let kv = RocksKv::create(&shard.directory, rocks(config))?;
        let uid = rustix::process::getuid().as_raw();
        let gid = rustix::process::getgid().as_raw();
        let options = FormatOptions {
            shard: shard.id,
            map: map.clone(),
            root: (uid, gid, ROOT_MODE),
            time: SysClock.timestamp().0,
        };
        osmia_mds::format(&kv, &options)
            .with_context(|| format!("cannot format {}", shard.directory.display()))?;
        println!("formatted metadata shard {}.{} in {}", id, shard.id.index(), shard.directory.display());
    }
    Ok(())
}

/// A store is made in a directory that is not there, or is empty.
fn refuse_used(directory: &Path) -> anyhow::Result<()> {
    match std::fs::read_dir(directory) {
        Ok(mut entries) => {
            if entries.next().is_some() {
                bail!(
                    "{} is not empty: format makes new stores only; empty it if what it holds is to be lost",
                    directory.display()
                );
            }
            Ok(())
        }
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(()),
        Err(error) => Err(error).with_context(|| format!("cannot look into {}", directory.display())),
    }
}

/// The map that the configuration gives.
fn map(config: &Config, cluster: ClusterId) -> anyhow::Result<ClusterMap> {
    let map = config.cluster_map();
    let entry = |entry: osmia_config::ShardEntry, role| wire::ShardEntry {
        shard: entry.shard.0,
        role,
        node: Some(entry.node),
        addresses: Some(entry.addresses),
    };
    let metadata = map.mds.into_iter().map(|shard| entry(shard, 0));
    let storage = map.oss.into_iter().map(|shard| entry(shard, 1));
    let targets = map.targets.into_iter().map(|target| wire::TargetEntry {
        target: target.target.0,
        shard: target.shard.0,
        node: Some(target.node),
    });
    ClusterMap::new(wire::MapOk {
        cluster: Some(cluster.0.to_vec()),
        epoch: map.epoch,
        partitions: Some(map.partitions.into_iter().map(|shard| shard.0).collect()),
        shards: Some(metadata.chain(storage).collect()),
        targets: Some(targets.collect()),
        layout: Some(config.cluster.layout.to_string()),
        durability: Some(config.cluster.durability.to_string()),
        stripe_bytes: config.cluster.stripe_bytes,
        stripe_count: config.cluster.stripe_count,
    })
    .map_err(|reason| anyhow::anyhow!("the cluster map: {reason}"))
}

fn rocks(config: &Config) -> RocksOptions {
    RocksOptions {
        block_cache_bytes: config.limits.kv_cache_bytes as usize,
        write_buffer_bytes: config.limits.kv_write_buffer_bytes as usize,
        reserve_bytes: config.limits.reserve_bytes,
        ..RocksOptions::default()
    }
}

/// Opens every store of a node and compares it with the configuration; tells every fault.
pub(crate) fn check(config: &Config, file: &Path, id: u16) -> anyhow::Result<()> {
    let node = config.mds_node(id)?;
    let mut faults = Vec::new();
    for shard in &node.shards {
        match open(config, file, shard) {
            Ok(_) => {
                let directory = shard.directory.display();
                println!("metadata shard {}.{}: {directory} is in order", id, shard.id.index());
            }
            Err(fault) => faults.push(fault),
        }
    }
    all_found(&faults)
}

/// A shard's store, and its settings. `file` is where the configuration is from.
fn open(config: &Config, file: &Path, shard: &MdsShard) -> anyhow::Result<(RocksKv, ShardConfig)> {
    let directory = shard.directory.display();
    if !shard.directory.is_dir() {
        bail!(
            "{directory} is not there: make the stores of this node with `osmia format` (directory `mds.directory`)"
        );
    }
    let kv = RocksKv::open(&shard.directory, rocks(config))?;
    let superblock = Superblock::load(&kv).with_context(|| format!("in {directory}"))?;
    // A configuration without an id takes the cluster that its stores belong to.
    let cluster = config.cluster.id.unwrap_or(superblock.cluster);
    let limits = &config.limits;
    let settings = ShardConfig {
        durability: match config.cluster.durability {
            osmia_config::Durability::Relaxed => Durability::Relaxed,
            osmia_config::Durability::Strict => Durability::Strict,
        },
        placement: config.cluster.placement,
        rules: config.placement_rules.iter().map(rule).collect(),
        stripe_bytes: config.cluster.stripe_bytes,
        stripe_count: config.cluster.stripe_count,
        lease: Duration::from_millis(limits.lease_ms),
        session: Duration::from_millis(limits.session_ms),
        sync: Duration::from_millis(limits.sync_ms),
        slots_max: limits.slots as u16,
        reserve_bytes: limits.reserve_bytes,
        ..ShardConfig::new(shard.id, cluster)
    };
    superblock.check(&settings).with_context(|| format!("in {directory}"))?;
    check_fixed(config, file, &superblock, &shard.directory)?;
    Ok((kv, settings))
}

fn rule(rule: &PlacementRule) -> Rule {
    Rule::new(&rule.path, rule.placement, rule.depth.unwrap_or(ALL_LEVELS))
}

/// What is fixed when a store is made must be in the file as it was then.
fn check_fixed(config: &Config, file: &Path, store: &Superblock, directory: &Path) -> anyhow::Result<()> {
    let (cluster, directory) = (&config.cluster, directory.display());
    let fixed = [
        ("partitions", cluster.partitions.to_string(), store.partitions.to_string()),
        ("layout", format!("{:?}", cluster.layout.word()), format!("{:?}", store.layout)),
    ];
    let mut faults = Vec::new();
    for (key, filed, stored) in fixed.into_iter().filter(|(_, filed, stored)| filed != stored) {
        let but = format!("the store in {directory} was formatted with {stored}");
        let right = format!("want {key} = {stored}: it is fixed at format");
        let fault = Config::fault(file, &format!("cluster.{key}"), &filed, &but, &right);
        faults.push(anyhow::Error::msg(fault.to_string()));
    }
    all_found(&faults)
}

/// Serves until SIGTERM or SIGINT.
pub(crate) fn run(config: &Config, file: &Path, id: u16) -> anyhow::Result<()> {
    let node = config.mds_node(id)?;
    // A fault in any store is told before the first shard starts. RocksDB starts its threads before any is pinned.
    osmia_kv::rocks::start_threads(node.shards.len() as u32);
    let shutdown = Shutdown::on_signals()?;
    let cores: Vec<usize> = node.shards.iter().map(|shard| shard.core as usize).collect();
    let (config, file, of_node) = (config.clone(), file.to_owned(), node);
    run_shards(&ShardsOptions::new("osmia-mds", &cores), &shutdown, move |start| {
        shard(config.clone(), file.clone(), of_node.clone(), start)
    })?;
    Ok(())
}

async fn shard(config: Config, file: PathBuf, node: MdsNode, start: ShardStart) -> anyhow::Result<()> {
    let shard = &node.shards[start.index];
    let (kv, settings) = open(&config, &file, shard)?;
    let mut transport =
        UcxOptions { spin: Duration::from_micros(config.limits.spin_us.into()), ..UcxOptions::default() };
    if !node.devices.is_empty() {
        transport.tcp_devices = Some(node.devices.join(","));
    }
    let transport = UcxTransport::new(start.env.clone(), transport)?;
    let listen = shard
        .addresses
        .iter()
        .map(|text| text.parse::<Addr>().map_err(anyhow::Error::msg))
        .collect::<anyhow::Result<Vec<Addr>>>()?;
    for addr in &listen {
        if let Addr::Shm(socket) = addr
            && let Some(directory) = socket.parent()
        {
            std::fs::create_dir_all(directory)
                .with_context(|| format!("cannot make `runtime_dir` {}", directory.display()))?;
        }
    }
    let limits = osmia_net::Limits {
        connections_max: config.limits.connections_max as usize,
        inflight_max: config.limits.inflight_max,
        ..osmia_net::Limits::default()
    };
    let env = start.env.clone();
    let tasks = env.tasks.clone();
    let stop = Box::pin(async move { start.shutdown.wait(&*tasks).await });
    let metrics = Export::new(shard.metrics.clone(), Duration::from_millis(config.limits.metrics_ms));
    let options = ServeOptions { listen, limits, metrics };
    let layout = config.cluster.layout.to_string();
    let layout = layout::by_name(&layout).with_context(|| format!("there is no layout {layout}"))?;
    let kv = CachedKv::new(kv, config.limits.record_cache_bytes, env.rng.next_u64(), layout.cached());
    osmia_mds::serve(start.env, transport, Rc::new(kv), settings, options, stop).await?;
    Ok(())
}
