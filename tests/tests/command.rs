//! The `osmia` command with real servers, as a user runs it: what it prints for people and for programs, how it fails,
//! and that nothing of it stays.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use osmia_client::{Client, InodeId, OpenOptions};
use osmia_tests::cluster::{ports, wait_for};
use osmia_tests::command::{Ran, Shell};
use serde_json::Value;

/// A cluster of `osmia dev`. Dropped, it is stopped and removed.
struct Dev {
    directory: tempfile::TempDir,
    shell: Shell,
    up: Value,
}

impl Dev {
    fn up(options: &str) -> Dev {
        let directory = tempfile::Builder::new().prefix("osmia-").tempdir().expect("a test directory");
        let shell = Shell::new(directory.path());
        let up = shell.osmia(&format!("dev up --dir hive {options} --json")).good().json();
        let config = directory.path().join("hive/osmia.toml");
        assert_eq!(up["config"], config.display().to_string());
        let shell = shell.with_config(config);
        Dev { directory, shell, up }
    }

    fn osmia(&self, line: &str) -> Ran {
        self.shell.osmia(line)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.directory.path().join(name)
    }

    /// Process ids of its servers.
    fn pids(&self) -> Vec<i32> {
        list(&self.up["servers"]).iter().map(|server| server["pid"].as_i64().expect("a pid") as i32).collect()
    }
}

impl Drop for Dev {
    fn drop(&mut self) {
        if self.path("hive").exists() {
            self.osmia("dev down --dir hive --remove --wait-ms 1000");
        }
    }
}

#[track_caller]
fn list(value: &Value) -> &Vec<Value> {
    value.as_array().unwrap_or_else(|| panic!("want a list, not {value}"))
}

/// Each field of a list of objects.
fn field<'a>(of: &'a Value, name: &str) -> Vec<&'a Value> {
    list(of).iter().map(|entry| &entry[name]).collect()
}

/// Whether a process runs; one that has ended and that nobody has waited for does not.
fn runs(pid: i32) -> bool {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    // proc_pid_stat(5): the state follows the name in parentheses, which may hold anything.
    stat.rsplit_once(')').is_some_and(|(_, rest)| !rest.trim_start().starts_with(['Z', 'X']))
}

/// Files of shared memory.
fn shared_memory() -> HashSet<PathBuf> {
    let entries = fs::read_dir("/dev/shm").expect("/dev/shm");
    let name = |entry: &fs::DirEntry| entry.file_name().to_string_lossy().starts_with("ucx");
    entries.flatten().filter(name).map(|entry| entry.path()).collect()
}

/// up, status, the lists and df show the cluster as it is, also when a server is gone; what it holds outlives down and
/// up; down --remove leaves no process, no directory and no shared memory.
#[test]
fn dev_life() {
    let memory = shared_memory();
    let dev = Dev::up("--mds 2 --targets 2");
    assert_eq!(field(&dev.up["servers"], "name"), ["mds-1", "mds-2", "oss-1", "oss-2"]);
    let pids = dev.pids();
    assert!(pids.iter().all(|&pid| runs(pid)), "{}", dev.up);

    let text = dev.osmia("dev status --dir hive").good().text();
    assert_eq!(text.matches(" running ").count(), 4, "{text}");
    let status = dev.osmia("dev status --dir hive --json").good().json();
    assert_eq!((&status["up"], &status["cluster_id"]), (&Value::Bool(true), &dev.up["cluster_id"]));
    assert_eq!(field(&status["servers"], "pid"), field(&dev.up["servers"], "pid"));

    let text = dev.osmia("node list").good().text();
    let rows: Vec<Vec<&str>> = text.lines().map(|line| line.split_whitespace().collect()).collect();
    assert_eq!(rows[0], ["NODE", "NAME", "SERVER", "SHARD", "CORE", "ANSWERS", "ADDRESSES"]);
    assert!(rows.len() == 5 && rows[1..].iter().all(|row| row[5] == "yes"), "{text}");
    let nodes = dev.osmia("node list --json").good().json();
    assert_eq!(field(&nodes, "role"), ["mds", "mds", "oss", "oss"]);
    assert!(field(&nodes, "answers").iter().all(|answers| **answers == true), "{nodes}");

    let text = dev.osmia("target list").good().text();
    assert!(text.contains(&dev.path("hive/target-2").display().to_string()), "{text}");
    let targets = dev.osmia("target list --json").good().json();
    assert_eq!(field(&targets, "target"), [1, 2]);
    let total = |of: &Value| of["bytes_total"].as_u64().expect("bytes_total");
    assert!(list(&targets).iter().all(|target| total(target) > 0), "{targets}");

    let text = dev.osmia("df").good().text();
    assert!(
        text.starts_with("TARGET") && text.contains("\n   all") && text.contains(" files and directories"),
        "{text}"
    );
    let df = dev.osmia("df --json").good().json();
    assert_eq!(total(&df), list(&df["targets"]).iter().map(total).sum::<u64>());
    assert_eq!(
        (&df["inodes"], &df["silent"]),
        (&Value::from(0), &Value::from(0)),
        "nothing but the root: {df}"
    );

    fs::write(dev.path("wax"), "wax\n").expect("a local file");
    dev.osmia("fs put --sync wax /wax").good();
    assert_eq!(dev.osmia("df --json").good().json()["inodes"], 1);
    assert_eq!(dev.shell.run("osmia-bench", "connect").good().text(), "connected\n");
    dev.osmia("dev up --dir hive").fails(1, &["is up already: mds-1 (pid ", "osmia dev down --dir"]);

    // A storage server is killed: everybody says so, and nobody hangs.
    let oss = rustix::process::Pid::from_raw(pids[3]).expect("a pid");
    rustix::process::kill_process(oss, rustix::process::Signal::KILL).expect("a server of ours");
    wait_for("the server to be gone", || !runs(pids[3]));
    let status = dev.osmia("dev status --dir hive --json").fails(3, &[]).json();
    assert_eq!(field(&status["servers"], "running"), [true, true, true, false]);
    let nodes = dev.osmia("node list --json").fails(1, &[]).json();
    assert_eq!(field(&nodes, "answers"), [true, true, true, false]);
    dev.osmia("node list --offline").good();
    assert!(nodes[3]["error"].as_str().is_some_and(|error| error.contains("oss")), "{nodes}");
    let down = dev.osmia("dev down --dir hive --json").good().json();
    assert_eq!(field(&down["servers"], "how"), ["terminated", "terminated", "terminated", "had-ended"]);
    assert!(pids.iter().all(|&pid| !runs(pid)), "{down}");
    // Nobody is there: an error that says what to do.
    let config = dev.path("hive/osmia.toml");
    let text = fs::read_to_string(&config).expect("the configuration");
    let hasty = dev.path("hasty.toml");
    let text = text
        .replace("attempt_ms = 2000", "attempt_ms = 100")
        .replace("give_up_ms = 30000", "give_up_ms = 300");
    fs::write(&hasty, text).expect("a configuration");
    let hasty = format!("--config {} fs ls", hasty.display());
    dev.osmia(&hasty).fails(
        1,
        &[
            "cannot use the cluster of",
            ": cannot be reached (tcp://127.0.0.1:",
            "connection refused: no server listens there",
            "`osmia node list` asks each",
        ],
    );
    let nodes = dev.osmia("node list --json").fails(1, &[]).json();
    for (shard, error) in list(&nodes).iter().zip(field(&nodes, "error")) {
        let (error, address) =
            (error.as_str().expect("an error"), shard["addresses"][0].as_str().expect("an address"));
        assert!(error.contains("connection refused") && !error.contains("65535"), "{error}");
        assert!(shard["role"] == "oss" || error.contains(address), "{address} in {error}");
        assert!(shard["role"] == "oss" || error.contains(".sock: no such socket on this node"), "{error}");
    }

    let again = dev.osmia("dev up --dir hive --json").good().json();
    assert_eq!(again["cluster_id"], dev.up["cluster_id"]);
    assert_eq!(dev.osmia("fs cat /wax").good().text(), "wax\n");
    let pids = list(&again["servers"]).iter().map(|server| server["pid"].as_i64().expect("a pid") as i32);
    let pids: Vec<i32> = pids.collect();
    let text = dev.osmia("dev down --dir hive --remove").good().text();
    assert_eq!(text.matches(" ended\n").count(), 4, "{text}");
    assert!(!pids.iter().any(|&pid| runs(pid)), "{text}");
    assert!(!dev.path("hive").exists());
    // Those of other tests on this machine come and go.
    wait_for("shared memory to be gone", || shared_memory().is_subset(&memory));
    dev.osmia("dev status --dir hive").fails(1, &["there is no cluster of `osmia dev` in", "--dir"]);
}

