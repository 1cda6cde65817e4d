//! Servers as processes: a cluster in a temporary directory, on ports of its own.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Once;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use osmia_client::{Client, ClientOptions, Credentials};

/// How long anything may take before a test gives up: tenfold what the slowest step takes on a busy machine.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// What cluster to make.
#[derive(Debug, Clone)]
pub struct Options {
    /// Metadata servers, each a process and a node of its own.
    pub mds: u16,
    /// Shards of each metadata server.
    pub mds_shards: u16,
    /// Storage servers, each a process and a node of its own (after those of the metadata servers).
    pub oss: u16,
    /// Targets of each storage server, one shard each.
    pub targets: u16,
    /// `[cluster]` lines, such as `layout = "edge"`.
    pub cluster: String,
    /// `[limits]` lines.
    pub limits: String,
    /// Where its directories are; the build's temporary directory by default.
    pub parent: Option<PathBuf>,
}

impl Default for Options {
    /// Two metadata servers and two storage servers of one shard each, striping that small files already show, and
    /// short leases.
    fn default() -> Options {
        Options {
            mds: 2,
            mds_shards: 1,
            oss: 2,
            targets: 1,
            cluster: "stripe_bytes = 65536\nstripe_count = 2\npartitions = 16\n".into(),
            limits: "lease_ms = 1000\nsession_ms = 5000\nattempt_ms = 1000\ngive_up_ms = 30000\n\
                     buffers_bytes = 8388608\n"
                .into(),
            parent: None,
        }
    }
}

/// Which server.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// osmia-mds
    Mds,
    /// osmia-oss
    Oss,
}

/// A server process.
#[derive(Debug)]
pub struct Server {
    /// Which.
    pub kind: Kind,
    /// Its node's number.
    pub node: u16,
    child: Option<Child>,
}

/// A running cluster. Dropped, its processes are killed and its directory is removed.
#[derive(Debug)]
pub struct Cluster {
    directory: tempfile::TempDir,
    /// Its servers: the metadata servers first.
    pub servers: Vec<Server>,
    options: Options,
}

/// Path of a program of this workspace, built from the sources as they are now.
pub fn program(name: &str) -> PathBuf {
    static BUILD: Once = Once::new();
    let test = std::env::current_exe().expect("this test's own path");
    let profile = test.parent().and_then(Path::parent).expect("tests lie in PROFILE/deps");
    BUILD.call_once(|| {
        // A test of stale servers proves nothing.
        let mut build = Command::new(env!("CARGO"));
        build.args(["build", "--quiet", "--bins", "-p", "osmia-mds", "-p", "osmia-oss", "-p", "osmia-cli"]);
        build.args([
            "-p",
            "osmia-bench",
            "-p",
            "osmia-fuse",
            "--manifest-path",
            concat!(env!("CARGO_MANIFEST_DIR"), "/../Cargo.toml"),
        ]);
        build.arg("--target-dir").arg(profile.parent().expect("the target directory"));
        if profile.ends_with("release") {
            build.arg("--release");
        }
        assert!(build.status().expect("cargo runs").success(), "the programs under test do not build");
    });
    profile.join(name)
}

