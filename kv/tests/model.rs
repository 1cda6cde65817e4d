//! Both stores against a map, over random sequences.
#![allow(clippy::unwrap_used)] // Tests, with helpers outside of test functions.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use osmia_kv::map::MapOptions;
use osmia_kv::{Batch, CachedKv, Kv, KvError, MapDisk, MapKv, RocksKv, RocksOptions};
use proptest::prelude::*;

#[derive(Clone, Debug)]
enum Step {
    Write(Vec<(Vec<u8>, Option<Vec<u8>>)>),
    Get(Vec<u8>),
    Scan(Vec<u8>, Vec<u8>, usize),
    Settle,
    Flush,
    Sync,
    Compact(Vec<u8>, Vec<u8>),
    Reopen,
}

/// Keys of a few prefixes, so that scans meet many, with ends that collide with prefixes and their successors.
fn key() -> impl Strategy<Value = Vec<u8>> {
    (0..3_u8, 0..3_u8, 0..=3_usize, any::<[u8; 3]>(), 0..40_usize).prop_map(|(kind, id, len, tail, cut)| {
        let mut key = vec![kind, 0, 255, 0, 0, 0, 0, 0, 0, if id == 0 { 255 } else { 0 }, id.wrapping_sub(1)];
        key.extend(tail[..len].iter().map(|byte| byte % 4));
        if cut < 11 {
            key.truncate(cut);
        }
        key
    })
}

fn step() -> impl Strategy<Value = Step> {
    let value = prop_oneof![
        4 => proptest::collection::vec(any::<u8>(), 0..40).prop_map(Some),
        1 => (0..9000_usize, any::<u8>()).prop_map(|(len, byte)| Some(vec![byte; len])),
        3 => Just(None),
    ];
    prop_oneof![
        8 => proptest::collection::vec((key(), value), 0..12).prop_map(Step::Write),
        6 => key().prop_map(Step::Get),
        6 => (key(), key(), 0..30_usize).prop_map(|(from, to, max)| Step::Scan(from, to, max)),
        2 => Just(Step::Settle),
        2 => Just(Step::Flush),
        1 => Just(Step::Sync),
        1 => (key(), key()).prop_map(|(from, to)| Step::Compact(from, to)),
        1 => Just(Step::Reopen),
    ]
}

/// Warmings of one read: more than one is needed only when a compaction in the background replaces a table between.
const WARMINGS_MAX: usize = 20;

fn get(kv: &dyn Kv, key: &[u8]) -> Option<Vec<u8>> {
    for _ in 0..WARMINGS_MAX {
        match kv.get(key) {
            Err(KvError::WouldBlock) => kv.warm_job(vec![key.to_vec()], None, 0)().unwrap(),
            result => return result.unwrap(),
        }
    }
    panic!("a warmed key blocks: {key:?}");
}

