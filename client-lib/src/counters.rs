//! What a client has sent, for benches and tests.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

macro_rules! counters {
    ($($(#[$doc:meta])* $name:ident,)*) => {
        /// Counts since the client connected. The difference of two says what a call has cost.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
        pub struct Counters { $($(#[$doc])* pub $name: u64,)* }

        /// The live form, shared by all threads.
        #[derive(Debug, Default)]
        pub(crate) struct LiveCounters { $(pub(crate) $name: AtomicU64,)* }

        impl LiveCounters {
            pub(crate) fn read(&self) -> Counters {
                Counters { $($name: self.$name.load(Relaxed),)* }
            }
        }

        impl std::ops::Sub for Counters {
            type Output = Counters;
            fn sub(self, earlier: Counters) -> Counters {
                Counters { $($name: self.$name.saturating_sub(earlier.$name),)* }
            }
        }
    };
}

counters! {
    /// Calls of this library's interface that reached a server or the directory cache.
    calls,
    /// Requests to metadata shards, without heartbeats and lease returns.
    metadata_requests,
    /// Requests to storage shards.
    data_requests,
    /// Sessions opened, heartbeats, lease returns, and closes that nothing carried along.
    service_requests,
    /// Requests sent again, after a lost connection, a time-out or an answer that asks for it.
    retries,
    /// Requests made because a walk went on at another shard.
    continued,
    /// Walks begun anew because a cached directory was gone.
    stale,
    /// Leases recalled by servers, counted in directories.
    recalled,
    /// Bytes read from targets.
    bytes_read,
    /// Bytes written to targets.
    bytes_written,
}

impl LiveCounters {
    pub(crate) fn add(&self, counter: impl FnOnce(&LiveCounters) -> &AtomicU64, amount: u64) {
        counter(self).fetch_add(amount, Relaxed);
    }
}
