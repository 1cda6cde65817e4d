//! Setting a file's size.

use osmia_protocol::Status;
use osmia_protocol::flags::inode_flags;
use osmia_protocol::stripe::FILE_BYTES_MAX;

use super::Result;
use crate::cx::Cx;
use crate::stop::{Stop, Wait};
use crate::store::inode::Inode;
use crate::store::layout::Found;
use crate::store::{key, orphan};

/// Whether objects have to be cut. One that keeps the size counts: writers may have written more and not yet said so.
fn cuts(inode: &Inode, size: u64) -> bool {
    inode.flags & inode_flags::HAS_OBJECTS != 0 && size <= inode.size
}

/// Reads and checks what [`apply`] needs.
///
/// A request to a storage shard carries only the last cut. So a cut to more than the one before leaves waits until the
/// targets have that one: an object that had slept through it would keep bytes in between.
pub(super) fn prepare(cx: &mut Cx<'_>, inode: &Inode, size: u64) -> Result<()> {
    if size > FILE_BYTES_MAX {
        return Err(Status::FileTooBig.into());
    }
    if cuts(inode, size)
        && size > inode.cut
        && cx.state.store.get(&key::orphan(inode.id, orphan::CUT))?.is_some()
    {
        return Err(Stop::Wait(Wait::Cut(inode.id)));
    }
    Ok(())
}

/// Sets the size in `found`, which the caller then stores. A cut raises the generation, leaves word for the reaper, and
/// is synced before it is acknowledged: targets that have cut must never meet metadata that have not.
pub(super) fn apply(cx: &mut Cx<'_>, found: &mut Found, size: u64) {
    let inode = &mut found.inode;
    if cuts(inode, size) {
        inode.generation = inode.generation.wrapping_add(1);
        inode.cut = size;
        cx.state.store.put_orphan(inode, orphan::CUT);
        cx.state.reaper.noted(inode.id, orphan::CUT);
        cx.hold = true;
    }
    inode.size = size;
    inode.mtime = cx.time;
    inode.ctime = cx.time;
}
