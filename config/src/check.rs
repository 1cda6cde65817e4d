//! What must agree between the keys of a file, beyond each one's own bounds.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::hash::Hash;
use std::net::IpAddr;
use std::path::Path;

use osmia_protocol::Placement;
use osmia_protocol::placement::Pin;

use crate::Config;
use crate::read::Reader;
use crate::schema::Node;

/// Longest path of a Unix socket, in bytes, without the closing NUL (unix(7)).
const SOCKET_PATH_BYTES_MAX: usize = 107;

pub(crate) fn check(config: &Config, reader: &mut Reader<'_>) {
    limits(config, reader);
    presence(config, reader);
    node_ids(config, reader);
    target_ids(config, reader);
    cores(config, reader);
    ports(config, reader);
    directories(config, reader);
    sockets(config, reader);
    placements(config, reader);
}

fn limits(config: &Config, reader: &mut Reader<'_>) {
    let limits = &config.limits;
    if reader.is_good("limits.attempt_ms") && reader.is_good("limits.give_up_ms") {
        let (attempt, give_up) = (limits.attempt_ms, limits.give_up_ms);
        if give_up < attempt {
            reader.fault(
                "limits.give_up_ms",
                format!("is {give_up}, less than attempt_ms = {attempt}"),
                format!("want at least {attempt}"),
            );
        }
    }
    if reader.is_good("limits.lease_ms") && reader.is_good("limits.session_ms") {
        let (lease, session) = (limits.lease_ms, limits.session_ms);
        if session < 2 * lease {
            reader.fault(
                "limits.session_ms",
                format!("is {session}, less than twice lease_ms = {lease}"),
                format!("want at least {}", 2 * lease),
            );
        }
    }
}

fn presence(config: &Config, reader: &mut Reader<'_>) {
    if !reader.is_complete() || !reader.is_good("node") {
        return;
    }
    if config.nodes.is_empty() {
        reader.fault("node", "missing", "want one [[node]] table per machine with servers");
        return;
    }
    if config.nodes.iter().all(|node| node.mds.is_none()) {
        reader.fault("node", "no node has a metadata server", "want [node.mds] below at least one [[node]]");
    }
    if config.nodes.iter().all(|node| node.oss.is_none()) {
        reader.fault("node", "no node has a storage server", "want [node.oss] below at least one [[node]]");
    }
    for (n, node) in config.nodes.iter().enumerate() {
        if node.mds.is_none() && node.oss.is_none() {
            let path = format!("node[{n}]");
            let right = "want [node.mds] or [node.oss] below it, or the node left out";
            reader.fault(&path, "has no server", right);
        }
        let Some(oss) = &node.oss else { continue };
        let path = format!("node[{n}].oss.target");
        if oss.targets.is_empty() {
            if reader.is_good(&path) {
                reader.fault(
                    &path,
                    "missing",
                    "want one [[node.oss.target]] table per directory for file data",
                );
            }
        } else if oss.targets.len() < oss.cores.len() {
            let (cores, targets) = (oss.cores.len(), oss.targets.len());
            reader.fault(
                &format!("node[{n}].oss.cores"),
                format!("has {cores} cores for {targets} target{}", if targets == 1 { "" } else { "s" }),
                format!("want at most {targets}, or more targets: each core serves targets of its own"),
            );
        }
    }
}

/// Reports each `(path, value)` whose value another path before it has. `right` says what would be right.
fn once<T: Eq + Hash>(
    reader: &mut Reader<'_>,
    values: impl IntoIterator<Item = (String, T)>,
    wrong: impl Fn(&T, usize) -> String,
    right: &str,
) {
    let mut first: HashMap<T, String> = HashMap::new();
    for (path, value) in values {
        if !reader.is_good(&path) {
            continue;
        }
        match first.entry(value) {
            Entry::Occupied(entry) => {
                let line = reader.line_of(entry.get());
                reader.fault(&path, wrong(entry.key(), line), right);
            }
            Entry::Vacant(entry) => {
                entry.insert(path);
            }
        }
    }
}

