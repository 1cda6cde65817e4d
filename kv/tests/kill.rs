//! What a kill -9 leaves.
#![allow(clippy::unwrap_used)] // Tests, with helpers outside of test functions.

use std::io::{BufRead, BufReader, Write as _};
use std::path::Path;
use std::process::{Command, Stdio};

use osmia_kv::{Batch, Kv, KvError, RocksKv, RocksOptions};

fn options() -> RocksOptions {
    RocksOptions { write_buffer_bytes: 256 << 10, reserve_bytes: 0, ..RocksOptions::small() }
}

fn key(number: u64) -> Vec<u8> {
    [&[1, 0, 0][..], &number.to_be_bytes()].concat()
}

/// Not a test: the process that is killed. Writes numbered batches, and tells each flush.
#[test]
fn child() {
    let Ok(path) = std::env::var("OSMIA_KV_CHILD") else { return };
    let store = RocksKv::open(Path::new(&path), options()).unwrap();
    let mut number =
        store.get_blocking(b"last").unwrap().map_or(0, |last| u64::from_le_bytes(last.try_into().unwrap()));
    let mut batch = Batch::new();
    for round in 0.. {
        for _ in 0..=(round % 7) {
            number += 1;
            batch.clear();
            batch.put(key(number), vec![number as u8; (number % 300) as usize]);
            if number > 5000 {
                batch.delete(key(number - 5000));
            }
            batch.put("last", number.to_le_bytes());
            store.write(&batch).unwrap();
        }
        store.flush().unwrap();
        if round % 100 == 0 {
            store.sync_job()().unwrap();
        }
        println!("flushed {number}");
        std::io::stdout().flush().unwrap();
    }
}

/// After kill -9 at any moment, everything flushed is there, and what is there is a prefix of what was written.
#[test]
fn kill_leaves_a_prefix() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("kv");
    drop(RocksKv::create(&path, options()).unwrap());
    for kill in 0..6_u64 {
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "child", "--nocapture"])
            .env("OSMIA_KV_CHILD", &path)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map(Result::unwrap);
        let mut flushed = 0;
        let mut told = |line: &str| {
            if let Some((_, number)) = line.split_once("flushed ") {
                flushed = number.parse().unwrap();
            }
        };
        (&mut lines).take(3 + 1000 * kill as usize).for_each(|line| told(&line));
        opened_elsewhere(&path, child.id());
        child.kill().unwrap();
        // What it had told before it died, it had flushed.
        lines.for_each(|line| {
            if line.starts_with("flushed") && !line.ends_with(' ') {
                told(&line)
            }
        });
        child.wait().unwrap();

        let store = RocksKv::open(&path, options()).unwrap();
        let get = |key: &[u8]| store.get_blocking(key).unwrap();
        let last = u64::from_le_bytes(get(b"last").unwrap().try_into().unwrap());
        assert!(last >= flushed && flushed > 0, "{flushed} batches were flushed, {last} are there");
        for number in last.saturating_sub(6000).max(1)..last + 50 {
            let wanted = number <= last && number + 5000 > last;
            let value = wanted.then(|| vec![number as u8; (number % 300) as usize]);
            assert_eq!(get(&key(number)), value, "batch {number} of {last}");
        }
    }
}

/// A store that another process has open is told as such, with its path and, where the system tells, the process.
fn opened_elsewhere(path: &Path, by: u32) {
    let error = RocksKv::open(path, options()).err().unwrap();
    let said = error.to_string();
    let KvError::InUse { pid, .. } = error else { panic!("{said}") };
    assert!(pid.is_none_or(|pid| pid == by), "{pid:?}, not {by}");
    assert!(said.contains(&format!("the store in {} is open in another process", path.display())), "{said}");
}
