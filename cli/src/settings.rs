//! Where the configuration file is, and the client that it leads to.

use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use osmia_client::{Client, ClientOptions};
use osmia_config::{Config, FILE_VARIABLE, SYSTEM_FILE};

/// What the command line says about the configuration.
pub(crate) struct Settings {
    /// `--config`
    pub(crate) file: Option<PathBuf>,
}

impl Settings {
    /// The configuration file: `--config`, else `$OSMIA_CONFIG`, else `./osmia.toml`, else `/etc/osmia/osmia.toml`.
    pub(crate) fn find(&self) -> anyhow::Result<PathBuf> {
        if let Some(file) = &self.file {
            return Ok(file.clone());
        }
        if let Some(file) = std::env::var_os(FILE_VARIABLE).filter(|file| !file.is_empty()) {
            return Ok(file.into());
        }
        let local = Path::new("osmia.toml");
        for file in [local, Path::new(SYSTEM_FILE)] {
            if file.exists() {
                return Ok(file.to_owned());
            }
        }
        bail!(
            "no configuration file: neither --config nor ${FILE_VARIABLE} is given, and neither ./osmia.toml nor \
             {SYSTEM_FILE} is there; for a cluster on this machine run `osmia dev up`"
        )
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
