//! The loop that drives a shard: requests in from the hub, rounds, replies out, jobs on helper threads.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::future::poll_fn;
use std::pin::pin;
use std::rc::Rc;
use std::task::{Poll, Waker};
use std::time::Duration;

use osmia_env::{Addr, Env, Instant, LocalFuture, Transport, tasks};
use osmia_kv::{Kv, KvError};
use osmia_net::{CallError, Hub, HubOptions, Identity, Incoming, PeerAddrs, PeerInfo, ReplyTo, Response};
use osmia_protocol::{Role, ShardId, Status};
use osmia_sys::metrics::{Export, Page};

use crate::config::ShardConfig;
use crate::map::ClusterMap;
use crate::shard::{Frame, Origin, Output, Peer, Shard};
use crate::stop::Error;

/// How a shard meets the world.
pub struct ServeOptions {
    /// Where it listens.
    pub listen: Vec<Addr>,
    /// Bounds of its connections.
    pub limits: osmia_net::Limits,
    /// Where its metrics go.
    pub metrics: Option<Export>,
}

/// Rounds in a row before other tasks of the thread get a turn: some hundred microseconds.
const ROUNDS_PER_TURN: u32 = 16;
/// How long an orderly stop waits for leases to come back and syncs to end.
const STOP_PATIENCE: Duration = Duration::from_secs(2);
/// Pause before a store that cannot be opened is tried again.
const REOPEN_PAUSE: Duration = Duration::from_millis(200);

/// What other tasks have for the loop.
#[derive(Default)]
struct Inbox {
    jobs: VecDeque<(u64, Result<(), KvError>)>,
    replies: VecDeque<(u64, Result<Response, CallError>)>,
    stopping: bool,
    waker: Option<Waker>,
}

type SharedInbox = Rc<RefCell<Inbox>>;

fn post(inbox: &SharedInbox, put: impl FnOnce(&mut Inbox)) {
    let waker = {
        let mut inbox = inbox.borrow_mut();
        put(&mut inbox);
        inbox.waker.take()
    };
    if let Some(waker) = waker {
        waker.wake();
    }
}

/// Runs a shard until `shutdown` resolves; then recalls leases, syncs, and returns.
///
/// # Errors
/// A store that cannot be opened or is another's, an address that cannot be listened at.
pub async fn serve(
    env: Env,
    transport: Rc<dyn Transport>,
    kv: Rc<dyn Kv>,
    config: ShardConfig,
    options: ServeOptions,
    shutdown: LocalFuture<'static, ()>,
) -> Result<(), ServeError> {
    let (cluster, id) = (config.cluster, config.shard);
    let shard = Shard::open(kv, config, env.clone())?;
    let hub = Hub::new(
        env.clone(),
        transport,
        HubOptions {
            identity: Identity::server(cluster, Role::Metadata, id),
            incarnation: shard.state().incarnation,
            epoch: shard.state().map.epoch(),
            limits: options.limits,
        },
    );
    for addr in &options.listen {
        let bound = hub
            .listen_patiently(addr)
            .await
            .map_err(|source| ServeError::Listen { addr: addr.clone(), source })?;
        tracing::info!(address = %bound, "listening");
    }
    let inbox = SharedInbox::default();
    let stop = inbox.clone();
    env.tasks.spawn(Box::pin(async move {
        shutdown.await;
        post(&stop, |inbox| inbox.stopping = true);
    }));
    let next_page = if options.metrics.is_some() { env.now() } else { Instant::NEVER };
    let mut driver = Driver { env, hub, shard, inbox, out: Vec::new(), metrics: options.metrics, next_page };
    driver.run().await;
    driver.metrics.iter().for_each(Export::remove);
    Ok(driver.shard.stop()?)
}

/// Why a shard does not serve.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// Its store.
    #[error(transparent)]
    Store(#[from] Error),
    /// An address.
    #[error("cannot listen at {addr}")]
    Listen {
        /// Which.
        addr: Addr,
        /// Why.
        source: std::io::Error,
    },
}

struct Driver {
    env: Env,
    hub: Rc<Hub>,
    shard: Shard,
    inbox: SharedInbox,
    out: Vec<Output>,
    metrics: Option<Export>,
    /// When metrics are shown next.
    next_page: Instant,
}

