//! The mdtest driver on real servers: every phase, both paths, both kinds of rank, checked by itself.

use osmia_bench::mdtest::options::TransportKind;
use osmia_bench::mdtest::summary::Operation;
use osmia_bench::mdtest::{self, ApiKind, Options, RankKind, Summary};
use osmia_client::ClientOptions;
use osmia_tests::cluster::{Cluster, Options as ClusterOptions, program};
use osmia_tests::scale;

fn run(cluster: &Cluster, words: &str, transport: TransportKind, rank_kind: RankKind) -> Summary {
    let mut options = Options::parse_words(words.split_whitespace()).expect("valid flags");
    options.api = ApiKind::Osmia;
    options.config = Some(cluster.config());
    options.transport = transport;
    options.rank_kind = rank_kind;
    options.program = Some(program("osmia-bench"));
    mdtest::run(&options).unwrap_or_else(|error| panic!("{words}: {error:#}"))
}

/// Written, stat'ed, read back by another rank, renamed and removed: nothing fails, nothing is left, over shared memory
/// and TCP, by threads and processes; a stat is one request in the steady state.
#[test]
fn phases_on_a_cluster() {
    // Leases that outlive the test: the count of requests does not depend on the machine's speed.
    let limits = ClusterOptions::default().limits.replace("lease_ms = 1000", "lease_ms = 30000");
    let limits = limits.replace("session_ms = 5000", "session_ms = 60000");
    let cluster = Cluster::start(ClusterOptions { limits, ..ClusterOptions::default() });
    let files = scale(200, 20_000);
    for (transport, rank_kind) in [
        (TransportKind::Shm, RankKind::Thread),
        (TransportKind::Shm, RankKind::Process),
        (TransportKind::Tcp, RankKind::Process),
    ] {
        for words in [
            format!("-d /t -n {files} -F --ranks 2 -N 1 -w 3901 -e 3901"),
            "-d /t -n 40 --ranks 2 -u -z 2 -b 2 -w 70000 -e 70000 -y -C -T -E -r".to_string(),
            "-d /t -n 40 -D --ranks 2 -N 1 -i 2".to_string(),
        ] {
            let summary = run(&cluster, &words, transport, rank_kind);
            assert!(!summary.failed(), "{words} {transport:?} {rank_kind:?}: {:?}", summary.failures_told);
            for row in
                summary.rows.iter().filter(|row| row.operation == Operation::FileStat && row.calls >= 400)
            {
                // The first of a rank may have to find the way.
                let requests = row.per_call["metadata-requests"];
                assert!(
                    (1.0..1.05).contains(&requests),
                    "{words} {transport:?}: {requests} requests per stat"
                );
            }
            let fact = |name: &str| summary.facts.file_system.iter().any(|(fact, _)| fact == name);
            assert!(fact("durability") && fact("layout") && fact("transport"), "{:?}", summary.facts);
        }
        let client = cluster.client(ClientOptions::default());
        assert_eq!(client.read_dir("/").expect("the root").count(), 0, "{transport:?} {rank_kind:?}");
    }
}

/// A file that another client removes between two runs is missed, by rank, path and errno.
#[test]
fn missing_files_are_told() {
    let cluster = Cluster::start(ClusterOptions::default());
    let run = |words: &str| run(&cluster, words, TransportKind::Auto, RankKind::Thread);
    assert!(!run("-d /t -n 20 -F -C -w 10").failed());
    let client = cluster.client(ClientOptions::default());
    client.unlink("/t/test-dir.0-0/mdtest_tree.0/file.mdtest.0.7").expect("the file is there");
    let summary = run("-d /t -n 20 -F -T");
    assert_eq!((summary.failures, summary.stopped), (1, false));
    let told = summary.failures_told[0].to_string();
    assert!(told.starts_with("rank 0: File stat /t/test-dir.0-0/mdtest_tree.0/file.mdtest.0.7"), "{told}");
    assert_eq!(summary.failures_told[0].errno, libc::ENOENT);
}
