//! One storage shard: from a request to its answer.
//!
//! Check, then dispatch. Each request is a future of its own; many are in flight, and none blocks the thread. What is not
//! here: where requests come from and where answers go ([`crate::serve`]).

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::rc::Rc;
use std::time::Duration;

use osmia_env::{Buf, BufPool, Disk, Env, Instant};
use osmia_kv::Kv;
use osmia_protocol::{ClusterId, Incarnation, SessionId, ShardId, Status, TargetId, wire};

use crate::answer::{Answer, Error};
use crate::format::{self, FormatError};
use crate::index::Index;
use crate::request::{Call, Peer, Request};
use crate::session::{Begin, SessionLimits, Sessions};
use crate::stats::ShardStats;
use crate::target::Target;

/// What a shard is made with.
#[derive(Clone)]
pub struct ShardConfig {
    /// The cluster, when the configuration names it: otherwise the stores say.
    pub cluster: Option<ClusterId>,
    /// Its id.
    pub shard: ShardId,
    /// What errors call its own store.
    pub directory: PathBuf,
    /// Its targets.
    pub targets: Vec<(TargetId, PathBuf)>,
    /// Names this start of the machine, as `/proc/sys/kernel/random/boot_id`: another one means that unsynced data may be
    /// gone.
    pub boot: String,
    /// Bounds on sessions.
    pub sessions: SessionLimits,
    /// How long a client may use what it was granted; told to clients.
    pub lease: Duration,
    /// Requests in flight; more are refused with `Overload`.
    pub requests_max: usize,
    /// Bytes of data of requests in flight; more are refused with `Overload`.
    pub bytes_max: usize,
    /// Objects that stay open.
    pub open_max: usize,
    /// Buffers for data, the smallest first.
    pub pools: Vec<BufPool>,
}

impl ShardConfig {
    /// With bounds for tests and small machines, and no targets.
    pub fn new(shard: ShardId) -> ShardConfig {
        ShardConfig {
            cluster: None,
            shard,
            directory: PathBuf::from("the shard's store"),
            targets: Vec::new(),
            boot: String::new(),
            sessions: SessionLimits { sessions_max: 4096, slots_max: 64, idle: Duration::from_secs(60) },
            lease: Duration::from_secs(10),
            requests_max: 1024,
            bytes_max: 256 << 20,
            open_max: 1024,
            pools: Vec::new(),
        }
    }
}

