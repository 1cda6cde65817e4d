//! The client and its calls by path, in the blocking form.

use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::asynchronous::AsyncClient;
use crate::error::{Error, Result};
use crate::fs::{self, SetXattr, XattrOf};
use crate::lane::Lane;
use crate::map::ClusterMap;
use crate::metadata::{Metadata, Placement, SetTime, Statfs};
use crate::process::Process;
use crate::shared::TargetStats;
use crate::{ClientOptions, Counters, File, OpenOptions, ReadDir};

/// A file system, connected. Cheap to clone; all clones are one client, usable from any number of threads.
///
/// Each thread that makes blocking calls gets connections of its own, driven by that thread; one service thread of
/// the client keeps leases and sessions alive. The last clone dropped ends the sessions; [`shutdown`](Client::shutdown)
/// does so at once. Paths are bytes, and begin at the root of the file system with or without a slash.
///
/// After a fork(2), the child must connect anew: calls on the parent's client fail with EBADF there.
///
/// ```no_run
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// use std::io::{Read, Write};
/// let client = osmia_client::Client::connect("/etc/osmia/osmia.toml")?;
/// client.mkdir("/results", 0o755)?;
/// let mut file = client.create("/results/run-1", 0o644)?;
/// file.write_all(b"42\n")?;
/// file.close()?;
/// let mut text = String::new();
/// client.open("/results/run-1", &osmia_client::OpenOptions::new().read(true))?.read_to_string(&mut text)?;
/// assert_eq!(text, "42\n");
/// for entry in client.read_dir("/results")? {
///     let entry = entry?;
///     println!("{:?} {:?}", entry.name(), entry.metadata().map(|metadata| metadata.size));
/// }
/// # Ok(()) }
/// ```
#[derive(Clone)]
pub struct Client(pub(crate) Arc<Process>);

impl Client {
    /// Connects to the cluster of a configuration file, with the defaults of [`ClientOptions`].
    ///
    /// # Errors
    /// EINVAL with every fault of the file named; ETIMEDOUT or what the last server said when no metadata shard
    /// answers within `give_up_ms`.
    pub fn connect(config: impl AsRef<Path>) -> Result<Client> {
        Client::connect_with(config, ClientOptions::default())
    }

    /// As [`connect`](Client::connect), with options; those that are `None` are taken from the file.
    pub fn connect_with(config: impl AsRef<Path>, options: ClientOptions) -> Result<Client> {
        Process::connect_with(config.as_ref(), options).map(Client)
    }

    /// Connects to the cluster of any of its metadata shards, by its address: `tcp://IP:PORT` or `shm:///PATH`.
    pub fn connect_to(address: &str, options: ClientOptions) -> Result<Client> {
        Process::connect_to(address, options).map(Client)
    }

    /// Ends the client: sends what is still to be sent, ends its sessions, and closes its connections. Files that
    /// are still open lose their opens. Later calls on any clone fail with EBADF. Does nothing the second time.
    pub fn shutdown(&self) -> Result<()> {
        self.0.shutdown()
    }

    /// The asynchronous form of this client.
    pub fn asynchronous(&self) -> AsyncClient {
        AsyncClient(self.clone())
    }

    /// What this client has sent so far, on all threads.
    pub fn counters(&self) -> Counters {
        self.0.counters()
    }

    /// The cluster map that this client works by.
    pub fn cluster_map(&self) -> Arc<ClusterMap> {
        self.0.cluster_map()
    }

    /// Opens a file or directory, and creates the file where the options say so.
    ///
    /// # Errors
    /// As open(2).
    pub fn open(&self, path: impl AsRef<Path>, options: &OpenOptions) -> Result<File> {
        let path = bytes(path.as_ref());
        let open = self.block(async |lane| fs::open(lane, path, options).await)?;
        Ok(File::new(self.clone(), open))
    }

    /// Creates a file, or cuts an existing one to nothing, and opens it for writing: creat(2).
    pub fn create(&self, path: impl AsRef<Path>, mode: u32) -> Result<File> {
        self.open(path, &OpenOptions::new().write(true).create(true).truncate(true).mode(mode))
    }

    /// Attributes: stat(2).
    pub fn stat(&self, path: impl AsRef<Path>) -> Result<Metadata> {
        let path = bytes(path.as_ref());
        self.block(async |lane| fs::stat(lane, path).await)
    }

    /// Attributes of what a path names, be it a symbolic link: lstat(2).
    pub fn lstat(&self, path: impl AsRef<Path>) -> Result<Metadata> {
        let path = bytes(path.as_ref());
        self.block(async |lane| fs::lstat(lane, path).await)
    }