fn scan(kv: &dyn Kv, from: &[u8], to: &[u8], max: usize) -> Vec<(Vec<u8>, Vec<u8>)> {
    let once = || {
        let mut seen = Vec::new();
        let result = kv.scan(from, to, &mut |key, value| {
            seen.push((key.to_vec(), value.to_vec()));
            if seen.len() > max { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        (seen, result)
    };
    let mut parts = Vec::new();
    while parts.len() < WARMINGS_MAX {
        let (seen, result) = once();
        match result {
            Err(KvError::WouldBlock) => parts.push(seen),
            result => {
                result.unwrap();
                assert!(
                    parts.iter().all(|part| seen.starts_with(part)),
                    "a scan that blocks has shown a prefix"
                );
                return seen;
            }
        }
        kv.warm_job(vec![], Some((from.to_vec(), to.to_vec())), max + 2)().unwrap();
    }
    panic!("a warmed range blocks: {from:?}..{to:?}");
}

/// Runs the steps on a store and on a map, and compares every answer.
fn check(kv: &dyn Kv, steps: &[Step]) {
    let mut model = BTreeMap::new();
    let mut batch = Batch::new();
    for step in steps {
        match step {
            Step::Write(writes) => {
                batch.clear();
                for (key, value) in writes {
                    match value {
                        Some(value) => {
                            batch.put(key, value);
                            model.insert(key.clone(), value.clone());
                        }
                        None => {
                            batch.delete(key);
                            model.remove(key);
                        }
                    }
                }
                kv.write(&batch).unwrap();
            }
            Step::Get(key) => assert_eq!(get(kv, key), model.get(key).cloned(), "{key:?}"),
            Step::Scan(from, to, max) => {
                let wanted: Vec<_> = if from < to {
                    let range = model.range(from.clone()..to.clone()).take(max + 1);
                    range.map(|(key, value)| (key.clone(), value.clone())).collect()
                } else {
                    Vec::new()
                };
                assert_eq!(scan(kv, from, to, *max), wanted, "{from:?}..{to:?}");
            }
            Step::Settle => kv.settle(),
            Step::Flush => kv.flush().unwrap(),
            Step::Sync => {
                kv.flush().unwrap();
                kv.sync_job()().unwrap();
            }
            Step::Compact(from, to) => kv.compact_job(from.clone(), to.clone())().unwrap(),
            Step::Reopen => {
                kv.flush().unwrap();
                kv.reopen().unwrap();
            }
        }
    }
    let mut all = Vec::new();
    kv.scan_blocking(&[], &[255; 12], &mut |key, value| {
        all.push((key.to_vec(), value.to_vec()));
        ControlFlow::Continue(())
    })
    .unwrap();
    assert_eq!(all, model.into_iter().collect::<Vec<_>>());
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 32, failure_persistence: None, ..ProptestConfig::default() })]

    /// RocksDB answers as a map does, whatever is flushed, compacted and reopened in between.
    #[test]
    fn rocks(steps in proptest::collection::vec(step(), 1..120), skip_max in 1..4_u64) {
        let directory = tempfile::tempdir().unwrap();
        let options = RocksOptions { reserve_bytes: 0, skip_max, ..RocksOptions::small() };
        check(&RocksKv::create(&directory.path().join("kv"), options).unwrap(), &steps);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, failure_persistence: None, ..ProptestConfig::default() })]

    /// The map store answers as a map does, with everything in memory and with every third key cold.
    #[test]
    fn map(steps in proptest::collection::vec(step(), 1..120), cold_one_in in prop_oneof![Just(0_u64), Just(3)]) {
        check(&MapKv::open(&MapDisk::new(), MapOptions { cold_one_in, ..MapOptions::default() }), &steps);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, failure_persistence: None, ..ProptestConfig::default() })]

    /// So does a store behind a record cache, whatever that has room for.
    #[test]
    fn cached(
        steps in proptest::collection::vec(step(), 1..120),
        bytes in prop_oneof![Just(0_u64), 1..4000_u64, Just(1 << 20)],
        seed in any::<u64>(),
    ) {
        let below = MapKv::open(&MapDisk::new(), MapOptions { cold_one_in: 3, ..MapOptions::default() });
        check(&CachedKv::new(below, bytes, seed, |key| key.first() != Some(&2)), &steps);
    }
}

/// What was written or read is read again without the store; what does not fit, is not to be kept, was lost with the
/// writes of a store opened anew, or may have been changed by a write that failed comes from below.
#[test]
fn record_cache() {
    let disk = MapDisk::new();
    let store = CachedKv::new(MapKv::open(&disk, MapOptions::default()), 10_000, 7, |key| key[0] == b'k');
    let write = |key: &str, value: &[u8]| {
        let mut batch = Batch::new();
        batch.put(key, value);
        store.write(&batch).unwrap();
    };
    // Whether a read was answered without the store.
    let hit = |key: &str, value: &[u8]| {
        let before = store.counters();
        assert_eq!(store.get(key.as_bytes()).unwrap().unwrap(), value);
        let after = store.counters();
        assert_eq!(after.hits + after.gets, before.hits + before.gets + 1);
        after.hits > before.hits
    };
    write("k1", b"one");
    write("other", b"two");
    assert!(hit("k1", b"one") && !hit("other", b"two") && !hit("other", b"two"));
    store.flush().unwrap();
    write("k1", b"lost");
    assert!(hit("k1", b"lost"));
    store.reopen().unwrap();
    assert!(!hit("k1", b"one") && hit("k1", b"one"));
    write("k1", b"lost before anybody saw it");
    store.reopen().unwrap();
    assert!(!hit("k1", b"one"));
    write("k2", &[1; 20_000]);
    assert!(!hit("k2", &[1; 20_000]));
    for number in 0..1000 {
        write(&format!("k-{number}"), &[2; 100]);
    }
    let hits = (0..1000).filter(|number| hit(&format!("k-{number}"), &[2; 100])).count();
    assert!((10..100).contains(&hits), "{hits} records of some 200 bytes in 10000");
    assert!(hit("k-999", &[2; 100]));
    disk.kill();
    let mut batch = Batch::new();
    batch.put("k-999", "perhaps");
    assert!(store.write(&batch).is_err());
    assert!(!hit("k-999", &[2; 100]));
}

