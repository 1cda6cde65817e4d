//! Symbolic links and special files.

#![allow(clippy::unwrap_used)]

mod harness;

use harness::client::root;
use harness::{Client, World, everywhere};
use osmia_protocol::{Status, wire};

const SYMLINK: u32 = 0o120_000;
const FIFO: u32 = 0o010_000;
const SOCKET: u32 = 0o140_000;
const CHARACTER: u32 = 0o020_000;
const BLOCK: u32 = 0o060_000;
const REGULAR: u32 = 0o100_000;

/// Each kind is there with what it was made with, and outlives a restart.
#[test]
fn kinds() {
    everywhere(|store, layout| {
        let world = World::new(store, layout);
        let client = Client::new(&world, 1);
        let target = "../some/where else";
        client.mknod("link", SYMLINK | 0o600, 0, target).unwrap();
        for (name, kind, rdev) in [
            ("fifo", FIFO, 0),
            ("socket", SOCKET, 0),
            ("tty", CHARACTER, 0x0401),
            ("disk", BLOCK, 0x0801),
            ("file", REGULAR, 0),
        ] {
            let made = client.mknod(name, kind | 0o640, rdev, "").unwrap();
            assert_eq!((made.attr.unwrap().mode, made.rdev), (kind | 0o640, rdev), "{name}");
        }
        world.restart();
        let client = Client::new(&world, 2);
        assert_eq!(client.readlink("link").unwrap(), target);
        let attr = client.stat("link").unwrap();
        assert_eq!((attr.mode, attr.size, attr.nlink), (SYMLINK | 0o777, target.len() as u64, 1));
        let disk = client.lookup(root("disk")).unwrap();
        assert_eq!((disk.attr.unwrap().mode, disk.rdev), (BLOCK | 0o640, 0x0801));
        assert_eq!(client.readlink("disk").unwrap_err(), Status::Invalid);
        let page = client.readdir(1, 0, 100_000, true).unwrap();
        let mut kinds: Vec<(String, u8, u64)> = (page.entries.unwrap().into_iter())
            .map(|entry| (String::from_utf8(entry.name.unwrap()).unwrap(), entry.kind, entry.rdev))
            .collect();
        kinds.sort();
        // DT_* of readdir(3).
        let expected = [
            ("disk", 6, 0x0801),
            ("fifo", 1, 0),
            ("file", 8, 0),
            ("link", 10, 0),
            ("socket", 12, 0),
            ("tty", 2, 0x0401),
        ];
        assert_eq!(kinds, expected.map(|(name, kind, rdev)| (name.to_owned(), kind, rdev)));
        for name in ["disk", "fifo", "file", "link", "socket", "tty"] {
            client.unlink(name).unwrap();
        }
        assert_eq!(client.list(1), Vec::<String>::new());
    });
}

/// A symbolic link on the way is the client's to follow; one at the end only where the call says so.
#[test]
fn links_are_met() {
    everywhere(|store, layout| {
        let world = World::new(store, layout);
        let client = Client::new(&world, 1);
        let d = client.mkdir("d").unwrap();
        client.create("d/f").unwrap();
        client.mknod("d/to", SYMLINK, 0, "f").unwrap();
        client.mknod("to", SYMLINK, 0, "d").unwrap();
        let follow = |path: &str, follow: bool| {
            let at = Box::new(wire::Where { follow, ..*root(path) });
            let reply = client.call(wire::Call::Lookup(Box::new(wire::Lookup { at: Some(at) })));
            match reply.outcome {
                Some(wire::Outcome::FollowLink(at)) => {
                    assert_eq!(Status::from_wire(reply.status), Some(Status::Elsewhere));
                    (at.dir, at.consumed, String::from_utf8(at.target.unwrap()).unwrap())
                }
                other => panic!("{other:?}"),
            }
        };
        assert_eq!(follow("to/f", false), (1, 2, "d".into()));
        assert_eq!(follow("d/to", true), (d, 4, "f".into()));
        assert_eq!(client.stat("d/to").unwrap().mode & 0o170_000, SYMLINK);
        assert_eq!(client.create("d/to").unwrap_err(), Status::Exists);
    });
}

/// mknod(2)'s and symlink(2)'s failures.
#[test]
fn failures() {
    everywhere(|store, layout| {
        let world = World::new(store, layout);
        let client = Client::new(&world, 1);
        client.mkdir_mode(root("open"), 0o777).unwrap();
        let user = Client::user(&world, 2, 10, 10, &[]);
        assert_eq!(user.mknod("open/tty", CHARACTER | 0o666, 1, "").unwrap_err(), Status::NotPermitted);
        assert_eq!(user.mknod("fifo", FIFO | 0o666, 0, "").unwrap_err(), Status::Access);
        assert!(user.mknod("open/fifo", FIFO | 0o666, 0, "").is_ok());
        assert_eq!(user.mknod("open/fifo", FIFO | 0o666, 0, "").unwrap_err(), Status::Exists);
        assert_eq!(client.mknod("link", SYMLINK, 0, "").unwrap_err(), Status::NotFound);
        assert_eq!(client.mknod("link", SYMLINK, 0, &"x".repeat(4096)).unwrap_err(), Status::NameTooLong);
        assert_eq!(client.mknod("link", SYMLINK, 0, "a\0b").unwrap_err(), Status::Invalid);
        assert_eq!(client.mknod("dir", 0o040_000, 0, "").unwrap_err(), Status::Invalid);
        let flags = osmia_protocol::flags::open_flags::READ;
        assert_eq!(client.open(root("open/fifo"), flags, 0).unwrap_err(), Status::NoDevice);
    });
}
