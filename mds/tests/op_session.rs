//! Sessions: repeated requests, restarts, ends.

#![allow(clippy::unwrap_used)]

mod harness;

use std::time::Duration;

use harness::client::root;
use harness::{Client, World, everywhere};
use osmia_protocol::flags::open_flags;
use osmia_protocol::{Status, wire};

fn create(name: &str) -> wire::Call {
    let flags = open_flags::CREATE | open_flags::EXCLUSIVE | open_flags::WRITE;
    wire::Call::Open(Box::new(wire::Open { at: Some(root(name)), flags, mode: 0o600, umask: 0 }))
}

fn again(request: &wire::Request) -> wire::Request {
    wire::Request { id: request.id + 1000, ..request.clone() }
}

/// A repeated create gets the recorded reply, under its new request id, also after the server's restart: never EEXIST.
/// The open that it gave is open again.
#[test]
fn replay() {
    everywhere(|store, layout| {
        let world = World::new(store, layout);
        let client = Client::new(&world, 1);
        let request = client.numbered(create("a"));
        let first = client.send(&request).unwrap();
        let second = client.send(&again(&request)).unwrap();
        assert_eq!((second.id, second.status), (first.id + 1000, 0));
        assert_eq!(second.outcome, first.outcome);
        world.restart();
        let third = client.send(&again(&request)).unwrap();
        assert_eq!(third.outcome, first.outcome);
        assert!(third.incarnation > first.incarnation);
        let Some(wire::Outcome::OpenOk(ok)) = third.outcome else { panic!() };
        let at = Some(harness::client::handle(ok.attr.unwrap().id, 1, "a"));
        client.report(&ok, wire::Report { at, size: 5, ..Default::default() }).unwrap();
        let next = client.send(&client.numbered(create("a"))).unwrap();
        assert_eq!(next.status, Status::Exists.to_wire());
    });
}

/// A repetition that comes in the same round gets the same reply; a lower number is dropped; so is another's session.
#[test]
fn numbers() {
    everywhere(|store, layout| {
        let world = World::new(store, layout);
        let client = Client::new(&world, 1);
        let request = client.numbered(create("a"));
        let (one, two) = (client.post(&request), client.post(&again(&request)));
        world.settle();
        let (one, two) = (world.take_reply(one).unwrap(), world.take_reply(two).unwrap());
        assert_eq!((one.status, &one.outcome), (0, &two.outcome));
        client.create("b").unwrap();
        assert_eq!(client.send(&request).unwrap().status, Status::NumberOld.to_wire());
        let bad_slot = wire::Request { slot: 8, ..client.numbered(create("c")) };
        assert_eq!(client.send(&bad_slot).unwrap().status, Status::Invalid.to_wire());
        let other = Client::new(&world, 2);
        other.session.set(client.session.get());
        assert_eq!(other.create("d").unwrap_err(), Status::SessionUnknown);
        let alone = Client::without_session(&world, 3);
        assert_eq!(alone.create("e").unwrap_err(), Status::Invalid);
    });
}

/// A failure too is answered again as it was while the server runs.
#[test]
fn failures() {
    everywhere(|store, layout| {
        let world = World::new(store, layout);
        let client = Client::new(&world, 1);
        client.create("a").unwrap();
        let request = client.numbered(create("a"));
        assert_eq!(client.send(&request).unwrap().status, Status::Exists.to_wire());
        let other = Client::new(&world, 2);
        other.unlink("a").unwrap();
        assert_eq!(client.send(&again(&request)).unwrap().status, Status::Exists.to_wire());
    });
}

/// A session that is not heard of ends: its requests are refused for ever, its opens are closed, nothing of it is left.
/// One that is heard of stays.
#[test]
fn end() {
    everywhere(|store, layout| {
        let world = World::new(store, layout);
        let (client, other) = (Client::new(&world, 1), Client::new(&world, 2));
        let file = client.create_open("a").unwrap();
        other.unlink("a").unwrap();
        for _ in 0..4 {
            world.advance(Duration::from_secs(20));
            other.close(&[]);
        }
        assert_eq!(client.create("b").unwrap_err(), Status::SessionUnknown);
        let id = file.attr.unwrap().id;
        let gone = other.lookup(harness::client::handle(id, 1, "a"));
        assert_eq!(gone.unwrap_err(), Status::Stale);
        world.restart();
        assert_eq!(client.create("b").unwrap_err(), Status::SessionUnknown);
        other.create("c").unwrap();
        other.ask(wire::Call::CloseSession(Box::default())).unwrap();
        assert_eq!(other.create("d").unwrap_err(), Status::SessionUnknown);
        world.with_shard(|shard| {
            use osmia_mds::store::key;
            let kv = shard.state().store.kv().clone();
            let nothing = &mut |key: &[u8], _: &[u8]| panic!("{key:?} is left");
            kv.scan_blocking(&[key::SESSION], &[key::REPLAY + 1], nothing).unwrap();
        });
    });
}

