//! One open object: reading, writing, allocating, cutting, syncing.

use std::cell::Cell;
use std::ops::Range;
use std::path::PathBuf;

use osmia_env::Buf;
use osmia_env::buf::ALIGN;
use osmia_env::disk::{Allocation, Extent, File, Metadata};
use osmia_protocol::Status;
use osmia_protocol::stripe::FILE_BYTES_MAX;

use super::attributes::{Attributes, XATTR};
use super::ranges::{Guard, Ranges};
use super::{KeptIn, Target};
use crate::answer::{Error, doing};
use crate::request::{ObjectAt, ObjectId};

/// Unit of direct I/O.
const BLOCK: u64 = ALIGN as u64;

/// What is to become of the space of a range.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Allocate {
    pub(crate) what: Allocation,
    pub(crate) offset: u64,
    pub(crate) len: u64,
    /// The size stays; else an object that ends before the range does is made as long.
    pub(crate) keeps_size: bool,
}

/// A range that was given space: one of them, the last. Files are given space from their end on, or all at once.
#[derive(Clone, Copy, Debug, Default)]
struct Reserved {
    start: u64,
    end: u64,
}

impl Reserved {
    /// After an allocation.
    fn after(self, what: Allocation, offset: u64, end: u64) -> Reserved {
        match what {
            Allocation::Punch if offset <= self.start => Reserved { start: self.start.max(end), ..self },
            Allocation::Punch => self.cut(offset),
            // With what it touches.
            _ if offset <= self.end && self.start <= end => {
                Reserved { start: self.start.min(offset), end: self.end.max(end) }
            }
            _ => Reserved { start: offset, end },
        }
    }

    /// Without what lies behind `end`.
    fn cut(self, end: u64) -> Reserved {
        Reserved { end: self.end.min(end), ..self }
    }
}

/// An object whose file is open.
pub(crate) struct Object {
    id: ObjectId,
    path: PathBuf,
    file: File,
    direct: bool,
    /// Size in bytes. The file's own size is rounded up to a block while a write is under way, never after.
    size: Cell<u64>,
    attributes: Cell<Attributes>,
    pub(super) ranges: Ranges,
    pub(super) removed: Cell<bool>,
    pub(super) used: Cell<bool>,
    /// Space that was given, which may lie behind the size: what cuts the file to its size gives it again. Known as long
    /// as the object is open.
    reserved: Cell<Reserved>,
    /// Made, written or cut since the last sync.
    unsynced: Cell<bool>,
}

impl Object {
    /// One that was just created.
    pub(super) fn new(id: ObjectId, path: PathBuf, file: File, direct: bool) -> Object {
        Object {
            id,
            path,
            file,
            direct,
            size: Cell::new(0),
            attributes: Cell::default(),
            ranges: Ranges::default(),
            removed: Cell::new(false),
            used: Cell::new(true),
            reserved: Cell::default(),
            unsynced: Cell::new(true),
        }
    }

    /// One that was there.
    pub(super) async fn load(
        target: &Target,
        id: ObjectId,
        path: PathBuf,
        file: File,
        direct: bool,
    ) -> Result<Object, Error> {
        let found = target.disk.metadata(&file).await.map_err(doing("stat", &path))?;
        let bytes = match target.kept_in() {
            KeptIn::Xattr => {
                target.disk.xattr(&file, XATTR).await.map_err(doing("get an attribute of", &path))?
            }
            KeptIn::Index => target.index.attributes(target.id, id).await?,
        };
        let attributes = match bytes {
            None => Attributes::default(),
            Some(bytes) => Attributes::decode(&bytes).ok_or_else(|| Error::Damaged {
                path: path.display().to_string(),
                what: format!("its attributes are {bytes:02x?}"),
            })?,
        };
        let object = Object::new(id, path, file, direct);
        object.size.set(found.size);
        object.attributes.set(attributes);
        object.unsynced.set(false);
        Ok(object)
    }

