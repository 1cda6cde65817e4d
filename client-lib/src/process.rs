//! The threads of a client: a lane for each caller, and the service thread.

use std::cell::RefCell;
use std::future::Future;
use std::path::Path;
use std::pin::{Pin, pin};
use std::rc::Rc;
use std::sync::Arc;
use std::sync::mpsc;
use std::task::{Context, Poll, Waker};
use std::thread::JoinHandle;
use std::time::Duration;

use osmia_config::Config;
use osmia_env::{Addr, Env, Rng};
use osmia_net::{Hub, HubOptions, Identity, Patience, PeerAddrs};
use osmia_protocol::{ClientId, ClusterId, Role, ShardId};
use osmia_sys::{LocalTasks, ProcessMark};
use osmia_ucx::{UcxOptions, UcxTransport};
use parking_lot::Mutex;

use crate::core::fetch_map;
use crate::error::{Error, Result};
use crate::lane::{self, Lane};
use crate::map::ClusterMap;
use crate::service::{self, Job};
use crate::shared::{CoreOptions, Shared};
use crate::{ClientOptions, Counters};

/// One client of this process. Dropped, it is shut down.
pub struct Process {
    shared: Arc<Shared>,
    /// The process that connected: a child of it shares memory with nobody, and must not touch its connections.
    mark: ProcessMark,
    service: Mutex<Option<JoinHandle<()>>>,
}

/// What a connect is made of.
struct Start {
    cluster: Option<ClusterId>,
    seeds: Vec<PeerAddrsSend>,
    options: CoreOptions,
}

/// As [`PeerAddrs`], for another thread.
struct PeerAddrsSend(ShardId, Vec<Addr>);

thread_local! {
    /// This thread's lanes, one for each client that it has called.
    static LANES: RefCell<Vec<Own>> = const { RefCell::new(Vec::new()) };
}

/// A lane and what drives it.
struct ThreadLane {
    lane: Lane,
    tasks: Rc<LocalTasks>,
}

/// A thread's own lane. In a forked child it is not dropped: its connections are the parent's.
struct Own {
    lane: Option<Rc<ThreadLane>>,
    mark: ProcessMark,
}

impl Process {
    pub(crate) fn connect_with(file: &Path, options: ClientOptions) -> Result<Arc<Process>> {
        let config = Config::load(file).map_err(|faults| {
            Error::new(libc::EINVAL, "connect").on(file).saying(faults.to_string()).because(faults)
        })?;
        let limits = &config.limits;
        let defaults = (limits.attempt_ms, limits.give_up_ms, limits.cached_dirs_max as usize);
        let options = decide(options, defaults);
        let mut seeds = Vec::new();
        for entry in config.cluster_map().mds {
            let addresses: std::result::Result<Vec<Addr>, String> =
                entry.addresses.iter().map(|address| address.parse()).collect();
            let addresses =
                addresses.map_err(|why| Error::new(libc::EINVAL, "connect").on(file).saying(why))?;
            seeds.push(PeerAddrsSend(entry.shard, lane::allowed(&addresses, options.transport)));
        }
        Process::start(Start { cluster: config.cluster.id, seeds, options })
    }

    pub(crate) fn connect_to(address: &str, options: ClientOptions) -> Result<Arc<Process>> {
        let addr: Addr =
            address.parse().map_err(|why: String| Error::new(libc::EINVAL, "connect").saying(why))?;
        let options = decide(options, (2_000, 30_000, 1 << 16));
        let seeds = vec![PeerAddrsSend(osmia_net::peer::ANY_SHARD, vec![addr])];
        Process::start(Start { cluster: None, seeds, options })
    }

    /// Starts the service thread, which connects, and waits for it to have the map.
    fn start(start: Start) -> Result<Arc<Process>> {
        let (send, receive) = mpsc::sync_channel(1);
        let thread = std::thread::Builder::new().name("osmia-client".to_owned());
        let service = thread
            .spawn(move || service_thread(start, &send))
            .map_err(|error| failed("connect", "no service thread", error))?;
        match receive.recv() {
            Ok(Ok(shared)) => Ok(Arc::new(Process {
                shared,
                mark: ProcessMark::current(),
                service: Mutex::new(Some(service)),
            })),
            Ok(Err(error)) => {
                let _ = service.join();
                Err(error)
            }
            Err(mpsc::RecvError) => {
                let _ = service.join();
                Err(Error::new(libc::EIO, "connect").saying("the service thread has failed"))
            }
        }
    }

    pub(crate) fn shutdown(&self) -> Result<()> {
        self.check_process()?;
        self.shared.shut_down();
        let service = self.service.lock().take();
        // The service may drop the last handle itself, and does not wait for itself.
        if let Some(service) = service
            && service.thread().id() != std::thread::current().id()
            && service.join().is_err()
        {
            return Err(Error::new(libc::EIO, "shutdown").saying("the service thread has panicked"));
        }
        let _ = LANES.try_with(sweep);
        Ok(())
    }

    pub(crate) fn counters(&self) -> Counters {
        self.shared.counters()
    }

