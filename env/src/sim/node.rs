//! Machines and processes: their clocks, chance and tasks, their death and their restart.

use std::cell::RefCell;
use std::future::Future;
use std::io;
use std::os::fd::RawFd;
use std::rc::Rc;
use std::task::Poll;
use std::time::Duration;

use super::disk::{DiskState, SimDisk};
use super::exec::Sleep;
use super::net::SimTransport;
use super::{Inner, START_NS, World};
use crate::clock::{Clock, Instant, Timestamp};
use crate::tasks::{LocalFuture, Tasks, oneshot};
use crate::{Env, Rng};

/// The machine that stands for the test itself.
pub(super) const TEST: usize = 0;

/// How long work on a helper thread takes.
const HELPER: (Duration, Duration) = (Duration::from_micros(20), Duration::from_millis(2));

/// Wall-clock time at the beginning: 2026-01-01.
const EPOCH_NS: i64 = 1_767_225_600_000_000_000;

/// Clocks of two machines differ by at most this, as with NTP.
const SKEW_MAX: Duration = Duration::from_millis(10);

/// How a process ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Death {
    /// Kill -9 of the process. What is in the kernel stays.
    Kill,
    /// The machine loses power. What is not synced may be lost.
    Crash,
}

type Hook = Rc<dyn Fn(Death)>;

pub(super) struct Node {
    name: String,
    incarnation: u64,
    pub(super) alive: bool,
    /// Its monotonic clock reads this much more than the world's.
    clock_offset: u64,
    skew: i64,
    pub(super) disk: Rc<RefCell<DiskState>>,
    pub(super) hooks: Vec<Hook>,
}

/// One life of a machine's process.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Process {
    pub(super) node: usize,
    pub(super) incarnation: u64,
}

/// A process on a machine of its own: the seams that its code runs on. Made by [`World::node`] and
/// [`World::restart`]. After its death nothing done through it has an effect any more.
#[derive(Clone)]
pub struct SimNode {
    process: Process,
    /// Clock, chance, tasks.
    pub env: Env,
    /// Its network. For a process with several shards, see [`World::transport`].
    pub transport: Rc<SimTransport>,
    /// The machine's disk.
    pub disk: Rc<SimDisk>,
}

impl SimNode {
    /// Number of the machine, from 1.
    pub fn index(&self) -> usize {
        self.process.node
    }
}

impl World {
    /// A new machine with a running process. The name is for reports.
    pub fn node(&self, name: &str) -> SimNode {
        let node = self.inner.nodes.borrow().len();
        let entry = Node {
            name: name.to_owned(),
            incarnation: 0,
            alive: true,
            clock_offset: self.below(1 << 50),
            skew: self.below(2 * SKEW_MAX.as_nanos() as u64) as i64 - SKEW_MAX.as_nanos() as i64,
            disk: Rc::default(),
            hooks: Vec::new(),
        };
        self.inner.nodes.borrow_mut().push(entry);
        self.process(Process { node, incarnation: 0 })
    }

    fn process(&self, process: Process) -> SimNode {
        let disk = self.inner.nodes.borrow()[process.node].disk.clone();
        SimNode {
            process,
            env: env(&self.inner, process),
            transport: SimTransport::new(&self.inner, process),
            disk: Rc::new(SimDisk::new(&self.inner, process, disk)),
        }
    }

    /// Another transport of the same process, as each shard has one of its own.
    pub fn transport(&self, node: &SimNode) -> Rc<SimTransport> {
        SimTransport::new(&self.inner, node.process)
    }

    /// Runs a task on a process.
    pub fn spawn(&self, node: &SimNode, task: impl Future<Output = ()> + 'static) {
        node.env.tasks.spawn(Box::pin(task));
    }

    /// Kill -9 of the process that runs on the machine. Its tasks are dropped at once (the one that is being polled, if
    /// any, when it next awaits). Its peers hear of it a little later. Nothing happens when it is dead.
    pub fn kill(&self, node: &SimNode) {
        self.end(node, Death::Kill);
    }

    /// The machine loses power.
    pub fn crash(&self, node: &SimNode) {
        self.end(node, Death::Crash);
    }

    /// Either.
    pub fn end(&self, node: &SimNode, death: Death) {
        let (process, hooks) = {
            let mut nodes = self.inner.nodes.borrow_mut();
            let entry = &mut nodes[node.index()];
            if !entry.alive {
                return;
            }
            entry.alive = false;
            (Process { node: node.index(), incarnation: entry.incarnation }, entry.hooks.clone())
        };
        self.inner.trace.note("death", process.node as u64, u64::from(death == Death::Crash));
        super::disk::end(&self.inner, process, death);
        super::net::end(&self.inner, process, death);
        for hook in hooks {
            hook(death);
        }
        self.inner.exec.drop_tasks(process);
    }

