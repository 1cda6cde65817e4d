//! The process: from the configuration to running shards.

use std::path::Path;
use std::rc::Rc;
use std::time::Duration;

use anyhow::{Context, bail};
use osmia_config::{Config, OssNode, OssShard};
use osmia_env::{Addr, BufPool};
use osmia_host::{RingDisk, RingOptions, ShardStart, ShardsOptions, Shutdown, all_found, run_shards};
use osmia_kv::Kv;
use osmia_kv::rocks::{RocksKv, RocksOptions};
use osmia_oss::ShardConfig;
use osmia_oss::format::{self, Superblock};
use osmia_oss::serve::{ServeConfig, serve};
use osmia_oss::session::SessionLimits;
use osmia_protocol::{ClusterId, TargetId};
use osmia_sys::metrics::Export;
use osmia_ucx::{UcxOptions, UcxTransport};

/// Sizes of buffers: small reads and writes, and what a client moves in one piece. Larger ones are allocated.
const BUFS: [usize; 2] = [64 << 10, 1 << 20];

/// Makes the stores and targets of a node's shards. Nothing is made unless all can be.
pub(crate) fn format(config: &Config, id: u16, cluster: ClusterId) -> anyhow::Result<()> {
    let node = config.oss_node(id)?;
    if let Some(configured) = config.cluster.id.filter(|configured| *configured != cluster) {
        bail!("--cluster-id is {cluster}, the configuration's `cluster.id` is {configured}: they must agree");
    }
    for shard in &node.shards {
        refuse_used(&shard.directory)?;
        shard.targets.iter().try_for_each(|target| refuse_used(&target.path))?;
    }
    osmia_kv::rocks::start_threads(1);
    for shard in &node.shards {
        let of = |target| Superblock { cluster, shard: shard.id, target };
        let targets = shard.targets.clone();
        osmia_host::block_on(async move {
            let disk = RingDisk::new(&osmia_host::env(), &RingOptions::default())?;
            for target in targets {
                format::format_target(&disk, &target.path, &of(TargetId(target.id))).await?;
                println!("formatted target {} in {}", target.id, target.path.display());
            }
            anyhow::Ok(())
        })??;
        let kv = RocksKv::create(&shard.directory, rocks(config))?;
        format::format_shard(&kv, &of(TargetId(0)))?;
        kv.sync_job()()?;
        println!("formatted storage shard {}.{} in {}", id, shard.id.index(), shard.directory.display());
    }
    Ok(())
}

