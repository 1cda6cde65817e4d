//! One storage shard without a network: encoded requests through decode, check, dispatch, the file store and both rings.
//!
//! `oss_bench --directory DIR [--op read|write] [--bytes 4096] [--depth 16] [--seconds 2] [--object-bytes N] [--objects N]
//! [--core N]` prints one JSON object. Reads and writes go to random places, aligned to their size, of objects that have been
//! written before, as `fio --rw=randread|randwrite --ioengine=io_uring --direct=1` does with one file.
#![allow(clippy::unwrap_used)]

use std::cell::{Cell, RefCell};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::time::Duration;

use clap::Parser;
use osmia_env::{BufPool, Disk, Env, Instant};
use osmia_host::{RingDisk, RingOptions, ShardsOptions, Shutdown, run_shards};
use osmia_kv::map::{MapDisk, MapKv, MapOptions};
use osmia_oss::format::{Superblock, format_shard, format_target};
use osmia_oss::{Peer, Shard, ShardConfig, request};
use osmia_protocol::planus::Builder;
use osmia_protocol::{ClientId, ClusterId, ShardId, Status, TargetId, frame, wire};

const TARGET: TargetId = TargetId(1);

#[derive(Parser, Clone)]
struct Options {
    /// Directory to work in; a subdirectory is made and removed.
    #[arg(long)]
    directory: PathBuf,
    /// `read` or `write`
    #[arg(long, default_value = "read")]
    op: String,
    /// Bytes of each request
    #[arg(long, default_value_t = 4096)]
    bytes: u32,
    /// Requests in flight
    #[arg(long, default_value_t = 16)]
    depth: u16,
    /// How long to measure
    #[arg(long, default_value_t = 2.0)]
    seconds: f64,
    /// Size of each object
    #[arg(long, default_value_t = 256 << 20)]
    object_bytes: u64,
    /// Objects
    #[arg(long, default_value_t = 1)]
    objects: u64,
    /// Core to run on
    #[arg(long, default_value_t = 0)]
    core: usize,
}

fn main() {
    osmia_sys::log::init("warn");
    let options = Options::parse();
    let shutdown = Shutdown::new().unwrap();
    let cores = ShardsOptions::new("oss-bench", &[options.core]);
    run_shards(&cores, &shutdown, move |start| {
        let options = options.clone();
        async move {
            let directory = options.directory.join(format!("oss-bench-{}", std::process::id()));
            std::fs::create_dir_all(&directory).unwrap();
            measure(start.env, &options, &directory).await;
            std::fs::remove_dir_all(&directory).unwrap();
            Ok::<(), String>(())
        }
    })
    .unwrap();
}

async fn measure(env: Env, options: &Options, directory: &Path) {
    let shard = shard(&env, directory).await;
    let session = open_session(&env, &shard).await;
    let run = Rc::new(Run {
        env: env.clone(),
        shard,
        session,
        options: options.clone(),
        // Large enough for what is written and read at a time.
        bodies: BufPool::new(u32::from(options.depth) + 1, (options.bytes as usize).max(1 << 20)),
        numbers: RefCell::new(vec![0; usize::from(options.depth)]),
        done: Cell::new(0),
        latencies: RefCell::default(),
    });
    run.fill().await;
    run.drive(env.now() + Duration::from_secs_f64(options.seconds / 10.0)).await;
    run.done.set(0);
    run.latencies.borrow_mut().clear();
    let cpu = || rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    let (start, cpu_start) = (env.now(), cpu());
    run.drive(start + Duration::from_secs_f64(options.seconds)).await;
    let seconds = env.now().since(start).as_secs_f64();
    let cpu_seconds = Duration::try_from(cpu() - cpu_start).unwrap().as_secs_f64();
    let done = run.done.get();
    let mut latencies = run.latencies.borrow().clone();
    latencies.sort_unstable();
    let latency_us = |part: f64| latencies[((latencies.len() - 1) as f64 * part) as usize] as f64 / 1e3;
    println!(
        "{}",
        serde_json::json!({
            "op": options.op,
            "bytes": options.bytes,
            "depth": options.depth,
            "seconds": seconds,
            "operations": done,
            "operations_per_second": done as f64 / seconds,
            "bytes_per_second": done as f64 * f64::from(options.bytes) / seconds,
            "latency_us_p50": latency_us(0.5),
            "latency_us_p99": latency_us(0.99),
            "cpu_us_per_operation": cpu_seconds * 1e6 / done as f64,
        })
    );
}

