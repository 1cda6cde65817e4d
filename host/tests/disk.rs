//! [`RingDisk`] on real file systems: ext4 (or whatever holds the temporary directory) and tmpfs.
#![allow(clippy::disallowed_methods, clippy::unwrap_used)]

use std::io;
use std::os::unix::fs::FileExt;
use std::path::Path;
use std::rc::Rc;
use std::time::Duration;

use osmia_env::buf::ALIGN;
use osmia_env::disk::{Allocation, Extent, File, OpenOptions};
use osmia_env::tasks::oneshot;
use osmia_env::{Buf, BufPool, Disk, Env};
use osmia_host::{RingDisk, RingOptions, block_on, env};
use tempfile::TempDir;

const CREATE: OpenOptions = OpenOptions { create: true, exclusive: false, direct: false };
const DIRECT: OpenOptions = OpenOptions { create: true, exclusive: false, direct: true };

fn on_disk<F: Future<Output = ()>>(options: RingOptions, test: impl FnOnce(Env, Rc<RingDisk>) -> F) {
    block_on(async move {
        let env = env();
        let disk = Rc::new(RingDisk::new(&env, &options).unwrap());
        test(env, disk).await;
    })
    .unwrap();
}

/// A directory on disk and one in memory.
fn directories() -> [TempDir; 2] {
    [TempDir::new().unwrap(), TempDir::new_in("/dev/shm").unwrap()]
}

fn filled(pool: &BufPool, len: usize, byte: u8) -> Buf {
    let mut buf = pool.get_or_allocate(len);
    buf.resize_stale(len);
    buf.fill(byte);
    buf
}

async fn read(disk: &RingDisk, file: &File, offset: u64, mut buf: Buf, len: usize) -> Vec<u8> {
    buf.resize_stale(len);
    let (read, buf) = disk.read(file, offset, buf).await;
    buf[..read.unwrap()].to_vec()
}

/// Space is given, taken and zeroed without a change of the size, direct and buffered, also where the file system has no
/// zeroing (tmpfs); holes and data are found; what cannot be is an error.
#[test]
fn space_of_files() {
    on_disk(RingOptions::default(), async |_, disk| {
        for directory in directories() {
            for options in [CREATE, DIRECT] {
                let path = directory.path().join(format!("direct-{}", options.direct));
                let (file, _) = disk.open(&path, options).await.unwrap();
                let blocks = async || disk.metadata(&file).await.unwrap().blocks;
                let wrote = disk.write(&file, 0, Buf::from_slice(&[7; 64 << 10])).await.0;
                wrote.unwrap();
                disk.allocate(&file, Allocation::Reserve, 0, 1 << 20).await.unwrap();
                // What is buffered has no blocks before.
                disk.sync(&file).await.unwrap();
                assert_eq!(disk.metadata(&file).await.unwrap().size, 64 << 10);
                let before = blocks().await;
                assert!(before >= 2048, "{before}");
                disk.allocate(&file, Allocation::Punch, 8192, 1 << 20).await.unwrap();
                assert!(before - blocks().await >= 112, "{before} {}", blocks().await);
                disk.allocate(&file, Allocation::Zero, 100, 4000).await.unwrap();
                disk.allocate(&file, Allocation::Zero, 12288, 4096).await.unwrap();
                let mut want = vec![7; 8192];
                want[100..4100].fill(0);
                want.resize(64 << 10, 0);
                assert!(std::fs::read(&path).unwrap() == want);
                disk.sync(&file).await.unwrap();
                assert_eq!(disk.seek(&file, Extent::Data, 4100).await.unwrap(), Some(4100));
                assert_eq!(disk.seek(&file, Extent::Hole, 0).await.unwrap(), Some(8192));
                assert_eq!(disk.seek(&file, Extent::Data, 16384).await.unwrap(), None);
                assert_eq!(disk.seek(&file, Extent::Hole, 64 << 10).await.unwrap(), None);
                let empty = disk.allocate(&file, Allocation::Reserve, 0, 0).await;
                assert_eq!(empty.unwrap_err().kind(), io::ErrorKind::InvalidInput);
            }
        }
    });
}

/// Random reads, writes and truncates, direct and buffered, from registered buffers and others, give what an array of
/// bytes gives, and what std reads at the end.
#[test]
fn like_a_model() {
    let pool = BufPool::new(8, 64 << 10);
    let options = RingOptions { pools: vec![pool.clone()], ..Default::default() };
    on_disk(options, async |env, disk| {
        for directory in directories() {
            for options in [CREATE, DIRECT] {
                let path = directory.path().join(format!("direct-{}", options.direct));
                let (file, direct) = disk.open(&path, options).await.unwrap();
                let unit = if direct { ALIGN as u64 } else { 1 };
                let mut model: Vec<u8> = Vec::new();
                for step in 0..300_u64 {
                    let offset = env.rng.below(256 << 10) / unit * unit;
                    let len = ((1 + env.rng.below(96 << 10)).div_ceil(unit) * unit) as usize;
                    match env.rng.below(8) {
                        0 => {
                            disk.truncate(&file, offset).await.unwrap();
                            model.resize(offset as usize, 0);
                        }
                        1..4 => {
                            let (wrote, _) = disk.write(&file, offset, filled(&pool, len, step as u8)).await;
                            wrote.unwrap();
                            model.resize(model.len().max(offset as usize + len), 0);
                            model[offset as usize..][..len].fill(step as u8);
                        }
                        _ => {
                            let got = read(&disk, &file, offset, pool.get_or_allocate(len), len).await;
                            let from = model.len().min(offset as usize);
                            assert!(got == model[from..model.len().min(from + len)], "step {step}");
                        }
                    }
                }
                disk.sync(&file).await.unwrap();
                assert_eq!(disk.metadata(&file).await.unwrap().size, model.len() as u64);
                assert!(std::fs::read(&path).unwrap() == model);
            }
        }
    });
}

