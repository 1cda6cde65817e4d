//! glommio behind [`osmia_env::Tasks`].

use std::cell::Cell;
use std::future::Future;
use std::io;
use std::marker::PhantomData;
use std::os::fd::RawFd;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::{Pin, pin};
use std::rc::Rc;
use std::task::{Context, Poll};
use std::time::Duration;

use futures_util::future::{Either, select};
use glommio::timer::Timer;
use osmia_env::{Clock, Instant, LocalFuture, Tasks};

use crate::fd;

/// Longest single timer; a later deadline is taken in steps. Keeps `Instant + Duration` of std from overflowing.
const TIMER_MAX: Duration = Duration::from_secs(24 * 3600);
/// Tasks that yield give the reactor a turn this often: some 10 us of system calls, so rarely; timers of other tasks, and
/// signals, can wait so long.
const TURN: Duration = Duration::from_millis(1);
/// And this often while somebody waits for what only the reactor can tell ([`Hurry`]).
const TURN_IN_HURRY: Duration = Duration::from_micros(100);
/// A timer that has not passed when it is polled at once, and has when the reactor comes to it.
const TURN_TIMER: Duration = Duration::from_micros(1);

/// Tasks of the glommio executor that runs on this thread.
pub struct GlommioTasks {
    clock: Rc<dyn Clock>,
}

impl GlommioTasks {
    /// For the executor of this thread; `clock` must be the one that deadlines are taken from.
    pub fn new(clock: Rc<dyn Clock>) -> GlommioTasks {
        GlommioTasks { clock }
    }
}

impl Tasks for GlommioTasks {
    fn spawn(&self, task: LocalFuture<'static, ()>) {
        glommio::spawn_local(task).detach();
    }

    fn sleep_until(&self, deadline: Instant) -> LocalFuture<'static, ()> {
        Box::pin(sleep_until(self.clock.clone(), deadline))
    }

    fn yield_now(&self) -> LocalFuture<'static, ()> {
        Box::pin(Yield { clock: self.clock.clone(), state: YieldState::New })
    }

    fn readable(&self, fd: RawFd, deadline: Instant) -> LocalFuture<'static, io::Result<bool>> {
        let readable = match fd::readable(fd) {
            Ok(readable) => readable,
            Err(error) => return Box::pin(std::future::ready(Err(error))),
        };
        if deadline == Instant::NEVER {
            return Box::pin(async move {
                readable.await;
                Ok(true)
            });
        }
        let clock = self.clock.clone();
        Box::pin(async move {
            let sleep = pin!(sleep_until(clock, deadline));
            Ok(matches!(select(pin!(readable), sleep).await, Either::Left(_)))
        })
    }

    fn run_blocking(&self, work: Box<dyn FnOnce() + Send>) -> LocalFuture<'static, ()> {
        // A task of its own: the work is handed over now and runs to its end also when the future is dropped.
        // (glommio would hand it over at the first poll.)
        let hurry = Hurry::new();
        let task = glommio::spawn_local(glommio::executor().spawn_blocking(move || {
            if catch_unwind(AssertUnwindSafe(work)).is_err() {
                // The hook has printed why. Whoever waits for the result would wait for ever.
                std::process::abort();
            }
        }))
        .detach();
        Box::pin(async move {
            task.await;
            drop(hurry);
        })
    }
}

async fn sleep_until(clock: Rc<dyn Clock>, deadline: Instant) {
    loop {
        let left = deadline.since(clock.now());
        if left.is_zero() {
            return;
        }
        Timer::new(left.min(TIMER_MAX)).await;
    }
}

thread_local! {
    /// When the reactor of this thread last had a turn because a yielding task asked for it.
    static LAST_TURN: Cell<Instant> = const { Cell::new(Instant(0)) };
    /// How many [`Hurry`] there are.
    static HURRIES: Cell<u32> = const { Cell::new(0) };
}

/// Whoever waits for what only the reactor can tell, and is in a hurry, holds one meanwhile.
pub(crate) struct Hurry {
    /// It counts on its thread.
    _thread: PhantomData<*const ()>,
}

impl Hurry {
    pub(crate) fn new() -> Hurry {
        HURRIES.set(HURRIES.get() + 1);
        Hurry { _thread: PhantomData }
    }
}

impl Drop for Hurry {
    fn drop(&mut self) {
        HURRIES.set(HURRIES.get() - 1);
    }
}

/// [`Tasks::yield_now`]: the others run first; and when the reactor had no turn for too long, it gets one, by a timer
/// that only it can fire. glommio itself would look at descriptors and timers only when its own preemption timer fires,
/// which we keep long (see [`crate::shards`]).
struct Yield {
    clock: Rc<dyn Clock>,
    state: YieldState,
}

enum YieldState {
    New,
    Others,
    Reactor(Timer),
}

impl Future for Yield {
    type Output = ();

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<()> {
        let now = self.clock.now();
        let turn = if HURRIES.get() > 0 { TURN_IN_HURRY } else { TURN };
        match &mut self.state {
            YieldState::New if now.since(LAST_TURN.get()) < turn => {
                self.state = YieldState::Others;
                context.waker().wake_by_ref();
                return Poll::Pending;
            }
            YieldState::New => {
                let mut timer = Timer::new(TURN_TIMER);
                if Pin::new(&mut timer).poll(context).is_pending() {
                    self.state = YieldState::Reactor(timer);
                    return Poll::Pending;
                }
                // We were held up for longer than the timer: another try at the next yield.
            }
            YieldState::Others => {}
            YieldState::Reactor(timer) => {
                if Pin::new(timer).poll(context).is_pending() {
                    return Poll::Pending;
                }
                LAST_TURN.set(now);
            }
        }
        Poll::Ready(())
    }
}

/// Keeps a timer in the reactor, always: see [`crate::shards`].
pub(crate) async fn heartbeat(first: Duration, period: Duration) {
    Timer::new(first).await;
    loop {
        Timer::new(period).await;
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;

    use osmia_env::Timestamp;

    use super::*;

    /// Goes 10 us at each look: twice in a yield.
    struct Steps(Cell<u64>);

    impl Clock for Steps {
        fn now(&self) -> Instant {
            self.0.set(self.0.get() + 10_000);
            Instant(self.0.get())
        }
        fn timestamp(&self) -> Timestamp {
            Timestamp(0)
        }
    }

    /// Yields until the reactor has had its next turn.
    async fn yields(tasks: &GlommioTasks) -> u32 {
        let (last, mut count) = (LAST_TURN.get(), 0);
        while LAST_TURN.get() == last {
            tasks.yield_now().await;
            count += 1;
        }
        count
    }

    /// Under tasks that always have work, the reactor gets a turn every millisecond, and ten times as often while somebody
    /// waits for a helper thread. (A turn may take a second try.)
    #[test]
    fn turns_of_the_reactor() {
        let counts = crate::block_on(async {
            let tasks = GlommioTasks::new(Rc::new(Steps(Cell::new(0))));
            yields(&tasks).await;
            let calm = yields(&tasks).await;
            let (end, ended) = channel::<()>();
            let job = tasks.run_blocking(Box::new(move || {
                // Until the other end is dropped.
                let _ = ended.recv();
            }));
            yields(&tasks).await;
            let hurried = yields(&tasks).await;
            drop(end);
            job.await;
            yields(&tasks).await;
            [calm, hurried, yields(&tasks).await]
        });
        let [calm, hurried, calm_again] = counts.expect("an executor");
        assert!((40..70).contains(&calm) && (40..70).contains(&calm_again), "{calm}, {calm_again}");
        assert!((3..10).contains(&hurried), "{hurried}");
    }
}