    /// Sets the permission bits: chmod(2).
    pub fn chmod(&self, path: impl AsRef<Path>, mode: u32) -> Result<()> {
        let path = bytes(path.as_ref());
        self.block(async |lane| fs::chmod(lane, path, mode).await)
    }

    /// Sets owner and group, each where given: chown(2).
    pub fn chown(&self, path: impl AsRef<Path>, uid: Option<u32>, gid: Option<u32>) -> Result<()> {
        let path = bytes(path.as_ref());
        self.block(async |lane| fs::chown(lane, path, uid, gid).await)
    }

    /// As [`chown`](Client::chown), of a symbolic link itself: lchown(2).
    pub fn lchown(&self, path: impl AsRef<Path>, uid: Option<u32>, gid: Option<u32>) -> Result<()> {
        let path = bytes(path.as_ref());
        self.block(async |lane| fs::lchown(lane, path, uid, gid).await)
    }

    /// Sets the times of access and modification: utimensat(2).
    pub fn utimens(&self, path: impl AsRef<Path>, atime: SetTime, mtime: SetTime) -> Result<()> {
        let path = bytes(path.as_ref());
        self.block(async |lane| fs::utimens(lane, path, atime, mtime).await)
    }

    /// As [`utimens`](Client::utimens), of a symbolic link itself: utimensat(2) with AT_SYMLINK_NOFOLLOW.
    pub fn lutimens(&self, path: impl AsRef<Path>, atime: SetTime, mtime: SetTime) -> Result<()> {
        let path = bytes(path.as_ref());
        self.block(async |lane| fs::lutimens(lane, path, atime, mtime).await)
    }

    /// Sets the size: truncate(2).
    pub fn truncate(&self, path: impl AsRef<Path>, size: u64) -> Result<()> {
        let path = bytes(path.as_ref());
        self.block(async |lane| fs::truncate(lane, path, size).await)
    }

    /// Lists a directory, page by page in bounded memory, with attributes. `.` and `..` are not listed.
    pub fn read_dir(&self, path: impl AsRef<Path>) -> Result<ReadDir> {
        let path = bytes(path.as_ref());
        let listing = self.block(async |lane| fs::open_dir(lane, path, true).await)?;
        Ok(ReadDir::new(self.clone(), listing))
    }

    /// As [`read_dir`](Client::read_dir), names and kinds only: cheaper.
    pub fn read_dir_names(&self, path: impl AsRef<Path>) -> Result<ReadDir> {
        let path = bytes(path.as_ref());
        let listing = self.block(async |lane| fs::open_dir(lane, path, false).await)?;
        Ok(ReadDir::new(self.clone(), listing))
    }

    /// Makes a directory: mkdir(2).
    pub fn mkdir(&self, path: impl AsRef<Path>, mode: u32) -> Result<()> {
        let path = bytes(path.as_ref());
        self.block(async |lane| fs::mkdir(lane, path, mode).await)
    }

    /// Makes `link` a symbolic link that says `target`, as it is given: symlink(2). Where it leads is looked up when it is
    /// followed: a relative `target` from the directory of the link, an absolute one from the root of this file system.
    ///
    /// Durable as every change of names is: [`sync`](Client::sync) waits for it.
    ///
    /// # Errors
    /// EEXIST when `link` is there, as a link or otherwise; ENOENT for an empty `target`, ENAMETOOLONG for over 4,095
    /// bytes; ENOENT when `link` ends in a slash.
    pub fn symlink(&self, target: impl AsRef<Path>, link: impl AsRef<Path>) -> Result<()> {
        let (target, link) = (bytes(target.as_ref()), bytes(link.as_ref()));
        self.block(async |lane| fs::symlink(lane, target, link).await)
    }

    /// What a symbolic link says: readlink(2).
    ///
    /// # Errors
    /// EINVAL when it is no symbolic link.
    pub fn read_link(&self, path: impl AsRef<Path>) -> Result<PathBuf> {
        let path = bytes(path.as_ref());
        let target = self.block(async |lane| fs::read_link(lane, path).await)?;
        Ok(PathBuf::from(OsString::from_vec(target)))
    }

    /// Gives the file `original` the further name `link`: link(2). Both names are equal; the file goes with the last. Of a
    /// symbolic link, the link itself gets a further name. `link` may lie in any directory, at any server.
    ///
    /// # Errors
    /// EEXIST when `link` is there; EPERM when `original` is a directory; EMLINK when it has 65,000 names.
    pub fn hard_link(&self, original: impl AsRef<Path>, link: impl AsRef<Path>) -> Result<()> {
        let (original, link) = (bytes(original.as_ref()), bytes(link.as_ref()));
        self.block(async |lane| fs::hard_link(lane, original, link).await)
    }

