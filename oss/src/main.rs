//! Osmia's storage server.

fn main() {}
