//! `osmia dev up`.

use std::fs::{self, File};
use std::io::{ErrorKind, Read, Seek, SeekFrom};
use std::net::{SocketAddr, TcpListener};
use std::os::fd::OwnedFd;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use anyhow::{Context, bail};
use clap::Args;
use osmia_client::{Client, ClientOptions};
use osmia_config::Config;
use serde::Serialize;

use super::Place;
use super::down::{self, STOP_MS};
use super::plan::Shape;
use super::process::{Identity, Running};
use super::state::{Home, Server, State};
use crate::End;
use crate::output::Output;
use crate::programs::{self, Role};
use crate::signals::{Signals, now};

/// Between two looks at whether the servers answer.
const LOOK: Duration = Duration::from_millis(50);
/// How long a port may stay taken by a server that has ended.
const PORT_PATIENCE: Duration = Duration::from_secs(2);
/// How long a server that has been killed may take to be gone: the kernel gives back its memory first.
const DYING_PATIENCE: Duration = Duration::from_secs(5);
/// Bytes of a log that are shown when its server ended.
const LOG_TAIL_BYTES: u64 = 4096;

/// Makes the cluster if it is not there, starts its servers in the background, and waits until they answer.
#[derive(Args)]
#[command(after_help = "\
A cluster that `down` has stopped is started again with what it holds; then the options
that shape a cluster are refused. Of one that is up, the servers that have ended are started and the others left as
they are. Servers log to DIR/log. When one does not start, those that were started with it are stopped again.

Examples:
  osmia dev up
  osmia dev up --dir /tmp/two --mds 2 --targets 2 --set cluster.durability=strict
  osmia dev up --mds 1 --mds-shards 2 --oss 1 --targets 3 --json")]
pub(crate) struct Up {
    #[command(flatten)]
    place: Place,
    #[command(flatten)]
    shape: Shape,
    /// Stay until interrupted, then stop the cluster
    #[arg(long)]
    foreground: bool,
    /// How long the servers may take until they answer; 0: do not wait
    #[arg(long, value_name = "MS", default_value_t = 60_000)]
    wait_ms: u64,
}

#[derive(Serialize)]
struct Started<'a> {
    dir: &'a Path,
    config: PathBuf,
    cluster_id: &'a str,
    servers: &'a [Server],
    /// Names of those that were started now: the others ran already.
    started: Vec<&'a str>,
}

impl Up {
    pub(crate) fn run(self, output: &Output) -> anyhow::Result<End> {
        let signals = Signals::catch()?;
        let home = Home::new(&self.place.dir)?;
        let missing = home.missing();
        let lock = home.create()?;
        let is_new = home.load()?.is_none();
        let (config, mut state, kept) = match self.prepare(&home, &signals) {
            Ok(prepared) => prepared,
            Err(error) => {
                if is_new {
                    home.undo(lock, &missing);
                }
                return Err(error);
            }
        };
        let started = ports_are_free(&home, &config, &kept, &signals)
            .and_then(|()| start(&home, &config, &mut state, &kept, &signals))
            .and_then(|()| wait_until_up(&home, &state, &signals, self.wait_ms));
        if let Err(error) = started {
            // Whatever has been started must not stay; what ran before is as it was.
            let stopped = if kept.is_empty() {
                down::stop(&home, &mut state, STOP_MS)
            } else {
                down::stop_all_but(&kept, &state, STOP_MS)
            };
            if let Some(signal) = signals.caught() {
                stopped?;
                return Ok(End::Signal(signal));
            }
            if let Err(stop) = stopped {
                return Err(error.context(format!("and stopping the servers failed: {stop:#}")));
            }
            return Err(error);
        }
        let is_started = |server: &&Server| !kept.contains(server);
        let started = Started {
            dir: home.dir(),
            config: home.config(),
            cluster_id: &state.cluster_id,
            servers: &state.servers,
            started: state.servers.iter().filter(is_started).map(|server| server.name.as_str()).collect(),
        };
        output.print(&started, |started| {
            let up = if kept.is_empty() {
                format!("up: {}", names(started.servers))
            } else {
                let new = names(started.servers.iter().filter(is_started));
                format!("started, as they did not run: {new}\nleft running: {}", names(&kept))
            };
            format!(
                "{up}\nuse it with: export OSMIA_CONFIG={}\nstop it with: osmia dev down --dir {}",
                started.config.display(),
                started.dir.display()
            )
        })?;
        if !self.foreground {
            return Ok(End::Done);
        }
        // `osmia dev down` from elsewhere is a way to end this.
        drop(lock);
        stay(&home, state, &signals)
    }

