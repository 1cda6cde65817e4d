//! RocksDB as a store.
//!
//! Durability: the log is buffered in the process (`manual_wal_flush`); [`Kv::flush`] writes it to the kernel, and
//! [`Kv::sync_job`] to the disk. What was applied and not flushed may reach the disk all the same (a full buffer, a
//! memtable that becomes a file), but always in order.
//!
//! Reads of the owner's thread stay in memtables and block cache (`ReadTier::BlockCache`); RocksDB then answers
//! *incomplete* where it would read a file, also within a bloom filter's answer, which is [`KvError::WouldBlock`].
//! So is a scan that meets too many deleted records ([`gaps`]).

mod compactor;
mod gaps;
mod jobs;
mod lock;
mod options;
mod reserve;

use std::cell::{Cell, RefCell};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rocksdb::perf::{PerfContext, PerfMetric, PerfStatsLevel};
use rocksdb::{DB, ErrorKind, ReadOptions, WriteBatch, WriteOptions};

use crate::{Batch, Counters, Job, Kv, KvError, Pressure, Visit};
use gaps::{Gap, Gaps};
use jobs::Jobs;
pub use options::{PREFIX_BYTES, RocksOptions, start_threads};

/// Calls of [`Kv::pressure`] between two looks at the file system and at RocksDB, which cost some 2 us. While the
/// store is in trouble, every call looks.
const CALLS_PER_LOOK: u32 = 64;

/// Below this much free space, every call looks.
const BYTES_FREE_LOW: u64 = 1 << 30;

/// A store in a directory of its own, for one thread; its jobs run on others.
pub struct RocksKv {
    path: PathBuf,
    options: RocksOptions,
    db: RefCell<Option<Arc<DB>>>,
    jobs: Arc<Jobs>,
    gaps: Gaps,
    get: ReadOptions,
    write: WriteOptions,
    write_patiently: WriteOptions,
    counters: Cell<Counters>,
    look: Cell<(Pressure, u32)>,
}

impl RocksKv {
    /// Makes a new store. The directory is made too.
    ///
    /// # Errors
    /// `Io` when there is a store already, and what the disk says.
    pub fn create(path: &Path, options: RocksOptions) -> Result<RocksKv, KvError> {
        std::fs::create_dir_all(path)
            .map_err(|error| KvError::Io { path: path.display().to_string(), detail: error.to_string() })?;
        RocksKv::start(path, options, true)
    }

    /// Opens a store that [`create`](RocksKv::create) has made. Reads its log: takes up to a second per GB/s of
    /// write buffer.
    ///
    /// # Errors
    /// `Io` when there is none; `InUse` when it is open already; `NoSpace` when even the reserve does not do.
    pub fn open(path: &Path, options: RocksOptions) -> Result<RocksKv, KvError> {
        RocksKv::start(path, options, false)
    }

    /// A range where deleted records cost scans much, each once: for a [`Kv::compact_job`]. Where [`start_threads`] was
    /// called, a thread compacts such ranges, and there are none here.
    pub fn take_compaction(&self) -> Option<(Vec<u8>, Vec<u8>)> {
        self.jobs.take_compaction()
    }

    fn start(path: &Path, options: RocksOptions, create: bool) -> Result<RocksKv, KvError> {
        let mut get = options::read();
        options::memory_only(&mut get);
        let mut write = WriteOptions::default();
        write.set_no_slowdown(true);
        let store = RocksKv {
            path: path.to_owned(),
            options,
            db: RefCell::new(None),
            jobs: Arc::new(Jobs::new(path)),
            gaps: Gaps::default(),
            get,
            write,
            write_patiently: WriteOptions::default(),
            counters: Cell::default(),
            look: Cell::default(),
        };
        store.start_db(create)?;
        Ok(store)
    }

    fn start_db(&self, create: bool) -> Result<(), KvError> {
        let open = || {
            options::open(&self.path, &self.options, create).map_err(|error| open_failure(&self.path, error))
        };
        if reserve::is_needed(&self.path) {
            reserve::release(&self.path);
        }
        if reserve::is_short(&self.path) {
            return Err(KvError::NoSpace { path: self.path.display().to_string() });
        }
        let db = match open() {
            Err(KvError::NoSpace { .. }) if reserve::release(&self.path) => open()?,
            result => result?,
        };
        reserve::fill(&self.path, self.options.reserve_bytes);
        self.jobs.set_reserve(self.options.reserve_bytes);
        let db = Arc::new(db);
        self.jobs.start(db.clone());
        self.db.replace(Some(db));
        self.look.set(Default::default());
        Ok(())
    }

    /// Waits for running jobs and closes. What the process still buffers of the log is written.
    fn close(&self) {
        if let Some(db) = self.db.take() {
            self.jobs.stop(db);
        }
    }

