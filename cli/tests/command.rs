//! The command line: help, configuration, formatting, and a development cluster of stand-in servers.
//! (With the real servers it is tested in the `osmia-tests` crate.)

#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::Value;
use tempfile::TempDir;

/// A server that does as it is told: notes how it was formatted, ends on SIGTERM.
const OBEDIENT: &str = r#"#!/bin/sh
here=$(dirname "$0")
name=$(basename "$0")
echo "$name $*" >> "$here/calls"
[ "$1" = format ] && exit 0
trap 'echo bye; exit 0' TERM
touch "$here/$name.ready"
while :; do sleep 0.05; done
"#;
/// A server that does not end on SIGTERM.
const STUBBORN: &str = r#"#!/bin/sh
[ "$1" = format ] && exit 0
trap '' TERM
touch "$0.ready"
while :; do sleep 0.05; done
"#;
/// A server that does not start.
const BROKEN: &str = r#"#!/bin/sh
[ "$1" = format ] && exit 0
echo "the store is of another cluster" >&2
exit 1
"#;

/// The osmia program in a directory of its own, with stand-ins for the servers beside it.
struct Bench {
    dir: TempDir,
}

impl Bench {
    fn new(mds: &str, oss: &str) -> Bench {
        let bench = Bench { dir: tempfile::tempdir().unwrap() };
        // By a process of its own: a program that this one has open for writing cannot be run by another thread's
        // child ("text file busy").
        let script = r#"cp "$1" osmia && printf %s "$2" > osmia-mds && printf %s "$3" > osmia-oss && chmod 755 osmia*"#;
        let made = Command::new("sh")
            .args(["-c", script, "sh", env!("CARGO_BIN_EXE_osmia"), mds, oss])
            .current_dir(bench.dir.path())
            .status();
        assert!(made.unwrap().success());
        bench
    }

    fn path(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(self.path("osmia"));
        command.args(arguments).current_dir(self.dir.path()).env_remove("OSMIA_CONFIG").stdin(Stdio::null());
        command
    }

    fn run(&self, arguments: &[&str]) -> Ran {
        Ran::new(self.command(arguments).output().unwrap())
    }

    /// Waits until a file is there, a minute at most.
    fn await_file(&self, name: &str) {
        let file = self.path(name);
        let script = format!(
            "n=0; until [ -e '{}' ]; do n=$((n+1)); [ $n -lt 1200 ] || exit 1; sleep 0.05; done",
            file.display()
        );
        assert!(
            Command::new("sh").args(["-c", &script]).status().unwrap().success(),
            "{file:?} did not come"
        );
    }

    fn good_config(&self) -> PathBuf {
        let dir = self.dir.path().display();
        let text = format!(
            "[[node]]\nid = 1\naddresses = [\"127.0.0.1\"]\nruntime_dir = \"{dir}/run\"\n\
             [node.mds]\ncores = [0]\ndirectory = \"{dir}/mds\"\n\
             [[node]]\nid = 2\naddresses = [\"127.0.0.2\"]\nruntime_dir = \"{dir}/run\"\n\
             [node.oss]\ncores = [0]\ndirectory = \"{dir}/oss\"\n\
             [[node.oss.target]]\nid = 7\npath = \"{dir}/target\"\n"
        );
        let file = self.path("osmia.toml");
        fs::write(&file, text).unwrap();
        file
    }
}

impl Drop for Bench {
    fn drop(&mut self) {
        // A failed test must not leave its stand-ins running.
        if self.path("osmia-dev").exists() {
            let _ = self.command(&["dev", "down", "--wait-ms", "0"]).output();
        }
    }
}

struct Ran {
    code: Option<i32>,
    out: String,
    err: String,
}

impl Ran {
    fn new(output: Output) -> Ran {
        Ran {
            code: output.status.code(),
            out: String::from_utf8(output.stdout).unwrap(),
            err: String::from_utf8(output.stderr).unwrap(),
        }
    }

    #[track_caller]
    fn good(self) -> Ran {
        assert_eq!(self.code, Some(0), "{}{}", self.out, self.err);
        self
    }

    #[track_caller]
    fn fails(self, code: i32, says: &str) -> Ran {
        assert_eq!(self.code, Some(code), "{}{}", self.out, self.err);
        assert!(self.err.contains(says), "want {says:?} in {:?}", self.err);
        self
    }

    #[track_caller]
    fn json(&self) -> Value {
        serde_json::from_str(&self.out).unwrap_or_else(|error| panic!("{error} in {}", self.out))
    }
}

fn bench() -> Bench {
    Bench::new(OBEDIENT, OBEDIENT)
}

