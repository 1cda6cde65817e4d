//! Allocating, punching, zeroing and looking for holes: objects against a local file, and what is refused.
#![allow(clippy::unwrap_used)]

mod support;

use std::os::unix::fs::FileExt;
use std::path::Path;
use std::rc::Rc;

use osmia_env::sim::World;
use osmia_env::{Disk, Env};
use osmia_kv::map::MapDisk;
use osmia_oss::{ObjectAt, ShardConfig};
use osmia_protocol::Status;
use osmia_protocol::flags::allocate_mode::{KEEP_SIZE, PUNCH_HOLE, ZERO_RANGE};
use rustix::fs::{FallocateFlags, SeekFrom, fallocate, seek};
use support::{Rig, config, directories, format, kv, object, on_rings};

/// Unit of extents on the file systems that the tests know.
const BLOCK: usize = 4096;
const BYTES: u64 = 200_000;

/// What a block of a file is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Block {
    /// Nobody has written or reserved it, or it was punched: seeking finds a hole.
    Hole,
    /// It was written: seeking finds data.
    Data,
    /// It has space and reads as zeros: file systems may call it either.
    Space,
}

/// Bytes, and what each block of them is, also behind the end.
struct Model {
    bytes: Vec<u8>,
    blocks: Vec<Block>,
}

impl Model {
    fn new() -> Model {
        Model { bytes: Vec::new(), blocks: vec![Block::Hole; (2 * BYTES as usize).div_ceil(BLOCK)] }
    }

    fn write(&mut self, offset: usize, bytes: &[u8]) {
        let end = offset + bytes.len();
        self.grow(end);
        self.bytes[offset..end].copy_from_slice(bytes);
        self.blocks[offset / BLOCK..end.div_ceil(BLOCK)].fill(Block::Data);
    }

    fn grow(&mut self, end: usize) {
        self.bytes.resize(self.bytes.len().max(end), 0);
    }

    fn truncate(&mut self, size: usize) {
        self.bytes.resize(size, 0);
        // What was given behind the end may stay.
        let rest = &mut self.blocks[size.div_ceil(BLOCK)..];
        rest.iter_mut().filter(|block| **block != Block::Hole).for_each(|block| *block = Block::Space);
    }

    fn allocate(&mut self, mode: u32, offset: usize, len: usize) {
        let end = offset + len;
        if mode & KEEP_SIZE == 0 {
            self.grow(end);
        }
        if mode & (PUNCH_HOLE | ZERO_RANGE) != 0 {
            let have = self.bytes.len();
            self.bytes[offset.min(have)..end.min(have)].fill(0);
        }
        for number in offset / BLOCK..end.div_ceil(BLOCK) {
            let whole = offset <= number * BLOCK && (number + 1) * BLOCK <= end;
            let block = &mut self.blocks[number];
            *block = match *block {
                _ if mode & PUNCH_HOLE != 0 && whole => Block::Hole,
                _ if mode & ZERO_RANGE != 0 && whole => Block::Space,
                Block::Hole if mode & PUNCH_HOLE == 0 => Block::Space,
                // A part of it was zeroed, which a file system may do by writing.
                Block::Space | Block::Data if mode & (PUNCH_HOLE | ZERO_RANGE) != 0 => Block::Space,
                other => other,
            };
        }
    }

    /// Checks what a seek from `offset` has found.
    fn check(&self, offset: u64, hole: bool, found: Option<u64>) {
        let size = self.bytes.len() as u64;
        let at = |offset: u64| self.blocks[offset as usize / BLOCK];
        let (wanted, other) = if hole { (Block::Hole, Block::Data) } else { (Block::Data, Block::Hole) };
        let end = found.unwrap_or(size);
        assert!(
            found.is_none_or(|found| (offset..size).contains(&found)),
            "{found:?} from {offset} of {size}"
        );
        // What was passed over is not what was looked for; what was found may be.
        let mut passed =
            (offset..end).step_by(BLOCK).chain(end.checked_sub(1).filter(|last| *last >= offset));
        assert!(passed.all(|offset| at(offset) != wanted), "{wanted:?} passed between {offset} and {end}");
        assert!(found.is_none_or(|found| at(found) != other), "{other:?} found at {found:?} from {offset}");
    }
}

