//! `osmia dir`: settings of directories.

use std::collections::{BTreeMap, BTreeSet};
use std::str::FromStr;

use clap::Subcommand;
use osmia_client::{Client, ClusterMap, FileKind, InodeId, PlacementSource, ShardId};
use osmia_protocol::Placement;
use serde::Serialize;

use crate::End;
use crate::output::{Output, table};
use crate::settings::Settings;

/// Settings of directories.
#[derive(Subcommand)]
pub(crate) enum DirCommand {
    /// Set where directories made below a directory go from now on
    #[command(after_help = "\
Placements:
  random            any partition, by chance
  round-robin       the metadata shards in turn
  hash              the partition that the parent and the name choose
  parent            the parent's partition
  least-used        a partition of the metadata shard with the fewest inodes
  pin:NODE          a partition of the metadata server of a node, by its id
  pin:NODE.INDEX    a partition of one shard of it
  default           what the configuration says: undoes what was set

Examples:
  osmia dir set /scratch --placement round-robin
  osmia dir set /home --placement least-used --depth 1
  osmia dir set /projects/bees --placement pin:1.0")]
    Set {
        /// The directory
        path: String,
        /// Where directories made below it go
        #[arg(long, value_name = "PLACEMENT")]
        placement: Set,
        /// Levels below it on which that holds: 1 for directories made right in it; all when not given
        #[arg(long, value_name = "LEVELS", value_parser = clap::value_parser!(u32).range(1..))]
        depth: Option<u32>,
    },
    /// Show where a directory is, where directories made below it go, and how evenly those in it are spread
    #[command(after_help = "\
Examples:
  osmia dir show /scratch
  osmia dir show /scratch --json")]
    Show {
        /// The directory
        path: String,
    },
}

/// A placement, or none.
#[derive(Clone, Copy)]
pub(crate) enum Set {
    Default,
    To(Placement),
}

impl FromStr for Set {
    type Err = String;

    fn from_str(text: &str) -> Result<Set, String> {
        if text == "default" {
            return Ok(Set::Default);
        }
        let placement = text.parse().map_err(|_| format!("want \"default\", {}", Placement::WANT))?;
        Ok(Set::To(placement))
    }
}

impl std::fmt::Display for Set {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Set::Default => f.write_str("default"),
            Set::To(placement) => placement.fmt(f),
        }
    }
}

impl DirCommand {
    pub(crate) fn run(self, settings: &Settings, output: &Output) -> anyhow::Result<End> {
        let client = settings.connect()?;
        match self {
            DirCommand::Set { path, placement, depth } => {
                let placement = client.set_placement(&path, &placement.to_string(), depth)?;
                let shown = Placed::new(path, placement);
                output.print(&shown, |shown| format!("{}: {}", shown.path, shown.text()))?;
            }
            DirCommand::Show { path } => {
                let placed = Placed::new(path.clone(), client.placement(&path)?);
                let shown = Shown { placed, place: Place::of(&client, &path)? };
                output.print(&shown, Shown::text)?;
            }
        }
        Ok(End::Done)
    }
}

/// Where directories made below one go.
#[derive(Serialize)]
struct Placed {
    path: String,
    placement: String,
    /// Levels; all when `None`.
    depth: Option<u32>,
    source: &'static str,
    /// Path of the rule that says so.
    rule: Option<String>,
}

impl Placed {
    fn new(path: String, placement: osmia_client::Placement) -> Placed {
        let (source, rule) = match placement.source {
            PlacementSource::Directory => ("directory", None),
            PlacementSource::Rule(rule) => ("rule", Some(rule)),
            PlacementSource::Default => ("default", None),
        };
        Placed { path, placement: placement.policy, depth: placement.depth, source, rule }
    }

