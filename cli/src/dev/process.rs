//! Processes that are surely ours: a pid alone may be another's by now.

use std::fs;
use std::os::fd::OwnedFd;

use anyhow::{Context, bail};
use rustix::io::Errno;
use rustix::process::{Pid, PidfdFlags, Signal, pidfd_open, pidfd_send_signal};
use serde::{Deserialize, Serialize};

/// What tells a process from every other that this machine has had.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Identity {
    pub(crate) pid: i32,
    /// Start time, in clock ticks since boot (proc(5), field 22 of stat).
    pub(crate) start_ticks: u64,
    /// /proc/sys/kernel/random/boot_id
    pub(crate) boot_id: String,
}

/// A running process, held by a descriptor that never means another one.
pub(crate) struct Running(pub(crate) OwnedFd);

impl Identity {
    /// Of a process that has just been started and not been waited for.
    pub(crate) fn of(pid: i32) -> anyhow::Result<Identity> {
        let start_ticks = start_ticks(pid).with_context(|| format!("cannot read /proc/{pid}/stat"))?;
        Ok(Identity { pid, start_ticks, boot_id: boot_id()? })
    }

    /// The process, unless it has ended.
    pub(crate) fn running(&self) -> anyhow::Result<Option<Running>> {
        let Some(pid) = Pid::from_raw(self.pid) else { bail!("{} is no pid", self.pid) };
        let fd = match pidfd_open(pid, PidfdFlags::empty()) {
            Ok(fd) => fd,
            Err(Errno::SRCH) => return Ok(None),
            Err(error) => return Err(error).with_context(|| format!("cannot open the process {}", self.pid)),
        };
        // The descriptor came first: if the start time is ours, so is the process that it holds.
        let ours = start_ticks(self.pid) == Some(self.start_ticks) && boot_id()? == self.boot_id;
        Ok(ours.then_some(Running(fd)))
    }

    /// Whether it has been killed and is not gone yet: its sockets and locks are still taken.
    pub(crate) fn is_dying(&self) -> bool {
        let status = fs::read_to_string(format!("/proc/{}/status", self.pid)).unwrap_or_default();
        // SIGKILL is signal 9: bit 8 of the masks of proc(5), SigPnd of the first thread and ShdPnd of the process.
        let is_pending = status.lines().any(|line| {
            let mask = line.strip_prefix("SigPnd:").or_else(|| line.strip_prefix("ShdPnd:"));
            mask.is_some_and(|mask| u64::from_str_radix(mask.trim(), 16).is_ok_and(|mask| mask >> 8 & 1 == 1))
        });
        // PF_EXITING of the kernel's flags, field 9.
        let flags = stat(self.pid).and_then(|stat| stat.get(9 - 3)?.parse::<u64>().ok());
        is_pending || flags.is_some_and(|flags| flags & 4 != 0)
    }
}

impl Running {
    /// Sends a signal. A process that has just ended takes none, which is no failure.
    pub(crate) fn send(&self, signal: Signal) -> anyhow::Result<()> {
        match pidfd_send_signal(&self.0, signal) {
            Ok(()) | Err(Errno::SRCH) => Ok(()),
            Err(error) => Err(error).context("cannot signal a server"),
        }
    }
}

/// Start time of a process, unless it is gone or a zombie.
fn start_ticks(pid: i32) -> Option<u64> {
    let stat = stat(pid)?;
    if matches!(stat.first()?.as_str(), "Z" | "X") {
        return None;
    }
    stat.get(22 - 3)?.parse().ok()
}

/// The fields of a process's stat, from the state on, which is field 3 (proc(5)).
fn stat(pid: i32) -> Option<Vec<String>> {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    // The name, in parentheses, may hold anything.
    Some(stat.rsplit_once(')')?.1.split_ascii_whitespace().map(str::to_owned).collect())
}

fn boot_id() -> anyhow::Result<String> {
    let file = "/proc/sys/kernel/random/boot_id";
    Ok(fs::read_to_string(file).with_context(|| format!("cannot read {file}"))?.trim().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A process is known by its start time, not by its pid.
    #[test]
    fn identity() {
        let own = Identity::of(std::process::id() as i32).unwrap();
        assert!(own.running().unwrap().is_some());
        let earlier = Identity { start_ticks: own.start_ticks - 1, ..own.clone() };
        assert!(earlier.running().unwrap().is_none());
        let other_boot = Identity { boot_id: "another".into(), ..own };
        assert!(other_boot.running().unwrap().is_none());
    }

    /// A zombie does not run.
    #[test]
    fn zombie() {
        let mut child = std::process::Command::new("sleep").arg("60").spawn().unwrap();
        let identity = Identity::of(child.id() as i32).unwrap();
        let running = identity.running().unwrap().unwrap();
        running.send(Signal::KILL).unwrap();
        crate::signals::wait_readable(
            [std::os::fd::AsFd::as_fd(&running.0)].into_iter(),
            std::time::Duration::from_secs(30),
        );
        assert!(identity.running().unwrap().is_none());
        child.wait().unwrap();
    }
}