/// A file as the object is: on the same file system.
struct Reference(std::fs::File);

impl Reference {
    fn seek(&self, offset: u64, hole: bool) -> Option<u64> {
        let to = if hole { SeekFrom::Hole(offset) } else { SeekFrom::Data(offset) };
        let size = self.0.metadata().unwrap().len();
        match seek(&self.0, to) {
            // The end is where an object has no more.
            Ok(found) => Some(found).filter(|found| *found < size),
            Err(error) => {
                assert_eq!(error, rustix::io::Errno::NXIO);
                None
            }
        }
    }

    fn allocate(&self, mode: u32, offset: u64, len: u64) {
        match fallocate(&self.0, FallocateFlags::from_bits_retain(mode), offset, len) {
            // tmpfs has no zeroing; objects there have.
            Err(rustix::io::Errno::OPNOTSUPP) if mode & ZERO_RANGE != 0 => {
                let punch = FallocateFlags::PUNCH_HOLE | FallocateFlags::KEEP_SIZE;
                fallocate(&self.0, punch, offset, len).unwrap();
                self.allocate(mode & KEEP_SIZE, offset, len);
            }
            done => done.unwrap(),
        }
    }
}

/// Random operations on an object, on a local file if there is one, and on the model: bytes and sizes agree, and what
/// seeking finds is what the model allows of both.
async fn model(rig: &Rig, reference: Option<Reference>, steps: u32) {
    let env = &rig.env;
    let at = ObjectAt { generation: 0, ..object(100) };
    assert_eq!(rig.write(at, 0, &[1; 10]).await, Status::Ok);
    let mut model = Model::new();
    model.write(0, &[1; 10]);
    if let Some(Reference(file)) = &reference {
        file.write_all_at(&[1; 10], 0).unwrap();
    }
    for step in 0..steps {
        let (offset, len) = (around_blocks(env, BYTES), 1 + around_blocks(env, 60_000));
        match env.rng.below(10) {
            0..3 => {
                let bytes: Vec<u8> = (0..len).map(|i| (i as u32 * 7 + step) as u8 | 1).collect();
                assert_eq!(rig.write(at, offset, &bytes).await, Status::Ok);
                model.write(offset as usize, &bytes);
                if let Some(Reference(file)) = &reference {
                    file.write_all_at(&bytes, offset).unwrap();
                }
            }
            3..7 => {
                let modes = [0, KEEP_SIZE, PUNCH_HOLE | KEEP_SIZE, ZERO_RANGE, ZERO_RANGE | KEEP_SIZE];
                let mode = modes[env.rng.below(5) as usize];
                assert_eq!(rig.allocate(at, mode, offset, len).await, Status::Ok);
                model.allocate(mode, offset as usize, len as usize);
                if let Some(reference) = &reference {
                    reference.allocate(mode, offset, len);
                }
            }
            7 => {
                assert_eq!(rig.truncate(at, offset).await, Status::Ok);
                model.truncate(offset as usize);
                if let Some(Reference(file)) = &reference {
                    file.set_len(offset).unwrap();
                }
            }
            _ => {
                let hole = step % 2 == 0;
                let (found, end) = rig.seek(at, offset, hole).await;
                if !found {
                    assert_eq!(end, model.bytes.len() as u64, "without, the end is told");
                }
                model.check(offset, hole, found.then_some(end));
                if let Some(reference) = &reference {
                    model.check(offset, hole, reference.seek(offset, hole));
                }
            }
        }
        let size = model.bytes.len();
        assert_eq!(rig.stat(at).await.unwrap().size, size as u64, "step {step}");
        let (bytes, have) = rig.read(at, 0, size + 5000).await;
        assert!(have == size && bytes[..size] == model.bytes[..], "step {step}");
        if let Some(Reference(file)) = &reference {
            let mut bytes = vec![9; size];
            file.read_exact_at(&mut bytes, 0).unwrap();
            assert!(file.metadata().unwrap().len() == size as u64 && bytes == model.bytes, "step {step}");
        }
    }
}

