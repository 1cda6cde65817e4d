//! Requests that wait: for ids, leases, records, locks.

use std::collections::{BTreeMap, VecDeque};

use hashbrown::HashMap;
use osmia_env::Instant;
use osmia_protocol::{InodeId, SessionId, Status, frame, wire};

use super::{Output, Pending, Shard};
use crate::dispatch;
use crate::stop::{Cold, Stop, Wait};

/// Requests that wait. Ordered, where they are gone through: what order they wake in must follow from a seed.
#[derive(Default)]
pub(super) struct Parked {
    by_number: BTreeMap<u64, (Pending, Option<Wait>)>,
    by_wait: BTreeMap<Wait, Vec<u64>>,
    /// Jobs that bring records into memory, and the request that waits for each.
    warming: HashMap<u64, Option<u64>>,
    ready: VecDeque<Pending>,
    next: u64,
}

impl Parked {
    /// How many wait.
    pub(super) fn len(&self) -> usize {
        self.by_number.len()
    }

    fn park(&mut self, pending: Pending, wait: Option<Wait>) -> u64 {
        self.next += 1;
        if let Some(wait) = &wait {
            self.by_wait.entry(wait.clone()).or_default().push(self.next);
        }
        self.by_number.insert(self.next, (pending, wait));
        self.next
    }

    /// What was waited for has come about.
    pub(super) fn wake(&mut self, wait: &Wait) {
        for number in self.by_wait.remove(wait).into_iter().flatten() {
            if let Some((pending, _)) = self.by_number.remove(&number) {
                self.ready.push_back(pending);
            }
        }
    }

    /// Transactions that are waited for.
    fn locks(&self) -> Vec<Wait> {
        self.by_wait.keys().filter(|wait| matches!(wait, Wait::Lock(_))).cloned().collect()
    }

    /// A job that brought records into memory has ended.
    pub(super) fn warmed(&mut self, job: u64) {
        let number = self.warming.remove(&job).flatten();
        if let Some((pending, _)) = number.and_then(|number| self.by_number.remove(&number)) {
            self.ready.push_back(pending);
        }
    }

    /// Runs a request again in the next round.
    pub(super) fn resume(&mut self, pending: Pending) {
        self.ready.push_back(pending);
    }

    pub(super) fn has_ready(&self) -> bool {
        !self.ready.is_empty()
    }

    /// When something is due: a deadline, or the end of a wait. `runs_out` tells when leases on a directory have run
    /// out.
    pub(super) fn due(&self, runs_out: impl Fn(InodeId) -> Instant) -> Instant {
        if self.by_number.is_empty() {
            return Instant::NEVER;
        }
        let ends = self.by_wait.keys().map(|wait| match wait {
            Wait::Until(until) => *until,
            Wait::Recall(dir) => runs_out(*dir),
            _ => Instant::NEVER,
        });
        let deadlines = self.by_number.values().map(|(pending, _)| pending.deadline);
        ends.chain(deadlines).min().unwrap_or(Instant::NEVER)
    }

    /// Requests whose deadline has passed, and what each waited for if nobody else does.
    fn take_late(&mut self, now: Instant) -> Vec<(Pending, Option<Wait>)> {
        let late = self.by_number.iter().filter(|(_, (pending, _))| pending.deadline <= now);
        let late: Vec<u64> = late.map(|(number, _)| *number).collect();
        let mut taken = Vec::new();
        for number in late {
            let Some((pending, wait)) = self.by_number.remove(&number) else { continue };
            let alone = wait.filter(|wait| match self.by_wait.get_mut(wait) {
                Some(numbers) => {
                    numbers.retain(|waiting| *waiting != number);
                    numbers.is_empty()
                }
                None => true,
            });
            if let Some(wait) = &alone {
                self.by_wait.remove(wait);
            }
            taken.push((pending, alone));
        }
        taken
    }

    /// Everything that waits, to run again on a store that was opened again.
    pub(super) fn take_all(&mut self) -> Vec<Pending> {
        let all = std::mem::take(self);
        self.next = all.next;
        all.by_number.into_values().map(|(pending, _)| pending).chain(all.ready).collect()
    }
}

