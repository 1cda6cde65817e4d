//! Changes that span shards: prepare, decide, deliver; presumed abort.
//!
//! Code without I/O: it is handed messages and a [`Records`] view of the shard's store, and leaves [`Effect`]s. The
//! shard sends them when their [`Gate`] opens, and hands back what came of it. So the same code runs in a server and
//! in the simulator, and a crash can be put between any two steps.
//!
//! The protocol, for an operation on shard C (the coordinator) that changes records of shards P1.. (participants):
//!
//! 1. C checks its own guards, locks its own keys and sends each P its guards and changes (`Prepare`).
//! 2. P checks guards and locks, persists the intent, locks the keys, votes. The vote leaves once everything that the
//!    guards read is synced: else a machine crash could take back what the vote was based on. P never waits: a
//!    conflict is a vote against.
//! 3. When all have voted for it, C writes its own changes and the decision, which holds every participant's changes,
//!    in one batch with the operation's replay record, and answers the client after the flush.
//! 4. The decision is synced, then delivered (`Decide`). P applies the changes, also when it has lost the intent, and
//!    answers when they are synced. Then C forgets.
//! 5. No decision, no commit: a coordinator that does not know a transaction says that it was aborted. A participant
//!    with an old intent asks.
//!
//! Against applying a decision twice, P keeps a `done` record until C says, in a later `Decide`, that it has durably
//! forgotten the transaction.
//!
//! Read in this order: [`plan`], [`locks`], [`records`], [`coordinator`], [`participant`].

pub mod coordinator;
pub mod locks;
pub mod participant;
pub mod plan;
pub mod records;
#[cfg(test)]
mod tests;

use std::time::Duration;

use osmia_env::Instant;
use osmia_protocol::{Incarnation, InodeId, ShardId, Status, wire};

use crate::stop::{self, Wait};
use crate::store::key;

pub use locks::Locks;
pub use plan::{Change, Guard, Part, Plan, TxnId};

/// A record that is needed is not in memory: warm it and call again. Nothing has been changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cold(pub Vec<u8>);

/// Why a step could not be taken now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Stop {
    /// See [`Cold`].
    Cold(Cold),
    /// Leases are being recalled: call again when this is over. Nothing has been changed.
    Wait(Wait),
    /// The store failed or holds what cannot be read.
    Failed(Status),
}

impl From<Stop> for stop::Stop {
    fn from(stop: Stop) -> stop::Stop {
        match stop {
            Stop::Cold(Cold(key)) => stop::Stop::Cold(stop::Cold { keys: vec![key], ..Default::default() }),
            Stop::Wait(wait) => stop::Stop::Wait(wait),
            Stop::Failed(status) => status.into(),
        }
    }
}

/// What transactions need of the shard's store: the round's view of it.
pub trait Records {
    /// Value of a record, through the round's overlay.
    fn get(&mut self, key: &[u8]) -> Result<Option<Vec<u8>>, Stop>;
    /// Whether the directory has no entry.
    fn directory_is_empty(&mut self, dir: InodeId) -> Result<bool, Stop>;
    /// Mode, user and group of an inode that has a record of its own; `None` when there is none.
    fn rights(&mut self, id: InodeId) -> Result<Option<[u32; 3]>, Stop>;
    /// Makes sure that no client may use a cached dentry of the directory; [`Stop::Wait`] until that is so.
    fn recall(&mut self, dir: InodeId) -> Result<(), Stop>;
    /// Whether the record (present or absent) has changed since the last sync that has completed.
    fn is_unsynced(&self, key: &[u8]) -> bool;
    /// Whether anything has changed since the last sync that has completed.
    fn anything_unsynced(&self) -> bool;
    /// Sets a record in the round's batch.
    fn put(&mut self, key: &[u8], value: &[u8]);
    /// Removes a record in the round's batch.
    fn delete(&mut self, key: &[u8]);
    /// Changes a directory's entry and link counts, and sets its times, in the round's batch.
    fn directory_changed(&mut self, dir: InodeId, entries: i32, links: i32, time: i64);
    /// Changes a file's link count and sets its ctime, in the round's batch; see [`Change::FileLinks`].
    fn file_links_changed(&mut self, id: InodeId, links: i32, time: i64);
    /// Sets an inode's ctime, and its parent if one is given, in the round's batch.
    fn moved(&mut self, id: InodeId, parent: Option<InodeId>, time: i64);
}

