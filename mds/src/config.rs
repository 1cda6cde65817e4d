//! Settings of one shard, and the bounds of its queues.

use std::time::Duration;

use osmia_protocol::{ClusterId, Placement, ShardId};

use crate::rules::Rule;

/// When a change is acknowledged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Durability {
    /// When it is in the log in the kernel; synced within a second.
    Relaxed,
    /// When it is synced, with the others of its group.
    Strict,
}

/// Settings of one shard.
#[derive(Clone, Debug)]
pub struct ShardConfig {
    /// Which shard.
    pub shard: ShardId,
    /// Of which cluster.
    pub cluster: ClusterId,
    /// The machine's boot id: another one than at the last start means that unsynced state may be lost.
    pub boot_id: u128,
    /// When a change is acknowledged.
    pub durability: Durability,
    /// Placement of directories where no directory and no rule says otherwise.
    pub placement: Placement,
    /// Placement by path, where no directory says otherwise.
    pub rules: Vec<Rule>,
    /// Bytes of a stripe unit of new files.
    pub stripe_bytes: u32,
    /// Targets of a new file; fewer when the cluster has fewer.
    pub stripe_count: u32,
    /// How long a client may use a cached directory without asking again.
    pub lease: Duration,
    /// A client not heard of for so long has lost its session. At least twice `lease`.
    pub session: Duration,
    /// How old an acknowledged change may get before it is on the disk, in `relaxed` durability.
    pub sync: Duration,
    /// Request slots of a session at most.
    pub slots_max: u16,
    /// Sessions at most.
    pub sessions_max: usize,
    /// Open files of a session at most.
    pub opens_max: usize,
    /// Requests that wait for something at most.
    pub parked_max: usize,
    /// Leases that are out at most.
    pub leases_max: usize,
    /// Directories in memory at most.
    pub directories_max: usize,
    /// Creates are refused when the store's file system has less free than this.
    pub reserve_bytes: u64,
}

impl ShardConfig {
    /// The defaults, for a shard of a cluster.
    pub fn new(shard: ShardId, cluster: ClusterId) -> ShardConfig {
        ShardConfig {
            shard,
            cluster,
            boot_id: 0,
            durability: Durability::Relaxed,
            placement: Placement::Random,
            rules: Vec::new(),
            stripe_bytes: 1 << 20,
            stripe_count: 4,
            lease: Duration::from_secs(5),
            session: Duration::from_secs(60),
            sync: Duration::from_secs(1),
            slots_max: 64,
            sessions_max: 65_536,
            opens_max: 65_536,
            parked_max: 16_384,
            leases_max: 1 << 20,
            directories_max: 1 << 17,
            reserve_bytes: 64 << 20,
        }
    }
}

/// How often sessions, leases and free space are looked at, and the number of inodes is written down.
pub const TICK: Duration = Duration::from_secs(1);
