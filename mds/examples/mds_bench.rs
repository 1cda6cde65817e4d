//! One metadata shard beside RocksDB doing the identical gets, batches and flushes: figures `mds-create`, `mds-stat`, `path-*`.
//!
//! Ours: encoded requests, 32 in flight, through dispatch, permission check, round, replay record and flush to encoded
//! replies; no network. The reference: the same store (`RocksKv`, same settings, a directory of its own) called with
//! the keys and batches that ours made, as recorded in a run that is not timed. Both sides take turns of some
//! milliseconds within each pair. Prints one JSON object per layout and kind of operation.
#![allow(clippy::disallowed_methods)]

use std::cell::{Cell, RefCell};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::time::{Duration, Instant as Stopwatch};

use anyhow::{Context, bail};
use clap::Parser;
use osmia_env::{Buf, Clock, ConnId, Env, Instant};
use osmia_kv::rocks::{RocksKv, RocksOptions};
use osmia_kv::{Batch, Counters, Job, Kv, KvError, Pressure, Visit};
use osmia_mds::{ClusterMap, FormatOptions, Frame, Origin, Output, Peer, Shard, ShardConfig};
use osmia_protocol::flags::open_flags;
use osmia_protocol::planus::Builder;
use osmia_protocol::{ClientId, ClusterId, Placement, ShardId, frame, wire};
use osmia_sys::{LocalTasks, SysClock, SysRng};

#[derive(Parser)]
#[command(about = "One metadata shard beside RocksDB doing the identical work")]
struct Args {
    /// Where the stores are made; a directory on tmpfs measures the processor
    #[arg(long, default_value = "/dev/shm")]
    dir: PathBuf,
    /// create, stat, remove; all when not given
    #[arg(long)]
    what: Option<String>,
    /// embedded, edge; both when not given
    #[arg(long)]
    layout: Option<String>,
    /// Pairs of runs
    #[arg(long, default_value_t = 7)]
    pairs: usize,
    /// Operations of one side in one pair
    #[arg(long, default_value_t = 40_000)]
    ops: usize,
    /// Requests per round
    #[arg(long, default_value_t = 32)]
    inflight: usize,
    /// Which side begins the first pair: ours or reference; they take turns from there
    #[arg(long, default_value = "ours")]
    first: String,
}

const SHARD: ShardId = ShardId(1 << 16);
const CLUSTER: ClusterId = ClusterId([1; 16]);
const CLIENT: ClientId = ClientId(7);
/// Operations of one side before the other has its turn.
const TURN: usize = 512;

fn main() -> anyhow::Result<()> {
    let args = Args::parse();
    let choose = |given: &Option<String>, all: &[&str]| -> anyhow::Result<Vec<String>> {
        match given {
            None => Ok(all.iter().map(|one| String::from(*one)).collect()),
            Some(one) if all.contains(&one.as_str()) => Ok(vec![one.clone()]),
            Some(one) => bail!("{one:?}: want {}", all.join(" or ")),
        }
    };
    osmia_kv::rocks::start_threads(2);
    for what in choose(&args.what, &["create", "stat", "remove"])? {
        for layout in choose(&args.layout, &["embedded", "edge"])? {
            println!("{}", measure(&args, &what, &layout)?);
        }
    }
    Ok(())
}

/// A figure of one layout, as JSON.
fn measure(args: &Args, what: &str, layout: &str) -> anyhow::Result<String> {
    let kind = match what {
        "stat" => Kind::Stat,
        "remove" => Kind::Remove,
        _ => Kind::Create,
    };
    let mut pairs = Vec::new();
    let mut counts = Counters::default();
    for pair in 0..args.pairs {
        let ours_first = (args.first == "ours") == (pair % 2 == 0);
        let (ours, reference, cost) = run_pair(args, kind, layout, ours_first)?;
        counts = cost;
        pairs.push(format!("{{\"ours\":{ours:.1},\"reference\":{reference:.1}}}"));
    }
    let per = |count: u64| count as f64 / args.ops as f64;
    Ok(format!(
        "{{\"name\":\"mds-{what}\",\"layout\":\"{layout}\",\"unit\":\"ops/s\",\"inflight\":{},\"ops\":{},\
         \"counts\":{{\"gets\":{:.3},\"puts\":{:.3},\"deletes\":{:.3},\"batches\":{:.4},\"flushes\":{:.4},\"bytes\":{:.1}}},\
         \"pairs\":[{}]}}",
        args.inflight,
        args.ops,
        per(counts.gets),
        per(counts.puts),
        per(counts.deletes),
        per(counts.batches),
        per(counts.flushes),
        per(counts.bytes),
        pairs.join(",")
    ))
}

