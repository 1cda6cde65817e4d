//! Writes that are applied together.

/// One write of a batch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Write<'a> {
    /// Sets a key.
    Put(&'a [u8], &'a [u8]),
    /// Removes a key; fine when it is not there.
    Delete(&'a [u8]),
}

/// Writes that are applied together, in order: a later one of the same key wins.
///
/// They lie in one piece of memory, in the form of RocksDB's own write batch, so that a store takes them without
/// looking at each: 8 bytes that are the store's, the count (u32 little-endian), then for each write a byte (1 put,
/// 0 delete), key and, for a put, value, each behind its length as a varint.
#[derive(Clone, PartialEq, Eq)]
pub struct Batch {
    data: Vec<u8>,
    puts: u32,
    deletes: u32,
}

/// Bytes before the first write.
const HEADER: usize = 12;
const PUT: u8 = 1;
const DELETE: u8 = 0;

/// A place in a batch, to [`rewind`](Batch::rewind) to.
#[derive(Clone, Copy, Debug)]
pub struct Mark {
    len: usize,
    puts: u32,
    deletes: u32,
}

impl Default for Batch {
    fn default() -> Batch {
        Batch::new()
    }
}

impl std::fmt::Debug for Batch {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl Batch {
    /// An empty batch.
    pub fn new() -> Batch {
        Batch { data: vec![0; HEADER], puts: 0, deletes: 0 }
    }

    /// Adds a put.
    pub fn put(&mut self, key: impl AsRef<[u8]>, value: impl AsRef<[u8]>) {
        self.data.push(PUT);
        self.bytes(key.as_ref());
        self.bytes(value.as_ref());
        self.puts += 1;
    }

    /// Adds a delete.
    pub fn delete(&mut self, key: impl AsRef<[u8]>) {
        self.data.push(DELETE);
        self.bytes(key.as_ref());
        self.deletes += 1;
    }

    /// Adds all writes of another batch.
    pub fn append(&mut self, other: &Batch) {
        self.data.extend_from_slice(&other.data[HEADER..]);
        self.puts += other.puts;
        self.deletes += other.deletes;
    }

    /// Whether nothing was added.
    pub fn is_empty(&self) -> bool {
        self.data.len() == HEADER
    }

    /// Forgets all writes and keeps the memory.
    pub fn clear(&mut self) {
        self.rewind(Mark { len: HEADER, puts: 0, deletes: 0 });
    }

    /// The place behind the last write.
    pub fn mark(&self) -> Mark {
        Mark { len: self.data.len(), puts: self.puts, deletes: self.deletes }
    }

    /// Forgets what was added since `mark` was taken of this batch.
    pub fn rewind(&mut self, mark: Mark) {
        self.data.truncate(mark.len);
        self.puts = mark.puts;
        self.deletes = mark.deletes;
    }

    /// The writes in order.
    pub fn iter(&self) -> Iter<'_> {
        Iter(&self.data[HEADER..])
    }

    /// Puts in it.
    pub fn put_count(&self) -> usize {
        self.puts as usize
    }

    /// Deletes in it.
    pub fn delete_count(&self) -> usize {
        self.deletes as usize
    }

    /// Bytes of all keys and values, and a few per write around them.
    pub fn size_bytes(&self) -> usize {
        self.data.len() - HEADER
    }

    /// The whole as RocksDB takes it.
    pub(crate) fn encoded(&self) -> Vec<u8> {
        let mut data = self.data.clone();
        data[8..HEADER].copy_from_slice(&(self.puts + self.deletes).to_le_bytes());
        data
    }

    fn bytes(&mut self, bytes: &[u8]) {
        let mut len = u32::try_from(bytes.len()).expect("keys and values are far below 4 GiB");
        while len >= 0x80 {
            self.data.push(len as u8 | 0x80);
            len >>= 7;
        }
        self.data.push(len as u8);
        self.data.extend_from_slice(bytes);
    }
}

/// Iterator of [`Batch::iter`].
#[derive(Clone, Debug)]
pub struct Iter<'a>(&'a [u8]);

impl<'a> Iter<'a> {
    fn bytes(&mut self) -> &'a [u8] {
        let (mut len, mut shift) = (0, 0);
        loop {
            let byte = self.0[0];
            self.0 = &self.0[1..];
            len |= usize::from(byte & 0x7f) << shift;
            shift += 7;
            if byte < 0x80 {
                break;
            }
        }
        let (bytes, rest) = self.0.split_at(len);
        self.0 = rest;
        bytes
    }
}

impl<'a> Iterator for Iter<'a> {
    type Item = Write<'a>;

    fn next(&mut self) -> Option<Write<'a>> {
        let (tag, rest) = self.0.split_first()?;
        self.0 = rest;
        let key = self.bytes();
        Some(if *tag == PUT { Write::Put(key, self.bytes()) } else { Write::Delete(key) })
    }
}

impl<'a> IntoIterator for &'a Batch {
    type Item = Write<'a>;
    type IntoIter = Iter<'a>;

    fn into_iter(self) -> Iter<'a> {
        self.iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What goes in comes out, in order, whatever the lengths; a rewind forgets exactly what came after its mark.
    #[test]
    fn round_trip() {
        let mut batch = Batch::new();
        let long = vec![7; 20_000];
        batch.put("key", &long);
        batch.delete(&long[..128]);
        let mark = batch.mark();
        batch.put("", "");
        let mut other = Batch::new();
        other.append(&batch);
        assert_eq!(other, batch);
        assert_eq!(batch.iter().last(), Some(Write::Put(b"", b"")));
        batch.rewind(mark);
        let writes = batch.iter().collect::<Vec<_>>();
        assert_eq!(writes, [Write::Put(b"key", &long), Write::Delete(&long[..128])]);
        assert_eq!((batch.put_count(), batch.delete_count()), (1, 1));
        batch.clear();
        assert!(batch.is_empty() && batch.iter().next().is_none());
    }
}