/// A new store is made once; opening none is an error; a second opener is refused.
#[test]
fn create_and_open() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("deep/kv");
    assert!(matches!(RocksKv::open(&path, RocksOptions::small()), Err(KvError::Io { .. })));
    let store = RocksKv::create(&path, RocksOptions::small()).unwrap();
    assert!(matches!(RocksKv::open(&path, RocksOptions::small()), Err(KvError::InUse { .. })));
    drop(store);
    assert!(matches!(RocksKv::create(&path, RocksOptions::small()), Err(KvError::Io { .. })));
    RocksKv::open(&path, RocksOptions::small()).unwrap();
}

/// A key on the disk alone is told as such, is there after warming, and an absent one is known to be absent without
/// the disk.
#[test]
fn cold_reads() {
    let directory = tempfile::tempdir().unwrap();
    let options = RocksOptions { reserve_bytes: 0, ..RocksOptions::small() };
    let store = RocksKv::create(directory.path(), options).unwrap();
    let key = |number: u32| [&[1; 7][..], &number.to_be_bytes()].concat();
    let mut batch = Batch::new();
    for number in 0..2000 {
        batch.put(key(number), [7; 100]);
    }
    store.write(&batch).unwrap();
    store.flush().unwrap();
    store.reopen().unwrap();
    // Opening has made a table of the log; opening once more leaves its blocks on the disk alone.
    store.reopen().unwrap();
    assert!(matches!(store.get(&key(1000)), Err(KvError::WouldBlock)));
    let absent = (0..100).filter(|number| matches!(store.get(&[9, *number, 9, 9]), Ok(None))).count();
    assert!(absent > 80, "{absent} of 100 absent keys known without the disk");
    assert_eq!(get(&store, &key(1000)), Some(vec![7; 100]));
    assert_eq!(scan(&store, &key(0), &key(2000), usize::MAX - 2).len(), 2000);
    let counters = store.counters();
    assert!(counters.puts == 2000 && counters.batches == 1 && counters.bytes > 2000 * 111);
    assert!(store.pressure().bytes_free > 0 && !store.pressure().stalled);
}

/// A scan that comes to a table whose first block is cold says so. RocksDB's own iterators end there as if there were
/// nothing more (7.8 to 8.5, mended in its pull request 11782), unless they are told that no range was ever deleted.
#[test]
fn scans_pass_the_ends_of_tables() {
    let directory = tempfile::tempdir().unwrap();
    let options = RocksOptions {
        reserve_bytes: 0,
        write_buffer_bytes: 1 << 20,
        block_cache_bytes: 0,
        ..RocksOptions::small()
    };
    let store = RocksKv::create(directory.path(), options).unwrap();
    let (all, end) = (40_000, [9; 11]);
    let key = |number: u32| [&[1; 7][..], &number.to_be_bytes(), b"name"].concat();
    let mut batch = Batch::new();
    for number in 0..all {
        batch.clear();
        // Not to be compressed.
        let value: Vec<u8> = (0..50_u32)
            .flat_map(|word| (number ^ word << 16).wrapping_mul(0x9e37_79b1).to_le_bytes())
            .collect();
        batch.put(key(number), value);
        store.write(&batch).unwrap();
    }
    store.compact_job(vec![], end.to_vec())().unwrap();
    store.reopen().unwrap();
    let tables = std::fs::read_dir(directory.path()).unwrap();
    let tables =
        tables.filter(|file| file.as_ref().unwrap().path().extension().is_some_and(|kind| kind == "sst"));
    assert!(tables.count() > 4);
    let mut seen = 0;
    loop {
        let result = store.scan(&key(seen), &end, &mut |record, _| {
            assert_eq!(record, key(seen));
            seen += 1;
            ControlFlow::Continue(())
        });
        match result {
            // One block at a time, so that each one is cold when the scan comes to it.
            Err(KvError::WouldBlock) => {
                store.warm_job(vec![], Some((key(seen), end.to_vec())), 1)().unwrap();
            }
            result => break result.unwrap(),
        }
    }
    assert_eq!(seen, all);
}

