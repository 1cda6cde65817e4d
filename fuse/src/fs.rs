//! The kernel's requests, each answered by a call or two of the client.
//!
//! The kernel checks permissions, by the attributes that it is given, and servers check them again, for the user and groups
//! of whoever makes a request. It is told to believe names and attributes for as long as the options say, which is not at
//! all by default.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use fuser::{
    BsdFileFlags, CopyFileRangeFlags, Errno, FileHandle, FileType, Filesystem, FopenFlags, Generation,
    INodeNo, InitFlags, KernelConfig, LockOwner, OpenFlags, RenameFlags, ReplyAttr, ReplyCreate, ReplyData,
    ReplyDirectory, ReplyDirectoryPlus, ReplyEmpty, ReplyEntry, ReplyLseek, ReplyOpen, ReplyStatfs,
    ReplyWrite, ReplyXattr, Request, TimeOrNow, WriteFlags,
};
use osmia_client::{
    Allocate, Client, Error, InodeId, Node, NodeEntry, NodeFile, NodeRef, Nodes, OpenOptions, SetAttr,
    SetTime,
};
use parking_lot::Mutex;

use crate::attr::{attr, errno, kind_of_entry, set_time};
use crate::caller;
use crate::handles::Handles;
use crate::listing::{BEHIND_PARENT, BEHIND_SELF, Listing};
use crate::options::Options;
use crate::table::{Known, Table};

/// Opened to be executed: `__FMODE_EXEC` of the kernel, which it passes on.
const OPEN_TO_EXECUTE: i32 = 0x20;
/// Ids are never used again.
const GENERATION: Generation = Generation(0);
/// Bytes of what statfs counts in.
const BLOCK_BYTES: u32 = 4096;
/// Bytes that one copy moves at most: a whole number of pages that 32 bits hold, and soon enough done that the caller can be
/// told of how far it is.
const COPY_BYTES_MAX: u64 = 64 << 20;
const SET_USER_ID: u32 = 0o4000;
const SET_GROUP_ID: u32 = 0o2000;
const GROUP_EXECUTE: u32 = 0o010;

/// A mounted Osmia.
pub(crate) struct Osmia {
    client: Client,
    options: Options,
    /// The kernel maps pages of files that bypass its page cache.
    maps_direct: bool,
    table: Table,
    files: Handles<NodeFile>,
    dirs: Handles<Mutex<Listing>>,
    /// Dropped when the kernel's last request has been served.
    _ended: std::sync::mpsc::Sender<std::convert::Infallible>,
}

type Answer<T> = Result<T, Errno>;

impl Osmia {
    pub(crate) fn new(
        client: Client,
        options: Options,
        ended: std::sync::mpsc::Sender<std::convert::Infallible>,
    ) -> Osmia {
        Osmia {
            client,
            options,
            maps_direct: false,
            table: Table::new(),
            files: Handles::new(),
            dirs: Handles::new(),
            _ended: ended,
        }
    }

    /// Calls of whoever makes a request.
    fn nodes(&self, request: &Request) -> Nodes {
        self.client.nodes(caller::of(request))
    }

    fn known(&self, id: INodeNo) -> Answer<Known> {
        self.table.get(id.0).ok_or(Errno::ESTALE)
    }

    fn at(&self, id: INodeNo) -> Answer<NodeRef> {
        self.known(id).map(|known| known.at)
    }

    fn file(&self, handle: FileHandle) -> Answer<Arc<NodeFile>> {
        self.files.get(handle).ok_or(Errno::EBADF)
    }

    fn dir(&self, handle: FileHandle) -> Answer<Arc<Mutex<Listing>>> {
        self.dirs.get(handle).ok_or(Errno::EBADF)
    }

    /// Answers with a name's inode, which the kernel then knows.
    fn entry(&self, parent: INodeNo, found: Result<Node, Error>, reply: ReplyEntry) {
        match found {
            Ok(node) => {
                self.table.told(parent.0, &node);
                let Options { entry_timeout, attr_timeout, .. } = &self.options;
                reply.entry_with_ttls(attr_timeout, entry_timeout, &attr(&node), GENERATION);
            }
            Err(error) => reply.error(errno(&error)),
        }
    }

