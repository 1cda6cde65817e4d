//! unlink(2).

use osmia_protocol::flags::inode_flags;
use osmia_protocol::{Status, wire};

use super::{Result, here};
use crate::answer::Answer;
use crate::cx::Cx;
use crate::store::layout::Found;
use crate::store::orphan;
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
        // In a sticky directory, somebody else's directory is not even known to be one.
        let owner = match cx.state.owns(child.id()) {
            true => Some(cx.directory(child.id())?.uid),
            false => None,
        };
        let parent = cx.directory(place.dir)?;
        caller.check_remove(parent, owner)?;
        if owner.is_none() && caller.needs_child_owner(parent) {
            // Its owner is known at another shard, and either answer refuses.
            return Err(Status::NotPermitted.into());
        }
        return Err(Status::IsDirectory.into());
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
