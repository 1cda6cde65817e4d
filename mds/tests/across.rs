//! Names and inodes on two shards: links, removals and renames across them; and a shard that is killed at any message.

#![allow(clippy::unwrap_used)]

mod harness;

use std::collections::BTreeSet;
use std::rc::Rc;
use std::time::Duration;

use harness::client::{at, handle, root, start};
use harness::cluster::Fate;
use harness::store::MemoryStore;
use harness::{Client, Cluster, across};
use osmia_protocol::{InodeId, Status, wire};

const NO_REPLACE: u32 = 1;
const EXCHANGE: u32 = 2;

/// A tree on both shards.
struct Tree {
    client: Client,
    /// A directory of the root's shard.
    near: u64,
    /// A directory of the other shard.
    far: u64,
}

/// `near` and `far`, with a file `a` and a directory `d` in each.
fn tree(cluster: &Rc<Cluster>) -> Tree {
    let client = cluster.client(1);
    let near = client.mkdir("near").unwrap();
    place(&client, "pin:2.0");
    let far = client.mkdir("far").unwrap();
    place(&client, "");
    assert_eq!(InodeId(far).partition().0, 3, "`far` is the other shard's");
    for path in ["near", "far"] {
        client.create(&format!("{path}/a")).unwrap();
        client.mkdir(&format!("{path}/d")).unwrap();
    }
    Tree { client, near, far }
}

/// Says where directories made in the root go.
fn place(client: &Client, placement: &str) {
    let set = if placement.is_empty() { "parent" } else { placement };
    let call = wire::Placement { at: Some(root("")), set: Some(set.into()), depth: 1 };
    client.change(wire::Call::Placement(Box::new(call))).unwrap();
}

fn id(client: &Client, path: &str) -> u64 {
    client.stat(path).unwrap().id
}

/// A file keeps its id, attributes and extended attributes wherever its name goes.
#[test]
fn files() {
    across(|cluster| {
        let Tree { client, near, far } = tree(cluster);
        for (from, to) in [("near", "far"), ("far", "near")] {
            let (from_dir, to_dir) = if from == "near" { (near, far) } else { (far, near) };
            let file = client.stat(&format!("{from}/a")).unwrap().id;
            client.setxattr(root(&format!("{from}/a")), "user.of", from.as_bytes(), 0).unwrap();
            client.rename((from_dir, "a"), (to_dir, "b"), 0).unwrap();
            assert_eq!(client.stat(&format!("{from}/a")).unwrap_err(), Status::NotFound);
            let path = format!("{to}/b");
            assert_eq!(id(&client, &path), file);
            assert_eq!(client.getxattr(root(&path), "user.of").unwrap(), from.as_bytes());
            assert_eq!(client.lookup(handle(file, from_dir, "a")).unwrap().attr.unwrap().id, file);
            client
                .setattr(root(&path), wire::Setattr { valid: 1, mode: 0o600, ..Default::default() })
                .unwrap();
            assert_eq!(client.stat(&path).unwrap().mode & 0o777, 0o600);
            client.link(root(&path), (from_dir, "c")).unwrap();
            assert_eq!(client.stat(&path).unwrap().nlink, 2);
            client.unlink(&path).unwrap();
            assert_eq!(client.stat(&format!("{from}/c")).unwrap().nlink, 1);
            client.rename((from_dir, "c"), (to_dir, "e"), NO_REPLACE).unwrap();
            cluster.check();
            client.unlink(&format!("{to}/e")).unwrap();
            assert_eq!(client.lookup(handle(file, to_dir, "e")).unwrap_err(), Status::Stale);
        }
        assert_eq!((client.list(near), client.list(far)), (vec!["d".to_owned()], vec!["d".to_owned()]));
    });
}

/// What is at the new name goes, unless it may not.
#[test]
fn replace() {
    across(|cluster| {
        let Tree { client, near, far } = tree(cluster);
        let file = id(&client, "near/a");
        assert_eq!(client.rename((near, "a"), (far, "a"), NO_REPLACE), Err(Status::Exists));
        assert_eq!(client.rename((near, "a"), (far, "d"), 0), Err(Status::IsDirectory));
        assert_eq!(client.rename((near, "d"), (far, "a"), 0), Err(Status::NotDirectory));
        assert_eq!(client.rename((near, "x"), (far, "a"), 0), Err(Status::NotFound));
        assert_eq!(client.rename((near, "a"), (far, "x"), EXCHANGE), Err(Status::NotFound));
        client.create("far/d/full").unwrap();
        assert_eq!(client.rename((near, "d"), (far, "d"), 0), Err(Status::NotEmpty));
        let old = id(&client, "far/a");
        client.rename((near, "a"), (far, "a"), 0).unwrap();
        assert_eq!(id(&client, "far/a"), file);
        assert_eq!(client.lookup(handle(old, far, "a")).unwrap_err(), Status::Stale);
        client.unlink("far/d/full").unwrap();
        let directory = id(&client, "near/d");
        client.rename((near, "d"), (far, "d"), 0).unwrap();
        assert_eq!(id(&client, "far/d"), directory);
        client.create("far/d/again").unwrap();
        assert_eq!((client.list(near), client.list(far)), (vec![], vec!["a".to_owned(), "d".into()]));
        assert_eq!((client.stat("near").unwrap().nlink, client.stat("far").unwrap().nlink), (2, 3));
    });
}

