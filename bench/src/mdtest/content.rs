//! What is written to files: one pattern for all, and a stamp in each block that names the file.

/// A stamp stands at the start of each block of this size, so that blocks swapped between files are seen.
const BLOCK_BYTES: usize = 4096;
/// Size of a stamp.
const STAMP_BYTES: usize = 8;

/// The content of files of one size.
pub struct Content {
    seed: u64,
    bytes: Vec<u8>,
}

impl Content {
    /// Content of `len` bytes; runs with the same `seed` write the same.
    pub fn new(seed: u64, len: usize) -> Content {
        let bytes =
            (0..len.div_ceil(8) as u64).flat_map(|word| mix(seed ^ word).to_le_bytes()).take(len).collect();
        Content { seed, bytes }
    }

    /// The content of item `number` of rank `owner`, to write.
    pub fn of(&mut self, owner: u32, number: u64) -> &[u8] {
        for start in (0..self.bytes.len()).step_by(BLOCK_BYTES) {
            let end = (start + STAMP_BYTES).min(self.bytes.len());
            self.bytes[start..end].copy_from_slice(&stamp(self.seed, owner, number, start)[..end - start]);
        }
        &self.bytes
    }

    /// Offset of the first byte of `read` that is not what the item should begin with, or `read`'s length when it
    /// has the wrong number of bytes.
    pub fn first_difference(&mut self, owner: u32, number: u64, read: &[u8]) -> Option<usize> {
        let expected = self.of(owner, number);
        if expected == read {
            return None;
        }
        let differing = expected.iter().zip(read).position(|(expected, read)| expected != read);
        Some(differing.unwrap_or(read.len().min(expected.len())))
    }
}

fn stamp(seed: u64, owner: u32, number: u64, start: usize) -> [u8; STAMP_BYTES] {
    mix(mix(seed ^ u64::from(owner)) ^ mix(number) ^ (start as u64).rotate_left(32)).to_le_bytes()
}

/// The finaliser of SplitMix64 (Steele, Lea, Flood: Fast splittable pseudorandom number generators, 2014).
pub fn mix(value: u64) -> u64 {
    let z = value.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Content is reproduced, and any changed, missing or foreign byte is found where it is.
    #[test]
    fn differences_are_found() {
        for len in [0, 1, 7, 8, 9, 4095, 4096, 4100, 10_000] {
            let mut content = Content::new(3, len);
            let written = content.of(1, 2).to_vec();
            assert_eq!(Content::new(3, len).first_difference(1, 2, &written), None);
            if len == 0 {
                continue;
            }
            assert!(content.first_difference(1, 3, &written).is_some_and(|at| at < 8), "another item, {len}");
            assert!(content.first_difference(0, 2, &written).is_some_and(|at| at < 8), "another rank, {len}");
            assert_eq!(content.first_difference(1, 2, &written[..len - 1]), Some(len - 1));
            let mut changed = written;
            changed[len - 1] ^= 1;
            assert_eq!(content.first_difference(1, 2, &changed), Some(len - 1));
        }
    }
}
