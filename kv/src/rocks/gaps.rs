//! Ranges that are known to hold no records, though RocksDB would step over thousands of deleted ones to find that out.
//!
//! After a mass remove, a seek may take milliseconds. A scan on the owner's thread therefore gives up after
//! `skip_max` deleted records, as if it had met a block on the disk; the job that warms the range finds where
//! the records go on, and the owner's next scan jumps there. Ranges that cost much are offered for compaction.

use std::cell::RefCell;
use std::sync::Arc;

use parking_lot::Mutex;

use crate::{Batch, Write};

/// Gaps that are remembered, the latest, besides those of the last job: as many directories as are being emptied at a
/// time.
const GAPS_MAX: usize = 32;

/// Puts that a running job is compared with afterwards; past this many, what it found is forgotten.
const PUTS_MAX: usize = 4096;

/// `from..to` holds no records.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Gap {
    pub(super) from: Vec<u8>,
    pub(super) to: Vec<u8>,
}

impl Gap {
    fn holds(&self, key: &[u8]) -> bool {
        self.from.as_slice() <= key && key < self.to.as_slice()
    }

    /// What is left of it when `key` is put: what lies before and what lies behind.
    fn cut(self, key: &[u8]) -> [Gap; 2] {
        let behind = [key, &[0]].concat();
        [Gap { from: self.from, to: key.to_vec() }, Gap { from: behind, to: self.to }]
    }
}

/// Where a job leaves what it found.
pub(super) type Found = Arc<Mutex<Vec<Gap>>>;

/// A job that looks for gaps, and the keys put since it was made.
struct Watch {
    from: Vec<u8>,
    to: Vec<u8>,
    found: Found,
    puts: Vec<Vec<u8>>,
}

/// The gaps of a store.
///
/// Invariant: no record lies in a gap. Gaps are found by jobs in what was deleted; every put since the job was made is
/// cut out of what it found, and every later one out of what is known.
#[derive(Default)]
pub(super) struct Gaps {
    known: RefCell<Vec<Gap>>,
    watches: RefCell<Vec<Watch>>,
}

impl Gaps {
    /// Where to look next instead of at `key`, when it lies in a gap.
    pub(super) fn end_of(&self, key: &[u8]) -> Option<Vec<u8>> {
        self.adopt();
        self.known.borrow().iter().find(|gap| gap.holds(key)).map(|gap| gap.to.clone())
    }

    /// A job will look for gaps in `from..to`. The watch ends when the job lets go of what this returns.
    pub(super) fn watch(&self, from: &[u8], to: &[u8]) -> Found {
        self.adopt();
        let found = Found::default();
        self.watches.borrow_mut().push(Watch {
            from: from.to_vec(),
            to: to.to_vec(),
            found: found.clone(),
            puts: Vec::new(),
        });
        found
    }

    /// A batch is being written.
    pub(super) fn written(&self, batch: &Batch) {
        let (mut known, mut watches) = (self.known.borrow_mut(), self.watches.borrow_mut());
        if known.is_empty() && watches.is_empty() {
            return;
        }
        for write in batch {
            let Write::Put(key, _) = write else { continue };
            cut(&mut known, key);
            for watch in watches.iter_mut() {
                if watch.from.as_slice() <= key && key < watch.to.as_slice() {
                    watch.puts.push(key.to_vec());
                }
            }
        }
        watches.retain(|watch| watch.puts.len() <= PUTS_MAX);
    }

    /// Forgets everything: deletes may have been lost.
    pub(super) fn clear(&self) {
        self.known.borrow_mut().clear();
        self.watches.borrow_mut().clear();
    }

    /// Takes over what finished jobs have found.
    fn adopt(&self) {
        let (mut known, mut watches) = (self.known.borrow_mut(), self.watches.borrow_mut());
        let mut keep = GAPS_MAX;
        watches.retain(|watch| {
            if Arc::strong_count(&watch.found) > 1 {
                return true;
            }
            let mut found = std::mem::take(&mut *watch.found.lock());
            watch.puts.iter().for_each(|key| cut(&mut found, key));
            // One scan may need all that its job has found.
            keep = keep.max(found.len());
            known.append(&mut found);
            false
        });
        let extra = known.len().saturating_sub(keep);
        known.drain(..extra);
    }
}

fn cut(gaps: &mut Vec<Gap>, key: &[u8]) {
    while let Some(place) = gaps.iter().position(|gap| gap.holds(key)) {
        let parts = gaps.swap_remove(place).cut(key);
        gaps.extend(parts.into_iter().filter(|gap| gap.from < gap.to));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A put cuts its key, and nothing else, out of what is known and out of what a job will find.
    #[test]
    fn puts_cut() {
        let gaps = Gaps::default();
        let gap = |from: &str, to: &str| Gap { from: from.into(), to: to.into() };
        let found = gaps.watch(b"a", b"z");
        let mut batch = Batch::new();
        batch.put("m", "");
        batch.delete("n");
        gaps.written(&batch);
        found.lock().push(gap("b", "y"));
        assert_eq!(gaps.end_of(b"c"), None, "the job still runs");
        drop(found);
        assert_eq!(gaps.end_of(b"c"), Some(b"m".to_vec()));
        assert_eq!(gaps.end_of(b"m"), None);
        assert_eq!(gaps.end_of(b"m\0"), Some(b"y".to_vec()));
        batch.put("c", "");
        gaps.written(&batch);
        assert_eq!((gaps.end_of(b"b"), gaps.end_of(b"c")), (Some(b"c".to_vec()), None));
        gaps.clear();
        assert_eq!(gaps.end_of(b"b"), None);
    }
}
