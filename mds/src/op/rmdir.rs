//! rmdir(2).

use osmia_protocol::{Status, wire};

use super::{Result, here};
use crate::answer::Answer;
use crate::cx::Cx;
use crate::stop::fail;
use crate::walk;

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
        caller.check_remove(cx.directory(place.dir)?, None)?;
        return Err(Status::NotDirectory.into());
    }
    let id = child.id();
    if cx.state.elsewhere(id.partition()).is_some() {
        caller.check_remove(cx.directory(place.dir)?, None)?;
        return Err(fail(Status::CrossShard, "the directory's partition is another shard's"));
    }
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
