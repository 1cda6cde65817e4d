//! Extended attributes: all of an inode in one record.

use super::codec::{DecodeError, Reader};

const VERSION: u8 = 1;

/// Bytes of a name, as Linux has it (XATTR_NAME_MAX).
pub const NAME_BYTES_MAX: usize = 255;
/// Bytes of all names and values of an inode: they are read and written together.
pub const TOTAL_BYTES_MAX: usize = 64 << 10;

/// Extended attributes of an inode, in the order in which they were set first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Xattrs(pub Vec<(Vec<u8>, Vec<u8>)>);

impl Xattrs {
    /// The value of one.
    pub fn get(&self, name: &[u8]) -> Option<&[u8]> {
        self.0.iter().find(|(have, _)| have == name).map(|(_, value)| value.as_slice())
    }

    /// Sets one.
    pub fn set(&mut self, name: &[u8], value: &[u8]) {
        match self.0.iter_mut().find(|(have, _)| have == name) {
            Some((_, have)) => *have = value.to_vec(),
            None => self.0.push((name.to_vec(), value.to_vec())),
        }
    }

    /// Bytes of names and values.
    pub fn bytes(&self) -> usize {
        self.0.iter().map(|(name, value)| name.len() + value.len()).sum()
    }

    /// The record.
    pub fn encode(&self) -> Vec<u8> {
        let mut record = Vec::with_capacity(1 + self.bytes() + 8 * self.0.len());
        record.push(VERSION);
        for (name, value) in &self.0 {
            for part in [name, value] {
                record.extend_from_slice(&(part.len() as u32).to_le_bytes());
                record.extend_from_slice(part);
            }
        }
        record
    }

    /// Reads a record.
    ///
    /// # Errors
    /// When the bytes are none.
    pub fn decode(bytes: &[u8]) -> Result<Xattrs, DecodeError> {
        let mut r = Reader::new("xattr", bytes);
        r.version(VERSION)?;
        let mut xattrs = Xattrs::default();
        while !r.is_empty() {
            let name = r.u32()?;
            let name = r.bytes(name as usize)?.to_vec();
            let value = r.u32()?;
            xattrs.0.push((name, r.bytes(value as usize)?.to_vec()));
        }
        Ok(xattrs)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is encoded is decoded; what is cut is an error, unless it is cut between two attributes.
    #[test]
    fn round_trip() {
        let mut xattrs = Xattrs::default();
        xattrs.set(b"user.a", b"1");
        xattrs.set(b"user.empty", b"");
        xattrs.set(b"user.a", &[0, 255]);
        let bytes = xattrs.encode();
        assert_eq!(Xattrs::decode(&bytes).as_ref(), Ok(&xattrs));
        assert_eq!(xattrs.get(b"user.a"), Some(&[0, 255][..]));
        let whole = 1 + 8 + b"user.a".len() + 2;
        for len in (0..bytes.len()).filter(|len| *len != 1 && *len != whole) {
            assert!(Xattrs::decode(&bytes[..len]).is_err(), "{len}");
        }
    }
}
