//! An environment of one task that uses the C library alone: valgrind does not show processes the kernel's vdso, on which
//! `osmia-sys` relies.
#![allow(clippy::disallowed_methods, reason = "time here is real")]

use std::cell::RefCell;
use std::future::Future;
use std::io;
use std::os::fd::{BorrowedFd, RawFd};
use std::pin::pin;
use std::rc::Rc;
use std::sync::Arc;
use std::task::{Context, Poll, Wake, Waker};
use std::time::Duration;

use osmia_env::{Clock, Env, Instant, LocalFuture, Rng, Tasks, Timestamp};

struct RealClock(std::time::Instant);

impl Clock for RealClock {
    fn now(&self) -> Instant {
        Instant(self.0.elapsed().as_nanos() as u64)
    }
    fn timestamp(&self) -> Timestamp {
        Timestamp(0)
    }
}

struct Lcg(RefCell<u64>);

impl Rng for Lcg {
    fn next_u64(&self) -> u64 {
        let mut state = self.0.borrow_mut();
        *state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        *state ^ *state >> 29
    }
}

struct OneTask {
    clock: Rc<dyn Clock>,
}

struct YieldNow(bool);

impl Future for YieldNow {
    type Output = ();
    fn poll(mut self: std::pin::Pin<&mut Self>, _: &mut Context<'_>) -> Poll<()> {
        if std::mem::replace(&mut self.0, true) { Poll::Ready(()) } else { Poll::Pending }
    }
}

impl Tasks for OneTask {
    fn spawn(&self, _: LocalFuture<'static, ()>) {
        panic!("one task only");
    }
    fn sleep_until(&self, deadline: Instant) -> LocalFuture<'static, ()> {
        std::thread::sleep(deadline.since(self.clock.now()));
        Box::pin(std::future::ready(()))
    }
    fn yield_now(&self) -> LocalFuture<'static, ()> {
        Box::pin(YieldNow(false))
    }
    fn readable(&self, fd: RawFd, deadline: Instant) -> LocalFuture<'static, io::Result<bool>> {
        let left = deadline.since(self.clock.now()).min(Duration::from_secs(3600));
        let time =
            rustix::time::Timespec { tv_sec: left.as_secs() as i64, tv_nsec: left.subsec_nanos().into() };
        // SAFETY: the caller keeps the descriptor open.
        #[allow(unsafe_code)]
        let fd = unsafe { BorrowedFd::borrow_raw(fd) };
        let mut fds = [rustix::event::PollFd::new(&fd, rustix::event::PollFlags::IN)];
        let result =
            rustix::event::poll(&mut fds, Some(&time)).map(|count| count > 0).map_err(io::Error::from);
        Box::pin(std::future::ready(result))
    }
    fn run_blocking(&self, work: Box<dyn FnOnce() + Send>) -> LocalFuture<'static, ()> {
        work();
        Box::pin(std::future::ready(()))
    }
}

pub fn env() -> Env {
    let clock: Rc<dyn Clock> = Rc::new(RealClock(std::time::Instant::now()));
    let seed = u64::from(std::process::id()) << 32 | 0x9e37_79b9;
    Env { clock: clock.clone(), rng: Rc::new(Lcg(RefCell::new(seed))), tasks: Rc::new(OneTask { clock }) }
}

struct Nothing;

impl Wake for Nothing {
    fn wake(self: Arc<Self>) {}
}

/// Drives a future of this thread to its end.
pub fn block_on<T>(future: impl Future<Output = T>) -> T {
    let mut future = pin!(future);
    let waker = Waker::from(Arc::new(Nothing));
    let mut context = Context::from_waker(&waker);
    loop {
        if let Poll::Ready(value) = future.as_mut().poll(&mut context) {
            return value;
        }
    }
}
