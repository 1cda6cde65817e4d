//! Servers and clients that are killed, stopped, and out of space, as processes under load: nothing acknowledged is
//! lost, nobody hangs, nothing is left behind.

#![allow(clippy::unwrap_used, clippy::disallowed_methods, reason = "a test fails by panicking")]

use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use osmia_client::{Client, ClientOptions, OpenOptions, TransportChoice};
use osmia_tests::cluster::{Cluster, Kind, Options, PATIENCE};
use osmia_tests::scale;

/// Waits for something that comes by itself.
fn until(what: &str, mut ready: impl FnMut() -> bool) {
    let deadline = Instant::now() + PATIENCE;
    while !ready() {
        assert!(Instant::now() < deadline, "{what}: not within {PATIENCE:?}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// Content that tells whose it is.
fn content(who: u64, number: u64, len: usize) -> Vec<u8> {
    let mut random = fastrand::Rng::with_seed(who << 32 | number);
    std::iter::repeat_with(|| random.u8(..)).take(len).collect()
}

fn read_all(client: &Client, path: &str) -> Vec<u8> {
    let mut data = Vec::new();
    let mut file =
        client.open(path, &OpenOptions::new().read(true)).unwrap_or_else(|error| panic!("{error}"));
    file.read_to_end(&mut data).unwrap_or_else(|error| panic!("{path}: {error}"));
    data
}

/// Objects on all targets; `None` while a target does not answer.
fn objects(client: &Client) -> Option<u64> {
    let stats = client.target_stats().expect("a cluster has targets");
    stats.iter().map(|stats| stats.stat.as_ref().ok().map(|stat| stat.objects)).sum()
}

/// What one worker was told is done, in its own directory.
#[derive(Default)]
struct Done {
    /// Files that must be there, with the number of their content and their mode.
    files: Vec<(u64, u64, u32)>,
    directories: Vec<u64>,
    gone: Vec<u64>,
}

fn len_of(number: u64) -> usize {
    // Under one stripe, several stripes, and an odd length.
    [100, 4096, 200_001][(number % 3) as usize]
}

/// Creates, writes, changes, makes directories and removes, until told to stop; each acknowledged step is noted.
fn work(client: &Client, worker: u64, stop: &AtomicBool, steps: &AtomicU64) -> Done {
    let mut done = Done::default();
    let told = |error: osmia_client::Error| -> ! { panic!("worker {worker}: {error}") };
    client.mkdir(format!("/w{worker}"), 0o755).unwrap_or_else(|error| told(error));
    for number in 0.. {
        if stop.load(Ordering::Relaxed) {
            break;
        }
        steps.fetch_add(1, Ordering::Relaxed);
        let path = format!("/w{worker}/f{number}");
        // Exclusive: a repetition of our own must not be taken for somebody else's.
        let options = OpenOptions::new().write(true).create_new(true).mode(0o600);
        let file = client.open(&path, &options).unwrap_or_else(|error| told(error));
        let data = content(worker, number, len_of(number));
        let mut at = 0;
        while at < data.len() {
            at += file.pwrite(&data[at..], at as u64).unwrap_or_else(|error| told(error));
        }
        file.close().unwrap_or_else(|error| told(error));
        match number % 4 {
            0 => {
                client.unlink(&path).unwrap_or_else(|error| told(error));
                done.gone.push(number);
            }
            1 => {
                client.chmod(&path, 0o640).unwrap_or_else(|error| told(error));
                done.files.push((number, number, 0o640));
            }
            2 => {
                client.mkdir(format!("/w{worker}/d{number}"), 0o700).unwrap_or_else(|error| told(error));
                done.directories.push(number);
                done.files.push((number, number, 0o600));
            }
            _ => {
                let to = format!("/w{worker}/f{}", number + 1_000_000);
                client.rename(&path, to).unwrap_or_else(|error| told(error));
                done.gone.push(number);
                done.files.push((number + 1_000_000, number, 0o600));
            }
        }
    }
    done
}

/// Looks at everything through another client.
fn verify(client: &Client, worker: u64, done: &Done) {
    for (name, number, mode) in &done.files {
        let path = format!("/w{worker}/f{name}");
        let metadata = client.stat(&path).unwrap_or_else(|error| panic!("acknowledged, and lost: {error}"));
        assert_eq!((metadata.size, metadata.permissions()), (len_of(*number) as u64, *mode), "{path}");
        assert!(read_all(client, &path) == content(worker, *number, len_of(*number)), "content of {path}");
    }
    for number in &done.directories {
        let path = format!("/w{worker}/d{number}");
        assert!(client.stat(&path).unwrap_or_else(|error| panic!("lost: {error}")).is_dir());
    }
    for number in &done.gone {
        let path = format!("/w{worker}/f{number}");
        let error = client.stat(&path).err().unwrap_or_else(|| panic!("{path} was removed, and is there"));
        assert_eq!(error.errno(), libc::ENOENT, "{error}");
    }
    let listed = client.read_dir(format!("/w{worker}")).expect("the worker's directory").count();
    assert_eq!(listed, done.files.len() + done.directories.len(), "entries of /w{worker}");
}

/// Runs workers while servers of a kind are killed and started again, one after the other.
fn killed_under_load(kind: Kind) {
    let cluster = &mut Cluster::start(Options::default());
    let clients: Vec<Client> = [TransportChoice::Shm, TransportChoice::Tcp]
        .into_iter()
        .map(|transport| cluster.client(ClientOptions { transport, ..ClientOptions::default() }))
        .collect();
    let (stop, steps) = (AtomicBool::new(false), AtomicU64::new(0));
    let done: Vec<Done> = std::thread::scope(|scope| {
        // Stops the workers also when something below panics.
        struct Stop<'a>(&'a AtomicBool);
        impl Drop for Stop<'_> {
            fn drop(&mut self) {
                self.0.store(true, Ordering::Relaxed);
            }
        }
        let guard = Stop(&stop);
        let workers: Vec<_> = (0..4)
            .map(|worker| {
                let (client, stop, steps) = (&clients[worker % 2], &stop, &steps);
                scope.spawn(move || {
                    let _stop = Stop(stop);
                    work(client, worker as u64, stop, steps)
                })
            })
            .collect();
        for round in 0..scale(6, 100) {
            let at = cluster.server(kind, round % 2);
            let before = steps.load(Ordering::Relaxed);
            until("the workers go on", || {
                stop.load(Ordering::Relaxed) || steps.load(Ordering::Relaxed) > before + 20 + round as u64 % 7
            });
            cluster.kill(at);
            cluster.launch(at);
        }
        let before = steps.load(Ordering::Relaxed);
        until("the workers go on after the last kill", || {
            stop.load(Ordering::Relaxed) || steps.load(Ordering::Relaxed) > before + 20
        });
        drop(guard);
        workers.into_iter().map(|worker| worker.join().expect("a worker failed")).collect()
    });
    let fresh = cluster.client(ClientOptions::default());
    for (worker, done) in done.iter().enumerate() {
        verify(&fresh, worker as u64, done);
    }
}

/// Metadata servers killed under load: each acknowledged create, write, chmod, mkdir, rename and unlink is there
/// afterwards, no client sees an error, and none is told that its own file exists already.
#[test]
fn metadata_servers_are_killed() {
    killed_under_load(Kind::Mds);
}

/// Storage servers killed under load: each acknowledged write is there afterwards, and no client sees an error.
#[test]
fn storage_servers_are_killed() {
    killed_under_load(Kind::Oss);
}

/// A client whose servers are all dead is told so within its time to give up, by name and address; a new one cannot
/// connect, and is told so too.
#[test]
fn nobody_answers() {
    let cluster = &mut Cluster::start(Options::default());
    let impatient =
        ClientOptions { attempt_ms: Some(200), give_up_ms: Some(1000), ..ClientOptions::default() };
    for transport in [TransportChoice::Tcp, TransportChoice::Shm] {
        let options = ClientOptions { transport, ..impatient.clone() };
        let client = cluster.client(options.clone());
        client.mkdir("/d", 0o755).unwrap();
        for at in 0..cluster.servers.len() {
            cluster.kill(at);
        }
        for path in ["/", "/d", "/d/none"] {
            let began = Instant::now();
            let error = client.stat(path).unwrap_err();
            assert_eq!(error.errno(), libc::ETIMEDOUT, "{error}");
            assert!(error.to_string().contains("metadata shard"), "names the server: {error}");
            assert!(began.elapsed() < Duration::from_secs(10), "{path}: {:?}", began.elapsed());
        }
        let began = Instant::now();
        let error = Client::connect_with(cluster.config(), options).unwrap_err();
        assert!(began.elapsed() < Duration::from_secs(10), "{:?}", began.elapsed());
        assert!(!error.to_string().is_empty() && error.errno() != 0, "{error}");
        let began = Instant::now();
        drop(client);
        assert!(began.elapsed() < Duration::from_secs(30), "shutting down: {:?}", began.elapsed());
        for at in 0..cluster.servers.len() {
            cluster.launch(at);
        }
        cluster.client(ClientOptions::default()).rmdir("/d").unwrap();
    }
}

/// SIGTERM under load: the servers exit with 0, and what was acknowledged is there afterwards.
#[test]
fn orderly_stop() {
    let cluster = &mut Cluster::start(Options::default());
    let client = cluster.client(ClientOptions::default());
    let (stop, steps) = (AtomicBool::new(false), AtomicU64::new(0));
    let done = std::thread::scope(|scope| {
        let worker = scope.spawn(|| work(&client, 0, &stop, &steps));
        for at in 0..cluster.servers.len() {
            let before = steps.load(Ordering::Relaxed);
            until("the worker goes on", || {
                worker.is_finished() || steps.load(Ordering::Relaxed) > before + 5
            });
            let code = cluster.stop(at);
            cluster.launch(at);
            if code != Some(0) {
                stop.store(true, Ordering::Relaxed);
                panic!("{:?} exits with {code:?}", cluster.servers[at]);
            }
        }
        stop.store(true, Ordering::Relaxed);
        worker.join().expect("the worker failed")
    });
    drop(client);
    verify(&cluster.client(ClientOptions::default()), 0, &done);
    for at in 0..cluster.servers.len() {
        assert_eq!(cluster.stop(at), Some(0), "{:?}", cluster.servers[at]);
    }
}

/// Of two clients that race to create, rename or remove one name, exactly one wins.
#[test]
fn one_of_two_wins() {
    let cluster = Cluster::start(Options::default());
    let clients = [cluster.client(ClientOptions::default()), cluster.client(ClientOptions::default())];
    let race = |call: &(dyn Fn(&Client, usize) -> Result<(), osmia_client::Error> + Sync)| {
        let start = std::sync::Barrier::new(2);
        std::thread::scope(|scope| {
            let (start, clients) = (&start, &clients);
            let racers: Vec<_> = (0..2)
                .map(|racer| {
                    scope.spawn(move || {
                        start.wait();
                        call(&clients[racer], racer).map_err(|error| error.errno())
                    })
                })
                .collect();
            let results = racers.into_iter().map(|racer| racer.join().expect("no racer panics"));
            results.collect::<Vec<_>>()
        })
    };
    let one_wins = |results: &[Result<(), i32>], lost: i32, what: &str| {
        let won = results.iter().filter(|result| result.is_ok()).count();
        assert_eq!(won, 1, "{what}: {results:?}");
        assert!(results.iter().all(|result| result.is_ok() || *result == Err(lost)), "{what}: {results:?}");
    };
    for round in 0..scale(50, 2000) {
        let path = format!("/race{round}");
        let created =
            race(&|client, _| client.open(&path, &OpenOptions::new().write(true).create_new(true))?.close());
        one_wins(&created, libc::EEXIST, "create");
        let renamed = race(&|client, racer| client.rename(&path, format!("{path}-{racer}")));
        one_wins(&renamed, libc::ENOENT, "rename");
        let winner = renamed.iter().position(Result::is_ok).expect("one won");
        let removed = race(&|client, _| client.unlink(format!("{path}-{winner}")));
        one_wins(&removed, libc::ENOENT, "unlink");
        one_wins(&race(&|client, _| client.mkdir(&path, 0o755)), libc::EEXIST, "mkdir");
        one_wins(&race(&|client, _| client.rmdir(&path)), libc::ENOENT, "rmdir");
    }
    assert_eq!(clients[0].read_dir("/").unwrap().count(), 0);
}

const CLIENT: &str = "OSMIA_TEST_CLIENT";

/// Not a test by itself: the client process that [`clients_are_killed`] starts and kills.
#[test]
fn play_client() {
    let Ok(role) = std::env::var(CLIENT) else { return };
    let (transport, config) = role.split_once(' ').expect("transport and configuration");
    let transport = if transport == "tcp" { TransportChoice::Tcp } else { TransportChoice::Shm };
    let client = Client::connect_with(config, ClientOptions { transport, ..ClientOptions::default() })
        .unwrap_or_else(|error| panic!("{error}"));
    let data = vec![7; 300_000];
    for number in 0_u64.. {
        let path = format!("/victim/{}-{number}", std::process::id());
        let file = client.create(&path, 0o600).unwrap_or_else(|error| panic!("{error}"));
        let _ = file.pwrite(&data, 0);
        if number == 0 {
            println!("works");
        }
        // Every other file is left open, to be closed by the session's end.
        if number % 2 == 0 {
            let _ = file.close();
            let _ = client.unlink(&path);
        } else {
            let _ = client.unlink(&path);
            std::mem::forget(file);
        }
    }
}

struct Victim(Child);

impl Drop for Victim {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn descriptors(pid: u32) -> usize {
    std::fs::read_dir(format!("/proc/{pid}/fd")).expect("a running process").count()
}

/// Resident KiB of a process.
fn resident_kib(pid: u32) -> u64 {
    let statm = std::fs::read_to_string(format!("/proc/{pid}/statm")).expect("a running process");
    let pages: Option<u64> = statm.split(' ').nth(1).and_then(|pages| pages.parse().ok());
    pages.expect("proc(5): the second number is resident pages") * 4
}

/// System V shared-memory segments that one of these processes has made; it may be dead: proc_sysvipc_shm(5).
fn segments(makers: &[u32]) -> usize {
    let text = std::fs::read_to_string("/proc/sysvipc/shm").expect("the kernel's list of segments");
    let maker = |line: &str| line.split_whitespace().nth(4).and_then(|pid| pid.parse().ok());
    text.lines().filter_map(maker).filter(|pid| makers.contains(pid)).count()
}

fn clients_are_killed(transport: &str) {
    let rounds = scale(24, 200);
    let cluster = Cluster::start(Options {
        limits: "lease_ms = 500\nsession_ms = 1000\nattempt_ms = 1000\ngive_up_ms = 30000\n\
                 buffers_bytes = 8388608\n"
            .into(),
        ..Options::default()
    });
    let survivor = cluster.client(ClientOptions::default());
    survivor.mkdir("/victim", 0o777).unwrap();
    let servers: Vec<u32> = (0..cluster.servers.len()).map(|at| cluster.pid(at)).collect();
    let quiet = |victims: &[u32]| {
        // The sessions of the dead have ended: their files are gone, and so is what they had open.
        until("files of dead clients go", || objects(&survivor) == Some(0));
        let of = |count: fn(u32) -> usize| -> Vec<usize> { servers.iter().map(|pid| count(*pid)).collect() };
        (of(descriptors), of(|pid| resident_kib(pid) as usize), segments(&[&servers, victims].concat()))
    };
    let (mut marks, mut victims) = (Vec::new(), Vec::new());
    for round in 0..rounds {
        let mut victim = Victim(
            Command::new(std::env::current_exe().expect("this test's own path"))
                .args(["--exact", "play_client", "--nocapture", "--quiet", "--test-threads=1"])
                .env(CLIENT, format!("{transport} {}", cluster.config().display()))
                .stdin(Stdio::null())
                .stdout(Stdio::piped())
                .spawn()
                .expect("the victim starts"),
        );
        victims.push(victim.0.id());
        let output = BufReader::new(victim.0.stdout.take().expect("a pipe"));
        let works = output.lines().map_while(Result::ok).any(|line| line.contains("works"));
        assert!(works, "round {round}: the victim fails");
        // At another moment of its work each time.
        std::thread::sleep(Duration::from_micros(fastrand::u64(0..20_000)));
        drop(victim);
        // The others are served, at once.
        let path = format!("/survivor{round}");
        survivor
            .create(&path, 0o600)
            .unwrap_or_else(|error| panic!("round {round}: {error}"))
            .close()
            .unwrap();
        survivor.unlink(&path).unwrap();
        // Files that the dead had named are nobody's now.
        if round % 8 == 7 {
            for entry in survivor.read_dir_names("/victim").unwrap() {
                let name = entry.unwrap().name().to_str().unwrap().to_owned();
                survivor.unlink(format!("/victim/{name}")).unwrap();
            }
            marks.push(quiet(&victims));
        }
    }
    eprintln!("{transport}: descriptors, resident KiB, shared segments: {marks:?}");
    let (early, last) = (&marks[marks.len() / 3], marks.last().expect("marks"));
    for at in 0..cluster.servers.len() {
        assert!(last.0[at] <= early.0[at] + 9, "descriptors grow: {marks:?}");
        assert!(last.1[at] < early.1[at] + early.1[at] / 4 + 8192, "memory grows: {marks:?}");
    }
    assert!(last.2 <= early.2 + 4, "shared segments grow: {marks:?}");
}

/// Clients killed in the middle of their work, by TCP: the servers serve others at once, and nothing leaks.
#[test]
fn clients_are_killed_tcp() {
    clients_are_killed("tcp");
}

/// Clients killed in the middle of their work, by shared memory: the servers serve others at once, and nothing leaks.
#[test]
fn clients_are_killed_shm() {
    clients_are_killed("shm");
}

/// Files are removed while a target is down, and a metadata server is killed before it could tell: the space comes back
/// when both are there again.
#[test]
fn space_comes_back() {
    let cluster = &mut Cluster::start(Options::default());
    let client = cluster.client(ClientOptions::default());
    for number in 0..20 {
        let file = client.create(format!("/f{number}"), 0o600).unwrap();
        file.pwrite(&content(1, number, 200_000), 0).unwrap();
        file.close().unwrap();
    }
    assert!(objects(&client) >= Some(40), "striped over two targets");
    let oss = cluster.server(Kind::Oss, 0);
    cluster.kill(oss);
    for number in 0..20 {
        client.unlink(format!("/f{number}")).unwrap();
    }
    for n in 0..2 {
        let mds = cluster.server(Kind::Mds, n);
        cluster.kill(mds);
        cluster.launch(mds);
    }
    cluster.launch(oss);
    let client = cluster.client(ClientOptions::default());
    until("the space comes back", || objects(&client) == Some(0));
}

/// Limits for a file system that is smaller than the default reserve.
fn small_limits() -> String {
    format!("{}reserve_bytes = 1048576\n", Options::default().limits)
}

/// A small file system of its own, in memory.
struct Small(std::path::PathBuf);

impl Small {
    fn mount(at: &Path, bytes: u64) -> Small {
        std::fs::create_dir_all(at).expect("a mount point");
        let options = format!("size={bytes}");
        let status = Command::new("mount").args(["-t", "tmpfs", "-o", &options, "tmpfs"]).arg(at).status();
        assert!(status.expect("mount(8) runs").success(), "mounting a tmpfs needs root");
        Small(at.to_owned())
    }
}

impl Drop for Small {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg("-l").arg(&self.0).status();
    }
}

/// A full storage target: ENOSPC, what was written before is whole, and writes work again when space has come back.
#[test]
fn target_is_full() {
    let parent = tempfile::tempdir().unwrap();
    let _small = Small::mount(parent.path(), 192 << 20);
    let parent_of_all = Some(parent.path().into());
    let limits = small_limits();
    let cluster =
        Cluster::start(Options { mds: 1, oss: 1, parent: parent_of_all, limits, ..Options::default() });
    let client = cluster.client(ClientOptions::default());
    let whole = content(1, 1, 1 << 20);
    let first = client.create("/first", 0o600).unwrap();
    assert_eq!(first.pwrite(&whole, 0).unwrap(), whole.len());
    first.fsync().unwrap();
    let full = client.open("/full", &OpenOptions::new().read(true).write(true).create(true)).unwrap();
    let mut at = 0;
    let error = loop {
        match full.pwrite(&whole, at) {
            Ok(bytes) => at += bytes as u64,
            Err(error) => break error,
        }
        assert!(at < 1 << 30, "a file system of 192 MiB takes a GiB");
    };
    assert_eq!(error.errno(), libc::ENOSPC, "{error}");
    assert!(at > 8 << 20, "space for {at} bytes only");
    // What was acknowledged is whole.
    let mut data = vec![0; whole.len()];
    for piece in (0..at / whole.len() as u64 * whole.len() as u64).step_by(whole.len()) {
        let mut have = 0;
        while have < data.len() {
            let bytes = full.pread(&mut data[have..], piece + have as u64).unwrap();
            assert!(bytes > 0, "the file ends at {}", piece + have as u64);
            have += bytes;
        }
        assert!(data == whole, "content at {piece}");
    }
    drop(full);
    client.unlink("/full").unwrap();
    until("writes work again", || match first.pwrite(&whole, whole.len() as u64) {
        Ok(bytes) => bytes == whole.len(),
        Err(error) => {
            assert_eq!(error.errno(), libc::ENOSPC, "{error}");
            false
        }
    });
    drop(first);
    assert!(read_all(&client, "/first") == [whole.clone(), whole].concat());
}

/// A full metadata store: ENOSPC for what needs space, nothing torn; what was acknowledged is there, removal works, and
/// creation works again when space has come back. A server that finds its disk full at its start, and has no reserve left,
/// says so.
#[test]
fn store_is_full() {
    let parent = tempfile::tempdir().unwrap();
    let small = parent.path().join("small");
    let _small = Small::mount(&small, 160 << 20);
    let limits = small_limits();
    let mut cluster =
        Cluster::start(Options { mds: 1, oss: 1, parent: Some(small.clone()), limits, ..Options::default() });
    let client = cluster.client(ClientOptions::default());
    client.mkdir("/d", 0o755).unwrap();
    let name = |number: u64| format!("/d/{number:0200}");
    let create = |number: u64| {
        client
            .open(name(number), &OpenOptions::new().write(true).create_new(true))
            .and_then(|file| file.close())
    };
    // Somebody else fills the file system up; the store has what it has.
    (0..100).for_each(|number| create(number).unwrap());
    let filler = small.join("filler");
    let fill = || {
        let mut file =
            std::fs::OpenOptions::new().create(true).append(true).open(&filler).expect("the filler");
        let page = [1_u8; 4096];
        while std::io::Write::write_all(&mut file, &page).is_ok() {}
    };
    fill();
    let mut created = 100;
    let error = loop {
        match create(created) {
            Ok(()) => created += 1,
            Err(error) => break error,
        }
        fill();
        assert!(created < 1_000_000, "a full file system takes everything");
    };
    assert_eq!(error.errno(), libc::ENOSPC, "{error}");
    // Reading goes on.
    assert_eq!(client.stat(name(0)).unwrap().size, 0);
    let mds = cluster.server(Kind::Mds, 0);
    cluster.kill(mds);
    let _ = std::fs::remove_file(cluster.directory().join("mds-1/shard-0/reserve"));
    fill();
    cluster.launch(mds);
    assert_eq!(cluster.end(mds), Some(1), "{}", cluster.tail(mds));
    assert!(cluster.tail(mds).contains("no space left for the store in "), "{}", cluster.tail(mds));
    std::fs::remove_file(&filler).unwrap();
    cluster.launch(mds);
    until("creation works again", || match create(2_000_000) {
        Ok(()) => true,
        Err(error) if error.errno() == libc::EEXIST => panic!("{error}: it was refused, and is there"),
        Err(error) => {
            assert_eq!(error.errno(), libc::ENOSPC, "{error}");
            false
        }
    });
    // As it is after a restart, too.
    cluster.kill(mds);
    cluster.launch(mds);
    let listed: std::collections::BTreeSet<String> = client
        .read_dir_names("/d")
        .unwrap()
        .map(|entry| format!("/d/{}", entry.unwrap().name().to_str().unwrap()))
        .collect();
    for number in (0..created).chain([2_000_000]) {
        assert!(listed.contains(&name(number)), "{number} of {created} was acknowledged, and is lost");
    }
    assert_eq!(listed.len() as u64, created + 1);
    for number in (0..created).chain([2_000_000]) {
        client.unlink(name(number)).unwrap();
    }
    client.rmdir("/d").unwrap();
}
