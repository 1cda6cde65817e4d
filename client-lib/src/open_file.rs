//! Open files, and what the handles of one file share.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Weak};

use hashbrown::HashMap;
use osmia_net::PeerKey;
use osmia_protocol::flags::open_flags;
use osmia_protocol::stripe::Stripes;
use osmia_protocol::{Incarnation, InodeId, Status, TargetId, wire};
use parking_lot::Mutex;

use crate::error::{Error, Result};
use crate::shared::Shared;

/// Handles with an unanswered write keep its range; more than this are kept as one range around all.
const UNCERTAIN_MAX: usize = 64;

/// One open file of this client.
pub struct OpenFile {
    me: Weak<OpenFile>,
    shared: Arc<Shared>,
    inode: Arc<Inode>,
    opened: Opened,
    owner: PeerKey,
    /// The server has been told that this handle will write.
    pub(crate) told: AtomicBool,
    closed: AtomicBool,
    written: Mutex<Written>,
}

/// What an open has given.
pub(crate) struct Opened {
    /// The server's number for it.
    pub(crate) open: u64,
    pub(crate) created: bool,
    /// Directory that holds the name.
    pub(crate) dir: InodeId,
    pub(crate) name: Vec<u8>,
    /// `open_flags`.
    pub(crate) flags: u32,
    /// It is a directory.
    pub(crate) directory: bool,
    /// As it was given, for errors.
    pub(crate) path: Vec<u8>,
}

/// What a handle has written since its last fsync.
#[derive(Default)]
struct Written {
    /// The life of the server that took each target's first write.
    incarnations: HashMap<TargetId, Incarnation>,
    /// A server has lost some of it, which the application has not been told.
    lost: bool,
}

/// What the handles of one file share, in one client.
pub(crate) struct Inode {
    pub(crate) id: InodeId,
    pub(crate) state: Mutex<InodeState>,
}

/// What this client knows of a file's content.
#[derive(Clone, Default)]
pub(crate) struct InodeState {
    /// Truncate generation, and the size that its truncate left.
    pub(crate) generation: u32,
    pub(crate) cut: u64,
    /// The file is at least this long within the generation. Exact as far as this client's own writes go.
    pub(crate) size: u64,
    /// Of the last write that the metadata server has not been told of.
    pub(crate) unreported: Option<i64>,
    /// How far such writes go. Not `size`: a file without content may have been made shorter since that was told.
    pub(crate) written: u64,
    /// Appends under way: the size has room for them, of which no server knows.
    pub(crate) appending: u32,
    /// Counts writes and reports: what a server says means less when one came in between.
    pub(crate) changes: u64,
    /// Who wrote last.
    writer: Weak<OpenFile>,
    pub(crate) has_objects: bool,
    pub(crate) layout: Option<Arc<Layout>>,
    /// Where writes without an answer may still take effect.
    uncertain: Vec<Range<u64>>,
}

/// How a file is striped.
#[derive(Debug)]
pub(crate) struct Layout {
    pub(crate) version: u32,
    pub(crate) stripes: Stripes,
    pub(crate) targets: Vec<TargetId>,
}

impl Layout {
    /// `None` for a layout without targets or of no size: such a file has no content.
    fn decode(layout: wire::StripeLayout) -> Option<(Layout, u64)> {
        let targets: Vec<TargetId> = layout.targets.unwrap_or_default().into_iter().map(TargetId).collect();
        let stripes =
            Stripes { stripe_bytes: layout.stripe_bytes.into(), count: u32::try_from(targets.len()).ok()? };
        let usable = stripes.stripe_bytes > 0 && stripes.count > 0;
        usable.then_some((Layout { version: layout.version, stripes, targets }, layout.cut_bytes))
    }
}

impl InodeState {
    /// Takes in what a server says to a question that was asked when [`changes`](InodeState::changes) was `since`. An older
    /// generation says nothing. Within a generation a file with content only grows, but one without may be made shorter.
    pub(crate) fn update(&mut self, attr: &wire::Attr, stripes: Option<wire::StripeLayout>, since: u64) {
        if attr.generation < self.generation {
            return;
        }
        let stripes = stripes.and_then(Layout::decode);
        if attr.generation > self.generation {
            self.generation = attr.generation;
            self.size = attr.size;
            // Without the server's word, what is there is left alone.
            self.cut = stripes.as_ref().map_or(attr.size, |(_, cut)| *cut);
            self.all_reported();
        } else if self.unreported.is_none() && self.changes == since && self.appending == 0 {
            self.size = attr.size;
        } else {
            self.size = self.size.max(attr.size);
        }
        self.has_objects |= attr.flags & osmia_protocol::flags::inode_flags::HAS_OBJECTS != 0;
        if let Some((layout, cut)) = stripes
            && self.layout.as_ref().is_none_or(|known| known.version <= layout.version)
        {
            self.cut = cut;
            self.layout = Some(Arc::new(layout));
        }
    }

