//! `cargo xtask sim`: runs simulated clusters from seeds (tests/tests/virtual_cluster.rs).

#![expect(clippy::disallowed_methods, reason = "a night is as long as the clock on the wall says")]

use std::process::Command;
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use clap::Args;

/// Seeds that one process of the tests runs: often enough a line that tells how far it is.
const BATCH: u64 = 4;

#[derive(Args)]
pub struct Options {
    /// Run this seed alone, as a failure names it.
    #[arg(long, conflicts_with_all = ["from", "minutes"])]
    seed: Option<u64>,
    /// Begin with this seed [default: one that the clock chooses].
    #[arg(long)]
    from: Option<u64>,
    /// Go on with further seeds for so long; a night is 480.
    #[arg(long, default_value_t = 10)]
    minutes: u64,
    /// Run this test of virtual_cluster alone [default: all].
    #[arg(long)]
    test: Option<String>,
}

/// Runs seeds until one fails or the time is over.
pub fn run(options: &Options) -> anyhow::Result<()> {
    if let Some(seed) = options.seed {
        return seeds(seed, 1, options.test.as_deref(), true);
    }
    let clock = || std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    let first = match options.from {
        Some(from) => from,
        None => clock().context("the clock stands before 1970")?.as_secs() * 1000,
    };
    let end = Instant::now() + Duration::from_secs(60 * options.minutes);
    let mut next = first;
    loop {
        seeds(next, BATCH, options.test.as_deref(), false)?;
        next += BATCH;
        println!("seeds {first} to {}: nothing found", next - 1);
        if Instant::now() >= end {
            return Ok(());
        }
    }
}

fn seeds(first: u64, count: u64, test: Option<&str>, tell: bool) -> anyhow::Result<()> {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["test", "--quiet", "--package", "osmia-tests", "--test", "virtual_cluster"]);
    cargo.args(test).current_dir(crate::workspace()?);
    cargo.env("OSMIA_SEED", format!("{first}..{}", first + count));
    if tell {
        cargo.args(["--", "--nocapture"]);
        return match cargo.status().context("cargo test")?.success() {
            true => Ok(()),
            false => bail!("seed {first} fails; what it did is above (each operation with OSMIA_TRACE=1)"),
        };
    }
    let output = cargo.output().context("cargo test")?;
    if !output.status.success() {
        let told = [&output.stdout[..], &output.stderr].concat();
        bail!("a seed from {first} to {} fails:\n{}", first + count - 1, String::from_utf8_lossy(&told));
    }
    Ok(())
}