/// `dev up` of a cluster of which a server had been killed said that it is up. It starts what has ended, leaves the rest
/// as it is, and then all answer; what does not start again leaves the rest as it was, too.
#[test]
fn up_again_after_a_kill() {
    let dev = Dev::up("--mds 2");
    fs::write(dev.path("wax"), "wax\n").expect("a local file");
    dev.osmia("fs put --sync wax /wax").good();
    let kill = |pid: i32| {
        let process = rustix::process::Pid::from_raw(pid).expect("a pid");
        rustix::process::kill_process(process, rustix::process::Signal::KILL).expect("a server of ours");
        wait_for("the server to be gone", || !runs(pid));
    };
    let [mds, other, oss] = dev.pids()[..] else { panic!("want three servers: {}", dev.up) };
    kill(mds);
    dev.osmia("dev up --dir hive --mds 2").fails(1, &["holds a cluster already"]);
    let up = dev.osmia("dev up --dir hive --json").good().json();
    assert_eq!(up["started"], serde_json::json!(["mds-1"]));
    assert_eq!(field(&up["servers"], "name"), ["mds-1", "mds-2", "oss-1"]);
    assert_eq!(field(&up["servers"], "pid")[1..], [other, oss]);
    let nodes = dev.osmia("node list --json").good().json();
    assert!(field(&nodes, "answers").iter().all(|answers| **answers == true), "{nodes}");
    assert_eq!(dev.osmia("fs cat /wax").good().text(), "wax\n");
    dev.osmia("dev up --dir hive").fails(1, &["is up already: mds-1 (pid "]);

    kill(oss);
    fs::rename(dev.path("hive/oss-1"), dev.path("away")).expect("records of ours");
    dev.osmia("dev up --dir hive").fails(1, &["oss-1"]);
    let status = dev.osmia("dev status --dir hive --json").fails(3, &[]).json();
    assert_eq!(field(&status["servers"], "running"), [true, true, false]);
    let _ = fs::remove_dir_all(dev.path("hive/oss-1"));
    fs::rename(dev.path("away"), dev.path("hive/oss-1")).expect("records of ours");
    let text = dev.osmia("dev up --dir hive").good().text();
    assert!(text.contains("started, as they did not run: oss-1 (pid "), "{text}");
    assert!(text.contains("left running: mds-1 (pid ") && text.contains(", mds-2 (pid "), "{text}");
    dev.osmia("dev status --dir hive").good();
}

/// `dev up` right after a kill took servers that were about to be gone for such as run, and failed when they were.
#[test]
fn up_while_servers_die() {
    let dev = Dev::up("--mds 2");
    for _ in 0..8 {
        let status = dev.osmia("dev status --dir hive --json").good().json();
        for pid in field(&status["servers"], "pid") {
            let pid = pid.as_i64().and_then(|pid| rustix::process::Pid::from_raw(pid as i32)).expect("a pid");
            rustix::process::kill_process(pid, rustix::process::Signal::KILL).expect("a server of ours");
        }
        let up = dev.osmia("dev up --dir hive --json").good().json();
        assert_eq!(up["started"], serde_json::json!(["mds-1", "mds-2", "oss-1"]));
    }
}

