//! `osmia-mount` (`mount.osmia` to mount(8)): makes a cluster a directory of this machine, through the kernel's FUSE.
//!
//! Thin over the calls by inode id of `osmia-client`. It must never answer from what it remembers, nor ask a server for
//! another user than the kernel has named, unless the kernel has checked the permission itself. Read in this order: this
//! file (the command line), `options` (what stands behind `-o`), `daemon`, `serve` (a mount's life), `fs` (the requests),
//! `table` (inodes that the kernel knows), `handles` and `listing` (what it has open), `caller` (who asks), `attr`,
//! `mountinfo`. What users must know is in docs/mount.md.

mod attr;
mod caller;
mod daemon;
mod fs;
mod handles;
mod listing;
mod mountinfo;
mod options;
mod serve;
mod table;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Parser;

use options::Options;

const HELP: &str = "\
Options behind -o (docs/mount.md has them in full):
  ro, rw, exec, noexec, suid, dev   as in mount(8); nosuid and nodev are the default
  allow_other, noallow_other        whether other users may use it (default: if root mounts)
  entry_timeout=S, attr_timeout=S   how many seconds the kernel believes names and attributes without asking
                                    again: others' changes may be seen that much later (default 0)
  cache=none|open                   open: the kernel keeps pages of a file until it is next opened; others' writes
                                    to a file that is open here may be seen late (default none)
  threads=N                         threads that serve requests (default 8)
  max_write=BYTES, max_readahead=BYTES   largest request (default 1 MiB), and reading ahead with cache=open
  attempt_ms=N, give_up_ms=N        when a request is sent again, and when a call fails (default: configuration)
  transport=auto|shm|tcp            which kind of path is taken to servers (default auto)
  log=FILE                          where the daemon writes its log (default: nowhere)

Exit codes:
  0    mounted; with --foreground, unmounted again
  1    not mounted; the reason is on standard error
  2    the command line is wrong

Examples:
  osmia-mount /etc/osmia/osmia.toml /mnt/osmia
  osmia-mount tcp://10.0.0.1:7000 /mnt/osmia -o ro,attr_timeout=1
  umount /mnt/osmia                 or, for a user who has mounted it: fusermount3 -u /mnt/osmia";

/// Mount an Osmia cluster at a directory. Returns when the directory can be used.
#[derive(Parser)]
#[command(name = "osmia-mount", version, after_help = HELP, max_term_width = 120)]
struct Arguments {
    /// The cluster's configuration file, or the address of one of its metadata shards: tcp://HOST:PORT, shm:///PATH
    source: String,
    /// Where to mount
    directory: PathBuf,
    /// Options, separated by commas; may be given several times
    #[arg(short = 'o', value_name = "OPTIONS")]
    options: Vec<String>,
    /// Serve in the foreground, with the log on standard error, until unmounted
    #[arg(short, long)]
    foreground: bool,
    /// Log more: each request that fails
    #[arg(short, long)]
    verbose: bool,
    /// Taken for mount(8), which has done what it means
    #[arg(short = 'n', hide = true)]
    no_mtab: bool,
    /// Taken for mount(8)
    #[arg(short = 't', value_name = "TYPE", hide = true)]
    kind: Option<String>,
    /// Be the daemon that the program without this option starts
    #[arg(long, hide = true)]
    as_daemon: bool,
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let mut options = Options::default();
    for list in &arguments.options {
        if let Err(error) = options.add(list) {
            eprintln!("osmia-mount: {error:#}");
            return ExitCode::from(2);
        }
    }
    osmia_sys::log::init(if arguments.verbose { "debug,fuser=info" } else { "warn,osmia_mount=info" });
    match run(arguments, options) {
        Ok(code) => code,
        Err(error) => {
            eprintln!("osmia-mount: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: Arguments, mut options: Options) -> anyhow::Result<ExitCode> {
    let Arguments { source, directory, foreground, as_daemon, .. } = arguments;
    if !foreground && !as_daemon {
        return daemon::start();
    }
    // The daemon changes its directory.
    let absolute = |file: &str| std::path::absolute(file).map(|file| file.to_string_lossy().into_owned());
    let source = if source.contains("://") { source } else { absolute(&source)? };
    let directory = std::path::absolute(directory)?;
    options.log = options.log.map(std::path::absolute).transpose()?;
    let log = options.log.clone();
    if as_daemon {
        daemon::begin()?;
        serve::serve(&source, &directory, &options, || daemon::ready(log.as_deref()))?;
    } else {
        serve::serve(&source, &directory, &options, || Ok(()))?;
    }
    Ok(ExitCode::SUCCESS)
}
