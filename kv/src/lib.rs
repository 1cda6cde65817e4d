//! Ordered key-value store: RocksDB and an ordered map behind one trait.
//!
//! One store belongs to one shard. Nothing here blocks on a disk unless its name or docs say so: a read that would
//! is [`KvError::WouldBlock`], and the blocking part is a job for a helper thread.
//!
//! Read in this order: [`Kv`], [`Batch`].

pub mod batch;

pub use batch::{Batch, Write};

use std::ops::ControlFlow;

/// Work for a helper thread.
pub type Job<T> = Box<dyn FnOnce() -> Result<T, KvError> + Send>;

/// Failure of a store call.
#[derive(Debug, Clone, thiserror::Error)]
pub enum KvError {
    /// The answer is not in memory. Run [`Kv::warm_job`] for the key on a helper thread, then ask again.
    #[error("the key is not in memory")]
    WouldBlock,
    /// The disk is full: nothing of the call was applied.
    #[error("no space left for the store in {path}")]
    NoSpace {
        /// Directory of the store.
        path: String,
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

/// What a scan shows: key and value, and whether to go on.
pub type Visit<'a> = dyn FnMut(&[u8], &[u8]) -> ControlFlow<()> + 'a;

/// An ordered map of bytes to bytes, of one thread.
///
/// Three degrees of safety: *applied* by [`write`](Kv::write) (readable; lost with the process), *flushed* by
/// [`flush`](Kv::flush) (in the kernel; survives kill -9), *synced* by a [`sync_job`](Kv::sync_job) (on the disk;
/// survives a power cut). Writes become safe in order: what is lost is always a suffix.
pub trait Kv {
    /// The value of a key, from memory.
    ///
    /// # Errors
    /// `WouldBlock` when a disk would have to be read.
    fn get(&self, key: &[u8]) -> Result<Option<Vec<u8>>, KvError>;

    /// Shows the records with `from <= key < to` in order until `visit` breaks. From memory, as
    /// [`get`](Kv::get): a scan that would block has shown a prefix of the records before it fails.
    fn scan(&self, from: &[u8], to: &[u8], visit: &mut Visit<'_>) -> Result<(), KvError>;

    /// Reads what a `get` of these keys and a scan of this range (at most `records_max` records) need, on a helper
    /// thread, so that they no longer block.
    fn warm_job(&self, keys: Vec<Vec<u8>>, range: Option<(Vec<u8>, Vec<u8>)>, records_max: usize) -> Job<()>;

    /// Applies all of a batch or nothing.
    fn write(&self, batch: &Batch) -> Result<(), KvError>;

    /// Makes everything applied survive the death of this process. One write(2); does not wait for the disk.
    fn flush(&self) -> Result<(), KvError>;

    /// Makes everything that was flushed before the job *begins* durable.
    fn sync_job(&self) -> Job<()>;

    /// Brings records that were deleted out of the way of later scans of `from..to`, on a helper thread.
    fn compact_job(&self, from: Vec<u8>, to: Vec<u8>) -> Job<()>;

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
    /// Reads of one key.
    pub gets: u64,
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
}
