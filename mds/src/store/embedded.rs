//! Layout `embedded`: a file's inode lies in its dentry's value. A record of its own has only a file that was
//! unlinked while open; a renamed one has a `moved` record, id -> directory ‖ name.

use osmia_protocol::InodeId;

use super::codec::Reader;
use super::inode::{Child, FLAG_MOVED, Inode};
use super::layout::{Found, Layout, no_inode};
use super::{Store, key};
use crate::stop::Stop;

pub(super) struct Embedded;

const MOVED_VERSION: u8 = 1;

impl Layout for Embedded {
    fn name(&self) -> &'static str {
        "embedded"
    }

    fn cached(&self) -> fn(&[u8]) -> bool {
        |key| key.first() == Some(&key::DENTRY)
    }

    fn file(&self, store: &Store, child: Child) -> Result<Inode, Stop> {
        match child {
            Child::Embedded(inode) => Ok(inode),
            Child::Link { id, .. } => store.inode(id)?.ok_or_else(|| no_inode(id)),
        }
    }

    fn find(&self, store: &Store, id: InodeId, dir: InodeId, name: &[u8]) -> Result<Option<Found>, Stop> {
        if dir.0 != 0
            && let Some(found) = at(store, id, dir, name)?
        {
            return Ok(Some(found));
        }
        if let Some(value) = store.get(&key::moved(id))? {
            let mut r = Reader::new("moved", &value);
            r.version(MOVED_VERSION)?;
            let dir = InodeId(r.u64()?);
            return at(store, id, dir, r.rest());
        }
        let inode = store.inode(id)?;
        Ok(inode.map(|inode| Found { inode, dir: InodeId(0), name: Vec::new() }))
    }

    fn create(&self, store: &mut Store, dir: InodeId, name: &[u8], inode: &Inode) {
        store.put_dentry(dir, name, Child::embedded(inode));
    }

    fn update(&self, store: &mut Store, found: &Found) {
        if found.dir.0 == 0 {
            store.put(key::inode(found.inode.id), found.inode.encode());
        } else {
            store.put_dentry(found.dir, &found.name, Child::embedded(&found.inode));
        }
    }

    fn remove(&self, store: &mut Store, found: &Found, keep: bool) {
        store.delete_dentry(found.dir, &found.name);
        if found.inode.flags & FLAG_MOVED != 0 {
            store.delete(key::moved(found.inode.id));
        }
        if keep {
            store.put(key::inode(found.inode.id), found.inode.encode());
        }
    }

    fn rename(&self, store: &mut Store, found: &Found, dir: InodeId, name: &[u8]) {
        store.delete_dentry(found.dir, &found.name);
        let mut inode = found.inode.clone();
        inode.flags |= FLAG_MOVED;
        store.put_dentry(dir, name, Child::embedded(&inode));
        let mut moved = vec![MOVED_VERSION];
        moved.extend_from_slice(&dir.0.to_le_bytes());
        moved.extend_from_slice(name);
        store.put(key::moved(inode.id), moved);
    }
}

/// The file `id` if its dentry is there.
fn at(store: &Store, id: InodeId, dir: InodeId, name: &[u8]) -> Result<Option<Found>, Stop> {
    Ok(match store.child(dir, name)? {
        Some(Child::Embedded(inode)) if inode.id == id => Some(Found { inode, dir, name: name.to_vec() }),
        _ => None,
    })
}