/// Hundreds of reads and writes in flight at once, more than the rings hold, each reach their place.
#[test]
fn many_in_flight() {
    const BLOCKS: u64 = 500;
    let pool = BufPool::new(64, ALIGN);
    let options = RingOptions { depth: 16, pools: vec![pool.clone()], ..Default::default() };
    on_disk(options, async |_, disk| {
        for directory in directories() {
            let (file, _) = disk.open(&directory.path().join("f"), DIRECT).await.unwrap();
            let write = |block: u64| {
                let buf = filled(&pool, ALIGN, block as u8);
                disk.write(&file, block * ALIGN as u64, buf)
            };
            for write in (0..BLOCKS).map(write).collect::<Vec<_>>() {
                write.await.0.unwrap();
            }
            let read = |block: u64| {
                let mut buf = pool.get_or_allocate(ALIGN);
                buf.resize_stale(ALIGN);
                disk.read(&file, block * ALIGN as u64, buf)
            };
            for (block, read) in (0..BLOCKS).map(read).collect::<Vec<_>>().into_iter().enumerate() {
                let (read, buf) = read.await;
                assert_eq!(read.unwrap(), ALIGN);
                assert!(buf.iter().all(|&byte| byte == block as u8));
            }
            assert_eq!(disk.in_flight(), 0);
        }
    });
    assert_eq!(pool.available(), 64);
}

/// An operation whose future is dropped at once is done all the same, and its buffer comes back to its pool only then.
#[test]
fn dropped_futures() {
    let pool = BufPool::new(4, ALIGN);
    let options = RingOptions { pools: vec![pool.clone()], ..Default::default() };
    on_disk(options, async |env, disk| {
        let directory = TempDir::new().unwrap();
        let path = directory.path().join("f");
        let (file, _) = disk.open(&path, DIRECT).await.unwrap();
        for round in 0..100_u64 {
            drop(disk.write(&file, 0, filled(&pool, ALIGN, round as u8)));
            assert_eq!(pool.available(), 3);
            while disk.in_flight() > 0 {
                env.tasks.yield_now().await;
            }
            assert_eq!(pool.available(), 4);
            let mut byte = [0];
            std::fs::File::open(&path).unwrap().read_exact_at(&mut byte, 0).unwrap();
            assert_eq!(byte, [round as u8]);
        }
        // And with them the file and the disk itself: nothing is freed under the kernel's hands.
        for _ in 0..4 {
            drop(disk.write(&file, 0, filled(&pool, ALIGN, 200)));
        }
        drop((file, disk));
        while pool.available() < 4 {
            env.tasks.yield_now().await;
        }
    });
}

/// The disk, dropped with operations in flight and an executor that ends at once, waits for them.
#[test]
fn dropped_disk() {
    for _ in 0..20 {
        let directory = TempDir::new().unwrap();
        let pool = BufPool::new(64, 64 << 10);
        let options = RingOptions { pools: vec![pool.clone()], ..Default::default() };
        on_disk(options, async |env, disk| {
            let (file, _) = disk.open(&directory.path().join("f"), DIRECT).await.unwrap();
            for block in 0..64 {
                drop(disk.write(&file, block << 16, filled(&pool, 64 << 10, 1)));
            }
            env.tasks.yield_now().await;
        });
    }
}

/// A read stops at the end of the file, and one behind it gives nothing.
#[test]
fn end_of_file() {
    on_disk(RingOptions::default(), async |_, disk| {
        for directory in directories() {
            for options in [CREATE, DIRECT] {
                let path = directory.path().join(format!("direct-{}", options.direct));
                std::fs::write(&path, vec![7; 5000]).unwrap();
                let (file, _) = disk.open(&path, options).await.unwrap();
                let buf = || Buf::with_capacity(4 * ALIGN);
                assert_eq!(read(&disk, &file, 0, buf(), 4 * ALIGN).await, vec![7; 5000]);
                assert_eq!(read(&disk, &file, ALIGN as u64, buf(), ALIGN).await, vec![7; 5000 - ALIGN]);
                assert!(read(&disk, &file, 4 * ALIGN as u64, buf(), ALIGN).await.is_empty());
            }
        }
    });
}

