//! `osmia-bench`: benchmarks with the flags and output of known tools.

use std::io::{IsTerminal, Write};
use std::process::ExitCode;

use anyhow::Context;
use clap::{Parser, Subcommand};
use indicatif::{ProgressBar, ProgressStyle};
use osmia_bench::mdtest::facts::Facts;
use osmia_bench::mdtest::plan::Plan;
use osmia_bench::mdtest::summary::Operation;
use osmia_bench::mdtest::team::{Failure, Observer};
use osmia_bench::mdtest::{self, Options, options, process, table};
use osmia_bench::{connect, depth};

#[derive(Parser)]
#[command(name = "osmia-bench", version, about = "Osmia's benchmarks")]
struct Arguments {
    #[command(subcommand)]
    benchmark: Benchmark,
}

#[derive(Subcommand)]
enum Benchmark {
    /// Metadata rates, with mdtest's flags and table.
    ///
    /// Examples:
    ///   osmia-bench mdtest -n 10000 -d /tmp/out --ranks 2
    ///   osmia-bench mdtest --api osmia --config osmia.toml -n 10000 -d /out -F -w 3901 -e 3901
    #[command(verbatim_doc_comment)]
    Mdtest(Box<Options>),
    /// Rates of stat by depth in the tree, when the way is known.
    ///
    /// Example:
    ///   osmia-bench depth --config osmia.toml --depths 1,8 --rounds 10
    #[command(verbatim_doc_comment)]
    Depth(depth::Options),
    /// Connect Osmia clients that do nothing until standard input ends.
    Connect(connect::Options),
    /// One rank of a run; started by the driver.
    #[command(name = process::RANK_COMMAND, hide = true)]
    Rank,
}

fn main() -> ExitCode {
    let benchmark = match Arguments::try_parse().map_err(options::explain) {
        Ok(arguments) => arguments.benchmark,
        Err(error) => error.exit(),
    };
    let outcome = match benchmark {
        Benchmark::Mdtest(options) => run_mdtest(*options),
        Benchmark::Depth(options) => run_depth(&options).map(|()| true),
        Benchmark::Connect(options) => connect::run(&options).map(|()| true),
        Benchmark::Rank => process::rank_main().map(|()| true),
    };
    match outcome {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            let _ = writeln!(std::io::stderr(), "osmia-bench: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// Whether all went well.
fn run_mdtest(mut options: Options) -> anyhow::Result<bool> {
    let plan = Plan::new(&options)?;
    options.progress = std::io::stderr().is_terminal();
    let json_alone = options.json.as_deref().is_some_and(|file| file.as_os_str() == "-");
    let words: Vec<String> = std::env::args().collect();
    let mut printer = Printer { quiet: json_alone, options: options.clone(), plan, bar: None };
    printer.print(&table::head(&options, &words))?;
    printer.print(&table::warnings(&options, &printer.plan))?;
    let summary = mdtest::run_observed(&options, &mut printer)?;
    printer.end_bar();
    printer.print(&table::table(&summary))?;
    if let Some(file) = &options.json {
        let mut text = serde_json::to_string(&summary)?;
        text.push('\n');
        if json_alone {
            std::io::stdout().write_all(text.as_bytes())?;
        } else {
            std::fs::write(file, text).with_context(|| format!("writing {}", file.display()))?;
        }
    }
    Ok(!summary.failed())
}

fn run_depth(options: &depth::Options) -> anyhow::Result<()> {
    let report = depth::run(options)?;
    if options.json {
        println!("{}", serde_json::to_string(&report)?);
        return Ok(());
    }
    for measured in report.rounds.iter().flatten() {
        let requests =
            measured.requests_per_call.map_or(String::new(), |count| format!(", {count:.3} requests/call"));
        println!("depth {:>3}: {:>12.1} stats/s{requests}", measured.depth, measured.rate);
    }
    Ok(())
}

/// Prints what mdtest would, and progress on a terminal.
struct Printer {
    quiet: bool,
    options: Options,
    plan: Plan,
    bar: Option<ProgressBar>,
}

impl Printer {
    fn print(&self, text: &str) -> std::io::Result<()> {
        if self.quiet {
            return Ok(());
        }
        let mut out = std::io::stdout().lock();
        out.write_all(text.as_bytes())?;
        out.flush()
    }

    fn end_bar(&mut self) {
        if let Some(bar) = self.bar.take() {
            bar.finish_and_clear();
        }
    }
}

impl Observer for Printer {
    fn facts(&mut self, facts: &Facts) {
        // A closed standard output ends the program at its last print.
        let _ = self.print(&table::place(&self.options, &self.plan, facts));
        let _ = self.print(&table::counts(&self.plan));
    }

    fn phase(&mut self, iteration: u32, operation: Operation, total: u64) {
        self.end_bar();
        if !self.options.progress || total == 0 {
            return;
        }
        let style = ProgressStyle::with_template("{msg:24} {wide_bar} {pos}/{len} {per_sec} {eta}");
        let bar = ProgressBar::new(total);
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        bar.set_message(format!("{} {}", iteration + 1, operation.name()));
        self.bar = Some(bar);
    }

    fn progress(&mut self, done: u64) {
        if let Some(bar) = &self.bar {
            bar.set_position(done);
        }
    }

    fn note(&mut self, line: &str) {
        self.end_bar();
        let _ = self.print(&format!("{line}\n"));
    }

    fn failure(&mut self, failure: &Failure) {
        self.end_bar();
        let _ = writeln!(std::io::stderr(), "ERROR: {failure}");
    }
}
