//! The shard that decides.

use std::collections::{BTreeMap, BTreeSet};

use osmia_env::Instant;
use osmia_protocol::{Incarnation, ShardId, Status, wire};

use super::plan::{TxnId, changes_to_wire};
use super::{Effect, Gate, Plan, Records, Stop, Txns, records};

/// Transactions that this shard decides, or has decided and still delivers.
#[derive(Debug)]
pub(super) struct Coordinator {
    next_serial: u64,
    // Ordered maps here and in `Participant`: what is iterated must come in one order, or a seed would not replay.
    running: BTreeMap<TxnId, Running>,
    /// By transaction and participant. Ordered, for [`Coordinator::forgotten_below`].
    delivering: BTreeMap<(TxnId, ShardId), Delivery>,
}

#[derive(Debug)]
struct Running {
    op: u64,
    plan: Plan,
    /// Participants that have not voted.
    waiting: BTreeSet<ShardId>,
    deadline: Instant,
}

#[derive(Debug)]
struct Delivery {
    message: wire::Decide,
    state: DeliveryState,
}

#[derive(Debug, PartialEq, Eq)]
enum DeliveryState {
    /// Waits for its gate or for the participant's answer.
    Sent,
    /// To be sent again then.
    Again(Instant),
    /// Delivered, and the record's removal is not synced yet.
    Forgetting,
}

impl Coordinator {
    pub(super) fn new(incarnation: Incarnation) -> Coordinator {
        // The lower half counts within one incarnation: 2^32 transactions at 100,000 a second last twelve hours, and
        // an overflow runs into the next incarnation's range only if that many starts are skipped as well.
        Coordinator {
            next_serial: (incarnation.0 << 32) | 1,
            running: BTreeMap::new(),
            delivering: BTreeMap::new(),
        }
    }

    pub(super) fn running(&self) -> usize {
        self.running.len()
    }

    pub(super) fn delivering(&self) -> usize {
        self.delivering.len()
    }

    pub(super) fn next_deadline(&self) -> Instant {
        let votes = self.running.values().map(|running| running.deadline);
        let again = self.delivering.values().filter_map(|delivery| match delivery.state {
            DeliveryState::Again(at) => Some(at),
            _ => None,
        });
        votes.chain(again).min().unwrap_or(Instant::NEVER)
    }

    /// All transactions with serials below this are over and durably forgotten.
    fn forgotten_below(&self) -> u64 {
        let running = self.running.keys().map(|txn| txn.serial).min();
        let delivering = self.delivering.keys().next().map(|(txn, _)| txn.serial);
        running.into_iter().chain(delivering).min().unwrap_or(self.next_serial)
    }
}

impl Txns {
    /// Begins a transaction for the operation `op`, which has found its own guards to hold in this very call's view
    /// of the store; they are checked again here, and the keys locked.
    ///
    /// # Errors
    /// In the inner result: a guard's status; `Conflict` when another transaction holds a key; `Overload` at the
    /// limit. Nothing has happened then.
    pub fn begin(
        &mut self,
        now: Instant,
        op: u64,
        plan: Plan,
        store: &mut dyn Records,
    ) -> Result<Result<TxnId, Status>, Stop> {
        if self.coordinator.running.len() >= self.limits.running_max {
            return Ok(Err(Status::Overload));
        }
        if let Err(status) = Txns::check(&plan.own.guards, store)? {
            return Ok(Err(status));
        }
        let txn = TxnId { shard: self.me, serial: self.coordinator.next_serial };
        if self.locks.acquire(txn, &plan.own).is_err() {
            return Ok(Err(Status::Conflict));
        }
        self.coordinator.next_serial += 1;
        for (to, part) in &plan.others {
            self.effects.push(Effect::Prepare { to: *to, txn, message: part.to_prepare(txn) });
        }
        let alone = plan.others.is_empty();
        let waiting = plan.others.iter().map(|(to, _)| *to).collect();
        let running = Running { op, plan, waiting, deadline: now + self.limits.vote };
        self.coordinator.running.insert(txn, running);
        if alone {
            self.commit(txn, store);
        }
        Ok(Ok(txn))
    }

    /// A participant has voted; `TimedOut` or `NotReady` when the call failed and its outcome is unknown.
    pub fn on_vote(&mut self, txn: TxnId, from: ShardId, vote: Status, store: &mut dyn Records) {
        let Some(running) = self.coordinator.running.get_mut(&txn) else {
            return; // Aborted meanwhile; the participant was told, or will ask.
        };
        if vote != Status::Ok {
            // Nothing was promised by a shard that could not be reached, as far as the client is concerned: it may
            // try again.
            let status = if vote == Status::TimedOut { Status::NotReady } else { vote };
            return self.abort(txn, status);
        }
        running.waiting.remove(&from);
        if running.waiting.is_empty() {
            self.commit(txn, store);
        }
    }

