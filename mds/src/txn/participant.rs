//! A shard that takes part.

use std::collections::{BTreeMap, BTreeSet};

use hashbrown::HashMap;
use osmia_env::Instant;
use osmia_protocol::{InodeId, ShardId, Status, wire};

use super::plan::{Change, Guard, Part, TxnId, changes_from_wire};
use super::{Effect, Gate, Records, Stop, Txns, records};
use crate::store::key;

/// Most done marks that one decision's arrival removes: keeps a round short after a long outage.
const DONE_REMOVED_MAX: usize = 64;

/// Transactions that this shard takes part in.
#[derive(Debug, Default)]
pub(super) struct Participant {
    prepared: BTreeMap<TxnId, Prepared>,
    /// Applied decisions that their coordinator may still deliver again.
    done: BTreeSet<TxnId>,
    /// What each coordinator has forgotten.
    forgotten_below: HashMap<ShardId, u64>,
    /// Shards that must be asked for decisions before clients are served.
    to_ask: BTreeSet<ShardId>,
    ask_at: Option<Instant>,
}

#[derive(Debug)]
struct Prepared {
    part: Part,
    /// When this shard voted, or found the intent at its start.
    since: Instant,
    ask_at: Instant,
}

impl Participant {
    pub(super) fn prepared(&self) -> usize {
        self.prepared.len()
    }

    pub(super) fn load_done(&mut self, txn: TxnId) {
        self.done.insert(txn);
    }

    pub(super) fn next_deadline(&self) -> Instant {
        let asks = self.prepared.values().map(|prepared| prepared.ask_at);
        asks.chain(self.ask_at.filter(|_| !self.to_ask.is_empty())).min().unwrap_or(Instant::NEVER)
    }

    fn forgotten(&self, txn: TxnId) -> bool {
        self.forgotten_below.get(&txn.shard).is_some_and(|below| txn.serial < *below)
    }
}

impl Txns {
    /// A coordinator asks for this shard's vote. The answer is an effect.
    ///
    /// # Errors
    /// [`Stop`]: nothing has happened; call again, or answer with the failure.
    pub fn on_prepare(
        &mut self,
        now: Instant,
        peer: u64,
        message: wire::Prepare,
        store: &mut dyn Records,
    ) -> Result<(), Stop> {
        let (status, gate) = match Part::from_prepare(message.clone()) {
            Ok((txn, part)) => self.prepare(now, txn, part, &message, store)?,
            Err(status) => (status, Gate::Flushed),
        };
        self.effects.push(Effect::Answer { peer, status, gate });
        Ok(())
    }

    fn prepare(
        &mut self,
        now: Instant,
        txn: TxnId,
        part: Part,
        message: &wire::Prepare,
        store: &mut dyn Records,
    ) -> Result<(Status, Gate), Stop> {
        if self.participant.prepared.contains_key(&txn) || self.participant.done.contains(&txn) {
            return Ok((Status::Ok, Gate::Synced)); // The coordinator did not hear the first vote.
        }
        if self.participant.forgotten(txn) {
            return Ok((Status::Conflict, Gate::Flushed));
        }
        if self.participant.prepared.len() >= self.limits.running_max {
            return Ok((Status::Overload, Gate::Flushed));
        }
        // Locks first: a guard must not read what another transaction is about to change.
        if self.locks.acquire(txn, &part).is_err() {
            return Ok((Status::Conflict, Gate::Flushed));
        }
        match Txns::check(&part.guards, store) {
            Ok(Ok(())) => {}
            Ok(Err(status)) => {
                self.locks.release(txn);
                return Ok((status, Gate::Flushed));
            }
            Err(stop) => {
                self.locks.release(txn);
                return Err(stop);
            }
        }
        // Invariant: a vote leaves only once every record its guards read, present or absent, is synced.
        let unsynced = part.guards.iter().any(|guard| match guard {
            Guard::Absent { key, .. } | Guard::Present { key, .. } | Guard::Equal { key, .. } => {
                store.is_unsynced(key)
            }
            Guard::Rights { id, .. } => store.is_unsynced(&key::inode(*id)),
            Guard::DirectoryEmpty { .. } | Guard::Owner { .. } => store.anything_unsynced(),
            Guard::NoLease { .. } => false,
        });
        let gate = if unsynced { Gate::Synced } else { Gate::Flushed };
        store.put(&records::intent(txn), &records::encode_intent(message));
        self.participant.prepared.insert(txn, Prepared { part, since: now, ask_at: now + self.limits.ask });
        Ok((Status::Ok, gate))
    }

    /// A coordinator delivers its decision. The answer is an effect; it leaves when the changes are synced.
    pub fn on_decide(&mut self, peer: u64, message: wire::Decide, store: &mut dyn Records) {
        let (Some(txn), Ok(changes)) = (message.txn.as_ref(), changes_from_wire(message.changes.clone()))
        else {
            self.effects.push(Effect::Answer { peer, status: Status::Malformed, gate: Gate::Flushed });
            return;
        };
        let txn = TxnId::from_wire(txn);
        self.decided(txn, message.commit, &changes, store);
        self.forget_below(txn.shard, message.forgotten_below, store);
        let gate = if message.commit { Gate::Synced } else { Gate::Flushed };
        self.effects.push(Effect::Answer { peer, status: Status::Ok, gate });
    }

