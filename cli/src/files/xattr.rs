//! `osmia fs getxattr`, `setxattr`, `removexattr` and `listxattr`.

use std::ffi::OsString;
use std::io::Read;
use std::os::unix::ffi::OsStrExt;
use std::path::PathBuf;

use clap::Args;
use osmia_client::{Client, SetXattr};

use super::Failures;
use super::show::printable;
use crate::End;
use crate::output::write_out;

/// Shows the value of an extended attribute, as it is.
#[derive(Args)]
#[command(after_help = "\
Examples:
  osmia fs getxattr /projects/bees user.origin
  osmia fs getxattr -P /projects/current trusted.note")]
pub(crate) struct Getxattr {
    /// File or directory
    #[arg(value_name = "PATH")]
    path: PathBuf,
    /// With its namespace: user, trusted or security
    #[arg(value_name = "NAME")]
    name: OsString,
    /// Of a symbolic link itself
    #[arg(short = 'P', long)]
    no_dereference: bool,
}

/// Sets an extended attribute.
#[derive(Args)]
#[command(after_help = "\
Examples:
  osmia fs setxattr /projects/bees user.origin 'hive 7'
  osmia fs setxattr --create /projects/bees user.map - < map.bin")]
pub(crate) struct Setxattr {
    /// File or directory
    #[arg(value_name = "PATH")]
    path: PathBuf,
    /// With its namespace: user, trusted or security
    #[arg(value_name = "NAME")]
    name: OsString,
    /// Its value; - is standard input
    #[arg(value_name = "VALUE")]
    value: OsString,
    /// Fail when the attribute is there
    #[arg(long, conflicts_with = "replace")]
    create: bool,
    /// Fail when the attribute is not there
    #[arg(long)]
    replace: bool,
    /// Of a symbolic link itself
    #[arg(short = 'P', long)]
    no_dereference: bool,
}

/// Removes an extended attribute.
#[derive(Args)]
#[command(after_help = "\
Examples:
  osmia fs removexattr /projects/bees user.origin")]
pub(crate) struct Removexattr {
    /// File or directory
    #[arg(value_name = "PATH")]
    path: PathBuf,
    /// With its namespace: user, trusted or security
    #[arg(value_name = "NAME")]
    name: OsString,
    /// Of a symbolic link itself
    #[arg(short = 'P', long)]
    no_dereference: bool,
}

/// Lists the names of extended attributes, one a line.
#[derive(Args)]
#[command(after_help = "\
Examples:
  osmia fs listxattr /projects/bees")]
pub(crate) struct Listxattr {
    /// Files and directories
    #[arg(value_name = "PATH", required = true)]
    paths: Vec<PathBuf>,
    /// Of symbolic links themselves
    #[arg(short = 'P', long)]
    no_dereference: bool,
}

impl Getxattr {
    pub(crate) fn run(self, client: &Client) -> anyhow::Result<End> {
        let Getxattr { path, name, no_dereference } = &self;
        let value = if *no_dereference { client.lgetxattr(path, name) } else { client.getxattr(path, name) };
        write_out(&value?)?;
        Ok(End::Done)
    }
}

impl Setxattr {
    pub(crate) fn run(self, client: &Client) -> anyhow::Result<End> {
        let mut value = self.value.as_bytes().to_vec();
        if value == b"-" {
            value.clear();
            std::io::stdin().lock().read_to_end(&mut value)?;
        }
        let how = match (self.create, self.replace) {
            (true, _) => SetXattr::Create,
            (_, true) => SetXattr::Replace,
            _ => SetXattr::Any,
        };
        let Setxattr { path, name, .. } = &self;
        if self.no_dereference {
            client.lsetxattr(path, name, &value, how)?;
        } else {
            client.setxattr(path, name, &value, how)?;
        }
        Ok(End::Done)
    }
}

impl Removexattr {
    pub(crate) fn run(self, client: &Client) -> anyhow::Result<End> {
        let Removexattr { path, name, no_dereference } = &self;
        if *no_dereference {
            client.lremovexattr(path, name)?;
        } else {
            client.removexattr(path, name)?;
        }
        Ok(End::Done)
    }
}

impl Listxattr {
    pub(crate) fn run(self, client: &Client) -> anyhow::Result<End> {
        let mut failures = Failures::default();
        for path in &self.paths {
            let names = if self.no_dereference { client.llistxattr(path) } else { client.listxattr(path) };
            let result = names.map_err(anyhow::Error::from).and_then(|names| {
                for name in names {
                    let title = if self.paths.len() > 1 {
                        [&printable(path.as_os_str())[..], b": "].concat()
                    } else {
                        Vec::new()
                    };
                    write_out(&[&title[..], &printable(&name), b"\n"].concat())?;
                }
                Ok(())
            });
            failures.note(result)?;
        }
        Ok(failures.end())
    }
}
