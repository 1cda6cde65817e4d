//! Osmia's client library: each rank is a client of its own.

use std::os::unix::ffi::OsStrExt;

use osmia_client::{Client, ClientOptions, File, OpenOptions, TransportChoice};

use super::api::{Api, ApiError, ApiResult, Attributes, Counters, OpenMode, Space};
use super::options::{Options, TransportKind};

/// mdtest's modes, before the umask.
const FILE_MODE: u32 = 0o664;
const DIRECTORY_MODE: u32 = 0o775;

/// One client of a cluster.
pub struct Osmia {
    client: Client,
    transport: TransportKind,
    read: OpenOptions,
    create: OpenOptions,
    create_read_back: OpenOptions,
}

impl From<osmia_client::Error> for ApiError {
    fn from(error: osmia_client::Error) -> ApiError {
        ApiError { errno: error.errno(), text: error.to_string() }
    }
}

impl Osmia {
    /// Connects as the options say.
    ///
    /// # Errors
    /// EINVAL without a configuration file; else what connecting gives.
    pub fn connect(options: &Options) -> ApiResult<Osmia> {
        let config = osmia_config::find(options.config.as_deref())
            .map_err(|error| ApiError { errno: libc::EINVAL, text: format!("--api osmia: {error}") })?;
        let transport = match options.transport {
            TransportKind::Auto => TransportChoice::Auto,
            TransportKind::Shm => TransportChoice::Shm,
            TransportKind::Tcp => TransportChoice::Tcp,
        };
        let client = Client::connect_with(config, ClientOptions { transport, ..ClientOptions::default() })?;
        let create = OpenOptions::new().write(true).create(true).mode(FILE_MODE);
        Ok(Osmia {
            client,
            transport: options.transport,
            read: OpenOptions::new().read(true),
            create_read_back: create.clone().read(true),
            create,
        })
    }
}

/// A number of things, in the singular or the plural.
fn counted(count: usize, thing: &str) -> String {
    format!("{count} {thing}{}", if count == 1 { "" } else { "s" })
}

/// How new files are striped: over all targets when there are fewer than are asked for.
fn stripes(bytes: u32, count: u32, targets: usize) -> String {
    format!("{bytes} bytes over {}", counted(targets.min(count as usize), "target"))
}

impl Api for Osmia {
    type File = File;

    fn describe(&mut self, _path: &str) -> ApiResult<Vec<(String, String)>> {
        let map = self.client.cluster_map();
        let transport = match self.transport {
            TransportKind::Auto => "auto (shared memory with servers of this node and user, else TCP)",
            TransportKind::Shm => "shm",
            TransportKind::Tcp => "tcp",
        };
        Ok(vec![
            ("file system".into(), format!("osmia, cluster {}, map epoch {}", map.cluster, map.epoch)),
            ("durability".into(), map.durability.clone()),
            ("layout".into(), map.layout.clone()),
            (
                "servers".into(),
                [
                    counted(map.metadata_shards.len(), "metadata shard"),
                    counted(map.storage_shards.len(), "storage shard"),
                    counted(map.targets.len(), "target"),
                    counted(map.partitions.len(), "partition"),
                ]
                .join(", "),
            ),
            ("stripes".into(), stripes(map.stripe_bytes, map.stripe_count, map.targets.len())),
            ("transport".into(), transport.into()),
        ])
    }

    fn space(&mut self, _path: &str) -> ApiResult<Space> {
        let space = self.client.statfs()?;
        // Inodes have no limit of their own, which mdtest's line cannot say.
        Ok(Space { bytes: space.bytes_total, bytes_free: space.bytes_free, ..Space::default() })
    }

    fn mkdir(&mut self, path: &str) -> ApiResult<()> {
        Ok(self.client.mkdir(path, DIRECTORY_MODE)?)
    }

    fn rmdir(&mut self, path: &str) -> ApiResult<()> {
        Ok(self.client.rmdir(path)?)
    }

    fn stat(&mut self, path: &str) -> ApiResult<Attributes> {
        let metadata = self.client.stat(path)?;
        Ok(Attributes { is_directory: metadata.is_dir(), size_bytes: metadata.size })
    }

    fn open(&mut self, path: &str, mode: OpenMode) -> ApiResult<File> {
        let options = match mode {
            OpenMode::Read => &self.read,
            OpenMode::Create => &self.create,
            OpenMode::CreateReadBack => &self.create_read_back,
        };
        Ok(self.client.open(path, options)?)
    }

    fn write(&mut self, file: &mut File, bytes: &[u8], offset: u64) -> ApiResult<()> {
        match file.pwrite(bytes, offset)? {
            count if count == bytes.len() => Ok(()),
            count => {
                Err(ApiError { errno: libc::EIO, text: format!("wrote {count} of {} bytes", bytes.len()) })
            }
        }
    }

    fn read(&mut self, file: &mut File, bytes: &mut [u8], offset: u64) -> ApiResult<usize> {
        Ok(file.pread(bytes, offset)?)
    }

    fn fsync(&mut self, file: &mut File) -> ApiResult<()> {
        Ok(file.fsync()?)
    }

    fn close(&mut self, file: File) -> ApiResult<()> {
        Ok(file.close()?)
    }

    fn unlink(&mut self, path: &str) -> ApiResult<()> {
        Ok(self.client.unlink(path)?)
    }

    fn rename(&mut self, from: &str, to: &str) -> ApiResult<()> {
        Ok(self.client.rename(from, to)?)
    }

    fn list(&mut self, path: &str, each: &mut dyn FnMut(&[u8])) -> ApiResult<()> {
        for entry in self.client.read_dir_names(path)? {
            let entry = entry?;
            each(entry.name().as_bytes());
        }
        Ok(())
    }

    fn sync(&mut self) -> ApiResult<()> {
        Ok(self.client.sync()?)
    }

    fn counters(&mut self) -> Counters {
        let counters = self.client.counters();
        // A request is a message to a server; what is sent together counts one by one.
        [
            ("metadata-requests", counters.metadata_requests),
            ("data-requests", counters.data_requests),
            ("service-requests", counters.service_requests),
            ("retries", counters.retries),
            ("bytes-read", counters.bytes_read),
            ("bytes-written", counters.bytes_written),
        ]
        .into_iter()
        .map(|(name, count)| (name.to_string(), count))
        .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The stripes shown are those that files get, in words for one and for several.
    #[test]
    fn stripes_shown() {
        assert_eq!(stripes(1 << 20, 4, 1), "1048576 bytes over 1 target");
        assert_eq!(stripes(4096, 4, 9), "4096 bytes over 4 targets");
        assert_eq!([counted(0, "target"), counted(1, "partition")], ["0 targets", "1 partition"]);
    }
}
