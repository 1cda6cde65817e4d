//! Chores of the workspace: `cargo xtask help`.

mod generate;
mod tidy;

use std::path::PathBuf;

use anyhow::Context;
use clap::{Parser, Subcommand};

#[derive(Parser)]
#[command(name = "cargo xtask", about = "Chores of the Osmia workspace")]
struct Args {
    #[command(subcommand)]
    chore: Chore,
}

#[derive(Subcommand)]
enum Chore {
    /// Regenerate protocol/src/generated/wire.rs from protocol/schema/osmia.fbs.
    Generate {
        /// Change nothing; fail when the checked-in code differs.
        #[arg(long)]
        check: bool,
    },
    /// Check layers, places of unsafe code, names, links and other conventions.
    Tidy,
}

fn main() -> anyhow::Result<()> {
    match Args::parse().chore {
        Chore::Generate { check } => generate::run(check),
        Chore::Tidy => tidy::run(),
    }
}

/// The workspace's folder.
fn workspace() -> anyhow::Result<PathBuf> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    Ok(folder.parent().context("xtask stands in the workspace")?.to_path_buf())
}
