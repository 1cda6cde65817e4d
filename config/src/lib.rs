//! `osmia.toml`: parse, check, print.
//!
//! One file describes the cluster: every node, its servers, their cores, directories, addresses and targets, and
//! the limits. [`Config::load`] reports every fault of the file at once. Nothing here opens a store or a socket, and
//! nothing here reads anything but that one file.
//!
//! Read in this order: [`schema`](mod@schema) (every key, once: type, bounds, default, meaning), `value` (types and
//! bounds of values), `read` (TOML to [`Config`], collecting faults), `check` (what must agree between keys),
//! `print` (the effective configuration, and the reference of docs/config.md), `shards` (what servers and clients
//! want to know: shards, their addresses, the cluster map).

mod check;
mod fault;
mod print;
mod read;
pub mod schema;
mod shards;
mod value;

use std::path::{Path, PathBuf};

pub use fault::{Fault, Faults};
pub use print::reference;
pub use schema::{Cluster, Limits, MdsServer, Node, OssServer, PlacementRule, Rails, Target};
pub use shards::{ClusterMap, MdsNode, MdsShard, NoSuchServer, OssNode, OssShard, ShardEntry, TargetEntry};
pub use value::{Durability, Layout};

/// Where [`find`] looks last.
pub const SYSTEM_FILE: &str = "/etc/osmia/osmia.toml";
/// The variable of the environment that names the file.
pub const FILE_VARIABLE: &str = "OSMIA_CONFIG";

/// There is no configuration file where [`find`] looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "no configuration file: neither --config nor ${FILE_VARIABLE} is given, and neither ./osmia.toml nor \
     {SYSTEM_FILE} is there; for a cluster on this machine run `osmia dev up`"
)]
pub struct NoFile;

/// The configuration file of a program that uses a cluster: `given` (its `--config`), else `$OSMIA_CONFIG`, else
/// `./osmia.toml`, else `/etc/osmia/osmia.toml`. What is given or named need not exist.
///
/// # Errors
/// [`NoFile`]: none is named, and none of the usual ones exists.
pub fn find(given: Option<&Path>) -> Result<PathBuf, NoFile> {
    let named = || std::env::var_os(FILE_VARIABLE).filter(|file| !file.is_empty()).map(PathBuf::from);
    let usual = || [Path::new("osmia.toml"), Path::new(SYSTEM_FILE)].into_iter().find(|file| file.exists());
    given.map(Path::to_owned).or_else(named).or_else(|| usual().map(Path::to_owned)).ok_or(NoFile)
}

/// A whole `osmia.toml`, checked, with defaults filled in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Config {
    /// `[cluster]`
    pub cluster: Cluster,
    /// `[limits]`
    pub limits: Limits,
    /// `[rails]`
    pub rails: Rails,
    /// Every `[[placement_rule]]`, in the file's order.
    pub placement_rules: Vec<PlacementRule>,
    /// Every `[[node]]`, in the file's order.
    pub nodes: Vec<Node>,
}

impl Config {
    /// Reads and checks a file.
    ///
    /// # Errors
    /// Every fault of the file, in the order of its lines; one without a line when the file cannot be read.
    pub fn load(path: impl AsRef<Path>) -> Result<Config, Faults> {
        let path = path.as_ref();
        match std::fs::read_to_string(path) {
            Ok(text) => Config::parse(&text, path),
            Err(error) => Err(Faults::unreadable(path, &error)),
        }
    }

    /// Checks a file's text. `file` is what faults call it.
    ///
    /// # Errors
    /// Every fault of the text, in the order of its lines.
    pub fn parse(text: &str, file: impl AsRef<Path>) -> Result<Config, Faults> {
        read::read(text, file.as_ref())
    }

    /// A fault of a key of the configuration that was read from `file`, of which only its user knows. `key` is of a table
    /// that there is once, `cluster.layout`; `value` is what it has; `but` and `right` say what is wrong, and what would
    /// be right.
    pub fn fault(file: &Path, key: &str, value: &str, but: &str, right: &str) -> Fault {
        let line = read::line_of(file, key);
        let default = if line.is_none() { " by default" } else { "" };
        Fault {
            file: file.to_owned(),
            line: line.unwrap_or(0),
            key: key.to_owned(),
            wrong: format!("is {value}{default}, but {but}"),
            right: right.to_owned(),
        }
    }

    /// The complete configuration in effect as TOML, each key with its meaning, bounds and default in a comment.
    /// Parsing it gives an equal `Config`.
    pub fn print(&self) -> String {
        print::print(self)
    }
}
