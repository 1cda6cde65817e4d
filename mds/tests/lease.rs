//! Leases on directories: given by walks, recalled before what they cover changes.

#![allow(clippy::unwrap_used)]

mod harness;

use std::time::Duration;

use harness::client::{at, root};
use harness::{Client, World, everywhere};
use osmia_protocol::{Status, wire};

fn walked(client: &Client, path: &str) -> Vec<wire::Walked> {
    client.lookup(root(path)).unwrap().walked.unwrap_or_default()
}

fn rmdir(client: &Client, path: &str) -> u64 {
    let call = wire::Call::Rmdir(Box::new(wire::Rmdir { at: Some(root(path)) }));
    let token = client.post(&client.numbered(call));
    client.world.settle();
    token
}

fn give_back(client: &Client, dirs: &[u64]) {
    let call = wire::LeaseReturn { dirs: Some(dirs.to_vec()) };
    client.ask(wire::Call::LeaseReturn(Box::new(call))).unwrap();
}

/// What a failed call has found on its way is told by the next one. It was taken for known: the client walked anew with
/// each call, for half a lease.
#[test]
fn told_after_a_failure() {
    everywhere(|store, layout| {
        let world = World::new(store, layout);
        let client = Client::new(&world, 1);
        let a = client.mkdir("a").unwrap();
        let other = Client::new(&world, 2);
        let look = |name: &str| other.lookup(at(a, name));
        assert_eq!(look("none").unwrap_err(), Status::NotFound);
        client.create("a/f").unwrap();
        let told = look("f").unwrap().walked.unwrap_or_default();
        assert_eq!(told.iter().map(|dir| (dir.id, dir.inode_lease_ms)).collect::<Vec<_>>(), [(a, 5000)]);
        assert!(look("f").unwrap().walked.unwrap_or_default().is_empty(), "told once");
    });
}

/// A walk tells each directory passed, in order, with leases and permissions; without a session it gives none.
#[test]
fn walk() {
    everywhere(|store, layout| {
        let world = World::new(store, layout);
        let client = Client::new(&world, 1);
        let a = client.mkdir("a").unwrap();
        let b = client.mkdir_mode(root("a/b"), 0o710).unwrap();
        client.create("a/b/f").unwrap();
        let passed = walked(&client, "a/b/f");
        assert_eq!(passed.iter().map(|dir| dir.id).collect::<Vec<_>>(), [a, b]);
        assert!(passed.iter().all(|dir| dir.dentry_lease_ms == 5000 && dir.inode_lease_ms == 5000));
        assert_eq!(passed[1].mode, 0o040_710);
        assert_eq!(walked(&client, "a/b").len(), 2);
        assert!(client.lookup(at(b, "f")).unwrap().walked.is_none());
        let alone = Client::without_session(&world, 2);
        assert!(walked(&alone, "a/b").iter().all(|dir| dir.dentry_lease_ms == 0 && dir.mode != 0));
        assert_eq!(client.lookup(root("a/b/f/g")).unwrap_err(), Status::NotDirectory);
        assert_eq!(client.lookup(root("a/x/f")).unwrap_err(), Status::NotFound);
    });
}

/// A removal asks every other holder, waits until all have given the lease back, and no new one is given meanwhile.
#[test]
fn recall() {
    everywhere(|store, layout| {
        let world = World::new(store, layout);
        let clients: Vec<Client> = (1..=3).map(|number| Client::new(&world, number)).collect();
        let d = clients[0].mkdir("d").unwrap();
        walked(&clients[1], "d");
        walked(&clients[2], "d");
        let token = rmdir(&clients[0], "d");
        assert!(world.take_reply(token).is_none());
        let asked: Vec<u64> = world.notices.borrow().iter().map(|(conn, _)| conn.0).collect();
        assert_eq!(asked, [2, 3]);
        give_back(&clients[1], &[d]);
        assert!(world.take_reply(token).is_none());
        assert_eq!(walked(&clients[1], "d")[0].dentry_lease_ms, 0);
        give_back(&clients[2], &[d, 77]);
        assert_eq!(world.take_reply(token).unwrap().status, 0);
        assert_eq!(clients[1].stat("d").unwrap_err(), Status::NotFound);
    });
}

/// A holder that does not answer is waited out, for a lease time and no longer; one whose session ends, not at all.
#[test]
fn waited_out() {
    everywhere(|store, layout| {
        let world = World::new(store, layout);
        let (client, other) = (Client::new(&world, 1), Client::new(&world, 2));
        client.mkdir("d").unwrap();
        client.mkdir("e").unwrap();
        walked(&other, "d");
        let token = rmdir(&client, "d");
        world.advance(Duration::from_millis(5_000));
        assert!(world.take_reply(token).is_none());
        world.advance(Duration::from_millis(1_000));
        assert_eq!(world.take_reply(token).unwrap().status, 0);
        walked(&other, "e");
        let token = rmdir(&client, "e");
        assert!(world.take_reply(token).is_none());
        other.ask(wire::Call::CloseSession(Box::default())).unwrap();
        assert_eq!(world.take_reply(token).unwrap().status, 0);
    });
}

