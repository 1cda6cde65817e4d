//! The shard: takes requests, runs them in rounds, and lets what they say leave once the round is flushed.
//!
//! A state machine without I/O but its store: whoever drives it ([`crate::serve()`], a test, a benchmark) hands requests
//! to [`Shard::handle`], ends the round with [`Shard::finish_round`], and carries out the [`Output`]s.

mod park;
pub(crate) mod peers;
mod reap;
pub(crate) mod start;
mod sync;

use std::rc::Rc;

use osmia_env::{Buf, ConnId, Instant};
use osmia_kv::{Job, KvError};
use osmia_protocol::planus::Builder;
use osmia_protocol::{ClientId, InodeId, Partition, Role, SessionId, ShardId, Status, frame, wire};
use smallvec::SmallVec;

use crate::answer::{self, Stamp};
use crate::caller::Caller;
use crate::config::TICK;
use crate::counters::Counts;
use crate::cx::{Cx, Records, State};
use crate::dispatch;
use crate::open::Open;
use crate::session::Admission;
use crate::stop::{Error, Stop};
use crate::store::key;
use park::Parked;
use sync::Syncs;

/// Whence a request came: names the place that its reply goes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Origin {
    /// By which connection.
    pub conn: ConnId,
    /// Whatever the driver needs to find the request again.
    pub token: u64,
}

/// Who is at the other end of a connection, as its `Hello` said.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Peer {
    /// A client process.
    Client(ClientId),
    /// A metadata shard.
    Metadata(ShardId),
    /// A storage shard.
    Storage(ShardId),
}

impl Peer {
    /// The client, if it is one.
    pub fn client(self) -> Option<ClientId> {
        match self {
            Peer::Client(client) => Some(client),
            _ => None,
        }
    }
}

/// Bytes of a request's frame. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Frame {
    buf: Rc<Buf>,
    start: usize,
    end: usize,
}

impl Frame {
    /// Bytes `start..end` of a message's head. Panics when they lie outside.
    pub fn new(buf: Rc<Buf>, start: usize, end: usize) -> Frame {
        assert!(start <= end && end <= buf.len(), "frame {start}..{end} of {} bytes", buf.len());
        Frame { buf, start, end }
    }

    /// A frame of its own.
    pub fn copy(bytes: &[u8]) -> Frame {
        Frame::new(Rc::new(Buf::from_slice(bytes)), 0, bytes.len())
    }

    /// The bytes.
    pub fn bytes(&self) -> &[u8] {
        &self.buf[self.start..self.end]
    }
}

/// What is to be done outside.
pub enum Output {
    /// Send a reply.
    Reply {
        /// To whom.
        to: Origin,
        /// A frame.
        frame: Vec<u8>,
    },
    /// Send a notice.
    Notice {
        /// Where the session listens.
        conn: ConnId,
        /// What.
        notice: wire::Notice,
    },
    /// Send a request to another shard, and hand what comes to [`Shard::on_reply`].
    Call {
        /// Names the call.
        token: u64,
        /// What the shard is.
        role: Role,
        /// To which shard.
        to: ShardId,
        /// What; its id is the driver's to fill in.
        request: Box<wire::Request>,
        /// When to give up.
        deadline: Instant,
    },
    /// Run a job on a helper thread, and hand its result to [`Shard::on_job`].
    Job {
        /// Names the job.
        token: u64,
        /// What.
        job: Job<()>,
    },
}

/// A request under way.
#[derive(Clone)]
pub(crate) struct Pending {
    origin: Origin,
    peer: Peer,
    frame: Frame,
    deadline: Instant,
    /// When it came.
    came: Instant,
    /// The slot was entered before: the request was parked, and runs again.
    admitted: bool,
    /// Rounds with it whose flush failed.
    failures: u8,
    /// Records that other shards have told it.
    told: Option<Rc<Records>>,
    /// Partition of the directory that it makes, when it was chosen before it had to wait.
    chosen: Option<Partition>,
}

