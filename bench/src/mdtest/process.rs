//! Ranks as processes: this program again, each with a socket to the coordinator as its standard input.

use std::io::{BufRead, BufReader, Write};
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::net::UnixStream;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Sender, channel};

use anyhow::Context;
use serde::{Deserialize, Serialize};

use super::options::Options;
use super::plan::Plan;
use super::rank;
use super::team::{Answer, Coordinator, Link, Observer, Outcome, Report, Stopped};

/// First argument of a rank process.
pub const RANK_COMMAND: &str = "mdtest-rank";

#[derive(Serialize, Deserialize)]
struct Setup {
    rank: u32,
    options: Options,
}

/// Starts the ranks, coordinates them and waits for their end.
pub(super) fn run_processes(options: &Options, observer: &mut dyn Observer) -> anyhow::Result<Outcome> {
    let program = match &options.program {
        Some(program) => program.clone(),
        None => std::env::current_exe().context("finding this program to start ranks")?,
    };
    let (reports_tx, reports) = channel();
    let mut children = Children::default();
    let mut streams = Vec::new();
    for rank in 0..options.ranks {
        let (ours, theirs) = UnixStream::pair().context("a socket to a rank")?;
        let child = Command::new(&program)
            .arg(RANK_COMMAND)
            .stdin(Stdio::from(OwnedFd::from(theirs)))
            // What libraries print must not get into the table.
            .stdout(Stdio::from(std::io::stderr().as_fd().try_clone_to_owned().context("standard error")?))
            .spawn()
            .with_context(|| format!("starting rank {rank}: {}", program.display()))?;
        children.0.push(child);
        let mut writer = ours.try_clone().context("a socket to a rank")?;
        write_line(&mut writer, &Setup { rank, options: options.clone() })
            .context("sending a rank its options")?;
        streams.push(writer);
        read_reports(rank, ours, reports_tx.clone())?;
    }
    drop(reports_tx);
    let mut coordinator = Coordinator::new(options.ranks, observer);
    coordinator.run(&reports, &mut |rank, answer| {
        // A rank that is gone is seen by its reader.
        let _ = write_line(&mut streams[rank], &answer);
    });
    let outcome = coordinator.finish();
    if outcome.is_ok() {
        children.wait();
    }
    outcome
}

/// One thread per rank passes its reports on.
fn read_reports(rank: u32, stream: UnixStream, reports: Sender<(u32, Report)>) -> anyhow::Result<()> {
    let reader = move || {
        let mut lines = BufReader::new(stream).lines();
        let why = loop {
            match lines.next() {
                Some(Ok(line)) => match serde_json::from_str(&line) {
                    Ok(report) => {
                        if reports.send((rank, report)).is_err() {
                            return;
                        }
                    }
                    Err(error) => break format!("its report is not understood: {error}"),
                },
                Some(Err(error)) => break error.to_string(),
                None => break "its process ended".to_string(),
            }
        };
        let _ = reports.send((rank, Report::Gone(why)));
    };
    std::thread::Builder::new()
        .name(format!("reports-{rank}"))
        .spawn(reader)
        .context("a thread for a rank")?;
    Ok(())
}

/// Rank processes; those still there are ended when this is dropped.
#[derive(Default)]
struct Children(Vec<Child>);

impl Children {
    fn wait(&mut self) {
        for mut child in self.0.drain(..) {
            let _ = child.wait();
        }
    }
}

impl Drop for Children {
    fn drop(&mut self) {
        for child in &mut self.0 {
            let _ = child.kill();
        }
        self.wait();
    }
}

/// The whole life of a rank process.
///
/// # Errors
/// When standard input is not a coordinator's socket.
pub fn rank_main() -> anyhow::Result<()> {
    // A driver that is killed must not leave ranks behind in the middle of a phase.
    rustix::process::set_parent_process_death_signal(Some(rustix::process::Signal::KILL))
        .context("asking to end with the driver")?;
    let socket = std::io::stdin().as_fd().try_clone_to_owned().context("the coordinator's socket")?;
    let stream = UnixStream::from(socket);
    let mut reader = BufReader::new(stream.try_clone().context("the coordinator's socket")?);
    let mut line = String::new();
    reader.read_line(&mut line).context("standard input is no coordinator's socket")?;
    let setup: Setup = serde_json::from_str(&line).context("a rank is started by the driver, not by hand")?;
    let plan = Plan::new(&setup.options)?;
    rank::run(setup.rank, &setup.options, &plan, &mut ProcessLink { reader, writer: stream });
    Ok(())
}

struct ProcessLink {
    reader: BufReader<UnixStream>,
    writer: UnixStream,
}

impl Link for ProcessLink {
    fn send(&mut self, report: Report) -> Result<(), Stopped> {
        write_line(&mut self.writer, &report).map_err(|_| Stopped)
    }

    fn receive(&mut self) -> Result<Answer, Stopped> {
        let mut line = String::new();
        match self.reader.read_line(&mut line) {
            Ok(bytes) if bytes > 0 => serde_json::from_str(&line).map_err(|_| Stopped),
            _ => Err(Stopped),
        }
    }
}

fn write_line(stream: &mut UnixStream, message: &impl Serialize) -> std::io::Result<()> {
    let mut line = serde_json::to_vec(message)?;
    line.push(b'\n');
    stream.write_all(&line)
}
