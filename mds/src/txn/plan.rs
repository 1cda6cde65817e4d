//! What a transaction checks and changes.

use osmia_protocol::{InodeId, ShardId, Status, wire};

/// A transaction: its coordinator, and a serial that is never used again there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TxnId {
    /// Coordinator.
    pub shard: ShardId,
    /// Incarnation in the upper half, count in the lower. Never 0.
    pub serial: u64,
}

impl TxnId {
    /// For the wire.
    pub fn to_wire(self) -> wire::TxnId {
        wire::TxnId { shard: self.shard.0, pad: 0, serial: self.serial }
    }
    /// From the wire.
    pub fn from_wire(txn: &wire::TxnId) -> TxnId {
        TxnId { shard: ShardId(txn.shard), serial: txn.serial }
    }
}

/// A condition on one shard. `status` is what the operation fails with when it does not hold.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Guard {
    /// No record has the key. Locked against readers and writers.
    Absent {
        /// Record.
        key: Vec<u8>,
        /// Failure.
        status: Status,
    },
    /// A record has the key. Locked against writers, unless it is also changed.
    Present {
        /// Record.
        key: Vec<u8>,
        /// Failure.
        status: Status,
    },
    /// The record has this value. Locked against writers, unless it is also changed.
    Equal {
        /// Record.
        key: Vec<u8>,
        /// What it must hold.
        value: Vec<u8>,
        /// Failure.
        status: Status,
    },
    /// The directory belongs to this user. Its inode record must be deleted by the same transaction.
    Owner {
        /// Which.
        dir: InodeId,
        /// Whose.
        uid: u32,
        /// Failure.
        status: Status,
    },
    /// The directory has no entry. The directory's inode record must be deleted by the same transaction: its lock is
    /// what keeps entries out.
    DirectoryEmpty {
        /// Which.
        dir: InodeId,
        /// Failure.
        status: Status,
    },
}

/// A change on one shard.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Change {
    /// Sets a record.
    Put {
        /// Record.
        key: Vec<u8>,
        /// Its new value.
        value: Vec<u8>,
    },
    /// Removes a record.
    Delete {
        /// Record.
        key: Vec<u8>,
    },
    /// Adds to a directory's counts and sets its times. Takes no lock: sums commute.
    DirectoryCount {
        /// Which.
        dir: InodeId,
        /// Entries more or less.
        entries: i32,
        /// Links more or less.
        links: i32,
        /// New mtime and ctime, nanoseconds since the epoch.
        time: i64,
    },
}

/// One shard's part of a transaction.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Part {
    /// All must hold.
    pub guards: Vec<Guard>,
    /// All are made, in order.
    pub changes: Vec<Change>,
}

/// A transaction to be run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Plan {
    /// The coordinator's own part.
    pub own: Part,
    /// The others', each shard once.
    pub others: Vec<(ShardId, Part)>,
}

impl Guard {
    /// Failure when it does not hold.
    pub fn status(&self) -> Status {
        match self {
            Guard::Absent { status, .. }
            | Guard::Present { status, .. }
            | Guard::Equal { status, .. }
            | Guard::Owner { status, .. }
            | Guard::DirectoryEmpty { status, .. } => *status,
        }
    }

    fn to_wire(&self) -> wire::Guard {
        let (kind, key, value) = match self {
            Guard::Absent { key, .. } => (wire::GuardKind::Absent, key.clone(), None),
            Guard::Present { key, .. } => (wire::GuardKind::Present, key.clone(), None),
            Guard::Equal { key, value, .. } => (wire::GuardKind::Equal, key.clone(), Some(value.clone())),
            Guard::Owner { dir, uid, .. } => {
                let value = uid.to_be_bytes().to_vec();
                (wire::GuardKind::Owner, dir.0.to_be_bytes().to_vec(), Some(value))
            }
            Guard::DirectoryEmpty { dir, .. } => {
                (wire::GuardKind::DirectoryEmpty, dir.0.to_be_bytes().to_vec(), None)
            }
        };
        wire::Guard { kind, key: Some(key), value, status: self.status().to_wire() }
    }

