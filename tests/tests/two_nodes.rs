//! docs/two-nodes.md as it stands: its configuration, its addresses and its commands, on two machines made of network
//! and mount namespaces.
//!
//! Needs root (it asks sudo when it is not), `ip` (package iproute2) and `nsenter` (util-linux): without them the test
//! fails and says so.

use std::collections::BTreeSet;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

use osmia_tests::cluster::{PATIENCE, program, wait_for};
use osmia_tests::scale;

const HOW_TO: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/two-nodes.md"));

const NEEDS: &str = "this test needs root, itself or through sudo without a password (CAP_NET_ADMIN, CAP_SYS_ADMIN), `ip` \
                     of the package iproute2, and a kernel with network namespaces and veth";

/// What makes a machine of a namespace: directories of its own where the how-to has some, then a wait for the test's end.
const MACHINE: &str = r#"
set -e
mkdir "$1" "$1/etc" "$1/lib" "$1/srv" "$1/run"
cp -a /etc/. "$1/etc"
for pair in etc:/etc lib:/var/lib srv:/srv run:/run; do
    mount --bind "$1/${pair%%:*}" "${pair##*:}"
done
mkdir -p /etc/osmia
ip link set lo up
ip address add "$2/24" dev eth0
ip link set eth0 up
echo ready
exec cat
"#;

/// A namespace with what runs in it. Dropped, all of it is gone.
struct Machine {
    name: String,
    /// Ends when its input does: also when the test is killed.
    holder: Child,
    servers: Vec<(String, Child)>,
    /// Of its servers.
    log: PathBuf,
}

/// Two machines on one wire.
fn machines(root: &Path) -> [Machine; 2] {
    remove_leftovers();
    static PAIRS: AtomicU32 = AtomicU32::new(0);
    let pair = PAIRS.fetch_add(1, Ordering::Relaxed);
    let names = [1, 2].map(|number| format!("osmia-{}-{pair}-{number}", std::process::id()));
    let namespaces: Vec<Namespace> = names.iter().map(|name| Namespace::add(name)).collect();
    let [one, two] = &names;
    ip(&format!("link add eth0 netns {one} type veth peer name eth0 netns {two}"));
    let started = [1, 2].map(|number| {
        let mut holder = Command::new("ip")
            .args(["netns", "exec", &names[number - 1], "sh", "-c", MACHINE, "machine"])
            .args([
                &root.join(format!("machine-{number}")).display().to_string(),
                &format!("10.0.0.{number}"),
            ])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("ip runs");
        let mut said = String::new();
        let out = holder.stdout.as_mut().expect("piped");
        BufReader::new(out).read_line(&mut said).expect("its pipe");
        let (name, log) = (names[number - 1].clone(), root.join(format!("machine-{number}.log")));
        let machine = Machine { name, holder, servers: Vec::new(), log };
        assert_eq!(said, "ready\n", "machine {number} was not set up; it says why above (is this root?)");
        machine
    });
    // From here on the machines remove them.
    namespaces.into_iter().for_each(std::mem::forget);
    started
}

/// A named network namespace.
struct Namespace(String);

impl Namespace {
    fn add(name: &str) -> Namespace {
        ip(&format!("netns add {name}"));
        Namespace(name.to_owned())
    }
}

impl Drop for Namespace {
    fn drop(&mut self) {
        let _ = Command::new("ip").args(["netns", "delete", &self.0]).status();
    }
}

/// Runs `ip`, which must work: this test proves nothing where it cannot run.
#[track_caller]
fn ip(line: &str) {
    let ran = Command::new("ip").args(line.split_whitespace()).output();
    let ran = ran.unwrap_or_else(|error| panic!("ip {line}: {error}; {NEEDS}"));
    assert!(ran.status.success(), "ip {line}: {}{NEEDS}", String::from_utf8_lossy(&ran.stderr));
}

/// Removes the namespaces of tests that were killed.
fn remove_leftovers() {
    let names: BTreeSet<String> = fs::read_dir("/run/netns")
        .map(|entries| {
            entries.flatten().map(|entry| entry.file_name().to_string_lossy().into_owned()).collect()
        })
        .unwrap_or_default();
    for name in names {
        let pid =
            name.strip_prefix("osmia-").and_then(|rest| rest.split_once('-')).map(|(pid, _)| pid.to_owned());
        if pid.is_some_and(|pid| !Path::new("/proc").join(pid).exists()) {
            drop(Namespace(name));
        }
    }
}

