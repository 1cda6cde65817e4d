//! Resolve, lookup, getattr.

use osmia_protocol::{InodeId, wire};

use super::{Result, here};
use crate::answer::Answer;
use crate::cx::Cx;
use crate::walk::{self, End};

/// The attributes of what `at` means.
pub fn run(cx: &mut Cx<'_>, call: wire::LookupRef<'_>) -> Result {
    let at = walk::required(call.at()?)?;
    match here(walk::to_end(cx, &at)?) {
        Ok(end) => answer(cx, end),
        Err(elsewhere) => Ok(elsewhere),
    }
}

/// Attributes as an answer.
pub(super) fn answer(cx: &mut Cx<'_>, end: End) -> Result {
    Ok(match end {
        End::File(found) => Answer::Attr { dir: found.dir, inode: Box::new(found.inode) },
        End::Directory(id) => Answer::Attr { inode: Box::new(cx.settled(id)?.clone()), dir: InodeId(0) },
    })
}
