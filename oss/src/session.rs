//! Sessions: who may ask, and what has been asked already.
//!
//! A request that changes something carries (session, slot, number). It is run once: a repetition attaches to the
//! running original or gets its recorded answer, a lower number is dropped, and a request of an ended session is
//! refused. So a late duplicate never overwrites newer data (docs/wire.md, section 4).
//!
//! Sessions live in memory. After a restart they are unknown: clients open new ones and write again what was not
//! acknowledged. Their ids come from a persisted range ([`crate::index`]), so that one of an earlier life is never taken for
//! one of this.

use std::cell::RefCell;
use std::rc::Rc;
use std::time::Duration;

use hashbrown::HashMap;
use osmia_env::tasks::{Receiver, Sender, oneshot};
use osmia_env::{Env, Instant};
use osmia_protocol::{ClientId, SessionId, Status};

use crate::answer::Answer;

/// Bounds on sessions.
#[derive(Clone, Copy, Debug)]
pub struct SessionLimits {
    /// Sessions at once.
    pub sessions_max: usize,
    /// Slots of one.
    pub slots_max: u16,
    /// A session not heard of for so long has ended.
    pub idle: Duration,
}

/// All sessions of a shard.
pub struct Sessions {
    env: Env,
    limits: SessionLimits,
    by_id: RefCell<HashMap<SessionId, Session>>,
}

struct Session {
    client: ClientId,
    heard: Instant,
    slots: Vec<Slot>,
    running: usize,
}

#[derive(Default)]
struct Slot {
    number: u64,
    state: State,
}

#[derive(Default)]
enum State {
    /// The number's request was not run, and may come again.
    #[default]
    NotRun,
    /// It runs; these wait for its answer.
    Running(Vec<Sender<Answer>>),
    /// It has its answer.
    Answered(Answer),
}

/// What to do with a numbered request.
pub enum Begin {
    /// Run it.
    Run(Running),
    /// It runs already: this gives its answer.
    Attach(Receiver<Answer>),
    /// It has run: this was its answer.
    Recorded(Answer),
    /// Refuse it.
    Refuse(Status, &'static str),
}

impl Sessions {
    /// None yet.
    pub fn new(env: &Env, limits: SessionLimits) -> Rc<Sessions> {
        Rc::new(Sessions { env: env.clone(), limits, by_id: RefCell::default() })
    }

    /// Adds a session, with as many slots as are wanted and granted. Gives their number; `None` when there are too many
    /// sessions.
    pub fn open(&self, id: SessionId, client: ClientId, slots: u16) -> Option<u16> {
        let mut by_id = self.by_id.borrow_mut();
        if by_id.len() >= self.limits.sessions_max {
            return None;
        }
        let slots = slots.clamp(1, self.limits.slots_max.max(1));
        let session = Session {
            client,
            heard: self.env.now(),
            slots: (0..slots).map(|_| Slot::default()).collect(),
            running: 0,
        };
        by_id.insert(id, session);
        Some(slots)
    }

    /// Takes up a session again: its slots, when this client has it.
    pub fn resume(&self, id: SessionId, client: ClientId) -> Option<u16> {
        self.heard(id, client).then(|| self.by_id.borrow()[&id].slots.len() as u16)
    }

    /// Notes that a session's client was heard of. False: this client has no such session.
    pub fn heard(&self, id: SessionId, client: ClientId) -> bool {
        let mut by_id = self.by_id.borrow_mut();
        match by_id.get_mut(&id).filter(|session| session.client == client) {
            Some(session) => {
                session.heard = self.env.now();
                true
            }
            None => false,
        }
    }

    /// Whether it has not ended.
    pub fn alive(&self, id: SessionId) -> bool {
        self.by_id.borrow().contains_key(&id)
    }

    /// Ends a session.
    pub fn close(&self, id: SessionId) {
        self.by_id.borrow_mut().remove(&id);
    }

    /// Ends those not heard of for too long.
    pub fn expire(&self) {
        let now = self.env.now();
        self.by_id.borrow_mut().retain(|id, session| {
            let keep = session.running > 0 || now.since(session.heard) < self.limits.idle;
            if !keep {
                tracing::info!(session = %id, client = %session.client, "not heard of: its session ends");
            }
            keep
        });
    }

    /// Sessions that have not ended.
    pub fn len(&self) -> usize {
        self.by_id.borrow().len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Begins a numbered request of a session that [`heard`](Sessions::heard) knows.
    pub fn begin(self: &Rc<Self>, id: SessionId, slot: u16, number: u64) -> Begin {
        let mut by_id = self.by_id.borrow_mut();
        let Some(session) = by_id.get_mut(&id) else {
            return Begin::Refuse(Status::SessionUnknown, "");
        };
        let Some(there) = session.slots.get_mut(usize::from(slot)) else {
            return Begin::Refuse(Status::Invalid, "the session has no such slot");
        };
        if number < there.number {
            return Begin::Refuse(Status::NumberOld, "");
        }
        match &mut there.state {
            State::Running(waiting) if number == there.number => {
                let (tell, told) = oneshot();
                waiting.push(tell);
                return Begin::Attach(told);
            }
            State::Running(_) => {
                return Begin::Refuse(Status::Conflict, "an earlier request of the slot is still running");
            }
            State::Answered(answer) if number == there.number => return Begin::Recorded(answer.copy()),
            State::Answered(_) | State::NotRun => {}
        }
        *there = Slot { number, state: State::Running(Vec::new()) };
        session.running += 1;
        Begin::Run(Running { sessions: self.clone(), id, slot, number })
    }
}

/// A numbered request that is being run. Dropped without an answer, it counts as not run.
pub struct Running {
    sessions: Rc<Sessions>,
    id: SessionId,
    slot: u16,
    number: u64,
}

impl Running {
    /// Records the answer and gives it to those who wait.
    pub fn finish(self, answer: &Answer) {
        let state = if answer.not_run() { State::NotRun } else { State::Answered(answer.copy()) };
        self.settle(state).into_iter().for_each(|waiting| waiting.send(answer.copy()));
    }

    /// Leaves the running state. Gives those who wait.
    fn settle(&self, state: State) -> Vec<Sender<Answer>> {
        let mut by_id = self.sessions.by_id.borrow_mut();
        let Some(session) = by_id.get_mut(&self.id) else { return Vec::new() };
        let slot = &mut session.slots[usize::from(self.slot)];
        if slot.number != self.number || !matches!(slot.state, State::Running(_)) {
            return Vec::new();
        }
        session.running -= 1;
        match std::mem::replace(&mut slot.state, state) {
            State::Running(waiting) => waiting,
            State::NotRun | State::Answered(_) => Vec::new(),
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // After `finish` it is not running any more. Senders dropped tell those who wait that there is no answer.
        drop(self.settle(State::NotRun));
    }
}