    /// The configuration and record of a formatted cluster of which not all runs, and the servers that do. When none does,
    /// the record has no servers.
    fn prepare(&self, home: &Home, signals: &Signals) -> anyhow::Result<(Config, State, Vec<Server>)> {
        if let Some(mut state) = home.load()? {
            let kept = running(&state, signals)?;
            let load = || {
                Config::load(home.config())
                    .map_err(|faults| anyhow::anyhow!("faulty configuration\n{faults}"))
            };
            // Whatever the file has become meanwhile, servers that all run are up.
            let all_run = kept.len() == state.servers.len()
                && load().map_or(true, |config| {
                    wanted(&config).all(|(node, _, role)| find(&kept, node, role).is_some())
                });
            if !kept.is_empty() && all_run {
                bail!(
                    "the cluster in {dir} is up already: {}; stop it with `osmia dev down --dir {dir}`, or name another \
                     directory with --dir",
                    names(&kept),
                    dir = home.dir().display()
                );
            }
            if state.formatted {
                if !self.shape.is_default() {
                    bail!(
                        "{dir} holds a cluster already: start it without options of shape, change {config} by hand, or \
                         remove it with `osmia dev down --dir {dir} --remove`",
                        dir = home.dir().display(),
                        config = home.config().display()
                    );
                }
                let config = load()?;
                if kept.is_empty() {
                    state.servers.clear();
                    fresh_dir(&home.run())?;
                    home.store(&state)?;
                }
                return Ok((config, state, kept));
            }
        }
        let (config, state) = self.make(home)?;
        Ok((config, state, Vec::new()))
    }

    fn make(&self, home: &Home) -> anyhow::Result<(Config, State)> {
        // What an interrupted `up` may have left.
        home.clear()?;
        let mut config = self.shape.config(home)?;
        let id = *config.cluster.id.get_or_insert(crate::format::new_cluster_id()?);
        let mut state = State::new(id.to_string());
        home.store(&state)?;
        fs::write(home.config(), config.print())
            .with_context(|| format!("cannot write {}", home.config().display()))?;
        fresh_dir(&home.run())?;
        fresh_dir(&home.logs())?;
        for node in &config.nodes {
            for role in crate::format::roles(&config, node.id) {
                programs::format(role, &home.config(), node.id, &state.cluster_id)?;
            }
        }
        state.formatted = true;
        home.store(&state)?;
        Ok((config, state))
    }
}

/// Every server of a cluster: the id and name of its node, and its role.
fn wanted(config: &Config) -> impl Iterator<Item = (u16, &str, Role)> {
    config.nodes.iter().flat_map(|node| {
        let roles = crate::format::roles(config, node.id).into_iter();
        roles.map(|role| (node.id, node.name.as_str(), role))
    })
}

/// The index of a server among others.
fn find(servers: &[Server], node: u16, role: Role) -> Option<usize> {
    servers.iter().position(|server| (server.node, server.role) == (node, role))
}

/// Those of the record that run. Waits for those that have been killed to be gone.
fn running(state: &State, signals: &Signals) -> anyhow::Result<Vec<Server>> {
    let mut running = Vec::new();
    let deadline = now() + DYING_PATIENCE;
    for server in &state.servers {
        while let Some(Running(process)) = server.process.running()? {
            if !server.process.is_dying() || signals.caught().is_some() || now() >= deadline {
                running.push(server.clone());
                break;
            }
            signals.wait(&[&process], LOOK);
        }
    }
    Ok(running)
}

