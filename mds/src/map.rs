//! The cluster map: which shard owns which partition, where shards listen, and the targets of data.

use std::collections::BTreeMap;

use osmia_protocol::planus::{Builder, ReadAsRoot};
use osmia_protocol::{ClusterId, InodeId, Partition, Role, ShardId, wire};

use crate::store::codec::DecodeError;

const VERSION: u8 = 1;

/// The cluster map, as a shard keeps it.
#[derive(Clone, Debug, PartialEq)]
pub struct ClusterMap {
    message: wire::MapOk,
    partitions: Vec<ShardId>,
    owned: Vec<(ShardId, Vec<Partition>)>,
}

impl ClusterMap {
    /// Takes a map over.
    ///
    /// # Errors
    /// When the number of partitions is not a power of two up to 65,536.
    pub fn new(message: wire::MapOk) -> Result<ClusterMap, &'static str> {
        let partitions: Vec<ShardId> =
            message.partitions.iter().flatten().map(|&shard| ShardId(shard)).collect();
        if !partitions.len().is_power_of_two() || partitions.len() > 1 << 16 {
            return Err("the number of partitions is not a power of two up to 65536");
        }
        let mut owned: BTreeMap<ShardId, Vec<Partition>> = BTreeMap::new();
        for (number, shard) in partitions.iter().enumerate() {
            owned.entry(*shard).or_default().push(Partition(number as u16));
        }
        Ok(ClusterMap { message, partitions, owned: owned.into_iter().collect() })
    }

    /// Partitions dealt over `shards` in turn.
    pub fn deal(partitions: u32, shards: &[ShardId]) -> Vec<u32> {
        let shards = shards.iter().cycle();
        shards.take(partitions as usize).map(|shard| shard.0).collect()
    }

    /// Owner of each partition.
    pub fn partitions(&self) -> &[ShardId] {
        &self.partitions
    }

    /// Metadata shards that own partitions, in the order of their ids, with what each owns: at least one.
    pub fn owned(&self) -> &[(ShardId, Vec<Partition>)] {
        &self.owned
    }

    /// Version of the map.
    pub fn epoch(&self) -> u32 {
        self.message.epoch
    }

    /// The cluster.
    pub fn cluster(&self) -> Option<ClusterId> {
        ClusterId::try_from(self.message.cluster.as_deref()?).ok()
    }

    /// Owner of a partition; `None` for one that is none of the cluster's.
    pub fn owner(&self, partition: Partition) -> Option<ShardId> {
        self.partitions.get(usize::from(partition.0)).copied()
    }

    /// Owner of an inode.
    pub fn owner_of(&self, id: InodeId) -> Option<ShardId> {
        self.owner(id.partition())
    }

    /// The map as it travels.
    pub fn message(&self) -> &wire::MapOk {
        &self.message
    }

    /// Every metadata shard.
    pub fn metadata_shards(&self) -> impl Iterator<Item = ShardId> {
        self.message.shards.iter().flatten().filter(|entry| entry.role == 0).map(|entry| ShardId(entry.shard))
    }

    /// Data targets, in the map's order.
    pub fn targets(&self) -> impl Iterator<Item = &wire::TargetEntry> {
        self.message.targets.iter().flatten()
    }

    /// Entry of a shard.
    pub fn shard(&self, role: Role, shard: ShardId) -> Option<&wire::ShardEntry> {
        let role = u8::from(role == Role::Storage);
        self.message.shards.iter().flatten().find(|entry| entry.role == role && entry.shard == shard.0)
    }

    /// The record: a version byte, then the map as FlatBuffers.
    pub fn encode(&self) -> Vec<u8> {
        let mut builder = Builder::new();
        let mut value = vec![VERSION];
        value.extend_from_slice(builder.finish(&self.message, None));
        value
    }

    /// Reads a record.
    ///
    /// # Errors
    /// When the bytes are none.
    pub fn decode(bytes: &[u8]) -> Result<ClusterMap, DecodeError> {
        let wrong = |reason| DecodeError { record: "map", reason };
        let (version, rest) = bytes.split_first().ok_or_else(|| wrong("too short"))?;
        if *version != VERSION {
            return Err(wrong("unknown version"));
        }
        let message = wire::MapOkRef::read_as_root(rest)
            .and_then(wire::MapOk::try_from)
            .map_err(|_| wrong("not a map"))?;
        ClusterMap::new(message).map_err(wrong)
    }
}