/// Files and trees of some megabytes come back as they were; ls, stat, cat, mv and rm do what their names say, for
/// people and for programs.
#[test]
fn files() {
    let dev = Dev::up("--mds 2 --targets 3 --set cluster.stripe_bytes=65536");
    let mut chance = fastrand::Rng::with_seed(5);
    // Neither whole stripes nor whole pages.
    let big: Vec<u8> = std::iter::repeat_with(|| chance.u8(..)).take((7 << 20) + 4321).collect();
    fs::create_dir_all(dev.path("tree/below/empty")).expect("a local tree");
    for (name, bytes) in
        [("big", &big[..]), ("tree/one", b"1"), ("tree/below/none", b""), ("tree/below/two", b"22")]
    {
        fs::write(dev.path(name), bytes).expect("a local file");
    }

    assert_eq!(dev.osmia("fs mkdir /data").good().text(), "");
    dev.osmia("fs mkdir -p -m 750 /data/a/b").good();
    assert_eq!(dev.osmia("fs put big /data/").good().text(), "");
    let put = dev.osmia("fs put -r tree /data --json").good().json();
    assert_eq!(put, serde_json::json!({ "files": 3, "directories": 3, "bytes": 3, "failed": 0 }));

    assert_eq!(dev.osmia("fs get /data/big back").good().text(), "");
    assert!(fs::read(dev.path("back")).expect("the copy") == big, "put and get changed the bytes");
    assert!(dev.osmia("fs cat /data/big").good().out == big, "cat changed the bytes");
    let got = dev.osmia("fs get -r /data/tree copy --json").good().json();
    assert_eq!(got, serde_json::json!({ "files": 3, "directories": 3, "bytes": 3, "failed": 0 }));
    assert!(dev.path("copy/below/empty").is_dir());
    assert_eq!(fs::read(dev.path("copy/below/two")).expect("the copy"), b"22");

    assert_eq!(dev.osmia("fs ls /data").good().text(), "a\nbig\ntree\n");
    let text = dev.osmia("fs ls -l /data/a").good().text();
    assert!(text.starts_with("drwxr-x--- ") && text.ends_with(" b\n"), "{text}");
    let mut below = dev.osmia("fs ls -R --json /data/tree").good().json_lines();
    below.sort_by_key(|entry| entry["path"].as_str().map(str::to_owned));
    let below = Value::from(below);
    let paths =
        ["/data/tree/below", "/data/tree/below/empty", "/data/tree/below/none", "/data/tree/below/two"];
    assert_eq!(field(&below, "path")[..4], paths);
    assert_eq!(field(&below, "path")[4..], ["/data/tree/one"]);
    assert_eq!((&below[3]["kind"], &below[3]["size_bytes"]), (&Value::from("file"), &Value::from(2)));

    let text = dev.osmia("fs stat /data/big").good().text();
    assert!(text.contains(&format!("kind: file, {} bytes", big.len())), "{text}");
    let stat = dev.osmia("fs stat --json /data/big /data/a/b").good().json_lines();
    assert_eq!(stat[0]["size_bytes"], big.len());
    assert_eq!((&stat[1]["kind"], &stat[1]["mode"]), (&Value::from("directory"), &Value::from(0o750)));

    dev.osmia("fs mv /data/big /data/large").good();
    dev.osmia("fs mv /data/large /data/tree/one /data/a/b").good();
    assert_eq!(
        dev.osmia("fs ls /data /data/a/b").good().text(),
        "/data:\na\ntree\n\n/data/a/b:\nlarge\none\n"
    );
    assert!(dev.osmia("fs cat /data/a/b/large").good().out == big, "mv changed the bytes");
    dev.osmia("fs rm /data/a/b/large").good();
    dev.osmia("fs rm -r /data").good();
    assert_eq!(dev.osmia("fs ls").good().text(), "");
    dev.osmia("fs rm -f /data").good();
}

/// Wrong use is told with the system's words and what to do, by exit code 1, or 2 for a wrong command line; the rest of
/// a command line with one wrong name is done.
#[test]
fn wrong_use() {
    let dev = Dev::up("");
    fs::write(dev.path("wax"), "wax\n").expect("a local file");
    dev.osmia("fs mkdir /dir /dir/sub").good();
    dev.osmia("fs put wax /wax").good();
    let missing = "no such file or directory (os error 2)";
    for line in [
        "fs cat /dir/none",
        "fs get /dir/none x",
        "fs stat --json /dir/none",
        "fs rm /dir/none",
        "fs ls /dir/none",
    ] {
        dev.osmia(line).fails(1, &["\"/dir/none\": ", missing, "`osmia fs ls /dir` shows what is there"]);
    }
    assert!(!dev.path("x").exists(), "a failed get leaves nothing");
    dev.osmia("fs mv /none /dir").fails(1, &["\"/none\"", missing, "`osmia fs ls /` shows"]);
    dev.osmia("fs put none /dir").fails(1, &["none: No such file or directory (os error 2)"]);
    dev.osmia("fs put wax /none/").fails(1, &["/none/ is not a directory that is there"]);
    dev.osmia("fs put wax /none/wax").fails(1, &["\"/none/wax\": ", missing]);
    dev.osmia("dir show /none").fails(1, &[missing]);
    dev.osmia("fs mkdir /dir").fails(1, &["\"/dir\": file exists (os error 17)"]);
    dev.osmia("fs ls /wax/x").fails(1, &["not a directory (os error 20)"]);
    dev.osmia("fs cat /dir").fails(1, &["is a directory (os error 21)"]);
    dev.osmia("fs rm /dir").fails(1, &["/dir is a directory; give -r"]);
    dev.osmia("fs get /dir x").fails(1, &["/dir is a directory; give -r"]);
    dev.osmia("fs rm -r /").fails(1, &["the root directory cannot be removed"]);
    for of_two in ["put", "get", "mv"] {
        let usage = format!("Usage: osmia fs {of_two} <SOURCE>... <DESTINATION>");
        dev.osmia(&format!("fs {of_two} wax")).fails(2, &[&usage]);
    }
    dev.osmia("fs mkdir /dir/none/a/b")
        .fails(1, &[missing, "; /dir/none is not there: give -p to make it too"]);
    dev.osmia("fs mv /none /none/new").fails(1, &[missing]);
    // The slash is at fault, and the error named the source alone.
    dev.osmia("fs mv /wax /dir/new/").fails(1, &["/wax to /dir/new/: ", "not a directory (os error 20)"]);
    dev.osmia("fs mv /wax /dir/none/new").fails(1, &["/wax", "/dir/none/new", missing]);
    for to in ["/dir/sub/dir", "/dir", "dir/new", "/dir/none/new"] {
        dev.osmia(&format!("fs mv /dir {to}")).fails(1, &["/dir cannot be moved into itself"]);
    }
    dev.osmia("fs remove /dir").fails(2, &["unrecognized subcommand 'remove'"]);

    let ran = dev.osmia("fs cat /none /wax").fails(1, &[missing]);
    assert_eq!(ran.text(), "wax\n");
    dev.osmia("--config none.toml fs ls").fails(1, &["none.toml", "No such file or directory (os error 2)"]);
    let nowhere = Shell::new(Path::new("/"));
    if !Path::new("/etc/osmia/osmia.toml").exists() && !Path::new("/osmia.toml").exists() {
        nowhere.osmia("fs ls").fails(1, &["no configuration file", "OSMIA_CONFIG", "osmia dev up"]);
    }
}

