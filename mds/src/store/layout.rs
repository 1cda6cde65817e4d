//! Where a file's attributes are kept: the plug-in of the metadata layout, chosen at format.

use osmia_protocol::{InodeId, Status, name};

use super::edge::Edge;
use super::embedded::Embedded;
use super::inode::{Child, FLAG_MOVED, Inode};
use super::{Store, key};
use crate::stop::{Error, Stop};
use crate::txn::Change;

/// A file's inode, and where its name is. A directory's inode has a record of its own in every layout.
#[derive(Clone, Debug)]
pub struct Found {
    /// The inode.
    pub inode: Inode,
    /// Directory that holds its dentry; 0 when it has no name any more.
    pub dir: InodeId,
    /// Its name there, where the layout needs it for writing.
    pub name: Vec<u8>,
    /// The inode lies in the dentry, and has no record of its own. So only while the file has one name, and in the
    /// partition that its id names.
    pub embedded: bool,
}

/// A metadata layout. Calls that write never fail: all that they need was read before.
pub trait Layout {
    /// Its name in the configuration and the superblock.
    fn name(&self) -> &'static str;

    /// Tells the keys of records that are worth a place in the record cache. Inodes of directories are not: they are in
    /// memory as they are.
    fn cached(&self) -> fn(&[u8]) -> bool;

    /// The inode of a file's dentry. `Cold` and `Broken` as for every read.
    fn file(&self, store: &Store, child: Child) -> Result<Inode, Stop>;

    /// A file by its handle: the id, and where its dentry was when the client last heard (`dir` 0: unknown).
    /// `None` when it is gone.
    fn find(&self, store: &Store, id: InodeId, dir: InodeId, name: &[u8]) -> Result<Option<Found>, Stop>;

    /// Writes a new file and its dentry.
    fn create(&self, store: &mut Store, dir: InodeId, name: &[u8], inode: &Inode);

    /// Writes a file's changed inode.
    fn update(&self, store: &mut Store, found: &Found);

    /// Removes a file's dentry and its inode; with `keep` the inode stays as it is in `found`, in a record of its own: it
    /// has other names, or somebody has it open.
    fn remove(&self, store: &mut Store, found: &Found, keep: bool);

    /// Moves a file's dentry. Its name in `found` is the old one.
    fn rename(&self, store: &mut Store, found: &Found, dir: InodeId, name: &[u8]);

    /// What to write so that a file, which may lie in its dentry, has a record of its own and its dentry says so.
    fn settle(&self, found: &Found) -> Vec<Change> {
        if !found.embedded {
            return vec![Change::Put { key: key::inode(found.inode.id), value: found.inode.encode() }];
        }
        let mut inode = found.inode.clone();
        let mut changes = Vec::with_capacity(3);
        if inode.flags & FLAG_MOVED != 0 {
            inode.flags &= !FLAG_MOVED;
            changes.push(Change::Delete { key: key::moved(inode.id) });
        }
        changes.push(Change::Put { key: key::inode(inode.id), value: inode.encode() });
        let key = key::dentry(found.dir, name::hash(&found.name), &found.name);
        changes.push(Change::Put { key, value: Child::link(inode.id, inode.kind()) });
        changes
    }
}

/// The layout of a name, as configuration and superblock give it.
pub fn by_name(name: &str) -> Option<&'static dyn Layout> {
    let all: [&'static dyn Layout; 2] = [&Embedded, &Edge];
    all.into_iter().find(|layout| layout.name() == name)
}

impl Store {
    /// The child of a name; `None` when the name is free.
    pub fn child(&self, dir: InodeId, name: &[u8]) -> Result<Option<Child>, Stop> {
        key::with_dentry(dir, name::hash(name), name, |key| self.read(key, Child::decode))
    }

    /// As [`child`](Store::child), but a free name fails with `NotFound`.
    pub fn child_or_fail(&self, dir: InodeId, name: &[u8]) -> Result<Child, Stop> {
        self.child(dir, name)?.ok_or_else(|| Status::NotFound.into())
    }

    /// The file that a dentry names.
    pub fn file(&self, dir: InodeId, name: &[u8], child: Child) -> Result<Found, Stop> {
        let embedded = matches!(child, Child::Embedded(_));
        Ok(Found { inode: self.layout().file(self, child)?, dir, name: name.to_vec(), embedded })
    }

    pub(super) fn put_dentry(&mut self, dir: InodeId, name: &[u8], value: Vec<u8>) {
        self.put(key::dentry(dir, name::hash(name), name), value);
    }

    pub(super) fn delete_dentry(&mut self, dir: InodeId, name: &[u8]) {
        self.delete(key::dentry(dir, name::hash(name), name));
    }

    /// Adds a directory's dentry; the inode may be at another shard.
    pub fn link_directory(&mut self, dir: InodeId, name: &[u8], child: InodeId) {
        self.put_dentry(dir, name, Child::link(child, super::inode::KIND_DIRECTORY));
    }

    /// Removes a directory's dentry.
    pub fn unlink_directory(&mut self, dir: InodeId, name: &[u8]) {
        self.delete_dentry(dir, name);
    }
}

pub(super) fn no_inode(id: InodeId) -> Stop {
    Stop::Broken(Error::Inconsistent(format!("a dentry names inode {id}, which has no record")))
}
