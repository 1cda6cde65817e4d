//! What operations cost: counted, and shown (docs/metrics.md).

use hashbrown::HashMap;
use osmia_protocol::Status;
use osmia_sys::metrics::{Histogram, Page};

use crate::dispatch::KINDS;
use crate::shard::Shard;

/// Costs of one kind of operation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OpCount {
    /// Requests answered with success.
    pub done: u64,
    /// Times one had to wait or to run again.
    pub again: u64,
    /// Keys written or deleted.
    pub writes: u64,
    /// Bytes of replies.
    pub reply_bytes: u64,
}

/// Counters of a shard.
#[derive(Clone, Debug)]
pub struct Counts {
    /// By kind, in the order of [`KINDS`].
    pub ops: [OpCount; KINDS.len()],
    /// Requests answered with a failure, by kind and status.
    pub failures: HashMap<(usize, Status), u64>,
    /// Requests that got a recorded reply.
    pub replays: u64,
    /// Frames that are no requests.
    pub strays: u64,
    /// Rounds that wrote.
    pub rounds: u64,
    /// Keys in their batches.
    pub round_writes: u64,
    /// Requests answered in one round.
    pub round_requests: Histogram,
    /// Nanoseconds that a round's batch took to be written and flushed.
    pub flush_ns: Histogram,
    /// Sync jobs.
    pub syncs: u64,
    /// Messages sent: replies, notices, calls.
    pub messages: u64,
}

impl Default for Counts {
    fn default() -> Counts {
        Counts {
            ops: Default::default(),
            failures: HashMap::new(),
            replays: 0,
            strays: 0,
            rounds: 0,
            round_writes: 0,
            round_requests: Histogram::new(0),
            flush_ns: Histogram::of_times(),
            syncs: 0,
            messages: 0,
        }
    }
}

impl Counts {
    pub(crate) fn failed(&mut self, kind: usize, status: Status) {
        *self.failures.entry((kind, status)).or_default() += 1;
    }
}

impl Shard {
    /// Writes what it has done, and is doing, on a page.
    pub fn show(&self, page: &mut Page) {
        let counts = self.counts();
        let done = counts.ops.iter().enumerate().map(|(kind, count)| (kind, Status::Ok, count.done));
        // In any order: the page sorts them.
        let failures = counts.failures.iter().map(|((kind, status), count)| (*kind, *status, *count));
        let answered = done.chain(failures).map(|(kind, status, count)| (kind, format!("{status:?}"), count));
        page.requests(&KINDS, answered, counts.replays, self.state().sessions.len());
        for (name, help, of) in [
            (
                "op_again",
                "Times that a request had to wait, or to run again",
                (|op| op.again) as fn(&OpCount) -> u64,
            ),
            ("op_keys_written", "Keys written or deleted by operations, before rounds merge them", |op| {
                op.writes
            }),
            ("op_reply_bytes", "Bytes of replies", |op| op.reply_bytes),
        ] {
            for (kind, op) in KINDS.iter().zip(&counts.ops) {
                page.count(name, help, &[("op", kind)], of(op));
            }
        }
        let state = self.state();
        let kv = state.store.kv();
        let (stores, pressure) = (kv.counters(), kv.pressure());
        for (name, help, value) in [
            ("rounds", "Rounds that wrote something: each is one batch and one flush", counts.rounds),
            ("round_keys", "Keys in the batches of rounds", counts.round_writes),
            ("syncs", "Syncs of the store begun", counts.syncs),
            ("kv_gets", "Reads of one key, but those that the record cache answered", stores.gets),
            ("kv_hits", "Reads of one key that the record cache answered", stores.hits),
            ("kv_scans", "Scans of a range of keys", stores.scans),
            ("kv_puts", "Keys written", stores.puts),
            ("kv_deletes", "Keys deleted", stores.deletes),
            ("kv_batches", "Batches written", stores.batches),
            ("kv_bytes", "Bytes of keys and values written", stores.bytes),
            ("kv_flushes", "Flushes of the log to the kernel", stores.flushes),
            ("kv_syncs", "Syncs of the log to the disk", stores.syncs),
            ("kv_compactions", "Ranges compacted because of their deleted records", stores.compactions),
            ("kv_stalls", "Writes that had to wait for RocksDB's flush or compaction", stores.stalls),
        ] {
            page.count(name, help, &[], value);
        }
        let help = "Requests answered in one round";
        page.histogram("round_requests", help, &counts.round_requests, 1.0);
        let help = "Time to write a round's batch and to flush it to the kernel";
        page.histogram("flush_seconds", help, &counts.flush_ns, 1e-9);
        for (name, help, value) in [
            ("kv_bytes_free", "Free bytes of the file system below the store", pressure.bytes_free),
            ("kv_stalled", "1 while RocksDB delays writes", pressure.stalled.into()),
            ("leases", "Directory leases that are out", state.leases.len() as u64),
            (
                "requests_waiting",
                "Requests that wait for ids, leases, locks or a cold record",
                self.waiting() as u64,
            ),
            ("inodes", "Files whose name, and directories whose record, is on this shard", state.inodes),
            (
                "incarnation",
                "Life of the store; changes when unsynced state may have been lost",
                state.incarnation.0,
            ),
        ] {
            page.level(name, help, &[], value);
        }
    }
}