/// Waits until `done`, as nothing tells when; [`PATIENCE`] at most.
pub fn wait_for(what: &str, mut done: impl FnMut() -> bool) {
    let deadline = Instant::now() + PATIENCE;
    while !done() {
        assert!(Instant::now() < deadline, "waited in vain for {what}");
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// The first of a hundred ports for one cluster, below those that the kernel gives out.
pub fn ports() -> u16 {
    static CLUSTERS: AtomicU32 = AtomicU32::new(0);
    let number = std::process::id() * 16 + CLUSTERS.fetch_add(1, Ordering::Relaxed);
    10_000 + (number % 220 * 100) as u16
}

impl Cluster {
    /// Makes and starts a cluster, and waits until it serves.
    pub fn start(options: Options) -> Cluster {
        let mut cluster = Cluster::format(options);
        for at in 0..cluster.servers.len() {
            cluster.launch(at);
        }
        cluster.client(ClientOptions::default());
        cluster
    }

    /// Makes a cluster, and starts nothing.
    pub fn format(options: Options) -> Cluster {
        let parent = options.parent.clone().unwrap_or_else(std::env::temp_dir);
        std::fs::create_dir_all(&parent).expect("the parent of test directories");
        let directory =
            tempfile::Builder::new().prefix("osmia-").tempdir_in(parent).expect("a test directory");
        let kinds = std::iter::repeat_n(Kind::Mds, options.mds.into());
        let kinds = kinds.chain(std::iter::repeat_n(Kind::Oss, options.oss.into()));
        let servers = kinds.zip(1..).map(|(kind, node)| Server { kind, node, child: None }).collect();
        let cluster = Cluster { directory, servers, options };
        std::fs::write(cluster.config(), cluster.config_text()).expect("the configuration");
        let id = "00112233445566778899aabbccddeeff";
        for server in &cluster.servers {
            let output = Command::new(program(server.kind.program()))
                .args(["format", "--config"])
                .arg(cluster.config())
                .args(["--id", &server.node.to_string(), "--cluster-id", id])
                .output()
                .expect("format runs");
            assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        }
        cluster
    }

    fn config_text(&self) -> String {
        let (address, base) = ("127.0.0.1", ports());
        let root = self.directory.path().display();
        let mut text = format!("[cluster]\n{}\n[limits]\n{}\n", self.options.cluster, self.options.limits);
        let mut target = 0;
        for Server { kind, node, .. } in &self.servers {
            let count = if *kind == Kind::Mds { self.options.mds_shards } else { self.options.targets };
            let cores: Vec<u16> = (0..count).map(|shard| (node + shard) % 2).collect();
            let port = base + 10 * node;
            let (name, table) = if *kind == Kind::Mds { ("mds", "node.mds") } else { ("oss", "node.oss") };
            let _ = write!(
                text,
                "[[node]]\nid = {node}\naddresses = [\"{address}\"]\nruntime_dir = \"{root}\"\nshare_cores = true\n\
                 [{table}]\ncores = {cores:?}\nport = {port}\ndirectory = \"{root}/{name}-{node}\"\n"
            );
            if *kind == Kind::Oss {
                for _ in 0..self.options.targets {
                    target += 1;
                    let path = format!("{root}/target-{target}");
                    let _ = write!(text, "[[node.oss.target]]\nid = {target}\npath = \"{path}\"\n");
                }
            }
        }
        text
    }

    /// Directory of everything it has.
    pub fn directory(&self) -> &Path {
        self.directory.path()
    }

    /// Its configuration file.
    pub fn config(&self) -> PathBuf {
        self.directory.path().join("osmia.toml")
    }

    /// Index of the `n`th server of a kind.
    pub fn server(&self, kind: Kind, n: usize) -> usize {
        let mut of_kind = self.servers.iter().enumerate().filter(|(_, server)| server.kind == kind);
        of_kind.nth(n).expect("the cluster has that many").0
    }

    /// Starts a server that does not run.
    pub fn launch(&mut self, at: usize) {
        let log = self.log(at);
        let log = std::fs::OpenOptions::new().create(true).append(true).open(log).expect("the server's log");
        let config = self.config();
        let server = &mut self.servers[at];
        assert!(server.child.is_none(), "{server:?} runs");
        let mut command = Command::new(program(server.kind.program()));
        command.arg("--config").arg(config).args(["--id", &server.node.to_string()]);
        command.stdin(Stdio::null()).stdout(log.try_clone().expect("a descriptor")).stderr(log);
        server.child = Some(command.spawn().expect("the server starts"));
    }

    /// A server's log, over all its lives.
    pub fn log(&self, at: usize) -> PathBuf {
        let server = &self.servers[at];
        self.directory.path().join(format!("{}-{}.log", server.kind.program(), server.node))
    }

    /// Process id of a running server.
    pub fn pid(&self, at: usize) -> u32 {
        self.servers[at].child.as_ref().expect("it runs").id()
    }

    /// kill -9, and waits until it is gone.
    pub fn kill(&mut self, at: usize) {
        let mut child = self.servers[at].child.take().expect("it runs");
        child.kill().expect("our own child");
        child.wait().expect("our own child");
    }

    /// SIGTERM; gives the exit code.
    pub fn stop(&mut self, at: usize) -> Option<i32> {
        let child = self.servers[at].child.as_ref().expect("it runs");
        let pid = rustix::process::Pid::from_child(child);
        rustix::process::kill_process(pid, rustix::process::Signal::TERM).expect("our own child");
        self.end(at)
    }

    /// Waits for the end of a server that ends by itself; gives the exit code.
    pub fn end(&mut self, at: usize) -> Option<i32> {
        let mut child = self.servers[at].child.take().expect("it runs");
        let deadline = Instant::now() + PATIENCE;
        loop {
            match child.try_wait().expect("our own child") {
                Some(status) => return status.code(),
                None if Instant::now() > deadline => {
                    let _ = child.kill();
                    panic!("{:?} does not stop; its log:\n{}", self.servers[at], self.tail(at));
                }
                // Polling for an exit: there is no event to wait on without giving up the deadline.
                None => std::thread::sleep(Duration::from_millis(5)),
            }
        }
    }

    /// The end of a server's log.
    pub fn tail(&self, at: usize) -> String {
        let log = std::fs::read_to_string(self.log(at)).unwrap_or_default();
        let lines: Vec<&str> = log.lines().collect();
        lines[lines.len().saturating_sub(40)..].join("\n")
    }

    /// A client of its own, connected; the cluster may still be starting.
    pub fn client(&self, options: ClientOptions) -> Client {
        let deadline = Instant::now() + PATIENCE;
        loop {
            match Client::connect_with(self.config(), options.clone()).and_then(|client| {
                client.stat("/")?;
                Ok(client)
            }) {
                Ok(client) => return client,
                Err(error) if Instant::now() > deadline => {
                    let logs: Vec<String> = (0..self.servers.len()).map(|at| self.tail(at)).collect();
                    panic!("the cluster does not serve: {error}\n{}", logs.join("\n---\n"));
                }
                Err(_) => std::thread::sleep(Duration::from_millis(20)),
            }
        }
    }

    /// A client of this user and group.
    pub fn client_as(&self, uid: u32) -> Client {
        let credentials = Credentials { uid, gid: uid, groups: Vec::new() };
        self.client(ClientOptions { credentials, umask: Some(0), ..ClientOptions::default() })
    }
}

impl Kind {
    /// Name of its program.
    pub fn program(self) -> &'static str {
        match self {
            Kind::Mds => "osmia-mds",
            Kind::Oss => "osmia-oss",
        }
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        for at in 0..self.servers.len() {
            if let Some(mut child) = self.servers[at].child.take() {
                let _ = child.kill();
                let _ = child.wait();
            }
            if std::thread::panicking() {
                eprintln!("--- log of {:?}\n{}", self.servers[at], self.tail(at));
            }
        }
    }
}
