//! The programs that are measured, built in release; the tools they are compared with; running both.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, bail};
use serde_json::Value;

/// A program of this workspace.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Program {
    /// Its package.
    pub package: &'static str,
    /// Its name.
    pub name: &'static str,
    /// Whether it is an example.
    pub example: bool,
}

pub const OSMIA: Program = Program { package: "osmia-cli", name: "osmia", example: false };
pub const MDS: Program = Program { package: "osmia-mds", name: "osmia-mds", example: false };
pub const OSS: Program = Program { package: "osmia-oss", name: "osmia-oss", example: false };
pub const BENCH: Program = Program { package: "osmia-bench", name: "osmia-bench", example: false };

/// Builds each program once, when it is first asked for.
#[derive(Clone)]
pub struct Programs {
    release: PathBuf,
    built: RefCell<BTreeSet<Program>>,
}

impl Programs {
    pub fn new() -> anyhow::Result<Programs> {
        let output = Command::new(cargo())
            .args(["metadata", "--no-deps", "--format-version", "1"])
            .current_dir(crate::workspace()?)
            .output()
            .context("running cargo metadata")?;
        let metadata: Value = serde_json::from_slice(&output.stdout).context("reading cargo metadata")?;
        let target =
            metadata["target_directory"].as_str().context("cargo metadata names no target directory")?;
        Ok(Programs { release: Path::new(target).join("release"), built: RefCell::default() })
    }

    /// For tests of what needs no program.
    #[cfg(test)]
    pub fn none() -> Programs {
        Programs { release: PathBuf::new(), built: RefCell::default() }
    }

    /// A new directory beside what is built, for files that should lie on a disk.
    pub fn scratch(&self, name: &str) -> anyhow::Result<PathBuf> {
        let directory = self.release.join("figures").join(name);
        std::fs::create_dir_all(&directory).with_context(|| format!("making {}", directory.display()))?;
        Ok(directory)
    }

    /// Builds the programs and gives their paths.
    pub fn paths<const N: usize>(&self, programs: [Program; N]) -> anyhow::Result<[PathBuf; N]> {
        for program in programs {
            if self.built.borrow().contains(&program) {
                continue;
            }
            let kind = if program.example { "--example" } else { "--bin" };
            eprintln!("xtask: building {} (release)", program.name);
            let status = Command::new(cargo())
                .args(["build", "--quiet", "--release", "--package", program.package, kind, program.name])
                .current_dir(crate::workspace()?)
                .status()
                .context("running cargo build")?;
            if !status.success() {
                bail!("{} does not build", program.name);
            }
            self.built.borrow_mut().insert(program);
        }
        Ok(programs.map(|program| {
            let folder = if program.example { self.release.join("examples") } else { self.release.clone() };
            folder.join(program.name)
        }))
    }
}

fn cargo() -> PathBuf {
    std::env::var_os("CARGO").map_or_else(|| "cargo".into(), PathBuf::from)
}

/// The path of a tool, or an error that names its package on Debian.
pub fn tool(name: &str, package: &str) -> anyhow::Result<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path)
        .map(|folder| folder.join(name))
        .find(|file| file.is_file())
        .with_context(|| format!("{name} is not installed (Debian: apt-get install {package})"))
}

/// Runs a program to its end and gives what it printed.
///
/// # Errors
/// When it cannot start or fails, with the end of what it said.
pub fn output<S: AsRef<OsStr>>(program: &Path, arguments: &[S]) -> anyhow::Result<String> {
    let shown = || {
        let words: Vec<_> = arguments.iter().map(|word| word.as_ref().to_string_lossy()).collect();
        format!("{} {}", program.display(), words.join(" "))
    };
    let output = Command::new(program)
        .args(arguments)
        .stdin(Stdio::null())
        .output()
        .with_context(|| format!("running {}", shown()))?;
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr);
        let lines: Vec<&str> = said.lines().collect();
        let last = lines[lines.len().saturating_sub(10)..].join("\n");
        bail!("{}: {}: {last}", shown(), output.status);
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// As [`output`], of a program that prints one JSON object: all it prints, or its last line.
pub fn json<S: AsRef<OsStr>>(program: &Path, arguments: &[S]) -> anyhow::Result<Value> {
    let text = output(program, arguments)?;
    let last = text.lines().rfind(|line| line.starts_with('{')).unwrap_or(&text);
    serde_json::from_str(&text)
        .or_else(|_| serde_json::from_str(last))
        .with_context(|| format!("{} printed no JSON object: {text}", program.display()))
}

/// As [`json`], on a core of its own beside the servers', which begin with the first: a client that shares a polling
/// server's core would measure the scheduler.
pub fn json_on_last_core(program: &Path, arguments: &[&str]) -> anyhow::Result<Value> {
    let taskset = tool("taskset", "util-linux")?;
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let (core, shown) = ((cores - 1).to_string(), program.display().to_string());
    json(&taskset, &[&["-c", core.as_str(), shown.as_str()], arguments].concat())
}

/// A number in a JSON object, by a path like `/rows/0/mean`.
pub fn number(value: &Value, path: &str) -> anyhow::Result<f64> {
    value.pointer(path).and_then(Value::as_f64).with_context(|| format!("no number {path} in {value}"))
}
