//! An open file, in the blocking form.

use std::ffi::{OsStr, OsString};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::sync::Arc;

use osmia_protocol::stripe::FILE_BYTES_MAX;
use parking_lot::Mutex;

use crate::error::{Error, Result};
use crate::fs::{self, Extent, OpenFile, SetXattr, XattrOf};
use crate::{Allocate, Client, Metadata, SetTime};

/// An open file (or directory). Reads and writes go straight to the storage targets: nothing is cached here.
///
/// [`close`](File::close) reports the size of what was written, and errors; dropping does the same and can only log
/// them. May be used from several threads: [`pread`](File::pread) and [`pwrite`](File::pwrite) run at once, calls with
/// the cursor take turns.
pub struct File {
    client: Client,
    open: Arc<OpenFile>,
    cursor: Mutex<u64>,
}

impl File {
    pub(crate) fn new(client: Client, open: Arc<OpenFile>) -> File {
        File { client, open, cursor: Mutex::new(0) }
    }

    /// Attributes, with the size as this handle's writes have left it: fstat(2).
    pub fn stat(&self) -> Result<Metadata> {
        self.client.block(async |lane| fs::fstat(lane, &self.open).await)
    }

    /// Reads at `offset`, without the cursor: pread(2). Gives the bytes read: fewer than asked for only at the end
    /// of the file.
    pub fn pread(&self, into: &mut [u8], offset: u64) -> Result<usize> {
        self.client.block(async |lane| fs::read(lane, &self.open, into, offset).await)
    }

    /// Writes at `offset`, without the cursor (to the end, with append): pwrite(2). Gives the bytes written, which
    /// are all.
    ///
    /// The bytes are at their servers on return, and visible to readers that know the file's size; the size is told
    /// to others by [`fsync`](File::fsync) and [`close`](File::close).
    pub fn pwrite(&self, from: &[u8], offset: u64) -> Result<usize> {
        self.client.block(async |lane| fs::write(lane, &self.open, from, offset).await).map(|_| from.len())
    }

    /// Returns when the content, size and name are durable: fsync(2).
    ///
    /// # Errors
    /// EIO, once per handle, when a server lost what this handle had written since the last fsync.
    pub fn fsync(&self) -> Result<()> {
        self.client.block(async |lane| fs::fsync(lane, &self.open).await)
    }

    /// Sets the size: ftruncate(2).
    pub fn truncate(&self, size: u64) -> Result<()> {
        self.client.block(async |lane| fs::ftruncate(lane, &self.open, size).await)
    }

    /// Gives a range space, takes it away, or zeroes it: fallocate(2). A file that it makes longer has its new size at once
    /// for this client, and for others as after [`pwrite`](File::pwrite).
    ///
    /// # Errors
    /// As fallocate(2). After ENOSPC the size is as it was; some of the range may have got space.
    pub fn allocate(&self, what: Allocate, offset: u64, len: u64) -> Result<()> {
        self.client.block(async |lane| fs::allocate(lane, &self.open, what, offset, len).await)
    }

    /// The first byte at or behind `offset` that is not in a hole: lseek(2) with SEEK_DATA. The cursor stays.
    ///
    /// # Errors
    /// ENXIO when there is none, or `offset` is at or behind the end.
    pub fn seek_data(&self, offset: u64) -> Result<u64> {
        self.client.block(async |lane| fs::seek(lane, &self.open, Extent::Data, offset).await)
    }

    /// The first byte at or behind `offset` that is in a hole: lseek(2) with SEEK_HOLE. The end of the file is one. The
    /// cursor stays.
    ///
    /// # Errors
    /// ENXIO when `offset` is at or behind the end.
    pub fn seek_hole(&self, offset: u64) -> Result<u64> {
        self.client.block(async |lane| fs::seek(lane, &self.open, Extent::Hole, offset).await)
    }

    /// Copies up to `len` bytes from `offset` to `to_offset` of a file (this one too) of the same client, without the
    /// cursors: copy_file_range(2). Gives the bytes copied: fewer where this file ends, or where an error came after the
    /// first. The data pass through this client, and holes become zeros.
    ///
    /// # Errors
    /// As copy_file_range(2); EXDEV for a file of another client.
    pub fn copy_range(&self, offset: u64, to: &File, to_offset: u64, len: u64) -> Result<u64> {
        let (from, to) = ((&*self.open, offset), (&*to.open, to_offset));
        self.client.block(async |lane| fs::copy_range(lane, from, to, len).await)
    }