    /// Takes in what a server says to a truncate of our own, after which what it says is what is.
    pub(crate) fn truncated(&mut self, attr: &wire::Attr, stripes: Option<wire::StripeLayout>) {
        if attr.generation >= self.generation {
            self.all_reported();
            self.changes += 1;
            self.update(attr, stripes, self.changes);
        }
    }

    /// Takes in a write of `writer` that ended at `end`, if the file has not been truncated since it began.
    pub(crate) fn wrote(&mut self, writer: Weak<OpenFile>, generation: u32, end: u64, mtime: i64) {
        self.has_objects = true;
        self.changes += 1;
        self.writer = writer;
        if generation == self.generation {
            self.size = self.size.max(end);
            self.written = self.written.max(end);
            self.unreported = self.unreported.max(Some(mtime));
        }
    }

    /// Remembers a write whose outcome is not known.
    pub(crate) fn unanswered(&mut self, range: Range<u64>) {
        self.uncertain.push(range);
        if self.uncertain.len() > UNCERTAIN_MAX {
            let start = self.uncertain.iter().map(|range| range.start).min().unwrap_or(0);
            let end = self.uncertain.iter().map(|range| range.end).max().unwrap_or(u64::MAX);
            self.uncertain.clear();
            self.uncertain.push(start..end);
        }
    }

    /// Who can report the writes that the server does not know of, if there are any.
    pub(crate) fn reporter(&self) -> Option<Arc<OpenFile>> {
        self.unreported.and_then(|_| self.writer.upgrade())
    }

    /// The server has been told of what `told` holds.
    pub(crate) fn reported(&mut self, told: &InodeState) {
        if self.changes == told.changes {
            self.all_reported();
        }
        self.changes += 1;
    }

    fn all_reported(&mut self) {
        (self.unreported, self.written) = (None, 0);
    }

    /// Whether a write without an answer may still take effect in `range`.
    pub(crate) fn is_uncertain(&self, range: &Range<u64>) -> bool {
        self.uncertain.iter().any(|other| other.start < range.end && range.start < other.end)
    }
}

impl OpenFile {
    pub(crate) fn new(
        shared: &Arc<Shared>,
        opened: Opened,
        attr: &wire::Attr,
        stripes: Option<wire::StripeLayout>,
    ) -> Arc<OpenFile> {
        let id = InodeId(attr.id);
        let inode = shared.inode(id);
        {
            let mut state = inode.state.lock();
            let since = state.changes;
            state.update(attr, stripes, since);
        }
        let owner = shared.map().owner(id);
        let file = Arc::new_cyclic(|me| OpenFile {
            me: me.clone(),
            shared: shared.clone(),
            inode,
            opened,
            owner,
            told: AtomicBool::new(false),
            closed: AtomicBool::new(false),
            written: Mutex::default(),
        });
        shared.link(owner).opened(file.opened.open, file.at(), file.opened.flags);
        file
    }

    /// The inode number.
    pub fn id(&self) -> InodeId {
        self.inode.id
    }

    /// Whether the open created the file.
    pub fn created(&self) -> bool {
        self.opened.created
    }

    /// The path that it was opened by.
    pub fn path(&self) -> &[u8] {
        &self.opened.path
    }

    /// The server's number for the open.
    pub(crate) fn number(&self) -> u64 {
        self.opened.open
    }

    /// Whether both are open at the same client.
    pub(crate) fn is_of_client_of(&self, other: &OpenFile) -> bool {
        Arc::ptr_eq(&self.shared, &other.shared)
    }

    /// Itself, for who must not keep it.
    pub(crate) fn weak(&self) -> Weak<OpenFile> {
        self.me.clone()
    }

    pub(crate) fn has(&self, flags: u32) -> bool {
        self.opened.flags & flags == flags
    }

    /// The handle as it travels.
    pub(crate) fn at(&self) -> wire::Where {
        let Opened { dir, name, .. } = &self.opened;
        wire::Where { id: self.inode.id.0, dir: dir.0, path: Some(name.clone()), fragments: 0, follow: false }
    }

