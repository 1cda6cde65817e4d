//! Open files: in memory; after a restart clients reclaim theirs.

use hashbrown::{HashMap, HashSet};
use osmia_protocol::{Incarnation, InodeId, SessionId};

/// One open file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Open {
    /// Of whom.
    pub session: SessionId,
    /// Which file or directory.
    pub inode: InodeId,
    /// Bits of `protocol::open_flags`.
    pub flags: u32,
    /// The user who opened it; `None`: opened before a restart.
    pub uid: Option<u32>,
}

/// Bits of an open id below the incarnation: opens of one life at most.
const SERIAL_BITS: u32 = 40;

/// All open files of a shard.
#[derive(Default)]
pub struct Opens {
    by_id: HashMap<u64, Open>,
    by_session: HashMap<SessionId, HashSet<u64>>,
    by_inode: HashMap<InodeId, u32>,
    next: u64,
}

impl Opens {
    /// Ids of this life begin with its incarnation, so that those of a reclaimed open are never given again.
    pub fn new(incarnation: Incarnation) -> Opens {
        Opens { next: incarnation.0 << SERIAL_BITS | 1, ..Opens::default() }
    }

    /// Goes on with what is open, under a new incarnation.
    pub fn reincarnate(&mut self, incarnation: Incarnation) {
        self.next = incarnation.0 << SERIAL_BITS | 1;
    }

    /// Whether an id was given in this life: then it is known, or closed.
    pub fn is_of_this_life(&self, id: u64) -> bool {
        id >> SERIAL_BITS == self.next >> SERIAL_BITS
    }

    /// Notes an open and gives its id.
    pub fn open(&mut self, open: Open) -> u64 {
        let id = self.next;
        self.next += 1;
        self.insert(id, open);
        id
    }

    /// Takes up an open of an earlier life again. Does nothing when it is known, also to another session.
    pub fn insert(&mut self, id: u64, open: Open) {
        if self.by_id.contains_key(&id) {
            return;
        }
        self.by_id.insert(id, open);
        self.by_session.entry(open.session).or_default().insert(id);
        *self.by_inode.entry(open.inode).or_default() += 1;
    }

    /// An open of a session.
    pub fn get(&self, id: u64, session: SessionId) -> Option<Open> {
        self.by_id.get(&id).copied().filter(|open| open.session == session)
    }

    /// Whether a user of a session has this inode open with all of `flags`.
    pub fn has(&self, session: SessionId, uid: u32, inode: InodeId, flags: u32) -> bool {
        self.is_open(inode)
            && self.by_session.get(&session).into_iter().flatten().any(|id| {
                self.by_id.get(id).is_some_and(|open| {
                    open.inode == inode && open.flags & flags == flags && open.uid.is_none_or(|by| by == uid)
                })
            })
    }

    /// Closes an open of a session. Gives the inode when that was its last.
    pub fn close(&mut self, id: u64, session: SessionId) -> Option<InodeId> {
        let open = self.get(id, session)?;
        self.by_id.remove(&id);
        if let Some(ids) = self.by_session.get_mut(&session) {
            ids.remove(&id);
            if ids.is_empty() {
                self.by_session.remove(&session);
            }
        }
        let count = self.by_inode.get_mut(&open.inode)?;
        *count -= 1;
        if *count > 0 {
            return None;
        }
        self.by_inode.remove(&open.inode);
        Some(open.inode)
    }

    /// Whether anyone has it open.
    pub fn is_open(&self, inode: InodeId) -> bool {
        self.by_inode.contains_key(&inode)
    }

    /// Opens of a session, in order.
    pub fn of_session(&self, session: SessionId) -> Vec<u64> {
        let mut opens: Vec<u64> = self.by_session.get(&session).into_iter().flatten().copied().collect();
        opens.sort_unstable();
        opens
    }

    /// How many a session has.
    pub fn count(&self, session: SessionId) -> usize {
        self.by_session.get(&session).map_or(0, HashSet::len)
    }
}
