//! `cargo xtask figures`: Osmia beside what bounds it, both sides interleaved in one run (docs/benchmarks.md).
//!
//! Read in this order: [`judge`] (when a bar is met), this file (the list, the run, the lines it prints), [`build`]
//! (programs and tools), [`cluster`] (servers to measure), then one file for each group of figures: [`shard`], [`ucx`],
//! [`path`], [`across`], [`storage`], [`idle`]; [`profile`] and [`compare`] are chores of their own.

mod across;
mod build;
mod cluster;
pub mod compare;
mod idle;
mod judge;
mod path;
pub mod profile;
mod shard;
mod storage;
mod ucx;

use std::collections::BTreeMap;

use anyhow::{Context as _, bail};
use build::Programs;
use judge::{Judgement, PAIRS_MAX, Pair, Verdict};
use serde::Serialize;

#[derive(clap::Args)]
pub struct Options {
    /// Names of figures, or beginnings of names such as `path-`; all when none is given.
    names: Vec<String>,
    /// Print one JSON object per figure.
    #[arg(long)]
    json: bool,
    /// Most pairs measured for a figure.
    #[arg(long, value_name = "COUNT", default_value_t = PAIRS_MAX)]
    pairs_max: usize,
    /// Print the names and bars, and measure nothing.
    #[arg(long)]
    list: bool,
}

/// One figure.
struct Figure {
    name: &'static str,
    /// Least value to reach now, and where it should go.
    bar: f64,
    aim: f64,
    /// Of `ours` and `reference`.
    unit: &'static str,
    prepare: fn(&Programs) -> anyhow::Result<Box<dyn Measure>>,
}

/// What measures a figure's pairs. Dropping it leaves nothing behind.
trait Measure {
    /// What is measured apart, such as two layouts; the worst counts. One by default.
    fn variants(&self) -> Vec<String> {
        vec![String::new()]
    }
    /// One pair. `index` says who goes first, where they take turns: ours when it is even.
    fn pair(&mut self, variant: usize, index: usize) -> anyhow::Result<Pair>;
    /// How it was measured, in one line.
    fn config(&self) -> String;
    /// Counts per operation, which do not depend on the neighbours; known after the last pair.
    fn counts(&self) -> BTreeMap<String, f64> {
        BTreeMap::new()
    }
}

/// Calls both sides, ours first when `index` is even.
fn in_turn<T>(
    index: usize,
    ours: impl FnOnce() -> anyhow::Result<T>,
    reference: impl FnOnce() -> anyhow::Result<T>,
) -> anyhow::Result<(T, T)> {
    if index.is_multiple_of(2) {
        let ours = ours()?;
        Ok((ours, reference()?))
    } else {
        let reference = reference()?;
        Ok((ours()?, reference))
    }
}

const FIGURES: &[Figure] = &[
    Figure { name: "mds-create", bar: 0.5, aim: 0.85, unit: "creates/s", prepare: shard::create },
    Figure { name: "mds-stat", bar: 0.5, aim: 0.85, unit: "stats/s", prepare: shard::stat },
    Figure { name: "path-create", bar: 0.6, aim: 0.9, unit: "calls/s", prepare: path::create },
    Figure { name: "path-stat", bar: 0.6, aim: 0.9, unit: "calls/s", prepare: path::stat },
    Figure { name: "path-remove", bar: 0.6, aim: 0.9, unit: "calls/s", prepare: path::remove },
    Figure { name: "depth", bar: 0.95, aim: 0.99, unit: "stats/s", prepare: path::depth },
    Figure { name: "mkdir-random", bar: 0.3, aim: 0.6, unit: "mkdirs/s", prepare: across::mkdir },
    Figure { name: "ucx-rtt-tcp", bar: 0.8, aim: 0.95, unit: "us", prepare: ucx::rtt_tcp },
    Figure { name: "ucx-rtt-shm", bar: 0.5, aim: 0.8, unit: "us", prepare: ucx::rtt_shm },
    Figure { name: "ucx-bw-tcp", bar: 0.8, aim: 0.95, unit: "MB/s", prepare: ucx::bw_tcp },
    Figure { name: "ucx-bw-shm", bar: 0.7, aim: 0.95, unit: "MB/s", prepare: ucx::bw_shm },
    Figure { name: "oss-4k-read", bar: 0.7, aim: 0.95, unit: "reads/s", prepare: storage::read_4k },
    Figure { name: "oss-4k-write", bar: 0.7, aim: 0.9, unit: "writes/s", prepare: storage::write_4k },
    Figure { name: "oss-1m-read", bar: 0.7, aim: 0.98, unit: "reads/s", prepare: storage::read_1m },
    Figure { name: "oss-1m-write", bar: 0.7, aim: 0.98, unit: "writes/s", prepare: storage::write_1m },
    Figure { name: "idle", bar: 1.0, aim: 2.0, unit: "% of a core", prepare: idle::idle },
];