    pub(crate) fn cluster_map(&self) -> Arc<ClusterMap> {
        self.shared.map()
    }

    /// Runs a call on this thread's lane, to its end.
    pub(crate) fn block<T>(&self, call: impl AsyncFnOnce(&Lane) -> Result<T>) -> Result<T> {
        self.check_process()?;
        let lane = match LANES.try_with(|lanes| self.lane(lanes)) {
            Ok(lane) => lane?,
            // The thread is ending, and drops a file: a lane for this one call.
            Err(_) => Rc::new(thread_lane(&self.shared)?),
        };
        // Pinned here: a call's future is some kilobytes, which each layer that takes it by value would move.
        let call = pin!(call(&lane.lane));
        lane.tasks.block_on(lane.lane.hub.run(call))
    }

    fn lane(&self, lanes: &RefCell<Vec<Own>>) -> Result<Rc<ThreadLane>> {
        let mine = |lane: &&Rc<ThreadLane>| Arc::ptr_eq(&lane.lane.shared, &self.shared);
        if let Some(lane) = lanes.borrow().iter().filter_map(|own| own.lane.as_ref()).find(mine) {
            return Ok(lane.clone());
        }
        sweep(lanes);
        let lane = Rc::new(thread_lane(&self.shared)?);
        lanes.borrow_mut().push(Own { lane: Some(lane.clone()), mark: self.mark });
        Ok(lane)
    }

    fn check_process(&self) -> Result<()> {
        if ProcessMark::current() == self.mark {
            return Ok(());
        }
        let why = "this process is a child of the one that connected; it must connect anew";
        Err(Error::new(libc::EBADF, "call").saying(why))
    }

    /// Begins a call on the service thread.
    pub(crate) fn submit<T: Send + 'static>(
        &self,
        call: impl AsyncFnOnce(&Lane) -> Result<T> + Send + 'static,
    ) -> Submit<T> {
        let answer = Arc::new(Mutex::new(Answer { value: None, waker: None, gone: false }));
        if let Err(error) = self.check_process() {
            answer.lock().value = Some(Err(error));
            return Submit(answer);
        }
        let answerer = Answerer(answer.clone());
        self.shared.inbox.push(Job::Run(Box::new(move |lane| {
            Box::pin(async move {
                let value = call(&lane).await;
                answerer.0.lock().value = Some(value);
            })
        })));
        Submit(answer)
    }

    /// Begins a call on the service thread that nobody waits for.
    pub(crate) fn submit_and_forget(&self, call: impl AsyncFnOnce(&Lane) + Send + 'static) {
        if self.check_process().is_ok() {
            let job = Job::Run(Box::new(move |lane| Box::pin(async move { call(&lane).await })));
            self.shared.inbox.push(job);
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        if self.check_process().is_err() {
            // The thread is the parent's.
            std::mem::forget(self.service.lock().take());
            return;
        }
        if let Err(error) = self.shutdown() {
            tracing::warn!(%error, "a client was not shut down cleanly");
        }
    }
}

impl Drop for Own {
    fn drop(&mut self) {
        let lane = self.lane.take();
        if ProcessMark::current() != self.mark {
            std::mem::forget(lane);
        }
    }
}

/// Drops the lanes of clients that have been shut down.
fn sweep(lanes: &RefCell<Vec<Own>>) {
    let ended = |own: &mut Own| own.lane.as_ref().is_none_or(|lane| lane.lane.shared.has_ended());
    // Dropped when nothing is borrowed.
    let gone: Vec<Own> = lanes.borrow_mut().extract_if(.., ended).collect();
    drop(gone);
}

fn failed(operation: &'static str, what: &str, error: std::io::Error) -> Error {
    let errno = error.raw_os_error().unwrap_or(libc::EIO);
    Error::new(errno, operation).saying(format!("{what}: {error}")).because(error)
}

/// Connections and executor of the calling thread.
fn hub(client: ClientId, cluster: Option<ClusterId>, epoch: u32) -> Result<(Env, Rc<LocalTasks>, Rc<Hub>)> {
    let wrong = |error| failed("connect", "no executor or network context for this thread", error);
    let (env, tasks) = osmia_sys::env().map_err(wrong)?;
    let transport = UcxTransport::new(env.clone(), UcxOptions::default()).map_err(wrong)?;
    let options = HubOptions { epoch, ..HubOptions::new(Identity::client(cluster, client)) };
    let hub = Hub::new(env.clone(), transport, options);
    Ok((env, tasks, hub))
}

fn thread_lane(shared: &Arc<Shared>) -> Result<ThreadLane> {
    let map = shared.map();
    let (env, tasks, hub) = hub(shared.client, Some(map.cluster), map.epoch)?;
    let lane = Lane::new(hub, env, shared.clone());
    service::answer_recalls(&lane);
    Ok(ThreadLane { lane, tasks })
}

