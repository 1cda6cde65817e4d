//! mknod(2) and symlink(2).

use osmia_protocol::{Status, name, wire};

use super::open::{add, new_inode};
use super::{Result, here};
use crate::answer::Answer;
use crate::cx::Cx;
use crate::stop::fail;
use crate::store::inode::{
    Inode, PERMISSIONS, TYPE_BLOCK, TYPE_CHARACTER, TYPE_FIFO, TYPE_FILE, TYPE_MASK, TYPE_SOCKET,
    TYPE_SYMLINK,
};
use crate::walk;

/// Makes a file of any type but a directory.
pub fn run(cx: &mut Cx<'_>, call: wire::MknodRef<'_>) -> Result {
    let at = walk::required(call.at()?)?;
    let mode = call.mode()?;
    let kind = mode & TYPE_MASK;
    let target = call.target()?.unwrap_or_default();
    let place = match here(walk::to_place(cx, &at)?) {
        Ok(place) => place,
        Err(elsewhere) => return Ok(elsewhere),
    };
    match kind {
        // symlink(2): ENOENT for an empty target.
        TYPE_SYMLINK if target.is_empty() => return Err(Status::NotFound.into()),
        TYPE_SYMLINK if target.len() > name::PATH_BYTES_MAX => return Err(Status::NameTooLong.into()),
        TYPE_SYMLINK if target.contains(&0) => return Err(fail(Status::Invalid, "a NUL in the target")),
        TYPE_SYMLINK | TYPE_FILE | TYPE_FIFO | TYPE_SOCKET => {}
        TYPE_BLOCK | TYPE_CHARACTER if cx.caller.is_root() => {}
        TYPE_BLOCK | TYPE_CHARACTER => return Err(Status::NotPermitted.into()),
        _ => return Err(fail(Status::Invalid, "no type of file that mknod makes")),
    }
    if cx.state.store.child(place.dir, place.name)?.is_some() {
        return Err(Status::Exists.into());
    }
    let permissions = if kind == TYPE_SYMLINK { 0o777 } else { mode & !call.umask()? & PERMISSIONS };
    let made = new_inode(cx, place.dir, permissions)?;
    let mut inode = Inode { mode: kind | made.mode & PERMISSIONS, ..made };
    match kind {
        TYPE_FILE => inode.stripes = cx.state.new_stripes(inode.id),
        TYPE_SYMLINK => (inode.size, inode.target) = (target.len() as u64, target.into()),
        TYPE_BLOCK | TYPE_CHARACTER => inode.rdev = call.rdev()?,
        _ => {}
    }
    add(cx, place, &inode);
    Ok(Answer::Attr { inode: Box::new(inode), dir: place.dir })
}
