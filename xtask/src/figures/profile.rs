//! `cargo xtask profile`: where each microsecond of a create and a stat goes, on client and server.
//!
//! Runs the driver with one rank over shared memory against one metadata shard on tmpfs, and gives for each side the
//! processor time per call, split by part of the program (`perf`, by samples), the calls' counts (the client's own, the
//! store's from `mds_bench`, system calls from `strace -c`). What a tool that is missing would tell is left out, aloud.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use anyhow::{Context, bail};
use serde_json::Value;

use super::build::{BENCH, Programs, number, tool};
use super::cluster::Cluster;
use super::idle::run_nanos;
use super::shard::{Bench, LAYOUTS, counts};

#[derive(clap::Args)]
pub struct Options {
    /// create, stat; both when not given.
    #[arg(value_parser = ["create", "stat"])]
    operations: Vec<String>,
    /// Files.
    #[arg(long, default_value_t = 30_000)]
    files: u32,
    /// Symbols shown for each side.
    #[arg(long, default_value_t = 12)]
    symbols: usize,
}

/// Samples per second of processor time.
const SAMPLES_HZ: &str = "4000";
/// Files of the run under strace, which makes everything slow.
const TRACED_FILES: u32 = 2_000;

/// Measures and prints.
///
/// # Errors
/// When the cluster or the driver fails.
pub fn run(options: &Options) -> anyhow::Result<()> {
    let programs = Programs::new()?;
    let [driver] = programs.paths([BENCH])?;
    let store = Bench::new(&programs)?;
    let cluster = Cluster::start(&programs, &[])?;
    let profile =
        Profile { driver, store, server: cluster.metadata_server()?, config: cluster.config()?.to_string() };
    let all = ["create".to_string(), "stat".to_string()];
    let operations = if options.operations.is_empty() { &all[..] } else { &options.operations };
    for operation in operations {
        profile.operation(operation, options)?;
    }
    Ok(())
}

struct Profile {
    driver: PathBuf,
    store: Bench,
    /// Process of the metadata server.
    server: u64,
    config: String,
}

/// Processor time and its samples of one process.
struct Side {
    name: &'static str,
    pid: u64,
    nanos: u64,
}

impl Profile {
    fn operation(&self, operation: &str, options: &Options) -> anyhow::Result<()> {
        let (flag, row) = match operation {
            "create" => ("-C", "file-creation"),
            _ => ("-T", "file-stat"),
        };
        let files = options.files;
        if flag != "-C" {
            self.driver("-C", files)?.wait_json()?;
        }
        let data = tempfile_path("perf");
        let server_before = run_nanos(self.server)?;
        let child = self.driver(flag, files)?;
        let client = u64::from(child.child.id());
        let perf = Perf::start(&data, &[client, self.server]);
        let summary = child.wait_json()?;
        let server_nanos = run_nanos(self.server)? - server_before;
        let samples = perf.and_then(|perf| perf.stop()).and_then(|()| samples(&data));
        let _ = std::fs::remove_file(&data);
        self.driver("-r", files)?.wait_json()?;

        let row = summary["rows"].as_array().into_iter().flatten().find(|other| other["operation"] == row);
        let row = row.context("the driver printed no row")?;
        let us = 1e6 / number(row, "/mean")?;
        println!("\n{operation}: {us:.2} us per call, one rank, {files} files");
        println!("  client counts per call: {}", shown(row["per_call"].as_object()));
        match self.store.run(operation, LAYOUTS[0], 1, files, true) {
            Ok(measured) => {
                let store = 1e6 / number(&measured, "/pairs/0/reference")?;
                let shard = 1e6 / number(&measured, "/pairs/0/ours")?;
                let counts = counts(&measured);
                let counts: Vec<String> =
                    counts.iter().map(|(name, count)| format!("{name} {count:.3}")).collect();
                println!("  store counts per call: {}", counts.join(", "));
                println!(
                    "  without network: shard {shard:.2} us per call, of which the store alone {store:.2} us"
                );
            }
            Err(error) => println!("  store counts: not measured ({error:#})"),
        }
        let sides = [
            // The driver's own start and checks are in it; with many files they do not show.
            Side { name: "client", pid: client, nanos: 0 },
            Side { name: "server", pid: self.server, nanos: server_nanos },
        ];
        match samples {
            Ok(samples) => {
                for side in &sides {
                    print_side(side, &samples, files, options.symbols);
                }
            }
            Err(error) => println!("  where the time goes: not measured ({error:#})"),
        }
        match self.system_calls(flag) {
            Ok(calls) => println!("{calls}"),
            Err(error) => println!("  system calls: not measured ({error:#})"),
        }
        Ok(())
    }