fn node_ids(config: &Config, reader: &mut Reader<'_>) {
    let ids = config.nodes.iter().enumerate().map(|(n, node)| (format!("node[{n}].id"), node.id));
    once(reader, ids, |id, line| format!("{id} is the id of the node of line {line} too"), "want unique ids");
    // A node whose id is wrong has a made-up name.
    let names: Vec<_> = (config.nodes.iter().enumerate())
        .filter(|(n, _)| reader.is_good(&format!("node[{n}].id")))
        .map(|(n, node)| (format!("node[{n}].name"), &node.name))
        .collect();
    once(
        reader,
        names,
        |name, line| format!("{name:?} is the name of the node of line {line} too"),
        "want unique names",
    );
}

fn target_ids(config: &Config, reader: &mut Reader<'_>) {
    let ids = config.nodes.iter().enumerate().flat_map(|(n, node)| {
        let targets = node.oss.iter().flat_map(|oss| &oss.targets).enumerate();
        targets.map(move |(t, target)| (format!("node[{n}].oss.target[{t}].id"), target.id))
    });
    once(
        reader,
        ids,
        |id, line| format!("{id} is the id of the target of line {line} too"),
        "want ids unique in the cluster",
    );
}

fn cores(config: &Config, reader: &mut Reader<'_>) {
    for (n, node) in config.nodes.iter().enumerate().filter(|(_, node)| !node.share_cores) {
        let servers = [
            ("mds", node.mds.as_ref().map(|mds| &mds.cores)),
            ("oss", node.oss.as_ref().map(|oss| &oss.cores)),
        ];
        let mut owner: HashMap<u32, String> = HashMap::new();
        for (role, cores) in servers {
            let path = format!("node[{n}].{role}.cores");
            for &core in cores.into_iter().flatten() {
                match owner.entry(core) {
                    Entry::Occupied(entry) if reader.is_good(&path) && *entry.get() == path => {
                        reader.fault(
                            &path,
                            format!("lists core {core} twice"),
                            "want each once, or share_cores = true for the node",
                        );
                    }
                    Entry::Occupied(entry) if reader.is_good(&path) => {
                        let line = reader.line_of(entry.get());
                        reader.fault(
                            &path,
                            format!("core {core} is taken in line {line}"),
                            "want another core, or share_cores = true for the node",
                        );
                    }
                    Entry::Occupied(_) => {}
                    Entry::Vacant(entry) => {
                        entry.insert(path.clone());
                    }
                }
            }
        }
    }
}

/// What a port is taken of.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Machine {
    Address(IpAddr),
    /// A node by its index: its own servers clash also where its addresses are not known.
    Node(usize),
}

impl Machine {
    fn of(self) -> String {
        match self {
            Machine::Address(address) => format!(" of {address}"),
            Machine::Node(_) => String::new(),
        }
    }
}

fn ports(config: &Config, reader: &mut Reader<'_>) {
    let mut taken: HashMap<(Machine, u32), String> = HashMap::new();
    for (n, node) in config.nodes.iter().enumerate() {
        let machines = node.addresses.iter().map(|&address| Machine::Address(address));
        let machines: Vec<Machine> = machines.chain([Machine::Node(n)]).collect();
        let servers = [
            ("mds", node.mds.as_ref().map(|mds| (mds.port, mds.cores.len().max(1)))),
            ("oss", node.oss.as_ref().map(|oss| (oss.port, oss.cores.len().max(1)))),
        ];
        for (role, server) in servers {
            let Some((port, shards)) = server else { continue };
            let path = format!("node[{n}].{role}.port");
            let last = u32::from(port) + (shards as u32 - 1);
            if !reader.is_good(&path) {
                continue;
            }
            if last > u32::from(u16::MAX) {
                reader.fault(
                    &path,
                    format!("is {port}, so the last of {shards} shards would listen at {last}"),
                    format!("want at most {}", usize::from(u16::MAX) + 1 - shards),
                );
            }
            let ports = u32::from(port)..=last.min(u16::MAX.into());
            let clash = machines.iter().find_map(|&machine| {
                let port = ports.clone().find(|&port| taken.contains_key(&(machine, port)))?;
                Some((machine, port))
            });
            if let Some((machine, port)) = clash {
                let line = reader.line_of(&taken[&(machine, port)]);
                reader.fault(
                    &path,
                    format!("port {port}{} is taken in line {line}", machine.of()),
                    format!("want {shards} free port{} from here on", if shards == 1 { "" } else { "s" }),
                );
            }
            for &machine in &machines {
                for port in ports.clone() {
                    taken.entry((machine, port)).or_insert_with(|| path.clone());
                }
            }
        }
    }
}

