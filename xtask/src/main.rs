//! Chores of the workspace: `cargo xtask help`.

mod figures;
mod generate;
mod tidy;

use std::path::PathBuf;
use std::process::ExitCode;

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
    /// Measure Osmia beside what bounds it; fails unless every bar is met.
    Figures(figures::Options),
    /// Show where each microsecond of a create and a stat goes.
    Profile(figures::profile::Options),
    /// Run the mdtest driver on Osmia and on bare local file systems, side by side.
    Compare(figures::compare::Options),
    /// Check layers, places of unsafe code, names, links and other conventions.
    Tidy,
}

fn main() -> ExitCode {
    let outcome = match Args::parse().chore {
        Chore::Generate { check } => generate::run(check),
        Chore::Figures(options) => figures::run(&options),
        Chore::Profile(options) => figures::profile::run(&options),
        Chore::Compare(options) => figures::compare::run(&options),
        Chore::Tidy => tidy::run(),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("xtask: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// The workspace's folder.
fn workspace() -> anyhow::Result<PathBuf> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    Ok(folder.parent().context("xtask stands in the workspace")?.to_path_buf())
}
