//! Inode records and what dentries hold.

use osmia_protocol::{InodeId, wire};
use smallvec::SmallVec;

use super::codec::{DecodeError, Reader};
use crate::placement::Setting;

/// File type bits of a mode (inode(7)).
pub const TYPE_MASK: u32 = 0o170_000;
/// A regular file.
pub const TYPE_FILE: u32 = 0o100_000;
/// A directory.
pub const TYPE_DIRECTORY: u32 = 0o040_000;
/// A symbolic link.
pub const TYPE_SYMLINK: u32 = 0o120_000;
/// A character device.
pub const TYPE_CHARACTER: u32 = 0o020_000;
/// A block device.
pub const TYPE_BLOCK: u32 = 0o060_000;
/// A fifo.
pub const TYPE_FIFO: u32 = 0o010_000;
/// A socket.
pub const TYPE_SOCKET: u32 = 0o140_000;
/// Permission bits with set-user-id, set-group-id and sticky.
pub const PERMISSIONS: u32 = 0o7777;
/// DT_REG of readdir(3).
pub const KIND_FILE: u8 = 8;
/// DT_DIR of readdir(3).
pub const KIND_DIRECTORY: u8 = 4;
/// DT_LNK of readdir(3).
pub const KIND_SYMLINK: u8 = 10;

/// Kept with the flags of `protocol::inode_flags` but not sent: a `moved` record of this inode exists.
pub const FLAG_MOVED: u32 = 1 << 31;

const VERSION: u8 = 1;
/// Stripe columns at most: the count is one byte in the record.
pub const STRIPES_MAX: usize = 255;

/// How a file's data are cut over targets.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stripes {
    /// Raised by every change of the layout.
    pub version: u32,
    /// Bytes of a stripe unit.
    pub stripe_bytes: u32,
    /// Target of each column.
    pub targets: SmallVec<[u32; 4]>,
}

/// What only a directory has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DirectoryPart {
    /// Its parent; the root's is itself.
    pub parent: InodeId,
    /// Names in it.
    pub entries: u64,
    /// Where directories made below it go; `None`: as the configuration has it.
    pub placement: Option<Setting>,
}

/// An inode.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Inode {
    /// Its id.
    pub id: InodeId,
    /// Type and permission bits.
    pub mode: u32,
    /// Owner.
    pub uid: u32,
    /// Group.
    pub gid: u32,
    /// Names; for a directory 2 + its subdirectories.
    pub nlink: u32,
    /// Size in bytes.
    pub size: u64,
    /// Nanoseconds since the epoch.
    pub atime: i64,
    /// Of the content.
    pub mtime: i64,
    /// Of the inode.
    pub ctime: i64,
    /// Of its birth.
    pub btime: i64,
    /// Raised by every truncate that cuts.
    pub generation: u32,
    /// Bits of `protocol::inode_flags`, and [`FLAG_MOVED`].
    pub flags: u32,
    /// Size that the truncate of `generation` left.
    pub cut: u64,
    /// Of a file.
    pub stripes: Stripes,
    /// Of a directory.
    pub directory: Option<Box<DirectoryPart>>,
    /// Of a device: its number, as mknod(2) has it.
    pub rdev: u64,
    /// Of a symbolic link: what it says.
    pub target: Box<[u8]>,
}

impl Inode {
    /// One that is born at `time` and empty: a directory if it has a part for one, else a regular file.
    pub fn new(
        id: InodeId,
        permissions: u32,
        (uid, gid): (u32, u32),
        time: i64,
        directory: Option<DirectoryPart>,
    ) -> Inode {
        let (kind, nlink) = if directory.is_some() { (TYPE_DIRECTORY, 2) } else { (TYPE_FILE, 1) };
        Inode {
            id,
            mode: kind | permissions,
            uid,
            gid,
            nlink,
            size: 0,
            atime: time,
            mtime: time,
            ctime: time,
            btime: time,
            generation: 0,
            flags: 0,
            cut: 0,
            stripes: Stripes::default(),
            directory: directory.map(Box::new),
            rdev: 0,
            target: Box::default(),
        }
    }

    /// Whether it is a directory.
    pub fn is_directory(&self) -> bool {
        self.directory.is_some()
    }

    /// DT_* of readdir(3).
    pub fn kind(&self) -> u8 {
        // IFTODT of <dirent.h>.
        (self.mode >> 12) as u8 & 15
    }

    /// Whether it is a symbolic link.
    pub fn is_symlink(&self) -> bool {
        self.mode & TYPE_MASK == TYPE_SYMLINK
    }

    /// Whether it is a regular file.
    pub fn is_file(&self) -> bool {
        self.mode & TYPE_MASK == TYPE_FILE
    }

    /// Mode, owner and group.
    pub fn rights(&self) -> [u32; 3] {
        [self.mode, self.uid, self.gid]
    }

