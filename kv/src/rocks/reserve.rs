//! A file that holds space back, so that a store whose disk is full can still be opened.
//!
//! Opening writes: a manifest, a log, and the old log's records as a table. When that fails for want of space, the
//! reserve is given up and opening tried again. It is set aside again when there is plenty.

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

/// Bytes that opening writes beside the old log's records: manifest, options, a new log, the info log.
const OPENING_BYTES: u64 = 1 << 20;

/// Whether there may be too little room to open a store as long as the reserve is held.
///
/// Looked at first: RocksDB 7.8.3 as Debian builds it, with its assertions, may end the process when it comes to a full
/// disk while it opens (WritableFileWriter::AssertFalseAndGetStatusForPrevError).
pub(super) fn is_needed(path: &Path) -> bool {
    lacks_room(path, 0)
}

/// Whether there may be too little even without the reserve.
pub(super) fn is_short(path: &Path) -> bool {
    lacks_room(path, std::fs::metadata(file(path)).map_or(0, |reserve| reserve.len()))
}

fn lacks_room(path: &Path, further: u64) -> bool {
    let files = std::fs::read_dir(path).into_iter().flatten().flatten();
    let logs = files.filter(|file| file.path().extension().is_some_and(|extension| extension == "log"));
    let log_bytes: u64 = logs.filter_map(|log| Some(log.metadata().ok()?.len())).sum();
    bytes_free(path).is_some_and(|free| free.saturating_add(further) < OPENING_BYTES + log_bytes)
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
