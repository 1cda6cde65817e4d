use std::path::Path;
use std::time::Duration;

use crate::disk::{Allocation, Extent, File, OpenOptions};
use crate::sim::{Death, DiskFaults, SimNode, World};
use crate::{Buf, Disk};

const CREATE: OpenOptions = OpenOptions { create: true, exclusive: false, direct: false };

fn open(world: &World, node: &SimNode, name: &str, options: OpenOptions) -> std::io::Result<File> {
    world.run_until(node.disk.open(Path::new(name), options)).map(|(file, _)| file)
}

fn write(world: &World, node: &SimNode, file: &File, offset: u64, bytes: &[u8]) {
    world.run_until(node.disk.write(file, offset, Buf::from_slice(bytes))).0.unwrap();
}

fn read(world: &World, node: &SimNode, file: &File) -> Vec<u8> {
    let size = world.run_until(node.disk.metadata(file)).unwrap().size;
    let (len, buf) = world.run_until(node.disk.read(file, 0, Buf::zeroed(size as usize + 10)));
    assert_eq!(len.unwrap() as u64, size);
    buf[..size as usize].to_vec()
}

/// What is written is read back, holes are zeros, a cut is gone, names and attributes do as they should.
#[test]
fn a_disk_like_any_other() {
    let world = World::new(1);
    let node = world.node("node");
    assert!(open(&world, &node, "/d/a", CREATE).is_err());
    world.run_until(node.disk.create_dirs(Path::new("/d/e"))).unwrap();
    let file = open(&world, &node, "/d/a", CREATE).unwrap();
    assert!(open(&world, &node, "/d/a", OpenOptions { exclusive: true, ..CREATE }).is_err());
    assert!(open(&world, &node, "/d/b", OpenOptions::default()).is_err());
    write(&world, &node, &file, 5000, b"tail");
    write(&world, &node, &file, 0, b"head");
    world.run_until(node.disk.truncate(&file, 5002)).unwrap();
    world.run_until(node.disk.truncate(&file, 5004)).unwrap();
    let mut wanted = vec![0; 5004];
    wanted[..4].copy_from_slice(b"head");
    wanted[5000..5002].copy_from_slice(b"ta");
    assert_eq!(read(&world, &node, &file), wanted);
    world.run_until(node.disk.set_xattr(&file, "user.a", b"1")).unwrap();
    assert_eq!(world.run_until(node.disk.xattr(&file, "user.a")).unwrap(), Some(b"1".to_vec()));
    assert_eq!(world.run_until(node.disk.xattr(&file, "user.b")).unwrap(), None);
    world.run_until(node.disk.rename(Path::new("/d/a"), Path::new("/d/e/b"))).unwrap();
    let names = world.run_until(node.disk.list(Path::new("/d"))).unwrap();
    assert_eq!(names, [Path::new("e")]);
    world.run_until(node.disk.remove(Path::new("/d/e/b"))).unwrap();
    assert_eq!(read(&world, &node, &file), wanted, "an open file outlives its name");
    assert!(node.disk.used() > 0);
    drop(file);
    assert_eq!(node.disk.used(), 0);
    let direct = open(&world, &node, "/d/direct", OpenOptions { direct: true, ..CREATE }).unwrap();
    assert!(world.run_until(node.disk.write(&direct, 1, Buf::zeroed(4096))).0.is_err());
    assert!(world.run_until(node.disk.write(&direct, 4096, Buf::zeroed(4096))).0.is_ok());
}

/// Space that is given counts and reads as zeros, what is punched does not count, the size stays, and seeking tells the
/// two apart; a synced allocation survives a crash.
#[test]
fn space_of_files() {
    let world = World::new(1);
    let node = world.node("node");
    let file = open(&world, &node, "/a", CREATE).unwrap();
    write(&world, &node, &file, 0, &[7; 10_000]);
    let allocate = |what, offset, len| world.run_until(node.disk.allocate(&file, what, offset, len));
    let seek = |what, offset| world.run_until(node.disk.seek(&file, what, offset)).unwrap();
    assert_eq!(node.disk.used(), 3 * 4096);
    allocate(Allocation::Reserve, 0, 5 * 4096).unwrap();
    assert_eq!((node.disk.used(), read(&world, &node, &file).len()), (5 * 4096, 10_000));
    allocate(Allocation::Punch, 4000, 2 * 4096).unwrap();
    assert_eq!(node.disk.used(), 4 * 4096);
    allocate(Allocation::Zero, 0, 100).unwrap();
    let mut want = vec![7; 10_000];
    want[..100].fill(0);
    want[4000..].fill(0);
    assert_eq!(read(&world, &node, &file), want);
    assert_eq!((seek(Extent::Hole, 5), seek(Extent::Data, 5000)), (Some(4096), Some(8192)));
    assert_eq!((seek(Extent::Hole, 9000), seek(Extent::Hole, 10_000)), (Some(10_000), None));
    node.disk.capacity(Some(4 * 4096));
    assert!(allocate(Allocation::Zero, 4096, 10).is_err());
    assert!(allocate(Allocation::Reserve, 0, 0).is_err());
    world.run_until(node.disk.sync(&file)).unwrap();
    world.run_until(node.disk.sync_dir(Path::new("/"))).unwrap();
    world.crash(&node);
    let node = world.restart(&node);
    let file = open(&world, &node, "/a", OpenOptions::default()).unwrap();
    assert_eq!((node.disk.used(), read(&world, &node, &file)), (4 * 4096, want));
}

