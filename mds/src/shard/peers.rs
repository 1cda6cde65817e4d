//! What a shard says to other metadata shards: transactions ([`crate::txn`]) and ids of their partitions.

use std::collections::BTreeMap;
use std::rc::Rc;
use std::time::Duration;

use hashbrown::HashMap;
use osmia_env::Instant;
use osmia_protocol::{InodeId, Partition, Role, SessionId, ShardId, Status, wire};

use super::park::{kind, request_id, slot};
use super::{Origin, Output, Pending, Shard};
use smallvec::SmallVec;

use crate::answer::{self, Answer};
use crate::cx::{Records, State};
use crate::dispatch;
use crate::lease::Leases;
use crate::placement::Use;
use crate::stop::{Error, Far, Stop, Wait};
use crate::store::inode::Inode;
use crate::store::{Store, key, orphan};
use crate::txn::{self, Effect, Gate, Plan, TxnId, Txns};

/// Ids taken at once from another shard's partition. A restart wastes what is left of them, of 2^48.
const IDS_TAKEN: u32 = 256;
/// How long another shard may take to answer.
const CALL: Duration = Duration::from_secs(5);
/// An operation whose transaction met another one runs again after this long, and up to twice that: about a round
/// trip between shards with a flush at either end.
const CONFLICT_PAUSE: Duration = Duration::from_millis(1);

/// A call to another metadata shard under way.
#[derive(Debug, Clone, Copy)]
enum Call {
    Prepare(TxnId, ShardId),
    Decide(TxnId, ShardId),
    Query(Option<TxnId>, ShardId),
    Ids(Partition),
    Read,
    Usage(ShardId),
}

/// What is under way with other metadata shards.
#[derive(Default)]
pub(super) struct Peers {
    calls: HashMap<u64, Call>,
    /// Operations whose transaction is under way.
    operations: BTreeMap<u64, Operation>,
    /// Operations that wait for records of other shards, by call, and which records.
    reading: BTreeMap<u64, (Pending, Vec<Vec<u8>>)>,
    /// Requests of other shards that a transaction will answer.
    asked: HashMap<u64, Asked>,
    /// Whether the new boot id still has to be stored.
    boot_id_due: bool,
}

/// A request of another shard that a transaction will answer.
struct Asked {
    from: Origin,
    id: u64,
    kind: usize,
}

struct Operation {
    pending: Pending,
    id: u64,
    /// A directory that it makes.
    made: Option<InodeId>,
    /// Directories passed on the way, for the reply.
    walked: SmallVec<[wire::Walked; 8]>,
}

/// Ids of other shards' partitions, taken ahead.
#[derive(Default)]
pub struct RemoteIds {
    ranges: HashMap<Partition, std::ops::Range<u64>>,
    wanted: Vec<Partition>,
    requested: Vec<Partition>,
}

impl RemoteIds {
    /// The next id of another shard's partition.
    ///
    /// # Errors
    /// `Wait`, after asking for some.
    pub fn take(&mut self, partition: Partition) -> Result<InodeId, Stop> {
        if let Some(serial) = self.ranges.get_mut(&partition).and_then(Iterator::next) {
            return Ok(InodeId::new(partition, serial));
        }
        if !self.requested.contains(&partition) && !self.wanted.contains(&partition) {
            self.wanted.push(partition);
        }
        Err(Stop::Wait(Wait::RemoteIds(partition)))
    }

    /// Puts back an id whose operation did not use it.
    pub fn put_back(&mut self, id: InodeId) {
        if let Some(range) = self.ranges.get_mut(&id.partition())
            && range.start == id.serial() + 1
        {
            range.start -= 1;
        }
    }
}

/// The store, as transactions see it.
struct View<'a> {
    store: &'a mut Store,
    leases: &'a mut Leases,
    /// What came or went of [`State::inodes`].
    inodes: i64,
    unsynced: bool,
    now: Instant,
}

impl View<'_> {
    fn stop(stop: Stop) -> txn::Stop {
        match stop {
            Stop::Cold(cold) => txn::Stop::Cold(txn::Cold(cold.keys.into_iter().next().unwrap_or_default())),
            Stop::Fail(status, _) => txn::Stop::Failed(status),
            Stop::Wait(wait) => txn::Stop::Wait(wait),
            stop => {
                tracing::error!(?stop, "a transaction cannot read the store");
                txn::Stop::Failed(Status::Io)
            }
        }
    }
}

