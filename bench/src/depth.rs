//! How much a stat costs at different depths of the tree, once the client knows the way.

use anyhow::{Context, bail};
use clap::Args;
use serde::Serialize;

use crate::clock;
use crate::mdtest::Options as MdtestOptions;
use crate::mdtest::api::{Api, OpenMode};
use crate::mdtest::options::{ApiKind, TransportKind};
use crate::mdtest::osmia::Osmia;
use crate::mdtest::posix::Posix;

/// Files stat'ed in turn at each depth.
const FILES: usize = 64;
/// Deepest chain made.
const DEPTH_MAX: u32 = 400;

/// One measurement's options.
#[derive(Args, Clone, Debug)]
pub struct Options {
    /// Directory to work in; a chain of directories is made in it, and removed at the end.
    #[arg(short = 'd', value_name = "DIR", default_value = "/")]
    pub directory: String,
    /// Numbers of directories above the file, measured in this order in every round.
    #[arg(long, value_delimiter = ',', default_value = "1,8")]
    pub depths: Vec<u32>,
    /// Calls at each depth and round.
    #[arg(long, default_value_t = 20_000)]
    pub calls: u32,
    /// Rounds.
    #[arg(long, default_value_t = 1)]
    pub rounds: u32,
    /// Whose calls.
    #[arg(short = 'a', long, value_enum, ignore_case = true, default_value = "osmia")]
    pub api: ApiKind,
    /// Osmia's cluster file, for --api osmia; else $OSMIA_CONFIG, else ./osmia.toml, else /etc/osmia/osmia.toml.
    #[arg(long, value_name = "FILE")]
    pub config: Option<std::path::PathBuf>,
    /// Paths an Osmia client may take to its servers.
    #[arg(long, value_enum, default_value = "auto")]
    pub transport: TransportKind,
    /// Print one JSON object.
    #[arg(long)]
    pub json: bool,
}

/// One depth in one round.
#[derive(Clone, Debug, Serialize)]
pub struct Measured {
    /// Directories above the file.
    pub depth: u32,
    /// Calls per second.
    pub rate: f64,
    /// Requests to metadata servers per call, where the client counts them.
    pub requests_per_call: Option<f64>,
}

/// Everything measured.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// By round, in the order of the depths.
    pub rounds: Vec<Vec<Measured>>,
}

/// Measures.
///
/// # Errors
/// When any call fails.
pub fn run(options: &Options) -> anyhow::Result<Report> {
    if options.depths.is_empty() || options.depths.iter().any(|depth| *depth == 0 || *depth > DEPTH_MAX) {
        bail!("--depths: one or more numbers from 1 to {DEPTH_MAX}");
    }
    match options.api {
        ApiKind::Posix => measure(options, Posix),
        ApiKind::Osmia => {
            let (config, transport) = (options.config.clone(), options.transport);
            measure(
                options,
                Osmia::connect(&MdtestOptions { config, transport, ..MdtestOptions::default() })?,
            )
        }
    }
}

fn measure<A: Api>(options: &Options, mut api: A) -> anyhow::Result<Report> {
    let base = format!("{}/depth-{}", options.directory.trim_end_matches('/'), std::process::id());
    let deepest = options.depths.iter().copied().max().unwrap_or(1);
    let chain: Vec<String> =
        (0..deepest).map(|level| format!("{base}{}", "/d".repeat(level as usize))).collect();
    for directory in &chain {
        api.mkdir(directory).with_context(|| format!("mkdir {directory}"))?;
    }
    let files: Vec<Vec<String>> = options
        .depths
        .iter()
        .map(|depth| (0..FILES).map(|file| format!("{}/{file}", chain[*depth as usize - 1])).collect())
        .collect();
    for file in files.iter().flatten() {
        let open = api.open(file, OpenMode::Create).with_context(|| format!("creating {file}"))?;
        api.close(open).with_context(|| format!("closing {file}"))?;
    }
    let mut rounds = Vec::new();
    for _ in 0..options.rounds {
        let mut round = Vec::new();
        for (depth, files) in options.depths.iter().zip(&files) {
            // The way there, and the servers' caches.
            for file in files {
                api.stat(file).with_context(|| format!("stat {file}"))?;
            }
            let before = api.counters();
            let start = clock::now_ns();
            for file in files.iter().cycle().take(options.calls as usize) {
                api.stat(file).with_context(|| format!("stat {file}"))?;
            }
            let nanos = clock::now_ns() - start;
            let after = api.counters();
            let requests = after.get("metadata-requests").map(|after| after - before["metadata-requests"]);
            round.push(Measured {
                depth: *depth,
                rate: f64::from(options.calls) * 1e9 / nanos.max(1) as f64,
                requests_per_call: requests.map(|requests| requests as f64 / f64::from(options.calls.max(1))),
            });
        }
        rounds.push(round);
    }
    for file in files.iter().flatten() {
        api.unlink(file).with_context(|| format!("unlink {file}"))?;
    }
    for directory in chain.iter().rev() {
        api.rmdir(directory).with_context(|| format!("rmdir {directory}"))?;
    }
    Ok(Report { rounds })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each depth is measured in each round, and nothing is left.
    #[test]
    fn measures_and_leaves_nothing() {
        let directory = tempfile::tempdir().unwrap();
        let mut options = Options {
            directory: directory.path().display().to_string(),
            depths: vec![8, 1],
            calls: 100,
            rounds: 2,
            api: ApiKind::Posix,
            config: None,
            transport: TransportKind::Auto,
            json: false,
        };
        let report = run(&options).unwrap();
        let depths: Vec<Vec<u32>> =
            report.rounds.iter().map(|round| round.iter().map(|measured| measured.depth).collect()).collect();
        assert_eq!(depths, [[8, 1], [8, 1]]);
        assert!(report.rounds.iter().flatten().all(|measured| measured.rate > 0.0));
        assert_eq!(std::fs::read_dir(directory.path()).unwrap().count(), 0);
        options.depths = vec![0];
        assert!(run(&options).is_err());
    }
}
