//! `osmia mount` and `osmia umount`: the mount's program is started, not linked.

use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, bail};
use clap::Args;
use rustix::io::Errno;
use rustix::mount::{UnmountFlags, unmount};

use crate::End;
use crate::programs;
use crate::settings::Settings;

/// `osmia mount`
#[derive(Args)]
pub(crate) struct Mount {
    /// Where to mount
    directory: PathBuf,
    /// Options, separated by commas, as `osmia-mount --help` lists them
    #[arg(short = 'o', value_name = "OPTIONS")]
    options: Vec<String>,
    /// Serve in the foreground until unmounted
    #[arg(short, long)]
    foreground: bool,
}

/// `osmia umount`
#[derive(Args)]
pub(crate) struct Umount {
    /// Where it is mounted
    directory: PathBuf,
    /// Take it out of the tree at once, also while it is in use; files that are open stay usable
    #[arg(short, long)]
    lazy: bool,
}

impl Mount {
    pub(crate) fn run(self, settings: &Settings) -> anyhow::Result<End> {
        // Read here first: faults are told one a line.
        let (config, _) = settings.load()?;
        let program = programs::find_named("osmia-mount", "osmia-fuse")?;
        let mut mount = Command::new(&program);
        mount.arg(config).arg(&self.directory);
        for options in &self.options {
            mount.arg("-o").arg(options);
        }
        if self.foreground {
            mount.arg("--foreground");
        }
        let status = mount.status().with_context(|| format!("cannot run {}", program.display()))?;
        // It has said why.
        Ok(if status.success() { End::Done } else { End::Failed })
    }
}

impl Umount {
    pub(crate) fn run(self) -> anyhow::Result<End> {
        let directory = self.directory.display();
        let flags = if self.lazy { UnmountFlags::DETACH } else { UnmountFlags::empty() };
        match unmount(&self.directory, flags) {
            Ok(()) => Ok(End::Done),
            Err(Errno::PERM) => self.by_helper(),
            Err(Errno::INVAL) => bail!("{directory}: nothing is mounted there"),
            Err(Errno::BUSY) => {
                bail!("{directory}: it is in use; end what uses it, or take it away with --lazy")
            }
            Err(error) => Err(error).with_context(|| format!("cannot unmount {directory}")),
        }
    }

    /// For users, who may unmount what they have mounted.
    fn by_helper(&self) -> anyhow::Result<End> {
        let mut helper = Command::new("fusermount3");
        helper.arg("-u").args(self.lazy.then_some("-z")).arg("--").arg(&self.directory);
        let status =
            helper.status().context("fusermount3, which unmounts for users, does not run; install fuse3")?;
        // It has said why.
        Ok(if status.success() { End::Done } else { End::Failed })
    }
}
