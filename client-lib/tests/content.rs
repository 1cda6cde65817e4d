//! File content against a model, sizes, truncation and fsync: against servers in threads of the test, over shared memory.

#![allow(clippy::unwrap_used)]

mod fake;

use std::io::{Read, Seek, SeekFrom, Write};

use fake::{Cluster, HOLE_BYTES};
use osmia_client::{Allocate, OpenOptions, SetTime, Timestamp};
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};

fn rw() -> OpenOptions {
    OpenOptions::new().read(true).write(true).create(true)
}

#[derive(Clone, Debug)]
enum Step {
    Write(u64, usize, u8),
    Read(u64, usize),
    Truncate(u64),
    Reopen,
    Append(usize, u8),
    Stat,
    Fsync,
    Allocate(Allocate, u64, u64),
    Seek(u64),
    Copy(u64, u64, u64),
}

fn allocates() -> impl Strategy<Value = Allocate> {
    prop::sample::select(vec![
        Allocate::Grow,
        Allocate::KeepSize,
        Allocate::PunchHole,
        Allocate::Zero,
        Allocate::ZeroKeepSize,
    ])
}

/// The first byte from `offset` on that is in a block of zeros, or in another. The blocks of the file are those of its
/// objects, as its stripe units are made of whole ones.
fn sought(model: &[u8], offset: u64, hole: bool) -> Result<u64, i32> {
    let is_hole = |at: &usize| {
        let start = at / HOLE_BYTES * HOLE_BYTES;
        model[start..model.len().min(start + HOLE_BYTES)].iter().all(|byte| *byte == 0)
    };
    let found = (offset as usize..model.len()).find(|at| is_hole(at) == hole);
    // The end is a hole.
    let found = found.or((hole && offset < model.len() as u64).then_some(model.len()));
    found.map(|at| at as u64).ok_or(libc::ENXIO)
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let offset = 0..60_000_u64;
    let step = prop_oneof![
        4 => (offset.clone(), 0..20_000_usize, 1..255_u8).prop_map(|(at, len, fill)| Step::Write(at, len, fill)),
        4 => (0..90_000_u64, 0..30_000_usize).prop_map(|(at, len)| Step::Read(at, len)),
        2 => offset.clone().prop_map(Step::Truncate),
        1 => Just(Step::Reopen),
        1 => (1..9000_usize, 1..255_u8).prop_map(|(len, fill)| Step::Append(len, fill)),
        1 => Just(Step::Stat),
        1 => Just(Step::Fsync),
        3 => (allocates(), offset.clone(), 1..30_000_u64).prop_map(|(what, at, len)| Step::Allocate(what, at, len)),
        2 => (0..90_000_u64).prop_map(Step::Seek),
        1 => (offset.clone(), offset, 0..20_000_u64).prop_map(|(from, to, len)| Step::Copy(from, to, len)),
    ];
    prop::collection::vec(step, 1..40)
}

