//! open(2), with or without creation; and creation alone.

use osmia_protocol::flags::open_flags;
use osmia_protocol::{InodeId, Status, wire};

use super::setattr::clear_ids;
use super::{Result, here, truncate};
use crate::answer::Answer;
use crate::caller::{EXECUTE, READ, WRITE};
use crate::cx::Cx;
use crate::open::Open;
use crate::stop::fail;
use crate::store::inode::{Inode, PERMISSIONS};
use crate::walk::{self, End, Place};

/// Set-group-id: on a directory, its children get its group.
pub(super) const SET_GROUP_ID: u32 = 0o2000;

/// Opens, or creates and opens, what `at` means.
pub fn run(cx: &mut Cx<'_>, call: wire::OpenRef<'_>) -> Result {
    let at = walk::required(call.at()?)?;
    let flags = call.flags()?;
    let wants_open = flags & (open_flags::READ | open_flags::WRITE) != 0;
    if wants_open && cx.state.opens.count(cx.caller.session) >= cx.state.config.opens_max {
        return Err(fail(Status::NoMemory, "the session has too many files open"));
    }
    if wants_open && cx.caller.session.0 == 0 {
        return Err(fail(Status::SessionUnknown, "an open needs a session"));
    }
    if flags & open_flags::TRUNCATE != 0 && flags & open_flags::WRITE == 0 {
        return Err(fail(Status::Invalid, "TRUNCATE without WRITE"));
    }
    let by_name = at.id()? == 0 && !at.path()?.unwrap_or_default().is_empty();
    if flags & open_flags::CREATE == 0 || !by_name {
        return match here(walk::to_end(cx, &at)?) {
            Ok(end) => existing(cx, end, flags),
            Err(elsewhere) => Ok(elsewhere),
        };
    }
    let place = match here(walk::to_place(cx, &at)?) {
        Ok(place) => place,
        Err(elsewhere) => return Ok(elsewhere),
    };
    match cx.state.store.child(place.dir, place.name)? {
        None => create(cx, place, flags, call.mode()? & !call.umask()?),
        Some(_) if flags & open_flags::EXCLUSIVE != 0 => Err(Status::Exists.into()),
        Some(child) => match here(walk::child_end(cx, &at, place, child)?) {
            Ok(end) => existing(cx, end, flags),
            Err(elsewhere) => Ok(elsewhere),
        },
    }
}

/// Makes a file. `mode` has its permission bits.
fn create(cx: &mut Cx<'_>, place: Place<'_>, flags: u32, mode: u32) -> Result {
    if flags & open_flags::DIRECTORY != 0 {
        return Err(fail(Status::Invalid, "CREATE with DIRECTORY"));
    }
    let mut inode = new_inode(cx, place.dir, mode)?;
    inode.stripes = cx.state.new_stripes(inode.id);
    add(cx, place, &inode);
    let open = note(cx, &inode, flags);
    Ok(Answer::Open { open, created: true, inode: Box::new(inode), dir: place.dir })
}

/// The inode of a regular file that the caller makes in `dir`.
pub(super) fn new_inode(cx: &mut Cx<'_>, dir: InodeId, mode: u32) -> Result<Inode> {
    cx.check_space()?;
    let caller = cx.caller.clone();
    let parent = cx.directory(dir)?;
    caller.check(parent, WRITE | EXECUTE)?;
    let inherits_group = parent.mode & SET_GROUP_ID != 0;
    let gid = if inherits_group { parent.gid } else { caller.gid };
    let mut mode = mode & PERMISSIONS;
    if inherits_group && !caller.is_root() && !caller.in_group(gid) && mode & 0o010 != 0 {
        // As chmod(2): a group that is not the caller's does not lend its rights.
        mode &= !SET_GROUP_ID;
    }
    let id = cx.state.ids.inode(dir.partition())?;
    Ok(Inode::new(id, mode, (caller.uid, gid), cx.time, None))
}

/// Writes a new file.
pub(super) fn add(cx: &mut Cx<'_>, place: Place<'_>, inode: &Inode) {
    let layout = cx.state.store.layout();
    layout.create(&mut cx.state.store, place.dir, place.name, inode);
    cx.state.store.count_entry(place.dir, 1, 0, inode.ctime);
    cx.state.inodes += 1;
}

fn existing(cx: &mut Cx<'_>, end: End, flags: u32) -> Result {
    let mut want = 0;
    if flags & open_flags::READ != 0 {
        want |= READ;
    }
    if flags & open_flags::WRITE != 0 {
        want |= WRITE;
    }
    match end {
        End::Directory(id) => {
            if flags & (open_flags::WRITE | open_flags::CREATE) != 0 {
                return Err(Status::IsDirectory.into());
            }
            let inode = cx.settled(id)?.clone();
            cx.caller.check(&inode, want)?;
            let open = note(cx, &inode, flags);
            Ok(Answer::Open { open, created: false, inode: Box::new(inode), dir: InodeId(0) })
        }
        End::File(mut found) => {
            if found.inode.is_symlink() {
                return Err(fail(Status::Loop, "a symbolic link, which the call does not follow"));
            }
            if flags & open_flags::DIRECTORY != 0 {
                return Err(Status::NotDirectory.into());
            }
            if !found.inode.is_file() && want != 0 {
                let detail = "a fifo, socket or device is opened by the system that mounts it";
                return Err(fail(Status::NoDevice, detail));
            }
            cx.caller.check(&found.inode, want)?;
            if flags & open_flags::TRUNCATE != 0 {
                truncate::prepare(cx, &found.inode, 0)?;
                truncate::apply(cx, &mut found, 0);
                clear_ids(&mut found.inode, &cx.caller);
                let layout = cx.state.store.layout();
                layout.update(&mut cx.state.store, &found);
            }
            let open = note(cx, &found.inode, flags);
            Ok(Answer::Open { open, created: false, dir: found.dir, inode: Box::new(found.inode) })
        }
    }
}

/// Notes the open, unless nothing but creation was asked for.
fn note(cx: &mut Cx<'_>, inode: &Inode, flags: u32) -> u64 {
    if flags & (open_flags::READ | open_flags::WRITE) == 0 {
        return 0;
    }
    cx.state.opens.open(Open { session: cx.caller.session, inode: inode.id, flags, uid: Some(cx.caller.uid) })
}