    /// Makes a fifo, socket, device or empty file: mknod(2). `mode` has the type (S_IFIFO, S_IFSOCK, S_IFCHR, S_IFBLK,
    /// S_IFREG) and the permission bits before the umask; `rdev` is a device's number, as makedev(3) makes it, else 0.
    /// This library keeps such files and does not open them: that fails with ENXIO.
    ///
    /// # Errors
    /// EEXIST when `path` is there; EPERM for a device unless the caller is the super-user, and for a directory; EINVAL for
    /// another type.
    pub fn mknod(&self, path: impl AsRef<Path>, mode: u32, rdev: u64) -> Result<()> {
        let path = bytes(path.as_ref());
        self.block(async |lane| fs::mknod(lane, path, mode, rdev).await)
    }

    /// The value of an extended attribute: getxattr(2). The namespaces of xattr(7) that are kept are `user`, `trusted` and
    /// `security`.
    ///
    /// # Errors
    /// ENODATA when there is no such attribute, EOPNOTSUPP for another namespace, ERANGE for a name of over 255 bytes.
    pub fn getxattr(&self, path: impl AsRef<Path>, name: impl AsRef<OsStr>) -> Result<Vec<u8>> {
        self.getxattr_of(XattrOf::Path(bytes(path.as_ref())), name.as_ref())
    }

    /// As [`getxattr`](Client::getxattr), of a symbolic link itself: lgetxattr(2).
    pub fn lgetxattr(&self, path: impl AsRef<Path>, name: impl AsRef<OsStr>) -> Result<Vec<u8>> {
        self.getxattr_of(XattrOf::Link(bytes(path.as_ref())), name.as_ref())
    }

    /// Sets an extended attribute: setxattr(2). Durable as every change of names is: [`sync`](Client::sync) waits for it.
    ///
    /// # Errors
    /// EEXIST and ENODATA as `how` says; E2BIG for a value of over 65,536 bytes, ENOSPC when all names and values of the
    /// file would be more than that; EPERM for `user` attributes of what is neither file nor directory, and for other
    /// namespaces unless the caller is the super-user; EOPNOTSUPP, ERANGE as [`getxattr`](Client::getxattr).
    pub fn setxattr(
        &self,
        path: impl AsRef<Path>,
        name: impl AsRef<OsStr>,
        value: impl AsRef<[u8]>,
        how: SetXattr,
    ) -> Result<()> {
        self.setxattr_of(XattrOf::Path(bytes(path.as_ref())), name.as_ref(), value.as_ref(), how)
    }

    /// As [`setxattr`](Client::setxattr), of a symbolic link itself: lsetxattr(2).
    pub fn lsetxattr(
        &self,
        path: impl AsRef<Path>,
        name: impl AsRef<OsStr>,
        value: impl AsRef<[u8]>,
        how: SetXattr,
    ) -> Result<()> {
        self.setxattr_of(XattrOf::Link(bytes(path.as_ref())), name.as_ref(), value.as_ref(), how)
    }

    /// Removes an extended attribute: removexattr(2).
    ///
    /// # Errors
    /// ENODATA when there is no such attribute; else as [`setxattr`](Client::setxattr).
    pub fn removexattr(&self, path: impl AsRef<Path>, name: impl AsRef<OsStr>) -> Result<()> {
        self.removexattr_of(XattrOf::Path(bytes(path.as_ref())), name.as_ref())
    }

    /// As [`removexattr`](Client::removexattr), of a symbolic link itself: lremovexattr(2).
    pub fn lremovexattr(&self, path: impl AsRef<Path>, name: impl AsRef<OsStr>) -> Result<()> {
        self.removexattr_of(XattrOf::Link(bytes(path.as_ref())), name.as_ref())
    }

    /// Names of the extended attributes: listxattr(2). Those of the namespace `trusted` are for the super-user.
    pub fn listxattr(&self, path: impl AsRef<Path>) -> Result<Vec<OsString>> {
        self.listxattr_of(XattrOf::Path(bytes(path.as_ref())))
    }

    /// As [`listxattr`](Client::listxattr), of a symbolic link itself: llistxattr(2).
    pub fn llistxattr(&self, path: impl AsRef<Path>) -> Result<Vec<OsString>> {
        self.listxattr_of(XattrOf::Link(bytes(path.as_ref())))
    }

    pub(crate) fn getxattr_of(&self, of: XattrOf<'_>, name: &OsStr) -> Result<Vec<u8>> {
        self.block(async |lane| fs::getxattr(lane, of, name.as_bytes()).await)
    }

    pub(crate) fn setxattr_of(
        &self,
        of: XattrOf<'_>,
        name: &OsStr,
        value: &[u8],
        how: SetXattr,
    ) -> Result<()> {
        self.block(async |lane| fs::setxattr(lane, of, name.as_bytes(), value, how).await)
    }

