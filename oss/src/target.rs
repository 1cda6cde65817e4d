//! A target with the store `file`: one local file per object (docs/on-disk.md, "file store").
//!
//! `TARGET/objects/xx/yy/<inode, 16 hexadecimal digits>.<stripe>`; 256 consecutive inodes of a partition share a directory. The
//! file's bytes are the object's bytes and its size is the object's size. Truncate generation and layout version lie in an
//! extended attribute, or in the shard's index where the file system has none.
//!
//! An object that was never written has no file, and reads as zeros. A removed one is refused
//! ([`crate::index::Index::mark_removed`]).
//!
//! Invariant: a file is opened in one mode only, direct where the file system can, so direct and buffered I/O never meet on
//! a page. (What the kernel zeroes in its cache, of blocks that are cut or punched in part, it writes back itself before
//! direct I/O.) Direct writes of parts of blocks read the block, merge and write it under a range lock; where the file then
//! ends in the middle of a block, its size is set after the write, with everything behind it locked.
//!
//! Read in this order: this file (which objects there are), `object` (reading and writing one), `ranges`, `attributes`.

mod attributes;
mod object;
mod ranges;

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::io;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use hashbrown::HashMap;
use osmia_env::disk::{OpenOptions, Space};
use osmia_env::tasks::{Receiver, Sender, oneshot};
use osmia_env::{BufPool, Disk, Env};
use osmia_protocol::{InodeId, Status, TargetId};

pub use attributes::Attributes;
pub(crate) use object::{Allocate, Object};

use crate::answer::{Error, doing};
use crate::format::OBJECTS;
use crate::index::Index;
use crate::request::{ObjectAt, ObjectId};

/// Directories below `objects` are numbered so.
const DIRECTORIES: usize = 1 << 16;

/// One target of a shard.
pub struct Target {
    pub(crate) id: TargetId,
    pub(crate) env: Env,
    pub(crate) disk: Rc<dyn Disk>,
    pub(crate) index: Rc<Index>,
    pub(crate) pools: Rc<[BufPool]>,
    path: PathBuf,
    kept_in: KeptIn,
    open_max: usize,
    objects: RefCell<Objects>,
    /// Directories known to exist.
    existing: Directories,
    /// Directories whose entries are durable. None at first: the process before may have been killed.
    durable: Directories,
    /// Objects, as far as they have been counted.
    count: Cell<u64>,
    /// Unsynced data of an object that is no longer open: a clean end cannot sync it by itself.
    forgot_unsynced: Cell<bool>,
}

/// Where objects' attributes lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum KeptIn {
    Xattr,
    Index,
}

#[derive(Default)]
struct Objects {
    by_id: HashMap<ObjectId, Entry>,
    /// Open ones, roughly the longest unused first.
    order: VecDeque<ObjectId>,
}

enum Entry {
    Open(Rc<Object>),
    /// Somebody opens, creates or removes it; these wait.
    Busy(Vec<Sender<()>>),
}

impl Target {
    /// Opens a target whose superblock has been checked. At most `open_max` objects stay open.
    ///
    /// # Errors
    /// What the file system says to a first try of its attributes.
    pub async fn open(
        env: &Env,
        disk: Rc<dyn Disk>,
        index: Rc<Index>,
        id: TargetId,
        path: &Path,
        open_max: usize,
        pools: Rc<[BufPool]>,
    ) -> Result<Rc<Target>, Error> {
        let kept_in = probe(&*disk, path).await?;
        if kept_in == KeptIn::Index {
            tracing::info!(target = %id, path = %path.display(), "no extended attributes: objects' are kept in the index");
        }
        Ok(Rc::new(Target {
            id,
            env: env.clone(),
            disk,
            index,
            pools,
            path: path.to_owned(),
            kept_in,
            open_max: open_max.max(1),
            objects: RefCell::default(),
            existing: Directories::default(),
            durable: Directories::default(),
            count: Cell::new(0),
            forgot_unsynced: Cell::new(false),
        }))
    }

