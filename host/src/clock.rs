//! Clock and chance of a server process.

use std::cell::Cell;
use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hasher};
use std::sync::OnceLock;
use std::time::{SystemTime, UNIX_EPOCH};

use osmia_env::{Clock, Instant, Rng, Timestamp};

/// The system's clocks. All of a process agree.
#[derive(Clone, Copy, Debug, Default)]
pub struct HostClock;

static START: OnceLock<std::time::Instant> = OnceLock::new();

impl Clock for HostClock {
    #[allow(clippy::disallowed_methods)]
    fn now(&self) -> Instant {
        let start = *START.get_or_init(std::time::Instant::now);
        Instant(u64::try_from(start.elapsed().as_nanos()).unwrap_or(u64::MAX))
    }

    #[allow(clippy::disallowed_methods)]
    fn timestamp(&self) -> Timestamp {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Timestamp(i64::try_from(since.as_nanos()).unwrap_or(i64::MAX))
    }
}

/// SplitMix64 from a seed of the system.
pub struct HostRng(Cell<u64>);

impl HostRng {
    /// Seeded from the kernel.
    pub fn new() -> HostRng {
        // The standard library's hash keys come from the kernel.
        HostRng(Cell::new(RandomState::new().build_hasher().finish()))
    }
}

impl Default for HostRng {
    fn default() -> HostRng {
        HostRng::new()
    }
}

impl Rng for HostRng {
    fn next_u64(&self) -> u64 {
        let state = self.0.get().wrapping_add(0x9e37_79b9_7f4a_7c15);
        self.0.set(state);
        let mixed = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }
}
