//! What goes on beside the callers: sessions, recalls, closes, and the calls of the asynchronous form.
//!
//! It runs on the client's service thread (or beside the callers of the simulator). It never waits for a caller: what it
//! is given runs as tasks of its own.

use std::cell::Cell;
use std::future::poll_fn;
use std::rc::Rc;
use std::sync::Arc;
use std::task::{Poll, Waker};
use std::time::Duration;

use osmia_env::LocalFuture;
use osmia_net::{Hub, Incoming, PeerInfo, PeerKey, Repeat};
use osmia_protocol::{InodeId, wire};
use parking_lot::Mutex;

use crate::lane::Lane;
use crate::shared::Link;

/// How long the last words to the shards may take.
const GOODBYE: Duration = Duration::from_secs(2);

/// Work for the service.
pub(crate) enum Job {
    /// Keep this session.
    Keep(Arc<Link>),
    /// Run this call.
    Run(Call),
}

/// A call of the asynchronous form, on its way to the service.
pub(crate) type Call = Box<dyn FnOnce(Lane) -> LocalFuture<'static, ()> + Send>;

/// Jobs from other threads.
#[derive(Default)]
pub(crate) struct Inbox(Mutex<Jobs>);

#[derive(Default)]
struct Jobs {
    queue: Vec<Job>,
    stop: bool,
    /// The service is gone: what comes is dropped.
    closed: bool,
    waker: Option<Waker>,
}

impl Inbox {
    /// Hands over a job. Dropped when the service has ended.
    pub(crate) fn push(&self, job: Job) {
        self.change(|jobs| {
            if !jobs.closed {
                jobs.queue.push(job);
            }
        });
    }

    /// Ends [`serve`].
    pub(crate) fn stop(&self) {
        self.change(|jobs| jobs.stop = true);
    }

    fn change(&self, change: impl FnOnce(&mut Jobs)) {
        let waker = {
            let mut jobs = self.0.lock();
            change(&mut jobs);
            jobs.waker.take()
        };
        waker.into_iter().for_each(Waker::wake);
    }

    /// Drops what is left, and what still comes.
    pub(crate) fn close(&self) {
        let left = {
            let mut jobs = self.0.lock();
            jobs.closed = true;
            std::mem::take(&mut jobs.queue)
        };
        drop(left);
    }

    /// The next jobs; `None` when it is to stop and nothing is left.
    async fn next(&self) -> Option<Vec<Job>> {
        poll_fn(|context| {
            let mut jobs = self.0.lock();
            if !jobs.queue.is_empty() {
                return Poll::Ready(Some(std::mem::take(&mut jobs.queue)));
            }
            if jobs.stop {
                return Poll::Ready(None);
            }
            jobs.waker = Some(context.waker().clone());
            Poll::Pending
        })
        .await
    }
}

/// Answers recalls that come on a lane's connections. Every lane has this; those of the service get the recalls.
pub(crate) fn answer_recalls(lane: &Lane) {
    let weak = Rc::downgrade(&lane.hub);
    let (env, shared) = (lane.env.clone(), lane.shared.clone());
    lane.hub.set_handler(Rc::new(move |_: &Hub, incoming| {
        let Incoming::Notice { peer, frame } = incoming else { return };
        let Ok(Some(wire::NoticeBodyRef::Recall(recall))) = frame.get().body() else { return };
        let dirs: Vec<u64> = recall.dirs().ok().flatten().into_iter().flatten().collect();
        let now = env.now();
        dirs.iter().for_each(|dir| shared.dirs.forget(InodeId(*dir), now));
        shared.counters.add(|counters| &counters.recalled, dirs.len() as u64);
        if let Some(hub) = weak.upgrade() {
            let lane = Lane::new(hub, env.clone(), shared.clone());
            env.tasks.spawn(Box::pin(async move { return_leases(lane, peer, dirs).await }));
        }
    }));
}

/// Tells a shard that nothing cached of these directories is used any more. When it does not arrive, the shard waits
/// the leases out.
async fn return_leases(lane: Lane, peer: PeerInfo, dirs: Vec<u64>) {
    let key = PeerKey { role: peer.role, shard: peer.shard };
    let call = wire::Call::LeaseReturn(Box::new(wire::LeaseReturn { dirs: Some(dirs) }));
    lane.shared.counters.add(|counters| &counters.service_requests, 1);
    if let Err(error) = lane.send("return leases", key, call, None, Repeat::Reads).await {
        tracing::debug!(%error, "leases not returned");
    }
}

/// Serves a client until its inbox is stopped, then ends its sessions. `lane` is the service's own: the shards' notices
/// come on its connections. Whoever runs this also runs the lane's hub (`hub.run`).
pub async fn serve(lane: Lane) {
    answer_recalls(&lane);
    let keepers = Rc::new(Cell::new(0_usize));
    while let Some(jobs) = lane.shared.inbox.next().await {
        for job in jobs {
            match job {
                Job::Keep(link) => {
                    keepers.set(keepers.get() + 1);
                    let (lane, keepers) = (lane.clone(), keepers.clone());
                    lane.env.tasks.clone().spawn(Box::pin(async move {
                        let key = link.session.key();
                        link.session.keep(&lane.hub, || lane.addresses(key), || link.opens()).await;
                        keepers.set(keepers.get() - 1);
                    }));
                }
                Job::Run(call) => lane.env.tasks.spawn(call(lane.clone())),
            }
        }
    }
    lane.shared.end();
    let deadline = lane.env.now() + GOODBYE;
    while keepers.get() > 0 && lane.env.now() < deadline {
        let soon = lane.env.now() + Duration::from_millis(1);
        lane.env.tasks.sleep_until(soon).await;
    }
    lane.shared.inbox.close();
}
