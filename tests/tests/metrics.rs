//! What servers show of their insides: docs/metrics.md names all of it, and it grows by what was done.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::PathBuf;
use std::time::SystemTime;

use osmia_client::{ClientOptions, OpenOptions};
use osmia_tests::cluster::{Cluster, Kind, Options, wait_for};

const MANUAL: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/metrics.md"));

/// Samples of all shards of a cluster: name and labels, and value.
struct Pages(BTreeMap<String, f64>);

fn files(cluster: &Cluster) -> Vec<PathBuf> {
    let entries = fs::read_dir(cluster.directory()).expect("the runtime directory");
    let files = entries.flatten().map(|entry| entry.path());
    files.filter(|path| path.extension().is_some_and(|kind| kind == "prom")).collect()
}

fn written(file: &PathBuf) -> SystemTime {
    fs::metadata(file).and_then(|metadata| metadata.modified()).expect("a page")
}

impl Pages {
    /// Of what was done before.
    fn take(cluster: &Cluster) -> Pages {
        for file in files(cluster) {
            // The next may have been begun before.
            for _ in 0..2 {
                let before = written(&file);
                wait_for("a page", || written(&file) != before);
            }
        }
        let mut samples = BTreeMap::new();
        for file in files(cluster) {
            let text = fs::read_to_string(file).expect("a page");
            assert!(text.ends_with('\n') && text.starts_with("# HELP osmia_requests_total "), "{text}");
            for line in text.lines().filter(|line| !line.starts_with('#')) {
                let (name, value) = line.rsplit_once(' ').expect("a name and a value");
                let value = value.parse().unwrap_or_else(|why| panic!("{line}: {why}"));
                assert_eq!(samples.insert(name.to_owned(), value), None, "{name} is there twice");
            }
        }
        Pages(samples)
    }

    /// Sum over all shards of a metric with these labels.
    fn sum(&self, name: &str, labels: &[&str]) -> f64 {
        let of = |sample: &str| {
            let rest = sample.strip_prefix(name).is_some_and(|rest| rest.starts_with('{'));
            rest && labels.iter().all(|label| sample.contains(label))
        };
        self.0.iter().filter(|(sample, _)| of(sample)).map(|(_, value)| value).sum()
    }
}

fn cluster() -> Cluster {
    let options = Options::default();
    let limits = format!("{}metrics_ms = 50\n", options.limits);
    let cluster = Cluster::start(Options { limits, ..options });
    wait_for("all servers to show something", || files(&cluster).len() == 4);
    cluster
}

