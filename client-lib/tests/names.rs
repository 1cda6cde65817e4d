//! Paths, the directory cache under leases, and what calls cost in messages: against servers in threads of the test,
//! over shared memory.

#![allow(clippy::unwrap_used)]

mod fake;

use std::sync::atomic::Ordering::SeqCst;

use fake::{Cluster, wait_for};
use osmia_client::{Client, OpenOptions, Placement, PlacementSource};

/// Makes the directories of a path, each at another shard than its parent.
fn mkdirs(client: &Client, path: &str) {
    let mut at = 0;
    while let Some(end) = path[at + 1..].find('/') {
        at += 1 + end;
        client.mkdir(&path[..at], 0o755).unwrap();
    }
    client.mkdir(path, 0o755).unwrap();
}

fn errno<T: std::fmt::Debug>(result: osmia_client::Result<T>) -> i32 {
    result.unwrap_err().errno()
}

/// In the steady state create, stat, open and unlink cost one request each, however deep, and however the directories are
/// spread over shards; a close costs none.
#[test]
fn one_request_at_any_depth() {
    let cluster = Cluster::start(3, 1, 4096);
    let client = cluster.client();
    for depth in [1, 2, 8] {
        let dir: String = (0..depth).map(|i| format!("/d{depth}{i}")).collect();
        mkdirs(&client, &dir);
        client.stat(&dir).unwrap();
        // The first walk into the last directory brings what it takes to search it.
        let _ = client.stat(format!("{dir}/none"));
        let before = client.counters();
        let costs = |call: &dyn Fn()| {
            let before = client.counters();
            call();
            (client.counters() - before).metadata_requests
        };
        let file = format!("{dir}/file");
        assert_eq!(costs(&|| client.create(&file, 0o644).unwrap().close().unwrap()), 1);
        assert_eq!(costs(&|| assert!(client.stat(&file).unwrap().is_file())), 1);
        assert_eq!(
            costs(&|| client.open(&file, &OpenOptions::new().read(true)).unwrap().close().unwrap()),
            1
        );
        assert_eq!(costs(&|| assert!(client.stat(&dir).unwrap().is_dir())), 1);
        assert_eq!(costs(&|| client.unlink(&file).unwrap()), 1);
        let all = client.counters() - before;
        assert_eq!((all.metadata_requests, all.continued, all.data_requests), (5, 0, 0), "{all:?}");
    }
}

/// The closes of unwritten files travel with the next requests; what nothing carries along follows by itself.
#[test]
fn closes_travel_along() {
    let cluster = Cluster::start(1, 1, 4096);
    let client = cluster.client();
    client.stat("/").unwrap();
    let before = client.counters();
    for i in 0..100 {
        client.create(format!("/f{i}"), 0o644).unwrap().close().unwrap();
    }
    assert_eq!((client.counters() - before).metadata_requests, 100);
    wait_for(|| cluster.world.closes.load(SeqCst) == 100);
    drop(client.open("/f1", &OpenOptions::new().read(true)).unwrap());
    wait_for(|| cluster.world.closes.load(SeqCst) == 101);
}

/// A recall is answered though no caller runs, and what was recalled is asked for again.
#[test]
fn recall_drops_the_cache() {
    let cluster = Cluster::start(1, 1, 4096);
    let client = cluster.client();
    mkdirs(&client, "/a/b");
    client.create("/a/b/f", 0o644).unwrap().close().unwrap();
    client.stat("/a/b/f").unwrap();
    cluster.world.asked();
    client.stat("/a/b/f").unwrap();
    assert_eq!(cluster.world.asked(), ["mds0 lookup f"]);
    cluster.world.recall(&[cluster.world.id("a")]);
    assert_eq!(client.counters().recalled, 1);
    client.stat("/a/b/f").unwrap();
    assert_eq!(cluster.world.asked(), ["mds0 lookup a/b/f"]);
    client.stat("/a/b/f").unwrap();
    assert_eq!(cluster.world.asked(), ["mds0 lookup f"]);
}

/// Without leases nothing is cached.
#[test]
fn no_lease_no_cache() {
    let cluster = Cluster::start(1, 1, 4096);
    cluster.world.lease_ms.store(0, SeqCst);
    let client = cluster.client();
    mkdirs(&client, "/a/b");
    for _ in 0..2 {
        cluster.world.asked();
        client.stat("/a/b").unwrap();
        assert_eq!(cluster.world.asked(), ["mds0 lookup a/b"]);
    }
}

