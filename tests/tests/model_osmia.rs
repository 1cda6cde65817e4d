//! Random sequences of operations by several clients, on real servers and on the reference model.

#![allow(clippy::disallowed_methods)]

use osmia_tests::cluster::{Cluster, Options as ClusterOptions};
use osmia_tests::osmia::Osmia;
use osmia_tests::scale;
use osmia_tests::sequence::{Options, run};

fn compare(test: &str, cluster: &str) {
    let only: Option<u64> =
        std::env::var("OSMIA_SEED").ok().map(|seed| seed.parse().expect("OSMIA_SEED is a number"));
    for seed in only.map_or(0..scale(4, 60), |seed| seed..seed + 1) {
        let defaults = ClusterOptions::default();
        let cluster = format!("{}{cluster}", defaults.cluster);
        let cluster = Cluster::start(ClusterOptions { cluster, ..defaults });
        let options = Options { seed, steps: scale(2000, 5000), clients: 3, exceptions: true };
        if let Err(difference) = run(options, &mut Osmia::new(&cluster)) {
            panic!(
                "seed {seed}: {difference}\n\
                 again: OSMIA_SEED={seed} cargo test -p osmia-tests --test model_osmia {test}"
            );
        }
    }
}

/// Every result and the final tree are the model's, with attributes embedded in directory entries.
#[test]
fn embedded() {
    compare("embedded", "layout = \"embedded\"\n");
}

/// Every result and the final tree are the model's, with edges and inodes apart.
#[test]
fn edge() {
    compare("edge", "layout = \"edge\"\n");
}
