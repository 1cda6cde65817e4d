//! The flags: mdtest's own letters and meanings, then ours.

use std::path::PathBuf;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Args, Parser, ValueEnum};
use serde::{Deserialize, Serialize};

use crate::clock;

/// Which file system calls the ranks make.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ApiKind {
    /// The operating system's calls, on any directory.
    Posix,
    /// Osmia's client library.
    Osmia,
}

/// What a rank is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum RankKind {
    /// A process of its own, as under MPI.
    Process,
    /// A thread of this process.
    Thread,
}

/// Which paths to the servers an Osmia client may take.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum TransportKind {
    /// Shared memory where the server is on this node, else TCP.
    Auto,
    /// Shared memory alone.
    Shm,
    /// TCP alone.
    Tcp,
}

/// What is checked between the timed phases.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum VerifyLevel {
    /// Names after each create and remove phase, and the content of written files.
    All,
    /// Names only.
    Counts,
    /// Nothing but the calls' own results.
    None,
}

/// One run's options. The defaults are mdtest's.
#[derive(Args, Clone, Debug, Serialize, Deserialize)]
#[command(args_override_self = true, disable_version_flag = true)]
pub struct Options {
    /// Files and directories each rank creates, stats, reads and removes.
    #[arg(short = 'n', value_name = "COUNT", default_value = "0", value_parser = parse_size)]
    pub items: u64,
    /// Items per directory of the tree. With -n: several trees, each with this many per directory.
    #[arg(short = 'I', value_name = "COUNT", default_value = "0", value_parser = parse_size)]
    pub items_per_dir: u64,
    /// Depth of the directory tree; 0 is one directory.
    #[arg(short = 'z', value_name = "DEPTH", default_value_t = 0)]
    pub depth: u32,
    /// Branching factor of the directory tree.
    #[arg(short = 'b', value_name = "COUNT", default_value_t = 1)]
    pub branch: u32,
    /// Directory to work in, made if missing (not what is above it); with -u several may be given, joined by '@'.
    #[arg(short = 'd', value_name = "DIR[@DIR...]", default_value = "./out")]
    pub directory: String,
    /// Iterations.
    #[arg(short = 'i', value_name = "COUNT", default_value_t = 1)]
    pub iterations: u32,
    /// A tree of its own for each rank, instead of one that all share.
    #[arg(short = 'u')]
    pub unique: bool,
    /// Items only in the leaves of the tree.
    #[arg(short = 'L')]
    pub leaf_only: bool,
    /// Files only, no directories.
    #[arg(short = 'F')]
    pub files_only: bool,
    /// Directories only, no files.
    #[arg(short = 'D')]
    pub dirs_only: bool,
    /// Only the phases asked for: create.
    #[arg(short = 'C')]
    pub create: bool,
    /// Only the phases asked for: stat.
    #[arg(short = 'T')]
    pub stat: bool,
    /// Only the phases asked for: read.
    #[arg(short = 'E')]
    pub read: bool,
    /// Only the phases asked for: remove.
    #[arg(short = 'r')]
    pub remove: bool,
    /// Only the phases asked for: rename (of directories).
    #[arg(short = 'U')]
    pub rename: bool,
    /// Bytes to write to each file after it is created.
    #[arg(short = 'w', value_name = "BYTES", default_value = "0", value_parser = parse_size)]
    pub write_bytes: u64,
    /// Bytes to read from each file.
    #[arg(short = 'e', value_name = "BYTES", default_value = "0", value_parser = parse_size)]
    pub read_bytes: u64,
    /// Ranks to shift by between create, stat, read and remove, so that a rank works on another's items.
    #[arg(short = 'N', value_name = "RANKS", default_value_t = 0)]
    pub stride: u32,
    /// fsync each file after writing it.
    #[arg(short = 'y')]
    pub sync_file: bool,
    /// Sync the file system after each phase, within its time.
    #[arg(short = 'Y')]
    pub call_sync: bool,
    /// Stat and read in random order.
    #[arg(short = 'R')]
    pub random: bool,
    /// Seed of the random order; implies -R. 0: the time, in seconds.
    #[arg(long, value_name = "SEED", default_value_t = 0)]
    pub random_seed: u64,
    /// Stonewall: file creation stops after this time, then each rank goes on to the count of the fastest.
    #[arg(short = 'W', value_name = "SECONDS", default_value_t = 0)]
    pub stonewall_seconds: u64,
    /// File for the count the stonewall reached: written by a create phase with -W, read by runs without creation.
    #[arg(short = 'x', value_name = "FILE")]
    pub stonewall_file: Option<PathBuf>,
    /// Check what is read, also when this run did not write it.
    #[arg(short = 'X', long)]
    pub verify_read: bool,
    /// Read each file back right after it is written, within the time, and check it.
    #[arg(long)]
    pub verify_write: bool,
    /// Offset of the content's pattern; split runs must agree on it.
    #[arg(short = 'G', value_name = "NUMBER", default_value_t = 0)]
    pub content_seed: u64,
    /// Wait before each test.
    #[arg(short = 'p', value_name = "SECONDS", default_value_t = 0)]
    pub pre_delay_seconds: u64,
    /// Print each phase's time and rate; each instance adds one.
    #[arg(short = 'v', action = clap::ArgAction::Count)]
    pub verbose: u8,
    /// As that many -v.
    #[arg(short = 'V', value_name = "LEVEL", default_value_t = 0)]
    pub verbosity: u8,

