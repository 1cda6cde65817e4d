//! `osmia fs mkdir`, `rm`, `mv`, `chmod` and `chown`.

use std::ffi::{OsStr, OsString};
use std::path::{Component, Path, PathBuf};

use anyhow::bail;
use clap::Args;
use osmia_client::{Client, FileKind};

use super::{Failures, base_name, ends_in_dots, within};
use crate::End;

/// Makes directories.
#[derive(Args)]
#[command(after_help = "\
Examples:
  osmia fs mkdir /projects
  osmia fs mkdir -p -m 750 /projects/bees/raw
  osmia fs mkdir -m 1777 /scratch")]
pub(crate) struct Mkdir {
    /// Directories
    #[arg(value_name = "PATH", required = true)]
    paths: Vec<PathBuf>,
    /// Also those above it; one that is there already is no failure
    #[arg(short, long)]
    parents: bool,
    /// Permission bits, in octal, exactly: the umask takes none of them. Without it, and for those above, 777 less the umask
    #[arg(short, long, value_name = "MODE", value_parser = octal)]
    mode: Option<u32>,
}

/// Removes files, and with -r directories.
#[derive(Args)]
#[command(after_help = "\
Examples:
  osmia fs rm /projects/bees/old.h5
  osmia fs rm -r /scratch/run-1")]
pub(crate) struct Rm {
    /// Files and directories
    #[arg(value_name = "PATH", required = true)]
    paths: Vec<PathBuf>,
    /// Directories with all that is in them
    #[arg(short, long, visible_short_alias = 'R')]
    recursive: bool,
    /// What is not there is no failure
    #[arg(short, long)]
    force: bool,
}

/// Gives files and directories other names. As mv(1): to a name, or into a directory that is there.
#[derive(Args)]
#[command(after_help = "\
Examples:
  osmia fs mv /projects/bees /projects/wasps
  osmia fs mv /in/a /in/b /out
  osmia fs mv --exchange /releases/current /releases/next")]
pub(crate) struct Mv {
    /// Files and directories
    #[arg(value_name = "SOURCE", required = true)]
    sources: Vec<PathBuf>,
    /// Where to
    #[arg(value_name = "DESTINATION")]
    destination: PathBuf,
    /// Never replace what is there: it fails then
    #[arg(short, long, visible_alias = "no-replace")]
    no_clobber: bool,
    /// The one SOURCE and DESTINATION, both there, get each other's name, in one step
    #[arg(long, conflicts_with = "no_clobber")]
    exchange: bool,
}

/// Sets permissions.
#[derive(Args)]
#[command(after_help = "\
Examples:
  osmia fs chmod 1777 /scratch
  osmia fs chmod 640 /projects/bees/a.h5 /projects/bees/b.h5")]
pub(crate) struct Chmod {
    /// Permission bits, in octal
    #[arg(value_name = "MODE", value_parser = octal)]
    mode: u32,
    /// Files and directories
    #[arg(value_name = "PATH", required = true)]
    paths: Vec<PathBuf>,
}

/// Sets owner and group.
#[derive(Args)]
#[command(after_help = "\
Users and groups are numbers, as the servers keep them; id(1) tells them.

Examples:
  osmia fs chown 1000 /projects/bees
  osmia fs chown 1000:100 /projects/bees
  osmia fs chown :100 /projects")]
pub(crate) struct Chown {
    /// Owner, :group, or both
    #[arg(value_name = "UID[:GID]", value_parser = owner)]
    owner: Owner,
    /// Files and directories
    #[arg(value_name = "PATH", required = true)]
    paths: Vec<PathBuf>,
}

/// Whom something is to belong to; what is not given stays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Owner {
    uid: Option<u32>,
    gid: Option<u32>,
}

fn owner(text: &str) -> Result<Owner, String> {
    // The largest number is no id: chown(2).
    let id = |text: &str| text.parse().ok().filter(|id| *id != u32::MAX);
    let ids = match text.split_once(':') {
        None => id(text).map(|uid| (Some(uid), None)),
        Some(("", gid)) => id(gid).map(|gid| (None, Some(gid))),
        Some((uid, gid)) => id(uid).zip(id(gid)).map(|(uid, gid)| (Some(uid), Some(gid))),
    };
    let (uid, gid) = ids.ok_or("want UID, UID:GID or :GID, as numbers from 0 to 4294967294")?;
    Ok(Owner { uid, gid })
}

/// Permission bits of a new directory, of which the umask is taken.
const DIR_MODE: u32 = 0o777;

