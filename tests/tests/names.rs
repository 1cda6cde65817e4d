//! Links, special files, extended attributes and renames across directories and shards: random calls on real servers, and on
//! a local directory, which says what is right.

#![allow(clippy::disallowed_methods)]

use osmia_tests::cluster::{Cluster, Options};
use osmia_tests::names::compare;
use osmia_tests::osmia::Osmia;
use osmia_tests::posix::Posix;
use osmia_tests::scale;

/// One after the other: the local directory is the process's.
fn on(cluster: &str) {
    rustix::process::umask(rustix::fs::Mode::empty());
    let only: Option<u64> =
        std::env::var("OSMIA_SEED").ok().map(|seed| seed.parse().expect("OSMIA_SEED is a number"));
    for seed in only.map_or(0..scale(4, 60), |seed| seed..seed + 1) {
        let local = tempfile::Builder::new().tempdir_in(env!("CARGO_TARGET_TMPDIR")).expect("a directory");
        let defaults = Options::default();
        let cluster = format!("{}{cluster}", defaults.cluster);
        let cluster = Cluster::start(Options { cluster, mds_shards: 2, ..defaults });
        let (mut local, mut real) = (Posix::new(local.path()), Osmia::new(&cluster));
        if let Err(difference) = compare(seed, scale(3000, 10_000), &mut local, &mut real) {
            panic!(
                "seed {seed}: {difference}\nagain: OSMIA_SEED={seed} cargo test -p osmia-tests --test names"
            );
        }
    }
}

/// Every result and the final trees are those of the local file system, on four metadata shards, with both layouts.
#[test]
fn as_local() {
    assert!(rustix::process::geteuid().is_root(), "acting as several users needs root");
    on("layout = \"embedded\"\n");
    on("layout = \"edge\"\n");
}