    /// Whose calls the ranks make.
    #[arg(
        short = 'a',
        long,
        value_enum,
        ignore_case = true,
        default_value = "posix",
        help_heading = "Beyond mdtest"
    )]
    pub api: ApiKind,
    /// Ranks, all on this machine.
    #[arg(long, value_name = "COUNT", default_value_t = 1, help_heading = "Beyond mdtest")]
    pub ranks: u32,
    /// What a rank is.
    #[arg(long, value_enum, default_value = "process", help_heading = "Beyond mdtest")]
    pub rank_kind: RankKind,
    /// Osmia's cluster file, for --api osmia; else $OSMIA_CONFIG, else ./osmia.toml, else /etc/osmia/osmia.toml.
    #[arg(long, value_name = "FILE", help_heading = "Beyond mdtest")]
    pub config: Option<PathBuf>,
    /// Paths an Osmia client may take to its servers.
    #[arg(long, value_enum, default_value = "auto", help_heading = "Beyond mdtest")]
    pub transport: TransportKind,
    /// What is checked between the timed phases.
    #[arg(long, value_enum, default_value = "all", help_heading = "Beyond mdtest")]
    pub verify: VerifyLevel,
    /// Write the results as one JSON object too; '-' is standard output, and then the only thing there.
    #[arg(long, value_name = "FILE", help_heading = "Beyond mdtest")]
    pub json: Option<PathBuf>,
    /// Program to start rank processes with; this one unless given (tests run another).
    #[arg(skip)]
    #[serde(skip)]
    pub program: Option<PathBuf>,
    /// Whether progress is reported to the observer; costs a little of each rank's time.
    #[arg(skip)]
    pub progress: bool,
}

impl Default for Options {
    fn default() -> Options {
        #[derive(Parser)]
        struct Defaults {
            #[command(flatten)]
            options: Options,
        }
        Defaults::parse_from(["mdtest"]).options
    }
}

/// mdtest's flags that this driver does not have, with what they would do.
const UNSUPPORTED: &[(&str, &str)] = &[
    ("-B", "no barriers between phases"),
    ("-c", "collective creates by one task"),
    ("-f", "first number of tasks"),
    ("-g", "Lustre's default directory layout"),
    ("-k", "mknod instead of open"),
    ("-l", "last number of tasks"),
    ("-P", "print rate and time"),
    ("-s", "stride between numbers of tasks"),
    ("-S", "one file shared by all tasks"),
    ("-t", "time the overhead of unique directories"),
    ("-Z", "print time instead of rate"),
    ("--print-all-procs", "results of every process"),
    ("--dataPacketType", "type of the data written"),
    ("--run-cmd-before-phase", "a command before each phase"),
    ("--run-cmd-after-phase", "a command after each phase"),
    ("--allocateBufferOnGPU", "buffers on a GPU"),
    ("--GPUid", "selection of a GPU"),
    ("--gpuDirect", "GPU direct storage"),
    ("--warningAsErrors", "warnings as errors; here every failed call is one"),
    ("--saveRankPerformanceDetails", "each rank's results as CSV; use --json"),
    ("--savePerOpDataCSV", "each call's time as CSV"),
    ("--showRankStatistics", "statistics per rank; use --json"),
];

/// Puts the name of an unsupported mdtest flag, and what it is, into clap's complaint about an unknown one.
pub fn explain(error: clap::Error) -> clap::Error {
    if error.kind() != ErrorKind::UnknownArgument {
        return error;
    }
    let Some(ContextValue::String(argument)) = error.get(ContextKind::InvalidArg) else { return error };
    let name = argument.split('=').next().unwrap_or(argument);
    match UNSUPPORTED.iter().find(|(flag, _)| *flag == name) {
        Some((flag, meaning)) => clap::Error::raw(
            ErrorKind::UnknownArgument,
            format!("mdtest's flag {flag} ({meaning}) is not supported by this driver\n"),
        ),
        None => error,
    }
}

/// A count or size as mdtest takes it: a number, and k, m, g, t or p for powers of 1024.
fn parse_size(text: &str) -> Result<u64, String> {
    let text = text.trim();
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let number: u64 = digits.trim().parse().map_err(|_| format!("{text:?} is not a number"))?;
    let shift = match text[digits.len()..].to_ascii_lowercase().as_str() {
        "" => 0,
        "k" => 10,
        "m" => 20,
        "g" => 30,
        "t" => 40,
        "p" => 50,
        suffix => return Err(format!("{suffix:?} is none of k, m, g, t, p")),
    };
    number.checked_mul(1 << shift).ok_or_else(|| format!("{text} is too large"))
}

impl Options {
    /// From command line words, without the program's name.
    ///
    /// # Errors
    /// What clap says of them; an mdtest flag that is not supported is named.
    pub fn parse_words<I>(words: I) -> Result<Options, clap::Error>
    where
        I: IntoIterator,
        I::Item: Into<std::ffi::OsString> + Clone,
    {
        #[derive(Parser)]
        #[command(no_binary_name = true, disable_version_flag = true, args_override_self = true)]
        struct Words {
            #[command(flatten)]
            options: Options,
        }
        Words::try_parse_from(words).map(|words| words.options).map_err(explain)
    }

    /// How talkative to be.
    pub fn verbosity(&self) -> u8 {
        self.verbose.max(self.verbosity)
    }

    /// The base directories.
    pub fn directories(&self) -> Vec<&str> {
        self.directory.split('@').filter(|directory| !directory.is_empty()).collect()
    }

    /// With the seed of a random order chosen, so that all ranks have the same: as mdtest, by the time.
    pub(super) fn with_seed(&self) -> Options {
        let mut options = self.clone();
        if options.random && options.random_seed == 0 {
            options.random_seed = clock::unix_seconds().unsigned_abs();
        }
        options
    }

    /// Whether stat and read go in random order.
    pub fn is_random(&self) -> bool {
        self.random || self.random_seed > 0
    }
}