pub(super) fn octal(text: &str) -> Result<u32, String> {
    u32::from_str_radix(text, 8)
        .ok()
        .filter(|mode| *mode <= 0o7777)
        .ok_or_else(|| "want an octal number from 0 to 7777".into())
}

impl Mkdir {
    pub(crate) fn run(self, client: &Client) -> anyhow::Result<End> {
        let mut failures = Failures::default();
        for path in &self.paths {
            let result = if self.parents {
                self.with_parents(client, path)
            } else {
                self.make(client, path).map_err(|error| explain(client, path, error))
            };
            failures.note(result)?;
        }
        Ok(failures.end())
    }

    /// As mkdir(1): a mode that is asked for is the directory's, also what the umask would take.
    fn make(&self, client: &Client, path: &Path) -> osmia_client::Result<()> {
        client.mkdir(path, self.mode.unwrap_or(DIR_MODE))?;
        self.mode.map_or(Ok(()), |mode| client.chmod(path, mode))
    }

    fn with_parents(&self, client: &Client, path: &Path) -> anyhow::Result<()> {
        let mut so_far = PathBuf::from("/");
        let names: Vec<&OsStr> = path
            .components()
            .filter_map(|part| match part {
                Component::Normal(name) => Some(name),
                Component::ParentDir => Some(OsStr::new("..")),
                _ => None,
            })
            .collect();
        for (i, name) in names.iter().enumerate() {
            so_far = within(&so_far, name);
            let is_last = i + 1 == names.len();
            let made = if is_last { self.make(client, &so_far) } else { client.mkdir(&so_far, DIR_MODE) };
            match made {
                Ok(()) => {}
                Err(error) if error.errno() == libc::EEXIST && client.stat(&so_far)?.is_dir() => {}
                Err(error) => return Err(error.into()),
            }
        }
        Ok(())
    }
}

impl Chmod {
    pub(crate) fn run(self, client: &Client) -> anyhow::Result<End> {
        each(&self.paths, |path| client.chmod(path, self.mode))
    }
}

impl Chown {
    pub(crate) fn run(self, client: &Client) -> anyhow::Result<End> {
        each(&self.paths, |path| client.chown(path, self.owner.uid, self.owner.gid))
    }
}

/// Does the same with each path; what fails is told, and the others are done all the same.
fn each(paths: &[PathBuf], change: impl Fn(&Path) -> osmia_client::Result<()>) -> anyhow::Result<End> {
    let mut failures = Failures::default();
    for path in paths {
        failures.note(change(path).map_err(anyhow::Error::from))?;
    }
    Ok(failures.end())
}

/// Why a directory cannot be made: of those above it, the first that is not there.
fn explain(client: &Client, path: &Path, error: osmia_client::Error) -> anyhow::Error {
    if error.errno() != libc::ENOENT {
        return error.into();
    }
    let is_missing = |dir: &&Path| client.stat(dir).is_err_and(|error| error.errno() == libc::ENOENT);
    // From the root down.
    let above: Vec<&Path> = path.ancestors().skip(1).filter(|dir| !dir.as_os_str().is_empty()).collect();
    match above.into_iter().rev().find(is_missing) {
        Some(missing) => {
            anyhow::anyhow!("{error}; {} is not there: give -p to make it too", missing.display())
        }
        None => error.into(),
    }
}

impl Rm {
    pub(crate) fn run(self, client: &Client) -> anyhow::Result<End> {
        let mut failures = Failures::default();
        for path in &self.paths {
            let result = self.one(client, path, &mut failures);
            failures.note(result)?;
        }
        Ok(failures.end())
    }

    fn one(&self, client: &Client, path: &Path, failures: &mut Failures) -> anyhow::Result<()> {
        if path.components().all(|part| matches!(part, Component::RootDir | Component::CurDir)) {
            bail!("the root directory cannot be removed");
        }
        // rm(1) as well: what is in it would be gone by the time that it cannot be removed itself.
        if ends_in_dots(path) {
            bail!("refusing to remove '.' or '..' directory: skipping {}", path.display());
        }
        match client.unlink(path) {
            Ok(()) => Ok(()),
            Err(error) if error.errno() == libc::ENOENT && self.force => Ok(()),
            Err(error) if error.errno() == libc::EISDIR => {
                if !self.recursive {
                    bail!("{} is a directory; give -r to remove it with all that is in it", path.display());
                }
                remove_tree(client, path, failures)
            }
            Err(error) => Err(error.into()),
        }
    }
}

