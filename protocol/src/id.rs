//! The ids of Osmia, each its own type. A bare integer is a count or a size.

use std::fmt;

macro_rules! id {
    ($(#[$doc:meta])* $name:ident($int:ty), $format:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
        pub struct $name(pub $int);
        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, $format, self.0)
            }
        }
        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, $format, self.0)
            }
        }
    };
}

id!(
    /// An inode: partition in the upper 16 bits, serial in the lower 48. Never reused. 0 is no inode.
    InodeId(u64), "{:#x}"
);
id!(
    /// The unit of placement: the cluster has 2^k of them, and the cluster map names each one's owner.
    Partition(u16), "partition {}"
);
id!(
    /// One core's share of a server: node number in the upper 16 bits, index within the node in the lower.
    /// Metadata and storage shards are numbered apart.
    ShardId(u32), "{:#x}"
);
id!(
    /// A directory, preallocated file or block device of one storage shard. Unique in the cluster.
    TargetId(u32), "{}"
);
id!(
    /// A client process at one shard. From a persisted range: never reused by that shard.
    SessionId(u64), "{:#x}"
);
id!(
    /// A client process, random.
    ClientId(u64), "{:#x}"
);
id!(
    /// One life of a shard's store: changes whenever unsynced state may have been lost.
    Incarnation(u64), "{}"
);

/// What a process is to the cluster; numbered as it travels in `wire::Hello.role` and `wire::ShardEntry.role`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Role {
    /// A process that uses the file system.
    Client = 0,
    /// A metadata shard.
    Metadata = 1,
    /// A storage shard.
    Storage = 2,
}

impl Role {
    /// Number from the wire of `Hello`; `None` for one that this version does not know.
    pub fn from_wire(number: u8) -> Option<Role> {
        match number {
            0 => Some(Role::Client),
            1 => Some(Role::Metadata),
            2 => Some(Role::Storage),
            _ => None,
        }
    }
    /// Number for the wire of `Hello`.
    pub fn to_wire(self) -> u8 {
        self as u8
    }
}

impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Role::Client => "client",
            Role::Metadata => "metadata shard",
            Role::Storage => "storage shard",
        })
    }
}

impl InodeId {
    /// The root directory. Its partition is 0.
    pub const ROOT: InodeId = InodeId(1);
    /// Bits of the serial.
    pub const SERIAL_BITS: u32 = 48;
    /// Largest serial.
    pub const SERIAL_MAX: u64 = (1 << Self::SERIAL_BITS) - 1;

    /// Joins a partition and a serial. Panics when the serial has more than 48 bits: serials come from our own
    /// counters, which stop before.
    pub fn new(partition: Partition, serial: u64) -> InodeId {
        assert!(serial <= Self::SERIAL_MAX, "serial {serial} of {partition} exceeds 48 bits");
        InodeId(u64::from(partition.0) << Self::SERIAL_BITS | serial)
    }
    /// The partition that owns this inode.
    pub fn partition(self) -> Partition {
        Partition((self.0 >> Self::SERIAL_BITS) as u16)
    }
    /// The serial within the partition.
    pub fn serial(self) -> u64 {
        self.0 & Self::SERIAL_MAX
    }
}

impl ShardId {
    /// Joins a node number and a shard index.
    pub fn new(node: u16, index: u16) -> ShardId {
        ShardId(u32::from(node) << 16 | u32::from(index))
    }
    /// Number of the node, as `id` in the configuration.
    pub fn node(self) -> u16 {
        (self.0 >> 16) as u16
    }
    /// Index of the shard on its node.
    pub fn index(self) -> u16 {
        self.0 as u16
    }
}

/// The cluster: 16 random bytes, made by `osmia format` on the first node.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct ClusterId(pub [u8; 16]);

impl fmt::Display for ClusterId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for ClusterId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl std::str::FromStr for ClusterId {
    type Err = String;

    fn from_str(text: &str) -> Result<ClusterId, String> {
        let wrong =
            || format!("cluster id {text:?}: want 32 hexadecimal digits, as `osmia format` prints them");
        if text.len() != 32 || !text.is_ascii() {
            return Err(wrong());
        }
        let mut bytes = [0; 16];
        for (i, byte) in bytes.iter_mut().enumerate() {
            *byte = u8::from_str_radix(&text[2 * i..2 * i + 2], 16).map_err(|_| wrong())?;
        }
        Ok(ClusterId(bytes))
    }
}

impl TryFrom<&[u8]> for ClusterId {
    type Error = std::array::TryFromSliceError;

    fn try_from(bytes: &[u8]) -> Result<ClusterId, Self::Error> {
        bytes.try_into().map(ClusterId)
    }
}
