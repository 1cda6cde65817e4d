//! Simulated forms of every seam: one thread, virtual time, everything from one seed.
//!
//! A [`World`] has machines, each with a disk, and on each a process that may be killed and restarted. A process has a
//! clock, chance, tasks and transports like a real one, and code that runs on them cannot tell the difference. The same
//! seed gives the same history, as long as the code under test takes nothing from outside: no system clock, no
//! system randomness, and no iteration over a `std` hash map (its order differs in each process).
//!
//! Time moves when a task is polled (a little, so that polling loops end) and, when nothing can run, to the next timer.
//! Which of the ready tasks runs, how long a message or a disk operation takes, and what a crash leaves, follow from
//! the seed.
//!
//! ```
//! use std::time::Duration;
//! use osmia_env::sim::World;
//! use osmia_env::{Addr, Event, Instant, Transport};
//!
//! let world = World::new(7);
//! let server = world.node("server");
//! let transport = server.transport.clone();
//! transport.listen(&Addr::Sim(1)).unwrap();
//! world.spawn(&server, async move {
//!     let mut events = Vec::new();
//!     loop {
//!         transport.wait(Instant::NEVER).await;
//!         transport.poll(&mut events);
//!     }
//! });
//! let client = world.node("client");
//! let conn = client.transport.connect(&Addr::Sim(1));
//! world.kill(&server);
//! let mut events = Vec::new();
//! world.run_until(client.transport.wait(Instant::NEVER));
//! client.transport.poll(&mut events);
//! assert!(matches!(events[..], [Event::Closed { .. }]));
//! ```
//!
//! Read in this order: this file, [`exec`], [`node`], [`net`], [`disk`].

pub mod disk;
pub mod exec;
pub mod net;
pub mod node;
mod trace;

#[cfg(test)]
mod tests;

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::future::Future;
use std::rc::Rc;
use std::time::Duration;

use crate::clock::{Clock, Instant};
use crate::{Env, Rng};

pub use disk::{DiskFaults, SimDisk};
pub use net::{NetOptions, SimTransport};
pub use node::{Death, SimNode};

/// Machines, what runs on them, and the network between them. Clones are handles of the same world, which hooks and
/// tasks may hold: when what [`World::new`] gave is dropped, the world ends and all its tasks are dropped.
pub struct World {
    inner: Rc<Inner>,
    owner: bool,
}

struct Inner {
    seed: u64,
    /// Virtual nanoseconds.
    now: Cell<u64>,
    rng: RefCell<fastrand::Rng>,
    exec: exec::Exec,
    nodes: RefCell<Vec<node::Node>>,
    net: RefCell<net::Net>,
    points: RefCell<Points>,
    trace: trace::Trace,
    time_limit: Cell<Duration>,
}

