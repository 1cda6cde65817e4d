//! Threads, futures, and servers that do not answer: against servers in threads of the test.
#![allow(clippy::disallowed_methods, clippy::unwrap_used)]

mod fake;

use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::time::{Duration, Instant};

use fake::{Cluster, block_on};
use futures_util::stream::{FuturesUnordered, StreamExt};
use osmia_client::{Client, ClientOptions, OpenOptions, TransportChoice};

/// One client used from many threads at once does what each of them asks.
#[test]
fn many_threads() {
    let cluster = Cluster::start(2, 2, 4096);
    let client = cluster.client();
    std::thread::scope(|scope| {
        for thread in 0..8 {
            let client = client.clone();
            scope.spawn(move || {
                client.mkdir(format!("/t{thread}"), 0o755).unwrap();
                for i in 0..30 {
                    let path = format!("/t{thread}/{i}");
                    let file = client.open(&path, &OpenOptions::new().write(true).create_new(true)).unwrap();
                    file.pwrite(format!("{thread} {i}").as_bytes(), 4090).unwrap();
                    file.close().unwrap();
                    assert_eq!(
                        client.stat(&path).unwrap().size as usize,
                        4090 + format!("{thread} {i}").len()
                    );
                }
            });
        }
    });
    for thread in 0..8 {
        let names = client.read_dir_names(format!("/t{thread}")).unwrap();
        assert_eq!(names.map(Result::unwrap).count(), 30);
    }
    // One handle from several threads.
    let file = client.open("/shared", &OpenOptions::new().read(true).write(true).create(true)).unwrap();
    std::thread::scope(|scope| {
        for thread in 0..4_u8 {
            let file = &file;
            scope.spawn(move || file.pwrite(&[thread + 1; 5000], u64::from(thread) * 5000).unwrap());
        }
    });
    let mut all = vec![0; 20_000];
    assert_eq!(file.pread(&mut all, 0).unwrap(), 20_000);
    assert!(all.chunks(5000).zip(1..).all(|(chunk, fill)| chunk.iter().all(|byte| *byte == fill)));
}

/// Futures of the asynchronous form are in flight at once, from one thread without a runtime; dropped ones harm nobody.
#[test]
fn many_futures() {
    fn sendable<T: Send>(value: T) -> T {
        value
    }
    let cluster = Cluster::start(2, 1, 4096);
    let client = cluster.client();
    let files = client.asynchronous();
    block_on(sendable(async move {
        files.mkdir("/d", 0o755).await.unwrap();
        let mut creates: FuturesUnordered<_> =
            (0..200).map(|i| files.create(format!("/d/{i}"), 0o644)).collect();
        let mut count = 0;
        while let Some(file) = creates.next().await {
            file.unwrap().close().await.unwrap();
            count += 1;
        }
        assert_eq!(count, 200);
        drop(files.stat("/d/1"));
        assert_eq!(files.stat("/d/none").await.unwrap_err().errno(), libc::ENOENT);
        let file = files.open("/d/0", &OpenOptions::new().read(true).write(true)).await.unwrap();
        let (first, second) = (file.pwrite(vec![1; 4096], 0), file.pwrite(vec![2; 4096], 4096));
        assert_eq!((first.await.unwrap(), second.await.unwrap()), (4096, 4096));
        let back = file.pread(10_000, 0).await.unwrap();
        assert!(back.len() == 8192 && back[4095] == 1 && back[4096] == 2);
        file.truncate(5000).await.unwrap();
        file.fsync().await.unwrap();
        assert_eq!(file.stat().await.unwrap().size, 5000);
        drop(file);
        let mut listing = files.read_dir("/d").await.unwrap();
        let mut listed = 0;
        while let Some((entries, rest)) = listing.next_page().await.unwrap() {
            listed += entries.len();
            listing = rest;
        }
        assert_eq!(listed, 200);
        files.rename("/d/0", "/d/zero").await.unwrap();
        files.unlink("/d/zero").await.unwrap();
    }));
}

