//! Directories being listed, and where a listing goes on.
//!
//! The servers list in the order of names' hashes, and go on at a hash. The kernel goes on behind an entry, at a position
//! that must be positive as a signed number of 64 bits, and names of equal hash must not share. So a position is 2 (for
//! `.` and `..`), and the upper bits of the hash, and the number of entries that begin with these bits and have been
//! delivered.

use osmia_client::{NodeDir, NodeEntry, Result};

/// Behind `.`.
pub(crate) const BEHIND_SELF: u64 = 1;
/// Behind `..`, where the first entry is.
pub(crate) const BEHIND_PARENT: u64 = 2;

/// Bits of a hash that a position leaves out.
const HASH_SHIFT: u32 = 5;
/// Bits of a position that count entries of one group.
const COUNT_BITS: u32 = 3;
/// Entries that a position counts at most; of a larger group some come twice.
const COUNT_MAX: u64 = (1 << COUNT_BITS) - 1;

/// A directory that the kernel has open.
#[derive(Debug)]
pub(crate) struct Listing {
    pub(crate) dir: NodeDir,
    page: Page,
}

/// A part of the listing.
#[derive(Debug, Default)]
struct Page {
    entries: Vec<NodeEntry>,
    /// The hash from which on it is complete.
    from: u64,
    /// The hash up to which it is.
    to: u64,
    end: bool,
    attributes: bool,
}

/// An entry, and the position behind it.
pub(crate) type Placed<'a> = (&'a NodeEntry, u64);

impl Listing {
    pub(crate) fn new(dir: NodeDir) -> Listing {
        Listing { dir, page: Page::default() }
    }

    /// Some entries from a position on; none at the end. `deliver` takes them until it says that it has had enough.
    pub(crate) fn read(
        &mut self,
        position: u64,
        attributes: bool,
        mut deliver: impl FnMut(Placed<'_>) -> bool,
    ) -> Result<()> {
        let Some((from, delivered)) = place(position) else { return Ok(()) };
        let covers = self.page.from <= from && (from < self.page.to || self.page.end);
        // From the start, or where it was not asked on, the listing is to be as it is now.
        if position == BEHIND_PARENT || !covers || (attributes && !self.page.attributes) {
            self.page = Page::default();
            self.load(from, attributes)?;
        }
        let begin = self.page.entries.partition_point(|entry| hash(entry) < from) + delivered;
        let entries = self.page.entries.get(begin..).unwrap_or_default();
        for placed in positions(entries, from, delivered) {
            if deliver(placed) {
                break;
            }
        }
        Ok(())
    }

    /// Loads what comes from a hash on: whole groups.
    fn load(&mut self, from: u64, attributes: bool) -> Result<()> {
        let mut cursor = from;
        loop {
            let next = self.dir.page(cursor, attributes)?;
            cursor = next.cursor;
            self.page.entries.extend(next.entries);
            self.page.end = next.end;
            let group = |hash: u64| hash >> HASH_SHIFT;
            let whole =
                self.page.entries.last().is_some_and(|entry| group(hash(entry)) != group(next.cursor));
            if next.end || whole {
                break;
            }
        }
        (self.page.from, self.page.to, self.page.attributes) = (from, cursor, attributes);
        Ok(())
    }
}

/// The hash of an entry's name. The largest of all cannot be told from the one before, which changes nothing here.
fn hash(entry: &NodeEntry) -> u64 {
    entry.cursor - 1
}

/// The hash at which a position's group begins, and how many of the group have been delivered. `None` behind the last.
fn place(position: u64) -> Option<(u64, usize)> {
    let place = position.saturating_sub(BEHIND_PARENT);
    let group = place >> COUNT_BITS;
    (group <= u64::MAX >> HASH_SHIFT).then_some((group << HASH_SHIFT, (place & COUNT_MAX) as usize))
}

/// Entries with the positions behind them; the first is the `delivered`th of the group that begins at hash `from`.
fn positions(entries: &[NodeEntry], from: u64, delivered: usize) -> impl Iterator<Item = Placed<'_>> {
    let mut group = from >> HASH_SHIFT;
    let mut count = delivered as u64;
    entries.iter().enumerate().map(move |(number, entry)| {
        let own = hash(entry) >> HASH_SHIFT;
        count = if own == group { count + 1 } else { 1 };
        group = own;
        let goes_on = entries.get(number + 1).is_some_and(|next| hash(next) >> HASH_SHIFT == own);
        let place =
            if goes_on { (own << COUNT_BITS) + count.min(COUNT_MAX) } else { (own + 1) << COUNT_BITS };
        (entry, BEHIND_PARENT + place)
    })
}

#[cfg(test)]
mod tests {
    use osmia_client::InodeId;
    use proptest::prelude::*;

    use super::*;

    fn entries(mut hashes: Vec<u64>) -> Vec<NodeEntry> {
        hashes.sort_unstable();
        let entry = |(number, hash): (usize, u64)| NodeEntry {
            name: number.to_string().into_bytes(),
            id: InodeId(number as u64 + 2),
            kind: libc::DT_REG,
            cursor: hash.saturating_add(1),
            node: None,
        };
        hashes.into_iter().enumerate().map(entry).collect()
    }

    /// Hashes, many of them close to each other or to the ends.
    fn some_hashes() -> impl Strategy<Value = Vec<u64>> {
        let near = (0..8u64, any::<u64>()).prop_map(|(small, base)| (base & !31).saturating_add(small));
        let ends = prop_oneof![0..4u64, (0..4u64).prop_map(|below| u64::MAX - below)];
        prop::collection::vec(prop_oneof![near, ends], 0..40)
    }

    proptest! {
        /// A listing that is interrupted behind any entry goes on with the next one: none is skipped, none comes twice, as long
        /// as a group has no more entries than are counted.
        #[test]
        fn goes_on_behind_each(hashes in some_hashes()) {
            let all = entries(hashes);
            let mut counts = std::collections::HashMap::new();
            for entry in &all {
                *counts.entry(hash(entry) >> HASH_SHIFT).or_insert(0) += 1;
            }
            prop_assume!(counts.values().all(|count| *count <= COUNT_MAX));
            for (number, (_, position)) in positions(&all, 0, 0).enumerate() {
                prop_assert!(position > BEHIND_PARENT && i64::try_from(position).is_ok());
                let rest: Vec<_> = match place(position) {
                    None => Vec::new(),
                    Some((from, delivered)) => {
                        let begin = all.partition_point(|entry| hash(entry) < from) + delivered;
                        positions(&all[begin..], from, delivered).collect()
                    }
                };
                let whole: Vec<_> = positions(&all, 0, 0).skip(number + 1).collect();
                prop_assert_eq!(rest, whole);
            }
        }
    }

    /// The first position is the first hash; behind the largest there is nothing.
    #[test]
    fn ends() {
        assert_eq!(place(BEHIND_PARENT), Some((0, 0)));
        let last = entries(vec![u64::MAX]);
        let (_, position) = positions(&last, 0, 0).next().unwrap();
        assert_eq!(place(position), None);
    }
}