/// One figure's line.
#[derive(Serialize)]
struct Line {
    name: &'static str,
    value: f64,
    low: f64,
    high: f64,
    bar: f64,
    aim: f64,
    verdict: Verdict,
    ours: f64,
    reference: f64,
    unit: &'static str,
    runs: usize,
    config: String,
    counts: BTreeMap<String, f64>,
}

/// Measures and prints; see the fields of [`Options`].
///
/// # Errors
/// Unless every figure asked for is met.
pub fn run(options: &Options) -> anyhow::Result<()> {
    let chosen = choose(&options.names)?;
    if options.list {
        for figure in chosen {
            println!("{:<16} bar {} aim {} ({})", figure.name, figure.bar, figure.aim, figure.unit);
        }
        return Ok(());
    }
    let programs = Programs::new()?;
    let mut unmet = Vec::new();
    if !options.json {
        println!("{}", heading());
    }
    for figure in chosen {
        // One figure that cannot be measured does not keep the others from it.
        match measure(figure, &programs, options.pairs_max) {
            Ok(line) => {
                println!("{}", if options.json { serde_json::to_string(&line)? } else { plain(&line) });
                if line.verdict != Verdict::Met {
                    unmet.push(figure.name);
                }
            }
            Err(error) => {
                eprintln!("xtask: {} could not be measured: {error:#}", figure.name);
                unmet.push(figure.name);
            }
        }
    }
    if unmet.is_empty() { Ok(()) } else { bail!("not met: {}", unmet.join(", ")) }
}

fn choose(names: &[String]) -> anyhow::Result<Vec<&'static Figure>> {
    let Some(unknown) =
        names.iter().find(|name| !FIGURES.iter().any(|figure| figure.name.starts_with(name.as_str())))
    else {
        let asked =
            |figure: &&Figure| names.is_empty() || names.iter().any(|name| figure.name.starts_with(name));
        return Ok(FIGURES.iter().filter(asked).collect());
    };
    let known: Vec<&str> = FIGURES.iter().map(|figure| figure.name).collect();
    bail!("no figure {unknown:?}; there are: {}", known.join(", "))
}

fn measure(figure: &Figure, programs: &Programs, pairs_max: usize) -> anyhow::Result<Line> {
    let mut measure = (figure.prepare)(programs).context("preparing")?;
    let mut worst: Option<Line> = None;
    for (variant, name) in measure.variants().into_iter().enumerate() {
        let (pairs, judgement) = judge::decide(figure.bar, pairs_max, |index| measure.pair(variant, index))?;
        let config = match name.as_str() {
            "" => measure.config(),
            name => format!("{name}, {}", measure.config()),
        };
        let line = line(figure, &pairs, judgement, config, measure.counts());
        // A miss anywhere is a miss; among equals the lower value shows.
        let is_worse = |other: &Line| (line.verdict, line.value) < (other.verdict, other.value);
        if worst.as_ref().is_none_or(is_worse) {
            worst = Some(line);
        }
    }
    worst.context("nothing was measured")
}

fn line(
    figure: &Figure,
    pairs: &[Pair],
    judgement: Judgement,
    config: String,
    counts: BTreeMap<String, f64>,
) -> Line {
    let middle = |side: fn(&Pair) -> f64| {
        let mut sorted: Vec<f64> = pairs.iter().map(side).collect();
        sorted.sort_by(f64::total_cmp);
        judge::median(&sorted)
    };
    Line {
        name: figure.name,
        value: judgement.value,
        low: judgement.low,
        high: judgement.high,
        bar: figure.bar,
        aim: figure.aim,
        verdict: judgement.verdict,
        ours: middle(|pair| pair.ours),
        reference: middle(|pair| pair.reference),
        unit: figure.unit,
        runs: pairs.len(),
        config,
        counts,
    }
}

