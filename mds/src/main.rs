//! Osmia's metadata server.

fn main() {}
