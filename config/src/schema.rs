//! Every key of `osmia.toml`, once: what it means, what it accepts, what it is when absent.
//!
//! The parser, the printer and the reference in docs/config.md are all made from these tables.

use std::net::IpAddr;
use std::path::PathBuf;

use osmia_protocol::{ClusterId, Placement};
use toml_edit::Value;

use crate::read::Section;
use crate::value::{Bounds, Durability, Field, Layout};
use Absent::{Is, Required, Unset};
use Bounds::{Choice, Int, PowerOfTwo};

/// What a key is when it is absent.
#[derive(Clone, Copy, Debug)]
pub enum Absent {
    /// A fault.
    Required,
    /// Nothing; what that means, for people.
    Unset(&'static str),
    /// This, as TOML.
    Is(&'static str),
}

/// One key of one table.
#[derive(Clone, Copy, Debug)]
pub struct Key {
    /// The table, as in its header: `node.mds`.
    pub table: &'static str,
    /// Its name.
    pub name: &'static str,
    /// What it accepts.
    pub bounds: Bounds,
    /// What it is when absent.
    pub absent: Absent,
    /// What it means: one string per line of its comment.
    pub doc: &'static [&'static str],
}

macro_rules! table {
    (
        $(#[$doc:meta])*
        $name:ident $table:literal {
            $($(#[doc = $key_doc:literal])* $key:ident: $type:ty = $absent:expr, $bounds:expr;)*
        }
        $(with { $($(#[$extra_doc:meta])* $extra:ident: $extra_type:ty,)* })?
    ) => {
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub struct $name {
            $($(#[doc = $key_doc])* pub $key: $type,)*
            $($($(#[$extra_doc])* pub $extra: $extra_type,)*)?
        }

        impl $name {
            /// The table's keys, in the order in which they are printed.
            pub const KEYS: &[Key] = &[$(Key {
                table: $table,
                name: stringify!($key),
                bounds: $bounds,
                absent: $absent,
                doc: &[$($key_doc),*],
            }),*];

            pub(crate) fn read(section: &mut Section<'_, '_>) -> $name {
                $name {
                    $($key: section.get(stringify!($key)),)*
                    $($($extra: Default::default(),)*)?
                }
            }

            /// Values in the order of [`KEYS`](Self::KEYS).
            pub(crate) fn values(&self) -> Vec<Option<Value>> {
                vec![$(self.$key.to_toml()),*]
            }
        }
    };
}

table! {
    /// `[cluster]`: what holds for the whole cluster. Most of it is fixed when the cluster is formatted.
    Cluster "cluster" {
        /// Name of the cluster, shown by tools.
        name: String = Is("\"osmia\""), Bounds::Name;
        /// The cluster's id, made by `osmia format` on the first node. When given, servers and clients refuse a
        /// cluster of another id.
        id: Option<ClusterId> = Unset("any cluster is taken"), Bounds::ClusterId;
        /// Partitions of the name space: the unit in which it is spread over metadata shards. Fixed at format.
        partitions: u32 = Is("256"), PowerOfTwo(1, 16384);
        /// Layout of the metadata (docs/on-disk.md). Fixed at format.
        layout: Layout = Is("\"embedded\""), Choice(Layout::WORDS);
        /// What an acknowledged change has reached: "relaxed" the kernel (it survives a killed server, and a power
        /// cut after `limits.sync_ms`), "strict" the disk.
        durability: Durability = Is("\"relaxed\""), Choice(Durability::WORDS);
        /// Where new directories go, unless `osmia dir set` or a `[[placement_rule]]` says otherwise for their parent.
        placement: Placement = Is("\"random\""), Bounds::Placement;
        /// Bytes of a file that lie on one target before the next one's turn, for new files.
        stripe_bytes: u32 = Is("1048576"), PowerOfTwo(4096, 1 << 30);
        /// Targets that a new file is striped over; all of them when there are fewer.
        stripe_count: u32 = Is("4"), Int(1, 256);
    }
}

table! {
    /// `[limits]`: bounds on time, memory and counts. Units end the names.
    Limits "limits" {
        /// A client's single attempt at a request: then it connects anew and tries again.
        attempt_ms: u64 = Is("2000"), Int(10, 600_000);
        /// When a client's call fails with an errno, all attempts together. At least `attempt_ms`.
        give_up_ms: u64 = Is("30000"), Int(10, 3_600_000);
        /// How long a client may use a cached directory without asking again. After a metadata server has started anew,
        /// removals may wait as long.
        lease_ms: u64 = Is("5000"), Int(10, 600_000);
        /// A client not heard of for so long has lost its session, its leases and its opens. At least twice
        /// `lease_ms`.
        session_ms: u64 = Is("60000"), Int(20, 3_600_000);
        /// Calls that change something in flight at once between one client process and one shard.
        slots: u32 = Is("64"), Int(1, 1024);
        /// With `durability = "relaxed"`: how old an acknowledged change may get before it is on the disk.
        sync_ms: u64 = Is("1000"), Int(10, 60_000);
        /// Connections to one shard; more are refused.
        connections_max: u32 = Is("1024"), Int(1, 65_536);
        /// Requests that one shard has taken and not answered; more wait in the network.
        inflight_max: u32 = Is("1024"), Int(1, 65_536);
        /// How long an idle thread polls the network before it sleeps, in microseconds, where polling pays off. 0: it polls nothing, the rings of disks neither.
        spin_us: u32 = Is("100"), Int(0, 10_000);
        /// Block cache of one metadata shard's store, in bytes.
        kv_cache_bytes: u64 = Is("268435456"), Int(1 << 20, 1 << 40);
        /// Memory in which one metadata shard keeps records that were read or written lately, in front of its store, in bytes. 0: none.
        record_cache_bytes: u64 = Is("67108864"), Int(0, 1 << 40);
        /// Memory in which one metadata shard's store collects writes, in bytes.
        kv_write_buffer_bytes: u64 = Is("67108864"), Int(1 << 20, 1 << 34);
        /// Free space, in bytes, below which a metadata shard takes only what gives space back.
        reserve_bytes: u64 = Is("67108864"), Int(0, 1 << 40);
        /// Buffers of one storage shard for data on their way, in bytes.
        buffers_bytes: u64 = Is("67108864"), Int(1 << 20, 1 << 34);
        /// Operations in each of the two rings (reads, writes) of one storage shard.
        ring_depth: u32 = Is("128"), Int(1, 4096);
        /// Object files that one storage shard keeps open.
        objects_open_max: u32 = Is("1024"), Int(16, 1_048_576);
        /// How often each shard writes its metrics (docs/metrics.md) into the node's `runtime_dir`; 0 for never.
        metrics_ms: u64 = Is("5000"), Int(0, 3_600_000);
        /// Directories that one client process keeps in its cache.
        cached_dirs_max: u32 = Is("65536"), Int(1, 16_777_216);
    }
}

table! {
    /// `[rails]`: the paths between processes.
    Rails "rails" {
        /// Shards also listen on shared memory, which processes of the same node prefer.
        shared_memory: bool = Is("true"), Bounds::Bool;
    }
}

table! {
    /// `[[placement_rule]]`: where directories made below a path go (docs/placement.md).
    PlacementRule "placement_rule" {
        /// Directories that it is for. A name `*` is any name: `/home/*/runs` is for `runs` of every home.
        path: String = Required, Bounds::RulePath;
        /// Where directories made below them go, unless `osmia dir set` says otherwise. Of several rules the one with the
        /// longest path holds, of equally long ones the one that has a name where the other first has `*`.
        placement: Placement = Required, Bounds::Placement;
        /// Levels below on which it holds: 1, for directories made right in them.
        depth: Option<u32> = Unset("all levels"), Int(1, 65_536);
    }
}

table! {
    /// `[[node]]`: one machine with servers.
    Node "node" {
        /// Number of the node; `osmia-mds --id` and `osmia-oss --id` take it. Never reused, also when a node is gone.
        id: u16 = Required, Int(1, 65_535);
        /// Name of the node, shown by tools.
        name: String = Unset("node-ID"), Bounds::Name;
        /// Addresses at which its servers listen, one per network rail.
        addresses: Vec<IpAddr> = Required, Bounds::Addresses;
        /// Network devices that UCX may use on this node, as `ucx_info -d` names them.
        devices: Vec<String> = Is("[]"), Bounds::Devices;
        /// Directory for the sockets by which processes of this node find each other's shared memory, and for metrics.
        runtime_dir: PathBuf = Is("\"/run/osmia\""), Bounds::Path;
        /// Several shards of this node may have the same core. For trying things out: it costs speed.
        share_cores: bool = Is("false"), Bounds::Bool;
    }
    with {
        /// `[node.mds]`: its metadata server, if it has one.
        mds: Option<MdsServer>,
        /// `[node.oss]`: its storage server, if it has one.
        oss: Option<OssServer>,
    }
}

table! {
    /// `[node.mds]`: a metadata server.
    MdsServer "node.mds" {
        /// Cores to run on: one shard per core, pinned. Shards are numbered in this order.
        cores: Vec<u32> = Required, Bounds::Cores;
        /// Port of its first shard; shard `i` listens at `port + i`.
        port: u16 = Is("7000"), Int(1, 65_535);
        /// Directory of its stores, one subdirectory per shard. Made by `osmia format`.
        directory: PathBuf = Required, Bounds::Path;
    }
}

table! {
    /// `[node.oss]`: a storage server.
    OssServer "node.oss" {
        /// Cores to run on: one shard per core, pinned. Shards are numbered in this order.
        cores: Vec<u32> = Required, Bounds::Cores;
        /// Port of its first shard; shard `i` listens at `port + i`.
        port: u16 = Is("7100"), Int(1, 65_535);
        /// Directory of its own records (sessions, ids), one subdirectory per shard. Made by `osmia format`.
        directory: PathBuf = Required, Bounds::Path;
    }
    with {
        /// Every `[[node.oss.target]]`, in the file's order. Target `i` belongs to shard `i % shards`.
        targets: Vec<Target>,
    }
}

table! {
    /// `[[node.oss.target]]`: a directory that holds file data.
    Target "node.oss.target" {
        /// Number of the target, unique in the cluster. Never reused, also when a target is gone.
        id: u32 = Required, Int(1, 4_294_967_295);
        /// The directory. Made by `osmia format`.
        path: PathBuf = Required, Bounds::Path;
    }
}

/// Every table: its header as the file has it, what it is, and its keys.
pub const TABLES: &[(&str, &str, &[Key])] = &[
    (
        "[cluster]",
        "What holds for the whole cluster. Most of it is fixed when the cluster is formatted.",
        Cluster::KEYS,
    ),
    ("[limits]", "Bounds on time, memory and counts. Units end the names.", Limits::KEYS),
    ("[rails]", "The paths between processes.", Rails::KEYS),
    (
        "[[placement_rule]]",
        "Where directories made below a path go; one such table per rule.",
        PlacementRule::KEYS,
    ),
    ("[[node]]", "One machine with servers; one such table per node.", Node::KEYS),
    ("[node.mds]", "The node's metadata server, if it has one.", MdsServer::KEYS),
    ("[node.oss]", "The node's storage server, if it has one.", OssServer::KEYS),
    ("[[node.oss.target]]", "A directory that holds file data; one such table per target.", Target::KEYS),
];
