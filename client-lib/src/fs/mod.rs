//! The calls, one function each.

use std::collections::VecDeque;
use std::sync::Arc;

use osmia_protocol::InodeId;

use crate::error::{Error, Result};
use crate::lane::Lane;
use crate::shared::TargetStats;
use crate::{DirEntry, Metadata, OpenOptions, Placement, SetTime, Statfs};

macro_rules! calls {
    ($($(#[$doc:meta])* $name:ident($($arg:ident: $ty:ty),*) -> $out:ty;)*) => {
        $($(#[$doc])*
        pub async fn $name(_lane: &Lane, $($arg: $ty),*) -> Result<$out> {
            $(let _ = $arg;)*
            Err(Error::new(libc::ENOSYS, stringify!($name)))
        })*
    };
}
calls! {
    /// open(2).
    open(path: &[u8], options: &OpenOptions) -> Arc<OpenFile>;
    /// stat(2).
    stat(path: &[u8]) -> Metadata;
    /// fstat(2).
    fstat(open: &OpenFile) -> Metadata;
    /// pread(2).
    read(open: &OpenFile, into: &mut [u8], offset: u64) -> usize;
    /// pwrite(2); gives the offset behind what was written. Without an offset, at the end.
    write(open: &OpenFile, from: &[u8], offset: Option<u64>) -> u64;
    /// fsync(2).
    fsync(open: &OpenFile) -> ();
    /// close(2).
    close(open: &OpenFile) -> ();
    /// ftruncate(2).
    ftruncate(open: &OpenFile, size: u64) -> ();
    /// fchmod(2).
    fchmod(open: &OpenFile, mode: u32) -> ();
    /// fchown(2).
    fchown(open: &OpenFile, uid: Option<u32>, gid: Option<u32>) -> ();
    /// futimens(2).
    futimens(open: &OpenFile, atime: SetTime, mtime: SetTime) -> ();
    /// chmod(2).
    chmod(path: &[u8], mode: u32) -> ();
    /// chown(2).
    chown(path: &[u8], uid: Option<u32>, gid: Option<u32>) -> ();
    /// utimensat(2).
    utimens(path: &[u8], atime: SetTime, mtime: SetTime) -> ();
    /// truncate(2).
    truncate(path: &[u8], size: u64) -> ();
    /// opendir(3).
    open_dir(path: &[u8], attributes: bool) -> Listing;
    /// Loads the next page of a listing.
    next_page(listing: &mut Listing) -> ();
    /// mkdir(2).
    mkdir(path: &[u8], mode: u32) -> ();
    /// renameat2(2).
    rename(from: &[u8], to: &[u8], flags: u32) -> ();
    /// unlink(2).
    unlink(path: &[u8]) -> ();
    /// rmdir(2).
    rmdir(path: &[u8]) -> ();
    /// statfs(2).
    statfs() -> Statfs;
    /// Room and use of each target.
    target_stats() -> Vec<TargetStats>;
    /// Asks for or sets a placement.
    placement(path: &[u8], set: Option<&Placement>) -> Placement;
    /// syncfs(2).
    sync_all() -> ();
}

/// An open file.
pub struct OpenFile {
    id: InodeId,
    created: bool,
}

impl OpenFile {
    /// The inode.
    pub fn id(&self) -> InodeId {
        self.id
    }
    /// Whether the open created it.
    pub fn created(&self) -> bool {
        self.created
    }
    pub(crate) fn begin_drop(&self) -> bool {
        false
    }
}

/// A directory being listed.
pub struct Listing {
    page: VecDeque<DirEntry>,
    cursor: u64,
    end: bool,
}

impl Listing {
    /// The next entry of the page.
    pub fn pop(&mut self) -> Option<DirEntry> {
        self.page.pop_front()
    }
    /// Whether no page is left.
    pub fn at_end(&self) -> bool {
        self.end && self.page.is_empty()
    }
    /// Goes on at a cookie.
    pub fn seek(&mut self, cookie: u64) {
        self.page.clear();
        self.end = false;
        self.cursor = cookie;
    }
}
