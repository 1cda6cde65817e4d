//! Time.

use std::ops::{Add, AddAssign, Sub};
use std::time::Duration;

/// A point of a monotonic clock: nanoseconds since some start of this process's own. Not comparable between
/// machines or processes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Instant(pub u64);

/// A time shown to users: nanoseconds since 1970-01-01 UTC.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Timestamp(pub i64);

impl Instant {
    /// Later than every other.
    pub const NEVER: Instant = Instant(u64::MAX);

    /// Time from `earlier` to this; zero when `earlier` is later.
    pub fn since(self, earlier: Instant) -> Duration {
        Duration::from_nanos(self.0.saturating_sub(earlier.0))
    }
}

impl Add<Duration> for Instant {
    type Output = Instant;

    /// Saturates at [`Instant::NEVER`].
    fn add(self, duration: Duration) -> Instant {
        Instant(self.0.saturating_add(u64::try_from(duration.as_nanos()).unwrap_or(u64::MAX)))
    }
}

impl AddAssign<Duration> for Instant {
    fn add_assign(&mut self, duration: Duration) {
        *self = *self + duration;
    }
}

impl Sub for Instant {
    type Output = Duration;

    fn sub(self, earlier: Instant) -> Duration {
        self.since(earlier)
    }
}

/// Reads the time. Real: `osmia_sys::SysClock`. Simulated: virtual time.
pub trait Clock {
    /// Monotonic time.
    fn now(&self) -> Instant;
    /// Wall-clock time.
    fn timestamp(&self) -> Timestamp;
}
