//! An executor for one thread, driven by whoever blocks on a future.
//!
//! A blocking call of the client library is one [`LocalTasks::block_on`]: it allocates nothing, and when the future is
//! ready at once it costs two atomic operations. With nothing to run, the thread sleeps in ppoll(2) on the descriptors
//! that tasks await and on an eventfd that other threads' wakers write to.

mod queue;
mod reactor;

use std::cell::{Cell, RefCell};
use std::future::Future;
use std::io;
use std::ops::Deref;
use std::os::fd::RawFd;
use std::pin::{Pin, pin};
use std::rc::Rc;
use std::sync::Arc;
use std::task::{Context, Poll, Waker};

use osmia_env::{Clock, Instant, LocalFuture, Tasks};

use crate::clock::SysClock;
use crate::helper;
use queue::{MainWake, Shared, TaskWake};
use reactor::Reactor;

/// Turns between two looks at timers and descriptors while something is always runnable. A turn of a polling task
/// is about 1 us, so they are seen within some 20 us; a look is a system call of about 0.3 us.
const TURNS_PER_LOOK: u32 = 16;

/// The executor of one thread, and its only owner: dropped, its tasks are dropped, and what its handles are given
/// from then on is dropped unrun.
pub struct LocalTasks {
    handle: Handle,
}

/// What tasks are given to spawn and wait with.
#[derive(Clone)]
struct Handle {
    inner: Rc<Inner>,
}

struct Inner {
    shared: Arc<Shared>,
    main: Waker,
    tasks: RefCell<Slab>,
    reactor: RefCell<Reactor>,
    driven: Cell<bool>,
    closed: Cell<bool>,
    /// Kept for its memory.
    batch: RefCell<Vec<Arc<TaskWake>>>,
}

#[derive(Default)]
struct Slab {
    slots: Vec<Option<Slot>>,
    free: Vec<usize>,
}

struct Slot {
    /// Out while it is being polled.
    future: Option<LocalFuture<'static, ()>>,
    wake: Arc<TaskWake>,
    waker: Waker,
}

impl LocalTasks {
    /// An executor without tasks.
    ///
    /// # Errors
    /// When the system gives no eventfd.
    pub fn new() -> io::Result<LocalTasks> {
        let shared = Arc::new(Shared::new()?);
        let main = Waker::from(Arc::new(MainWake(shared.clone())));
        let inner = Rc::new(Inner {
            shared,
            main,
            tasks: RefCell::default(),
            reactor: RefCell::default(),
            driven: Cell::new(false),
            closed: Cell::new(false),
            batch: RefCell::default(),
        });
        Ok(LocalTasks { handle: Handle { inner } })
    }

    /// What tasks are given. It does not keep the executor.
    pub fn handle(&self) -> Rc<dyn Tasks> {
        Rc::new(self.handle.clone())
    }

    /// Drives the executor until `future` is done. The other tasks progress meanwhile, and rest outside. A panic
    /// of a task comes out here; the executor stays usable.
    ///
    /// # Panics
    /// Inside another `block_on` of the same executor.
    pub fn block_on<F: Future>(&self, future: F) -> F::Output {
        let inner = &*self.handle.inner;
        let _driving = Driving::start(&inner.driven);
        let mut future = pin!(future);
        let mut context = Context::from_waker(&inner.main);
        if let Poll::Ready(value) = future.as_mut().poll(&mut context) {
            return value;
        }
        let mut turns = 0;
        loop {
            inner.run_ready();
            if inner.shared.take_main() {
                if let Poll::Ready(value) = future.as_mut().poll(&mut context) {
                    return value;
                }
            } else if !inner.shared.has_tasks() {
                inner.look(true);
                turns = 0;
                continue;
            }
            turns += 1;
            if turns == TURNS_PER_LOOK {
                inner.look(false);
                turns = 0;
            }
        }
    }

    /// Tasks that are not done.
    pub fn task_count(&self) -> usize {
        let tasks = self.handle.inner.tasks.borrow();
        tasks.slots.len() - tasks.free.len()
    }
}

/// The executor is also what its tasks are given.
impl Deref for LocalTasks {
    type Target = dyn Tasks;

    fn deref(&self) -> &Self::Target {
        &self.handle
    }
}

impl Drop for LocalTasks {
    fn drop(&mut self) {
        let inner = &self.handle.inner;
        inner.closed.set(true);
        // Tasks may spawn while they are dropped; `closed` stops that from taking root.
        let slots = std::mem::take(&mut *inner.tasks.borrow_mut());
        drop(slots);
    }
}

/// Whether somebody is in `block_on`.
struct Driving<'a>(&'a Cell<bool>);

impl Driving<'_> {
    fn start(driven: &Cell<bool>) -> Driving<'_> {
        assert!(!driven.replace(true), "block_on inside block_on of the same thread's executor");
        Driving(driven)
    }
}

impl Drop for Driving<'_> {
    fn drop(&mut self) {
        self.0.set(false);
    }
}

impl Inner {
    /// Polls every task that was ready at the call, once.
    fn run_ready(&self) {
        if !self.shared.has_tasks() {
            return;
        }
        let mut turn = Turn { inner: self, batch: self.batch.take() };
        self.shared.take_tasks(&mut turn.batch);
        turn.batch.reverse();
        while let Some(wake) = turn.batch.pop() {
            self.run(&wake);
        }
    }

