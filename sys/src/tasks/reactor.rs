//! Timers and descriptors.

use std::collections::BTreeMap;
use std::future::Future;
use std::io;
use std::os::fd::RawFd;
use std::pin::Pin;
use std::rc::Rc;
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use osmia_env::{Clock, Instant};

use super::Inner;
use crate::clock::SysClock;
use crate::fd;

/// Who waits for what. Few wait at a time (a transport's descriptor, some timers), so one list and one map do.
#[derive(Default)]
pub(super) struct Reactor {
    next: u64,
    timers: BTreeMap<(Instant, u64), Waker>,
    waits: Vec<Wait>,
    /// Kept for its memory.
    entries: Vec<libc::pollfd>,
}

struct Wait {
    key: u64,
    fd: RawFd,
    deadline: Instant,
    waker: Waker,
    result: Option<io::Result<bool>>,
}

impl Reactor {
    /// Looks at descriptors and clock, and wakes whom it concerns. With `sleep`, waits for the first of them or
    /// for `wake_fd`. Returns whether `wake_fd` was readable.
    pub(super) fn turn(&mut self, wake_fd: RawFd, sleep: bool) -> bool {
        if !sleep && self.waits.is_empty() && self.timers.is_empty() {
            return false;
        }
        let timeout = if sleep { self.timeout() } else { Some(Duration::ZERO) };
        if sleep || !self.waits.is_empty() {
            self.entries.clear();
            self.entries.push(fd::entry(wake_fd));
            self.entries.extend(self.waits.iter().map(|wait| fd::entry(wait.fd)));
            if let Err(error) = fd::poll(&mut self.entries, timeout) {
                // ENOMEM: nothing is ready as far as we know; the tasks see their deadlines.
                tracing::error!(%error, "ppoll");
            }
        }
        let woken = self.entries.first().is_some_and(|entry| entry.revents != 0);
        self.fire();
        woken
    }

    fn timeout(&self) -> Option<Duration> {
        let timer = self.timers.first_key_value().map(|((deadline, _), _)| *deadline);
        let first = self.waits.iter().map(|wait| wait.deadline).chain(timer).min()?;
        (first != Instant::NEVER).then(|| first.since(SysClock.now()))
    }

    fn fire(&mut self) {
        let now = SysClock.now();
        // `entries[0]` is the wake-up, `entries[i + 1]` belongs to `waits[i]`.
        let events = self.entries.drain(..).skip(1).map(|entry| entry.revents).chain(std::iter::repeat(0));
        for (wait, events) in self.waits.iter_mut().zip(events) {
            if wait.result.is_some() {
                continue;
            }
            wait.result = match events {
                0 if wait.deadline > now => continue,
                0 => Some(Ok(false)),
                events if events & libc::POLLNVAL != 0 => {
                    Some(Err(io::Error::from_raw_os_error(libc::EBADF)))
                }
                _ => Some(Ok(true)),
            };
            // Its task is to take the result; until then it must not end sleeps (ppoll(2) skips negative numbers).
            wait.fd = -1;
            wait.deadline = Instant::NEVER;
            wait.waker.wake_by_ref();
        }
        while let Some(first) = self.timers.first_entry() {
            if first.key().0 > now {
                break;
            }
            first.remove().wake();
        }
    }

    /// Descriptors that are waited for.
    #[cfg(test)]
    pub(super) fn wait_count(&self) -> usize {
        self.waits.len()
    }

    fn key(&mut self) -> u64 {
        self.next += 1;
        self.next
    }
}

/// Resolves at a time.
pub(super) struct Sleep {
    inner: Rc<Inner>,
    deadline: Instant,
    key: Option<u64>,
}

impl Sleep {
    pub(super) fn new(inner: Rc<Inner>, deadline: Instant) -> Sleep {
        Sleep { inner, deadline, key: None }
    }
}

impl Future for Sleep {
    type Output = ();

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<()> {
        let inner = self.inner.clone();
        let mut reactor = inner.reactor.borrow_mut();
        let key = match self.key {
            Some(key) if !reactor.timers.contains_key(&(self.deadline, key)) => {
                self.key = None;
                return Poll::Ready(());
            }
            Some(key) => key,
            None => reactor.key(),
        };
        self.key = Some(key);
        reactor.timers.insert((self.deadline, key), context.waker().clone());
        Poll::Pending
    }
}

impl Drop for Sleep {
    fn drop(&mut self) {
        if let Some(key) = self.key {
            self.inner.reactor.borrow_mut().timers.remove(&(self.deadline, key));
        }
    }
}

/// Resolves when a descriptor is readable, or at a time.
pub(super) struct Readable {
    inner: Rc<Inner>,
    fd: RawFd,
    deadline: Instant,
    key: Option<u64>,
}

impl Readable {
    pub(super) fn new(inner: Rc<Inner>, fd: RawFd, deadline: Instant) -> Readable {
        Readable { inner, fd, deadline, key: None }
    }
}

impl Future for Readable {
    type Output = io::Result<bool>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<bool>> {
        let inner = self.inner.clone();
        let mut reactor = inner.reactor.borrow_mut();
        let Some(key) = self.key else {
            let key = reactor.key();
            self.key = Some(key);
            let (fd, deadline, waker) = (self.fd, self.deadline, context.waker().clone());
            reactor.waits.push(Wait { key, fd, deadline, waker, result: None });
            return Poll::Pending;
        };
        let Some(index) = reactor.waits.iter().position(|wait| wait.key == key) else {
            return Poll::Pending; // Polled after it was ready.
        };
        if reactor.waits[index].result.is_some() {
            self.key = None;
            let result = reactor.waits.swap_remove(index).result;
            return Poll::Ready(result.unwrap_or(Ok(false)));
        }
        reactor.waits[index].waker.clone_from(context.waker());
        Poll::Pending
    }
}

impl Drop for Readable {
    fn drop(&mut self) {
        if let Some(key) = self.key {
            self.inner.reactor.borrow_mut().waits.retain(|wait| wait.key != key);
        }
    }
}