    fn driver(&self, flag: &str, files: u32) -> anyhow::Result<Driver> {
        let child = self.command(flag, files).spawn().context("starting the driver")?;
        Ok(Driver { child })
    }

    fn command(&self, flag: &str, files: u32) -> Command {
        let mut command = Command::new(&self.driver);
        command.args(["mdtest", "-F", flag, "-n", &files.to_string(), "-d", "/", "--rank-kind", "thread"]);
        command.args(["--verify", "none", "--api", "osmia", "--transport", "shm", "--config", &self.config]);
        command.args(["--json", "-"]).stdin(Stdio::null()).stdout(Stdio::piped());
        command
    }

    /// System calls per call of the operation, on both sides.
    fn system_calls(&self, flag: &str) -> anyhow::Result<String> {
        let strace = tool("strace", "strace")?;
        if flag != "-C" {
            self.driver("-C", TRACED_FILES)?.wait_json()?;
        }
        let (server_out, client_out) = (tempfile_path("strace-server"), tempfile_path("strace-client"));
        let mut server = Command::new(&strace)
            .args(["-c", "-f", "-q", "-o", &server_out.display().to_string(), "-p", &self.server.to_string()])
            .stdin(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .context("starting strace")?;
        let driver = self.command(flag, TRACED_FILES);
        let client = Command::new(&strace)
            .args(["-c", "-f", "-q", "-o", &client_out.display().to_string()])
            .arg(driver.get_program())
            .args(driver.get_args())
            .stdin(Stdio::null())
            .output();
        interrupt(&server)?;
        server.wait()?;
        self.driver("-r", TRACED_FILES)?.wait_json()?;
        if !client.context("running the driver under strace")?.status.success() {
            bail!("the driver failed under strace");
        }
        let mut text = String::new();
        for (name, file) in [("client", client_out), ("server", server_out)] {
            let table = std::fs::read_to_string(&file).unwrap_or_default();
            let _ = std::fs::remove_file(&file);
            let mut calls = trace_counts(&table);
            calls.sort_by_key(|call| std::cmp::Reverse(call.1));
            let all: u64 = calls.iter().map(|(_, count)| count).sum();
            let per = |count: u64| count as f64 / f64::from(TRACED_FILES);
            let most: Vec<String> =
                calls.iter().take(6).map(|(name, count)| format!("{name} {:.3}", per(*count))).collect();
            text += &format!(
                "  system calls per call, {name} (slowed by strace): {:.3}: {}\n",
                per(all),
                most.join(", ")
            );
        }
        Ok(text.trim_end().to_string())
    }
}

/// A running driver.
struct Driver {
    child: Child,
}

impl Driver {
    fn wait_json(self) -> anyhow::Result<Value> {
        let output = self.child.wait_with_output().context("waiting for the driver")?;
        if !output.status.success() {
            bail!("the driver failed: {}", output.status);
        }
        serde_json::from_slice(&output.stdout).context("the driver's JSON")
    }
}

/// `perf record` on running processes.
struct Perf(Child);

impl Perf {
    fn start(data: &Path, pids: &[u64]) -> anyhow::Result<Perf> {
        let perf = tool("perf", "linux-perf")?;
        let pids: Vec<String> = pids.iter().map(u64::to_string).collect();
        let child = Command::new(perf)
            // The processor's own counters are often not there in a virtual machine.
            .args(["record", "-q", "-e", "cpu-clock", "-F", SAMPLES_HZ, "-o", &data.display().to_string()])
            .args(["-p", &pids.join(",")])
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .context("starting perf")?;
        Ok(Perf(child))
    }

