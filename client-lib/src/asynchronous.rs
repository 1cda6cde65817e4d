//! The asynchronous form: futures that any runtime can await.

use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::client::{bytes, os_strings};
use crate::error::Result;
use crate::fs::{self, Extent, Listing, OpenFile, SetXattr, XattrOf};
use crate::process::Submit;
use crate::{Allocate, Client, DirEntry, Metadata, OpenOptions, SetTime, Statfs};

/// A [`Client`](crate::Client) whose calls are futures. They are `Send`, need no particular runtime, and run on the
/// client's service thread: any number may be in flight from one task. A call begins when it is made, and goes on when
/// its future is dropped.
///
/// ```no_run
/// # async fn example(client: osmia_client::Client) -> osmia_client::Result<()> {
/// let files = client.asynchronous();
/// let file = files.create("/log", 0o644).await?;
/// let (first, second) = (file.pwrite(vec![1; 4096], 0), file.pwrite(vec![2; 4096], 4096));
/// first.await?;
/// second.await?;
/// file.close().await
/// # }
/// ```
#[derive(Clone, Debug)]
pub struct AsyncClient(pub(crate) Client);

impl AsyncClient {
    /// The blocking form.
    pub fn blocking(&self) -> &Client {
        &self.0
    }

    fn owned(path: impl AsRef<Path>) -> Vec<u8> {
        bytes(path.as_ref()).to_vec()
    }

    fn owned_name(name: impl AsRef<OsStr>) -> Vec<u8> {
        name.as_ref().as_bytes().to_vec()
    }

    /// As [`Client::open`].
    pub fn open(&self, path: impl AsRef<Path>, options: &OpenOptions) -> Submit<AsyncFile> {
        let (path, options, client) = (Self::owned(path), options.clone(), self.0.clone());
        self.0.0.submit(async move |lane| {
            let open = fs::open(lane, &path, &options).await?;
            Ok(AsyncFile(Arc::new(AsyncOpen { client, open })))
        })
    }

    /// As [`Client::create`].
    pub fn create(&self, path: impl AsRef<Path>, mode: u32) -> Submit<AsyncFile> {
        self.open(path, &OpenOptions::new().write(true).create(true).truncate(true).mode(mode))
    }

    /// As [`Client::stat`].
    pub fn stat(&self, path: impl AsRef<Path>) -> Submit<Metadata> {
        let path = Self::owned(path);
        self.0.0.submit(async move |lane| fs::stat(lane, &path).await)
    }

    /// As [`Client::lstat`].
    pub fn lstat(&self, path: impl AsRef<Path>) -> Submit<Metadata> {
        let path = Self::owned(path);
        self.0.0.submit(async move |lane| fs::lstat(lane, &path).await)
    }

    /// As [`Client::symlink`].
    pub fn symlink(&self, target: impl AsRef<Path>, link: impl AsRef<Path>) -> Submit<()> {
        let (target, link) = (Self::owned(target), Self::owned(link));
        self.0.0.submit(async move |lane| fs::symlink(lane, &target, &link).await)
    }

    /// As [`Client::read_link`].
    pub fn read_link(&self, path: impl AsRef<Path>) -> Submit<PathBuf> {
        let path = Self::owned(path);
        self.0.0.submit(async move |lane| {
            let target = fs::read_link(lane, &path).await?;
            Ok(PathBuf::from(OsString::from_vec(target)))
        })
    }

    /// As [`Client::hard_link`].
    pub fn hard_link(&self, original: impl AsRef<Path>, link: impl AsRef<Path>) -> Submit<()> {
        let (original, link) = (Self::owned(original), Self::owned(link));
        self.0.0.submit(async move |lane| fs::hard_link(lane, &original, &link).await)
    }

    /// As [`Client::mknod`].
    pub fn mknod(&self, path: impl AsRef<Path>, mode: u32, rdev: u64) -> Submit<()> {
        let path = Self::owned(path);
        self.0.0.submit(async move |lane| fs::mknod(lane, &path, mode, rdev).await)
    }

    /// As [`Client::chmod`].
    pub fn chmod(&self, path: impl AsRef<Path>, mode: u32) -> Submit<()> {
        let path = Self::owned(path);
        self.0.0.submit(async move |lane| fs::chmod(lane, &path, mode).await)
    }

    /// As [`Client::chown`].
    pub fn chown(&self, path: impl AsRef<Path>, uid: Option<u32>, gid: Option<u32>) -> Submit<()> {
        let path = Self::owned(path);
        self.0.0.submit(async move |lane| fs::chown(lane, &path, uid, gid).await)
    }

