//! `osmia dir`: settings of directories.

use clap::Subcommand;
use serde::Serialize;

use crate::End;
use crate::output::Output;
use crate::settings::Settings;

/// Settings of directories.
#[derive(Subcommand)]
pub(crate) enum DirCommand {
    /// Set where directories made below a directory go from now on
    #[command(after_help = "\
Placements:
  random            any partition
  parent            the parent's partition
  pin:NODE          a partition of the metadata server of a node, by its id
  pin:NODE.INDEX    a partition of one shard of it

Examples:
  osmia dir set /scratch --placement random --inherit 2
  osmia dir set /projects/bees --placement pin:1.0")]
    Set {
        /// The directory
        path: String,
        /// Where directories made below it go
        #[arg(long, value_name = "PLACEMENT")]
        placement: osmia_config::Placement,
        /// Levels of new directories that take this over
        #[arg(long, value_name = "LEVELS", default_value_t = 1)]
        inherit: u32,
    },
    /// Show where directories made below a directory go
    #[command(after_help = "\
Examples:
  osmia dir show /scratch
  osmia dir show /scratch --json")]
    Show {
        /// The directory
        path: String,
    },
}

#[derive(Serialize)]
struct Shown {
    path: String,
    placement: String,
    inherit: u32,
}

impl DirCommand {
    pub(crate) fn run(self, settings: &Settings, output: &Output) -> anyhow::Result<End> {
        let client = settings.connect()?;
        let path = match self {
            DirCommand::Set { path, placement, inherit } => {
                client.set_placement(&path, &placement.to_string(), inherit)?;
                path
            }
            DirCommand::Show { path } => path,
        };
        let placement = client.placement(&path)?;
        let shown = Shown { path, placement: placement.policy, inherit: placement.inherit };
        output.print(&shown, |shown| {
            let levels = if shown.inherit == 1 { "level" } else { "levels" };
            format!("{}: placement {}, inherited for {} {levels}", shown.path, shown.placement, shown.inherit)
        })?;
        Ok(End::Done)
    }
}
