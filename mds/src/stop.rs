//! Why an operation did not run to its end.

use std::borrow::Cow;

use osmia_env::Instant;
use osmia_kv::KvError;
use osmia_protocol::{InodeId, Partition, ShardId, Status, planus};

use crate::store::codec::DecodeError;
use crate::txn;

/// Why an operation stopped. Invariant: an operation that stops has changed nothing, neither in the store nor in
/// memory, so that it can run again from its start. Operations read first, then write.
#[derive(Debug)]
pub enum Stop {
    /// It failed: the peer hears this, and perhaps a line for people.
    Fail(Status, Cow<'static, str>),
    /// It runs again when this has come about, unless its deadline passes before.
    Wait(Wait),
    /// It changes other shards too: a transaction takes over.
    Txn(Box<txn::Plan>),
    /// It runs again when these records are in memory.
    Cold(Cold),
    /// It runs again when another shard has told these records.
    Far(Far),
    /// The store or a record is at fault; the peer hears `Io`.
    Broken(Error),
}

impl Stop {
    /// The same about the directory that a client's call begins at by its id: what is gone there is `Stale`.
    pub fn at_start(self) -> Stop {
        match self {
            Stop::Fail(Status::NotFound, why) => Stop::Fail(Status::Stale, why),
            stop => stop,
        }
    }
}

/// What an operation waits for.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Wait {
    /// The partition's next range of serials is being synced.
    Ids(Partition),
    /// Ids of another shard's partition have been asked for.
    RemoteIds(Partition),
    /// The next range of session ids is being synced.
    Sessions,
    /// Leases on the directory are being recalled.
    Recall(InodeId),
    /// Leases of the shard's last life run out then.
    Until(Instant),
    /// The file's last cut has not reached all targets.
    Cut(InodeId),
    /// A transaction holds a record.
    Lock(txn::TxnId),
    /// The other metadata shards tell how much they are used.
    Usage,
}

/// Records of another shard.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Far {
    /// Whose.
    pub owner: ShardId,
    /// Which.
    pub keys: Vec<Vec<u8>>,
}

/// Records to bring into memory.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cold {
    /// Single records.
    pub keys: Vec<Vec<u8>>,
    /// A range.
    pub range: Option<(Vec<u8>, Vec<u8>)>,
    /// Records of the range at most.
    pub records_max: usize,
}

/// What is wrong with this shard's store.
#[derive(Debug, Clone, thiserror::Error)]
pub enum Error {
    /// The store failed.
    #[error("store: {0}")]
    Kv(#[from] KvError),
    /// A record cannot be read.
    #[error("{0}")]
    Decode(#[from] DecodeError),
    /// Two records contradict each other.
    #[error("{0}")]
    Inconsistent(String),
    /// The store is another's, or of another version; the text says what to do.
    #[error("{0}")]
    Refused(String),
}

impl From<Error> for Stop {
    fn from(error: Error) -> Stop {
        Stop::Broken(error)
    }
}

impl From<DecodeError> for Stop {
    fn from(error: DecodeError) -> Stop {
        Stop::Broken(error.into())
    }
}

impl From<Status> for Stop {
    fn from(status: Status) -> Stop {
        Stop::Fail(status, Cow::Borrowed(""))
    }
}

impl From<planus::Error> for Stop {
    fn from(error: planus::Error) -> Stop {
        Stop::Fail(Status::Malformed, error.to_string().into())
    }
}

/// A failure with a line for people.
pub fn fail(status: Status, detail: impl Into<Cow<'static, str>>) -> Stop {
    Stop::Fail(status, detail.into())
}