    /// Whether the machine's process runs.
    pub fn is_alive(&self, node: &SimNode) -> bool {
        self.inner.nodes.borrow()[node.index()].alive
    }

    /// Starts a new process on a machine whose process has died. The caller spawns its main task.
    ///
    /// # Panics
    /// While the old one lives.
    pub fn restart(&self, node: &SimNode) -> SimNode {
        let process = {
            let mut nodes = self.inner.nodes.borrow_mut();
            let entry = &mut nodes[node.index()];
            assert!(!entry.alive, "restart of {}, which is alive", entry.name);
            entry.alive = true;
            entry.incarnation += 1;
            Process { node: node.index(), incarnation: entry.incarnation }
        };
        self.inner.trace.note("restart", process.node as u64, process.incarnation);
        self.process(process)
    }

    /// Has `hook` called at each death of the machine's process, before its tasks are dropped: for what else lives on
    /// the machine, such as a simulated store's disk.
    pub fn on_death(&self, node: &SimNode, hook: impl Fn(Death) + 'static) {
        self.inner.nodes.borrow_mut()[node.index()].hooks.push(Rc::new(hook));
    }
}

impl Inner {
    pub(super) fn is_process_alive(&self, process: Process) -> bool {
        let nodes = self.nodes.borrow();
        let node = &nodes[process.node];
        node.alive && node.incarnation == process.incarnation
    }

    pub(super) fn node_timestamp(&self, node: usize) -> Timestamp {
        Timestamp(EPOCH_NS + (self.now.get() - START_NS) as i64 + self.nodes.borrow()[node].skew)
    }

    /// World time of an instant of a machine's clock; `None` for never.
    pub(super) fn world_time(&self, node: usize, instant: Instant) -> Option<u64> {
        let offset = self.nodes.borrow()[node].clock_offset;
        (instant != Instant::NEVER).then(|| instant.0.saturating_sub(offset))
    }
}

pub(super) fn env(world: &Rc<Inner>, process: Process) -> Env {
    let part = Part { world: world.clone(), process };
    let seed = world.rng.borrow_mut().u64(..);
    Env {
        clock: Rc::new(SimClock(part.clone())),
        rng: Rc::new(SimRng(RefCell::new(fastrand::Rng::with_seed(seed)))),
        tasks: Rc::new(SimTasks(part)),
    }
}

/// What each simulated seam of a process holds.
#[derive(Clone)]
pub(super) struct Part {
    pub(super) world: Rc<Inner>,
    pub(super) process: Process,
}

impl Part {
    pub(super) fn alive(&self) -> bool {
        self.world.is_process_alive(self.process)
    }
}

/// A machine's clocks. Monotonic ones of two machines have nothing in common but their pace.
struct SimClock(Part);

impl Clock for SimClock {
    fn now(&self) -> Instant {
        let offset = self.0.world.nodes.borrow()[self.0.process.node].clock_offset;
        Instant(self.0.world.now.get() + offset)
    }
    fn timestamp(&self) -> Timestamp {
        self.0.world.node_timestamp(self.0.process.node)
    }
}

struct SimRng(RefCell<fastrand::Rng>);

impl Rng for SimRng {
    fn next_u64(&self) -> u64 {
        self.0.borrow_mut().u64(..)
    }
}

struct SimTasks(Part);

impl Tasks for SimTasks {
    fn spawn(&self, task: LocalFuture<'static, ()>) {
        if self.0.alive() {
            self.0.world.exec.spawn(self.0.process, task);
        }
    }

    fn sleep_until(&self, deadline: Instant) -> LocalFuture<'static, ()> {
        let time = self.0.world.world_time(self.0.process.node, deadline);
        Box::pin(Sleep::new(self.0.world.clone(), time))
    }

    fn yield_now(&self) -> LocalFuture<'static, ()> {
        let mut yielded = false;
        Box::pin(std::future::poll_fn(move |context| {
            if yielded {
                return Poll::Ready(());
            }
            yielded = true;
            context.waker().wake_by_ref();
            Poll::Pending
        }))
    }

    /// There are no descriptors here.
    fn readable(&self, _fd: RawFd, _deadline: Instant) -> LocalFuture<'static, io::Result<bool>> {
        Box::pin(async { Err(io::ErrorKind::Unsupported.into()) })
    }

    /// Runs at a later time, or not at all when the process dies before.
    fn run_blocking(&self, work: Box<dyn FnOnce() + Send>) -> LocalFuture<'static, ()> {
        let part = self.0.clone();
        let (sender, receiver) = oneshot();
        let delay = part.world.between(HELPER.0, HELPER.1);
        self.0.world.after(delay, move |_| {
            if part.alive() {
                work();
                sender.send(());
            }
        });
        Box::pin(async move {
            receiver.await;
        })
    }
}
