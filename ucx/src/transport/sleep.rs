//! Waiting: poll for a while, then sleep.

use std::cell::Cell;
use std::time::Duration;

use osmia_env::Instant;

use super::{RETRY, State, UcxTransport};

/// Whether polling before sleeping has been paying off.
pub struct Spinning {
    /// Up when something came while polling, down when it did not.
    score: Cell<i32>,
    /// Waits since polling was last tried.
    skipped: Cell<u32>,
    /// How long to sleep next when a lane cannot be armed.
    pause: Cell<Duration>,
}

/// Bound of the score either way: so many waits of the other kind change our mind.
const SCORE_MAX: i32 = 8;
/// While polling does not pay, it is tried every so many waits.
const TRY_EVERY: u32 = 16;
/// Rounds of progress between two turns for other tasks: about 1 us, so that a turn and the look at the clock, which cost
/// some 100 ns, take little of the time in which a message would be seen.
const ROUNDS_PER_TURN: u32 = 16;
/// Attempts to arm all lanes. What has come to one is there after a round of progress or two; but a lane whose messages
/// wait for room at a peer that does not read, by shared memory, cannot be armed as long as they do: the peer makes
/// room without telling.
const ARM_ATTEMPTS_MAX: u32 = 4;
/// Shortest sleep with such a lane; each that was in vain doubles the next, up to [`RETRY`].
const PAUSE_MIN: Duration = Duration::from_micros(50);

impl Default for Spinning {
    fn default() -> Spinning {
        Spinning { score: Cell::new(SCORE_MAX), skipped: Cell::new(0), pause: Cell::new(PAUSE_MIN) }
    }
}

impl Spinning {
    fn worthwhile(&self) -> bool {
        if self.score.get() > 0 {
            return true;
        }
        self.skipped.set(self.skipped.get() + 1);
        if self.skipped.get() >= TRY_EVERY {
            self.skipped.set(0);
            return true;
        }
        false
    }

    fn next_pause(&self) -> Duration {
        let pause = self.pause.get();
        self.pause.set((pause * 2).min(RETRY));
        pause
    }

    fn learn(&self, paid: bool) {
        let change = if paid { 2 } else { -1 };
        self.score.set((self.score.get() + change).clamp(-SCORE_MAX, SCORE_MAX));
    }
}

impl UcxTransport {
    pub(super) async fn sleep(&self, deadline: Instant) {
        if !self.inbox.events.borrow().is_empty() {
            return;
        }
        let start = self.env.now();
        if start >= deadline {
            return;
        }
        if !self.options.spin.is_zero() && self.spinning.worthwhile() {
            let end = (start + self.options.spin).min(deadline);
            loop {
                for _ in 0..ROUNDS_PER_TURN {
                    if self.step() {
                        self.spinning.pause.set(PAUSE_MIN);
                        self.spinning.learn(true);
                        return;
                    }
                }
                self.env.tasks.yield_now().await;
                if self.env.now() >= end {
                    break;
                }
            }
            self.spinning.learn(false);
        }
        let until = {
            let mut state = self.state.borrow_mut();
            self.make_spares(&mut state);
            // Something may have come meanwhile to a lane that is not armed: progress, until all are.
            let mut attempts = 0;
            let armed = loop {
                if !self.inbox.events.borrow().is_empty() {
                    return;
                }
                if state.arm_all() {
                    break true;
                }
                if self.progress(&mut state) {
                    self.spinning.pause.set(PAUSE_MIN);
                    return;
                }
                attempts += 1;
                if attempts == ARM_ATTEMPTS_MAX {
                    break false;
                }
            };
            let hurry =
                !state.dying.is_empty() || !state.at_door.is_empty() || state.doors_closed_until.is_some();
            match (armed, hurry) {
                (true, false) => deadline,
                (true, true) => deadline.min(self.env.now() + RETRY),
                (false, _) => deadline.min(self.env.now() + self.spinning.next_pause()),
            }
        };
        self.look.set(true);
        use std::os::fd::AsRawFd;
        if let Err(fault) = self.env.tasks.readable(self.epoll.as_raw_fd(), until).await {
            tracing::warn!("waiting for a message: {fault}");
        }
        self.look.set(true);
    }

    /// One round of progress; whether there is something to tell.
    fn step(&self) -> bool {
        let mut state = self.state.borrow_mut();
        self.progress(&mut state) || !self.inbox.events.borrow().is_empty()
    }

    /// Makes workers for the next peers while there is nothing else to do.
    fn make_spares(&self, state: &mut State) {
        if !state.meetings.is_empty() && state.spares.len() < self.options.spare_workers {
            match self.make_shm_lane(state) {
                Ok(spare) => state.spares.push(spare),
                Err(fault) => tracing::debug!("no spare worker: {fault}"),
            }
        }
    }
}

impl State {
    /// Arms every hot lane. Afterwards those that could be are cold; whether all are.
    fn arm_all(&mut self) -> bool {
        self.hot.retain(|lane| !lane.arm());
        self.hot.is_empty()
    }
}