    /// As [`Client::lchown`].
    pub fn lchown(&self, path: impl AsRef<Path>, uid: Option<u32>, gid: Option<u32>) -> Submit<()> {
        let path = Self::owned(path);
        self.0.0.submit(async move |lane| fs::lchown(lane, &path, uid, gid).await)
    }

    /// As [`Client::utimens`].
    pub fn utimens(&self, path: impl AsRef<Path>, atime: SetTime, mtime: SetTime) -> Submit<()> {
        let path = Self::owned(path);
        self.0.0.submit(async move |lane| fs::utimens(lane, &path, atime, mtime).await)
    }

    /// As [`Client::lutimens`].
    pub fn lutimens(&self, path: impl AsRef<Path>, atime: SetTime, mtime: SetTime) -> Submit<()> {
        let path = Self::owned(path);
        self.0.0.submit(async move |lane| fs::lutimens(lane, &path, atime, mtime).await)
    }

    /// As [`Client::truncate`].
    pub fn truncate(&self, path: impl AsRef<Path>, size: u64) -> Submit<()> {
        let path = Self::owned(path);
        self.0.0.submit(async move |lane| fs::truncate(lane, &path, size).await)
    }

    /// As [`Client::read_dir`].
    pub fn read_dir(&self, path: impl AsRef<Path>) -> Submit<AsyncReadDir> {
        let (path, client) = (Self::owned(path), self.0.clone());
        self.0.0.submit(async move |lane| {
            let listing = fs::open_dir(lane, &path, true).await?;
            Ok(AsyncReadDir { client, listing })
        })
    }

    /// As [`Client::mkdir`].
    pub fn mkdir(&self, path: impl AsRef<Path>, mode: u32) -> Submit<()> {
        let path = Self::owned(path);
        self.0.0.submit(async move |lane| fs::mkdir(lane, &path, mode).await)
    }

    /// As [`Client::getxattr`].
    pub fn getxattr(&self, path: impl AsRef<Path>, name: impl AsRef<OsStr>) -> Submit<Vec<u8>> {
        let (path, name) = (Self::owned(path), Self::owned_name(name));
        self.0.0.submit(async move |lane| fs::getxattr(lane, XattrOf::Path(&path), &name).await)
    }

    /// As [`Client::setxattr`].
    pub fn setxattr(
        &self,
        path: impl AsRef<Path>,
        name: impl AsRef<OsStr>,
        value: Vec<u8>,
        how: SetXattr,
    ) -> Submit<()> {
        let (path, name) = (Self::owned(path), Self::owned_name(name));
        self.0.0.submit(async move |lane| fs::setxattr(lane, XattrOf::Path(&path), &name, &value, how).await)
    }

    /// As [`Client::removexattr`].
    pub fn removexattr(&self, path: impl AsRef<Path>, name: impl AsRef<OsStr>) -> Submit<()> {
        let (path, name) = (Self::owned(path), Self::owned_name(name));
        self.0.0.submit(async move |lane| fs::removexattr(lane, XattrOf::Path(&path), &name).await)
    }

    /// As [`Client::listxattr`].
    pub fn listxattr(&self, path: impl AsRef<Path>) -> Submit<Vec<OsString>> {
        let path = Self::owned(path);
        self.0.0.submit(async move |lane| fs::listxattr(lane, XattrOf::Path(&path)).await.map(os_strings))
    }

    /// As [`Client::lgetxattr`].
    pub fn lgetxattr(&self, path: impl AsRef<Path>, name: impl AsRef<OsStr>) -> Submit<Vec<u8>> {
        let (path, name) = (Self::owned(path), Self::owned_name(name));
        self.0.0.submit(async move |lane| fs::getxattr(lane, XattrOf::Link(&path), &name).await)
    }

    /// As [`Client::lsetxattr`].
    pub fn lsetxattr(
        &self,
        path: impl AsRef<Path>,
        name: impl AsRef<OsStr>,
        value: Vec<u8>,
        how: SetXattr,
    ) -> Submit<()> {
        let (path, name) = (Self::owned(path), Self::owned_name(name));
        self.0.0.submit(async move |lane| fs::setxattr(lane, XattrOf::Link(&path), &name, &value, how).await)
    }

