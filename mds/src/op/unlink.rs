//! unlink(2).

use osmia_protocol::flags::inode_flags;
use osmia_protocol::{InodeId, ShardId, Status, wire};

use super::{Result, here};
use crate::answer::Answer;
use crate::cx::Cx;
use crate::stop::Stop;
use crate::store::layout::Found;
use crate::store::{key, orphan};
use crate::txn::{Guard, Part, Plan};
use crate::walk;

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
            Some(other) => refusal(other, id, caller.uid),
            None => Status::IsDirectory.into(),
        });
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

/// In a sticky directory, somebody else's directory is not even told to be one, and whose it is another shard knows: a
/// transaction that always fails, for the reason that counts.
fn refusal(other: ShardId, dir: InodeId, uid: u32) -> Stop {
    let key = key::inode(dir);
    let guards = vec![
        Guard::Present { key: key.clone(), status: Status::NotFound },
        Guard::Owner { dir, uid, status: Status::NotPermitted },
        Guard::Absent { key, status: Status::IsDirectory },
    ];
    let others = vec![(other, Part { guards, changes: Vec::new() })];
    Stop::Txn(Box::new(Plan { own: Part::default(), others }))
}

/// Removes the last name of a file: with its inode, or leaving an orphan to its last close. Leaves word for the
/// reaper where objects may exist.
pub(super) fn remove_name(cx: &mut Cx<'_>, mut found: Found) {
    let id = found.inode.id;
    // After a restart, open until all clients have told what they have open.
    let keep = cx.state.opens.is_open(id) || cx.state.sessions.may_open(id);
    let layout = cx.state.store.layout();
    found.inode.nlink = 0;
    found.inode.ctime = cx.time;
    layout.remove(&mut cx.state.store, &found, keep);
    if keep {
        cx.state.store.put_orphan(&found.inode, orphan::OPEN);
        cx.state.reaper.unlinked(id);
    } else if found.inode.flags & inode_flags::HAS_OBJECTS != 0 {
        cx.state.store.delete_orphan(id, orphan::CUT);
        cx.state.store.put_orphan(&found.inode, orphan::REMOVE);
        cx.state.reaper.noted(id, orphan::REMOVE);
    }
}
