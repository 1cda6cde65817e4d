//! `osmia fs put`, `get` and `cat`.

use std::fs;
use std::io::{self, IsTerminal, Read, Write};
use std::os::unix::fs::{MetadataExt, OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use osmia_client::{Client, FileKind, OpenOptions, SetTime};
use serde::Serialize;

use super::{Failures, base_name, within};
use crate::End;
use crate::output::Output;

/// Bytes copied at once: enough for every target of a file to have its part.
const COPY_BYTES: usize = 8 << 20;

/// Copies local files into the file system. As cp(1): to a name, or into a directory that is there.
#[derive(Args)]
#[command(after_help = "\
A source of `-` is standard input. Shows progress on a terminal. With --json, prints what was copied.

Interrupted, it leaves the file that it was at with what had been written of it, which may be nothing.

Examples:
  osmia fs put data.h5 /projects/bees/
  osmia fs put -r results /archive
  tar c results | osmia fs put - /archive/results.tar")]
pub(crate) struct Put {
    /// Local files or directories
    #[arg(value_name = "SOURCE", required = true)]
    sources: Vec<PathBuf>,
    /// Where to
    #[arg(value_name = "DESTINATION")]
    destination: PathBuf,
    #[command(flatten)]
    how: How,
    /// Return only when the files are durable
    #[arg(long)]
    sync: bool,
}

/// Copies files out of the file system. As cp(1): to a name, or into a directory that is there.
#[derive(Args)]
#[command(after_help = "\
A destination of `-` is standard output. Shows progress on a terminal. With --json, prints what was copied.

Examples:
  osmia fs get /projects/bees/data.h5 .
  osmia fs get -r /archive/results .
  osmia fs get /archive/results.tar - | tar x")]
pub(crate) struct Get {
    /// Files or directories of the file system
    #[arg(value_name = "SOURCE", required = true)]
    sources: Vec<PathBuf>,
    /// Where to
    #[arg(value_name = "DESTINATION")]
    destination: PathBuf,
    #[command(flatten)]
    how: How,
}

/// How files are copied.
#[derive(Args)]
struct How {
    /// Directories with all that is in them
    #[arg(short, long)]
    recursive: bool,
    /// Keep the times of files
    #[arg(short, long)]
    preserve: bool,
    /// No progress
    #[arg(short, long)]
    quiet: bool,
}

/// Writes files to standard output.
#[derive(Args)]
#[command(after_help = "\
Examples:
  osmia fs cat /projects/bees/README")]
pub(crate) struct Cat {
    /// Files
    #[arg(value_name = "PATH", required = true)]
    paths: Vec<PathBuf>,
}

/// What has been copied.
#[derive(Default, Serialize)]
struct Copied {
    files: u64,
    directories: u64,
    bytes: u64,
    failed: usize,
}

/// A transfer under way.
struct Transfer<'a> {
    client: &'a Client,
    how: &'a How,
    sync: bool,
    progress: ProgressBar,
    copied: Copied,
    failures: Failures,
    buffer: Vec<u8>,
}

