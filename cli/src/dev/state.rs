//! The directory of a cluster: its lock, and the record of what runs.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use rustix::fs::{FlockOperation, flock};
use serde::{Deserialize, Serialize};

use super::process::Identity;
use crate::programs::Role;

/// The file that marks a directory as ours, and is locked by each command that changes something.
const LOCK_FILE: &str = ".osmia-dev";
const STATE_FILE: &str = "dev.json";
const STATE_VERSION: u32 = 1;

/// A cluster's directory.
#[derive(Clone, Debug)]
pub(crate) struct Home {
    dir: PathBuf,
}

/// What is known of a cluster.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct State {
    pub(crate) version: u32,
    pub(crate) cluster_id: String,
    /// Its stores were made completely.
    pub(crate) formatted: bool,
    /// What has been started since the last `down`.
    pub(crate) servers: Vec<Server>,
}

/// A server that was started.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Server {
    /// Name of its node, such as `mds-1`.
    pub(crate) name: String,
    pub(crate) role: Role,
    /// Id of its node.
    pub(crate) node: u16,
    #[serde(flatten)]
    pub(crate) process: Identity,
    pub(crate) log: PathBuf,
    /// Bytes of the log that are of earlier starts.
    #[serde(default)]
    pub(crate) log_from: u64,
}

