//! What operations cost: counted, and shown.

use crate::dispatch::KINDS;

/// Costs of one kind of operation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OpCount {
    /// Requests run to an end.
    pub runs: u64,
    /// Of these, those that failed.
    pub failures: u64,
    /// Times one had to wait or to run again.
    pub again: u64,
    /// Keys written or deleted.
    pub writes: u64,
    /// Bytes of replies.
    pub reply_bytes: u64,
}

/// Counters of a shard.
#[derive(Clone, Debug, Default)]
pub struct Counts {
    /// By kind, in the order of [`KINDS`].
    pub ops: [OpCount; KINDS.len()],
    /// Requests that got a recorded reply.
    pub replays: u64,
    /// Requests that were dropped: malformed, late, of no session.
    pub refused: u64,
    /// Rounds that wrote.
    pub rounds: u64,
    /// Keys in their batches.
    pub round_writes: u64,
    /// Sync jobs.
    pub syncs: u64,
    /// Messages sent: replies, notices, calls.
    pub messages: u64,
}
