//! Objects behave like arrays of bytes, on real file systems and on the simulated disk.
#![allow(clippy::unwrap_used)]

mod support;

use std::path::Path;
use std::rc::Rc;

use futures_util::future::join_all;
use osmia_env::sim::{DiskFaults, World};
use osmia_env::{Disk, Env};
use osmia_kv::map::MapDisk;
use osmia_oss::ObjectAt;
use osmia_protocol::Status;
use support::{Rig, config, directories, format, kv, object, on_rings};

/// Offsets and lengths that hit block boundaries, their neighbours, and everything else.
fn around_blocks(env: &Env, max: u64) -> u64 {
    let block = env.rng.below(max / 4096) * 4096;
    match env.rng.below(4) {
        0 => block,
        1 => block + 1,
        2 => block + 4095,
        _ => env.rng.below(max),
    }
}

/// Drives random operations against some objects and their models.
async fn model(rig: &Rig, steps: u32) {
    const BYTES: u64 = 100_000;
    let env = &rig.env;
    let mut objects: Vec<(ObjectAt, Option<Vec<u8>>)> =
        (0..4).map(|i| (ObjectAt { generation: 1, ..object(100 + i) }, None)).collect();
    for step in 0..steps {
        let (at, there) = &mut objects[env.rng.below(4) as usize];
        let offset = around_blocks(env, BYTES);
        let len = (1 + around_blocks(env, 40_000)) as usize;
        match env.rng.below(10) {
            0..4 => {
                let bytes: Vec<u8> = (0..len).map(|i| (i as u32 * 7 + step) as u8 | 1).collect();
                assert_eq!(rig.write(*at, offset, &bytes).await, Status::Ok);
                let model = there.get_or_insert_default();
                model.resize(model.len().max(offset as usize + len), 0);
                model[offset as usize..][..len].copy_from_slice(&bytes);
            }
            4..7 => {
                let (bytes, have) = rig.read(*at, offset, len).await;
                let model = there.as_deref().unwrap_or_default();
                let from = model.len().min(offset as usize);
                let want = &model[from..model.len().min(from + len)];
                assert_eq!((bytes.len(), have), (len, want.len()), "step {step}");
                assert!(bytes[..have] == *want && bytes[have..].iter().all(|&byte| byte == 0), "step {step}");
            }
            7 => {
                // A truncate of the file. Its cut is brought by whatever comes first, but before the next one.
                assert_eq!(rig.truncate(*at, at.cut_bytes).await, Status::Ok);
                let model = there.get_or_insert_default();
                at.generation += 1;
                at.cut_bytes = offset;
                model.truncate(offset as usize);
            }
            8 => {
                let stat = rig.stat(*at).await.unwrap();
                let model = there.as_deref();
                assert_eq!((stat.exists, stat.size), (model.is_some(), model.map_or(0, |m| m.len() as u64)));
            }
            _ => assert_eq!(rig.sync(*at).await, Status::Ok),
        }
    }
    for (at, _) in &objects {
        assert_eq!(rig.remove(*at).await, Status::Ok);
        assert_eq!(rig.write(*at, 0, b"late").await, Status::Stale);
    }
}

/// Random sequences give what arrays of bytes give, on ext4 (or whatever is below the temporary directory) and tmpfs,
/// with few objects open at a time.
#[test]
fn model_on_rings() {
    on_rings(async |env, disk, pools| {
        for directory in directories() {
            let kv = kv(&MapDisk::new());
            format(&*disk, &*kv, directory.path()).await;
            let config =
                osmia_oss::ShardConfig { open_max: 2, pools: pools.clone(), ..config(directory.path()) };
            let rig = Rig::open(&env, disk.clone(), kv, config).await;
            model(&rig, 1500).await;
            // Everything is back where it came from.
            assert!(
                pools.iter().all(|pool| pool.available() == [32, 4][usize::from(pool.buf_bytes() > 1 << 16)])
            );
            assert_eq!(rig.shard.in_flight(), 0);
        }
    });
}

/// The same on the simulated disk, from seeds.
#[test]
fn model_in_simulation() {
    for seed in 0..4 {
        let world = World::new(seed);
        let node = world.node("oss");
        let disk: Rc<dyn Disk> = node.disk.clone();
        world.run_until(async {
            let (kv, path) = (kv(&MapDisk::new()), Path::new("/target"));
            format(&*disk, &*kv, path).await;
            model(&Rig::open(&node.env, disk.clone(), kv, config(path)).await, 1500).await;
        });
    }
}

