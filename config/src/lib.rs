//! osmia.toml: parse, check, print.