    pub(crate) fn removexattr_of(&self, of: XattrOf<'_>, name: &OsStr) -> Result<()> {
        self.block(async |lane| fs::removexattr(lane, of, name.as_bytes()).await)
    }

    pub(crate) fn listxattr_of(&self, of: XattrOf<'_>) -> Result<Vec<OsString>> {
        self.block(async |lane| fs::listxattr(lane, of).await).map(os_strings)
    }

    /// Gives a file or directory another name: rename(2). What had that name is replaced, in one step; a directory only when
    /// it is empty. Symbolic links are moved and replaced themselves. Both names may lie in any directory, at any server.
    pub fn rename(&self, from: impl AsRef<Path>, to: impl AsRef<Path>) -> Result<()> {
        let (from, to) = (bytes(from.as_ref()), bytes(to.as_ref()));
        self.block(async |lane| fs::rename(lane, from, to, 0).await)
    }

    /// As [`rename`](Client::rename), but fails with EEXIST when the new name is taken: renameat2(2) with
    /// RENAME_NOREPLACE.
    pub fn rename_noreplace(&self, from: impl AsRef<Path>, to: impl AsRef<Path>) -> Result<()> {
        let (from, to) = (bytes(from.as_ref()), bytes(to.as_ref()));
        self.block(async |lane| fs::rename(lane, from, to, libc::RENAME_NOREPLACE).await)
    }

    /// Exchanges what two names lead to, in one step: renameat2(2) with RENAME_EXCHANGE. Both must be there, and may be of any
    /// kind.
    pub fn rename_exchange(&self, one: impl AsRef<Path>, other: impl AsRef<Path>) -> Result<()> {
        let (one, other) = (bytes(one.as_ref()), bytes(other.as_ref()));
        self.block(async |lane| fs::rename(lane, one, other, libc::RENAME_EXCHANGE).await)
    }

    /// Removes a file's name; the file goes with its last close: unlink(2).
    pub fn unlink(&self, path: impl AsRef<Path>) -> Result<()> {
        let path = bytes(path.as_ref());
        self.block(async |lane| fs::unlink(lane, path).await)
    }

    /// Removes an empty directory: rmdir(2).
    pub fn rmdir(&self, path: impl AsRef<Path>) -> Result<()> {
        let path = bytes(path.as_ref());
        self.block(async |lane| fs::rmdir(lane, path).await)
    }

    /// Room and use of the file system: statfs(2).
    pub fn statfs(&self) -> Result<Statfs> {
        self.block(async |lane| fs::statfs(lane).await)
    }

    /// Room and use of each storage target, in the order of the map; an error stands where a target's server did
    /// not answer.
    pub fn target_stats(&self) -> Result<Vec<TargetStats>> {
        self.block(async |lane| fs::target_stats(lane).await)
    }

    /// Where directories made below `path` go.
    pub fn placement(&self, path: impl AsRef<Path>) -> Result<Placement> {
        let path = bytes(path.as_ref());
        self.block(async |lane| fs::placement(lane, path, None).await)
    }

    /// Sets where directories made below `path` go from now on: a policy of docs/placement.md, on `depth` levels below,
    /// `None` for all; the policy `default` undoes it. Gives what holds then.
    pub fn set_placement(
        &self,
        path: impl AsRef<Path>,
        policy: &str,
        depth: Option<u32>,
    ) -> Result<Placement> {
        let path = bytes(path.as_ref());
        self.block(async |lane| fs::placement(lane, path, Some((policy, depth))).await)
    }

    /// Returns when everything that this client has been told is done, is durable on all metadata shards:
    /// syncfs(2), without file data, which is each file's [`fsync`](File::fsync).
    pub fn sync(&self) -> Result<()> {
        self.block(async |lane| fs::sync_all(lane).await)
    }

    /// Runs a call on this thread's lane.
    pub(crate) fn block<T>(&self, call: impl AsyncFnOnce(&Lane) -> Result<T>) -> Result<T> {
        self.0.block(call)
    }
}

impl std::fmt::Debug for Client {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Client").field(&self.0.cluster_map().cluster).finish()
    }
}

pub(crate) fn bytes(path: &Path) -> &[u8] {
    path.as_os_str().as_bytes()
}

pub(crate) fn os_strings(names: Vec<Vec<u8>>) -> Vec<OsString> {
    names.into_iter().map(OsString::from_vec).collect()
}

#[allow(dead_code)]
fn is_send_and_sync() {
    fn check<T: Send + Sync>() {}
    check::<Client>();
    check::<File>();
    check::<Error>();
}
