//! A shard without a network, and what a client would send it.
#![allow(dead_code)]

use std::cell::RefCell;
use std::path::Path;
use std::rc::Rc;
use std::time::Duration;

use osmia_env::{Buf, BufPool, Disk, Env};
use osmia_host::{RingDisk, RingOptions, block_on};
use osmia_kv::Kv;
use osmia_kv::map::{MapDisk, MapKv, MapOptions};
use osmia_oss::format::{Superblock, format_shard, format_target};
use osmia_oss::{Answer, Call, ObjectAt, ObjectId, Peer, Request, Shard, ShardConfig};
use osmia_protocol::{ClientId, ClusterId, InodeId, SessionId, ShardId, Status, TargetId, wire};

pub const CLUSTER: ClusterId = ClusterId([9; 16]);
pub const SHARD: ShardId = ShardId(1 << 16);
pub const TARGET: TargetId = TargetId(1);
pub const CLIENT: ClientId = ClientId(77);

/// Makes the stores of a shard with one target.
pub async fn format(disk: &dyn Disk, kv: &dyn Kv, directory: &Path) {
    let of = |target| Superblock { cluster: CLUSTER, shard: SHARD, target };
    format_target(disk, directory, &of(TARGET)).await.unwrap();
    format_shard(kv, &of(TargetId(0))).unwrap();
    kv.sync_job()().unwrap();
}

pub fn config(directory: &Path) -> ShardConfig {
    ShardConfig {
        targets: vec![(TARGET, directory.to_owned())],
        boot: "first".into(),
        ..ShardConfig::new(SHARD)
    }
}

/// A shard and a client's session with it.
pub struct Rig {
    pub env: Env,
    pub shard: Rc<Shard>,
    pub session: SessionId,
    /// Number of the last request of each slot that is free.
    slots: RefCell<Vec<(u16, u64)>>,
}

impl Rig {
    pub async fn open(env: &Env, disk: Rc<dyn Disk>, kv: Rc<dyn Kv>, config: ShardConfig) -> Rig {
        let shard = Shard::open(env, disk, kv, config).await.unwrap();
        Rig::on(env, shard).await
    }

    /// Another session with the same shard.
    pub async fn on(env: &Env, shard: Rc<Shard>) -> Rig {
        let (session, slots) = open_session(env, &shard, SessionId(0)).await;
        let slots = RefCell::new((0..slots).map(|slot| (slot, 0)).collect());
        Rig { env: env.clone(), shard, session, slots }
    }

    /// Sends a call under the session, with a number of its own.
    pub async fn call(&self, call: Call, body: Option<Buf>) -> Answer {
        let (slot, number) = self.slots.borrow_mut().pop().expect("no more in flight than slots");
        let answer = self.send(slot, number + 1, call, body).await;
        self.slots.borrow_mut().push((slot, number + 1));
        answer
    }

    pub async fn send(&self, slot: u16, number: u64, call: Call, body: Option<Buf>) -> Answer {
        let request = Request { session: self.session, slot, number, call };
        self.shard.run(Peer::Client(CLIENT), request, body, self.env.now() + Duration::from_secs(60)).await
    }

    pub async fn write(&self, object: ObjectAt, offset: u64, bytes: &[u8]) -> Status {
        let call = Call::Write { object, offset, sync: false };
        self.call(call, Some(Buf::from_slice(bytes))).await.status
    }

    /// The bytes, and how many of them the object has.
    pub async fn read(&self, object: ObjectAt, offset: u64, len: usize) -> (Vec<u8>, usize) {
        let answer = self.call(Call::Read { object, offset, len: len as u32 }, None).await;
        assert_eq!(answer.status, Status::Ok, "{}", answer.detail);
        let Some(wire::Outcome::ReadOk(ok)) = answer.outcome else { panic!("{answer:?}") };
        (answer.body.map_or(Vec::new(), |body| body.to_vec()), ok.bytes as usize)
    }

    /// `mode` has the bits of fallocate(2).
    pub async fn allocate(&self, object: ObjectAt, mode: u32, offset: u64, len: u64) -> Status {
        self.call(Call::Allocate { object, offset, len, mode }, None).await.status
    }

    /// Whether there is any, and where; without, the object's end.
    pub async fn seek(&self, object: ObjectAt, offset: u64, hole: bool) -> (bool, u64) {
        let answer = self.call(Call::Seek { object, offset, hole }, None).await;
        let Some(wire::Outcome::ObjSeekOk(ok)) = answer.outcome else { panic!("{answer:?}") };
        (ok.found, ok.offset)
    }

    pub async fn truncate(&self, object: ObjectAt, size: u64) -> Status {
        self.call(Call::Truncate { object, size }, None).await.status
    }

    pub async fn sync(&self, object: ObjectAt) -> Status {
        self.call(Call::Sync { object }, None).await.status
    }

    pub async fn remove(&self, object: ObjectAt) -> Status {
        self.call(Call::Remove { object }, None).await.status
    }

    pub async fn stat(&self, object: ObjectAt) -> Result<wire::ObjOk, Status> {
        let answer = self.call(Call::Stat { object }, None).await;
        match answer.outcome {
            Some(wire::Outcome::ObjOk(ok)) => Ok(*ok),
            _ => Err(answer.status),
        }
    }
}

pub async fn open_session(env: &Env, shard: &Shard, resume: SessionId) -> (SessionId, u16) {
    let call = Call::OpenSession { resume, slots: 64 };
    let request = Request { session: SessionId(0), slot: 0, number: 0, call };
    let answer = shard.run(Peer::Client(CLIENT), request, None, env.now() + Duration::from_secs(60)).await;
    let Some(wire::Outcome::SessionOk(ok)) = answer.outcome else { panic!("{answer:?}") };
    (SessionId(ok.session), ok.slots)
}

/// An object as it is at first.
pub fn object(inode: u64) -> ObjectAt {
    ObjectAt {
        id: ObjectId { inode: InodeId(inode), stripe: 0 },
        target: TARGET,
        layout_version: 1,
        generation: 0,
        cut_bytes: 0,
    }
}

/// Runs a test with an executor and a disk of two rings with registered buffers.
pub fn on_rings<F: Future<Output = ()>>(test: impl FnOnce(Env, Rc<dyn Disk>, Vec<BufPool>) -> F) {
    block_on(async move {
        let env = osmia_host::env();
        let pools = vec![BufPool::new(32, 64 << 10), BufPool::new(4, 1 << 20)];
        let options = RingOptions { pools: pools.clone(), ..RingOptions::default() };
        let disk = Rc::new(RingDisk::new(&env, &options).unwrap());
        test(env, disk, pools).await;
    })
    .unwrap();
}

pub fn kv(disk: &MapDisk) -> Rc<dyn Kv> {
    Rc::new(MapKv::open(disk, MapOptions::default()))
}

/// Directories on disk and in memory.
pub fn directories() -> [tempfile::TempDir; 2] {
    [tempfile::TempDir::new().unwrap(), tempfile::TempDir::new_in("/dev/shm").unwrap()]
}
