//! Keys: one byte of record kind, then big-endian integers, so that keys sort as their numbers do.
//!
//! Records of the tree go on with partition and id, so that each kind keeps a partition in one range, and the first
//! [`osmia_kv::rocks::PREFIX_BYTES`] bytes are one inode's (docs/on-disk.md, metadata records).

use osmia_protocol::{InodeId, Partition, SessionId};

/// What a store is: cluster, shard, layout.
pub const SUPERBLOCK: u8 = 0x01;
/// The cluster map.
pub const MAP: u8 = 0x02;
/// Counters of the shard, by number; see the constants below.
pub const COUNTER: u8 = 0x03;
/// directory id ‖ hash of the name ‖ name
pub const DENTRY: u8 = 0x10;
/// inode id
pub const INODE: u8 = 0x11;
/// inode id -> its extended attributes
pub const XATTR: u8 = 0x13;
/// inode id ‖ why
pub const ORPHAN: u8 = 0x15;
/// inode id -> directory and name of a file that was renamed
pub const MOVED: u8 = 0x16;
/// partition -> end of its serials taken so far
pub const ID_RANGE: u8 = 0x17;
/// session id
pub const SESSION: u8 = 0x20;
/// session id ‖ slot
pub const REPLAY: u8 = 0x21;
// Records of transactions begin with `txn::records::KIND`, 0x74.

/// Counter: incarnation of the store, raised and synced at every start.
pub const INCARNATION: u8 = 0;
/// Counter: end of the session ids taken so far.
pub const SESSIONS_END: u8 = 1;
/// Counter: 1 when the last stop left no lease out and nothing unsynced.
pub const CLEAN: u8 = 3;
/// Counter: the machine's boot id at the last start that had heard of all decisions.
pub const BOOT_ID: u8 = 5;
/// Counter: moves of directories to another parent, which the shard of the root decides one at a time.
pub const MOVES: u8 = 6;
/// Counter: files and directories whose dentry is here, as of the last sync.
pub const INODES: u8 = 4;

fn with_inode(kind: u8, id: InodeId, more: usize) -> Vec<u8> {
    let mut key = Vec::with_capacity(11 + more);
    key.push(kind);
    key.extend_from_slice(&id.partition().0.to_be_bytes());
    key.extend_from_slice(&id.0.to_be_bytes());
    key
}

fn with_session(kind: u8, id: SessionId) -> Vec<u8> {
    let mut key = Vec::with_capacity(11);
    key.push(kind);
    key.extend_from_slice(&id.0.to_be_bytes());
    key
}

/// Key of a counter.
pub fn counter(which: u8) -> Vec<u8> {
    vec![COUNTER, which]
}

/// Calls `read` with the key of a dentry, which is made without allocating.
pub fn with_dentry<T>(dir: InodeId, hash: u64, name: &[u8], read: impl FnOnce(&[u8]) -> T) -> T {
    let mut key = [0; DENTRY_BYTES_MAX];
    let Some(rest) = key.get_mut(19..19 + name.len()) else { return read(&dentry(dir, hash, name)) };
    rest.copy_from_slice(name);
    key[0] = DENTRY;
    key[1..3].copy_from_slice(&dir.partition().0.to_be_bytes());
    key[3..11].copy_from_slice(&dir.0.to_be_bytes());
    key[11..19].copy_from_slice(&hash.to_be_bytes());
    read(&key[..19 + name.len()])
}

/// Key of a dentry with the longest name.
const DENTRY_BYTES_MAX: usize = 19 + osmia_protocol::name::NAME_BYTES_MAX;

/// Key of a dentry.
pub fn dentry(dir: InodeId, hash: u64, name: &[u8]) -> Vec<u8> {
    let mut key = with_inode(DENTRY, dir, 8 + name.len());
    key.extend_from_slice(&hash.to_be_bytes());
    key.extend_from_slice(name);
    key
}

/// First key at or behind every dentry of `dir` whose hash is at least `hash`.
pub fn dentry_from(dir: InodeId, hash: u64) -> Vec<u8> {
    dentry(dir, hash, b"")
}

