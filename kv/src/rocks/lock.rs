//! The file by whose lock RocksDB knows that a store is open.

use std::path::Path;

/// RocksDB's name for it, in the store's directory.
const FILE: &str = "LOCK";

/// Whether RocksDB says that the store is open already. It tells so only in words (PosixFileSystem::LockFile in its
/// env/fs_posix.cc).
pub(super) fn is_taken(detail: &str) -> bool {
    // Other errors of fcntl(2) are told after the first words too, such as of a file system without locks.
    let by_another =
        detail.contains("While lock file") && detail.contains("Resource temporarily unavailable");
    by_another || detail.contains("lock hold by current process")
}

/// The process that has a store open; `None` where the system does not tell.
pub(super) fn holder(store: &Path) -> Option<u32> {
    let file = rustix::fs::stat(store.join(FILE)).ok()?;
    let (major, minor) = (rustix::fs::major(file.st_dev), rustix::fs::minor(file.st_dev));
    let locks = std::fs::read_to_string("/proc/locks").ok()?;
    holder_in(&locks, &format!("{major:02x}:{minor:02x}:{}", file.st_ino))
}

/// From /proc/locks (proc_locks(5)): `1: POSIX  ADVISORY  WRITE 2433 08:01:2867 0 EOF`.
fn holder_in(locks: &str, file: &str) -> Option<u32> {
    let pid = |line: &str| {
        let mut words = line.split_whitespace().skip_while(|&word| word != "WRITE").skip(1);
        let pid = words.next()?.parse().ok()?;
        (words.next() == Some(file)).then_some(pid)
    };
    // A line with an arrow is of a process that waits for the lock.
    locks.lines().filter(|line| !line.contains("->")).find_map(pid)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The holder of a lock is found by the file's device and inode; who waits for it is not the holder.
    #[test]
    fn holder_of_a_lock() {
        let locks = "1: POSIX  ADVISORY  WRITE 7 08:01:2867 0 EOF\n\
                     2: -> POSIX  ADVISORY  WRITE 8 08:01:28 0 EOF\n\
                     3: FLOCK  ADVISORY  WRITE 9 08:02:28 0 EOF\n\
                     4: POSIX  ADVISORY  WRITE 10 08:01:28 0 EOF\n";
        assert_eq!(holder_in(locks, "08:01:28"), Some(10));
        assert_eq!(holder_in(locks, "08:01:2867"), Some(7));
        assert_eq!(holder_in(locks, "08:03:28"), None);
    }
}
