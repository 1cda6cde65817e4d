//! What is in a file, and what of it survives.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::ops::Range;
use std::rc::Rc;

use super::super::Inner;
use crate::disk::{Allocation, Extent, Metadata};

const BLOCK: u64 = 4096;

/// What a disk writes whole or not at all.
const SECTOR: usize = 512;

/// Bytes of a file: its blocks that are not holes.
#[derive(Clone, Default)]
struct Bytes {
    size: u64,
    blocks: BTreeMap<u64, Box<[u8]>>,
}

impl Bytes {
    fn read(&self, offset: u64, buf: &mut [u8]) -> usize {
        let len = buf.len().min(self.size.saturating_sub(offset) as usize);
        let mut done = 0;
        while done < len {
            let at = offset + done as u64;
            let within = (at % BLOCK) as usize;
            let step = (BLOCK as usize - within).min(len - done);
            match self.blocks.get(&(at / BLOCK)) {
                Some(block) => buf[done..done + step].copy_from_slice(&block[within..within + step]),
                None => buf[done..done + step].fill(0),
            }
            done += step;
        }
        len
    }

    fn write(&mut self, offset: u64, bytes: &[u8]) {
        let mut done = 0;
        while done < bytes.len() {
            let at = offset + done as u64;
            let within = (at % BLOCK) as usize;
            let step = (BLOCK as usize - within).min(bytes.len() - done);
            let block =
                self.blocks.entry(at / BLOCK).or_insert_with(|| vec![0; BLOCK as usize].into_boxed_slice());
            block[within..within + step].copy_from_slice(&bytes[done..done + step]);
            done += step;
        }
        if !bytes.is_empty() {
            self.size = self.size.max(offset + bytes.len() as u64);
        }
    }

    fn truncate(&mut self, size: u64) {
        self.blocks.retain(|number, _| number * BLOCK < size);
        if let Some(last) = self.blocks.get_mut(&(size / BLOCK)) {
            last[(size % BLOCK) as usize..].fill(0);
        }
        self.size = size;
    }

    /// Makes the range zeros. Whole blocks of it are holes afterwards, or, to have `space`, zeros; the size stays.
    fn zero(&mut self, range: Range<u64>, space: bool) {
        let mut whole = Vec::new();
        for (number, block) in self.blocks.range_mut(blocks_of(&range)) {
            let start = number * BLOCK;
            let (from, to) = (range.start.max(start) - start, range.end.min(start + BLOCK) - start);
            match (from, to) {
                (0, BLOCK) => whole.push(*number),
                _ => block[from as usize..to as usize].fill(0),
            }
        }
        for number in whole {
            self.blocks.remove(&number);
        }
        if space {
            self.reserve(range);
        }
    }

    /// Gives holes space. It counts, and reads as zeros.
    fn reserve(&mut self, range: Range<u64>) {
        for number in blocks_of(&range) {
            self.blocks.entry(number).or_insert_with(|| vec![0; BLOCK as usize].into_boxed_slice());
        }
    }

    /// The first byte at or behind `offset` that is in a block, or in none. The end is in none.
    fn seek(&self, what: Extent, offset: u64) -> Option<u64> {
        let wanted = what == Extent::Data;
        let mut numbers = offset / BLOCK..self.size.div_ceil(BLOCK);
        let found = numbers.find(|number| self.blocks.contains_key(number) == wanted);
        let found = found.map(|number| (number * BLOCK).max(offset));
        match what {
            _ if offset >= self.size => None,
            Extent::Data => found,
            Extent::Hole => Some(found.unwrap_or(self.size)),
        }
    }
}

/// Numbers of the blocks that have bytes of a range.
fn blocks_of(range: &Range<u64>) -> Range<u64> {
    range.start / BLOCK..range.end.div_ceil(BLOCK)
}

/// A change of a file.
#[derive(Clone)]
pub(super) enum Change {
    Write { offset: u64, bytes: Vec<u8> },
    Truncate(u64),
    Allocate { what: Allocation, range: Range<u64> },
    Xattr(String, Vec<u8>),
}

#[derive(Clone, Default)]
struct Version {
    bytes: Bytes,
    xattrs: BTreeMap<String, Vec<u8>>,
}

