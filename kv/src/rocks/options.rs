//! How RocksDB is set up for a metadata shard, and why.

use std::path::Path;

use rocksdb::{
    BlockBasedOptions, Cache, DB, DBCompressionType, DBRecoveryMode, DataBlockIndexType, LogLevel, Options,
    ReadOptions, SliceTransform,
};
use serde::de::IntoDeserializer;
use serde::de::value::StrDeserializer;

/// Keys begin with a record kind (1 byte), a partition (2 bytes) and an id (8 bytes): scans stay inside that prefix
/// nearly always (a directory's entries, an inode's attributes), so it has a place in the bloom filters.
pub const PREFIX_BYTES: usize = 11;

/// Sizes of a store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RocksOptions {
    /// Memory for blocks of tables.
    pub block_cache_bytes: usize,
    /// Size of one memtable; up to [`WRITE_BUFFERS_MAX`] exist when writes come faster than the disk takes them.
    pub write_buffer_bytes: usize,
    /// Deleted records that a scan steps over on the owner's thread (some 0.7 us each) before it would block.
    pub skip_max: u64,
    /// Held back on the disk for opening the store when it is full.
    pub reserve_bytes: u64,
}

/// [`RocksOptions::skip_max`] unless told otherwise: a millisecond or two.
const SKIP_MAX: u64 = 2000;

/// Deleted records in one gap that are worth a compaction, which writes the memtable out.
pub(super) const COMPACT_DELETED: u64 = 100_000;

/// Memtables before writes stop: with 4, a flush of one may take as long as filling three.
const WRITE_BUFFERS_MAX: i32 = 4;

/// A cache below this thrashes: one page of a directory must fit beside what else a request touches.
const BLOCK_CACHE_MIN: usize = 4 << 20;

/// Bits per key of the bloom filters: 1 % false positives.
const BLOOM_BITS: f64 = 10.0;

/// Size of a table's block. Twice RocksDB's default: half the index, and directory pages span fewer blocks.
const BLOCK_BYTES: usize = 8 << 10;

/// Part of a memtable that its bloom filter gets. Whether a name is absent is the first thing a create asks: with
/// the filter, that is some hash probes in place of a walk down the skip list.
const MEMTABLE_BLOOM_RATIO: f64 = 0.04;

impl RocksOptions {
    /// Blocks that one job brings into memory for a scan: a quarter of the cache, so that they stay until the scan comes.
    pub(super) fn warm_blocks_max(&self) -> u64 {
        (self.block_cache_bytes.max(BLOCK_CACHE_MIN) / 4 / BLOCK_BYTES) as u64
    }

    /// For a shard on a machine of its own.
    pub fn large() -> RocksOptions {
        RocksOptions {
            block_cache_bytes: 512 << 20,
            write_buffer_bytes: 128 << 20,
            reserve_bytes: 256 << 20,
            skip_max: SKIP_MAX,
        }
    }

    /// For tests and small clusters.
    pub fn small() -> RocksOptions {
        RocksOptions {
            block_cache_bytes: 16 << 20,
            write_buffer_bytes: 8 << 20,
            reserve_bytes: 16 << 20,
            skip_max: SKIP_MAX,
        }
    }
}

impl Default for RocksOptions {
    fn default() -> RocksOptions {
        RocksOptions {
            block_cache_bytes: 128 << 20,
            write_buffer_bytes: 64 << 20,
            reserve_bytes: 64 << 20,
            skip_max: SKIP_MAX,
        }
    }
}

/// Starts RocksDB's background threads of this process: one flush thread per store, and one compaction thread per
/// two; and one that compacts ranges full of deleted records. Threads inherit the pinning of whoever starts them, so this is to be called before any thread is pinned.
pub fn start_threads(stores: u32) {
    super::compactor::start();
    let stores = i32::try_from(stores.clamp(1, 256)).unwrap_or(256);
    match rocksdb::Env::new() {
        Ok(mut env) => {
            env.set_high_priority_background_threads(stores);
            env.set_background_threads((stores + 1) / 2 + 1);
        }
        Err(error) => tracing::warn!(%error, "RocksDB's threads are left to start by themselves"),
    }
}

/// Whether a scan of `from..to` sees keys of one prefix only.
pub(super) fn one_prefix(from: &[u8], to: &[u8]) -> bool {
    let Some(prefix) = from.get(..PREFIX_BYTES) else { return false };
    match to.get(..PREFIX_BYTES) {
        Some(end) if end == prefix => true,
        // `to` is the first key behind the prefix.
        Some(end) if to.len() == PREFIX_BYTES => {
            let number =
                |bytes: &[u8]| bytes.iter().fold(0_u128, |number, byte| number << 8 | u128::from(*byte));
            number(prefix) + 1 == number(end)
        }
        _ => false,
    }
}

/// What all reads have in common.
pub(super) fn read() -> ReadOptions {
    let mut options = ReadOptions::default();
    // Ranges are never deleted here (DeleteRange). That RocksDB need not look for such is not only less work: where a
    // scan comes to the end of a table while it does look, and cannot read the next one's first block, it ends as if
    // there were nothing more (from 7.8 on; mended in 8.5 by its pull request 11782).
    options.set_ignore_range_deletions(true);
    options
}