    /// Compares what the sender knows of the object with what is. A truncate generation that is new here cuts the object
    /// before anything else.
    pub(super) async fn admit(&self, target: &Target, at: &ObjectAt) -> Result<(), Error> {
        loop {
            let ours = self.attributes.get();
            self.check(at)?;
            if at.generation == ours.generation && at.layout_version <= ours.layout_version {
                return Ok(());
            }
            // Behind all that was admitted under the old ones.
            let _all = self.ranges.lock(0..u64::MAX).await;
            if self.attributes.get() != ours {
                continue;
            }
            self.check(at)?;
            if at.generation > ours.generation && self.size.get() > at.cut_bytes {
                self.set_size(target, at.cut_bytes).await?;
            }
            // The cut first: with the attributes alone, old bytes behind the cut would come back after a crash.
            let next = Attributes {
                generation: at.generation,
                layout_version: at.layout_version.max(ours.layout_version),
            };
            self.store_attributes(target, next).await?;
        }
    }

    fn check(&self, at: &ObjectAt) -> Result<(), Error> {
        let ours = self.attributes.get();
        if self.removed.get() {
            return Err(Status::Stale.into());
        }
        if at.layout_version < ours.layout_version {
            return Err(Status::LayoutOld.into());
        }
        if at.generation < ours.generation {
            return Err(Status::GenerationOld.into());
        }
        Ok(())
    }

    pub(super) async fn store_attributes(&self, target: &Target, next: Attributes) -> Result<(), Error> {
        match target.kept_in() {
            KeptIn::Xattr => {
                let set = target.disk.set_xattr(&self.file, XATTR, &next.encode()).await;
                set.map_err(doing("set an attribute of", &self.path))?;
            }
            KeptIn::Index => target.index.set_attributes(target.id, self.id, &next.encode())?,
        }
        self.attributes.set(next);
        self.unsynced.set(true);
        Ok(())
    }

    /// Locks the range for an admitted request; what was admitted may be refused by the time it is free.
    async fn lock(&self, range: Range<u64>, at: &ObjectAt) -> Result<Guard, Error> {
        let guard = self.ranges.lock(range).await;
        self.check(at)?;
        Ok(guard)
    }

    /// Reads `len` bytes; what lies behind the end is zeros. Gives them, and how many of them the object has.
    pub(crate) async fn read(&self, target: &Target, offset: u64, len: usize) -> Result<(Buf, usize), Error> {
        let have = |offset: u64| {
            usize::try_from(self.size.get().saturating_sub(offset)).unwrap_or(usize::MAX).min(len)
        };
        let start = if self.direct { offset / BLOCK * BLOCK } else { offset };
        let skip = (offset - start) as usize;
        let bytes = if self.direct { (skip + len).next_multiple_of(ALIGN) } else { len };
        let mut buf = target.buf(bytes);
        if have(offset) == 0 {
            buf.resize(len);
            return Ok((buf, 0));
        }
        buf.resize_stale(bytes);
        let (read, mut buf) = target.disk.read(&self.file, start, buf).await;
        let read = read.map_err(doing("read", &self.path))?;
        // The file's own size is rounded up for moments: the object's counts.
        let have = read.saturating_sub(skip).min(have(offset));
        if skip > 0 {
            buf.copy_within(skip..skip + have, 0);
        }
        buf.truncate(have);
        buf.resize(len);
        Ok((buf, have))
    }

    /// Writes all of `body`. Applied, not durable. `wanted` is asked again once the range is free.
    pub(crate) async fn write(
        &self,
        target: &Target,
        at: &ObjectAt,
        offset: u64,
        body: Buf,
        wanted: impl Fn() -> Result<(), Error>,
    ) -> Result<(), Error> {
        if body.is_empty() {
            return Ok(());
        }
        let end = offset.checked_add(body.len() as u64).filter(|&end| end <= FILE_BYTES_MAX - BLOCK);
        let end = end.ok_or(Status::FileTooBig)?;
        if !self.direct {
            let _range = self.lock(offset..end, at).await?;
            wanted()?;
            self.unsynced.set(true);
            let (wrote, _) = target.disk.write(&self.file, offset, body).await;
            wrote.map_err(doing("write", &self.path))?;
            self.size.set(self.size.get().max(end));
            return Ok(());
        }
        let (first, last) = (offset / BLOCK * BLOCK, end.next_multiple_of(BLOCK));
        let range = loop {
            // A file that then ends within the last block is cut to size behind the write: nobody may be behind us.
            let cuts = last > self.size.get().max(end);
            let guard = self.lock(first..if cuts { u64::MAX } else { last }, at).await?;
            if cuts || last <= self.size.get().max(end) {
                break guard;
            }
        };
        wanted()?;
        self.unsynced.set(true);
        let blocks = self.blocks(target, offset, end, body).await?;
        let (wrote, _) = target.disk.write(&self.file, first, blocks).await;
        if let Err(error) = wrote {
            drop(range);
            self.cut_leftovers(target, last).await;
            return Err(doing("write", &self.path)(error));
        }
        // Only now: those behind us may have made it longer meanwhile.
        let size = self.size.get().max(end);
        if last > size {
            target.disk.truncate(&self.file, size).await.map_err(doing("cut", &self.path))?;
            self.reserve_again(target, size).await;
        }
        self.size.set(size);
        Ok(())
    }

