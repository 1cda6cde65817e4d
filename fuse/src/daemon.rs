//! The daemon: this program once more, in a session of its own. It says on its standard output when the mount can be used;
//! until then its standard error is that of whoever mounts.

use std::io::{Read, Write};
use std::path::Path;
use std::process::{Command, ExitCode, Stdio};

use anyhow::Context;

/// What the daemon says.
const READY: &[u8] = b"ready\n";
/// The hidden option that makes the program the daemon.
pub(crate) const OPTION: &str = "--as-daemon";

/// Starts the daemon and waits until the mount can be used, or the daemon has ended: then its exit code is given, and it has
/// said why.
pub(crate) fn start() -> anyhow::Result<ExitCode> {
    let own = std::env::current_exe().context("cannot find this program's own file")?;
    let mut daemon = Command::new(&own)
        .arg(OPTION)
        .args(std::env::args_os().skip(1))
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()
        .with_context(|| format!("cannot run {}", own.display()))?;
    let mut said = Vec::new();
    if let Some(output) = daemon.stdout.take() {
        output.take(READY.len() as u64).read_to_end(&mut said).context("the daemon cannot be heard")?;
    }
    if said == READY {
        return Ok(ExitCode::SUCCESS);
    }
    let status = daemon.wait().context("the daemon is gone")?;
    eprintln!("osmia-mount: not mounted ({status})");
    Ok(ExitCode::FAILURE)
}

/// In the daemon: leaves the session of whoever started it.
pub(crate) fn begin() -> anyhow::Result<()> {
    rustix::process::setsid().context("no session of its own")?;
    std::env::set_current_dir("/").context("cannot change to /")?;
    Ok(())
}

/// In the daemon: says that the mount can be used, and lets go of what it was started with. Its log goes to `log`, or nowhere.
pub(crate) fn ready(log: Option<&Path>) -> anyhow::Result<()> {
    let null = std::fs::OpenOptions::new().write(true).open("/dev/null").context("/dev/null")?;
    let log = match log {
        Some(file) => Some(
            std::fs::OpenOptions::new()
                .create(true)
                .append(true)
                .open(file)
                .with_context(|| format!("log={}", file.display()))?,
        ),
        None => None,
    };
    let mut output = std::io::stdout();
    output.write_all(READY).and_then(|()| output.flush()).context("whoever mounts has gone")?;
    rustix::stdio::dup2_stdout(&null).context("standard output")?;
    rustix::stdio::dup2_stderr(log.as_ref().unwrap_or(&null)).context("standard error")?;
    Ok(())
}