/// After shutdown every call fails with EBADF and says why, on all clones; what was in flight ends.
#[test]
fn shutdown() {
    let cluster = Cluster::start(1, 1, 4096);
    let client = cluster.client();
    let clone = client.clone();
    let file = client.create("/f", 0o644).unwrap();
    client.shutdown().unwrap();
    let error = clone.stat("/f").unwrap_err();
    assert_eq!(error.errno(), libc::EBADF);
    assert!(error.to_string().contains("shut down"), "{error}");
    assert_eq!(file.pwrite(b"x", 0).unwrap_err().errno(), libc::EBADF);
    assert_eq!(block_on(clone.asynchronous().stat("/f")).unwrap_err().errno(), libc::EBADF);
    clone.shutdown().unwrap();
    cluster.client().stat("/f").unwrap();
}

fn hurried(transport: TransportChoice) -> ClientOptions {
    ClientOptions { attempt_ms: Some(100), give_up_ms: Some(300), transport, ..ClientOptions::default() }
}

/// Where nobody listens, connecting fails by the deadline with an error that names the address.
#[test]
fn nobody_there() {
    for address in ["tcp://127.0.0.1:9", "shm:///nonexistent/mds.sock"] {
        let begun = Instant::now();
        let error = Client::connect_to(address, hurried(TransportChoice::Auto)).map(drop).unwrap_err();
        assert!(begun.elapsed() < Duration::from_secs(10), "{address}");
        assert!(error.to_string().contains(address), "{error}");
        assert!(
            [libc::EHOSTUNREACH, libc::ETIMEDOUT, libc::ECONNREFUSED].contains(&error.errno()),
            "{error}"
        );
    }
    let error = Client::connect_to("nonsense", ClientOptions::default()).map(drop).unwrap_err();
    assert_eq!(error.errno(), libc::EINVAL);
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(file.path(), "[cluster]\nnonsense = 1\n").unwrap();
    let error = Client::connect(file.path()).map(drop).unwrap_err();
    assert_eq!(error.errno(), libc::EINVAL);
    assert!(error.to_string().contains("nonsense"), "{error}");
}

/// When the servers die, calls end by their deadline with an errno and say whom they waited for.
#[test]
fn servers_die() {
    let cluster = Cluster::start(1, 1, 4096);
    let client = Client::connect_to(&cluster.address(), hurried(TransportChoice::Auto)).unwrap();
    client.create("/f", 0o644).unwrap().close().unwrap();
    let file = client.open("/f", &OpenOptions::new().write(true)).unwrap();
    drop(cluster);
    let begun = Instant::now();
    let error = client.mkdir("/d", 0o755).unwrap_err();
    assert!(begun.elapsed() < Duration::from_secs(10));
    assert_eq!(error.errno(), libc::ETIMEDOUT, "{error}");
    assert!(error.to_string().contains("metadata shard 1.0"), "{error}");
    assert!(file.pwrite(b"x", 0).is_err());
    assert!(file.close().is_ok(), "nothing was written, so nothing is lost");
    let begun = Instant::now();
    drop(client);
    assert!(begun.elapsed() < Duration::from_secs(10));
}

/// Blocking callers and futures at once, while files are dropped on any thread.
#[test]
fn mixed() {
    let cluster = Cluster::start(1, 1, 4096);
    let client = cluster.client();
    let done = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for thread in 0..3 {
            let (client, done) = (client.clone(), &done);
            scope.spawn(move || {
                let files = client.asynchronous();
                for i in 0..40 {
                    let file = block_on(files.create(format!("/{thread}-{i}"), 0o644)).unwrap();
                    let clone = file.clone();
                    drop(file);
                    block_on(clone.pwrite(vec![7; 10], 0)).unwrap();
                    drop(clone);
                    drop(client.open(format!("/{thread}-{i}"), &OpenOptions::new().read(true)).unwrap());
                    done.fetch_add(1, SeqCst);
                }
            });
        }
    });
    assert_eq!(done.load(SeqCst), 120);
}
