//! A full disk.
#![allow(clippy::unwrap_used)] // Tests, with helpers outside of test functions.

use std::fs::OpenOptions;
use std::io::Write;
use std::path::Path;
use std::process::Command;

use osmia_kv::{Batch, Kv, KvError, RocksKv, RocksOptions};

fn key(number: u64) -> Vec<u8> {
    [&[1, 0, 0][..], &number.to_be_bytes()].concat()
}

fn last(store: &RocksKv) -> u64 {
    store.get_blocking(b"last").unwrap().map_or(0, |last| u64::from_le_bytes(last.try_into().unwrap()))
}

/// Writes rounds until one fails; the last number flushed, and the failure.
fn fill(store: &RocksKv) -> (u64, KvError) {
    let mut number = last(store);
    let mut batch = Batch::new();
    loop {
        batch.clear();
        batch.put(key(number + 1), vec![number as u8; 3000]);
        batch.put("last", (number + 1).to_le_bytes());
        match store.write(&batch).and_then(|()| store.flush()) {
            Ok(()) => number += 1,
            Err(error) => return (number, error),
        }
    }
}

/// Not a test: runs in a mount namespace of its own, on a file system of 64 MiB.
#[test]
fn child() {
    let Ok(path) = std::env::var("OSMIA_KV_FULL") else { return };
    let path = Path::new(&path);
    let options =
        RocksOptions { write_buffer_bytes: 4 << 20, reserve_bytes: 8 << 20, ..RocksOptions::small() };
    let store = RocksKv::create(&path.join("kv"), options).unwrap();
    std::fs::write(path.join("ballast"), vec![1; 24 << 20]).unwrap();

    let (flushed, error) = fill(&store);
    assert!(matches!(error, KvError::NoSpace { .. }), "{error}");
    // The reserve lets it open again, and nothing acknowledged is lost.
    store.reopen().unwrap();
    assert!(last(&store) == flushed || last(&store) == flushed + 1, "{} after {flushed}", last(&store));

    // Full again, to the last byte: it may not open, but says why, and when space returns all is well.
    let mut failures = 0;
    let mut flushed = last(&store);
    for _ in 0..20 {
        match store.reopen() {
            Ok(()) => {
                assert!(last(&store) >= flushed);
                let (filled, error) = fill(&store);
                assert!(matches!(error, KvError::NoSpace { .. }), "{error}");
                flushed = filled;
            }
            Err(error) => {
                failures += 1;
                assert!(matches!(error, KvError::NoSpace { .. }), "{error}");
                assert!(store.get(b"last").is_err() && store.flush().is_err());
            }
        }
    }
    println!("{failures} reopenings failed");
    std::fs::remove_file(path.join("ballast")).unwrap();
    store.reopen().unwrap();
    let there = last(&store);
    assert!(there >= flushed, "{there} after {flushed}");
    let mut batch = Batch::new();
    batch.put("last", (there + 1).to_le_bytes());
    store.write(&batch).unwrap();
    store.flush().unwrap();
    store.sync_job()().unwrap();
    assert_eq!(last(&store), there + 1);
    assert!(path.join("kv/reserve").exists(), "the reserve is set aside again");

    // Opened where nothing is free, it lives on its reserve; without one it says that it cannot. RocksDB would abort.
    drop(store);
    let exhaust = || {
        let mut file = OpenOptions::new().create(true).append(true).open(path.join("ballast")).unwrap();
        while file.write_all(&[1; 512]).is_ok() {}
    };
    exhaust();
    let store = RocksKv::open(&path.join("kv"), options).unwrap();
    assert_eq!(last(&store), there + 1);
    drop(store);
    exhaust();
    let error = RocksKv::open(&path.join("kv"), options).err().expect("nothing is free");
    assert!(matches!(error, KvError::NoSpace { .. }), "{error}");
    std::fs::remove_file(path.join("ballast")).unwrap();
    assert_eq!(last(&RocksKv::open(&path.join("kv"), options).unwrap()), there + 1);
    println!("done");
}

/// On a full disk, writes fail as such, nothing acknowledged is lost, and the store works again when space returns.
#[test]
fn full_disk() {
    let directory = tempfile::tempdir().unwrap();
    let script = "mount -t tmpfs -o size=64m osmia \"$0\" && exec \"$@\"";
    let output = Command::new("unshare")
        .args(["--mount", "sh", "-c", script])
        .arg(directory.path())
        .arg(std::env::current_exe().unwrap())
        .args(["--exact", "child", "--nocapture"])
        .env("OSMIA_KV_FULL", directory.path())
        .output()
        .unwrap();
    let (stdout, stderr) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(
        output.status.success() && stdout.contains("done"),
        "mounting a tmpfs needs root: {stdout}\n{stderr}"
    );
    println!("{stdout}");
}