/// A shard that had voted for a rename, and not heard yet that it is done, showed its directory without it: in listings and
/// in its link count. Such calls wait for the decision, unless the vote came after them.
#[test]
fn seen_before_delivery() {
    across(|cluster| {
        let Tree { client, near, far } = tree(cluster);
        let there = client.far.as_ref().unwrap();
        let list = wire::Readdir { dir: far, bytes_max: 4096, ..Default::default() };
        let list = wire::Call::Readdir(Box::new(list));
        let stat = wire::Call::Lookup(Box::new(wire::Lookup { at: Some(at(far, "")) }));
        cluster.hold_decisions.set(true);
        client.rename((near, "d"), (far, "new"), 0).unwrap();
        let (list, stat) = (there.post(&there.request(list)), there.post(&there.request(stat)));
        cluster.settle();
        assert!(there.world.take_frame(list).is_none() && there.world.take_frame(stat).is_none());
        cluster.hold_decisions.set(false);
        cluster.settle();
        let outcome = |token| there.world.take_reply(token).expect("a reply").outcome;
        let Some(wire::Outcome::ReaddirOk(page)) = outcome(list) else { panic!("no page") };
        assert_eq!(page.entries.unwrap().len(), 3);
        let Some(wire::Outcome::AttrOk(ok)) = outcome(stat) else { panic!("no attributes") };
        assert_eq!(ok.attr.unwrap().nlink, 4);
    });
}

/// RENAME_EXCHANGE swaps files and directories of any kind.
#[test]
fn exchange() {
    across(|cluster| {
        let Tree { client, near, far } = tree(cluster);
        client.create("far/d/inside").unwrap();
        let before = ["near/a", "near/d", "far/a", "far/d"].map(|path| id(&client, path));
        client.rename((near, "a"), (far, "d"), EXCHANGE).unwrap();
        client.rename((far, "a"), (near, "d"), EXCHANGE).unwrap();
        let after = ["far/d", "far/a", "near/d", "near/a"].map(|path| id(&client, path));
        assert_eq!(after, before);
        assert_eq!(client.list(before[3]), ["inside"]);
        assert_eq!((client.stat("near").unwrap().nlink, client.stat("far").unwrap().nlink), (3, 3));
        assert_eq!(client.rename((1, "near"), (near, "a"), EXCHANGE), Err(Status::Invalid));
        assert_eq!(client.rename((near, "a"), (1, "near"), EXCHANGE), Err(Status::Invalid));
    });
}

/// A directory does not move into itself, however far down and at whatever shard.
#[test]
fn no_loop() {
    across(|cluster| {
        let Tree { client, near, far } = tree(cluster);
        let deep = client.mkdir("far/d/e").unwrap();
        assert_eq!(client.rename((1, "far"), (deep, "x"), 0), Err(Status::Invalid));
        assert_eq!(client.rename((1, "near"), (near, "x"), 0), Err(Status::Invalid));
        client.rename((1, "far"), (near, "far"), 0).unwrap();
        assert_eq!(client.rename((1, "near"), (deep, "x"), 0), Err(Status::Invalid));
        assert_eq!(id(&client, "near/far/d/e"), deep);
        client.rename((far, "d"), (1, "d"), 0).unwrap();
        client.rename((1, "near"), (deep, "near"), 0).unwrap();
        assert_eq!(id(&client, "d/e/near/far"), far);
        assert_eq!(client.list(1), ["d"]);
    });
}

/// Two clients move two directories into each other at the same time: one of them is refused.
#[test]
fn no_loop_of_two() {
    across(|cluster| {
        let Tree { client, near, far } = tree(cluster);
        let other = cluster.client(2);
        let (one, two) = (id(&client, "near/d"), id(&client, "far/d"));
        let rename = |client: &Client, from, to| {
            let mut call = wire::Call::Rename(Box::new(wire::Rename {
                from_dir: from,
                from_name: Some(b"d".to_vec()),
                to_dir: to,
                to_name: Some(b"x".to_vec()),
                flags: 0,
            }));
            start(&mut call);
            client.post(&client.numbered(call))
        };
        let first = rename(&client, near, two);
        let second = rename(&other, far, one);
        cluster.settle();
        cluster.advance(Duration::from_secs(1));
        let status = |token| cluster.worlds[0].take_reply(token).expect("an answer").status;
        let mut results = [status(first), status(second)];
        results.sort_unstable();
        assert_eq!(results, [Status::Ok.to_wire(), Status::Invalid.to_wire()]);
    });
}

