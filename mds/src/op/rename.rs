//! renameat2(2) inside one shard: files anywhere in it, directories under the same parent.

use osmia_protocol::{InodeId, Status, name, wire};

use super::Result;
use super::unlink::remove_name;
use crate::answer::Answer;
use crate::caller::{EXECUTE, WRITE};
use crate::cx::Cx;
use crate::stop::{Stop, fail};
use crate::store::inode::Child;

/// RENAME_NOREPLACE of renameat2(2).
const NO_REPLACE: u32 = 1;

/// Moves a name; what the new name meant before is removed.
pub fn run(cx: &mut Cx<'_>, call: wire::RenameRef<'_>) -> Result {
    let (from_dir, to_dir) = (InodeId(call.from_dir()?), InodeId(call.to_dir()?));
    let (from_name, to_name) = (call.from_name()?.unwrap_or_default(), call.to_name()?.unwrap_or_default());
    if call.flags()? & !NO_REPLACE != 0 {
        return Err(fail(Status::Invalid, "of the flags only RENAME_NOREPLACE is supported"));
    }
    if cx.state.owns(from_dir) && !cx.state.owns(to_dir) && cx.state.map.owner_of(to_dir).is_some() {
        return Err(Status::CrossShard.into());
    }
    for dir in [from_dir, to_dir] {
        let caller = cx.caller.clone();
        caller.check(cx.start(dir)?, EXECUTE)?;
    }
    name::check(from_name)?;
    let child = cx.state.store.child_or_fail(from_dir, from_name)?;
    name::check(to_name)?;
    let replaced = cx.state.store.child(to_dir, to_name)?;
    if replaced.is_some() && call.flags()? & NO_REPLACE != 0 {
        return Err(Status::Exists.into());
    }
    if replaced.as_ref().is_some_and(|replaced| replaced.id() == child.id()) {
        // rename(2): two names of one file, nothing happens.
        return Ok(Answer::Done);
    }
    if child.is_directory() {
        directory(cx, (from_dir, from_name), (to_dir, to_name), child.id(), replaced)
    } else {
        file(cx, (from_dir, from_name), (to_dir, to_name), child, replaced)
    }
}

type At<'a> = (InodeId, &'a [u8]);

fn file(cx: &mut Cx<'_>, from: At<'_>, to: At<'_>, child: Child, replaced: Option<Child>) -> Result {
    let mut found = cx.state.store.file(from.0, from.1, child)?;
    let caller = cx.caller.clone();
    caller.check_remove(cx.directory(from.0)?, Some(found.inode.uid))?;
    let replaced = match replaced {
        None => {
            caller.check(cx.directory(to.0)?, WRITE | EXECUTE)?;
            None
        }
        Some(child) if child.is_directory() => {
            let uid = owner(cx, child.id(), to.0)?;
            caller.check_remove(cx.directory(to.0)?, uid)?;
            return Err(Status::IsDirectory.into());
        }
        Some(child) => {
            let replaced = cx.state.store.file(to.0, to.1, child)?;
            caller.check_remove(cx.directory(to.0)?, Some(replaced.inode.uid))?;
            Some(replaced)
        }
    };
    // Every read is done.
    let time = cx.time;
    if let Some(replaced) = replaced {
        remove_name(cx, replaced);
        cx.store().count_entry(to.0, -1, 0, time);
        cx.state.inodes = cx.state.inodes.saturating_sub(1);
    }
    found.inode.ctime = time;
    let layout = cx.state.store.layout();
    layout.rename(&mut cx.state.store, &found, to.0, to.1);
    cx.store().count_entry(from.0, -1, 0, time);
    cx.store().count_entry(to.0, 1, 0, time);
    Ok(Answer::Done)
}

fn directory(cx: &mut Cx<'_>, from: At<'_>, to: At<'_>, id: InodeId, replaced: Option<Child>) -> Result {
    if from.0 != to.0 {
        return Err(fail(Status::CrossShard, "a directory cannot change its parent yet"));
    }
    let caller = cx.caller.clone();
    let uid = owner(cx, id, from.0)?;
    caller.check_remove(cx.directory(from.0)?, uid)?;
    let replaced = match replaced {
        None => {
            caller.check(cx.directory(to.0)?, WRITE | EXECUTE)?;
            None
        }
        Some(child) if !child.is_directory() => {
            let replaced = cx.state.store.file(to.0, to.1, child)?;
            caller.check_remove(cx.directory(to.0)?, Some(replaced.inode.uid))?;
            return Err(Status::NotDirectory.into());
        }
        Some(child) if !cx.state.owns(child.id()) => {
            return Err(fail(Status::CrossShard, "the replaced directory is at another shard"));
        }
        Some(child) => {
            let replaced = cx.directory(child.id())?.clone();
            caller.check_remove(cx.directory(to.0)?, Some(replaced.uid))?;
            if replaced.directory.is_some_and(|part| part.entries > 0) {
                return Err(Status::NotEmpty.into());
            }
            cx.state.leases.recall(child.id(), cx.caller.session, cx.now)?;
            Some(child.id())
        }
    };
    cx.state.leases.recall(id, cx.caller.session, cx.now)?;
    // Every read is done.
    let time = cx.time;
    if let Some(replaced) = replaced {
        cx.store().remove_directory(replaced);
        cx.store().count_entry(to.0, -1, -1, time);
        cx.state.inodes = cx.state.inodes.saturating_sub(1);
    }
    cx.store().unlink_directory(from.0, from.1);
    cx.store().link_directory(to.0, to.1, id);
    cx.store().count_entry(from.0, 0, 0, time);
    if cx.state.owns(id) {
        cx.store().change_directory(id, |inode, _| inode.ctime = time);
    }
    Ok(Answer::Done)
}

/// Owner of a directory in `dir`, for the sticky bit. `None` where it does not matter, when the inode is at another
/// shard.
fn owner(cx: &mut Cx<'_>, id: InodeId, dir: InodeId) -> std::result::Result<Option<u32>, Stop> {
    if cx.state.owns(id) {
        return Ok(Some(cx.directory(id)?.uid));
    }
    let caller = cx.caller.clone();
    if caller.needs_child_owner(cx.directory(dir)?) {
        return Err(fail(Status::CrossShard, "in a sticky directory: the owner is known at another shard"));
    }
    Ok(None)
}
