//! Hard links.

#![allow(clippy::unwrap_used)]

mod harness;

use harness::client::{handle, root};
use harness::{Client, World, everywhere};
use osmia_protocol::Status;

/// A file has as many names as it was given, one inode, and goes with the last.
#[test]
fn names() {
    everywhere(|store, layout| {
        let world = World::new(store, layout);
        let client = Client::new(&world, 1);
        let d = client.mkdir("d").unwrap();
        let id = client.create("a").unwrap().attr.unwrap().id;
        client.link(root("a"), (d, "b")).unwrap();
        client.link(root("d/b"), (1, "c")).unwrap();
        world.restart();
        world.advance(std::time::Duration::from_secs(61));
        let client = Client::new(&world, 2);
        for path in ["a", "d/b", "c"] {
            let attr = client.stat(path).unwrap();
            assert_eq!((attr.id, attr.nlink), (id, 3), "{path}");
        }
        assert_eq!(client.rename((1, "a"), (1, "c"), 0), Ok(()), "two names of one file: nothing happens");
        assert_eq!(client.list(1), ["a", "c", "d"]);
        assert_eq!(client.rename((1, "a"), (d, "e"), 0), Ok(()));
        client.unlink("c").unwrap();
        client.unlink("d/e").unwrap();
        assert_eq!(client.stat("d/b").unwrap().nlink, 1);
        assert_eq!(client.lookup(handle(id, 1, "a")).unwrap().attr.unwrap().id, id);
        client.unlink("d/b").unwrap();
        assert_eq!(client.lookup(handle(id, d, "b")).unwrap_err(), Status::Stale);
        client.rmdir("d").unwrap();
        assert_eq!(client.stat("").unwrap().nlink, 2);
    });
}

/// link(2)'s failures.
#[test]
fn failures() {
    everywhere(|store, layout| {
        let world = World::new(store, layout);
        let client = Client::new(&world, 1);
        let d = client.mkdir("d").unwrap();
        client.create("a").unwrap();
        client.create("b").unwrap();
        assert_eq!(client.link(root("a"), (1, "b")), Err(Status::Exists));
        assert_eq!(client.link(root("x"), (1, "y")), Err(Status::NotFound));
        assert_eq!(client.link(root("d"), (1, "y")), Err(Status::NotPermitted));
        assert_eq!(
            client.link(root("d"), (1, "b")),
            Err(Status::Exists),
            "as Linux, which looks at the new name first"
        );
        assert_eq!(client.link(root("a"), (1, &"n".repeat(256))), Err(Status::NameTooLong));
        let user = Client::user(&world, 2, 10, 10, &[]);
        assert_eq!(user.link(root("a"), (d, "a")), Err(Status::Access));
        client.rmdir("d").unwrap();
        assert_eq!(client.link(root("a"), (d, "y")), Err(Status::Stale));
        assert_eq!(client.stat("a").unwrap().nlink, 1);
    });
}

/// A file that is open goes with its last close, however many names it had.
#[test]
fn open_when_unlinked() {
    everywhere(|store, layout| {
        let world = World::new(store, layout);
        let client = Client::new(&world, 1);
        let file = client.create_open("a").unwrap();
        let id = file.attr.unwrap().id;
        client.link(root("a"), (1, "b")).unwrap();
        client.unlink("a").unwrap();
        client.unlink("b").unwrap();
        assert_eq!(client.lookup(handle(id, 1, "a")).unwrap().attr.unwrap().nlink, 0);
        assert_eq!(client.link(handle(id, 1, "a"), (1, "c")), Err(Status::NotFound));
        client.close(&[file.open]);
        assert_eq!(client.lookup(handle(id, 1, "a")).unwrap_err(), Status::Stale);
    });
}
