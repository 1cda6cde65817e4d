//! The reference: a file system in memory, written for plainness, with the results that Linux gives.
//!
//! `tests/model_posix.rs` checks it against a local file system, so that it can check Osmia.

use std::collections::BTreeMap;

use libc::{EACCES, EBADF, EBUSY, EEXIST, EINVAL, EISDIR, ENAMETOOLONG, ENOENT, ENOTDIR, ENOTEMPTY, EPERM};

use crate::api::{Api, Caller, How, Outcome, Stat};

type Id = u64;
const ROOT: Id = 1;

const READ: u32 = 4;
const WRITE: u32 = 2;
const EXEC: u32 = 1;

#[derive(Debug, Clone)]
struct Inode {
    mode: u32,
    uid: u32,
    gid: u32,
    mtime: i64,
    body: Body,
    /// Names, of a file; 1 or 0 of a directory.
    names: u32,
    /// Handles that are open on it.
    opens: u32,
}

#[derive(Debug, Clone)]
enum Body {
    File(Vec<u8>),
    Dir { entries: BTreeMap<Vec<u8>, Id>, parent: Id },
}

#[derive(Debug, Clone)]
struct Handle {
    id: Id,
    how: How,
    /// Who opened it.
    uid: u32,
}

/// The reference file system.
#[derive(Debug, Clone)]
pub struct Model {
    inodes: BTreeMap<Id, Inode>,
    next: Id,
    handles: BTreeMap<usize, Handle>,
}

impl Default for Model {
    fn default() -> Model {
        Model::new(0o777)
    }
}

/// Where a path leads: the directory of its last component, that component, and what is there.
struct Found<'a> {
    dir: Id,
    name: &'a [u8],
    id: Option<Id>,
    /// The path ended in a slash.
    must_be_dir: bool,
}

impl Model {
    /// An empty file system whose root belongs to the super-user and has these permission bits.
    pub fn new(root_mode: u32) -> Model {
        let root = Inode {
            mode: root_mode,
            uid: 0,
            gid: 0,
            mtime: 0,
            body: Body::Dir { entries: BTreeMap::new(), parent: ROOT },
            names: 1,
            opens: 0,
        };
        Model { inodes: BTreeMap::from([(ROOT, root)]), next: ROOT + 1, handles: BTreeMap::new() }
    }

    fn may(&self, caller: Caller, id: Id, want: u32) -> Outcome<()> {
        let inode = &self.inodes[&id];
        if caller.uid == 0 {
            // The super-user executes a file only if somebody may.
            return Ok(());
        }
        let bits = match () {
            _ if inode.uid == caller.uid => inode.mode >> 6,
            _ if inode.gid == caller.uid => inode.mode >> 3,
            _ => inode.mode,
        };
        if bits & want == want { Ok(()) } else { Err(EACCES) }
    }

    fn entries(&self, id: Id) -> Outcome<&BTreeMap<Vec<u8>, Id>> {
        match &self.inodes[&id].body {
            Body::Dir { entries, .. } => Ok(entries),
            Body::File(_) => Err(ENOTDIR),
        }
    }

    fn entries_mut(&mut self, id: Id) -> &mut BTreeMap<Vec<u8>, Id> {
        match &mut self.inodes.get_mut(&id).expect("a live inode").body {
            Body::Dir { entries, .. } => entries,
            Body::File(_) => unreachable!("checked to be a directory"),
        }
    }

    fn is_dir(&self, id: Id) -> bool {
        matches!(self.inodes[&id].body, Body::Dir { .. })
    }

    fn parent(&self, id: Id) -> Id {
        match self.inodes[&id].body {
            Body::Dir { parent, .. } => parent,
            Body::File(_) => unreachable!("checked to be a directory"),
        }
    }

    /// Whether directory `dir` is `above`, or lies in it.
    fn is_within(&self, mut dir: Id, above: Id) -> bool {
        while dir != above && dir != ROOT {
            dir = self.parent(dir);
        }
        dir == above
    }