/// Held while a command changes the cluster.
pub(crate) struct Lock(#[allow(dead_code)] File);

impl Home {
    pub(crate) fn new(dir: &Path) -> anyhow::Result<Home> {
        let dir = std::path::absolute(dir).with_context(|| format!("--dir {}", dir.display()))?;
        if dir.to_str().is_none() {
            bail!("--dir {}: want a directory whose name is UTF-8", dir.display());
        }
        Ok(Home { dir })
    }

    pub(crate) fn dir(&self) -> &Path {
        &self.dir
    }

    pub(crate) fn config(&self) -> PathBuf {
        self.dir.join("osmia.toml")
    }

    /// Sockets.
    pub(crate) fn run(&self) -> PathBuf {
        self.dir.join("run")
    }

    pub(crate) fn logs(&self) -> PathBuf {
        self.dir.join("log")
    }

    pub(crate) fn log(&self, name: &str) -> PathBuf {
        self.logs().join(format!("{name}.log"))
    }

    /// Whether there is a cluster of ours, or the beginning of one.
    pub(crate) fn exists(&self) -> bool {
        self.dir.join(LOCK_FILE).exists()
    }

    /// The directories that [`create`](Home::create) has to make, the innermost first.
    pub(crate) fn missing(&self) -> Vec<PathBuf> {
        self.dir.ancestors().take_while(|dir| !dir.exists()).map(Path::to_owned).collect()
    }

    /// Takes back a [`create`](Home::create) of which nothing came, and what has been made since. `missing` are the
    /// directories that it has made. What cannot be removed stays: why nothing came of it is what people must hear.
    pub(crate) fn undo(&self, lock: Lock, missing: &[PathBuf]) {
        let _ = self.clear();
        let _ = fs::remove_file(self.dir.join(LOCK_FILE));
        drop(lock);
        for dir in missing {
            let _ = fs::remove_dir(dir);
        }
    }

    /// Makes the directory ours, which must be empty or be ours already.
    pub(crate) fn create(&self) -> anyhow::Result<Lock> {
        let shown = self.dir.display();
        fs::create_dir_all(&self.dir).with_context(|| format!("cannot make {shown}"))?;
        if !self.exists() {
            let mut entries = fs::read_dir(&self.dir).with_context(|| format!("cannot list {shown}"))?;
            if entries.next().is_some() {
                bail!("{shown} is not empty and has no cluster of `osmia dev`; name another with --dir");
            }
        }
        self.lock()
    }

    /// Waits for nobody: two commands at once on one cluster are a mistake.
    pub(crate) fn lock(&self) -> anyhow::Result<Lock> {
        let path = self.dir.join(LOCK_FILE);
        let file = File::options()
            .create(true)
            .truncate(false)
            .write(true)
            .open(&path)
            .with_context(|| format!("cannot open {}", path.display()))?;
        match flock(&file, FlockOperation::NonBlockingLockExclusive) {
            Ok(()) => Ok(Lock(file)),
            Err(rustix::io::Errno::WOULDBLOCK) => {
                bail!("another `osmia dev` is at work on {}; wait for it to end", self.dir.display())
            }
            Err(error) => Err(error).with_context(|| format!("cannot lock {}", path.display())),
        }
    }

    /// The record; `None` when there is none.
    pub(crate) fn load(&self) -> anyhow::Result<Option<State>> {
        let path = self.dir.join(STATE_FILE);
        let text = match fs::read_to_string(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(error).with_context(|| format!("cannot read {}", path.display())),
        };
        let state: State =
            serde_json::from_str(&text).with_context(|| format!("{} is damaged", path.display()))?;
        if state.version != STATE_VERSION {
            bail!(
                "{} is of version {}, this program's is {STATE_VERSION}: stop the cluster with the version of osmia \
                 that started it",
                path.display(),
                state.version
            );
        }
        Ok(Some(state))
    }

    /// Replaces the record.
    pub(crate) fn store(&self, state: &State) -> anyhow::Result<()> {
        let path = self.dir.join(STATE_FILE);
        let new = self.dir.join("dev.json.new");
        let text = serde_json::to_string_pretty(state)? + "\n";
        fs::write(&new, text)
            .and_then(|()| fs::rename(&new, &path))
            .with_context(|| format!("cannot write {}", path.display()))
    }

    /// Removes the stores, targets, sockets and the configuration, so that a cluster can be made anew. What is not
    /// ours stays.
    pub(crate) fn clear(&self) -> anyhow::Result<()> {
        let entries =
            fs::read_dir(&self.dir).with_context(|| format!("cannot list {}", self.dir.display()))?;
        for entry in entries {
            let entry = entry?;
            let name = entry.file_name();
            let Some(name) = name.to_str().filter(|name| is_ours(name)) else { continue };
            let path = self.dir.join(name);
            let removed =
                if entry.file_type()?.is_dir() { fs::remove_dir_all(&path) } else { fs::remove_file(&path) };
            removed.with_context(|| format!("cannot remove {}", path.display()))?;
        }
        Ok(())
    }

    /// Removes the directory.
    ///
    /// # Errors
    /// Also when something is in it that is not ours: that stays.
    pub(crate) fn remove(&self, lock: Lock) -> anyhow::Result<()> {
        self.clear()?;
        let marker = self.dir.join(LOCK_FILE);
        fs::remove_file(&marker).with_context(|| format!("cannot remove {}", marker.display()))?;
        drop(lock);
        fs::remove_dir(&self.dir).with_context(|| {
            format!("the cluster is removed, but {} holds something else", self.dir.display())
        })
    }
}

impl State {
    pub(crate) fn new(cluster_id: String) -> State {
        State { version: STATE_VERSION, cluster_id, formatted: false, servers: Vec::new() }
    }
}

/// Whether a name in the directory is one that `osmia dev` makes.
fn is_ours(name: &str) -> bool {
    let numbered = |prefix: &str| {
        name.strip_prefix(prefix)
            .is_some_and(|rest| !rest.is_empty() && rest.bytes().all(|b| b.is_ascii_digit()))
    };
    matches!(name, "osmia.toml" | "run" | "log" | STATE_FILE | "dev.json.new")
        || ["mds-", "oss-", "target-"].into_iter().any(numbered)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Only what `osmia dev` makes is removed.
    #[test]
    fn ours() {
        for name in ["osmia.toml", "run", "log", "dev.json", "mds-1", "oss-12", "target-3"] {
            assert!(is_ours(name), "{name}");
        }
        for name in ["mds-", "mds-x", "target-1.bak", "notes", ".osmia-dev", "osmia.toml~"] {
            assert!(!is_ours(name), "{name}");
        }
    }
}
