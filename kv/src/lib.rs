//! Ordered key-value store: RocksDB and an ordered map behind one trait, and a cache of records in front.
//!
//! One store belongs to one shard. Nothing here blocks on a disk unless its name or docs say so: a read that would
//! is [`KvError::WouldBlock`], and the blocking part is a job for a helper thread.
//!
//! Read in this order: [`Kv`], [`Batch`], [`map`] (what the trait means, in a page), [`rocks`], [`cached`].

pub mod batch;
pub mod cached;
pub mod map;
pub mod rocks;

pub use batch::{Batch, Write};
pub use cached::CachedKv;
pub use map::{MapDisk, MapKv};
pub use rocks::{RocksKv, RocksOptions};

use std::ops::ControlFlow;

/// Work for a helper thread.
pub type Job<T> = Box<dyn FnOnce() -> Result<T, KvError> + Send>;

/// Failure of a store call.
#[derive(Debug, Clone, thiserror::Error)]
pub enum KvError {
    /// The answer is not in memory, or hidden behind many deleted records. Run [`Kv::warm_job`] for the key on a helper thread, then ask again.
    #[error("the key is not in memory")]
    WouldBlock,
    /// The disk is full. Nothing that was not flushed before is safe, and the store may take no more writes before
    /// [`Kv::reopen`].
    #[error("no space left for the store in {path}")]
    NoSpace {
        /// Directory of the store.
        path: String,
    },
    /// The store is open already: a store belongs to one process.
    #[error("the store in {path} is open in {}; end that first", holder(*pid))]
    InUse {
        /// Directory of the store.
        path: String,
        /// Who has it open, where the system tells.
        pid: Option<u32>,
    },
    /// The store found damage.
    #[error("the store in {path} is damaged: {detail}")]
    Corruption {
        /// Directory of the store.
        path: String,
        /// What the store says.
        detail: String,
    },
    /// Anything else that the store or the disk below it reports.
    #[error("the store in {path}: {detail}")]
    Io {
        /// Directory of the store.
        path: String,
        /// What the store says.
        detail: String,
    },
}

fn holder(pid: Option<u32>) -> String {
    match pid {
        Some(pid) if pid == std::process::id() => "this process already".to_owned(),
        Some(pid) => format!("another process (pid {pid})"),
        None => "another process".to_owned(),
    }
}

/// What a scan shows: key and value, and whether to go on.
pub type Visit<'a> = dyn FnMut(&[u8], &[u8]) -> ControlFlow<()> + 'a;

/// Records that [`Kv::scan_blocking`] reads ahead: a few hundred KiB of any kind of record.
const WARM_RECORDS: usize = 1024;

/// An ordered map of bytes to bytes, of one thread.
///
/// Three degrees of safety: *applied* by [`write`](Kv::write) (readable; lost with the process), *flushed* by
/// [`flush`](Kv::flush) (in the kernel; survives kill -9), *synced* by a [`sync_job`](Kv::sync_job) (on the disk;
/// survives a power cut). Writes become safe in order: what is lost is always a suffix.
pub trait Kv {
    /// Replaces what is in `value` by the value of a key, from memory. False (and `value` empty) when there is none.
    ///
    /// # Errors
    /// `WouldBlock` when a disk would have to be read.
    fn get_into(&self, key: &[u8], value: &mut Vec<u8>) -> Result<bool, KvError>;

    /// The value of a key, from memory.
    ///
    /// # Errors
    /// As [`get_into`](Kv::get_into).
    fn get(&self, key: &[u8]) -> Result<Option<Vec<u8>>, KvError> {
        let mut value = Vec::new();
        Ok(self.get_into(key, &mut value)?.then_some(value))
    }

    /// As [`get`](Kv::get), but reads the disk when it must, on this thread: for start-up.
    fn get_blocking(&self, key: &[u8]) -> Result<Option<Vec<u8>>, KvError> {
        loop {
            match self.get(key) {
                Err(KvError::WouldBlock) => self.warm_job(vec![key.to_vec()], None, 0)()?,
                result => return result,
            }
        }
    }