/// Two nodes with an address in common are taken for one machine.
fn one_machine(a: &Node, b: &Node) -> bool {
    std::ptr::eq(a, b) || a.addresses.iter().any(|address| b.addresses.contains(address))
}

fn directories(config: &Config, reader: &mut Reader<'_>) {
    let mut all: Vec<(String, &Node, &Path)> = Vec::new();
    for (n, node) in config.nodes.iter().enumerate() {
        if let Some(mds) = &node.mds {
            all.push((format!("node[{n}].mds.directory"), node, &mds.directory));
        }
        if let Some(oss) = &node.oss {
            all.push((format!("node[{n}].oss.directory"), node, &oss.directory));
            for (t, target) in oss.targets.iter().enumerate() {
                all.push((format!("node[{n}].oss.target[{t}].path"), node, &target.path));
            }
        }
    }
    all.retain(|(path, ..)| reader.is_good(path));
    for (i, (path, node, directory)) in all.iter().enumerate() {
        let clash = all[..i].iter().find(|(_, other_node, other)| {
            one_machine(node, other_node) && (directory.starts_with(other) || other.starts_with(directory))
        });
        let Some((other_path, _, other)) = clash else { continue };
        let line = reader.line_of(other_path);
        let wrong = if directory == other {
            format!("{:?} is taken in line {line}", directory.display().to_string())
        } else if directory.starts_with(other) {
            format!("{:?} lies inside that of line {line}", directory.display().to_string())
        } else {
            format!("{:?} holds that of line {line}", directory.display().to_string())
        };
        reader.fault(path, wrong, "want a directory of its own");
    }
}

fn sockets(config: &Config, reader: &mut Reader<'_>) {
    if !config.rails.shared_memory {
        return;
    }
    for (n, node) in config.nodes.iter().enumerate() {
        let path = format!("node[{n}].runtime_dir");
        let shards =
            [node.mds.as_ref().map(|mds| mds.cores.len()), node.oss.as_ref().map(|oss| oss.cores.len())];
        let last = shards.into_iter().flatten().max().unwrap_or(1).saturating_sub(1);
        let socket = node.runtime_file("mds", u16::try_from(last).unwrap_or(u16::MAX), "sock");
        let bytes = socket.as_os_str().len();
        if reader.is_good(&path) && bytes > SOCKET_PATH_BYTES_MAX {
            let spare = bytes - node.runtime_dir.as_os_str().len();
            reader.fault(
                &path,
                format!("is too long for a socket: {bytes} bytes with the socket's name"),
                format!("want at most {} bytes", SOCKET_PATH_BYTES_MAX - spare),
            );
        }
    }
}

fn placements(config: &Config, reader: &mut Reader<'_>) {
    placement(config, reader, "cluster.placement", config.cluster.placement);
    for (r, rule) in config.placement_rules.iter().enumerate() {
        placement(config, reader, &format!("placement_rule[{r}].placement"), rule.placement);
    }
    let rules = config.placement_rules.iter().enumerate();
    once(
        reader,
        rules.map(|(r, rule)| (format!("placement_rule[{r}].path"), &rule.path)),
        |path, line| format!("{path:?} is the path of the rule of line {line} too"),
        "want one rule per path",
    );
}

fn placement(config: &Config, reader: &mut Reader<'_>, path: &str, placement: Placement) {
    let Placement::Pin(Pin { node, index }) = placement else { return };
    if !reader.is_complete() || !reader.is_good(path) || !config.shards_of(placement).is_empty() {
        return;
    }
    let wrong = match index {
        Some(index) => format!("no metadata shard {index} on a node {node}"),
        None => format!("no metadata shard on a node {node}"),
    };
    let shards: Vec<String> = config
        .shards_of(Placement::Random)
        .iter()
        .map(|shard| format!("{}.{}", shard.node(), shard.index()))
        .collect();
    let right = if shards.is_empty() {
        "want a shard that the file has".to_owned()
    } else {
        format!("want one of {}", shards.join(", "))
    };
    reader.fault(path, wrong, right);
}
