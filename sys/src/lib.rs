//! Clock, chance, tasks, logs and metrics of an ordinary process: the real forms of the seams for whoever does not
//! run on the servers' executor. Applications link this, so it starts no thread before one is needed, installs no
//! signal handler, and asks nothing of the program around it.
//!
//! Read in this order: [`clock`], [`rng`], [`tasks`], [`helper`], [`log`], [`metrics`]; [`ProcessMark`] tells a
//! forked child from its parent.

pub mod clock;
mod fd;
mod fork;
pub mod helper;
pub mod log;
pub mod metrics;
pub mod rng;
pub mod tasks;

use std::rc::Rc;

use osmia_env::Env;

pub use clock::SysClock;
pub use fork::ProcessMark;
pub use rng::SysRng;
pub use tasks::LocalTasks;

/// The real clock, chance and an executor for the calling thread. The executor runs inside
/// [`LocalTasks::block_on`]; when it is dropped, its tasks are.
///
/// # Errors
/// When the system gives no descriptor for waking the thread.
pub fn env() -> std::io::Result<(Env, Rc<LocalTasks>)> {
    let tasks = Rc::new(LocalTasks::new()?);
    let env = Env { clock: Rc::new(SysClock), rng: Rc::new(SysRng::new()), tasks: tasks.handle() };
    Ok((env, tasks))
}
