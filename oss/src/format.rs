//! Superblocks: what a store is and whose.
//!
//! `osmia-oss format` makes them; a server never does. A target's lies in the file `superblock` of its directory, a shard's
//! in its key-value store. Both hold the same 48 bytes (docs/on-disk.md, "superblock of a storage target").

use std::path::{Path, PathBuf};

use osmia_env::disk::OpenOptions;
use osmia_env::tasks::blocking;
use osmia_env::{Buf, Disk, Env};
use osmia_kv::{Batch, Kv};
use osmia_protocol::{ClusterId, ShardId, TargetId};

/// Version of the format that this code writes and reads.
pub const FORMAT_VERSION: u32 = 1;
/// Name of a target's superblock.
pub const SUPERBLOCK: &str = "superblock";
/// Directory of a target that holds its objects.
pub const OBJECTS: &str = "objects";
/// Key of a shard's superblock.
const SHARD_KEY: &[u8] = b"S";

const MAGIC: &[u8; 8] = b"OSMIAOSS";
const BYTES: usize = 48;

/// What a superblock says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Superblock {
    /// The cluster that the store belongs to.
    pub cluster: ClusterId,
    /// The storage shard.
    pub shard: ShardId,
    /// The target; 0 in the shard's own store.
    pub target: TargetId,
}

/// Why a store cannot be made or used.
#[derive(Debug, thiserror::Error)]
pub enum FormatError {
    /// There is something already.
    #[error(
        "{path} is not empty ({found} is there): format takes an empty directory only, so that no data are lost"
    )]
    NotEmpty {
        /// The directory.
        path: PathBuf,
        /// One thing in it.
        found: String,
    },
    /// No superblock.
    #[error(
        "{path} is not formatted: run `osmia format --node {node}` on this node first, or correct the path in the configuration"
    )]
    NotFormatted {
        /// The directory, or the shard's store.
        path: PathBuf,
        /// The node's number.
        node: u16,
    },
    /// Not one of ours, or damaged.
    #[error(
        "the superblock of {path} cannot be read ({what}): the directory holds something else, or is damaged"
    )]
    Damaged {
        /// The directory, or the shard's store.
        path: PathBuf,
        /// What is wrong.
        what: String,
    },
    /// Made by another version.
    #[error(
        "{path} has format version {found}, this server knows {FORMAT_VERSION}: use the version of Osmia that made it"
    )]
    Version {
        /// The directory, or the shard's store.
        path: PathBuf,
        /// Its version.
        found: u32,
    },
    /// Of another cluster, shard or target.
    #[error(
        "{path} belongs to {found}, the configuration says {want}: correct the configuration, or mount the right directory there"
    )]
    Other {
        /// The directory, or the shard's store.
        path: PathBuf,
        /// What it is.
        found: String,
        /// What was expected.
        want: String,
    },
    /// The system refuses.
    #[error("{doing} {path}")]
    Io {
        /// What was being done.
        doing: &'static str,
        /// The file or directory.
        path: PathBuf,
        /// What the system says.
        source: std::io::Error,
    },
    /// The shard's store refuses.
    #[error(transparent)]
    Kv(#[from] osmia_kv::KvError),
}

impl std::fmt::Display for Superblock {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Superblock { cluster, shard, target } = self;
        write!(f, "cluster {cluster}, shard {}.{}, target {target}", shard.node(), shard.index())
    }
}

impl Superblock {
    fn encode(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(BYTES);
        bytes.extend_from_slice(MAGIC);
        bytes.extend_from_slice(&FORMAT_VERSION.to_le_bytes());
        bytes.extend_from_slice(&self.cluster.0);
        bytes.extend_from_slice(&self.shard.0.to_le_bytes());
        bytes.extend_from_slice(&self.target.0.to_le_bytes());
        bytes.resize(BYTES - 4, 0);
        bytes.extend_from_slice(&crc32c::crc32c(&bytes).to_le_bytes());
        bytes
    }

    fn decode(bytes: &[u8], path: &Path) -> Result<Superblock, FormatError> {
        let damaged = |what: &str| FormatError::Damaged { path: path.to_owned(), what: what.to_owned() };
        let bytes: &[u8; BYTES] = bytes.try_into().map_err(|_| damaged("it is not 48 bytes long"))?;
        let u32_at = |at: usize| u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]]);
        if bytes[..8] != *MAGIC {
            return Err(damaged("it does not begin with OSMIAOSS"));
        }
        if u32_at(8) != FORMAT_VERSION {
            return Err(FormatError::Version { path: path.to_owned(), found: u32_at(8) });
        }
        if u32_at(BYTES - 4) != crc32c::crc32c(&bytes[..BYTES - 4]) {
            return Err(damaged("its checksum is wrong"));
        }
        let mut cluster = [0; 16];
        cluster.copy_from_slice(&bytes[12..28]);
        Ok(Superblock {
            cluster: ClusterId(cluster),
            shard: ShardId(u32_at(28)),
            target: TargetId(u32_at(32)),
        })
    }

    /// `cluster` is compared when it is known.
    fn check(
        self,
        cluster: Option<ClusterId>,
        shard: ShardId,
        target: TargetId,
        path: &Path,
    ) -> Result<Superblock, FormatError> {
        let want = Superblock { cluster: cluster.unwrap_or(self.cluster), shard, target };
        if self == want {
            return Ok(self);
        }
        Err(FormatError::Other { path: path.to_owned(), found: self.to_string(), want: want.to_string() })
    }
}