const COMMANDS: &[&str] = &[
    "format",
    "dev up",
    "dev down",
    "dev status",
    "node list",
    "target list",
    "df",
    "fs ls",
    "fs stat",
    "fs mkdir",
    "fs put",
    "fs get",
    "fs cat",
    "fs rm",
    "fs mv",
    "dir set",
    "dir show",
    "config check",
    "config print",
];

/// Every command has a help text with examples of itself; the whole names the exit codes.
#[test]
fn help() {
    let bench = bench();
    let whole = bench.run(&["--help"]).good().out;
    for want in ["Exit codes:", "Examples:", "OSMIA_CONFIG"] {
        assert!(whole.contains(want), "{want:?} in {whole}");
    }
    let paths = bench.run(&["fs", "--help"]).good().out;
    assert!(paths.contains("from its root, with or without a leading slash"), "{paths}");
    for command in COMMANDS {
        let mut arguments: Vec<&str> = command.split(' ').collect();
        arguments.push("--help");
        let help = bench.run(&arguments).good().out;
        let (_, examples) =
            help.split_once("Examples:\n").unwrap_or_else(|| panic!("{command}: no examples"));
        let last = command.split(' ').next_back().unwrap();
        assert!(examples.contains("osmia") && examples.contains(last), "{command}: {examples}");
        assert!(help.contains("--json") && help.contains("--config"), "{command}: {help}");
    }
}

/// A wrong command line exits with 2 and says what it is about.
#[test]
fn wrong_usage() {
    let bench = bench();
    bench.run(&["fs", "rm"]).fails(2, "PATH");
    bench.run(&["frobnicate"]).fails(2, "frobnicate");
    bench
        .run(&["dir", "set", "/", "--placement", "moon"])
        .fails(2, "\"default\", \"random\", \"round-robin\"");
    bench.run(&["dir", "set", "/", "--placement", "hash", "--depth", "0"]).fails(2, "--depth");
}

/// Without a configuration, every way to give one is named; --config wins over the variable, that over the directory.
#[test]
fn finding_the_configuration() {
    let bench = bench();
    if !Path::new("/etc/osmia/osmia.toml").exists() {
        let said = bench.run(&["config", "check"]).fails(1, "no configuration file");
        for way in ["--config", "OSMIA_CONFIG", "./osmia.toml", "/etc/osmia/osmia.toml", "osmia dev up"] {
            assert!(said.err.contains(way), "{way}: {}", said.err);
        }
    }
    let good = bench.good_config();
    let said = bench.run(&["config", "check"]).good();
    assert_eq!(said.out, "osmia.toml: good; nodes: 2, metadata shards: 1, storage shards: 1, targets: 1\n");
    let by_variable = bench.command(&["config", "check"]).env("OSMIA_CONFIG", "/nowhere.toml").output();
    Ran::new(by_variable.unwrap()).fails(1, "/nowhere.toml: cannot be read");
    let by_option = bench
        .command(&["config", "check", "--config", good.to_str().unwrap()])
        .env("OSMIA_CONFIG", "/nowhere.toml")
        .output();
    Ran::new(by_option.unwrap()).good();
}

/// All faults of a file are told at once, as text and as JSON, and fail the command.
#[test]
fn faulty_configuration() {
    let bench = bench();
    fs::write(bench.path("osmia.toml"), "[cluster]\npartitions = 100\ncolour = 1\n[[node]]\nid = 1\n")
        .unwrap();
    let said = bench.run(&["config", "check"]).fails(1, "osmia.toml:2: cluster.partitions: is 100; want");
    assert_eq!(said.out, "");
    assert!(said.err.contains("osmia.toml:3: cluster.colour: unknown key;"), "{}", said.err);
    let json = bench.run(&["config", "check", "--json"]).fails(1, "").json();
    assert_eq!(json["good"], false);
    assert_eq!(json["faults"][0]["line"], 2);
    assert_eq!(json["faults"][0]["key"], "cluster.partitions");
    bench.run(&["config", "print"]).fails(1, "osmia.toml:2: cluster.partitions");
    bench.run(&["node", "list", "--offline"]).fails(1, "osmia.toml:2: cluster.partitions");
}

/// The printed configuration is itself a good one and prints the same; as JSON it has the same values.
#[test]
fn printed_configuration() {
    let bench = bench();
    bench.good_config();
    let printed = bench.run(&["config", "print"]).good().out;
    fs::write(bench.path("printed.toml"), &printed).unwrap();
    assert_eq!(bench.run(&["--config", "printed.toml", "config", "print"]).good().out, printed);
    let json = bench.run(&["config", "print", "--json"]).good().json();
    assert_eq!(json["limits"]["attempt_ms"], 2000);
    assert_eq!(json["node"][1]["oss"]["target"][0]["id"], 7);
}