/// A request whose round's flush failed this often fails itself.
const FAILURES_MAX: u8 = 2;

/// One shard.
pub struct Shard {
    pub(crate) state: State,
    builder: Builder,
    /// What leaves with the round: the flag holds an output until it is synced.
    outputs: Vec<(Output, bool)>,
    /// Requests of the round, to run again should its flush fail.
    round: Vec<Pending>,
    parked: Parked,
    syncs: Syncs,
    peers: peers::Peers,
    reaping: reap::Reaping,
    /// Directories whose recall may go on.
    freed: Vec<InodeId>,
    next_token: u64,
    next_tick: Instant,
    /// When clients' time to reclaim opens after the start is over; `None`: it is.
    grace_until: Option<Instant>,
    counts: Counts,
}

impl Shard {
    /// Runs a request, or parks it. What it says leaves with the round.
    pub fn handle(&mut self, origin: Origin, peer: Peer, frame: Frame, deadline: Instant) {
        let came = self.state.env.now();
        let (admitted, failures, told, chosen) = (false, 0, None, None);
        self.run(Pending { origin, peer, frame, deadline, came, admitted, failures, told, chosen });
    }

    fn run(&mut self, pending: Pending) {
        let frame = pending.frame.clone();
        let request = match frame::read(frame.bytes()) {
            Ok(wire::FrameBodyRef::Request(request)) => request,
            _ => {
                self.counts.strays += 1;
                return;
            }
        };
        let id = request.id().unwrap_or(0);
        match self.run_request(&pending, &request, id) {
            Ok(true) => self.round.push(pending),
            Ok(false) => {}
            Err(Stop::Fail(status, detail)) => {
                self.refuse(&pending, id, status, &detail);
            }
            Err(stop) => self.stopped(pending, id, stop),
        }
    }

