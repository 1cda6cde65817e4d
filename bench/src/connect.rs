//! Clients that connect and then do nothing, for measuring what that costs.

use std::io::Read;

use clap::Args;

use crate::mdtest::Options as MdtestOptions;
use crate::mdtest::options::TransportKind;
use crate::mdtest::osmia::Osmia;

/// Clients in one process, at most.
const COUNT_MAX: u16 = 1000;

/// What to connect.
#[derive(Args, Clone, Debug)]
pub struct Options {
    /// Clients.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=i64::from(COUNT_MAX)))]
    pub count: u16,
    /// Osmia's cluster file; else $OSMIA_CONFIG, else ./osmia.toml, else /etc/osmia/osmia.toml.
    #[arg(long, value_name = "FILE")]
    pub config: Option<std::path::PathBuf>,
    /// Paths the clients may take to their servers.
    #[arg(long, value_enum, default_value = "auto")]
    pub transport: TransportKind,
}

/// Connects, says so in one line, and stays until standard input ends.
///
/// # Errors
/// When a client cannot connect.
pub fn run(options: &Options) -> anyhow::Result<()> {
    let mdtest = MdtestOptions {
        config: options.config.clone(),
        transport: options.transport,
        ..MdtestOptions::default()
    };
    let clients = (0..options.count).map(|_| Osmia::connect(&mdtest)).collect::<Result<Vec<_>, _>>()?;
    println!("connected");
    let mut rest = Vec::new();
    std::io::stdin().read_to_end(&mut rest)?;
    drop(clients);
    Ok(())
}
