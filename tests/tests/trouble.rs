//! Servers and clients that die, races, and servers that are not there: on real processes.

#![allow(clippy::disallowed_methods)]

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Barrier};
use std::time::{Duration, Instant};

use osmia_client::{Client, ClientOptions, OpenOptions, TransportChoice};
use osmia_tests::cluster::{Cluster, Kind, Options};
use osmia_tests::scale;

/// What a thread was told is done.
#[derive(Default)]
struct Told {
    /// Names that exist, with their permission bits.
    there: BTreeMap<String, u32>,
    /// Names that were removed.
    gone: Vec<String>,
}

/// Makes, changes and removes names until told to stop; every call must succeed.
fn change_names(client: &Client, dir: &str, stop: &AtomicBool) -> Told {
    let mut told = Told::default();
    client.mkdir(dir, 0o755).unwrap();
    for i in 0.. {
        if stop.load(Ordering::Relaxed) {
            break;
        }
        let name = format!("{dir}/{i}");
        match i % 4 {
            0 => client.mkdir(&name, 0o700).unwrap(),
            _ => client.open(&name, &create_new(0o700)).unwrap().close().unwrap(),
        }
        told.there.insert(name.clone(), 0o700);
        if i % 3 == 0 {
            client.chmod(&name, 0o640).unwrap();
            told.there.insert(name.clone(), 0o640);
        }
        if i % 2 == 0
            && let Some(old) = told.there.keys().next().cloned()
        {
            match client.stat(&old).unwrap().is_dir() {
                true => client.rmdir(&old).unwrap(),
                false => client.unlink(&old).unwrap(),
            }
            told.there.remove(&old);
            told.gone.push(old);
        }
    }
    told
}

fn create_new(mode: u32) -> OpenOptions {
    OpenOptions::new().write(true).create_new(true).mode(mode)
}

/// A metadata server that is killed under load and restarted has everything that it acknowledged, and its clients go on
/// by themselves: no call fails, not even with EEXIST or ENOENT for a request that was sent again.
#[test]
fn metadata_server_is_killed() {
    let mut cluster = Cluster::start(Options::default());
    let stop = Arc::new(AtomicBool::new(false));
    let threads: Vec<_> = (0..3)
        .map(|thread| {
            let (client, stop) = (cluster.client(ClientOptions::default()), stop.clone());
            std::thread::spawn(move || {
                let told = change_names(&client, &format!("/t{thread}"), &stop);
                (client, told)
            })
        })
        .collect();
    for round in 0..scale(4, 40) {
        // Some work between two kills: the number of names tells, whatever the machine's speed.
        let client = cluster.client(ClientOptions::default());
        let before = client.statfs().unwrap().inodes;
        let deadline = Instant::now() + Duration::from_secs(20);
        while client.statfs().unwrap().inodes < before + 50 && Instant::now() < deadline {
            std::thread::yield_now();
        }
        let server = cluster.server(Kind::Mds, round % 2);
        cluster.kill(server);
        cluster.launch(server);
    }
    stop.store(true, Ordering::Relaxed);
    for thread in threads {
        let (client, told) = thread.join().expect("no call failed");
        assert!(!told.there.is_empty());
        for (name, mode) in &told.there {
            assert_eq!(client.stat(name).unwrap().permissions(), *mode, "{name}");
        }
        for name in &told.gone {
            assert_eq!(client.stat(name).unwrap_err().errno(), libc::ENOENT, "{name}");
        }
    }
}

/// A storage server that is killed under load and restarted has every byte that was written, and writers go on by
/// themselves. (What was not synced before the kill is still in the kernel.)
#[test]
fn storage_server_is_killed() {
    let mut cluster = Cluster::start(Options::default());
    let stop = Arc::new(AtomicBool::new(false));
    let threads: Vec<_> = (0..2_u8)
        .map(|thread| {
            let (client, stop) = (cluster.client(ClientOptions::default()), stop.clone());
            std::thread::spawn(move || {
                let mut written = Vec::new();
                for i in 0..1000_u32 {
                    if stop.load(Ordering::Relaxed) && i >= 4 {
                        break;
                    }
                    let name = format!("/{thread}-{i}");
                    let data: Vec<u8> = (0..200_000_u32).map(|at| (at / 5 + i) as u8 ^ thread).collect();
                    let mut file = client.open(&name, &create_new(0o600)).unwrap();
                    file.write_all(&data).unwrap();
                    file.close().unwrap();
                    written.push((name, data));
                }
                (client, written)
            })
        })
        .collect();
    for round in 0..scale(3, 20) {
        let server = cluster.server(Kind::Oss, round % 2);
        cluster.kill(server);
        cluster.launch(server);
        // Serving again: a file of its own says so.
        let client = cluster.client(ClientOptions::default());
        let mut file = client.create(format!("/round-{round}"), 0o600).unwrap();
        file.write_all(&[7; 300_000]).unwrap();
        file.fsync().unwrap();
    }
    stop.store(true, Ordering::Relaxed);
    for thread in threads {
        let (client, written) = thread.join().expect("no call failed");
        for (name, data) in written {
            assert!(read_all(&client, &name) == data, "content of {name}");
        }
    }
}