/// Who may not remove or add a name does not rename; the sticky bit counts at both ends.
#[test]
fn permissions() {
    across(|cluster| {
        let Tree { client, near, far } = tree(cluster);
        let chmod = |path: &str, mode| {
            client.setattr(root(path), wire::Setattr { valid: 1, mode, ..Default::default() }).unwrap();
        };
        let (ann, bob) = (cluster.user(2, 10), cluster.user(3, 11));
        assert_eq!(ann.rename((near, "a"), (far, "b"), 0), Err(Status::Access));
        chmod("far", 0o777);
        assert_eq!(ann.rename((near, "a"), (far, "b"), 0), Err(Status::Access));
        chmod("near", 0o1777);
        assert_eq!(ann.rename((near, "a"), (far, "b"), 0), Err(Status::NotPermitted));
        ann.create("near/ann").unwrap();
        bob.create("far/bob").unwrap();
        assert_eq!(bob.rename((near, "ann"), (far, "ann"), 0), Err(Status::NotPermitted));
        assert_eq!(bob.rename((far, "bob"), (near, "ann"), 0), Err(Status::NotPermitted));
        assert_eq!(ann.rename((near, "ann"), (far, "bob"), 0), Ok(()));
        ann.mkdir("near/mine").unwrap();
        assert_eq!(ann.rename((near, "mine"), (far, "mine"), 0), Ok(()));
        assert_eq!(bob.rename((far, "d"), (near, "d2"), 0), Err(Status::Access), "`..` is written, too");
        assert_eq!(bob.link(root("far/bob"), (near, "bob")), Ok(()));
        // rmdir of it was an error of the server: the file's inode is at the other shard.
        assert_eq!(bob.rmdir("near/bob"), Err(Status::NotPermitted));
        assert_eq!(ann.rmdir("near/bob"), Err(Status::NotDirectory));
        assert_eq!(client.rmdir("near/bob"), Err(Status::NotDirectory));
        assert_eq!(bob.unlink("near/bob"), Err(Status::NotPermitted));
        assert_eq!(ann.unlink("near/bob"), Ok(()));
    });
}

/// A file that is open when another shard removes its last name goes with its last close.
#[test]
fn open_when_removed() {
    across(|cluster| {
        let Tree { client, near, far } = tree(cluster);
        let file = client.create_open("near/f").unwrap();
        let inode = file.attr.unwrap().id;
        client.rename((near, "f"), (far, "f"), 0).unwrap();
        let other = client.create("far/g").unwrap().attr.unwrap().id;
        client.rename((far, "g"), (far, "f"), 0).unwrap();
        assert_eq!(id(&client, "far/f"), other);
        assert_eq!(client.lookup(handle(inode, far, "f")).unwrap().attr.unwrap().nlink, 0);
        cluster.check();
        client.close(&[file.open]);
        cluster.advance(Duration::from_secs(1));
        assert_eq!(client.lookup(handle(inode, far, "f")).unwrap_err(), Status::Stale);
    });
}

/// An operation, and what is so once it has been done.
struct Case {
    name: &'static str,
    call: fn(&Tree) -> wire::Call,
    done: fn(&Tree) -> bool,
}

fn rename(from: (u64, &str), to: (u64, &str), flags: u32) -> wire::Call {
    wire::Call::Rename(Box::new(wire::Rename {
        from_dir: from.0,
        from_name: Some(from.1.as_bytes().to_vec()),
        to_dir: to.0,
        to_name: Some(to.1.as_bytes().to_vec()),
        flags,
    }))
}

fn has(tree: &Tree, path: &str) -> bool {
    match tree.client.stat(path) {
        Ok(_) => true,
        Err(Status::NotFound) => false,
        Err(status) => panic!("{path}: {status:?}"),
    }
}