/// Changes of a directory's name, mode and owner recall; changes of its times, and of files, do not.
#[test]
fn what_recalls() {
    everywhere(|store, layout| {
        let world = World::new(store, layout);
        let (client, other) = (Client::new(&world, 1), Client::new(&world, 2));
        let d = client.mkdir("d").unwrap();
        client.create("d/f").unwrap();
        let set = |path: &str, valid| {
            let set = wire::Setattr { at: Some(root(path)), valid, mode: 0o700, ..Default::default() };
            wire::Call::Setattr(Box::new(set))
        };
        let rename = wire::Call::Rename(Box::new(wire::Rename {
            from_dir: 1,
            from_name: Some(b"d".to_vec()),
            to_dir: 1,
            to_name: Some(b"e".to_vec()),
            flags: 0,
        }));
        let cases = [
            (set("d", 1), true),
            (set("d", 2), true),
            (set("d", 16), false),
            (set("d/f", 1), false),
            (rename, true),
        ];
        for (call, recalls) in cases {
            walked(&other, "d");
            let token = client.post(&client.numbered(call.clone()));
            world.settle();
            let reply = world.take_reply(token);
            assert_eq!(reply.is_none(), recalls, "{call:?}");
            if recalls {
                give_back(&other, &[d]);
                assert_eq!(world.take_reply(token).unwrap().status, 0);
            }
        }
    });
}

/// A repetition of a request that waits attaches to it: one removal, two replies.
#[test]
fn attach() {
    everywhere(|store, layout| {
        let world = World::new(store, layout);
        let (client, other) = (Client::new(&world, 1), Client::new(&world, 2));
        let d = client.mkdir("d").unwrap();
        walked(&other, "d");
        let call = wire::Call::Rmdir(Box::new(wire::Rmdir { at: Some(root("d")) }));
        let request = client.numbered(call);
        let one = client.post(&request);
        world.settle();
        let two = client.post(&wire::Request { id: 9999, ..request });
        world.settle();
        assert!(world.take_reply(one).is_none() && world.take_reply(two).is_none());
        give_back(&other, &[d]);
        assert_eq!(world.take_reply(one).unwrap().status, 0);
        let second = world.take_reply(two).unwrap();
        assert_eq!((second.id, second.status), (9999, 0));
    });
}

/// After a kill, what recalls waits one lease time; after a clean stop it does not.
#[test]
fn after_restart() {
    everywhere(|store, layout| {
        let world = World::new(store, layout);
        let client = Client::new(&world, 1);
        client.mkdir("d").unwrap();
        client.mkdir("e").unwrap();
        world.restart();
        let token = rmdir(&client, "d");
        world.advance(Duration::from_secs(5));
        assert!(world.take_reply(token).is_none());
        client.create("f").unwrap();
        world.advance(Duration::from_secs(1));
        assert_eq!(world.take_reply(token).unwrap().status, 0);
        world.with_shard(osmia_mds::Shard::begin_stop);
        world.settle();
        give_back(&client, &[client.stat("e").unwrap().id]);
        world.settle();
        world.advance(Duration::from_secs(6));
        assert!(world.with_shard(osmia_mds::Shard::is_quiet));
        world.with_shard(osmia_mds::Shard::stop).unwrap();
        world.restart();
        assert_eq!(client.rmdir("e"), Ok(()));
    });
}

/// An operation that waits past its deadline is answered so, has not run, and may be sent again.
#[test]
fn deadline() {
    everywhere(|store, layout| {
        let world = World::with(store, layout, |config| config.lease = Duration::from_secs(300));
        world.advance(Duration::from_secs(400));
        let (client, other) = (Client::new(&world, 1), Client::new(&world, 2));
        let d = client.mkdir("d").unwrap();
        walked(&other, "d");
        let call = wire::Call::Rmdir(Box::new(wire::Rmdir { at: Some(root("d")) }));
        let request = client.numbered(call);
        let token = client.post(&request);
        world.settle();
        world.advance(Duration::from_secs(31));
        assert_eq!(world.take_reply(token).unwrap().status, Status::Deadline.to_wire());
        assert!(client.stat("d").is_ok());
        give_back(&other, &[d]);
        let reply = client.send(&request);
        assert_eq!(reply.unwrap().status, 0);
        assert_eq!(client.stat("d").unwrap_err(), Status::NotFound);
    });
}

/// A repetition that attached to a waiting request hears of its deadline too, and can be sent once more.
#[test]
fn deadline_of_attached() {
    let world = World::new(harness::store::all().remove(0), "embedded");
    let (client, other) = (Client::new(&world, 1), Client::new(&world, 2));
    let d = client.mkdir("d").unwrap();
    walked(&other, "d");
    let call = wire::Call::Rmdir(Box::new(wire::Rmdir { at: Some(root("d")) }));
    let request = client.numbered(call);
    let soon = world.now() + Duration::from_secs(1);
    let one = world.hand(client.conn, client.client, &harness::encode(&request), soon);
    world.settle();
    let two = client.post(&wire::Request { id: 9999, ..request.clone() });
    world.settle();
    world.advance(Duration::from_secs(2));
    for token in [one, two] {
        assert_eq!(world.take_reply(token).unwrap().status, Status::Deadline.to_wire());
    }
    assert_eq!(walked(&other, "d")[0].dentry_lease_ms, 5000, "leases are given again");
    give_back(&other, &[d]);
    assert_eq!(client.send(&request).unwrap().status, 0);
}
