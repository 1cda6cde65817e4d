//! A client process's session with one shard.
//!
//! One [`Session`] per (process, shard) is shared by the process's threads. It holds what makes a repeated request
//! safe: the session's id, and slots, each with the number of its last request. Requests that change something take a
//! slot and a number ([`crate::retry`]); the shard keeps the reply of each slot's last number, and gives it again when
//! the request is repeated (docs/wire.md, section 4).
//!
//! Whoever opens a session chooses the connection that the shard sends notices on. In a process with a service thread
//! that is [`Session::keep`]; without one, callers open it themselves and get no notices.

use std::collections::VecDeque;
use std::future::{Future, poll_fn};
use std::pin::pin;
use std::rc::Rc;
use std::sync::atomic::{
    AtomicU64,
    Ordering::{Acquire, Relaxed, Release},
};
use std::sync::{Mutex, MutexGuard};
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use osmia_env::{Env, Instant};
use osmia_protocol::{ClientId, Incarnation, SessionId, Status, wire};

use crate::call::{CallErrorKind, Response};
use crate::hub::Hub;
use crate::peer::{PeerAddrs, PeerKey};
use crate::retry::{Backoff, SessionError};

/// Slots that a session asks for: requests that change something and run at once.
pub const SLOTS_WANTED: u16 = 64;

/// Closes that travel with one request, at most.
const CLOSES_MAX: usize = 256;

/// Closes wait as long for a request to travel with, then a heartbeat takes them.
const CLOSES_DELAY: Duration = Duration::from_millis(20);

/// Longest wait between two attempts to open a session, or to take it up on a new connection.
const OPEN_BACKOFF_MAX: Duration = Duration::from_millis(500);

/// How long one call of the session's own may take.
const OPEN_ATTEMPT: Duration = Duration::from_secs(2);

/// How long an attempt to open a session goes on when the session is no longer wanted: a server that answers does so by
/// then, and can be told that the session is over.
const OPEN_LAST: Duration = Duration::from_millis(100);

/// A session. Shared by the threads of a process.
#[derive(Debug)]
pub struct Session {
    key: PeerKey,
    client: ClientId,
    state: Mutex<State>,
    /// As in the state, to be seen without the lock.
    life: AtomicU64,
    repeated: AtomicU64,
    own: AtomicU64,
}

#[derive(Debug, Default)]
struct State {
    /// `None`: to be opened.
    open: Option<Open>,
    /// The last one, to be taken up again.
    last: Option<SessionId>,
    /// Counts sessions: those of an earlier life have ended.
    life: u64,
    /// Somebody is opening it.
    opening: bool,
    /// A service opens it; callers wait.
    kept: bool,
    /// A caller waits for it.
    wanted: bool,
    /// No calls any more.
    ended: bool,
    slots: Vec<Slot>,
    free: Vec<u16>,
    /// Slots given up with an unknown outcome.
    retired: Vec<u16>,
    closes: VecDeque<u64>,
    /// When the youngest of the requests that the shard has answered was sent.
    renewed: Instant,
    incarnation: Incarnation,
    /// Why the shard does not give a session, for those who wait.
    refused: Option<Status>,
    /// Why the service's last attempt gave none, for those who give up waiting.
    trouble: Option<String>,
    /// Wait for a change: a session, a slot.
    waiters: Vec<Waker>,
    keeper: Option<Waker>,
}

#[derive(Debug, Clone, Copy)]
struct Open {
    id: SessionId,
    lease: Duration,
}

#[derive(Debug, Clone, Copy, Default)]
struct Slot {
    number: u64,
}

/// What an open session is called by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ticket {
    /// Its id at the shard.
    pub id: SessionId,
    /// Which of the sessions of this process with the shard it is: 1 for the first.
    pub life: u64,
}

impl Session {
    /// A session with `key` that is opened when it is first used.
    pub fn new(key: PeerKey, client: ClientId) -> Session {
        Session {
            key,
            client,
            state: Mutex::default(),
            life: AtomicU64::new(0),
            repeated: AtomicU64::new(0),
            own: AtomicU64::new(0),
        }
    }

