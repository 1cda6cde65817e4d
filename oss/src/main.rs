//! Osmia's storage server.

mod server;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use osmia_config::Config;
use osmia_protocol::ClusterId;

/// Osmia's storage server: serves the storage shards of one node, one per configured core.
#[derive(Parser)]
#[command(
    name = "osmia-oss",
    version,
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true
)]
#[command(
    after_help = "Examples:\n  osmia-oss --config osmia.toml --id 1\n  osmia-oss --config osmia.toml --id 1 --check"
)]
struct Cli {
    /// The cluster's configuration
    #[arg(long, value_name = "FILE", required = true)]
    config: Option<PathBuf>,
    /// Which node this is: its `id` in the configuration
    #[arg(long, value_name = "N", required = true)]
    id: Option<u16>,
    /// Check the configuration, the stores and the targets, and exit
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
    /// Make the stores and targets of a node's storage shards (`osmia format` does this for all servers of a node)
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

fn main() -> ExitCode {
    match run(Cli::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("osmia-oss: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(cli: Cli) -> anyhow::Result<()> {
    if let Some(Command::Format { config, id, cluster_id }) = cli.command {
        osmia_sys::log::init("warn");
        return server::format(&Config::load(config)?, id, cluster_id);
    }
    let (Some(file), Some(id)) = (cli.config, cli.id) else {
        anyhow::bail!("want --config FILE and --id N; see --help");
    };
    osmia_sys::log::init("info");
    let config = Config::load(file)?;
    if cli.print_config {
        print!("{}", config.print());
        return Ok(());
    }
    if cli.check { server::check(&config, id) } else { server::run(&config, id) }
}
