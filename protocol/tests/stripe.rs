//! Stripe arithmetic against a model that looks at each byte.
#![allow(clippy::unwrap_used)]

use osmia_protocol::stripe::{FILE_BYTES_MAX, Piece, Stripes};
use proptest::prelude::*;

/// Where one byte of a file is: column, and offset in its object. Straight from docs/stripe-layout.md.
fn byte(stripes: Stripes, at: u64) -> (u32, u64) {
    let unit = at / stripes.stripe_bytes;
    let row = unit / u64::from(stripes.count);
    ((unit % u64::from(stripes.count)) as u32, row * stripes.stripe_bytes + at % stripes.stripe_bytes)
}

fn layouts() -> impl Strategy<Value = Stripes> {
    (1u64..40, 1u32..7).prop_map(|(stripe_bytes, count)| Stripes { stripe_bytes, count })
}

proptest! {
    /// The pieces of a range are its bytes, each once, in file order, where the model has them, and as few as can be.
    #[test]
    fn pieces(stripes in layouts(), offset in 0u64..500, len in 0u64..500) {
        let mut at = offset;
        let mut first = true;
        for piece in stripes.pieces(offset, len) {
            prop_assert_eq!(piece.file_offset, at);
            prop_assert!(piece.len > 0);
            for i in 0..piece.len {
                prop_assert_eq!(byte(stripes, at + i), (piece.stripe, piece.object_offset + i));
            }
            at += piece.len;
            // Only the first may begin within a stripe unit.
            prop_assert!(first || piece.file_offset % stripes.stripe_bytes == 0);
            first = false;
        }
        prop_assert_eq!(at, offset + len);
        prop_assert!(stripes.pieces(offset, len).count() as u64 <= len / stripes.stripe_bytes + 2);
    }

    /// The objects of a full file hold its bytes, no more and no less.
    #[test]
    fn sizes(stripes in layouts(), size in 0u64..1000) {
        let mut ends = vec![0u64; stripes.count as usize];
        for at in 0..size {
            let (stripe, offset) = byte(stripes, at);
            ends[stripe as usize] = ends[stripe as usize].max(offset + 1);
        }
        for stripe in 0..stripes.count {
            let end = ends[stripe as usize];
            prop_assert_eq!(stripes.object_bytes(size, stripe), end);
            // From one object alone, the file is at least as long as its last byte's place.
            let last = (0..size).filter(|&at| byte(stripes, at).0 == stripe).max();
            prop_assert_eq!(stripes.file_bytes(end, stripe), last.map_or(0, |last| last + 1));
        }
        let longest = (0..stripes.count).map(|stripe| stripes.file_bytes(ends[stripe as usize], stripe)).max();
        prop_assert_eq!(longest, Some(size));
    }

    /// Nothing overflows at the largest offsets and sizes.
    #[test]
    fn extremes(
        stripe_bytes in prop_oneof![1u64..100, Just(1 << 20), Just(u64::from(u32::MAX))],
        count in prop_oneof![1u32..10, Just(u32::MAX)],
        back in 0u64..1000, len in any::<u64>(),
    ) {
        let stripes = Stripes { stripe_bytes, count };
        let offset = FILE_BYTES_MAX - back;
        let pieces: Vec<Piece> = stripes.pieces(offset, len).collect();
        prop_assert_eq!(pieces.iter().map(|piece| piece.len).sum::<u64>(), len.min(back));
        prop_assert_eq!(stripes.pieces(FILE_BYTES_MAX, len).count(), 0);
        prop_assert_eq!(stripes.pieces(u64::MAX, len).count(), 0);
        let total: u128 = (0..count.min(10)).map(|stripe| u128::from(stripes.object_bytes(FILE_BYTES_MAX, stripe))).sum();
        prop_assert!(total <= u128::from(FILE_BYTES_MAX));
        // Sizes come from servers: any may be claimed.
        prop_assert!(stripes.file_bytes(len, count - 1) >= len.min(stripe_bytes));
        prop_assert!(Stripes::new(stripe_bytes, count as usize).is_some());
        prop_assert!(Stripes::new(0, 1).is_none() && Stripes::new(1, 0).is_none());
    }
}
