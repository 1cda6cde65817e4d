//! The disk of a machine: files in memory that lose what a real disk may lose.
//!
//! - An operation takes effect when it completes, at a time of the seed's choice; two that overlap, in either order.
//! - A kill applies some of the operations in flight and drops the others; what was applied stays.
//! - A crash leaves what was synced, and of the rest any subset of 512-byte sectors, sizes and attributes of each file
//!   ([`content`]), and a prefix of the changes of names ([`names`]).
//! - It can be full, and it can fail operations.

mod content;
mod names;

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::time::Duration;

use super::node::{Death, Part, Process};
use super::{Inner, World};
use crate::buf::{ALIGN, Buf};
use crate::disk::{Allocation, BufResult, Disk, Extent, File, FileHandle, Metadata, OpenOptions, Space};
use crate::tasks::{LocalFuture, oneshot};
use content::{Change, Inode};
use names::Names;

/// How long an operation takes; a sync takes ten times that.
const OPERATION: (Duration, Duration) = (Duration::from_micros(10), Duration::from_micros(500));

/// Size that [`Disk::space`] reports when there is no limit.
const UNLIMITED_BYTES: u64 = 1 << 40;

/// Faults that a disk has, each one time in so many (0: never).
#[derive(Clone, Copy, Debug, Default)]
pub struct DiskFaults {
    /// Reads that fail with EIO.
    pub read_one_in: u64,
    /// Writes and allocations that fail with EIO, and have done some part.
    pub write_one_in: u64,
    /// Syncs that fail with EIO, and have made nothing durable.
    pub sync_one_in: u64,
}

#[derive(Default)]
pub(super) struct DiskState {
    names: Names,
    inodes: BTreeMap<u64, Inode>,
    next: u64,
    /// Most bytes of file content; `None`: no limit.
    capacity: Option<u64>,
    faults: DiskFaults,
    /// Operations in flight, by number, with what they are to do.
    flying: BTreeMap<u64, Operation>,
}

/// What an operation does when it completes. It answers its caller, if that still listens.
type Operation = Box<dyn FnOnce(&Inner, &mut DiskState)>;

impl DiskState {
    /// Bytes of the files that have a name or an opener. (What only a crash could bring back does not count.)
    fn used(&self) -> u64 {
        let named = self.names.now();
        let counted =
            self.inodes.iter().filter(|(number, inode)| inode.openers.get() > 0 || named.contains(number));
        counted.map(|(_, inode)| inode.bytes()).sum()
    }

    fn inode(&mut self, number: u64) -> io::Result<&mut Inode> {
        self.inodes.get_mut(&(number >> 1)).ok_or_else(|| io::ErrorKind::NotFound.into())
    }

    /// Forgets files that have neither a name nor an opener.
    fn collect(&mut self) {
        let named = self.names.inodes();
        self.inodes.retain(|number, inode| inode.openers.get() > 0 || named.contains(number));
    }

    /// Makes room for a change, or says that there is none.
    fn admit(&mut self, number: u64, change: &Change) -> io::Result<()> {
        let Some(capacity) = self.capacity else { return Ok(()) };
        let more = self.inode(number)?.growth(change);
        let full = more > 0 && self.used() + more > capacity;
        if full { Err(io::ErrorKind::StorageFull.into()) } else { Ok(()) }
    }
}

/// A machine's disk, as one process sees it.
pub struct SimDisk {
    part: Part,
    state: Rc<RefCell<DiskState>>,
}

#[derive(Debug)]
struct SimFile {
    /// Number of the inode, and in the lowest bit whether it is direct.
    number: u64,
    openers: Rc<Cell<u64>>,
}

impl FileHandle for SimFile {
    fn number(&self) -> u64 {
        self.number
    }
}

impl Drop for SimFile {
    fn drop(&mut self) {
        self.openers.set(self.openers.get() - 1);
    }
}

/// A process ends: operations in flight take effect or do not. At a crash, what was not synced is lost in part.
pub(super) fn end(world: &Rc<Inner>, process: Process, death: Death) {
    let state = world.nodes.borrow()[process.node].disk.clone();
    let flying = std::mem::take(&mut state.borrow_mut().flying);
    for operation in flying.into_values() {
        if world.one_in(2) {
            operation(world, &mut state.borrow_mut());
        }
    }
    let mut state = state.borrow_mut();
    if death == Death::Crash {
        state.names.crash(world);
        for inode in state.inodes.values_mut() {
            inode.crash(world);
        }
    }
    // The process's descriptors are closed with it.
    state.inodes.values_mut().for_each(|inode| inode.openers = Rc::default());
    state.collect();
}

impl SimDisk {
    pub(super) fn new(world: &Rc<Inner>, process: Process, state: Rc<RefCell<DiskState>>) -> SimDisk {
        SimDisk { part: Part { world: world.clone(), process }, state }
    }

