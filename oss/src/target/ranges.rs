//! Range locks of one object: writes that touch one block happen one after the other.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::ops::Range;
use std::rc::Rc;

use osmia_env::tasks::{Sender, oneshot};

/// The locked ranges of one object. Granted in the order of asking where they overlap.
#[derive(Clone, Default)]
pub(crate) struct Ranges(Rc<RefCell<State>>);

#[derive(Default)]
struct State {
    next: u64,
    held: Vec<(u64, Range<u64>)>,
    waiting: VecDeque<(Range<u64>, Sender<Guard>)>,
}

/// A locked range; dropped, it is free.
pub(crate) struct Guard {
    ranges: Ranges,
    id: u64,
}

impl Ranges {
    /// Locks a range of bytes, once those before it that overlap are free.
    pub(crate) async fn lock(&self, range: Range<u64>) -> Guard {
        let told = {
            let mut state = self.0.borrow_mut();
            let free = !state.held.iter().any(|(_, held)| overlap(held, &range))
                && !state.waiting.iter().any(|(waiting, _)| overlap(waiting, &range));
            if free {
                return self.grant(&mut state, range);
            }
            let (tell, told) = oneshot();
            state.waiting.push_back((range, tell));
            told
        };
        told.await.expect("a guard is granted as soon as those before it are dropped")
    }

    /// Whether somebody holds or waits for a range.
    #[cfg(test)]
    fn busy(&self) -> bool {
        let state = self.0.borrow();
        !state.held.is_empty() || !state.waiting.is_empty()
    }

    fn grant(&self, state: &mut State, range: Range<u64>) -> Guard {
        let id = state.next;
        state.next += 1;
        state.held.push((id, range));
        Guard { ranges: self.clone(), id }
    }

    fn release(&self, id: u64) {
        let mut granted = Vec::new();
        {
            let mut state = self.0.borrow_mut();
            if let Some(at) = state.held.iter().position(|(held, _)| *held == id) {
                state.held.swap_remove(at);
            }
            if state.waiting.is_empty() {
                return;
            }
            // In order; whoever overlaps one that still waits before it waits on.
            let mut still: VecDeque<(Range<u64>, Sender<Guard>)> = VecDeque::new();
            while let Some((range, tell)) = state.waiting.pop_front() {
                let free = !state.held.iter().any(|(_, held)| overlap(held, &range))
                    && !still.iter().any(|(waiting, _)| overlap(waiting, &range));
                if free {
                    granted.push((tell, self.grant(&mut state, range)));
                } else {
                    still.push_back((range, tell));
                }
            }
            state.waiting = still;
        }
        // One whose future is gone drops its guard here, which releases it in turn.
        for (tell, guard) in granted {
            tell.send(guard);
        }
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        let ranges = self.ranges.clone();
        ranges.release(self.id);
    }
}

fn overlap(a: &Range<u64>, b: &Range<u64>) -> bool {
    a.start < b.end && b.start < a.end
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::future::Future;
    use std::pin::pin;
    use std::task::{Context, Poll, Waker};

    /// Disjoint ranges are held at once; overlapping ones wait in order, also behind one that waits itself; a wait that is
    /// given up does not hold up the others.
    #[test]
    fn order() {
        let ranges = Ranges::default();
        let mut context = Context::from_waker(Waker::noop());
        let mut poll =
            |future: &mut std::pin::Pin<&mut dyn Future<Output = Guard>>| future.as_mut().poll(&mut context);
        let lock = |range: Range<u64>| ranges.lock(range);
        let (mut a, mut b) = (pin!(lock(0..10)), pin!(lock(10..20)));
        let Poll::Ready(a) = poll(&mut (a.as_mut() as _)) else { panic!("free") };
        let Poll::Ready(b) = poll(&mut (b.as_mut() as _)) else { panic!("disjoint") };
        let mut whole = pin!(lock(0..u64::MAX));
        let mut given_up = Box::pin(lock(30..40));
        let mut behind = pin!(lock(35..36));
        assert!(poll(&mut (whole.as_mut() as _)).is_pending());
        assert!(poll(&mut (given_up.as_mut() as _)).is_pending());
        assert!(poll(&mut (behind.as_mut() as _)).is_pending());
        drop(given_up);
        drop(a);
        assert!(poll(&mut (whole.as_mut() as _)).is_pending());
        drop(b);
        let Poll::Ready(whole) = poll(&mut (whole.as_mut() as _)) else { panic!("first in line") };
        assert!(poll(&mut (behind.as_mut() as _)).is_pending());
        drop(whole);
        let Poll::Ready(behind) = poll(&mut (behind.as_mut() as _)) else { panic!("nobody is before it") };
        drop(behind);
        assert!(!ranges.busy());
    }
}