    fn from_wire(guard: wire::Guard) -> Result<Guard, Status> {
        let status = Status::from_wire(guard.status).ok_or(Status::Malformed)?;
        let key = guard.key.ok_or(Status::Malformed)?;
        Ok(match guard.kind {
            wire::GuardKind::Absent => Guard::Absent { key, status },
            wire::GuardKind::Present => Guard::Present { key, status },
            wire::GuardKind::Equal => {
                Guard::Equal { key, value: guard.value.ok_or(Status::Malformed)?, status }
            }
            wire::GuardKind::Owner => {
                let uid = guard.value.ok_or(Status::Malformed)?;
                let uid = uid.as_slice().try_into().map_err(|_| Status::Malformed)?;
                Guard::Owner { dir: inode(&key)?, uid: u32::from_be_bytes(uid), status }
            }
            wire::GuardKind::DirectoryEmpty => Guard::DirectoryEmpty { dir: inode(&key)?, status },
            wire::GuardKind::Rights | wire::GuardKind::NoLease => return Err(Status::NotSupported),
        })
    }
}

impl Change {
    fn to_wire(&self) -> wire::Change {
        let (kind, key, value) = match self {
            Change::Put { key, value } => (wire::ChangeKind::Put, key.clone(), Some(value.clone())),
            Change::Delete { key } => (wire::ChangeKind::Delete, key.clone(), None),
            Change::DirectoryCount { dir, .. } => {
                (wire::ChangeKind::DirectoryCount, dir.0.to_be_bytes().to_vec(), None)
            }
        };
        let (entries, links, time) = match self {
            Change::DirectoryCount { entries, links, time, .. } => (*entries, *links, *time),
            _ => (0, 0, 0),
        };
        wire::Change { kind, key: Some(key), value, entries, links, time }
    }

    fn from_wire(change: wire::Change) -> Result<Change, Status> {
        let key = change.key.ok_or(Status::Malformed)?;
        Ok(match change.kind {
            wire::ChangeKind::Put => Change::Put { key, value: change.value.ok_or(Status::Malformed)? },
            wire::ChangeKind::Delete => Change::Delete { key },
            wire::ChangeKind::DirectoryCount => Change::DirectoryCount {
                dir: inode(&key)?,
                entries: change.entries,
                links: change.links,
                time: change.time,
            },
            wire::ChangeKind::FileLinks | wire::ChangeKind::Moved => return Err(Status::NotSupported),
        })
    }
}

fn inode(key: &[u8]) -> Result<InodeId, Status> {
    key.try_into().map(|bytes| InodeId(u64::from_be_bytes(bytes))).map_err(|_| Status::Malformed)
}

impl Part {
    /// The message that asks a participant for its vote.
    pub(super) fn to_prepare(&self, txn: TxnId) -> wire::Prepare {
        wire::Prepare {
            txn: Some(txn.to_wire()),
            guards: Some(self.guards.iter().map(Guard::to_wire).collect()),
            changes: Some(changes_to_wire(&self.changes)),
        }
    }

    /// Reads a `Prepare`.
    pub(super) fn from_prepare(message: wire::Prepare) -> Result<(TxnId, Part), Status> {
        let txn = message.txn.as_ref().map(TxnId::from_wire).ok_or(Status::Malformed)?;
        let guards =
            message.guards.unwrap_or_default().into_iter().map(Guard::from_wire).collect::<Result<_, _>>()?;
        Ok((txn, Part { guards, changes: changes_from_wire(message.changes)? }))
    }
}

/// For the wire, and for decision records.
pub(super) fn changes_to_wire(changes: &[Change]) -> Vec<wire::Change> {
    changes.iter().map(Change::to_wire).collect()
}

/// From the wire, and from decision records.
pub(super) fn changes_from_wire(changes: Option<Vec<wire::Change>>) -> Result<Vec<Change>, Status> {
    changes.unwrap_or_default().into_iter().map(Change::from_wire).collect()
}