impl txn::Records for View<'_> {
    fn get(&mut self, key: &[u8]) -> Result<Option<Vec<u8>>, txn::Stop> {
        self.store.record_unlocked(key).map_err(View::stop)
    }

    fn directory_is_empty(&mut self, dir: InodeId) -> Result<bool, txn::Stop> {
        match self.store.directory(dir) {
            Ok(inode) => Ok(inode.directory.as_ref().is_some_and(|part| part.entries == 0)),
            Err(stop) => Err(View::stop(stop)),
        }
    }

    fn rights(&mut self, id: InodeId) -> Result<Option<[u32; 3]>, txn::Stop> {
        let record = self.store.record_unlocked(&key::inode(id)).map_err(View::stop)?;
        let inode = record.as_deref().map(Inode::decode).transpose();
        let inode = inode.map_err(|error| View::stop(error.into()))?;
        Ok(inode.map(|inode| inode.rights()))
    }

    fn recall(&mut self, dir: InodeId) -> Result<(), txn::Stop> {
        self.leases.recall(dir, SessionId(0), self.now).map_err(View::stop)
    }

    /// Kept per store and not per key: a vote that waits for a group's sync in vain costs less than noting every key
    /// that is ever written.
    fn is_unsynced(&self, _key: &[u8]) -> bool {
        self.anything_unsynced()
    }

    fn anything_unsynced(&self) -> bool {
        self.unsynced || self.store.has_writes()
    }

    fn put(&mut self, key: &[u8], value: &[u8]) {
        match key::inode_of(key).map(|_| Inode::decode(value)) {
            Some(Ok(inode)) if inode.is_directory() => {
                self.inodes += 1;
                self.store.insert_directory(inode);
            }
            _ => self.store.put(key.to_vec(), value.to_vec()),
        }
    }

    fn delete(&mut self, key: &[u8]) {
        match key::inode_of(key) {
            Some(id) => {
                match self.store.load_directory(id) {
                    Ok(is_directory) => self.inodes -= i64::from(is_directory),
                    Err(error) => {
                        tracing::error!(%id, %error, "a directory that a transaction removes cannot be read");
                    }
                }
                self.store.remove_directory(id);
            }
            None => self.store.delete(key.to_vec()),
        }
    }

    fn directory_changed(&mut self, dir: InodeId, entries: i32, links: i32, time: i64) {
        // A subdirectory counts where its record is.
        self.inodes += i64::from(entries - links);
        match self.store.load_directory(dir) {
            Ok(true) => self.store.count_entry(dir, entries.into(), links, time),
            Ok(false) => tracing::error!(%dir, "a transaction counts entries of a directory that is gone"),
            Err(error) => tracing::error!(%dir, %error, "a transaction cannot count entries"),
        }
    }

    fn file_links_changed(&mut self, id: InodeId, links: i32, time: i64) {
        let changed = self.store.change_file(id, |inode| {
            inode.nlink = inode.nlink.saturating_add_signed(links);
            inode.ctime = inode.ctime.max(time);
        });
        match changed {
            Ok(Some(inode)) if inode.nlink == 0 => {
                self.store.put_orphan(&inode, orphan::OPEN);
                self.store.unlinked.push(id);
            }
            Ok(Some(_)) => {}
            Ok(None) => tracing::error!(%id, "a transaction counts links of a file that is gone"),
            Err(error) => tracing::error!(%id, %error, "a transaction cannot count links"),
        }
    }

    fn moved(&mut self, id: InodeId, parent: Option<InodeId>, time: i64) {
        let changed = match self.store.load_directory(id) {
            Ok(true) => {
                self.store.change_directory(id, |inode, part| {
                    inode.ctime = inode.ctime.max(time);
                    part.parent = parent.unwrap_or(part.parent);
                });
                return;
            }
            Ok(false) => self.store.change_file(id, |inode| inode.ctime = inode.ctime.max(time)),
            Err(error) => Err(error),
        };
        match changed {
            Ok(Some(_)) => {}
            Ok(None) => tracing::error!(%id, "a transaction moves an inode that is gone"),
            Err(error) => tracing::error!(%id, %error, "a transaction cannot move an inode"),
        }
    }
}