fn names<'a>(servers: impl IntoIterator<Item = &'a Server>) -> String {
    let names = servers.into_iter().map(|server| format!("{} (pid {})", server.name, server.process.pid));
    names.collect::<Vec<String>>().join(", ")
}

fn fresh_dir(dir: &Path) -> anyhow::Result<()> {
    match fs::remove_dir_all(dir) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(error),
        _ => fs::create_dir(dir),
    }
    .with_context(|| format!("cannot make {} anew", dir.display()))
}

/// That nobody else listens where servers will, but for those that are `kept` running. The kernel lets go of the ports
/// of a server that has just ended a little later.
fn ports_are_free(home: &Home, config: &Config, kept: &[Server], signals: &Signals) -> anyhow::Result<()> {
    let runs = |node: u16, role: Role| find(kept, node, role).is_some();
    let deadline = now() + PORT_PATIENCE;
    let mds = config.mds_nodes().filter(|node| !runs(node.id, Role::Mds));
    let mds = mds.flat_map(|node| shards(node.name, node.shards, |shard| shard.addresses));
    let oss = config.oss_nodes().filter(|node| !runs(node.id, Role::Oss));
    let oss = oss.flat_map(|node| shards(node.name, node.shards, |shard| shard.addresses));
    for (server, address) in mds.chain(oss) {
        loop {
            match TcpListener::bind(address) {
                Err(error) if error.kind() == ErrorKind::AddrInUse => {
                    if signals.caught().is_some() {
                        bail!("interrupted");
                    }
                    if now() >= deadline {
                        bail!(
                            "{address}, where {server} is to listen, is taken by another program; end that, or change \
                             the `port` of {server} in {}",
                            home.config().display()
                        );
                    }
                    signals.wait(&[], LOOK);
                }
                // What else may be wrong of an address, its server says better.
                _ => break,
            }
        }
    }
    Ok(())
}

/// The TCP addresses of a server's shards, with its name.
fn shards<S>(name: String, shards: Vec<S>, addresses: fn(S) -> Vec<String>) -> Vec<(String, SocketAddr)> {
    let texts = shards.into_iter().flat_map(addresses);
    let parsed = texts.filter_map(|text| text.strip_prefix("tcp://")?.parse().ok());
    parsed.map(|address| (name.clone(), address)).collect()
}

/// Starts every server but those `kept` running, recording each at once.
fn start(
    home: &Home,
    config: &Config,
    state: &mut State,
    kept: &[Server],
    signals: &Signals,
) -> anyhow::Result<()> {
    for (node, name, role) in wanted(config).filter(|&(node, _, role)| find(kept, node, role).is_none()) {
        if signals.caught().is_some() {
            bail!("interrupted");
        }
        let server = start_one(home, name, node, role)?;
        match find(&state.servers, node, role) {
            Some(at) => state.servers[at] = server,
            None => state.servers.push(server),
        }
        home.store(state)?;
    }
    Ok(())
}

fn start_one(home: &Home, name: &str, node: u16, role: Role) -> anyhow::Result<Server> {
    let program = programs::find(role)?;
    let log = home.log(name);
    let open = || File::options().create(true).append(true).open(&log);
    let (out, err) = (open()?, open()?);
    let log_from = out.metadata()?.len();
    let child = Command::new(&program)
        .arg("--config")
        .arg(home.config())
        .args(["--id", &node.to_string()])
        .stdin(Stdio::null())
        .stdout(out)
        .stderr(err)
        .current_dir("/")
        // A group of its own: Ctrl-C in this terminal is not meant for it.
        .process_group(0)
        .spawn()
        .with_context(|| format!("cannot start {}", program.display()))?;
    let pid = i32::try_from(child.id()).context("pid")?;
    let process = match Identity::of(pid) {
        Ok(process) => process,
        Err(_) => bail!("{name} ended at once\n{}", tail(&log, log_from)),
    };
    Ok(Server { name: name.to_owned(), role, node, process, log, log_from })
}

