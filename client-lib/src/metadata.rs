//! What stat, readdir and statfs show.

use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt;
use std::time::{Duration, SystemTime};

use osmia_env::Timestamp;
use osmia_protocol::{InodeId, wire};

/// Attributes of a file or directory, as stat(2) has them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Metadata {
    /// Inode number, unique in the cluster and never reused.
    pub id: InodeId,
    /// Size in bytes.
    pub size: u64,
    /// 512-byte blocks.
    pub blocks: u64,
    /// Last access.
    pub atime: Timestamp,
    /// Last change of the content.
    pub mtime: Timestamp,
    /// Last change of the content or the attributes.
    pub ctime: Timestamp,
    /// Creation.
    pub btime: Timestamp,
    /// File type (S_IFMT) and permission bits, as in inode(7).
    pub mode: u32,
    /// Owner.
    pub uid: u32,
    /// Group.
    pub gid: u32,
    /// Names that lead to it; for a directory 2 and one per directory in it.
    pub nlink: u32,
    /// Of a device, its number, as makedev(3) makes it; else 0.
    pub rdev: u64,
}

impl Metadata {
    /// What it is.
    pub fn kind(&self) -> FileKind {
        FileKind::from_mode(self.mode)
    }

    /// Whether it is a directory.
    pub fn is_dir(&self) -> bool {
        self.mode & libc::S_IFMT == libc::S_IFDIR
    }

    /// Whether it is a regular file.
    pub fn is_file(&self) -> bool {
        self.mode & libc::S_IFMT == libc::S_IFREG
    }

    /// Whether it is a symbolic link, as [`lstat`](crate::Client::lstat) and listings show it.
    pub fn is_symlink(&self) -> bool {
        self.mode & libc::S_IFMT == libc::S_IFLNK
    }

    /// Size in bytes.
    #[allow(clippy::len_without_is_empty)]
    pub fn len(&self) -> u64 {
        self.size
    }

    /// The permission bits (0o7777).
    pub fn permissions(&self) -> u32 {
        self.mode & 0o7777
    }

    /// Last change of the content.
    pub fn modified(&self) -> SystemTime {
        system_time(self.mtime)
    }

    /// Last access.
    pub fn accessed(&self) -> SystemTime {
        system_time(self.atime)
    }

    /// Creation.
    pub fn created(&self) -> SystemTime {
        system_time(self.btime)
    }
}

impl From<&wire::Attr> for Metadata {
    fn from(attr: &wire::Attr) -> Metadata {
        Metadata {
            id: InodeId(attr.id),
            size: attr.size,
            blocks: attr.blocks,
            atime: Timestamp(attr.atime),
            mtime: Timestamp(attr.mtime),
            ctime: Timestamp(attr.ctime),
            btime: Timestamp(attr.btime),
            mode: attr.mode,
            uid: attr.uid,
            gid: attr.gid,
            nlink: attr.nlink,
            rdev: 0,
        }
    }
}

/// A timestamp as the standard library has it.
pub(crate) fn system_time(time: Timestamp) -> SystemTime {
    let distance = Duration::from_nanos(time.0.unsigned_abs());
    if time.0 >= 0 { SystemTime::UNIX_EPOCH + distance } else { SystemTime::UNIX_EPOCH - distance }
}

/// What a time is set to, as in utimensat(2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SetTime {
    /// Stays as it is.
    Keep,
    /// The server's time.
    Now,
    /// This time.
    To(Timestamp),
}

impl From<SystemTime> for SetTime {
    fn from(time: SystemTime) -> SetTime {
        let nanos = |duration: Duration| i64::try_from(duration.as_nanos()).unwrap_or(i64::MAX);
        SetTime::To(Timestamp(match time.duration_since(SystemTime::UNIX_EPOCH) {
            Ok(after) => nanos(after),
            Err(before) => -nanos(before.duration()),
        }))
    }
}

/// What a name leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileKind {
    /// A regular file.
    File,
    /// A directory.
    Directory,
    /// A symbolic link.
    Symlink,
    /// A named pipe.
    Fifo,
    /// A socket.
    Socket,
    /// A character device.
    CharDevice,
    /// A block device.
    BlockDevice,
    /// Something else, or not known without a stat.
    Other,
}

impl FileKind {
    /// From DT_* of readdir(3).
    pub(crate) fn from_dirent(kind: u8) -> FileKind {
        match kind {
            libc::DT_REG => FileKind::File,
            libc::DT_DIR => FileKind::Directory,
            libc::DT_LNK => FileKind::Symlink,
            libc::DT_FIFO => FileKind::Fifo,
            libc::DT_SOCK => FileKind::Socket,
            libc::DT_CHR => FileKind::CharDevice,
            libc::DT_BLK => FileKind::BlockDevice,
            _ => FileKind::Other,
        }
    }

    /// From S_IFMT of inode(7): DT_* are the same bits, shifted.
    pub(crate) fn from_mode(mode: u32) -> FileKind {
        FileKind::from_dirent(((mode & libc::S_IFMT) >> 12) as u8)
    }
}

/// One entry of a directory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DirEntry {
    pub(crate) name: Vec<u8>,
    pub(crate) id: InodeId,
    pub(crate) kind: FileKind,
    pub(crate) cookie: u64,
    pub(crate) metadata: Option<Metadata>,
}

impl DirEntry {
    /// Its name.
    pub fn name(&self) -> &OsStr {
        OsStr::from_bytes(&self.name)
    }

    /// Its name, owned.
    pub fn into_name(self) -> OsString {
        std::os::unix::ffi::OsStringExt::from_vec(self.name)
    }

    /// Its inode number.
    pub fn id(&self) -> InodeId {
        self.id
    }

    /// What it is.
    pub fn kind(&self) -> FileKind {
        self.kind
    }

    /// Where the listing goes on after this entry: for [`ReadDir::seek`](crate::ReadDir::seek), in this listing
    /// or a later one. It stays good while the directory changes.
    pub fn cookie(&self) -> u64 {
        self.cookie
    }

    /// Its attributes, when they were asked for and the directory's server holds them: for files always, for
    /// directories when they are placed at the same server.
    pub fn metadata(&self) -> Option<&Metadata> {
        self.metadata.as_ref()
    }
}

/// Room and use of the whole file system.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Statfs {
    /// Bytes on all storage targets.
    pub bytes_total: u64,
    /// Of these, free.
    pub bytes_free: u64,
    /// Files and directories.
    pub inodes: u64,
    /// Longest name, in bytes.
    pub name_bytes_max: u32,
}

/// Where new directories below a directory go (docs/placement.md).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placement {
    /// The policy's name, such as `random` or `pin:1.0`.
    pub policy: String,
    /// On how many levels below: 1 for those made in this very directory; `None`: on all.
    pub depth: Option<u32>,
    /// Who says so.
    pub source: PlacementSource,
}

/// Who says where new directories below a directory go.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlacementSource {
    /// The directory, or one above it.
    Directory,
    /// The rule of the configuration for this path.
    Rule(String),
    /// `cluster.placement` of the configuration.
    Default,
}