/// A client that begins anew ends its older session; one that resumes keeps it; ids are never given twice.
#[test]
fn resume() {
    everywhere(|store, layout| {
        let world = World::new(store, layout);
        let client = Client::new(&world, 1);
        let first = client.session.get();
        let resumed = client.open_session(first);
        assert!(resumed.resumed && resumed.session == first && resumed.slots == 8);
        let second = client.open_session(0);
        assert!(!second.resumed && second.session != first);
        assert!(!client.open_session(first).resumed);
        let mut seen = vec![first, second.session, client.session.get()];
        for _ in 0..3 {
            world.restart();
            assert!(client.open_session(client.session.get()).resumed);
            seen.push(client.open_session(0).session);
        }
        let count = seen.len();
        seen.sort_unstable();
        seen.dedup();
        assert_eq!(seen.len(), count);
    });
}

/// After a restart a client's requests may come before it has told what it has open. A report then was refused as that
/// of a file that is not open, and an unlink by another client took the file away from under it.
#[test]
fn unclaimed() {
    everywhere(|store, layout| {
        let world = World::new(store, layout);
        let (owner, other) = (Client::new(&world, 1), Client::new(&world, 2));
        let file = owner.create_open("a").unwrap();
        world.restart();
        let id = file.attr.as_ref().unwrap().id;
        let report =
            || wire::Report { at: Some(harness::client::handle(id, 1, "a")), size: 5, ..Default::default() };
        assert_eq!(owner.report(&file, report()).unwrap_err(), Status::NotReady);
        other.unlink("a").unwrap();
        let open = wire::OpenFile { open: file.open, at: report().at, flags: open_flags::WRITE };
        assert!(owner.reopen_session(owner.session.get(), vec![open]).resumed);
        owner.report(&file, report()).unwrap();
        for _ in 0..3 {
            world.advance(Duration::from_secs(25));
            owner.report(&file, report()).unwrap();
            other.close(&[]);
        }
        owner.close(&[file.open]);
        assert_eq!(owner.report(&file, report()).unwrap_err(), Status::BadHandle);
        assert_eq!(owner.lookup(harness::client::handle(id, 1, "a")).unwrap_err(), Status::Stale);
    });
}

/// A client that has not heard of its open before a restart cannot claim it, but asks again: the file had been removed by
/// another's unlink in between.
#[test]
fn unheard_open() {
    everywhere(|store, layout| {
        let world = World::new(store, layout);
        let (client, other) = (Client::new(&world, 1), Client::new(&world, 2));
        let request = client.numbered(create("a"));
        client.send(&request).unwrap();
        world.restart();
        for client in [&client, &other] {
            assert!(client.open_session(client.session.get()).resumed);
        }
        other.unlink("a").unwrap();
        let Some(wire::Outcome::OpenOk(ok)) = client.send(&again(&request)).unwrap().outcome else {
            panic!()
        };
        let at = || harness::client::handle(ok.attr.unwrap().id, 1, "a");
        client.report(&ok, wire::Report { at: Some(at()), size: 5, ..Default::default() }).unwrap();
        for _ in 0..3 {
            world.advance(Duration::from_secs(25));
            client.close(&[]);
        }
        assert!(client.lookup(at()).is_ok());
        client.close(&[ok.open]);
        assert_eq!(client.lookup(at()).unwrap_err(), Status::Stale);
    });
}

/// A request whose deadline has passed is not run; one of another epoch is told so.
#[test]
fn refused() {
    everywhere(|store, layout| {
        let world = World::new(store, layout);
        let client = Client::new(&world, 1);
        let frame = harness::encode(&client.numbered(create("late")));
        let token = world.hand(client.conn, client.client, &frame, osmia_env::Instant(world.now().0 - 1));
        world.settle();
        assert_eq!(world.take_reply(token).unwrap().status, Status::Deadline.to_wire());
        let old = wire::Request { epoch: 9, ..client.numbered(create("old")) };
        assert_eq!(client.send(&old).unwrap().status, Status::WrongEpoch.to_wire());
        assert!(client.list(1).is_empty());
    });
}