    /// A session that only [`keep`](Session::keep) opens, which has begun or soon will: so that the shard's notices never
    /// come where nobody listens.
    pub fn new_kept(key: PeerKey, client: ClientId) -> Session {
        let state = State { kept: true, ..State::default() };
        Session { state: Mutex::new(state), ..Session::new(key, client) }
    }

    /// The shard.
    pub fn key(&self) -> PeerKey {
        self.key
    }

    /// Requests that were sent again.
    pub fn repeated(&self) -> u64 {
        self.repeated.load(Relaxed)
    }

    pub(crate) fn note_repeated(&self) {
        self.repeated.fetch_add(1, Relaxed);
    }

    /// Requests of the session's own: opening it, heartbeats, closes that nothing took along.
    pub fn own_requests(&self) -> u64 {
        self.own.load(Relaxed)
    }

    /// Which of this process's sessions with the shard is the last: 0 before the first. When it has changed, the
    /// shard has forgotten opens and leases of the one before.
    pub fn life(&self) -> u64 {
        self.life.load(Acquire)
    }

    /// The newest incarnation that a reply of the shard has named.
    pub fn incarnation(&self) -> Incarnation {
        self.lock().incarnation
    }

    /// Until when the shard keeps the session for what it has answered, by this process's clock; `None` when there is
    /// no session.
    pub fn lease_until(&self) -> Option<Instant> {
        let state = self.lock();
        state.open.map(|open| state.renewed + open.lease)
    }

    /// Tells the shard, with the next request or within some milliseconds, that an open is no longer used.
    pub fn push_close(&self, open: u64) {
        let mut state = self.lock();
        state.closes.push_back(open);
        let keeper = if state.closes.len() == 1 { state.keeper.take() } else { None };
        drop(state);
        keeper.into_iter().for_each(Waker::wake);
    }

    /// Closes that no request has taken along yet.
    pub fn closes_pending(&self) -> usize {
        self.lock().closes.len()
    }

    /// Slots that are not in use, those given up included.
    pub fn slots_idle(&self) -> usize {
        let state = self.lock();
        state.free.len() + state.retired.len()
    }

    /// Slots given up with an unknown outcome, and not used until that is settled.
    pub fn slots_retired(&self) -> usize {
        self.lock().retired.len()
    }

