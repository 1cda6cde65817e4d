//! From a range of a file to transfers with storage targets (docs/stripe-layout.md).

use osmia_protocol::stripe::Stripes;
use smallvec::SmallVec;

/// Most bytes of one transfer, unless a stripe unit is larger. Large enough that the message's cost vanishes, small
/// enough that a transfer of a few megabytes keeps all its targets busy.
const TRANSFER_BYTES: u64 = 1 << 20;
/// Most bytes of one transfer at all: a quarter of a message's body.
const TRANSFER_BYTES_MAX: u64 = 4 << 20;

/// One contiguous range of one object, and the ranges of the file that it is made of.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Transfer {
    /// Column of the stripe layout.
    pub(crate) stripe: u32,
    /// Offset in the object.
    pub(crate) object_offset: u64,
    pub(crate) bytes: u64,
    /// Offset from the start of the whole range, and length, of each part, in order of the object.
    pub(crate) parts: SmallVec<[(u64, u64); 1]>,
}

/// Cuts a range of a file into transfers, so that the targets of all stripes are busy from the start. Neighbouring
/// stripe units of one object travel together up to a bound.
pub(crate) fn plan(stripes: Stripes, offset: u64, len: u64) -> Vec<Transfer> {
    let mut transfers: Vec<Transfer> = Vec::new();
    // Of each column, the transfer that may still grow.
    let mut open: SmallVec<[Option<usize>; 16]> = SmallVec::from_elem(None, stripes.count as usize);
    for piece in stripes.pieces(offset, len) {
        let (mut object_offset, mut from, mut left) =
            (piece.object_offset, piece.file_offset - offset, piece.len);
        while left > 0 {
            let grown = open[piece.stripe as usize].map(|index| &mut transfers[index]);
            if let Some(transfer) = grown
                && transfer.object_offset + transfer.bytes == object_offset
                && transfer.bytes + left <= TRANSFER_BYTES
            {
                transfer.bytes += left;
                transfer.parts.push((from, left));
                break;
            }
            let bytes = left.min(TRANSFER_BYTES_MAX);
            open[piece.stripe as usize] = Some(transfers.len());
            let parts = SmallVec::from_elem((from, bytes), 1);
            transfers.push(Transfer { stripe: piece.stripe, object_offset, bytes, parts });
            object_offset += bytes;
            from += bytes;
            left -= bytes;
        }
    }
    transfers
}

/// The bytes of a range of a file that are in one object: one range of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Column {
    /// Column of the stripe layout.
    pub(crate) stripe: u32,
    /// Offset in the object.
    pub(crate) object_offset: u64,
    /// Never 0.
    pub(crate) bytes: u64,
}

/// Cuts a range of a file into what each object has of it.
pub(crate) fn columns(stripes: Stripes, offset: u64, len: u64) -> impl Iterator<Item = Column> {
    (0..stripes.count).filter_map(move |stripe| {
        // So many of the object's bytes lie before each end of the range.
        let object_offset = stripes.object_bytes(offset, stripe);
        let bytes = stripes.object_bytes(offset + len, stripe) - object_offset;
        (bytes > 0).then_some(Column { stripe, object_offset, bytes })
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        /// Whatever the stripes and the range: written by the plan into objects and read back by the model's own
        /// arithmetic, every byte is where it belongs, each exactly once, and no transfer exceeds its bound.
        #[test]
        fn plan_follows_the_model(
            stripe_bytes in prop_oneof![1..300u64, Just(4096), Just(1 << 20), Just(9 << 20)],
            count in 1..9u32,
            offset in 0..40_000_000u64,
            len in prop_oneof![0..5000u64, 0..20_000_000u64],
        ) {
            let len = len.min(stripe_bytes * 3000);
            let plan = plan(Stripes { stripe_bytes, count }, offset, len);
            // What each object has of the range is what the transfers to it are together.
            for column in columns(Stripes { stripe_bytes, count }, offset, len) {
                let of_it = plan.iter().filter(|transfer| transfer.stripe == column.stripe);
                let first = of_it.clone().map(|transfer| transfer.object_offset).min();
                let bytes: u64 = of_it.map(|transfer| transfer.bytes).sum();
                prop_assert_eq!((first, bytes), (Some(column.object_offset), column.bytes));
            }
            let in_columns: u64 =
                columns(Stripes { stripe_bytes, count }, offset, len).map(|column| column.bytes).sum();
            prop_assert_eq!(in_columns, len);
            let mut covered: Vec<(u64, u64)> = Vec::new();
            for transfer in &plan {
                prop_assert!(transfer.bytes > 0 && transfer.bytes <= TRANSFER_BYTES_MAX);
                let mut object_offset = transfer.object_offset;
                for &(from, bytes) in &transfer.parts {
                    covered.push((from, bytes));
                    // RAID-0, byte by byte at both ends of the part.
                    for byte in [0, bytes - 1] {
                        let unit = (offset + from + byte) / stripe_bytes;
                        prop_assert_eq!(unit % u64::from(count), u64::from(transfer.stripe));
                        let within = (offset + from + byte) % stripe_bytes;
                        prop_assert_eq!(unit / u64::from(count) * stripe_bytes + within, object_offset + byte);
                    }
                    object_offset += bytes;
                }
                prop_assert_eq!(object_offset, transfer.object_offset + transfer.bytes);
            }
            covered.sort_unstable();
            let mut end = 0;
            for (from, bytes) in covered {
                prop_assert_eq!(from, end);
                end += bytes;
            }
            prop_assert_eq!(end, len);
        }
    }

    /// A large transfer has few messages however small its stripe units are, and begins on every target.
    #[test]
    fn small_units_travel_together() {
        let plan = plan(Stripes { stripe_bytes: 4096, count: 4 }, 0, 16 << 20);
        assert_eq!(plan.len(), 16);
        assert_eq!(plan.iter().take(4).map(|transfer| transfer.stripe).collect::<Vec<_>>(), [0, 1, 2, 3]);
    }
}