/// Rates of both sides, in operations per second, and what ours asked of its store.
fn run_pair(args: &Args, kind: Kind, layout: &str, ours_first: bool) -> anyhow::Result<(f64, f64, Counters)> {
    let mut ours = Side::filled(args, kind, layout)?;
    let (logs, cost) = record(args, kind, layout)?;
    // The reference gets a store that holds the same.
    let reference = Side::filled(args, kind, layout)?;
    let rounds = ours.requests(args, kind);
    let (mut ours_time, mut reference_time) = (Duration::ZERO, Duration::ZERO);
    let per_turn = (TURN / args.inflight).max(1);
    let mut replies = Vec::with_capacity(args.inflight);
    for (turn, logs) in rounds.chunks(per_turn).zip(logs.chunks(per_turn)) {
        for side in [ours_first, !ours_first] {
            let begin = Stopwatch::now();
            if side {
                for round in turn {
                    ours.round(round, &mut replies);
                    check(&replies, round.len());
                }
                ours_time += begin.elapsed();
            } else {
                replay(&*reference.recording.kv, logs)?;
                reference_time += begin.elapsed();
            }
        }
    }
    let rate = |time: Duration| args.ops as f64 / time.as_secs_f64();
    Ok((rate(ours_time), rate(reference_time), cost))
}

/// What ours asks of its store in each round, from a run on a store of its own.
fn record(args: &Args, kind: Kind, layout: &str) -> anyhow::Result<(Vec<Vec<Call>>, Counters)> {
    let mut model = Side::filled(args, kind, layout)?;
    model.recording.on.set(true);
    let before = model.recording.kv.counters();
    let mut logs = Vec::new();
    let mut replies = Vec::new();
    for round in model.requests(args, kind) {
        model.round(&round, &mut replies);
        logs.push(std::mem::take(&mut *model.recording.log.borrow_mut()));
    }
    let after = model.recording.kv.counters();
    let cost = Counters {
        gets: after.gets - before.gets,
        puts: after.puts - before.puts,
        deletes: after.deletes - before.deletes,
        batches: after.batches - before.batches,
        flushes: after.flushes - before.flushes,
        bytes: after.bytes - before.bytes,
        ..Counters::default()
    };
    Ok((logs, cost))
}

/// Makes the same calls.
fn replay(kv: &dyn Kv, logs: &[Vec<Call>]) -> Result<(), KvError> {
    let mut value = Vec::new();
    for call in logs.iter().flatten() {
        match call {
            Call::Get(key) => drop(std::hint::black_box(kv.get_into(key, &mut value)?)),
            Call::Write(batch) => kv.write(batch)?,
            Call::Flush => kv.flush()?,
        }
    }
    Ok(())
}