fn read_all(client: &Client, name: &str) -> Vec<u8> {
    use std::io::Read;
    let mut data = Vec::new();
    client.open(name, &OpenOptions::new().read(true)).unwrap().read_to_end(&mut data).unwrap();
    data
}

/// Of two clients that create, rename to, or unlink one name at the same time, exactly one succeeds.
#[test]
fn one_of_two_wins() {
    let cluster = Cluster::start(Options::default());
    let clients: Vec<Client> = (0..2).map(|_| cluster.client(ClientOptions::default())).collect();
    clients[0].mkdir("/race", 0o777).unwrap();
    let barrier = Arc::new(Barrier::new(2));
    let rounds = scale(100, 5000);
    let threads: Vec<_> = clients
        .into_iter()
        .enumerate()
        .map(|(number, client)| {
            let barrier = barrier.clone();
            std::thread::spawn(move || {
                let mut wins = Vec::new();
                for round in 0..rounds {
                    let name = format!("/race/{round}");
                    let mine = format!("/race/{round}-{number}");
                    client.create(&mine, 0o600).unwrap().close().unwrap();
                    barrier.wait();
                    let created = client.open(&name, &create_new(0o600)).map(|file| file.close().unwrap());
                    barrier.wait();
                    let unlinked = client.unlink(&name);
                    barrier.wait();
                    let renamed = client.rename_noreplace(&mine, &name);
                    for (result, errno) in
                        [(&created, libc::EEXIST), (&unlinked, libc::ENOENT), (&renamed, libc::EEXIST)]
                    {
                        if let Err(error) = result {
                            assert_eq!(error.errno(), errno, "{error}");
                        }
                    }
                    wins.push([created.is_ok(), unlinked.is_ok(), renamed.is_ok()]);
                }
                wins
            })
        })
        .collect();
    let wins: Vec<_> = threads.into_iter().map(|thread| thread.join().unwrap()).collect();
    for round in 0..rounds {
        for operation in 0..3 {
            let winners = wins.iter().filter(|wins| wins[round][operation]).count();
            assert_eq!(winners, 1, "round {round}, operation {operation}");
        }
    }
}