    /// Sets the permission bits: fchmod(2).
    pub fn chmod(&self, mode: u32) -> Result<()> {
        self.client.block(async |lane| fs::fchmod(lane, &self.open, mode).await)
    }

    /// Sets owner and group, each where given: fchown(2).
    pub fn chown(&self, uid: Option<u32>, gid: Option<u32>) -> Result<()> {
        self.client.block(async |lane| fs::fchown(lane, &self.open, uid, gid).await)
    }

    /// Sets the times of access and modification: futimens(2).
    pub fn utimens(&self, atime: SetTime, mtime: SetTime) -> Result<()> {
        self.client.block(async |lane| fs::futimens(lane, &self.open, atime, mtime).await)
    }

    /// The value of an extended attribute: fgetxattr(2); as [`Client::getxattr`].
    pub fn getxattr(&self, name: impl AsRef<OsStr>) -> Result<Vec<u8>> {
        self.client.getxattr_of(XattrOf::Open(&self.open), name.as_ref())
    }

    /// Sets an extended attribute: fsetxattr(2); as [`Client::setxattr`]. Durable after [`fsync`](File::fsync).
    pub fn setxattr(&self, name: impl AsRef<OsStr>, value: impl AsRef<[u8]>, how: SetXattr) -> Result<()> {
        self.client.setxattr_of(XattrOf::Open(&self.open), name.as_ref(), value.as_ref(), how)
    }

    /// Removes an extended attribute: fremovexattr(2); as [`Client::removexattr`].
    pub fn removexattr(&self, name: impl AsRef<OsStr>) -> Result<()> {
        self.client.removexattr_of(XattrOf::Open(&self.open), name.as_ref())
    }

    /// Names of the extended attributes: flistxattr(2); as [`Client::listxattr`].
    pub fn listxattr(&self) -> Result<Vec<OsString>> {
        self.client.listxattr_of(XattrOf::Open(&self.open))
    }

    /// Closes: reports the size of what was written, and says what went wrong. Durable only after
    /// [`fsync`](File::fsync).
    ///
    /// # Errors
    /// Those of the report. The file is closed all the same.
    pub fn close(self) -> Result<()> {
        self.client.block(async |lane| fs::close(lane, &self.open).await)
    }

    /// The inode number.
    pub fn id(&self) -> osmia_protocol::InodeId {
        self.open.id()
    }

    /// Whether the open created the file.
    pub fn created(&self) -> bool {
        self.open.created()
    }
}

impl Drop for File {
    fn drop(&mut self) {
        if self.open.begin_drop() {
            let closed = self.client.block(async |lane| fs::close(lane, &self.open).await);
            if let Err(error) = closed {
                tracing::warn!(%error, "a dropped file could not be closed");
            }
        }
    }
}

impl std::fmt::Debug for File {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("File").field("id", &self.open.id()).finish_non_exhaustive()
    }
}

impl Read for &File {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let mut cursor = self.cursor.lock();
        let read = self.pread(into, *cursor)?;
        *cursor += read as u64;
        Ok(read)
    }
}

impl Write for &File {
    fn write(&mut self, from: &[u8]) -> io::Result<usize> {
        let mut cursor = self.cursor.lock();
        let end = self.client.block(async |lane| fs::write(lane, &self.open, from, *cursor).await)?;
        *cursor = end;
        Ok(from.len())
    }

    /// Does nothing: nothing is held back.
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Seek for &File {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let mut cursor = self.cursor.lock();
        let target = match to {
            SeekFrom::Start(offset) => i128::from(offset),
            SeekFrom::Current(distance) => i128::from(*cursor) + i128::from(distance),
            SeekFrom::End(distance) => i128::from(self.stat()?.size) + i128::from(distance),
        };
        match u64::try_from(target) {
            Ok(target) if target <= FILE_BYTES_MAX => *cursor = target,
            _ => return Err(Error::new(libc::EINVAL, "seek").into()),
        }
        Ok(*cursor)
    }
}

impl Read for File {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        (&*self).read(into)
    }
}

impl Write for File {
    fn write(&mut self, from: &[u8]) -> io::Result<usize> {
        (&*self).write(from)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Seek for File {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        (&*self).seek(to)
    }
}