    /// path_resolution(7)
    fn find<'a>(&self, caller: Caller, path: &'a [u8]) -> Outcome<Found<'a>> {
        let mut found = self.find_parent(caller, path)?;
        if !found.name.is_empty() {
            found.id = self.step(caller, found.dir, found.name)?;
        }
        Ok(found)
    }

    /// As [`find`](Model::find), without a look at the last component.
    fn find_parent<'a>(&self, caller: Caller, path: &'a [u8]) -> Outcome<Found<'a>> {
        if path.is_empty() {
            return Err(ENOENT);
        }
        if path.len() > 4095 {
            return Err(ENAMETOOLONG);
        }
        let parts: Vec<&[u8]> = path.split(|&byte| byte == b'/').filter(|part| !part.is_empty()).collect();
        let mut at = ROOT;
        let Some((last, dirs)) = parts.split_last() else {
            return Ok(Found { dir: ROOT, name: b"", id: Some(ROOT), must_be_dir: true });
        };
        for part in dirs {
            at = self.step(caller, at, part)?.ok_or(ENOENT)?;
        }
        self.entries(at)?;
        self.may(caller, at, EXEC)?;
        Ok(Found { dir: at, name: last, id: None, must_be_dir: path.ends_with(b"/") })
    }

    /// As [`find`](Model::find); what a path with a slash at its end names must be a directory.
    fn find_kind<'a>(&self, caller: Caller, path: &'a [u8]) -> Outcome<Found<'a>> {
        let found = self.find(caller, path)?;
        match found.id {
            Some(id) if found.must_be_dir && !self.is_dir(id) => Err(ENOTDIR),
            _ => Ok(found),
        }
    }

    fn step(&self, caller: Caller, at: Id, part: &[u8]) -> Outcome<Option<Id>> {
        let entries = self.entries(at)?;
        self.may(caller, at, EXEC)?;
        if part.len() > 255 {
            return Err(ENAMETOOLONG);
        }
        Ok(match part {
            b"." => Some(at),
            b".." => Some(self.parent(at)),
            _ => entries.get(part).copied(),
        })
    }

    fn at(&self, caller: Caller, path: &[u8]) -> Outcome<Id> {
        self.find_kind(caller, path)?.id.ok_or(ENOENT)
    }

    fn add(&mut self, caller: Caller, dir: Id, name: &[u8], mode: u32, body: Body) -> Id {
        let parent = &self.inodes[&dir];
        let setgid = parent.mode & 0o2000 != 0;
        let gid = if setgid { parent.gid } else { caller.uid };
        let is_dir = matches!(body, Body::Dir { .. });
        let mut mode = mode & 0o7777;
        if is_dir && setgid {
            mode |= 0o2000;
        }
        // Nobody makes a set-group-id program for a group that he is not in.
        if !is_dir && mode & 0o2010 == 0o2010 && caller.uid != 0 && caller.uid != gid {
            mode &= !0o2000;
        }
        let id = self.next;
        self.next += 1;
        self.inodes.insert(id, Inode { mode, uid: caller.uid, gid, mtime: 0, body, names: 1, opens: 0 });
        self.entries_mut(dir).insert(name.to_vec(), id);
        self.touch(dir);
        id
    }

    fn touch(&mut self, id: Id) {
        self.inodes.get_mut(&id).expect("a live inode").mtime = 0;
    }

    /// The caller may remove or rename the entry: unlink(2), rename(2), with the sticky bit.
    fn may_delete(&self, caller: Caller, dir: Id, id: Id) -> Outcome<()> {
        self.may(caller, dir, WRITE | EXEC)?;
        let parent = &self.inodes[&dir];
        let sticky = parent.mode & 0o1000 != 0;
        if sticky && caller.uid != 0 && caller.uid != parent.uid && caller.uid != self.inodes[&id].uid {
            return Err(EPERM);
        }
        Ok(())
    }

    fn forget(&mut self, id: Id) {
        let inode = &self.inodes[&id];
        if inode.names == 0 && inode.opens == 0 {
            self.inodes.remove(&id);
        }
    }

    fn drop_name(&mut self, dir: Id, name: &[u8]) {
        let id = self.entries_mut(dir).remove(name).expect("the entry was found");
        self.touch(dir);
        self.inodes.get_mut(&id).expect("a live inode").names -= 1;
        self.forget(id);
    }

    fn stat_of(&self, id: Id) -> Stat {
        let inode = &self.inodes[&id];
        let (nlink, size) = match &inode.body {
            Body::File(data) => (inode.names, data.len() as u64),
            Body::Dir { entries, .. } => {
                let dirs = entries.values().filter(|id| self.is_dir(**id)).count() as u32;
                (if inode.names == 0 { 0 } else { 2 + dirs }, 0)
            }
        };
        Stat {
            is_dir: self.is_dir(id),
            mode: inode.mode,
            uid: inode.uid,
            gid: inode.gid,
            nlink,
            size,
            mtime: inode.mtime,
        }
    }

    fn resize(&mut self, id: Id, size: u64) -> Outcome<()> {
        let inode = self.inodes.get_mut(&id).expect("a live inode");
        let Body::File(data) = &mut inode.body else { return Err(EISDIR) };
        data.resize(size as usize, 0);
        inode.mtime = 0;
        Ok(())
    }

    /// Set-user-id and set-group-id bits go when somebody without privilege changes a file: inode(7).
    fn strip(&mut self, id: Id, caller_is_root: bool) {
        let inode = self.inodes.get_mut(&id).expect("a live inode");
        if !caller_is_root && matches!(inode.body, Body::File(_)) {
            inode.mode &= !0o4000;
            if inode.mode & 0o10 != 0 {
                inode.mode &= !0o2000;
            }
        }
    }

    fn owner(&self, caller: Caller, id: Id) -> Outcome<()> {
        if caller.uid == 0 || caller.uid == self.inodes[&id].uid { Ok(()) } else { Err(EPERM) }
    }
}