    /// Ends [`keep`](Session::keep), which tells the shard, and every wait. Calls fail from then on.
    pub fn end(&self) {
        self.change(|state| state.ended = true);
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        // Nothing panics while it is held; if something did, the numbers are still whole.
        self.state.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// Changes the state and wakes everyone who may wait for it.
    fn change<T>(&self, change: impl FnOnce(&mut State) -> T) -> T {
        let mut state = self.lock();
        let value = change(&mut state);
        let waiters = std::mem::take(&mut state.waiters);
        let keeper = state.keeper.take();
        drop(state);
        waiters.into_iter().chain(keeper).for_each(Waker::wake);
        value
    }

    /// Waits until `ready` gives something, or for the deadline (`None`).
    async fn until<T>(
        &self,
        env: &Env,
        deadline: Instant,
        mut ready: impl FnMut(&mut State) -> Option<T>,
    ) -> Option<T> {
        if let Some(value) = ready(&mut self.lock()) {
            return Some(value);
        }
        let mut timer = env.tasks.sleep_until(deadline);
        poll_fn(|context| {
            let mut state = self.lock();
            if let Some(value) = ready(&mut state) {
                return Poll::Ready(Some(value));
            }
            remember(&mut state.waiters, context);
            let keeper = if state.wanted && state.open.is_none() { state.keeper.take() } else { None };
            drop(state);
            keeper.into_iter().for_each(Waker::wake);
            timer.as_mut().poll(context).map(|()| None)
        })
        .await
    }

    // ------------------------------------------------------------ for calls

    /// The open session; opens it, or waits for the service to, until `deadline`.
    pub(crate) async fn ready(
        &self,
        hub: &Rc<Hub>,
        to: &PeerAddrs,
        deadline: Instant,
    ) -> Result<Ticket, SessionError> {
        enum Next {
            Open(Ticket),
            Refused(Status),
            Ended,
            OpenIt,
        }
        loop {
            let next = self
                .until(hub.env(), deadline, |state| {
                    if state.ended {
                        return Some(Next::Ended);
                    }
                    if let Some(open) = state.open {
                        return Some(Next::Open(Ticket { id: open.id, life: state.life }));
                    }
                    if let Some(status) = state.refused {
                        return Some(Next::Refused(status));
                    }
                    if state.kept {
                        state.wanted = true;
                        return None;
                    }
                    if state.opening {
                        return None;
                    }
                    state.opening = true;
                    Some(Next::OpenIt)
                })
                .await;
            match next {
                None => {
                    let trouble = self.lock().trouble.clone();
                    let why = trouble.as_deref().unwrap_or("no answer");
                    return Err(SessionError::gave_up(
                        self.key,
                        false,
                        &format!("no session with it: {why}"),
                    ));
                }
                Some(Next::Open(ticket)) => return Ok(ticket),
                Some(Next::Refused(status)) => return Err(SessionError::Refused { peer: self.key, status }),
                Some(Next::Ended) => return Err(SessionError::Ended { peer: self.key }),
                Some(Next::OpenIt) => {
                    let opener = Opener(self);
                    let mut backoff = Backoff::new(OPEN_BACKOFF_MAX);
                    loop {
                        match self.open(hub, to, Vec::new(), deadline).await {
                            Ok(()) => break,
                            Err(OpenError::Refused(status)) => {
                                return Err(SessionError::Refused { peer: self.key, status });
                            }
                            Err(OpenError::Later(why)) => {
                                if hub.env().now() >= deadline {
                                    return Err(SessionError::gave_up(self.key, false, &why));
                                }
                                backoff.wait(hub.env(), Duration::ZERO, deadline).await;
                            }
                        }
                    }
                    drop(opener);
                }
            }
        }
    }

    /// What a call needs, where nothing of it must be waited for: the open session, a slot if `with_slot`, and the closes
    /// to take along.
    pub(crate) fn begin(&self, with_slot: bool) -> Option<Begun<'_>> {
        let mut state = self.lock();
        let open = state.open.filter(|_| !state.ended)?;
        let slot = if with_slot { Some(state.free.pop()?) } else { None };
        let ticket = Ticket { id: open.id, life: state.life };
        let slot = slot.map(|slot| self.take(&mut state, slot));
        Some(Begun { ticket, slot, closes: take_closes(&mut state) })
    }