/// How often each process came by each fault point, and what is to happen when.
#[derive(Default)]
struct Points {
    passed: BTreeMap<(usize, &'static str), u64>,
    armed: BTreeMap<(usize, &'static str), (u64, Death)>,
}

/// Virtual time that a `run_until` may take, until told otherwise: far more than any test waits for.
const TIME_LIMIT: Duration = Duration::from_secs(3600);

/// Where virtual time begins. Not at zero, so that "a while ago" is a time.
const START_NS: u64 = 1_000_000_000_000;

impl World {
    /// An empty world.
    pub fn new(seed: u64) -> World {
        let inner = Rc::new(Inner {
            seed,
            now: Cell::new(START_NS),
            rng: RefCell::new(fastrand::Rng::with_seed(seed)),
            exec: exec::Exec::default(),
            nodes: RefCell::default(),
            net: RefCell::default(),
            points: RefCell::default(),
            trace: trace::Trace::default(),
            time_limit: Cell::new(TIME_LIMIT),
        });
        let world = World { inner, owner: true };
        // The test's own place: its environment takes part in no network and is never killed.
        world.node("test");
        world
    }

    /// The seed it was made from.
    pub fn seed(&self) -> u64 {
        self.inner.seed
    }

    /// Clock, chance and tasks of the test itself. They outlive every process.
    pub fn env(&self) -> Env {
        node::env(&self.inner, node::Process { node: node::TEST, incarnation: 0 })
    }

    /// Runs the world until `future` is done. It may use the environment of the test or of any process.
    ///
    /// # Panics
    /// When nothing can run and nothing is waited for, and when it takes longer than the limit of virtual time (an
    /// hour, or what [`time_limit`](World::time_limit) says).
    pub fn run_until<F: Future>(&self, future: F) -> F::Output {
        exec::run_until(&self.inner, future)
    }

    /// Runs the world for a while.
    pub fn run_for(&self, duration: Duration) {
        let env = self.env();
        let end = env.clock.now() + duration;
        self.run_until(env.tasks.sleep_until(end));
    }

    /// Sets how much virtual time each later `run_until` may take.
    pub fn time_limit(&self, limit: Duration) {
        self.inner.time_limit.set(limit);
    }

    /// Virtual time since the world began.
    pub fn elapsed(&self) -> Duration {
        Duration::from_nanos(self.inner.now.get() - START_NS)
    }

    /// A digest of everything that has happened so far, in order, with times and every message's bytes. Two runs with
    /// equal digests had the same history.
    pub fn history(&self) -> u64 {
        self.inner.trace.digest()
    }

    /// A random number below `bound`, from the seed.
    pub fn below(&self, bound: u64) -> u64 {
        self.inner.below(bound)
    }

    /// A fault point: code under test, or a hook in it, calls this where a fault is interesting. It counts, and
    /// kills the process when that was ordered. Returns how often the point was passed, with this time.
    pub fn point(&self, node: &SimNode, name: &'static str) -> u64 {
        let death = {
            let mut points = self.inner.points.borrow_mut();
            let key = (node.index(), name);
            let passed = points.passed.entry(key).or_default();
            *passed += 1;
            let passed = *passed;
            self.inner.trace.note("point", node.index() as u64, passed);
            match points.armed.get(&key) {
                Some((count, death)) if *count == passed => {
                    let death = *death;
                    points.armed.remove(&key);
                    Err((passed, death))
                }
                _ => Ok(passed),
            }
        };
        death.unwrap_or_else(|(passed, death)| {
            self.end(node, death);
            passed
        })
    }

    /// How often a machine's processes have passed a fault point.
    pub fn passed(&self, node: &SimNode, name: &'static str) -> u64 {
        self.inner.points.borrow().passed.get(&(node.index(), name)).copied().unwrap_or(0)
    }

    /// Orders the death of a machine's process when it passes a fault point for the `count`-th time, counted from the
    /// beginning of the world.
    pub fn die_at(&self, node: &SimNode, name: &'static str, count: u64, death: Death) {
        self.inner.points.borrow_mut().armed.insert((node.index(), name), (count, death));
    }
}

impl Clone for World {
    fn clone(&self) -> World {
        World { inner: self.inner.clone(), owner: false }
    }
}

impl Drop for World {
    fn drop(&mut self) {
        if !self.owner {
            return;
        }
        if std::thread::panicking() {
            eprintln!("simulation with seed {}, {:?} after its start", self.inner.seed, self.elapsed());
            eprint!("{}", self.inner.trace.tail());
        }
        // Tasks hold their environment, which holds the world.
        self.inner.clear();
    }
}

impl Inner {
    fn clear(&self) {
        self.nodes.borrow_mut().iter_mut().for_each(|node| node.alive = false);
        let hooks: Vec<_> =
            self.nodes.borrow_mut().iter_mut().map(|node| std::mem::take(&mut node.hooks)).collect();
        drop(hooks);
        self.exec.clear();
    }

    fn below(&self, bound: u64) -> u64 {
        let random = self.rng.borrow_mut().u64(..);
        ((u128::from(random) * u128::from(bound)) >> 64) as u64
    }

    /// True once in `n` times; never for 0.
    fn one_in(&self, n: u64) -> bool {
        n > 0 && self.below(n) == 0
    }

    /// A time between the two.
    fn between(&self, min: Duration, max: Duration) -> Duration {
        let (min, max) = (min.as_nanos() as u64, max.as_nanos() as u64);
        Duration::from_nanos(min + self.below(max.saturating_sub(min) + 1))
    }
}

/// Chance of a world, for what is outside any process (a simulated store's crash).
impl Rng for World {
    fn next_u64(&self) -> u64 {
        self.inner.rng.borrow_mut().u64(..)
    }
}

/// Time of the test itself.
impl Clock for World {
    fn now(&self) -> Instant {
        self.env().clock.now()
    }
    fn timestamp(&self) -> crate::Timestamp {
        self.env().clock.timestamp()
    }
}