/// Open, attributes, rename, list and remove do what their system calls do, and what is not there is `NotFound`.
#[test]
fn metadata() {
    on_disk(RingOptions::default(), async |_, disk| {
        for directory in directories() {
            let sub = directory.path().join("a/b");
            disk.create_dirs(&sub).await.unwrap();
            disk.create_dirs(&sub).await.unwrap();
            let missing = disk.open(&sub.join("f"), OpenOptions::default()).await.unwrap_err();
            assert_eq!(missing.kind(), io::ErrorKind::NotFound);
            for direct in [false, true] {
                let exclusive = OpenOptions { create: true, exclusive: true, direct };
                let (file, _) = disk.open(&sub.join("f"), exclusive).await.unwrap();
                let again = disk.open(&sub.join("f"), exclusive).await.unwrap_err();
                assert_eq!(again.kind(), io::ErrorKind::AlreadyExists);
                assert_eq!(disk.xattr(&file, "user.osmia").await.unwrap(), None);
                for value in [vec![1; 3], vec![2; 3000]] {
                    disk.set_xattr(&file, "user.osmia", &value).await.unwrap();
                    assert_eq!(disk.xattr(&file, "user.osmia").await.unwrap(), Some(value));
                }
                disk.truncate(&file, 1 << 20).await.unwrap();
                let found = disk.metadata(&file).await.unwrap();
                assert_eq!(found.size, 1 << 20);
                assert!(found.mtime > 1_500_000_000_000_000_000);
                disk.rename(&sub.join("f"), &sub.join("g")).await.unwrap();
                assert_eq!(disk.list(&sub).await.unwrap(), [Path::new("g")]);
                disk.sync_dir(&sub).await.unwrap();
                disk.remove(&sub.join("g")).await.unwrap();
                let gone = disk.remove(&sub.join("g")).await.unwrap_err();
                assert_eq!(gone.kind(), io::ErrorKind::NotFound);
            }
            let space = disk.space(&sub).await.unwrap();
            assert!(space.bytes_total > 0 && space.bytes_free <= space.bytes_total);
        }
    });
}

/// A full file system is `StorageFull`, what was written before stays, and writes work again once there is room.
#[test]
fn full() {
    let mount = match Tmpfs::new("size=1m") {
        Ok(mount) => mount,
        Err(error) => return eprintln!("SKIPPED: cannot mount a tmpfs ({error})"),
    };
    on_disk(RingOptions::default(), async |_, disk| {
        for options in [CREATE, DIRECT] {
            let path = mount.0.path().join("f");
            let (file, _) = disk.open(&path, options).await.unwrap();
            let block = || {
                let mut buf = Buf::zeroed(64 << 10);
                buf.fill(9);
                buf
            };
            let mut written = 0;
            let error = loop {
                match disk.write(&file, written, block()).await.0 {
                    Ok(()) => written += 64 << 10,
                    Err(error) => break error,
                }
            };
            assert_eq!(error.kind(), io::ErrorKind::StorageFull);
            assert!((512 << 10..=1 << 20).contains(&written));
            let buf = Buf::with_capacity(written as usize);
            assert!(read(&disk, &file, 0, buf, written as usize).await.iter().all(|&byte| byte == 9));
            disk.truncate(&file, 0).await.unwrap();
            disk.write(&file, 0, block()).await.0.unwrap();
            disk.remove(&path).await.unwrap();
        }
    });
}

/// With one operation in flight at a time the driver sleeps between them: thousands of sleeps, no lost wake-up.
#[test]
fn sleeps_and_wakes() {
    let rounds: u64 = std::env::var("OSMIA_SLEEPS").ok().and_then(|n| n.parse().ok()).unwrap_or(2000);
    let options = RingOptions { spin: Duration::ZERO, ..Default::default() };
    on_disk(options, async |env, disk| {
        let directory = TempDir::new().unwrap();
        let (file, _) = disk.open(&directory.path().join("f"), DIRECT).await.unwrap();
        let (tell, mut told) = oneshot();
        let busy = env.clone();
        // Another task that asks while the driver sleeps.
        let (other, theirs) = (disk.clone(), file.clone());
        env.tasks.spawn(Box::pin(async move {
            for round in 0..rounds / 4 {
                busy.tasks.sleep_until(busy.now() + Duration::from_micros(round % 100)).await;
                let mut buf = Buf::with_capacity(ALIGN);
                buf.resize(ALIGN);
                other.read(&theirs, 0, buf).await.0.unwrap();
            }
            tell.send(());
        }));
        for round in 0..rounds {
            let start = env.now();
            if round % 8 == 0 {
                disk.write(&file, 0, Buf::zeroed(ALIGN)).await.0.unwrap();
            } else {
                assert_eq!(read(&disk, &file, 0, Buf::with_capacity(ALIGN), ALIGN).await.len(), ALIGN);
            }
            assert!(
                env.now().since(start) < Duration::from_secs(20),
                "round {round} took {:?}",
                env.now().since(start)
            );
        }
        (&mut told).await.unwrap();
    });
}

/// A tmpfs of its own.
struct Tmpfs(TempDir);

impl Tmpfs {
    fn new(options: &str) -> io::Result<Tmpfs> {
        let directory = TempDir::new()?;
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
