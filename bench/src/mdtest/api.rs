//! What a file system must offer to be measured.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// A failed call: what the caller would hear, and more where the file system says more.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{text} (errno {errno})")]
pub struct ApiError {
    /// The errno.
    pub errno: i32,
    /// What went wrong, in words.
    pub text: String,
}

impl From<std::io::Error> for ApiError {
    fn from(error: std::io::Error) -> ApiError {
        ApiError { errno: error.raw_os_error().unwrap_or(libc::EIO), text: error.to_string() }
    }
}

impl From<rustix::io::Errno> for ApiError {
    fn from(errno: rustix::io::Errno) -> ApiError {
        ApiError::from(std::io::Error::from(errno))
    }
}

/// Result of a call.
pub type ApiResult<T> = Result<T, ApiError>;

/// What stat says that a check can use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Attributes {
    /// Whether it is a directory.
    pub is_directory: bool,
    /// Size in bytes.
    pub size_bytes: u64,
}

/// Space of the file system, as statfs gives it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Space {
    /// Bytes in all.
    pub bytes: u64,
    /// Bytes free.
    pub bytes_free: u64,
    /// Inodes in all; 0 where there is no such limit.
    pub inodes: u64,
    /// Inodes free.
    pub inodes_free: u64,
}

/// How a file is opened.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OpenMode {
    /// To read.
    Read,
    /// Made if missing, to write.
    Create,
    /// Made if missing, to write and read back.
    CreateReadBack,
}

/// Counts a client keeps that do not depend on the neighbours: messages, bytes. Empty where there are none.
pub type Counters = BTreeMap<String, u64>;

/// The calls of one rank. Paths are whole paths.
///
/// Every call that fails gives an errno; none may hang forever.
pub trait Api {
    /// An open file.
    type File;

    /// Name and value of what must be known to judge the figures: file system, durability, layout.
    fn describe(&mut self, path: &str) -> ApiResult<Vec<(String, String)>>;
    /// Space of the file system at `path`.
    fn space(&mut self, path: &str) -> ApiResult<Space>;
    /// Makes a directory.
    fn mkdir(&mut self, path: &str) -> ApiResult<()>;
    /// Removes an empty directory.
    fn rmdir(&mut self, path: &str) -> ApiResult<()>;
    /// Attributes.
    fn stat(&mut self, path: &str) -> ApiResult<Attributes>;
    /// Opens, and with the create modes makes, a file.
    fn open(&mut self, path: &str, mode: OpenMode) -> ApiResult<Self::File>;
    /// Writes all of `bytes` at `offset`.
    fn write(&mut self, file: &mut Self::File, bytes: &[u8], offset: u64) -> ApiResult<()>;
    /// Reads until `bytes` is full or the file ends; gives the count.
    fn read(&mut self, file: &mut Self::File, bytes: &mut [u8], offset: u64) -> ApiResult<usize>;
    /// Makes the file durable.
    fn fsync(&mut self, file: &mut Self::File) -> ApiResult<()>;
    /// Closes the file.
    fn close(&mut self, file: Self::File) -> ApiResult<()>;
    /// Removes a file.
    fn unlink(&mut self, path: &str) -> ApiResult<()>;
    /// Renames.
    fn rename(&mut self, from: &str, to: &str) -> ApiResult<()>;
    /// Tells `each` the names in a directory, without `.` and `..`.
    fn list(&mut self, path: &str, each: &mut dyn FnMut(&[u8])) -> ApiResult<()>;
    /// Makes everything durable.
    fn sync(&mut self) -> ApiResult<()>;
    /// Counts since the start.
    fn counters(&mut self) -> Counters;
}
