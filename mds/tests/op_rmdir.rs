//! Rmdir of local directories.

#![allow(clippy::unwrap_used)]

mod harness;

use harness::client::root;
use harness::{Client, World, everywhere};
use osmia_protocol::Status;

/// Only empty directories go; their parent counts them no more; what was in them cannot be reached by their id.
#[test]
fn rmdir() {
    everywhere(|store, layout| {
        let world = World::new(store, layout);
        let client = Client::new(&world, 1);
        let id = client.mkdir("d").unwrap();
        client.create("d/f").unwrap();
        assert_eq!(client.rmdir("d"), Err(Status::NotEmpty));
        assert_eq!(client.rmdir("d/f"), Err(Status::NotDirectory));
        assert_eq!(client.rmdir("x"), Err(Status::NotFound));
        client.unlink("d/f").unwrap();
        assert_eq!(client.rmdir("d"), Ok(()));
        assert_eq!(client.stat("").unwrap().nlink, 2);
        let flags = osmia_protocol::flags::open_flags::CREATE;
        let late = client.open(harness::client::at(id, "late"), flags, 0o600);
        assert_eq!(late.unwrap_err(), Status::Stale);
        world.restart();
        let client = Client::new(&world, 2);
        assert_eq!(client.stat("d").unwrap_err(), Status::NotFound);
        assert!(client.list(1).is_empty());
    });
}

/// Write permission of the parent and its sticky bit.
#[test]
fn permissions() {
    everywhere(|store, layout| {
        let world = World::new(store, layout);
        let client = Client::new(&world, 1);
        client.mkdir_mode(root("tmp"), 0o1777).unwrap();
        client.mkdir("d").unwrap();
        let (ann, bob) = (Client::user(&world, 2, 10, 10, &[]), Client::user(&world, 3, 11, 11, &[]));
        ann.mkdir("tmp/a").unwrap();
        assert_eq!(bob.rmdir("tmp/a"), Err(Status::NotPermitted));
        assert_eq!(ann.rmdir("tmp/a"), Ok(()));
        assert_eq!(ann.rmdir("d"), Err(Status::Access));
    });
}
