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
