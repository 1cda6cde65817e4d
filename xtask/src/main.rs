//! Chores of the workspace: `cargo xtask help`.

mod generate;

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
}

fn main() -> anyhow::Result<()> {
    match Args::parse().chore {
        Chore::Generate { check } => generate::run(check),
    }
}
