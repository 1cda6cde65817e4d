//! Bits that travel in messages.

/// `wire::Open.flags`.
pub mod open_flags {
    /// Content may be read.
    pub const READ: u32 = 1;
    /// Content may be written.
    pub const WRITE: u32 = 2;
    /// Create the file when the name is free.
    pub const CREATE: u32 = 4;
    /// With `CREATE`: fail with `Exists` when the name is taken.
    pub const EXCLUSIVE: u32 = 8;
    /// Cut an existing file to size 0. Needs `WRITE`.
    pub const TRUNCATE: u32 = 16;
    /// Every write goes to the end of the file.
    pub const APPEND: u32 = 32;
    /// Fail with `NotDirectory` unless it is a directory.
    pub const DIRECTORY: u32 = 64;
}

/// `wire::ObjAllocate.mode`: as Linux has them (fallocate(2)).
pub mod allocate_mode {
    /// The size stays.
    pub const KEEP_SIZE: u32 = 1;
    /// The range loses its space, and reads as zeros. With `KEEP_SIZE` only.
    pub const PUNCH_HOLE: u32 = 2;
    /// The range reads as zeros, and has space.
    pub const ZERO_RANGE: u32 = 16;
}

/// `wire::Setattr.valid`.
pub mod setattr_valid {
    /// Permission bits.
    pub const MODE: u32 = 1;
    /// Owner.
    pub const UID: u32 = 2;
    /// Group.
    pub const GID: u32 = 4;
    /// Size: a truncate.
    pub const SIZE: u32 = 8;
    /// Access time, as given.
    pub const ATIME: u32 = 16;
    /// Modification time, as given.
    pub const MTIME: u32 = 32;
    /// Access time becomes the server's time.
    pub const ATIME_NOW: u32 = 64;
    /// Modification time becomes the server's time.
    pub const MTIME_NOW: u32 = 128;
}

/// `wire::Attr.flags`.
pub mod inode_flags {
    /// Stripe objects may exist on the targets.
    pub const HAS_OBJECTS: u32 = 1;
    /// The content is in the metadata server.
    pub const INLINE: u32 = 2;
    /// It has extended attributes.
    pub const XATTRS: u32 = 4;
}