    fn run(&self, wake: &Arc<TaskWake>) {
        wake.unqueue();
        let (mut future, waker) = {
            let mut tasks = self.tasks.borrow_mut();
            let slot = tasks.slots.get_mut(wake.index).and_then(Option::as_mut);
            // A late wake of a task that is done, whose place another may have taken.
            let Some(slot) = slot.filter(|slot| Arc::ptr_eq(&slot.wake, wake)) else { return };
            let Some(future) = slot.future.take() else { return };
            (future, slot.waker.clone())
        };
        let mut leaving = Leaving { inner: self, index: wake.index, done: true };
        if future.as_mut().poll(&mut Context::from_waker(&waker)).is_pending() {
            leaving.done = false;
            let mut tasks = self.tasks.borrow_mut();
            if let Some(slot) = tasks.slots.get_mut(wake.index).and_then(Option::as_mut) {
                slot.future = Some(future);
            }
        }
    }

    /// Wakes who waits for a timer or a descriptor. With `sleep`, first sleeps until there is something to run.
    fn look(&self, sleep: bool) {
        if sleep && !self.shared.begin_sleep() {
            return;
        }
        // No wakers run inside the borrow but our own, which touch only the queue.
        let woken = self.reactor.borrow_mut().turn(self.shared.wake_fd(), sleep);
        if sleep {
            self.shared.end_sleep(woken);
        }
    }
}

/// The ready tasks of one turn, last first. When one panics, those behind it are ready again.
struct Turn<'a> {
    inner: &'a Inner,
    batch: Vec<Arc<TaskWake>>,
}

impl Drop for Turn<'_> {
    fn drop(&mut self) {
        for wake in self.batch.drain(..) {
            wake.unqueue();
            wake.queue();
        }
        self.inner.batch.replace(std::mem::take(&mut self.batch));
    }
}

/// Frees a task's place when it is done or has panicked.
struct Leaving<'a> {
    inner: &'a Inner,
    index: usize,
    done: bool,
}

impl Drop for Leaving<'_> {
    fn drop(&mut self) {
        if self.done {
            let mut tasks = self.inner.tasks.borrow_mut();
            if let Some(slot) = tasks.slots.get_mut(self.index) {
                *slot = None;
                tasks.free.push(self.index);
            }
        }
    }
}

impl Tasks for Handle {
    fn spawn(&self, task: LocalFuture<'static, ()>) {
        self.inner.spawn(task);
    }
    fn sleep_until(&self, deadline: Instant) -> LocalFuture<'static, ()> {
        Box::pin(self.inner.clone().sleep_until(deadline))
    }
    fn yield_now(&self) -> LocalFuture<'static, ()> {
        Box::pin(yield_now())
    }
    fn readable(&self, fd: RawFd, deadline: Instant) -> LocalFuture<'static, io::Result<bool>> {
        Box::pin(reactor::Readable::new(self.inner.clone(), fd, deadline))
    }
    fn run_blocking(&self, work: Box<dyn FnOnce() + Send>) -> LocalFuture<'static, ()> {
        Box::pin(run_blocking(work))
    }
}

impl Inner {
    fn spawn(&self, task: LocalFuture<'static, ()>) {
        if self.closed.get() {
            return;
        }
        let wake = {
            let mut tasks = self.tasks.borrow_mut();
            let index = tasks.free.pop().unwrap_or_else(|| {
                tasks.slots.push(None);
                tasks.slots.len() - 1
            });
            let wake = Arc::new(TaskWake::new(self.shared.clone(), index));
            let slot = Slot { future: Some(task), wake: wake.clone(), waker: Waker::from(wake.clone()) };
            tasks.slots[index] = Some(slot);
            wake
        };
        wake.queue();
    }

    async fn sleep_until(self: Rc<Inner>, deadline: Instant) {
        if deadline > SysClock.now() {
            reactor::Sleep::new(self, deadline).await;
        }
    }
}

async fn yield_now() {
    let mut yielded = false;
    std::future::poll_fn(|context| {
        if yielded {
            return Poll::Ready(());
        }
        yielded = true;
        context.waker().wake_by_ref();
        Poll::Pending
    })
    .await;
}

/// Resolves when `work` has run on a helper thread, or has panicked there. It runs also when this is dropped.
async fn run_blocking(work: Box<dyn FnOnce() + Send>) {
    let done = Arc::new(Done::default());
    let signal = Signal(done.clone());
    helper::run(move || {
        let _signal = signal;
        work();
    });
    Waiting(done).await;
}

#[derive(Default)]
struct Done(parking_lot::Mutex<(bool, Option<Waker>)>);

/// Tells that the work is over when it is dropped, so also when the work unwinds.
struct Signal(Arc<Done>);

impl Drop for Signal {
    fn drop(&mut self) {
        let waker = {
            let mut state = self.0.0.lock();
            state.0 = true;
            state.1.take()
        };
        if let Some(waker) = waker {
            waker.wake();
        }
    }
}

struct Waiting(Arc<Done>);

impl Future for Waiting {
    type Output = ();

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<()> {
        let mut state = self.0.0.lock();
        if state.0 {
            return Poll::Ready(());
        }
        state.1 = Some(context.waker().clone());
        Poll::Pending
    }
}

#[cfg(test)]
mod tests;