/// `fs mkdir -m` lost what the umask takes. A mode that is given is the directory's; those that `-p` makes above it, and
/// one that is there already, have none given.
#[test]
fn mkdir_modes() {
    let dev = Dev::up("");
    let strict = dev.shell.clone().through(&["sh", "-c", "umask 027; exec \"$@\"", "sh"]);
    let mode = |path: &str| {
        let stat = dev.osmia(&format!("fs stat --json {path}")).good().json();
        stat["mode"].as_u64().expect("a mode")
    };
    strict.osmia("fs mkdir -m 1777 /x").good();
    strict.osmia("fs mkdir -p -m 2775 /above/below").good();
    strict.osmia("fs mkdir /plain").good();
    strict.osmia("fs mkdir -p -m 777 /plain").good();
    let modes = ["/x", "/above", "/above/below", "/plain"].map(|path| format!("{:o}", mode(path)));
    assert_eq!(modes, ["1777", "750", "2775", "750"]);
}

/// What an administrator gives to a user is theirs; what cannot be changed is told, and the rest is changed. A cluster for
/// trying out has a configuration of its own, and says so.
#[test]
fn given_away() {
    let dev = Dev::up("");
    dev.osmia("fs mkdir -m 700 /home /home/bee").good();
    dev.osmia("fs chown 1000:100 /home/bee").good();
    dev.osmia("fs chown :7 /home").good();
    dev.osmia("fs chmod 2750 /home/none /home/bee").fails(1, &["/home/none", "no such file"]);
    let stat = |path: &str| {
        let stat = dev.osmia(&format!("fs stat --json {path}")).good().json();
        ["mode", "uid", "gid"].map(|key| stat[key].as_u64().expect("a number"))
    };
    assert_eq!(stat("/home/bee"), [0o2750, 1000, 100]);
    assert_eq!(stat("/home"), [0o700, stat("/")[1], 7]);
    for owner in ["bee", "1000:", "-1", "4294967295", ":", "1:2:3"] {
        dev.osmia(&format!("fs chown -- {owner} /home")).fails(2, &["UID:GID"]);
    }
    dev.shell.osmia("dev status --config /x.toml").fails(1, &["--set", "not --config"]);
}

/// Links, special files and extended attributes are made and shown, links are copied as links, and two names exchanged.
#[test]
fn links() {
    let dev = Dev::up("--mds 2 --targets 1");
    dev.osmia("fs mkdir -p /data/in /out").good();
    fs::write(dev.path("wax"), b"wax").expect("a local file");
    dev.osmia("fs put wax /data/wax").good();
    dev.osmia("fs ln /data/wax /out/hard").good();
    dev.osmia("fs ln -s ../data/wax /out/soft").good();
    dev.osmia("fs ln -s /data /out/dir").good();
    assert_eq!(dev.osmia("fs readlink /out/soft /out/dir").good().text(), "../data/wax\n/data\n");
    for path in ["/out/hard", "/out/soft", "/out/dir/wax", "/out/dir/in/../wax"] {
        assert_eq!(dev.osmia(&format!("fs cat {path}")).good().text(), "wax", "{path}");
    }
    assert!(dev.osmia("fs ls -l /out").good().text().contains(" soft -> ../data/wax\n"));
    assert_eq!(dev.osmia("fs ls /out/dir").good().text(), "in\nwax\n");
    assert_eq!(dev.osmia("fs stat /out/soft --json").good().json()["kind"], "symlink");
    assert_eq!(dev.osmia("fs stat /data/wax --json").good().json()["nlink"], 2);
    // Into a directory that a link leads to, and in its place.
    dev.osmia("fs ln -s x /out/dir").good();
    dev.osmia("fs ln -sT x /out/dir").fails(1, &["file exists"]);
    assert_eq!(dev.osmia("fs readlink /data/x").good().text(), "x\n");
    dev.osmia("fs readlink /data/wax").fails(1, &["invalid argument"]);
    dev.osmia("fs ln /data /out/second").fails(1, &["operation not permitted"]);

    dev.osmia("fs get -r /out copy").good();
    assert_eq!(fs::read_link(dev.path("copy/soft")).expect("a link"), Path::new("../data/wax"));
    dev.osmia("fs put -r copy /again").good();
    assert_eq!(dev.osmia("fs readlink /again/soft").good().text(), "../data/wax\n");

    dev.osmia("fs mknod -m 622 /out/queue p").good();
    let queue = dev.osmia("fs stat /out/queue --json").good().json();
    assert_eq!((&queue["kind"], &queue["mode"]), (&"fifo".into(), &0o622.into()));
    dev.osmia("fs mknod /out/null c").fails(1, &["MAJOR and MINOR"]);
    dev.osmia("fs mknod /out/null c 1 3").good();

    dev.osmia("fs setxattr /out/soft user.origin hive").good();
    assert_eq!(dev.osmia("fs getxattr /data/wax user.origin").good().text(), "hive");
    assert_eq!(dev.osmia("fs listxattr /data/wax").good().text(), "user.origin\n");
    dev.osmia("fs setxattr --create /data/wax user.origin other").fails(1, &["file exists"]);
    dev.osmia("fs setxattr -P /out/soft user.origin other").fails(1, &["operation not permitted"]);
    dev.osmia("fs removexattr /data/wax user.origin").good();
    dev.osmia("fs getxattr /data/wax user.origin").fails(1, &["no such attribute"]);

    dev.osmia("fs mv --no-replace /data/wax /out/soft").fails(1, &["file exists"]);
    dev.osmia("fs mv --exchange /data/wax /out/queue").good();
    assert_eq!(dev.osmia("fs stat /data/wax --json").good().json()["kind"], "fifo");
    assert_eq!(dev.osmia("fs cat /out/queue").good().text(), "wax");
}

