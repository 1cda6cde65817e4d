//! Servers that nobody asks anything.

#![allow(clippy::disallowed_methods, reason = "servers are real processes in real time")]

use std::time::Instant;

use osmia_tests::cluster::{Cluster, Options, PATIENCE};

/// Servers without any session end on SIGTERM with status 0: they do not sleep through it.
#[test]
fn servers_without_sessions_stop() {
    let mut cluster = Cluster::format(Options { mds: 1, oss: 1, ..Options::default() });
    for at in 0..cluster.servers.len() {
        cluster.launch(at);
        let deadline = Instant::now() + PATIENCE;
        // Both say so when they serve; there is no event for a line in a file.
        while !cluster.tail(at).contains("shm:///") && !cluster.tail(at).contains("serving") {
            assert!(Instant::now() < deadline, "{}", cluster.tail(at));
            std::thread::yield_now();
        }
    }
    for at in 0..cluster.servers.len() {
        assert_eq!(cluster.stop(at), Some(0), "{}", cluster.tail(at));
    }
}
