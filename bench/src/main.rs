//! Osmia's benchmarks: an mdtest-style driver.

fn main() {}
