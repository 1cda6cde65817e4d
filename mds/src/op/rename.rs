//! renameat2(2). Here what one shard decides alone and in one go: files anywhere in it, directories under the same parent.
//! All else is in [`super::rename_far`].

use osmia_protocol::{InodeId, Status, name, wire};

use super::unlink::remove_name;
use super::{Result, rename_far};
use crate::answer::Answer;
use crate::caller::{EXECUTE, WRITE};
use crate::cx::Cx;
use crate::stop::fail;
use crate::store::inode::Child;
use crate::store::key;

/// RENAME_NOREPLACE of renameat2(2).
pub(super) const NO_REPLACE: u32 = 1;
/// RENAME_EXCHANGE of renameat2(2).
pub(super) const EXCHANGE: u32 = 2;

/// Moves a name; what the new name meant before is removed, or with `EXCHANGE` gets the old name.
pub fn run(cx: &mut Cx<'_>, call: wire::RenameRef<'_>) -> Result {
    let from = (InodeId(call.from_dir()?), call.from_name()?.unwrap_or_default());
    let to = (InodeId(call.to_dir()?), call.to_name()?.unwrap_or_default());
    let flags = call.flags()?;
    if flags & !(NO_REPLACE | EXCHANGE) != 0 || flags == NO_REPLACE | EXCHANGE {
        let detail = "of the flags either RENAME_NOREPLACE or RENAME_EXCHANGE is supported";
        return Err(fail(Status::Invalid, detail));
    }
    if !cx.state.owns(from.0) && !cx.state.owns(InodeId::ROOT) {
        return Err(fail(Status::WrongShard, "the directory's partition is another shard's"));
    }
    if flags & EXCHANGE == 0
        && cx.state.owns(from.0)
        && cx.state.owns(to.0)
        && let Some(answer) = alone(cx, from, to, flags)?
    {
        return Ok(answer);
    }
    rename_far::run(cx, from, to, flags)
}

/// Moves a name if this shard can do it alone.
fn alone(cx: &mut Cx<'_>, from: At<'_>, to: At<'_>, flags: u32) -> Result<Option<Answer>> {
    for dir in [from.0, to.0] {
        let caller = cx.caller.clone();
        caller.check(cx.start(dir)?, EXECUTE)?;
    }
    name::check(from.1)?;
    let child = cx.state.store.child_or_fail(from.0, from.1)?;
    name::check(to.1)?;
    let replaced = cx.state.store.child(to.0, to.1)?;
    if replaced.is_some() && flags & NO_REPLACE != 0 {
        return Err(Status::Exists.into());
    }
    if replaced.as_ref().is_some_and(|replaced| replaced.id() == child.id()) {
        // rename(2): two names of one file, nothing happens.
        return Ok(Some(Answer::Done));
    }
    if [Some(&child), replaced.as_ref()].into_iter().flatten().any(|child| !cx.state.owns(child.id())) {
        return Ok(None);
    }
    if !child.is_directory() {
        return file(cx, from, to, child, replaced).map(Some);
    }
    if from.0 != to.0 {
        return Ok(None);
    }
    directory(cx, from, to, child.id(), replaced).map(Some)
}

/// A name in a directory.
pub(super) type At<'a> = (InodeId, &'a [u8]);

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
            let uid = cx.directory(child.id())?.uid;
            caller.check_remove(cx.directory(to.0)?, Some(uid))?;
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
    let caller = cx.caller.clone();
    let uid = cx.directory(id)?.uid;
    caller.check_remove(cx.directory(from.0)?, Some(uid))?;
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
        Some(child) => {
            // A transaction may be about to add an entry.
            cx.state.store.check_lock_for_write(&key::inode(child.id()))?;
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
    cx.store().change_directory(id, |inode, _| inode.ctime = time);
    Ok(Answer::Done)
}
