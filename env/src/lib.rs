//! The seams of Osmia: everything that a shard or a client takes from outside.
//!
//! Each seam is a trait with a real form (crates `ucx`, `host`, `sys`) and a simulated one (feature `sim`, for tests
//! alone). Nothing here does I/O or reads a clock.
//!
//! Everything is for one thread: an executor, its tasks and what they share never leave their core. Traits are
//! used as `Rc<dyn ...>`.
//!
//! Read in this order: [`clock`], [`rng`], [`tasks`], [`buf`], [`transport`], [`disk`], then [`Env`].

pub mod buf;
pub mod clock;
pub mod disk;
pub mod rng;
#[cfg(feature = "sim")]
pub mod sim;
pub mod tasks;
pub mod transport;

use std::rc::Rc;

pub use buf::{Buf, BufPool};
pub use clock::{Clock, Instant, Timestamp};
pub use disk::Disk;
pub use rng::Rng;
pub use tasks::{LocalFuture, Tasks};
pub use transport::{Addr, ConnId, Event, Message, Transport};

/// What every component is handed at its start: time, chance and tasks of its thread.
#[derive(Clone)]
pub struct Env {
    /// Time.
    pub clock: Rc<dyn Clock>,
    /// Chance.
    pub rng: Rc<dyn Rng>,
    /// Tasks and timers.
    pub tasks: Rc<dyn Tasks>,
}

impl Env {
    /// The time now.
    pub fn now(&self) -> Instant {
        self.clock.now()
    }
}