/// Whatever is written, cut, appended and read in any order, over any stripes and handles: it is what a vector of bytes
/// would hold, holes as zeros, and the size is exact at once for the writer.
#[test]
fn content_follows_the_model() {
    for stripe_bytes in [4096, 512] {
        let cluster = Cluster::start(1, 2, stripe_bytes);
        let client = cluster.client();
        let number = std::cell::Cell::new(0);
        let run = |steps: Vec<Step>| {
            number.set(number.get() + 1);
            let path = format!("/f{}", number.get());
            let mut file = client.open(&path, &rw()).unwrap();
            let mut model: Vec<u8> = Vec::new();
            for step in &steps {
                match *step {
                    Step::Write(at, len, fill) => {
                        prop_assert_eq!(file.pwrite(&vec![fill; len], at).unwrap(), len);
                        if len > 0 {
                            let end = at as usize + len;
                            model.resize(model.len().max(end), 0);
                            model[at as usize..end].fill(fill);
                        }
                    }
                    Step::Read(at, len) => {
                        let mut into = vec![0xaa; len];
                        let read = file.pread(&mut into, at).unwrap();
                        let wanted = model.get(at as usize..).unwrap_or_default();
                        let wanted = &wanted[..wanted.len().min(len)];
                        prop_assert!(&into[..read] == wanted, "{} bytes at {}", len, at);
                    }
                    Step::Truncate(size) => {
                        file.truncate(size).unwrap();
                        model.resize(size as usize, 0);
                    }
                    Step::Reopen => {
                        file.close().unwrap();
                        prop_assert_eq!(client.stat(&path).unwrap().size, model.len() as u64);
                        file = client.open(&path, &rw()).unwrap();
                    }
                    Step::Append(len, fill) => {
                        let log = client.open(&path, &OpenOptions::new().append(true)).unwrap();
                        log.pwrite(&vec![fill; len], 3).unwrap();
                        log.close().unwrap();
                        model.resize(model.len() + len, fill);
                    }
                    Step::Stat => {
                        prop_assert_eq!(file.stat().unwrap().size, model.len() as u64);
                        prop_assert_eq!(client.stat(&path).unwrap().size, model.len() as u64);
                    }
                    Step::Fsync => file.fsync().unwrap(),
                    Step::Allocate(what, at, len) => {
                        file.allocate(what, at, len).unwrap();
                        let (from, end) = (at as usize, (at + len) as usize);
                        if what.grows() {
                            model.resize(model.len().max(end), 0);
                        }
                        if matches!(what, Allocate::PunchHole | Allocate::Zero | Allocate::ZeroKeepSize) {
                            let have = model.len();
                            model[from.min(have)..end.min(have)].fill(0);
                        }
                    }
                    Step::Seek(offset) => {
                        let got = |found: osmia_client::Result<u64>| found.map_err(|error| error.errno());
                        prop_assert_eq!(got(file.seek_data(offset)), sought(&model, offset, false));
                        let (hole, want) = (got(file.seek_hole(offset)), sought(&model, offset, true));
                        // Where an object ends within a block, the rest of the block is a hole already.
                        let rest = hole.ok().zip(want.ok()).filter(|(hole, want)| hole < want);
                        let is_rest = rest.is_some_and(|(hole, want)| {
                            let rest = &model[hole as usize..want as usize];
                            hole >= offset && rest.len() < HOLE_BYTES && rest.iter().all(|byte| *byte == 0)
                        });
                        prop_assert!(hole == want || is_rest, "{hole:?}, want {want:?}");
                    }
                    Step::Copy(from, to, len) => {
                        let there = len.min((model.len() as u64).saturating_sub(from));
                        let copied = file.copy_range(from, &file, to, len);
                        if from < to + there && to < from + there {
                            prop_assert_eq!(copied.unwrap_err().errno(), libc::EINVAL);
                        } else {
                            prop_assert_eq!(copied.unwrap(), there);
                            let (from, to, there) = (from as usize, to as usize, there as usize);
                            if there > 0 {
                                model.resize(model.len().max(to + there), 0);
                                model.copy_within(from..from + there, to);
                            }
                        }
                    }
                }
            }
            let mut all = vec![0; model.len() + 10];
            prop_assert_eq!(file.pread(&mut all, 0).unwrap(), model.len());
            prop_assert!(all[..model.len()] == model[..]);
            Ok(())
        };
        let mut runner = TestRunner::new(Config { cases: 60, ..Config::default() });
        runner.run(&steps(), run).unwrap();
    }
}

/// A transfer of many stripes is whole, and goes to all targets in few messages.
#[test]
fn large_transfers() {
    let cluster = Cluster::start(1, 2, 64 << 10);
    let client = cluster.client();
    let file = client.open("/big", &rw()).unwrap();
    let bytes: Vec<u8> = (0..9_000_001_u32).map(|i| (i / 7 + i % 251) as u8).collect();
    let before = client.counters();
    file.pwrite(&bytes, 12_345).unwrap();
    let cost = client.counters() - before;
    assert!(cost.data_requests <= 12, "{cost:?}");
    assert_eq!((cost.bytes_written, cost.metadata_requests), (bytes.len() as u64, 1));
    file.fsync().unwrap();
    let other = cluster.client();
    let copy = other.open("/big", &OpenOptions::new().read(true)).unwrap();
    let mut back = vec![1; 12_345 + bytes.len()];
    assert_eq!(copy.pread(&mut back, 0).unwrap(), back.len());
    assert!(back[..12_345].iter().all(|byte| *byte == 0) && back[12_345..] == bytes[..]);
}

/// The cursor reads, writes, appends and seeks as std::fs::File does.
#[test]
fn cursor() {
    let cluster = Cluster::start(1, 1, 512);
    let client = cluster.client();
    let mut file = client.open("/f", &rw()).unwrap();
    file.write_all(b"hello, world").unwrap();
    assert_eq!(file.seek(SeekFrom::Start(7)).unwrap(), 7);
    let mut text = String::new();
    assert_eq!(file.read_to_string(&mut text).unwrap(), 5);
    assert_eq!(text, "world");
    assert_eq!(file.seek(SeekFrom::End(-5)).unwrap(), 7);
    file.write_all(b"there").unwrap();
    assert_eq!(file.stream_position().unwrap(), 12);
    assert!(file.seek(SeekFrom::Current(-13)).is_err());
    let mut log = client.open("/f", &OpenOptions::new().append(true)).unwrap();
    log.write_all(b"!").unwrap();
    assert_eq!(log.stream_position().unwrap(), 13);
    let mut whole = String::new();
    client.open("/f", &OpenOptions::new().read(true)).unwrap().read_to_string(&mut whole).unwrap();
    assert_eq!(whole, "hello, there!");
}

