//! A request as the pipeline wants it: the bytes of the wire, checked and taken apart.

use osmia_protocol::planus;
use osmia_protocol::{ClientId, InodeId, SessionId, TargetId, wire};

/// One stripe's part of one file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ObjectId {
    /// The file.
    pub inode: InodeId,
    /// Column of its stripe layout.
    pub stripe: u32,
}

/// An object, and what the sender knows of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ObjectAt {
    /// Which.
    pub id: ObjectId,
    /// Where it lies.
    pub target: TargetId,
    /// Version of the stripe layout that the sender has.
    pub layout_version: u32,
    /// Truncate generation that the sender has.
    pub generation: u32,
    /// Size of the object that the truncate of that generation left, in bytes.
    pub cut_bytes: u64,
}

/// What is asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Call {
    /// Open a session, or take one up again.
    OpenSession {
        /// The session to take up again; 0: a new one.
        resume: SessionId,
        /// Slots wanted.
        slots: u16,
    },
    /// End the session.
    CloseSession,
    /// The client is there.
    Heartbeat,
    /// Read bytes of an object.
    Read {
        /// The object.
        object: ObjectAt,
        /// From this byte.
        offset: u64,
        /// So many.
        len: u32,
    },
    /// Write the request's body.
    Write {
        /// The object.
        object: ObjectAt,
        /// From this byte.
        offset: u64,
        /// Reply only when durable.
        sync: bool,
    },
    /// Give a range space, take it away, or zero it.
    Allocate {
        /// The object.
        object: ObjectAt,
        /// From this byte.
        offset: u64,
        /// So many.
        len: u64,
        /// `FALLOC_FL_*` bits of fallocate(2).
        mode: u32,
    },
    /// Find the next data, or the next hole.
    Seek {
        /// The object.
        object: ObjectAt,
        /// From this byte.
        offset: u64,
        /// A hole is looked for, not data.
        hole: bool,
    },
    /// Set the size.
    Truncate {
        /// The object.
        object: ObjectAt,
        /// The size, in bytes.
        size: u64,
    },
    /// Remove it, for good.
    Remove {
        /// The object.
        object: ObjectAt,
    },
    /// Make all acknowledged writes durable.
    Sync {
        /// The object.
        object: ObjectAt,
    },
    /// Size, blocks, time.
    Stat {
        /// The object.
        object: ObjectAt,
    },
    /// Space of a target.
    TargetStat {
        /// The target.
        target: TargetId,
    },
    /// Something for a metadata server.
    Foreign,
}

/// A request, taken apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// The session it belongs to; 0: none.
    pub session: SessionId,
    /// Slot of the session.
    pub slot: u16,
    /// Number in the slot; 0: not recorded.
    pub number: u64,
    /// What is asked.
    pub call: Call,
}

/// Who asks, as the handshake said.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Peer {
    /// A client process.
    Client(ClientId),
    /// A server of the cluster.
    Server,
}

impl Call {
    /// Names of the kinds, for metrics.
    pub const KINDS: [&str; 13] = [
        "open_session",
        "close_session",
        "heartbeat",
        "read",
        "write",
        "truncate",
        "remove",
        "sync",
        "stat",
        "target_stat",
        "allocate",
        "seek",
        "other",
    ];

    /// Place of its kind in [`KINDS`](Call::KINDS).
    pub fn kind(&self) -> usize {
        match self {
            Call::OpenSession { .. } => 0,
            Call::CloseSession => 1,
            Call::Heartbeat => 2,
            Call::Read { .. } => 3,
            Call::Write { .. } => 4,
            Call::Truncate { .. } => 5,
            Call::Remove { .. } => 6,
            Call::Sync { .. } => 7,
            Call::Stat { .. } => 8,
            Call::TargetStat { .. } => 9,
            Call::Allocate { .. } => 10,
            Call::Seek { .. } => 11,
            Call::Foreign => 12,
        }
    }

    /// Whether it changes something, and so must carry a number when a client sends it.
    pub fn changes(&self) -> bool {
        matches!(
            self,
            Call::Write { .. } | Call::Allocate { .. } | Call::Truncate { .. } | Call::Remove { .. }
        )
    }

    /// Whether it belongs to a session when a client sends it.
    pub fn of_session(&self) -> bool {
        !matches!(self, Call::OpenSession { .. } | Call::TargetStat { .. } | Call::Foreign)
    }
}

/// Takes a request apart.
///
/// # Errors
/// The request does not follow the protocol.
pub fn decode(request: &wire::RequestRef<'_>) -> planus::Result<Request> {
    let call = match request.call()? {
        Some(wire::CallRef::OpenSession(open)) => {
            Call::OpenSession { resume: SessionId(open.resume()?), slots: open.slots()? }
        }
        Some(wire::CallRef::CloseSession(_)) => Call::CloseSession,
        Some(wire::CallRef::Heartbeat(_)) => Call::Heartbeat,
        Some(wire::CallRef::ObjRead(read)) => {
            Call::Read { object: object(read.object()?), offset: read.offset()?, len: read.len()? }
        }
        Some(wire::CallRef::ObjWrite(write)) => {
            Call::Write { object: object(write.object()?), offset: write.offset()?, sync: write.sync()? }
        }
        Some(wire::CallRef::ObjAllocate(allocate)) => Call::Allocate {
            object: object(allocate.object()?),
            offset: allocate.offset()?,
            len: allocate.len()?,
            mode: allocate.mode()?,
        },
        Some(wire::CallRef::ObjSeek(seek)) => {
            Call::Seek { object: object(seek.object()?), offset: seek.offset()?, hole: seek.hole()? }
        }
        Some(wire::CallRef::ObjTruncate(truncate)) => {
            Call::Truncate { object: object(truncate.object()?), size: truncate.size()? }
        }
        Some(wire::CallRef::ObjRemove(remove)) => Call::Remove { object: object(remove.object()?) },
        Some(wire::CallRef::ObjSync(sync)) => Call::Sync { object: object(sync.object()?) },
        Some(wire::CallRef::ObjStat(stat)) => Call::Stat { object: object(stat.object()?) },
        Some(wire::CallRef::TargetStat(stat)) => Call::TargetStat { target: TargetId(stat.target()?) },
        Some(_) | None => Call::Foreign,
    };
    Ok(Request {
        session: SessionId(request.session()?),
        slot: request.slot()?,
        number: request.number()?,
        call,
    })
}

/// An absent object is that of inode 0, which is no inode: dispatch refuses it.
fn object(object: Option<wire::ObjectRef<'_>>) -> ObjectAt {
    let object = object.map(wire::Object::from).unwrap_or_default();
    ObjectAt {
        id: ObjectId { inode: InodeId(object.inode), stripe: object.stripe },
        target: TargetId(object.target),
        layout_version: object.layout_version,
        generation: object.generation,
        cut_bytes: object.cut_bytes,
    }
}