/// When an effect may leave.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Gate {
    /// After the flush of the round that made it.
    Flushed,
    /// After a sync that began after that flush.
    Synced,
}

/// What the shard is to do.
#[derive(Debug, Clone, PartialEq)]
pub enum Effect {
    /// Send a `Prepare`; its reply's status goes to [`Txns::on_vote`]; a lost call as `Status::TimedOut`.
    Prepare {
        /// Participant.
        to: ShardId,
        /// What is prepared.
        txn: TxnId,
        /// The message.
        message: wire::Prepare,
    },
    /// Send a `Decide`; whether it was acknowledged goes to [`Txns::on_delivered`].
    Decide {
        /// Participant.
        to: ShardId,
        /// What was decided.
        txn: TxnId,
        /// The message.
        message: wire::Decide,
        /// Before it leaves.
        gate: Gate,
    },
    /// Send a `QueryTxn`; the outcomes go to [`Txns::on_outcomes`].
    Query {
        /// Coordinator.
        to: ShardId,
        /// About which; `None`: about all that name us.
        txn: Option<TxnId>,
    },
    /// Answer a `Prepare` or `Decide` of a peer.
    Answer {
        /// Whom: the shard's own token for the request.
        peer: u64,
        /// With what.
        status: Status,
        /// Before it leaves.
        gate: Gate,
    },
    /// Answer a `QueryTxn`.
    Outcomes {
        /// Whom.
        peer: u64,
        /// With what.
        message: wire::QueryTxnOk,
        /// Before it leaves.
        gate: Gate,
    },
    /// The operation that began the transaction has ended; its changes are in this round's batch if it committed.
    Finish {
        /// The operation's token, from [`Txns::begin`].
        op: u64,
        /// How. `Conflict` and `NotReady`: nothing has happened, the operation may run again.
        result: Result<(), Status>,
    },
    /// Call [`Txns::on_forgotten`] when the gate of this round's sync opens.
    Forget {
        /// Which.
        txn: TxnId,
        /// Delivered to whom.
        to: ShardId,
    },
    /// Keys were unlocked: operations that waited for them may run again.
    Unlocked,
}

/// Bounds and times of transactions.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// How long a coordinator waits for votes before it aborts.
    pub vote: Duration,
    /// How long a participant keeps an intent before it asks for the decision, and between two askings.
    pub ask: Duration,
    /// Pause before a decision is delivered again.
    pub redeliver: Duration,
    /// Most transactions that may be under way at a shard, as coordinator or as participant.
    pub running_max: usize,
}

impl Default for Limits {
    /// Votes come within a round trip and a flush, or a sync of the participant (200 ms behind 50 MB of unsynced
    /// writes): 2 s is tenfold that. The others only matter after a fault.
    fn default() -> Limits {
        Limits {
            vote: Duration::from_secs(2),
            ask: Duration::from_millis(500),
            redeliver: Duration::from_millis(200),
            running_max: 4096,
        }
    }
}

/// All transactions of one shard.
#[derive(Debug)]
pub struct Txns {
    me: ShardId,
    limits: Limits,
    locks: Locks,
    coordinator: coordinator::Coordinator,
    participant: participant::Participant,
    effects: Vec<Effect>,
}

impl Txns {
    /// Transactions of a shard at its start. Serials are unique because the incarnation is: it is raised and synced at
    /// every start. Call [`load`](Txns::load) for each stored record next.
    pub fn new(me: ShardId, incarnation: Incarnation, limits: Limits) -> Txns {
        Txns {
            me,
            limits,
            locks: Locks::default(),
            coordinator: coordinator::Coordinator::new(incarnation),
            participant: participant::Participant::default(),
            effects: Vec::new(),
        }
    }