    /// As [`Client::lremovexattr`].
    pub fn lremovexattr(&self, path: impl AsRef<Path>, name: impl AsRef<OsStr>) -> Submit<()> {
        let (path, name) = (Self::owned(path), Self::owned_name(name));
        self.0.0.submit(async move |lane| fs::removexattr(lane, XattrOf::Link(&path), &name).await)
    }

    /// As [`Client::llistxattr`].
    pub fn llistxattr(&self, path: impl AsRef<Path>) -> Submit<Vec<OsString>> {
        let path = Self::owned(path);
        self.0.0.submit(async move |lane| fs::listxattr(lane, XattrOf::Link(&path)).await.map(os_strings))
    }

    /// As [`Client::rename`].
    pub fn rename(&self, from: impl AsRef<Path>, to: impl AsRef<Path>) -> Submit<()> {
        self.rename_flags(from.as_ref(), to.as_ref(), 0)
    }

    /// As [`Client::rename_noreplace`].
    pub fn rename_noreplace(&self, from: impl AsRef<Path>, to: impl AsRef<Path>) -> Submit<()> {
        self.rename_flags(from.as_ref(), to.as_ref(), libc::RENAME_NOREPLACE)
    }

    /// As [`Client::rename_exchange`].
    pub fn rename_exchange(&self, one: impl AsRef<Path>, other: impl AsRef<Path>) -> Submit<()> {
        self.rename_flags(one.as_ref(), other.as_ref(), libc::RENAME_EXCHANGE)
    }

    fn rename_flags(&self, from: &Path, to: &Path, flags: u32) -> Submit<()> {
        let (from, to) = (Self::owned(from), Self::owned(to));
        self.0.0.submit(async move |lane| fs::rename(lane, &from, &to, flags).await)
    }

    /// As [`Client::unlink`].
    pub fn unlink(&self, path: impl AsRef<Path>) -> Submit<()> {
        let path = Self::owned(path);
        self.0.0.submit(async move |lane| fs::unlink(lane, &path).await)
    }

    /// As [`Client::rmdir`].
    pub fn rmdir(&self, path: impl AsRef<Path>) -> Submit<()> {
        let path = Self::owned(path);
        self.0.0.submit(async move |lane| fs::rmdir(lane, &path).await)
    }

    /// As [`Client::statfs`].
    pub fn statfs(&self) -> Submit<Statfs> {
        self.0.0.submit(async move |lane| fs::statfs(lane).await)
    }
}

/// An open file, in the asynchronous form. Cheap to clone; the last clone dropped closes the file, as
/// [`File`](crate::File) does.
#[derive(Clone)]
pub struct AsyncFile(Arc<AsyncOpen>);

struct AsyncOpen {
    client: Client,
    open: Arc<OpenFile>,
}