/// A memtable that becomes a table does not make its records cold.
#[test]
fn flushed_tables_stay_in_memory() {
    let directory = tempfile::tempdir().unwrap();
    let options = RocksOptions {
        reserve_bytes: 0,
        write_buffer_bytes: 1 << 20,
        block_cache_bytes: 64 << 20,
        ..RocksOptions::small()
    };
    let store = RocksKv::create(directory.path(), options).unwrap();
    let key = |number: u32| [&[1; 7][..], &number.to_be_bytes()].concat();
    let mut batch = Batch::new();
    for number in 0..40_000 {
        batch.clear();
        batch.put(key(number), [7; 200]);
        store.write(&batch).unwrap();
    }
    let cold = (0..40_000).filter(|number| store.get(&key(*number)).is_err()).count();
    assert!(cold < 20_000, "{cold} of 40000 new records are cold");
}

/// An emptied directory is not stepped through on the owner's thread: once warmed, a scan of it jumps over the deleted
/// records, finds what is put among them later, and a large one is offered for compaction.
#[test]
fn emptied_ranges() {
    let directory = tempfile::tempdir().unwrap();
    let options = RocksOptions { reserve_bytes: 0, write_buffer_bytes: 64 << 20, ..RocksOptions::small() };
    let store = RocksKv::create(directory.path(), options).unwrap();
    let key = |number: u32| [&[1; 7][..], &[0; 4], &number.to_be_bytes()].concat();
    let end = [&[1; 7][..], &[0, 0, 0, 1]].concat();
    let all = 150_000;
    let mut batch = Batch::new();
    for number in 0..all {
        batch.put(key(number), [7; 20]);
    }
    store.write(&batch).unwrap();
    batch.clear();
    for number in 0..all - 1 {
        batch.delete(key(number));
    }
    store.write(&batch).unwrap();
    let first = || {
        let mut first = None;
        let result = store.scan(&key(0)[..11], &end, &mut |key, _| {
            first = Some(key.to_vec());
            ControlFlow::Break(())
        });
        result.map(|()| first)
    };
    assert!(matches!(first(), Err(KvError::WouldBlock)));
    let job = store.warm_job(vec![], Some((key(0)[..11].to_vec(), end.clone())), 10);
    batch.clear();
    batch.put(key(70_000), "between");
    store.write(&batch).unwrap();
    job().unwrap();
    assert_eq!(first().unwrap(), Some(key(70_000)));
    assert_eq!(store.take_compaction().map(|(from, _)| from), None, "two gaps, none of them large");
    batch.clear();
    batch.delete(key(70_000));
    store.write(&batch).unwrap();
    assert_eq!(scan(&store, &key(0)[..11], &end, 0)[0].0, key(all - 1));
    assert_eq!(first().unwrap(), Some(key(all - 1)));
    batch.put(key(3), "again");
    store.write(&batch).unwrap();
    assert_eq!(first().unwrap(), Some(key(3)));
    store.reopen().unwrap();
    assert_eq!(scan(&store, &key(0)[..11], &end, 10).len(), 2);
    let compactions: Vec<_> = std::iter::from_fn(|| store.take_compaction()).collect();
    assert!(!compactions.is_empty());
    compactions.into_iter().for_each(|(from, to)| store.compact_job(from, to)().unwrap());
    store.reopen().unwrap();
    assert_eq!(scan(&store, &key(0)[..11], &end, 10).len(), 2);
    assert_eq!(store.take_compaction(), None);
}