    /// Limits what all files together may hold, in bytes (`None`: no limit). May be less than they hold now.
    pub fn capacity(&self, bytes: Option<u64>) {
        self.state.borrow_mut().capacity = bytes;
    }

    /// Sets which operations fail from now on.
    pub fn faults(&self, faults: DiskFaults) {
        self.state.borrow_mut().faults = faults;
    }

    /// Bytes that all files hold now.
    pub fn used(&self) -> u64 {
        self.state.borrow().used()
    }

    /// Begins an operation. `run` does it when it completes; never, if the process dies before and luck is against
    /// it.
    fn begin<T: 'static>(
        &self,
        slow: bool,
        run: impl FnOnce(&Inner, &mut DiskState) -> T + 'static,
    ) -> LocalFuture<'static, T> {
        let (sender, receiver) = oneshot();
        let world = &self.part.world;
        if self.part.alive() {
            let delay = world.between(OPERATION.0, OPERATION.1) * if slow { 10 } else { 1 };
            let mut state = self.state.borrow_mut();
            state.next += 1;
            let number = state.next;
            state.flying.insert(number, Box::new(move |world, state| sender.send(run(world, state))));
            let shared = self.state.clone();
            let node = self.part.process.node as u64;
            world.after(delay, move |world| {
                let operation = shared.borrow_mut().flying.remove(&number);
                if let Some(operation) = operation {
                    world.trace.note("disk", node, number);
                    operation(world, &mut shared.borrow_mut());
                }
            });
        }
        Box::pin(async move {
            match receiver.await {
                Some(value) => value,
                // The process is dead.
                None => std::future::pending().await,
            }
        })
    }
}

fn eio() -> io::Error {
    io::Error::from_raw_os_error(libc::EIO)
}

/// What O_DIRECT asks for.
fn aligned(file: u64, offset: u64, buf: &mut Buf) -> io::Result<()> {
    let direct = file & 1 == 1;
    let odd = |value: u64| !value.is_multiple_of(ALIGN as u64);
    if direct && (odd(offset) || odd(buf.len() as u64) || odd(buf.as_mut_ptr() as u64)) {
        return Err(io::ErrorKind::InvalidInput.into());
    }
    Ok(())
}

impl DiskState {
    fn open(&mut self, path: &Path, options: OpenOptions) -> io::Result<(File, bool)> {
        let found = self.names.find(path)?;
        let number = match found {
            Some(_) if options.exclusive && options.create => return Err(io::ErrorKind::AlreadyExists.into()),
            Some(number) => number,
            None if options.create => {
                self.next += 1;
                self.names.create(path, self.next)?;
                self.inodes.insert(self.next, Inode::default());
                self.next
            }
            None => return Err(io::ErrorKind::NotFound.into()),
        };
        let openers = self.inodes.get(&number).ok_or_else(eio)?.openers.clone();
        openers.set(openers.get() + 1);
        let number = number << 1 | u64::from(options.direct);
        Ok((File(Rc::new(SimFile { number, openers })), options.direct))
    }

    fn change(&mut self, number: u64, change: Change, now: i64) -> io::Result<()> {
        self.admit(number, &change)?;
        self.inode(number)?.apply(change, now);
        Ok(())
    }
}

