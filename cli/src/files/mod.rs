//! `osmia fs`: files and directories.
//!
//! Read in this order: this file (commands), `show` (ls, stat), `transfer` (put, get, cat), `change` (mkdir, rm, mv, chmod,
//! chown), `links` (ln, readlink, mknod), `xattr`, `space` (fallocate, truncate).

mod change;
mod links;
mod show;
mod space;
mod transfer;
mod xattr;

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use clap::Subcommand;

use crate::End;
use crate::output::Output;
use crate::settings::Settings;

/// Files and directories of the file system.
#[derive(Subcommand)]
#[command(after_help = "\
Paths in the file system are taken from its root, with or without a leading slash: `bees` is `/bees`, wherever you are.")]
pub(crate) enum Fs {
    /// List directories
    Ls(show::Ls),
    /// Show the attributes of files and directories
    Stat(show::Stat),
    /// Make directories
    Mkdir(change::Mkdir),
    /// Copy local files into the file system
    Put(transfer::Put),
    /// Copy files out of the file system
    Get(transfer::Get),
    /// Write files to standard output
    Cat(transfer::Cat),
    /// Remove files and directories
    Rm(change::Rm),
    /// Give files and directories other names
    Mv(change::Mv),
    /// Set permissions
    Chmod(change::Chmod),
    /// Set owner and group
    Chown(change::Chown),
    /// Give files further names, or make symbolic links
    Ln(links::Ln),
    /// Show what symbolic links say
    Readlink(links::Readlink),
    /// Make fifos, sockets and devices
    Mknod(links::Mknod),
    /// Show an extended attribute
    Getxattr(xattr::Getxattr),
    /// Set an extended attribute
    Setxattr(xattr::Setxattr),
    /// Remove an extended attribute
    Removexattr(xattr::Removexattr),
    /// List extended attributes
    Listxattr(xattr::Listxattr),
    /// Give a range of a file space, take it away, or zero it
    Fallocate(space::Fallocate),
    /// Set the size of files
    Truncate(space::Truncate),
}

impl Fs {
    pub(crate) fn run(self, settings: &Settings, output: &Output) -> anyhow::Result<End> {
        let client = settings.connect()?;
        match self {
            Fs::Ls(ls) => ls.run(&client, output),
            Fs::Stat(stat) => stat.run(&client, output),
            Fs::Mkdir(mkdir) => mkdir.run(&client),
            Fs::Put(put) => put.run(&client, output),
            Fs::Get(get) => get.run(&client, output),
            Fs::Cat(cat) => cat.run(&client),
            Fs::Rm(rm) => rm.run(&client),
            Fs::Mv(mv) => mv.run(&client),
            Fs::Chmod(chmod) => chmod.run(&client),
            Fs::Chown(chown) => chown.run(&client),
            Fs::Ln(ln) => ln.run(&client),
            Fs::Readlink(readlink) => readlink.run(&client),
            Fs::Mknod(mknod) => mknod.run(&client),
            Fs::Getxattr(get) => get.run(&client),
            Fs::Setxattr(set) => set.run(&client),
            Fs::Removexattr(remove) => remove.run(&client),
            Fs::Listxattr(list) => list.run(&client),
            Fs::Fallocate(fallocate) => fallocate.run(&client),
            Fs::Truncate(truncate) => truncate.run(&client),
        }
    }
}

/// Failures of single files, told at once while the rest goes on.
#[derive(Default)]
struct Failures {
    count: usize,
}

impl Failures {
    /// Tells an error; a broken pipe of our own output ends everything.
    fn note(&mut self, result: anyhow::Result<()>) -> anyhow::Result<()> {
        match result {
            Err(error) if !crate::output::is_broken_pipe(&error) => {
                crate::output::tell(&error);
                self.count += 1;
                Ok(())
            }
            other => other,
        }
    }

    fn end(&self) -> End {
        if self.count == 0 { End::Done } else { End::Failed }
    }
}

/// `path` in the directory `dir`.
fn within(dir: &Path, name: &OsStr) -> PathBuf {
    // `join` would let an absolute name replace the directory; names hold no slash, but need not be trusted for it.
    let mut path = dir.as_os_str().to_owned();
    if !path.as_encoded_bytes().ends_with(b"/") {
        path.push("/");
    }
    path.push(name);
    path.into()
}

/// Whether the last component is `.` or `..`, as it is written: what [`Path`] gives leaves a last `.` out.
fn ends_in_dots(path: &Path) -> bool {
    let bytes = path.as_os_str().as_encoded_bytes();
    let end = bytes.iter().rposition(|&byte| byte != b'/').map_or(0, |last| last + 1);
    let name = bytes[..end].rsplit(|&byte| byte == b'/').next();
    matches!(name, Some(b"." | b".."))
}

/// Last component, as cp(1) needs it for a copy into a directory.
fn base_name(path: &Path) -> anyhow::Result<&OsStr> {
    path.file_name().ok_or_else(|| anyhow::anyhow!("{}: want a path with a last name", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A last `.` or `..` is seen however many slashes follow; names that only begin with dots are names.
    #[test]
    fn last_dots() {
        for path in [".", "..", "/.", "/..", "/a/.", "/a/..", "a/..//", "/a/.///", "/a/../.."] {
            assert!(ends_in_dots(Path::new(path)), "{path}");
        }
        for path in ["", "/", "//", "/a", "/a/", "/a/../b", "/./a", "/a/...", "/.a", "/a..", "..a/"] {
            assert!(!ends_in_dots(Path::new(path)), "{path}");
        }
    }
}