fn io(doing: &'static str, path: &Path) -> impl FnOnce(std::io::Error) -> FormatError {
    move |source| FormatError::Io { doing, path: path.to_owned(), source }
}

/// Makes a target in an empty or absent directory. On return it is durable.
///
/// # Errors
/// `NotEmpty`, and what the system says.
pub async fn format_target(disk: &dyn Disk, path: &Path, superblock: &Superblock) -> Result<(), FormatError> {
    disk.create_dirs(path).await.map_err(io("create", path))?;
    let there = disk.list(path).await.map_err(io("list", path))?;
    // What mkfs makes on a file system of its own.
    if let Some(found) = there.iter().find(|name| name.as_path() != Path::new("lost+found")) {
        return Err(FormatError::NotEmpty { path: path.to_owned(), found: found.display().to_string() });
    }
    let objects = path.join(OBJECTS);
    disk.create_dirs(&objects).await.map_err(io("create", &objects))?;
    let file = path.join(SUPERBLOCK);
    // Under another name first: a superblock that is there is whole.
    let new = path.join("superblock.new");
    let create = OpenOptions { create: true, exclusive: false, direct: false };
    let (open, _) = disk.open(&new, create).await.map_err(io("create", &new))?;
    disk.write(&open, 0, Buf::from_slice(&superblock.encode())).await.0.map_err(io("write", &new))?;
    disk.sync(&open).await.map_err(io("sync", &new))?;
    disk.rename(&new, &file).await.map_err(io("rename", &new))?;
    disk.sync_dir(path).await.map_err(io("sync", path))
}

/// Checks that a directory is the target that the configuration says.
///
/// # Errors
/// All but `NotEmpty`.
pub async fn check_target(
    disk: &dyn Disk,
    path: &Path,
    cluster: Option<ClusterId>,
    shard: ShardId,
    target: TargetId,
) -> Result<Superblock, FormatError> {
    let file = path.join(SUPERBLOCK);
    let opened = disk.open(&file, OpenOptions::default()).await;
    let (open, _) = opened.map_err(|error| match error.kind() {
        std::io::ErrorKind::NotFound => {
            FormatError::NotFormatted { path: path.to_owned(), node: shard.node() }
        }
        _ => io("open", &file)(error),
    })?;
    let (read, buf) = disk.read(&open, 0, Buf::zeroed(BYTES + 1)).await;
    let read = read.map_err(io("read", &file))?;
    Superblock::decode(&buf[..read.min(buf.len())], path)?.check(cluster, shard, target, path)
}

/// Writes the superblock into a new store of a shard. On return it is flushed; the caller syncs.
///
/// # Errors
/// As the store's.
pub fn format_shard(kv: &dyn Kv, superblock: &Superblock) -> Result<(), FormatError> {
    let mut batch = Batch::default();
    batch.put(SHARD_KEY, superblock.encode());
    kv.write(&batch)?;
    Ok(kv.flush()?)
}

/// Checks that a store is that of the shard. `path` is what errors call it.
///
/// # Errors
/// All but `NotEmpty` and `Io`.
pub async fn check_shard(
    kv: &dyn Kv,
    env: &Env,
    path: &Path,
    cluster: Option<ClusterId>,
    shard: ShardId,
) -> Result<Superblock, FormatError> {
    let value = match kv.get(SHARD_KEY) {
        Err(osmia_kv::KvError::WouldBlock) => {
            blocking(&*env.tasks, kv.warm_job(vec![SHARD_KEY.to_vec()], None, 0)).await?;
            kv.get(SHARD_KEY)
        }
        result => result,
    };
    let not_formatted = || FormatError::NotFormatted { path: path.to_owned(), node: shard.node() };
    Superblock::decode(&value?.ok_or_else(not_formatted)?, path)?.check(cluster, shard, TargetId(0), path)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A superblock comes back as it was written, and any change of any byte is noticed.
    #[test]
    fn superblock() {
        let superblock =
            Superblock { cluster: ClusterId([7; 16]), shard: ShardId::new(3, 1), target: TargetId(12) };
        let bytes = superblock.encode();
        let path = Path::new("/t");
        assert_eq!(Superblock::decode(&bytes, path).unwrap(), superblock);
        for at in 0..BYTES {
            let mut wrong = bytes.clone();
            wrong[at] ^= 0x10;
            assert!(Superblock::decode(&wrong, path).is_err(), "byte {at}");
            assert!(Superblock::decode(&bytes[..at], path).is_err());
        }
    }
}
