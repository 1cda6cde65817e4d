//! readlink(2).

use osmia_protocol::{Status, wire};

use super::{Result, here};
use crate::answer::Answer;
use crate::cx::Cx;
use crate::stop::fail;
use crate::walk::{self, End};

/// What a symbolic link says.
pub fn run(cx: &mut Cx<'_>, call: wire::ReadlinkRef<'_>) -> Result {
    let at = walk::required(call.at()?)?;
    match here(walk::to_end(cx, &at)?) {
        Ok(End::File(found)) if found.inode.is_symlink() => Ok(Answer::Value(found.inode.target.into_vec())),
        Ok(_) => Err(fail(Status::Invalid, "not a symbolic link")),
        Err(elsewhere) => Ok(elsewhere),
    }
}