/// Why a shard does not start.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// Its stores are not what they should be.
    #[error(transparent)]
    Format(#[from] FormatError),
    /// They cannot be read or written.
    #[error(transparent)]
    Failed(#[from] Error),
}

/// A storage shard.
pub struct Shard {
    pub(crate) env: Env,
    pub(crate) config: ShardConfig,
    pub(crate) index: Rc<Index>,
    pub(crate) sessions: Rc<Sessions>,
    pub(crate) targets: BTreeMap<TargetId, Rc<Target>>,
    cluster: ClusterId,
    incarnation: Cell<Incarnation>,
    in_flight: Cell<usize>,
    bytes: Cell<usize>,
    draining: Cell<bool>,
    pub(crate) stats: RefCell<ShardStats>,
}

impl Shard {
    /// Opens the shard's stores, after checking that they are its own.
    ///
    /// # Errors
    /// [`OpenError`].
    pub async fn open(
        env: &Env,
        disk: Rc<dyn Disk>,
        kv: Rc<dyn Kv>,
        config: ShardConfig,
    ) -> Result<Rc<Shard>, OpenError> {
        let superblock =
            format::check_shard(&*kv, env, &config.directory, config.cluster, config.shard).await?;
        let cluster = superblock.cluster;
        for (id, path) in &config.targets {
            format::check_target(&*disk, path, Some(cluster), config.shard, *id).await?;
        }
        let (index, incarnation) = Index::open(env, kv, &config.boot).await?;
        let pools: Rc<[BufPool]> = config.pools.clone().into();
        let mut targets = BTreeMap::new();
        for (id, path) in &config.targets {
            let (disk, index, pools) = (disk.clone(), index.clone(), pools.clone());
            let open_max = (config.open_max / config.targets.len()).max(1);
            targets.insert(*id, Target::open(env, disk, index, *id, path, open_max, pools).await?);
        }
        Ok(Rc::new(Shard {
            env: env.clone(),
            sessions: Sessions::new(env, config.sessions),
            config,
            index,
            targets,
            cluster,
            incarnation: Cell::new(incarnation),
            in_flight: Cell::new(0),
            bytes: Cell::new(0),
            draining: Cell::new(false),
            stats: RefCell::default(),
        }))
    }

    /// The cluster that its stores belong to.
    pub fn cluster(&self) -> ClusterId {
        self.cluster
    }

    /// Changes whenever unsynced data may have been lost.
    pub fn incarnation(&self) -> Incarnation {
        self.incarnation.get()
    }

    /// Requests that are being run.
    pub fn in_flight(&self) -> usize {
        self.in_flight.get()
    }

    /// Refuses new requests from now on, with `NotReady`.
    pub fn drain(&self) {
        self.draining.set(true);
    }

    /// Makes everything durable that is open, and the records.
    ///
    /// # Errors
    /// The first failure.
    pub async fn sync_all(&self) -> Result<(), Error> {
        for target in self.targets.values() {
            target.sync_open().await?;
        }
        self.index.sync().await
    }

    /// Counts objects, ends idle sessions and drops old marks, for ever. Runs beside the requests.
    pub async fn housekeeping(self: Rc<Self>) {
        for target in self.targets.values() {
            target.count().await;
        }
        loop {
            self.env.tasks.sleep_until(self.env.now() + HOUSEKEEPING).await;
            self.sessions.expire();
            match self.index.sweep_marks().await {
                Ok(0) => {}
                Ok(count) => tracing::debug!(count, "old marks of removed objects dropped"),
                Err(error) => tracing::warn!(error = %Answer::failed(&error).detail, "cannot drop old marks"),
            }
        }
    }

    /// Runs one request to its answer. `body` is its bulk data; after `deadline` nobody waits for it.
    pub async fn run(&self, peer: Peer, request: Request, body: Option<Buf>, deadline: Instant) -> Answer {
        let bytes = match &request.call {
            Call::Read { len, .. } => *len as usize,
            _ => body.as_ref().map_or(0, |body| body.len()),
        };
        let kind = request.call.kind();
        let (answer, repeated) = match self.admit(bytes) {
            Ok(_admitted) => match self.check(peer, request, body, deadline).await {
                Checked::Ran(answer) => (answer, false),
                Checked::Repeated(answer) => (answer, true),
            },
            Err(answer) => (answer, false),
        };
        self.stats.borrow_mut().answered(kind, answer.status, repeated);
        answer
    }

    /// Bounds what is in flight.
    fn admit(&self, bytes: usize) -> Result<Admitted<'_>, Answer> {
        if self.draining.get() {
            return Err(Answer::status(Status::NotReady).with_detail("the server is ending"));
        }
        let (requests, in_flight_bytes) = (self.in_flight.get(), self.bytes.get());
        let too_many = requests >= self.config.requests_max
            || (in_flight_bytes > 0 && in_flight_bytes.saturating_add(bytes) > self.config.bytes_max);
        if too_many {
            return Err(Answer::status(Status::Overload));
        }
        self.in_flight.set(requests + 1);
        self.bytes.set(in_flight_bytes + bytes);
        Ok(Admitted { shard: self, bytes })
    }

    /// Who asks, under which session, and whether it has been asked before.
    async fn check(&self, peer: Peer, request: Request, body: Option<Buf>, deadline: Instant) -> Checked {
        let wanted = Wanted { shard: self, deadline, session: None };
        if let Err(error) = wanted.check() {
            return Checked::Ran(Answer::failed(&error));
        }
        let client = match peer {
            Peer::Server => return Checked::Ran(self.answer(peer, request, body, wanted).await),
            Peer::Client(client) => client,
        };
        if !request.call.of_session() {
            return Checked::Ran(self.answer(peer, request, body, wanted).await);
        }
        if !self.sessions.heard(request.session, client) {
            return Checked::Ran(Answer::status(Status::SessionUnknown));
        }
        let wanted = Wanted { session: Some(request.session), ..wanted };
        if request.number == 0 {
            if request.call.changes() {
                let answer = Answer::status(Status::Invalid);
                return Checked::Ran(answer.with_detail("a request that changes something needs a number"));
            }
            return Checked::Ran(self.answer(peer, request, body, wanted).await);
        }
        let running = match self.sessions.begin(request.session, request.slot, request.number) {
            Begin::Run(running) => running,
            Begin::Refuse(status, detail) => {
                return Checked::Ran(Answer::status(status).with_detail(detail));
            }
            Begin::Recorded(answer) => return Checked::Repeated(answer),
            Begin::Attach(told) => {
                let answer = told.await;
                return Checked::Repeated(answer.unwrap_or_else(|| Answer::status(Status::NotReady)));
            }
        };
        if !request.call.changes() {
            // Its data are not kept: run again when repeated.
            drop(running);
            return Checked::Ran(self.answer(peer, request, body, wanted).await);
        }
        let answer = self.answer(peer, request, body, wanted).await;
        running.finish(&answer);
        Checked::Ran(answer)
    }

    async fn answer(&self, peer: Peer, request: Request, body: Option<Buf>, wanted: Wanted<'_>) -> Answer {
        match crate::dispatch::dispatch(self, peer, request, body, wanted).await {
            Ok(answer) => answer,
            Err(error) => Answer::failed(&error),
        }
    }

    /// A sync failed: what had been acknowledged may be lost, and those who wrote it must hear.
    pub(crate) async fn lost_data(&self) {
        tracing::error!("a sync failed: acknowledged data may be lost; the incarnation changes");
        match self.index.raise_incarnation(self.incarnation.get(), &self.config.boot).await {
            Ok(next) => self.incarnation.set(next),
            Err(error) => {
                // Not persisted: but those who are connected hear.
                self.incarnation.set(Incarnation(self.incarnation.get().0 + 1));
                tracing::error!(%error, "the new incarnation is not recorded");
            }
        }
    }

    pub(crate) fn target(&self, id: TargetId) -> Result<&Rc<Target>, Error> {
        self.targets.get(&id).ok_or(Error::Refused(Status::WrongShard))
    }

    pub(crate) fn session_ok(&self, session: SessionId, slots: u16, resumed: bool) -> Answer {
        let lease_ms = u32::try_from(self.config.lease.as_millis()).unwrap_or(u32::MAX);
        let ok = wire::SessionOk { session: session.0, slots, lease_ms, resumed };
        Answer::ok(wire::Outcome::SessionOk(Box::new(ok)))
    }
}