    /// Checks what comes before the operation, then runs it. Fails for what is refused before it entered its slot.
    /// Gives whether the round answers it: it may be parked instead.
    fn run_request(
        &mut self,
        pending: &Pending,
        request: &wire::RequestRef<'_>,
        id: u64,
    ) -> Result<bool, Stop> {
        let now = self.state.env.now();
        if now > pending.deadline {
            return Err(Status::Deadline.into());
        }
        let call = request.call()?.ok_or(Status::Malformed)?;
        let caller = Caller::of(request)?;
        let first = dispatch::is_first(&call);
        let epoch = request.epoch()?;
        if !first && epoch != 0 && epoch != self.state.map.epoch() {
            return Err(Status::WrongEpoch.into());
        }
        let session = caller.session;
        if session.0 != 0 {
            self.renew(session, pending.peer, now)?;
            for open in request.closes()?.into_iter().flatten() {
                self.state.close(open, session);
            }
        }
        let from_peer = match pending.peer {
            Peer::Metadata(from) if dispatch::is_of_peers(&call) => Some(from),
            _ => None,
        };
        // Before it enters its slot: refused later, it would be thought to run for ever.
        if !first && from_peer.is_none() && !self.is_recovered() {
            let detail = "decisions of other metadata shards are awaited after a machine crash";
            return Err(crate::stop::fail(Status::NotReady, detail));
        }
        let (slot, number) = (request.slot()?, request.number()?);
        if number != 0 && !pending.admitted {
            if session.0 == 0 {
                return Err(crate::stop::fail(Status::Invalid, "a number without a session"));
            }
            let State { sessions, store, .. } = &mut self.state;
            match sessions.admit(store, session, slot, number, pending.origin, id)? {
                Admission::Run => {}
                Admission::Replay(reply) => {
                    self.replay(pending.origin, id, session, &call, &reply);
                    return Ok(true);
                }
                Admission::Attached => return Ok(true),
                Admission::Old => return Err(Status::NumberOld.into()),
                Admission::NoSlot => {
                    return Err(crate::stop::fail(Status::Invalid, "the session has no such slot"));
                }
            }
        }
        if let Some(from) = from_peer {
            self.peer_request(pending.origin, from, id, &call)?;
            return Ok(true);
        }
        if pending.failures >= FAILURES_MAX {
            if number != 0 {
                self.state.sessions.abandon(session, slot, number);
            }
            let detail = "the metadata server's store takes no writes; see its log";
            return Err(crate::stop::fail(Status::NoSpace, detail));
        }
        let kind = dispatch::kind(&call);
        let writes = self.state.store.writes();
        let mut cx = Cx {
            caller,
            walked: SmallVec::new(),
            now,
            came: pending.came,
            time: self.state.env.clock.timestamp().0,
            hold: false,
            told: pending.told.clone(),
            known: Records::new(),
            chosen: pending.chosen,
            state: &mut self.state,
        };
        let result = dispatch::dispatch(&mut cx, call, pending.origin, pending.peer, &mut self.freed);
        let (walked, hold, known, chosen) = (cx.walked, cx.hold, cx.known, cx.chosen);
        let wrote = self.state.store.writes() - writes;
        let stamp = self.stamp();
        let (frame, keep) = match result {
            Ok(answer) => {
                self.counts.ops[kind].done += 1;
                self.tell(session, &walked);
                (answer::encode(&mut self.builder, id, stamp, &answer, &walked), true)
            }
            Err(Stop::Fail(Status::Conflict, _)) => {
                self.counts.ops[kind].again += 1;
                self.conflicted(Pending { admitted: number != 0, ..pending.clone() }, id);
                return Ok(false);
            }
            Err(Stop::Fail(status, detail)) => {
                debug_assert_eq!(wrote, 0, "an operation that failed with {status:?} wrote");
                self.counts.failed(kind, status);
                let frame = answer::encode_failure(&mut self.builder, id, stamp, status, &detail, 0);
                (frame, !runs_again(status))
            }
            Err(Stop::Broken(error)) => {
                tracing::error!(%error, operation = dispatch::KINDS[kind], "the operation failed");
                self.counts.failed(kind, Status::Io);
                let frame = answer::encode_failure(
                    &mut self.builder,
                    id,
                    stamp,
                    Status::Io,
                    "the metadata server's store is at fault; see its log",
                    0,
                );
                (frame, false)
            }
            Err(stop) => {
                debug_assert_eq!(wrote, 0, "an operation that stopped wrote");
                self.counts.ops[kind].again += 1;
                let mut pending = pending.clone();
                pending.admitted = number != 0;
                pending.chosen = chosen;
                match stop {
                    Stop::Txn(plan) => self.begin_txn(pending, id, *plan, walked),
                    Stop::Far(far) => self.read_far(pending, far, known),
                    stop => self.stopped(pending, id, stop),
                }
                return Ok(false);
            }
        };
        let count = &mut self.counts.ops[kind];
        count.writes += wrote;
        count.reply_bytes += frame.len() as u64;
        if number != 0 {
            let State { sessions, store, .. } = &mut self.state;
            let again = sessions.finish(store, session, slot, number, &frame, wrote > 0, keep);
            for (origin, request) in again {
                if let Some(frame) = answer::again(request, stamp, &frame) {
                    self.outputs.push((Output::Reply { to: origin, frame }, hold));
                }
            }
        }
        self.outputs.push((Output::Reply { to: pending.origin, frame }, hold));
        Ok(true)
    }

    /// A reply tells a session of the leases that a walk has given.
    fn tell(&mut self, session: SessionId, walked: &[wire::Walked]) {
        for walked in walked.iter().filter(|walked| walked.inode_lease_ms > 0) {
            self.state.leases.tell(InodeId(walked.id), session);
        }
    }