    fn commit(&mut self, txn: TxnId, store: &mut dyn Records) {
        let Some(running) = self.coordinator.running.remove(&txn) else { return };
        Txns::apply(&running.plan.own.changes, store);
        for (to, part) in &running.plan.others {
            let message = wire::Decide {
                txn: Some(txn.to_wire()),
                commit: true,
                changes: Some(changes_to_wire(&part.changes)),
                forgotten_below: 0,
            };
            store.put(&records::decision(txn, *to), &records::encode_decision(&message));
            // Invariant: a decision is synced before it is delivered. Delivered unsynced, a machine crash here could
            // take back what a participant has already made durable.
            self.deliver(txn, *to, message);
        }
        self.unlock(txn);
        self.effects.push(Effect::Finish { op: running.op, result: Ok(()) });
    }

    fn deliver(&mut self, txn: TxnId, to: ShardId, message: wire::Decide) {
        let delivery = Delivery { message: message.clone(), state: DeliveryState::Sent };
        self.coordinator.delivering.insert((txn, to), delivery);
        let message = wire::Decide { forgotten_below: self.coordinator.forgotten_below(), ..message };
        self.effects.push(Effect::Decide { to, txn, message, gate: Gate::Synced });
    }

    fn abort(&mut self, txn: TxnId, status: Status) {
        let Some(running) = self.coordinator.running.remove(&txn) else { return };
        for (to, _) in &running.plan.others {
            let forgotten_below = self.coordinator.forgotten_below();
            let message =
                wire::Decide { txn: Some(txn.to_wire()), commit: false, changes: None, forgotten_below };
            // Not kept: a participant that does not hear this asks.
            self.effects.push(Effect::Decide { to: *to, txn, message, gate: Gate::Flushed });
        }
        self.unlock(txn);
        self.effects.push(Effect::Finish { op: running.op, result: Err(status) });
    }

    /// Whether a participant has acknowledged a decision, which it does when it is synced there.
    pub fn on_delivered(
        &mut self,
        now: Instant,
        txn: TxnId,
        to: ShardId,
        done: bool,
        store: &mut dyn Records,
    ) {
        let Some(delivery) = self.coordinator.delivering.get_mut(&(txn, to)) else {
            return; // An abort, or already delivered.
        };
        if !done {
            delivery.state = DeliveryState::Again(now + self.limits.redeliver);
            return;
        }
        delivery.state = DeliveryState::Forgetting;
        store.delete(&records::decision(txn, to));
        self.effects.push(Effect::Forget { txn, to });
    }

    /// The removal of a delivered decision is synced.
    pub fn on_forgotten(&mut self, txn: TxnId, to: ShardId) {
        let key = (txn, to);
        if self.coordinator.delivering.get(&key).is_some_and(|d| d.state == DeliveryState::Forgetting) {
            self.coordinator.delivering.remove(&key);
        }
    }

    /// A participant asks for a decision, or after a machine crash for all that name it (`txn` is `None`).
    pub fn on_query(&mut self, peer: u64, asker: ShardId, txn: Option<TxnId>) {
        if txn.is_none() {
            // It may have lost intents that it has voted for, and will not keep others away from their keys.
            let names = |running: &Running| running.plan.others.iter().any(|(to, _)| *to == asker);
            let hit = self.coordinator.running.iter().filter(|(_, running)| names(running));
            let hit: Vec<TxnId> = hit.map(|(txn, _)| *txn).collect();
            for txn in hit {
                self.abort(txn, Status::NotReady);
            }
        }
        let outcome =
            |txn: TxnId, state, changes| wire::TxnOutcome { txn: Some(txn.to_wire()), state, changes };
        let decided = self.coordinator.delivering.iter().filter(|((_, to), _)| *to == asker);
        let outcomes = match txn {
            None => decided
                .map(|((txn, _), d)| outcome(*txn, wire::TxnState::Committed, d.message.changes.clone()))
                .collect(),
            Some(txn) if self.coordinator.running.contains_key(&txn) => {
                vec![outcome(txn, wire::TxnState::Running, None)]
            }
            Some(txn) => match self.coordinator.delivering.get(&(txn, asker)) {
                Some(d) => vec![outcome(txn, wire::TxnState::Committed, d.message.changes.clone())],
                None => vec![outcome(txn, wire::TxnState::Aborted, None)],
            },
        };
        let message = wire::QueryTxnOk { outcomes: Some(outcomes) };
        self.effects.push(Effect::Outcomes { peer, message, gate: Gate::Synced });
    }

    pub(super) fn load_decision(
        &mut self,
        now: Instant,
        txn: TxnId,
        to: ShardId,
        value: &[u8],
    ) -> Result<(), String> {
        let message = records::decode_decision(value)?;
        let delivery = Delivery { message, state: DeliveryState::Again(now) };
        self.coordinator.delivering.insert((txn, to), delivery);
        Ok(())
    }

    pub(super) fn coordinator_tick(&mut self, now: Instant) {
        let late = self.coordinator.running.iter().filter(|(_, running)| running.deadline <= now);
        let late: Vec<TxnId> = late.map(|(txn, _)| *txn).collect();
        for txn in late {
            self.abort(txn, Status::NotReady);
        }
        let again = self.coordinator.delivering.iter();
        let again: Vec<_> = again
            .filter(|(_, d)| matches!(d.state, DeliveryState::Again(at) if at <= now))
            .map(|(key, d)| (*key, d.message.clone()))
            .collect();
        for ((txn, to), message) in again {
            self.deliver(txn, to, message);
        }
    }
}
