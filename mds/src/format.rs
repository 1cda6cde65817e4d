//! Making a shard's store, and knowing it again.

use osmia_kv::{Batch, Kv};
use osmia_protocol::{ClusterId, InodeId, ShardId};

use crate::config::ShardConfig;
use crate::map::ClusterMap;
use crate::shard::start::root;
use crate::stop::Error;
use crate::store::codec::{DecodeError, Reader};
use crate::store::key;
use crate::store::layout::{self, Layout};

/// Version of the records of a metadata store.
pub const FORMAT_VERSION: u32 = 1;

const MAGIC: [u8; 8] = *b"osmiamds";

/// What a store is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Superblock {
    /// Version of the records.
    pub version: u32,
    /// Of which cluster.
    pub cluster: ClusterId,
    /// Which shard.
    pub shard: ShardId,
    /// Partitions of the cluster.
    pub partitions: u32,
    /// Name of the metadata layout.
    pub layout: String,
}

/// How a new store is to be.
#[derive(Clone, Debug)]
pub struct FormatOptions {
    /// Which shard.
    pub shard: ShardId,
    /// Of which cluster; who owns what.
    pub map: ClusterMap,
    /// Owner, group and permission bits of the root directory.
    pub root: (u32, u32, u32),
    /// Time of the root directory, nanoseconds since the epoch.
    pub time: i64,
}

/// Makes a store: superblock, cluster map and, for the owner of its partition, the root directory. Synced on return.
///
/// # Errors
/// [`Error::Refused`] when the store is not empty, or the map is not fit.
pub fn format(kv: &dyn Kv, options: &FormatOptions) -> Result<(), Error> {
    let mut empty = true;
    kv.scan_blocking(&[], &[0xff], &mut |_, _| {
        empty = false;
        std::ops::ControlFlow::Break(())
    })?;
    if !empty {
        return Err(Error::Refused("the store is not empty: format makes new ones only".into()));
    }
    let map = &options.map;
    let cluster = map.cluster().ok_or_else(|| Error::Refused("the map names no cluster id".into()))?;
    let name = map.message().layout.as_deref().unwrap_or_default();
    let layout = layout::by_name(name)
        .ok_or_else(|| Error::Refused(format!("layout {name:?}: want embedded or edge")))?;
    if !map.partitions().contains(&options.shard) {
        return Err(Error::Refused(format!("shard {} owns no partition of the map", options.shard)));
    }
    let superblock = Superblock {
        version: FORMAT_VERSION,
        cluster,
        shard: options.shard,
        partitions: map.partitions().len() as u32,
        layout: layout.name().into(),
    };
    let mut batch = Batch::default();
    batch.put(vec![key::MAP], map.encode());
    // No lease is out.
    batch.put(key::counter(key::CLEAN), 1u64.to_le_bytes());
    if map.owner_of(InodeId::ROOT) == Some(options.shard) {
        let (uid, gid, mode) = options.root;
        batch.put(key::inode(InodeId::ROOT), root(uid, gid, mode, options.time).encode());
    }
    batch.put(vec![key::SUPERBLOCK], superblock.encode());
    kv.write(&batch)?;
    kv.flush()?;
    kv.sync_job()()?;
    Ok(())
}

impl Superblock {
    fn encode(&self) -> Vec<u8> {
        let mut value = MAGIC.to_vec();
        value.extend_from_slice(&self.version.to_le_bytes());
        value.extend_from_slice(&self.cluster.0);
        value.extend_from_slice(&self.shard.0.to_le_bytes());
        value.extend_from_slice(&self.partitions.to_le_bytes());
        value.extend_from_slice(self.layout.as_bytes());
        value
    }

    fn decode(bytes: &[u8]) -> Result<Superblock, DecodeError> {
        let mut r = Reader::new("superblock", bytes);
        if r.array()? != MAGIC {
            return Err(r.wrong("not a metadata store of Osmia"));
        }
        let version = r.u32()?;
        if version != FORMAT_VERSION {
            return Ok(Superblock {
                version,
                cluster: ClusterId::default(),
                shard: ShardId(0),
                partitions: 0,
                layout: String::new(),
            });
        }
        Ok(Superblock {
            version,
            cluster: ClusterId(r.array()?),
            shard: ShardId(r.u32()?),
            partitions: r.u32()?,
            layout: String::from_utf8_lossy(r.rest()).into_owned(),
        })
    }

    /// Reads a store's superblock.
    ///
    /// # Errors
    /// [`Error::Refused`] when it has none.
    pub fn load(kv: &dyn Kv) -> Result<Superblock, Error> {
        let value = kv.get_blocking(&[key::SUPERBLOCK])?;
        let value = value.ok_or_else(|| {
            Error::Refused("the store was never formatted: run `osmia format` for this node".into())
        })?;
        Ok(Superblock::decode(&value)?)
    }

    /// Checks that the store is what the configuration says, and gives its layout.
    ///
    /// # Errors
    /// [`Error::Refused`] with what differs and what to do.
    pub fn check(&self, config: &ShardConfig) -> Result<&'static dyn Layout, Error> {
        let refused = |text: String| Err(Error::Refused(text));
        if self.version != FORMAT_VERSION {
            return refused(format!(
                "the store has format version {}, this server reads version {FORMAT_VERSION}: use the server that \
                 made it, or format anew",
                self.version
            ));
        }
        if self.cluster != config.cluster {
            return refused(format!(
                "the store belongs to cluster {}, the configuration names {}: correct `cluster.id` or the directory",
                self.cluster, config.cluster
            ));
        }
        if self.shard != config.shard {
            return refused(format!(
                "the store is shard {}'s, not {}'s: correct the node's `mds.directory` or the node id",
                self.shard, config.shard
            ));
        }
        match layout::by_name(&self.layout) {
            Some(layout) => Ok(layout),
            None => {
                refused(format!("the store has layout {:?}, which this server does not know", self.layout))
            }
        }
    }
}
