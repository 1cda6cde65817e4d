//! One executor per core.

use std::fmt::Display;
use std::future::Future;
use std::io;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use glommio::{LocalExecutor, LocalExecutorBuilder, Placement, PoolPlacement};
use osmia_env::{Clock, Env};
use osmia_sys::{SysClock, SysRng};

use crate::shutdown::Shutdown;
use crate::tasks::{self, GlommioTasks};

/// glommio's preemption timer. It must not be short: when it fires before the executor comes to run its tasks (the
/// kernel ran something else meanwhile), glommio 0.9 takes that for "nothing to run" and goes to sleep on runnable tasks,
/// until the next event (`run_task_queues` returns false). Seen within some 10,000 sleeps at 100 us. So it is long, tasks
/// give the reactor its turns themselves ([`osmia_env::Tasks::yield_now`]), and the heartbeats bound what remains.
const PREEMPT: Duration = Duration::from_millis(100);
/// A timer that always runs, so that an executor that has gone to sleep on runnable tasks sleeps no longer than this; two
/// of them, since the one that ends such a sleep may itself meet the same fate. Costs 0.05 % of an idle core.
const HEARTBEAT: Duration = Duration::from_millis(50);
/// How long an executor with nothing to run polls its rings before it sleeps. A turn of the reactor
/// ([`osmia_env::Tasks::yield_now`]) waits for a timer of 1 us: by a sleep that takes 30 us, a tenth of a busy shard's time
/// and more; by polling, 3 us.
const SPIN: Duration = Duration::from_micros(10);
/// glommio locks this much per ring for its own files, which we do not use: its least.
const IO_MEMORY_BYTES: usize = 64 * 1024;
/// Entries of each of glommio's three rings. They carry polls, timers and wake-ups only.
const RING_DEPTH: usize = 128;
/// What glommio asks for at least.
const MEMLOCK_BYTES_MIN: u64 = 512 * 1024;

/// Why the shards did not start, or did not end well.
#[derive(Debug, thiserror::Error)]
pub enum HostError {
    /// The limit on locked memory is too low for the rings.
    #[error(
        "the limit on locked memory is {have} bytes, the rings need {want}: raise it (ulimit -l, LimitMEMLOCK= in the \
         unit file, memlock in /etc/security/limits.conf)"
    )]
    LockedMemory {
        /// The limit.
        have: u64,
        /// What is needed.
        want: u64,
    },
    /// The executor of a shard cannot be made.
    #[error(
        "shard {index} cannot start its executor (io_uring forbidden by seccomp, or by kernel.io_uring_disabled?): {reason}"
    )]
    Executor {
        /// Index of the shard.
        index: usize,
        /// What glommio says.
        reason: String,
    },
    /// A thread cannot be made.
    #[error("shard {index} cannot start its thread")]
    Thread {
        /// Index of the shard.
        index: usize,
        /// Why.
        source: io::Error,
    },
    /// A shard ended with an error of its own. The others were asked to end.
    #[error("shard {index}: {reason}")]
    Shard {
        /// Index of the shard.
        index: usize,
        /// What it said.
        reason: String,
    },
}

/// Where and how shards run.
#[derive(Clone, Debug)]
pub struct ShardsOptions {
    /// Name of their threads, as `top -H` shows it: `NAME-INDEX`, of which the kernel keeps 15 bytes.
    pub name: String,
    /// Core of each shard, by index.
    pub cores: Vec<usize>,
    /// Helper threads of each shard, for calls that block. At least 1.
    pub helpers: usize,
}

impl ShardsOptions {
    /// Shards on `cores`, with four helper threads each: enough for one sync, one cold read and one file's metadata at a
    /// time, and one spare.
    pub fn new(name: &str, cores: &[usize]) -> ShardsOptions {
        ShardsOptions { name: name.into(), cores: cores.to_vec(), helpers: 4 }
    }
}

/// What a shard is handed at its start, on its own thread.
pub struct ShardStart {
    /// Index of the shard in its process.
    pub index: usize,
    /// Its core; `None` when it runs unpinned because the core is not there.
    pub core: Option<usize>,
    /// Time, chance and tasks of its thread.
    pub env: Env,
    /// The process is to end.
    pub shutdown: Shutdown,
}

