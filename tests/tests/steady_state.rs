//! What a call costs once the directories on its way are known: one metadata request, at any depth and wherever the
//! directories are.

#![allow(clippy::unwrap_used, clippy::disallowed_methods, reason = "a test fails by panicking")]

use osmia_client::{Client, ClientOptions, OpenOptions};
use osmia_tests::cluster::{Cluster, Options};

/// Metadata requests of each of `count` calls.
fn requests(client: &Client, count: usize, mut call: impl FnMut(&Client, usize)) -> Vec<u64> {
    let mut all = Vec::new();
    for i in 0..count {
        let before = client.counters().metadata_requests;
        call(client, i);
        all.push(client.counters().metadata_requests - before);
    }
    all
}

/// Leases that outlive the test: the count does not depend on the machine's speed.
fn cluster() -> Cluster {
    let limits = Options::default().limits.replace("lease_ms = 1000", "lease_ms = 60000");
    let limits = limits.replace("session_ms = 5000", "session_ms = 120000");
    Cluster::start(Options { limits, ..Options::default() })
}

/// As a benchmark does: looks for what is not there, makes directories in each other, and then works in the last. What
/// was learnt on the way from calls that failed, and from mkdirs over two shards, was lost.
#[test]
fn after_making_the_tree() {
    let cluster = cluster();
    let mut counts = Vec::new();
    for round in 0..8 {
        let client = cluster.client(ClientOptions::default());
        let mut dir = String::new();
        for level in 0..3 {
            dir.push_str(&format!("/{round}-{level}"));
            assert_eq!(client.stat(&dir).unwrap_err().errno(), libc::ENOENT);
            client.mkdir(&dir, 0o755).unwrap();
        }
        let name = |i: usize| format!("{dir}/{i}");
        let exclusive = OpenOptions::new().write(true).create_new(true);
        counts.push(requests(&client, 6, |client, i| {
            client.open(name(i), &exclusive).unwrap().close().unwrap()
        }));
        client.chmod(&dir, 0o750).unwrap();
        counts.push(requests(&client, 6, |client, i| assert!(client.stat(name(i)).unwrap().is_file())));
    }
    assert!(counts.iter().all(|counts| counts[1..] == [1; 5]), "requests of each call: {counts:?}");
}

/// After the first of its kind, a stat, an exclusive create, a removal and a mkdir are one request each: for the client
/// that made the directories and for another, at depths 1 to 8, over two servers.
#[test]
fn one_request_per_call() {
    let cluster = cluster();
    let maker = cluster.client(ClientOptions::default());
    let mut dir = String::new();
    let mut seen = Vec::new();
    for depth in 1..=8 {
        dir.push_str(&format!("/d{depth}"));
        maker.mkdir(&dir, 0o755).unwrap();
        for (who, client) in [("maker", &maker), ("other", &cluster.client(ClientOptions::default()))] {
            let name = |i: usize| format!("{dir}/{who}{i}");
            let exclusive = OpenOptions::new().write(true).create_new(true);
            let create =
                requests(client, 6, |client, i| client.open(name(i), &exclusive).unwrap().close().unwrap());
            let stat = requests(client, 6, |client, i| assert!(client.stat(name(i)).unwrap().is_file()));
            let unlink = requests(client, 6, |client, i| client.unlink(name(i)).unwrap());
            let mkdir = requests(client, 6, |client, i| client.mkdir(name(i), 0o755).unwrap());
            let rmdir = requests(client, 6, |client, i| client.rmdir(name(i)).unwrap());
            seen.push((depth, who, [create, stat, unlink, mkdir, rmdir]));
        }
    }
    for (depth, who, calls) in &seen {
        for (call, counts) in ["create", "stat", "unlink", "mkdir", "rmdir"].iter().zip(calls) {
            assert_eq!(counts[1..], [1; 5], "{call} at depth {depth}, {who}: {counts:?}; of all: {seen:#?}");
        }
    }
}
