//! Tasks of one thread.

use std::cell::RefCell;
use std::future::Future;
use std::io;
use std::os::fd::RawFd;
use std::pin::Pin;
use std::rc::Rc;
use std::task::{Context, Poll, Waker};

use crate::clock::Instant;

/// A future that stays on its thread.
pub type LocalFuture<'a, T> = Pin<Box<dyn Future<Output = T> + 'a>>;

/// Spawns and delays. Real: glommio in `host` for servers, a small executor in `sys` for clients.
///
/// Dropping the executor drops its tasks. A panic in a task ends the process (servers) or is handed to whoever
/// drives the executor.
pub trait Tasks {
    /// Runs `task` beside the others of this thread, from the next turn on.
    fn spawn(&self, task: LocalFuture<'static, ()>);

    /// Resolves at `deadline`, or soon after.
    fn sleep_until(&self, deadline: Instant) -> LocalFuture<'static, ()>;

    /// Resolves once: lets every other runnable task have a turn.
    fn yield_now(&self) -> LocalFuture<'static, ()>;

    /// Resolves when `fd` is readable (level-triggered), or at `deadline` with `Ok(false)`. The descriptor must
    /// stay open until then. Descriptors of epoll and eventfd are meant; the real forms put the thread to sleep.
    fn readable(&self, fd: RawFd, deadline: Instant) -> LocalFuture<'static, io::Result<bool>>;

    /// Runs `work` on a helper thread, for calls that block (fsync, a cold read). The order of several is not
    /// defined. Simulated: runs at a later virtual time on the same thread.
    fn run_blocking(&self, work: Box<dyn FnOnce() + Send>) -> LocalFuture<'static, ()>;
}

/// Runs `work` on a helper thread and returns its result.
pub async fn blocking<T: Send + 'static>(tasks: &dyn Tasks, work: impl FnOnce() -> T + Send + 'static) -> T {
    let result = std::sync::Arc::new(std::sync::Mutex::new(None));
    let slot = result.clone();
    tasks
        .run_blocking(Box::new(move || {
            let value = work();
            *slot.lock().unwrap_or_else(|poisoned| poisoned.into_inner()) = Some(value);
        }))
        .await;
    let value = result.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).take();
    value.expect("run_blocking resolves after its work has run")
}

/// Sends one value to a future on the same thread.
pub fn oneshot<T>() -> (Sender<T>, Receiver<T>) {
    let shared = Rc::new(RefCell::new(Slot { value: None, waker: None, closed: false }));
    (Sender(shared.clone()), Receiver(shared))
}

struct Slot<T> {
    value: Option<T>,
    waker: Option<Waker>,
    closed: bool,
}

/// Sending half of [`oneshot`]. Dropped unsent, the receiver gets `None`.
pub struct Sender<T>(Rc<RefCell<Slot<T>>>);

/// Receiving half of [`oneshot`].
pub struct Receiver<T>(Rc<RefCell<Slot<T>>>);

impl<T> Sender<T> {
    /// Delivers the value and wakes the receiver.
    pub fn send(self, value: T) {
        self.0.borrow_mut().value = Some(value);
    }
    /// Whether the receiver has been dropped.
    pub fn is_closed(&self) -> bool {
        Rc::strong_count(&self.0) == 1
    }
}

impl<T> Drop for Sender<T> {
    fn drop(&mut self) {
        let waker = {
            let mut slot = self.0.borrow_mut();
            slot.closed = true;
            slot.waker.take()
        };
        if let Some(waker) = waker {
            waker.wake();
        }
    }
}

impl<T> Future for Receiver<T> {
    type Output = Option<T>;

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<T>> {
        let mut slot = self.0.borrow_mut();
        if let Some(value) = slot.value.take() {
            return Poll::Ready(Some(value));
        }
        if slot.closed {
            return Poll::Ready(None);
        }
        if !slot.waker.as_ref().is_some_and(|waker| waker.will_wake(context.waker())) {
            slot.waker = Some(context.waker().clone());
        }
        Poll::Pending
    }
}
