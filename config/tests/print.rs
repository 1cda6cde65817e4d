//! What is printed is what was read.

use std::net::IpAddr;
use std::path::PathBuf;

use osmia_config::{
    Cluster, Config, Durability, Layout, Limits, MdsServer, Node, OssServer, PlacementRule, Rails, Target,
    reference,
};
use osmia_protocol::{ClusterId, Placement, ShardId};
use proptest::prelude::*;

fn cluster() -> impl Strategy<Value = Cluster> {
    let id = proptest::option::of(any::<[u8; 16]>().prop_map(ClusterId));
    let words = (0..2usize, 0..2usize, 0..2usize);
    ("[a-zA-Z0-9._-]{1,63}", id, 0..=14u32, words, 12..=30u32, 1..=256u32).prop_map(
        |(name, id, partitions, (layout, durability, placement), stripe, stripe_count)| Cluster {
            name,
            id,
            partitions: 1 << partitions,
            layout: [Layout::Embedded, Layout::Edge][layout],
            durability: [Durability::Relaxed, Durability::Strict][durability],
            placement: [Placement::Random, Placement::LeastUsed][placement],
            stripe_bytes: 1 << stripe,
            stripe_count,
        },
    )
}

fn limits() -> impl Strategy<Value = Limits> {
    let times = (
        10..=600_000u64,
        0..=3_000_000u64,
        10..=600_000u64,
        0..=2_000_000u64,
        10..=60_000u64,
        0..=3_600_000u64,
    );
    let counts = (1..=1024u32, 1..=65_536u32, 1..=65_536u32, 0..=10_000u32);
    let stores = (1 << 20..=1u64 << 40, 0..=1u64 << 40, 1 << 20..=1u64 << 34, 0..=1u64 << 40);
    let storage = (1 << 20..=1u64 << 34, 1..=4096u32, 16..=1_048_576u32, 1..=16_777_216u32);
    (times, counts, stores, storage).prop_map(
        |(
            (attempt_ms, more_attempt, lease_ms, more_lease, sync_ms, metrics_ms),
            (slots, connections_max, inflight_max, spin_us),
            (kv_cache_bytes, record_cache_bytes, kv_write_buffer_bytes, reserve_bytes),
            (buffers_bytes, ring_depth, objects_open_max, cached_dirs_max),
        )| Limits {
            attempt_ms,
            give_up_ms: attempt_ms + more_attempt,
            lease_ms,
            session_ms: 2 * lease_ms + more_lease,
            slots,
            sync_ms,
            connections_max,
            inflight_max,
            spin_us,
            kv_cache_bytes,
            record_cache_bytes,
            kv_write_buffer_bytes,
            reserve_bytes,
            buffers_bytes,
            ring_depth,
            objects_open_max,
            metrics_ms,
            cached_dirs_max,
        },
    )
}

/// Nodes that do not clash: ids, addresses and directories come from their place in the list.
fn nodes() -> impl Strategy<Value = Vec<Node>> {
    let odd_name = r#"[a-z "\\'#\[\]=ü\t]{0,12}"#;
    let node = (1..=4usize, 1..=3usize, 0..=3usize, any::<bool>(), 1024..=60_000u16, odd_name, any::<bool>());
    proptest::collection::vec(node, 1..4).prop_map(|nodes| {
        let build = |(n, (mds, oss, more, named, port, odd, share_cores)): (usize, _)| {
            let dir = |what: &str| PathBuf::from(format!("/srv/{n}/{what}{odd}."));
            let id = n as u16 + 1;
            let targets = (0..oss + more)
                .map(|t| Target { id: (n * 100 + t + 1) as u32, path: dir(&format!("target-{t}")) });
            Node {
                id,
                name: if named { format!("host.{n}") } else { format!("node-{id}") },
                addresses: vec![
                    IpAddr::from([10, 0, 0, n as u8]),
                    IpAddr::from([0xfd00, 0, 0, 0, 0, 0, 0, n as u16]),
                ],
                devices: if named { vec!["eth0".into(), "mlx5_0:1".into()] } else { Vec::new() },
                runtime_dir: dir("run"),
                share_cores,
                mds: Some(MdsServer { cores: (0..mds as u32).collect(), port, directory: dir("mds") }),
                oss: Some(OssServer {
                    cores: (10..10 + oss as u32).collect(),
                    port: port + 100,
                    directory: dir("oss"),
                    targets: targets.collect(),
                }),
            }
        };
        nodes.into_iter().enumerate().map(build).collect()
    })
}

fn rules() -> impl Strategy<Value = Vec<PlacementRule>> {
    let name = prop_oneof![Just("*".to_owned()), "[a-z.\"# é-]{1,5}z"];
    let path = proptest::collection::vec(name, 0..4).prop_map(|names| format!("/{}", names.join("/")));
    let depth = proptest::option::of(1..=65_536u32);
    proptest::collection::btree_map(path, (0..2usize, depth), 0..4).prop_map(|rules| {
        let rule = |(path, (placement, depth))| {
            let placement = [Placement::RoundRobin, Placement::Hash][placement];
            PlacementRule { path, placement, depth }
        };
        rules.into_iter().map(rule).collect()
    })
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]
    /// Printing a configuration and reading it again gives the same one.
    #[test]
    fn round_trip(cluster in cluster(), limits in limits(), shared_memory: bool, placement_rules in rules(), nodes in nodes()) {
        let config = Config { cluster, limits, rails: Rails { shared_memory }, placement_rules, nodes };
        let text = config.print();
        match Config::parse(&text, "printed.toml") {
            Ok(read) => prop_assert_eq!(read, config),
            Err(faults) => prop_assert!(false, "{}\nof\n{}", faults, text),
        }
    }

    /// Whatever the file holds, it is read or refused, with lines that exist.
    #[test]
    fn any_text(text in "[\\[\\]a-z=\"\n .#0-9]{0,200}") {
        if let Err(faults) = Config::parse(&text, "any.toml") {
            let lines = text.lines().count().max(1) + 1;
            prop_assert!(!faults.0.is_empty());
            prop_assert!(faults.0.iter().all(|fault| (1..=lines).contains(&fault.line)), "{}", faults);
        }
    }
}