    /// A coordinator answers a query. `None`: it could not be asked; it is asked again.
    pub fn on_outcomes(
        &mut self,
        from: ShardId,
        asked: Option<TxnId>,
        outcomes: Option<wire::QueryTxnOk>,
        store: &mut dyn Records,
    ) {
        let Some(outcomes) = outcomes else { return };
        for outcome in outcomes.outcomes.unwrap_or_default() {
            let (Some(txn), Ok(changes)) = (outcome.txn.as_ref(), changes_from_wire(outcome.changes)) else {
                continue;
            };
            match outcome.state {
                wire::TxnState::Running => {}
                wire::TxnState::Committed => self.decided(TxnId::from_wire(txn), true, &changes, store),
                wire::TxnState::Aborted => self.decided(TxnId::from_wire(txn), false, &[], store),
            }
        }
        if asked.is_none() {
            self.participant.to_ask.remove(&from);
        }
    }

    fn decided(&mut self, txn: TxnId, commit: bool, changes: &[Change], store: &mut dyn Records) {
        let prepared = self.participant.prepared.remove(&txn);
        if prepared.is_some() {
            store.delete(&records::intent(txn));
        }
        if commit && !self.participant.done.contains(&txn) && !self.participant.forgotten(txn) {
            let changes = prepared.as_ref().map_or(changes, |prepared| &prepared.part.changes);
            Txns::apply(changes, store);
            store.put(&records::done(txn), &[]);
            self.participant.done.insert(txn);
        }
        self.unlock(txn);
    }

    /// See [`in_doubt`](Txns::in_doubt).
    pub(super) fn is_in_doubt(&self, txn: TxnId, in_dir: InodeId, came: Instant) -> bool {
        let counts = |change: &Change| matches!(change, Change::DirectoryCount { dir, .. } if *dir == in_dir);
        let prepared = self.participant.prepared.get(&txn).filter(|prepared| prepared.since <= came);
        prepared.is_some_and(|prepared| prepared.part.changes.iter().any(counts))
    }

    fn forget_below(&mut self, coordinator: ShardId, below: u64, store: &mut dyn Records) {
        let known = self.participant.forgotten_below.entry(coordinator).or_default();
        *known = below.max(*known);
        let range = TxnId { shard: coordinator, serial: 0 }..TxnId { shard: coordinator, serial: *known };
        let over: Vec<TxnId> = self.participant.done.range(range).take(DONE_REMOVED_MAX).copied().collect();
        for txn in over {
            self.participant.done.remove(&txn);
            store.delete(&records::done(txn));
        }
    }

    pub(super) fn load_intent(&mut self, now: Instant, txn: TxnId, value: &[u8]) -> Result<(), String> {
        let (in_value, part) =
            Part::from_prepare(records::decode_intent(value)?).map_err(|s| s.to_string())?;
        if in_value != txn {
            return Err(format!("the intent of {txn:?} holds that of {in_value:?}"));
        }
        self.locks
            .acquire(txn, &part)
            .map_err(|holder| format!("the intents of {txn:?} and {holder:?} overlap"))?;
        self.participant.prepared.insert(txn, Prepared { part, since: now, ask_at: now });
        Ok(())
    }

    /// After a machine crash intents may be lost: asks these shards for decisions that name this one. Clients are
    /// served once [`is_recovered`](Txns::is_recovered). A kill in between does not end the need to ask: the shard
    /// stores the machine's new boot id only then.
    pub fn ask_all(&mut self, now: Instant, shards: impl IntoIterator<Item = ShardId>) {
        self.participant.to_ask.extend(shards);
        self.participant.ask_at = Some(now);
    }

    /// Whether every shard that had to be asked has answered.
    pub fn is_recovered(&self) -> bool {
        self.participant.to_ask.is_empty()
    }

    /// Shards that have not answered yet, for `osmia status`.
    pub fn not_recovered(&self) -> impl Iterator<Item = ShardId> {
        self.participant.to_ask.iter().copied()
    }

    pub(super) fn participant_tick(&mut self, now: Instant) {
        for (txn, prepared) in &mut self.participant.prepared {
            if prepared.ask_at <= now {
                prepared.ask_at = now + self.limits.ask;
                self.effects.push(Effect::Query { to: txn.shard, txn: Some(*txn) });
            }
        }
        if !self.participant.to_ask.is_empty() && self.participant.ask_at.is_some_and(|at| at <= now) {
            self.participant.ask_at = Some(now + self.limits.ask);
            let queries = self.participant.to_ask.iter().map(|to| Effect::Query { to: *to, txn: None });
            self.effects.extend(queries);
        }
    }
}