async fn shard(env: &Env, directory: &Path) -> Rc<Shard> {
    let (cluster, id) = (ClusterId([1; 16]), ShardId(1 << 16));
    let pools = vec![BufPool::new(64, 64 << 10), BufPool::new(32, 1 << 20)];
    let disk = RingDisk::new(env, &RingOptions { pools: pools.clone(), ..RingOptions::default() }).unwrap();
    let disk: Rc<dyn Disk> = Rc::new(disk);
    let kv = Rc::new(MapKv::open(&MapDisk::new(), MapOptions::default()));
    let of = |target| Superblock { cluster, shard: id, target };
    format_target(&*disk, directory, &of(TARGET)).await.unwrap();
    format_shard(&*kv, &of(TargetId(0))).unwrap();
    let config = ShardConfig { targets: vec![(TARGET, directory.to_owned())], pools, ..ShardConfig::new(id) };
    Shard::open(env, disk, kv, config).await.unwrap()
}

async fn open_session(env: &Env, shard: &Shard) -> u64 {
    let call = request::Call::OpenSession { resume: Default::default(), slots: 64 };
    let request = osmia_oss::Request { session: Default::default(), slot: 0, number: 0, call };
    let answer = shard.run(CLIENT, request, None, env.now() + Duration::from_secs(5)).await;
    match answer.outcome {
        Some(wire::Outcome::SessionOk(ok)) => ok.session,
        _ => panic!("{answer:?}"),
    }
}

const CLIENT: Peer = Peer::Client(ClientId(1));

struct Run {
    env: Env,
    shard: Rc<Shard>,
    session: u64,
    options: Options,
    bodies: BufPool,
    numbers: RefCell<Vec<u64>>,
    done: Cell<u64>,
    latencies: RefCell<Vec<u64>>,
}

impl Run {
    /// Writes all objects, so that nothing is a hole.
    async fn fill(self: &Rc<Self>) {
        for inode in 1..=self.options.objects {
            let mut builder = Builder::new();
            for offset in (0..self.options.object_bytes).step_by(1 << 20) {
                self.one(&mut builder, 0, inode, offset, 1 << 20, true).await;
            }
        }
    }

    /// Keeps `depth` requests in flight until `end`.
    async fn drive(self: &Rc<Self>, end: Instant) {
        let mut tasks = Vec::new();
        for slot in 0..self.options.depth {
            let (tell, told) = osmia_env::tasks::oneshot();
            tasks.push(told);
            let run = self.clone();
            self.env.tasks.spawn(Box::pin(async move {
                let (mut builder, write) = (Builder::new(), run.options.op == "write");
                let places = run.options.object_bytes / u64::from(run.options.bytes);
                while run.env.now() < end {
                    let inode = 1 + run.env.rng.below(run.options.objects);
                    let offset = run.env.rng.below(places) * u64::from(run.options.bytes);
                    let start = run.env.now();
                    run.one(&mut builder, slot, inode, offset, run.options.bytes, write).await;
                    run.latencies.borrow_mut().push(run.env.now().since(start).as_nanos() as u64);
                    run.done.set(run.done.get() + 1);
                }
                tell.send(());
            }));
        }
        for task in tasks {
            task.await;
        }
    }

    /// One request, from its bytes to its answer.
    async fn one(&self, builder: &mut Builder, slot: u16, inode: u64, offset: u64, bytes: u32, write: bool) {
        let object =
            Some(wire::Object { inode, target: TARGET.0, layout_version: 1, ..wire::Object::default() });
        let mut body = None;
        let call = if write {
            let mut buf = self.bodies.get_or_allocate(bytes as usize);
            buf.resize_stale(bytes as usize);
            body = Some(buf);
            wire::Call::ObjWrite(Box::new(wire::ObjWrite { object, offset, sync: false }))
        } else {
            wire::Call::ObjRead(Box::new(wire::ObjRead { object, offset, len: bytes }))
        };
        self.numbers.borrow_mut()[usize::from(slot)] += u64::from(write);
        let number = if write { self.numbers.borrow()[usize::from(slot)] } else { 0 };
        let request = wire::Request {
            session: self.session,
            slot,
            number,
            call: Some(call),
            ..wire::Request::default()
        };
        let mut head = Vec::with_capacity(256);
        frame::push_request(&mut head, builder, &request);
        let decoded = {
            let frame = frame::frames(&head).next().unwrap().unwrap();
            let wire::FrameBodyRef::Request(request) = frame::read(frame).unwrap() else { panic!() };
            request::decode(&request).unwrap()
        };
        let deadline = self.env.now() + Duration::from_secs(60);
        let answer = self.shard.run(CLIENT, decoded, body, deadline).await;
        assert_eq!(answer.status, Status::Ok, "{}", answer.detail);
    }
}