/// A cached directory that is gone is walked to anew, and its successor is found under the same name.
#[test]
fn stale_directory_is_walked_anew() {
    let cluster = Cluster::start(2, 1, 4096);
    let client = cluster.client();
    mkdirs(&client, "/a/b/c");
    let _ = client.stat("/a/b/c/none");
    let (a, _) = (cluster.world.id("a"), cluster.world.id("a/b"));
    cluster.world.swap_in_new_dir(a, "b", "new");
    assert_eq!(errno(client.stat("/a/b/c/x")), libc::ENOENT);
    assert!(client.stat("/a/b/new").unwrap().is_file());
    assert!(client.counters().stale >= 1);
    let names: Vec<_> = client.read_dir("/a/b").unwrap().map(|entry| entry.unwrap().into_name()).collect();
    assert_eq!(names, ["new"]);
}

/// Who may not search a cached directory gets EACCES, as the server would say; so does whom the server itself refuses.
#[test]
fn permission_to_search() {
    let cluster = Cluster::start(2, 1, 4096);
    let owner = cluster.client_as(7, 7);
    let root = cluster.client();
    root.mkdir("/home", 0o755).unwrap();
    root.chmod("/home", 0o777).unwrap();
    owner.mkdir("/home/own", 0o700).unwrap();
    owner.create("/home/own/f", 0o644).unwrap().close().unwrap();
    owner.mkdir("/home/own/sub", 0o755).unwrap();
    owner.stat("/home/own/sub").unwrap();
    let other = cluster.client_as(8, 8);
    assert_eq!(errno(other.stat("/home/own/f")), libc::EACCES);
    let asked = other.counters();
    assert_eq!(errno(other.stat("/home/own/sub/x")), libc::EACCES);
    assert!((other.counters() - asked).metadata_requests <= 1);
    // A directory's own right to be searched is not needed to stat it.
    assert_eq!(other.stat("/home/own").unwrap().permissions(), 0o700);
    // Taken away under the owner's own cache.
    owner.chmod("/home/own", 0o600).unwrap();
    assert_eq!(errno(owner.stat("/home/own/f")), libc::EACCES);
    // `.` and `..` are looked up in the root, too; the root by itself is not.
    root.chmod("/", 0o700).unwrap();
    let other = cluster.client_as(9, 9);
    for path in ["/.", "/..", "/../.", "/home/../."] {
        assert_eq!(errno(other.stat(path)), libc::EACCES, "{path}");
        root.stat(path).unwrap();
    }
    other.stat("/").unwrap();
}

/// Slashes, `.` and `..` mean what POSIX says, with the errno that Linux has.
#[test]
fn odd_paths() {
    let cluster = Cluster::start(2, 1, 4096);
    let client = cluster.client();
    mkdirs(&client, "/d/e");
    client.create("/d/f", 0o644).unwrap().close().unwrap();
    let id = |path: &str| client.stat(path).unwrap().id;
    assert_eq!(id("/d/e"), id("d//./e/"));
    assert_eq!(id("/d/e"), id("/../d/e/../e/."));
    assert_eq!(id("/"), id("/d/.."));
    assert_eq!(id("/d/f"), id("/d/e/../f"));
    assert_eq!(errno(client.stat("/d/f/")), libc::ENOTDIR);
    assert_eq!(errno(client.stat("/d/f/.")), libc::ENOTDIR);
    assert_eq!(errno(client.stat("/d/f/../e")), libc::ENOTDIR);
    assert_eq!(errno(client.stat("/d/no/../e")), libc::ENOENT);
    assert_eq!(errno(client.stat("/d/f/x")), libc::ENOTDIR);
    assert_eq!(errno(client.stat("")), libc::ENOENT);
    assert_eq!(errno(client.stat("/a\0b")), libc::EINVAL);
    assert_eq!(errno(client.stat("/x".repeat(2048))), libc::ENAMETOOLONG);
    assert_eq!(errno(client.mkdir("/", 0o755)), libc::EEXIST);
    assert_eq!(errno(client.mkdir("/d/.", 0o755)), libc::EEXIST);
    client.mkdir("/d/g/", 0o755).unwrap();
    assert_eq!(errno(client.create("/d/new/", 0o644)), libc::EISDIR);
    assert_eq!(errno(client.create("/", 0o644)), libc::EISDIR);
    assert_eq!(errno(client.unlink("/d/e/")), libc::EISDIR);
    assert_eq!(errno(client.unlink("/d/f/")), libc::ENOTDIR);
    assert_eq!(errno(client.unlink("/d/e")), libc::EISDIR);
    assert_eq!(errno(client.rmdir("/")), libc::EBUSY);
    assert_eq!(errno(client.rmdir("/d/e/.")), libc::EINVAL);
    assert_eq!(errno(client.rmdir("/d/e/..")), libc::ENOTEMPTY);
    assert_eq!(errno(client.rmdir("/d")), libc::ENOTEMPTY);
    assert_eq!(errno(client.rename("/d", "/d/e/x")), libc::EINVAL);
    assert_eq!(errno(client.rename("/d/.", "/x")), libc::EBUSY);
    assert_eq!(errno(client.rename("/d/f/", "/x")), libc::ENOTDIR);
    assert_eq!(errno(client.rename("/d/f/", format!("/{}/", "n".repeat(256)))), libc::ENAMETOOLONG);
    assert_eq!(errno(client.rename_noreplace("/d/f/", "/x")), libc::ENOTDIR);
    assert_eq!(errno(client.rename_noreplace("/d/f/", "/d/f/")), libc::EEXIST);
    let directory = OpenOptions::new().read(true).directory(true);
    assert_eq!(errno(client.open("/d/f", &directory)), libc::ENOTDIR);
    assert!(client.open("/d/e/", &directory).unwrap().stat().unwrap().is_dir());
}

