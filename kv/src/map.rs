//! An ordered map as a store, with a simulated disk that outlives it: what the trait means, and what tests run on.

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, HashSet};
use std::ops::{Bound, ControlFlow};
use std::rc::Rc;
use std::sync::Arc;

use osmia_env::Rng;
use parking_lot::Mutex;

use crate::{Batch, Counters, Job, Kv, KvError, Pressure, Visit, Write};

type Map = BTreeMap<Vec<u8>, Vec<u8>>;

/// The disk of one [`MapKv`]: it survives the store, as a directory survives a process. Clones are the same disk.
///
/// Invariant: what a crash or a kill leaves is a prefix of the batches written, no shorter than what was synced.
#[derive(Clone, Default)]
pub struct MapDisk(Arc<Mutex<Disk>>);

#[derive(Default)]
struct Disk {
    synced: Map,
    /// Flushed, not synced, in order.
    log: Vec<Batch>,
    /// Counts kills and crashes: a store opened before the last one has died and can do nothing more.
    generation: u64,
    /// Free bytes; `None`: no limit.
    bytes_free: Option<u64>,
}

impl Disk {
    fn apply(map: &mut Map, batch: &Batch) {
        for write in batch {
            match write {
                Write::Put(key, value) => drop(map.insert(key.to_vec(), value.to_vec())),
                Write::Delete(key) => drop(map.remove(key)),
            }
        }
    }

    fn sync(&mut self) {
        for batch in self.log.drain(..) {
            Disk::apply(&mut self.synced, &batch);
        }
    }
}

impl MapDisk {
    /// An empty disk without limit.
    pub fn new() -> MapDisk {
        MapDisk::default()
    }

    /// Kill -9 of the process: the open store dies, and what it had not flushed is gone.
    pub fn kill(&self) {
        self.0.lock().generation += 1;
    }

    /// Power cut: the open store dies, and of what was not synced some prefix is left, as `rng` says.
    pub fn crash(&self, rng: &dyn Rng) {
        let mut disk = self.0.lock();
        disk.generation += 1;
        let kept = rng.below(disk.log.len() as u64 + 1) as usize;
        disk.log.truncate(kept);
    }

    /// From now on the disk takes `bytes` more, then is full. `None`: no limit.
    pub fn limit(&self, bytes: Option<u64>) {
        self.0.lock().bytes_free = bytes;
    }

    /// What a store opened now would hold.
    pub fn contents(&self) -> BTreeMap<Vec<u8>, Vec<u8>> {
        let disk = self.0.lock();
        let mut map = disk.synced.clone();
        disk.log.iter().for_each(|batch| Disk::apply(&mut map, batch));
        map
    }
}

/// When a [`MapOptions::on_flush`] hook is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FlushPoint {
    /// Nothing of what was applied since the last flush is safe yet.
    Before,
    /// All of it is.
    After,
}

/// How a [`MapKv`] behaves.
#[derive(Clone, Default)]
pub struct MapOptions {
    /// Called around each flush. The simulator kills the node here; the flush then fails.
    pub on_flush: Option<Rc<dyn Fn(FlushPoint)>>,
    /// 0: everything is in memory. `n`: one key in `n`, and one scan in `n`, would block until it was warmed.
    pub cold_one_in: u64,
    /// A scan shows at most so many records before it would block, whatever was warmed: as with a cache that holds no
    /// more. `None`: all.
    pub scan_max: Option<usize>,
}

/// Keys that were warmed and are not forgotten yet; past this many, all are forgotten, as a cache would.
const WARM_MAX: usize = 10_000;

/// A store in an ordered map.
pub struct MapKv {
    disk: MapDisk,
    options: MapOptions,
    generation: u64,
    map: RefCell<Map>,
    /// Applied, not flushed.
    pending: RefCell<Vec<Batch>>,
    warm: Arc<Mutex<HashSet<Vec<u8>>>>,
    counters: Cell<Counters>,
    syncs: Arc<std::sync::atomic::AtomicU64>,
}

impl MapKv {
    /// Opens what is on the disk.
    pub fn open(disk: &MapDisk, options: MapOptions) -> MapKv {
        let generation = disk.0.lock().generation;
        MapKv {
            disk: disk.clone(),
            options,
            generation,
            map: RefCell::new(disk.contents()),
            pending: RefCell::default(),
            warm: Arc::default(),
            counters: Cell::default(),
            syncs: Arc::default(),
        }
    }

    fn alive(&self) -> Result<(), KvError> {
        if self.disk.0.lock().generation == self.generation { Ok(()) } else { Err(dead()) }
    }

