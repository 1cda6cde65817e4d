//! Chance, seeded from the system.

use std::cell::RefCell;

use osmia_env::Rng;

/// A generator of one thread, seeded from the system's random numbers. Not for secrets.
#[derive(Debug)]
pub struct SysRng(RefCell<fastrand::Rng>);

impl SysRng {
    /// Takes a seed from the system.
    pub fn new() -> SysRng {
        SysRng(RefCell::new(fastrand::Rng::with_seed(seed())))
    }
}

impl Default for SysRng {
    fn default() -> SysRng {
        SysRng::new()
    }
}

impl Rng for SysRng {
    fn next_u64(&self) -> u64 {
        self.0.borrow_mut().u64(..)
    }
}

/// 64 bits from getrandom(2).
pub fn seed() -> u64 {
    let mut bytes = [0; 8];
    match rustix::rand::getrandom(&mut bytes, rustix::rand::GetRandomFlags::empty()) {
        Ok(8) => u64::from_ne_bytes(bytes),
        // Reads of up to 256 bytes are neither short nor interrupted (getrandom(2)); a kernel without the call gets
        // the standard library's way.
        _ => std::hash::BuildHasher::hash_one(&std::hash::RandomState::new(), std::process::id()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two generators differ.
    #[test]
    fn seeds_differ() {
        assert_ne!(SysRng::new().next_u64(), SysRng::new().next_u64());
    }
}
