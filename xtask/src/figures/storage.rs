//! One storage shard, without network, beside `fio` with io_uring on the same file system.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::Context;

use super::build::{Program, Programs, json, number, output, tool};
use super::judge::Pair;
use super::{Measure, in_turn};

const OSS_BENCH: Program = Program { package: "osmia-oss", name: "oss_bench", example: true };

/// Requests in flight.
const DEPTH: &str = "16";
/// Seconds of one run of one side.
const SECONDS: &str = "2";
/// MiB of the object and of fio's file.
const MIB: u32 = 256;

pub fn read_4k(programs: &Programs) -> anyhow::Result<Box<dyn Measure>> {
    measure(programs, "read", 4 << 10)
}

pub fn write_4k(programs: &Programs) -> anyhow::Result<Box<dyn Measure>> {
    measure(programs, "write", 4 << 10)
}

pub fn read_1m(programs: &Programs) -> anyhow::Result<Box<dyn Measure>> {
    measure(programs, "read", 1 << 20)
}

pub fn write_1m(programs: &Programs) -> anyhow::Result<Box<dyn Measure>> {
    measure(programs, "write", 1 << 20)
}

fn measure(programs: &Programs, what: &'static str, bytes: u32) -> anyhow::Result<Box<dyn Measure>> {
    let fio = tool("fio", "fio")?;
    let [bench] = programs.paths([OSS_BENCH])?;
    let directory = programs.scratch(&format!("storage-{}", std::process::id()))?;
    let storage = Storage { fio, bench, directory, what, bytes, cpu_us: Cell::new(0.0) };
    // Laid out once: fio then finds its file as it is.
    storage.fio(&["--rw=write", "--bs=1M", "--end_fsync=1"])?;
    Ok(Box::new(storage))
}

struct Storage {
    fio: PathBuf,
    bench: PathBuf,
    directory: PathBuf,
    what: &'static str,
    bytes: u32,
    /// Processor time of the shard's thread per request, when last measured.
    cpu_us: Cell<f64>,
}

impl Storage {
    fn fio(&self, words: &[&str]) -> anyhow::Result<serde_json::Value> {
        let file = format!("--filename={}", self.directory.join("fio").display());
        let size = format!("--size={MIB}M");
        let all =
            ["--name=figure", "--ioengine=io_uring", "--direct=1", "--output-format=json", &file, &size];
        let text = output(&self.fio, &[all.as_slice(), words].concat())?;
        // fio may say something before its object.
        let object = text.find('{').map_or(text.as_str(), |at| &text[at..]);
        serde_json::from_str(object).context("fio's JSON")
    }

    fn reference(&self) -> anyhow::Result<f64> {
        let (rw, bs) = (format!("--rw=rand{}", self.what), format!("--bs={}", self.bytes));
        let (depth, time) = (format!("--iodepth={DEPTH}"), format!("--runtime={SECONDS}"));
        let report = self.fio(&[&rw, &bs, &depth, &time, "--time_based"])?;
        number(&report, &format!("/jobs/0/{}/iops", self.what))
    }

    fn ours(&self) -> anyhow::Result<f64> {
        let (bytes, dir) = (self.bytes.to_string(), self.directory.display().to_string());
        let object = (u64::from(MIB) << 20).to_string();
        let words = ["--op", self.what, "--bytes", &bytes, "--depth", DEPTH, "--seconds", SECONDS];
        let report = json(
            &self.bench,
            &[words.as_slice(), &["--object-bytes", &object, "--directory", &dir]].concat(),
        )?;
        self.cpu_us.set(number(&report, "/cpu_us_per_operation")?);
        number(&report, "/operations_per_second")
    }
}

impl Measure for Storage {
    fn pair(&mut self, _variant: usize, index: usize) -> anyhow::Result<Pair> {
        let (ours, reference) = in_turn(index, || self.ours(), || self.reference())?;
        Ok(Pair::of_rates(ours, reference))
    }

    fn config(&self) -> String {
        let place = file_system(&self.directory).unwrap_or_else(|| "unknown file system".into());
        format!(
            "random, {} bytes, depth {DEPTH}, direct, {MIB} MiB on {place}, against fio io_uring",
            self.bytes
        )
    }

    fn counts(&self) -> BTreeMap<String, f64> {
        BTreeMap::from([("processor us per request".to_string(), self.cpu_us.get())])
    }
}

impl Drop for Storage {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.directory);
    }
}

/// Kind of the file system at a path.
fn file_system(path: &Path) -> Option<String> {
    let words = ["--file-system", "--format=%T", &path.display().to_string()];
    output(&tool("stat", "coreutils").ok()?, &words).ok().map(|kind| kind.trim().to_string())
}
