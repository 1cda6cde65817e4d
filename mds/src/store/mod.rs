//! Records of a shard: reads through the round's overlay, writes into it.
//!
//! Read in this order: [`key`], [`inode`], [`Store`] (the round's overlay), [`directory`] (directories in memory,
//! whose times and counts are written once per round), [`layout`].

pub mod codec;
pub mod directory;
pub mod ids;
pub mod inode;
pub mod key;
pub mod layout;
pub mod orphan;
pub mod xattr;

pub(crate) mod embedded;

mod edge;

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::ops::{Bound, ControlFlow};
use std::rc::Rc;

use osmia_kv::{Batch, Kv, KvError, Visit};
use osmia_protocol::InodeId;

use crate::stop::{Cold, Error, Stop, Wait};
use crate::txn::Txns;
use codec::DecodeError;
use directory::Directories;
use layout::Layout;

/// A value in the overlay; `None`: deleted.
type Overlaid = Option<Vec<u8>>;

/// The records, as the operations of a round see them.
pub struct Store {
    kv: Rc<dyn Kv>,
    /// Writes of the round, by key. A key written twice is written once.
    overlay: BTreeMap<Vec<u8>, Overlaid>,
    batch: Batch,
    /// Kept for its memory: the value that was read last.
    scratch: RefCell<Vec<u8>>,
    /// Writes since the store was opened: tells whether an operation wrote.
    writes: u64,
    /// Directories in memory.
    pub(crate) directories: Directories,
    /// Transactions under way, and the keys that they hold. Taken out while they look at the records.
    pub(crate) txns: Option<Txns>,
    /// Files that transactions have left without a name.
    pub(crate) unlinked: Vec<InodeId>,
    layout: &'static dyn Layout,
}

impl Store {
    /// A view of `kv`; at most `directories_max` directories stay in memory.
    pub fn new(kv: Rc<dyn Kv>, layout: &'static dyn Layout, directories_max: usize) -> Store {
        Store {
            kv,
            overlay: BTreeMap::new(),
            batch: Batch::default(),
            scratch: RefCell::default(),
            writes: 0,
            directories: Directories::new(directories_max),
            txns: None,
            unlinked: Vec::new(),
            layout,
        }
    }

    /// The store below.
    pub fn kv(&self) -> &Rc<dyn Kv> {
        &self.kv
    }