/// Every request was answered, and succeeded.
fn check(replies: &[Vec<u8>], requests: usize) {
    assert_eq!(replies.len(), requests, "replies to all requests");
    for reply in replies {
        let Ok(wire::FrameBodyRef::Reply(reply)) = frame::read(reply) else { panic!("not a reply") };
        assert_eq!(reply.status().ok(), Some(0), "{reply:?}");
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Create,
    Stat,
    Remove,
}

/// What a shard asked of its store.
enum Call {
    Get(Vec<u8>),
    Write(Batch),
    Flush,
}

/// A store that notes what it is asked for, when that is switched on.
struct Recording {
    kv: Rc<RocksKv>,
    on: Cell<bool>,
    log: RefCell<Vec<Call>>,
}

impl Recording {
    fn note(&self, call: impl FnOnce() -> Call) {
        if self.on.get() {
            self.log.borrow_mut().push(call());
        }
    }
}

impl Kv for Recording {
    fn get_into(&self, key: &[u8], value: &mut Vec<u8>) -> Result<bool, KvError> {
        self.note(|| Call::Get(key.to_vec()));
        self.kv.get_into(key, value)
    }
    fn scan(&self, from: &[u8], to: &[u8], visit: &mut Visit<'_>) -> Result<(), KvError> {
        self.kv.scan(from, to, visit)
    }
    fn warm_job(&self, keys: Vec<Vec<u8>>, range: Option<(Vec<u8>, Vec<u8>)>, most: usize) -> Job<()> {
        self.kv.warm_job(keys, range, most)
    }
    fn write(&self, batch: &Batch) -> Result<(), KvError> {
        self.note(|| Call::Write(batch.clone()));
        self.kv.write(batch)
    }
    fn flush(&self) -> Result<(), KvError> {
        self.note(|| Call::Flush);
        self.kv.flush()
    }
    fn sync_job(&self) -> Job<()> {
        self.kv.sync_job()
    }
    fn compact_job(&self, from: Vec<u8>, to: Vec<u8>) -> Job<()> {
        self.kv.compact_job(from, to)
    }
    fn reopen(&self) -> Result<(), KvError> {
        self.kv.reopen()
    }
    fn pressure(&self) -> Pressure {
        self.kv.pressure()
    }
    fn counters(&self) -> Counters {
        self.kv.counters()
    }
}

/// A shard on a store of its own, with a session.
struct Side {
    shard: Shard,
    recording: Rc<Recording>,
    session: u64,
    out: Vec<Output>,
    _tasks: LocalTasks,
    _directory: tempfile::TempDir,
}

impl Side {
    /// One whose store holds what the operations need.
    fn filled(args: &Args, kind: Kind, layout: &str) -> anyhow::Result<Side> {
        let mut side = Side::new(&args.dir, layout)?;
        if kind != Kind::Create {
            let mut replies = Vec::new();
            for round in side.requests(args, Kind::Create) {
                side.round(&round, &mut replies);
                check(&replies, round.len());
                side.close(&mut replies)?;
            }
        }
        Ok(side)
    }

    /// Closes the files that these replies opened.
    fn close(&mut self, replies: &mut Vec<Vec<u8>>) -> anyhow::Result<()> {
        let mut closes = Vec::new();
        for reply in replies.iter() {
            let wire::FrameBodyRef::Reply(reply) = frame::read(reply)? else { bail!("not a reply") };
            let Some(wire::OutcomeRef::OpenOk(ok)) = reply.outcome()? else { bail!("not open: {reply:?}") };
            closes.push(ok.open()?);
        }
        let call = Some(wire::Call::Heartbeat(Box::new(wire::Heartbeat {})));
        let (session, closes) = (self.session, Some(closes));
        let request = wire::Request { id: 1, session, epoch: 1, closes, call, ..wire::Request::default() };
        self.round(&encode(&[request]), replies);
        check(replies, 1);
        Ok(())
    }

    fn new(dir: &Path, layout: &str) -> anyhow::Result<Side> {
        let directory = tempfile::Builder::new()
            .prefix("osmia-mds-bench-")
            .tempdir_in(dir)
            .with_context(|| format!("in {}", dir.display()))?;
        let options = RocksOptions { reserve_bytes: 0, ..RocksOptions::default() };
        let kv = Rc::new(RocksKv::create(&directory.path().join("kv"), options)?);
        let recording = Rc::new(Recording { kv, on: Cell::new(false), log: RefCell::default() });
        let target = |target| wire::TargetEntry { target, shard: SHARD.0, ..wire::TargetEntry::default() };
        let map = ClusterMap::new(wire::MapOk {
            cluster: Some(CLUSTER.0.to_vec()),
            epoch: 1,
            partitions: Some(vec![SHARD.0; 256]),
            targets: Some((1..=4).map(target).collect()),
            layout: Some(layout.into()),
            ..wire::MapOk::default()
        })
        .map_err(anyhow::Error::msg)?;
        let clock = Rc::new(SysClock);
        let format = FormatOptions { shard: SHARD, map, root: (0, 0, 0o755), time: clock.timestamp().0 };
        osmia_mds::format(&*recording, &format)?;
        let tasks = LocalTasks::new()?;
        let env = Env { clock, rng: Rc::new(SysRng::new()), tasks: tasks.handle() };
        let config = ShardConfig {
            placement: Placement::Parent,
            reserve_bytes: 0,
            ..ShardConfig::new(SHARD, CLUSTER)
        };
        let shard = Shard::open(recording.clone(), config, env)?;
        let mut side =
            Side { shard, recording, session: 0, out: Vec::new(), _tasks: tasks, _directory: directory };
        let open = wire::OpenSession { client: CLIENT.0, slots: 64, ..wire::OpenSession::default() };
        let call = Some(wire::Call::OpenSession(Box::new(open)));
        let mut replies = Vec::new();
        side.round(&encode(&[wire::Request { id: 1, call, ..wire::Request::default() }]), &mut replies);
        check(&replies, 1);
        let wire::FrameBodyRef::Reply(reply) = frame::read(&replies[0])? else { bail!("not a reply") };
        let Some(wire::OutcomeRef::SessionOk(ok)) = reply.outcome()? else { bail!("no session: {reply:?}") };
        side.session = ok.session()?;
        Ok(side)
    }

    /// Requests of all operations, encoded, in rounds.
    fn requests(&self, args: &Args, kind: Kind) -> Vec<Vec<Frame>> {
        let mut rounds = Vec::new();
        let mut batch = Vec::new();
        for number in 0..args.ops {
            // 7919 is prime: files are asked for in another order than they were made in.
            let file = if kind != Kind::Create { (number * 7919) % args.ops } else { number };
            let path = Some(format!("file.{file:08}").into_bytes());
            let at = Some(Box::new(wire::Where { dir: 1, path, ..wire::Where::default() }));
            let mut request = wire::Request {
                id: number as u64 + 1,
                session: self.session,
                epoch: 1,
                ..wire::Request::default()
            };
            if kind != Kind::Stat {
                // Removal follows creation in the same slots.
                let before = if kind == Kind::Remove { args.ops.div_ceil(args.inflight) } else { 0 };
                request.slot = (number % args.inflight) as u16;
                request.number = (before + number / args.inflight) as u64 + 1;
            }
            request.call = Some(match kind {
                Kind::Create => {
                    let flags = open_flags::CREATE | open_flags::EXCLUSIVE;
                    wire::Call::Open(Box::new(wire::Open { at, flags, mode: 0o644, umask: 0o022 }))
                }
                Kind::Stat => wire::Call::Lookup(Box::new(wire::Lookup { at })),
                Kind::Remove => wire::Call::Unlink(Box::new(wire::Unlink { at })),
            });
            batch.push(request);
            if batch.len() == args.inflight || number + 1 == args.ops {
                rounds.push(encode(&batch));
                batch.clear();
            }
        }
        rounds
    }

    /// One round: its requests, then what is to be done outside. What it answers replaces `replies`.
    fn round(&mut self, frames: &[Frame], replies: &mut Vec<Vec<u8>>) {
        replies.clear();
        for (token, frame) in frames.iter().enumerate() {
            let origin = Origin { conn: ConnId(1), token: token as u64 };
            self.shard.handle(origin, Peer::Client(CLIENT), frame.clone(), Instant::NEVER);
        }
        loop {
            self.shard.finish_round(&mut self.out).expect("the store works");
            let mut jobs = Vec::new();
            for output in self.out.drain(..) {
                match output {
                    Output::Reply { frame, .. } => replies.push(frame),
                    Output::Job { token, job } => jobs.push((token, job)),
                    Output::Notice { .. } | Output::Call { .. } => {}
                }
            }
            if jobs.is_empty() && replies.len() >= frames.len() {
                break;
            }
            for (token, job) in jobs {
                self.shard.on_job(token, job()).expect("the store works");
            }
        }
    }
}

/// Frames in one buffer, as they come in one message.
fn encode(requests: &[wire::Request]) -> Vec<Frame> {
    let mut head = Vec::new();
    let mut builder = Builder::new();
    let starts: Vec<usize> = requests
        .iter()
        .map(|request| {
            let start = head.len();
            frame::push_request(&mut head, &mut builder, request);
            start
        })
        .collect();
    let buf = Rc::new(Buf::from_slice(&head));
    let frames = frame::frames(&buf).map(|frame| frame.expect("what was pushed comes out").len());
    // A frame stands behind its length, 8 bytes.
    let ranges: Vec<(usize, usize)> =
        starts.into_iter().zip(frames).map(|(start, len)| (start + 8, start + 8 + len)).collect();
    ranges.into_iter().map(|(start, end)| Frame::new(buf.clone(), start, end)).collect()
}
