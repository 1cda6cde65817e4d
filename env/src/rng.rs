//! Chance.

/// Random numbers. Real: seeded from the system. Simulated: from the test's seed.
/// Not for secrets.
pub trait Rng {
    /// 64 random bits.
    fn next_u64(&self) -> u64;

    /// A number below `bound`, near enough uniform (bias under 2^-32 for bounds below 2^32). 0 for bound 0.
    fn below(&self, bound: u64) -> u64 {
        ((u128::from(self.next_u64()) * u128::from(bound)) >> 64) as u64
    }
}
