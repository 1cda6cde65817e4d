//! From a call to its operation.

use osmia_protocol::{InodeId, Status, wire};

use crate::answer::Answer;
use crate::cx::Cx;
use crate::op;
use crate::shard::{Origin, Peer};
use crate::stop::{Stop, fail};

/// Runs a call. Directories whose recall may go on are added to `freed`.
pub fn dispatch(
    cx: &mut Cx<'_>,
    call: wire::CallRef<'_>,
    origin: Origin,
    peer: Peer,
    freed: &mut Vec<InodeId>,
) -> Result<Answer, Stop> {
    match call {
        wire::CallRef::Lookup(call) => op::lookup::run(cx, call),
        wire::CallRef::Open(call) => op::open::run(cx, call),
        wire::CallRef::Report(call) => op::report::run(cx, call),
        wire::CallRef::Setattr(call) => op::setattr::run(cx, call),
        wire::CallRef::Mkdir(call) => op::mkdir::run(cx, call),
        wire::CallRef::Unlink(call) => op::unlink::run(cx, call),
        wire::CallRef::Rmdir(call) => op::rmdir::run(cx, call),
        wire::CallRef::Readdir(call) => op::readdir::run(cx, call),
        wire::CallRef::Rename(call) => op::rename::run(cx, call),
        wire::CallRef::Mknod(call) => op::mknod::run(cx, call),
        wire::CallRef::Readlink(call) => op::readlink::run(cx, call),
        wire::CallRef::Link(call) => op::link::run(cx, call),
        wire::CallRef::Getxattr(call) => op::xattr::get(cx, call),
        wire::CallRef::Setxattr(call) => op::xattr::set(cx, call),
        wire::CallRef::Removexattr(call) => op::xattr::remove(cx, call),
        wire::CallRef::Listxattr(call) => op::xattr::list(cx, call),
        wire::CallRef::Statfs(call) => op::statfs::run(cx, call),
        wire::CallRef::Placement(call) => op::placement::run(cx, call),
        wire::CallRef::SyncAll(call) => op::sync_all::run(cx, call),
        wire::CallRef::LeaseReturn(call) => op::lease_return::run(cx, call, freed),
        wire::CallRef::Heartbeat(call) => op::heartbeat::run(cx, call),
        wire::CallRef::GetMap(call) => op::map::run(cx, call),
        wire::CallRef::OpenSession(call) => op::session::open(cx, call, origin.conn, peer.client(), freed),
        wire::CallRef::CloseSession(call) => op::session::close(cx, call, freed),
        _ => Err(fail(Status::NotSupported, "not a call to a metadata shard")),
    }
}

/// Whether a call may come with any epoch and without a session: it is how a client finds its way.
pub fn is_first(call: &wire::CallRef<'_>) -> bool {
    use wire::CallRef::{CloseSession, GetMap, Heartbeat, LeaseReturn, OpenSession};
    matches!(call, OpenSession(_) | GetMap(_) | Heartbeat(_) | CloseSession(_) | LeaseReturn(_))
}

/// Whether only metadata shards make this call.
pub fn is_of_peers(call: &wire::CallRef<'_>) -> bool {
    use wire::CallRef::{AllocIds, Decide, Prepare, QueryTxn, ReadRecords};
    matches!(call, AllocIds(_) | Prepare(_) | Decide(_) | QueryTxn(_) | ReadRecords(_))
}

/// Number of a call's kind, for counters.
pub fn kind(call: &wire::CallRef<'_>) -> usize {
    match call {
        wire::CallRef::Lookup(_) => 0,
        wire::CallRef::Open(_) => 1,
        wire::CallRef::Report(_) => 2,
        wire::CallRef::Setattr(_) => 3,
        wire::CallRef::Mkdir(_) => 4,
        wire::CallRef::Unlink(_) => 5,
        wire::CallRef::Rmdir(_) => 6,
        wire::CallRef::Readdir(_) => 7,
        wire::CallRef::Rename(_) => 8,
        wire::CallRef::OpenSession(_) => 9,
        wire::CallRef::Heartbeat(_) => 10,
        wire::CallRef::SyncAll(_) => 11,
        wire::CallRef::Statfs(_) => 12,
        wire::CallRef::Placement(_) => 13,
        wire::CallRef::LeaseReturn(_) => 14,
        wire::CallRef::GetMap(_) => 15,
        wire::CallRef::CloseSession(_) => 16,
        wire::CallRef::AllocIds(_) => 17,
        wire::CallRef::Prepare(_) => 18,
        wire::CallRef::Decide(_) => 19,
        wire::CallRef::QueryTxn(_) => 20,
        wire::CallRef::ReadRecords(_) => 21,
        wire::CallRef::Mknod(_) => 22,
        wire::CallRef::Readlink(_) => 23,
        wire::CallRef::Link(_) => 24,
        wire::CallRef::Getxattr(_) => 25,
        wire::CallRef::Setxattr(_) => 26,
        wire::CallRef::Removexattr(_) => 27,
        wire::CallRef::Listxattr(_) => 28,
        _ => OTHER,
    }
}

/// Kind of what is no call to a metadata shard.
pub const OTHER: usize = KINDS.len() - 1;

/// Names of the kinds.
pub const KINDS: [&str; 30] = [
    "lookup",
    "open",
    "report",
    "setattr",
    "mkdir",
    "unlink",
    "rmdir",
    "readdir",
    "rename",
    "open_session",
    "heartbeat",
    "sync_all",
    "statfs",
    "placement",
    "lease_return",
    "get_map",
    "close_session",
    "alloc_ids",
    "prepare",
    "decide",
    "query_txn",
    "read_records",
    "mknod",
    "readlink",
    "link",
    "getxattr",
    "setxattr",
    "removexattr",
    "listxattr",
    "other",
];