impl<'a> Transfer<'a> {
    fn new(client: &'a Client, how: &'a How, sync: bool, output: &Output) -> Transfer<'a> {
        let shown = !how.quiet && !output.json && io::stderr().is_terminal();
        let progress = if shown { ProgressBar::no_length() } else { ProgressBar::hidden() };
        let buffer = vec![0; COPY_BYTES];
        Transfer {
            client,
            how,
            sync,
            progress,
            copied: Copied::default(),
            failures: Failures::default(),
            buffer,
        }
    }

    /// Shows a bar for one file of a known size, bytes and rate for anything else.
    fn show(&self, bytes: Option<u64>) {
        let style = match bytes {
            Some(bytes) => {
                self.progress.set_length(bytes);
                "{msg} {wide_bar} {bytes}/{total_bytes} {bytes_per_sec} {eta}"
            }
            None => "{spinner} {bytes} {bytes_per_sec} {msg}",
        };
        if let Ok(style) = ProgressStyle::with_template(style) {
            self.progress.set_style(style);
        }
    }

    /// Tells a failure without tearing the bar.
    fn note(&mut self, result: anyhow::Result<()>) -> anyhow::Result<()> {
        let failures = &mut self.failures;
        self.progress.suspend(|| failures.note(result))
    }

    fn end(mut self, output: &Output) -> anyhow::Result<End> {
        self.progress.finish_and_clear();
        self.copied.failed = self.failures.count;
        let told = io::stderr().is_terminal() && !self.how.quiet;
        if output.json {
            output.print(&self.copied, |_| String::new())?;
        } else if told {
            let bytes = crate::output::human_bytes(self.copied.bytes);
            let Copied { files, directories, .. } = self.copied;
            crate::output::say(format_args!("{bytes} in {files} files and {directories} directories"));
        }
        Ok(self.failures.end())
    }

    /// Copies all bytes of one side to the other.
    fn copy(
        &mut self,
        mut read: impl FnMut(&mut [u8], u64) -> anyhow::Result<usize>,
        mut write: impl FnMut(&[u8], u64) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        let mut offset = 0;
        loop {
            let bytes = read(&mut self.buffer, offset)?;
            if bytes == 0 {
                return Ok(());
            }
            write(&self.buffer[..bytes], offset)?;
            offset += bytes as u64;
            self.copied.bytes += bytes as u64;
            self.progress.inc(bytes as u64);
        }
    }
}

/// Whether the sources go into the destination, a directory.
pub(super) fn goes_into(
    sources: &[PathBuf],
    destination: &Path,
    is_dir: impl Fn(&Path) -> anyhow::Result<bool>,
) -> anyhow::Result<bool> {
    let into = is_dir(destination)?;
    let slash = destination.as_os_str().as_encoded_bytes().ends_with(b"/");
    if !into && (sources.len() > 1 || slash) {
        bail!("{} is not a directory that is there", destination.display());
    }
    Ok(into)
}