/// After a rename, a rmdir or a chmod of its own, a client finds what is there, not what it remembers.
#[test]
fn own_changes_are_seen() {
    let cluster = Cluster::start(2, 1, 4096);
    let client = cluster.client();
    mkdirs(&client, "/a/b/c");
    let _ = client.stat("/a/b/c/none");
    client.rename("/a/b", "/a/x").unwrap();
    assert_eq!(errno(client.stat("/a/b/c")), libc::ENOENT);
    assert!(client.stat("/a/x/c").unwrap().is_dir());
    client.mkdir("/a/b", 0o755).unwrap();
    assert_eq!(errno(client.stat("/a/b/c")), libc::ENOENT);
    let id = client.stat("/a/x/c").unwrap().id;
    client.rmdir("/a/x/c").unwrap();
    client.mkdir("/a/x/c", 0o755).unwrap();
    assert_ne!(client.stat("/a/x/c").unwrap().id, id);
}

/// A listing gives every entry once, page by page, and goes on from any cookie.
#[test]
fn listing_by_pages_and_cookies() {
    let cluster = Cluster::start(2, 1, 4096);
    let client = cluster.client();
    client.mkdir("/d", 0o755).unwrap();
    for i in 0..50 {
        client.create(format!("/d/{i}"), 0o644).unwrap().close().unwrap();
    }
    let all: Vec<_> = client.read_dir("/d").unwrap().map(Result::unwrap).collect();
    let mut names: Vec<u32> =
        all.iter().map(|entry| entry.name().to_str().unwrap().parse().unwrap()).collect();
    names.sort_unstable();
    assert_eq!(names, (0..50).collect::<Vec<_>>());
    assert!(all.iter().all(|entry| entry.metadata().unwrap().is_file()));
    for at in [0, 6, 7, 20, 49] {
        let mut listing = client.read_dir("/d").unwrap();
        listing.seek(all[at].cookie());
        let rest: Vec<_> = listing.map(Result::unwrap).collect();
        assert_eq!(rest, all[at + 1..]);
    }
    assert!(client.read_dir_names("/d").unwrap().all(|entry| entry.unwrap().metadata().is_none()));
    assert_eq!(errno(client.read_dir("/d/1").map(drop)), libc::ENOTDIR);
}

/// An error names the call, the path, the errno, the server and what it said; as an io::Error it keeps the errno.
#[test]
fn errors_say_what_where_and_who() {
    let cluster = Cluster::start(1, 1, 4096);
    let client = cluster.client();
    client.create("/taken", 0o644).unwrap().close().unwrap();
    let error =
        client.open("/taken", &OpenOptions::new().write(true).create_new(true)).map(drop).unwrap_err();
    assert_eq!(
        error.to_string(),
        "open \"/taken\": file exists (os error 17), from metadata shard 1.0 on here: the name is taken"
    );
    assert_eq!(error.operation(), "open");
    assert_eq!(error.path().unwrap().to_str(), Some("/taken"));
    let error = client.rename("/none", "/x").unwrap_err();
    assert!(error.to_string().starts_with("rename \"/none\" to \"/x\": no such file"), "{error}");
    assert_eq!(std::io::Error::from(error).raw_os_error(), Some(libc::ENOENT));
}

/// statfs adds up shards and targets; placement is set and asked for.
#[test]
fn whole_file_system() {
    let cluster = Cluster::start(2, 2, 4096);
    let client = cluster.client();
    let statfs = client.statfs().unwrap();
    assert_eq!((statfs.inodes, statfs.bytes_total, statfs.bytes_free), (20, 4000, 1600));
    assert_eq!(client.target_stats().unwrap().len(), 4);
    let ruled =
        Placement { policy: "random".into(), depth: None, source: PlacementSource::Rule("/*".into()) };
    assert_eq!(client.placement("/").unwrap(), ruled);
    let set = Placement { policy: "pin:1.0".into(), depth: Some(2), source: PlacementSource::Directory };
    assert_eq!(client.set_placement("/", "pin:1.0", Some(2)).unwrap(), set);
    assert_eq!(client.placement("/").unwrap(), set);
    client.sync().unwrap();
}
