//! `osmia fs ls` and `osmia fs stat`.

use std::ffi::{OsStr, OsString};
use std::io::IsTerminal;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use clap::Args;
use osmia_client::{Client, DirEntry, FileKind, Metadata, Timestamp};
use serde::Serialize;

use super::{Failures, within};
use crate::End;
use crate::output::{Output, human_bytes, write_out};

/// Lists directories, sorted by name.
#[derive(Args)]
#[command(after_help = "\
With --json, one object a line. Times are in UTC; owners and groups are numbers. On a terminal, control characters
in names are shown as `?`; elsewhere names are written as they are.

Examples:
  osmia fs ls
  osmia fs ls -l /projects
  osmia fs ls -R --json /projects
  osmia fs ls -U /a-million-files | head")]
pub(crate) struct Ls {
    /// What to list; the root unless given
    #[arg(value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// With mode, links, owner, group, size and time
    #[arg(short, long)]
    long: bool,
    /// Sizes with units
    #[arg(short = 'H', long)]
    human: bool,
    /// A directory itself, not what is in it
    #[arg(short, long)]
    directory: bool,
    /// Also what is in subdirectories
    #[arg(short = 'R', long)]
    recursive: bool,
    /// As the server lists it, unsorted: needs no memory for large directories
    #[arg(short = 'U', long)]
    unsorted: bool,
}

/// Shows attributes, of symbolic links themselves.
#[derive(Args)]
#[command(after_help = "\
Examples:
  osmia fs stat /projects/bees
  osmia fs stat --json /projects/bees")]
pub(crate) struct Stat {
    /// What to show
    #[arg(value_name = "PATH", required = true)]
    paths: Vec<PathBuf>,
}

/// What is known of one file or directory.
#[derive(Serialize)]
struct Shown {
    path: String,
    /// The path's bytes in hexadecimal, when they are not UTF-8.
    #[serde(skip_serializing_if = "Option::is_none")]
    path_hex: Option<String>,
    kind: &'static str,
    inode: u64,
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    attributes: Option<Attributes>,
}

#[derive(Serialize)]
struct Attributes {
    mode: u32,
    nlink: u32,
    uid: u32,
    gid: u32,
    size_bytes: u64,
    blocks: u64,
    /// Nanoseconds since the epoch.
    atime_ns: i64,
    mtime_ns: i64,
    ctime_ns: i64,
    btime_ns: i64,
}

impl Shown {
    fn new(path: &Path, kind: &'static str, inode: u64, metadata: Option<&Metadata>) -> Shown {
        let bytes = path.as_os_str().as_bytes();
        let hex = || bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        Shown {
            path: path.to_string_lossy().into_owned(),
            path_hex: std::str::from_utf8(bytes).is_err().then(hex),
            kind,
            inode,
            attributes: metadata.map(|metadata| Attributes {
                mode: metadata.permissions(),
                nlink: metadata.nlink,
                uid: metadata.uid,
                gid: metadata.gid,
                size_bytes: metadata.size,
                blocks: metadata.blocks,
                atime_ns: metadata.atime.0,
                mtime_ns: metadata.mtime.0,
                ctime_ns: metadata.ctime.0,
                btime_ns: metadata.btime.0,
            }),
        }
    }
}

fn word(kind: FileKind) -> &'static str {
    match kind {
        FileKind::File => "file",
        FileKind::Directory => "directory",
        FileKind::Symlink => "symlink",
        FileKind::Fifo => "fifo",
        FileKind::Socket => "socket",
        FileKind::CharDevice => "character device",
        FileKind::BlockDevice => "block device",
        FileKind::Other => "other",
    }
}

impl Ls {
    pub(crate) fn run(mut self, client: &Client, output: &Output) -> anyhow::Result<End> {
        if self.paths.is_empty() {
            self.paths.push("/".into());
        }
        let mut failures = Failures::default();
        let mut listing = Listing { ls: &self, client, output, printed: false, titles: false };
        listing.titles = self.paths.len() > 1 || self.recursive;
        for path in &self.paths {
            let result = listing.path(path, &mut failures);
            failures.note(result)?;
        }
        Ok(failures.end())
    }
}

struct Listing<'a> {
    ls: &'a Ls,
    client: &'a Client,
    output: &'a Output,
    /// Something has been printed.
    printed: bool,
    /// Directories are listed below their names.
    titles: bool,
}