fn heading() -> String {
    format!(
        "{:<16} {:>7} {:>7} {:>7} {:>5} {:<9} {:>12} {:>12} {:<10} {:>4}  config",
        "name", "value", "low", "high", "bar", "verdict", "ours", "reference", "unit", "runs"
    )
}

fn plain(line: &Line) -> String {
    let verdict = match line.verdict {
        Verdict::Met => "met",
        Verdict::Missed => "missed",
        Verdict::Undecided => "undecided",
    };
    let counts: String = line.counts.iter().map(|(name, count)| format!(", {name} {count:.3}")).collect();
    format!(
        "{:<16} {:>7.3} {:>7.3} {:>7.3} {:>5} {verdict:<9} {:>12.2} {:>12.2} {:<10} {:>4}  {}{counts}",
        line.name,
        line.value,
        line.low,
        line.high,
        line.bar,
        line.ours,
        line.reference,
        line.unit,
        line.runs,
        line.config
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Made(Vec<f64>);

    impl Measure for Made {
        fn variants(&self) -> Vec<String> {
            self.0.iter().map(|middle| format!("around {middle}")).collect()
        }
        fn pair(&mut self, variant: usize, index: usize) -> anyhow::Result<Pair> {
            let (ours, reference) = in_turn(index, || Ok(self.0[variant] * 100.0), || Ok(100.0))?;
            Ok(Pair::of_rates(ours, reference))
        }
        fn config(&self) -> String {
            "made up".into()
        }
    }

    fn figure(prepare: fn(&Programs) -> anyhow::Result<Box<dyn Measure>>) -> Figure {
        Figure { name: "made", bar: 0.5, aim: 0.9, unit: "x/s", prepare }
    }

    /// The worst variant is shown, and a miss of one is a miss.
    #[test]
    fn the_worst_counts() {
        let programs = Programs::none();
        let line =
            measure(&figure(|_| Ok(Box::new(Made(vec![0.9, 0.6, 0.8])))), &programs, PAIRS_MAX).unwrap();
        assert_eq!((line.verdict, line.value, line.runs), (Verdict::Met, 0.6, 7));
        assert_eq!((line.ours, line.reference), (60.0, 100.0));
        assert_eq!(line.config, "around 0.6, made up");
        let line = measure(&figure(|_| Ok(Box::new(Made(vec![0.9, 0.4])))), &programs, PAIRS_MAX).unwrap();
        assert_eq!((line.verdict, line.value), (Verdict::Missed, 0.4));
    }

    /// A line holds every field that scripts read, in JSON by name.
    #[test]
    fn lines_are_whole() {
        let line =
            measure(&figure(|_| Ok(Box::new(Made(vec![0.75])))), &Programs::none(), PAIRS_MAX).unwrap();
        let json = serde_json::to_value(&line).unwrap();
        for field in
            ["name", "value", "low", "high", "bar", "verdict", "ours", "reference", "unit", "runs", "config"]
        {
            assert!(json.get(field).is_some(), "{field}");
        }
        assert_eq!(json["verdict"], "met");
        assert_eq!(
            plain(&line).split_whitespace().take(6).collect::<Vec<_>>(),
            ["made", "0.750", "0.750", "0.750", "0.5", "met"]
        );
    }

    /// Names are unique and chosen by their beginning; an unknown one is refused with those there are.
    #[test]
    fn names_are_chosen() {
        assert!(choose(&["path-".into()]).unwrap().len() >= 3);
        assert_eq!(choose(&[]).unwrap().len(), FIGURES.len());
        let error = choose(&["no-such".into()]).err().unwrap().to_string();
        assert!(error.contains("no-such") && error.contains("path-create"), "{error}");
        let names: std::collections::BTreeSet<_> = FIGURES.iter().map(|figure| figure.name).collect();
        assert_eq!(names.len(), FIGURES.len());
    }

    /// The sides take turns at going first.
    #[test]
    fn sides_take_turns() {
        for (index, expected) in [(0, "or"), (1, "ro")] {
            let order = std::cell::RefCell::new(String::new());
            let note = |side: &str| {
                order.borrow_mut().push_str(side);
                Ok(())
            };
            in_turn(index, || note("o"), || note("r")).unwrap();
            assert_eq!(*order.borrow(), expected);
        }
    }
}