    fn set(
        &self,
        request: &Request,
        id: INodeNo,
        mut change: SetAttr,
        handle: Option<FileHandle>,
    ) -> Answer<Node> {
        let at = self.at(id)?;
        // ftruncate(2): whoever has opened it was allowed to write.
        if let (Some(size), Some(handle)) = (change.size, handle) {
            self.file(handle)?.truncate(size).map_err(|error| errno(&error))?;
            change.size = None;
        }
        let nodes = self.nodes(request);
        let nothing_more = change.mode.is_none()
            && change.uid.is_none()
            && change.gid.is_none()
            && change.size.is_none()
            && (change.atime, change.mtime) == (SetTime::Keep, SetTime::Keep);
        let node = if nothing_more { nodes.getattr(&at) } else { nodes.setattr(&at, &change) };
        let node = node.map_err(|error| errno(&error))?;
        self.table.seen(&node);
        Ok(node)
    }

    fn open_file(&self, request: &Request, id: INodeNo, flags: OpenFlags) -> Answer<NodeFile> {
        let at = self.at(id)?;
        let mut caller = caller::of(request);
        if flags.0 & OPEN_TO_EXECUTE != 0 {
            // Who may execute a file, as the kernel has found, need not be allowed to read it.
            caller = caller::ROOT;
        }
        if flags.0 & libc::O_TRUNC != 0 && flags.0 & libc::O_ACCMODE == libc::O_RDONLY {
            // open(2) leaves it open what this does; Linux cuts the file, for who may write to it.
            let change = SetAttr { size: Some(0), ..SetAttr::default() };
            let cut = self.client.nodes(caller.clone()).setattr(&at, &change);
            self.table.seen(&cut.map_err(|error| errno(&error))?);
        }
        let options = open_options(flags.0)?;
        self.client.nodes(caller).open(&at, &options).map_err(|error| errno(&error))
    }

    /// How the kernel is to treat an open file.
    fn treatment(&self, file: &NodeFile) -> FopenFlags {
        let mut flags = FopenFlags::empty();
        // Without either flag, it forgets the file's pages at each open.
        flags.set(FopenFlags::FOPEN_DIRECT_IO, !self.options.page_cache && self.maps_direct);
        // Who only reads has nothing to be told when it closes.
        flags.set(FopenFlags::FOPEN_NOFLUSH, !file.writes());
        flags
    }

    fn write_file(
        &self,
        id: INodeNo,
        handle: FileHandle,
        offset: u64,
        data: &[u8],
        how: WriteFlags,
        flags: OpenFlags,
    ) -> Answer<()> {
        let file = self.file(handle)?;
        if how.contains(WriteFlags::FUSE_WRITE_KILL_SUIDGID) {
            self.clear_ids(id)?;
        }
        // Pages that the kernel had have their place, also in a file that is open for appending.
        let append = flags.0 & libc::O_APPEND != 0 && !how.contains(WriteFlags::FUSE_WRITE_CACHE);
        file.write(data, offset, append).map_err(|error| errno(&error))?;
        if flags.0 & libc::O_DSYNC != 0 {
            file.fsync().map_err(|error| errno(&error))?;
        }
        Ok(())
    }

    /// Another's write takes set-user-id and set-group-id away.
    fn clear_ids(&self, id: INodeNo) -> Answer<()> {
        let Known { at, mode, .. } = self.known(id)?;
        let mut cleared = mode & !SET_USER_ID;
        if mode & GROUP_EXECUTE != 0 {
            cleared &= !SET_GROUP_ID;
        }
        if cleared == mode {
            return Ok(());
        }
        let change = SetAttr { mode: Some(cleared & 0o7777), ..SetAttr::default() };
        let node = self.client.nodes(caller::ROOT).setattr(&at, &change).map_err(|error| errno(&error))?;
        self.table.seen(&node);
        Ok(())
    }

    /// Delivers a directory's entries from `offset` on. `deliver` takes inode, position, kind, name and what is known of the
    /// inode, and says whether it was the last to fit.
    fn list(
        &self,
        id: INodeNo,
        handle: FileHandle,
        mut offset: u64,
        attributes: bool,
        mut deliver: impl FnMut(u64, u64, FileType, &[u8], Option<&NodeEntry>) -> bool,
    ) -> Answer<()> {
        let listing = self.dir(handle)?;
        let mut listing = listing.lock();
        if offset < BEHIND_SELF {
            if deliver(id.0, BEHIND_SELF, FileType::Directory, b".", None) {
                return Ok(());
            }
            offset = BEHIND_SELF;
        }
        if offset < BEHIND_PARENT {
            let parent = self.table.get(id.0).map_or(id.0, |known| known.parent);
            if deliver(parent, BEHIND_PARENT, FileType::Directory, b"..", None) {
                return Ok(());
            }
            offset = BEHIND_PARENT;
        }
        let read = listing.read(offset, attributes, |(entry, position)| {
            deliver(entry.id.0, position, kind_of_entry(entry.kind), &entry.name, Some(entry))
        });
        read.map_err(|error| errno(&error))
    }

