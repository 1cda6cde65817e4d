//! mkdir(2): on the partition that placement picks.

use osmia_protocol::{InodeId, Partition, ShardId, Status, name, wire};

use super::open::SET_GROUP_ID;
use super::{Result, here};
use crate::answer::Answer;
use crate::caller::{EXECUTE, WRITE};
use crate::cx::{Cx, State};
use crate::placement::{Here, New, Use};
use crate::stop::Stop;
use crate::store::inode::{Child, DirectoryPart, Inode, KIND_DIRECTORY};
use crate::store::key;
use crate::txn::{Change, Guard, Part, Plan};
use crate::walk::{self, Place};

/// Makes a directory.
pub fn run(cx: &mut Cx<'_>, call: wire::MkdirRef<'_>) -> Result {
    let at = walk::required(call.at()?)?;
    let place = match here(walk::to_place(cx, &at)?) {
        Ok(place) => place,
        Err(elsewhere) => return Ok(elsewhere),
    };
    if cx.state.store.child(place.dir, place.name)?.is_some() {
        return Err(Status::Exists.into());
    }
    cx.check_space()?;
    // mkdir(2): the set-id bits are not the caller's to choose.
    let mode = call.mode()? & !call.umask()? & 0o1777;
    let inode = make(cx, place.dir, mode)?;
    let partition = choose(cx, place)?;
    if let Some(other) = cx.state.elsewhere(partition) {
        let id = cx.state.remote_ids.take(partition)?;
        return elsewhere(cx, place, Inode { id, ..inode }, other);
    }
    let id = cx.state.ids.inode(partition)?;
    let time = cx.time;
    cx.store().link_directory(place.dir, place.name, id);
    cx.store().insert_directory(Inode { id, ..inode });
    cx.store().count_entry(place.dir, 1, 1, time);
    cx.state.inodes += 1;
    cx.note_walked(id)?;
    Ok(Answer::Done)
}

/// Adds a directory whose inode another shard is to have: a transaction.
fn elsewhere(cx: &mut Cx<'_>, place: Place<'_>, inode: Inode, other: ShardId) -> Result {
    let dentry = key::dentry(place.dir, name::hash(place.name), place.name);
    let own = Part {
        guards: vec![
            Guard::Present { key: key::inode(place.dir), status: Status::NotFound },
            Guard::Absent { key: dentry.clone(), status: Status::Exists },
        ],
        changes: vec![
            Change::Put { key: dentry, value: Child::link(inode.id, KIND_DIRECTORY) },
            Change::DirectoryCount { dir: place.dir, entries: 1, links: 1, time: cx.time },
        ],
    };
    // The id is new: nothing can be there, and nothing has to be guarded.
    let change = Change::Put { key: key::inode(inode.id), value: inode.encode() };
    let others = Part { guards: Vec::new(), changes: vec![change] };
    Err(Stop::Txn(Box::new(Plan { own, others: vec![(other, others)], made: Some(inode.id) })))
}

/// The new directory's partition. An operation that runs again keeps to what it chose first.
fn choose(cx: &mut Cx<'_>, place: Place<'_>) -> Result<Partition> {
    if let Some(partition) = cx.chosen {
        return Ok(partition);
    }
    let dir = cx.directory(place.dir)?.clone();
    let (setting, _) = cx.placement_in(&dir)?;
    let new = New { parent: place.dir, name: place.name, siblings: dir.nlink.saturating_sub(2) };
    let State { placing, map, env, config, inodes, low_space, .. } = &mut *cx.state;
    let used = Use { inodes: *inodes, full: *low_space };
    let here = Here { map, rng: &*env.rng, now: cx.now, shard: config.shard, used };
    let partition = placing.choose(setting.placement, new, here)?;
    cx.chosen = Some(partition);
    Ok(partition)
}

/// A new directory's inode, without its id.
fn make(cx: &mut Cx<'_>, parent: InodeId, mode: u32) -> Result<Inode> {
    let caller = cx.caller.clone();
    let time = cx.time;
    let dir = cx.directory(parent)?;
    caller.check(dir, WRITE | EXECUTE)?;
    let inherits_group = dir.mode & SET_GROUP_ID;
    let placement = dir.directory.as_deref().and_then(|part| part.placement?.below(1));
    let gid = if inherits_group != 0 { dir.gid } else { caller.gid };
    let part = DirectoryPart { parent, entries: 0, placement };
    // The shard that makes it gives it an id.
    Ok(Inode::new(InodeId(0), mode | inherits_group, (caller.uid, gid), time, Some(part)))
}