/// A store is made in a directory that is not there, or is empty.
fn refuse_used(directory: &Path) -> anyhow::Result<()> {
    match std::fs::read_dir(directory) {
        Ok(mut entries) => {
            // What mkfs makes on a file system of its own.
            let lost_and_found = |entry: &std::io::Result<std::fs::DirEntry>| {
                entry.as_ref().is_ok_and(|e| e.file_name() == "lost+found")
            };
            if entries.any(|entry| !lost_and_found(&entry)) {
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

fn rocks(config: &Config) -> RocksOptions {
    // Little is kept there: marks of removed objects, and ids.
    let small = RocksOptions::small();
    RocksOptions { reserve_bytes: config.limits.reserve_bytes.min(small.reserve_bytes), ..small }
}

/// Opens every store and target of a node and compares it with the configuration; tells every fault.
pub(crate) fn check(config: &Config, _file: &Path, id: u16) -> anyhow::Result<()> {
    let node = config.oss_node(id)?;
    let mut faults = Vec::new();
    for shard in node.shards {
        let (config, name) = (config.clone(), format!("storage shard {id}.{}", shard.id.index()));
        faults.extend(osmia_host::block_on(async move { check_shard(&config, &shard, &name).await })??);
    }
    all_found(&faults)
}

/// The faults of a shard's store and targets.
async fn check_shard(config: &Config, shard: &OssShard, name: &str) -> anyhow::Result<Vec<anyhow::Error>> {
    let env = osmia_host::env();
    let disk = RingDisk::new(&env, &RingOptions::default())?;
    let (directory, mut cluster) = (&shard.directory, config.cluster.id);
    let ours = match open(config, shard) {
        Ok(kv) => format::check_shard(&kv, &env, directory, cluster, shard.id).await.map_err(Into::into),
        Err(fault) => Err(fault),
    };
    let mut faults = Vec::new();
    match ours {
        Ok(ours) => {
            cluster = Some(ours.cluster);
            println!("{name}: {} is in order", directory.display());
        }
        Err(fault) => faults.push(fault),
    }
    for target in &shard.targets {
        match format::check_target(&disk, &target.path, cluster, shard.id, TargetId(target.id)).await {
            Ok(_) => println!("target {}: {} is in order", target.id, target.path.display()),
            Err(fault) => faults.push(fault.into()),
        }
    }
    Ok(faults)
}

fn open(config: &Config, shard: &OssShard) -> anyhow::Result<RocksKv> {
    let directory = &shard.directory;
    if !directory.is_dir() {
        bail!(
            "{} is not there: make the stores of this node with `osmia format` (directory `oss.directory`)",
            directory.display()
        );
    }
    Ok(RocksKv::open(directory, rocks(config))?)
}

/// Serves until SIGTERM or SIGINT.
pub(crate) fn run(config: &Config, _file: &Path, id: u16) -> anyhow::Result<()> {
    let node = config.oss_node(id)?;
    // RocksDB starts its threads before any is pinned.
    osmia_kv::rocks::start_threads(node.shards.len() as u32);
    let shutdown = Shutdown::on_signals()?;
    let cores: Vec<usize> = node.shards.iter().map(|shard| shard.core as usize).collect();
    let config = config.clone();
    run_shards(&ShardsOptions::new("osmia-oss", &cores), &shutdown, move |start| {
        shard(config.clone(), node.clone(), start)
    })?;
    Ok(())
}

async fn shard(config: Config, node: OssNode, start: ShardStart) -> anyhow::Result<()> {
    let shard = &node.shards[start.index];
    let (limits, env) = (&config.limits, start.env.clone());
    let kv = open(&config, shard)?;
    let pools = pools(limits.buffers_bytes);
    let mut rings = RingOptions { depth: limits.ring_depth, pools: pools.clone(), ..RingOptions::default() };
    if limits.spin_us == 0 {
        rings.spin = Duration::ZERO;
    }
    let disk = RingDisk::new(&env, &rings)
        .context("no io_uring (forbidden by seccomp, or by the kernel.io_uring_disabled setting?)")?;
    let listen = addresses(shard)?;
    let transport = UcxTransport::new(
        env.clone(),
        UcxOptions {
            spin: Duration::from_micros(limits.spin_us.into()),
            recv_pool: pools.last().cloned(),
            tcp_devices: (!node.devices.is_empty()).then(|| node.devices.join(",")),
            ..UcxOptions::default()
        },
    )?;
    let metrics = Export::new(shard.metrics.clone(), Duration::from_millis(limits.metrics_ms)).map(Rc::new);
    let shard = ShardConfig {
        cluster: config.cluster.id,
        directory: shard.directory.clone(),
        targets: shard.targets.iter().map(|target| (TargetId(target.id), target.path.clone())).collect(),
        boot: boot(),
        sessions: SessionLimits {
            // One per client, and clients have several connections.
            sessions_max: limits.connections_max as usize,
            slots_max: limits.slots as u16,
            idle: Duration::from_millis(limits.session_ms),
        },
        lease: Duration::from_millis(limits.lease_ms),
        requests_max: limits.inflight_max as usize,
        // A request's data are at most 16 MiB: some always fit.
        bytes_max: (limits.buffers_bytes as usize).max(64 << 20),
        open_max: limits.objects_open_max as usize,
        pools,
        ..ShardConfig::new(shard.id)
    };
    let limits = osmia_net::Limits {
        connections_max: limits.connections_max as usize,
        inflight_max: limits.inflight_max,
        ..osmia_net::Limits::default()
    };
    let shutdown = start.shutdown;
    let tasks = env.tasks.clone();
    let stop = Box::pin(async move { shutdown.wait(&*tasks).await });
    serve(env, transport, Rc::new(disk), Rc::new(kv), ServeConfig { shard, listen, limits, metrics }, stop)
        .await?;
    Ok(())
}

/// Three quarters for large transfers, at least two of each size.
fn pools(bytes: u64) -> Vec<BufPool> {
    let count = |part: u64, size: usize| u32::try_from(part / size as u64).unwrap_or(u32::MAX).max(2);
    let parts = [bytes / 4, bytes / 4 * 3];
    parts.iter().zip(BUFS).map(|(&part, size)| BufPool::new(count(part, size), size)).collect()
}

fn addresses(shard: &OssShard) -> anyhow::Result<Vec<Addr>> {
    let parse = |text: &String| text.parse::<Addr>().map_err(anyhow::Error::msg);
    let addresses: Vec<Addr> = shard.addresses.iter().map(parse).collect::<anyhow::Result<_>>()?;
    for addr in &addresses {
        if let Addr::Shm(socket) = addr
            && let Some(directory) = socket.parent()
        {
            std::fs::create_dir_all(directory)
                .with_context(|| format!("cannot make `runtime_dir` {}", directory.display()))?;
        }
    }
    Ok(addresses)
}

/// Names this start of the machine. Where it cannot be read, every start of the server counts as one.
fn boot() -> String {
    let read = std::fs::read_to_string("/proc/sys/kernel/random/boot_id");
    read.unwrap_or_else(|_| format!("unknown {}", std::process::id())).trim().to_owned()
}
