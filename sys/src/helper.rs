//! Helper threads for calls that block, shared by the process.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::OnceLock;
use std::time::Duration;

use parking_lot::{Condvar, Mutex};

/// Most helper threads of a process. They sleep in the kernel (fsync, cold reads), so more than cores are useful,
/// but a disk gains nothing from more than this.
pub const THREADS_MAX: usize = 8;

/// A helper without work ends after this long: an application that has closed its client keeps no threads of ours.
const IDLE_MAX: Duration = Duration::from_secs(5);

type Work = Box<dyn FnOnce() + Send>;

struct Pool {
    state: Mutex<State>,
    added: Condvar,
}

#[derive(Default)]
struct State {
    queue: VecDeque<Work>,
    threads: usize,
    idle: usize,
}

fn pool() -> &'static Pool {
    static POOL: OnceLock<Pool> = OnceLock::new();
    POOL.get_or_init(|| Pool { state: Mutex::new(State::default()), added: Condvar::new() })
}

/// Runs `work` on a helper thread, soon. A panic in it ends only itself, and is logged. When no thread can be
/// started and none is there, `work` runs at once on the caller's thread: late is better than never.
pub fn run(work: impl FnOnce() + Send + 'static) {
    let pool = pool();
    let mut state = pool.state.lock();
    state.queue.push_back(Box::new(work));
    if state.idle >= state.queue.len() || state.threads >= THREADS_MAX {
        drop(state);
        pool.added.notify_one();
        return;
    }
    state.threads += 1;
    drop(state);
    let started = std::thread::Builder::new().name("osmia-helper".into()).spawn(|| serve(self::pool()));
    if let Err(error) = started {
        let mut state = pool.state.lock();
        state.threads -= 1;
        let work = if state.threads == 0 { state.queue.pop_back() } else { None };
        drop(state);
        tracing::warn!(%error, "no helper thread");
        if let Some(work) = work {
            run_one(work);
        }
    }
}

fn serve(pool: &Pool) {
    let mut state = pool.state.lock();
    loop {
        if let Some(work) = state.queue.pop_front() {
            drop(state);
            run_one(work);
            state = pool.state.lock();
            continue;
        }
        state.idle += 1;
        let timed_out = pool.added.wait_for(&mut state, IDLE_MAX).timed_out();
        state.idle -= 1;
        if timed_out && state.queue.is_empty() {
            state.threads -= 1;
            return;
        }
    }
}

fn run_one(work: Work) {
    if catch_unwind(AssertUnwindSafe(work)).is_err() {
        tracing::error!("work on a helper thread panicked");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc;

    /// All work runs, on a bounded number of threads, also after some of it has panicked.
    #[test]
    fn bounded() {
        let (sender, receiver) = mpsc::channel();
        for number in 0..100 {
            let sender = sender.clone();
            run(move || {
                assert!(number % 10 != 0, "meant");
                sender.send(std::thread::current().id()).unwrap();
            });
        }
        drop(sender);
        let threads: Vec<_> = receiver.iter().collect();
        assert_eq!(threads.len(), 90);
        let distinct: std::collections::HashSet<_> = threads.into_iter().collect();
        assert!(distinct.len() <= THREADS_MAX && pool().state.lock().threads <= THREADS_MAX);
    }
}
