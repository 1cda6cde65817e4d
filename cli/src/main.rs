//! The osmia command.

fn main() {}