    /// Takes up a record that was found in the store at start, of the key range [`records::range`].
    ///
    /// # Errors
    /// What is wrong with the record.
    pub fn load(&mut self, now: Instant, key: &[u8], value: &[u8]) -> Result<(), String> {
        match records::parse(key)? {
            records::Key::Intent(txn) => self.load_intent(now, txn, value),
            records::Key::Done(txn) => {
                self.participant.load_done(txn);
                Ok(())
            }
            records::Key::Decision(txn, to) => self.load_decision(now, txn, to, value),
        }
    }

    /// What is to be done since the last call.
    pub fn take_effects(&mut self) -> Vec<Effect> {
        std::mem::take(&mut self.effects)
    }

    /// Locked keys.
    pub fn locks(&self) -> &Locks {
        &self.locks
    }

    /// A transaction that another shard decides and that changes names in a directory, or its counts, as far as this shard
    /// has voted for it at `came` or before. What has begun later, a call that came at `came` need not see: it would wait
    /// for ever in a directory that is never at rest. What this shard decides is done here once it is decided.
    pub fn in_doubt(&self, dir: InodeId, came: Instant) -> Option<TxnId> {
        if self.locks.is_empty() {
            return None;
        }
        // Invariant: whoever changes names in a directory or its counts guards the directory, which locks it.
        let sharers = self.locks.sharers(&key::inode(dir)).iter();
        sharers.copied().find(|txn| self.is_in_doubt(*txn, dir, came))
    }

    /// When [`tick`](Txns::tick) is due next.
    pub fn next_deadline(&self) -> Instant {
        self.coordinator.next_deadline().min(self.participant.next_deadline())
    }

    /// Time has passed: aborts what waited too long for votes, delivers again, asks again.
    pub fn tick(&mut self, now: Instant) {
        self.coordinator_tick(now);
        self.participant_tick(now);
    }

    /// Transactions under way: as coordinator, as participant, and decisions not yet delivered.
    pub fn counts(&self) -> (usize, usize, usize) {
        (self.coordinator.running(), self.participant.prepared(), self.coordinator.delivering())
    }

    /// Checks guards against the store. `Ok(Err(status))`: one does not hold.
    fn check(guards: &[Guard], records: &mut dyn Records) -> Result<Result<(), Status>, Stop> {
        for guard in guards {
            let holds = match guard {
                Guard::Absent { key, .. } => records.get(key)?.is_none(),
                Guard::Present { key, .. } => records.get(key)?.is_some(),
                Guard::Equal { key, value, .. } => records.get(key)?.as_ref() == Some(value),
                Guard::Owner { id, uid, .. } => {
                    records.rights(*id)?.is_some_and(|[_, owner, _]| owner == *uid)
                }
                Guard::Rights { id, rights, .. } => records.rights(*id)? == Some(*rights),
                Guard::NoLease { dir } => {
                    records.recall(*dir)?;
                    true
                }
                Guard::DirectoryEmpty { dir, .. } => records.directory_is_empty(*dir)?,
            };
            if !holds {
                return Ok(Err(guard.status()));
            }
        }
        Ok(Ok(()))
    }

    fn apply(changes: &[Change], records: &mut dyn Records) {
        for change in changes {
            match change {
                Change::Put { key, value } => records.put(key, value),
                Change::Delete { key } => records.delete(key),
                Change::DirectoryCount { dir, entries, links, time } => {
                    records.directory_changed(*dir, *entries, *links, *time);
                }
                Change::FileLinks { id, links, time } => records.file_links_changed(*id, *links, *time),
                Change::Moved { id, parent, time } => records.moved(*id, *parent, *time),
            }
        }
    }

    fn unlock(&mut self, txn: TxnId) {
        if self.locks.release(txn) {
            self.effects.push(Effect::Unlocked);
        }
    }
}
