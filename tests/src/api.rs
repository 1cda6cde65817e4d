//! A file system as the tests see it: paths as bytes, results as errno.

/// What a call gives, or its errno.
pub type Outcome<T> = Result<T, i32>;

/// Who calls.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Caller {
    /// Which client; 0 based.
    pub client: usize,
    /// Its user; 0 is the super-user. The group is the same number.
    pub uid: u32,
}

/// Attributes that are compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stat {
    /// Directory, or else a file.
    pub is_dir: bool,
    /// Permission bits.
    pub mode: u32,
    /// Owner.
    pub uid: u32,
    /// Group.
    pub gid: u32,
    /// Links.
    pub nlink: u32,
    /// Size; 0 for directories, whose size is each file system's own.
    pub size: u64,
    /// Modification time in seconds, where a call has set it to a known time; else 0.
    pub mtime: i64,
}

/// How to open.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct How {
    /// For reading.
    pub read: bool,
    /// For writing.
    pub write: bool,
    /// O_CREAT
    pub create: bool,
    /// O_EXCL
    pub exclusive: bool,
    /// O_TRUNC
    pub truncate: bool,
    /// O_APPEND
    pub append: bool,
}

/// A file system under test. A `handle` is a small number that the caller chooses; it is open from `open` to `close`.
/// The umask is 0.
pub trait Api {
    /// mkdir(2)
    fn mkdir(&mut self, caller: Caller, path: &[u8], mode: u32) -> Outcome<()>;
    /// rmdir(2)
    fn rmdir(&mut self, caller: Caller, path: &[u8]) -> Outcome<()>;
    /// unlink(2)
    fn unlink(&mut self, caller: Caller, path: &[u8]) -> Outcome<()>;
    /// rename(2)
    fn rename(&mut self, caller: Caller, from: &[u8], to: &[u8]) -> Outcome<()>;
    /// open(2), as this handle.
    fn open(&mut self, caller: Caller, path: &[u8], how: How, mode: u32, handle: usize) -> Outcome<()>;
    /// close(2)
    fn close(&mut self, handle: usize) -> Outcome<()>;
    /// pwrite(2); write(2) for a handle opened for appending.
    fn write(&mut self, handle: usize, offset: u64, data: &[u8]) -> Outcome<usize>;
    /// pread(2), until `len` bytes or the end of the file.
    fn read(&mut self, handle: usize, offset: u64, len: usize) -> Outcome<Vec<u8>>;
    /// fstat(2)
    fn fstat(&mut self, handle: usize) -> Outcome<Stat>;
    /// ftruncate(2)
    fn ftruncate(&mut self, handle: usize, size: u64) -> Outcome<()>;
    /// fsync(2)
    fn fsync(&mut self, handle: usize) -> Outcome<()>;
    /// stat(2)
    fn stat(&mut self, caller: Caller, path: &[u8]) -> Outcome<Stat>;
    /// truncate(2)
    fn truncate(&mut self, caller: Caller, path: &[u8], size: u64) -> Outcome<()>;
    /// chmod(2)
    fn chmod(&mut self, caller: Caller, path: &[u8], mode: u32) -> Outcome<()>;
    /// chown(2)
    fn chown(&mut self, caller: Caller, path: &[u8], uid: u32, gid: u32) -> Outcome<()>;
    /// utimensat(2): both times, in seconds.
    fn utimens(&mut self, caller: Caller, path: &[u8], time: i64) -> Outcome<()>;
    /// All names of a directory but `.` and `..`, sorted.
    fn list(&mut self, caller: Caller, path: &[u8]) -> Outcome<Vec<Vec<u8>>>;
}