fn service_thread(start: Start, ready: &mpsc::SyncSender<Result<Arc<Shared>>>) {
    let Start { cluster, seeds, options } = start;
    let made = hub(options.client, cluster, 0).and_then(|(env, tasks, hub)| {
        let seeds: Vec<PeerAddrs> = seeds
            .into_iter()
            .map(|PeerAddrsSend(shard, addresses)| PeerAddrs::new(Role::Metadata, shard, addresses))
            .collect();
        let map = tasks.block_on(hub.run(fetch_map(&hub, &seeds, options.patience)))?;
        hub.set_epoch(map.epoch);
        let lane = Lane::new(hub, env, Shared::new(options, map));
        Ok((tasks, lane))
    });
    match made {
        Ok((tasks, lane)) => {
            let hub = lane.hub.clone();
            if ready.send(Ok(lane.shared.clone())).is_ok() {
                tasks.block_on(hub.run(service::serve(lane)));
            }
        }
        // Whoever connects waits for this.
        Err(error) => drop(ready.send(Err(error))),
    }
}

/// Fills in what the caller has left open. `defaults`: `attempt_ms`, `give_up_ms`, directories cached.
fn decide(options: ClientOptions, defaults: (u64, u64, usize)) -> CoreOptions {
    let (attempt_ms, give_up_ms, cached_dirs_max) = defaults;
    let give_up_ms = options.give_up_ms.map_or(give_up_ms, u64::from);
    let attempt_ms = options.attempt_ms.map_or(attempt_ms, u64::from).min(give_up_ms);
    CoreOptions {
        client: ClientId(osmia_sys::SysRng::new().next_u64()),
        credentials: options.credentials,
        umask: options.umask.unwrap_or_else(umask),
        patience: Patience {
            attempt: Duration::from_millis(attempt_ms),
            give_up: Duration::from_millis(give_up_ms),
        },
        transport: options.transport,
        pieces_max: options.pieces_max,
        cached_dirs_max,
    }
}

/// The umask of this process, without the race of setting it to read it: proc_pid_status(5).
fn umask() -> u32 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("Umask:"));
    line.and_then(|mask| u32::from_str_radix(mask.trim(), 8).ok()).unwrap_or(0o022)
}

/// A call under way on the service thread. It has begun when it is made, not when it is first awaited; dropped, it goes
/// on and its outcome is lost.
#[must_use = "the outcome is in the future"]
pub struct Submit<T>(Arc<Mutex<Answer<T>>>);

struct Answer<T> {
    value: Option<Result<T>>,
    waker: Option<Waker>,
    /// Nobody will answer any more.
    gone: bool,
}

/// The service's end. Dropped, it wakes whoever waits, with or without an answer.
struct Answerer<T>(Arc<Mutex<Answer<T>>>);

impl<T> Drop for Answerer<T> {
    fn drop(&mut self) {
        let waker = {
            let mut answer = self.0.lock();
            answer.gone = true;
            answer.waker.take()
        };
        waker.into_iter().for_each(Waker::wake);
    }
}

impl<T> Future for Submit<T> {
    type Output = Result<T>;

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Result<T>> {
        let mut answer = self.0.lock();
        if let Some(value) = answer.value.take() {
            return Poll::Ready(value);
        }
        if answer.gone {
            let why = "the client has been shut down";
            return Poll::Ready(Err(Error::new(libc::EBADF, "call").saying(why)));
        }
        answer.waker = Some(context.waker().clone());
        Poll::Pending
    }
}

impl<T> std::fmt::Debug for Submit<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Submit").finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use osmia_protocol::{InodeId, wire};

    use super::*;

    fn map() -> ClusterMap {
        let entry = wire::ShardEntry { shard: 1 << 16, ..Default::default() };
        let map = wire::MapOk {
            cluster: Some(vec![7; 16]),
            epoch: 1,
            partitions: Some(vec![1 << 16]),
            shards: Some(vec![entry]),
            ..Default::default()
        };
        let mut builder = osmia_protocol::planus::Builder::new();
        let bytes = builder.finish(&map, None).to_vec();
        ClusterMap::decode(osmia_protocol::planus::ReadAsRoot::read_as_root(&bytes).unwrap()).unwrap()
    }

    /// A process other than the one that connected (its forked child) is told to connect anew, waits for no thread of
    /// its parent, and leaves its parent's connections alone.
    #[test]
    fn child_must_connect_anew() {
        let shared = Shared::new(decide(ClientOptions::default(), (10, 10, 10)), map());
        let process =
            Process { shared: shared.clone(), mark: ProcessMark::NOBODY, service: Mutex::new(None) };
        let error = process.block(async |_| Ok(())).unwrap_err();
        assert_eq!(error.errno(), libc::EBADF);
        assert!(error.to_string().contains("must connect anew"), "{error}");
        let stat = process.submit(async |_| Ok(InodeId::ROOT));
        let mut context = Context::from_waker(Waker::noop());
        assert!(matches!(std::pin::pin!(stat).poll(&mut context), Poll::Ready(Err(_))));
        assert!(process.shutdown().is_err());
        drop(process);
        assert!(!shared.has_ended());
    }

    /// The umask of the process is read as it is.
    #[test]
    fn umask_is_read() {
        assert!(umask() <= 0o777);
    }
}
