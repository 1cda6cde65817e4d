//! Malformed requests, full disks, failing disks, kills and crashes.
#![allow(clippy::unwrap_used)]

mod support;

use std::collections::BTreeMap;
use std::io;
use std::path::Path;
use std::rc::Rc;
use std::time::Duration;

use osmia_env::Buf;
use osmia_env::sim::{Death, DiskFaults, World};
use osmia_kv::map::MapDisk;
use osmia_oss::{Call, Peer, Request, ShardConfig};
use osmia_protocol::flags::allocate_mode;
use osmia_protocol::planus::Builder;
use osmia_protocol::{Status, frame, wire};
use support::{CLIENT, Rig, TARGET, config, format, kv, object, on_rings};

/// Requests whose bytes were changed, cut or made up are refused or run, and never end the process.
#[test]
fn malformed() {
    let world = World::new(1);
    let node = world.node("oss");
    world.run_until(async {
        let path = Path::new("/target");
        let kv = kv(&MapDisk::new());
        format(&*node.disk, &*kv, path).await;
        let rig = Rig::open(&node.env, node.disk.clone(), kv, config(path)).await;
        let rng = &node.env.rng;
        let object =
            Some(wire::Object { inode: 7, target: TARGET.0, layout_version: 1, ..Default::default() });
        let calls: Vec<wire::Call> = vec![
            wire::Call::OpenSession(Box::default()),
            wire::Call::ObjRead(Box::new(wire::ObjRead { object, offset: 5, len: 100 })),
            wire::Call::ObjWrite(Box::new(wire::ObjWrite { object, offset: 5, sync: true })),
            wire::Call::ObjTruncate(Box::new(wire::ObjTruncate { object, size: 9 })),
            wire::Call::ObjAllocate(Box::new(wire::ObjAllocate { object, offset: 5, len: 9, mode: 3 })),
            wire::Call::ObjSeek(Box::new(wire::ObjSeek { object, offset: 5, hole: true })),
            wire::Call::ObjRemove(Box::new(wire::ObjRemove { object })),
            wire::Call::ObjSync(Box::new(wire::ObjSync { object })),
            wire::Call::ObjStat(Box::new(wire::ObjStat { object })),
            wire::Call::ObjStat(Box::new(wire::ObjStat { object: None })),
            wire::Call::TargetStat(Box::default()),
            wire::Call::Mkdir(Box::default()),
        ];
        let mut ran = 0;
        for step in 0..20_000_u64 {
            let call = calls[rng.below(calls.len() as u64) as usize].clone();
            let (mut head, mut builder) = (Vec::new(), Builder::new());
            let request = wire::Request {
                session: rig.session.0,
                slot: rng.below(64) as u16,
                number: step,
                call: Some(call),
                ..Default::default()
            };
            frame::push_request(&mut head, &mut builder, &request);
            match rng.below(4) {
                0 => head.truncate(rng.below(head.len() as u64) as usize),
                1 => head.iter_mut().for_each(|byte| *byte = rng.next_u64() as u8),
                _ => {
                    for _ in 0..1 + rng.below(4) {
                        let at = rng.below(head.len() as u64) as usize;
                        head[at] ^= 1 << rng.below(8);
                    }
                }
            }
            for frame in frame::frames(&head) {
                let Ok(Ok(wire::FrameBodyRef::Request(request))) = frame.map(frame::read) else { continue };
                let Ok(request) = osmia_oss::request::decode(&request) else { continue };
                let body = (rng.below(2) == 0).then(|| Buf::zeroed(rng.below(9000) as usize));
                let peer = if rng.below(2) == 0 { Peer::Server } else { Peer::Client(CLIENT) };
                let deadline = node.env.now() + Duration::from_secs(1);
                rig.shard.run(peer, request, body, deadline).await;
                ran += 1;
            }
        }
        assert!(ran > 2000, "only {ran} of the requests came as far as the shard");
        assert_eq!(rig.shard.in_flight(), 0);
    });
}

/// On a full file system writes fail with `NoSpace`, what was there stays readable and removable, and after a removal
/// writes succeed again.
#[test]
fn full_file_system() {
    let mount = match Tmpfs::new("size=2m") {
        Ok(mount) => mount,
        Err(error) => return eprintln!("SKIPPED: cannot mount a tmpfs ({error})"),
    };
    on_rings(async |env, disk, _| {
        let kv = kv(&MapDisk::new());
        format(&*disk, &*kv, mount.0.path()).await;
        let rig = Rig::open(&env, disk, kv, config(mount.0.path())).await;
        for _ in 0..3 {
            let mut filled = 0;
            // Aligned and not.
            let (one, other) = (object(rig.env.rng.next_u64() | 1), object(rig.env.rng.next_u64() | 1));
            let status = loop {
                match rig.write(one, filled, &[5; 64 << 10]).await {
                    Status::Ok => filled += 64 << 10,
                    status => break status,
                }
            };
            assert_eq!(status, Status::NoSpace);
            assert!((1 << 20..2 << 20).contains(&filled), "{filled}");
            assert_eq!(rig.write(other, 3, &[5; 64 << 10]).await, Status::NoSpace);
            let (bytes, have) = rig.read(one, 0, filled as usize).await;
            assert!(have == bytes.len() && bytes.iter().all(|&byte| byte == 5));
            assert_eq!(rig.remove(one).await, Status::Ok);
            assert_eq!(rig.write(other, 3, &[6; 64 << 10]).await, Status::Ok);
            assert_eq!(rig.read(other, 3, 1).await, (vec![6], 1));
            assert_eq!(rig.remove(other).await, Status::Ok);
        }
    });
}

