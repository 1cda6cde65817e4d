//! What servers and clients want to know: the shards, where they listen, and the cluster map.

use std::fmt;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};

use osmia_protocol::placement::Pin;
use osmia_protocol::{Partition, Placement, ShardId, TargetId};

use crate::Config;
use crate::schema::{Node, Target};

/// The metadata server of one node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MdsNode {
    /// `id` of the node.
    pub id: u16,
    /// Its name.
    pub name: String,
    /// Directory of its stores.
    pub directory: PathBuf,
    /// Network devices that UCX may use; empty: any.
    pub devices: Vec<String>,
    /// One per core.
    pub shards: Vec<MdsShard>,
}

/// One metadata shard.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MdsShard {
    /// Its id.
    pub id: ShardId,
    /// The core it is pinned to.
    pub core: u32,
    /// Directory of its store.
    pub directory: PathBuf,
    /// Where it listens, network rails first: `tcp://IP:PORT`, `shm:///PATH`.
    pub addresses: Vec<String>,
    /// File of its metrics.
    pub metrics: PathBuf,
}

/// The storage server of one node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OssNode {
    /// `id` of the node.
    pub id: u16,
    /// Its name.
    pub name: String,
    /// Directory of its records.
    pub directory: PathBuf,
    /// Network devices that UCX may use; empty: any.
    pub devices: Vec<String>,
    /// One per core.
    pub shards: Vec<OssShard>,
}

/// One storage shard.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OssShard {
    /// Its id. Storage and metadata shards are numbered apart.
    pub id: ShardId,
    /// The core it is pinned to.
    pub core: u32,
    /// Directory of its records.
    pub directory: PathBuf,
    /// Where it listens, network rails first.
    pub addresses: Vec<String>,
    /// File of its metrics.
    pub metrics: PathBuf,
    /// Its targets, at least one.
    pub targets: Vec<Target>,
}

/// One shard, as clients and other servers see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShardEntry {
    /// Its id.
    pub shard: ShardId,
    /// Name of its node.
    pub node: String,
    /// Where it listens, network rails first.
    pub addresses: Vec<String>,
}

/// One target, as clients and other servers see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TargetEntry {
    /// Its id.
    pub target: TargetId,
    /// The storage shard it belongs to.
    pub shard: ShardId,
    /// Name of its node.
    pub node: String,
}

/// Who owns what, as `osmia format` stores it in every shard.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClusterMap {
    /// Version of the map; 1 at format.
    pub epoch: u32,
    /// Owner of each partition: a metadata shard. The first owns partition 0, the root's.
    pub partitions: Vec<ShardId>,
    /// Metadata shards, by node in the file's order, then by index.
    pub mds: Vec<ShardEntry>,
    /// Storage shards, likewise.
    pub oss: Vec<ShardEntry>,
    /// Targets, by id.
    pub targets: Vec<TargetEntry>,
}

/// The node asked for has no such server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoSuchServer {
    /// The node's id, as it was asked for.
    pub id: u16,
    /// `mds` or `oss`.
    pub role: &'static str,
    /// Ids of the nodes that have one.
    pub with: Vec<u16>,
}

impl fmt::Display for NoSuchServer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let with: Vec<String> = self.with.iter().map(ToString::to_string).collect();
        write!(
            f,
            "no node with id {} has a [node.{}] table; want one of these ids: {}",
            self.id,
            self.role,
            with.join(", ")
        )
    }
}

impl std::error::Error for NoSuchServer {}

impl Config {
    /// The node of an id.
    pub fn node(&self, id: u16) -> Option<&Node> {
        self.nodes.iter().find(|node| node.id == id)
    }

    /// The metadata server of the node `id`.
    ///
    /// # Errors
    /// [`NoSuchServer`] when there is no such node or it has no `[node.mds]`.
    pub fn mds_node(&self, id: u16) -> Result<MdsNode, NoSuchServer> {
        self.mds_nodes().find(|node| node.id == id).ok_or_else(|| NoSuchServer {
            id,
            role: "mds",
            with: self.mds_nodes().map(|node| node.id).collect(),
        })
    }

    /// The storage server of the node `id`.
    ///
    /// # Errors
    /// [`NoSuchServer`] when there is no such node or it has no `[node.oss]`.
    pub fn oss_node(&self, id: u16) -> Result<OssNode, NoSuchServer> {
        self.oss_nodes().find(|node| node.id == id).ok_or_else(|| NoSuchServer {
            id,
            role: "oss",
            with: self.oss_nodes().map(|node| node.id).collect(),
        })
    }