impl Disk for SimDisk {
    fn open(&self, path: &Path, options: OpenOptions) -> LocalFuture<'static, io::Result<(File, bool)>> {
        let path = path.to_owned();
        self.begin(false, move |_, state| state.open(&path, options))
    }

    fn read(&self, file: &File, offset: u64, mut buf: Buf) -> LocalFuture<'static, BufResult<usize>> {
        // The handle stays open until then.
        let file = file.clone();
        self.begin(false, move |world, state| {
            let number = file.0.number();
            if world.one_in(state.faults.read_one_in) {
                return (Err(eio()), buf);
            }
            let checked = aligned(number, offset, &mut buf);
            let result = checked.and_then(|()| Ok(state.inode(number)?.read(offset, &mut buf)));
            (result, buf)
        })
    }

    fn write(&self, file: &File, offset: u64, mut buf: Buf) -> LocalFuture<'static, BufResult<()>> {
        let file = file.clone();
        let node = self.part.process.node;
        self.begin(false, move |world, state| {
            let number = file.0.number();
            let now = world.node_timestamp(node).0;
            let failed = world.one_in(state.faults.write_one_in);
            let len = if failed { world.below(buf.len() as u64 + 1) as usize } else { buf.len() };
            let result = aligned(number, offset, &mut buf).and_then(|()| {
                let change = Change::Write { offset, bytes: buf[..len].to_vec() };
                state.change(number, change, now)
            });
            (if failed { Err(eio()) } else { result }, buf)
        })
    }

    fn sync(&self, file: &File) -> LocalFuture<'static, io::Result<()>> {
        let file = file.clone();
        // Only what was written before the call counts; what completes meanwhile is not waited for.
        let end = match self.state.borrow_mut().inode(file.0.number()) {
            Ok(inode) => inode.change_count(),
            Err(_) => 0,
        };
        self.begin(true, move |world, state| {
            if world.one_in(state.faults.sync_one_in) {
                return Err(eio());
            }
            state.inode(file.0.number())?.sync(end);
            Ok(())
        })
    }

    fn truncate(&self, file: &File, size: u64) -> LocalFuture<'static, io::Result<()>> {
        let file = file.clone();
        let node = self.part.process.node;
        self.begin(false, move |world, state| {
            let now = world.node_timestamp(node).0;
            state.change(file.0.number(), Change::Truncate(size), now)
        })
    }

    fn allocate(
        &self,
        file: &File,
        what: Allocation,
        offset: u64,
        len: u64,
    ) -> LocalFuture<'static, io::Result<()>> {
        let file = file.clone();
        let node = self.part.process.node;
        self.begin(false, move |world, state| {
            let now = world.node_timestamp(node).0;
            let failed = world.one_in(state.faults.write_one_in);
            let len = if failed { world.below(len) } else { len };
            let change = Change::Allocate { what, range: offset..offset + len };
            let result = if len == 0 && !failed {
                Err(io::ErrorKind::InvalidInput.into())
            } else {
                state.change(file.0.number(), change, now)
            };
            if failed { Err(eio()) } else { result }
        })
    }

    fn seek(&self, file: &File, what: Extent, offset: u64) -> LocalFuture<'static, io::Result<Option<u64>>> {
        let file = file.clone();
        self.begin(false, move |_, state| Ok(state.inode(file.0.number())?.seek(what, offset)))
    }

    fn metadata(&self, file: &File) -> LocalFuture<'static, io::Result<Metadata>> {
        let file = file.clone();
        self.begin(false, move |_, state| Ok(state.inode(file.0.number())?.metadata()))
    }

    fn xattr(&self, file: &File, name: &str) -> LocalFuture<'static, io::Result<Option<Vec<u8>>>> {
        let (file, name) = (file.clone(), name.to_owned());
        self.begin(false, move |_, state| Ok(state.inode(file.0.number())?.xattr(&name)))
    }

    fn set_xattr(&self, file: &File, name: &str, value: &[u8]) -> LocalFuture<'static, io::Result<()>> {
        let file = file.clone();
        let change = Change::Xattr(name.to_owned(), value.to_vec());
        let node = self.part.process.node;
        self.begin(false, move |world, state| {
            let now = world.node_timestamp(node).0;
            state.change(file.0.number(), change, now)
        })
    }

    fn create_dirs(&self, path: &Path) -> LocalFuture<'static, io::Result<()>> {
        let path = path.to_owned();
        self.begin(false, move |_, state| state.names.create_dirs(&path))
    }

    fn rename(&self, from: &Path, to: &Path) -> LocalFuture<'static, io::Result<()>> {
        let (from, to) = (from.to_owned(), to.to_owned());
        self.begin(false, move |_, state| {
            state.names.rename(&from, &to)?;
            state.collect();
            Ok(())
        })
    }

    fn remove(&self, path: &Path) -> LocalFuture<'static, io::Result<()>> {
        let path = path.to_owned();
        self.begin(false, move |_, state| {
            state.names.remove(&path)?;
            state.collect();
            Ok(())
        })
    }

    fn list(&self, path: &Path) -> LocalFuture<'static, io::Result<Vec<PathBuf>>> {
        let path = path.to_owned();
        self.begin(false, move |_, state| state.names.list(&path))
    }

    fn sync_dir(&self, path: &Path) -> LocalFuture<'static, io::Result<()>> {
        let path = path.to_owned();
        self.begin(true, move |world, state| {
            if world.one_in(state.faults.sync_one_in) {
                return Err(eio());
            }
            state.names.sync(&path);
            state.collect();
            Ok(())
        })
    }

    fn space(&self, _path: &Path) -> LocalFuture<'static, io::Result<Space>> {
        self.begin(false, move |_, state| {
            let total = state.capacity.unwrap_or(UNLIMITED_BYTES);
            Ok(Space { bytes_total: total, bytes_free: total.saturating_sub(state.used()) })
        })
    }
}

impl World {
    /// Operations that a machine's disk has in flight.
    pub fn disk_operations(&self, node: &super::SimNode) -> usize {
        self.inner.nodes.borrow()[node.index()].disk.borrow().flying.len()
    }
}

#[cfg(test)]
mod tests;
