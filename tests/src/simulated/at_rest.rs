//! What must hold when nobody does anything: the stores of all servers, read from their disks, fit together.

use std::collections::{BTreeMap, BTreeSet};

use osmia_mds::store::inode::{Child, Inode};
use osmia_mds::store::key;
use osmia_mds::txn;
use osmia_protocol::flags::inode_flags;
use osmia_protocol::{InodeId, Role};

use super::{Cluster, objects};

/// What the metadata shards hold.
#[derive(Debug, Default)]
struct Records {
    /// Directory, name, child; and the shard that has it.
    dentries: Vec<(InodeId, String, Child, usize)>,
    inodes: BTreeMap<InodeId, (Inode, usize)>,
    /// Inodes with a `moved` record.
    moved: BTreeSet<InodeId>,
    /// What should not be there.
    wrong: Vec<String>,
}

/// Reads the stores of a cluster whose clients have gone, and gives everything that is wrong with them.
pub fn faults(cluster: &Cluster) -> Vec<String> {
    let mut records = Records::default();
    for (number, server) in
        cluster.servers.iter().enumerate().filter(|(_, server)| server.role == Role::Metadata)
    {
        for (key, value) in server.store.contents() {
            read(&mut records, number, &key, &value);
        }
    }
    let named = names(&mut records);
    for id in records.inodes.keys().filter(|id| !named.contains(id)) {
        records.wrong.push(format!("inode {id} has no name"));
    }
    let with_objects = files(&records);
    let storage = cluster.servers.iter().find(|server| server.role == Role::Storage);
    for (target, inode, stripe) in cluster.world.run_until(objects(storage.expect("there is one"))) {
        if !with_objects.contains(&(target, inode, stripe)) {
            records.wrong.push(format!("object {inode:#x}.{stripe} on target {target} is nobody's"));
        }
    }
    records.wrong
}

fn read(records: &mut Records, shard: usize, key: &[u8], value: &[u8]) {
    let mut wrong = |what: String| records.wrong.push(format!("shard {shard}: {what}"));
    match key.first() {
        Some(&key::DENTRY) => {
            let dir = key.get(3..11).and_then(|id| id.try_into().ok()).map(u64::from_be_bytes);
            match (dir, key::dentry_parts(key), Child::decode(value)) {
                (Some(dir), Some((_, name)), Ok(child)) => {
                    let name = String::from_utf8_lossy(name).into_owned();
                    records.dentries.push((InodeId(dir), name, child, shard));
                }
                _ => wrong(format!("dentry {key:02x?} cannot be read")),
            }
        }
        Some(&key::INODE) => match Inode::decode(value) {
            Ok(inode) => {
                if let Some((before, _)) = records.inodes.insert(inode.id, (inode, shard)) {
                    wrong(format!("inode {} is there twice", before.id));
                }
            }
            Err(error) => wrong(error.to_string()),
        },
        Some(&key::MOVED) => {
            let id = key.get(3..11).and_then(|id| id.try_into().ok()).map(u64::from_be_bytes);
            records.moved.extend(id.map(InodeId));
        }
        Some(&key::ORPHAN) => wrong(format!("orphan {:?} is left", key::orphan_parts(key))),
        Some(&key::SESSION | &key::REPLAY) => {
            wrong(format!("a record of a session that has ended: {key:02x?}"))
        }
        // A mark that a decision was applied may stay until the coordinator's next one.
        Some(&txn::records::KIND) if key.get(1) != Some(&b'o') => {
            wrong(format!("a transaction is left: {key:02x?}"));
        }
        _ => {}
    }
}

/// Compares names with what they name. Gives what has one.
fn names(records: &mut Records) -> BTreeSet<InodeId> {
    let mut named = BTreeSet::from([InodeId::ROOT]);
    let mut counts: BTreeMap<InodeId, (u64, u32)> = BTreeMap::new();
    let mut wrong = Vec::new();
    for (dir, name, child, shard) in &records.dentries {
        let id = child.id();
        let count = counts.entry(*dir).or_default();
        count.0 += 1;
        count.1 += u32::from(child.is_directory());
        match records.inodes.get(dir) {
            Some((inode, owner)) if inode.is_directory() && owner == shard => {}
            found => wrong.push(format!("{name:?} is in {dir}, which is {found:?}")),
        }
        if !named.insert(id) {
            wrong.push(format!("{name:?} in {dir} is a second name of {id}"));
        }
        let inode = match child {
            Child::Embedded(inode) => inode,
            Child::Link { .. } => match records.inodes.get(&id) {
                Some((inode, _)) => inode,
                None => {
                    wrong.push(format!("{name:?} in {dir} points nowhere: {id}"));
                    continue;
                }
            },
        };
        if inode.kind() != child.kind() {
            wrong.push(format!("{name:?} in {dir} is of another kind than {id}"));
        }
        match &inode.directory {
            Some(part) if part.parent != *dir => {
                wrong.push(format!("{id} is in {dir} and has the parent {}", part.parent));
            }
            None if inode.nlink != 1 => wrong.push(format!("file {id} has {} links", inode.nlink)),
            _ => {}
        }
        let says_moved = inode.flags & osmia_mds::store::inode::FLAG_MOVED != 0;
        if says_moved != records.moved.remove(&id) {
            wrong.push(format!("{id} is moved: {says_moved}, and there is the contrary record"));
        }
    }
    for id in &records.moved {
        wrong.push(format!("a moved record of {id}, which is not there"));
    }
    for (id, (inode, _)) in &records.inodes {
        let Some(part) = &inode.directory else { continue };
        let (entries, directories) = counts.remove(id).unwrap_or_default();
        if (part.entries, inode.nlink) != (entries, 2 + directories) {
            let (says, links) = (part.entries, inode.nlink);
            wrong.push(format!(
                "directory {id} says {says} entries and {links} links, and has {entries} entries, {directories} directories"
            ));
        }
    }
    records.wrong.append(&mut wrong);
    named
}

/// Objects that files may have.
fn files(records: &Records) -> BTreeSet<(u32, u64, u32)> {
    let embedded = records.dentries.iter().filter_map(|(_, _, child, _)| match child {
        Child::Embedded(inode) => Some(inode),
        Child::Link { .. } => None,
    });
    let all = embedded.chain(records.inodes.values().map(|(inode, _)| inode));
    let mut objects = BTreeSet::new();
    for inode in all.filter(|inode| inode.flags & inode_flags::HAS_OBJECTS != 0) {
        let columns = inode.stripes.targets.iter().zip(0..);
        objects.extend(columns.map(|(target, stripe)| (*target, inode.id.0, stripe)));
    }
    objects
}

/// Everything that is there beside the root.
pub fn left(cluster: &Cluster) -> Vec<String> {
    let mut left = Vec::new();
    for server in &cluster.servers {
        let records = server.store.contents();
        let of_tree = |key: &&Vec<u8>| matches!(key.first(), Some(&key::DENTRY | &key::INODE | &key::MOVED));
        if server.role == Role::Metadata {
            let root = key::inode(InodeId::ROOT);
            let keys = records.keys().filter(of_tree).filter(|key| **key != root);
            left.extend(keys.map(|key| format!("{server:?}: {key:02x?}")));
        } else {
            let objects = cluster.world.run_until(objects(server));
            left.extend(objects.into_iter().map(|object| format!("{server:?}: object {object:x?}")));
        }
    }
    left
}
