//! Says what to do when RocksDB is not there. Without this, `librocksdb-sys` fails in bindgen's words, or, when cargo
//! was started outside the source tree and did not see `.cargo/config.toml`, silently spends an hour on building its
//! bundled copy. This runs first: that crate's own build script needs bindgen built before.

use std::env;
use std::path::Path;

const VARIABLES: [&str; 3] = ["ROCKSDB_COMPILE", "ROCKSDB_LIB_DIR", "ROCKSDB_INCLUDE_DIR"];

fn main() {
    for variable in VARIABLES {
        println!("cargo::rerun-if-env-changed={variable}");
    }
    println!("cargo::rerun-if-changed=build.rs");
    let [compile, library, include] = VARIABLES.map(|variable| env::var(variable).ok());
    if compile.is_some_and(|compile| compile == "1" || compile.eq_ignore_ascii_case("true")) {
        return;
    }
    let (Some(_), Some(include)) = (library, include) else {
        println!(
            "cargo::error=ROCKSDB_LIB_DIR and ROCKSDB_INCLUDE_DIR are not set: run cargo inside Osmia's source tree, \
             whose .cargo/config.toml sets them, or see docs/building.md"
        );
        return;
    };
    let header = Path::new(&include).join("rocksdb/c.h");
    if !header.exists() {
        println!(
            "cargo::error=RocksDB is missing ({} is not there): run scripts/install-deps.sh, or see docs/building.md",
            header.display()
        );
    }
    println!("cargo::rerun-if-changed={}", header.display());
}
