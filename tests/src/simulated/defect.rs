//! Faults that are put into metadata servers on purpose, at their seams to the store and to the network, so that it can be
//! shown what the simulator finds.

use std::cell::Cell;

use osmia_kv::{Batch, Counters, Job, Kv, KvError, MapKv, Pressure, Visit, Write};
use osmia_mds::store::{key, orphan};
use osmia_mds::txn;
use osmia_protocol::frame::{self, frames};
use osmia_protocol::planus::Builder;
use osmia_protocol::wire;

/// What is wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Defect {
    /// Replies leave before what they tell of is in the log, two times of three.
    SkipFlush,
    /// What is said to be synced is not.
    SkipSync,
    /// No reply is recorded for a repeated request.
    DropReplays,
    /// A shard votes for a transaction and does not note it.
    DropIntents,
    /// A shard decides a transaction and does not note it.
    DropDecisions,
    /// A shard carries out a decision and does not note it, so that one delivered twice counts twice.
    DropDoneMarks,
    /// A file is removed without word of its objects.
    DropOrphans,
    /// Ids are given out and not noted.
    DropIdRanges,
    /// A renamed file cannot be found by its id any more.
    DropMoved,
    /// A shard votes without a look at what has been asked.
    SkipGuards,
    /// Nobody counts that one directory has moved before another does.
    SkipMoves,
}

impl Defect {
    /// All there are.
    pub const ALL: [Defect; 11] = [
        Defect::SkipFlush,
        Defect::SkipSync,
        Defect::DropReplays,
        Defect::DropIntents,
        Defect::DropDecisions,
        Defect::DropDoneMarks,
        Defect::DropOrphans,
        Defect::DropIdRanges,
        Defect::DropMoved,
        Defect::SkipGuards,
        Defect::SkipMoves,
    ];

    /// What it does to messages, if it does.
    pub(super) fn of_messages(self) -> Option<Change> {
        (self == Defect::SkipGuards).then_some(without_guards as Change)
    }

    /// Whether a record of this key is lost.
    fn drops(self, key: &[u8]) -> bool {
        match self {
            Defect::DropReplays => key.first() == Some(&key::REPLAY),
            Defect::DropIntents => key.starts_with(&[txn::records::KIND, b'i']),
            Defect::DropDecisions => key.starts_with(&[txn::records::KIND, b'd']),
            Defect::DropDoneMarks => key.starts_with(&[txn::records::KIND, b'o']),
            Defect::DropOrphans => {
                key.first() == Some(&key::ORPHAN)
                    && key::orphan_parts(key).is_some_and(|(_, why)| why == orphan::REMOVE)
            }
            Defect::DropIdRanges => key.first() == Some(&key::ID_RANGE),
            Defect::DropMoved => key.first() == Some(&key::MOVED),
            Defect::SkipMoves => key == key::counter(key::MOVES),
            Defect::SkipFlush | Defect::SkipSync | Defect::SkipGuards => false,
        }
    }
}

/// Gives another head for a message's, or leaves it.
type Change = fn(&[u8]) -> Option<Vec<u8>>;

/// Takes the guards out of every `Prepare` of a message's head. `None`: there is none.
fn without_guards(head: &[u8]) -> Option<Vec<u8>> {
    let (mut changed, mut builder) = (None, Builder::new());
    let mut all = Vec::with_capacity(head.len());
    for bytes in frames(head) {
        let bytes = bytes.ok()?;
        let Ok(wire::FrameBodyRef::Request(request)) = frame::read(bytes) else {
            frame::push(&mut all, bytes);
            continue;
        };
        let mut request = wire::Request::try_from(request).ok()?;
        let Some(wire::Call::Prepare(prepare)) = &mut request.call else {
            frame::push(&mut all, bytes);
            continue;
        };
        prepare.guards = None;
        frame::push_request(&mut all, &mut builder, &request);
        changed = Some(());
    }
    changed.map(|()| all)
}

/// A store with a defect, or without one.
pub(super) struct DefectiveKv {
    kv: MapKv,
    defect: Option<Defect>,
    flushes: Cell<u64>,
}

/// Of so many flushes one is done, with [`Defect::SkipFlush`].
const FLUSHES: u64 = 3;

impl DefectiveKv {
    pub(super) fn new(kv: MapKv, defect: Option<Defect>) -> DefectiveKv {
        DefectiveKv { kv, defect, flushes: Cell::new(0) }
    }
}

impl Kv for DefectiveKv {
    fn get_into(&self, key: &[u8], value: &mut Vec<u8>) -> Result<bool, KvError> {
        self.kv.get_into(key, value)
    }

    fn scan(&self, from: &[u8], to: &[u8], visit: &mut Visit<'_>) -> Result<(), KvError> {
        self.kv.scan(from, to, visit)
    }

    fn warm_job(&self, keys: Vec<Vec<u8>>, range: Option<(Vec<u8>, Vec<u8>)>, records_max: usize) -> Job<()> {
        self.kv.warm_job(keys, range, records_max)
    }

    fn write(&self, batch: &Batch) -> Result<(), KvError> {
        let Some(defect) = self.defect else { return self.kv.write(batch) };
        let mut kept = Batch::new();
        for write in batch {
            match write {
                Write::Put(key, _) if defect.drops(key) => {}
                Write::Put(key, value) => kept.put(key, value),
                Write::Delete(key) => kept.delete(key),
            }
        }
        self.kv.write(&kept)
    }

    fn flush(&self) -> Result<(), KvError> {
        self.flushes.set(self.flushes.get() + 1);
        if self.defect == Some(Defect::SkipFlush) && !self.flushes.get().is_multiple_of(FLUSHES) {
            return Ok(());
        }
        self.kv.flush()
    }

    fn sync_job(&self) -> Job<()> {
        match self.defect {
            Some(Defect::SkipSync) => Box::new(|| Ok(())),
            _ => self.kv.sync_job(),
        }
    }

    fn compact_job(&self, from: Vec<u8>, to: Vec<u8>) -> Job<()> {
        self.kv.compact_job(from, to)
    }

    fn reopen(&self) -> Result<(), KvError> {
        self.kv.reopen()
    }

    fn pressure(&self) -> Pressure {
        self.kv.pressure()
    }

    fn counters(&self) -> Counters {
        self.kv.counters()
    }
}
