//! Where the configuration file is, and the client that it leads to.

use std::path::PathBuf;

use anyhow::Context;
use osmia_client::{Client, ClientOptions};
use osmia_config::Config;

/// What the command line says about the configuration.
pub(crate) struct Settings {
    /// `--config`
    pub(crate) file: Option<PathBuf>,
}

impl Settings {
    /// The configuration file: `--config`, else `$OSMIA_CONFIG`, else `./osmia.toml`, else `/etc/osmia/osmia.toml`.
    pub(crate) fn find(&self) -> anyhow::Result<PathBuf> {
        Ok(osmia_config::find(self.file.as_deref())?)
    }

    /// The configuration, and the file it came from.
    pub(crate) fn load(&self) -> anyhow::Result<(PathBuf, Config)> {
        let file = self.find()?;
        let config =
            Config::load(&file).map_err(|faults| anyhow::anyhow!("faulty configuration\n{faults}"))?;
        Ok((file, config))
    }

    /// A client of the cluster.
    pub(crate) fn connect(&self) -> anyhow::Result<Client> {
        // Read here first: faults are told one a line.
        let (file, _) = self.load()?;
        Client::connect_with(&file, ClientOptions::default())
            .with_context(|| format!("cannot use the cluster of {}", file.display()))
    }
}
