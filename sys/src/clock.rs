//! The system's clocks.

use osmia_env::{Clock, Instant, Timestamp};
use rustix::time::{ClockId, clock_gettime};

/// `CLOCK_MONOTONIC` and `CLOCK_REALTIME`. Instants of all threads of a process compare.
#[derive(Clone, Copy, Debug, Default)]
pub struct SysClock;

impl Clock for SysClock {
    fn now(&self) -> Instant {
        let time = clock_gettime(ClockId::Monotonic);
        Instant(time.tv_sec as u64 * 1_000_000_000 + time.tv_nsec as u64)
    }

    fn timestamp(&self) -> Timestamp {
        let time = clock_gettime(ClockId::Realtime);
        Timestamp(time.tv_sec * 1_000_000_000 + time.tv_nsec)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Monotonic time does not go back, and wall-clock time is this century's.
    #[test]
    fn clocks() {
        let first = SysClock.now();
        assert!(SysClock.now() >= first && first.0 > 0);
        assert!(SysClock.timestamp().0 > 1_500_000_000_000_000_000);
    }
}