impl Machine {
    /// A shell command line of the how-to, run here by somebody who is root already.
    fn command(&self, line: &str) -> Command {
        let mut command = Command::new("nsenter");
        command.args(["--target", &self.holder.id().to_string(), "--net", "--mount", "sh", "-c"]);
        command.arg(format!("cd /srv && exec {}", line.trim_start_matches("sudo ")));
        let programs = program("osmia").parent().expect("a directory of programs").display().to_string();
        let path = std::env::var("PATH").expect("PATH");
        command.env("PATH", format!("{programs}:{path}")).env_remove("OSMIA_CONFIG");
        command.stdin(Stdio::null());
        command
    }

    #[track_caller]
    fn run(&self, line: &str) -> String {
        let patience = PATIENCE.as_secs();
        let Output { status, stdout, stderr } = self
            .command(&format!("timeout -s KILL {patience} {}", line.trim_start_matches("sudo ")))
            .output()
            .expect("nsenter runs");
        let said = String::from_utf8_lossy(&stdout).into_owned();
        assert!(
            status.success(),
            "{line} on {}: {status}\n{said}{}",
            self.name,
            String::from_utf8_lossy(&stderr)
        );
        said
    }

    /// Starts a server.
    fn start(&mut self, line: &str) {
        let log = fs::File::options().create(true).append(true).open(&self.log).expect("a log");
        let out = log.try_clone().expect("a descriptor");
        let child = self.command(line).stdout(out).stderr(log).spawn().expect("nsenter runs");
        self.servers.push((line.to_owned(), child));
    }

    /// Starts the servers of a node, as the how-to does.
    fn serve(&mut self, id: &str) {
        self.run(says("sudo mkdir -p /run/osmia"));
        for line in [
            "sudo osmia-mds --config /etc/osmia/osmia.toml --id 1",
            "sudo osmia-oss --config /etc/osmia/osmia.toml --id 1",
        ] {
            self.start(&says(line).replace("--id 1", id));
        }
    }

    /// Bytes that it has sent over the wire.
    fn sent(&self) -> u64 {
        let text = self.run("cat /sys/class/net/eth0/statistics/tx_bytes");
        text.trim().parse().expect("a number")
    }

    /// Stops its servers as systemd does.
    fn stop(&mut self) {
        for (line, child) in &mut self.servers {
            let pid = rustix::process::Pid::from_child(child);
            rustix::process::kill_process(pid, rustix::process::Signal::TERM).expect("our own child");
            let mut status = None;
            wait_for("a server to stop", || {
                status = child.try_wait().expect("our own child");
                status.is_some()
            });
            assert_eq!(status.and_then(|status| status.code()), Some(0), "{line}");
        }
        self.servers.clear();
    }
}

impl Drop for Machine {
    fn drop(&mut self) {
        let servers = self.servers.iter_mut().map(|(_, server)| server);
        for child in servers.chain([&mut self.holder]) {
            let _ = child.kill();
            let _ = child.wait();
        }
        if std::thread::panicking() {
            eprintln!("--- servers of {}\n{}", self.name, fs::read_to_string(&self.log).unwrap_or_default());
        }
        drop(Namespace(std::mem::take(&mut self.name)));
    }
}

/// Runs this test once more, through sudo.
fn as_root(name: &str) {
    // Built before, so that root has nothing to build.
    program("osmia");
    let test = std::env::current_exe().expect("this test's own path");
    let ran =
        Command::new("sudo").args(["-n", "-E"]).arg(test).args([name, "--exact", "--nocapture"]).status();
    assert!(
        ran.is_ok_and(|status| status.success()),
        "sudo -n failed, or the test did, as it says above; {NEEDS}"
    );
}

/// A line of the how-to, which must be there.
#[track_caller]
fn says(line: &str) -> &str {
    assert!(
        HOW_TO.lines().any(|said| said.split("  #").next().is_some_and(|said| said.trim_end() == line)),
        "docs/two-nodes.md no longer says: {line}"
    );
    line
}

/// Writes the how-to's configuration, and formats both machines by it.
fn format(root: &Path, one: &Machine, two: &Machine) {
    let (_, config) = HOW_TO.split_once("```toml\n").expect("a configuration");
    let (config, _) = config.split_once("```").expect("its end");
    for number in [1, 2] {
        let file = root.join(format!("machine-{number}/etc/osmia/osmia.toml"));
        fs::write(file, config).expect("the configuration");
    }
    one.run(says("osmia config check"));
    two.run(says("osmia config check"));

    let said = one.run(says("sudo osmia format --node 1"));
    let (_, id) = said.trim_end().rsplit_once(' ').expect("a line that ends in the id");
    let line = says("sudo osmia format --node 2 --cluster-id ID-THAT-NODE-1-PRINTED");
    two.run(&line.replace("ID-THAT-NODE-1-PRINTED", id));
}

