//! The inodes that the kernel knows, by the number that it knows them by: the inode id.

use std::collections::HashMap;

use osmia_client::{Node, NodeRef};
use parking_lot::Mutex;

/// An inode that the kernel knows.
#[derive(Clone, Debug)]
pub(crate) struct Known {
    /// What servers know it by.
    pub(crate) at: NodeRef,
    /// Directory of the name that last led to it.
    pub(crate) parent: u64,
    /// Type and permissions when it was last seen.
    pub(crate) mode: u32,
    /// How often the kernel has been told of it, less what it has forgotten.
    lookups: u64,
}

/// The inodes that the kernel knows.
#[derive(Debug)]
pub(crate) struct Table(Mutex<HashMap<u64, Known>>);

/// Number of the root directory.
const ROOT: u64 = 1;

impl Table {
    pub(crate) fn new() -> Table {
        let root = Known { at: NodeRef::ROOT, parent: ROOT, mode: libc::S_IFDIR, lookups: 1 };
        Table(Mutex::new(HashMap::from([(ROOT, root)])))
    }

    /// What is known of an inode; `None` for one that the kernel was never told of.
    pub(crate) fn get(&self, id: u64) -> Option<Known> {
        self.0.lock().get(&id).cloned()
    }

    /// The kernel is about to be told of an inode, that a name of `parent` led to.
    pub(crate) fn told(&self, parent: u64, node: &Node) {
        let (at, mode) = (node.at.clone(), node.metadata.mode);
        let mut table = self.0.lock();
        let known = table.entry(node.metadata.id.0).or_insert_with(|| Known { at, parent, mode, lookups: 0 });
        known.lookups += 1;
        (known.at, known.mode) = (node.at.clone(), mode);
        // The root is its own parent.
        if node.metadata.id.0 != ROOT {
            known.parent = parent;
        }
    }

    /// An inode has been seen anew.
    pub(crate) fn seen(&self, node: &Node) {
        if let Some(known) = self.0.lock().get_mut(&node.metadata.id.0) {
            (known.at, known.mode) = (node.at.clone(), node.metadata.mode);
        }
    }

    /// The kernel forgets that it was told of an inode, this often.
    pub(crate) fn forget(&self, id: u64, lookups: u64) {
        let mut table = self.0.lock();
        if let Some(known) = table.get_mut(&id)
            && id != ROOT
        {
            known.lookups = known.lookups.saturating_sub(lookups);
            if known.lookups == 0 {
                table.remove(&id);
            }
        }
    }

    /// How many there are.
    #[cfg(test)]
    fn len(&self) -> usize {
        self.0.lock().len()
    }
}

#[cfg(test)]
mod tests {
    use osmia_client::{InodeId, Metadata, Timestamp};

    use super::*;

    fn node(id: u64) -> Node {
        let time = Timestamp(0);
        let metadata = Metadata {
            rdev: 0,
            id: InodeId(id),
            size: 0,
            blocks: 0,
            atime: time,
            mtime: time,
            ctime: time,
            btime: time,
            mode: libc::S_IFDIR | 0o755,
            uid: 0,
            gid: 0,
            nlink: 2,
        };
        Node { at: NodeRef::ROOT, metadata }
    }

    /// An inode stays as long as the kernel has been told of it more often than it has forgotten; the root always.
    #[test]
    fn counts_lookups() {
        let table = Table::new();
        table.told(1, &node(7));
        table.told(5, &node(7));
        table.forget(7, 1);
        assert_eq!(table.get(7).map(|known| known.parent), Some(5));
        table.forget(7, 1);
        assert!(table.get(7).is_none());
        table.forget(7, 9);
        table.told(7, &node(1));
        table.forget(1, 100);
        assert_eq!((table.len(), table.get(1).map(|known| known.parent)), (1, Some(1)));
    }

    /// What is only seen is not kept.
    #[test]
    fn seen_is_not_told() {
        let table = Table::new();
        table.seen(&node(9));
        assert!(table.get(9).is_none());
    }
}