    /// What travels.
    pub fn attr(&self) -> wire::Attr {
        let blocks = if self.flags & osmia_protocol::flags::inode_flags::HAS_OBJECTS != 0 {
            self.size.div_ceil(512)
        } else {
            0
        };
        wire::Attr {
            id: self.id.0,
            size: self.size,
            blocks,
            atime: self.atime,
            mtime: self.mtime,
            ctime: self.ctime,
            btime: self.btime,
            mode: self.mode,
            uid: self.uid,
            gid: self.gid,
            nlink: self.nlink,
            generation: self.generation,
            flags: self.flags & !FLAG_MOVED,
        }
    }

    /// The record.
    pub fn encode(&self) -> Vec<u8> {
        let mut value = Vec::with_capacity(112 + 4 * self.stripes.targets.len());
        self.encode_into(&mut value);
        value
    }

    pub(super) fn encode_into(&self, value: &mut Vec<u8>) {
        let mut fixed = [0; 93];
        fixed[0] = VERSION;
        fixed[1..9].copy_from_slice(&self.id.0.to_le_bytes());
        fixed[9..13].copy_from_slice(&self.mode.to_le_bytes());
        fixed[13..17].copy_from_slice(&self.uid.to_le_bytes());
        fixed[17..21].copy_from_slice(&self.gid.to_le_bytes());
        fixed[21..25].copy_from_slice(&self.nlink.to_le_bytes());
        fixed[25..33].copy_from_slice(&self.size.to_le_bytes());
        fixed[33..41].copy_from_slice(&self.atime.to_le_bytes());
        fixed[41..49].copy_from_slice(&self.mtime.to_le_bytes());
        fixed[49..57].copy_from_slice(&self.ctime.to_le_bytes());
        fixed[57..65].copy_from_slice(&self.btime.to_le_bytes());
        fixed[65..69].copy_from_slice(&self.generation.to_le_bytes());
        fixed[69..73].copy_from_slice(&self.flags.to_le_bytes());
        fixed[73..81].copy_from_slice(&self.cut.to_le_bytes());
        fixed[81..85].copy_from_slice(&self.stripes.version.to_le_bytes());
        fixed[85..89].copy_from_slice(&self.stripes.stripe_bytes.to_le_bytes());
        let columns = u32::try_from(self.stripes.targets.len()).expect("stripes are at most STRIPES_MAX");
        fixed[89..93].copy_from_slice(&columns.to_le_bytes());
        value.extend_from_slice(&fixed);
        for target in &self.stripes.targets {
            value.extend_from_slice(&target.to_le_bytes());
        }
        if let Some(directory) = &self.directory {
            value.extend_from_slice(&directory.parent.0.to_le_bytes());
            value.extend_from_slice(&directory.entries.to_le_bytes());
            value.extend_from_slice(&Setting::encode(directory.placement));
        }
        match self.mode & TYPE_MASK {
            TYPE_CHARACTER | TYPE_BLOCK => value.extend_from_slice(&self.rdev.to_le_bytes()),
            TYPE_SYMLINK => {
                let len = u32::try_from(self.target.len()).expect("targets are at most PATH_MAX");
                value.extend_from_slice(&len.to_le_bytes());
                value.extend_from_slice(&self.target);
            }
            _ => {}
        }
    }

    /// Reads a record.
    ///
    /// # Errors
    /// When the bytes are none.
    pub fn decode(bytes: &[u8]) -> Result<Inode, DecodeError> {
        let mut r = Reader::new("inode", bytes);
        r.version(VERSION)?;
        let mut inode = Inode {
            id: InodeId(r.u64()?),
            mode: r.u32()?,
            uid: r.u32()?,
            gid: r.u32()?,
            nlink: r.u32()?,
            size: r.u64()?,
            atime: r.i64()?,
            mtime: r.i64()?,
            ctime: r.i64()?,
            btime: r.i64()?,
            generation: r.u32()?,
            flags: r.u32()?,
            cut: r.u64()?,
            stripes: Stripes { version: r.u32()?, stripe_bytes: r.u32()?, targets: SmallVec::new() },
            directory: None,
            rdev: 0,
            target: Box::default(),
        };
        let columns = r.u32()?;
        if columns as usize > STRIPES_MAX {
            return Err(r.wrong("too many stripe columns"));
        }
        for _ in 0..columns {
            inode.stripes.targets.push(r.u32()?);
        }
        if inode.mode & TYPE_MASK == TYPE_DIRECTORY {
            inode.directory = Some(Box::new(DirectoryPart {
                parent: InodeId(r.u64()?),
                entries: r.u64()?,
                placement: Setting::decode(r.array()?).map_err(|reason| r.wrong(reason))?,
            }));
        }
        match inode.mode & TYPE_MASK {
            TYPE_CHARACTER | TYPE_BLOCK => inode.rdev = r.u64()?,
            TYPE_SYMLINK => {
                let len = r.u32()?;
                inode.target = r.bytes(len as usize)?.into();
            }
            _ => {}
        }
        r.end()?;
        Ok(inode)
    }
}

