//! What a transaction checks and changes.

use std::collections::BTreeMap;

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
    /// The inode belongs to this user. Its record must be changed by the same transaction.
    Owner {
        /// Which.
        id: InodeId,
        /// Whose.
        uid: u32,
        /// Failure.
        status: Status,
    },
    /// The inode has a record of its own, with this mode, owner and group: what was concluded from them holds. Locked
    /// against writers, unless it is also changed.
    Rights {
        /// Which.
        id: InodeId,
        /// Mode, user and group.
        rights: [u32; 3],
        /// Failure.
        status: Status,
    },
    /// No client may use a cached dentry of the directory: leases are recalled before the vote. The dentry must be changed
    /// by the same transaction: its lock is what keeps new leases away.
    NoLease {
        /// Which.
        dir: InodeId,
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
    /// Adds to a file's link count and sets its ctime. Without links it goes, or becomes an orphan while it is open. The
    /// file has a record of its own.
    FileLinks {
        /// Which.
        id: InodeId,
        /// Links more or less.
        links: i32,
        /// New ctime, nanoseconds since the epoch.
        time: i64,
    },
    /// An inode with a record of its own has another name: sets its ctime, and a directory's parent.
    Moved {
        /// Which.
        id: InodeId,
        /// The parent, of a directory that changes it.
        parent: Option<InodeId>,
        /// New ctime, nanoseconds since the epoch.
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
    /// The directory that it makes.
    pub made: Option<InodeId>,
}

impl Guard {
    /// Failure when it does not hold.
    pub fn status(&self) -> Status {
        match self {
            Guard::Absent { status, .. }
            | Guard::Present { status, .. }
            | Guard::Equal { status, .. }
            | Guard::Owner { status, .. }
            | Guard::Rights { status, .. }
            | Guard::DirectoryEmpty { status, .. } => *status,
            Guard::NoLease { .. } => Status::Conflict,
        }
    }

    fn to_wire(&self) -> wire::Guard {
        let (kind, key, value) = match self {
            Guard::Absent { key, .. } => (wire::GuardKind::Absent, key.clone(), None),
            Guard::Present { key, .. } => (wire::GuardKind::Present, key.clone(), None),
            Guard::Equal { key, value, .. } => (wire::GuardKind::Equal, key.clone(), Some(value.clone())),
            Guard::Owner { id, uid, .. } => {
                let value = uid.to_be_bytes().to_vec();
                (wire::GuardKind::Owner, id.0.to_be_bytes().to_vec(), Some(value))
            }
            Guard::Rights { id, rights, .. } => {
                let value = rights.iter().flat_map(|field| field.to_be_bytes()).collect();
                (wire::GuardKind::Rights, id.0.to_be_bytes().to_vec(), Some(value))
            }
            Guard::NoLease { dir } => (wire::GuardKind::NoLease, dir.0.to_be_bytes().to_vec(), None),
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
                let [uid] = fields(guard.value)?;
                Guard::Owner { id: inode(&key)?, uid, status }
            }
            wire::GuardKind::Rights => {
                Guard::Rights { id: inode(&key)?, rights: fields(guard.value)?, status }
            }
            wire::GuardKind::NoLease => Guard::NoLease { dir: inode(&key)? },
            wire::GuardKind::DirectoryEmpty => Guard::DirectoryEmpty { dir: inode(&key)?, status },
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
            Change::FileLinks { id, .. } => (wire::ChangeKind::FileLinks, id.0.to_be_bytes().to_vec(), None),
            Change::Moved { id, parent, .. } => {
                let parent = parent.map(|parent| parent.0.to_be_bytes().to_vec());
                (wire::ChangeKind::Moved, id.0.to_be_bytes().to_vec(), parent)
            }
        };
        let (entries, links, time) = match self {
            Change::DirectoryCount { entries, links, time, .. } => (*entries, *links, *time),
            Change::FileLinks { links, time, .. } => (0, *links, *time),
            Change::Moved { time, .. } => (0, 0, *time),
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
            wire::ChangeKind::FileLinks => {
                Change::FileLinks { id: inode(&key)?, links: change.links, time: change.time }
            }
            wire::ChangeKind::Moved => {
                let parent = change.value.as_deref().map(inode).transpose()?;
                Change::Moved { id: inode(&key)?, parent, time: change.time }
            }
        })
    }
}

fn inode(key: &[u8]) -> Result<InodeId, Status> {
    key.try_into().map(|bytes| InodeId(u64::from_be_bytes(bytes))).map_err(|_| Status::Malformed)
}

/// Numbers of 4 bytes each, big-endian.
fn fields<const N: usize>(value: Option<Vec<u8>>) -> Result<[u32; N], Status> {
    let value = value.filter(|value| value.len() == 4 * N).ok_or(Status::Malformed)?;
    let mut fields = [0; N];
    for (field, bytes) in fields.iter_mut().zip(value.as_chunks::<4>().0) {
        *field = u32::from_be_bytes(*bytes);
    }
    Ok(fields)
}

impl Plan {
    /// Parts of shards, of which `me` is the one that will decide.
    pub fn new(me: ShardId, mut parts: BTreeMap<ShardId, Part>) -> Plan {
        Plan { own: parts.remove(&me).unwrap_or_default(), others: parts.into_iter().collect(), made: None }
    }
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