/// Removes what is in a directory, then it. What cannot be removed is told, and the rest goes on.
fn remove_tree(client: &Client, path: &Path, failures: &mut Failures) -> anyhow::Result<()> {
    let before = failures.count;
    for entry in client.read_dir_names(path)? {
        let entry = entry?;
        let below = within(path, entry.name());
        let result = match entry.kind() {
            FileKind::Directory => remove_tree(client, &below, failures),
            _ => client.unlink(&below).map_err(Into::into),
        };
        let result = result.or_else(|error| {
            // Somebody else was faster.
            let gone =
                error.downcast_ref().is_some_and(|error: &osmia_client::Error| error.errno() == libc::ENOENT);
            if gone { Ok(()) } else { Err(error) }
        });
        failures.note(result)?;
    }
    if failures.count == before {
        client.rmdir(path)?;
    }
    Ok(())
}

impl Mv {
    pub(crate) fn run(self, client: &Client) -> anyhow::Result<End> {
        let Mv { sources, destination, .. } = &self;
        if self.exchange {
            let [source] = &sources[..] else { bail!("--exchange takes one SOURCE and one DESTINATION") };
            client
                .rename_exchange(source, destination)
                .map_err(|error| of_both(error, source, destination))?;
            return Ok(End::Done);
        }
        let into = match client.stat(destination) {
            Ok(metadata) => metadata.is_dir(),
            Err(error) if error.errno() == libc::ENOENT => false,
            Err(error) => return Err(error.into()),
        };
        if sources.len() > 1 && !into {
            bail!("{} is not a directory that is there", destination.display());
        }
        let mut failures = Failures::default();
        for source in sources {
            let result = Mv::target(source, destination, into).and_then(|to| self.one(client, source, &to));
            failures.note(result)?;
        }
        Ok(failures.end())
    }

    /// What a source is to be called.
    fn target(source: &Path, destination: &Path, into: bool) -> anyhow::Result<PathBuf> {
        // rename(2) refuses both, with an errno that does not say why.
        if ends_in_dots(source) {
            bail!("refusing to move '.' or '..' directory: skipping {}", source.display());
        }
        Ok(if into { within(destination, base_name(source)?) } else { destination.to_owned() })
    }

    fn one(&self, client: &Client, from: &Path, to: &Path) -> anyhow::Result<()> {
        let renamed =
            if self.no_clobber { client.rename_noreplace(from, to) } else { client.rename(from, to) };
        match renamed {
            Ok(()) => Ok(()),
            // Before the servers find that it is, they may find that what lies between is missing.
            Err(error)
                if matches!(error.errno(), libc::EINVAL | libc::ENOENT)
                    && is_within(to, from)
                    && client.lstat(from).is_ok_and(|metadata| metadata.is_dir()) =>
            {
                Err(into_itself(from, to))
            }
            Err(error) => Err(of_both(error, from, to)),
        }
    }
}

/// Whether `path` names something below `dir`, as far as names tell: symbolic links may lead elsewhere.
fn is_within(path: &Path, dir: &Path) -> bool {
    let names = |path: &Path| {
        let mut names: Vec<OsString> = Vec::new();
        for part in path.components() {
            match part {
                Component::Normal(name) => names.push(name.to_owned()),
                Component::ParentDir => drop(names.pop()),
                _ => {}
            }
        }
        names
    };
    let (path, dir) = (names(path), names(dir));
    path.len() > dir.len() && path.starts_with(&dir)
}

fn into_itself(from: &Path, to: &Path) -> anyhow::Error {
    anyhow::anyhow!("{} cannot be moved into itself: {} lies below it", from.display(), to.display())
}

/// A failed rename, with both paths: the error may name one, and the other be at fault.
fn of_both(error: osmia_client::Error, from: &Path, to: &Path) -> anyhow::Error {
    let named = error.to_string().contains(&format!("{from:?} to {to:?}"));
    let error = anyhow::Error::from(error);
    if named { error } else { error.context(format!("{} to {}", from.display(), to.display())) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Something is below a directory by its names, however they are written; a directory is not below itself.
    #[test]
    fn below() {
        for (path, dir) in
            [("/a/b", "/a"), ("a/b/c", "/a/b/"), ("/a/./b", "a"), ("/a", "/"), ("/b/../a/c/../d", "/a")]
        {
            assert!(is_within(Path::new(path), Path::new(dir)), "{path} {dir}");
        }
        for (path, dir) in
            [("/a", "/a"), ("/ab/c", "/a"), ("/b/a/c", "/a"), ("/a", "/a/b"), ("/a/../b", "/a")]
        {
            assert!(!is_within(Path::new(path), Path::new(dir)), "{path} {dir}");
        }
    }
}