    fn text(&self) -> String {
        let levels = match self.depth {
            None => "all levels below".to_owned(),
            Some(1) => "1 level below".to_owned(),
            Some(depth) => format!("{depth} levels below"),
        };
        let source = match &self.rule {
            Some(rule) => format!("by the rule for {rule}"),
            None if self.source == "directory" => "set for it or a directory above".to_owned(),
            None => "the configuration's default".to_owned(),
        };
        format!("placement {} on {levels}, {source}", self.placement)
    }
}

/// Where a directory, its entries and the directories in it are.
#[derive(Serialize)]
struct Place {
    inode: u64,
    /// Of the directory, and of the entries in it.
    partition: u16,
    shard: String,
    node: String,
    subdirectories: u64,
    /// Subdirectories of the shard with the most, over an even share: 1 is even. `None` without subdirectories.
    unevenness: Option<f64>,
    /// Every metadata shard.
    shards: Vec<Share>,
}

/// A shard's share of the subdirectories.
#[derive(Serialize)]
struct Share {
    shard: String,
    node: String,
    subdirectories: u64,
    /// Partitions that these are in.
    partitions: usize,
}

impl Place {
    fn of(client: &Client, path: &str) -> anyhow::Result<Place> {
        let id = client.stat(path)?.id;
        let map = client.cluster_map();
        let mut spread: BTreeMap<ShardId, (u64, BTreeSet<u16>)> = BTreeMap::new();
        for entry in client.read_dir_names(path)? {
            let entry = entry?;
            if entry.kind() == FileKind::Directory {
                let (count, partitions) = spread.entry(map.owner(entry.id()).shard).or_default();
                *count += 1;
                partitions.insert(entry.id().partition().0);
            }
        }
        Ok(Place::new(id, &map, &spread))
    }

    fn new(id: InodeId, map: &ClusterMap, spread: &BTreeMap<ShardId, (u64, BTreeSet<u16>)>) -> Place {
        let name = |shard: ShardId| format!("{}.{}", shard.node(), shard.index());
        let share = |entry: &osmia_client::ShardEntry| {
            let (subdirectories, partitions) =
                spread.get(&entry.shard).map_or((0, 0), |(count, partitions)| (*count, partitions.len()));
            Share { shard: name(entry.shard), node: entry.node.clone(), subdirectories, partitions }
        };
        let shards: Vec<Share> = map.metadata_shards.iter().map(share).collect();
        let subdirectories: u64 = shards.iter().map(|share| share.subdirectories).sum();
        let most = shards.iter().map(|share| share.subdirectories).max().unwrap_or(0);
        let even = subdirectories as f64 / shards.len() as f64;
        let owner = map.owner(id);
        Place {
            inode: id.0,
            partition: id.partition().0,
            shard: name(owner.shard),
            node: map.entry(owner).map(|entry| entry.node.clone()).unwrap_or_default(),
            subdirectories,
            unevenness: (subdirectories > 0).then(|| most as f64 / even),
            shards,
        }
    }
}

#[derive(Serialize)]
struct Shown {
    #[serde(flatten)]
    placed: Placed,
    #[serde(flatten)]
    place: Place,
}

impl Shown {
    fn text(&self) -> String {
        let Shown { placed, place } = self;
        let mut text = format!(
            "{}: in partition {} of shard {} on {}, with its entries\n{}\n",
            placed.path,
            place.partition,
            place.shard,
            place.node,
            placed.text()
        );
        let Some(unevenness) = place.unevenness else { return text + "no subdirectories" };
        text += &format!(
            "{} subdirectories; the shard with the most has {unevenness:.2} of an even share\n\n",
            place.subdirectories
        );
        let rows = place.shards.iter().map(|share| {
            let (count, partitions) = (share.subdirectories.to_string(), share.partitions.to_string());
            vec![share.shard.clone(), share.node.clone(), count, partitions]
        });
        text + &table(&["SHARD", "NODE", "SUBDIRECTORIES", "PARTITIONS"], &[2, 3], rows)
    }
}
