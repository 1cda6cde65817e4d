//! `cargo xtask compare`: the mdtest driver on Osmia and on bare local file systems, side by side. No verdict: a local
//! file system asks nobody, so this shows what a call over a server costs, not what it should.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::Context;
use serde_json::Value;

use super::build::{BENCH, Programs, json, number};
use super::cluster::{Cluster, MEMORY};

#[derive(clap::Args)]
pub struct Options {
    /// Files of each rank.
    #[arg(long, default_value_t = 2_000)]
    files: u32,
    /// Times that everything is run, in turn.
    #[arg(long, default_value_t = 5)]
    repeats: usize,
    /// Ranks of each run.
    #[arg(long, value_delimiter = ',', default_value = "1,2,4")]
    ranks: Vec<u32>,
}

/// The rows shown, by their names in the driver's JSON.
const ROWS: [&str; 4] = ["file-creation", "file-stat", "file-read", "file-removal"];

/// Where files are made.
struct Place {
    name: String,
    /// Arguments of the driver.
    words: Vec<String>,
}

/// Measures and prints.
///
/// # Errors
/// When a cluster or the driver fails.
pub fn run(options: &Options) -> anyhow::Result<()> {
    let programs = Programs::new()?;
    let [driver] = programs.paths([BENCH])?;
    let disk = programs.scratch("compare")?;
    let memory = Path::new(MEMORY).join(format!("osmia-compare-{}", std::process::id()));
    std::fs::create_dir_all(&memory).with_context(|| format!("making {}", memory.display()))?;
    let (_memory, _disk) = (Removed(memory.clone()), Removed(disk.clone()));
    let clusters = [
        ("tmpfs", Cluster::start_in(&programs, &memory.join("cluster"), &[])?),
        ("disk", Cluster::start_in(&programs, &disk.join("cluster"), &[])?),
    ];
    let mut places = Vec::new();
    for (stores, cluster) in &clusters {
        for transport in ["shm", "tcp"] {
            let words =
                ["--api", "osmia", "--transport", transport, "--config", cluster.config()?, "-d", "/out"];
            let name = format!("osmia, {transport}, stores on {stores}");
            places.push(Place { name, words: words.map(str::to_owned).into() });
        }
    }
    for (name, directory) in [("tmpfs", &memory), ("disk", &disk)] {
        let words = ["--api", "posix", "-d", &directory.join("out").display().to_string()].map(str::to_owned);
        places.push(Place { name: format!("bare {name}"), words: words.into() });
    }
    measure(options, &driver, &places)
}

fn measure(options: &Options, driver: &Path, places: &[Place]) -> anyhow::Result<()> {
    let mut rates: BTreeMap<(usize, u32, usize), Vec<f64>> = BTreeMap::new();
    let mut facts = Value::Null;
    for repeat in 0..options.repeats {
        for ranks in &options.ranks {
            for (at, place) in places.iter().enumerate() {
                eprintln!("xtask: run {} of {}: {}, {ranks} ranks", repeat + 1, options.repeats, place.name);
                let (files, ranks_word) = (options.files.to_string(), ranks.to_string());
                let mut words =
                    vec!["mdtest", "-F", "-u", "-n", &files, "--ranks", &ranks_word, "--json", "-"];
                words.extend(place.words.iter().map(String::as_str));
                let summary = json(driver, &words)?;
                for (index, name) in ROWS.iter().enumerate() {
                    let rows = summary["rows"].as_array().context("the driver printed no rows")?;
                    let row =
                        rows.iter().find(|row| row["operation"] == *name).context("a row is missing")?;
                    rates.entry((at, *ranks, index)).or_default().push(number(row, "/mean")?);
                }
                facts = summary["facts"].clone();
            }
        }
    }
    println!(
        "mdtest -F -u -n {}: operations per second, median (least to most) of {}; relaxed; 1 metadata shard; {}",
        options.files, options.repeats, facts["machine"]
    );
    println!("| ranks | where | create | stat | read | remove |\n|---|---|---|---|---|---|");
    for ranks in &options.ranks {
        for (at, place) in places.iter().enumerate() {
            let cells = (0..ROWS.len()).map(|index| {
                let mut rates = rates.remove(&(at, *ranks, index)).unwrap_or_default();
                rates.sort_by(f64::total_cmp);
                let [Some(least), Some(median), Some(most)] =
                    [rates.first(), rates.get(rates.len() / 2), rates.last()]
                else {
                    return String::new();
                };
                format!("{median:.0} ({least:.0} to {most:.0})")
            });
            let cells: Vec<String> = cells.collect();
            println!("| {ranks} | {} | {} |", place.name, cells.join(" | "));
        }
    }
    Ok(())
}

/// A directory that is removed when dropped.
struct Removed(PathBuf);

impl Drop for Removed {
    fn drop(&mut self) {
        if let Err(error) = std::fs::remove_dir_all(&self.0) {
            eprintln!("xtask: removing {}: {error}", self.0.display());
        }
    }
}
