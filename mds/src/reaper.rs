//! Inodes without a name: those still open, and objects to be removed or cut.

use std::collections::VecDeque;

use hashbrown::HashSet;
use osmia_protocol::InodeId;
use osmia_protocol::flags::inode_flags;

use crate::cx::State;
use crate::stop::{Cold, Stop};
use crate::store::{key, orphan};

/// Unlinked files removed in one round: after a restart there may be very many.
const RELEASED_MAX: usize = 256;

/// Work that unlink and truncate leave behind.
#[derive(Default)]
pub struct Reaper {
    /// Unlinked files that someone has, or may have, open.
    unlinked: HashSet<InodeId>,
    /// Of these, those whose last open was closed.
    closed: VecDeque<InodeId>,
    /// Orphan records written and not yet seen to: inode and why.
    noted: VecDeque<(InodeId, u8)>,
}

impl Reaper {
    /// A file was unlinked while open.
    pub fn unlinked(&mut self, inode: InodeId) {
        self.unlinked.insert(inode);
    }

    /// An orphan record was written.
    pub fn noted(&mut self, inode: InodeId, why: u8) {
        self.noted.push_back((inode, why));
    }

    /// Takes what was noted since the last time.
    pub fn take_noted(&mut self) -> impl Iterator<Item = (InodeId, u8)> + use<> {
        std::mem::take(&mut self.noted).into_iter()
    }

    /// The last open of an inode was closed.
    pub fn closed(&mut self, inode: InodeId) {
        if self.unlinked.contains(&inode) {
            self.closed.push_back(inode);
        }
    }

    /// The time to reclaim opens after a restart is over: files that nobody reclaimed are closed.
    pub fn grace_over(&mut self, is_open: impl Fn(InodeId) -> bool) {
        let mut closed: Vec<InodeId> =
            self.unlinked.iter().copied().filter(|inode| !is_open(*inode)).collect();
        closed.sort_unstable();
        self.closed.extend(closed);
    }

    /// Whether there are unlinked files to remove.
    pub fn has_closed(&self) -> bool {
        !self.closed.is_empty()
    }
}

impl State {
    /// Removes inodes of unlinked files that were closed, in the round's batch. Gives records to bring into memory
    /// when some cannot be read yet.
    pub fn release_closed(&mut self) -> Option<Cold> {
        for _ in 0..self.reaper.closed.len().min(RELEASED_MAX) {
            let id = self.reaper.closed.pop_front()?;
            // Of those that somebody may still claim, the end of the grace time takes care.
            if self.opens.is_open(id) || self.sessions.may_open(id) || !self.reaper.unlinked.contains(&id) {
                continue;
            }
            match self.store.inode(id) {
                Ok(inode) => {
                    self.reaper.unlinked.remove(&id);
                    self.store.delete(key::inode(id));
                    self.store.delete_orphan(id, orphan::OPEN);
                    if inode.as_ref().is_some_and(|inode| inode.flags & inode_flags::XATTRS != 0) {
                        self.store.delete(key::xattr(id));
                    }
                    if let Some(inode) = inode.filter(|inode| inode.flags & inode_flags::HAS_OBJECTS != 0) {
                        self.store.delete_orphan(id, orphan::CUT);
                        self.store.put_orphan(&inode, orphan::REMOVE);
                        self.reaper.noted(id, orphan::REMOVE);
                    }
                }
                Err(Stop::Cold(cold)) => {
                    self.reaper.closed.push_back(id);
                    return Some(cold);
                }
                Err(stop) => {
                    tracing::error!(%id, ?stop, "an unlinked file cannot be removed");
                    self.reaper.unlinked.remove(&id);
                }
            }
        }
        None
    }
}