/// Waits until every shard and target answers.
fn wait_until_up(home: &Home, state: &State, signals: &Signals, wait_ms: u64) -> anyhow::Result<()> {
    let deadline = now() + Duration::from_millis(wait_ms);
    loop {
        if signals.caught().is_some() {
            bail!("interrupted");
        }
        let mut running = Vec::new();
        for server in &state.servers {
            match server.process.running()? {
                Some(process) => running.push(process),
                None => bail!(
                    "{} ended; the last lines of its log:\n{}",
                    server.name,
                    tail(&server.log, server.log_from)
                ),
            }
        }
        if wait_ms == 0 {
            return Ok(());
        }
        let Err(silent) = answers(home) else { return Ok(()) };
        if now() >= deadline {
            let logs = home.logs();
            return Err(silent.context(format!(
                "the servers run, but do not answer after {wait_ms} ms (--wait-ms); their logs are in {}",
                logs.display()
            )));
        }
        let pidfds: Vec<&OwnedFd> = running.iter().map(|Running(fd)| fd).collect();
        signals.wait(&pidfds, LOOK);
    }
}

/// One try to reach all shards and targets.
fn answers(home: &Home) -> anyhow::Result<()> {
    let options = ClientOptions { attempt_ms: Some(500), give_up_ms: Some(1000), ..ClientOptions::default() };
    let client = Client::connect_with(home.config(), options)?;
    client.statfs()?;
    for target in client.target_stats()? {
        target.stat.with_context(|| format!("target {} on {}", target.target, target.node))?;
    }
    client.shutdown()?;
    Ok(())
}

/// Until a signal comes or the servers have ended, then stops what is left.
fn stay(home: &Home, mut state: State, signals: &Signals) -> anyhow::Result<End> {
    loop {
        let mut running = Vec::new();
        let mut ended = Vec::new();
        for server in &state.servers {
            match server.process.running()? {
                Some(process) => running.push(process),
                None => ended.push(server),
            }
        }
        if running.is_empty() && home.load()?.is_none_or(|state| state.servers.is_empty()) {
            // `osmia dev down` did it.
            return Ok(End::Done);
        }
        if !ended.is_empty() && signals.caught().is_none() {
            // `osmia dev down` may be at work, holding the lock: then it is its business.
            let Ok(_lock) = home.lock() else {
                signals.wait(&[], LOOK);
                continue;
            };
            if home.load()?.is_none_or(|state| state.servers.is_empty()) {
                return Ok(End::Done);
            }
            let said: Vec<String> = ended
                .iter()
                .map(|server| {
                    format!(
                        "{} ended by itself; the last lines of its log:\n{}",
                        server.name,
                        tail(&server.log, server.log_from)
                    )
                })
                .collect();
            down::stop(home, &mut state, STOP_MS)?;
            bail!("{}", said.join("\n"));
        }
        if signals.caught().is_some() {
            let _lock = home.lock()?;
            down::stop(home, &mut state, STOP_MS)?;
            return Ok(End::Done);
        }
        let pidfds: Vec<&OwnedFd> = running.iter().map(|Running(fd)| fd).collect();
        signals.wait(&pidfds, Duration::from_secs(3600));
    }
}

/// The end of a log, of what stands behind `from`: what was written before is of earlier starts.
fn tail(log: &Path, from: u64) -> String {
    let read = || -> std::io::Result<Vec<u8>> {
        let mut file = File::open(log)?;
        let bytes = file.metadata()?.len();
        file.seek(SeekFrom::Start(bytes.saturating_sub(LOG_TAIL_BYTES).max(from)))?;
        let mut text = Vec::new();
        file.read_to_end(&mut text)?;
        Ok(text)
    };
    match read() {
        Ok(text) if text.is_empty() => format!("(it has written nothing to {})", log.display()),
        Ok(text) => String::from_utf8_lossy(&text).trim_end().to_owned(),
        Err(error) => format!("({} cannot be read: {error})", log.display()),
    }
}