    /// Takes a slot and its next number, waiting for one until `deadline`. `None` when there is none by then, or the
    /// session is another one.
    pub(crate) async fn acquire(&self, env: &Env, life: u64, deadline: Instant) -> Option<SlotGuard<'_>> {
        self.until(env, deadline, |state| {
            if state.life != life {
                return Some(None);
            }
            state.free.pop().map(|slot| Some(self.take(state, slot)))
        })
        .await
        .flatten()
    }

    fn take(&self, state: &mut State, slot: u16) -> SlotGuard<'_> {
        let entry = &mut state.slots[usize::from(slot)];
        entry.number += 1;
        SlotGuard { session: self, life: state.life, slot, number: entry.number, unknown: false }
    }

    /// Closes to travel with a request.
    pub(crate) fn take_closes(&self) -> Option<Vec<u64>> {
        take_closes(&mut self.lock())
    }

    /// The request that they travelled with was not answered: they go again. Closing twice is harmless.
    pub(crate) fn return_closes(&self, life: u64, closes: Option<Vec<u64>>) {
        let mut state = self.lock();
        if state.life == life {
            state.closes.extend(closes.into_iter().flatten());
        }
    }

    /// A reply came to a request that was sent at `sent`.
    pub(crate) fn heard(&self, response: &Response, sent: Instant) {
        let incarnation = Incarnation(response.reply().incarnation().unwrap_or_default());
        let mut state = self.lock();
        state.incarnation = state.incarnation.max(incarnation);
        state.renewed = state.renewed.max(sent);
    }

    /// The shard does not know the session: it has ended.
    pub(crate) fn lost(&self, life: u64) {
        self.change(|state| {
            if state.life == life {
                state.open = None;
                state.last = None;
            }
        });
    }

    // ------------------------------------------------------------ opening

    /// Opens the session, or takes it up again. One attempt.
    async fn open(
        &self,
        hub: &Rc<Hub>,
        to: &PeerAddrs,
        opens: Vec<wire::OpenFile>,
        deadline: Instant,
    ) -> Result<(), OpenError> {
        let resume = self.lock().last.map_or(0, |last| last.0);
        let call =
            wire::OpenSession { client: self.client.0, resume, slots: SLOTS_WANTED, opens: Some(opens) };
        let request =
            wire::Request { call: Some(wire::Call::OpenSession(Box::new(call))), ..Default::default() };
        let sent = hub.env().now();
        self.own.fetch_add(1, Relaxed);
        let response = match hub.call(to, request, None, deadline.min(sent + OPEN_ATTEMPT)).await {
            Ok(response) => response,
            Err(error) => {
                return Err(match error.kind {
                    CallErrorKind::Refused(status) if status != Status::Overload => {
                        self.change(|state| state.refused = Some(status));
                        OpenError::Refused(status)
                    }
                    _ => OpenError::Later(error.to_string()),
                });
            }
        };
        match response.status() {
            Status::Ok => {}
            Status::SessionUnknown if resume != 0 => {
                self.change(|state| state.last = None);
                return Err(OpenError::Later("the session has ended".to_owned()));
            }
            status => return Err(OpenError::Later(format!("{status} {}", response.detail()))),
        }
        let malformed = || OpenError::Later("its answer to OpenSession cannot be read".to_owned());
        let ok = match response.reply().outcome() {
            Ok(Some(wire::OutcomeRef::SessionOk(ok))) => {
                wire::SessionOk::try_from(ok).map_err(|_| malformed())?
            }
            _ => return Err(malformed()),
        };
        let incarnation = Incarnation(response.reply().incarnation().unwrap_or_default());
        self.change(|state| {
            let id = SessionId(ok.session);
            if !(ok.resumed && state.last == Some(id)) {
                state.life += 1;
                self.life.store(state.life, Release);
                let slots = ok.slots.max(1);
                state.slots = vec![Slot::default(); usize::from(slots)];
                state.free = (0..slots).rev().collect();
                state.retired.clear();
                // Opens of an ended session are closed.
                state.closes.clear();
            }
            state.open = Some(Open { id, lease: Duration::from_millis(u64::from(ok.lease_ms.max(1))) });
            state.last = Some(id);
            state.renewed = state.renewed.max(sent);
            state.incarnation = state.incarnation.max(incarnation);
            state.refused = None;
            state.trouble = None;
            state.wanted = false;
        });
        Ok(())
    }

    // ------------------------------------------------------------ the service

    /// Keeps the session for the whole process, from the thread whose hub shall get the shard's notices: opens it when
    /// a caller wants it, sends heartbeats and closes, takes it up again on a new connection when that one is lost,
    /// and settles slots that were given up. Until [`end`](Session::end).
    ///
    /// `addrs` gives where the shard is now; `opens` the files open there, which the shard takes back after a restart.
    pub async fn keep(
        &self,
        hub: &Rc<Hub>,
        addrs: impl Fn() -> PeerAddrs,
        opens: impl Fn() -> Vec<wire::OpenFile>,
    ) {
        self.change(|state| state.kept = true);
        let _kept = Kept(self);
        let env = hub.env().clone();
        while self.keeper(&env, Instant::NEVER, None, |state| state.wanted || state.open.is_some()).await
            != Woken::Ended
        {
            let mut backoff = Backoff::new(OPEN_BACKOFF_MAX);
            while !self.lock().ended {
                let (to, deadline) = (addrs(), env.now() + OPEN_ATTEMPT);
                let open = self.open(hub, &to, opens(), deadline);
                let Some(opened) = self.unless_ended(&env, OPEN_LAST, open).await else { break };
                match opened {
                    Ok(()) => break,
                    Err(why) => {
                        if let OpenError::Later(why) = &why {
                            tracing::debug!(peer = %self.key, why, "session not opened");
                            self.lock().trouble = Some(why.clone());
                        }
                        // Callers hear at once that they are refused; the next one tries again.
                        if let OpenError::Refused(_) = why {
                            self.change(|state| state.wanted = false);
                            let pause = backoff.wait(&env, OPEN_BACKOFF_MAX, Instant::NEVER);
                            self.unless_ended(&env, Duration::ZERO, pause).await;
                            self.change(|state| state.refused = None);
                            break;
                        }
                        let pause = backoff.wait(&env, Duration::ZERO, Instant::NEVER);
                        self.unless_ended(&env, Duration::ZERO, pause).await;
                    }
                }
            }
            if self.lock().open.is_some() {
                self.attend(hub, &addrs, &env).await;
            }
        }
        // A last word, so that the shard need not wait for the lease to run out.
        let Some(open) = self.lock().open else { return };
        let call = wire::Call::CloseSession(Box::default());
        let request = wire::Request {
            session: open.id.0,
            closes: self.take_closes(),
            call: Some(call),
            ..Default::default()
        };
        if let Err(error) = hub.call(&addrs(), request, None, env.now() + OPEN_ATTEMPT).await {
            tracing::debug!(peer = %self.key, %error, "session not closed");
        }
    }

    /// Does something until it is done, or until `last` after the session was ended (`None`).
    async fn unless_ended<T>(&self, env: &Env, last: Duration, work: impl Future<Output = T>) -> Option<T> {
        let ended = async {
            self.until(env, Instant::NEVER, |state| state.ended.then_some(())).await;
            env.tasks.sleep_until(env.now() + last).await;
        };
        let (mut work, mut ended) = (pin!(work), pin!(ended));
        poll_fn(|context| {
            if let Poll::Ready(value) = work.as_mut().poll(context) {
                return Poll::Ready(Some(value));
            }
            ended.as_mut().poll(context).map(|()| None)
        })
        .await
    }

    /// Heartbeats while the session and its connection live.
    async fn attend(&self, hub: &Rc<Hub>, addrs: &impl Fn() -> PeerAddrs, env: &Env) {
        let Some(conn) = hub.connection_to(self.key) else { return };
        loop {
            let (heartbeat, life) = {
                let state = self.lock();
                let Some(open) = state.open else { return };
                (state.renewed + open.lease / 3, state.life)
            };
            let pending = |state: &mut State| {
                !state.closes.is_empty()
                    || !state.retired.is_empty()
                    || state.open.is_none()
                    || state.life != life
            };
            match self.keeper(env, heartbeat, Some((hub, conn)), pending).await {
                Woken::Ended | Woken::Disconnected => return,
                Woken::Wanted if self.lock().open.is_none() => return,
                Woken::Wanted if self.lock().retired.is_empty() => {
                    // Perhaps a request comes by that takes the closes along.
                    env.tasks.sleep_until(env.now() + CLOSES_DELAY).await;
                    if self.lock().closes.is_empty() {
                        continue;
                    }
                }
                Woken::Wanted | Woken::Time => {}
            }
            if self.heartbeat(hub, addrs, env).await.is_err() {
                return;
            }
        }
    }

    /// One heartbeat. It takes a slot that was given up, if there is one: when it is answered, the request before
    /// has been run or never will be, and the slot can be used again.
    async fn heartbeat(&self, hub: &Rc<Hub>, addrs: &impl Fn() -> PeerAddrs, env: &Env) -> Result<(), ()> {
        let sent = env.now();
        let (open, life, mut guard) = {
            let mut state = self.lock();
            let Some(open) = state.open else { return Err(()) };
            let slot = state.retired.pop();
            let guard = slot.map(|slot| self.take(&mut state, slot));
            (open, state.life, guard)
        };
        if let Some(guard) = &mut guard {
            guard.unknown = true;
        }
        let closes = self.take_closes();
        let request = wire::Request {
            session: open.id.0,
            slot: guard.as_ref().map_or(0, |guard| guard.slot),
            number: guard.as_ref().map_or(0, |guard| guard.number),
            closes: closes.clone(),
            call: Some(wire::Call::Heartbeat(Box::default())),
            ..Default::default()
        };
        let attempt = (open.lease / 3).clamp(Duration::from_millis(50), OPEN_ATTEMPT);
        self.own.fetch_add(1, Relaxed);
        match hub.call(&addrs(), request, None, sent + attempt).await {
            Ok(response) => match response.status() {
                Status::Ok => {
                    self.heard(&response, sent);
                    if let Some(guard) = &mut guard {
                        guard.unknown = false;
                    }
                    Ok(())
                }
                Status::SessionUnknown => {
                    self.lost(life);
                    Err(())
                }
                status => {
                    self.return_closes(life, closes);
                    tracing::debug!(peer = %self.key, %status, "heartbeat refused");
                    let mut backoff = Backoff::new(OPEN_BACKOFF_MAX);
                    backoff.wait(env, Duration::from_millis(20), Instant::NEVER).await;
                    Ok(())
                }
            },
            Err(error) => {
                self.return_closes(life, closes);
                tracing::debug!(peer = %self.key, %error, "heartbeat not answered");
                Err(())
            }
        }
    }

    /// The keeper's sleep.
    async fn keeper(
        &self,
        env: &Env,
        deadline: Instant,
        conn: Option<(&Rc<Hub>, osmia_env::ConnId)>,
        mut wanted: impl FnMut(&mut State) -> bool,
    ) -> Woken {
        let mut timer = env.tasks.sleep_until(deadline);
        let closed = async {
            match conn {
                Some((hub, conn)) => hub.closed(conn).await,
                None => std::future::pending().await,
            }
        };
        let mut closed = pin!(closed);
        poll_fn(|context| {
            let mut state = self.lock();
            if state.ended {
                return Poll::Ready(Woken::Ended);
            }
            if wanted(&mut state) {
                return Poll::Ready(Woken::Wanted);
            }
            state.keeper = Some(context.waker().clone());
            drop(state);
            if closed.as_mut().poll(context).is_ready() {
                return Poll::Ready(Woken::Disconnected);
            }
            timer.as_mut().poll(context).map(|()| Woken::Time)
        })
        .await
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Woken {
    Ended,
    Wanted,
    Disconnected,
    Time,
}

#[derive(Debug)]
enum OpenError {
    /// For good.
    Refused(Status),
    /// Perhaps later; why not now.
    Later(String),
}

fn remember(wakers: &mut Vec<Waker>, context: &Context<'_>) {
    if !wakers.iter().any(|waker| waker.will_wake(context.waker())) {
        wakers.push(context.waker().clone());
    }
}

fn take_closes(state: &mut State) -> Option<Vec<u64>> {
    if state.closes.is_empty() {
        return None;
    }
    let count = state.closes.len().min(CLOSES_MAX);
    Some(state.closes.drain(..count).collect())
}

/// What [`Session::begin`] gives.
pub(crate) struct Begun<'a> {
    pub(crate) ticket: Ticket,
    pub(crate) slot: Option<SlotGuard<'a>>,
    pub(crate) closes: Option<Vec<u64>>,
}

