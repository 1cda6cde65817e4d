//! Bytes of records: integers little-endian in values, checked when read.

/// A record that cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("record of kind {record}: {reason}")]
pub struct DecodeError {
    /// Which kind of record.
    pub record: &'static str,
    /// What is wrong with it.
    pub reason: &'static str,
}

/// Reads a value from its start.
pub struct Reader<'a> {
    record: &'static str,
    rest: &'a [u8],
}

impl<'a> Reader<'a> {
    /// Begins to read `bytes`, a value of kind `record`.
    pub fn new(record: &'static str, bytes: &'a [u8]) -> Reader<'a> {
        Reader { record, rest: bytes }
    }

    /// The error of this record.
    pub fn wrong(&self, reason: &'static str) -> DecodeError {
        DecodeError { record: self.record, reason }
    }

    /// The next `N` bytes.
    pub fn array<const N: usize>(&mut self) -> Result<[u8; N], DecodeError> {
        let (head, rest) = self.rest.split_first_chunk::<N>().ok_or_else(|| self.wrong("too short"))?;
        self.rest = rest;
        Ok(*head)
    }

    /// The next `len` bytes.
    pub fn bytes(&mut self, len: usize) -> Result<&'a [u8], DecodeError> {
        let (head, rest) = self.rest.split_at_checked(len).ok_or_else(|| self.wrong("too short"))?;
        self.rest = rest;
        Ok(head)
    }

    /// Whatever is left.
    pub fn rest(self) -> &'a [u8] {
        self.rest
    }

    /// A byte.
    pub fn u8(&mut self) -> Result<u8, DecodeError> {
        Ok(self.array::<1>()?[0])
    }
    /// Two bytes.
    pub fn u16(&mut self) -> Result<u16, DecodeError> {
        self.array().map(u16::from_le_bytes)
    }
    /// Four bytes.
    pub fn u32(&mut self) -> Result<u32, DecodeError> {
        self.array().map(u32::from_le_bytes)
    }
    /// Eight bytes.
    pub fn u64(&mut self) -> Result<u64, DecodeError> {
        self.array().map(u64::from_le_bytes)
    }
    /// Eight bytes, signed.
    pub fn i64(&mut self) -> Result<i64, DecodeError> {
        self.array().map(i64::from_le_bytes)
    }

    /// The first byte must be `version`.
    pub fn version(&mut self, version: u8) -> Result<(), DecodeError> {
        if self.u8()? == version { Ok(()) } else { Err(self.wrong("unknown version")) }
    }

    /// Whether nothing is left.
    pub fn is_empty(&self) -> bool {
        self.rest.is_empty()
    }

    /// Nothing may be left.
    pub fn end(self) -> Result<(), DecodeError> {
        if self.rest.is_empty() { Ok(()) } else { Err(self.wrong("too long")) }
    }
}