    /// Asks for attributes only where they are believed for a while.
    fn plus(&self) -> Duration {
        self.options.entry_timeout.min(self.options.attr_timeout)
    }
}

/// How a file is opened; what the kernel does itself is left out, and so is a cut by who only reads.
fn open_options(flags: i32) -> Answer<OpenOptions> {
    let reads = flags & libc::O_ACCMODE == libc::O_RDONLY;
    let kept = libc::O_ACCMODE | libc::O_TRUNC | libc::O_APPEND | libc::O_EXCL | libc::O_CREAT;
    let options = OpenOptions::from_flags(flags & kept, 0).map_err(|error| errno(&error))?;
    Ok(if reads { options.truncate(false).append(false) } else { options })
}

/// Ends a request that is answered with nothing.
fn empty<T>(done: Result<T, Error>, reply: ReplyEmpty) {
    empty_answer(done.map_err(|error| errno(&error)), reply);
}

fn empty_answer<T>(done: Answer<T>, reply: ReplyEmpty) {
    match done {
        Ok(_) => reply.ok(),
        Err(errno) => reply.error(errno),
    }
}

fn bytes(name: &OsStr) -> &[u8] {
    name.as_bytes()
}

fn dir_id(id: INodeNo) -> InodeId {
    InodeId(id.0)
}

/// Gives what extended attributes are asked with a size for: 0 asks for the size.
fn xattr(value: Result<Vec<u8>, Error>, size: u32, reply: ReplyXattr) {
    match value {
        Ok(value) if size == 0 => reply.size(value.len() as u32),
        Ok(value) if value.len() > size as usize => reply.error(Errno::ERANGE),
        Ok(value) => reply.data(&value),
        Err(error) => reply.error(errno(&error)),
    }
}

impl Filesystem for Osmia {
    fn init(&mut self, _request: &Request, config: &mut KernelConfig) -> std::io::Result<()> {
        let mut wanted = InitFlags::FUSE_ATOMIC_O_TRUNC
            | InitFlags::FUSE_PARALLEL_DIROPS
            | InitFlags::FUSE_HANDLE_KILLPRIV_V2
            | InitFlags::FUSE_ASYNC_DIO
            | InitFlags::FUSE_AUTO_INVAL_DATA
            | InitFlags::FUSE_DIRECT_IO_ALLOW_MMAP;
        if !self.plus().is_zero() {
            wanted |= InitFlags::FUSE_DO_READDIRPLUS | InitFlags::FUSE_READDIRPLUS_AUTO;
        }
        for capability in wanted.iter() {
            if config.add_capabilities(capability).is_err() {
                tracing::info!(?capability, "this kernel does not have it");
            }
        }
        self.maps_direct = config.capabilities().contains(InitFlags::FUSE_DIRECT_IO_ALLOW_MMAP);
        // The nearest value is as good.
        if let Err(nearest) = config.set_max_write(self.options.max_write) {
            let _ = config.set_max_write(nearest);
        }
        if let Some(bytes) = self.options.max_readahead
            && let Err(nearest) = config.set_max_readahead(bytes)
        {
            let _ = config.set_max_readahead(nearest);
        }
        let _ = config.set_max_background(self.options.threads.clamp(16, 1024) as u16);
        Ok(())
    }

    fn lookup(&self, request: &Request, parent: INodeNo, name: &OsStr, reply: ReplyEntry) {
        let found = self.nodes(request).lookup(dir_id(parent), bytes(name));
        self.entry(parent, found, reply);
    }

    fn forget(&self, _request: &Request, id: INodeNo, lookups: u64) {
        self.table.forget(id.0, lookups);
    }

    fn getattr(&self, request: &Request, id: INodeNo, _handle: Option<FileHandle>, reply: ReplyAttr) {
        let found = self.at(id).and_then(|at| {
            let node = self.nodes(request).getattr(&at).map_err(|error| errno(&error))?;
            self.table.seen(&node);
            Ok(node)
        });
        match found {
            Ok(node) => reply.attr(&self.options.attr_timeout, &attr(&node)),
            Err(errno) => reply.error(errno),
        }
    }