impl Shard {
    /// Takes up stored transactions at a start. When the machine has been restarted, other shards are asked for
    /// decisions first: intents may be lost.
    pub(super) fn load_txns(&mut self) -> Result<(), Error> {
        let now = self.state.env.now();
        let mut txns = Txns::new(self.state.config.shard, self.state.incarnation, txn::Limits::default());
        let (from, to) = txn::records::range();
        let kv = self.state.store.kv().clone();
        let mut wrong = None;
        kv.scan_blocking(&from, &to, &mut |key, value| match txns.load(now, key, value) {
            Ok(()) => std::ops::ControlFlow::Continue(()),
            Err(fault) => {
                wrong = Some(fault);
                std::ops::ControlFlow::Break(())
            }
        })?;
        if let Some(fault) = wrong {
            return Err(Error::Inconsistent(fault));
        }
        let stored = kv.get_blocking(&key::counter(key::BOOT_ID))?;
        let boot_id = self.state.config.boot_id.to_le_bytes();
        if stored.as_deref() != Some(&boot_id) {
            self.peers.boot_id_due = true;
            if stored.is_some() {
                let others = self.state.map.metadata_shards();
                txns.ask_all(now, others.filter(|shard| *shard != self.state.config.shard));
            }
        }
        self.state.store.txns = Some(txns);
        Ok(())
    }

    /// Whether clients may be served: no decision of before a machine crash may be missing.
    pub(super) fn is_recovered(&self) -> bool {
        self.state.store.txns.as_ref().is_none_or(Txns::is_recovered)
    }