    /// Changes which bytes of a range have space. Applied, not durable. `wanted` is asked again once the range is free.
    ///
    /// When it fails the size is as it was, and what lies behind it has no more space than before; in the object, some of
    /// the range may have got space, or been zeroed.
    pub(crate) async fn allocate(
        &self,
        target: &Target,
        at: &ObjectAt,
        wish: &Allocate,
        wanted: impl Fn() -> Result<(), Error>,
    ) -> Result<(), Error> {
        let Allocate { what, offset, len, keeps_size } = *wish;
        let end = offset.checked_add(len).filter(|&end| end <= FILE_BYTES_MAX - BLOCK);
        let end = end.ok_or(Status::FileTooBig)?;
        // Whole blocks: a direct write of a part of one reads, merges and writes it.
        let (first, last) = (offset / BLOCK * BLOCK, end.next_multiple_of(BLOCK));
        let range = loop {
            // What makes the object longer sets its size behind the allocation: nobody may be behind us.
            let beyond = last > self.size.get();
            let guard = self.lock(first..if beyond { u64::MAX } else { last }, at).await?;
            if beyond || last <= self.size.get() {
                break guard;
            }
        };
        wanted()?;
        self.unsynced.set(true);
        // The size stays at first: a failure half-way must not have made the object longer.
        let mut done = target.disk.allocate(&self.file, what, offset, len).await;
        let grows = !keeps_size && end > self.size.get();
        if done.is_ok() && grows {
            done = target.disk.truncate(&self.file, end).await;
        }
        if let Err(error) = done {
            drop(range);
            self.cut_leftovers(target, end).await;
            return Err(doing("allocate", &self.path)(error));
        }
        if grows {
            self.size.set(end);
        }
        self.reserved.set(self.reserved.get().after(what, offset, end));
        Ok(())
    }

    /// The first byte at or behind `offset` that is what is looked for, in the object; and the object's end.
    pub(crate) async fn seek(
        &self,
        target: &Target,
        what: Extent,
        offset: u64,
    ) -> Result<(Option<u64>, u64), Error> {
        // The largest offset that lseek(2) knows.
        let found = match offset <= FILE_BYTES_MAX {
            true => target.disk.seek(&self.file, what, offset).await.map_err(doing("seek in", &self.path))?,
            false => None,
        };
        // The file's own size is rounded up for moments: the object's counts.
        let size = self.size.get();
        Ok((found.filter(|&found| found < size), size))
    }

    /// Space that was given behind the size went with a cut to it. When it cannot be had again, a write there finds out.
    async fn reserve_again(&self, target: &Target, size: u64) {
        let Reserved { start, end } = self.reserved.get();
        let start = start.max(size);
        let Some(len) = end.checked_sub(start).filter(|&len| len > 0) else { return };
        if let Err(error) = target.disk.allocate(&self.file, Allocation::Reserve, start, len).await {
            tracing::debug!(path = %self.path.display(), %error, "cannot give space again behind the end");
            self.reserved.set(Reserved::default());
        }
    }

    /// Behind a write or an allocation that failed: the file may be longer than the object, up to `last`, or have space
    /// there.
    async fn cut_leftovers(&self, target: &Target, last: u64) {
        if last <= self.size.get() {
            return;
        }
        // Behind those who write there now: what they have written stays.
        let _all = self.ranges.lock(0..u64::MAX).await;
        let size = self.size.get();
        if last <= size {
            return;
        }
        match target.disk.truncate(&self.file, size).await {
            Ok(()) => self.reserve_again(target, size).await,
            Err(error) => tracing::warn!(path = %self.path.display(), %error, "cannot cut"),
        }
    }