/// First key behind every dentry of `dir`.
pub fn dentry_end(dir: InodeId) -> Vec<u8> {
    match dir.0.checked_add(1) {
        Some(next) => with_inode(DENTRY, InodeId(next), 0),
        None => vec![DENTRY + 1],
    }
}

/// Hash and name of a dentry's key; `None` for a key that is none.
pub fn dentry_parts(key: &[u8]) -> Option<(u64, &[u8])> {
    let rest = key.get(11..)?;
    let (hash, name) = rest.split_first_chunk::<8>()?;
    Some((u64::from_be_bytes(*hash), name))
}

/// Key of an inode.
pub fn inode(id: InodeId) -> Vec<u8> {
    with_inode(INODE, id, 0)
}

/// The partition of a key of the tree's records; `None` for another key.
pub fn partition_of(key: &[u8]) -> Option<Partition> {
    match key {
        [DENTRY | INODE, a, b, ..] => Some(Partition(u16::from_be_bytes([*a, *b]))),
        _ => None,
    }
}

/// The inode of an inode's key; `None` for a key that is none.
pub fn inode_of(key: &[u8]) -> Option<InodeId> {
    match key {
        [INODE, _, _, id @ ..] => id.try_into().ok().map(|id| InodeId(u64::from_be_bytes(id))),
        _ => None,
    }
}

/// Key of an inode's extended attributes.
pub fn xattr(id: InodeId) -> Vec<u8> {
    with_inode(XATTR, id, 0)
}

/// Key of a `moved` record.
pub fn moved(id: InodeId) -> Vec<u8> {
    with_inode(MOVED, id, 0)
}

/// Key of an orphan record; `why` is one of [`super::orphan`]'s.
pub fn orphan(id: InodeId, why: u8) -> Vec<u8> {
    let mut key = with_inode(ORPHAN, id, 1);
    key.push(why);
    key
}

/// Inode id and reason of an orphan's key; `None` for a key that is none.
pub fn orphan_parts(key: &[u8]) -> Option<(InodeId, u8)> {
    let (id, why) = key.get(3..)?.split_first_chunk::<8>()?;
    match why {
        [why] => Some((InodeId(u64::from_be_bytes(*id)), *why)),
        _ => None,
    }
}

/// Key of a partition's serial range.
pub fn id_range(partition: Partition) -> Vec<u8> {
    let [a, b] = partition.0.to_be_bytes();
    vec![ID_RANGE, a, b]
}

/// Key of a session.
pub fn session(id: SessionId) -> Vec<u8> {
    with_session(SESSION, id)
}

/// Session of a session's key; `None` for a key that is none.
pub fn session_parts(key: &[u8]) -> Option<SessionId> {
    key.get(1..)?.try_into().ok().map(|id| SessionId(u64::from_be_bytes(id)))
}

/// Key of a slot's recorded reply.
pub fn replay(session: SessionId, slot: u16) -> Vec<u8> {
    let mut key = with_session(REPLAY, session);
    key.extend_from_slice(&slot.to_be_bytes());
    key
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Dentries of a directory sort by hash, lie between its two ends, and give back their parts.
    #[test]
    fn dentries() {
        let dir = InodeId(0x0102_0000_0000_0007);
        let (low, high) = (dentry(dir, 5, b"b"), dentry(dir, 6, b"a"));
        assert!(dentry_from(dir, 5) <= low && low < high && high < dentry_end(dir));
        assert_eq!(dentry_parts(&high), Some((6, &b"a"[..])));
        for name in [&b""[..], b"name", &[b'x'; 255], &[b'x'; 300]] {
            assert!(with_dentry(dir, 9, name, |key| key == dentry(dir, 9, name)));
        }
        assert!(dentry(InodeId(u64::MAX), u64::MAX, &[255; 255]) < dentry_end(InodeId(u64::MAX)));
        assert_eq!(&low[1..3], &[1, 2], "keys begin with the partition");
        assert_eq!(dentry_parts(b"short"), None);
        assert_eq!(orphan_parts(&orphan(dir, 2)), Some((dir, 2)));
    }
}
