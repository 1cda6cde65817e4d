//! A large directory that is listed while it is removed, as a helper thread warms ranges and RocksDB rewrites tables.
#![allow(clippy::unwrap_used)] // Tests, with helpers outside of test functions.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::mpsc::{Receiver, Sender, channel};

use osmia_env::Rng;
use osmia_env::sim::World;
use osmia_kv::{Batch, Job, Kv, KvError, RocksKv, RocksOptions};

type Records = BTreeMap<Vec<u8>, Vec<u8>>;

/// Begins all keys of the directory.
const DIRECTORY: [u8; 11] = [4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 5];
/// Where they end.
const END: [u8; 11] = [4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 6];

/// A store with the smallest cache. Tables are as large as the write buffer.
fn small_store(directory: &Path, write_buffer_bytes: usize) -> RocksKv {
    let options =
        RocksOptions { reserve_bytes: 0, write_buffer_bytes, block_cache_bytes: 0, ..RocksOptions::small() };
    RocksKv::create(directory, options).unwrap()
}

/// A store, and what it must hold of the directory.
struct Pair {
    store: RocksKv,
    records: Records,
    rng: World,
    batch: Batch,
}

impl Pair {
    /// A round: it also overwrites a record elsewhere, as replay records are.
    fn write(&mut self) {
        self.batch.put([&[9][..], &self.rng.below(1000).to_be_bytes()].concat(), [1; 80]);
        self.store.write(&self.batch).unwrap();
        self.store.flush().unwrap();
        self.batch.clear();
    }

    fn fill(&mut self, entries: u64) {
        while (self.records.len() as u64) < entries {
            (0..=self.rng.below(40)).for_each(|_| self.create());
            self.write();
        }
    }

    fn create(&mut self) {
        let key = [&DIRECTORY[..], &self.rng.next_u64().to_be_bytes(), b"file.mdtest.0.0"].concat();
        let words = 5 + self.rng.below(5);
        let value: Vec<_> = (0..words).flat_map(|_| self.rng.next_u64().to_be_bytes()).collect();
        self.batch.put(&key, &value);
        self.records.insert(key, value);
    }

    fn remove(&mut self, key: &[u8]) {
        self.batch.delete(key);
        self.records.remove(key);
    }

    /// What a scan shows. Where it blocks, some of the range is warmed, and others remove and create meanwhile.
    fn list(&mut self, from: &[u8], max: usize, jobs: &Sender<Job<()>>, ended: &Receiver<()>) -> Records {
        loop {
            let mut seen = Records::new();
            let result = self.store.scan(from, &END, &mut |key, value| {
                seen.insert(key.to_vec(), value.to_vec());
                if seen.len() == max { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
            match result {
                Err(KvError::WouldBlock) => {}
                result => {
                    result.unwrap();
                    return seen;
                }
            }
            // Behind what it has shown, and often no more than one block: then the next table is met cold.
            let next = seen.last_key_value().map_or(from.to_vec(), |(key, _)| [key, &[0][..]].concat());
            let records_max =
                if self.rng.below(4) == 0 { 1 + self.rng.below(max as u64) as usize } else { 1 };
            jobs.send(self.store.warm_job(vec![], Some((next, END.to_vec())), records_max)).unwrap();
            while ended.try_recv().is_err() {
                let some = self.records.keys().nth(self.rng.below(50) as usize).cloned();
                some.inspect(|key| self.remove(key));
                // Not to the end: else it comes late.
                if self.records.len() > 10_000 && self.rng.below(20) == 0 {
                    self.create();
                }
                self.write();
            }
        }
    }
}

fn one(seed: u64) {
    let directory = tempfile::tempdir().unwrap();
    let mut pair = Pair {
        store: small_store(directory.path(), 64 << 10),
        records: Records::new(),
        rng: World::new(seed),
        batch: Batch::new(),
    };
    let entries = 20_000 + pair.rng.below(60_000);
    pair.fill(entries);
    if seed.is_multiple_of(2) {
        // Everything is cold.
        pair.store.compact_job(vec![], vec![255])().unwrap();
        pair.store.reopen().unwrap();
    }
    let (jobs, queue) = channel::<Job<()>>();
    let (end, ended) = channel();
    let helper = std::thread::spawn(move || {
        for job in queue {
            job().unwrap();
            end.send(()).unwrap();
        }
    });
    while !pair.records.is_empty() {
        let somewhere = pair.rng.below(3) == 0;
        let hash = pair.rng.next_u64().to_be_bytes();
        let from = if somewhere { [&DIRECTORY[..], &hash].concat() } else { DIRECTORY.to_vec() };
        let max = 1 + pair.rng.below(2000) as usize;
        let seen = pair.list(&from, max, &jobs, &ended);
        let wanted = pair.records.range(from..END.to_vec()).take(max);
        assert!(
            seen.iter().eq(wanted),
            "seed {seed}: {} of at most {max} seen, {} left",
            seen.len(),
            pair.records.len()
        );
        for key in seen.keys() {
            pair.remove(key);
            if pair.rng.below(4) == 0 {
                pair.write();
            }
        }
        pair.write();
    }
    drop(jobs);
    helper.join().unwrap();
}

/// Where few records are left among many deleted ones, a scan that goes on behind what it has shown comes to the end, though
/// the cache holds but a part of what it must look through.
#[test]
fn thinned_out() {
    let directory = tempfile::tempdir().unwrap();
    let store = small_store(directory.path(), 1 << 20);
    let rng = World::new(1);
    let key = |number: u64| [&DIRECTORY[..], &number.to_be_bytes()].concat();
    let mut batch = Batch::new();
    for number in 0..60_000 {
        batch.clear();
        let value: Vec<_> = (0..40).flat_map(|_| rng.next_u64().to_be_bytes()).collect();
        batch.put(key(number), value);
        store.write(&batch).unwrap();
    }
    for number in (0..60_000_u64).rev().filter(|number| !number.is_multiple_of(400)) {
        batch.clear();
        batch.delete(key(number));
        store.write(&batch).unwrap();
    }
    store.flush().unwrap();
    let (mut seen, mut from) = (0, DIRECTORY.to_vec());
    for _ in 0..2000 {
        let result = store.scan(&from.clone(), &END, &mut |record, _| {
            assert_eq!(record, key(seen * 400));
            seen += 1;
            from = [record, &[0]].concat();
            ControlFlow::Continue(())
        });
        match result {
            Err(KvError::WouldBlock) => {
                store.warm_job(vec![], Some((from.clone(), END.to_vec())), 1000)().unwrap();
            }
            result => {
                result.unwrap();
                assert_eq!(seen, 150);
                return;
            }
        }
    }
    panic!("after {seen} records, it does not go on");
}

/// Every page shows what is there, no more and no less, whatever is cold, deleted, flushed or compacted meanwhile.
#[test]
fn listed_while_removed() {
    osmia_kv::rocks::start_threads(1);
    (0..4).for_each(one);
}
