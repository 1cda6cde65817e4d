//! `osmia dev status`.

use std::path::PathBuf;

use anyhow::bail;
use clap::Args;
use serde::Serialize;

use super::Place;
use super::state::{Home, Server};
use crate::End;
use crate::output::{Output, table};

/// Shows which servers run. Exits with 3 when not all do.
#[derive(Args)]
#[command(after_help = "\
Whether the servers answer is shown by `osmia node list`.

Examples:
  osmia dev status
  osmia dev status --dir /tmp/two --json")]
pub(crate) struct Status {
    #[command(flatten)]
    place: Place,
}

#[derive(Serialize)]
struct Shown {
    dir: PathBuf,
    config: PathBuf,
    cluster_id: String,
    /// All that `up` started run.
    up: bool,
    servers: Vec<ShownServer>,
}

#[derive(Serialize)]
struct ShownServer {
    #[serde(flatten)]
    server: Server,
    running: bool,
}

impl Status {
    pub(crate) fn run(self, output: &Output) -> anyhow::Result<End> {
        let home = Home::new(&self.place.dir)?;
        let Some(state) = home.load()? else {
            bail!(
                "there is no cluster of `osmia dev` in {}; name its directory with --dir",
                home.dir().display()
            );
        };
        let mut servers = Vec::new();
        for server in state.servers {
            let running = server.process.running()?.is_some();
            servers.push(ShownServer { server, running });
        }
        let up = !servers.is_empty() && servers.iter().all(|server| server.running);
        let shown = Shown {
            dir: home.dir().to_owned(),
            config: home.config(),
            cluster_id: state.cluster_id,
            up,
            servers,
        };
        output.print(&shown, |shown| {
            let mut text = format!("cluster {} in {}\n", shown.cluster_id, shown.dir.display());
            if shown.servers.is_empty() {
                return text + "down; start it with `osmia dev up`";
            }
            let rows = shown.servers.iter().map(|shown| {
                let state = if shown.running { "running" } else { "ended" };
                let server = &shown.server;
                let pid = server.process.pid.to_string();
                vec![server.name.clone(), state.into(), pid, server.log.display().to_string()]
            });
            text += &table(&["SERVER", "STATE", "PID", "LOG"], &[2], rows);
            text
        })?;
        Ok(if up { End::Done } else { End::NotUp })
    }
}
