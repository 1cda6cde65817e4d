//! chmod, chown, utimensat, truncate.

use osmia_protocol::flags::{open_flags, setattr_valid as valid};
use osmia_protocol::{Status, wire};

use super::open::SET_GROUP_ID;
use super::{Result, here, truncate};
use crate::answer::Answer;
use crate::caller::{Caller, WRITE};
use crate::cx::Cx;
use crate::stop::fail;
use crate::store::inode::{Inode, PERMISSIONS, TYPE_MASK};
use crate::walk::{self, End};

const SET_USER_ID: u32 = 0o4000;
const ALL: u32 = valid::MODE
    | valid::UID
    | valid::GID
    | valid::SIZE
    | valid::ATIME
    | valid::MTIME
    | valid::ATIME_NOW
    | valid::MTIME_NOW;

struct Wanted {
    valid: u32,
    mode: u32,
    uid: u32,
    gid: u32,
    size: u64,
    atime: i64,
    mtime: i64,
}

/// Changes the fields that `valid` names.
pub fn run(cx: &mut Cx<'_>, call: wire::SetattrRef<'_>) -> Result {
    let at = walk::required(call.at()?)?;
    let wanted = Wanted {
        valid: call.valid()?,
        mode: call.mode()?,
        uid: call.uid()?,
        gid: call.gid()?,
        size: call.size()?,
        atime: call.atime()?,
        mtime: call.mtime()?,
    };
    if wanted.valid & !ALL != 0 {
        return Err(fail(Status::Invalid, "unknown bits in `valid`"));
    }
    let end = match here(walk::to_end(cx, &at)?) {
        Ok(end) => end,
        Err(elsewhere) => return Ok(elsewhere),
    };
    let inode = end.inode(cx)?;
    if wanted.valid & valid::SIZE != 0 && inode.is_directory() {
        return Err(Status::IsDirectory.into());
    }
    if wanted.valid & valid::SIZE != 0 && !inode.is_file() {
        return Err(Status::Invalid.into());
    }
    check(cx, &inode, &wanted, at.id()? != 0)?;
    match end {
        End::Directory(id) => {
            if wanted.valid & (valid::MODE | valid::UID | valid::GID) != 0 {
                cx.state.leases.recall(id, cx.caller.session, cx.now)?;
            }
            let (caller, time) = (cx.caller.clone(), cx.time);
            cx.store().change_directory(id, |inode, _| apply(inode, &caller, &wanted, time, true));
            let inode = Box::new(cx.directory(id)?.clone());
            Ok(Answer::Attr { inode, dir: osmia_protocol::InodeId(0) })
        }
        End::File(mut found) => {
            if wanted.valid & valid::SIZE != 0 {
                truncate::prepare(cx, &found.inode, wanted.size)?;
                truncate::apply(cx, &mut found, wanted.size);
                clear_ids(&mut found.inode, &cx.caller);
            }
            apply(&mut found.inode, &cx.caller, &wanted, cx.time, false);
            let layout = cx.state.store.layout();
            layout.update(&mut cx.state.store, &found);
            Ok(Answer::Attr { dir: found.dir, inode: Box::new(found.inode) })
        }
    }
}

/// May the caller change all that?
fn check(cx: &mut Cx<'_>, inode: &Inode, wanted: &Wanted, by_handle: bool) -> Result<()> {
    let caller = &cx.caller;
    if wanted.valid & valid::MODE != 0 {
        caller.check_owner(inode)?;
    }
    if wanted.valid & valid::UID != 0 && wanted.uid != inode.uid && !caller.is_root() {
        return Err(Status::NotPermitted.into());
    }
    if wanted.valid & (valid::UID | valid::GID) != 0 {
        caller.check_owner(inode)?;
    }
    if wanted.valid & valid::GID != 0
        && wanted.gid != inode.gid
        && !caller.is_root()
        && !caller.in_group(wanted.gid)
    {
        return Err(Status::NotPermitted.into());
    }
    if wanted.valid & (valid::ATIME | valid::MTIME) != 0 {
        caller.check_owner(inode)?;
    }
    if wanted.valid & (valid::ATIME_NOW | valid::MTIME_NOW) != 0 && caller.check_owner(inode).is_err() {
        caller.check(inode, WRITE)?;
    }
    if wanted.valid & valid::SIZE != 0 {
        // ftruncate(2): who has it open for writing need not ask again. truncate(2) does: a session may have several users.
        let open = by_handle && cx.state.opens.has(caller.session, caller.uid, inode.id, open_flags::WRITE);
        if !open {
            caller.check(inode, WRITE).map_err(|_| cx.not_open(Status::Access, ""))?;
        }
    }
    Ok(())
}

/// Changes mode, owner and times.
fn apply(inode: &mut Inode, caller: &Caller<'_>, wanted: &Wanted, time: i64, directory: bool) {
    if wanted.valid & (valid::UID | valid::GID) != 0 {
        if wanted.valid & valid::UID != 0 {
            inode.uid = wanted.uid;
        }
        if wanted.valid & valid::GID != 0 {
            inode.gid = wanted.gid;
        }
        if !directory {
            // chown(2): the bits go, also for root on Linux.
            inode.mode &= !SET_USER_ID;
            if inode.mode & 0o010 != 0 {
                inode.mode &= !SET_GROUP_ID;
            }
        }
    }
    if wanted.valid & valid::MODE != 0 {
        let mut mode = wanted.mode & PERMISSIONS;
        // chmod(2): nobody lends the rights of a group that he is not in.
        if !caller.is_root() && !caller.in_group(inode.gid) {
            mode &= !SET_GROUP_ID;
        }
        inode.mode = inode.mode & TYPE_MASK | mode;
    }
    if wanted.valid & valid::ATIME != 0 {
        inode.atime = wanted.atime;
    }
    if wanted.valid & valid::MTIME != 0 {
        inode.mtime = wanted.mtime;
    }
    if wanted.valid & valid::ATIME_NOW != 0 {
        inode.atime = time;
    }
    if wanted.valid & valid::MTIME_NOW != 0 {
        inode.mtime = time;
    }
    inode.ctime = time;
}

/// truncate(2): another's write takes set-user-id and set-group-id away.
pub(super) fn clear_ids(inode: &mut Inode, caller: &Caller<'_>) {
    if !caller.is_root() {
        inode.mode &= !SET_USER_ID;
        if inode.mode & 0o010 != 0 {
            inode.mode &= !SET_GROUP_ID;
        }
    }
}
