//! The check stage: sessions, numbers, generations, layouts, deadlines, marks; and what survives a restart.
#![allow(clippy::unwrap_used)]

mod support;

use std::path::Path;
use std::rc::Rc;
use std::time::Duration;

use osmia_env::sim::World;
use osmia_env::{Buf, Disk, Env};
use osmia_kv::map::MapDisk;
use osmia_oss::format::{FormatError, check_target};
use osmia_oss::{Answer, Call, ObjectAt, OpenError, Peer, Request, Shard, ShardConfig};
use osmia_protocol::{ClientId, ClusterId, SessionId, Status, TargetId};
use support::{CLIENT, CLUSTER, Rig, SHARD, TARGET, config, format, kv, object, open_session};

const PATH: &str = "/target";

/// A simulated shard that can be restarted.
struct Home {
    world: World,
    disk: Rc<dyn Disk>,
    store: MapDisk,
}

impl Home {
    fn run(test: impl AsyncFnOnce(&Home, Rig)) {
        let world = World::new(3);
        // More than a mark lives.
        world.time_limit(Duration::from_secs(48 * 3600));
        let node = world.node("oss");
        let home = Home { world, disk: node.disk.clone(), store: MapDisk::new() };
        home.world.run_until(async {
            format(&*node.disk, &*kv(&home.store), Path::new(PATH)).await;
            let rig = home.open(&node.env, node.disk.clone(), config(Path::new(PATH))).await;
            test(&home, rig).await;
        });
    }

    async fn open(&self, env: &Env, disk: Rc<dyn Disk>, config: ShardConfig) -> Rig {
        Rig::open(env, disk, kv(&self.store), config).await
    }
}

fn write(object: ObjectAt, offset: u64) -> Call {
    Call::Write { object, offset, sync: false }
}

fn body(byte: u8) -> Option<Buf> {
    Some(Buf::from_slice(&[byte; 100]))
}

/// A repeated number gets the recorded answer and is not run again; a lower one is dropped; one whose original still runs
/// attaches to it.
#[test]
fn numbers() {
    Home::run(async |_, rig| {
        let at = object(1);
        assert_eq!(rig.send(0, 5, write(at, 0), body(1)).await.status, Status::Ok);
        assert_eq!(rig.send(1, 1, write(at, 0), body(2)).await.status, Status::Ok);
        // Late duplicates of the first.
        assert_eq!(rig.send(0, 5, write(at, 0), body(1)).await.status, Status::Ok);
        assert_eq!(rig.send(0, 4, write(at, 0), body(1)).await.status, Status::NumberOld);
        assert_eq!(rig.read(at, 0, 100).await.0, [2; 100]);
        let before = rig.shard.stats();
        let twice =
            futures_util::join!(rig.send(0, 6, write(at, 0), body(3)), rig.send(0, 6, write(at, 0), body(4)));
        assert_eq!((twice.0.status, twice.1.status), (Status::Ok, Status::Ok));
        assert_eq!(rig.read(at, 0, 100).await.0, [3; 100]);
        let after = rig.shard.stats();
        assert_eq!((after.repeats - before.repeats, after.bytes_written - before.bytes_written), (1, 100));
        // Another number while one runs, a slot that was not granted, no number at all.
        let (first, second) =
            futures_util::join!(rig.send(0, 7, write(at, 0), body(5)), rig.send(0, 8, write(at, 0), body(6)));
        assert_eq!((first.status, second.status), (Status::Ok, Status::Conflict));
        assert_eq!(rig.send(0, 8, write(at, 0), body(7)).await.status, Status::Ok);
        assert_eq!(rig.send(64, 1, write(at, 0), body(1)).await.status, Status::Invalid);
        assert_eq!(rig.send(2, 0, write(at, 0), body(1)).await.status, Status::Invalid);
        // An answer that is an error is recorded as well.
        let failed = rig.send(3, 1, write(at, u64::MAX - 5), body(1)).await;
        assert_eq!(failed.status, Status::FileTooBig);
        assert_eq!(rig.send(3, 1, write(at, 0), body(1)).await.status, Status::FileTooBig);
    });
}

