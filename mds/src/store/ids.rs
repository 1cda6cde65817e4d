//! Ids that are never given out twice: from ranges whose end is synced before the first id of the range is used.

use hashbrown::HashMap;
use osmia_protocol::{InodeId, Partition, SessionId};

use super::{Store, key};
use crate::stop::{Error, Stop, Wait};

/// First size of a range; it doubles with each that is used up while the shard runs.
const RANGE_FIRST: u64 = 1024;
/// A range's size at most: what one restart wastes, of 2^48.
const RANGE_MAX: u64 = 1 << 17;

/// Numbers that may be used now, and those being taken.
#[derive(Debug)]
struct Range {
    next: u64,
    /// Numbers below are synced as taken.
    end: u64,
    /// End of what is being synced; `end` when nothing is.
    taking: u64,
    size: u64,
}

impl Range {
    fn take(&mut self, most: u64) -> Option<u64> {
        let next = self.next;
        if next >= self.end || next > most {
            return None;
        }
        self.next += 1;
        Some(next)
    }

    fn low(&self) -> bool {
        self.end == self.taking && self.end - self.next < self.size / 2
    }
}

/// What a range counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Of {
    /// Serials of inodes of a partition.
    Inodes(Partition),
    /// Session ids.
    Sessions,
}

impl Of {
    /// Key of its counter.
    pub fn key(self) -> Vec<u8> {
        match self {
            Of::Inodes(partition) => key::id_range(partition),
            Of::Sessions => key::counter(key::SESSIONS_END),
        }
    }

    fn most(self) -> u64 {
        match self {
            Of::Inodes(_) => InodeId::SERIAL_MAX,
            _ => u64::MAX - RANGE_MAX,
        }
    }
}

/// The ranges of a shard.
pub struct Ids {
    ranges: HashMap<Of, Range>,
    /// Ranges to extend in this round.
    low: Vec<Of>,
}

impl Ids {
    /// Takes a first range of each: written into the store's round, usable once the caller has synced it.
    pub fn load(store: &mut Store, of: impl Iterator<Item = Of>) -> Result<Ids, Error> {
        let mut ranges = HashMap::new();
        for of in of {
            // Serials begin at 16: those below are for inodes that format makes.
            let next = counter(store, &of.key())?.max(16);
            let end = next + RANGE_FIRST;
            store.put(of.key(), end.to_le_bytes().to_vec());
            ranges.insert(of, Range { next, end, taking: end, size: RANGE_FIRST });
        }
        Ok(Ids { ranges, low: Vec::new() })
    }

    /// The next id of a partition of this shard.
    pub fn inode(&mut self, partition: Partition) -> Result<InodeId, Stop> {
        self.take(Of::Inodes(partition))
            .map(|serial| InodeId::new(partition, serial))
            .ok_or(Stop::Wait(Wait::Ids(partition)))
    }

    /// The next session id.
    pub fn session(&mut self) -> Result<SessionId, Stop> {
        self.take(Of::Sessions).map(SessionId).ok_or(Stop::Wait(Wait::Sessions))
    }

    /// Takes `count` serials of a partition at once; gives the first. `None` while a range is being synced.
    pub fn inodes(&mut self, partition: Partition, count: u64) -> Option<u64> {
        let range = self.ranges.get_mut(&Of::Inodes(partition))?;
        let first = range.next;
        let fits = first.checked_add(count).is_some_and(|end| end <= range.end && end <= InodeId::SERIAL_MAX);
        if fits {
            range.next += count;
        }
        if range.low() || !fits {
            self.low.push(Of::Inodes(partition));
        }
        fits.then_some(first)
    }

    fn take(&mut self, of: Of) -> Option<u64> {
        let range = self.ranges.get_mut(&of)?;
        let taken = range.take(of.most());
        if range.low() {
            self.low.push(of);
        }
        taken
    }

    /// Writes the ends of ranges that run low into the round. Gives whether there were any: then a sync must
    /// follow, and [`synced`](Ids::synced) after it for what this gave.
    pub fn extend(&mut self, store: &mut Store, taking: &mut Vec<(Of, u64)>) {
        for of in self.low.drain(..) {
            let Some(range) = self.ranges.get_mut(&of) else { continue };
            if range.taking > range.end || range.end >= of.most() {
                continue;
            }
            range.size = (range.size * 2).min(RANGE_MAX);
            range.taking = (range.end + range.size).min(of.most());
            store.put(of.key(), range.taking.to_le_bytes().to_vec());
            taking.push((of, range.taking));
        }
    }

    /// A range's new end is synced.
    pub fn synced(&mut self, of: Of, end: u64) {
        if let Some(range) = self.ranges.get_mut(&of) {
            range.end = range.end.max(end);
        }
    }
}

/// A counter's value; 0 when it was never written.
pub fn counter(store: &Store, key: &[u8]) -> Result<u64, Error> {
    let value = store.kv().get_blocking(key)?;
    let Some(value) = value else { return Ok(0) };
    let bytes =
        value.as_slice().try_into().map_err(|_| Error::Inconsistent("a counter of odd size".into()))?;
    Ok(u64::from_le_bytes(bytes))
}
