//! Names, depths and numbers at the edges of what is allowed: on real processes.

#![allow(clippy::unwrap_used, clippy::disallowed_methods, reason = "a test fails by panicking")]

use std::collections::BTreeSet;
use std::io::{Read, Write};
use std::os::unix::ffi::OsStrExt;
use std::path::PathBuf;

use osmia_client::{ClientOptions, OpenOptions};
use osmia_tests::cluster::{Cluster, Kind, Options};
use osmia_tests::scale;

fn path(bytes: &[u8]) -> PathBuf {
    PathBuf::from(std::ffi::OsStr::from_bytes(bytes))
}

/// Names of every byte but NUL and the slash, of 1 to 255 bytes, are kept as they are; others are refused.
#[test]
fn names() {
    let cluster = Cluster::start(Options::default());
    let client = cluster.client(ClientOptions::default());
    let mut want = BTreeSet::new();
    for byte in (1..=255_u8).filter(|byte| *byte != b'/' && *byte != b'.') {
        for name in [vec![byte], vec![byte; 255]] {
            client.create(path(&[b"/", &name[..]].concat()), 0o600).unwrap().close().unwrap();
            want.insert(name);
        }
    }
    let names = client.read_dir("/").unwrap().map(|entry| entry.unwrap().name().as_bytes().to_vec());
    assert_eq!(names.collect::<BTreeSet<_>>(), want);
    let errno = |name: &[u8]| client.mkdir(path(name), 0o700).unwrap_err().errno();
    assert_eq!(errno(&[b'n'; 256]), libc::ENAMETOOLONG);
    assert_eq!(errno(b"a\0b"), libc::EINVAL);
    assert_eq!(errno(b""), libc::ENOENT);
    assert_eq!(errno(b"."), libc::EEXIST);
    assert_eq!(errno(b".."), libc::EEXIST);
    assert_eq!(errno("/x".repeat(2048).as_bytes()), libc::ENAMETOOLONG);
}

/// A chain of 500 directories is made, used at its end, and removed.
#[test]
fn deep() {
    let cluster = Cluster::start(Options::default());
    let client = cluster.client(ClientOptions::default());
    let mut at = String::new();
    for _ in 0..500 {
        at.push_str("/d");
        client.mkdir(&at, 0o755).unwrap();
    }
    client.create(format!("{at}/f"), 0o600).unwrap().close().unwrap();
    let other = cluster.client(ClientOptions::default());
    assert!(other.stat(format!("{at}/f")).unwrap().is_file());
    other.unlink(format!("{at}/f")).unwrap();
    while !at.is_empty() {
        client.rmdir(&at).unwrap();
        at.truncate(at.len() - 2);
    }
    assert_eq!(client.read_dir("/").unwrap().count(), 0);
}

/// Resident bytes of a process.
fn resident(pid: u32) -> u64 {
    let statm = std::fs::read_to_string(format!("/proc/{pid}/statm")).expect("a running process");
    let pages: Option<u64> = statm.split(' ').nth(1).and_then(|pages| pages.parse().ok());
    pages.expect("proc(5): the second number is resident pages") * 4096
}

/// One big directory is made, listed completely and once, looked into, and removed, in bounded memory; and the empty
/// directory is listed fast afterwards.
#[test]
fn big_directory() {
    let entries = scale(30_000, 1_000_000);
    let cluster = Cluster::start(Options { mds: 1, oss: 1, ..Options::default() });
    let client = cluster.client(ClientOptions::default());
    client.mkdir("/big", 0o755).unwrap();
    let name = |i: usize| format!("/big/file-{i:07}");
    for i in 0..entries {
        let options = OpenOptions::new().write(true).create_new(true);
        client.open(name(i), &options).unwrap().close().unwrap();
    }
    let mut seen = vec![false; entries];
    for entry in client.read_dir("/big").unwrap() {
        let entry = entry.unwrap();
        let text = entry.name().to_str().unwrap();
        let i: usize = text.strip_prefix("file-").unwrap().parse().unwrap();
        assert!(!std::mem::replace(&mut seen[i], true), "{text} is listed twice");
        assert!(entry.metadata().unwrap().is_file());
    }
    assert!(seen.iter().all(|seen| *seen), "every entry is listed");
    for i in (0..entries).step_by(97) {
        assert_eq!(client.stat(name(i)).unwrap().size, 0);
    }
    for i in 0..entries {
        client.unlink(name(i)).unwrap();
    }
    let server = cluster.pid(cluster.server(Kind::Mds, 0));
    let bytes = resident(server);
    assert!(bytes < 1 << 30, "the metadata server has {bytes} bytes resident");
    // A listing that walked a million tombstones took seconds; tenfold what an empty directory takes otherwise.
    let began = std::time::Instant::now();
    assert_eq!(client.read_dir("/big").unwrap().count(), 0);
    assert!(began.elapsed() < std::time::Duration::from_secs(1), "listing took {:?}", began.elapsed());
    client.rmdir("/big").unwrap();
}

/// Many files keep their content: each has its own, read back by another client.
#[test]
fn many_files() {
    let files = scale(1500, 100_000);
    let cluster = Cluster::start(Options::default());
    let writer = cluster.client(ClientOptions::default());
    let content = |i: u64| -> Vec<u8> {
        let len = (i * 7919 % 10_000) as usize;
        i.to_le_bytes().iter().copied().cycle().take(len).collect()
    };
    let name = |i: u64| format!("/dir-{}/{i}", i % 10);
    (0..10).for_each(|i| writer.mkdir(format!("/dir-{i}"), 0o755).unwrap());
    for i in 0..files {
        let mut file = writer.create(name(i), 0o600).unwrap();
        file.write_all(&content(i)).unwrap();
        file.close().unwrap();
    }
    let reader = cluster.client(ClientOptions::default());
    for i in 0..files {
        let mut data = Vec::new();
        let mut file = reader.open(name(i), &OpenOptions::new().read(true)).unwrap();
        file.read_to_end(&mut data).unwrap();
        assert!(data == content(i), "content of {}", name(i));
    }
}