impl Listing<'_> {
    fn path(&mut self, path: &Path, failures: &mut Failures) -> anyhow::Result<()> {
        // As ls(1): what a link leads to is listed, unless it is the link that is asked about.
        let itself = self.ls.long || self.ls.directory;
        let metadata = if itself { self.client.lstat(path)? } else { self.client.stat(path)? };
        if metadata.is_dir() && !self.ls.directory {
            return self.directory(path, failures);
        }
        self.line(path, path.as_os_str(), word(metadata.kind()), metadata.id.0, Some(&metadata))
    }

    fn directory(&mut self, path: &Path, failures: &mut Failures) -> anyhow::Result<()> {
        if self.titles && !self.output.json {
            let gap = if self.printed { "\n" } else { "" };
            write_out(&[gap.as_bytes(), &printable(path.as_os_str()), b":\n"].concat())?;
            self.printed = true;
        }
        let entries = self.client.read_dir(path)?;
        let mut below: Vec<OsString> = Vec::new();
        let mut show = |listing: &mut Self, entry: DirEntry, failures: &mut Failures| -> anyhow::Result<()> {
            if listing.ls.recursive && entry.kind() == FileKind::Directory {
                below.push(entry.name().to_owned());
            }
            let shown = listing.entry(path, &entry);
            failures.note(shown)
        };
        if self.ls.unsorted {
            for entry in entries {
                show(self, entry?, failures)?;
            }
        } else {
            let mut all = entries.collect::<Result<Vec<DirEntry>, _>>()?;
            all.sort_by(|a, b| a.name().cmp(b.name()));
            for entry in all {
                show(self, entry, failures)?;
            }
        }
        for name in below {
            let result = self.directory(&within(path, &name), failures);
            failures.note(result)?;
        }
        Ok(())
    }

    fn entry(&mut self, dir: &Path, entry: &DirEntry) -> anyhow::Result<()> {
        let path = within(dir, entry.name());
        let mut metadata = entry.metadata().copied();
        if metadata.is_none() && (self.ls.long || self.output.json) {
            // The directory's server does not hold them.
            match self.client.lstat(&path) {
                Ok(known) => metadata = Some(known),
                Err(error) if error.errno() == libc::ENOENT => return Ok(()),
                Err(error) => return Err(error.into()),
            }
        }
        self.line(&path, entry.name(), word(entry.kind()), entry.id().0, metadata.as_ref())
    }

    fn line(
        &mut self,
        path: &Path,
        name: &OsStr,
        kind: &'static str,
        inode: u64,
        metadata: Option<&Metadata>,
    ) -> anyhow::Result<()> {
        self.printed = true;
        if self.output.json {
            return self.output.json_line(&Shown::new(path, kind, inode, metadata));
        }
        let mut line = Vec::new();
        if let Some(metadata) = metadata.filter(|_| self.ls.long) {
            let size = if self.ls.human { human_bytes(metadata.size) } else { metadata.size.to_string() };
            line.extend_from_slice(
                format!(
                    "{} {:>4} {:>5} {:>5} {size:>12} {} ",
                    mode_text(metadata.mode),
                    metadata.nlink,
                    metadata.uid,
                    metadata.gid,
                    time_text(metadata.mtime)
                )
                .as_bytes(),
            );
        }
        line.extend_from_slice(&printable(name));
        if self.ls.long && kind == word(FileKind::Symlink) {
            // It may be gone by now.
            if let Ok(target) = self.client.read_link(path) {
                line.extend_from_slice(&[b" -> ", &printable(target.as_os_str())[..]].concat());
            }
        }
        line.push(b'\n');
        write_out(&line)
    }
}

impl Stat {
    pub(crate) fn run(self, client: &Client, output: &Output) -> anyhow::Result<End> {
        let mut failures = Failures::default();
        for path in &self.paths {
            let result = client.lstat(path).map_err(anyhow::Error::from).and_then(|metadata| {
                if output.json {
                    return output.json_line(&Shown::new(
                        path,
                        word(metadata.kind()),
                        metadata.id.0,
                        Some(&metadata),
                    ));
                }
                let mut text = b"  path: ".to_vec();
                text.extend_from_slice(&printable(path.as_os_str()));
                text.extend_from_slice(describe(&metadata).as_bytes());
                write_out(&text)
            });
            failures.note(result)?;
        }
        Ok(failures.end())
    }
}

fn describe(metadata: &Metadata) -> String {
    format!(
        "\n  kind: {}, {} bytes, {} blocks\n inode: {}, {} links\n  mode: {:04o} {}, owner {}, group {}\n\
         access: {}\nchange: {} (content), {} (attributes)\n birth: {}\n",
        word(metadata.kind()),
        metadata.size,
        metadata.blocks,
        metadata.id.0,
        metadata.nlink,
        metadata.permissions(),
        mode_text(metadata.mode),
        metadata.uid,
        metadata.gid,
        time_text(metadata.atime),
        time_text(metadata.mtime),
        time_text(metadata.ctime),
        time_text(metadata.btime)
    )
}

