//! Syncs of the store: what waits for one, and when one begins.

use std::collections::VecDeque;
use std::time::Duration;

use osmia_env::Instant;
use osmia_protocol::ShardId;

use super::{Output, Shard};
use crate::config::{Durability, ShardConfig};
use crate::stop::Wait;
use crate::store::ids::Of;
use crate::txn::TxnId;

/// Which rounds are synced. Rounds that wrote are numbered.
pub(super) struct Syncs {
    flushed: u64,
    synced: u64,
    /// Job under way: its token, and the last round that it covers.
    running: Option<(u64, u64)>,
    /// Somebody waits for a sync.
    wanted: bool,
    /// When the last one began.
    began: Instant,
    /// Outputs that leave once their round is synced.
    held: VecDeque<(u64, Output)>,
    /// Those whose round is.
    released: Vec<Output>,
    /// Ends of id ranges written in the round that is being made.
    pub(super) taking: Vec<(Of, u64)>,
    /// Ends of id ranges, by the round that wrote them.
    extending: VecDeque<(u64, Of, u64)>,
    /// Delivered decisions that the round that is being made removes.
    pub(super) forgetting: Vec<(TxnId, ShardId)>,
    /// Those that earlier rounds have removed.
    removed: VecDeque<(u64, TxnId, ShardId)>,
    strict: bool,
    /// In `relaxed` durability, a sync begins this long after the last one began, when there is something to sync.
    every: Duration,
}

impl Syncs {
    pub(super) fn new(config: &ShardConfig, now: Instant) -> Syncs {
        Syncs {
            flushed: 0,
            synced: 0,
            running: None,
            wanted: false,
            began: now,
            held: VecDeque::new(),
            released: Vec::new(),
            taking: Vec::new(),
            extending: VecDeque::new(),
            forgetting: Vec::new(),
            removed: VecDeque::new(),
            strict: config.durability == Durability::Strict,
            // A change waits for the next sync to begin, and for that one to end.
            every: config.sync * 2 / 5,
        }
    }

    /// A round has written, and is flushed.
    pub(super) fn wrote(&mut self) {
        self.flushed += 1;
        for (of, end) in self.taking.drain(..) {
            self.extending.push_back((self.flushed, of, end));
            self.wanted = true;
        }
        let removed = self.forgetting.drain(..).map(|(txn, to)| (self.flushed, txn, to));
        self.removed.extend(removed);
    }

    /// The last round that was flushed.
    pub(super) fn flushed(&self) -> u64 {
        self.flushed
    }

    /// The last round that is synced.
    pub(super) fn synced_round(&self) -> u64 {
        self.synced
    }

    /// Whether a flushed round is not synced.
    pub(super) fn unsynced(&self) -> bool {
        self.flushed > self.synced
    }

    pub(super) fn is_running(&self, token: u64) -> bool {
        self.running.is_some_and(|(running, _)| running == token)
    }

    /// In `relaxed`, everything is synced within `ShardConfig::sync`.
    pub(super) fn tick(&mut self, now: Instant) {
        if now >= self.due() {
            self.wanted = true;
        }
    }

    pub(super) fn due(&self) -> Instant {
        if self.flushed > self.synced && self.running.is_none() {
            self.began + self.every
        } else {
            Instant::NEVER
        }
    }

    /// Asks for a sync, and tells whether everything flushed is synced already.
    pub(super) fn want(&mut self) -> bool {
        self.wanted |= self.flushed > self.synced;
        self.flushed == self.synced
    }

    /// Outputs that wait for a sync, to let them leave after the next start, which syncs.
    pub(super) fn take_held(&mut self) -> Vec<Output> {
        self.released.drain(..).chain(self.held.drain(..).map(|(_, output)| output)).collect()
    }

    pub(super) fn has_work(&self) -> bool {
        !self.released.is_empty() || (self.wanted && self.running.is_none())
    }
}

/// Takes the first of a queue if it is `ready`.
pub(super) fn pop_front_if<T>(queue: &mut VecDeque<T>, ready: impl FnOnce(&T) -> bool) -> Option<T> {
    if queue.front().is_some_and(ready) { queue.pop_front() } else { None }
}

impl Shard {
    /// Lets the round's outputs leave, or holds them until they are synced; begins a sync when one is wanted.
    pub(super) fn release_outputs(&mut self, out: &mut Vec<Output>) {
        let syncs = &mut self.syncs;
        out.append(&mut syncs.released);
        let unsynced = syncs.flushed > syncs.synced;
        for (output, hold) in self.outputs.drain(..) {
            let speaks = !matches!(output, Output::Job { .. });
            self.counts.messages += u64::from(speaks);
            if speaks && unsynced && (hold || syncs.strict) {
                syncs.held.push_back((syncs.flushed, output));
                syncs.wanted = true;
            } else {
                out.push(output);
            }
        }
        if self.syncs.wanted && self.syncs.running.is_none() {
            self.syncs.wanted = false;
            self.syncs.began = self.state.env.now();
            let token = self.token();
            self.syncs.running = Some((token, self.syncs.flushed));
            self.counts.syncs += 1;
            out.push(Output::Job { token, job: self.state.store.kv().sync_job() });
        }
    }

    /// The sync that was under way is through: what waited for it may go on.
    pub(super) fn synced(&mut self) {
        let syncs = &mut self.syncs;
        let Some((_, round)) = syncs.running.take() else { return };
        syncs.synced = round;
        while let Some((_, of, end)) = pop_front_if(&mut syncs.extending, |(written, ..)| *written <= round) {
            self.state.ids.synced(of, end);
            match of {
                Of::Inodes(partition) => self.parked.wake(&Wait::Ids(partition)),
                Of::Sessions => self.parked.wake(&Wait::Sessions),
            }
        }
        while let Some((_, output)) = pop_front_if(&mut syncs.held, |(written, _)| *written <= round) {
            syncs.released.push(output);
        }
        syncs.wanted |= !syncs.held.is_empty() || !syncs.extending.is_empty();
        let mut forgotten = Vec::new();
        while let Some((_, txn, to)) = pop_front_if(&mut syncs.removed, |(written, ..)| *written <= round) {
            forgotten.push((txn, to));
        }
        if !forgotten.is_empty() {
            self.forgotten(forgotten);
        }
        self.reaping.synced(round);
    }
}
