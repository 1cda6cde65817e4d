//! Interrupts: a flag that the handler sets, and a wait that it ends.

use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::net::UnixStream;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use osmia_env::{Clock, Instant};
use osmia_sys::SysClock;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};

/// SIGINT, SIGTERM and SIGHUP, caught from now on.
pub(crate) struct Signals {
    caught: Arc<AtomicUsize>,
    pipe: UnixStream,
}

impl Signals {
    pub(crate) fn catch() -> anyhow::Result<Signals> {
        let caught = Arc::new(AtomicUsize::new(0));
        let (pipe, write) = UnixStream::pair()?;
        for signal in [SIGINT, SIGTERM, SIGHUP] {
            // The flag first: who is woken by the pipe finds it set.
            signal_hook::flag::register_usize(signal, caught.clone(), signal as usize)?;
            signal_hook::low_level::pipe::register(signal, write.try_clone()?)?;
        }
        Ok(Signals { caught, pipe })
    }

    /// The signal that has been caught, if one has.
    pub(crate) fn caught(&self) -> Option<i32> {
        Some(self.caught.load(Ordering::SeqCst) as i32).filter(|&signal| signal != 0)
    }

    /// Waits until a signal is caught, a process of `pidfds` ends, or `limit` has passed.
    pub(crate) fn wait(&self, pidfds: &[&OwnedFd], limit: Duration) {
        if self.caught().is_none() {
            wait_readable(pidfds.iter().map(|fd| fd.as_fd()).chain([self.pipe.as_fd()]), limit);
        }
    }
}

/// Waits until one of `fds` is readable, or `limit` has passed. May return early.
pub(crate) fn wait_readable<'a>(fds: impl Iterator<Item = BorrowedFd<'a>>, limit: Duration) {
    let mut fds: Vec<PollFd<'_>> = fds.map(|fd| PollFd::from_borrowed_fd(fd, PollFlags::IN)).collect();
    let timeout = Timespec { tv_sec: limit.as_secs() as i64, tv_nsec: limit.subsec_nanos().into() };
    // Every error means an early return: callers look at what they wait for, and at the time, in any case.
    let _ = poll(&mut fds, Some(&timeout));
}

/// The monotonic time.
pub(crate) fn now() -> Instant {
    SysClock.now()
}
