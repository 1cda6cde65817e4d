//! Real time: a benchmark measures nothing else.

#![expect(clippy::disallowed_methods, reason = "a benchmark's measure is the wall clock of this machine")]

use std::sync::OnceLock;
use std::time::{Duration, Instant};

/// Nanoseconds since the first call in this process, monotonic.
pub fn now_ns() -> u64 {
    static START: OnceLock<Instant> = OnceLock::new();
    let start = START.get_or_init(Instant::now);
    u64::try_from(start.elapsed().as_nanos()).unwrap_or(u64::MAX)
}

/// Seconds since 1970-01-01 UTC.
pub fn unix_seconds() -> i64 {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    since.map_or(0, |since| i64::try_from(since.as_secs()).unwrap_or(i64::MAX))
}

/// Blocks the calling thread.
pub fn sleep(duration: Duration) {
    std::thread::sleep(duration);
}
