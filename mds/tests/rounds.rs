//! Rounds: one batch and one flush, what a failed flush means, durability, cold records, limits.

#![allow(clippy::unwrap_used)]

mod harness;

use std::cell::Cell;
use std::rc::Rc;

use harness::client::root;
use harness::store::MemoryStore;
use harness::{Client, World, everywhere};
use osmia_kv::Kv;
use osmia_kv::map::FlushPoint;
use osmia_mds::Durability;
use osmia_protocol::flags::open_flags;
use osmia_protocol::{Status, wire};

fn create(name: &str) -> wire::Call {
    let flags = open_flags::CREATE | open_flags::EXCLUSIVE;
    wire::Call::Open(Box::new(wire::Open { at: Some(root(name)), flags, mode: 0o600, umask: 0 }))
}

/// A round of creates costs its records, the parent once, one batch and one flush; a stat costs its reads alone.
#[test]
fn costs() {
    for (layout, puts, gets) in [("embedded", 2, 1), ("edge", 3, 2)] {
        let store = Rc::new(MemoryStore::new(0));
        let world = World::new(store.clone(), layout);
        let clients: Vec<Client> = (1..=32).map(|number| Client::new(&world, number)).collect();
        clients[0].create("warm").unwrap();
        let kv = store.kv.borrow().clone().unwrap();
        let before = kv.counters();
        for (number, client) in clients.iter().enumerate() {
            client.post(&client.numbered(create(&format!("f{number}"))));
        }
        world.finish_round();
        let after = kv.counters();
        assert_eq!(after.puts - before.puts, 32 * puts + 1);
        assert_eq!(after.gets - before.gets, 32);
        assert_eq!((after.batches - before.batches, after.flushes - before.flushes), (1, 1));
        world.replies.borrow_mut().clear();
        let before = kv.counters();
        clients[0].stat("f7").unwrap();
        let after = kv.counters();
        assert_eq!((after.gets - before.gets, after.puts - before.puts), (gets, 0));
        assert_eq!(after.batches, before.batches);
    }
}

/// When a flush fails, nothing of the round is answered until the store has been opened again; then every request is
/// answered once and truly, under a new incarnation.
#[test]
fn failed_flush() {
    for layout in ["embedded", "edge"] {
        let store = Rc::new(MemoryStore::new(0));
        let world = World::new(store.clone(), layout);
        let client = Client::new(&world, 1);
        let open = client.create_open("open").unwrap();
        let first = client.create("before").unwrap();
        store.disk.limit(Some(10));
        let requests = [client.numbered(create("a")), client.numbered(create("b"))];
        let tokens = requests
            .each_ref()
            .map(|request| client.post(&wire::Request { slot: request.id as u16 % 8, ..request.clone() }));
        let mut out = Vec::new();
        assert!(world.with_shard(|shard| shard.finish_round(&mut out)).is_err());
        assert!(out.is_empty());
        // There is space again.
        store.disk.limit(None);
        world.with_shard(|shard| shard.reopen()).unwrap();
        world.settle();
        for token in tokens {
            let reply = world.take_reply(token).expect("answered after the store was opened again");
            assert_eq!((reply.status, reply.incarnation), (0, 2));
        }
        assert_eq!(client.list(1), ["a", "b", "before", "open"]);
        assert_eq!(client.stat("before").unwrap(), first.attr.unwrap());
        client.report(&open, wire::Report { size: 3, ..Default::default() }).unwrap();
    }
}

/// While there is no space, what needs some is answered ENOSPC; when space returns, all is as before.
#[test]
fn no_space() {
    let store = Rc::new(MemoryStore::new(0));
    let world = World::new(store.clone(), "embedded");
    let client = Client::new(&world, 1);
    client.create("a").unwrap();
    store.disk.limit(Some(40_000));
    world.advance(std::time::Duration::from_secs(2));
    assert_eq!(client.create("b").unwrap_err(), Status::NoSpace);
    assert_eq!(client.mkdir("c").unwrap_err(), Status::NoSpace);
    world.restart();
    let client = Client::new(&world, 2);
    assert_eq!(client.create("b").unwrap_err(), Status::NoSpace, "from the first request on");
    assert_eq!(client.unlink("a"), Ok(()));
    store.disk.limit(None);
    world.advance(std::time::Duration::from_secs(2));
    assert!(client.create("b").is_ok());
}

/// In strict durability nothing is answered before it is synced, and rounds go on meanwhile.
#[test]
fn strict() {
    everywhere(|store, layout| {
        let world = World::with(store, layout, |config| config.durability = Durability::Strict);
        let client = Client::new(&world, 1);
        world.jobs_run.set(false);
        let tokens: Vec<u64> = (0..3)
            .map(|number| {
                let request = client.numbered(create(&format!("f{number}")));
                let token = client.post(&wire::Request { slot: number, ..request });
                world.finish_round();
                token
            })
            .collect();
        assert!(world.replies.borrow().is_empty());
        world.jobs_run.set(true);
        world.settle();
        for token in tokens {
            assert_eq!(world.take_reply(token).unwrap().status, 0);
        }
    });
}

/// In relaxed durability a sync follows within a second by itself.
#[test]
fn background_sync() {
    let world = World::new(Rc::new(MemoryStore::new(0)), "embedded");
    let client = Client::new(&world, 1);
    world.advance(std::time::Duration::from_secs(5));
    let before = world.with_shard(|shard| shard.counts().syncs);
    client.create("a").unwrap();
    world.advance(std::time::Duration::from_millis(500));
    assert_eq!(world.with_shard(|shard| shard.counts().syncs), before + 1);
    world.advance(std::time::Duration::from_secs(5));
    assert_eq!(world.with_shard(|shard| shard.counts().syncs), before + 1, "nothing to sync, no sync");
}

/// A shard killed before a flush has answered nothing of its round, and nothing of it is there; killed after it,
/// everything is, and the repetition gets the recorded reply.
#[test]
fn killed_at_a_flush() {
    for layout in ["embedded", "edge"] {
        for point in [FlushPoint::Before, FlushPoint::After] {
            let store = Rc::new(MemoryStore::new(0));
            let armed = Rc::new(Cell::new(false));
            let (disk, hook) = (store.disk.clone(), armed.clone());
            store.on_flush(Rc::new(move |at| {
                if hook.get() && at == point {
                    hook.set(false);
                    disk.kill();
                }
            }));
            let world = World::new(store, layout);
            let client = Client::new(&world, 1);
            armed.set(true);
            let request = client.numbered(create("a"));
            client.post(&request);
            let mut out = Vec::new();
            assert!(world.with_shard(|shard| shard.finish_round(&mut out)).is_err());
            assert!(out.is_empty());
            world.restart();
            let there = client.stat("a").is_ok();
            assert_eq!(there, point == FlushPoint::After);
            let reply = client.send(&request).unwrap();
            assert_eq!(reply.status, 0);
            assert!(client.stat("a").is_ok());
        }
    }
}