    fn stop(mut self) -> anyhow::Result<()> {
        interrupt(&self.0)?;
        self.0.wait().context("waiting for perf")?;
        Ok(())
    }
}

/// Ctrl-C for a child of ours.
fn interrupt(child: &Child) -> anyhow::Result<()> {
    let status =
        Command::new("kill").args(["-INT", &child.id().to_string()]).status().context("running kill")?;
    if !status.success() {
        bail!("process {} is gone", child.id());
    }
    Ok(())
}

fn tempfile_path(name: &str) -> PathBuf {
    std::env::temp_dir().join(format!("osmia-profile-{}-{name}", std::process::id()))
}

/// One sample: process, symbol, file it is in.
type Sample = (u64, String, String);

fn samples(data: &Path) -> anyhow::Result<Vec<Sample>> {
    let perf = tool("perf", "linux-perf")?;
    let output = Command::new(perf)
        .args(["script", "-F", "pid,ip,sym,dso", "-i"])
        .arg(data)
        .stdin(Stdio::null())
        .output()
        .context("running perf script")?;
    let text = String::from_utf8_lossy(&output.stdout);
    let samples: Vec<Sample> = text.lines().filter_map(sample).collect();
    if samples.is_empty() {
        bail!("perf took no samples: {}", String::from_utf8_lossy(&output.stderr).trim());
    }
    Ok(samples)
}

/// From a line such as `  123  55d0c0 osmia_mds::walk::step (/usr/bin/osmia-mds)`.
fn sample(line: &str) -> Option<Sample> {
    let line = line.trim();
    let (pid, rest) = line.split_once(char::is_whitespace)?;
    let (_address, rest) = rest.trim_start().split_once(' ')?;
    let (symbol, file) = rest.rsplit_once(" (")?;
    let file = file.trim_end_matches(')');
    let symbol = symbol.split("+0x").next().unwrap_or(symbol).trim();
    Some((pid.parse().ok()?, symbol.to_string(), file.rsplit('/').next().unwrap_or(file).to_string()))
}

/// The part of the program that a sample belongs to.
fn part(symbol: &str, file: &str) -> String {
    let library = |prefixes: &[&str]| prefixes.iter().any(|prefix| file.starts_with(prefix));
    if file.contains("kernel") || file.starts_with("[k") {
        return "kernel".into();
    }
    if library(&["librocksdb"]) {
        return "RocksDB".into();
    }
    if library(&["libucp", "libuct", "libucs", "libucm"]) {
        return "UCX".into();
    }
    if file == "[vdso]" {
        return "clock".into();
    }
    if library(&["libc.", "libc-", "ld-linux", "libpthread", "libstdc++", "libm."]) {
        return "libc".into();
    }
    for (mark, part) in [
        ("osmia_mds", "mds"),
        ("osmia_net", "net"),
        ("osmia_client", "client library"),
        ("osmia_kv", "kv"),
        ("osmia_ucx", "ucx (ours)"),
        ("osmia_protocol", "protocol"),
        ("osmia_host", "host"),
        ("osmia_sys", "sys"),
        ("osmia_env", "env"),
        ("osmia_bench", "driver"),
        ("planus", "protocol"),
        ("glommio", "glommio"),
        ("rocksdb", "RocksDB"),
    ] {
        if symbol.contains(mark) {
            return part.into();
        }
    }
    "Rust library and others".into()
}

fn print_side(side: &Side, samples: &[Sample], files: u32, symbols: usize) {
    let mine: Vec<&Sample> = samples.iter().filter(|(pid, ..)| *pid == side.pid).collect();
    if mine.is_empty() {
        println!("  {}: no samples", side.name);
        return;
    }
    // The scheduler's count where there is one, else the samples'.
    let hz: f64 = SAMPLES_HZ.parse().expect("a constant number");
    let us = match side.nanos {
        0 => mine.len() as f64 * 1e6 / hz,
        nanos => nanos as f64 / 1e3,
    } / f64::from(files);
    println!("  {}: {us:.2} us of processor time per call ({} samples)", side.name, mine.len());
    let share = |count: usize| count as f64 / mine.len() as f64;
    let mut parts: BTreeMap<String, usize> = BTreeMap::new();
    let mut names: BTreeMap<(&str, &str), usize> = BTreeMap::new();
    for (_, symbol, file) in &mine {
        *parts.entry(part(symbol, file)).or_default() += 1;
        *names.entry((symbol, file)).or_default() += 1;
    }
    let mut parts: Vec<_> = parts.into_iter().collect();
    parts.sort_by_key(|part| std::cmp::Reverse(part.1));
    for (part, count) in parts {
        println!("    {:>6.2} us {:>5.1} %  {part}", us * share(count), 100.0 * share(count));
    }
    let mut names: Vec<_> = names.into_iter().collect();
    names.sort_by_key(|name| std::cmp::Reverse(name.1));
    for ((symbol, file), count) in names.into_iter().take(symbols) {
        let symbol: String = symbol.chars().take(90).collect();
        println!("      {:>6.2} us {:>5.1} %  {symbol} ({file})", us * share(count), 100.0 * share(count));
    }
}

/// Names and counts of a `strace -c` table.
fn trace_counts(table: &str) -> Vec<(String, u64)> {
    table
        .lines()
        .filter_map(|line| {
            let fields: Vec<&str> = line.split_whitespace().collect();
            // % time, seconds, usecs/call, calls, [errors,] syscall.
            let (first, name) = (fields.first()?.parse::<f64>().ok()?, *fields.last()?);
            let calls = fields.get(3)?.parse().ok()?;
            (fields.len() >= 5 && first >= 0.0 && name != "total").then(|| (name.to_string(), calls))
        })
        .collect()
}

fn shown(counts: Option<&serde_json::Map<String, Value>>) -> String {
    let counts = counts.into_iter().flatten().filter_map(|(name, count)| Some((name, count.as_f64()?)));
    let counts: Vec<String> = counts.map(|(name, count)| format!("{name} {count:.3}")).collect();
    counts.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// perf's lines are taken apart, and each sample has its part of the program.
    #[test]
    fn samples_are_understood() {
        let line = "   4711      55d0c0a1b2 <osmia_mds::walk::Walk as core::fmt::Debug>::fmt+0x12 (/usr/bin/osmia-mds)";
        let (pid, symbol, file) = sample(line).unwrap();
        assert_eq!((pid, symbol.as_str()), (4711, "<osmia_mds::walk::Walk as core::fmt::Debug>::fmt"));
        assert_eq!(part(&symbol, &file), "mds");
        let (_, symbol, file) = sample(" 1 ffffffff81 do_syscall_64 ([kernel.kallsyms])").unwrap();
        assert_eq!(part(&symbol, &file), "kernel");
        let (_, symbol, file) =
            sample(" 1 7f00 [unknown] (/usr/lib/x86_64-linux-gnu/libucp.so.0.0.0)").unwrap();
        assert_eq!(part(&symbol, &file), "UCX");
        assert!(sample("").is_none() && sample("no sample").is_none());
    }

    /// strace's table gives names and counts, with and without errors, and not its total.
    #[test]
    fn traces_are_understood() {
        let table = "\
% time     seconds  usecs/call     calls    errors syscall
------ ----------- ----------- --------- --------- ----------------
 60.00    0.000600          12        50           write
 40.00    0.000400           8        50         3 epoll_wait
------ ----------- ----------- --------- --------- ----------------
100.00    0.001000          10       100         3 total
";
        assert_eq!(trace_counts(table), [("write".to_string(), 50), ("epoll_wait".to_string(), 50)]);
    }
}
