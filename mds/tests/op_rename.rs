//! Rename inside a shard.

#![allow(clippy::unwrap_used)]

mod harness;

use harness::client::{handle, root};
use harness::{Client, World, everywhere};
use osmia_protocol::{Status, wire};

/// A renamed file keeps its id and attributes, is found by old handles, and can be renamed and removed again.
#[test]
fn files() {
    everywhere(|store, layout| {
        let world = World::new(store, layout);
        let client = Client::new(&world, 1);
        let d = client.mkdir("d").unwrap();
        let id = client.create("a").unwrap().attr.unwrap().id;
        assert_eq!(client.rename((1, "a"), (d, "b"), 0), Ok(()));
        assert_eq!(client.stat("a").unwrap_err(), Status::NotFound);
        assert_eq!(client.stat("d/b").unwrap().id, id);
        assert_eq!(client.lookup(handle(id, 1, "a")).unwrap().attr.unwrap().id, id);
        let set = wire::Setattr { valid: 1, mode: 0o600, ..Default::default() };
        client.setattr(handle(id, 1, "a"), set).unwrap();
        assert_eq!(client.rename((d, "b"), (d, "c"), 0), Ok(()));
        world.restart();
        // Past the time in which files may still be taken up.
        world.advance(std::time::Duration::from_secs(61));
        let client = Client::new(&world, 2);
        assert_eq!(client.stat("d/c").unwrap().mode & 0o777, 0o600);
        assert_eq!(client.lookup(handle(id, 1, "a")).unwrap().attr.unwrap().id, id);
        assert_eq!((client.list(1), client.list(d)), (vec!["d".into()], vec!["c".into()]));
        client.unlink("d/c").unwrap();
        assert_eq!(client.lookup(handle(id, d, "c")).unwrap_err(), Status::Stale);
        client.rmdir("d").unwrap();
        world.with_shard(|shard| {
            let kv = shard.state().store.kv().clone();
            let kind = osmia_mds::store::key::MOVED;
            kv.scan_blocking(&[kind], &[kind + 1], &mut |_, _| panic!("a moved record is left")).unwrap();
        });
    });
}

/// What the new name meant before goes, unless RENAME_NOREPLACE forbids it; kinds must fit.
#[test]
fn replace() {
    everywhere(|store, layout| {
        let world = World::new(store, layout);
        let client = Client::new(&world, 1);
        let a = client.create("a").unwrap().attr.unwrap().id;
        client.create("b").unwrap();
        client.mkdir("d").unwrap();
        client.mkdir("e").unwrap();
        client.create("e/f").unwrap();
        assert_eq!(client.rename((1, "a"), (1, "b"), 1), Err(Status::Exists));
        for flags in [3, 4, 1 << 31] {
            assert_eq!(client.rename((1, "a"), (1, "b"), flags), Err(Status::Invalid));
        }
        assert_eq!(client.rename((1, "a"), (1, "a"), 0), Ok(()));
        assert_eq!(client.rename((1, "a"), (1, "b"), 0), Ok(()));
        assert_eq!(client.stat("b").unwrap().id, a);
        assert_eq!(client.rename((1, "b"), (1, "d"), 0), Err(Status::IsDirectory));
        assert_eq!(client.rename((1, "d"), (1, "b"), 0), Err(Status::NotDirectory));
        assert_eq!(client.rename((1, "d"), (1, "e"), 0), Err(Status::NotEmpty));
        let d = client.stat("d").unwrap().id;
        client.unlink("e/f").unwrap();
        assert_eq!(client.rename((1, "d"), (1, "e"), 0), Ok(()));
        assert_eq!(client.stat("e").unwrap().id, d);
        assert_eq!(client.list(1), ["b", "e"]);
        assert_eq!(client.stat("").unwrap().nlink, 3);
        let e = client.stat("e").unwrap().id;
        client.mkdir("g").unwrap();
        assert_eq!(client.rename((1, "g"), (e, "g"), 0), Ok(()));
        assert_eq!((client.list(1), client.list(e)), (vec!["b".into(), "e".into()], vec!["g".into()]));
        assert_eq!(client.rename((1, "x"), (1, "y"), 0), Err(Status::NotFound));
        assert_eq!(client.rename((1, "b"), (1, "."), 0), Err(Status::Invalid));
    });
}

/// An open file that is replaced lives on until it is closed.
#[test]
fn replace_open() {
    everywhere(|store, layout| {
        let world = World::new(store, layout);
        let client = Client::new(&world, 1);
        let file = client.create_open("a").unwrap();
        client.create("b").unwrap();
        client.rename((1, "b"), (1, "a"), 0).unwrap();
        let id = file.attr.unwrap().id;
        assert_eq!(client.lookup(handle(id, 1, "a")).unwrap().attr.unwrap().nlink, 0);
        client.close(&[file.open]);
        assert_eq!(client.lookup(handle(id, 1, "a")).unwrap_err(), Status::Stale);
    });
}

/// Write permission on both directories, and the sticky bit of both.
#[test]
fn permissions() {
    everywhere(|store, layout| {
        let world = World::new(store, layout);
        let client = Client::new(&world, 1);
        let tmp = client.mkdir_mode(root("tmp"), 0o1777).unwrap();
        let all = client.mkdir_mode(root("all"), 0o777).unwrap();
        let (ann, bob) = (Client::user(&world, 2, 10, 10, &[]), Client::user(&world, 3, 11, 11, &[]));
        ann.create("tmp/a").unwrap();
        bob.create("all/b").unwrap();
        assert_eq!(bob.rename((tmp, "a"), (all, "a"), 0), Err(Status::NotPermitted));
        assert_eq!(bob.rename((all, "b"), (tmp, "a"), 0), Err(Status::NotPermitted));
        assert_eq!(bob.rename((all, "b"), (1, "b"), 0), Err(Status::Access));
        assert_eq!(bob.rename((all, "b"), (tmp, "b"), 0), Ok(()));
        assert_eq!(ann.rename((tmp, "a"), (all, "a"), 0), Ok(()));
    });
}