impl Api for Model {
    fn mkdir(&mut self, caller: Caller, path: &[u8], mode: u32) -> Outcome<()> {
        let found = self.find(caller, path)?;
        if found.id.is_some() {
            return Err(EEXIST);
        }
        self.may(caller, found.dir, WRITE | EXEC)?;
        let body = Body::Dir { entries: BTreeMap::new(), parent: found.dir };
        self.add(caller, found.dir, found.name, mode & 0o1777, body);
        Ok(())
    }

    fn rmdir(&mut self, caller: Caller, path: &[u8]) -> Outcome<()> {
        let found = self.find(caller, path)?;
        let id = found.id.ok_or(ENOENT)?;
        match found.name {
            b"" => return Err(EBUSY),
            b"." => return Err(EINVAL),
            b".." => return Err(ENOTEMPTY),
            _ => {}
        }
        self.may_delete(caller, found.dir, id)?;
        if !self.entries(id)?.is_empty() {
            return Err(ENOTEMPTY);
        }
        self.drop_name(found.dir, found.name);
        Ok(())
    }

    fn unlink(&mut self, caller: Caller, path: &[u8]) -> Outcome<()> {
        let found = self.find(caller, path)?;
        if matches!(found.name, b"" | b"." | b"..") {
            return Err(EISDIR);
        }
        let id = found.id.ok_or(ENOENT)?;
        if found.must_be_dir {
            return Err(if self.is_dir(id) { EISDIR } else { ENOTDIR });
        }
        self.may_delete(caller, found.dir, id)?;
        if self.is_dir(id) {
            return Err(EISDIR);
        }
        self.drop_name(found.dir, found.name);
        Ok(())
    }

