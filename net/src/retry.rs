//! Calls that are repeated until they have an answer or the caller gives up.

use std::sync::Arc;
use std::time::Duration;
use std::{fmt, rc::Rc};

use osmia_env::{Buf, Env, Instant};
use osmia_protocol::{Status, wire};

use crate::call::{CallError, CallErrorKind, Response};
use crate::hub::Hub;
use crate::peer::{PeerAddrs, PeerKey};
use crate::session::{Session, SlotGuard};

/// How long to try.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Patience {
    /// One attempt: without an answer for as long, it is made again.
    pub attempt: Duration,
    /// All attempts: then the call fails with `ETIMEDOUT`.
    pub give_up: Duration,
}

impl Default for Patience {
    fn default() -> Patience {
        Patience { attempt: Duration::from_secs(5), give_up: Duration::from_secs(60) }
    }
}

/// What running a request twice would do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Repeat {
    /// It changes nothing: it is repeated freely, and takes no slot.
    Reads,
    /// It must be run once. It takes a slot and a number, and the shard gives a repetition the recorded reply; when
    /// the session has ended in between, the outcome stays unknown.
    Once,
    /// As `Once`, but running it again has the same effect (writing the same bytes to the same place): when the
    /// session has ended in between, it is run anew under the next one.
    Anew,
}

/// Why a call of a session has no answer. Answers with an error status are answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SessionError {
    /// It makes no sense to try again: the request is too large, or the peer refuses us.
    Call(CallError),
    /// No answer until the caller's limit.
    GaveUp {
        /// The shard.
        peer: PeerKey,
        /// Whether it may have been run, or may still be.
        maybe_run: bool,
        /// The last attempt's trouble.
        reason: Arc<str>,
    },
    /// The session ended while the request was under way: it may have been run, and never will be from now on.
    OutcomeUnknown {
        /// The shard.
        peer: PeerKey,
    },
    /// The shard gives this process no session.
    Refused {
        /// The shard.
        peer: PeerKey,
        /// Why.
        status: Status,
    },
    /// [`Session::end`] was called.
    Ended {
        /// The shard.
        peer: PeerKey,
    },
}

impl SessionError {
    pub(crate) fn gave_up(peer: PeerKey, maybe_run: bool, reason: &str) -> SessionError {
        SessionError::GaveUp { peer, maybe_run, reason: reason.into() }
    }

    /// What an application sees (errno(3)).
    pub fn errno(&self) -> i32 {
        match self {
            SessionError::Call(error) => error.errno(),
            SessionError::GaveUp { .. } => Status::TimedOut.errno(),
            SessionError::OutcomeUnknown { .. } => Status::Io.errno(),
            SessionError::Refused { status, .. } => status.errno(),
            SessionError::Ended { .. } => Status::BadHandle.errno(),
        }
    }

    /// Whether the shard may have run the request.
    pub fn maybe_run(&self) -> bool {
        match self {
            SessionError::Call(error) => error.maybe_run(),
            SessionError::GaveUp { maybe_run, .. } => *maybe_run,
            SessionError::OutcomeUnknown { .. } => true,
            SessionError::Refused { .. } | SessionError::Ended { .. } => false,
        }
    }
}

impl fmt::Display for SessionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SessionError::Call(error) => error.fmt(f),
            SessionError::GaveUp { peer, maybe_run, reason } => {
                let run = if *maybe_run { "it may have been run" } else { "it was not run" };
                write!(f, "{peer}: no answer within the time to give up; {run} ({reason})")
            }
            SessionError::OutcomeUnknown { peer } => {
                write!(f, "{peer}: the session ended while the request was under way; it may have been run")
            }
            SessionError::Refused { peer, status } => write!(f, "{peer}: gives no session: {status}"),
            SessionError::Ended { peer } => write!(f, "{peer}: the client has ended its session"),
        }
    }
}

impl std::error::Error for SessionError {}