    /// Whether a read of `key` would block. Which keys are cold follows from their bytes alone, so that a history
    /// repeats.
    fn cold(&self, key: &[u8]) -> bool {
        let one_in = self.options.cold_one_in;
        if one_in == 0 {
            return false;
        }
        // FNV-1a.
        let hash = key.iter().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
            (hash ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3)
        });
        (hash >> 32).is_multiple_of(one_in) && !self.warm.lock().contains(key)
    }

    fn count(&self, change: impl FnOnce(&mut Counters)) {
        let mut counters = self.counters.get();
        change(&mut counters);
        self.counters.set(counters);
    }
}

fn dead() -> KvError {
    KvError::Io { path: "map".into(), detail: "the process of this store was killed".into() }
}

impl Kv for MapKv {
    fn get_into(&self, key: &[u8], value: &mut Vec<u8>) -> Result<bool, KvError> {
        self.count(|counters| counters.gets += 1);
        value.clear();
        if self.cold(key) {
            return Err(KvError::WouldBlock);
        }
        let map = self.map.borrow();
        let Some(found) = map.get(key) else { return Ok(false) };
        value.extend_from_slice(found);
        Ok(true)
    }

    fn scan(&self, from: &[u8], to: &[u8], visit: &mut Visit<'_>) -> Result<(), KvError> {
        self.count(|counters| counters.scans += 1);
        if from >= to {
            return Ok(());
        }
        let cold = self.cold(from);
        let shown_max = if cold { 1 } else { self.options.scan_max.unwrap_or(usize::MAX) };
        let map = self.map.borrow();
        let bounds = (Bound::Included(from), Bound::Excluded(to));
        for (place, (key, value)) in map.range::<[u8], _>(bounds).enumerate() {
            if place == shown_max {
                return Err(KvError::WouldBlock);
            }
            if visit(key, value) == ControlFlow::Break(()) {
                return Ok(());
            }
        }
        if cold { Err(KvError::WouldBlock) } else { Ok(()) }
    }

    fn warm_job(
        &self,
        keys: Vec<Vec<u8>>,
        range: Option<(Vec<u8>, Vec<u8>)>,
        _records_max: usize,
    ) -> Job<()> {
        let warm = self.warm.clone();
        Box::new(move || {
            let mut warm = warm.lock();
            if warm.len() > WARM_MAX {
                warm.clear();
            }
            warm.extend(keys);
            warm.extend(range.map(|(from, _)| from));
            Ok(())
        })
    }

    fn write(&self, batch: &Batch) -> Result<(), KvError> {
        self.alive()?;
        Disk::apply(&mut self.map.borrow_mut(), batch);
        self.pending.borrow_mut().push(batch.clone());
        self.count(|counters| {
            counters.batches += 1;
            counters.puts += batch.put_count() as u64;
            counters.deletes += batch.delete_count() as u64;
            counters.bytes += batch.size_bytes() as u64;
        });
        Ok(())
    }

    fn flush(&self) -> Result<(), KvError> {
        self.count(|counters| counters.flushes += 1);
        if let Some(hook) = &self.options.on_flush {
            hook(FlushPoint::Before);
        }
        self.alive()?;
        {
            let mut disk = self.disk.0.lock();
            let mut pending = self.pending.borrow_mut();
            let bytes = pending.iter().map(|batch| batch.size_bytes() as u64).sum::<u64>();
            if let Some(free) = &mut disk.bytes_free {
                let Some(rest) = free.checked_sub(bytes) else {
                    return Err(KvError::NoSpace { path: "map".into() });
                };
                *free = rest;
            }
            disk.log.append(&mut pending);
        }
        if let Some(hook) = &self.options.on_flush {
            hook(FlushPoint::After);
        }
        self.alive()
    }

    fn sync_job(&self) -> Job<()> {
        let (disk, generation, syncs) = (self.disk.clone(), self.generation, self.syncs.clone());
        Box::new(move || {
            let mut disk = disk.0.lock();
            if disk.generation != generation {
                return Err(dead());
            }
            disk.sync();
            syncs.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
            Ok(())
        })
    }

    fn compact_job(&self, _from: Vec<u8>, _to: Vec<u8>) -> Job<()> {
        Box::new(|| Ok(()))
    }

    fn reopen(&self) -> Result<(), KvError> {
        self.alive()?;
        self.pending.borrow_mut().clear();
        self.map.replace(self.disk.contents());
        Ok(())
    }

    fn pressure(&self) -> Pressure {
        Pressure { bytes_free: self.disk.0.lock().bytes_free.unwrap_or(u64::MAX), stalled: false }
    }

    fn counters(&self) -> Counters {
        let syncs = self.syncs.load(std::sync::atomic::Ordering::Relaxed);
        Counters { syncs, ..self.counters.get() }
    }
}
