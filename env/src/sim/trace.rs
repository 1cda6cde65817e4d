//! What has happened: a digest, and the end of the story for whoever reads a failure.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::fmt::Write as _;

/// Events that are kept for a failure's report.
const TAIL: usize = 64;

#[derive(Default)]
pub(super) struct Trace {
    digest: Cell<u64>,
    time: Cell<u64>,
    tail: RefCell<VecDeque<(u64, &'static str, u64, u64)>>,
}

impl Trace {
    /// Sets the time of the next events.
    pub(super) fn at(&self, now: u64) {
        self.time.set(now);
    }

    fn mix(&self, word: u64) {
        // The finalizer of splitmix64: every bit of the word reaches every bit of the digest.
        let mut digest = (self.digest.get() ^ word).wrapping_add(0x9e37_79b9_7f4a_7c15);
        digest = (digest ^ (digest >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        digest = (digest ^ (digest >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        self.digest.set(digest ^ (digest >> 31));
    }

    /// What the last event was about, to the byte.
    pub(super) fn content(&self, bytes: &[u8]) {
        let (words, rest) = bytes.as_chunks::<8>();
        words.iter().for_each(|word| self.mix(u64::from_le_bytes(*word)));
        rest.iter().for_each(|byte| self.mix(u64::from(*byte)));
    }

    pub(super) fn note(&self, what: &'static str, first: u64, second: u64) {
        for word in [self.time.get(), what.len() as u64 ^ u64::from(what.as_bytes()[0]), first, second] {
            self.mix(word);
        }
        let mut tail = self.tail.borrow_mut();
        if tail.len() == TAIL {
            tail.pop_front();
        }
        tail.push_back((self.time.get(), what, first, second));
    }

    pub(super) fn digest(&self) -> u64 {
        self.digest.get()
    }

    pub(super) fn tail(&self) -> String {
        let mut text = String::new();
        for (time, what, first, second) in self.tail.borrow().iter() {
            let _ = writeln!(text, "  {:>14.6} s  {what} {first} {second}", *time as f64 / 1e9);
        }
        text
    }
}