/// Makes a call under a session until it is answered. See [`Repeat`] for what happens to a request that was sent and
/// not answered; a repetition carries the same session, slot and number.
///
/// Fills in the request's `session`, `slot`, `number` and `closes`; `body` makes its body anew for each attempt.
///
/// `NotReady`, `Overload`, `Conflict` and `Deadline` mean that the shard has not run the request and has recorded
/// nothing: it is tried again after a pause. Every other status is the answer; after `WrongEpoch` and `WrongShard` the
/// caller asks for the cluster map and calls whoever it names.
///
/// Dropped early, the call is given up as it stands: a slot whose request may have left is retired.
///
/// # Errors
/// [`SessionError`]: there is no answer.
pub async fn session_call(
    hub: &Rc<Hub>,
    session: &Session,
    to: &PeerAddrs,
    mut request: wire::Request,
    mut body: Option<&mut dyn FnMut() -> Buf>,
    repeat: Repeat,
    patience: Patience,
) -> Result<Response, SessionError> {
    let env = hub.env();
    let began = env.now();
    let give_up = began + patience.give_up;
    // As a rule there is nothing to wait for.
    let mut at_once = session.begin(repeat != Repeat::Reads);
    let mut backoff = Backoff::new(BACKOFF_MAX);
    let mut slot: Option<SlotGuard<'_>> = None;
    let mut trouble: Option<Trouble> = None;
    loop {
        let (ticket, sent);
        if let Some(begun) = at_once.take() {
            (ticket, sent) = (begun.ticket, began);
            (slot, request.closes) = (begun.slot, begun.closes);
        } else {
            ticket = match session.ready(hub, to, give_up).await {
                Ok(ticket) => ticket,
                Err(error) => return Err(with_trouble(error, slot.as_ref(), trouble)),
            };
            if repeat != Repeat::Reads {
                if let Some(old) = slot.take_if(|slot| slot.life != ticket.life)
                    && old.unknown
                    && repeat == Repeat::Once
                {
                    return Err(SessionError::OutcomeUnknown { peer: to.key });
                }
                if slot.is_none() {
                    slot = session.acquire(env, ticket.life, give_up).await;
                    if slot.is_none() {
                        if env.now() < give_up {
                            continue;
                        }
                        let why = "all slots of the session are in use";
                        return Err(SessionError::gave_up(to.key, false, why));
                    }
                }
            }
            sent = env.now();
            request.closes = session.take_closes();
        }
        request.session = ticket.id.0;
        if let Some(slot) = &mut slot {
            (request.slot, request.number) = (slot.slot, slot.number);
        }
        let known = slot.as_ref().is_none_or(|slot| !slot.unknown);
        // From here on the future may be dropped with the request under way.
        if let Some(slot) = &mut slot {
            slot.unknown = true;
        }
        if trouble.is_some() {
            session.note_repeated();
        }
        let bytes = body.as_mut().map(|body| body());
        let outcome = hub.call_at(to, &mut request, bytes, give_up.min(sent + patience.attempt), sent).await;
        let mut pause = Duration::ZERO;
        match outcome {
            Ok(response) => {
                let status = response.status();
                if status != Status::SessionUnknown {
                    session.heard(&response, sent);
                }
                match status {
                    Status::NotReady | Status::Overload | Status::Conflict | Status::Deadline => {
                        settle(&mut slot, known);
                        session.return_closes(ticket.life, request.closes.take());
                        pause =
                            Duration::from_millis(u64::from(response.reply().retry_ms().unwrap_or_default()));
                        trouble = Some(Trouble::Status(status));
                    }
                    Status::SessionUnknown => {
                        settle(&mut slot, known);
                        session.lost(ticket.life);
                        trouble = Some(Trouble::Status(status));
                        // At once: the session is opened anew, which paces itself.
                        if env.now() < give_up {
                            continue;
                        }
                    }
                    Status::NumberOld => {
                        session.return_closes(ticket.life, request.closes.take());
                        return Err(SessionError::OutcomeUnknown { peer: to.key });
                    }
                    _ => {
                        settle(&mut slot, true);
                        return Ok(response);
                    }
                }
            }
            Err(error) => {
                session.return_closes(ticket.life, request.closes.take());
                settle(&mut slot, known && !error.maybe_run());
                match error.kind {
                    CallErrorKind::TooLarge => return Err(SessionError::Call(error)),
                    CallErrorKind::Refused(status) if status != Status::Overload => {
                        return Err(SessionError::Call(error));
                    }
                    // Its time was over before it left: what the one before met says more.
                    CallErrorKind::Deadline { sent: false } if trouble.is_some() => {}
                    _ => trouble = Some(Trouble::Call(error)),
                }
            }
        }
        if env.now() >= give_up {
            let error = SessionError::gave_up(to.key, false, "no answer");
            return Err(with_trouble(error, slot.as_ref(), trouble));
        }
        backoff.wait(env, pause, give_up).await;
    }
}

/// What the last attempt met.
enum Trouble {
    Status(Status),
    Call(CallError),
}

/// Says of a slot's request whether all is known: it was answered, or never left.
fn settle(slot: &mut Option<SlotGuard<'_>>, known: bool) {
    if let Some(slot) = slot {
        slot.unknown = !known;
    }
}

/// Completes an error with what the attempts before it met.
fn with_trouble(error: SessionError, slot: Option<&SlotGuard<'_>>, trouble: Option<Trouble>) -> SessionError {
    match error {
        SessionError::GaveUp { peer, maybe_run, reason } => {
            let maybe_run = maybe_run || slot.is_some_and(|slot| slot.unknown);
            let reason = match trouble {
                Some(Trouble::Status(status)) => status.text().into(),
                Some(Trouble::Call(error)) => error.to_string().into(),
                None => reason,
            };
            SessionError::GaveUp { peer, maybe_run, reason }
        }
        other => other,
    }
}

/// First pause between attempts.
const BACKOFF_MIN: Duration = Duration::from_millis(1);

/// Longest pause between attempts: a server that has restarted is found within as long.
const BACKOFF_MAX: Duration = Duration::from_millis(100);

/// Pauses that double, each cut by up to a half by chance, so that many clients do not come back at once.
pub(crate) struct Backoff {
    pause: Duration,
    max: Duration,
}

impl Backoff {
    pub(crate) fn new(max: Duration) -> Backoff {
        Backoff { pause: BACKOFF_MIN, max }
    }

    /// Waits for the next pause, at least `min`, but not beyond `deadline`.
    pub(crate) async fn wait(&mut self, env: &Env, min: Duration, deadline: Instant) {
        let pause = self.pause.max(min);
        let cut = env.rng.below(pause.as_nanos() as u64 / 2 + 1);
        let until = env.now() + (pause - Duration::from_nanos(cut)).max(min);
        self.pause = (self.pause * 2).min(self.max);
        env.tasks.sleep_until(until.min(deadline)).await;
    }
}