const TWO_NODES: &str = r#"
[[node]]
id = 3
addresses = ["10.0.0.1", "10.1.0.1"]
[node.mds]
cores = [0, 1]
directory = "/srv/mds"

[[node]]
id = 7
name = "beta"
addresses = ["10.0.0.2"]
runtime_dir = "/run/beta"
[node.oss]
cores = [4, 5]
port = 7200
directory = "/srv/oss"
target = [{ id = 12, path = "/srv/a" }, { id = 11, path = "/srv/b" }, { id = 10, path = "/srv/c" }]
"#;

/// Shards, their addresses, their targets and the owners of partitions follow from the file.
#[test]
fn shards() {
    let config = Config::parse(TWO_NODES, "osmia.toml").unwrap();
    let mds = config.mds_node(3).unwrap();
    assert_eq!(mds.name, "node-3");
    assert_eq!(mds.shards[1].id, ShardId::new(3, 1));
    assert_eq!(mds.shards[1].directory, PathBuf::from("/srv/mds/shard-1"));
    assert_eq!(
        mds.shards[1].addresses,
        ["tcp://10.0.0.1:7001", "tcp://10.1.0.1:7001", "shm:///run/osmia/mds-3.1.sock"]
    );
    let oss = config.oss_node(7).unwrap();
    assert_eq!(oss.shards[0].addresses, ["tcp://10.0.0.2:7200", "shm:///run/beta/oss-7.0.sock"]);
    let targets: Vec<Vec<u32>> =
        oss.shards.iter().map(|shard| shard.targets.iter().map(|target| target.id).collect()).collect();
    assert_eq!(targets, [vec![12, 10], vec![11]]);

    let map = config.cluster_map();
    assert_eq!(map.epoch, 1);
    assert_eq!(map.partitions.len(), 256);
    assert_eq!(map.partitions[..3], [ShardId::new(3, 0), ShardId::new(3, 1), ShardId::new(3, 0)]);
    let targets: Vec<(u32, ShardId)> =
        map.targets.iter().map(|entry| (entry.target.0, entry.shard)).collect();
    assert_eq!(targets, [(10, ShardId::new(7, 0)), (11, ShardId::new(7, 1)), (12, ShardId::new(7, 0))]);
    assert_eq!(map.oss[1].node, "beta");
    assert_eq!(config.shards_of("pin:3.1".parse().unwrap()), [ShardId::new(3, 1)]);
    assert_eq!(config.shards_of(Placement::Random).len(), 2);
}

/// Asking for a server that is not there says which are.
#[test]
fn no_such_server() {
    let config = Config::parse(TWO_NODES, "osmia.toml").unwrap();
    let error = config.mds_node(7).unwrap_err().to_string();
    assert_eq!(error, "no node with id 7 has a [node.mds] table; want one of these ids: 3");
}

/// Every default is within its own bounds, so that an empty table is a good one.
#[test]
fn defaults_are_good() {
    let text = Config::parse(TWO_NODES, "osmia.toml").unwrap().print();
    assert!(
        text.contains("\n# Accepts an integer from 10 to 600000. Default: 2000.\nattempt_ms = 2000\n"),
        "{text}"
    );
    assert!(text.contains("\n# id =\n"), "{text}");
    Config::parse(&text, "printed.toml").unwrap();
}

const BEGIN: &str =
    "<!-- From here to the end marker: made by `OSMIA_BLESS=1 cargo test -p osmia-config`. -->\n\n";
const END: &str = "<!-- End. -->\n";

/// docs/config.md has every key with the bounds and defaults of the code.
#[test]
fn documentation() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/config.md");
    let text = std::fs::read_to_string(file).unwrap();
    let (before, rest) = text.split_once(BEGIN).expect("docs/config.md has the begin marker");
    let (middle, after) = rest.split_once(END).expect("docs/config.md has the end marker");
    if std::env::var_os("OSMIA_BLESS").is_some() {
        std::fs::write(file, format!("{before}{BEGIN}{}{END}{after}", reference())).unwrap();
        return;
    }
    assert!(
        middle == reference(),
        "docs/config.md is out of date: run OSMIA_BLESS=1 cargo test -p osmia-config"
    );
}

/// The examples in the documentation are good files.
#[test]
fn documented_examples() {
    for name in ["config.md", "two-nodes.md"] {
        let file = format!("{}/../docs/{name}", env!("CARGO_MANIFEST_DIR"));
        let text = std::fs::read_to_string(&file).unwrap();
        let examples: Vec<&str> =
            text.split("```toml\n").skip(1).map(|rest| rest.split("```").next().unwrap()).collect();
        assert!(!examples.is_empty(), "{name} has examples");
        for example in examples {
            Config::parse(example, name).unwrap_or_else(|faults| panic!("{faults}\nof\n{example}"));
        }
    }
}