/// `fs rm -r` of a path that ends in `.` or `..` removed all that is in it before it was refused. It and `fs mv` touch
/// nothing of such a path, and do the others.
#[test]
fn removing_dots() {
    let dev = Dev::up("");
    fs::write(dev.path("wax"), "wax\n").expect("a local file");
    dev.osmia("fs mkdir -p /home/joe/sub /home/ann /other").good();
    for to in ["/home/joe/wax", "/home/ann/wax", "/wax"] {
        dev.osmia(&format!("fs put wax {to}")).good();
    }
    let all = || dev.osmia("fs ls -R /").good().text();
    let before = all();
    let roots =
        ["/", "//", ".", "/.", "/./", "/..", "/home/..", "/home/../", "home/joe/../..", "/home/joe/../../."];
    let dots =
        ["/home/.", "/home/./", "home/.", "/home/joe/..", "/home/joe/..//", "/home/joe/sub/../..", ".."];
    for path in roots.iter().chain(&dots) {
        for options in ["-r", "-rf"] {
            dev.osmia(&format!("fs rm {options} {path}")).fails(1, &[]);
            assert_eq!(all(), before, "rm {options} {path}");
        }
    }
    for path in dots {
        let said = format!("refusing to remove '.' or '..' directory: skipping {path}");
        dev.osmia(&format!("fs rm -r {path}")).fails(1, &[&said]);
        let said = format!("refusing to move '.' or '..' directory: skipping {path}");
        dev.osmia(&format!("fs mv {path} /new")).fails(1, &[&said]);
        dev.osmia(&format!("fs mv {path} /other")).fails(1, &[&said]);
        assert_eq!(all(), before, "{path}");
    }
    dev.osmia("fs rm -r /home/joe/.. /home/joe/../ann /wax").fails(1, &["skipping /home/joe/.."]);
    assert_eq!(dev.osmia("fs ls / /home").good().text(), "/:\nhome\nother\n\n/home:\njoe\n");
    assert_eq!(dev.osmia("fs cat /home/joe/wax").good().text(), "wax\n");
}

/// `fallocate` and `truncate` do what fallocate(1) and truncate(1) do, and refuse what those refuse.
#[test]
fn space() {
    let dev = Dev::up("");
    let size = |path: &str| dev.osmia(&format!("fs stat --json {path}")).good().json()["size_bytes"].as_u64();
    dev.osmia("fs fallocate -l 1M /a").good();
    assert_eq!(size("/a"), Some(1 << 20));
    dev.osmia("fs fallocate -n -o 1MiB -l 64KB /a").good();
    assert_eq!(size("/a"), Some(1 << 20));
    dev.osmia("fs fallocate -z -o 1M -l 10 /a").good();
    assert_eq!(size("/a"), Some((1 << 20) + 10));
    dev.osmia("fs fallocate -p -o 0 -l 2M /a").good();
    assert_eq!(size("/a"), Some((1 << 20) + 10));
    dev.osmia("fs truncate -s 1T /sparse /a").good();
    assert_eq!((size("/sparse"), size("/a")), (Some(1 << 40), Some(1 << 40)));
    dev.osmia("fs truncate -s -1G -r /sparse /a").good();
    assert_eq!(size("/a"), Some((1 << 40) - (1 << 30)));
    dev.osmia("fs truncate -c -s 5 /none").good();
    dev.osmia("fs stat /none").fails(1, &["no such file"]);
    dev.osmia("fs truncate -s 100000 /zeros").good();
    dev.osmia("fs fallocate -d /zeros").good();
    assert_eq!(size("/zeros"), Some(100_000));
    assert_eq!(dev.osmia("fs cat /zeros").good().text(), "\0".repeat(100_000));
    dev.osmia("fs fallocate -p -l 1 /none").fails(1, &["no such file"]);
    dev.osmia("fs fallocate -l 0 /a").fails(1, &["invalid argument"]);
    dev.osmia("fs fallocate /a").fails(2, &["--length"]);
    dev.osmia("fs fallocate -p -z -l 1 /a").fails(2, &["cannot be used with"]);
    dev.osmia("fs truncate /a").fails(2, &["--size"]);
    dev.osmia("fs truncate -s 1X /a").fails(2, &["want bytes"]);
}

