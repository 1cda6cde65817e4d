//! The process's own compaction of emptied ranges.
#![allow(clippy::disallowed_methods)] // Waits for a thread, for a bounded time.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use osmia_kv::{Batch, Kv, RocksKv, RocksOptions};

/// A large emptied directory is compacted by the process itself once it was scanned: what is deleted leaves the disk.
#[test]
fn emptied_directories_are_compacted() {
    osmia_kv::rocks::start_threads(1);
    let directory = tempfile::tempdir().unwrap();
    let options = RocksOptions { reserve_bytes: 0, ..RocksOptions::small() };
    let store = RocksKv::create(directory.path(), options).unwrap();
    let key = |number: u32| [&[1; 7][..], &[0; 4], &number.to_be_bytes()].concat();
    let end = [&[1; 7][..], &[0, 0, 0, 1]].concat();
    let mut batch = Batch::new();
    (0..200_000).for_each(|number| batch.put(key(number), [7; 20]));
    store.write(&batch).unwrap();
    batch.clear();
    (0..200_000).for_each(|number| batch.delete(key(number)));
    store.write(&batch).unwrap();
    store.flush().unwrap();
    let seen = store.scan_blocking(&key(0)[..11], &end, &mut |_, _| panic!("the directory is empty"));
    seen.unwrap();
    assert!(store.take_compaction().is_none(), "the thread takes what is offered");
    let start = Instant::now();
    while store.counters().compactions == 0 {
        assert!(start.elapsed() < Duration::from_secs(60), "no compaction");
        std::thread::yield_now();
    }
    // What is known of gaps is forgotten: a scan steps over whatever is left.
    store.reopen().unwrap();
    store.warm_job(vec![], Some((key(0), key(1))), 1)().unwrap();
    assert!(store.scan(&key(0)[..11], &end, &mut |_, _| ControlFlow::Break(())).is_ok());
    drop(store);
    let store = RocksKv::open(directory.path(), options).unwrap();
    store.scan_blocking(&[], &[255], &mut |_, _| panic!("nothing is left")).unwrap();
}
