//! `osmia dev`: a cluster of separate processes on this machine, under one directory.
//!
//! Read in this order: this file (commands), `state` (the directory, its lock, what runs), `process` (a process that
//! is surely ours), `plan` (the configuration), `up`, `down`, `status`.

mod down;
mod plan;
mod process;
mod state;
mod status;
mod up;

use std::path::PathBuf;

use clap::{Args, Subcommand};

use crate::End;
use crate::output::Output;

/// A cluster of separate processes on this machine, under one directory.
#[derive(Subcommand)]
pub(crate) enum Dev {
    /// Make the cluster if it is not there, and start it
    Up(up::Up),
    /// Stop the cluster
    Down(down::Down),
    /// Show what runs
    Status(status::Status),
}

impl Dev {
    pub(crate) fn run(self, output: &Output) -> anyhow::Result<End> {
        match self {
            Dev::Up(up) => up.run(output),
            Dev::Down(down) => down.run(output),
            Dev::Status(status) => status.run(output),
        }
    }
}

/// Which cluster.
#[derive(Args)]
pub(crate) struct Place {
    /// Directory of the cluster: configuration, stores, targets, sockets, logs
    #[arg(long, value_name = "DIR", default_value = "osmia-dev")]
    dir: PathBuf,
}