/// Directories go where `dir set` says for the directory above them: to one server, to the parent's partition, in turn,
/// as deep as it holds, also after the servers have come anew; `dir show` tells where they went; what is not there is
/// refused.
#[test]
fn placement() {
    let dev = Dev::up("--mds 2 --mds-shards 2 --set cluster.partitions=16");
    let client = Client::connect(dev.path("hive/osmia.toml")).expect("the cluster is up");
    let map = client.cluster_map();
    let id = |path: &str| {
        let stat = dev.osmia(&format!("fs stat --json {path}")).good().json();
        InodeId(stat["inode"].as_u64().expect("an inode id"))
    };
    // As `pin:` has it.
    let shard = |path: &str| {
        let shard = map.owner(id(path)).shard;
        format!("{}.{}", shard.node(), shard.index())
    };
    let placed =
        |json: &Value| [&json["placement"], &json["depth"], &json["source"], &json["rule"]].map(Clone::clone);
    let told = |path: &str| placed(&dev.osmia(&format!("dir show {path} --json")).good().json());
    let none = Value::Null;
    let default = ["random".into(), none.clone(), "default".into(), none.clone()];
    dev.osmia("fs mkdir /d").good();
    let show = dev.osmia("dir show /d --json").good().json();
    assert_eq!(placed(&show), default);
    assert_eq!((&show["inode"], &show["shard"]), (&id("/d").0.into(), &shard("/d").into()));
    assert_eq!((&show["subdirectories"], &show["unevenness"]), (&0.into(), &none));

    for (pin, depth) in [("1.1", 2), ("2.0", 1)] {
        let set =
            dev.osmia(&format!("dir set /d --placement pin:{pin} --depth {depth} --json")).good().json();
        let said = [format!("pin:{pin}").into(), depth.into(), "directory".into(), none.clone()];
        assert_eq!(placed(&set), said);
        let text = dev.osmia("dir show /d").good().text();
        assert!(text.contains(&format!("placement pin:{pin} on {depth} level")), "{text}");
        for n in 0..4 {
            let path = format!("/d/{pin}-{n}");
            dev.osmia(&format!("fs mkdir {path} {path}/below {path}/below/deep")).good();
            assert_eq!(shard(&path), pin, "{path}");
            if depth == 2 {
                assert_eq!(shard(&format!("{path}/below")), pin, "{path}");
            }
            let below = if depth == 2 { format!("{path}/below") } else { path };
            assert_eq!(told(&below), default, "it holds too far down: {below}");
        }
    }
    let show = dev.osmia("dir show /d --json").good().json();
    let shares: Vec<_> = show["shards"].as_array().expect("shards").iter().collect();
    let shares: Vec<_> =
        shares.iter().map(|share| (share["shard"].as_str(), share["subdirectories"].as_u64())).collect();
    let expected = [("1.0", 0), ("1.1", 4), ("2.0", 4), ("2.1", 0)];
    assert_eq!(shares, expected.map(|(shard, count)| (Some(shard), Some(count))));
    assert_eq!(show["unevenness"], 2.0, "4 of 8, where 2 would be even");

    dev.osmia("dir set /d --placement parent").good();
    dev.osmia("fs mkdir /d/p /d/p/q").good();
    let partition = id("/d").partition();
    assert_eq!([id("/d/p").partition(), id("/d/p/q").partition()], [partition, partition]);

    dev.osmia("fs mkdir /turns").good();
    dev.osmia("dir set /turns --placement round-robin").good();
    for restart in [false, true] {
        if restart {
            dev.osmia("dev down --dir hive").good();
            dev.osmia("dev up --dir hive").good();
        }
        for n in 0..8 {
            dev.osmia(&format!("fs mkdir /turns/{restart}-{n}")).good();
        }
        let show = dev.osmia("dir show /turns --json").good().json();
        assert_eq!(show["unevenness"], 1.0, "each shard has had its turn equally often: {show}");
        assert_eq!(placed(&show), ["round-robin".into(), none.clone(), "directory".into(), none.clone()]);
    }
    assert_eq!(told("/turns/false-0"), told("/turns"), "on all levels");

    dev.osmia("dir set /d --placement pin:3")
        .fails(1, &["invalid argument", "placement pin:3: no such metadata shard"]);
    dev.osmia("dir set /d --placement near").fails(2, &["near", "random"]);
    assert_eq!(told("/d")[0], "parent", "a refused one changes nothing");
    dev.osmia("dir set /d --placement default").good();
    assert_eq!(told("/d"), default);
}

/// Rules by path hold from the next start on, over servers, below what was set and above the default; a wrong one is told
/// with its line.
#[test]
fn placement_by_path() {
    let dev = Dev::up("--mds 2 --mds-shards 1 --set cluster.partitions=16");
    dev.osmia("fs mkdir /home /home/ann /home/ann/runs /tmp").good();
    dev.osmia("dev down --dir hive").good();
    let file = dev.path("hive/osmia.toml");
    let text = fs::read_to_string(&file).expect("the configuration");
    let rule = |path: &str, placement: &str, more: &str| {
        format!("\n[[placement_rule]]\npath = {path:?}\nplacement = {placement:?}\n{more}")
    };
    fs::write(&file, format!("{text}{}", rule("/home/*/runs", "pin:3", "")))
        .expect("a configuration of ours");
    dev.osmia("dev up --dir hive").fails(1, &["placement_rule.placement: no metadata shard on a node 3"]);
    let rules = [rule("/home/*/runs", "pin:2", "depth = 2\n"), rule("/home/*", "pin:1", "depth = 1\n")];
    fs::write(&file, format!("{text}{}", rules.concat())).expect("a configuration of ours");
    dev.osmia("dev up --dir hive").good();
    let client = Client::connect(&file).expect("the cluster is up");
    let map = client.cluster_map();
    let node = |path: &str| map.owner(client.stat(path).expect("it is there").id).shard.node();
    let told = |path: &str| {
        let show = dev.osmia(&format!("dir show {path} --json")).good().json();
        (show["source"].as_str().map(str::to_owned), show["rule"].as_str().map(str::to_owned))
    };
    let by = |source: &str, rule: Option<&str>| (Some(source.to_owned()), rule.map(str::to_owned));
    for n in 0..6 {
        let (ann, joe) = (format!("/home/ann/runs/{n}"), format!("/home/joe{n}/runs"));
        dev.osmia(&format!("fs mkdir {ann} {ann}/out {ann}/out/x /home/joe{n} {joe} {joe}/1")).good();
        assert_eq!([&ann, &format!("{ann}/out"), &format!("{joe}/1")].map(|path| node(path)), [2; 3]);
        assert_eq!(node(&joe), 1);
        assert_eq!(told(&ann), by("rule", Some("/home/*/runs")));
        assert_eq!(told(&format!("{ann}/out")), by("default", None));
        assert_eq!(told(&format!("/home/joe{n}")), by("rule", Some("/home/*")));
    }
    assert_eq!([told("/"), told("/home"), told("/tmp")], [(); 3].map(|()| by("default", None)));
    let text = dev.osmia("dir show /home/ann/runs").good().text();
    assert!(text.contains("placement pin:2 on 2 levels below, by the rule for /home/*/runs"), "{text}");
    dev.osmia("dir set /home/ann/runs --placement pin:1").good();
    dev.osmia("fs mkdir /home/ann/runs/set").good();
    assert_eq!((node("/home/ann/runs/set"), told("/home/ann/runs")), (1, by("directory", None)));
}