/// A client of servers that are not there gets a clear error when its time is up, and does not hang.
#[test]
fn nobody_answers() {
    let mut cluster = Cluster::start(Options::default());
    let options = ClientOptions { attempt_ms: Some(200), give_up_ms: Some(1000), ..ClientOptions::default() };
    let client = cluster.client(options.clone());
    client.mkdir("/a", 0o755).unwrap();
    let mut file = client.create("/a/f", 0o600).unwrap();
    file.write_all(b"before").unwrap();
    for server in 0..cluster.servers.len() {
        cluster.kill(server);
    }
    let patience = Duration::from_secs(10);
    type Call<'a> = Box<dyn Fn() -> Result<(), osmia_client::Error> + 'a>;
    let calls: [(&str, Call<'_>); 4] = [
        ("stat", Box::new(|| client.stat("/a").map(drop))),
        ("create", Box::new(|| client.create("/a/g", 0o600).map(drop))),
        ("write", Box::new(|| file.pwrite(&[1; 200_000], 0).map(drop))),
        ("connect", Box::new(|| Client::connect_with(cluster.config(), options.clone()).map(drop))),
    ];
    for (name, call) in calls {
        let began = Instant::now();
        let error = call().expect_err(name);
        assert!(began.elapsed() < patience, "{name} took {:?}", began.elapsed());
        let known = [libc::ETIMEDOUT, libc::EHOSTUNREACH, libc::ECONNREFUSED, libc::EIO];
        assert!(known.contains(&error.errno()), "{name}: {error}");
        assert!(error.to_string().contains("shard"), "{name} says which server: {error}");
    }
    let began = Instant::now();
    let _ = file.close();
    drop(client);
    assert!(began.elapsed() < patience, "the end took {:?}", began.elapsed());
}

/// Descriptors, resident bytes and shared-memory segments of a process.
fn resources(pid: u32) -> (usize, u64) {
    let descriptors = std::fs::read_dir(format!("/proc/{pid}/fd")).unwrap().count();
    let statm = std::fs::read_to_string(format!("/proc/{pid}/statm")).unwrap();
    let pages: u64 = statm.split(' ').nth(1).unwrap().parse().unwrap();
    (descriptors, pages * 4096)
}

/// The other side of [`clients_are_killed`]: works until it is killed.
#[test]
fn client_to_be_killed() {
    let Some(config) = std::env::var_os("OSMIA_TEST_VICTIM") else { return };
    let transport = match std::env::var("OSMIA_TEST_TRANSPORT").as_deref() {
        Ok("tcp") => TransportChoice::Tcp,
        _ => TransportChoice::Shm,
    };
    let client =
        Client::connect_with(config, ClientOptions { transport, ..ClientOptions::default() }).unwrap();
    for i in 0_u64.. {
        let name = format!("/{}-{i}", std::process::id());
        let mut file = client.create(&name, 0o600).unwrap();
        file.write_all(&[1; 20_000]).unwrap();
        file.close().unwrap();
        client.unlink(&name).unwrap();
        if i == 0 {
            // The line after the test harness's own output.
            println!("\nworking");
        }
    }
}

/// Clients that are killed in the middle of their work, over TCP and over shared memory, leave nothing behind in the
/// servers: no descriptor, no memory, no segment; and the servers serve on.
#[test]
fn clients_are_killed() {
    let cluster = Cluster::start(Options::default());
    let segments = || std::fs::read_dir("/dev/shm").unwrap().count();
    let kill_one = |round: usize| {
        let mut victim = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "client_to_be_killed", "--nocapture"])
            .env("OSMIA_TEST_VICTIM", cluster.config())
            .env("OSMIA_TEST_TRANSPORT", if round % 2 == 0 { "tcp" } else { "shm" })
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(victim.stdout.take().unwrap()).lines();
        assert!(lines.any(|line| line.is_ok_and(|line| line == "working")), "the client works");
        victim.kill().unwrap();
        victim.wait().unwrap();
    };
    // The first ones warm caches and pools.
    (0..6).for_each(kill_one);
    let settled = |limit: &[(usize, u64)]| {
        let deadline = Instant::now() + Duration::from_secs(30);
        loop {
            let now: Vec<(usize, u64)> =
                (0..cluster.servers.len()).map(|at| resources(cluster.pid(at))).collect();
            let fits = now.iter().zip(limit).all(|(now, limit)| now.0 <= limit.0 && now.1 <= limit.1);
            if fits || Instant::now() > deadline {
                return (fits, now);
            }
            std::thread::yield_now();
        }
    };
    let before: Vec<(usize, u64)> = (0..cluster.servers.len()).map(|at| resources(cluster.pid(at))).collect();
    let segments_before = segments();
    let rounds = scale(20, 200);
    (0..rounds).for_each(kill_one);
    // A worker of a shared-memory connection has 7 descriptors and 0.7 MB: one lost per round would show.
    let limit: Vec<(usize, u64)> = before.iter().map(|(fds, bytes)| (fds + 10, bytes + (12 << 20))).collect();
    let (fits, after) = settled(&limit);
    assert!(fits, "after {rounds} rounds: {after:?}, before: {before:?}");
    assert!(segments() <= segments_before + 4, "{} segments, before {segments_before}", segments());
    cluster.client(ClientOptions::default()).mkdir("/alive", 0o755).unwrap();
}

/// A SIGTERM stops every server with status 0, and what was acknowledged is there after the next start.
#[test]
fn orderly_stop() {
    let mut cluster = Cluster::start(Options::default());
    let client = cluster.client(ClientOptions::default());
    client.mkdir("/kept", 0o755).unwrap();
    drop(client);
    for server in 0..cluster.servers.len() {
        assert_eq!(cluster.stop(server), Some(0), "{}", cluster.tail(server));
        cluster.launch(server);
    }
    assert!(cluster.client(ClientOptions::default()).stat("/kept").unwrap().is_dir());
}