/// On a full file system an allocation fails with `NoSpace` and leaves size and free space as they were; what an
/// allocation was given, writes have, however full it is since; and a punched range comes back.
#[test]
fn allocation_on_a_full_file_system() {
    let mount = match Tmpfs::new("size=2m") {
        Ok(mount) => mount,
        Err(error) => return eprintln!("SKIPPED: cannot mount a tmpfs ({error})"),
    };
    on_rings(async |env, disk, _| {
        let kv = kv(&MapDisk::new());
        format(&*disk, &*kv, mount.0.path()).await;
        let rig = Rig::open(&env, disk.clone(), kv, config(mount.0.path())).await;
        let free = async || disk.space(mount.0.path()).await.unwrap().bytes_free;
        full(&rig, free, 1 << 20).await;
    });
}

/// The same on the simulated disk, whose files are direct.
#[test]
fn allocation_on_a_full_disk() {
    for seed in 0..5 {
        let world = World::new(seed);
        let node = world.node("oss");
        world.run_until(async {
            let path = Path::new("/target");
            let kv = kv(&MapDisk::new());
            format(&*node.disk, &*kv, path).await;
            let rig = Rig::open(&node.env, node.disk.clone(), kv, config(path)).await;
            node.disk.capacity(Some(2 << 20));
            full(&rig, async || (2 << 20) - node.disk.used(), 1 << 20).await;
        });
    }
}

/// On a disk with room for twice `half`, less a little.
async fn full(rig: &Rig, free: impl AsyncFn() -> u64, half: u64) {
    const ALL: u32 = 0;
    let (one, other) = (object(1), object(2));
    assert_eq!(rig.write(one, 0, &[1; 5000]).await, Status::Ok);
    let before = free().await;
    for mode in [ALL, allocate_mode::KEEP_SIZE, allocate_mode::ZERO_RANGE] {
        // From the end on: space within an object may stay with it.
        assert_eq!(rig.allocate(one, mode, 8192, 3 * half).await, Status::NoSpace, "{mode}");
        assert_eq!((rig.stat(one).await.unwrap().size, free().await), (5000, before), "{mode}");
    }
    assert_eq!(rig.allocate(one, ALL, 0, half).await, Status::Ok);
    assert_eq!(rig.stat(one).await.unwrap().size, half);
    // Behind the end, too.
    assert_eq!(rig.allocate(one, allocate_mode::KEEP_SIZE, half, 64 << 10).await, Status::Ok);
    assert_eq!(rig.stat(one).await.unwrap().size, half);
    let mut filled = 0;
    while rig.write(other, filled, &[5; 4096]).await == Status::Ok {
        filled += 4096;
    }
    assert!(filled > half / 2, "{filled}");
    for at in (0..half + (60 << 10)).step_by(3000) {
        assert_eq!(rig.write(one, at, &[6; 3000]).await, Status::Ok, "at {at}");
    }
    let (bytes, have) = rig.read(one, 0, half as usize).await;
    assert!(have == bytes.len() && bytes.iter().all(|&byte| byte == 6));
    assert_eq!(rig.write(other, filled, &[5; 4096]).await, Status::NoSpace);
    let punch = allocate_mode::PUNCH_HOLE | allocate_mode::KEEP_SIZE;
    assert_eq!(rig.allocate(one, punch, 0, half / 2).await, Status::Ok);
    assert_eq!(rig.write(other, filled, &[5; 4096]).await, Status::Ok);
    assert!(free().await > half / 4);
}

/// A shard's own store that is full refuses removals with `NoSpace`, and goes on when there is room.
#[test]
fn full_index() {
    let world = World::new(1);
    let node = world.node("oss");
    world.run_until(async {
        let (store, path) = (MapDisk::new(), Path::new("/target"));
        format(&*node.disk, &*kv(&store), path).await;
        let rig = Rig::open(&node.env, node.disk.clone(), kv(&store), config(path)).await;
        assert_eq!(rig.write(object(1), 0, b"x").await, Status::Ok);
        store.limit(Some(0));
        assert_eq!(rig.remove(object(1)).await, Status::NoSpace);
        store.limit(None);
        assert_eq!(rig.remove(object(1)).await, Status::Ok);
    });
}