    fn with_txns<T>(&mut self, run: impl FnOnce(&mut Txns, &mut View<'_>, Instant) -> T) -> T {
        let now = self.state.env.now();
        let mut txns = self.state.store.txns.take().expect("transactions are put back below");
        let State { store, leases, .. } = &mut self.state;
        let mut view = View { unsynced: self.syncs.unsynced(), store, leases, inodes: 0, now };
        let result = run(&mut txns, &mut view, now);
        let inodes = view.inodes;
        let effects = txns.take_effects();
        self.state.store.txns = Some(txns);
        self.state.inodes = self.state.inodes.saturating_add_signed(inodes);
        for id in std::mem::take(&mut self.state.store.unlinked) {
            self.state.reaper.unlinked(id);
            self.state.reaper.closed(id);
        }
        for effect in effects {
            self.carry_out(effect);
        }
        result
    }

    /// An operation changes other shards, too.
    pub(super) fn begin_txn(
        &mut self,
        pending: Pending,
        id: u64,
        plan: Plan,
        walked: SmallVec<[wire::Walked; 8]>,
    ) {
        let op = self.token();
        let made = plan.made;
        let operation = Operation { pending, id, made, walked };
        self.peers.operations.insert(op, operation);
        let begun = self.with_txns(|txns, view, now| txns.begin(now, op, plan, view));
        let result = match begun {
            Ok(Ok(_)) => return,
            Ok(Err(status)) => Err(status),
            Err(txn::Stop::Failed(status)) => Err(status),
            Err(stop) => {
                let Some(operation) = self.peers.operations.remove(&op) else { return };
                return self.stopped(operation.pending, id, stop.into());
            }
        };
        self.end_operation(op, result);
    }

    /// The transaction of an operation has ended.
    fn end_operation(&mut self, op: u64, result: Result<(), Status>) {
        let Some(Operation { pending, id, made, mut walked }) = self.peers.operations.remove(&op) else {
            return;
        };
        let stamp = self.stamp();
        match result {
            Ok(()) => {
                let slot = slot(&pending).filter(|_| pending.admitted);
                self.tell(slot.map_or(SessionId(0), |(session, ..)| session), &walked);
                if let Some(id) = made {
                    let session = slot.map_or(SessionId(0), |(session, ..)| session);
                    let dentry_lease_ms = self.state.leases.grant(id, session, self.state.env.now());
                    walked.push(wire::Walked { id: id.0, dentry_lease_ms, ..wire::Walked::default() });
                }
                let kind = kind(&pending);
                let frame = answer::encode(&mut self.builder, id, stamp, &Answer::Done, &walked);
                self.counts.ops[kind].done += 1;
                self.counts.ops[kind].reply_bytes += frame.len() as u64;
                if let Some((session, slot, number)) = slot {
                    let sessions = &mut self.state.sessions;
                    let again =
                        sessions.finish(&mut self.state.store, session, slot, number, &frame, true, true);
                    for (origin, request) in again {
                        if let Some(frame) = answer::again(request, stamp, &frame) {
                            self.outputs.push((Output::Reply { to: origin, frame }, false));
                        }
                    }
                }
                self.outputs.push((Output::Reply { to: pending.origin, frame }, false));
                self.round.push(pending);
            }
            Err(Status::Conflict) => self.conflicted(pending, id),
            Err(status) => self.stopped(pending, id, status.into()),
        }
    }

    /// An operation met another that changes the same records, or was told what is so no longer: it runs again soon.
    pub(super) fn conflicted(&mut self, mut pending: Pending, id: u64) {
        pending.told = None;
        let now = self.state.env.now();
        let pause = CONFLICT_PAUSE.as_nanos() as u64;
        let pause = Duration::from_nanos(pause + self.state.env.rng.below(pause));
        self.stopped(pending, id, Stop::Wait(Wait::Until(now + pause)));
    }

    fn carry_out(&mut self, effect: Effect) {
        match effect {
            Effect::Prepare { to, txn, message } => {
                let call = wire::Call::Prepare(Box::new(message));
                self.call_peer(Call::Prepare(txn, to), to, call, Gate::Flushed);
            }
            Effect::Decide { to, txn, message, gate } => {
                let call = wire::Call::Decide(Box::new(message));
                self.call_peer(Call::Decide(txn, to), to, call, gate);
            }
            Effect::Query { to, txn } => {
                let txn_id =
                    txn.map(TxnId::to_wire).unwrap_or(wire::TxnId { shard: to.0, pad: 0, serial: 0 });
                let call = wire::Call::QueryTxn(Box::new(wire::QueryTxn { txn: Some(txn_id) }));
                self.call_peer(Call::Query(txn, to), to, call, Gate::Flushed);
            }
            Effect::Answer { peer, status: Status::Ok, gate } => self.answer_peer(peer, &Answer::Done, gate),
            Effect::Answer { peer, status, gate } => {
                let Some(Asked { from: to, id, kind }) = self.peers.asked.remove(&peer) else { return };
                self.counts.failed(kind, status);
                let stamp = self.stamp();
                let frame = answer::encode_failure(&mut self.builder, id, stamp, status, "", 0);
                self.outputs.push((Output::Reply { to, frame }, gate == Gate::Synced));
            }
            Effect::Outcomes { peer, message, gate } => {
                let outcome = wire::Outcome::QueryTxnOk(Box::new(message));
                self.answer_peer(peer, &Answer::Other(Box::new(outcome)), gate);
            }
            Effect::Finish { op, result } => self.end_operation(op, result),
            Effect::Forget { txn, to } => self.syncs.forgetting.push((txn, to)),
            Effect::Unlocked => self.wake_locked(),
        }
    }

    fn answer_peer(&mut self, peer: u64, answer: &Answer, gate: Gate) {
        let Some(Asked { from: to, id, kind }) = self.peers.asked.remove(&peer) else { return };
        self.counts.ops[kind].done += 1;
        let stamp = self.stamp();
        let frame = answer::encode(&mut self.builder, id, stamp, answer, &[]);
        self.outputs.push((Output::Reply { to, frame }, gate == Gate::Synced));
    }

    fn call_peer(&mut self, call: Call, to: ShardId, message: wire::Call, gate: Gate) -> u64 {
        let token = self.token();
        self.peers.calls.insert(token, call);
        let deadline = self.state.env.now() + CALL;
        let epoch = self.state.map.epoch();
        let request = Box::new(wire::Request { epoch, call: Some(message), ..wire::Request::default() });
        let output = Output::Call { token, role: Role::Metadata, to, request, deadline };
        self.outputs.push((output, gate == Gate::Synced));
        token
    }

    /// Runs a request of another metadata shard.
    ///
    /// # Errors
    /// As an operation's.
    pub(super) fn peer_request(
        &mut self,
        origin: Origin,
        from: ShardId,
        id: u64,
        call: &wire::CallRef<'_>,
    ) -> Result<(), Stop> {
        let peer = self.token();
        let asked = Asked { from: origin, id, kind: dispatch::kind(call) };
        let message = match call {
            wire::CallRef::AllocIds(call) => {
                let (partition, count) = (Partition(call.partition()?), call.count()?);
                if self.state.elsewhere(partition).is_some() {
                    return Err(Status::WrongShard.into());
                }
                let count = count.clamp(1, IDS_TAKEN);
                let Some(first) = self.state.ids.inodes(partition, count.into()) else {
                    return Err(Stop::Wait(Wait::Ids(partition)));
                };
                self.peers.asked.insert(peer, asked);
                let ok = wire::Outcome::IdsOk(Box::new(wire::IdsOk { first, count }));
                self.answer_peer(peer, &Answer::Other(Box::new(ok)), Gate::Flushed);
                return Ok(());
            }
            wire::CallRef::ReadRecords(call) => {
                if !self.is_recovered() {
                    return Err(Status::NotReady.into());
                }
                let mut records = Vec::new();
                for key in call.keys()?.into_iter().flatten() {
                    let key = key?.key()?.unwrap_or_default();
                    if key::partition_of(key)
                        .is_none_or(|partition| self.state.elsewhere(partition).is_some())
                    {
                        return Err(Status::WrongShard.into());
                    }
                    records.push(wire::RecordValue { value: self.state.store.record(key)? });
                }
                self.peers.asked.insert(peer, asked);
                let ok = wire::Outcome::RecordsOk(Box::new(wire::RecordsOk { records: Some(records) }));
                self.answer_peer(peer, &Answer::Other(Box::new(ok)), Gate::Flushed);
                return Ok(());
            }
            wire::CallRef::Prepare(call) => wire::Prepare::try_from(*call)?,
            wire::CallRef::Decide(call) => {
                let message = wire::Decide::try_from(*call)?;
                self.peers.asked.insert(peer, asked);
                self.with_txns(|txns, view, _| txns.on_decide(peer, message, view));
                return Ok(());
            }
            wire::CallRef::QueryTxn(call) => {
                let txn = call.txn()?.map(wire::TxnId::from).ok_or(Status::Malformed)?;
                let txn = (txn.serial != 0).then(|| TxnId::from_wire(&txn));
                self.peers.asked.insert(peer, asked);
                self.with_txns(|txns, _, _| txns.on_query(peer, from, txn));
                return Ok(());
            }
            _ => return Err(Status::NotSupported.into()),
        };
        self.peers.asked.insert(peer, asked);
        let result = self.with_txns(|txns, view, now| txns.on_prepare(now, peer, message, view));
        result.map_err(|stop| {
            self.peers.asked.remove(&peer);
            stop.into()
        })
    }

    /// Another metadata shard has answered, or not.
    pub(super) fn peer_reply(&mut self, token: u64, reply: &Result<wire::ReplyRef<'_>, Status>) -> bool {
        let Some(call) = self.peers.calls.remove(&token) else { return false };
        let status = match reply {
            Ok(reply) => reply.status().ok().and_then(Status::from_wire).unwrap_or(Status::Malformed),
            Err(_) => Status::TimedOut,
        };
        let outcome = reply.as_ref().ok().and_then(|reply| reply.outcome().ok().flatten());
        match call {
            Call::Prepare(txn, to) => self.with_txns(|txns, view, _| txns.on_vote(txn, to, status, view)),
            Call::Decide(txn, to) => {
                self.with_txns(|txns, view, now| txns.on_delivered(now, txn, to, status == Status::Ok, view));
            }
            Call::Query(txn, to) => {
                let outcomes = match outcome {
                    Some(wire::OutcomeRef::QueryTxnOk(ok)) if status == Status::Ok => {
                        wire::QueryTxnOk::try_from(ok).ok()
                    }
                    _ => None,
                };
                self.with_txns(|txns, view, _| txns.on_outcomes(to, txn, outcomes, view));
            }
            Call::Read => self.told(token, status, outcome),
            Call::Ids(partition) => {
                self.state.remote_ids.requested.retain(|asked| *asked != partition);
                if let Some(wire::OutcomeRef::IdsOk(ok)) = outcome
                    && let (Ok(first), Ok(count)) = (ok.first(), ok.count())
                    && let Some(end) =
                        first.checked_add(count.into()).filter(|end| *end <= InodeId::SERIAL_MAX)
                {
                    self.state.remote_ids.ranges.insert(partition, first..end);
                }
                // Whether there are some or not: who waits asks again, and fails by its deadline.
                self.parked.wake(&Wait::RemoteIds(partition));
            }
            Call::Usage(shard) => {
                let told = match outcome {
                    Some(wire::OutcomeRef::StatfsOk(ok)) if status == Status::Ok => {
                        wire::StatfsOk::try_from(ok).ok()
                    }
                    _ => None,
                };
                let reserve_bytes = self.state.config.reserve_bytes;
                let told = told.map(|ok| Use { inodes: ok.inodes, full: ok.bytes_free < reserve_bytes });
                if self.state.placing.usage.answered(shard, told, self.state.env.now()) {
                    self.parked.wake(&Wait::Usage);
                }
            }
        }
        true
    }

    /// Asks another shard for records that an operation needs, which runs again when it has them. `known` are others that
    /// it is to be told with them.
    pub(super) fn read_far(&mut self, mut pending: Pending, far: Far, known: Records) {
        let mut told = pending.told.take().map(Rc::unwrap_or_clone).unwrap_or_default();
        told.extend(known);
        pending.told = Some(Rc::new(told));
        let keys = far.keys.iter().map(|key| wire::RecordKey { key: Some(key.clone()) });
        let call = wire::Call::ReadRecords(Box::new(wire::ReadRecords { keys: Some(keys.collect()) }));
        let token = self.call_peer(Call::Read, far.owner, call, Gate::Flushed);
        self.peers.reading.insert(token, (pending, far.keys));
    }

    /// Another shard has told records, or not.
    fn told(&mut self, token: u64, status: Status, outcome: Option<wire::OutcomeRef<'_>>) {
        let Some((mut pending, keys)) = self.peers.reading.remove(&token) else { return };
        let records = match outcome {
            Some(wire::OutcomeRef::RecordsOk(ok)) if status == Status::Ok => {
                wire::RecordsOk::try_from(ok).ok()
            }
            _ => None,
        };
        let records = records.and_then(|ok| ok.records).filter(|records| records.len() == keys.len());
        let Some(records) = records else {
            let status =
                if matches!(status, Status::Ok | Status::TimedOut) { Status::NotReady } else { status };
            let id = request_id(&pending);
            self.refuse(&pending, id, status, "another metadata shard did not tell what the operation needs");
            return;
        };
        let mut told = pending.told.take().map(Rc::unwrap_or_clone).unwrap_or_default();
        told.extend(keys.into_iter().zip(records.into_iter().map(|record| record.value)));
        pending.told = Some(Rc::new(told));
        self.parked.resume(pending);
    }

    /// Asks for the ids that operations of this round wanted.
    pub(super) fn ask_for_ids(&mut self) {
        for partition in std::mem::take(&mut self.state.remote_ids.wanted) {
            let Some(owner) = self.state.elsewhere(partition) else { continue };
            self.state.remote_ids.requested.push(partition);
            let call = wire::AllocIds { partition: partition.0, count: IDS_TAKEN };
            self.call_peer(Call::Ids(partition), owner, wire::Call::AllocIds(Box::new(call)), Gate::Flushed);
        }
    }

    /// Asks the other shards how much they are used, if operations of this round wanted to know.
    pub(super) fn ask_for_usage(&mut self) {
        let State { placing, map, config, env, .. } = &mut self.state;
        let others: Vec<ShardId> =
            map.owned().iter().map(|(shard, _)| *shard).filter(|shard| *shard != config.shard).collect();
        if !placing.usage.begin(env.now(), others.len()) {
            return;
        }
        for shard in others {
            let call = wire::Call::Statfs(Box::default());
            self.call_peer(Call::Usage(shard), shard, call, Gate::Flushed);
        }
    }

    /// Time has passed.
    pub(super) fn peers_tick(&mut self) {
        self.with_txns(|txns, _, now| txns.tick(now));
        if self.peers.boot_id_due && self.is_recovered() {
            self.peers.boot_id_due = false;
            let boot_id = self.state.config.boot_id.to_le_bytes();
            self.state.store.put(key::counter(key::BOOT_ID), boot_id.to_vec());
        }
    }

    /// Removals of delivered decisions that are synced.
    pub(super) fn forgotten(&mut self, forgotten: Vec<(TxnId, ShardId)>) {
        self.with_txns(|txns, _, _| forgotten.into_iter().for_each(|(txn, to)| txns.on_forgotten(txn, to)));
    }

    /// When transactions are due.
    pub(super) fn peers_due(&self) -> Instant {
        self.state.store.txns.as_ref().map_or(Instant::NEVER, Txns::next_deadline)
    }

    /// Operations whose transaction is gone with the last life of the store: to run again.
    pub(super) fn take_operations(&mut self) -> Vec<Pending> {
        self.peers.calls.clear();
        self.peers.asked.clear();
        self.state.placing.usage.forget_calls();
        let operations = std::mem::take(&mut self.peers.operations).into_values();
        let reading = std::mem::take(&mut self.peers.reading).into_values();
        operations.map(|operation| operation.pending).chain(reading.map(|(pending, _)| pending)).collect()
    }
}
