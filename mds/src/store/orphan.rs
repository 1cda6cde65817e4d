//! Orphan records: what is still to be done for an inode without a name, or for objects of a cut file.

use osmia_protocol::InodeId;

use super::codec::{DecodeError, Reader};
use super::inode::{Inode, STRIPES_MAX, Stripes};
use super::{Store, key};

/// The file was cut: its objects still have to be.
pub const CUT: u8 = 1;
/// The file was unlinked while open; its inode record goes with the last close.
pub const OPEN: u8 = 2;
/// The inode is gone: its objects still have to be removed.
pub const REMOVE: u8 = 3;

const VERSION: u8 = 1;

/// What an orphan record says; its key has the inode and one of [`CUT`], [`OPEN`], [`REMOVE`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Orphan {
    /// Truncate generation of the inode.
    pub generation: u32,
    /// Size that it left.
    pub cut: u64,
    /// Where the objects are.
    pub stripes: Stripes,
}

impl Orphan {
    /// Of an inode as it is now.
    pub fn of(inode: &Inode) -> Orphan {
        Orphan { generation: inode.generation, cut: inode.cut, stripes: inode.stripes.clone() }
    }

    /// The record.
    pub fn encode(&self) -> Vec<u8> {
        let mut value = vec![VERSION];
        value.extend_from_slice(&self.generation.to_le_bytes());
        value.extend_from_slice(&self.cut.to_le_bytes());
        value.extend_from_slice(&self.stripes.version.to_le_bytes());
        value.extend_from_slice(&self.stripes.stripe_bytes.to_le_bytes());
        value.extend_from_slice(&(self.stripes.targets.len() as u32).to_le_bytes());
        for target in &self.stripes.targets {
            value.extend_from_slice(&target.to_le_bytes());
        }
        value
    }

    /// Reads a record.
    ///
    /// # Errors
    /// When the bytes are none.
    pub fn decode(bytes: &[u8]) -> Result<Orphan, DecodeError> {
        let mut r = Reader::new("orphan", bytes);
        r.version(VERSION)?;
        let mut orphan = Orphan {
            generation: r.u32()?,
            cut: r.u64()?,
            stripes: Stripes { version: r.u32()?, stripe_bytes: r.u32()?, ..Stripes::default() },
        };
        let columns = r.u32()?;
        if columns as usize > STRIPES_MAX {
            return Err(r.wrong("too many stripe columns"));
        }
        for _ in 0..columns {
            orphan.stripes.targets.push(r.u32()?);
        }
        r.end()?;
        Ok(orphan)
    }
}

impl Store {
    /// Writes an orphan record of an inode.
    pub fn put_orphan(&mut self, inode: &Inode, why: u8) {
        self.put(key::orphan(inode.id, why), Orphan::of(inode).encode());
    }

    /// Removes one.
    pub fn delete_orphan(&mut self, id: InodeId, why: u8) {
        self.delete(key::orphan(id, why));
    }
}
