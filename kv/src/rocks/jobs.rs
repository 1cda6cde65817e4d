//! Work on the database from helper threads, and closing it under them.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use parking_lot::{Condvar, Mutex};
use rocksdb::DB;

use super::compactor::{self, Range};
use super::{failure, reserve};
use crate::{Job, KvError};

/// What jobs share with the store.
pub(super) struct Jobs {
    path: PathBuf,
    /// The open database. A job clones it while it runs.
    current: Mutex<Option<Arc<DB>>>,
    /// A job has let go of its clone.
    ended: Condvar,
    syncs: AtomicU64,
    compactions_done: AtomicU64,
    reserve_bytes: AtomicU64,
    /// Taken by nobody while no compactor runs.
    compactions: Mutex<Vec<Range>>,
}

/// Ranges that wait for compaction; more are found again when they are scanned again.
const COMPACTIONS_MAX: usize = 16;

/// The error of a store that could not be reopened.
pub(super) fn closed(path: &Path) -> KvError {
    KvError::Io { path: path.display().to_string(), detail: "not open".into() }
}

impl Jobs {
    pub(super) fn new(path: &Path) -> Jobs {
        Jobs {
            path: path.to_owned(),
            current: Mutex::new(None),
            ended: Condvar::new(),
            syncs: AtomicU64::new(0),
            compactions_done: AtomicU64::new(0),
            reserve_bytes: AtomicU64::new(0),
            compactions: Mutex::new(Vec::new()),
        }
    }

    pub(super) fn set_reserve(&self, bytes: u64) {
        self.reserve_bytes.store(bytes, Relaxed);
    }

    pub(super) fn sync_count(&self) -> u64 {
        self.syncs.load(Relaxed)
    }

    /// Has a range compacted when there is time.
    pub(super) fn offer_compaction(self: &Arc<Jobs>, range: Range) {
        let Some(range) = compactor::offer(self, range) else { return };
        let mut waiting = self.compactions.lock();
        if waiting.len() < COMPACTIONS_MAX && !waiting.iter().any(|(start, _)| *start == range.0) {
            waiting.push(range);
        }
    }

    pub(super) fn compact(self: &Arc<Jobs>, from: Vec<u8>, to: Vec<u8>) -> Job<()> {
        let jobs = self.clone();
        self.job(move |db, _| {
            let mut options = rocksdb::CompactOptions::default();
            // Automatic compactions go on beside it: they are what keeps writes from stalling.
            options.set_exclusive_manual_compaction(false);
            // Else a table that overlaps no other is moved down as it is, deleted records and all.
            options.set_bottommost_level_compaction(rocksdb::BottommostLevelCompaction::ForceOptimized);
            db.compact_range_opt(Some(&from), Some(&to), &options);
            jobs.compactions_done.fetch_add(1, Relaxed);
            Ok(())
        })
    }

    pub(super) fn take_compaction(&self) -> Option<Range> {
        self.compactions.lock().pop()
    }

    pub(super) fn compaction_count(&self) -> u64 {
        self.compactions_done.load(Relaxed)
    }

    /// Jobs run on `db` from now on.
    pub(super) fn start(&self, db: Arc<DB>) {
        *self.current.lock() = Some(db);
    }

    /// Waits until no job runs, and closes the database. `db` is the store's own reference.
    pub(super) fn stop(&self, db: Arc<DB>) {
        *self.current.lock() = None;
        // A long compaction ends early.
        db.cancel_all_background_work(false);
        let mut db = Some(db);
        let mut current = self.current.lock();
        while let Some(shared) = db.take() {
            match Arc::try_unwrap(shared) {
                Ok(last) => drop(last),
                Err(shared) => {
                    db = Some(shared);
                    self.ended.wait(&mut current);
                }
            }
        }
    }

    /// A job that runs `work` on the database that is open when it begins.
    pub(super) fn job<T: 'static>(
        self: &Arc<Jobs>,
        work: impl FnOnce(&DB, &Path) -> Result<T, KvError> + Send + 'static,
    ) -> Job<T> {
        let jobs = self.clone();
        Box::new(move || {
            let db = jobs.current.lock().clone();
            let running = Running { jobs: &jobs, db };
            match &running.db {
                Some(db) => work(db, &jobs.path),
                None => Err(closed(&jobs.path)),
            }
        })
    }

    pub(super) fn sync_job(self: &Arc<Jobs>) -> Job<()> {
        let jobs = self.clone();
        self.job(move |db, path| {
            db.flush_wal(true).map_err(|error| failure(path, error))?;
            jobs.syncs.fetch_add(1, Relaxed);
            // The one job that comes regularly also sets the reserve aside again when there is space.
            reserve::fill(path, jobs.reserve_bytes.load(Relaxed));
            Ok(())
        })
    }
}

/// Lets go of a job's clone, also when the job panics.
struct Running<'a> {
    jobs: &'a Jobs,
    db: Option<Arc<DB>>,
}

impl Drop for Running<'_> {
    fn drop(&mut self) {
        self.db = None;
        // Under the lock, so that `stop` either sees the clone gone or hears this.
        let _current = self.jobs.current.lock();
        self.jobs.ended.notify_all();
    }
}
