//! `osmia dev down`.

use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, bail};
use clap::Args;
use rustix::process::Signal;
use serde::Serialize;

use super::Place;
use super::state::{Home, Server, State};
use crate::End;
use crate::output::Output;
use crate::signals::{now, wait_readable};
use std::os::fd::AsFd;

/// How long servers may take to end after SIGTERM, unless said otherwise.
pub(super) const STOP_MS: u64 = 30_000;
/// How long after SIGKILL: the kernel frees their memory first.
const KILL_MS: u64 = 10_000;

/// Stops the cluster's servers: SIGTERM, and SIGKILL for those that have not ended in time. What they hold stays, for
/// the next `up`.
#[derive(Args)]
#[command(after_help = "\
Ends only processes that `osmia dev up` has started in DIR. Fails when a server had to be killed.

Examples:
  osmia dev down
  osmia dev down --dir /tmp/two --remove")]
pub(crate) struct Down {
    #[command(flatten)]
    place: Place,
    /// Remove the cluster's directory afterwards
    #[arg(long)]
    remove: bool,
    /// How long the servers may take to end by themselves
    #[arg(long, value_name = "MS", default_value_t = STOP_MS)]
    wait_ms: u64,
}

#[derive(Serialize)]
struct Stopped {
    dir: PathBuf,
    servers: Vec<StoppedServer>,
    removed: bool,
}

/// How a server ended.
#[derive(Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum How {
    /// After SIGTERM.
    Terminated,
    /// It did not end in time: by SIGKILL.
    Killed,
    /// It did not run any more.
    HadEnded,
}

#[derive(Serialize)]
pub(super) struct StoppedServer {
    name: String,
    pid: i32,
    how: How,
}

impl Down {
    pub(crate) fn run(self, output: &Output) -> anyhow::Result<End> {
        let home = Home::new(&self.place.dir)?;
        if !home.exists() {
            bail!(
                "there is no cluster of `osmia dev` in {}; name its directory with --dir",
                home.dir().display()
            );
        }
        let lock = home.lock()?;
        let servers = match home.load()? {
            Some(mut state) => stop(&home, &mut state, self.wait_ms)?,
            None => Vec::new(),
        };
        if self.remove {
            home.remove(lock)?;
        }
        let killed = servers.iter().any(|server| server.how == How::Killed);
        let stopped = Stopped { dir: home.dir().to_owned(), servers, removed: self.remove };
        output.print(&stopped, |stopped| {
            let mut lines: Vec<String> = stopped
                .servers
                .iter()
                .map(|server| {
                    let how = match server.how {
                        How::Terminated => "ended",
                        How::Killed => "had to be killed",
                        How::HadEnded => "had ended before",
                    };
                    format!("{} (pid {}) {how}", server.name, server.pid)
                })
                .collect();
            if lines.is_empty() {
                lines.push("nothing was running".into());
            }
            if stopped.removed {
                lines.push(format!("removed {}", stopped.dir.display()));
            }
            lines.join("\n")
        })?;
        if killed {
            crate::output::say(format_args!(
                "osmia: a server did not end within {} ms (--wait-ms) and was killed",
                self.wait_ms
            ));
            return Ok(End::Failed);
        }
        Ok(End::Done)
    }
}

/// Stops every server of the record, then empties it and the sockets' directory.
pub(super) fn stop(home: &Home, state: &mut State, wait_ms: u64) -> anyhow::Result<Vec<StoppedServer>> {
    let stopped = stop_all_but(&[], state, wait_ms)?;
    state.servers.clear();
    home.store(state)?;
    remove_sockets(home)?;
    Ok(stopped)
}

/// Stops every server of the record but `kept`. All stay in the record.
pub(super) fn stop_all_but(
    kept: &[Server],
    state: &State,
    wait_ms: u64,
) -> anyhow::Result<Vec<StoppedServer>> {
    let mut waiting = Vec::new();
    let mut stopped: Vec<StoppedServer> = Vec::new();
    for server in state.servers.iter().filter(|server| !kept.contains(server)) {
        let running = server.process.running()?;
        let how = if running.is_some() { How::Terminated } else { How::HadEnded };
        if let Some(running) = running {
            running.send(Signal::TERM)?;
            waiting.push((stopped.len(), server, running));
        }
        stopped.push(StoppedServer { name: server.name.clone(), pid: server.process.pid, how });
    }
    for (signal, limit_ms) in [(Signal::TERM, wait_ms), (Signal::KILL, KILL_MS)] {
        if signal == Signal::KILL {
            for (index, _, running) in &waiting {
                running.send(Signal::KILL)?;
                stopped[*index].how = How::Killed;
            }
        }
        let deadline = now() + Duration::from_millis(limit_ms);
        loop {
            // A zombie has ended, also when nobody has waited for it.
            let mut still = Vec::new();
            for (index, server, running) in waiting {
                if server.process.running()?.is_some() {
                    still.push((index, server, running));
                }
            }
            waiting = still;
            let left = deadline.since(now());
            if waiting.is_empty() || left.is_zero() {
                break;
            }
            // Whoever has just become readable is gone at the next look; one alone, so that the rest do not spin.
            wait_readable([waiting[0].2.0.as_fd()].into_iter(), left);
        }
    }
    if !waiting.is_empty() {
        let names: Vec<&str> = waiting.iter().map(|(_, server, _)| server.name.as_str()).collect();
        bail!("{} did not even end by SIGKILL", names.join(", "));
    }
    Ok(stopped)
}

fn remove_sockets(home: &Home) -> anyhow::Result<()> {
    let run = home.run();
    let entries = match fs::read_dir(&run) {
        Ok(entries) => entries,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(error).with_context(|| format!("cannot list {}", run.display())),
    };
    for entry in entries {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "sock") {
            fs::remove_file(&path).with_context(|| format!("cannot remove {}", path.display()))?;
        }
    }
    Ok(())
}