/// What one client has written and closed, another reads; a reader at the end sees what was appended since, and a writer
/// whose file was cut under it goes on in the new generation.
#[test]
fn two_clients() {
    let cluster = Cluster::start(2, 2, 512);
    let (one, two) = (cluster.client(), cluster.client());
    let file = one.open("/f", &rw()).unwrap();
    file.pwrite(&[1; 3000], 0).unwrap();
    file.fsync().unwrap();
    let reader = two.open("/f", &OpenOptions::new().read(true)).unwrap();
    let mut into = [0; 4000];
    assert_eq!(reader.pread(&mut into, 0).unwrap(), 3000);
    file.pwrite(&[2; 500], 3000).unwrap();
    file.fsync().unwrap();
    assert_eq!(reader.pread(&mut into, 3000).unwrap(), 500);
    two.truncate("/f", 100).unwrap();
    // Its own idea of the size is old; the targets tell it so.
    file.pwrite(&[3; 10], 200).unwrap();
    file.pwrite(&[3; 10], 2000).unwrap();
    file.close().unwrap();
    assert_eq!(two.stat("/f").unwrap().size, 2010);
    let reader = two.open("/f", &OpenOptions::new().read(true)).unwrap();
    assert_eq!(reader.pread(&mut into, 0).unwrap(), 2010);
    let mut wanted = vec![0; 2010];
    wanted[..100].fill(1);
    wanted[200..210].fill(3);
    wanted[2000..].fill(3);
    assert!(into[..2010] == wanted[..]);
}

/// An append goes behind what other clients have written and reported, however little this one knew of it.
#[test]
fn append_goes_behind_others() {
    let cluster = Cluster::start(2, 2, 512);
    let (one, two) = (cluster.client(), cluster.client());
    let mut log = one.open("/log", &OpenOptions::new().append(true).create(true)).unwrap();
    let other = two.open("/log", &rw()).unwrap();
    other.pwrite(&[1; 700], 0).unwrap();
    other.close().unwrap();
    log.write_all(&[2; 10]).unwrap();
    two.truncate("/log", 900).unwrap();
    log.write_all(&[3; 5]).unwrap();
    log.close().unwrap();
    let mut wanted = vec![1; 700];
    wanted.extend([2; 10]);
    wanted.resize(900, 0);
    wanted.extend([3; 5]);
    let mut into = vec![9; 1000];
    let reader = two.open("/log", &OpenOptions::new().read(true)).unwrap();
    assert_eq!(reader.pread(&mut into, 0).unwrap(), 905);
    assert!(into[..905] == wanted[..]);
}

/// fsync syncs every target and reports durably; a server that lost unsynced writes makes it fail, once per handle.
#[test]
fn fsync_tells_of_losses() {
    let cluster = Cluster::start(1, 1, 512);
    let client = cluster.client();
    let file = client.open("/f", &rw()).unwrap();
    let idle = client.open("/f", &rw()).unwrap();
    file.pwrite(&[1; 600], 0).unwrap();
    cluster.world.asked();
    file.fsync().unwrap();
    let mut asked = cluster.world.asked();
    asked.sort();
    assert_eq!(asked, ["mds0 report 600 sync", "oss0 sync", "oss0 sync"]);
    file.pwrite(&[2; 600], 0).unwrap();
    cluster.world.lose_writes();
    let error = file.fsync().unwrap_err();
    assert_eq!(error.errno(), libc::EIO);
    assert!(error.to_string().contains("lost"), "{error}");
    file.fsync().unwrap();
    idle.fsync().unwrap();
    // Lost between two writes: noticed too.
    file.pwrite(&[3; 10], 0).unwrap();
    cluster.world.lose_writes();
    file.pwrite(&[3; 10], 0).unwrap();
    assert_eq!(file.fsync().unwrap_err().errno(), libc::EIO);
}

/// A handle does what it was opened for, and nothing after its close; a dropped one reports what it wrote.
#[test]
fn handles() {
    let cluster = Cluster::start(1, 1, 512);
    let client = cluster.client();
    let write_only = client.create("/f", 0o600).unwrap();
    assert!(write_only.created());
    assert_eq!(write_only.pread(&mut [0; 1], 0).unwrap_err().errno(), libc::EBADF);
    write_only.pwrite(b"abc", 0).unwrap();
    drop(write_only);
    assert_eq!(client.stat("/f").unwrap().size, 3);
    let read_only = client.open("/f", &OpenOptions::new().read(true)).unwrap();
    assert_eq!(read_only.pwrite(b"x", 0).unwrap_err().errno(), libc::EBADF);
    assert_eq!(read_only.truncate(0).unwrap_err().errno(), libc::EINVAL);
    read_only.chmod(0o640).unwrap();
    read_only.chown(Some(5), None).unwrap();
    read_only.utimens(SetTime::Keep, SetTime::To(Timestamp(1_500_000_000))).unwrap();
    let stat = read_only.stat().unwrap();
    assert_eq!((stat.permissions(), stat.uid, stat.mtime.0), (0o640, 5, 1_500_000_000));
    let file = client.open("/f", &rw()).unwrap();
    assert_eq!(file.pwrite(b"x", i64::MAX as u64).unwrap_err().errno(), libc::EFBIG);
    // Cut by an open.
    drop(client.create("/f", 0o600).unwrap());
    assert_eq!(file.stat().unwrap().size, 0);
    assert_eq!(file.pread(&mut [0; 9], 0).unwrap(), 0);
}