/// Without asking anybody, nodes and targets are listed from the configuration.
#[test]
fn offline_lists() {
    let bench = bench();
    bench.good_config();
    let nodes = bench.run(&["node", "list", "--offline", "--json"]).good().json();
    assert_eq!(nodes[0]["role"], "mds");
    assert_eq!(nodes[0]["addresses"][0], "tcp://127.0.0.1:7000");
    assert_eq!(nodes[1]["name"], "node-2");
    assert!(nodes[0].get("answers").is_none());
    let table = bench.run(&["target", "list", "--offline"]).good().out;
    let words: Vec<&str> = table.split_whitespace().collect();
    assert_eq!(words[..9], ["TARGET", "NODE", "NAME", "SHARD", "PATH", "7", "2", "node-2", "0"]);
}

/// The first node makes the id and prints what to run on the others; the others need it.
#[test]
fn format() {
    let bench = bench();
    bench.good_config();
    bench.run(&["format", "--node", "2"]).fails(1, "run `osmia format --node 1` on node 1");
    bench.run(&["format", "--node", "9"]).fails(1, "node 9 needs the cluster's id");
    assert!(!bench.path("calls").exists(), "nothing was run yet");
    let said = bench.run(&["format", "--node", "1"]).good().out;
    let (_, id) = said.lines().next().unwrap().rsplit_once(' ').unwrap();
    assert_eq!(id.len(), 32, "{said}");
    assert!(said.contains(&format!("on node 2 run: osmia format --node 2 --cluster-id {id}")), "{said}");
    let json = bench.run(&["format", "--node", "2", "--cluster-id", id, "--json"]).good().json();
    assert_eq!(json["cluster_id"], id);
    assert_eq!(json["directories"][1], bench.path("target").display().to_string());
    let calls = fs::read_to_string(bench.path("calls")).unwrap();
    let want = format!(
        "osmia-mds format --config osmia.toml --id 1 --cluster-id {id}\n\
         osmia-oss format --config osmia.toml --id 2 --cluster-id {id}\n"
    );
    assert_eq!(calls, want);
    bench.run(&["format", "--node", "9", "--cluster-id", id]).fails(1, "no node 9; it has 1, 2");
    bench.run(&["format", "--node", "1", "--cluster-id", "xyz"]).fails(2, "32 hexadecimal digits");
}

/// Formatting refuses every directory that holds something, names them all, and runs nothing.
#[test]
fn format_refuses_what_is_not_empty() {
    let bench = bench();
    bench.good_config();
    for dir in ["oss", "target"] {
        fs::create_dir(bench.path(dir)).unwrap();
        fs::write(bench.path(dir).join("file"), "mine").unwrap();
    }
    let id = "0123456789abcdef0123456789abcdef";
    let said = bench.run(&["format", "--node", "2", "--cluster-id", id]).fails(1, "nothing was formatted");
    assert!(
        said.err.contains("/oss is not empty") && said.err.contains("/target is not empty"),
        "{}",
        said.err
    );
    assert!(!bench.path("calls").exists());
}

/// A failing format of a server fails the command with the server's own words.
#[test]
fn format_that_fails() {
    let bench = Bench::new("#!/bin/sh\necho 'no room at all' >&2\nexit 1\n", OBEDIENT);
    bench.good_config();
    let said = bench.run(&["format", "--node", "1"]).fails(1, "osmia-mds format of node 1 failed");
    assert!(said.err.contains("no room at all"), "{}", said.err);
}

/// A missing server program is named, with what to do.
#[test]
fn missing_program() {
    let bench = bench();
    bench.good_config();
    fs::remove_file(bench.path("osmia-mds")).unwrap();
    let run = bench.command(&["format", "--node", "1"]).env("PATH", "/nonexistent").output().unwrap();
    Ran::new(run).fails(1, "osmia-mds is neither beside");
}