/// Offsets that hit block boundaries, their neighbours, and everything else.
fn around_blocks(env: &Env, max: u64) -> u64 {
    let block = env.rng.below(max / 4096) * 4096;
    [block, block + 1, block + 4095, env.rng.below(max)][env.rng.below(4) as usize]
}

/// On ext4 (or whatever is below the temporary directory) and tmpfs, beside a file there.
#[test]
fn like_a_local_file() {
    on_rings(async |env, disk, pools| {
        for directory in directories() {
            let kv = kv(&MapDisk::new());
            let target = directory.path().join("target");
            std::fs::create_dir(&target).unwrap();
            format(&*disk, &*kv, &target).await;
            let config = ShardConfig { pools: pools.clone(), ..config(&target) };
            let rig = Rig::open(&env, disk.clone(), kv, config).await;
            let file = std::fs::File::create_new(directory.path().join("reference")).unwrap();
            model(&rig, Some(Reference(file)), 1000).await;
        }
    });
}

/// The same on the simulated disk, from seeds.
#[test]
fn in_simulation() {
    for seed in 0..std::env::var("OSMIA_SEEDS").ok().and_then(|n| n.parse().ok()).unwrap_or(8) {
        let world = World::new(seed);
        let node = world.node("oss");
        let disk: Rc<dyn Disk> = node.disk.clone();
        world.run_until(async {
            let (kv, path) = (kv(&MapDisk::new()), Path::new("/target"));
            format(&*disk, &*kv, path).await;
            model(&Rig::open(&node.env, disk.clone(), kv, config(path)).await, None, 600).await;
        });
    }
}

/// Modes without a meaning for one object, empty ranges, too large ones, older generations and removed objects are
/// refused as writes are; a hole in what was never written makes nothing.
#[test]
fn refusals() {
    let world = World::new(1);
    let node = world.node("oss");
    world.run_until(async {
        let (kv, path) = (kv(&MapDisk::new()), Path::new("/target"));
        format(&*node.disk, &*kv, path).await;
        let rig = Rig::open(&node.env, node.disk.clone(), kv, config(path)).await;
        let at = object(1);
        // Punching that may change the size, collapsing, inserting, unsharing, two at once, unknown bits.
        for mode in [2, 8, 0x20, 0x40, PUNCH_HOLE | ZERO_RANGE | KEEP_SIZE, 1 << 31] {
            assert_eq!(rig.allocate(at, mode, 0, 1).await, Status::NotSupported, "{mode}");
        }
        assert_eq!(rig.allocate(at, 0, 0, 0).await, Status::Invalid);
        assert_eq!(rig.allocate(at, 0, u64::MAX, 1).await, Status::FileTooBig);
        assert_eq!(rig.allocate(at, 0, i64::MAX as u64 - 10, 11).await, Status::FileTooBig);
        let unwritten = object(2);
        assert_eq!(rig.allocate(unwritten, PUNCH_HOLE | KEEP_SIZE, 0, 100).await, Status::Ok);
        assert!(!rig.stat(unwritten).await.unwrap().exists);
        assert_eq!(rig.seek(unwritten, 7, true).await, (false, 0));
        assert_eq!(rig.seek(unwritten, 7, false).await, (false, 0));
        assert_eq!(rig.allocate(at, KEEP_SIZE, 0, 100).await, Status::Ok);
        assert_eq!(rig.stat(at).await.map(|stat| (stat.exists, stat.size)), Ok((true, 0)));
        assert_eq!(rig.seek(at, u64::MAX, true).await, (false, 0));
        let newer = ObjectAt { generation: 3, ..at };
        assert_eq!(rig.allocate(newer, 0, 0, 100).await, Status::Ok);
        assert_eq!(rig.allocate(at, 0, 0, 200).await, Status::GenerationOld);
        assert_eq!(rig.stat(newer).await.unwrap().size, 100);
        assert_eq!(rig.remove(newer).await, Status::Ok);
        assert_eq!(rig.allocate(newer, 0, 0, 200).await, Status::Stale);
    });
}
