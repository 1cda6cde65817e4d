//! renameat2(2) across shards, of directories to another parent, and exchanges: a transaction.
//!
//! Decided by the shard of the old name's directory. A directory that changes its parent is decided by the shard of the
//! root: one such move at a time, so that the way from the new parent up to the root, which must not pass the directory,
//! stays as it was read ([`key::MOVES`]).

use std::collections::BTreeMap;

use osmia_protocol::{InodeId, ShardId, Status, name};

use super::Result;
use super::rename::{At, EXCHANGE, NO_REPLACE};
use crate::answer::Answer;
use crate::caller::{EXECUTE, WRITE};
use crate::cx::Cx;
use crate::stop::{Stop, fail};
use crate::store::embedded::moved;
use crate::store::inode::{Child, FLAG_MOVED, Inode};
use crate::store::key;
use crate::txn::{Change, Guard, Part, Plan};

/// Directories on a way up to the root at most: more than a tree is deep that anybody has made on purpose.
const DEPTH_MAX: usize = 100_000;

/// What a name leads to: the dentry's value, and what it means.
struct Entry<'a> {
    at: At<'a>,
    value: Vec<u8>,
    child: Child,
    /// The inode, where it was needed; always of a file that lies in its dentry.
    inode: Option<Inode>,
}

