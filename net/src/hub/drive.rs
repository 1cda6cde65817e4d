//! Who drives a hub: its owner, or its callers (the parent module says how).

use std::future::{Future, poll_fn};
use std::pin::pin;
use std::task::{Poll, Waker};
use std::time::Duration;

use osmia_env::{Event, Instant};
use osmia_protocol::{Status, wire};

use super::Hub;
use crate::incoming::Incoming;

/// When a connection is blocked, `wait` returns after this: the end of a send is no event.
const BLOCKED_RETRY: Duration = Duration::from_micros(200);

impl Hub {
    /// Takes what came and appends what concerns the owner to `incoming`. Completes calls, ends those whose deadline
    /// has passed, shakes hands. Says whether anything happened.
    ///
    /// Calling it makes the caller the hub's driver for good; see the module.
    pub fn poll(&self, incoming: &mut Vec<Incoming>) -> bool {
        self.owned.set(true);
        self.progress(incoming)
    }

    fn progress(&self, incoming: &mut Vec<Incoming>) -> bool {
        let mut events = std::mem::take(&mut *self.events.borrow_mut());
        self.transport.poll(&mut events);
        let now = self.env.now();
        let mut guard = self.inner.borrow_mut();
        let inner = &mut *guard;
        inner.now = now;
        inner.touched = false;
        let mut happened = !events.is_empty() || !inner.pending.is_empty();
        for event in events.drain(..) {
            match event {
                Event::Accepted { conn, rail } => inner.accepted(conn, rail, now),
                Event::Connected { .. } => {}
                Event::Received { conn, message } => inner.received(conn, message, now, incoming),
                Event::Closed { conn, reason } => inner.end(conn, &reason, false, now),
            }
        }
        inner.expire(now);
        inner.unpark(now);
        incoming.append(&mut inner.pending);
        happened |= !inner.wakers.is_empty();
        let wakers = std::mem::take(&mut inner.wakers);
        drop(guard);
        *self.events.borrow_mut() = events;
        self.wake_all(wakers);
        happened
    }

    /// Hands what is queued to the transport: one message per connection, and one more for each body.
    pub fn flush(&self) {
        let mut inner = self.inner.borrow_mut();
        if !inner.dirty.is_empty() || !inner.blocked.is_empty() {
            inner.flush();
        }
    }

    /// Resolves when there is something to [`poll`](Hub::poll) or to [`flush`](Hub::flush), or at `deadline`. May
    /// resolve early.
    pub async fn wait(&self, deadline: Instant) {
        let deadline = {
            let mut inner = self.inner.borrow_mut();
            if inner.busy() {
                return;
            }
            let mut until = deadline.min(inner.next_timer());
            if !inner.blocked.is_empty() {
                until = until.min(self.env.now() + BLOCKED_RETRY);
            }
            until
        };
        let mut sleep = self.transport.wait(deadline);
        poll_fn(|context| {
            if self.inner.borrow().busy() {
                return Poll::Ready(());
            }
            match &mut *self.waiter.borrow_mut() {
                Some(waker) => waker.clone_from(context.waker()),
                none => *none = Some(context.waker().clone()),
            }
            sleep.as_mut().poll(context)
        })
        .await;
        self.waiter.borrow_mut().take();
    }

    /// Runs `future` to its end and drives the hub meanwhile; see the module.
    pub async fn run<T>(&self, future: impl Future<Output = T>) -> T {
        let mut future = pin!(future);
        loop {
            let done = poll_fn(|context| {
                if let Poll::Ready(value) = future.as_mut().poll(context) {
                    return Poll::Ready(Some(value));
                }
                if !self.owned.get() && !self.driven.get() {
                    return Poll::Ready(None);
                }
                let mut standby = self.standby.borrow_mut();
                if !standby.iter().any(|waker| waker.will_wake(context.waker())) {
                    standby.push(context.waker().clone());
                }
                Poll::Pending
            })
            .await;
            if let Some(value) = done {
                return value;
            }
            let driver = Driver::new(self);
            if let Some(value) = driver.drive(future.as_mut()).await {
                return value;
            }
        }
    }

    fn handle(&self, incoming: Incoming) {
        let handler = self.handler.borrow().clone();
        match (handler, incoming) {
            (Some(handler), incoming) => handler(self, incoming),
            (None, Incoming::Request(request)) => {
                let status = Status::NotSupported.to_wire();
                self.reply(request.from, wire::Reply { status, ..Default::default() }, None);
            }
            (None, _) => {}
        }
    }

    /// Wakes whoever is in `wait` when there is something to flush, and those whose calls have ended. Nothing is
    /// borrowed meanwhile: a waker may hold the last of a task, with calls of its own to drop.
    pub(super) fn wake(&self) {
        let (busy, wakers) = {
            let mut inner = self.inner.borrow_mut();
            (inner.busy(), std::mem::take(&mut inner.wakers))
        };
        let waiter = if busy { self.waiter.borrow_mut().take() } else { None };
        waiter.into_iter().for_each(Waker::wake);
        self.wake_all(wakers);
    }

    fn wake_all(&self, mut wakers: Vec<Waker>) {
        if wakers.capacity() == 0 {
            return;
        }
        wakers.drain(..).for_each(Waker::wake);
        let mut inner = self.inner.borrow_mut();
        if inner.wakers.capacity() == 0 {
            inner.wakers = wakers;
        }
    }
}

/// Whoever drives the hub in [`Hub::run`].
struct Driver<'a>(&'a Hub);

impl<'a> Driver<'a> {
    fn new(hub: &'a Hub) -> Driver<'a> {
        hub.driven.set(true);
        Driver(hub)
    }

    /// `None` when the hub has got an owner meanwhile.
    async fn drive<T>(&self, mut future: std::pin::Pin<&mut impl Future<Output = T>>) -> Option<T> {
        let hub = self.0;
        let mut incoming = Vec::new();
        while !hub.owned.get() {
            hub.flush();
            let happened = hub.progress(&mut incoming);
            incoming.drain(..).for_each(|incoming| hub.handle(incoming));
            let value = if happened {
                poll_fn(|context| match future.as_mut().poll(context) {
                    Poll::Ready(value) => Poll::Ready(Some(value)),
                    Poll::Pending => Poll::Ready(None),
                })
                .await
            } else {
                let mut wait = pin!(hub.wait(Instant::NEVER));
                poll_fn(|context| {
                    if let Poll::Ready(value) = future.as_mut().poll(context) {
                        return Poll::Ready(Some(value));
                    }
                    wait.as_mut().poll(context).map(|()| None)
                })
                .await
            };
            if value.is_some() {
                return value;
            }
        }
        None
    }
}

impl Drop for Driver<'_> {
    fn drop(&mut self) {
        self.0.driven.set(false);
        let standby = std::mem::take(&mut *self.0.standby.borrow_mut());
        standby.into_iter().for_each(Waker::wake);
    }
}
