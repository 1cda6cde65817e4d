//! Writes that are applied together.

/// One write of a batch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Write {
    /// Sets a key.
    Put(Vec<u8>, Vec<u8>),
    /// Removes a key; fine when it is not there.
    Delete(Vec<u8>),
}

/// Writes that are applied together, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Batch {
    /// The writes. A later one of the same key wins.
    pub writes: Vec<Write>,
}

impl Batch {
    /// Adds a put.
    pub fn put(&mut self, key: impl Into<Vec<u8>>, value: impl Into<Vec<u8>>) {
        self.writes.push(Write::Put(key.into(), value.into()));
    }
    /// Adds a delete.
    pub fn delete(&mut self, key: impl Into<Vec<u8>>) {
        self.writes.push(Write::Delete(key.into()));
    }
    /// Whether nothing was added.
    pub fn is_empty(&self) -> bool {
        self.writes.is_empty()
    }
    /// Forgets all writes and keeps the memory.
    pub fn clear(&mut self) {
        self.writes.clear();
    }
}
