//! The `osmia` command: formats stores, runs a cluster for development, shows nodes and targets, and works on files.
//!
//! Thin over `osmia-client`; servers and their `format` are started as processes and linked nowhere here. Read in this
//! order: this file (commands, exit codes), `settings` (where the configuration is found), `output` (tables and
//! JSON), `programs`, `format`, `dev` (a cluster on this machine), `cluster` (nodes, targets, room), `mount`, `files`
//! (`osmia fs`), `dir`, `configuration`.

mod cluster;
mod configuration;
mod dev;
mod dir;
mod files;
mod format;
mod mount;
mod output;
mod programs;
mod settings;
mod signals;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, Parser, Subcommand};

use output::Output;

const EXIT_CODES: &str = "\
Exit codes:
  0    done
  1    failed; the reason is on standard error
  2    the command line is wrong
  3    `dev status`: not all of the cluster is up
  130  interrupted (143: terminated)

Configuration: --config FILE, else $OSMIA_CONFIG, else ./osmia.toml, else /etc/osmia/osmia.toml.

Examples:
  osmia dev up --mds 2 --targets 2        a cluster on this machine, under ./osmia-dev
  export OSMIA_CONFIG=$PWD/osmia-dev/osmia.toml
  osmia fs put -r results /archive
  osmia fs ls -l /archive
  osmia df --json
  osmia dev down --remove";

/// Osmia, a parallel file system.
#[derive(Parser)]
#[command(name = "osmia", version, after_help = EXIT_CODES, max_term_width = 120)]
struct Arguments {
    #[command(flatten)]
    global: Global,
    #[command(subcommand)]
    command: Command,
}

/// Options of every command.
#[derive(Args)]
struct Global {
    /// The cluster's configuration file
    #[arg(long, global = true, value_name = "FILE")]
    config: Option<PathBuf>,
    /// Print data as JSON, for programs
    #[arg(long, global = true)]
    json: bool,
}

#[derive(Subcommand)]
enum Command {
    /// Make the stores and targets of one node
    Format(format::Format),
    /// A cluster of separate processes on this machine, for trying out and testing
    #[command(subcommand)]
    Dev(dev::Dev),
    /// Nodes and their servers
    #[command(subcommand)]
    Node(cluster::NodeCommand),
    /// Storage targets
    #[command(subcommand)]
    Target(cluster::TargetCommand),
    /// Room on the storage targets
    Df(cluster::Df),
    /// Make the file system a directory of this machine (docs/mount.md)
    Mount(mount::Mount),
    /// Undo a mount
    Umount(mount::Umount),
    /// Files and directories of the file system
    #[command(subcommand)]
    Fs(files::Fs),
    /// Settings of directories
    #[command(subcommand)]
    Dir(dir::DirCommand),
    /// The configuration file
    #[command(subcommand)]
    Config(configuration::ConfigCommand),
}

/// How a command ended, other than by an error.
enum End {
    /// Done.
    Done,
    /// It was said already what failed.
    Failed,
    /// Not everything is up.
    NotUp,
    /// By this signal.
    Signal(i32),
}

fn main() -> ExitCode {
    let Arguments { global, command } = Arguments::parse();
    let output = Output { json: global.json };
    let settings = settings::Settings { file: global.config };
    let end = match command {
        Command::Dev(_) if settings.file.is_some() => Err(anyhow::anyhow!(
            "dev makes a configuration of its own, DIR/osmia.toml: want --set KEY=VALUE, not --config"
        )),
        Command::Format(format) => format.run(&settings, &output),
        Command::Dev(dev) => dev.run(&output),
        Command::Node(command) => command.run(&settings, &output),
        Command::Target(command) => command.run(&settings, &output),
        Command::Df(df) => df.run(&settings, &output),
        Command::Mount(mount) => mount.run(&settings),
        Command::Umount(umount) => umount.run(),
        Command::Fs(fs) => fs.run(&settings, &output),
        Command::Dir(command) => command.run(&settings, &output),
        Command::Config(command) => command.run(&settings, &output),
    };
    match end {
        Ok(End::Done) => ExitCode::SUCCESS,
        Ok(End::Failed) => ExitCode::FAILURE,
        Ok(End::NotUp) => ExitCode::from(3),
        Ok(End::Signal(signal)) => ExitCode::from(u8::try_from(128 + signal).unwrap_or(1)),
        Err(error) if output::is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            output::tell(&error);
            ExitCode::FAILURE
        }
    }
}