/// A name as it may go to a terminal, which must not take commands from it; elsewhere as it is.
pub(super) fn printable(name: &OsStr) -> Vec<u8> {
    if std::io::stdout().is_terminal() { harmless(name).into_bytes() } else { name.as_bytes().to_vec() }
}

/// Control characters as `?`, as ls(1) has it, and what is no character as U+FFFD.
fn harmless(name: &OsStr) -> String {
    let shown = |c: char| if c.is_control() { '?' } else { c };
    name.to_string_lossy().chars().map(shown).collect()
}

/// As ls(1) has it: `drwxr-xr-x`.
fn mode_text(mode: u32) -> String {
    let kind = match mode & libc::S_IFMT {
        libc::S_IFDIR => 'd',
        libc::S_IFLNK => 'l',
        libc::S_IFREG => '-',
        libc::S_IFIFO => 'p',
        libc::S_IFSOCK => 's',
        libc::S_IFCHR => 'c',
        libc::S_IFBLK => 'b',
        _ => '?',
    };
    let mut text = String::from(kind);
    let special = [(libc::S_ISUID, 's', 'S'), (libc::S_ISGID, 's', 'S'), (libc::S_ISVTX, 't', 'T')];
    for (class, (bit, with_x, without_x)) in special.into_iter().enumerate() {
        let rwx = mode >> (6 - 3 * class);
        text.push(if rwx & 4 != 0 { 'r' } else { '-' });
        text.push(if rwx & 2 != 0 { 'w' } else { '-' });
        text.push(match (rwx & 1 != 0, mode & bit != 0) {
            (true, true) => with_x,
            (false, true) => without_x,
            (true, false) => 'x',
            (false, false) => '-',
        });
    }
    text
}

/// `2026-11-30 22:13:25`, in UTC.
fn time_text(time: Timestamp) -> String {
    let seconds = time.0.div_euclid(1_000_000_000);
    let (days, second) = (seconds.div_euclid(86_400), seconds.rem_euclid(86_400));
    let (year, month, day) = civil(days);
    format!("{year:04}-{month:02}-{day:02} {:02}:{:02}:{:02}", second / 3600, second / 60 % 60, second % 60)
}

/// Year, month and day of a day since 1970-01-01 (Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms",
/// civil_from_days).
fn civil(days: i64) -> (i64, i64, i64) {
    let shifted = days + 719_468;
    let era = shifted.div_euclid(146_097);
    let day_of_era = shifted.rem_euclid(146_097);
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_index = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_index + 2) / 5 + 1;
    let month = if month_index < 10 { month_index + 3 } else { month_index - 9 };
    (year_of_era + era * 400 + i64::from(month <= 2), month, day)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Times are shown as date(1) does, also before the epoch and on leap days.
    #[test]
    fn times() {
        let table = [
            (0, "1970-01-01 00:00:00"),
            (-1, "1969-12-31 23:59:59"),
            (951_782_400, "2000-02-29 00:00:00"),
            (1_709_251_199, "2024-02-29 23:59:59"),
            (4_107_542_400, "2100-03-01 00:00:00"),
        ];
        for (seconds, want) in table {
            assert_eq!(time_text(Timestamp(seconds * 1_000_000_000)), want);
        }
    }

    /// No name takes command of a terminal: by escape, by the 8-bit forms of control characters, or by bytes alone.
    #[test]
    fn names_on_a_terminal() {
        let table: [(&[u8], &str); 4] = [
            (b"\x1b[2Jgone\x07\r\n\x7f", "?[2Jgone????"),
            ("\u{9b}2J\u{85}".as_bytes(), "?2J?"),
            (b"\x9b2J", "\u{fffd}2J"),
            ("plain wax, caf\u{e9}".as_bytes(), "plain wax, caf\u{e9}"),
        ];
        for (name, want) in table {
            assert_eq!(harmless(OsStr::from_bytes(name)), want);
        }
    }

    /// Modes are shown as ls(1) does.
    #[test]
    fn modes() {
        let table = [
            (libc::S_IFDIR | 0o755, "drwxr-xr-x"),
            (libc::S_IFREG | 0o640, "-rw-r-----"),
            (libc::S_IFDIR | 0o1777, "drwxrwxrwt"),
            (libc::S_IFREG | 0o6751, "-rwsr-s--x"),
            (libc::S_IFREG | 0o7000, "---S--S--T"),
        ];
        for (mode, want) in table {
            assert_eq!(mode_text(mode), want);
        }
    }
}