impl Version {
    fn apply(&mut self, change: &Change) {
        match change {
            Change::Write { offset, bytes } => self.bytes.write(*offset, bytes),
            Change::Truncate(size) => self.bytes.truncate(*size),
            Change::Allocate { what, range } => match what {
                Allocation::Reserve => self.bytes.reserve(range.clone()),
                Allocation::Punch => self.bytes.zero(range.clone(), false),
                Allocation::Zero => self.bytes.zero(range.clone(), true),
            },
            Change::Xattr(name, value) => drop(self.xattrs.insert(name.clone(), value.clone())),
        }
    }
}

/// A file: what is applied, what is durable, and the changes between.
#[derive(Default)]
pub(super) struct Inode {
    applied: Version,
    durable: Version,
    changes: Vec<Change>,
    /// Changes ever made durable: the first of `changes` has this number.
    synced: u64,
    mtime: i64,
    pub(super) openers: Rc<Cell<u64>>,
}

impl Inode {
    pub(super) fn apply(&mut self, change: Change, now: i64) {
        self.applied.apply(&change);
        self.changes.push(change);
        self.mtime = now;
    }

    pub(super) fn read(&self, offset: u64, buf: &mut [u8]) -> usize {
        self.applied.bytes.read(offset, buf)
    }

    pub(super) fn seek(&self, what: Extent, offset: u64) -> Option<u64> {
        self.applied.bytes.seek(what, offset)
    }

    pub(super) fn xattr(&self, name: &str) -> Option<Vec<u8>> {
        self.applied.xattrs.get(name).cloned()
    }

    pub(super) fn metadata(&self) -> Metadata {
        Metadata { size: self.applied.bytes.size, blocks: self.bytes() / 512, mtime: self.mtime }
    }

    /// Bytes it takes on the disk.
    pub(super) fn bytes(&self) -> u64 {
        self.applied.bytes.blocks.len() as u64 * BLOCK
    }

    /// Bytes that a change would add.
    pub(super) fn growth(&self, change: &Change) -> u64 {
        let range = match change {
            Change::Write { bytes, .. } if bytes.is_empty() => return 0,
            Change::Write { offset, bytes } => *offset..offset + bytes.len() as u64,
            Change::Allocate { what: Allocation::Reserve | Allocation::Zero, range } => range.clone(),
            _ => return 0,
        };
        let numbers = blocks_of(&range);
        let there = self.applied.bytes.blocks.range(numbers.clone()).count() as u64;
        (numbers.end - numbers.start - there) * BLOCK
    }

    /// Changes so far, ever.
    pub(super) fn change_count(&self) -> u64 {
        self.synced + self.changes.len() as u64
    }

    /// Makes the first `end` changes durable.
    pub(super) fn sync(&mut self, end: u64) {
        let count = end.saturating_sub(self.synced) as usize;
        for change in self.changes.drain(..count.min(self.changes.len())) {
            self.durable.apply(&change);
            self.synced += 1;
        }
    }

    /// Power is lost: of each change that is not durable, any part is on the disk. Sectors keep their order only
    /// where they are the same sector.
    pub(super) fn crash(&mut self, world: &Inner) {
        // Most crashes find either nearly nothing or nearly all written back, which an even coin would never show.
        let luck = [0, 1, 8, 15, 16][world.below(5) as usize];
        let kept = || world.below(16) < luck;
        for change in std::mem::take(&mut self.changes) {
            self.synced += 1;
            match change {
                Change::Write { offset, bytes } => {
                    let mut at = 0;
                    while at < bytes.len() {
                        let step = SECTOR - (offset as usize + at) % SECTOR;
                        let step = step.min(bytes.len() - at);
                        if kept() {
                            self.durable.bytes.write(offset + at as u64, &bytes[at..at + step]);
                        }
                        at += step;
                    }
                    // The size may reach the disk before the bytes: they read as zeros.
                    let end = offset + bytes.len() as u64;
                    if kept() && end > self.durable.bytes.size {
                        self.durable.bytes.size = end;
                    }
                }
                Change::Allocate { what, range } => {
                    // Extents change by whole blocks, each on its own.
                    for number in blocks_of(&range) {
                        let start = number * BLOCK;
                        let range = range.start.max(start)..range.end.min(start + BLOCK);
                        if kept() {
                            self.durable.apply(&Change::Allocate { what, range });
                        }
                    }
                }
                change if kept() => self.durable.apply(&change),
                _ => {}
            }
        }
        self.applied = self.durable.clone();
    }
}
