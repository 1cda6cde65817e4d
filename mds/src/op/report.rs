//! What a writer says of its writes.

use osmia_protocol::flags::{inode_flags, open_flags};
use osmia_protocol::stripe::FILE_BYTES_MAX;
use osmia_protocol::{Status, wire};

use super::{Result, here};
use crate::answer::Answer;
use crate::cx::Cx;
use crate::stop::fail;
use crate::walk::{self, End};

/// Notes that objects may exist from now on, and the size and time that writes have led to.
pub fn run(cx: &mut Cx<'_>, call: wire::ReportRef<'_>) -> Result {
    let at = walk::required(call.at()?)?;
    if at.id()? == 0 {
        return Err(fail(Status::Invalid, "a report is about an open file"));
    }
    let open = cx.state.opens.get(call.open()?, cx.caller.session);
    if !open.is_some_and(|open| open.inode.0 == at.id().unwrap_or(0) && open.flags & open_flags::WRITE != 0) {
        return Err(cx.not_open(Status::BadHandle, "the file is not open for writing by this session"));
    }
    let mut found = match here(walk::to_end(cx, &at)?) {
        Ok(End::File(found)) => found,
        Ok(End::Directory(_)) => return Err(Status::IsDirectory.into()),
        Err(elsewhere) => return Ok(elsewhere),
    };
    let (size, mtime) = (call.size()?, call.mtime()?);
    if size > FILE_BYTES_MAX {
        return Err(Status::FileTooBig.into());
    }
    if call.generation()? != found.inode.generation {
        return Err(Status::GenerationOld.into());
    }
    let before = found.inode.clone();
    let inode = &mut found.inode;
    if call.will_write()? {
        inode.flags |= inode_flags::HAS_OBJECTS;
    }
    inode.size = inode.size.max(size);
    if mtime != 0 && mtime > inode.mtime {
        inode.mtime = mtime;
        inode.ctime = inode.ctime.max(mtime);
    }
    if *inode != before {
        let layout = cx.state.store.layout();
        layout.update(&mut cx.state.store, &found);
    }
    cx.hold |= call.sync()?;
    Ok(Answer::Attr { dir: found.dir, inode: Box::new(found.inode) })
}