    /// Every request of a session renews it.
    fn renew(&mut self, id: SessionId, peer: Peer, now: Instant) -> Result<(), Stop> {
        let session_time = self.state.config.session;
        match self.state.sessions.get_mut(id) {
            Some(session) if peer.client().is_none_or(|client| client == session.client) => {
                session.expires = now + session_time;
                Ok(())
            }
            _ => Err(Status::SessionUnknown.into()),
        }
    }

    /// Sends a recorded reply again. An open that it gave, and that a restart has forgotten, is open again.
    fn replay(&mut self, to: Origin, id: u64, session: SessionId, call: &wire::CallRef<'_>, recorded: &[u8]) {
        self.counts.replays += 1;
        if let (wire::CallRef::Open(call), Some((open, inode))) = (call, opened(recorded))
            && !self.state.opens.is_of_this_life(open)
        {
            let flags = call.flags().unwrap_or(0);
            self.state.opens.insert(open, Open { session, inode, flags, uid: None });
        }
        let stamp = self.stamp();
        match answer::again(id, stamp, recorded) {
            // The first reply may be waiting for a sync: so must this one.
            Some(frame) => self.outputs.push((Output::Reply { to, frame }, true)),
            None => {
                tracing::error!(%session, "a recorded reply cannot be read");
                self.reply_failure(to, id, Status::Io, "the recorded reply cannot be read");
            }
        }
    }

    fn stamp(&self) -> Stamp {
        Stamp { incarnation: self.state.incarnation.0, epoch: self.state.map.epoch() }
    }

    fn reply_failure(&mut self, to: Origin, id: u64, status: Status, detail: &str) {
        let stamp = self.stamp();
        let frame = answer::encode_failure(&mut self.builder, id, stamp, status, detail, 0);
        self.outputs.push((Output::Reply { to, frame }, false));
    }

    fn token(&mut self) -> u64 {
        self.next_token += 1;
        self.next_token
    }

    /// Ends the round: one batch, one flush; then what it said may leave, and is appended to `out`.
    ///
    /// # Errors
    /// When the batch or its flush failed. Nothing of the round has left; the store must be opened again, and
    /// [`Shard::reopen`] runs the round's requests anew.
    pub fn finish_round(&mut self, out: &mut Vec<Output>) -> Result<(), Error> {
        self.run_ready();
        if let Some(cold) = self.state.release_closed() {
            self.warm(cold, None);
        }
        self.notices();
        self.ask_for_ids();
        self.ask_for_usage();
        let State { ids, store, .. } = &mut self.state;
        ids.extend(store, &mut self.syncs.taking);
        if !self.round.is_empty() {
            self.counts.round_requests.observe(self.round.len() as u64);
        }
        let began = self.state.store.has_writes().then(|| self.state.env.now());
        if let Some(began) = began
            && self.state.store.finish_round()?
        {
            self.counts.flush_ns.observe(self.state.env.now().since(began).as_nanos() as u64);
            self.syncs.wrote();
            self.counts.rounds += 1;
            self.counts.round_writes += self.state.store.last_batch_len();
        }
        self.round.clear();
        self.reap();
        for dir in self.state.store.directories.take_compact() {
            let token = self.token();
            let (from, to) = (key::dentry_from(dir, 0), key::dentry_end(dir));
            let job = self.state.store.kv().compact_job(from, to);
            self.outputs.push((Output::Job { token, job }, false));
        }
        self.release_outputs(out);
        Ok(())
    }

    /// Turns recalls into notices.
    fn notices(&mut self) {
        for (session, dirs) in self.state.leases.take_notices() {
            let Some(conn) = self.state.sessions.get(session).and_then(|session| session.conn) else {
                continue;
            };
            let recall = wire::NoticeBody::Recall(Box::new(wire::Recall { dirs: Some(dirs) }));
            let notice = wire::Notice { session: session.0, body: Some(recall) };
            self.outputs.push((Output::Notice { conn, notice }, false));
        }
    }

