//! Placement of directories made below one.

use osmia_protocol::{Status, wire};

use super::{Result, here};
use crate::answer::Answer;
use crate::cx::Cx;
use crate::placement::Placement;
use crate::stop::fail;
use crate::walk::{self, End};

/// Sets a directory's placement, or asks for it. Its owner may set it.
pub fn run(cx: &mut Cx<'_>, call: wire::PlacementRef<'_>) -> Result {
    let at = walk::required(call.at()?)?;
    let id = match here(walk::to_end(cx, &at)?) {
        Ok(End::Directory(id)) => id,
        Ok(End::File(_)) => return Err(Status::NotDirectory.into()),
        Err(elsewhere) => return Ok(elsewhere),
    };
    if let Some(text) = call.set()?.filter(|text| !text.is_empty()) {
        let placement = Placement::parse(text).map_err(|error| fail(Status::Invalid, error))?;
        if placement.choose(id.partition(), &cx.state.map, &*cx.state.env.rng).is_none() {
            return Err(fail(Status::Invalid, format!("placement {placement}: no such metadata shard")));
        }
        let (caller, inherit, time) = (cx.caller.clone(), call.inherit()?, cx.time);
        caller.check_owner(cx.directory(id)?)?;
        cx.store().change_directory(id, |inode, part| {
            part.placement = Some(placement);
            part.inherit = inherit;
            inode.ctime = time;
        });
    }
    let directory = cx.directory(id)?.clone();
    let placement = cx.placement_in(&directory).to_string();
    let inherit = directory.directory.map_or(0, |part| part.inherit);
    Ok(Answer::Other(Box::new(wire::Outcome::PlacementOk(Box::new(wire::PlacementOk {
        placement: Some(placement),
        inherit,
    })))))
}