    /// As [`scan`](Kv::scan), but reads the disk when it must, on this thread: for start-up.
    fn scan_blocking(&self, from: &[u8], to: &[u8], visit: &mut Visit<'_>) -> Result<(), KvError> {
        let mut from = from.to_vec();
        let mut records_max = WARM_RECORDS;
        loop {
            let mut seen = false;
            let result = self.scan(&from.clone(), to, &mut |key, value| {
                seen = true;
                from.clear();
                from.extend_from_slice(key);
                // The first key behind it.
                from.push(0);
                visit(key, value)
            });
            match result {
                Err(KvError::WouldBlock) => {
                    // When a cache holds so little that the first records are gone again, warm fewer.
                    records_max = if seen { WARM_RECORDS } else { (records_max / 2).max(1) };
                    self.warm_job(Vec::new(), Some((from.clone(), to.to_vec())), records_max)()?;
                }
                result => return result,
            }
        }
    }

    /// Shows the records with `from <= key < to` in order until `visit` breaks. From memory, as
    /// [`get`](Kv::get): a scan that would block has shown a prefix of the records before it fails.
    fn scan(&self, from: &[u8], to: &[u8], visit: &mut Visit<'_>) -> Result<(), KvError>;

    /// Reads what a `get` of these keys and a scan of this range (at most `records_max` records) need, on a helper
    /// thread, so that they no longer block (unless what was read is replaced or evicted again before they are asked for).
    fn warm_job(&self, keys: Vec<Vec<u8>>, range: Option<(Vec<u8>, Vec<u8>)>, records_max: usize) -> Job<()>;

    /// Applies all of a batch or nothing.
    ///
    /// # Errors
    /// `NoSpace`, `Io` or `Corruption`: applied or not is then unknown; see [`reopen`](Kv::reopen).
    fn write(&self, batch: &Batch) -> Result<(), KvError>;

    /// Makes everything applied survive the death of this process. One write(2); does not wait for the disk.
    ///
    /// # Errors
    /// As [`write`](Kv::write).
    fn flush(&self) -> Result<(), KvError>;

    /// Does what a write has put off and a later call would have to do first. To be called when nobody waits: after the
    /// replies have left. What calls give does not depend on it.
    fn settle(&self) {}

    /// Makes everything that was flushed before the job *begins* durable.
    fn sync_job(&self) -> Job<()>;

    /// Brings records that were deleted out of the way of later scans of `from..to`, on a helper thread.
    fn compact_job(&self, from: Vec<u8>, to: Vec<u8>) -> Job<()>;

    /// Closes the store and opens it again, which is the way out after a failed `write` or `flush`: what was flushed
    /// is there, and of what was applied since, some prefix of batches. Blocks, for as long as it takes to read the
    /// log and to wait for running jobs; jobs not yet begun run on the reopened store. After a failure the store
    /// answers every call with an error until a later `reopen` succeeds.
    fn reopen(&self) -> Result<(), KvError>;

    /// Bytes that the store may still take before writes fail or slow down, and whether it slows down now.
    fn pressure(&self) -> Pressure;

    /// Counters since the store was opened.
    fn counters(&self) -> Counters;
}

/// How near its limits a store is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pressure {
    /// Free space of the file system below, in bytes; `u64::MAX` for a store in memory.
    pub bytes_free: u64,
    /// Writes are being delayed or stopped by flush or compaction.
    pub stalled: bool,
}

/// What a store was asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    /// Reads of one key, but those that a [`CachedKv`] answered.
    pub gets: u64,
    /// Reads of one key that a [`CachedKv`] answered.
    pub hits: u64,
    /// Scans.
    pub scans: u64,
    /// Keys written.
    pub puts: u64,
    /// Keys deleted.
    pub deletes: u64,
    /// Batches applied.
    pub batches: u64,
    /// Bytes of keys and values written.
    pub bytes: u64,
    /// Flushes of the log to the kernel.
    pub flushes: u64,
    /// Syncs of the log to the disk.
    pub syncs: u64,
    /// Ranges compacted because of their deleted records.
    pub compactions: u64,
    /// Writes that had to wait for flush or compaction.
    pub stalls: u64,
}
