//! Faulty files and the exact words about them.

use osmia_config::Config;

/// The smallest good file. Tests change or add to it.
const GOOD: &str = "\
[[node]]
id = 1
addresses = [\"10.0.0.1\"]
[node.mds]
cores = [0]
directory = \"/srv/mds\"
[node.oss]
cores = [1]
directory = \"/srv/oss\"
[[node.oss.target]]
id = 1
path = \"/srv/target\"
";

fn faults(text: &str) -> Vec<String> {
    match Config::parse(text, "osmia.toml") {
        Ok(_) => Vec::new(),
        Err(faults) => faults.to_string().lines().map(str::to_owned).collect(),
    }
}

/// `GOOD` with `from` replaced by `to`, which must be there.
fn with(from: &str, to: &str) -> String {
    assert!(GOOD.contains(from), "{from:?} is not in the good file");
    GOOD.replacen(from, to, 1)
}

/// The smallest good file is accepted.
#[test]
fn good() {
    assert_eq!(faults(GOOD), [""; 0]);
}

/// One fault each: the line, the key, what is wrong and what would be right.
#[test]
fn one_at_a_time() {
    let table: &[(String, &str)] = &[
        (with("id = 1\n", ""), "osmia.toml:1: node.id: missing; want an integer from 1 to 65535"),
        (with("id = 1\n", "id = 0\n"), "osmia.toml:2: node.id: is 0; want an integer from 1 to 65535"),
        (with("id = 1\n", "id = -1\n"), "osmia.toml:2: node.id: is -1; want an integer from 1 to 65535"),
        (
            with("id = 1\n", "id = \"1\"\n"),
            "osmia.toml:2: node.id: is \"1\", a string; want an integer from 1 to 65535",
        ),
        (
            with("id = 1\n", "id = 1\nname = 1\n"),
            "osmia.toml:3: node.name: is 1, an integer; want a name of 1 to 63 letters, digits, '.', '-' and '_'",
        ),
        (
            with("id = 1\n", "id = 1\nname = []\n"),
            "osmia.toml:3: node.name: is [], an array; want a name of 1 to 63 letters, digits, '.', '-' and '_'",
        ),
        (
            with("id = 1\n", "id = 1\nadresses = []\n"),
            "osmia.toml:3: node.adresses: unknown key; did you mean `addresses`?",
        ),
        (
            with("id = 1\n", "id = 1\nattempt_ms = 5\n"),
            "osmia.toml:3: node.attempt_ms: unknown key; it belongs in [limits]",
        ),
        (
            with("[node.mds]", "[node.zzz]\n[node.mds]"),
            "osmia.toml:4: node.zzz: unknown key; [node] has id, name, addresses, devices, runtime_dir, \
             share_cores, mds, oss",
        ),
        (
            with("\"10.0.0.1\"", "\"ten\""),
            "osmia.toml:3: node.addresses: holds \"ten\"; want a list of at least one IP address, such as \
             [\"10.0.0.1\"]",
        ),
        (
            with("[\"10.0.0.1\"]", "[]"),
            "osmia.toml:3: node.addresses: is an empty list; want a list of at least one IP address, such as \
             [\"10.0.0.1\"]",
        ),
        (
            with("[\"10.0.0.1\"]", "\"10.0.0.1\""),
            "osmia.toml:3: node.addresses: is \"10.0.0.1\", a string; want a list of at least one IP address, \
             such as [\"10.0.0.1\"]",
        ),
        (
            with("/srv/mds", "srv/mds"),
            "osmia.toml:6: node.mds.directory: is \"srv/mds\"; want an absolute path without '.' and '..'",
        ),
        (
            with("/srv/mds", "/srv/../mds"),
            "osmia.toml:6: node.mds.directory: is \"/srv/../mds\"; want an absolute path without '.' and '..'",
        ),
        (
            with("cores = [0]", "cores = [0, 1]"),
            "osmia.toml:8: node.oss.cores: core 1 is taken in line 5; want another core, or share_cores = true \
             for the node",
        ),
        (
            with("cores = [0]", "cores = [0, 0]"),
            "osmia.toml:5: node.mds.cores: lists core 0 twice; want each once, or share_cores = true for the node",
        ),
        (
            with("cores = [0]", "cores = [0, \"x\"]"),
            "osmia.toml:5: node.mds.cores: holds \"x\"; want a list of at least one core number from 0 to 1023, \
             such as [0, 1]",
        ),
        (
            with("cores = [1]", "cores = [1, 2]"),
            "osmia.toml:8: node.oss.cores: has 2 cores for 1 target; want at most 1, or more targets: each core \
             serves targets of its own",
        ),
        (
            with("cores = [1]", "cores = [1]\nport = 7000"),
            "osmia.toml:9: node.oss.port: port 7000 of 10.0.0.1 is taken in line 4; want 1 free port from here on",
        ),
        (
            with("cores = [0]", "cores = [0, 2]\nport = 65535"),
            "osmia.toml:6: node.mds.port: is 65535, so the last of 2 shards would listen at 65536; want at most \
             65534",
        ),
        (
            with("/srv/target", "/srv/oss"),
            "osmia.toml:12: node.oss.target.path: \"/srv/oss\" is taken in line 9; want a directory of its own",
        ),
        (
            with("/srv/target", "/srv/oss/data"),
            "osmia.toml:12: node.oss.target.path: \"/srv/oss/data\" lies inside that of line 9; want a directory \
             of its own",
        ),
        (
            with("[[node.oss.target]]\nid = 1\npath = \"/srv/target\"\n", ""),
            "osmia.toml:7: node.oss.target: missing; want one [[node.oss.target]] table per directory for file \
             data",
        ),
        (
            with("[[node.oss.target]]", "[node.oss.target]"),
            "osmia.toml:10: node.oss.target: is not a list of tables; want [[node.oss.target]] before each",
        ),
        (
            with("[node.mds]\ncores = [0]\ndirectory = \"/srv/mds\"\n", ""),
            "osmia.toml:1: node: no node has a metadata server; want [node.mds] below at least one [[node]]",
        ),
        (
            format!("{GOOD}[[node.oss.target]]\nid = 1\npath = \"/srv/two\"\n"),
            "osmia.toml:14: node.oss.target.id: 1 is the id of the target of line 11 too; want ids unique in the \
             cluster",
        ),
        (
            format!("{GOOD}[[node]]\nid = 2\naddresses = [\"10.0.0.2\"]\n"),
            "osmia.toml:13: node: has no server; want [node.mds] or [node.oss] below it, or the node left out",
        ),
        (
            with("id = 1\n", "id = 1\nid = 2\n"),
            "osmia.toml:3: `id = 2` repeats a key or table of above; want each once",
        ),
        (String::new(), "osmia.toml:1: node: missing; want one [[node]] table per machine with servers"),
        (
            format!("[cluster]\npartitions = 100\n{GOOD}"),
            "osmia.toml:2: cluster.partitions: is 100; want a power of two from 1 to 16384",
        ),
        (
            format!("[cluster]\nlayout = \"flat\"\n{GOOD}"),
            "osmia.toml:2: cluster.layout: is \"flat\"; want \"embedded\" or \"edge\"",
        ),
        (
            format!("[cluster]\ndurability = true\n{GOOD}"),
            "osmia.toml:2: cluster.durability: is true, a boolean; want \"relaxed\" or \"strict\"",
        ),
        (
            format!("[cluster]\nid = \"abc\"\n{GOOD}"),
            "osmia.toml:2: cluster.id: is \"abc\"; want 32 hexadecimal digits, as `osmia format` prints them",
        ),
        (
            format!("[cluster]\nplacement = \"pin:2\"\n{GOOD}"),
            "osmia.toml:2: cluster.placement: no metadata shard on a node 2; want one of 1.0",
        ),
        (
            format!("[cluster]\nplacement = \"pin:1.+0\"\n{GOOD}"),
            "osmia.toml:2: cluster.placement: is \"pin:1.+0\"; want \"random\", \"round-robin\", \"hash\", \
             \"parent\", \"least-used\" or \"pin:NODE[.INDEX]\" with a node's id and a metadata shard's index",
        ),
        (
            format!("[limits]\nattempt_ms = 5\n{GOOD}"),
            "osmia.toml:2: limits.attempt_ms: is 5; want an integer from 10 to 600000",
        ),
        (
            format!("[limits]\ngive_up_ms = 1000\n{GOOD}"),
            "osmia.toml:2: limits.give_up_ms: is 1000, less than attempt_ms = 2000; want at least 2000",
        ),
        (
            format!("[limits]\nlease_ms = 50000\n{GOOD}"),
            "osmia.toml:1: limits.session_ms: is 60000, less than twice lease_ms = 50000; want at least 100000",
        ),
        (format!("[clutser]\n{GOOD}"), "osmia.toml:1: clutser: unknown key; did you mean `cluster`?"),
        (format!("[[limits]]\n{GOOD}"), "osmia.toml:1: limits: is a list of tables; want one table [limits]"),
        (format!("rails = 1\n{GOOD}"), "osmia.toml:1: rails: is not a table; want one table [rails]"),
        (
            format!("[limits]\nslots = 1 2\n{GOOD}"),
            "osmia.toml:2: not TOML: string values must be quoted, expected literal string; correct the line `slots = 1 2`",
        ),
        (
            with("id = 1\n", &format!("id = 1\nruntime_dir = \"/{}\"\n", "x".repeat(100))),
            "osmia.toml:3: node.runtime_dir: is too long for a socket: 114 bytes with the socket's name; want at \
             most 94 bytes",
        ),
    ];
    for (text, want) in table {
        assert_eq!(faults(text), [*want], "of the file\n{text}");
    }
}

/// All faults of a file come at once, in the order of its lines.
#[test]
fn all_at_once() {
    let text = "\
[cluster]
partitions = 3
colour = \"red\"
layout = \"edge\"
layout = \"edge\"

[[node]]
id = 1
name = \"a\"
addresses = [\"10.0.0.1\"]
[node.mds]
core = [0]
directory = \"data\"
port = = 3

[[node]]
id = 1
name = \"a\"
addresses = [\"10.0.0.1\"]
[node.mds]
cores = []
directory = \"/srv/mds\"
";
    let want = [
        "osmia.toml:2: cluster.partitions: is 3; want a power of two from 1 to 16384",
        "osmia.toml:3: cluster.colour: unknown key; [cluster] has name, id, partitions, layout, durability, \
         placement, stripe_bytes, stripe_count",
        "osmia.toml:5: `layout = \"edge\"` repeats a key or table of above; want each once",
        "osmia.toml:12: node.mds.core: unknown key; did you mean `cores`?",
        "osmia.toml:13: node.mds.directory: is \"data\"; want an absolute path without '.' and '..'",
        "osmia.toml:14: not TOML: extra `=`, expected nothing; correct the line `port = = 3`",
        "osmia.toml:17: node.id: 1 is the id of the node of line 8 too; want unique ids",
        "osmia.toml:20: node.mds.port: port 7000 of 10.0.0.1 is taken in line 11; want 1 free port from here on",
        "osmia.toml:21: node.mds.cores: is an empty list; want a list of at least one core number from 0 to \
         1023, such as [0, 1]",
    ];
    assert_eq!(faults(text), want);
}

/// Every faulty rule of placement is told of, whatever is wrong with the others.
#[test]
fn placement_rules() {
    let rule = |path: &str, more: &str| format!("[[placement_rule]]\npath = {path}\n{more}");
    let hash = "placement = \"hash\"\n";
    for path in ["/", "/a", "/*", "/home/*/runs", "/a b/.c"] {
        assert_eq!(faults(&(rule(&format!("{path:?}"), hash) + GOOD)), [""; 0], "{path}");
    }
    let text = [
        rule("\"/a\"", hash),
        rule("\"/a*\"", hash),
        rule("\"a\"", "placement = \"moon\"\ndepth = 0\n"),
        rule("\"/a\"", "placement = \"pin:9.1\"\n"),
        rule("\"/a/../b\"", "policy = \"hash\"\n"),
        rule("\"/a/\"", hash),
        rule("7", hash),
        rule("\"/a/[bc]\"", &format!("{hash}depth = true\n")),
        "[[placement_rule]]\nplacement = \"hash\"\n".to_owned(),
        GOOD.to_owned(),
    ];
    let path =
        "want an absolute path without '.' and '..', in which '*' is a whole name, such as \"/home/*/runs\"";
    let placement = "want \"random\", \"round-robin\", \"hash\", \"parent\", \"least-used\" or \
                     \"pin:NODE[.INDEX]\" with a node's id and a metadata shard's index";
    let depth = "want an integer from 1 to 65536";
    let expected = [
        format!("5: placement_rule.path: is \"/a*\"; {path}"),
        format!("8: placement_rule.path: is \"a\"; {path}"),
        format!("9: placement_rule.placement: is \"moon\"; {placement}"),
        format!("10: placement_rule.depth: is 0; {depth}"),
        "12: placement_rule.path: \"/a\" is the path of the rule of line 2 too; want one rule per path"
            .into(),
        "13: placement_rule.placement: no metadata shard 1 on a node 9; want one of 1.0".into(),
        format!("14: placement_rule.placement: missing; {placement}"),
        format!("15: placement_rule.path: is \"/a/../b\"; {path}"),
        "16: placement_rule.policy: unknown key; [placement_rule] has path, placement, depth".into(),
        format!("18: placement_rule.path: is \"/a/\"; {path}"),
        format!("21: placement_rule.path: is 7, an integer; {path}"),
        format!("24: placement_rule.path: is \"/a/[bc]\"; {path}"),
        format!("26: placement_rule.depth: is true, a boolean; {depth}"),
        format!("27: placement_rule.path: missing; {path}"),
    ];
    assert_eq!(faults(&text.concat()), expected.map(|fault| format!("osmia.toml:{fault}")));
}

/// A clash of ports is told beside another fault of the node, of its addresses or its cores.
#[test]
fn ports_beside_other_faults() {
    let clash = |line: usize, port: &str| format!("osmia.toml:{line}: node.oss.port: {port}; want ");
    let table = [
        (with("\"10.0.0.1\"", "\"ten\""), clash(9, "port 7000 is taken in line 4")),
        (with("[\"10.0.0.1\"]", "[\"10.0.0.1\", 1]"), clash(9, "port 7000 of 10.0.0.1 is taken in line 4")),
        (
            with("cores = [0]", "cores = [0, \"x\"]\nport = 6999"),
            clash(10, "port 7000 of 10.0.0.1 is taken in line 6"),
        ),
        (
            with("cores = [0]", "cores = [0, 0]\nport = 6999"),
            clash(10, "port 7000 of 10.0.0.1 is taken in line 6"),
        ),
    ];
    for (text, want) in table {
        let got = faults(&text.replacen("cores = [1]", "cores = [1]\nport = 7000", 1));
        assert_eq!(got.len(), 2, "{got:?}");
        assert!(got[1].starts_with(&want), "{got:?}");
    }
}

/// A broken table header says that, and nothing about keys that then seem to be elsewhere.
#[test]
fn broken_header() {
    let got = faults(&with("[node.mds]", "[node.mds"));
    assert_eq!(got.len(), 1, "{got:?}");
    assert!(got[0].starts_with("osmia.toml:4: not TOML: "), "{got:?}");
}

/// A file that is not there is one fault that says what to do.
#[test]
fn unreadable() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("osmia.toml");
    let faults = Config::load(&file).unwrap_err().to_string();
    assert_eq!(
        faults,
        format!(
            "{}: cannot be read: No such file or directory (os error 2); write it, or name another with --config \
             (docs/config.md)",
            file.display()
        )
    );
}