impl Shard {
    /// Parks a request that stopped.
    pub(super) fn stopped(&mut self, pending: Pending, id: u64, stop: Stop) {
        if self.parked.len() >= self.state.config.parked_max {
            self.refuse(&pending, id, Status::Overload, "too many requests wait");
            return;
        }
        match stop {
            Stop::Wait(wait) => {
                self.parked.park(pending, Some(wait));
            }
            Stop::Cold(cold) => self.warm(cold, Some(pending)),
            Stop::Far(far) => self.read_far(pending, far, Default::default()),
            Stop::Txn(plan) => self.begin_txn(pending, id, *plan, Default::default()),
            Stop::Fail(status, detail) => {
                self.refuse(&pending, id, status, &detail);
            }
            Stop::Broken(error) => {
                tracing::error!(%error, "a request failed");
                let detail = "the metadata server's store is at fault; see its log";
                self.refuse(&pending, id, Status::Io, detail);
            }
        }
    }

    /// Brings records into memory, then runs the request again.
    pub(super) fn warm(&mut self, cold: Cold, pending: Option<Pending>) {
        let token = self.token();
        let number = pending.map(|pending| self.parked.park(pending, None));
        self.parked.warming.insert(token, number);
        let job = self.state.store.kv().warm_job(cold.keys, cold.range, cold.records_max);
        self.outputs.push((Output::Job { token, job }, false));
    }

    /// Some keys were unlocked.
    pub(super) fn wake_locked(&mut self) {
        for wait in self.parked.locks() {
            self.parked.wake(&wait);
        }
    }

    /// Runs what has become ready; each at most once, so that the round ends.
    pub(super) fn run_ready(&mut self) {
        for dir in std::mem::take(&mut self.freed) {
            // One that still finds another holder asks it again, and waits on.
            self.state.leases.recall_over(dir);
            self.parked.wake(&Wait::Recall(dir));
        }
        for _ in 0..self.parked.ready.len() {
            let Some(pending) = self.parked.ready.pop_front() else { break };
            self.run(pending);
        }
    }

    /// Wakes whom the time has freed, and answers those whose deadline has passed.
    pub(super) fn wake_due(&mut self, now: Instant) {
        let leases = &self.state.leases;
        let over = self.parked.by_wait.keys().filter(|wait| match wait {
            Wait::Until(until) => *until <= now,
            Wait::Recall(dir) => leases.runs_out(*dir) <= now,
            _ => false,
        });
        let over: Vec<Wait> = over.cloned().collect();
        for wait in over {
            if let Wait::Recall(dir) = &wait {
                self.state.leases.recall_over(*dir);
            }
            self.parked.wake(&wait);
        }
        for (pending, wait) in self.parked.take_late(now) {
            if let Some(Wait::Recall(dir)) = wait {
                // Nobody waits for it any more: leases may be given again.
                self.state.leases.recall_over(dir);
            }
            let id = request_id(&pending);
            self.refuse(&pending, id, Status::Deadline, "it waited for others until its deadline");
        }
    }

    /// Answers a request that has not run with a failure, and leaves its slot if it had entered it: its repetition runs.
    pub(super) fn refuse(&mut self, pending: &Pending, id: u64, status: Status, detail: &str) {
        self.counts.failed(kind(pending), status);
        self.reply_failure(pending.origin, id, status, detail);
        if pending.admitted
            && let Some((session, slot, number)) = slot(pending)
        {
            for (origin, id) in self.state.sessions.abandon(session, slot, number) {
                self.reply_failure(origin, id, status, detail);
            }
        }
    }
}

fn request(pending: &Pending) -> Option<wire::RequestRef<'_>> {
    match frame::read(pending.frame.bytes()) {
        Ok(wire::FrameBodyRef::Request(request)) => Some(request),
        _ => None,
    }
}

/// Id of a request.
pub(super) fn request_id(pending: &Pending) -> u64 {
    request(pending).and_then(|request| request.id().ok()).unwrap_or(0)
}

/// Kind of a request, for counters.
pub(super) fn kind(pending: &Pending) -> usize {
    let call = request(pending).and_then(|request| request.call().ok().flatten());
    call.map_or(dispatch::OTHER, |call| dispatch::kind(&call))
}

/// Session, slot and number of a request.
pub(super) fn slot(pending: &Pending) -> Option<(SessionId, u16, u64)> {
    let request = request(pending)?;
    Some((SessionId(request.session().ok()?), request.slot().ok()?, request.number().ok()?))
}
