//! Block I/O and files of a storage shard.

use std::io;
use std::path::{Path, PathBuf};

use crate::buf::Buf;
use crate::tasks::LocalFuture;

/// An open file of a [`Disk`]. Closed when the last clone is dropped and its last operation has completed.
#[derive(Clone, Debug)]
pub struct File(pub std::rc::Rc<dyn FileHandle>);

/// What the real and the simulated disk keep behind a [`File`].
pub trait FileHandle: std::fmt::Debug {
    /// The disk's own number of it.
    fn number(&self) -> u64;
}

/// How to open.
#[derive(Clone, Copy, Debug, Default)]
pub struct OpenOptions {
    /// Create it when it is not there (mode 0600). Its parent must exist.
    pub create: bool,
    /// Fail when it is there.
    pub exclusive: bool,
    /// For O_DIRECT: offsets, lengths and memory must then be multiples of [`crate::buf::ALIGN`]. A file system without O_DIRECT
    /// (tmpfs) opens buffered instead, and [`Disk::open`] says so.
    pub direct: bool,
}

/// What is known of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Metadata {
    /// Size in bytes.
    pub size: u64,
    /// 512-byte blocks in use.
    pub blocks: u64,
    /// Last modification, nanoseconds since the epoch.
    pub mtime: i64,
}

/// Space of the file system that holds a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Space {
    /// All of it, in bytes.
    pub bytes_total: u64,
    /// What can still be written, in bytes.
    pub bytes_free: u64,
}

/// What one direction of a disk (reads; writes, allocations and syncs) has done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct DiskStats {
    /// Operations that have completed.
    pub done: u64,
    /// Of them, those that failed.
    pub failed: u64,
    /// Bytes that they moved.
    pub bytes: u64,
    /// Operations that the kernel works on.
    pub running: usize,
    /// Operations that wait for their turn.
    pub waiting: usize,
}

/// What [`Disk::allocate`] does with a range of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Allocation {
    /// Gives holes space; what is there stays.
    Reserve,
    /// Takes the space away: the range is a hole, and reads as zeros. (ext4 leaves what lies behind the size.)
    Punch,
    /// The range reads as zeros and has space.
    Zero,
}

/// What [`Disk::seek`] looks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// The next byte that may be other than a hole's.
    Data,
    /// The next byte of a hole. The end of the file is one.
    Hole,
}

/// Result of an operation that was given a buffer: the buffer comes back, whatever happened.
pub type BufResult<T> = (io::Result<T>, Buf);

/// Files of one shard. Real: `osmia_host::RingDisk`, with a ring for reads and a ring for writes. Simulated: lost, torn
/// and reordered writes at a crash.
///
/// Operations begin when called (not when first polled) and run to their end whatever happens to the future; the disk
/// owns their buffers until then. Many may be in flight; none is ordered against another unless the caller awaits.
pub trait Disk {
    /// Opens a file. The flag tells whether it is direct.
    fn open(&self, path: &Path, options: OpenOptions) -> LocalFuture<'static, io::Result<(File, bool)>>;
    /// Reads `buf.len()` bytes at `offset` into `buf`; fewer only at the end of the file.
    fn read(&self, file: &File, offset: u64, buf: Buf) -> LocalFuture<'static, BufResult<usize>>;
    /// Writes all of `buf` at `offset`. Applied, not durable.
    fn write(&self, file: &File, offset: u64, buf: Buf) -> LocalFuture<'static, BufResult<()>>;
    /// Makes all that was written before durable, with size and attributes, extended ones included (fsync(2)).
    fn sync(&self, file: &File) -> LocalFuture<'static, io::Result<()>>;
    /// Sets the size; what is cut is gone, what is added reads as zeros. Applied, not durable.
    fn truncate(&self, file: &File, size: u64) -> LocalFuture<'static, io::Result<()>>;
    /// Changes which bytes of `offset..offset + len` have space, as fallocate(2) with FALLOC_FL_KEEP_SIZE: the size stays,
    /// and the range may lie behind it. Applied, not durable. A failure may have given some of the range space, or zeroed
    /// some of it. `Unsupported` where the file system cannot.
    fn allocate(
        &self,
        file: &File,
        what: Allocation,
        offset: u64,
        len: u64,
    ) -> LocalFuture<'static, io::Result<()>>;
    /// The first byte at or behind `offset` that is what is looked for, as lseek(2) with SEEK_DATA or SEEK_HOLE; `None`
    /// when there is none before the end of the file, or the offset is behind it.
    fn seek(&self, file: &File, what: Extent, offset: u64) -> LocalFuture<'static, io::Result<Option<u64>>>;
    /// Size, blocks, times.
    fn metadata(&self, file: &File) -> LocalFuture<'static, io::Result<Metadata>>;
    /// An extended attribute; `None` when there is none of that name.
    fn xattr(&self, file: &File, name: &str) -> LocalFuture<'static, io::Result<Option<Vec<u8>>>>;
    /// Sets an extended attribute.
    fn set_xattr(&self, file: &File, name: &str, value: &[u8]) -> LocalFuture<'static, io::Result<()>>;
    /// Creates a directory and those above it; fine when it is there.
    fn create_dirs(&self, path: &Path) -> LocalFuture<'static, io::Result<()>>;
    /// Renames a file over whatever is at `to`.
    fn rename(&self, from: &Path, to: &Path) -> LocalFuture<'static, io::Result<()>>;
    /// Removes a file.
    fn remove(&self, path: &Path) -> LocalFuture<'static, io::Result<()>>;
    /// Names in a directory, in no order.
    fn list(&self, path: &Path) -> LocalFuture<'static, io::Result<Vec<PathBuf>>>;
    /// Makes a directory's entries durable.
    fn sync_dir(&self, path: &Path) -> LocalFuture<'static, io::Result<()>>;
    /// Space of the file system of `path`.
    fn space(&self, path: &Path) -> LocalFuture<'static, io::Result<Space>>;
    /// What it has done with reads, and with writes, allocations and syncs. Zeros of one that does not count.
    fn stats(&self) -> [DiskStats; 2] {
        [DiskStats::default(); 2]
    }
}