/// Synced bytes survive a crash and unsynced ones may; a kill keeps what was applied.
#[test]
fn crash_and_kill() {
    let (mut lost, mut torn, mut whole) = (0, 0, 0);
    for seed in 0..200 {
        let world = World::new(seed);
        let node = world.node("node");
        let file = open(&world, &node, "/f", CREATE).unwrap();
        write(&world, &node, &file, 0, &[1; 8192]);
        world.run_until(node.disk.sync(&file)).unwrap();
        world.run_until(node.disk.sync_dir(Path::new("/"))).unwrap();
        write(&world, &node, &file, 0, &[2; 8192]);
        let other = open(&world, &node, "/g", CREATE).unwrap();
        let death = if seed % 4 == 0 { Death::Kill } else { Death::Crash };
        world.end(&node, death);
        let node = world.restart(&node);
        drop((file, other));
        let file = open(&world, &node, "/f", OpenOptions::default()).unwrap();
        let bytes = read(&world, &node, &file);
        assert_eq!(bytes.len(), 8192);
        assert!(bytes.chunks(512).all(|sector| sector == [1; 512] || sector == [2; 512]), "seed {seed}");
        let new = bytes.iter().filter(|byte| **byte == 2).count();
        if death == Death::Kill {
            assert_eq!(new, 8192);
            open(&world, &node, "/g", OpenOptions::default()).unwrap();
            continue;
        }
        match new {
            0 => lost += 1,
            8192 => whole += 1,
            _ => torn += 1,
        }
    }
    assert!(lost > 10 && torn > 10 && whole > 10, "{lost} lost, {torn} torn, {whole} whole");
}

/// Operations run to their end without their futures, and a sync covers only what was written before it.
#[test]
fn dropped_futures() {
    for seed in 0..20 {
        let world = World::new(seed);
        let node = world.node("node");
        let file = open(&world, &node, "/f", CREATE).unwrap();
        world.run_until(node.disk.sync_dir(Path::new("/"))).unwrap();
        drop(node.disk.write(&file, 0, Buf::from_slice(&[1; 512])));
        world.run_for(Duration::from_millis(10));
        assert_eq!(world.disk_operations(&node), 0);
        assert_eq!(read(&world, &node, &file), [1; 512]);
        let sync = node.disk.sync(&file);
        write(&world, &node, &file, 512, &[2; 512]);
        world.run_until(sync).unwrap();
        world.crash(&node);
        let node = world.restart(&node);
        let file = open(&world, &node, "/f", OpenOptions::default()).unwrap();
        assert_eq!(read(&world, &node, &file)[..512], [1; 512]);
    }
}

/// A full disk says so and goes on when there is room; faults come as ordered, and give the buffer back.
#[test]
fn full_and_faulty() {
    let world = World::new(9);
    let node = world.node("node");
    node.disk.capacity(Some(8192));
    let file = open(&world, &node, "/f", CREATE).unwrap();
    write(&world, &node, &file, 0, &[1; 8192]);
    let (result, buf) = world.run_until(node.disk.write(&file, 8192, Buf::from_slice(b"x")));
    assert!(result.unwrap_err().kind() == std::io::ErrorKind::StorageFull && &*buf == b"x");
    write(&world, &node, &file, 100, b"over what is there");
    assert_eq!(world.run_until(node.disk.space(Path::new("/"))).unwrap().bytes_free, 0);
    world.run_until(node.disk.truncate(&file, 4096)).unwrap();
    write(&world, &node, &file, 4096, b"x");
    node.disk.faults(DiskFaults { read_one_in: 1, write_one_in: 1, sync_one_in: 1 });
    assert!(world.run_until(node.disk.read(&file, 0, Buf::zeroed(1))).0.is_err());
    assert!(world.run_until(node.disk.write(&file, 0, Buf::zeroed(1))).0.is_err());
    assert!(world.run_until(node.disk.sync(&file)).is_err());
    node.disk.faults(DiskFaults::default());
    world.run_until(node.disk.sync(&file)).unwrap();
}