/// A caller that opens the session. Dropped, another may.
struct Opener<'a>(&'a Session);

impl Drop for Opener<'_> {
    fn drop(&mut self) {
        self.0.change(|state| {
            state.opening = false;
            // The next caller asks again.
            state.refused = None;
        });
    }
}

/// While there is a service.
struct Kept<'a>(&'a Session);

impl Drop for Kept<'_> {
    fn drop(&mut self) {
        self.0.change(|state| state.kept = false);
    }
}

/// A slot in use, with the number of the request that uses it. Dropped, the slot is free again, unless the outcome of
/// its request is unknown: then it is retired.
#[derive(Debug)]
pub(crate) struct SlotGuard<'a> {
    session: &'a Session,
    pub(crate) life: u64,
    pub(crate) slot: u16,
    pub(crate) number: u64,
    /// The request may have been sent, and its outcome is not known.
    pub(crate) unknown: bool,
}

impl Drop for SlotGuard<'_> {
    fn drop(&mut self) {
        let mut state = self.session.lock();
        if state.life != self.life {
            return;
        }
        if self.unknown {
            state.retired.push(self.slot);
            let keeper = state.keeper.take();
            drop(state);
            keeper.into_iter().for_each(Waker::wake);
        } else {
            state.free.push(self.slot);
            // Hot path: nobody waits for a slot as a rule.
            if !state.waiters.is_empty() {
                let waiters = std::mem::take(&mut state.waiters);
                drop(state);
                waiters.into_iter().for_each(Waker::wake);
            }
        }
    }
}