    fn rename(&mut self, caller: Caller, from: &[u8], to: &[u8]) -> Outcome<()> {
        let from = self.find_parent(caller, from)?;
        let to = self.find_parent(caller, to)?;
        if matches!(from.name, b"" | b"." | b"..") || matches!(to.name, b"" | b"." | b"..") {
            return Err(EBUSY);
        }
        let id = self.step(caller, from.dir, from.name)?.ok_or(ENOENT)?;
        let to = Found { id: self.step(caller, to.dir, to.name)?, ..to };
        let is_dir = self.is_dir(id);
        if (from.must_be_dir || to.must_be_dir) && !is_dir {
            return Err(ENOTDIR);
        }
        // A directory cannot go into itself.
        if is_dir && self.is_within(to.dir, id) {
            return Err(EINVAL);
        }
        // Nor can something take the place of a directory that it is in.
        if to.id.is_some_and(|target| self.is_within(from.dir, target)) {
            return Err(ENOTEMPTY);
        }
        if to.id == Some(id) {
            return Ok(());
        }
        self.may_delete(caller, from.dir, id)?;
        match to.id {
            None => self.may(caller, to.dir, WRITE | EXEC)?,
            Some(target) => {
                self.may_delete(caller, to.dir, target)?;
                match (is_dir, self.is_dir(target)) {
                    (true, false) => return Err(ENOTDIR),
                    (false, true) => return Err(EISDIR),
                    _ => {}
                }
            }
        }
        // `..` of a directory that changes its parent is written.
        if is_dir && from.dir != to.dir {
            self.may(caller, id, WRITE)?;
        }
        if let Some(target) = to.id {
            if is_dir && !self.entries(target)?.is_empty() {
                return Err(ENOTEMPTY);
            }
            self.drop_name(to.dir, to.name);
        }
        self.entries_mut(from.dir).remove(from.name);
        self.entries_mut(to.dir).insert(to.name.to_vec(), id);
        if let Body::Dir { parent, .. } = &mut self.inodes.get_mut(&id).expect("a live inode").body {
            *parent = to.dir;
        }
        self.touch(from.dir);
        self.touch(to.dir);
        Ok(())
    }

    fn open(&mut self, caller: Caller, path: &[u8], how: How, mode: u32, handle: usize) -> Outcome<()> {
        // Linux looks at the slash before it looks for the file.
        let last = self.find_parent(caller, path)?;
        if how.create && last.must_be_dir && !matches!(last.name, b"." | b"..") {
            return Err(EISDIR);
        }
        let found = self.find_kind(caller, path)?;
        let id = match found.id {
            Some(_) if how.create && how.exclusive => return Err(EEXIST),
            Some(id) => {
                if self.is_dir(id) && (how.create || how.write || how.truncate) {
                    return Err(EISDIR);
                }
                let want = if how.read { READ } else { 0 } | if how.write { WRITE } else { 0 };
                self.may(caller, id, want)?;
                if how.truncate {
                    self.strip(id, caller.uid == 0);
                    self.resize(id, 0)?;
                }
                id
            }
            None if !how.create => return Err(ENOENT),
            None => {
                self.may(caller, found.dir, WRITE | EXEC)?;
                self.add(caller, found.dir, found.name, mode, Body::File(Vec::new()))
            }
        };
        self.inodes.get_mut(&id).expect("a live inode").opens += 1;
        self.handles.insert(handle, Handle { id, how, uid: caller.uid });
        Ok(())
    }

    fn close(&mut self, handle: usize) -> Outcome<()> {
        let handle = self.handles.remove(&handle).ok_or(EBADF)?;
        self.inodes.get_mut(&handle.id).expect("open inodes live").opens -= 1;
        self.forget(handle.id);
        Ok(())
    }