/// Runs one shard per core until all have ended, each on its own pinned executor. `make` is called on each shard's
/// thread. When one ends with an error, the others are asked to end through `shutdown`. A panic ends the process.
///
/// A core that this process may not use gives a warning, and its shard runs unpinned.
///
/// # Errors
/// The first of: limits, executors or threads that cannot be had; a shard's own error.
pub fn run_shards<F, E>(
    options: &ShardsOptions,
    shutdown: &Shutdown,
    make: impl Fn(ShardStart) -> F + Send + Sync + 'static,
) -> Result<(), HostError>
where
    F: Future<Output = Result<(), E>> + 'static,
    E: Display + 'static,
{
    check_limits()?;
    let make = Arc::new(make);
    let mut result = Ok(());
    let mut threads = Vec::new();
    for (index, &core) in options.cores.iter().enumerate() {
        let (make, shutdown, helpers) = (make.clone(), shutdown.clone(), options.helpers);
        let shard = move || {
            let _guard = AbortOnPanic;
            let result = run_shard(index, core, helpers, shutdown.clone(), &*make);
            if result.is_err() {
                shutdown.request();
            }
            result
        };
        match std::thread::Builder::new().name(format!("{}-{index}", options.name)).spawn(shard) {
            Ok(thread) => threads.push(thread),
            Err(source) => result = result.and(Err(HostError::Thread { index, source })),
        }
    }
    if result.is_err() {
        shutdown.request();
    }
    for thread in threads {
        result = result.and(thread.join().expect("a panic has ended the process"));
    }
    result
}

fn run_shard<F, E>(
    index: usize,
    core: usize,
    helpers: usize,
    shutdown: Shutdown,
    make: &dyn Fn(ShardStart) -> F,
) -> Result<(), HostError>
where
    F: Future<Output = Result<(), E>> + 'static,
    E: Display + 'static,
{
    let core = Some(core).filter(|&core| usable(core));
    if core.is_none() {
        tracing::warn!(shard = index, "its core does not exist, or is not ours to use: it runs unpinned");
    }
    let executor = executor(index, core, helpers)?;
    executor.run(async move {
        start_heartbeats();
        let result = make(ShardStart { index, core, env: env(), shutdown }).await;
        result.map_err(|error| HostError::Shard { index, reason: format!("{error:#}") })
    })
}

/// Runs a future on an executor of this thread, unpinned, to its end: for tests and tools.
///
/// # Errors
/// As [`run_shards`].
pub fn block_on<T>(future: impl Future<Output = T>) -> Result<T, HostError> {
    check_limits()?;
    Ok(executor(0, None, 2)?.run(async move {
        start_heartbeats();
        future.await
    }))
}

fn start_heartbeats() {
    for first in [Duration::ZERO, HEARTBEAT / 2] {
        glommio::spawn_local(tasks::heartbeat(first, HEARTBEAT)).detach();
    }
}

/// Time, chance and tasks of the executor that runs on this thread.
pub fn env() -> Env {
    let clock: Rc<dyn Clock> = Rc::new(SysClock);
    Env { clock: clock.clone(), rng: Rc::new(SysRng::new()), tasks: Rc::new(GlommioTasks::new(clock)) }
}

fn executor(index: usize, core: Option<usize>, helpers: usize) -> Result<LocalExecutor, HostError> {
    LocalExecutorBuilder::new(core.map_or(Placement::Unbound, Placement::Fixed))
        .io_memory(IO_MEMORY_BYTES)
        .ring_depth(RING_DEPTH)
        .preempt_timer(PREEMPT)
        .spin_before_park(SPIN)
        .blocking_thread_pool_placement(PoolPlacement::Unbound(helpers.max(1)))
        .make()
        .map_err(|error| HostError::Executor { index, reason: error.to_string() })
}

/// Whether this process may run on `core`.
fn usable(core: usize) -> bool {
    let allowed = rustix::thread::sched_getaffinity(None);
    allowed.is_ok_and(|cores| core < rustix::thread::CpuSet::MAX_CPU && cores.is_set(core))
}

fn check_limits() -> Result<(), HostError> {
    let limit = rustix::process::getrlimit(rustix::process::Resource::Memlock).current;
    match limit {
        Some(have) if have < MEMLOCK_BYTES_MIN => {
            Err(HostError::LockedMemory { have, want: MEMLOCK_BYTES_MIN })
        }
        _ => Ok(()),
    }
}

/// A shard that panicked holds half-done requests that nobody will answer: the process is worth less than its restart.
struct AbortOnPanic;

impl Drop for AbortOnPanic {
    fn drop(&mut self) {
        if std::thread::panicking() {
            std::process::abort();
        }
    }
}
