//! Extended attributes.

#![allow(clippy::unwrap_used)]

mod harness;

use harness::client::{handle, root};
use harness::{Client, World, everywhere};
use osmia_protocol::{Status, wire};

const CREATE: u32 = 1;
const REPLACE: u32 = 2;

/// What was set is read and listed, follows the file to other names, outlives a restart, and goes with the file.
#[test]
fn set_and_read() {
    everywhere(|store, layout| {
        let world = World::new(store, layout);
        let client = Client::new(&world, 1);
        let d = client.mkdir("d").unwrap();
        let id = client.create("f").unwrap().attr.unwrap().id;
        let before = client.stat("f").unwrap();
        world.advance(std::time::Duration::from_secs(1));
        for path in ["f", "d"] {
            client.setxattr(root(path), "user.one", b"1", 0).unwrap();
            client.setxattr(root(path), "user.two", b"\0\xff", CREATE).unwrap();
            client.setxattr(root(path), "trusted.three", b"", 0).unwrap();
            client.setxattr(root(path), "user.one", b"eins", REPLACE).unwrap();
        }
        let after = client.stat("f").unwrap();
        assert_eq!((after.mtime, after.size), (before.mtime, before.size));
        assert!(after.ctime > before.ctime);
        client.rename((1, "f"), (d, "g"), 0).unwrap();
        client.link(root("d/g"), (1, "h")).unwrap();
        world.restart();
        world.advance(std::time::Duration::from_secs(61));
        let client = Client::new(&world, 2);
        for path in ["d/g", "h", "d"] {
            assert_eq!(client.getxattr(root(path), "user.one").unwrap(), b"eins");
            assert_eq!(client.getxattr(root(path), "user.two").unwrap(), b"\0\xff");
            let mut names = client.listxattr(root(path)).unwrap();
            names.sort();
            assert_eq!(names, ["trusted.three", "user.one", "user.two"]);
        }
        assert_eq!(client.getxattr(handle(id, 1, "f"), "trusted.three").unwrap(), b"");
        client.removexattr(root("h"), "user.one").unwrap();
        assert_eq!(client.getxattr(root("d/g"), "user.one").unwrap_err(), Status::NoData);
        client.unlink("h").unwrap();
        client.unlink("d/g").unwrap();
        client.rmdir("d").unwrap();
        world.with_shard(|shard| {
            let kv = shard.state().store.kv().clone();
            let kind = osmia_mds::store::key::XATTR;
            kv.scan_blocking(&[kind], &[kind + 1], &mut |_, _| panic!("attributes are left")).unwrap();
        });
    });
}

/// What the manual pages say fails, fails so, and changes nothing.
#[test]
fn failures() {
    everywhere(|store, layout| {
        let world = World::new(store, layout);
        let client = Client::new(&world, 1);
        client.create("f").unwrap();
        let set = |name: &str, value: &[u8], flags| client.setxattr(root("f"), name, value, flags);
        set("user.a", b"1", 0).unwrap();
        assert_eq!(set("user.a", b"2", CREATE), Err(Status::Exists));
        assert_eq!(set("user.b", b"2", REPLACE), Err(Status::NoData));
        assert_eq!(set("user.b", b"2", 4), Err(Status::Invalid));
        assert_eq!(set("user.", b"2", 0), Err(Status::Invalid));
        assert_eq!(set("other.b", b"2", 0), Err(Status::NotSupported));
        assert_eq!(set("", b"2", 0), Err(Status::Range));
        assert_eq!(set(&format!("user.{}", "n".repeat(251)), b"2", 0), Err(Status::Range));
        assert_eq!(set("user.big", &vec![7; 65_537], 0), Err(Status::NoSpace));
        assert_eq!(client.removexattr(root("f"), "user.b"), Err(Status::NoData));
        assert_eq!(client.getxattr(root("f"), "user.b").unwrap_err(), Status::NoData);
        assert_eq!(client.listxattr(root("f")).unwrap(), ["user.a"]);
        assert_eq!(client.getxattr(root("f"), "user.a").unwrap(), b"1");
        set("user.big", &vec![7; 60_000], 0).unwrap();
        assert_eq!(client.getxattr(root("f"), "user.big").unwrap(), vec![7; 60_000]);
    });
}

/// Who may read and write them: xattr(7).
#[test]
fn permissions() {
    everywhere(|store, layout| {
        let world = World::new(store, layout);
        let client = Client::new(&world, 1);
        client.create("f").unwrap();
        client.setxattr(root("f"), "user.a", b"1", 0).unwrap();
        client.setxattr(root("f"), "trusted.a", b"1", 0).unwrap();
        client.setxattr(root("f"), "security.a", b"1", 0).unwrap();
        let user = Client::user(&world, 2, 10, 10, &[]);
        assert_eq!(user.getxattr(root("f"), "user.a").unwrap(), b"1");
        assert_eq!(user.getxattr(root("f"), "security.a").unwrap(), b"1");
        assert_eq!(user.getxattr(root("f"), "trusted.a").unwrap_err(), Status::NoData);
        let mut names = user.listxattr(root("f")).unwrap();
        names.sort();
        assert_eq!(names, ["security.a", "user.a"]);
        assert_eq!(user.setxattr(root("f"), "user.a", b"2", 0), Err(Status::Access));
        assert_eq!(user.setxattr(root("f"), "trusted.a", b"2", 0), Err(Status::NotPermitted));
        assert_eq!(user.setxattr(root("f"), "security.a", b"2", 0), Err(Status::NotPermitted));
        let set = wire::Setattr { valid: 1, mode: 0o600, ..Default::default() };
        client.setattr(root("f"), set).unwrap();
        assert_eq!(user.getxattr(root("f"), "user.a").unwrap_err(), Status::Access);
        client.mkdir_mode(root("tmp"), 0o1777).unwrap();
        assert_eq!(user.setxattr(root("tmp"), "user.a", b"2", 0), Err(Status::NotPermitted));
        client.mknod("link", 0o120_000, 0, "f").unwrap();
        assert_eq!(client.setxattr(root("link"), "user.a", b"2", 0), Err(Status::NotPermitted));
        client.setxattr(root("link"), "trusted.a", b"2", 0).unwrap();
        assert_eq!(client.getxattr(root("link"), "trusted.a").unwrap(), b"2");
    });
}