/// A disk that fails now and then gives `Io`, never a panic or other bytes than were written; a failed sync changes the
/// incarnation, so that clients hear that acknowledged data may be gone.
#[test]
fn failing_disk() {
    for seed in 0..10 {
        let world = World::new(seed);
        let node = world.node("oss");
        world.run_until(async {
            let path = Path::new("/target");
            let kv = kv(&MapDisk::new());
            format(&*node.disk, &*kv, path).await;
            let rig = Rig::open(&node.env, node.disk.clone(), kv, config(path)).await;
            node.disk.faults(DiskFaults { read_one_in: 10, write_one_in: 10, sync_one_in: 5 });
            let mut failures = 0;
            for step in 0..300_u32 {
                let at = object(1 + u64::from(step) % 3);
                let incarnation = rig.shard.incarnation();
                let call = match step % 4 {
                    0 => Call::Sync { object: at },
                    1 => Call::Read { object: at, offset: 100, len: 5000 },
                    _ => Call::Write { object: at, offset: u64::from(step) * 10, sync: false },
                };
                let sync = matches!(call, Call::Sync { .. });
                let answer = rig.call(call, Some(Buf::from_slice(&[1; 5000]))).await;
                assert!(matches!(answer.status, Status::Ok | Status::Io), "{answer:?}");
                failures += u32::from(answer.status == Status::Io);
                let lost = rig.shard.incarnation() != incarnation;
                assert_eq!(lost, sync && answer.status == Status::Io);
            }
            assert!(failures > 10);
        });
    }
}

/// Kills and power cuts at any moment: what was acknowledged survives a kill, what was synced survives a power cut, removals
/// included, and nobody sees bytes that were never written there.
#[test]
fn kills_and_crashes() {
    let seeds: u64 = std::env::var("OSMIA_SEEDS").ok().and_then(|n| n.parse().ok()).unwrap_or(60);
    for seed in 0..seeds {
        kill_and_crash(seed);
    }
}

/// What may be found in a block: one of these, by the byte that fills it.
#[derive(Default, Clone)]
struct Known {
    /// By block: what was acknowledged last, and what was sent since without an answer.
    blocks: BTreeMap<u64, (u8, Vec<u8>)>,
    removed: Option<bool>,
}

fn kill_and_crash(seed: u64) {
    const BLOCK: u64 = 3000;
    let world = World::new(seed);
    let mut node = world.node("oss");
    let (store, path) = (MapDisk::new(), Path::new("/target"));
    world.run_until(format(&*node.disk, &*kv(&store), path));
    let mut now: BTreeMap<u64, Known> = BTreeMap::new();
    let mut synced: BTreeMap<u64, Known> = BTreeMap::new();
    for life in 0..6_u64 {
        let known = Rc::new(std::cell::RefCell::new((std::mem::take(&mut now), std::mem::take(&mut synced))));
        let (task_known, env, disk, kv) = (known.clone(), node.env.clone(), node.disk.clone(), kv(&store));
        world.spawn(&node, async move {
            let config = ShardConfig { open_max: 2, ..config(path) };
            let rig = Rig::open(&env, disk, kv, config).await;
            let before = task_known.borrow().0.clone();
            check(&rig, &before, BLOCK).await;
            for step in 0.. {
                let inode = 1 + env.rng.below(4);
                let block = env.rng.below(5);
                // Zeros come by an allocation instead of a write.
                let zeros = env.rng.below(4) == 0;
                let byte = if zeros { 0 } else { 1 + (life * 40 + step % 40) as u8 };
                let known = |change: &dyn Fn(&mut Known)| {
                    change(task_known.borrow_mut().0.entry(inode).or_default());
                };
                match env.rng.below(20) {
                    0 => {
                        // It may become durable without an answer.
                        let removing = |known: &mut BTreeMap<u64, Known>| {
                            let known = known.entry(inode).or_default();
                            known.removed = known.removed.or(Some(false));
                        };
                        removing(&mut task_known.borrow_mut().0);
                        removing(&mut task_known.borrow_mut().1);
                        if rig.remove(object(inode)).await == Status::Ok {
                            let mut both = task_known.borrow_mut();
                            // Durable at once.
                            both.0.entry(inode).or_default().removed = Some(true);
                            both.1.entry(inode).or_default().removed = Some(true);
                        }
                    }
                    1..4 => {
                        let before = task_known.borrow().0.get(&inode).cloned().unwrap_or_default();
                        if rig.sync(object(inode)).await == Status::Ok {
                            task_known.borrow_mut().1.insert(inode, before);
                        }
                    }
                    _ => {
                        known(&|known| known.blocks.entry(block).or_default().1.push(byte));
                        if let Some(known) = task_known.borrow_mut().1.get_mut(&inode) {
                            known.blocks.entry(block).or_default().1.push(byte);
                        } else {
                            let mut fresh = Known::default();
                            fresh.blocks.entry(block).or_default().1.push(byte);
                            task_known.borrow_mut().1.insert(inode, fresh);
                        }
                        let offset = block * BLOCK;
                        let status = if zeros {
                            let punch = allocate_mode::PUNCH_HOLE | allocate_mode::KEEP_SIZE;
                            let mode = if step % 2 == 0 { punch } else { allocate_mode::ZERO_RANGE };
                            rig.allocate(object(inode), mode, offset, BLOCK).await
                        } else {
                            rig.write(object(inode), offset, &[byte; BLOCK as usize]).await
                        };
                        match status {
                            Status::Ok => known(&|known| {
                                known.blocks.insert(block, (byte, Vec::new()));
                            }),
                            status => assert_eq!(status, Status::Stale),
                        }
                    }
                }
            }
        });
        world.run_for(Duration::from_micros(500 + 7_919 * (seed * 6 + life) % 60_000));
        let death = if (seed + life).is_multiple_of(2) { Death::Kill } else { Death::Crash };
        world.end(&node, death);
        match death {
            Death::Kill => store.kill(),
            Death::Crash => store.crash(&*world.env().rng),
        }
        let (alive, durable) = known.borrow().clone();
        (now, synced) = match death {
            Death::Kill => (alive, durable),
            Death::Crash => (durable.clone(), durable),
        };
        node = world.restart(&node);
        // At the last, and after each death at the start of the next life.
        if life == 5 {
            let (env, disk, kv) = (node.env.clone(), node.disk.clone(), kv_of(&store));
            world.run_until(async {
                let rig = Rig::open(&env, disk, kv, config(path)).await;
                check(&rig, &now, BLOCK).await;
            });
        }
    }
}