/// With `least-used`, directories go to the shard that has the fewest inodes, a burst of empty ones evenly.
#[test]
fn placement_by_use() {
    let dev = Dev::up("--mds 2 --mds-shards 1 --set cluster.partitions=16");
    let client = Client::connect(dev.path("hive/osmia.toml")).expect("the cluster is up");
    let map = client.cluster_map();
    for (pin, files) in [("pin:1.0", 40), ("pin:2.0", 300)] {
        dev.osmia(&format!("dir set / --placement {pin} --depth 1")).good();
        let path = format!("/{pin}");
        client.mkdir(&path, 0o755).expect("it is made");
        for n in 0..files {
            client
                .open(format!("{path}/f{n}"), &OpenOptions::new().write(true).create(true))
                .expect("it is made");
        }
    }
    dev.osmia("dir set / --placement least-used").good();
    for n in 0..40 {
        let path = format!("/new{n}");
        client.mkdir(&path, 0o755).expect("it is made");
        let shard = map.owner(client.stat(&path).expect("it is there").id).shard;
        assert_eq!(shard.node(), 1, "{path}: the other one has 260 files more");
    }
    for n in 0..400 {
        client
            .open(format!("/pin:1.0/g{n}"), &OpenOptions::new().write(true).create(true))
            .expect("it is made");
    }
    // 480 on the first, 300 on the second: the first 180 go there, then one here and one there.
    let mut nodes = [0; 2];
    for n in 0..600 {
        let path = format!("/after{n}");
        client.mkdir(&path, 0o755).expect("it is made");
        let shard = map.owner(client.stat(&path).expect("it is there").id).shard;
        nodes[usize::from(shard.node() - 1)] += 1;
        assert!(n >= 150 || shard.node() == 2, "{path}: the first has more");
    }
    assert!((170..=250).contains(&nodes[0]), "where 210 and 390 would be even: {nodes:?}");
}

/// Two nodes in one directory, by a configuration as people write it.
struct Nodes {
    directory: tempfile::TempDir,
    shell: Shell,
}

impl Nodes {
    fn new() -> Nodes {
        let directory = tempfile::Builder::new().prefix("osmia-").tempdir().expect("a test directory");
        let shell = Shell::new(directory.path()).with_config(directory.path().join("osmia.toml"));
        let (root, port) = (directory.path().display(), ports());
        let node = |id: u16| {
            format!(
                "[[node]]\nid = {id}\naddresses = [\"127.0.0.1\"]\nruntime_dir = \"{root}\"\nshare_cores = true\n\
                 [node.mds]\ncores = [0]\nport = {}\ndirectory = \"{root}/mds-{id}\"\n\
                 [node.oss]\ncores = [0]\nport = {}\ndirectory = \"{root}/oss-{id}\"\n\
                 [[node.oss.target]]\nid = {id}\npath = \"{root}/target-{id}\"\n",
                port + 10 * id,
                port + 10 * id + 5,
            )
        };
        let limits = "[limits]\nattempt_ms = 1000\ngive_up_ms = 30000\n";
        fs::write(directory.path().join("osmia.toml"), format!("{limits}{}{}", node(1), node(2)))
            .expect("written");
        Nodes { directory, shell }
    }

    fn osmia(&self, line: &str) -> Ran {
        self.shell.osmia(line)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.directory.path().join(name)
    }

    /// Another configuration file: this one for the cluster of `id`.
    fn of_cluster(&self, id: &str) -> PathBuf {
        let file = self.path(&format!("{id}.toml"));
        let text = fs::read_to_string(self.path("osmia.toml")).expect("the configuration");
        fs::write(&file, format!("[cluster]\nid = \"{id}\"\n{text}")).expect("a configuration");
        file
    }

    /// Formats both nodes; gives the cluster's id.
    fn format(&self) -> String {
        let json = self.osmia("format --node 1 --json").good().json();
        let id = json["cluster_id"].as_str().expect("an id").to_owned();
        self.osmia(&format!("format --node 2 --cluster-id {id}")).good();
        id
    }
}

const STRANGE: &str = "0123456789abcdef0123456789abcdef";

/// The first node makes the cluster's id and says what to run on the second, which takes it; both are of one cluster
/// then. What is not empty is refused, named in full, and left as it is.
#[test]
fn format() {
    let nodes = Nodes::new();
    nodes
        .osmia("format --node 2")
        .fails(1, &["node 2 needs the cluster's id", "run `osmia format --node 1` on node 1"]);
    let text = nodes.osmia("format --node 1").good().text();
    let (_, id) =
        text.lines().next().and_then(|line| line.rsplit_once(' ')).expect("a line that ends in the id");
    assert!(id.len() == 32 && id.bytes().all(|byte| byte.is_ascii_hexdigit()), "{text}");
    let (_, command) = text.split_once("on node 2 run: osmia ").expect("the command for node 2");
    let json = nodes.osmia(&format!("{} --json", command.trim_end())).good().json();
    assert_eq!((&json["cluster_id"], &json["node"]), (&Value::from(id), &Value::from(2)));
    for (kind, node) in [("mds", 1), ("oss", 1), ("mds", 2), ("oss", 2)] {
        nodes.shell.run(&format!("osmia-{kind}"), &format!("--config osmia.toml --id {node} --check")).good();
    }

    let before = tree(&nodes.path(""));
    let full: Vec<String> = ["mds-1", "oss-1", "target-1"].map(|name| format!("{name} is not empty")).into();
    let full: Vec<&str> = full.iter().map(String::as_str).collect();
    nodes.osmia("format --node 1").fails(1, &[&["nothing was formatted"][..], &full].concat());
    assert_eq!(tree(&nodes.path("")), before);

    // One used directory is enough, and then nothing is made.
    let nodes = Nodes::new();
    fs::create_dir(nodes.path("target-1")).expect("a directory");
    fs::write(nodes.path("target-1/mine"), "honey").expect("a file");
    nodes
        .osmia("format --node 1")
        .fails(1, &["nothing was formatted", "target-1 is not empty", "empty it yourself"]);
    assert_eq!(fs::read_to_string(nodes.path("target-1/mine")).expect("still there"), "honey");
    assert!(!nodes.path("mds-1").exists() && !nodes.path("oss-1").exists());
    fs::remove_file(nodes.path("target-1/mine")).expect("ours");
    nodes.osmia("format --node 1").good();
}

