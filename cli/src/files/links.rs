//! `osmia fs ln`, `readlink` and `mknod`.

use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use anyhow::bail;
use clap::{Args, ValueEnum};
use osmia_client::Client;

use super::change::octal;
use super::show::printable;
use super::transfer::{goes_into, is_remote_dir};
use super::{Failures, base_name, within};
use crate::End;
use crate::output::write_out;

/// Gives files further names, or makes symbolic links. As ln(1): to a name, or into a directory that is there.
#[derive(Args)]
#[command(after_help = "\
A symbolic link says TARGET as it is given; a relative one is taken from the link's directory when it is followed.

Examples:
  osmia fs ln /projects/bees/a.h5 /projects/wasps/a.h5
  osmia fs ln -s ../bees/a.h5 /projects/wasps/a.h5")]
pub(crate) struct Ln {
    /// What the links lead to
    #[arg(value_name = "TARGET", required = true)]
    targets: Vec<PathBuf>,
    /// The new name, or a directory for all of them
    #[arg(value_name = "LINK")]
    link: PathBuf,
    /// Symbolic links
    #[arg(short, long)]
    symbolic: bool,
    /// LINK is the new name, also when it leads to a directory
    #[arg(short = 'T', long)]
    no_target_directory: bool,
}

/// Shows what symbolic links say.
#[derive(Args)]
#[command(after_help = "\
Examples:
  osmia fs readlink /projects/current
  osmia fs readlink -z /projects/* | xargs -0 -n 1")]
pub(crate) struct Readlink {
    /// Symbolic links
    #[arg(value_name = "PATH", required = true)]
    paths: Vec<PathBuf>,
    /// A NUL behind each instead of a new line
    #[arg(short, long)]
    zero: bool,
}

/// Makes fifos, sockets and devices.
#[derive(Args)]
#[command(after_help = "\
Devices are for the super-user; MAJOR and MINOR are theirs alone.

Examples:
  osmia fs mknod /run/queue p
  osmia fs mknod -m 600 /dev/null c 1 3")]
pub(crate) struct Mknod {
    /// Where
    #[arg(value_name = "PATH")]
    path: PathBuf,
    /// What
    #[arg(value_name = "TYPE")]
    kind: Kind,
    /// Of a device
    #[arg(value_name = "MAJOR")]
    major: Option<u32>,
    /// Of a device
    #[arg(value_name = "MINOR")]
    minor: Option<u32>,
    /// Permission bits, in octal, exactly: the umask takes none of them. Without it, 666 less the umask
    #[arg(short, long, value_name = "MODE", value_parser = octal)]
    mode: Option<u32>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Kind {
    /// Fifo (named pipe)
    #[value(name = "p")]
    Fifo,
    /// Character device
    #[value(name = "c", alias = "u")]
    Character,
    /// Block device
    #[value(name = "b")]
    Block,
    /// Socket
    #[value(name = "s")]
    Socket,
}

impl Ln {
    pub(crate) fn run(self, client: &Client) -> anyhow::Result<End> {
        let into = !self.no_target_directory
            && goes_into(&self.targets, &self.link, |path| is_remote_dir(client, path))?;
        if self.no_target_directory && self.targets.len() > 1 {
            bail!("-T takes one TARGET and its LINK");
        }
        let mut failures = Failures::default();
        for target in &self.targets {
            let result = self.one(client, target, into);
            failures.note(result)?;
        }
        Ok(failures.end())
    }

    fn one(&self, client: &Client, target: &Path, into: bool) -> anyhow::Result<()> {
        let link = if into { within(&self.link, base_name(target)?) } else { self.link.clone() };
        if self.symbolic {
            client.symlink(target, link)?;
        } else {
            client.hard_link(target, link)?;
        }
        Ok(())
    }
}

impl Readlink {
    pub(crate) fn run(self, client: &Client) -> anyhow::Result<End> {
        let mut failures = Failures::default();
        for path in &self.paths {
            let result = client.read_link(path).map_err(anyhow::Error::from).and_then(|target| {
                let end: &[u8] = if self.zero { b"\0" } else { b"\n" };
                let said = target.as_os_str();
                let said = if self.zero { said.as_bytes().to_vec() } else { printable(said) };
                write_out(&[&said, end].concat())
            });
            failures.note(result)?;
        }
        Ok(failures.end())
    }
}

impl Mknod {
    pub(crate) fn run(self, client: &Client) -> anyhow::Result<End> {
        let is_device = matches!(self.kind, Kind::Character | Kind::Block);
        let rdev = match (self.major, self.minor) {
            (Some(major), Some(minor)) if is_device => libc::makedev(major, minor),
            (None, None) if !is_device => 0,
            _ if is_device => bail!("a device needs MAJOR and MINOR"),
            _ => bail!("MAJOR and MINOR are for devices, types c and b"),
        };
        let kind = match self.kind {
            Kind::Fifo => libc::S_IFIFO,
            Kind::Character => libc::S_IFCHR,
            Kind::Block => libc::S_IFBLK,
            Kind::Socket => libc::S_IFSOCK,
        };
        client.mknod(&self.path, kind | self.mode.unwrap_or(0o666), rdev)?;
        if let Some(mode) = self.mode {
            // The umask has taken some away.
            client.chmod(&self.path, mode)?;
        }
        Ok(End::Done)
    }
}
