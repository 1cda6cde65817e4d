//! Layout `embedded`: a file's inode lies in its dentry's value. A record of its own has only a file that was linked twice,
//! unlinked while open, or renamed into another partition; one that was renamed within its partition has a `moved`
//! record, id -> directory ‖ name.

use osmia_protocol::InodeId;

use super::codec::Reader;
use super::edge::Edge;
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
        Ok(inode.map(|inode| Found { inode, dir: InodeId(0), name: Vec::new(), embedded: false }))
    }

    fn create(&self, store: &mut Store, dir: InodeId, name: &[u8], inode: &Inode) {
        store.put_dentry(dir, name, Child::embedded(inode));
    }

    fn update(&self, store: &mut Store, found: &Found) {
        if found.embedded {
            store.put_dentry(found.dir, &found.name, Child::embedded(&found.inode));
        } else {
            Edge.update(store, found);
        }
    }

    fn remove(&self, store: &mut Store, found: &Found, keep: bool) {
        if !found.embedded {
            return Edge.remove(store, found, keep);
        }
        store.delete_dentry(found.dir, &found.name);
        if found.inode.flags & FLAG_MOVED != 0 {
            store.delete(key::moved(found.inode.id));
        }
        if keep {
            store.put(key::inode(found.inode.id), found.inode.encode());
        }
    }

    fn rename(&self, store: &mut Store, found: &Found, dir: InodeId, name: &[u8]) {
        if !found.embedded {
            return Edge.rename(store, found, dir, name);
        }
        let mut inode = found.inode.clone();
        if dir.partition() != inode.id.partition() {
            // A partition moves as a whole: what an id leads to stays in its own.
            if inode.flags & FLAG_MOVED != 0 {
                inode.flags &= !FLAG_MOVED;
                store.delete(key::moved(inode.id));
            }
            return Edge.rename(store, &Found { inode, ..found.clone() }, dir, name);
        }
        store.delete_dentry(found.dir, &found.name);
        inode.flags |= FLAG_MOVED;
        store.put_dentry(dir, name, Child::embedded(&inode));
        store.put(key::moved(inode.id), moved(dir, name));
    }
}

/// Value of a `moved` record.
pub(crate) fn moved(dir: InodeId, name: &[u8]) -> Vec<u8> {
    let mut value = vec![MOVED_VERSION];
    value.extend_from_slice(&dir.0.to_le_bytes());
    value.extend_from_slice(name);
    value
}

/// The file `id` if its dentry is there.
fn at(store: &Store, id: InodeId, dir: InodeId, name: &[u8]) -> Result<Option<Found>, Stop> {
    Ok(match store.child(dir, name)? {
        Some(child) if child.id() == id && !child.is_directory() => Some(store.file(dir, name, child)?),
        _ => None,
    })
}