/// How many of the shards answer a machine. The command fails while any does not.
fn answering(machine: &Machine) -> usize {
    let output = machine.command(says("osmia node list")).output().expect("nsenter runs");
    String::from_utf8_lossy(&output.stdout).matches(" yes ").count()
}

/// Two nodes are set up, used and stopped by the words of the how-to. What is put on one comes back on the other, over
/// the wire between them, and the servers end with 0.
#[test]
fn how_to() {
    if !rustix::process::geteuid().is_root() {
        return as_root("how_to");
    }
    let root = tempfile::Builder::new().prefix("osmia-").tempdir().expect("a test directory");
    let [mut one, mut two] = machines(root.path());
    format(root.path(), &one, &two);
    for (machine, id) in [(&mut two, "--id 2"), (&mut one, "--id 1")] {
        machine.serve(id);
    }
    wait_for("all servers to answer", || answering(&two) == 4);
    assert_eq!(answering(&one), 4);

    let mut chance = fastrand::Rng::with_seed(7);
    let content: Vec<u8> = std::iter::repeat_with(|| chance.u8(..)).take((8 << 20) + 77).collect();
    let results = root.path().join("machine-2/srv/results");
    fs::create_dir(&results).expect("a directory");
    fs::write(results.join("run-1"), &content).expect("a file");
    two.run(says("sudo osmia fs mkdir -m 1777 /projects /mdtest"));
    let before = two.sent();
    two.run(says("osmia fs put -r results /projects"));
    let sent = two.sent() - before;
    // Of two targets, in turn, one is on the other side.
    assert!(sent >= 4 << 20, "{sent} bytes have gone over the wire");
    let listed = two.run(says("osmia fs ls -l /projects/results"));
    assert!(listed.contains(&format!(" {} ", content.len())) && listed.ends_with(" run-1\n"), "{listed}");
    for machine in [&one, &two] {
        machine.run("osmia fs get /projects/results/run-1 /srv/back");
    }
    for number in [1, 2] {
        let back = root.path().join(format!("machine-{number}/srv/back"));
        assert!(fs::read(back).expect("the copy") == content, "machine {number} reads other bytes");
    }
    let room = one.run(says("osmia df"));
    assert!(room.contains("hive-1") && room.contains("hive-2"), "{room}");

    let line = says(
        "osmia-bench mdtest --api osmia --config /etc/osmia/osmia.toml --ranks 4 -n 1000 -i 3 -u -d /mdtest",
    );
    two.run(&line.replace("-n 1000 -i 3", scale("-n 20 -i 1", "-n 1000 -i 3")));

    one.stop();
    two.stop();
}

/// Servers and clients that start before the network has a link use it once it is there: UCX by itself would never look
/// for it again, and every connection over it would fail as long as they live.
#[test]
fn link_comes_late() {
    if !rustix::process::geteuid().is_root() {
        return as_root("link_comes_late");
    }
    let root = tempfile::Builder::new().prefix("osmia-").tempdir().expect("a test directory");
    let [mut one, mut two] = machines(root.path());
    format(root.path(), &one, &two);
    two.run("ip link set eth0 down");
    two.serve("--id 2");
    two.run("ip link set eth0 up");
    one.serve("--id 1");
    wait_for("all servers to answer over the wire", || answering(&one) == 4 && answering(&two) == 4);

    // Half of the directories are made on the other node, to which there is no link at first.
    one.run("osmia fs mkdir /late");
    one.run("ip link set eth0 down");
    let line = "osmia-bench mdtest --api osmia --config /etc/osmia/osmia.toml -n 40 -D -C -T -r -d /late";
    let out = fs::File::create(root.path().join("driver")).expect("a file");
    let again = out.try_clone().expect("a descriptor");
    let mut driver = one.command(line).stdout(out).stderr(again).spawn().expect("nsenter runs");
    let said = || fs::read_to_string(root.path().join("driver")).expect("what it said");
    wait_for("the driver to begin", || said().contains("mdtest"));
    one.run("ip link set eth0 up");
    let mut status = None;
    wait_for("the driver to go on and end", || {
        status = driver.try_wait().expect("our own child");
        status.is_some()
    });
    assert!(status.is_some_and(|status| status.success()), "{}", said());

    one.stop();
    two.stop();
}
