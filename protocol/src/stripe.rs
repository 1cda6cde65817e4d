//! Stripe arithmetic: which bytes of a file are which bytes of which object.
//!
//! Byte `b` of a file lies in stripe unit `u = b / stripe_bytes`, which is the `u / n`-th unit of the object in
//! column `u % n` (RAID-0, docs/stripe-layout.md).

/// Largest file, in bytes: what `off_t` holds.
pub const FILE_BYTES_MAX: u64 = i64::MAX as u64;

/// The numbers of a stripe layout that the arithmetic needs. Both are at least 1 and at most `u32::MAX`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stripes {
    /// Bytes of one stripe unit.
    pub stripe_bytes: u64,
    /// Columns, each with one object.
    pub count: u32,
}

/// A range of a file that is one contiguous range of one object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece {
    /// Column, the index into the layout's targets.
    pub stripe: u32,
    /// Offset within the object, in bytes.
    pub object_offset: u64,
    /// Offset within the file, in bytes.
    pub file_offset: u64,
    /// Length, in bytes; never 0.
    pub len: u64,
}

impl Stripes {
    /// The numbers of a stripe layout as it travels: `None` for one without bytes or columns.
    pub fn new(stripe_bytes: u64, columns: usize) -> Option<Stripes> {
        let count = u32::try_from(columns).ok()?;
        (stripe_bytes > 0 && stripe_bytes <= u64::from(u32::MAX) && count > 0)
            .then_some(Stripes { stripe_bytes, count })
    }

    /// Cuts a byte range of a file into pieces, in file order. `len` 0 gives nothing.
    /// Ends early at [`FILE_BYTES_MAX`].
    pub fn pieces(self, offset: u64, len: u64) -> impl Iterator<Item = Piece> {
        let end = offset.saturating_add(len).min(FILE_BYTES_MAX);
        let mut at = offset;
        std::iter::from_fn(move || {
            if at >= end {
                return None;
            }
            let (unit, within) = (at / self.stripe_bytes, at % self.stripe_bytes);
            let len = (self.stripe_bytes - within).min(end - at);
            let piece = Piece {
                stripe: (unit % u64::from(self.count)) as u32,
                object_offset: unit / u64::from(self.count) * self.stripe_bytes + within,
                file_offset: at,
                len,
            };
            at += len;
            Some(piece)
        })
    }

    /// Size of the object in column `stripe` of a file of `size` bytes without holes at its end.
    pub fn object_bytes(self, size: u64, stripe: u32) -> u64 {
        let row = self.stripe_bytes * u64::from(self.count);
        let rest = (size % row).saturating_sub(u64::from(stripe) * self.stripe_bytes);
        size / row * self.stripe_bytes + rest.min(self.stripe_bytes)
    }

    /// Size of the file whose object in column `stripe` ends at `object_bytes`; 0 for an empty object. Saturates.
    pub fn file_bytes(self, object_bytes: u64, stripe: u32) -> u64 {
        let Some(last) = object_bytes.checked_sub(1) else { return 0 };
        let row = last / self.stripe_bytes;
        let unit = row.saturating_mul(u64::from(self.count)).saturating_add(u64::from(stripe));
        unit.saturating_mul(self.stripe_bytes).saturating_add(last % self.stripe_bytes + 1)
    }
}