    /// Counts the objects that are there, a directory at a time. Those made and removed meanwhile may be counted twice or
    /// not at all: the count is for people.
    pub async fn count(&self) {
        let objects = self.path.join(OBJECTS);
        let list = async |path: &Path| self.disk.list(path).await.unwrap_or_default();
        for upper in list(&objects).await {
            let upper = objects.join(upper);
            for lower in list(&upper).await {
                let there = list(&upper.join(lower)).await.len() as u64;
                self.count.set(self.count.get() + there);
                self.env.tasks.yield_now().await;
            }
        }
    }

    /// How many objects have been counted.
    pub(crate) fn objects(&self) -> u64 {
        self.count.get()
    }

    /// Space of the file system, and how many objects have been counted.
    ///
    /// # Errors
    /// As statvfs(3).
    pub async fn space(&self) -> Result<(Space, u64), Error> {
        let space = self.disk.space(&self.path).await.map_err(doing("statvfs of", &self.path))?;
        Ok((space, self.count.get()))
    }

    /// The object, open, for a request that may proceed: it is at the request's truncate generation and layout version.
    /// `None`: it was never written, and `create` is false.
    ///
    /// # Errors
    /// `Stale` for a removed one, `GenerationOld` and `LayoutOld` for a request that is behind.
    pub(crate) async fn object(&self, at: &ObjectAt, create: bool) -> Result<Option<Rc<Object>>, Error> {
        loop {
            enum Found {
                Open(Rc<Object>),
                Busy(Receiver<()>),
                Nothing,
            }
            let found = {
                let mut objects = self.objects.borrow_mut();
                match objects.by_id.get_mut(&at.id) {
                    Some(Entry::Open(object)) => Found::Open(object.clone()),
                    Some(Entry::Busy(waiting)) => {
                        let (tell, told) = oneshot();
                        waiting.push(tell);
                        Found::Busy(told)
                    }
                    None => {
                        objects.by_id.insert(at.id, Entry::Busy(Vec::new()));
                        Found::Nothing
                    }
                }
            };
            match found {
                Found::Open(object) => {
                    object.used.set(true);
                    object.admit(self, at).await?;
                    return Ok(Some(object));
                }
                Found::Busy(told) => {
                    // Woken by a drop, too: whoever was busy has ended.
                    told.await;
                    continue;
                }
                Found::Nothing => {}
            }
            let claim = Claim { target: self, id: at.id };
            let object = match self.load(at, create).await? {
                Some(object) => Rc::new(object),
                None => return Ok(None),
            };
            claim.open(object.clone());
            object.admit(self, at).await?;
            return Ok(Some(object));
        }
    }

