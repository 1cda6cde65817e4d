//! Records in memory, in front of a store.
//!
//! A get of RocksDB costs microseconds even where everything is in its memtable: a skip list is walked, at a cache miss
//! a step. Most records are read soon after they were written or read, so a hash table holds those.

use std::cell::{Cell, RefCell};

use foldhash::SharedSeed;
use foldhash::fast::SeedableRandomState;
use quick_cache::unsync::{Cache, DefaultLifecycle};
use quick_cache::{OptionsBuilder, Weighter};

use crate::{Batch, Counters, Job, Kv, KvError, Pressure, Visit, Write};

type Bytes = Box<[u8]>;

/// Bytes of a record in the cache beside its key and value: two allocations' headers, and its place in the tables.
const RECORD_BYTES: usize = 96;

/// Bytes of a common record, in all.
const COMMON_BYTES: u64 = 256;

/// Records for which the tables are made at once. Most of that takes no memory before it is used.
const RESERVED_MAX: usize = 1 << 18;

#[derive(Clone)]
struct Weigh;

impl Weighter<Bytes, Bytes> for Weigh {
    fn weight(&self, key: &Bytes, value: &Bytes) -> u64 {
        (key.len() + value.len() + RECORD_BYTES) as u64
    }
}

/// A store that remembers some records which were read or written lately.
///
/// Invariant: what is remembered of a key, once settled, is what the store below holds. Every write goes through here,
/// and one whose outcome is unknown makes everything forgotten.
pub struct CachedKv<K> {
    below: K,
    records: RefCell<Cache<Bytes, Bytes, Weigh, SeedableRandomState>>,
    /// What was written below and is not in `records` yet.
    written: RefCell<Batch>,
    keep: fn(&[u8]) -> bool,
    hits: Cell<u64>,
}

impl<K: Kv> CachedKv<K> {
    /// Remembers up to `bytes` of records whose keys `keep` picks; 0: none. Keys that others choose shall not be
    /// chosen to collide: `seed` is to be a random number.
    pub fn new(below: K, bytes: u64, seed: u64, keep: fn(&[u8]) -> bool) -> CachedKv<K> {
        let items = usize::try_from(bytes / COMMON_BYTES).unwrap_or(usize::MAX);
        let mut options = OptionsBuilder::new();
        options.shards(1).estimated_items_capacity(items).weight_capacity(bytes);
        let mut records = Cache::with_options(
            options.build().expect("all that has no default is given"),
            Weigh,
            SeedableRandomState::with_seed(seed, SharedSeed::global_fixed()),
            DefaultLifecycle::default(),
        );
        // Growing, it would have to hash all keys again, time after time.
        records.reserve(items.min(RESERVED_MAX));
        let keep = if bytes == 0 { |_: &[u8]| false } else { keep };
        CachedKv {
            below,
            records: RefCell::new(records),
            written: RefCell::default(),
            keep,
            hits: Cell::new(0),
        }
    }

    /// Takes in what was written.
    fn remember(&self) {
        let mut written = self.written.borrow_mut();
        if written.is_empty() {
            return;
        }
        let mut records = self.records.borrow_mut();
        for write in &*written {
            match write {
                Write::Put(key, value) => records.insert(key.into(), value.into()),
                Write::Delete(key) => drop(records.remove(key)),
            }
        }
        written.clear();
    }
}

impl<K: Kv> Kv for CachedKv<K> {
    fn get_into(&self, key: &[u8], value: &mut Vec<u8>) -> Result<bool, KvError> {
        if !(self.keep)(key) {
            return self.below.get_into(key, value);
        }
        self.remember();
        if let Some(found) = self.records.borrow().get(key) {
            self.hits.set(self.hits.get() + 1);
            value.clear();
            value.extend_from_slice(found);
            return Ok(true);
        }
        let found = self.below.get_into(key, value)?;
        if found {
            self.records.borrow_mut().insert(key.into(), value.as_slice().into());
        }
        Ok(found)
    }

    fn scan(&self, from: &[u8], to: &[u8], visit: &mut Visit<'_>) -> Result<(), KvError> {
        self.below.scan(from, to, visit)
    }

    fn warm_job(&self, keys: Vec<Vec<u8>>, range: Option<(Vec<u8>, Vec<u8>)>, records_max: usize) -> Job<()> {
        self.below.warm_job(keys, range, records_max)
    }

    fn write(&self, batch: &Batch) -> Result<(), KvError> {
        self.remember();
        self.below.write(batch).inspect_err(|_| self.records.borrow_mut().clear())?;
        let mut written = self.written.borrow_mut();
        for write in batch {
            match write {
                Write::Put(key, value) if (self.keep)(key) => written.put(key, value),
                Write::Delete(key) if (self.keep)(key) => written.delete(key),
                _ => {}
            }
        }
        Ok(())
    }

    fn settle(&self) {
        self.remember();
        self.below.settle();
    }

    fn flush(&self) -> Result<(), KvError> {
        self.below.flush()
    }

    fn sync_job(&self) -> Job<()> {
        self.below.sync_job()
    }

    fn compact_job(&self, from: Vec<u8>, to: Vec<u8>) -> Job<()> {
        self.below.compact_job(from, to)
    }

    fn reopen(&self) -> Result<(), KvError> {
        self.written.borrow_mut().clear();
        self.records.borrow_mut().clear();
        self.below.reopen()
    }

    fn pressure(&self) -> Pressure {
        self.below.pressure()
    }

    fn counters(&self) -> Counters {
        Counters { hits: self.hits.get(), ..self.below.counters() }
    }
}