    fn with<T>(&self, call: impl FnOnce(&DB) -> Result<T, KvError>) -> Result<T, KvError> {
        match &*self.db.borrow() {
            Some(db) => call(db),
            None => Err(jobs::closed(&self.path)),
        }
    }

    fn error(&self, error: rocksdb::Error) -> KvError {
        failure(&self.path, error)
    }

    fn count(&self, change: impl FnOnce(&mut Counters)) {
        let mut counters = self.counters.get();
        change(&mut counters);
        self.counters.set(counters);
    }

    fn look(&self) -> Pressure {
        let bytes_free = reserve::bytes_free(&self.path).unwrap_or(0);
        let stalled = self.db.borrow().as_ref().is_none_or(|db| {
            let property = |name: &str| db.property_int_value(name).ok().flatten().unwrap_or(0);
            property("rocksdb.is-write-stopped") != 0 || property("rocksdb.actual-delayed-write-rate") != 0
        });
        Pressure { bytes_free, stalled }
    }
}

impl Drop for RocksKv {
    fn drop(&mut self) {
        self.close();
    }
}

/// As [`failure`], of opening: somebody else may have the store's lock.
fn open_failure(path: &Path, error: rocksdb::Error) -> KvError {
    if lock::is_taken(error.as_ref()) {
        return KvError::InUse { path: path.display().to_string(), pid: lock::holder(path) };
    }
    failure(path, error)
}

/// What a store's caller is told of RocksDB's word.
fn failure(path: &Path, error: rocksdb::Error) -> KvError {
    let path = path.display().to_string();
    let detail = error.as_ref().to_owned();
    match error.kind() {
        ErrorKind::Incomplete => KvError::WouldBlock,
        ErrorKind::Corruption => KvError::Corruption { path, detail },
        // The kind is told only in words (Status::ToString in RocksDB's util/status.cc).
        _ if detail.contains("No space left on device") || detail.contains("Space limit reached") => {
            KvError::NoSpace { path }
        }
        _ => KvError::Io { path, detail },
    }
}

/// Options for iterating over `from..to`.
fn range_options(from: &[u8], to: &[u8]) -> ReadOptions {
    let mut options = options::read();
    options.set_iterate_upper_bound(to);
    if options::one_prefix(from, to) {
        // Lets bloom filters skip whole files.
        options.set_prefix_same_as_start(true);
    } else {
        options.set_total_order_seek(true);
    }
    // Files that compaction has made obsolete are not unlinked on the owner's thread.
    options.set_background_purge_on_iterator_cleanup(true);
    options
}

/// RocksDB's counts of what this thread does.
struct Counting(PerfContext);

impl Counting {
    fn begin() -> Counting {
        rocksdb::perf::set_perf_stats(PerfStatsLevel::EnableCount);
        let mut counts = PerfContext::default();
        counts.reset();
        Counting(counts)
    }

    /// Blocks of tables that were looked into.
    fn blocks(&self) -> u64 {
        self.0.metric(PerfMetric::BlockCacheHitCount) + self.0.metric(PerfMetric::BlockReadCount)
    }

    /// Deleted records that were stepped over.
    fn deleted(&self) -> u64 {
        self.0.metric(PerfMetric::InternalDeleteSkippedCount)
    }
}

impl Drop for Counting {
    fn drop(&mut self) {
        rocksdb::perf::set_perf_stats(PerfStatsLevel::Disable);
    }
}

/// The first key of `from..to` that holds a record, or `to`.
fn next_record(db: &DB, from: &[u8], to: &[u8]) -> Result<Vec<u8>, rocksdb::Error> {
    let mut records = db.raw_iterator_opt(range_options(from, to));
    records.seek(from);
    records.status()?;
    Ok(records.key().unwrap_or(to).to_vec())
}

impl Kv for RocksKv {
    fn get_into(&self, key: &[u8], value: &mut Vec<u8>) -> Result<bool, KvError> {
        self.count(|counters| counters.gets += 1);
        value.clear();
        self.with(|db| match db.get_pinned_opt(key, &self.get) {
            Ok(Some(found)) => {
                value.extend_from_slice(&found);
                Ok(true)
            }
            Ok(None) => Ok(false),
            Err(error) => Err(self.error(error)),
        })
    }

