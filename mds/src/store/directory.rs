//! Directories in memory. Their records change with each create below them, and are written once per round.

use hashbrown::HashMap;
use osmia_protocol::flags::inode_flags;
use osmia_protocol::{InodeId, Status};

use super::inode::{DirectoryPart, Inode};
use super::{Store, key};
use crate::stop::{Error, Stop, fail};

struct Cached {
    inode: Inode,
    dirty: bool,
    used: bool,
    /// Names removed since the directory's range was last compacted.
    removed: u64,
}

impl Cached {
    fn new(inode: Inode, dirty: bool) -> Cached {
        Cached { inode, dirty, used: true, removed: 0 }
    }
}

/// A directory's range is compacted after so many names were removed from it, when no more than that are left: scans
/// pass over what was removed until then. A scan passes some million records a second, so this many cost milliseconds.
const COMPACT_AFTER: u64 = 50_000;

/// Directories in memory. Only this shard writes their records, so that they are always as the round has them.
pub(crate) struct Directories {
    by_id: HashMap<InodeId, Cached>,
    dirty: Vec<InodeId>,
    /// Whose range is to be compacted.
    compact: Vec<InodeId>,
    max: usize,
}

impl Directories {
    pub(super) fn new(max: usize) -> Directories {
        Directories { by_id: HashMap::new(), dirty: Vec::new(), compact: Vec::new(), max: max.max(16) }
    }

    pub(super) fn has_dirty(&self) -> bool {
        !self.dirty.is_empty()
    }

    pub(super) fn take_dirty(&mut self) -> Vec<InodeId> {
        std::mem::take(&mut self.dirty)
    }

    /// Directories whose range of dentries is to be compacted.
    pub(crate) fn take_compact(&mut self) -> Vec<InodeId> {
        std::mem::take(&mut self.compact)
    }

    /// The record to write of a changed directory; `None` when it has been removed since.
    pub(super) fn encoded(&mut self, id: InodeId) -> Option<Vec<u8>> {
        let cached = self.by_id.get_mut(&id)?;
        cached.dirty = false;
        Some(cached.inode.encode())
    }

    /// Forgets directories that were not used since the last time, when there are too many.
    pub(super) fn shrink(&mut self) {
        if self.by_id.len() > self.max {
            // In any order, here and below: each by itself, and then by its id.
            self.by_id.retain(|_, cached| std::mem::take(&mut cached.used) || cached.dirty);
            if self.by_id.len() > self.max {
                // All were: then the oldest, found in any order.
                let clean = self.by_id.iter().filter(|(_, cached)| !cached.dirty).map(|(id, _)| *id);
                let mut clean: Vec<InodeId> = clean.collect();
                let surplus = (self.by_id.len() - self.max / 2).min(clean.len());
                if surplus > 0 {
                    let (_, last, _) = clean.select_nth_unstable(surplus - 1);
                    // In any order.
                    self.by_id.retain(|id, cached| cached.dirty || *id > *last);
                }
            }
        }
    }
}

impl Store {
    /// A directory of this shard.
    ///
    /// # Errors
    /// Fails with `NotFound` when there is none of that id, `NotDirectory` when it is a file.
    pub fn directory(&mut self, id: InodeId) -> Result<&Inode, Stop> {
        if self.txns.as_ref().is_some_and(|txns| !txns.locks().is_empty()) {
            self.check_lock(&key::inode(id))?;
        }
        if !self.directories.by_id.contains_key(&id) {
            let inode = self.inode(id)?.ok_or_else(|| fail(Status::NotFound, "the directory is gone"))?;
            if !inode.is_directory() {
                return Err(Status::NotDirectory.into());
            }
            self.directories.by_id.insert(id, Cached::new(inode, false));
        }
        let cached = self.directories.by_id.get_mut(&id).expect("it was just put there");
        cached.used = true;
        Ok(&cached.inode)
    }

    /// The record of a directory in memory, as it will be written.
    pub fn cached_directory_record(&self, id: InodeId) -> Option<Vec<u8>> {
        self.directories.by_id.get(&id).map(|cached| cached.inode.encode())
    }

    /// Brings a directory into memory, from the disk if need be, and whoever holds its key. Gives whether there is one.
    pub fn load_directory(&mut self, id: InodeId) -> Result<bool, Error> {
        if self.directories.by_id.contains_key(&id) {
            return Ok(true);
        }
        let key = key::inode(id);
        let value = match self.overlay.get(&key) {
            Some(value) => value.clone(),
            None => self.kv.get_blocking(&key)?,
        };
        let Some(value) = value else { return Ok(false) };
        let inode = Inode::decode(&value)?;
        if !inode.is_directory() {
            return Ok(false);
        }
        self.directories.by_id.insert(id, Cached::new(inode, false));
        Ok(true)
    }

    /// Whether it is a directory in memory.
    pub fn is_cached_directory(&self, id: InodeId) -> bool {
        self.directories.by_id.contains_key(&id)
    }

    /// Changes a directory that [`directory`](Store::directory) gave in the same operation.
    pub fn change_directory(&mut self, id: InodeId, change: impl FnOnce(&mut Inode, &mut DirectoryPart)) {
        self.writes += 1;
        let cached = self.directories.by_id.get_mut(&id).expect("the operation has read the directory");
        let mut part = cached.inode.directory.take().expect("it is a directory");
        change(&mut cached.inode, &mut part);
        cached.inode.directory = Some(part);
        if !cached.dirty {
            cached.dirty = true;
            self.directories.dirty.push(id);
        }
    }

    /// Puts a new directory among them.
    pub fn insert_directory(&mut self, inode: Inode) {
        assert!(inode.is_directory(), "insert_directory of a file");
        self.writes += 1;
        self.directories.dirty.push(inode.id);
        self.directories.by_id.insert(inode.id, Cached::new(inode, true));
    }

    /// Removes a directory's record. It must be in memory, if it has extended attributes.
    pub fn remove_directory(&mut self, id: InodeId) {
        let removed = self.directories.by_id.remove(&id);
        if removed.is_some_and(|cached| cached.inode.flags & inode_flags::XATTRS != 0) {
            self.delete(key::xattr(id));
        }
        self.delete(key::inode(id));
    }

    /// A name was added to (`entries` 1) or removed from (-1) a directory; `links` likewise counts subdirectories.
    pub fn count_entry(&mut self, id: InodeId, entries: i64, links: i32, time: i64) {
        self.change_directory(id, |inode, part| {
            part.entries = part.entries.saturating_add_signed(entries);
            inode.nlink = inode.nlink.saturating_add_signed(links);
            inode.mtime = inode.mtime.max(time);
            inode.ctime = inode.ctime.max(time);
        });
        if entries < 0
            && let Some(cached) = self.directories.by_id.get_mut(&id)
        {
            cached.removed += entries.unsigned_abs();
            let left = cached.inode.directory.as_ref().map_or(0, |part| part.entries);
            if cached.removed >= COMPACT_AFTER && cached.removed >= left {
                cached.removed = 0;
                self.directories.compact.push(id);
            }
        }
    }
}