/// Requests, bytes and rounds grow by exactly what was done, failures under their status; levels are what is there.
#[test]
fn exact() {
    let cluster = cluster();
    let client = cluster.client(ClientOptions::default());
    client.mkdir("/d", 0o755).expect("a directory");
    // Everything that is done once has been done: sessions, the way to the directory.
    for name in ["/d/first", "/d/second"] {
        client.create(name, 0o644).and_then(|file| file.close()).expect("a file");
        client.stat(name).expect("it is there");
    }
    let before = Pages::take(&cluster);
    for n in 0..30 {
        let file = client.create(format!("/d/{n}"), 0o644).expect("a file");
        file.pwrite(b"wax", 0).expect("written");
        file.close().expect("closed");
    }
    for n in 0..20 {
        assert_eq!(client.stat(format!("/d/{n}")).expect("it is there").size, 3);
    }
    for n in 0..7 {
        client.stat(format!("/d/none-{n}")).expect_err("it is not there");
    }
    let file = client.open("/d/3", &OpenOptions::new().read(true)).expect("it is there");
    assert_eq!(file.pread(&mut [0; 16], 0).expect("read"), 3);
    file.close().expect("closed");
    for n in 0..10 {
        client.rename(format!("/d/{n}"), format!("/d/r{n}")).expect("renamed");
    }
    for n in 0..4 {
        client.mkdir(format!("/d/dir-{n}"), 0o755).expect("a directory");
    }
    client.rmdir("/d").expect_err("not empty");
    let after = Pages::take(&cluster);

    let grown = |name: &str, labels: &[&str]| after.sum(name, labels) - before.sum(name, labels);
    let requests = |server: &str, op: &str, status: &str| {
        let labels = [format!("server=\"{server}\""), format!("op=\"{op}\""), format!("status=\"{status}\"")];
        grown("osmia_requests_total", &labels.each_ref().map(String::as_str))
    };
    let got = [
        ("open", "Ok"),
        ("lookup", "Ok"),
        ("lookup", "NotFound"),
        ("report", "Ok"),
        ("rename", "Ok"),
        ("mkdir", "Ok"),
        ("rmdir", "NotEmpty"),
        ("rmdir", "Ok"),
    ];
    let got = got.map(|(op, status)| (op, status, requests("mds", op, status)));
    // A file is reported when writing begins and when it is closed.
    let want = [
        ("open", "Ok", 31.0),
        ("lookup", "Ok", 20.0),
        ("lookup", "NotFound", 7.0),
        ("report", "Ok", 60.0),
        ("rename", "Ok", 10.0),
        ("mkdir", "Ok", 4.0),
        ("rmdir", "NotEmpty", 1.0),
        ("rmdir", "Ok", 0.0),
    ];
    assert_eq!(got, want);
    assert_eq!((requests("oss", "write", "Ok"), requests("oss", "read", "Ok")), (30.0, 1.0));
    assert_eq!((grown("osmia_bytes_written_total", &[]), grown("osmia_bytes_read_total", &[])), (90.0, 3.0));
    assert_eq!(grown("osmia_ring_operations_total", &["ring=\"read\""]), 1.0);
    assert!(grown("osmia_ring_operations_total", &["ring=\"write\""]) >= 30.0);
    assert_eq!(grown("osmia_objects", &[]), 30.0);
    assert_eq!(grown("osmia_inodes", &[]), 34.0);

    // Each of these wrote, so some round did; one at a time, none shares its round.
    let rounds = grown("osmia_rounds_total", &[]);
    assert!(rounds >= 30.0 + 60.0 + 10.0 + 4.0, "{rounds}");
    assert_eq!(grown("osmia_flush_seconds_count", &[]), rounds);
    assert_eq!(
        (grown("osmia_kv_batches_total", &[]), grown("osmia_kv_flushes_total", &[])),
        (rounds, rounds)
    );
    assert!(grown("osmia_kv_puts_total", &[]) >= rounds && grown("osmia_kv_bytes_total", &[]) > rounds);
    assert!(after.sum("osmia_flush_seconds_sum", &[]) > 0.0);
    let all = grown("osmia_round_requests_count", &[]);
    assert!(grown("osmia_round_requests_sum", &[]) >= all && all >= rounds - 1.0, "{all}");
    assert!(after.sum("osmia_sessions", &["server=\"mds\""]) >= 1.0);
    assert!(after.sum("osmia_sessions", &["server=\"oss\""]) >= 1.0);
    assert!(after.sum("osmia_connections", &[]) >= 4.0 && after.sum("osmia_leases", &[]) >= 1.0);
    let messages = grown("osmia_messages_received_total", &[]);
    assert!(messages >= 31.0 + 27.0 + 60.0 + 10.0 + 4.0 + 1.0 + 31.0, "{messages}");
    assert_eq!(after.sum("osmia_malformed_total", &[]), 0.0);
}

/// The manual names every metric, and no other; a server that is stopped takes its page along.
#[test]
fn manual() {
    let mut cluster = cluster();
    let shown: BTreeSet<String> = {
        let name = |sample: &String| sample.split('{').next().unwrap_or_default().to_owned();
        let strip = |name: String| {
            let histogram = ["_bucket", "_sum", "_count"].iter().find_map(|end| name.strip_suffix(end));
            histogram.map_or_else(|| name.clone(), str::to_owned)
        };
        Pages::take(&cluster).0.keys().map(name).map(strip).collect()
    };
    let rows = MANUAL.lines().filter(|line| line.starts_with("| `osmia_"));
    let first = rows.filter_map(|row| row.split('|').nth(1));
    let told: BTreeSet<String> =
        first.flat_map(|cell| cell.split(',')).map(|name| name.trim().trim_matches('`').to_owned()).collect();
    assert_eq!(shown, told, "left: shown; right: docs/metrics.md");

    assert_eq!(files(&cluster).len(), 4);
    for kind in [Kind::Mds, Kind::Oss] {
        let at = cluster.server(kind, 0);
        assert_eq!(cluster.stop(at), Some(0));
    }
    assert_eq!(files(&cluster).len(), 2);
}
