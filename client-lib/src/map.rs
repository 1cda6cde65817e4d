//! The cluster map: which shard owns what, and where it listens.

use hashbrown::HashMap;
use osmia_env::Addr;
use osmia_net::PeerKey;
use osmia_protocol::{ClusterId, InodeId, Role, ShardId, TargetId, wire};

/// The cluster, as its map of one epoch has it.
#[derive(Clone, Debug)]
pub struct ClusterMap {
    /// The cluster's id.
    pub cluster: ClusterId,
    /// Raised by every change of the map.
    pub epoch: u32,
    /// Owner of each partition; the length is a power of two.
    pub partitions: Vec<ShardId>,
    /// Metadata shards.
    pub metadata_shards: Vec<ShardEntry>,
    /// Storage shards.
    pub storage_shards: Vec<ShardEntry>,
    /// Storage targets.
    pub targets: Vec<TargetEntry>,
    /// Name of the metadata layout.
    pub layout: String,
    /// Durability: `relaxed` or `strict`.
    pub durability: String,
    /// Default stripe unit, in bytes.
    pub stripe_bytes: u32,
    /// Default number of stripe columns.
    pub stripe_count: u32,
    target_shards: HashMap<TargetId, ShardId>,
}

/// One shard of the map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShardEntry {
    /// Its id.
    pub shard: ShardId,
    /// Name of its node.
    pub node: String,
    /// Where it listens, its rails in order.
    pub addresses: Vec<Addr>,
}

/// One storage target of the map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TargetEntry {
    /// Its id.
    pub target: TargetId,
    /// The storage shard that it belongs to.
    pub shard: ShardId,
    /// Name of that shard's node.
    pub node: String,
}

impl ClusterMap {
    /// From a server's answer.
    ///
    /// # Errors
    /// What is wrong with it, for people.
    pub fn decode(map: wire::MapOkRef<'_>) -> Result<ClusterMap, String> {
        let map = wire::MapOk::try_from(map).map_err(|error| error.to_string())?;
        let cluster = ClusterId::try_from(map.cluster.unwrap_or_default().as_slice())
            .map_err(|_| "the cluster id of the map is not 16 bytes".to_owned())?;
        let partitions: Vec<ShardId> = map.partitions.unwrap_or_default().into_iter().map(ShardId).collect();
        if !partitions.len().is_power_of_two() {
            return Err(format!("the map has {} partitions, not a power of two", partitions.len()));
        }
        let (mut metadata_shards, mut storage_shards) = (Vec::new(), Vec::new());
        for entry in map.shards.unwrap_or_default() {
            let addresses = entry.addresses.unwrap_or_default();
            let addresses = addresses.iter().map(|address| address.parse()).collect::<Result<_, _>>()?;
            let list = if entry.role == 0 { &mut metadata_shards } else { &mut storage_shards };
            let node = entry.node.unwrap_or_default();
            list.push(ShardEntry { shard: ShardId(entry.shard), node, addresses });
        }
        if let Some(stray) =
            partitions.iter().find(|owner| !metadata_shards.iter().any(|entry| entry.shard == **owner))
        {
            return Err(format!("the map gives a partition to mds {stray}, which it does not list"));
        }
        let targets: Vec<TargetEntry> = (map.targets.unwrap_or_default().into_iter())
            .map(|entry| TargetEntry {
                target: TargetId(entry.target),
                shard: ShardId(entry.shard),
                node: entry.node.unwrap_or_default(),
            })
            .collect();
        Ok(ClusterMap {
            cluster,
            epoch: map.epoch,
            partitions,
            metadata_shards,
            storage_shards,
            target_shards: targets.iter().map(|entry| (entry.target, entry.shard)).collect(),
            targets,
            layout: map.layout.unwrap_or_default(),
            durability: map.durability.unwrap_or_default(),
            stripe_bytes: map.stripe_bytes,
            stripe_count: map.stripe_count,
        })
    }

    /// The metadata shard that owns an inode. An id of a partition that the map does not have is routed to the
    /// owner of the root: that shard knows to refuse it.
    pub fn owner(&self, id: InodeId) -> PeerKey {
        let partition = usize::from(id.partition().0);
        let shard = self.partitions.get(partition).copied().unwrap_or(self.partitions[0]);
        PeerKey { role: Role::Metadata, shard }
    }

    /// The storage shard of a target.
    pub fn target_shard(&self, target: TargetId) -> Option<PeerKey> {
        self.target_shards.get(&target).map(|&shard| PeerKey { role: Role::Storage, shard })
    }

    /// The entry of a shard.
    pub fn entry(&self, peer: PeerKey) -> Option<&ShardEntry> {
        let list = if peer.role == Role::Storage { &self.storage_shards } else { &self.metadata_shards };
        list.iter().find(|entry| entry.shard == peer.shard)
    }

    /// The metadata shards.
    pub(crate) fn metadata_peers(&self) -> impl Iterator<Item = PeerKey> + '_ {
        self.metadata_shards.iter().map(|entry| PeerKey { role: Role::Metadata, shard: entry.shard })
    }
}