    fn setattr(
        &self,
        request: &Request,
        id: INodeNo,
        mode: Option<u32>,
        uid: Option<u32>,
        gid: Option<u32>,
        size: Option<u64>,
        atime: Option<TimeOrNow>,
        mtime: Option<TimeOrNow>,
        _ctime: Option<SystemTime>,
        handle: Option<FileHandle>,
        _crtime: Option<SystemTime>,
        _chgtime: Option<SystemTime>,
        _bkuptime: Option<SystemTime>,
        _flags: Option<BsdFileFlags>,
        reply: ReplyAttr,
    ) {
        let (atime, mtime) = (set_time(atime), set_time(mtime));
        let change = SetAttr { mode, uid, gid, size, atime, mtime };
        match self.set(request, id, change, handle) {
            Ok(node) => reply.attr(&self.options.attr_timeout, &attr(&node)),
            Err(errno) => reply.error(errno),
        }
    }

    fn readlink(&self, request: &Request, id: INodeNo, reply: ReplyData) {
        let target =
            self.at(id).and_then(|at| self.nodes(request).readlink(&at).map_err(|error| errno(&error)));
        match target {
            Ok(target) => reply.data(&target),
            Err(errno) => reply.error(errno),
        }
    }

    fn mknod(
        &self,
        request: &Request,
        parent: INodeNo,
        name: &OsStr,
        mode: u32,
        _umask: u32,
        rdev: u32,
        reply: ReplyEntry,
    ) {
        let made = self.nodes(request).mknod(dir_id(parent), bytes(name), mode, rdev.into());
        self.entry(parent, made, reply);
    }

    fn mkdir(
        &self,
        request: &Request,
        parent: INodeNo,
        name: &OsStr,
        mode: u32,
        _umask: u32,
        reply: ReplyEntry,
    ) {
        let made = self.nodes(request).mkdir(dir_id(parent), bytes(name), mode);
        self.entry(parent, made, reply);
    }

    fn unlink(&self, request: &Request, parent: INodeNo, name: &OsStr, reply: ReplyEmpty) {
        empty(self.nodes(request).unlink(dir_id(parent), bytes(name)), reply);
    }

    fn rmdir(&self, request: &Request, parent: INodeNo, name: &OsStr, reply: ReplyEmpty) {
        empty(self.nodes(request).rmdir(dir_id(parent), bytes(name)), reply);
    }

    fn symlink(&self, request: &Request, parent: INodeNo, name: &OsStr, target: &Path, reply: ReplyEntry) {
        let made = self.nodes(request).symlink(dir_id(parent), bytes(name), bytes(target.as_os_str()));
        self.entry(parent, made, reply);
    }

    fn rename(
        &self,
        request: &Request,
        parent: INodeNo,
        name: &OsStr,
        new_parent: INodeNo,
        new_name: &OsStr,
        flags: RenameFlags,
        reply: ReplyEmpty,
    ) {
        let (from, to) = ((dir_id(parent), bytes(name)), (dir_id(new_parent), bytes(new_name)));
        empty(self.nodes(request).rename(from, to, flags.bits()), reply);
    }

    fn link(&self, request: &Request, id: INodeNo, parent: INodeNo, name: &OsStr, reply: ReplyEntry) {
        match self.at(id) {
            Ok(at) => {
                let made = self.nodes(request).link(&at, dir_id(parent), bytes(name));
                self.entry(parent, made, reply);
            }
            Err(errno) => reply.error(errno),
        }
    }

    fn open(&self, request: &Request, id: INodeNo, flags: OpenFlags, reply: ReplyOpen) {
        match self.open_file(request, id, flags) {
            Ok(file) => {
                let treatment = self.treatment(&file);
                reply.opened(self.files.add(file), treatment);
            }
            Err(errno) => reply.error(errno),
        }
    }

    fn create(
        &self,
        request: &Request,
        parent: INodeNo,
        name: &OsStr,
        mode: u32,
        _umask: u32,
        flags: i32,
        reply: ReplyCreate,
    ) {
        let made = open_options(flags | libc::O_CREAT).and_then(|options| {
            let nodes = self.nodes(request);
            nodes.create(dir_id(parent), bytes(name), &options.mode(mode)).map_err(|error| errno(&error))
        });
        match made {
            Ok((node, file)) => {
                self.table.told(parent.0, &node);
                let treatment = self.treatment(&file);
                // One time for both.
                let ttl = self.plus();
                reply.created(&ttl, &attr(&node), GENERATION, self.files.add(file), treatment);
            }
            Err(errno) => reply.error(errno),
        }
    }

