//! Attributes and errors as the kernel takes them.

use std::time::{Duration, SystemTime};

use fuser::{Errno, FileAttr, FileType, INodeNo, TimeOrNow};
use osmia_client::{Error, Node, SetTime, Timestamp};

/// What programs are told to read and write at once, in bytes.
const BLOCK_BYTES: u32 = 128 << 10;

/// Attributes of an inode.
pub(crate) fn attr(node: &Node) -> FileAttr {
    let metadata = &node.metadata;
    FileAttr {
        ino: INodeNo(metadata.id.0),
        size: metadata.size,
        blocks: metadata.blocks,
        atime: system_time(metadata.atime),
        mtime: system_time(metadata.mtime),
        ctime: system_time(metadata.ctime),
        crtime: system_time(metadata.btime),
        kind: kind(metadata.mode),
        perm: (metadata.mode & 0o7777) as u16,
        nlink: metadata.nlink,
        uid: metadata.uid,
        gid: metadata.gid,
        // The kernel takes the lower half, which has all that its device numbers have: 12 bits and 20.
        rdev: node.metadata.rdev as u32,
        blksize: BLOCK_BYTES,
        flags: 0,
    }
}

fn kind(mode: u32) -> FileType {
    match mode & libc::S_IFMT {
        libc::S_IFDIR => FileType::Directory,
        libc::S_IFLNK => FileType::Symlink,
        libc::S_IFIFO => FileType::NamedPipe,
        libc::S_IFSOCK => FileType::Socket,
        libc::S_IFCHR => FileType::CharDevice,
        libc::S_IFBLK => FileType::BlockDevice,
        _ => FileType::RegularFile,
    }
}

/// The kind of a directory's entry, from DT_* of readdir(3).
pub(crate) fn kind_of_entry(dirent: u8) -> FileType {
    kind(u32::from(dirent) << 12)
}

fn system_time(time: Timestamp) -> SystemTime {
    let distance = Duration::from_nanos(time.0.unsigned_abs());
    if time.0 >= 0 { SystemTime::UNIX_EPOCH + distance } else { SystemTime::UNIX_EPOCH - distance }
}

/// What a time is set to.
pub(crate) fn set_time(time: Option<TimeOrNow>) -> SetTime {
    match time {
        None => SetTime::Keep,
        Some(TimeOrNow::Now) => SetTime::Now,
        Some(TimeOrNow::SpecificTime(time)) => SetTime::To(Timestamp(nanoseconds(time))),
    }
}

/// A time as fuser 0.18 hands it on. Before the epoch it takes the kernel's nanoseconds, which always count forwards, for
/// some that count backwards.
fn nanoseconds(time: SystemTime) -> i64 {
    let (seconds, nanoseconds) = match time.duration_since(SystemTime::UNIX_EPOCH) {
        Ok(after) => (i128::from(after.as_secs()), after.subsec_nanos()),
        Err(before) => (-i128::from(before.duration().as_secs()), before.duration().subsec_nanos()),
    };
    let time = seconds * 1_000_000_000 + i128::from(nanoseconds);
    i64::try_from(time).unwrap_or(if time < 0 { i64::MIN } else { i64::MAX })
}

/// What the kernel tells the program.
pub(crate) fn errno(error: &Error) -> Errno {
    tracing::debug!(%error, "a call failed");
    if error.server().is_some() && matches!(error.errno(), libc::EIO | libc::ETIMEDOUT) {
        tracing::warn!(%error, "a server failed");
    }
    Errno::from_i32(error.errno())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each DT_* is the type of its S_IF*.
    #[test]
    fn kinds_of_entries() {
        for (dirent, kind) in [
            (libc::DT_DIR, FileType::Directory),
            (libc::DT_REG, FileType::RegularFile),
            (libc::DT_LNK, FileType::Symlink),
            (libc::DT_FIFO, FileType::NamedPipe),
            (libc::DT_SOCK, FileType::Socket),
            (libc::DT_CHR, FileType::CharDevice),
            (libc::DT_BLK, FileType::BlockDevice),
        ] {
            assert_eq!(kind_of_entry(dirent), kind);
        }
    }

    /// A time before the epoch is what the kernel has sent: -2 seconds and 500,000,000 nanoseconds.
    #[test]
    fn times_before_the_epoch() {
        let sent = SystemTime::UNIX_EPOCH - Duration::new(2, 500_000_000);
        assert_eq!(set_time(Some(TimeOrNow::SpecificTime(sent))), SetTime::To(Timestamp(-1_500_000_000)));
        let sent = SystemTime::UNIX_EPOCH + Duration::new(2, 500_000_000);
        assert_eq!(set_time(Some(TimeOrNow::SpecificTime(sent))), SetTime::To(Timestamp(2_500_000_000)));
    }
}
