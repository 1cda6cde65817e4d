//! What a shard has done: counted, and shown (docs/metrics.md).

use hashbrown::HashMap;
use osmia_protocol::Status;
use osmia_sys::metrics::Page;

use crate::request::Call;
use crate::shard::Shard;

/// What a shard has done since it was opened.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ShardStats {
    /// Requests answered with success, by kind.
    pub done: [u64; Call::KINDS.len()],
    /// Requests answered with a failure, by kind and status.
    pub failures: HashMap<(usize, Status), u64>,
    /// Repeated requests that were answered without being run.
    pub repeats: u64,
    /// Bytes read for clients.
    pub bytes_read: u64,
    /// Bytes written for clients.
    pub bytes_written: u64,
}

impl ShardStats {
    pub(crate) fn answered(&mut self, kind: usize, status: Status, repeated: bool) {
        match status {
            _ if repeated => self.repeats += 1,
            Status::Ok => self.done[kind] += 1,
            status => *self.failures.entry((kind, status)).or_default() += 1,
        }
    }
}

impl Shard {
    /// What it has done.
    pub fn stats(&self) -> ShardStats {
        self.stats.borrow().clone()
    }

    /// Writes what it has done, and is doing, on a page.
    pub fn show(&self, page: &mut Page) {
        let stats = self.stats.borrow();
        let done = stats.done.iter().enumerate().map(|(kind, count)| (kind, Status::Ok, *count));
        // In any order: the page sorts them.
        let failures = stats.failures.iter().map(|((kind, status), count)| (*kind, *status, *count));
        let answered = done.chain(failures).map(|(kind, status, count)| (kind, format!("{status:?}"), count));
        page.requests(&Call::KINDS, answered, stats.repeats, self.sessions.len());
        page.count("bytes_read", "Bytes read for clients", &[], stats.bytes_read);
        page.count("bytes_written", "Bytes written for clients", &[], stats.bytes_written);
        for target in self.targets.values() {
            let id = target.id.to_string();
            page.level(
                "objects",
                "Objects of a target, as far as they have been counted",
                &[("target", &id)],
                target.objects(),
            );
        }
        page.level("requests_running", "Requests that are being run", &[], self.in_flight() as u64);
    }
}