    /// Every metadata server, in the file's order.
    pub fn mds_nodes(&self) -> impl Iterator<Item = MdsNode> + '_ {
        self.nodes.iter().filter_map(|node| {
            let mds = node.mds.as_ref()?;
            let shards = (0u16..).zip(&mds.cores).map(|(index, &core)| MdsShard {
                id: ShardId::new(node.id, index),
                core,
                directory: shard_directory(&mds.directory, index),
                addresses: self.addresses(node, "mds", mds.port, index),
                metrics: node.runtime_file("mds", index, "prom"),
            });
            Some(MdsNode {
                id: node.id,
                name: node.name.clone(),
                directory: mds.directory.clone(),
                devices: node.devices.clone(),
                shards: shards.collect(),
            })
        })
    }

    /// Every storage server, in the file's order.
    pub fn oss_nodes(&self) -> impl Iterator<Item = OssNode> + '_ {
        self.nodes.iter().filter_map(|node| {
            let oss = node.oss.as_ref()?;
            let shards = (0u16..).zip(&oss.cores).map(|(index, &core)| OssShard {
                id: ShardId::new(node.id, index),
                core,
                directory: shard_directory(&oss.directory, index),
                addresses: self.addresses(node, "oss", oss.port, index),
                metrics: node.runtime_file("oss", index, "prom"),
                targets: oss.targets.iter().skip(index.into()).step_by(oss.cores.len()).cloned().collect(),
            });
            Some(OssNode {
                id: node.id,
                name: node.name.clone(),
                directory: oss.directory.clone(),
                devices: node.devices.clone(),
                shards: shards.collect(),
            })
        })
    }

    /// The map that this configuration gives at format: partitions go round the metadata shards.
    pub fn cluster_map(&self) -> ClusterMap {
        let mds: Vec<ShardEntry> = self
            .mds_nodes()
            .flat_map(|node| {
                let entry = move |shard: MdsShard| ShardEntry {
                    shard: shard.id,
                    node: node.name.clone(),
                    addresses: shard.addresses,
                };
                node.shards.into_iter().map(entry)
            })
            .collect();
        let mut oss = Vec::new();
        let mut targets = Vec::new();
        for node in self.oss_nodes() {
            for shard in node.shards {
                targets.extend(shard.targets.iter().map(|target| TargetEntry {
                    target: TargetId(target.id),
                    shard: shard.id,
                    node: node.name.clone(),
                }));
                oss.push(ShardEntry { shard: shard.id, node: node.name.clone(), addresses: shard.addresses });
            }
        }
        targets.sort_by_key(|entry| entry.target);
        let partitions =
            mds.iter().map(|entry| entry.shard).cycle().take(self.cluster.partitions as usize).collect();
        ClusterMap { epoch: 1, partitions, mds, oss, targets }
    }

    /// Metadata shards that a placement may choose; all but for `pin:`.
    pub fn shards_of(&self, placement: Placement) -> Vec<ShardId> {
        let chosen = |shard: ShardId| match placement {
            Placement::Pin(Pin { node, index }) => {
                shard.node() == node && index.is_none_or(|index| shard.index() == index)
            }
            _ => true,
        };
        self.mds_nodes().flat_map(|node| node.shards).map(|shard| shard.id).filter(|&id| chosen(id)).collect()
    }

    fn addresses(&self, node: &Node, role: &str, port: u16, index: u16) -> Vec<String> {
        let tcp = node.addresses.iter().map(|&address| {
            let port = port.saturating_add(index);
            format!("tcp://{}", SocketAddr::new(address, port))
        });
        let socket = node.runtime_file(role, index, "sock");
        tcp.chain(self.rails.shared_memory.then(|| format!("shm://{}", socket.display()))).collect()
    }
}

impl Node {
    /// A file of a shard of this node: `sock`, the socket for shared memory, or `prom`, its metrics. `role` is `mds` or
    /// `oss`.
    pub fn runtime_file(&self, role: &str, index: u16, kind: &str) -> PathBuf {
        self.runtime_dir.join(format!("{role}-{}.{index}.{kind}", self.id))
    }
}

impl ClusterMap {
    /// Owner of a partition; `None` when the cluster has fewer.
    pub fn owner(&self, partition: Partition) -> Option<ShardId> {
        self.partitions.get(usize::from(partition.0)).copied()
    }
}

/// Directory of one shard of a server.
fn shard_directory(directory: &Path, index: u16) -> PathBuf {
    directory.join(format!("shard-{index}"))
}
