//! Unlink, and what it leaves behind.

#![allow(clippy::unwrap_used)]

mod harness;

use std::time::Duration;

use harness::client::{handle, root};
use harness::{Client, World, everywhere};
use osmia_mds::store::key;
use osmia_protocol::flags::{inode_flags, open_flags};
use osmia_protocol::{InodeId, Status, wire};

fn records(world: &World, kind: u8) -> usize {
    world.with_shard(|shard| {
        let mut count = 0;
        let kv = shard.state().store.kv().clone();
        kv.scan_blocking(&[kind], &[kind + 1], &mut |_, _| {
            count += 1;
            std::ops::ControlFlow::Continue(())
        })
        .unwrap();
        count
    })
}

/// An unlinked file is gone, without a trace in the store, and its parent counts it no more.
#[test]
fn unlink() {
    everywhere(|store, layout| {
        let world = World::new(store, layout);
        let client = Client::new(&world, 1);
        let made = client.create("a").unwrap();
        client.create("b").unwrap();
        assert_eq!(client.unlink("a"), Ok(()));
        assert_eq!(client.unlink("a"), Err(Status::NotFound));
        assert_eq!(client.stat("a").unwrap_err(), Status::NotFound);
        assert_eq!(client.lookup(handle(made.attr.unwrap().id, 1, "a")).unwrap_err(), Status::Stale);
        client.mkdir("d").unwrap();
        assert_eq!(client.unlink("d"), Err(Status::IsDirectory));
        world.restart();
        let client = Client::new(&world, 2);
        assert_eq!(client.list(1), ["b", "d"]);
        assert_eq!(records(&world, key::DENTRY), 2);
        assert_eq!(records(&world, key::ORPHAN), 0);
        let files = if layout == "edge" { 1 } else { 0 };
        assert_eq!(records(&world, key::INODE), 2 + files);
    });
}

/// The sticky bit: only the owner of the file or of the directory, or root, removes.
#[test]
fn permissions() {
    everywhere(|store, layout| {
        let world = World::new(store, layout);
        let client = Client::new(&world, 1);
        client.mkdir_mode(root("tmp"), 0o1777).unwrap();
        client.mkdir_mode(root("all"), 0o777).unwrap();
        let (ann, bob) = (Client::user(&world, 2, 10, 10, &[]), Client::user(&world, 3, 11, 11, &[]));
        for dir in ["tmp", "all"] {
            ann.create(&format!("{dir}/f")).unwrap();
            ann.create(&format!("{dir}/g")).unwrap();
            ann.create(&format!("{dir}/h")).unwrap();
        }
        assert_eq!(bob.unlink("tmp/f"), Err(Status::NotPermitted));
        assert_eq!(bob.unlink("all/f"), Ok(()));
        assert_eq!(ann.unlink("tmp/f"), Ok(()));
        assert_eq!(client.unlink("tmp/g"), Ok(()));
        client.create("plain").unwrap();
        assert_eq!(ann.unlink("plain"), Err(Status::Access));
    });
}

/// A file that is open when it is unlinked stays usable until its last close, and leaves nothing then.
#[test]
fn while_open() {
    everywhere(|store, layout| {
        let world = World::new(store, layout);
        let (client, other) = (Client::new(&world, 1), Client::new(&world, 2));
        let file = client.create_open("f").unwrap();
        let second = other.open(root("f"), open_flags::READ, 0).unwrap();
        client.report(&file, wire::Report { will_write: true, size: 7, ..Default::default() }).unwrap();
        assert_eq!(other.unlink("f"), Ok(()));
        assert_eq!(client.stat("f").unwrap_err(), Status::NotFound);
        client.create("f").unwrap();
        let id = file.attr.unwrap().id;
        let attr = client.lookup(handle(id, 1, "f")).unwrap().attr.unwrap();
        assert_eq!((attr.id, attr.nlink, attr.size), (id, 0, 7));
        client.report(&file, wire::Report { size: 9, ..Default::default() }).unwrap();
        client.close(&[file.open]);
        assert_eq!(other.lookup(handle(id, 1, "f")).unwrap().attr.unwrap().size, 9);
        other.close(&[second.open, 12345]);
        assert_eq!(other.lookup(handle(id, 1, "f")).unwrap_err(), Status::Stale);
        assert_eq!(client.list(1), ["f"]);
    });
}

/// After a restart, an unlinked file lives on for the client that reclaims it; without one it goes when the grace
/// time is over.
#[test]
fn while_open_over_restart() {
    everywhere(|store, layout| {
        let world = World::new(store, layout);
        let client = Client::new(&world, 1);
        let (kept, lost) = (client.create_open("kept").unwrap(), client.create_open("lost").unwrap());
        let session = client.session.get();
        client.unlink("kept").unwrap();
        client.unlink("lost").unwrap();
        world.restart();
        let ids = [kept.attr.unwrap().id, lost.attr.unwrap().id];
        let open = wire::OpenFile { open: kept.open, at: Some(handle(ids[0], 1, "kept")), flags: 3 };
        assert!(client.reopen_session(session, vec![open]).resumed);
        for _ in 0..3 {
            world.advance(Duration::from_secs(25));
            client.close(&[]);
        }
        assert!(client.lookup(handle(ids[0], 1, "kept")).is_ok());
        assert_eq!(client.lookup(handle(ids[1], 1, "lost")).unwrap_err(), Status::Stale);
        client.close(&[kept.open]);
        assert_eq!(client.lookup(handle(ids[0], 1, "kept")).unwrap_err(), Status::Stale);
        assert_eq!(records(&world, key::ORPHAN), 0);
    });
}

/// A file with data leaves an orphan record, in the batch that removes its name; one without leaves none.
#[test]
fn orphans() {
    everywhere(|store, layout| {
        let world = World::new(store, layout);
        let client = Client::new(&world, 1);
        let file = client.create_open("f").unwrap();
        let attr = client.report(&file, wire::Report { will_write: true, ..Default::default() }).unwrap();
        assert_ne!(attr.attr.unwrap().flags & inode_flags::HAS_OBJECTS, 0);
        client.close(&[file.open]);
        world.jobs_run.set(false);
        let call = wire::Call::Unlink(Box::new(wire::Unlink { at: Some(root("f")) }));
        let token = client.post(&client.numbered(call));
        world.settle();
        world.jobs_run.set(true);
        world.settle();
        assert_eq!(world.take_reply(token).unwrap().status, 0);
        assert_eq!(records(&world, key::ORPHAN), 1);
        world.with_shard(|shard| {
            let id = InodeId(file.attr.unwrap().id);
            let key = key::orphan(id, osmia_mds::store::orphan::REMOVE);
            assert!(shard.state().store.kv().get_blocking(&key).unwrap().is_some());
        });
    });
}