/// Reads until the buffer is full or the end is there.
fn read_full(from: &mut impl Read, into: &mut [u8]) -> io::Result<usize> {
    let mut filled = 0;
    while filled < into.len() {
        match from.read(&mut into[filled..]) {
            Ok(0) => break,
            Ok(bytes) => filled += bytes,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(filled)
}

/// Whether a path of the file system is a directory; a path that is not there is none.
pub(super) fn is_remote_dir(client: &Client, path: &Path) -> anyhow::Result<bool> {
    match client.stat(path) {
        Ok(metadata) => Ok(metadata.is_dir()),
        Err(error) if error.errno() == libc::ENOENT => Ok(false),
        Err(error) => Err(error.into()),
    }
}

impl Put {
    pub(crate) fn run(self, client: &Client, output: &Output) -> anyhow::Result<End> {
        let Put { sources, destination, .. } = &self;
        let into = goes_into(sources, destination, |path| is_remote_dir(client, path))?;
        let mut transfer = Transfer::new(client, &self.how, self.sync, output);
        let alone = sources.len() == 1;
        let length = sources.first().filter(|_| alone).and_then(|source| {
            fs::metadata(source).ok().filter(fs::Metadata::is_file).map(|metadata| metadata.len())
        });
        transfer.show(length);
        for source in sources {
            let result = put_source(&mut transfer, source, destination, into);
            transfer.note(result)?;
        }
        transfer.end(output)
    }
}

fn put_source(
    transfer: &mut Transfer<'_>,
    source: &Path,
    destination: &Path,
    into: bool,
) -> anyhow::Result<()> {
    if source.as_os_str() == "-" {
        if into {
            bail!("standard input has no name: want the name of a file as destination");
        }
        return put_stream(transfer, &mut io::stdin().lock(), destination, 0o644);
    }
    let metadata = fs::metadata(source).with_context(|| source.display().to_string())?;
    let to = if into {
        // `dir/..` has no name of its own but its real one has.
        let real = fs::canonicalize(source).with_context(|| source.display().to_string())?;
        within(destination, base_name(if source.file_name().is_some() { source } else { &real })?)
    } else {
        destination.to_owned()
    };
    if metadata.is_dir() {
        if !transfer.how.recursive {
            bail!("{} is a directory; give -r to copy it with all that is in it", source.display());
        }
        return put_tree(transfer, source, &to);
    }
    put_file(transfer, source, &metadata, &to)
}

fn put_tree(transfer: &mut Transfer<'_>, source: &Path, to: &Path) -> anyhow::Result<()> {
    let metadata = fs::metadata(source).with_context(|| source.display().to_string())?;
    // Writable for us until all is in it.
    match transfer.client.mkdir(to, metadata.permissions().mode() & 0o777 | 0o700) {
        Ok(()) => transfer.copied.directories += 1,
        Err(error) if error.errno() == libc::EEXIST && is_remote_dir(transfer.client, to)? => {}
        Err(error) => return Err(error.into()),
    }
    for entry in fs::read_dir(source).with_context(|| source.display().to_string())? {
        let entry = entry.with_context(|| source.display().to_string())?;
        let (from, to) = (entry.path(), within(to, &entry.file_name()));
        let result = put_entry(transfer, &entry, &from, &to);
        transfer.note(result)?;
    }
    if transfer.how.preserve {
        transfer.client.utimens(
            to,
            SetTime::from(metadata.accessed()?),
            SetTime::from(metadata.modified()?),
        )?;
    }
    Ok(())
}

fn put_entry(
    transfer: &mut Transfer<'_>,
    entry: &fs::DirEntry,
    from: &Path,
    to: &Path,
) -> anyhow::Result<()> {
    let kind = entry.file_type().with_context(|| from.display().to_string())?;
    if kind.is_dir() {
        put_tree(transfer, from, to)
    } else if kind.is_file() {
        let metadata = entry.metadata().with_context(|| from.display().to_string())?;
        put_file(transfer, from, &metadata, to)
    } else if kind.is_symlink() {
        put_link(transfer, from, to)
    } else {
        bail!("{} is no file, directory or symbolic link; it was not copied", from.display())
    }
}

/// Makes the same link, as cp(1) does with -r. One that is there is replaced, as a file is.
fn put_link(transfer: &mut Transfer<'_>, source: &Path, to: &Path) -> anyhow::Result<()> {
    let target = fs::read_link(source).with_context(|| source.display().to_string())?;
    match transfer.client.symlink(&target, to) {
        Err(error) if error.errno() == libc::EEXIST => {
            transfer.client.unlink(to)?;
            transfer.client.symlink(&target, to)?;
        }
        made => made?,
    }
    transfer.copied.files += 1;
    Ok(())
}

fn put_file(
    transfer: &mut Transfer<'_>,
    source: &Path,
    metadata: &fs::Metadata,
    to: &Path,
) -> anyhow::Result<()> {
    let mut file = fs::File::open(source).with_context(|| source.display().to_string())?;
    transfer.progress.set_message(source.display().to_string());
    put_stream(transfer, &mut file, to, metadata.mode() & 0o777)
        .with_context(|| format!("{} to {}", source.display(), to.display()))?;
    if transfer.how.preserve {
        transfer.client.utimens(
            to,
            SetTime::from(metadata.accessed()?),
            SetTime::from(metadata.modified()?),
        )?;
    }
    Ok(())
}

fn put_stream(transfer: &mut Transfer<'_>, from: &mut impl Read, to: &Path, mode: u32) -> anyhow::Result<()> {
    let file = transfer.client.create(to, mode)?;
    transfer.copy(
        |buffer, _| Ok(read_full(from, buffer)?),
        |bytes, offset| {
            file.pwrite(bytes, offset)?;
            Ok(())
        },
    )?;
    if transfer.sync {
        file.fsync()?;
    }
    file.close()?;
    transfer.copied.files += 1;
    Ok(())
}

impl Get {
    pub(crate) fn run(self, client: &Client, output: &Output) -> anyhow::Result<End> {
        let Get { sources, destination, .. } = &self;
        let into = goes_into(sources, destination, |path| Ok(path.is_dir()))?;
        let mut transfer = Transfer::new(client, &self.how, false, output);
        let alone = sources.first().filter(|_| sources.len() == 1);
        let length = alone.and_then(|source| client.stat(source).ok().filter(|metadata| metadata.is_file()));
        transfer.show(length.map(|metadata| metadata.size));
        for source in sources {
            let result = get_source(&mut transfer, source, destination, into);
            transfer.note(result)?;
        }
        transfer.end(output)
    }
}

fn get_source(
    transfer: &mut Transfer<'_>,
    source: &Path,
    destination: &Path,
    into: bool,
) -> anyhow::Result<()> {
    let metadata = transfer.client.stat(source)?;
    if destination.as_os_str() == "-" {
        if metadata.is_dir() {
            bail!("{} is a directory; it cannot go to standard output", source.display());
        }
        return to_stdout(transfer.client, source);
    }
    let to = if into { within(destination, base_name(source)?) } else { destination.to_owned() };
    if metadata.is_dir() {
        if !transfer.how.recursive {
            bail!("{} is a directory; give -r to copy it with all that is in it", source.display());
        }
        return get_tree(transfer, source, &to);
    }
    get_file(transfer, source, &to)
}

fn get_tree(transfer: &mut Transfer<'_>, source: &Path, to: &Path) -> anyhow::Result<()> {
    let metadata = transfer.client.stat(source)?;
    match fs::create_dir(to) {
        Ok(()) => transfer.copied.directories += 1,
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists && to.is_dir() => {}
        Err(error) => return Err(error).with_context(|| to.display().to_string()),
    }
    for entry in transfer.client.read_dir_names(source)? {
        let entry = entry?;
        let (from, to) = (within(source, entry.name()), within(to, entry.name()));
        let result = match entry.kind() {
            FileKind::Directory => get_tree(transfer, &from, &to),
            FileKind::File => get_file(transfer, &from, &to),
            FileKind::Symlink => get_link(transfer, &from, &to),
            _ => Err(anyhow::anyhow!(
                "{} is no file, directory or symbolic link; it was not copied",
                from.display()
            )),
        };
        transfer.note(result)?;
    }
    if transfer.how.preserve {
        set_local_times(to, &metadata)?;
    }
    Ok(())
}

/// Makes the same link, as cp(1) does with -r. One that is there is replaced, as a file is.
fn get_link(transfer: &mut Transfer<'_>, source: &Path, to: &Path) -> anyhow::Result<()> {
    let target = transfer.client.read_link(source)?;
    let make = || std::os::unix::fs::symlink(&target, to);
    let made = match make() {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            fs::remove_file(to).and_then(|()| make())
        }
        made => made,
    };
    made.with_context(|| to.display().to_string())?;
    transfer.copied.files += 1;
    Ok(())
}

fn get_file(transfer: &mut Transfer<'_>, source: &Path, to: &Path) -> anyhow::Result<()> {
    let file = transfer.client.open(source, &OpenOptions::new().read(true))?;
    let metadata = file.stat()?;
    transfer.progress.set_message(source.display().to_string());
    let mut local = fs::OpenOptions::new()
        .write(true)
        .create(true)
        .truncate(true)
        .mode(metadata.permissions() & 0o777)
        .open(to)
        .with_context(|| to.display().to_string())?;
    transfer.copy(
        |buffer, offset| Ok(file.pread(buffer, offset)?),
        |bytes, _| local.write_all(bytes).with_context(|| to.display().to_string()),
    )?;
    file.close()?;
    if transfer.how.preserve {
        set_local_times(to, &metadata)?;
    }
    transfer.copied.files += 1;
    Ok(())
}

fn set_local_times(path: &Path, metadata: &osmia_client::Metadata) -> anyhow::Result<()> {
    let times = fs::FileTimes::new().set_accessed(metadata.accessed()).set_modified(metadata.modified());
    fs::File::open(path)
        .and_then(|file| file.set_times(times))
        .with_context(|| format!("times of {}", path.display()))
}

impl Cat {
    pub(crate) fn run(self, client: &Client) -> anyhow::Result<End> {
        let mut failures = Failures::default();
        for path in &self.paths {
            failures.note(to_stdout(client, path))?;
        }
        Ok(failures.end())
    }
}

fn to_stdout(client: &Client, path: &Path) -> anyhow::Result<()> {
    let file = client.open(path, &OpenOptions::new().read(true))?;
    let mut out = io::stdout().lock();
    let mut buffer = vec![0; COPY_BYTES];
    let mut offset = 0;
    loop {
        let bytes = file.pread(&mut buffer, offset)?;
        if bytes == 0 {
            break;
        }
        out.write_all(&buffer[..bytes])?;
        offset += bytes as u64;
    }
    out.flush()?;
    file.close()?;
    Ok(())
}
