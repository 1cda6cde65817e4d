//! unlink(2).

use osmia_protocol::flags::inode_flags;
use osmia_protocol::{InodeId, ShardId, Status, name, wire};

use super::{Result, here};
use crate::answer::Answer;
use crate::cx::Cx;
use crate::stop::Stop;
use crate::store::inode::Child;
use crate::store::layout::Found;
use crate::store::{key, orphan};
use crate::txn::{Change, Guard, Part, Plan};
use crate::walk::{self, Place};

/// Removes a file's name, and the file with it unless it is open.
pub fn run(cx: &mut Cx<'_>, call: wire::UnlinkRef<'_>) -> Result {
    let at = walk::required(call.at()?)?;
    let place = match here(walk::to_place(cx, &at)?) {
        Ok(place) => place,
        Err(elsewhere) => return Ok(elsewhere),
    };
    let child = cx.state.store.child_or_fail(place.dir, place.name)?;
    if child.is_directory() {
        let caller = cx.caller.clone();
        let id = child.id();
        let elsewhere = cx.state.elsewhere(id.partition());
        let owner = if elsewhere.is_none() { Some(cx.directory(id)?.uid) } else { None };
        let parent = cx.directory(place.dir)?;
        caller.check_remove(parent, owner)?;
        return Err(match elsewhere.filter(|_| caller.needs_child_owner(parent)) {
            Some(other) => refusal(other, id, caller.uid, Status::IsDirectory),
            None => Status::IsDirectory.into(),
        });
    }
    if let Some(other) = cx.state.elsewhere(child.id().partition()) {
        return elsewhere(cx, place, &child, other);
    }
    let found = cx.state.store.file(place.dir, place.name, child)?;
    let caller = cx.caller.clone();
    caller.check_remove(cx.directory(place.dir)?, Some(found.inode.uid))?;
    remove_name(cx, found);
    let time = cx.time;
    cx.store().count_entry(place.dir, -1, 0, time);
    cx.state.inodes = cx.state.inodes.saturating_sub(1);
    Ok(Answer::Done)
}

/// Removes a name of a file whose inode another shard has: a transaction.
fn elsewhere(cx: &mut Cx<'_>, place: Place<'_>, child: &Child, other: ShardId) -> Result {
    let (caller, time, id) = (cx.caller.clone(), cx.time, child.id());
    let parent = cx.directory(place.dir)?;
    caller.check_remove(parent, None)?;
    let owner = caller.needs_child_owner(parent).then_some(Guard::Owner {
        id,
        uid: caller.uid,
        status: Status::NotPermitted,
    });
    let dentry = key::dentry(place.dir, name::hash(place.name), place.name);
    let own = Part {
        guards: vec![
            Guard::Present { key: key::inode(place.dir), status: Status::NotFound },
            Guard::Present { key: dentry.clone(), status: Status::NotFound },
        ],
        changes: vec![
            Change::Delete { key: dentry },
            Change::DirectoryCount { dir: place.dir, entries: -1, links: 0, time },
        ],
    };
    let present = Guard::Present { key: key::inode(id), status: Status::NotFound };
    let others = Part {
        guards: [present].into_iter().chain(owner).collect(),
        changes: vec![Change::FileLinks { id, links: -1, time }],
    };
    Err(Stop::Txn(Box::new(Plan { own, others: vec![(other, others)], made: None })))
}

/// In a sticky directory, what is somebody else's is not even told to be of the wrong kind, and whose it is another shard
/// knows: a transaction that always fails, for the reason that counts. `wrong` is what it is to the owner.
pub(super) fn refusal(other: ShardId, id: InodeId, uid: u32, wrong: Status) -> Stop {
    let key = key::inode(id);
    let guards = vec![
        Guard::Present { key: key.clone(), status: Status::NotFound },
        Guard::Owner { id, uid, status: Status::NotPermitted },
        Guard::Absent { key, status: wrong },
    ];
    let others = vec![(other, Part { guards, changes: Vec::new() })];
    Stop::Txn(Box::new(Plan { own: Part::default(), others, made: None }))
}

/// Removes a name of a file; the last one with its inode, or leaving an orphan to its last close. Leaves word for the
/// reaper where objects may exist.
pub(super) fn remove_name(cx: &mut Cx<'_>, mut found: Found) {
    let id = found.inode.id;
    if found.inode.nlink > 1 {
        found.inode.nlink -= 1;
        found.inode.ctime = cx.time;
        let layout = cx.state.store.layout();
        return layout.remove(&mut cx.state.store, &found, true);
    }
    // After a restart, open until all clients have told what they have open.
    let keep = cx.state.opens.is_open(id) || cx.state.sessions.may_open(id);
    let layout = cx.state.store.layout();
    found.inode.nlink = 0;
    found.inode.ctime = cx.time;
    layout.remove(&mut cx.state.store, &found, keep);
    if keep {
        cx.state.store.put_orphan(&found.inode, orphan::OPEN);
        cx.state.reaper.unlinked(id);
        return;
    }
    if found.inode.flags & inode_flags::XATTRS != 0 {
        cx.state.store.delete(key::xattr(id));
    }
    if found.inode.flags & inode_flags::HAS_OBJECTS != 0 {
        cx.state.store.delete_orphan(id, orphan::CUT);
        cx.state.store.put_orphan(&found.inode, orphan::REMOVE);
        cx.state.reaper.noted(id, orphan::REMOVE);
    }
}