/// Writers of neighbouring bytes, in the same blocks or in whole ones, all in flight at once, never lose each other's
/// bytes, and the size is that of the last.
#[test]
fn neighbours() {
    async fn test(env: &Env, disk: Rc<dyn Disk>, directory: &Path, rounds: u64) {
        let kv = kv(&MapDisk::new());
        format(&*disk, &*kv, directory).await;
        let rig = Rig::open(env, disk, kv, config(directory)).await;
        for round in 0..rounds {
            let at = object(1 + round);
            let mut pieces = Vec::new();
            // Whole blocks every other time: those need not wait for each other.
            let unit = [1, 4096][round as usize % 2];
            let mut offset = env.rng.below(5000) / unit * unit;
            for piece in 1..=40_u8 {
                let len = (1 + env.rng.below(3000)).next_multiple_of(unit);
                pieces.push((offset, vec![piece; len as usize]));
                offset += len;
            }
            // In no order.
            for from in (1..pieces.len()).rev() {
                pieces.swap(from, env.rng.below(from as u64 + 1) as usize);
            }
            let writes = pieces.iter().map(|(offset, bytes)| rig.write(at, *offset, bytes));
            assert!(join_all(writes).await.iter().all(|&status| status == Status::Ok));
            assert_eq!(rig.stat(at).await.unwrap().size, offset);
            for (offset, bytes) in &pieces {
                let (read, have) = rig.read(at, *offset, bytes.len()).await;
                assert!(have == bytes.len() && read == *bytes, "round {round}, at {offset}");
            }
        }
    }
    on_rings(async |env, disk, _| {
        for directory in directories() {
            test(&env, disk.clone(), directory.path(), 30).await;
        }
    });
    for seed in 0..10 {
        let world = World::new(seed);
        let node = world.node("oss");
        world.run_until(test(&node.env, node.disk.clone(), Path::new("/target"), 5));
    }
}

/// A write or an allocation that the disk refuses takes nothing from those under way beside it.
#[test]
fn failures_beside_others() {
    for seed in 0..20 {
        let world = World::new(seed);
        let node = world.node("oss");
        let disk: Rc<dyn Disk> = node.disk.clone();
        world.run_until(async {
            let (kv, path) = (kv(&MapDisk::new()), Path::new("/target"));
            format(&*disk, &*kv, path).await;
            let rig = &Rig::open(&node.env, disk.clone(), kv, config(path)).await;
            let at = object(5);
            assert_eq!(rig.write(at, 0, &[1; 4096]).await, Status::Ok);
            node.disk.faults(DiskFaults { write_one_in: 4, ..DiskFaults::default() });
            let offset = |piece: u8| u64::from(piece) * 8192;
            // The last ends within a block.
            let piece = |piece: u8| vec![piece; if piece == 30 { 5000 } else { 8192 }];
            // Between them, allocations of what nobody writes: behind the end of some, before that of others.
            let write = |i| async move { rig.write(at, offset(i), &piece(i)).await };
            let allocate = |i: u64| rig.allocate(at, [0, 1, 3, 16][i as usize % 4], i % 7 * 327_680, 4096);
            let (statuses, _) =
                futures_util::join!(join_all((1..=30).map(write)), join_all((0..20).map(allocate)));
            node.disk.faults(DiskFaults::default());
            for (i, status) in (1..=30).zip(statuses) {
                if status == Status::Ok {
                    let (read, have) = rig.read(at, offset(i), piece(i).len()).await;
                    assert!(have == piece(i).len() && read == piece(i), "seed {seed}, piece {i}");
                }
            }
        });
    }
}

/// Reads, writes and truncates of one object in flight with its removal: each is done or refused, and after it nothing
/// is there.
#[test]
fn removal_under_way() {
    for seed in 0..20 {
        let world = World::new(seed);
        let node = world.node("oss");
        let disk: Rc<dyn Disk> = node.disk.clone();
        world.run_until(async {
            let (kv, path) = (kv(&MapDisk::new()), Path::new("/target"));
            format(&*disk, &*kv, path).await;
            let rig = Rig::open(&node.env, disk.clone(), kv, config(path)).await;
            let at = object(5);
            rig.write(at, 0, &[1; 5000]).await;
            let others = join_all((0..10).map(|i| rig.write(at, i * 1000, &[2; 1500])));
            let (removed, others) = futures_util::join!(rig.remove(at), others);
            assert_eq!(removed, Status::Ok);
            assert!(others.iter().all(|status| matches!(status, Status::Ok | Status::Stale)), "{others:?}");
            assert_eq!(rig.write(at, 0, b"x").await, Status::Stale);
            assert_eq!(rig.remove(at).await, Status::Ok);
            let count = count_files(&*disk, Path::new("/target/objects")).await;
            assert_eq!(count, 0);
        });
    }
}

async fn count_files(disk: &dyn Disk, objects: &Path) -> usize {
    let mut count = 0;
    for upper in disk.list(objects).await.unwrap() {
        for lower in disk.list(&objects.join(&upper)).await.unwrap() {
            count += disk.list(&objects.join(&upper).join(lower)).await.unwrap().len();
        }
    }
    count
}