/// Between two rounds of housekeeping.
const HOUSEKEEPING: Duration = Duration::from_secs(1);

/// What became of a request.
enum Checked {
    /// It was run, or refused.
    Ran(Answer),
    /// It had been asked before: the answer is the first one's.
    Repeated(Answer),
}

/// A request that counts as in flight.
struct Admitted<'a> {
    shard: &'a Shard,
    bytes: usize,
}

impl Drop for Admitted<'_> {
    fn drop(&mut self) {
        self.shard.in_flight.set(self.shard.in_flight.get() - 1);
        self.shard.bytes.set(self.shard.bytes.get() - self.bytes);
    }
}

/// Whether somebody still waits for a request's answer.
#[derive(Clone, Copy)]
pub(crate) struct Wanted<'a> {
    shard: &'a Shard,
    deadline: Instant,
    session: Option<SessionId>,
}

impl Wanted<'_> {
    /// Asked at receipt, and again before the disk is handed a change.
    pub(crate) fn check(&self) -> Result<(), Error> {
        if self.shard.env.now() >= self.deadline {
            return Err(Status::Deadline.into());
        }
        match self.session {
            Some(session) if !self.shard.sessions.alive(session) => Err(Status::SessionUnknown.into()),
            _ => Ok(()),
        }
    }
}