/// What a dentry says of its child.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Child {
    /// Its id and kind (DT_*); the inode has a record of its own.
    Link {
        /// Of the child.
        id: InodeId,
        /// DT_*.
        kind: u8,
    },
    /// A file's inode, in the dentry itself.
    Embedded(Inode),
}

const LINK: u8 = 1;
const EMBEDDED: u8 = 2;

impl Child {
    /// The child's id.
    pub fn id(&self) -> InodeId {
        match self {
            Child::Link { id, .. } => *id,
            Child::Embedded(inode) => inode.id,
        }
    }

    /// DT_* of readdir(3).
    pub fn kind(&self) -> u8 {
        match self {
            Child::Link { kind, .. } => *kind,
            Child::Embedded(inode) => inode.kind(),
        }
    }

    /// Whether the child is a directory.
    pub fn is_directory(&self) -> bool {
        self.kind() == KIND_DIRECTORY
    }

    /// Value of a dentry that points to an inode.
    pub fn link(id: InodeId, kind: u8) -> Vec<u8> {
        let mut value = vec![LINK, kind];
        value.extend_from_slice(&id.0.to_le_bytes());
        value
    }

    /// Value of a dentry that holds a file's inode.
    pub fn embedded(inode: &Inode) -> Vec<u8> {
        let mut value = Vec::with_capacity(96 + 4 * inode.stripes.targets.len());
        value.push(EMBEDDED);
        inode.encode_into(&mut value);
        value
    }

    /// Reads a dentry's value.
    ///
    /// # Errors
    /// When the bytes are none.
    pub fn decode(bytes: &[u8]) -> Result<Child, DecodeError> {
        let mut r = Reader::new("dentry", bytes);
        match r.u8()? {
            LINK => {
                let child = Child::Link { kind: r.u8()?, id: InodeId(r.u64()?) };
                r.end()?;
                Ok(child)
            }
            EMBEDDED => Inode::decode(r.rest()).map(Child::Embedded),
            _ => Err(r.wrong("unknown version")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    pub(crate) fn file() -> Inode {
        Inode {
            id: InodeId(0x5_0000_0000_0009),
            mode: TYPE_FILE | 0o640,
            uid: 7,
            gid: 8,
            nlink: 1,
            size: 99,
            atime: -1,
            mtime: 2,
            ctime: 3,
            btime: 4,
            generation: 5,
            flags: FLAG_MOVED | 1,
            cut: 6,
            stripes: Stripes {
                version: 1,
                stripe_bytes: 1 << 20,
                targets: SmallVec::from_slice(&[1, 2, 3, 4, 5]),
            },
            directory: None,
            rdev: 0,
            target: Box::default(),
        }
    }

    /// What is encoded is decoded; a cut, lengthened or foreign record is an error, never a panic.
    #[test]
    fn round_trip() {
        let directory = |placement| {
            let part = DirectoryPart { parent: InodeId::ROOT, entries: 12, placement };
            Inode { mode: TYPE_DIRECTORY | 0o755, directory: Some(Box::new(part)), ..file() }
        };
        let policies = ["random", "round-robin", "hash", "parent", "least-used", "pin:3", "pin:3.1"];
        let setting = |text: &str| Setting { placement: text.parse().unwrap(), depth: 4 };
        let directories = policies.map(|text| directory(Some(setting(text))));
        let device = Inode { mode: TYPE_BLOCK | 0o600, rdev: 0x0801, ..file() };
        let symlink = Inode { mode: TYPE_SYMLINK | 0o777, target: Box::from(&b"../x"[..]), ..file() };
        let fifo = Inode { mode: TYPE_FIFO | 0o600, ..file() };
        for inode in directories.into_iter().chain([file(), directory(None), device, symlink, fifo]) {
            let bytes = inode.encode();
            assert_eq!(Inode::decode(&bytes).as_ref(), Ok(&inode));
            for len in 0..bytes.len() {
                assert!(Inode::decode(&bytes[..len]).is_err());
            }
            assert!(Inode::decode(&[&bytes[..], &[0]].concat()).is_err());
        }
        assert_eq!(Child::decode(&Child::embedded(&file())), Ok(Child::Embedded(file())));
        let link = Child::Link { id: InodeId(9), kind: KIND_DIRECTORY };
        assert_eq!(Child::decode(&Child::link(InodeId(9), KIND_DIRECTORY)), Ok(link));
        assert!(Child::decode(&[3, 0]).is_err() && Child::decode(&[]).is_err());
    }

    /// The bytes of version 1 stay readable.
    #[test]
    fn fixture() {
        let bytes = file().encode();
        let hex: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        assert_eq!(
            hex,
            "01090000000000050\
             0a081000007000000080000000100000063\
             00000000000000ffffffffffffffff020000000000000003000000000000000400000000000000050000000100\
             0080060000000000000001000000000010000500000001000000020000000300000004000000050000 00"
                .replace(' ', "")
        );
    }
}
