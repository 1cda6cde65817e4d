//! `osmia config`: the configuration file.

use std::path::PathBuf;

use anyhow::Context;
use clap::Subcommand;
use osmia_config::{Config, Faults};
use serde::Serialize;
use serde_json::json;
use toml_edit::{DocumentMut, Item, Table, Value};

use crate::End;
use crate::output::Output;
use crate::settings::Settings;

/// The configuration file.
#[derive(Subcommand)]
pub(crate) enum ConfigCommand {
    /// Check it: every fault at once, with line, key, and what would be right
    #[command(after_help = "\
Examples:
  osmia config check
  osmia --config new.toml config check --json")]
    Check,
    /// Print the configuration in effect, with defaults filled in
    #[command(after_help = "\
Examples:
  osmia config print
  osmia config print --json")]
    Print,
}

#[derive(Serialize)]
struct Checked {
    file: PathBuf,
    good: bool,
    faults: Vec<ShownFault>,
    nodes: usize,
    metadata_shards: usize,
    storage_shards: usize,
    targets: usize,
}

#[derive(Serialize)]
struct ShownFault {
    line: usize,
    key: String,
    wrong: String,
    right: String,
}

impl ConfigCommand {
    pub(crate) fn run(self, settings: &Settings, output: &Output) -> anyhow::Result<End> {
        let file = settings.find()?;
        match (self, Config::load(&file)) {
            (ConfigCommand::Check, config) => check(file, config, output),
            (ConfigCommand::Print, Ok(config)) => print(&config, output),
            (ConfigCommand::Print, Err(faults)) => {
                crate::output::say(faults);
                Ok(End::Failed)
            }
        }
    }
}

fn check(file: PathBuf, config: Result<Config, Faults>, output: &Output) -> anyhow::Result<End> {
    let mut checked = Checked {
        file,
        good: config.is_ok(),
        faults: Vec::new(),
        nodes: 0,
        metadata_shards: 0,
        storage_shards: 0,
        targets: 0,
    };
    match &config {
        Ok(config) => {
            let map = config.cluster_map();
            checked.nodes = config.nodes.len();
            checked.metadata_shards = map.mds.len();
            checked.storage_shards = map.oss.len();
            checked.targets = map.targets.len();
        }
        Err(faults) => {
            if !output.json {
                // Faults are messages, not data.
                crate::output::say(faults);
                return Ok(End::Failed);
            }
            checked.faults = (faults.0.iter().cloned())
                .map(|fault| ShownFault {
                    line: fault.line,
                    key: fault.key,
                    wrong: fault.wrong,
                    right: fault.right,
                })
                .collect();
        }
    }
    output.print(&checked, |checked| {
        format!(
            "{}: good; nodes: {}, metadata shards: {}, storage shards: {}, targets: {}",
            checked.file.display(),
            checked.nodes,
            checked.metadata_shards,
            checked.storage_shards,
            checked.targets
        )
    })?;
    Ok(if checked.good { End::Done } else { End::Failed })
}

fn print(config: &Config, output: &Output) -> anyhow::Result<End> {
    let text = config.print();
    if output.json {
        let document: DocumentMut = text.parse().context("the printed configuration")?;
        output.print(&table_to_json(document.as_table()), |_| String::new())?;
    } else {
        output.print(&(), |()| text)?;
    }
    Ok(End::Done)
}

fn table_to_json(table: &Table) -> serde_json::Value {
    let item = |item: &Item| match item {
        Item::Table(table) => table_to_json(table),
        Item::ArrayOfTables(tables) => tables.iter().map(table_to_json).collect(),
        Item::Value(value) => value_to_json(value),
        Item::None => serde_json::Value::Null,
    };
    table.iter().map(|(key, value)| (key.to_owned(), item(value))).collect()
}

/// Of the kinds that the configuration has.
fn value_to_json(value: &Value) -> serde_json::Value {
    match value {
        Value::String(text) => json!(text.value()),
        Value::Integer(number) => json!(number.value()),
        Value::Boolean(flag) => json!(flag.value()),
        Value::Array(array) => array.iter().map(value_to_json).collect(),
        other => json!(other.to_string()),
    }
}