    fn read(
        &self,
        _request: &Request,
        _id: INodeNo,
        handle: FileHandle,
        offset: u64,
        size: u32,
        _flags: OpenFlags,
        _lock_owner: Option<LockOwner>,
        reply: ReplyData,
    ) {
        let read = self.file(handle).and_then(|file| {
            let mut into = vec![0; size as usize];
            let bytes = file.read(&mut into, offset).map_err(|error| errno(&error))?;
            into.truncate(bytes);
            Ok(into)
        });
        match read {
            Ok(bytes) => reply.data(&bytes),
            Err(errno) => reply.error(errno),
        }
    }

    fn write(
        &self,
        _request: &Request,
        id: INodeNo,
        handle: FileHandle,
        offset: u64,
        data: &[u8],
        how: WriteFlags,
        flags: OpenFlags,
        _lock_owner: Option<LockOwner>,
        reply: ReplyWrite,
    ) {
        match self.write_file(id, handle, offset, data, how, flags) {
            Ok(()) => reply.written(data.len() as u32),
            Err(errno) => reply.error(errno),
        }
    }

    fn flush(
        &self,
        _request: &Request,
        _id: INodeNo,
        handle: FileHandle,
        _owner: LockOwner,
        reply: ReplyEmpty,
    ) {
        let done = self.file(handle).and_then(|file| file.report().map_err(|error| errno(&error)));
        empty_answer(done, reply);
    }

    fn release(
        &self,
        _request: &Request,
        _id: INodeNo,
        handle: FileHandle,
        _flags: OpenFlags,
        _lock_owner: Option<LockOwner>,
        _flush: bool,
        reply: ReplyEmpty,
    ) {
        match self.files.remove(handle) {
            Some(file) => empty(file.close(), reply),
            None => reply.error(Errno::EBADF),
        }
    }

    fn fsync(&self, _request: &Request, _id: INodeNo, handle: FileHandle, _data: bool, reply: ReplyEmpty) {
        let done = self.file(handle).and_then(|file| file.fsync().map_err(|error| errno(&error)));
        empty_answer(done, reply);
    }

    fn fallocate(
        &self,
        _request: &Request,
        _id: INodeNo,
        handle: FileHandle,
        offset: u64,
        length: u64,
        mode: i32,
        reply: ReplyEmpty,
    ) {
        let done = self.file(handle).and_then(|file| {
            let what = Allocate::from_mode(mode as u32).ok_or(Errno::EOPNOTSUPP)?;
            file.allocate(what, offset, length).map_err(|error| errno(&error))
        });
        empty_answer(done, reply);
    }

    fn lseek(
        &self,
        _request: &Request,
        _id: INodeNo,
        handle: FileHandle,
        offset: i64,
        whence: i32,
        reply: ReplyLseek,
    ) {
        // The kernel asks for holes and data only.
        let found = self.file(handle).and_then(|file| {
            let offset = u64::try_from(offset).map_err(|_| Errno::ENXIO)?;
            let found = match whence {
                libc::SEEK_DATA => file.seek_data(offset),
                libc::SEEK_HOLE => file.seek_hole(offset),
                _ => return Err(Errno::EINVAL),
            };
            found.map_err(|error| errno(&error))
        });
        match found.map(i64::try_from) {
            Ok(Ok(offset)) => reply.offset(offset),
            Ok(Err(_)) => reply.error(Errno::EOVERFLOW),
            Err(errno) => reply.error(errno),
        }
    }

    fn copy_file_range(
        &self,
        _request: &Request,
        _from: INodeNo,
        from_handle: FileHandle,
        from_offset: u64,
        _to: INodeNo,
        to_handle: FileHandle,
        to_offset: u64,
        length: u64,
        _flags: CopyFileRangeFlags,
        reply: ReplyWrite,
    ) {
        let copied = self.file(from_handle).and_then(|from| {
            let to = self.file(to_handle)?;
            // What the answer can tell.
            let length = length.min(COPY_BYTES_MAX);
            from.copy_range(from_offset, &to, to_offset, length).map_err(|error| errno(&error))
        });
        match copied {
            Ok(bytes) => reply.written(bytes as u32),
            Err(errno) => reply.error(errno),
        }
    }

    fn opendir(&self, request: &Request, id: INodeNo, _flags: OpenFlags, reply: ReplyOpen) {
        let opened =
            self.at(id).and_then(|at| self.nodes(request).open_dir(&at).map_err(|error| errno(&error)));
        match opened {
            Ok(dir) => {
                let handle = self.dirs.add(Mutex::new(Listing::new(dir)));
                reply.opened(handle, FopenFlags::empty());
            }
            Err(errno) => reply.error(errno),
        }
    }

