//! Stores under test.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use osmia_kv::Kv;
use osmia_kv::map::{FlushPoint, MapDisk, MapKv, MapOptions};
use osmia_kv::rocks::{RocksKv, RocksOptions};

/// A store that outlives the shard.
pub trait TestStore {
    fn name(&self) -> &'static str;
    /// Opens it; the first time, makes it.
    fn open(&self) -> Rc<dyn Kv>;
    /// The process dies. What was not flushed is lost, where the store can show that.
    fn kill(&self);
}

/// Every kind, each empty.
pub fn all() -> Vec<Rc<dyn TestStore>> {
    vec![Rc::new(MemoryStore::new(0)), Rc::new(MemoryStore::new(3)), Rc::new(RocksStore::new())]
}

/// Records that a scan of a store with cold keys shows at once: fewer than a page of a directory has.
const SCAN_MAX: usize = 50;

/// A map. Its disk survives the shard.
pub struct MemoryStore {
    pub disk: MapDisk,
    cold_one_in: u64,
    on_flush: RefCell<Option<Rc<dyn Fn(FlushPoint)>>>,
    pub kv: RefCell<Option<Rc<MapKv>>>,
}

impl MemoryStore {
    /// One key in `cold_one_in` must be warmed before it can be read; 0: none.
    pub fn new(cold_one_in: u64) -> MemoryStore {
        MemoryStore {
            disk: MapDisk::new(),
            cold_one_in,
            on_flush: RefCell::default(),
            kv: RefCell::default(),
        }
    }

    /// Calls `hook` around each flush of stores opened from now on.
    pub fn on_flush(&self, hook: Rc<dyn Fn(FlushPoint)>) {
        *self.on_flush.borrow_mut() = Some(hook);
    }
}

impl TestStore for MemoryStore {
    fn name(&self) -> &'static str {
        if self.cold_one_in == 0 { "memory" } else { "memory, some keys cold" }
    }
    fn open(&self) -> Rc<dyn Kv> {
        let options = MapOptions {
            cold_one_in: self.cold_one_in,
            on_flush: self.on_flush.borrow().clone(),
            // Where something is cold, memory also holds but a part of a large directory.
            scan_max: (self.cold_one_in > 0).then_some(SCAN_MAX),
        };
        let kv = Rc::new(MapKv::open(&self.disk, options));
        *self.kv.borrow_mut() = Some(kv.clone());
        kv
    }
    fn kill(&self) {
        self.disk.kill();
    }
}

/// RocksDB in a directory of its own.
pub struct RocksStore {
    directory: tempfile::TempDir,
    made: Cell<bool>,
}

impl RocksStore {
    pub fn new() -> RocksStore {
        RocksStore { directory: tempfile::tempdir().unwrap(), made: Cell::new(false) }
    }
}

impl TestStore for RocksStore {
    fn name(&self) -> &'static str {
        "RocksDB"
    }
    fn open(&self) -> Rc<dyn Kv> {
        let path = self.directory.path().join("kv");
        let options = RocksOptions { reserve_bytes: 0, ..RocksOptions::small() };
        Rc::new(if self.made.replace(true) {
            RocksKv::open(&path, options).unwrap()
        } else {
            RocksKv::create(&path, options).unwrap()
        })
    }
    fn kill(&self) {}
}
