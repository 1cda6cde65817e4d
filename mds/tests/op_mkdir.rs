//! Mkdir of local partitions.

#![allow(clippy::unwrap_used)]

mod harness;

use harness::client::{at, root};
use harness::{Client, World, everywhere};
use osmia_protocol::{Status, wire};

/// A new directory is there with its attributes, its parent counts it, and both outlive a restart.
#[test]
fn mkdir() {
    everywhere(|store, layout| {
        let world = World::new(store, layout);
        let client = Client::new(&world, 1);
        let id = client.mkdir_mode(root("d"), 0o750).unwrap();
        assert_eq!(client.mkdir("d").unwrap_err(), Status::Exists);
        assert_eq!(client.mkdir("d/e/f").unwrap_err(), Status::NotFound);
        client.create("f").unwrap();
        assert_eq!(client.mkdir("f/d").unwrap_err(), Status::NotDirectory);
        let inner = client.mkdir("d/e").unwrap();
        for _ in 0..2 {
            let client = Client::new(&world, 2);
            let attr = client.stat("d").unwrap();
            assert_eq!((attr.id, attr.mode, attr.nlink), (id, 0o040_750, 3));
            assert_eq!(client.stat("").unwrap().nlink, 3);
            assert_eq!(client.lookup(at(id, "e")).unwrap().attr.unwrap().id, inner);
            assert_eq!(client.list(1), ["d", "f"]);
            assert_eq!(client.list(id), ["e"]);
            world.restart();
        }
    });
}

/// Only who may write a directory makes one in it; set-group-id is inherited with the group.
#[test]
fn permissions() {
    everywhere(|store, layout| {
        let world = World::new(store, layout);
        let client = Client::new(&world, 1);
        let user = Client::user(&world, 2, 10, 20, &[]);
        assert_eq!(user.mkdir("d").unwrap_err(), Status::Access);
        client.mkdir_mode(root("open"), 0o777).unwrap();
        let set = wire::Setattr { valid: 1 | 4, mode: 0o2777, gid: 5, ..Default::default() };
        client.setattr(root("open"), set).unwrap();
        user.mkdir_mode(root("open/d"), 0o700).unwrap();
        let attr = client.stat("open/d").unwrap();
        assert_eq!((attr.uid, attr.gid, attr.mode), (10, 5, 0o042_700));
        client.mkdir_mode(root("noexec"), 0o766).unwrap();
        assert_eq!(user.mkdir("noexec/d").unwrap_err(), Status::Access);
        assert_eq!(user.stat("noexec/d").unwrap_err(), Status::Access);
    });
}

/// 500 levels deep: every level can be walked to, in requests whose paths are at most 4095 bytes.
#[test]
fn deep() {
    let world = World::new(harness::store::all().remove(0), "embedded");
    let client = Client::new(&world, 1);
    let mut dir = 1;
    for _ in 0..500 {
        dir = client.mkdir_mode(at(dir, "d"), 0o755).unwrap();
    }
    let path = vec!["d"; 500].join("/");
    assert_eq!(client.stat(&path).unwrap().id, dir);
}