    /// A job has ended.
    ///
    /// # Errors
    /// When it was a sync that failed: the store must be opened again, as after [`Shard::finish_round`].
    pub fn on_job(&mut self, token: u64, result: Result<(), KvError>) -> Result<(), Error> {
        if self.syncs.is_running(token) {
            result?;
            self.synced();
        } else {
            if let Err(error) = result {
                tracing::warn!(%error, "a read on a helper thread failed");
            }
            self.parked.warmed(token);
        }
        Ok(())
    }

    /// The reply to an [`Output::Call`], or why there is none.
    pub fn on_reply(&mut self, token: u64, reply: Result<wire::ReplyRef<'_>, Status>) {
        if !self.peer_reply(token, &reply) {
            self.reap_reply(token, &reply);
        }
    }

    /// A connection has closed.
    pub fn on_closed(&mut self, conn: ConnId) {
        self.state.sessions.closed(conn);
    }

    /// Does what is due. To be called when [`Shard::next_deadline`] has come; the round must be finished afterwards.
    pub fn on_timer(&mut self) {
        let now = self.state.env.now();
        self.syncs.tick(now);
        self.peers_tick();
        self.wake_due(now);
        if now < self.next_tick {
            return;
        }
        self.next_tick = now + TICK.min(self.state.config.lease / 4);
        for session in self.state.sessions.expired(now) {
            tracing::info!(%session, "session ended: its client was not heard of");
            let freed = self.state.end_session(session);
            self.freed.extend(freed);
        }
        self.state.leases.expire(now);
        self.state.look_at_space();
        self.state.store_inodes();
        if self.grace_until.is_some_and(|until| until <= now) {
            self.grace_until = None;
            let State { reaper, opens, sessions, .. } = &mut self.state;
            sessions.all_claimed();
            reaper.grace_over(|inode| opens.is_open(inode));
        }
    }

    /// When [`Shard::on_timer`] has something to do.
    pub fn next_deadline(&self) -> Instant {
        let tick = if self.state.sessions.is_empty() && self.grace_until.is_none() {
            Instant::NEVER
        } else {
            self.next_tick
        };
        let tick = tick.min(self.peers_due()).min(self.reaping.due());
        tick.min(self.syncs.due()).min(self.parked.due(|dir| self.state.leases.runs_out(dir)))
    }

    /// Whether a request would find work left over: a round should be finished even without a new request.
    pub fn has_work(&self) -> bool {
        !self.outputs.is_empty()
            || self.parked.has_ready()
            || !self.freed.is_empty()
            || self.syncs.has_work()
            || self.state.reaper.has_closed()
    }

    /// What operations have cost.
    pub fn counts(&self) -> &Counts {
        &self.counts
    }

    /// Requests that wait for something.
    pub fn waiting(&self) -> usize {
        self.parked.len()
    }

    /// The state, for tests and benchmarks.
    pub fn state(&self) -> &State {
        &self.state
    }
}

/// Whether a request that failed so is run again when it is repeated.
fn runs_again(status: Status) -> bool {
    matches!(
        status,
        Status::Again
            | Status::TimedOut
            | Status::WrongEpoch
            | Status::WrongShard
            | Status::Deadline
            | Status::Overload
            | Status::NotReady
            | Status::Conflict
            | Status::NoSpace
            | Status::Elsewhere
    )
}

/// The open and its inode of a recorded reply to `Open`.
pub(crate) fn opened(recorded: &[u8]) -> Option<(u64, InodeId)> {
    let wire::FrameBodyRef::Reply(reply) = frame::read(recorded).ok()? else { return None };
    let Some(wire::OutcomeRef::OpenOk(ok)) = reply.outcome().ok()? else { return None };
    let open = ok.open().ok().filter(|open| *open != 0)?;
    Some((open, InodeId(ok.attr().ok()??.id())))
}