/// Reads see memtables and block cache only (`ReadTier::BlockCache`).
pub(super) fn memory_only(options: &mut ReadOptions) {
    // The crate forgets to export the type's name (0.20.1), so it is inferred, and its value made from the name of
    // the variant.
    fn set<T: for<'a> serde::Deserialize<'a>>(options: &mut ReadOptions, set_tier: fn(&mut ReadOptions, T)) {
        let name: StrDeserializer<'_, serde::de::value::Error> = "BlockCache".into_deserializer();
        set_tier(
            options,
            T::deserialize(name).expect("rocksdb =0.20.1 has the variant ReadTier::BlockCache"),
        );
    }
    set(options, ReadOptions::set_read_tier);
}

pub(super) fn open(path: &Path, options: &RocksOptions, create: bool) -> Result<DB, rocksdb::Error> {
    let db = DB::open(&database(options, create)?, path)?;
    // Blocks of a memtable that becomes a table stay in memory; else every flush would make the newest records
    // cold. Not in the C interface, but it may be changed on an open database (RocksDB's table.h).
    db.set_options(&[("block_based_table_factory", "{prepopulate_block_cache=kFlushOnly;}")])?;
    Ok(db)
}

fn database(options: &RocksOptions, create: bool) -> Result<Options, rocksdb::Error> {
    let mut database = Options::default();
    database.create_if_missing(create);
    database.set_error_if_exists(create);

    // The log. One write(2) per round, by `flush`. After an unclean stop, everything up to the first damaged record
    // counts: a prefix, as `Kv` promises. Logs are not recycled: an old record behind the end of a reused file
    // could be taken for a new one.
    database.set_manual_wal_flush(true);
    database.set_wal_recovery_mode(DBRecoveryMode::PointInTime);
    // A round's records fit in the buffer, so that a round is one write(2) (default 1 MiB; a round is bounded by
    // what arrives in it).
    database.set_writable_file_max_buffer_size(4 << 20);

    // One thread writes: nothing is gained by grouping, pipelining or concurrent inserts, and each costs atomics.
    database.set_allow_concurrent_memtable_write(false);
    database.set_enable_write_thread_adaptive_yield(false);
    database.set_enable_pipelined_write(false);
    database.set_unordered_write(false);

    database.set_write_buffer_size(options.write_buffer_bytes);
    database.set_max_write_buffer_number(WRITE_BUFFERS_MAX);
    database.set_prefix_extractor(SliceTransform::create_fixed_prefix(PREFIX_BYTES));
    database.set_memtable_prefix_bloom_ratio(MEMTABLE_BLOOM_RATIO);
    database.set_memtable_whole_key_filtering(true);

    // Far apart from the point where compaction begins (4 files): a burst is absorbed, then slowed, and stopped
    // only in trouble.
    database.set_level_zero_file_num_compaction_trigger(4);
    database.set_level_zero_slowdown_writes_trigger(24);
    database.set_level_zero_stop_writes_trigger(48);
    database.set_target_file_size_base(options.write_buffer_bytes as u64);
    database.set_max_bytes_for_level_base(4 * options.write_buffer_bytes as u64);
    database.set_max_background_jobs(4);
    // Young records are read and rewritten often: not compressed. LZ4 below.
    let (none, lz4) = (DBCompressionType::None, DBCompressionType::Lz4);
    database.set_compression_per_level(&[none, none, lz4, lz4, lz4, lz4, lz4]);
    // Tables are written back while they grow, so that the sync at their end does not hold up the log's.
    database.set_bytes_per_sync(1 << 20);

    // All tables stay open: a read never opens a file, and a table's index and filter are always in memory.
    database.set_max_open_files(-1);
    let mut table = BlockBasedOptions::default();
    table.set_block_cache(&Cache::new_lru_cache(options.block_cache_bytes.max(BLOCK_CACHE_MIN))?);
    table.set_block_size(BLOCK_BYTES);
    table.set_bloom_filter(BLOOM_BITS, false);
    table.set_whole_key_filtering(true);
    table.set_format_version(5);
    // A hash index inside each block: a get finds its record without a binary search.
    table.set_data_block_index_type(DataBlockIndexType::BinaryAndHash);
    database.set_block_based_table_factory(&table);

    // An idle store does nothing.
    database.set_stats_dump_period_sec(0);
    database.set_stats_persist_period_sec(0);
    database.set_log_level(LogLevel::Warn);
    database.set_keep_log_file_num(2);
    database.set_max_log_file_size(8 << 20);
    Ok(database)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Only ranges that lie in one prefix are taken for such.
    #[test]
    fn prefixes() {
        let key = |text: &str| text.as_bytes().to_vec();
        assert!(one_prefix(&key("aaaaaaaaaaa"), &key("aaaaaaaaaab")));
        assert!(one_prefix(&key("aaaaaaaaaaax"), &key("aaaaaaaaaaay")));
        assert!(one_prefix(&[&[1; 10][..], &[255, 3]].concat(), &[&[1; 9][..], &[2, 0]].concat()));
        assert!(!one_prefix(&key("aaaaaaaaaaa"), &key("aaaaaaaaaac")));
        assert!(!one_prefix(&key("aaaaaaaaaaa"), &key("aaaaaaaaaabx")));
        assert!(!one_prefix(&key("aaa"), &key("aab")));
        assert!(!one_prefix(&[255; 11], &[]));
    }
}