/// Every path below a directory.
fn tree(directory: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut below = vec![directory.to_owned()];
    while let Some(directory) = below.pop() {
        for entry in fs::read_dir(directory).expect("a directory").flatten() {
            found.push(entry.path());
            if entry.path().is_dir() {
                below.push(entry.path());
            }
        }
    }
    found.sort();
    found
}

/// A server whose store is of another cluster than its configuration says does not start, and names both ids.
#[test]
fn server_of_another_cluster() {
    let nodes = Nodes::new();
    let id = nodes.format();
    let strange = nodes.of_cluster(STRANGE);
    for kind in ["mds", "oss"] {
        let line = format!("--config {} --id 1", strange.display());
        let ran = nodes.shell.run(&format!("osmia-{kind}"), &line);
        ran.fails(1, &[&id, STRANGE, "correct", &format!("{kind}-1")]);
    }
    // The same by the id that the second node is formatted with.
    let nodes = Nodes::new();
    let line = format!("--config {} format --node 1 --cluster-id {id}", nodes.of_cluster(STRANGE).display());
    nodes.osmia(&line).fails(1, &[&id, STRANGE, "give that one or none"]);
}

/// A second server, and `--check`, on stores that a running server has open say so of each, and tell what else is
/// wrong; the running one goes on.
#[test]
fn store_in_use() {
    let dev = Dev::up("--mds-shards 2");
    fs::remove_file(dev.path("hive/target-1/superblock")).expect("a target's superblock");
    let open = |store: &str| {
        format!("the store in {} is open in another process", dev.path(&format!("hive/{store}")).display())
    };
    let [zero, one, oss] = ["mds-1/shard-0", "mds-1/shard-1", "oss-1/shard-0"].map(open);
    let mds = "--config hive/osmia.toml --id 1";
    dev.shell.run("osmia-mds", &format!("{mds} --check")).fails(1, &[&zero, &one]);
    dev.shell.run("osmia-mds", mds).fails(1, &["is open in another process"]);
    let oss_line = "--config hive/osmia.toml --id 2 --check";
    dev.shell.run("osmia-oss", oss_line).fails(1, &[&oss, "target-1 is not formatted"]);
    assert_eq!(dev.osmia("fs ls").good().text(), "");
}

/// A metadata server does not start with a file that has been changed in what is fixed at format: all of it is told with
/// its place in the file, or as a default.
#[test]
fn fixed_at_format() {
    let nodes = Nodes::new();
    nodes.format();
    let text = fs::read_to_string(nodes.path("osmia.toml")).expect("the configuration");
    let store = nodes.path("mds-1/shard-0").display().to_string();
    let line = "--config osmia.toml --id 1";
    let write = |text: &str| fs::write(nodes.path("osmia.toml"), text).expect("a configuration");
    write(&format!("[cluster]\npartitions = 512\nlayout = \"edge\"\n{text}"));
    let partitions = format!(
        "osmia.toml:2: cluster.partitions: is 512, but the store in {store} was formatted with 256; want partitions = 256"
    );
    let layout = "osmia.toml:3: cluster.layout: is \"edge\", but";
    nodes.shell.run("osmia-mds", line).fails(1, &[&partitions, layout]);
    nodes.shell.run("osmia-mds", &format!("{line} --check")).fails(1, &[&partitions, layout]);
    write(&text);
    nodes.shell.run("osmia-mds", &format!("{line} --check")).good();

    let nodes = Nodes::new();
    let text = fs::read_to_string(nodes.path("osmia.toml")).expect("the configuration");
    fs::write(nodes.path("osmia.toml"), format!("[cluster]\npartitions = 16\n{text}"))
        .expect("a configuration");
    nodes.format();
    fs::write(nodes.path("osmia.toml"), text).expect("a configuration");
    nodes.shell.run("osmia-mds", line).fails(
        1,
        &["osmia.toml: cluster.partitions: is 256 by default, but", "with 16; want partitions = 16"],
    );
}

/// A server whose port is taken says which, and by what.
#[test]
fn port_taken() {
    let nodes = Nodes::new();
    nodes.format();
    let config = nodes.osmia("config print --json").good().json();
    for kind in ["mds", "oss"] {
        let port = config["node"][0][kind]["port"].as_u64().expect("a port");
        let _taken = std::net::TcpListener::bind(("127.0.0.1", port as u16)).expect("a free port");
        let at = format!("cannot listen at tcp://127.0.0.1:{port}");
        let ran = nodes.shell.run(&format!("osmia-{kind}"), "--config osmia.toml --id 1");
        ran.fails(1, &[&at, "another program listens there"]);
    }
}

/// A client whose configuration names another cluster is told so at once, with both ids, by a running server, which
/// goes on.
#[test]
fn client_of_another_cluster() {
    let dev = Dev::up("");
    let id = dev.up["cluster_id"].as_str().expect("an id");
    let text = fs::read_to_string(dev.path("hive/osmia.toml")).expect("the configuration");
    assert!(text.contains(id), "{text}");
    let strange = dev.path("strange.toml");
    fs::write(&strange, text.replace(id, STRANGE)).expect("a configuration");
    for line in ["fs ls", "df", "fs mkdir /x"] {
        let ran = dev.osmia(&format!("--config {} {line}", strange.display()));
        // It would try for give_up_ms, 30 s, if it hoped for another answer.
        assert!(ran.took < Duration::from_secs(20), "{:?}", ran.took);
        ran.fails(1, &["the peer belongs to another cluster", id, STRANGE, "correct `id` under [cluster]"]);
    }
    let nodes = dev.osmia(&format!("--config {} node list --json", strange.display())).fails(1, &[]).json();
    assert!(
        list(&nodes).iter().any(|node| node["error"].as_str().is_some_and(|error| error.contains(STRANGE))),
        "{nodes}"
    );
    assert_eq!(dev.osmia("fs ls").good().text(), "");
}