    /// Whole blocks with `body` in them: what was around it in its first and last block is read.
    async fn blocks(&self, target: &Target, offset: u64, end: u64, mut body: Buf) -> Result<Buf, Error> {
        let (first, last) = (offset / BLOCK * BLOCK, end.next_multiple_of(BLOCK));
        let bytes = (last - first) as usize;
        let size = self.size.get();
        let head = offset > first && first < size;
        let tail = end < last && end < size && !(head && last - first == BLOCK);
        if offset == first && !tail && bytes <= body.capacity() {
            // Zeros behind the end.
            body.resize(bytes);
            return Ok(body);
        }
        let read_block = async |wanted: bool, block: u64| -> Result<Option<Buf>, Error> {
            if !wanted {
                return Ok(None);
            }
            let mut buf = target.buf(ALIGN);
            buf.resize_stale(ALIGN);
            let (read, mut buf) = target.disk.read(&self.file, block, buf).await;
            let read = read.map_err(doing("read", &self.path))?;
            buf.truncate(read);
            Ok(Some(buf))
        };
        let (head, tail) = futures_util::try_join!(read_block(head, first), read_block(tail, last - BLOCK))?;
        let mut blocks = target.buf(bytes);
        blocks.resize(bytes);
        if let Some(head) = head {
            blocks[..head.len()].copy_from_slice(&head);
        }
        if let Some(tail) = tail {
            blocks[bytes - ALIGN..][..tail.len()].copy_from_slice(&tail);
        }
        let skip = (offset - first) as usize;
        blocks[skip..skip + body.len()].copy_from_slice(&body);
        Ok(blocks)
    }

    /// Sets the size. Applied, not durable.
    pub(crate) async fn truncate(
        &self,
        target: &Target,
        at: &ObjectAt,
        size: u64,
        wanted: impl Fn() -> Result<(), Error>,
    ) -> Result<(), Error> {
        if size > FILE_BYTES_MAX - BLOCK {
            return Err(Status::FileTooBig.into());
        }
        let _all = self.lock(0..u64::MAX, at).await?;
        wanted()?;
        if self.size.get() != size {
            self.set_size(target, size).await?;
        }
        Ok(())
    }

    /// With everything locked.
    async fn set_size(&self, target: &Target, size: u64) -> Result<(), Error> {
        self.unsynced.set(true);
        target.disk.truncate(&self.file, size).await.map_err(doing("cut", &self.path))?;
        self.size.set(size);
        // A cut takes what lies behind it: truncate(2).
        self.reserved.set(self.reserved.get().cut(size));
        Ok(())
    }

    /// Makes all that was written before durable, with the file's name and attributes.
    pub(crate) async fn sync(&self, target: &Target) -> Result<(), Error> {
        // What is written while it runs needs another.
        let before = self.unsynced.replace(false);
        let synced = self.sync_file(target).await;
        if synced.is_err() {
            self.unsynced.set(before || self.unsynced.get());
        }
        synced
    }

    async fn sync_file(&self, target: &Target) -> Result<(), Error> {
        target.disk.sync(&self.file).await.map_err(doing("sync", &self.path))?;
        target.sync_entry(self.id).await?;
        if target.kept_in() == KeptIn::Index && self.attributes.get() != Attributes::default() {
            target.index.sync().await?;
        }
        Ok(())
    }

    /// Gives its space back, as far as that goes: it is being removed.
    pub(super) async fn clear(&self, target: &Target) {
        if let Err(error) = target.disk.truncate(&self.file, 0).await {
            tracing::debug!(path = %self.path.display(), %error, "cannot cut a file that is being removed");
        }
    }

    /// Whether something of it is not durable.
    pub(super) fn unsynced(&self) -> bool {
        !self.removed.get() && self.unsynced.get()
    }

    /// Size, blocks, times.
    pub(crate) async fn stat(&self, target: &Target) -> Result<Metadata, Error> {
        let found = target.disk.metadata(&self.file).await.map_err(doing("stat", &self.path))?;
        Ok(Metadata { size: self.size.get(), ..found })
    }
}
