//! What the kernel has open, by the number that it was given.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use fuser::FileHandle;
use parking_lot::RwLock;

/// What is open, of one kind.
#[derive(Debug)]
pub(crate) struct Handles<T> {
    open: RwLock<HashMap<u64, Arc<T>>>,
    next: AtomicU64,
}

impl<T> Handles<T> {
    pub(crate) fn new() -> Handles<T> {
        Handles { open: RwLock::default(), next: AtomicU64::new(1) }
    }

    pub(crate) fn add(&self, what: T) -> FileHandle {
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        self.open.write().insert(number, Arc::new(what));
        FileHandle(number)
    }

    pub(crate) fn get(&self, handle: FileHandle) -> Option<Arc<T>> {
        self.open.read().get(&handle.0).cloned()
    }

    pub(crate) fn remove(&self, handle: FileHandle) -> Option<Arc<T>> {
        self.open.write().remove(&handle.0)
    }
}