    /// The metadata layout.
    pub fn layout(&self) -> &'static dyn Layout {
        self.layout
    }

    /// Writes so far; grows with each.
    pub fn writes(&self) -> u64 {
        self.writes
    }

    /// Whether the round has written anything yet.
    pub fn has_writes(&self) -> bool {
        !self.overlay.is_empty() || self.directories.has_dirty()
    }

    /// The value of a key. A key that a transaction holds makes the operation wait.
    pub fn get(&self, key: &[u8]) -> Result<Option<Vec<u8>>, Stop> {
        self.check_lock(key)?;
        self.get_unlocked(key)
    }

    /// A record as it will be written: of a directory in memory, too.
    pub fn record(&self, key: &[u8]) -> Result<Option<Vec<u8>>, Stop> {
        self.check_lock(key)?;
        self.record_unlocked(key)
    }

    /// As [`record`](Store::record), whoever holds the key.
    pub fn record_unlocked(&self, key: &[u8]) -> Result<Option<Vec<u8>>, Stop> {
        // Directories of this round are in memory only.
        match key::inode_of(key).and_then(|id| self.cached_directory_record(id)) {
            Some(value) => Ok(Some(value)),
            None => self.get_unlocked(key),
        }
    }

    /// Makes an operation wait that would read a key which a transaction holds. Whoever writes a key has read it, or
    /// the directory above it, in the same operation.
    pub(crate) fn check_lock(&self, key: &[u8]) -> Result<(), Stop> {
        match self.txns.as_ref().and_then(|txns| txns.locks().forbids_read(key)) {
            Some(txn) => Err(Stop::Wait(Wait::Lock(txn))),
            None => Ok(()),
        }
    }

    /// Makes an operation wait that would remove what a transaction relies on.
    pub(crate) fn check_lock_for_write(&self, key: &[u8]) -> Result<(), Stop> {
        match self.txns.as_ref().and_then(|txns| txns.locks().forbids_write(key)) {
            Some(txn) => Err(Stop::Wait(Wait::Lock(txn))),
            None => Ok(()),
        }
    }

    /// As [`get`](Store::get), decoded, without a copy of the value.
    pub fn read<T>(
        &self,
        key: &[u8],
        decode: impl FnOnce(&[u8]) -> Result<T, DecodeError>,
    ) -> Result<Option<T>, Stop> {
        self.check_lock(key)?;
        if !self.overlay.is_empty()
            && let Some(value) = self.overlay.get(key)
        {
            return Ok(value.as_deref().map(decode).transpose()?);
        }
        let mut value = self.scratch.borrow_mut();
        match self.kv.get_into(key, &mut value) {
            Ok(true) => Ok(Some(decode(&value)?)),
            Ok(false) => Ok(None),
            Err(error) => Err(failed(key, error)),
        }
    }

    /// As [`get`](Store::get), whoever holds the key.
    pub fn get_unlocked(&self, key: &[u8]) -> Result<Option<Vec<u8>>, Stop> {
        if !self.overlay.is_empty()
            && let Some(value) = self.overlay.get(key)
        {
            return Ok(value.clone());
        }
        self.kv.get(key).map_err(|error| failed(key, error))
    }

    /// Changes a record of a file, read from the disk if need be, and whoever holds its key. Gives it as it is then; `None`
    /// when there is none.
    pub fn change_file(
        &mut self,
        id: InodeId,
        change: impl FnOnce(&mut inode::Inode),
    ) -> Result<Option<inode::Inode>, Error> {
        let key = key::inode(id);
        let value = match self.overlay.get(&key) {
            Some(value) => value.clone(),
            None => self.kv.get_blocking(&key)?,
        };
        let Some(value) = value else { return Ok(None) };
        let mut inode = inode::Inode::decode(&value)?;
        change(&mut inode);
        self.put(key, inode.encode());
        Ok(Some(inode))
    }

    /// Sets a key, in the round's batch.
    pub fn put(&mut self, key: Vec<u8>, value: Vec<u8>) {
        self.writes += 1;
        self.overlay.insert(key, Some(value));
    }

    /// Removes a key, in the round's batch.
    pub fn delete(&mut self, key: Vec<u8>) {
        self.writes += 1;
        self.overlay.insert(key, None);
    }

    /// Shows the records of `from <= key < to` in order until `visit` breaks. A scan that would block asks for
    /// `records_max` records of the range to be brought into memory.
    pub fn scan(
        &self,
        from: &[u8],
        to: &[u8],
        records_max: usize,
        visit: &mut Visit<'_>,
    ) -> Result<(), Stop> {
        let range = (Bound::Included(from.to_vec()), Bound::Excluded(to.to_vec()));
        let mut overlay = self.overlay.range::<Vec<u8>, _>(range).peekable();
        let mut stopped = false;
        let scanned = self.kv.scan(from, to, &mut |key, value| {
            while let Some((over, written)) = overlay.next_if(|(over, _)| over.as_slice() < key) {
                if let Some(written) = written
                    && visit(over, written).is_break()
                {
                    stopped = true;
                    return ControlFlow::Break(());
                }
            }
            let replaced = overlay.next_if(|(over, _)| over.as_slice() == key);
            let flow = match replaced {
                Some((_, None)) => ControlFlow::Continue(()),
                Some((_, Some(written))) => visit(key, written),
                None => visit(key, value),
            };
            stopped |= flow.is_break();
            flow
        });
        scanned.map_err(|error| match error {
            KvError::WouldBlock => {
                Stop::Cold(Cold { keys: Vec::new(), range: Some((from.to_vec(), to.to_vec())), records_max })
            }
            error => Stop::Broken(error.into()),
        })?;
        if !stopped {
            for (key, written) in overlay {
                if let Some(written) = written
                    && visit(key, written).is_break()
                {
                    break;
                }
            }
        }
        Ok(())
    }

    /// Writes the round as one batch, and flushes it. Gives whether there was anything. After an error the store
    /// must be opened again.
    pub fn finish_round(&mut self) -> Result<bool, Error> {
        self.write_directories();
        if self.overlay.is_empty() {
            return Ok(false);
        }
        self.batch.clear();
        for (key, value) in &self.overlay {
            match value {
                Some(value) => self.batch.put(key, value),
                None => self.batch.delete(key),
            }
        }
        self.kv.write(&self.batch)?;
        self.kv.flush()?;
        self.overlay.clear();
        self.directories.shrink();
        Ok(true)
    }

    /// The last round's batch, for benchmarks.
    pub fn last_batch(&self) -> &Batch {
        &self.batch
    }

    /// Keys in it.
    pub fn last_batch_len(&self) -> u64 {
        (self.batch.put_count() + self.batch.delete_count()) as u64
    }

    fn write_directories(&mut self) {
        for id in self.directories.take_dirty() {
            if let Some(value) = self.directories.encoded(id) {
                self.put(key::inode(id), value);
            }
        }
    }

    /// An inode's own record; `None` when it has none.
    pub fn inode(&self, id: InodeId) -> Result<Option<inode::Inode>, Stop> {
        self.read(&key::inode(id), inode::Inode::decode)
    }
}

/// What an operation does when a read of `key` has failed.
fn failed(key: &[u8], error: KvError) -> Stop {
    match error {
        KvError::WouldBlock => Stop::Cold(Cold { keys: vec![key.to_vec()], ..Cold::default() }),
        error => Stop::Broken(error.into()),
    }
}