impl AsyncFile {
    fn submit<T: Send + 'static>(
        &self,
        call: impl for<'a> FnOnce(&'a crate::lane::Lane, &'a OpenFile) -> osmia_env::LocalFuture<'a, Result<T>>
        + Send
        + 'static,
    ) -> Submit<T> {
        let file = self.0.clone();
        self.0.client.0.submit(async move |lane| call(lane, &file.open).await)
    }

    /// As [`File::stat`](crate::File::stat).
    pub fn stat(&self) -> Submit<Metadata> {
        self.submit(|lane, open| Box::pin(fs::fstat(lane, open)))
    }

    /// As [`File::pread`](crate::File::pread): at most `len` bytes, fewer at the end of the file.
    pub fn pread(&self, len: usize, offset: u64) -> Submit<Vec<u8>> {
        self.submit(move |lane, open| {
            Box::pin(async move {
                let mut into = vec![0; len];
                let read = fs::read(lane, open, &mut into, offset).await?;
                into.truncate(read);
                Ok(into)
            })
        })
    }

    /// As [`File::pwrite`](crate::File::pwrite).
    pub fn pwrite(&self, from: Vec<u8>, offset: u64) -> Submit<usize> {
        self.submit(move |lane, open| {
            Box::pin(async move { fs::write(lane, open, &from, offset).await.map(|_| from.len()) })
        })
    }

    /// As [`File::fsync`](crate::File::fsync).
    pub fn fsync(&self) -> Submit<()> {
        self.submit(|lane, open| Box::pin(fs::fsync(lane, open)))
    }

    /// As [`File::truncate`](crate::File::truncate).
    pub fn truncate(&self, size: u64) -> Submit<()> {
        self.submit(move |lane, open| Box::pin(fs::ftruncate(lane, open, size)))
    }

    /// As [`File::getxattr`](crate::File::getxattr).
    pub fn getxattr(&self, name: impl AsRef<OsStr>) -> Submit<Vec<u8>> {
        let name = AsyncClient::owned_name(name);
        self.submit(|lane, open| {
            Box::pin(async move { fs::getxattr(lane, XattrOf::Open(open), &name).await })
        })
    }

    /// As [`File::setxattr`](crate::File::setxattr).
    pub fn setxattr(&self, name: impl AsRef<OsStr>, value: Vec<u8>, how: SetXattr) -> Submit<()> {
        let name = AsyncClient::owned_name(name);
        self.submit(move |lane, open| {
            Box::pin(async move { fs::setxattr(lane, XattrOf::Open(open), &name, &value, how).await })
        })
    }

    /// As [`File::removexattr`](crate::File::removexattr).
    pub fn removexattr(&self, name: impl AsRef<OsStr>) -> Submit<()> {
        let name = AsyncClient::owned_name(name);
        self.submit(|lane, open| {
            Box::pin(async move { fs::removexattr(lane, XattrOf::Open(open), &name).await })
        })
    }

    /// As [`File::listxattr`](crate::File::listxattr).
    pub fn listxattr(&self) -> Submit<Vec<OsString>> {
        self.submit(|lane, open| {
            Box::pin(async move { fs::listxattr(lane, XattrOf::Open(open)).await.map(os_strings) })
        })
    }

    /// As [`File::allocate`](crate::File::allocate).
    pub fn allocate(&self, what: Allocate, offset: u64, len: u64) -> Submit<()> {
        self.submit(move |lane, open| Box::pin(fs::allocate(lane, open, what, offset, len)))
    }

    /// As [`File::seek_data`](crate::File::seek_data).
    pub fn seek_data(&self, offset: u64) -> Submit<u64> {
        self.submit(move |lane, open| Box::pin(fs::seek(lane, open, Extent::Data, offset)))
    }

    /// As [`File::seek_hole`](crate::File::seek_hole).
    pub fn seek_hole(&self, offset: u64) -> Submit<u64> {
        self.submit(move |lane, open| Box::pin(fs::seek(lane, open, Extent::Hole, offset)))
    }

    /// As [`File::copy_range`](crate::File::copy_range).
    pub fn copy_range(&self, offset: u64, to: &AsyncFile, to_offset: u64, len: u64) -> Submit<u64> {
        let to = to.0.clone();
        self.submit(move |lane, open| {
            Box::pin(async move { fs::copy_range(lane, (open, offset), (&to.open, to_offset), len).await })
        })
    }

    /// As [`File::close`](crate::File::close). Other clones of this file fail with EBADF from then on.
    pub fn close(self) -> Submit<()> {
        self.submit(|lane, open| Box::pin(fs::close(lane, open)))
    }

    /// The inode number.
    pub fn id(&self) -> osmia_protocol::InodeId {
        self.0.open.id()
    }
}

impl Drop for AsyncOpen {
    fn drop(&mut self) {
        if self.open.begin_drop() {
            let open = self.open.clone();
            self.client.0.submit_and_forget(async move |lane| {
                if let Err(error) = fs::close(lane, &open).await {
                    tracing::warn!(%error, "a dropped file could not be closed");
                }
            });
        }
    }
}

impl std::fmt::Debug for AsyncFile {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("AsyncFile").field("id", &self.id()).finish_non_exhaustive()
    }
}

/// A listing, in the asynchronous form.
pub struct AsyncReadDir {
    client: Client,
    listing: Listing,
}

impl AsyncReadDir {
    /// The next page of entries, in the order of [`ReadDir`](crate::ReadDir), and the listing to go on with; `None`
    /// at the end.
    pub fn next_page(self) -> Submit<Option<(Vec<DirEntry>, AsyncReadDir)>> {
        let AsyncReadDir { client, mut listing } = self;
        let process = client.0.clone();
        process.submit(async move |lane| {
            while !listing.at_end() {
                fs::next_page(lane, &mut listing).await?;
                let entries: Vec<DirEntry> = std::iter::from_fn(|| listing.pop()).collect();
                if !entries.is_empty() {
                    return Ok(Some((entries, AsyncReadDir { client, listing })));
                }
            }
            Ok(None)
        })
    }

    /// As [`ReadDir::seek`](crate::ReadDir::seek).
    pub fn seek(&mut self, cookie: u64) {
        self.listing.seek(cookie);
    }
}
