//! What writers say.

#![allow(clippy::unwrap_used)]

mod harness;

use harness::client::{handle, root};
use harness::{Client, World, everywhere};
use osmia_protocol::flags::{inode_flags, open_flags};
use osmia_protocol::{Status, wire};

/// Sizes only grow, the mark of a first write is persistent, and only who has the file open for writing reports.
#[test]
fn report() {
    everywhere(|store, layout| {
        let world = World::new(store, layout);
        let (client, other) = (Client::new(&world, 1), Client::new(&world, 2));
        let file = client.create_open("f").unwrap();
        let report = |size, will_write| wire::Report { size, will_write, ..Default::default() };
        client.report(&file, report(0, true)).unwrap();
        assert_eq!(client.report(&file, report(10, false)).unwrap().attr.unwrap().size, 10);
        assert_eq!(client.report(&file, report(5, false)).unwrap().attr.unwrap().size, 10);
        let mtime = i64::MAX - 1;
        let timed = wire::Report { mtime, ..report(1, false) };
        assert_eq!(client.report(&file, timed).unwrap().attr.unwrap().mtime, mtime);
        assert_eq!(other.report(&file, report(50, false)).unwrap_err(), Status::BadHandle);
        let reader = other.open(root("f"), open_flags::READ, 0).unwrap();
        assert_eq!(other.report(&reader, report(50, false)).unwrap_err(), Status::BadHandle);
        assert_eq!(client.report(&file, report(u64::MAX, false)).unwrap_err(), Status::FileTooBig);
        let future = wire::Report { generation: 1, ..report(1, false) };
        assert_eq!(client.report(&file, future).unwrap_err(), Status::GenerationOld);
        client.close(&[file.open]);
        assert_eq!(client.report(&file, report(50, false)).unwrap_err(), Status::BadHandle);
        world.restart();
        let attr = Client::new(&world, 3).stat("f").unwrap();
        assert_eq!(attr.size, 10);
        assert_ne!(attr.flags & inode_flags::HAS_OBJECTS, 0);
    });
}

/// A report that is to be synced is answered after a sync, one that is not at once.
#[test]
fn sync() {
    everywhere(|store, layout| {
        let world = World::new(store, layout);
        let client = Client::new(&world, 1);
        let file = client.create_open("f").unwrap();
        let id = file.attr.unwrap().id;
        client.sync_all();
        world.jobs_run.set(false);
        let post = |sync, size| {
            let at = Some(handle(id, 1, "f"));
            let report = wire::Report { at, open: file.open, size, sync, ..Default::default() };
            let token = client.post(&client.request(wire::Call::Report(Box::new(report))));
            world.settle();
            token
        };
        let (plain, synced) = (post(false, 1), post(true, 2));
        assert!(world.take_reply(synced).is_none());
        world.jobs_run.set(true);
        world.settle();
        assert_eq!(world.take_reply(plain).unwrap().status, 0);
        assert_eq!(world.take_reply(synced).unwrap().status, 0);
    });
}