    fn scan(&self, from: &[u8], to: &[u8], visit: &mut Visit<'_>) -> Result<(), KvError> {
        self.count(|counters| counters.scans += 1);
        if from >= to {
            return Ok(());
        }
        self.with(|db| {
            let mut from = from.to_vec();
            loop {
                while let Some(end) = self.gaps.end_of(&from) {
                    from = end;
                }
                if from.as_slice() >= to {
                    return Ok(());
                }
                let mut options = range_options(&from, to);
                options::memory_only(&mut options);
                options.set_max_skippable_internal_keys(self.options.skip_max);
                let mut records = db.raw_iterator_opt(options);
                records.seek(&from);
                let mut moved = false;
                while let Some((key, value)) = records.item() {
                    moved = true;
                    from.clear();
                    from.extend_from_slice(key);
                    if visit(key, value) == ControlFlow::Break(()) {
                        return Ok(());
                    }
                    // From now on, the first key behind it.
                    from.push(0);
                    records.next();
                }
                match records.status().map_err(|error| self.error(error)) {
                    // Perhaps for the deleted records ahead, and a gap begins here; or for old versions of the last
                    // record, which a seek does not meet.
                    Err(KvError::WouldBlock) if moved => {}
                    result => return result,
                }
            }
        })
    }

    fn warm_job(&self, keys: Vec<Vec<u8>>, range: Option<(Vec<u8>, Vec<u8>)>, records_max: usize) -> Job<()> {
        let range = range.filter(|(from, to)| from < to);
        let range = range.map(|(from, to)| (self.gaps.watch(&from, &to), from, to));
        let (skip_max, jobs) = (self.options.skip_max, self.jobs.clone());
        let blocks_max = self.options.warm_blocks_max();
        self.jobs.job(move |db, path| {
            for key in &keys {
                db.get_pinned(key).map_err(|error| failure(path, error))?;
            }
            let Some((found, mut from, to)) = range else { return Ok(()) };
            let mut left = records_max;
            let counting = Counting::begin();
            while from < to {
                let mut options = range_options(&from, &to);
                options.set_max_skippable_internal_keys(skip_max);
                let mut records = db.raw_iterator_opt(options);
                records.seek(&from);
                // More than that would drive out of the cache what was read first. Two records are enough to go on from.
                let enough =
                    |left: usize| left == 0 || (records_max - left >= 2 && counting.blocks() > blocks_max);
                while !enough(left)
                    && let Some(key) = records.key()
                {
                    from.clear();
                    from.extend_from_slice(key);
                    from.push(0);
                    left -= 1;
                    records.next();
                }
                match records.status() {
                    Err(error) if error.kind() == ErrorKind::Incomplete => {}
                    result => return result.map_err(|error| failure(path, error)),
                }
                let deleted = counting.deleted();
                let end = next_record(db, &from, &to).map_err(|error| failure(path, error))?;
                if counting.deleted() - deleted > options::COMPACT_DELETED {
                    jobs.offer_compaction((from.clone(), end.clone()));
                }
                found.lock().push(Gap { from: std::mem::replace(&mut from, end.clone()), to: end });
            }
            Ok(())
        })
    }

    fn write(&self, batch: &Batch) -> Result<(), KvError> {
        if batch.is_empty() {
            return Ok(());
        }
        self.count(|counters| {
            counters.batches += 1;
            counters.puts += batch.put_count() as u64;
            counters.deletes += batch.delete_count() as u64;
            counters.bytes += batch.size_bytes() as u64;
        });
        self.gaps.written(batch);
        self.with(|db| {
            let encoded = batch.encoded();
            let mut result = db.write_opt(WriteBatch::from_data(&encoded), &self.write);
            if result.as_ref().is_err_and(|error| error.kind() == ErrorKind::Incomplete) {
                // It would have slept, and has done nothing. Whoever writes has taken requests that must be
                // answered, so it sleeps now; that no more are taken is for `pressure` to bring about.
                self.count(|counters| counters.stalls += 1);
                self.look.set((Pressure { stalled: true, ..self.look.get().0 }, 0));
                result = db.write_opt(WriteBatch::from_data(&encoded), &self.write_patiently);
            }
            result.map_err(|error| self.error(error))
        })
    }

    fn flush(&self) -> Result<(), KvError> {
        self.count(|counters| counters.flushes += 1);
        self.with(|db| db.flush_wal(false).map_err(|error| self.error(error)))
    }

    fn sync_job(&self) -> Job<()> {
        self.jobs.sync_job()
    }

    fn compact_job(&self, from: Vec<u8>, to: Vec<u8>) -> Job<()> {
        self.jobs.compact(from, to)
    }

    fn reopen(&self) -> Result<(), KvError> {
        self.close();
        self.gaps.clear();
        self.start_db(false)
    }

    fn pressure(&self) -> Pressure {
        let (pressure, calls_left) = self.look.get();
        if calls_left > 0 {
            self.look.set((pressure, calls_left - 1));
            return pressure;
        }
        let pressure = self.look();
        let calm = !pressure.stalled && pressure.bytes_free > BYTES_FREE_LOW;
        self.look.set((pressure, if calm { CALLS_PER_LOOK } else { 0 }));
        pressure
    }

    fn counters(&self) -> Counters {
        let (syncs, compactions) = (self.jobs.sync_count(), self.jobs.compaction_count());
        Counters { syncs, compactions, ..self.counters.get() }
    }
}