/// Requests of unknown, foreign and ended sessions are refused; a session is taken up again by its client; idle ones end.
#[test]
fn sessions() {
    Home::run(async |_, rig| {
        let at = object(1);
        let (env, shard) = (&rig.env, &rig.shard);
        let send = async |client: u64, session: SessionId| {
            let request = Request { session, slot: 0, number: 1, call: write(at, 0) };
            let peer = Peer::Client(ClientId(client));
            shard.run(peer, request, body(1), env.now() + Duration::from_secs(1)).await.status
        };
        assert_eq!(send(CLIENT.0, SessionId(0)).await, Status::SessionUnknown);
        assert_eq!(send(CLIENT.0, SessionId(rig.session.0 + 1)).await, Status::SessionUnknown);
        assert_eq!(send(1, rig.session).await, Status::SessionUnknown);
        assert_eq!(open_session(env, shard, rig.session).await.0, rig.session);
        let (second, slots) = open_session(env, shard, SessionId(0)).await;
        assert!(second != rig.session && slots == 64);
        assert_eq!(rig.call(Call::Heartbeat, None).await.status, Status::Ok);
        assert_eq!(rig.call(Call::CloseSession, None).await.status, Status::Ok);
        assert_eq!(rig.call(Call::Heartbeat, None).await.status, Status::SessionUnknown);
        env.tasks.spawn(Box::pin(shard.clone().housekeeping()));
        env.tasks.sleep_until(env.now() + Duration::from_secs(90)).await;
        assert_eq!(send(CLIENT.0, second).await, Status::SessionUnknown);
        // Servers need none.
        let request =
            Request { session: SessionId(0), slot: 0, number: 0, call: Call::Remove { object: at } };
        let answer = shard.run(Peer::Server, request, None, env.now() + Duration::from_secs(1)).await;
        assert_eq!(answer.status, Status::Ok);
    });
}

/// A generation seen first cuts the object before anything else, older ones are refused from then on, older layouts
/// likewise, and a restart changes nothing about it.
#[test]
fn generations_and_layouts() {
    Home::run(async |home, rig| {
        let at = object(1);
        let next = ObjectAt { generation: 3, cut_bytes: 5000, ..at };
        assert_eq!(rig.write(at, 0, &[7; 10_000]).await, Status::Ok);
        let (bytes, have) = rig.read(next, 0, 10_000).await;
        assert_eq!((have, &bytes[4999..5001]), (5000, &[7, 0][..]));
        assert_eq!(rig.write(at, 0, b"late").await, Status::GenerationOld);
        assert_eq!(rig.stat(at).await, Err(Status::GenerationOld));
        // The truncate itself, late: what was written since stays.
        assert_eq!(rig.write(next, 8000, b"since").await, Status::Ok);
        assert_eq!(rig.truncate(next, 5000).await, Status::Ok);
        assert_eq!(rig.read(next, 8000, 5).await, (b"since".to_vec(), 5));
        // A cut behind the end cuts nothing.
        let further = ObjectAt { generation: 4, cut_bytes: 1 << 40, ..at };
        assert_eq!(rig.stat(further).await.unwrap().size, 8005);
        let moved = ObjectAt { layout_version: 2, ..further };
        assert_eq!(rig.write(moved, 0, b"new").await, Status::Ok);
        assert_eq!(rig.write(further, 0, b"old").await, Status::LayoutOld);
        // An object that was never written remembers a truncate, too.
        let empty = ObjectAt { generation: 2, ..object(2) };
        assert_eq!(rig.truncate(empty, 0).await, Status::Ok);

        let rig = home.open(&rig.env, home.disk.clone(), config(Path::new(PATH))).await;
        assert_eq!(rig.write(at, 0, b"late").await, Status::LayoutOld);
        assert_eq!(
            rig.write(ObjectAt { layout_version: 2, ..next }, 0, b"late").await,
            Status::GenerationOld
        );
        assert_eq!(rig.read(moved, 0, 3).await.0, b"new");
        assert_eq!(rig.write(object(2), 0, b"late").await, Status::GenerationOld);
    });
}

/// A removed object is refused for a day, over restarts, also one that never was; then the mark goes.
#[test]
fn removed_marks() {
    Home::run(async |home, rig| {
        let (env, shard) = (rig.env.clone(), rig.shard.clone());
        assert_eq!(rig.write(object(1), 0, b"x").await, Status::Ok);
        for inode in [1, 2, 1] {
            assert_eq!(rig.remove(object(inode)).await, Status::Ok);
        }
        for inode in [1, 2] {
            assert_eq!(rig.write(object(inode), 0, b"late").await, Status::Stale);
            assert_eq!(rig.truncate(object(inode), 0).await, Status::Stale);
            assert_eq!(rig.stat(object(inode)).await, Err(Status::Stale));
        }
        let contents = home.store.contents();
        assert_eq!(contents.keys().filter(|key| key[0] == b'R').count(), 2);
        drop(rig);
        env.tasks.spawn(Box::pin(shard.clone().housekeeping()));
        env.tasks.sleep_until(env.now() + Duration::from_secs(25 * 3600)).await;
        assert!(home.store.contents().keys().all(|key| key[0] != b'R' && key[0] != b'T'));
    });
}

/// A request past its deadline is not run, and may be sent again under its number.
#[test]
fn deadlines() {
    Home::run(async |_, rig| {
        let at = object(1);
        let request = Request { session: rig.session, slot: 0, number: 1, call: write(at, 0) };
        let late = rig.shard.run(Peer::Client(CLIENT), request.clone(), body(1), rig.env.now()).await;
        assert_eq!(late.status, Status::Deadline);
        assert!(!rig.stat(at).await.unwrap().exists);
        assert_eq!(rig.send(0, 1, write(at, 0), body(1)).await.status, Status::Ok);
    });
}

