//! Layout `edge`: the dentry holds the child's id, and every inode has a record of its own.

use osmia_protocol::InodeId;

use super::inode::{Child, Inode};
use super::layout::{Found, Layout, no_inode};
use super::{Store, key};
use crate::stop::Stop;

pub(super) struct Edge;

impl Layout for Edge {
    fn name(&self) -> &'static str {
        "edge"
    }

    fn cached(&self) -> fn(&[u8]) -> bool {
        // Those of directories come along: a key does not tell.
        |key| matches!(key.first(), Some(&(key::DENTRY | key::INODE)))
    }

    fn file(&self, store: &Store, child: Child) -> Result<Inode, Stop> {
        match child {
            Child::Embedded(inode) => Ok(inode),
            Child::Link { id, .. } => store.inode(id)?.ok_or_else(|| no_inode(id)),
        }
    }

    fn find(&self, store: &Store, id: InodeId, dir: InodeId, name: &[u8]) -> Result<Option<Found>, Stop> {
        let inode = store.inode(id)?;
        Ok(inode.map(|inode| Found {
            dir: if inode.nlink > 0 { dir } else { InodeId(0) },
            inode,
            name: name.to_vec(),
            embedded: false,
        }))
    }

    fn create(&self, store: &mut Store, dir: InodeId, name: &[u8], inode: &Inode) {
        store.put_dentry(dir, name, Child::link(inode.id, inode.kind()));
        store.put(key::inode(inode.id), inode.encode());
    }

    fn update(&self, store: &mut Store, found: &Found) {
        store.put(key::inode(found.inode.id), found.inode.encode());
    }

    fn remove(&self, store: &mut Store, found: &Found, keep: bool) {
        store.delete_dentry(found.dir, &found.name);
        if keep {
            self.update(store, found);
        } else {
            store.delete(key::inode(found.inode.id));
        }
    }

    fn rename(&self, store: &mut Store, found: &Found, dir: InodeId, name: &[u8]) {
        store.delete_dentry(found.dir, &found.name);
        store.put_dentry(dir, name, Child::link(found.inode.id, found.inode.kind()));
        self.update(store, found);
    }
}