fn kv_of(store: &MapDisk) -> Rc<dyn osmia_kv::Kv> {
    kv(store)
}

async fn check(rig: &Rig, known: &BTreeMap<u64, Known>, block_bytes: u64) {
    for (inode, known) in known {
        let stat = rig.stat(object(*inode)).await;
        match known.removed {
            Some(true) => {
                assert_eq!(stat.unwrap_err(), Status::Stale, "inode {inode} was removed");
                continue;
            }
            Some(false) if stat == Err(Status::Stale) => continue,
            _ => assert!(stat.is_ok(), "{stat:?}"),
        }
        for (block, (acknowledged, sent)) in &known.blocks {
            let (bytes, _) = rig.read(object(*inode), block * block_bytes, block_bytes as usize).await;
            // Writes without an answer may have been applied in part, after what was acknowledged or synced.
            let torn =
                bytes.iter().find(|byte| **byte != *acknowledged && !sent.contains(byte) && **byte != 0);
            assert!(
                torn.is_none(),
                "inode {inode} block {block} has {torn:?}, want {acknowledged} or {sent:?}"
            );
            if sent.is_empty() {
                assert!(
                    bytes.iter().all(|byte| byte == acknowledged),
                    "inode {inode} block {block} lost data"
                );
            }
        }
    }
}

/// A tmpfs of its own.
struct Tmpfs(tempfile::TempDir);

impl Tmpfs {
    fn new(options: &str) -> io::Result<Tmpfs> {
        let directory = tempfile::TempDir::new()?;
        let flags = rustix::mount::MountFlags::empty();
        let data = std::ffi::CString::new(options)?;
        rustix::mount::mount("osmia-test", directory.path(), "tmpfs", flags, data.as_c_str())?;
        Ok(Tmpfs(directory))
    }
}

impl Drop for Tmpfs {
    fn drop(&mut self) {
        // What a failed test left open must not keep the mount.
        let detached = rustix::mount::unmount(self.0.path(), rustix::mount::UnmountFlags::DETACH);
        assert!(detached.is_ok() || std::thread::panicking(), "{detached:?}");
    }
}

/// A request of an unknown kind of peer and a request that names a session as a server are as harmless.
#[test]
fn servers_without_sessions() {
    let world = World::new(1);
    let node = world.node("oss");
    world.run_until(async {
        let (store, path) = (MapDisk::new(), Path::new("/target"));
        format(&*node.disk, &*kv(&store), path).await;
        let rig = Rig::open(&node.env, node.disk.clone(), kv(&store), config(path)).await;
        let call = Call::OpenSession { resume: rig.session, slots: 1 };
        let request = Request { session: rig.session, slot: 0, number: 9, call };
        let deadline = node.env.now() + Duration::from_secs(1);
        assert_eq!(rig.shard.run(Peer::Server, request, None, deadline).await.status, Status::NotSupported);
    });
}
