//! A mount, from connecting to the cluster to the end.

use std::convert::Infallible;
use std::os::fd::AsFd;
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::mpsc;

use anyhow::{Context, bail};
use fuser::{Config, MountOption, Session, SessionACL};
use osmia_client::{Client, ClientOptions};
use rustix::io::Errno;
use rustix::mount::{UnmountFlags, unmount};
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};

use crate::fs::Osmia;
use crate::mountinfo;
use crate::options::Options;

/// Mounts and serves until the file system is unmounted. Calls `ready` when it is mounted and can be used.
///
/// # Errors
/// When it cannot be mounted; the reason names what would be right.
pub(crate) fn serve(
    source: &str,
    directory: &Path,
    options: &Options,
    ready: impl FnOnce() -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let directory = mount_point(directory)?;
    let client = connect(source, options)?;
    let signals = Signals::catch()?;
    let (ended, end) = mpsc::channel::<Infallible>();
    let file_system = Osmia::new(client.clone(), options.clone(), ended);
    let session = Session::new(file_system, &directory, &config(source, options))
        .with_context(|| format!("cannot mount at {}", directory.display()))?;
    let device = mountinfo::device_at(&directory);
    let running = session.spawn().context("no threads to serve requests")?;
    // What it would do when it is dropped is to unmount whatever is mounted at the directory by then; it ends when the kernel
    // says that this mount has ended, and is waited for by `end`.
    std::mem::forget(running);
    std::thread::Builder::new()
        .name("signals".to_owned())
        .spawn({
            let directory = directory.clone();
            move || signals.unmount_at(&directory)
        })
        .context("no thread for signals")?;
    ready()?;
    tracing::info!(directory = %directory.display(), "mounted");
    // The sender is never used: it is dropped with the file system.
    let Err(mpsc::RecvError) = end.recv();
    if device.is_some() && mountinfo::device_at(&directory) == device {
        // Nobody serves it any more.
        tracing::error!("the threads that serve requests have failed; unmounting");
        detach(&directory)?;
    }
    client.shutdown().context("mounted no more, but the client was not shut down cleanly")
}

/// The directory as the kernel will name it.
fn mount_point(directory: &Path) -> anyhow::Result<PathBuf> {
    let found = directory
        .canonicalize()
        .with_context(|| format!("{}: no directory to mount at", directory.display()))?;
    if !found.is_dir() {
        bail!("{}: not a directory", found.display());
    }
    Ok(found)
}

/// A source is an address, or a configuration file.
fn connect(source: &str, options: &Options) -> anyhow::Result<Client> {
    let client_options = ClientOptions {
        attempt_ms: options.attempt_ms,
        give_up_ms: options.give_up_ms,
        transport: options.transport,
        // The kernel has applied that of whoever makes a request.
        umask: Some(0),
        ..ClientOptions::default()
    };
    let connected = if source.starts_with("tcp://") || source.starts_with("shm://") {
        Client::connect_to(source, client_options)
    } else {
        Client::connect_with(source, client_options)
    };
    connected.with_context(|| format!("cannot use the cluster of {source}"))
}

fn config(source: &str, options: &Options) -> Config {
    let flag = |on: bool, yes: MountOption, no: MountOption| if on { yes } else { no };
    let mut config = Config::default();
    config.mount_options = vec![
        MountOption::FSName(source.replace(',', "_")),
        MountOption::Subtype("osmia".to_owned()),
        // Nobody asks for the open of a fifo, socket or device: the kernel alone can check it.
        MountOption::DefaultPermissions,
        flag(options.read_only, MountOption::RO, MountOption::RW),
        flag(options.suid, MountOption::Suid, MountOption::NoSuid),
        flag(options.dev, MountOption::Dev, MountOption::NoDev),
        flag(options.exec, MountOption::Exec, MountOption::NoExec),
    ];
    let others = options.allow_other.unwrap_or_else(|| rustix::process::geteuid().is_root());
    config.acl = if others { SessionACL::All } else { SessionACL::Owner };
    config.n_threads = Some(options.threads);
    config.clone_fd = true;
    config
}

/// Takes the mount out of the tree at once; files that are open stay usable until they are closed.
fn detach(directory: &Path) -> anyhow::Result<()> {
    match unmount(directory, UnmountFlags::DETACH) {
        Ok(()) => Ok(()),
        Err(Errno::PERM) => {
            let helper = Command::new("fusermount3").args(["-u", "-z", "--"]).arg(directory).status();
            let status = helper.context("fusermount3, which unmounts for users, does not run")?;
            if !status.success() {
                bail!("fusermount3 did not unmount {} ({status})", directory.display());
            }
            Ok(())
        }
        Err(error) => Err(error).with_context(|| format!("cannot unmount {}", directory.display())),
    }
}

/// SIGINT, SIGTERM and SIGHUP, caught from now on.
struct Signals(UnixStream);

impl Signals {
    fn catch() -> anyhow::Result<Signals> {
        let (receive, send) = UnixStream::pair()?;
        for signal in [SIGINT, SIGTERM, SIGHUP] {
            signal_hook::low_level::pipe::register(signal, send.try_clone()?)?;
        }
        Ok(Signals(receive))
    }

    /// Unmounts at the first signal, and ends the process at the second, which then fails whoever uses its files.
    fn unmount_at(self, directory: &Path) {
        self.wait();
        match detach(directory) {
            Ok(()) => tracing::info!("unmounted; serving what is still open"),
            Err(error) => tracing::error!("{error:#}"),
        }
        self.wait();
        tracing::error!("ended by a second signal; what was still open is cut off");
        std::process::exit(1);
    }

    fn wait(&self) {
        let mut byte = [0];
        while rustix::io::read(self.0.as_fd(), &mut byte) == Err(Errno::INTR) {}
    }
}