    fn readdir(
        &self,
        _request: &Request,
        id: INodeNo,
        handle: FileHandle,
        offset: u64,
        mut reply: ReplyDirectory,
    ) {
        let listed = self.list(id, handle, offset, false, |id, position, kind, name, _| {
            reply.add(INodeNo(id), position, kind, OsStr::from_bytes(name))
        });
        match listed {
            Ok(()) => reply.ok(),
            Err(errno) => reply.error(errno),
        }
    }

    fn readdirplus(
        &self,
        request: &Request,
        id: INodeNo,
        handle: FileHandle,
        offset: u64,
        mut reply: ReplyDirectoryPlus,
    ) {
        let (nodes, ttl) = (self.nodes(request), self.plus());
        let listed = self.list(id, handle, offset, true, |_, position, _, name, entry| {
            let node = match entry {
                // The kernel takes no more than the number of these two.
                None => nodes.getattr(&NodeRef::ROOT).ok(),
                Some(entry) => match &entry.node {
                    Some(node) => Some(node.clone()),
                    None => nodes.lookup(dir_id(id), &entry.name).ok(),
                },
            };
            // What is gone by now need not be listed.
            let Some(node) = node else { return false };
            let full = reply.add(
                INodeNo(node.metadata.id.0),
                position,
                OsStr::from_bytes(name),
                &ttl,
                &attr(&node),
                GENERATION,
            );
            if !full && entry.is_some() {
                self.table.told(id.0, &node);
            }
            full
        });
        match listed {
            Ok(()) => reply.ok(),
            Err(errno) => reply.error(errno),
        }
    }

    fn releasedir(
        &self,
        _request: &Request,
        _id: INodeNo,
        handle: FileHandle,
        _flags: OpenFlags,
        reply: ReplyEmpty,
    ) {
        match self.dirs.remove(handle) {
            Some(listing) => empty(listing.lock().dir.close(), reply),
            None => reply.error(Errno::EBADF),
        }
    }

    fn fsyncdir(&self, _request: &Request, _id: INodeNo, handle: FileHandle, _data: bool, reply: ReplyEmpty) {
        let done =
            self.dir(handle).and_then(|listing| listing.lock().dir.fsync().map_err(|error| errno(&error)));
        empty_answer(done, reply);
    }

    fn statfs(&self, request: &Request, _id: INodeNo, reply: ReplyStatfs) {
        match self.nodes(request).statfs() {
            Ok(room) => {
                let blocks = |bytes: u64| bytes / u64::from(BLOCK_BYTES);
                let free = blocks(room.bytes_free);
                // There is no bound of inodes but the room for them.
                let (files, files_free) = (room.inodes + 1 + free, free);
                let (total, name) = (blocks(room.bytes_total), room.name_bytes_max);
                reply.statfs(total, free, free, files, files_free, BLOCK_BYTES, name, BLOCK_BYTES);
            }
            Err(error) => reply.error(errno(&error)),
        }
    }

    fn setxattr(
        &self,
        request: &Request,
        id: INodeNo,
        name: &OsStr,
        value: &[u8],
        flags: i32,
        _position: u32,
        reply: ReplyEmpty,
    ) {
        match self.at(id) {
            Ok(at) => empty(self.nodes(request).setxattr(&at, bytes(name), value, flags as u32), reply),
            Err(errno) => reply.error(errno),
        }
    }

    fn getxattr(&self, request: &Request, id: INodeNo, name: &OsStr, size: u32, reply: ReplyXattr) {
        match self.at(id) {
            Ok(at) => xattr(self.nodes(request).getxattr(&at, bytes(name)), size, reply),
            Err(errno) => reply.error(errno),
        }
    }

    fn listxattr(&self, request: &Request, id: INodeNo, size: u32, reply: ReplyXattr) {
        match self.at(id) {
            Ok(at) => xattr(self.nodes(request).listxattr(&at), size, reply),
            Err(errno) => reply.error(errno),
        }
    }

    fn removexattr(&self, request: &Request, id: INodeNo, name: &OsStr, reply: ReplyEmpty) {
        match self.at(id) {
            Ok(at) => empty(self.nodes(request).removexattr(&at, bytes(name)), reply),
            Err(errno) => reply.error(errno),
        }
    }
}