/// up starts every server, refuses to do it twice, status shows them, down ends them, up starts them again, and
/// down --remove leaves nothing.
#[test]
fn dev_life() {
    let bench = bench();
    bench.run(&["dev", "status"]).fails(1, "there is no cluster");
    bench.run(&["dev", "down"]).fails(1, "there is no cluster");
    let up = ["dev", "up", "--mds", "2", "--targets", "2", "--wait-ms", "0", "--json"];
    let json = bench.run(&up).good().json();
    let servers = json["servers"].as_array().unwrap();
    let names: Vec<&str> = servers.iter().map(|server| server["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["mds-1", "mds-2", "oss-1", "oss-2"]);
    for name in ["osmia-mds.ready", "osmia-oss.ready"] {
        bench.await_file(name);
    }

    let said = bench.run(&["dev", "up", "--wait-ms", "0"]).fails(1, "is up already: mds-1 (pid ");
    assert!(said.err.contains("osmia dev down --dir"), "{}", said.err);
    let config = json["config"].as_str().unwrap();
    bench.run(&["--config", config, "config", "check"]).good();
    let status = bench.run(&["dev", "status", "--json"]).good().json();
    assert_eq!(status["up"], true);
    assert_eq!(status["servers"][0]["pid"], servers[0]["pid"]);

    let down = bench.run(&["dev", "down", "--json"]).good().json();
    assert!(down["servers"].as_array().unwrap().iter().all(|server| server["how"] == "terminated"), "{down}");
    let status = bench.run(&["dev", "status", "--json"]).fails(3, "").json();
    assert_eq!(status["up"], false);
    assert_eq!(bench.run(&["dev", "down"]).good().out, "nothing was running\n");

    bench.run(&["dev", "up", "--mds", "1", "--wait-ms", "0"]).fails(1, "holds a cluster already");
    let again = bench.run(&["dev", "up", "--wait-ms", "0", "--json"]).good().json();
    assert_eq!(again["cluster_id"], json["cluster_id"]);
    assert_eq!(again["servers"].as_array().unwrap().len(), 4);
    let calls = fs::read_to_string(bench.path("calls")).unwrap();
    assert_eq!(calls.matches(" format ").count(), 4, "formatted once: {calls}");
    bench.run(&["dev", "down", "--remove"]).good();
    assert!(!bench.path("osmia-dev").exists());
}

/// The shape and the settings of a cluster are as asked for.
#[test]
fn dev_shape() {
    let bench = bench();
    let up = [
        "dev",
        "up",
        "--mds",
        "1",
        "--mds-shards",
        "3",
        "--oss",
        "2",
        "--oss-shards",
        "2",
        "--targets",
        "5",
        "--set",
        "limits.spin_us=0",
        "--set",
        "cluster.layout=edge",
        "--set",
        "limits.slots=8",
        "--wait-ms",
        "0",
    ];
    bench.run(&up).good();
    let config = bench.run(&["--config", "osmia-dev/osmia.toml", "config", "print", "--json"]).good().json();
    assert_eq!(config["limits"]["spin_us"], 0);
    assert_eq!(config["limits"]["slots"], 8);
    assert_eq!(config["cluster"]["layout"], "edge");
    assert_eq!(config["node"].as_array().unwrap().len(), 3);
    assert_eq!(config["node"][0]["mds"]["cores"].as_array().unwrap().len(), 3);
    let targets = |node: usize| config["node"][node]["oss"]["target"].as_array().unwrap().len();
    assert_eq!((targets(1), targets(2)), (3, 2));
    bench.run(&["dev", "down", "--remove"]).good();

    bench.run(&["dev", "up", "--oss", "3", "--targets", "2"]).fails(1, "want at least 3");
    bench.run(&["dev", "up", "--set", "limits.slots=0"]).fails(1, "limits.slots: is 0; want");
    bench.run(&["dev", "up", "--set", "slots=0"]).fails(1, "want TABLE.KEY=VALUE");
    bench.run(&["dev", "up", "--set", "node.id=0"]).fails(1, "want a key of [cluster], [limits] or [rails]");
}

/// A new cluster that is refused, or that cannot be formatted, leaves nothing: no directory that was not there, and
/// nothing in one that was.
#[test]
fn dev_refused() {
    let bench = Bench::new("#!/bin/sh\necho 'no room at all' >&2\nexit 1\n", OBEDIENT);
    fs::create_dir(bench.path("there")).unwrap();
    for options in [&["--set", "limits.slots=0"][..], &[]] {
        for dir in ["new/deep", "there"] {
            bench.run(&[&["dev", "up", "--dir", dir][..], options].concat()).fails(1, "");
        }
        assert!(!bench.path("new").exists());
        assert_eq!(fs::read_dir(bench.path("there")).unwrap().count(), 0);
    }
}

/// A port that is taken is told with its address and the server that wants it, before anything is started.
#[test]
fn dev_port_taken() {
    let bench = bench();
    bench.run(&["dev", "up", "--wait-ms", "0"]).good();
    bench.run(&["dev", "down"]).good();
    let config = bench.run(&["--config", "osmia-dev/osmia.toml", "config", "print", "--json"]).good().json();
    let port = config["node"][1]["oss"]["port"].as_u64().unwrap();
    let taken = std::net::TcpListener::bind(("127.0.0.1", port as u16)).unwrap();
    let calls = fs::read_to_string(bench.path("calls")).unwrap();
    let wanted = format!("127.0.0.1:{port}, where oss-1 is to listen, is taken by another program");
    bench.run(&["dev", "up"]).fails(1, &wanted);
    assert_eq!(fs::read_to_string(bench.path("calls")).unwrap(), calls, "nothing was started");
    drop(taken);
    bench.run(&["dev", "up", "--wait-ms", "0"]).good();
}

/// A server that does not end on SIGTERM is killed after the limit, and down says so and fails.
#[test]
fn dev_stubborn_server() {
    let bench = Bench::new(STUBBORN, OBEDIENT);
    bench.run(&["dev", "up", "--wait-ms", "0"]).good();
    bench.await_file("osmia-mds.ready");
    let said = bench.run(&["dev", "down", "--remove", "--wait-ms", "100", "--json"]).fails(1, "was killed");
    assert_eq!(said.json()["servers"][0]["how"], "killed");
    assert!(!bench.path("osmia-dev").exists());
}

/// When a server does not start, up shows its words, stops the others, and fails.
#[test]
fn dev_broken_server() {
    let bench = Bench::new(OBEDIENT, BROKEN);
    let said = bench.run(&["dev", "up"]).fails(1, "oss-1");
    assert!(said.err.contains("the store is of another cluster"), "{}", said.err);
    let status = bench.run(&["dev", "status", "--json"]).fails(3, "").json();
    assert_eq!(status["servers"].as_array().unwrap().len(), 0);
    // What it said at an earlier start is not shown again.
    let said = bench.run(&["dev", "up"]).fails(1, "oss-1");
    assert_eq!(said.err.matches("the store is of another cluster").count(), 1, "{}", said.err);
    bench.run(&["dev", "down", "--remove"]).good();
}

/// down never touches a process that up has not started, even if it has the recorded pid.
#[test]
fn dev_foreign_process() {
    let bench = bench();
    bench.run(&["dev", "up", "--wait-ms", "0"]).good();
    bench.run(&["dev", "down"]).good();
    let file = bench.path("osmia-dev/dev.json");
    let mut state: Value = serde_json::from_str(&fs::read_to_string(&file).unwrap()).unwrap();
    let boot = fs::read_to_string("/proc/sys/kernel/random/boot_id").unwrap();
    state["servers"] = serde_json::json!([{
        "name": "mds-1", "role": "mds", "node": 1, "log": "/dev/null",
        "pid": std::process::id(), "start_ticks": 1, "boot_id": boot.trim(),
    }]);
    fs::write(&file, state.to_string()).unwrap();
    let down = bench.run(&["dev", "down", "--json"]).good().json();
    assert_eq!(down["servers"][0]["how"], "had-ended");
}

/// A directory that holds something else is not taken, and what is not ours survives --remove.
#[test]
fn dev_foreign_files() {
    let bench = bench();
    fs::create_dir(bench.path("home")).unwrap();
    fs::write(bench.path("home/notes"), "mine").unwrap();
    bench.run(&["dev", "up", "--dir", "home", "--wait-ms", "0"]).fails(1, "is not empty and has no cluster");
    bench.run(&["dev", "up", "--wait-ms", "0"]).good();
    fs::write(bench.path("osmia-dev/notes"), "mine").unwrap();
    bench.run(&["dev", "down", "--remove"]).fails(1, "holds something else");
    let left: Vec<_> =
        fs::read_dir(bench.path("osmia-dev")).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(left, ["notes"]);
}

/// In the foreground, up stays until it is interrupted, and then stops the servers.
#[test]
fn dev_foreground() {
    let bench = bench();
    let mut up = bench
        .command(&["dev", "up", "--foreground", "--wait-ms", "0"])
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    bench.await_file("osmia-oss.ready");
    let interrupted = Command::new("kill").args(["-INT", &up.id().to_string()]).status().unwrap();
    assert!(interrupted.success());
    let code = up.wait().unwrap().code();
    // Interrupted while still starting, it says so by its exit code.
    assert!(matches!(code, Some(0 | 130)), "{code:?}");
    let status = bench.run(&["dev", "status", "--json"]).fails(3, "").json();
    assert_eq!(status["servers"].as_array().unwrap().len(), 0);
    bench.run(&["dev", "down", "--remove"]).good();
}