const CASES: [Case; 9] = [
    Case {
        name: "a file to the other shard",
        call: |tree| rename((tree.near, "a"), (tree.far, "b"), 0),
        done: |tree| has(tree, "far/b") && !has(tree, "near/a"),
    },
    Case {
        name: "a file onto one of the other shard",
        call: |tree| rename((tree.near, "a"), (tree.far, "a"), 0),
        done: |tree| !has(tree, "near/a"),
    },
    Case {
        name: "a file from the other shard",
        call: |tree| rename((tree.far, "a"), (tree.near, "b"), 0),
        done: |tree| has(tree, "near/b") && !has(tree, "far/a"),
    },
    Case {
        name: "a directory to the other shard",
        call: |tree| rename((tree.near, "d"), (tree.far, "e"), 0),
        done: |tree| has(tree, "far/e") && !has(tree, "near/d"),
    },
    Case {
        name: "a directory onto one of the other shard",
        call: |tree| rename((tree.near, "d"), (tree.far, "d"), 0),
        done: |tree| !has(tree, "near/d"),
    },
    Case {
        name: "an exchange of a file and a directory",
        call: |tree| rename((tree.near, "a"), (tree.far, "d"), EXCHANGE),
        done: |tree| tree.client.stat("far/d").unwrap().mode & 0o170_000 == 0o100_000,
    },
    Case {
        name: "a link at the other shard",
        call: |tree| {
            let to_name = Some(b"l".to_vec());
            wire::Call::Link(Box::new(wire::Link { at: Some(at(tree.near, "a")), to_dir: tree.far, to_name }))
        },
        done: |tree| has(tree, "far/l") && tree.client.stat("near/a").unwrap().nlink == 2,
    },
    Case {
        name: "the removal of a directory of the other shard",
        call: |_| wire::Call::Rmdir(Box::new(wire::Rmdir { at: Some(root("empty")) })),
        done: |tree| !has(tree, "empty"),
    },
    Case {
        name: "the removal of a name of a file of the other shard",
        call: |_| wire::Call::Unlink(Box::new(wire::Unlink { at: Some(root("l")) })),
        done: |tree| !has(tree, "l") && tree.client.stat("far/a").unwrap().nlink == 1,
    },
];

/// Messages between shards that an operation needs at most.
const MESSAGES_MAX: usize = 20;

/// Either shard is killed before or after any message of an operation across shards. Whatever it was: the client that
/// asks again is told that it is done, it is done once, and the tree is whole.
#[test]
fn killed_at_any_message() {
    let mut struck = BTreeSet::new();
    for layout in ["embedded", "edge"] {
        for case in &CASES {
            for message in 0.. {
                assert!(message < MESSAGES_MAX, "{} needs messages without end", case.name);
                let fates = [Fate::Before(0), Fate::Before(1), Fate::After(0), Fate::After(1)];
                let struck_here: Vec<bool> =
                    (fates.into_iter()).map(|fate| killed_at(layout, case, message, fate)).collect();
                if !struck_here.contains(&true) {
                    break;
                }
                struck.insert((layout, case.name, message));
            }
        }
    }
    for layout in ["embedded", "edge"] {
        for case in &CASES {
            let messages = struck.iter().filter(|(of, name, _)| *of == layout && *name == case.name).count();
            assert!(messages >= 2, "{}: prepare and decide can each be the last message", case.name);
        }
    }
}

/// Whether the shard was killed: there was such a message.
fn killed_at(layout: &str, case: &Case, message: usize, fate: Fate) -> bool {
    let cluster = Cluster::new([Rc::new(MemoryStore::new(0)), Rc::new(MemoryStore::new(0))], layout);
    let tree = tree(&cluster);
    place(&tree.client, "pin:2.0");
    tree.client.mkdir("empty").unwrap();
    tree.client.link(root("far/a"), (1, "l")).unwrap();
    cluster.advance(Duration::from_secs(2));
    let mut call = (case.call)(&tree);
    let moves = matches!(&call, wire::Call::Rename(call) if call.flags == EXCHANGE);
    let dir = if moves { 1 } else { start(&mut call) };
    let owner = tree.client.at_owner(dir);
    let request = owner.numbered(call);
    cluster.fate.set(Some((cluster.messages.get() + message, fate)));
    let first = owner.post(&request);
    cluster.settle();
    let struck = cluster.fate.take().is_none();
    let answered = owner.world.take_reply(first).map(|reply| Status::from_wire(reply.status).unwrap());
    cluster.restart();
    for client in [&tree.client, tree.client.far.as_deref().unwrap()] {
        assert!(client.open_session(client.session.get()).resumed);
    }
    let why = format!("{layout}, {}, message {message}, {fate:?}, first answer {answered:?}", case.name);
    println!("{why}");
    if answered == Some(Status::Ok) {
        cluster.advance(Duration::from_secs(10));
        assert!((case.done)(&tree), "{why}: what was acknowledged is there");
    }
    let insist = || Status::from_wire(owner.insist(&request).status).unwrap();
    assert_eq!(insist(), Status::Ok, "{why}");
    assert!((case.done)(&tree), "{why}");
    cluster.advance(Duration::from_secs(20));
    cluster.check();
    assert_eq!(insist(), Status::Ok, "{why}: and again");
    struck
}