    async fn load(&self, at: &ObjectAt, create: bool) -> Result<Option<Object>, Error> {
        let path = self.path_of(at.id);
        // Also when the file is there: a crash may have come between its mark and its removal.
        if self.index.is_removed(self.id, at.id).await? {
            return Err(Status::Stale.into());
        }
        let mut options = OpenOptions { direct: true, ..OpenOptions::default() };
        match self.disk.open(&path, options).await {
            Ok((file, direct)) => return Ok(Some(Object::load(self, at.id, path, file, direct).await?)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(doing("open", &path)(error)),
        }
        if !create {
            return Ok(None);
        }
        options.create = true;
        self.make_directory(at.id).await?;
        let (file, direct) = self.disk.open(&path, options).await.map_err(doing("create", &path))?;
        self.durable.set(directory_of(at.id.inode), false);
        self.count.set(self.count.get() + 1);
        let first = Attributes {
            generation: at.generation,
            layout_version: at.layout_version.max(Attributes::default().layout_version),
        };
        let object = Object::new(at.id, path, file, direct);
        if first != Attributes::default() {
            object.store_attributes(self, first).await?;
        }
        Ok(Some(object))
    }

    /// Removes an object for good. On return it is durably marked; and its space comes back.
    ///
    /// # Errors
    /// `GenerationOld` and `LayoutOld` never: whoever removes knows best.
    pub(crate) async fn remove(&self, id: ObjectId) -> Result<(), Error> {
        let (claim, open) = loop {
            let next = {
                let mut objects = self.objects.borrow_mut();
                match objects.by_id.get_mut(&id) {
                    Some(Entry::Busy(waiting)) => {
                        let (tell, told) = oneshot();
                        waiting.push(tell);
                        Err(told)
                    }
                    Some(Entry::Open(object)) => {
                        let object = object.clone();
                        objects.by_id.insert(id, Entry::Busy(Vec::new()));
                        Ok(Some(object))
                    }
                    None => {
                        objects.by_id.insert(id, Entry::Busy(Vec::new()));
                        Ok(None)
                    }
                }
            };
            match next {
                Err(told) => {
                    told.await;
                }
                Ok(open) => {
                    let claim = Claim { target: self, id };
                    if let Some(object) = &open {
                        // Those that have it already find it removed.
                        object.removed.set(true);
                        drop(object.ranges.lock(0..u64::MAX).await);
                    }
                    break (claim, open);
                }
            }
        };
        self.index.mark_removed(self.id, id).await?;
        if let Some(object) = open {
            // Its space comes back now, not when the descriptor is closed.
            object.clear(self).await;
        }
        let path = self.path_of(id);
        match self.disk.remove(&path).await {
            Ok(()) => self.count.set(self.count.get().saturating_sub(1)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(doing("remove", &path)(error)),
        }
        drop(claim);
        Ok(())
    }

    pub(crate) fn kept_in(&self) -> KeptIn {
        self.kept_in
    }

    /// Makes the name of an object's file durable, up to the target's directory.
    pub(crate) async fn sync_entry(&self, id: ObjectId) -> Result<(), Error> {
        let number = directory_of(id.inode);
        if self.durable.get(number) {
            return Ok(());
        }
        // Before: a file that is made meanwhile takes it back.
        self.durable.set(number, true);
        let mut path = self.path_of(id);
        while path.pop() && path != self.path {
            if let Err(error) = self.disk.sync_dir(&path).await {
                self.durable.set(number, false);
                return Err(doing("sync", &path)(error));
            }
        }
        Ok(())
    }

    /// Syncs every open object with unsynced writes. False when that is not all: some were closed unsynced.
    ///
    /// # Errors
    /// The first failure.
    pub async fn sync_open(&self) -> Result<bool, Error> {
        let open: Vec<Rc<Object>> = self.open_objects();
        for object in open {
            if object.unsynced() {
                object.sync(self).await?;
            }
        }
        Ok(!self.forgot_unsynced.get())
    }

    /// In order.
    fn open_objects(&self) -> Vec<Rc<Object>> {
        let objects = self.objects.borrow();
        let open = objects.by_id.iter().filter_map(|(id, entry)| match entry {
            Entry::Open(object) => Some((*id, object.clone())),
            Entry::Busy(_) => None,
        });
        let mut open: Vec<(ObjectId, Rc<Object>)> = open.collect();
        open.sort_unstable_by_key(|(id, _)| *id);
        open.into_iter().map(|(_, object)| object).collect()
    }

    /// A buffer with room for `bytes`, from the smallest pool that holds them.
    pub(crate) fn buf(&self, bytes: usize) -> osmia_env::Buf {
        let pooled = self.pools.iter().find_map(|pool| pool.get(bytes));
        pooled.unwrap_or_else(|| osmia_env::Buf::with_capacity(bytes))
    }

    fn path_of(&self, id: ObjectId) -> PathBuf {
        let number = directory_of(id.inode);
        self.path.join(format!(
            "{OBJECTS}/{:02x}/{:02x}/{:016x}.{}",
            number >> 8,
            number & 0xff,
            id.inode.0,
            id.stripe
        ))
    }

    async fn make_directory(&self, id: ObjectId) -> Result<(), Error> {
        let number = directory_of(id.inode);
        if !self.existing.get(number) {
            let path = self.path_of(id);
            let directory = path.parent().unwrap_or(&self.path);
            self.disk.create_dirs(directory).await.map_err(doing("create", directory))?;
            self.existing.set(number, true);
        }
        Ok(())
    }

    /// Closes objects beyond the bound that nobody uses, the longest unused first.
    fn close_some(&self, objects: &mut Objects) {
        let mut looked = 0;
        while objects.order.len() > self.open_max && looked < 2 * self.open_max {
            looked += 1;
            let Some(id) = objects.order.pop_front() else { return };
            match objects.by_id.get(&id) {
                Some(Entry::Open(object)) if object.used.take() || Rc::strong_count(object) > 1 => {
                    objects.order.push_back(id);
                }
                Some(Entry::Open(object)) => {
                    if object.unsynced() {
                        self.forgot_unsynced.set(true);
                    }
                    objects.by_id.remove(&id);
                }
                // Removed, or being removed: no longer open.
                Some(Entry::Busy(_)) | None => {}
            }
        }
    }
}

/// A set of directories below `objects`.
struct Directories(RefCell<Vec<u64>>);

impl Default for Directories {
    fn default() -> Directories {
        Directories(RefCell::new(vec![0; DIRECTORIES / 64]))
    }
}

impl Directories {
    fn get(&self, number: usize) -> bool {
        self.0.borrow()[number / 64] & (1 << (number % 64)) != 0
    }

    fn set(&self, number: usize, value: bool) {
        let (word, bit) = (&mut self.0.borrow_mut()[number / 64], 1 << (number % 64));
        *word = if value { *word | bit } else { *word & !bit };
    }
}

/// The right to settle an entry. Dropped, the entry is gone and those who wait look again.
struct Claim<'a> {
    target: &'a Target,
    id: ObjectId,
}

impl Claim<'_> {
    fn open(self, object: Rc<Object>) {
        let mut objects = self.target.objects.borrow_mut();
        let before = objects.by_id.insert(self.id, Entry::Open(object));
        objects.order.push_back(self.id);
        self.target.close_some(&mut objects);
        drop(objects);
        // Wakes those who wait.
        drop(before);
    }
}

