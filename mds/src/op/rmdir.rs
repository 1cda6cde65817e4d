//! rmdir(2).

use osmia_protocol::{InodeId, ShardId, Status, name, wire};

use super::unlink::refusal;
use super::{Result, here};
use crate::answer::Answer;
use crate::cx::Cx;
use crate::stop::Stop;
use crate::store::key;
use crate::txn::{Change, Guard, Part, Plan};
use crate::walk::{self, Place};

/// Removes an empty directory.
pub fn run(cx: &mut Cx<'_>, call: wire::RmdirRef<'_>) -> Result {
    let at = walk::required(call.at()?)?;
    let place = match here(walk::to_place(cx, &at)?) {
        Ok(place) => place,
        Err(elsewhere) => return Ok(elsewhere),
    };
    let child = cx.state.store.child_or_fail(place.dir, place.name)?;
    let caller = cx.caller.clone();
    if !child.is_directory() {
        let (id, elsewhere) = (child.id(), cx.state.elsewhere(child.id().partition()));
        let owner = match elsewhere {
            Some(_) => None,
            None => Some(cx.state.store.file(place.dir, place.name, child)?.inode.uid),
        };
        let parent = cx.directory(place.dir)?;
        caller.check_remove(parent, owner)?;
        return Err(match elsewhere.filter(|_| caller.needs_child_owner(parent)) {
            Some(other) => refusal(other, id, caller.uid, Status::NotDirectory),
            None => Status::NotDirectory.into(),
        });
    }
    let id = child.id();
    if let Some(other) = cx.state.elsewhere(id.partition()) {
        return elsewhere(cx, place, id, other);
    }
    // A transaction may be about to add an entry.
    cx.state.store.check_lock_for_write(&key::inode(id))?;
    let directory = cx.directory(id)?;
    let (uid, empty) = (directory.uid, directory.directory.as_ref().is_some_and(|part| part.entries == 0));
    caller.check_remove(cx.directory(place.dir)?, Some(uid))?;
    if !empty {
        return Err(Status::NotEmpty.into());
    }
    cx.state.leases.recall(id, cx.caller.session, cx.now)?;
    let time = cx.time;
    cx.store().unlink_directory(place.dir, place.name);
    cx.store().remove_directory(id);
    cx.store().count_entry(place.dir, -1, -1, time);
    cx.state.inodes = cx.state.inodes.saturating_sub(1);
    Ok(Answer::Done)
}

/// Removes a directory whose inode another shard has: a transaction.
fn elsewhere(cx: &mut Cx<'_>, place: Place<'_>, id: InodeId, other: ShardId) -> Result {
    let caller = cx.caller.clone();
    let parent = cx.directory(place.dir)?;
    caller.check_remove(parent, None)?;
    // In a sticky directory it takes the child's owner, whom the other shard knows.
    let owner = caller.needs_child_owner(parent).then_some(Guard::Owner {
        id,
        uid: caller.uid,
        status: Status::NotPermitted,
    });
    cx.state.leases.recall(id, cx.caller.session, cx.now)?;
    let dentry = key::dentry(place.dir, name::hash(place.name), place.name);
    let inode = key::inode(id);
    let own = Part {
        guards: vec![
            Guard::Present { key: key::inode(place.dir), status: Status::NotFound },
            Guard::Present { key: dentry.clone(), status: Status::NotFound },
        ],
        changes: vec![
            Change::Delete { key: dentry },
            Change::DirectoryCount { dir: place.dir, entries: -1, links: -1, time: cx.time },
        ],
    };
    let others = Part {
        guards: [Guard::Present { key: inode.clone(), status: Status::NotFound }]
            .into_iter()
            .chain(owner)
            .chain([Guard::DirectoryEmpty { dir: id, status: Status::NotEmpty }])
            .collect(),
        changes: vec![Change::Delete { key: inode }],
    };
    Err(Stop::Txn(Box::new(Plan { own, others: vec![(other, others)], made: None })))
}
