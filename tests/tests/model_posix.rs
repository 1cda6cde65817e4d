//! The reference model against local file systems.

#![allow(clippy::disallowed_methods)]

use osmia_tests::posix::Posix;
use osmia_tests::scale;
use osmia_tests::sequence::{Options, run};

fn compare(directory: &std::path::Path) {
    rustix::process::umask(rustix::fs::Mode::empty());
    let only: Option<u64> =
        std::env::var("OSMIA_SEED").ok().map(|seed| seed.parse().expect("OSMIA_SEED is a number"));
    for seed in only.map_or(0..scale(100, 1000), |seed| seed..seed + 1) {
        let here = tempfile::Builder::new().tempdir_in(directory).expect("a test directory");
        let options = Options { seed, steps: 2000, clients: 3, exceptions: false };
        if let Err(difference) = run(options, &mut Posix::new(here.path())) {
            panic!(
                "seed {seed}: {difference}\nagain: OSMIA_SEED={seed} cargo test -p osmia-tests --test model_posix"
            );
        }
    }
}

/// The model gives what the local file system under the build directory gives. (Not tmpfs, which leaves the
/// modification time when a truncate changes nothing.)
#[test]
fn local_file_system() {
    assert!(rustix::process::geteuid().is_root(), "acting as several users needs root");
    compare(std::path::Path::new(env!("CARGO_TARGET_TMPDIR")));
}
