//! link(2). Sent to the shard that has the file's inode, which decides.

use std::collections::BTreeMap;

use osmia_protocol::{InodeId, Status, name, wire};

use super::{Result, here};
use crate::caller::{EXECUTE, WRITE};
use crate::cx::Cx;
use crate::stop::{Stop, fail};
use crate::store::inode::Child;
use crate::store::key;
use crate::txn::{Change, Guard, Part, Plan};
use crate::walk::{self, End};

/// Links of a file at most, as ext4 has it.
const LINKS_MAX: u32 = 65_000;

/// Gives a file another name.
pub fn run(cx: &mut Cx<'_>, call: wire::LinkRef<'_>) -> Result {
    let at = walk::required(call.at()?)?;
    let (to_dir, to_name) = (InodeId(call.to_dir()?), call.to_name()?.unwrap_or_default());
    let end = match here(walk::to_end(cx, &at)?) {
        Ok(end) => end,
        Err(elsewhere) => return Ok(elsewhere),
    };
    let caller = cx.caller.clone();
    let (dir, taken) = cx.far_place(to_dir, to_name)?;
    caller.check(&dir, EXECUTE)?;
    name::check(to_name)?;
    if taken.is_some() {
        return Err(Status::Exists.into());
    }
    caller.check(&dir, WRITE)?;
    // Linux looks at the new name before it minds what the old one is.
    let mut found = match end {
        End::File(found) => found,
        End::Directory(_) => return Err(fail(Status::NotPermitted, "a directory has one name only")),
    };
    if found.inode.nlink == 0 {
        return Err(fail(Status::NotFound, "the file has been unlinked"));
    }
    if found.inode.nlink >= LINKS_MAX {
        return Err(Status::TooManyLinks.into());
    }
    cx.check_space()?;
    let (id, kind, time) = (found.inode.id, found.inode.kind(), cx.time);
    // Exactly what the changes below were made from.
    let unchanged = if found.embedded {
        let key = key::dentry(found.dir, name::hash(&found.name), &found.name);
        Guard::Equal { key, value: Child::embedded(&found.inode), status: Status::Conflict }
    } else {
        Guard::Equal { key: key::inode(id), value: found.inode.encode(), status: Status::Conflict }
    };
    found.inode.nlink += 1;
    found.inode.ctime = time;
    let own = Part { guards: vec![unchanged], changes: cx.state.store.layout().settle(&found) };
    let dentry = key::dentry(to_dir, name::hash(to_name), to_name);
    let mut parts = BTreeMap::from([(cx.state.config.shard, own)]);
    let there = parts.entry(cx.owner(to_dir.partition())?).or_default();
    there.guards.push(Guard::Rights { id: to_dir, rights: dir.rights(), status: Status::Conflict });
    there.guards.push(Guard::Absent { key: dentry.clone(), status: Status::Exists });
    there.changes.push(Change::Put { key: dentry, value: Child::link(id, kind) });
    there.changes.push(Change::DirectoryCount { dir: to_dir, entries: 1, links: 0, time });
    Err(Stop::Txn(Box::new(Plan::new(cx.state.config.shard, parts))))
}