    pub(crate) fn state(&self) -> parking_lot::MutexGuard<'_, InodeState> {
        self.inode.state.lock()
    }

    /// Fails with EBADF when the file is closed, or was not opened with `flags`.
    pub(crate) fn check(&self, operation: &'static str, flags: u32) -> Result<()> {
        if !self.has(flags) || self.closed.load(Ordering::Acquire) {
            return Err(Error::status(Status::BadHandle, operation).on_bytes(self.path()));
        }
        if self.opened.directory && flags & (open_flags::READ | open_flags::WRITE) != 0 {
            return Err(Error::status(Status::IsDirectory, operation).on_bytes(self.path()));
        }
        Ok(())
    }

    /// Whether dropping the handle has something to do.
    pub(crate) fn begin_drop(&self) -> bool {
        !self.closed.load(Ordering::Acquire)
    }

    /// Marks it closed; false when it was.
    pub(crate) fn close(&self) -> bool {
        !self.closed.swap(true, Ordering::AcqRel)
    }

    /// Hands the end of the open to whatever goes to its server next.
    pub(crate) fn hand_in(&self) {
        self.shared.close_later(self.owner, self.opened.open);
    }

    /// A target's server of this life has taken a write.
    pub(crate) fn target_took(&self, target: TargetId, incarnation: Incarnation) {
        let mut written = self.written.lock();
        let first = written.incarnations.insert(target, incarnation);
        // What went to its earlier life may be gone.
        written.lost |= first.is_some_and(|first| first != incarnation);
    }

    /// A target's server of this life has made all durable that it has.
    pub(crate) fn target_synced(&self, target: TargetId, incarnation: Incarnation) {
        let mut written = self.written.lock();
        let first = written.incarnations.remove(&target);
        written.lost |= first.is_some_and(|first| first != incarnation);
    }

    /// Whether something written was lost; true once for each loss.
    pub(crate) fn take_lost(&self) -> bool {
        std::mem::take(&mut self.written.lock().lost)
    }
}

impl Drop for OpenFile {
    fn drop(&mut self) {
        if self.close() {
            // Nobody closed it: what it has written and not reported is not reported, but the server must not keep it.
            self.hand_in();
        }
        self.shared.forget_inode(&self.inode);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn attr(generation: u32, size: u64) -> wire::Attr {
        wire::Attr { generation, size, ..Default::default() }
    }

    fn stripes(version: u32, cut_bytes: u64) -> Option<wire::StripeLayout> {
        Some(wire::StripeLayout { version, stripe_bytes: 4096, targets: Some(vec![1, 2]), cut_bytes })
    }

    /// Within a generation a size only grows; a newer generation sets it, an older one is ignored.
    #[test]
    fn size_follows_generations() {
        let mut state = InodeState::default();
        state.update(&attr(1, 100), stripes(1, 0), 0);
        state.wrote(Weak::new(), 1, 500, 7);
        state.update(&attr(1, 300), stripes(1, 0), 1);
        assert_eq!((state.size, state.unreported), (500, Some(7)));
        state.update(&attr(2, 50), stripes(1, 50), 1);
        assert_eq!((state.size, state.cut, state.unreported), (50, 50, None));
        state.wrote(Weak::new(), 1, 900, 8);
        state.update(&attr(1, 900), stripes(2, 0), 2);
        assert_eq!((state.size, state.cut, state.unreported), (50, 50, None));
    }

    /// A file without content is made shorter without a new generation; an answer that was on its way when a write or a
    /// report came does not make it shorter.
    #[test]
    fn size_without_generations() {
        let mut state = InodeState::default();
        state.update(&attr(0, 100), stripes(1, 0), 0);
        state.update(&attr(0, 10), stripes(1, 0), 0);
        assert_eq!(state.size, 10);
        // Nor does one that knows nothing of an append under way.
        (state.size, state.appending) = (30, 1);
        state.update(&attr(0, 10), stripes(1, 0), 0);
        assert_eq!(state.size, 30);
        (state.size, state.appending) = (10, 0);
        state.wrote(Weak::new(), 0, 50, 7);
        let told = state.clone();
        state.reported(&told);
        assert_eq!(state.unreported, None);
        state.update(&attr(0, 10), stripes(1, 0), 0);
        assert_eq!((state.size, state.written), (50, 0));
        // Another has made it longer and shorter meanwhile: what is reported is what was written.
        state.update(&attr(0, 900), stripes(1, 0), state.changes);
        state.wrote(Weak::new(), 0, 60, 8);
        assert_eq!((state.size, state.written), (900, 60));
        state.truncated(&attr(0, 20), stripes(1, 0));
        assert_eq!(state.size, 20);
    }

    /// Ranges of unanswered writes are all remembered, as one when there are many.
    #[test]
    fn unanswered_writes_block_what_overlaps() {
        let mut state = InodeState::default();
        state.unanswered(10..20);
        assert!(
            state.is_uncertain(&(19..30)) && !state.is_uncertain(&(20..30)) && !state.is_uncertain(&(0..10))
        );
        for i in 1..200 {
            state.unanswered(i * 100..i * 100 + 1);
        }
        assert!(state.uncertain.len() <= UNCERTAIN_MAX);
        assert!(state.is_uncertain(&(10..11)) && state.is_uncertain(&(19_900..19_901)));
    }
}
