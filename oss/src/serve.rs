//! Requests come, answers go: the loop of a shard.
//!
//! The same in a process of its own and in the simulator: all it knows of the world is handed to it.

use std::future::{Future, poll_fn};
use std::pin::pin;
use std::rc::Rc;
use std::task::Poll;
use std::time::Duration;

use osmia_env::disk::DiskStats;
use osmia_env::{Addr, Disk, Env, Instant, LocalFuture, Transport};
use osmia_kv::Kv;
use osmia_net::{Hub, HubOptions, Identity, Incoming, IncomingRequest, Limits};
use osmia_protocol::Role;
use osmia_sys::metrics::{Export, Page};

use crate::answer::Error;
use crate::request::{self, Peer};
use crate::shard::{OpenError, Shard, ShardConfig};

/// How long a shard that is asked to end goes on with what it has begun.
const DRAIN: Duration = Duration::from_secs(10);

/// What a serving shard is made with.
#[derive(Clone)]
pub struct ServeConfig {
    /// The shard.
    pub shard: ShardConfig,
    /// Where it listens.
    pub listen: Vec<Addr>,
    /// Bounds on its connections.
    pub limits: Limits,
    /// Where its metrics go.
    pub metrics: Option<Rc<Export>>,
}

/// Why a shard does not serve.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// Its stores.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// An address.
    #[error(
        "cannot listen at {addr}: is another server running there, or does this node not have the address?"
    )]
    Listen {
        /// The address.
        addr: Addr,
        /// Why.
        source: std::io::Error,
    },
    /// The last sync.
    #[error("not everything could be synced at the end")]
    Sync(#[source] Error),
}

/// Opens a shard's stores and serves until `stop` resolves; then finishes what it has begun, syncs, and ends.
///
/// # Errors
/// The shard cannot start, or cannot sync at its end.
pub async fn serve(
    env: Env,
    transport: Rc<dyn Transport>,
    disk: Rc<dyn Disk>,
    kv: Rc<dyn Kv>,
    config: ServeConfig,
    stop: LocalFuture<'static, ()>,
) -> Result<(), ServeError> {
    let id = config.shard.shard;
    let shard = Shard::open(&env, disk.clone(), kv, config.shard).await?;
    let identity = Identity::server(shard.cluster(), Role::Storage, id);
    let mut options = HubOptions::new(identity);
    (options.incarnation, options.limits) = (shard.incarnation(), config.limits);
    let hub = Hub::new(env.clone(), transport, options);
    for addr in &config.listen {
        hub.listen_patiently(addr)
            .await
            .map_err(|source| ServeError::Listen { addr: addr.clone(), source })?;
    }
    tracing::info!(cluster = %shard.cluster(), incarnation = %shard.incarnation(), "serving");
    env.tasks.spawn(Box::pin(shard.clone().housekeeping()));
    if let Some(export) = config.metrics.clone() {
        env.tasks.spawn(Box::pin(show(env.clone(), export, shard.clone(), hub.clone(), disk)));
    }
    let mut stop = Some(stop);
    let mut end = Instant::NEVER;
    let mut incoming = Vec::new();
    loop {
        let happened = hub.poll(&mut incoming);
        for event in incoming.drain(..) {
            if let Incoming::Request(request) = event {
                begin(&env, &shard, &hub, request);
            }
        }
        if happened {
            // The new requests reach the disk, and answers that are ready leave together.
            env.tasks.yield_now().await;
        }
        hub.set_incarnation(shard.incarnation());
        hub.flush();
        if end != Instant::NEVER && (shard.in_flight() == 0 || env.now() >= end) {
            break;
        }
        if !happened && wait(&hub, &mut stop, end).await {
            tracing::info!(in_flight = shard.in_flight(), "ending: nothing new is taken");
            shard.drain();
            end = env.now() + DRAIN;
        }
    }
    // Answers of the last moment.
    hub.flush();
    config.metrics.iter().for_each(|export| export.remove());
    shard.sync_all().await.map_err(ServeError::Sync)?;
    tracing::info!("everything is synced");
    Ok(())
}

/// Shows what the shard does, for ever.
async fn show(env: Env, export: Rc<Export>, shard: Rc<Shard>, hub: Rc<Hub>, disk: Rc<dyn Disk>) {
    let id = shard.config.shard;
    let (node, index) = (id.node().to_string(), id.index().to_string());
    loop {
        let mut page = Page::new(&[("server", "oss"), ("node", &node), ("shard", &index)]);
        shard.show(&mut page);
        let rings = [("read", disk.stats()[0]), ("write", disk.stats()[1])];
        let mut ring = |name, help, of: fn(&DiskStats) -> u64| {
            rings.iter().for_each(|(ring, stats)| page.count(name, help, &[("ring", ring)], of(stats)));
        };
        ring(
            "ring_operations",
            "Operations of a ring that have completed; syncs are with the writes",
            |ring| ring.done,
        );
        ring("ring_failures", "Operations of a ring that failed", |ring| ring.failed);
        ring("ring_bytes", "Bytes that a ring has moved", |ring| ring.bytes);
        let mut depth = |name, help, of: fn(&DiskStats) -> usize| {
            rings
                .iter()
                .for_each(|(ring, stats)| page.level(name, help, &[("ring", ring)], of(stats) as u64));
        };
        depth("ring_running", "Operations of a ring that the kernel works on", |ring| ring.running);
        depth("ring_waiting", "Operations that wait for room in a ring", |ring| ring.waiting);
        hub.show(&mut page);
        export.show(&env, page);
        env.tasks.sleep_until(env.now() + export.every()).await;
    }
}

/// Runs a request as a task of its own.
fn begin(env: &Env, shard: &Rc<Shard>, hub: &Rc<Hub>, incoming: IncomingRequest) {
    let IncomingRequest { from, peer, frame, body, deadline, .. } = incoming;
    let request = match request::decode(&frame.get()) {
        Ok(request) => request,
        Err(error) => return hub.close(from.conn, &format!("a request that cannot be read: {error}")),
    };
    let peer = match peer.role {
        Role::Client => Peer::Client(peer.client),
        _ => Peer::Server,
    };
    let (shard, hub) = (shard.clone(), hub.clone());
    env.tasks.spawn(Box::pin(async move {
        let (reply, body) = shard.run(peer, request, body, deadline).await.into_reply();
        hub.reply(from, reply, body);
    }));
}

/// Waits for the hub. True, once, when the shard is to end.
async fn wait(hub: &Hub, stop: &mut Option<LocalFuture<'static, ()>>, deadline: Instant) -> bool {
    let mut hub = pin!(hub.wait(deadline));
    poll_fn(|context| {
        if let Some(wish) = stop
            && wish.as_mut().poll(context).is_ready()
        {
            *stop = None;
            return Poll::Ready(true);
        }
        hub.as_mut().poll(context).map(|()| false)
    })
    .await
}
