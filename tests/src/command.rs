//! The programs as a user runs them: with a command line, a directory to be in, and what they print.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::cluster::{PATIENCE, program};

/// How the programs are run.
#[derive(Debug, Clone)]
pub struct Shell {
    directory: PathBuf,
    config: Option<PathBuf>,
    before: Vec<String>,
}

impl Shell {
    /// In this directory, with no configuration named.
    pub fn new(directory: &Path) -> Shell {
        Shell { directory: directory.to_owned(), config: None, before: Vec::new() }
    }

    /// With this configuration, as `export OSMIA_CONFIG=...` names it.
    #[must_use]
    pub fn with_config(mut self, file: impl Into<PathBuf>) -> Shell {
        self.config = Some(file.into());
        self
    }

    /// Through another program, such as `ip netns exec NAME`.
    #[must_use]
    pub fn through(mut self, words: &[&str]) -> Shell {
        self.before = words.iter().map(|&word| word.to_owned()).collect();
        self
    }

    /// A command line of `osmia`.
    pub fn osmia(&self, line: &str) -> Ran {
        self.run("osmia", line)
    }

    /// A command line of any of the programs, split at blanks. Killed when it takes longer than [`PATIENCE`].
    pub fn run(&self, name: &str, line: &str) -> Ran {
        let patience = PATIENCE.as_secs().to_string();
        let began = Instant::now();
        // By timeout(1), which exits with 137 when it has had to kill.
        let output = self
            .command(&["timeout", "--signal=KILL", &patience], name, line)
            .output()
            .expect("timeout(1) runs");
        Ran {
            line: format!("{name} {line}"),
            took: began.elapsed(),
            code: output.status.code(),
            out: output.stdout,
            err: String::from_utf8_lossy(&output.stderr).into_owned(),
        }
    }

    /// A program to be started by the caller.
    pub fn command(&self, before: &[&str], name: &str, line: &str) -> Command {
        let path = program(name).display().to_string();
        let words = before.iter().copied().chain(self.before.iter().map(String::as_str));
        let mut words = words.chain([path.as_str()]).chain(line.split_whitespace());
        let mut command = Command::new(words.next().expect("at least the program"));
        command.args(words).current_dir(&self.directory).stdin(Stdio::null()).env_remove("OSMIA_CONFIG");
        if let Some(config) = &self.config {
            command.env("OSMIA_CONFIG", config);
        }
        command
    }
}

/// A program that has ended.
#[derive(Debug)]
pub struct Ran {
    line: String,
    /// How long it ran.
    pub took: Duration,
    /// Exit code; `None` when a signal ended it.
    pub code: Option<i32>,
    /// What it printed.
    pub out: Vec<u8>,
    /// What it said on standard error.
    pub err: String,
}

impl Ran {
    /// It must have exited with 0.
    #[track_caller]
    pub fn good(self) -> Ran {
        assert_eq!(self.code, Some(0), "{}\n{}{}", self.line, self.text(), self.err);
        self
    }

    /// It must have exited with `code`, saying each of `says` on standard error.
    #[track_caller]
    pub fn fails(self, code: i32, says: &[&str]) -> Ran {
        assert_eq!(self.code, Some(code), "{}\n{}{}", self.line, self.text(), self.err);
        for said in says {
            assert!(self.err.contains(said), "{}: no {said:?} in:\n{}", self.line, self.err);
        }
        self
    }

    /// What it printed, as text.
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.out).into_owned()
    }

    /// What it printed, as one JSON value.
    #[track_caller]
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.out)
            .unwrap_or_else(|why| panic!("{}: {why} in:\n{}", self.line, self.text()))
    }

    /// What it printed, as JSON values, one a line.
    #[track_caller]
    pub fn json_lines(&self) -> Vec<Value> {
        let value = |line: &str| {
            serde_json::from_str(line).unwrap_or_else(|why| panic!("{}: {why} in:\n{line}", self.line))
        };
        self.text().lines().map(value).collect()
    }
}
