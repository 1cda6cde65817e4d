//! One thread per process that compacts ranges full of deleted records.
//!
//! A job that compacts would hold up the syncs behind it on the shards' helper threads, for seconds.

use std::sync::mpsc::{SyncSender, TrySendError, sync_channel};
use std::sync::{Arc, OnceLock};

use super::jobs::Jobs;
use crate::KvError;

/// Ranges that wait; more are found again when they are scanned again.
const WAITING_MAX: usize = 16;

pub(super) type Range = (Vec<u8>, Vec<u8>);

static COMPACTOR: OnceLock<SyncSender<(Arc<Jobs>, Range)>> = OnceLock::new();

/// Starts the thread, unless it runs. It inherits the caller's pinning.
pub(super) fn start() {
    COMPACTOR.get_or_init(|| {
        let (sender, receiver) = sync_channel::<(Arc<Jobs>, Range)>(WAITING_MAX);
        let started = std::thread::Builder::new().name("osmia-compact".into()).spawn(move || {
            for (jobs, (from, to)) in receiver {
                match jobs.compact(from, to)() {
                    Ok(()) => {}
                    Err(KvError::WouldBlock) => unreachable!("compaction reads the disk"),
                    Err(error) => tracing::warn!(%error, "no compaction"),
                }
            }
        });
        if let Err(error) = started {
            tracing::warn!(%error, "no thread for compactions: deleted records stay longer");
        }
        sender
    });
}

/// Has the range compacted, soon. It comes back when there is no thread; when too many wait, it is dropped.
pub(super) fn offer(jobs: &Arc<Jobs>, range: Range) -> Option<Range> {
    let Some(compactor) = COMPACTOR.get() else { return Some(range) };
    match compactor.try_send((jobs.clone(), range)) {
        Ok(()) | Err(TrySendError::Full(_)) => None,
        Err(TrySendError::Disconnected((_, range))) => Some(range),
    }
}