/// However large the range, each target is asked once; the size is the writer's at once and others' after close; wrong
/// ranges, modes and handles are refused as fallocate(2) and copy_file_range(2) have it.
#[test]
fn allocation() {
    let cluster = Cluster::start(1, 2, 512);
    let client = cluster.client();
    let file = client.open("/f", &rw()).unwrap();
    cluster.world.asked();
    file.allocate(Allocate::Grow, 100, 1 << 20).unwrap();
    let mut asked = cluster.world.asked();
    asked.sort();
    assert_eq!(
        asked,
        ["mds0 will-write", "oss0 allocate", "oss0 allocate", "oss1 allocate", "oss1 allocate"]
    );
    assert_eq!(file.stat().unwrap().size, (1 << 20) + 100);
    file.allocate(Allocate::KeepSize, 0, 1 << 30).unwrap();
    file.close().unwrap();
    assert_eq!(client.stat("/f").unwrap().size, (1 << 20) + 100);
    let file = client.open("/f", &rw()).unwrap();
    let errno = |result: osmia_client::Result<()>| result.unwrap_err().errno();
    assert_eq!(errno(file.allocate(Allocate::Grow, 5, 0)), libc::EINVAL);
    assert_eq!(errno(file.allocate(Allocate::PunchHole, i64::MAX as u64, 1)), libc::EFBIG);
    let read_only = client.open("/f", &OpenOptions::new().read(true)).unwrap();
    assert_eq!(errno(read_only.allocate(Allocate::Grow, 0, 1)), libc::EBADF);
    assert_eq!(read_only.copy_range(0, &read_only, 5000, 10).unwrap_err().errno(), libc::EBADF);
    let log = client.open("/f", &OpenOptions::new().append(true)).unwrap();
    assert_eq!(read_only.copy_range(0, &log, 5000, 10).unwrap_err().errno(), libc::EBADF);
    let stranger = cluster.client().open("/f", &rw()).unwrap();
    assert_eq!(file.copy_range(0, &stranger, 5000, 10).unwrap_err().errno(), libc::EXDEV);
    // More than one buffer, between two files.
    let bytes: Vec<u8> = (0..9_000_001_u32).map(|i| (i / 7 + i % 251) as u8).collect();
    file.pwrite(&bytes, 0).unwrap();
    let copy = client.open("/copy", &rw()).unwrap();
    assert_eq!(file.copy_range(1, &copy, 3, u64::MAX >> 1).unwrap(), bytes.len() as u64 - 1);
    let mut back = vec![9; bytes.len() + 10];
    assert_eq!(copy.pread(&mut back, 0).unwrap(), bytes.len() + 2);
    assert!(back[..3] == [0; 3] && back[3..bytes.len() + 2] == bytes[1..]);
}

/// A file that is unlinked while open keeps its content until its last close.
#[test]
fn unlinked_while_open() {
    let cluster = Cluster::start(1, 1, 512);
    let client = cluster.client();
    let file = client.open("/f", &rw()).unwrap();
    file.pwrite(b"still here", 0).unwrap();
    client.unlink("/f").unwrap();
    let mut into = [0; 10];
    assert_eq!(file.pread(&mut into, 0).unwrap(), 10);
    assert_eq!(&into, b"still here");
    file.close().unwrap();
}

/// A truncate by path cuts what a handle of the same client has written and not reported.
#[test]
fn truncate_by_path_cuts_unreported_writes() {
    let cluster = Cluster::start(1, 1, 512);
    let client = cluster.client();
    let file = client.open("/f", &rw()).unwrap();
    file.pwrite(&[1; 3000], 0).unwrap();
    client.truncate("/f", 100).unwrap();
    assert_eq!(file.stat().unwrap().size, 100);
    client.truncate("/f", 200).unwrap();
    let mut into = [7; 300];
    assert_eq!(file.pread(&mut into, 0).unwrap(), 200);
    assert!(into[..100].iter().all(|byte| *byte == 1) && into[100..200].iter().all(|byte| *byte == 0));
    file.close().unwrap();
    assert_eq!(client.stat("/f").unwrap().size, 200);
}