    fn write(&mut self, handle: usize, offset: u64, data: &[u8]) -> Outcome<usize> {
        let handle = self.handles.get(&handle).ok_or(EBADF)?.clone();
        if !handle.how.write {
            return Err(EBADF);
        }
        let inode = self.inodes.get_mut(&handle.id).expect("open inodes live");
        let Body::File(content) = &mut inode.body else { return Err(EISDIR) };
        if data.is_empty() {
            return Ok(0);
        }
        let offset = if handle.how.append { content.len() } else { offset as usize };
        if content.len() < offset + data.len() {
            content.resize(offset + data.len(), 0);
        }
        content[offset..offset + data.len()].copy_from_slice(data);
        inode.mtime = 0;
        Ok(data.len())
    }

    fn read(&mut self, handle: usize, offset: u64, len: usize) -> Outcome<Vec<u8>> {
        let handle = self.handles.get(&handle).ok_or(EBADF)?;
        if !handle.how.read {
            return Err(EBADF);
        }
        let Body::File(content) = &self.inodes[&handle.id].body else { return Err(EISDIR) };
        let start = (offset as usize).min(content.len());
        Ok(content[start..(start + len).min(content.len())].to_vec())
    }

    fn fstat(&mut self, handle: usize) -> Outcome<Stat> {
        Ok(self.stat_of(self.handles.get(&handle).ok_or(EBADF)?.id))
    }

    fn ftruncate(&mut self, handle: usize, size: u64) -> Outcome<()> {
        let handle = self.handles.get(&handle).ok_or(EBADF)?.clone();
        if !handle.how.write {
            return Err(EINVAL);
        }
        self.strip(handle.id, handle.uid == 0);
        self.resize(handle.id, size)
    }

    fn fsync(&mut self, handle: usize) -> Outcome<()> {
        self.handles.get(&handle).map(|_| ()).ok_or(EBADF)
    }

    fn stat(&mut self, caller: Caller, path: &[u8]) -> Outcome<Stat> {
        Ok(self.stat_of(self.at(caller, path)?))
    }

    fn truncate(&mut self, caller: Caller, path: &[u8], size: u64) -> Outcome<()> {
        let id = self.at(caller, path)?;
        if self.is_dir(id) {
            return Err(EISDIR);
        }
        self.may(caller, id, WRITE)?;
        self.strip(id, caller.uid == 0);
        self.resize(id, size)
    }

    fn chmod(&mut self, caller: Caller, path: &[u8], mode: u32) -> Outcome<()> {
        let id = self.at(caller, path)?;
        self.owner(caller, id)?;
        let inode = self.inodes.get_mut(&id).expect("a live inode");
        inode.mode = mode & 0o7777;
        // Outside the file's group nobody may set its set-group-id bit.
        if caller.uid != 0 && caller.uid != inode.gid {
            inode.mode &= !0o2000;
        }
        Ok(())
    }

    fn chown(&mut self, caller: Caller, path: &[u8], uid: u32, gid: u32) -> Outcome<()> {
        let id = self.at(caller, path)?;
        let inode = &self.inodes[&id];
        let own = caller.uid == inode.uid && uid == inode.uid && (gid == caller.uid || gid == inode.gid);
        if caller.uid != 0 && !own {
            return Err(EPERM);
        }
        let inode = self.inodes.get_mut(&id).expect("a live inode");
        inode.uid = uid;
        inode.gid = gid;
        if matches!(inode.body, Body::File(_)) {
            inode.mode &= !0o4000;
            if inode.mode & 0o10 != 0 {
                inode.mode &= !0o2000;
            }
        }
        Ok(())
    }

    fn utimens(&mut self, caller: Caller, path: &[u8], time: i64) -> Outcome<()> {
        let id = self.at(caller, path)?;
        self.owner(caller, id)?;
        self.inodes.get_mut(&id).expect("a live inode").mtime = time;
        Ok(())
    }

    fn list(&mut self, caller: Caller, path: &[u8]) -> Outcome<Vec<Vec<u8>>> {
        let id = self.at(caller, path)?;
        let names = self.entries(id)?.keys().cloned().collect();
        self.may(caller, id, READ)?;
        Ok(names)
    }
}