/// Requests and bytes in flight are bounded: what is too much is refused, at once, and can come again.
#[test]
fn overload() {
    Home::run(async |home, rig| {
        let bounded = ShardConfig { requests_max: 4, bytes_max: 1000, ..config(Path::new(PATH)) };
        let disk = home.disk.clone();
        let rig = home.open(&rig.env, disk, bounded).await;
        let at = object(1);
        let many =
            futures_util::future::join_all((0..8).map(|slot| rig.send(slot, 1, write(at, 0), body(1))));
        let statuses: Vec<Status> = many.await.into_iter().map(|answer: Answer| answer.status).collect();
        assert_eq!(statuses.iter().filter(|status| **status == Status::Ok).count(), 4);
        assert_eq!(statuses.iter().filter(|status| **status == Status::Overload).count(), 4);
        let two = futures_util::join!(rig.write(at, 0, &[1; 900]), rig.write(at, 0, &[1; 900]));
        assert_eq!(two, (Status::Ok, Status::Overload));
        // One that is larger than the bound is run alone.
        assert_eq!(rig.write(at, 0, &[1; 5000]).await, Status::Ok);
    });
}

/// What is not for this shard, too long, or nothing, is refused by name.
#[test]
fn nonsense() {
    Home::run(async |_, rig| {
        let at = object(1);
        let elsewhere = ObjectAt { target: TargetId(9), ..at };
        assert_eq!(rig.write(elsewhere, 0, b"x").await, Status::WrongShard);
        assert_eq!(rig.write(object(0), 0, b"x").await, Status::Invalid);
        let read = async |offset: u64, len: u32| rig.call(Call::Read { object: at, offset, len }, None).await;
        assert_eq!(read(0, u32::MAX).await.status, Status::Invalid);
        assert_eq!(read(u64::MAX, 2).await.status, Status::Invalid);
        assert_eq!(read(u64::MAX - 10, 2).await.status, Status::Ok);
        assert_eq!(rig.truncate(at, u64::MAX).await, Status::FileTooBig);
        assert_eq!(rig.truncate(at, 5000).await, Status::Ok);
        assert_eq!(rig.stat(at).await.unwrap().size, 5000);
        assert_eq!(rig.call(write(at, 0), None).await.status, Status::Ok);
        assert_eq!(rig.call(Call::Foreign, None).await.status, Status::NotSupported);
        assert_eq!(rig.call(Call::TargetStat { target: TargetId(9) }, None).await.status, Status::WrongShard);
        assert_eq!(rig.call(Call::TargetStat { target: TARGET }, None).await.status, Status::Ok);
    });
}

/// The incarnation stays over a restart of the process, and changes with the machine's; session ids never come again.
#[test]
fn incarnations() {
    Home::run(async |home, rig| {
        let (first, disk) = (rig.shard.incarnation(), home.disk.clone());
        let again = home.open(&rig.env, disk.clone(), config(Path::new(PATH))).await;
        assert_eq!(again.shard.incarnation(), first);
        assert!(again.session > rig.session);
        let booted = ShardConfig { boot: "second".into(), ..config(Path::new(PATH)) };
        let after = home.open(&rig.env, disk, booted).await;
        assert!(after.shard.incarnation() > first && after.session > again.session);
    });
}

/// A store of another cluster, shard, target or version, a damaged one and none at all are refused, each with its reason;
/// format takes only what is empty.
#[test]
fn superblocks() {
    Home::run(async |home, rig| {
        let (env, disk) = (&rig.env, home.disk.clone());
        let path = Path::new(PATH);
        let check = async |cluster, shard, target| check_target(&*disk, path, cluster, shard, target).await;
        assert!(check(None, SHARD, TARGET).await.is_ok());
        let other = Some(ClusterId([1; 16]));
        assert!(matches!(check(other, SHARD, TARGET).await, Err(FormatError::Other { .. })));
        assert!(matches!(check(None, SHARD, TargetId(2)).await, Err(FormatError::Other { .. })));
        let superblock = osmia_oss::format::Superblock { cluster: CLUSTER, shard: SHARD, target: TARGET };
        let again = osmia_oss::format::format_target(&*disk, path, &superblock).await;
        assert!(matches!(again, Err(FormatError::NotEmpty { .. })));
        let open = async |store: &MapDisk, path: &str| {
            let opened = Shard::open(env, disk.clone(), kv(store), config(Path::new(path))).await;
            opened.err().expect("it must not open")
        };
        let missing = open(&home.store, "/nothing").await;
        assert!(matches!(missing, OpenError::Format(FormatError::NotFormatted { node: 1, .. })), "{missing}");
        let empty = open(&MapDisk::new(), PATH).await;
        assert!(matches!(empty, OpenError::Format(FormatError::NotFormatted { .. })), "{empty}");
        let (file, _) = disk.open(&path.join("superblock"), Default::default()).await.unwrap();
        disk.write(&file, 30, Buf::from_slice(b"!")).await.0.unwrap();
        let damaged = open(&home.store, PATH).await;
        assert!(matches!(damaged, OpenError::Format(FormatError::Damaged { .. })), "{damaged}");
    });
}