impl Drop for Claim<'_> {
    fn drop(&mut self) {
        let mut objects = self.target.objects.borrow_mut();
        let busy = match objects.by_id.get(&self.id) {
            Some(Entry::Busy(_)) => objects.by_id.remove(&self.id),
            _ => None,
        };
        drop(objects);
        drop(busy);
    }
}

/// Number of the directory of a file's objects: from all of the inode but its last 8 bits, mixed (the finalizer of
/// MurmurHash3), so that the files of a partition spread and neighbours in time stay together.
fn directory_of(inode: InodeId) -> usize {
    let mut mixed = inode.0 >> 8;
    mixed = (mixed ^ (mixed >> 33)).wrapping_mul(0xff51_afd7_ed55_8ccd);
    mixed = (mixed ^ (mixed >> 33)).wrapping_mul(0xc4ce_b9fe_1a85_ec53);
    (mixed ^ (mixed >> 33)) as usize % DIRECTORIES
}

/// Whether the file system keeps extended attributes of files.
async fn probe(disk: &dyn Disk, path: &Path) -> Result<KeptIn, Error> {
    let probe = path.join("probe");
    let create = OpenOptions { create: true, ..OpenOptions::default() };
    let (file, _) = disk.open(&probe, create).await.map_err(doing("create", &probe))?;
    let set = disk.set_xattr(&file, attributes::XATTR, &Attributes::default().encode()).await;
    drop(file);
    disk.remove(&probe).await.map_err(doing("remove", &probe))?;
    match set {
        Ok(()) => Ok(KeptIn::Xattr),
        Err(error) if error.kind() == io::ErrorKind::Unsupported => Ok(KeptIn::Index),
        // Full: what it has will show.
        Err(error) if error.kind() == io::ErrorKind::StorageFull => Ok(KeptIn::Xattr),
        Err(error) => Err(doing("set an attribute of", &probe)(error)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Neighbouring inodes share a directory, and those of one partition spread over all.
    #[test]
    fn directories() {
        let inode = |serial: u64| InodeId(5 << 48 | serial);
        assert_eq!(directory_of(inode(0x100)), directory_of(inode(0x1ff)));
        let mut counts = vec![0; 256];
        (0..65536_u64).for_each(|group| counts[directory_of(inode(group << 8)) >> 8] += 1);
        assert!(counts.iter().all(|&count| (180..340).contains(&count)), "{counts:?}");
    }
}