impl Driver {
    async fn run(&mut self) {
        let mut incoming = Vec::new();
        let mut stop_by = None;
        let mut rounds = 0;
        loop {
            let mut busy = self.hub.poll(&mut incoming);
            for event in incoming.drain(..) {
                self.take(event);
            }
            let mut failed = None;
            loop {
                let Some((token, result)) = self.inbox.borrow_mut().jobs.pop_front() else { break };
                busy = true;
                if let Err(error) = self.shard.on_job(token, result) {
                    failed = Some(error);
                }
            }
            loop {
                let Some((token, result)) = self.inbox.borrow_mut().replies.pop_front() else { break };
                busy = true;
                match result {
                    Ok(response) => self.shard.on_reply(token, Ok(response.reply())),
                    Err(error) => {
                        tracing::debug!(%error, "a call to another shard");
                        self.shard.on_reply(token, Err(Status::TimedOut));
                    }
                }
            }
            let now = self.hub.polled_at();
            if self.shard.next_deadline() <= now {
                self.shard.on_timer();
                busy = true;
            }
            if busy || self.shard.has_work() {
                let finished = match failed {
                    Some(error) => Err(error),
                    None => self.shard.finish_round(&mut self.out),
                };
                if let Err(error) = finished {
                    self.reopen(error).await;
                    continue;
                }
                self.send();
            }
            self.hub.flush();
            // A lone client has its reply now, and works, too.
            self.shard.state().store.kv().settle();
            if stop_by.is_none() && self.inbox.borrow().stopping {
                tracing::info!("stopping");
                self.shard.begin_stop();
                stop_by = Some(now + STOP_PATIENCE);
                continue;
            }
            if let Some(by) = stop_by
                && (self.shard.is_quiet() || now >= by)
            {
                return;
            }
            if !busy && !self.shard.has_work() {
                if self.next_page <= now {
                    self.show(now);
                }
                let deadline = self.shard.next_deadline().min(stop_by.unwrap_or(Instant::NEVER));
                let deadline = deadline.min(self.next_page);
                self.wait(deadline, stop_by.is_some()).await;
                rounds = 0;
                continue;
            }
            rounds += 1;
            if rounds >= ROUNDS_PER_TURN {
                rounds = 0;
                if self.next_page <= now {
                    self.show(now);
                }
                self.env.tasks.yield_now().await;
            }
        }
    }

    fn show(&mut self, now: Instant) {
        let Some(export) = &self.metrics else { return };
        let shard = self.shard.state().config.shard;
        let (node, index) = (shard.node().to_string(), shard.index().to_string());
        let mut page = Page::new(&[("server", "mds"), ("node", &node), ("shard", &index)]);
        self.shard.show(&mut page);
        self.hub.show(&mut page);
        export.show(&self.env, page);
        self.next_page = now + export.every();
    }

    fn take(&mut self, event: Incoming) {
        match event {
            Incoming::Request(request) => {
                let origin = Origin { conn: request.from.conn, token: request.from.id };
                let (buf, range) = request.frame.into_parts();
                let frame = Frame::new(buf, range.start, range.end);
                self.shard.handle(origin, peer(&request.peer), frame, request.deadline);
            }
            Incoming::Closed { peer } => self.shard.on_closed(peer.conn),
            Incoming::Notice { .. } => {}
        }
    }

    fn send(&mut self) {
        for output in self.out.drain(..) {
            match output {
                Output::Reply { to, frame } => {
                    self.hub.reply_bytes(ReplyTo { conn: to.conn, id: to.token }, &frame);
                }
                Output::Notice { conn, notice } => self.hub.notify(conn, &notice),
                Output::Call { token, role, to, request, deadline } => {
                    let addresses = addresses(&self.shard.state().map, role, to);
                    let call = self.hub.call(&addresses, *request, None, deadline);
                    let inbox = self.inbox.clone();
                    self.env.tasks.spawn(Box::pin(async move {
                        let result = call.await;
                        post(&inbox, |inbox| inbox.replies.push_back((token, result)));
                    }));
                }
                Output::Job { token, job } => {
                    let (inbox, env) = (self.inbox.clone(), self.env.clone());
                    self.env.tasks.spawn(Box::pin(async move {
                        let result = tasks::blocking(&*env.tasks, job).await;
                        post(&inbox, |inbox| inbox.jobs.push_back((token, result)));
                    }));
                }
            }
        }
    }

    /// The store failed: opens it again, until it lets itself be opened.
    async fn reopen(&mut self, error: Error) {
        tracing::error!(%error, "the store failed: opening it again");
        self.out.clear();
        while let Err(error) = self.shard.reopen() {
            tracing::error!(%error, "the store cannot be opened");
            self.env.tasks.sleep_until(self.env.now() + REOPEN_PAUSE).await;
        }
        self.hub.set_incarnation(self.shard.state().incarnation);
    }

    /// Until something comes from the network or another task, or the deadline; or the wish to stop, unless it is known.
    async fn wait(&self, deadline: Instant, stopping: bool) {
        let mut network = pin!(self.hub.wait(deadline));
        poll_fn(|context| {
            let mut inbox = self.inbox.borrow_mut();
            let stop = inbox.stopping && !stopping;
            if stop || !inbox.jobs.is_empty() || !inbox.replies.is_empty() {
                return Poll::Ready(());
            }
            match &mut inbox.waker {
                Some(waker) => waker.clone_from(context.waker()),
                none => *none = Some(context.waker().clone()),
            }
            drop(inbox);
            network.as_mut().poll(context)
        })
        .await;
    }
}

fn peer(info: &PeerInfo) -> Peer {
    match info.role {
        Role::Client => Peer::Client(info.client),
        Role::Metadata => Peer::Metadata(info.shard),
        Role::Storage => Peer::Storage(info.shard),
    }
}

fn addresses(map: &ClusterMap, role: Role, shard: ShardId) -> PeerAddrs {
    let entry = map.shard(role, shard);
    let texts = entry.and_then(|entry| entry.addresses.as_deref()).unwrap_or_default();
    let parsed: Vec<Addr> = texts
        .iter()
        .filter_map(|text| {
            text.parse().map_err(|error| tracing::error!(%error, "an address of the cluster map")).ok()
        })
        .collect();
    PeerAddrs::new(role, shard, parsed)
}