impl<'a> Entry<'a> {
    fn read(at: At<'a>, value: Vec<u8>) -> Result<Entry<'a>> {
        let child = Child::decode(&value)?;
        let inode = match &child {
            Child::Embedded(inode) => Some(inode.clone()),
            Child::Link { .. } => None,
        };
        Ok(Entry { at, value, child, inode })
    }

    fn is_directory(&self) -> bool {
        self.child.is_directory()
    }

    /// Its inode, wherever it is. What is concluded from it is guarded in the plan.
    fn inode(&mut self, cx: &Cx<'_>) -> Result<&Inode> {
        if self.inode.is_none() {
            let inode = cx.far_inode(self.child.id())?;
            // The name has gone, or has another meaning, since it was read: once more.
            self.inode = Some(inode.ok_or(Status::Conflict)?);
        }
        Ok(self.inode.as_ref().expect("it was just put there"))
    }

    /// Owner, where the sticky bit of `dir` makes it count.
    fn owner(&mut self, cx: &Cx<'_>, dir: &Inode) -> Result<Option<u32>> {
        if !cx.caller.needs_child_owner(dir) {
            return Ok(None);
        }
        Ok(Some(self.inode(cx)?.uid))
    }

    fn dentry(&self) -> Vec<u8> {
        dentry(self.at)
    }
}

fn dentry((dir, name): At<'_>) -> Vec<u8> {
    key::dentry(dir, name::hash(name), name)
}

/// Parts of the transaction, by shard.
struct Parts<'c, 'a> {
    cx: &'c Cx<'a>,
    parts: BTreeMap<ShardId, Part>,
}

impl Parts<'_, '_> {
    fn of(&mut self, id: InodeId) -> Result<&mut Part> {
        Ok(self.parts.entry(self.cx.owner(id.partition())?).or_default())
    }
    fn guard(&mut self, id: InodeId, guard: Guard) -> Result<()> {
        self.of(id)?.guards.push(guard);
        Ok(())
    }
    fn change(&mut self, id: InodeId, change: Change) -> Result<()> {
        self.of(id)?.changes.push(change);
        Ok(())
    }
}

/// Moves a name, or exchanges two.
pub(super) fn run(cx: &mut Cx<'_>, from: At<'_>, to: At<'_>, flags: u32) -> Result {
    let exchange = flags & EXCHANGE != 0;
    let caller = cx.caller.clone();
    name::check(from.1)?;
    let value = cx.far_child(from.0, from.1)?;
    let changes_parent = from.0 != to.0;
    let moves = match &value {
        Some(value) => changes_parent && (exchange || Child::decode(value)?.is_directory()),
        None => false,
    };
    let token = if moves {
        if !cx.state.owns(InodeId::ROOT) {
            return Ok(Answer::Elsewhere { dir: InodeId::ROOT, consumed: 0 });
        }
        // Before all reads that the loop check relies on.
        Some(cx.remembered(key::counter(key::MOVES))?)
    } else {
        None
    };

    let (from_dir, _) = cx.far_place(from.0, from.1)?;
    let (to_dir, target) = cx.far_place(to.0, to.1)?;
    caller.check(&from_dir, EXECUTE)?;
    caller.check(&to_dir, EXECUTE)?;
    let mut source = Entry::read(from, value.ok_or(Status::NotFound)?)?;
    name::check(to.1)?;
    let mut target = target.map(|value| Entry::read(to, value)).transpose()?;
    match &target {
        Some(_) if flags & NO_REPLACE != 0 => return Err(Status::Exists.into()),
        None if exchange => return Err(Status::NotFound.into()),
        // rename(2): two names of one file, nothing happens.
        Some(target) if target.child.id() == source.child.id() => return Ok(Answer::Done),
        _ => {}
    }
    if token.is_some() {
        if source.is_directory() {
            check_loop(cx, source.child.id(), to.0, &to_dir)?;
        }
        if exchange && target.as_ref().is_some_and(Entry::is_directory) {
            let target = target.as_ref().map_or(InodeId(0), |target| target.child.id());
            check_loop(cx, target, from.0, &from_dir)?;
        }
    }
    caller.check_remove(&from_dir, source.owner(cx, &from_dir)?)?;
    match &mut target {
        None => caller.check(&to_dir, WRITE | EXECUTE)?,
        Some(target) => {
            caller.check_remove(&to_dir, target.owner(cx, &to_dir)?)?;
            match (source.is_directory(), target.is_directory()) {
                (true, false) if !exchange => return Err(Status::NotDirectory.into()),
                (false, true) if !exchange => return Err(Status::IsDirectory.into()),
                _ => {}
            }
        }
    }
    if changes_parent {
        // rename(2): `..` of a directory is written, too.
        for entry in [Some(&mut source), target.as_mut().filter(|_| exchange)].into_iter().flatten() {
            if entry.is_directory() && !caller.is_root() {
                caller.check(entry.inode(cx)?, WRITE)?;
            }
        }
    }
    let recalls = [Some(&source), target.as_ref()].into_iter().flatten().filter(|entry| entry.is_directory());
    let mut far = Vec::new();
    for entry in recalls {
        if cx.state.owns(entry.at.0) {
            cx.state.leases.recall(entry.child.id(), caller.session, cx.now)?;
        } else {
            far.push((entry.at.0, Guard::NoLease { dir: entry.child.id() }));
        }
    }

    let me = cx.state.config.shard;
    let mut parts = Parts { cx, parts: BTreeMap::new() };
    if let Some(token) = token {
        let key = key::counter(key::MOVES);
        let count = token.as_deref().and_then(|value| value.try_into().ok()).map_or(0, u64::from_le_bytes);
        let guard = match token {
            Some(value) => Guard::Equal { key: key.clone(), value, status: Status::Conflict },
            None => Guard::Absent { key: key.clone(), status: Status::Conflict },
        };
        parts.guard(InodeId::ROOT, guard)?;
        let value = count.wrapping_add(1).to_le_bytes().to_vec();
        parts.change(InodeId::ROOT, Change::Put { key, value })?;
    }
    for (dir, inode) in [(from.0, &from_dir), (to.0, &to_dir)] {
        parts.guard(dir, Guard::Rights { id: dir, rights: inode.rights(), status: Status::Conflict })?;
    }
    for entry in [Some(&source), target.as_ref()].into_iter().flatten() {
        let (key, value) = (entry.dentry(), entry.value.clone());
        parts.guard(entry.at.0, Guard::Equal { key, value, status: Status::Conflict })?;
    }
    if target.is_none() {
        parts.guard(to.0, Guard::Absent { key: dentry(to), status: Status::Conflict })?;
    }

    let time = parts.cx.time;
    let is_directory = |entry: &Entry<'_>| i32::from(entry.is_directory());
    let (source_links, target_links) = (is_directory(&source), target.as_ref().map_or(0, is_directory));
    let (from_count, to_count) = match (&target, exchange) {
        (Some(_), true) => ((0, target_links - source_links), (0, source_links - target_links)),
        (Some(_), false) => ((-1, -source_links), (0, source_links - target_links)),
        (None, _) => ((-1, -source_links), (1, source_links)),
    };
    match target {
        Some(target) if exchange => {
            let value = relocate(&mut parts, &target, from, time)?;
            parts.change(from.0, Change::Put { key: dentry(from), value })?;
        }
        Some(target) => {
            remove(&mut parts, target, time)?;
            parts.change(from.0, Change::Delete { key: dentry(from) })?;
        }
        None => parts.change(from.0, Change::Delete { key: dentry(from) })?,
    }
    let value = relocate(&mut parts, &source, to, time)?;
    parts.change(to.0, Change::Put { key: dentry(to), value })?;
    for (dir, (entries, links)) in [(from.0, from_count), (to.0, to_count)] {
        parts.change(dir, Change::DirectoryCount { dir, entries, links, time })?;
    }
    // Last: what fails for good need not recall anything.
    for (dir, guard) in far {
        parts.guard(dir, guard)?;
    }
    Err(Stop::Txn(Box::new(Plan::new(me, parts.parts))))
}

/// Checks that the way from `dir`, whose inode is `inode`, up to the root does not pass `moved`.
fn check_loop(cx: &Cx<'_>, moved: InodeId, dir: InodeId, inode: &Inode) -> Result<()> {
    let (mut at, mut parent) = (dir, parent_of(inode)?);
    for _ in 0..DEPTH_MAX {
        if at == moved {
            return Err(fail(Status::Invalid, "a directory cannot be moved into itself"));
        }
        if at == InodeId::ROOT {
            return Ok(());
        }
        at = parent;
        if at != InodeId::ROOT {
            // Gone: the operation's own directory has gone with it, or is about to.
            parent = parent_of(&cx.far_inode(at)?.ok_or(Status::Conflict)?)?;
        }
    }
    Err(fail(Status::Loop, "no way up to the root"))
}

fn parent_of(inode: &Inode) -> Result<InodeId> {
    Ok(inode.directory.as_ref().ok_or(Status::NotDirectory)?.parent)
}

/// Gives a file or directory its new place: the value of the new dentry.
fn relocate(parts: &mut Parts<'_, '_>, entry: &Entry<'_>, to: At<'_>, time: i64) -> Result<Vec<u8>> {
    let id = entry.child.id();
    let Child::Embedded(inode) = &entry.child else {
        unchanged(parts, entry)?;
        let parent = (entry.is_directory() && entry.at.0 != to.0).then_some(to.0);
        parts.change(id, Change::Moved { id, parent, time })?;
        return Ok(entry.value.clone());
    };
    let mut inode = inode.clone();
    inode.ctime = time;
    if to.0.partition() == id.partition() {
        inode.flags |= FLAG_MOVED;
        parts.change(id, Change::Put { key: key::moved(id), value: moved(to.0, to.1) })?;
        return Ok(Child::embedded(&inode));
    }
    settle(parts, &mut inode)?;
    Ok(Child::link(id, inode.kind()))
}

/// An inode with a record of its own is there, with the rights from which something was concluded.
fn unchanged(parts: &mut Parts<'_, '_>, entry: &Entry<'_>) -> Result<()> {
    let id = entry.child.id();
    let guard = match &entry.inode {
        Some(inode) => Guard::Rights { id, rights: inode.rights(), status: Status::Conflict },
        None => Guard::Present { key: key::inode(id), status: Status::Conflict },
    };
    parts.guard(id, guard)
}

/// Gives a file that has lain in its dentry a record of its own.
fn settle(parts: &mut Parts<'_, '_>, inode: &mut Inode) -> Result<()> {
    let id = inode.id;
    if inode.flags & FLAG_MOVED != 0 {
        inode.flags &= !FLAG_MOVED;
        parts.change(id, Change::Delete { key: key::moved(id) })?;
    }
    parts.change(id, Change::Put { key: key::inode(id), value: inode.encode() })
}

/// Removes what the new name meant before.
fn remove(parts: &mut Parts<'_, '_>, mut entry: Entry<'_>, time: i64) -> Result<()> {
    let id = entry.child.id();
    match &mut entry.child {
        Child::Embedded(inode) => settle(parts, inode)?,
        Child::Link { .. } => unchanged(parts, &entry)?,
    }
    if entry.is_directory() {
        parts.guard(id, Guard::DirectoryEmpty { dir: id, status: Status::NotEmpty })?;
        return parts.change(id, Change::Delete { key: key::inode(id) });
    }
    parts.change(id, Change::FileLinks { id, links: -1, time })
}
