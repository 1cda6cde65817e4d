//! A file that holds space back, so that a store whose disk is full can still be opened.
//!
//! Opening writes: a manifest, a log, and the old log's records as a table. When there is too little room for that, or it
//! fails for want of it, the reserve is given up. It is set aside again when there is plenty.

use std::fs::OpenOptions;
use std::path::{Path, PathBuf};

use rustix::fs::{FallocateFlags, fallocate, statvfs};

fn file(path: &Path) -> PathBuf {
    path.join("reserve")
}

/// Free space of the file system of `path`, in bytes. `None` when it does not say.
pub(super) fn bytes_free(path: &Path) -> Option<u64> {
    let space = statvfs(path).ok()?;
    Some(space.f_bavail.saturating_mul(space.f_frsize))
}

/// Bytes that opening writes in any case: manifest, options, the head of a new log, the info log. Less than 100 KB.
///
/// For want of them RocksDB 7.8.3 as Debian builds it, with its assertions, does not fail but ends the process
/// (WritableFileWriter::AssertFalseAndGetStatusForPrevError, of its file of options): so they are looked for first. A
/// table that finds no room is an error like any other.
const OPENING_BYTES: u64 = 1 << 20;

/// Whether opening may want the reserve: there is little room, or less than the old log's records take as a table.
pub(super) fn is_needed(path: &Path) -> bool {
    let files = std::fs::read_dir(path).into_iter().flatten().flatten();
    let logs = files.filter(|file| file.path().extension().is_some_and(|extension| extension == "log"));
    let log_bytes: u64 = logs.filter_map(|log| Some(log.metadata().ok()?.len())).sum();
    bytes_free(path).is_some_and(|free| free < OPENING_BYTES + log_bytes)
}

/// Whether there is too little room for opening to begin.
pub(super) fn is_short(path: &Path) -> bool {
    bytes_free(path).is_some_and(|free| free < OPENING_BYTES)
}

/// Sets `bytes` aside if they are not yet, and if that leaves as much again.
pub(super) fn fill(path: &Path, bytes: u64) {
    if bytes == 0 || std::fs::metadata(file(path)).is_ok_and(|found| found.len() >= bytes) {
        return;
    }
    if bytes_free(path).is_none_or(|free| free < bytes.saturating_mul(2)) {
        return;
    }
    let filled = OpenOptions::new()
        .create(true)
        .truncate(false)
        .write(true)
        .open(file(path))
        .and_then(|file| Ok(fallocate(&file, FallocateFlags::empty(), 0, bytes)?));
    if let Err(error) = filled {
        tracing::debug!(path = %path.display(), %error, "no reserve set aside");
        release(path);
    }
}

/// Gives the reserve up. False when there was none.
pub(super) fn release(path: &Path) -> bool {
    let released = std::fs::remove_file(file(path)).is_ok();
    if released {
        tracing::warn!(path = %path.display(), "the disk is full: the store's reserve is given up");
    }
    released
}
