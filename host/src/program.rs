//! The command line that the servers' programs share.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use osmia_config::Config;
use osmia_protocol::ClusterId;

/// A server's program.
pub struct Program {
    /// Its name, as it is called.
    pub name: &'static str,
    /// What it serves, as in "serves the ... of one node".
    pub serves: &'static str,
    /// What it keeps on disks, as in "make the ... of a node".
    pub keeps: &'static str,
    /// Makes what the server of a node keeps.
    pub format: fn(&Config, u16, ClusterId) -> anyhow::Result<()>,
    /// Checks the configuration of a node, read from a file, and what its server keeps.
    pub check: fn(&Config, &Path, u16) -> anyhow::Result<()>,
    /// Serves until the process is asked to end.
    pub run: fn(&Config, &Path, u16) -> anyhow::Result<()>,
}

/// The outcome of a check that went on after a fault: all that it has found, one a line.
///
/// # Errors
/// When it has found any.
pub fn all_found(faults: &[anyhow::Error]) -> anyhow::Result<()> {
    let lines: Vec<String> = faults.iter().map(|fault| format!("{fault:#}")).collect();
    if lines.is_empty() { Ok(()) } else { Err(anyhow::Error::msg(lines.join("\n"))) }
}

#[derive(Parser)]
#[command(version, args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
struct Cli {
    /// The cluster's configuration
    #[arg(long, value_name = "FILE", required = true)]
    config: Option<PathBuf>,
    /// Which node this is: its `id` in the configuration
    #[arg(long, value_name = "N", required = true)]
    id: Option<u16>,
    /// Check the configuration and what is kept on disks, and exit
    #[arg(long)]
    check: bool,
    /// Print the configuration in effect, and exit
    #[arg(long)]
    print_config: bool,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    Format {
        /// The cluster's configuration
        #[arg(long, value_name = "FILE")]
        config: PathBuf,
        /// Which node this is: its `id` in the configuration
        #[arg(long, value_name = "N")]
        id: u16,
        /// Id of the cluster, as `osmia format` prints it on the first node
        #[arg(long, value_name = "HEX")]
        cluster_id: ClusterId,
    },
}

impl Program {
    /// The whole of `main`: reads the command line, does what it says, and prints what went wrong.
    pub fn main(&self) -> ExitCode {
        // A wrong command line, `--help` and `--version` end the process here.
        let cli = Cli::from_arg_matches(&self.command().get_matches()).unwrap_or_else(|error| error.exit());
        match self.carry_out(cli) {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) => {
                let _ = writeln!(std::io::stderr(), "{}: {error:#}", self.name);
                ExitCode::FAILURE
            }
        }
    }

    fn command(&self) -> clap::Command {
        let Program { name, serves, keeps, .. } = self;
        Cli::command()
            .name(*name)
            .about(format!("{name}: serves the {serves} of one node, one per configured core"))
            .after_help(format!(
                "Examples:\n  {name} --config osmia.toml --id 1\n  {name} --config osmia.toml --id 1 --check"
            ))
            .mut_subcommand("format", |format| {
                format.about(format!(
                    "Make the {keeps} of a node (`osmia format` does this for all its servers)"
                ))
            })
    }

    fn carry_out(&self, cli: Cli) -> anyhow::Result<()> {
        if let Some(Command::Format { config, id, cluster_id }) = cli.command {
            osmia_sys::log::init("warn");
            return (self.format)(&Config::load(config)?, id, cluster_id);
        }
        let (Some(file), Some(id)) = (cli.config, cli.id) else {
            anyhow::bail!("want --config FILE and --id N; see --help");
        };
        osmia_sys::log::init("info");
        let config = Config::load(&file)?;
        if cli.print_config {
            print!("{}", config.print());
            return Ok(());
        }
        if cli.check { (self.check)(&config, &file, id) } else { (self.run)(&config, &file, id) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The command line is sound, for whatever program.
    #[test]
    fn command_is_sound() {
        let nothing = |_: &Config, _: &Path, _: u16| Ok(());
        let (name, serves, keeps) = ("osmia-xyz", "shards", "stores");
        let program = Program { name, serves, keeps, format: |_, _, _| Ok(()), check: nothing, run: nothing };
        program.command().debug_assert();
        assert!(program.command().render_long_help().to_string().contains("osmia-xyz --config osmia.toml"));
    }
}
