//! Pages of a directory.

#![allow(clippy::unwrap_used)]

mod harness;

use std::collections::BTreeSet;

use harness::client::root;
use harness::{Client, World, everywhere};
use osmia_protocol::{Status, name, wire};

fn names(page: &wire::ReaddirOk) -> Vec<String> {
    let entries = page.entries.iter().flatten();
    entries.map(|entry| String::from_utf8(entry.name.clone().unwrap()).unwrap()).collect()
}

/// Pages of any size give every name once, in the order of their hashes, with ids, kinds and attributes.
#[test]
fn pages() {
    everywhere(|store, layout| {
        let world = World::new(store, layout);
        let client = Client::new(&world, 1);
        let dir = client.mkdir("d").unwrap();
        let mut expected = BTreeSet::new();
        for number in 0..700 {
            let name = format!("{number:0width$}", width = 1 + number % 100);
            let made = if number % 10 == 0 {
                client.mkdir(&format!("d/{name}")).map(drop)
            } else {
                client.create(&format!("d/{name}")).map(drop)
            };
            made.unwrap();
            expected.insert(name);
        }
        // The largest first: while most inodes are cold.
        for bytes_max in [u32::MAX, 0, 1, 1000, 20_000] {
            let (mut seen, mut cursor, mut last) = (BTreeSet::new(), 0, 0);
            loop {
                let page = client.readdir(dir, cursor, bytes_max, true).unwrap();
                for entry in page.entries.iter().flatten() {
                    let hash = name::hash(entry.name.as_ref().unwrap());
                    assert!(hash >= last && entry.cursor == hash + 1);
                    last = hash;
                    let name = String::from_utf8(entry.name.clone().unwrap()).unwrap();
                    let attr = entry.attr.unwrap();
                    let stat = client.stat(&format!("d/{name}")).unwrap();
                    assert_eq!((attr, entry.id), (stat, stat.id));
                    assert_eq!(entry.kind, if stat.mode & 0o170_000 == 0o040_000 { 4 } else { 8 });
                    assert!(seen.insert(name), "a name came twice");
                }
                if page.end {
                    break;
                }
                assert!(page.cursor > cursor, "the cursor moves");
                cursor = page.cursor;
            }
            assert_eq!(seen, expected, "bytes_max {bytes_max}");
        }
    });
}

/// An empty directory is one empty page, at any cursor; a file is none; what is gone is gone.
#[test]
fn ends() {
    everywhere(|store, layout| {
        let world = World::new(store, layout);
        let client = Client::new(&world, 1);
        let dir = client.mkdir("d").unwrap();
        for cursor in [0, 1, u64::MAX] {
            let page = client.readdir(dir, cursor, 1000, false).unwrap();
            assert!(page.end && names(&page).is_empty());
        }
        client.rmdir("d").unwrap();
        assert_eq!(client.readdir(dir, 0, 1000, false).unwrap_err(), Status::Stale);
        let user = Client::user(&world, 2, 10, 10, &[]);
        client.mkdir_mode(root("closed"), 0o711).unwrap();
        let closed = client.stat("closed").unwrap().id;
        assert_eq!(user.readdir(closed, 0, 1000, false).unwrap_err(), Status::Access);
    });
}

/// While others create and remove, names that are there all the time come exactly once, also over a restart.
#[test]
fn under_change() {
    everywhere(|store, layout| {
        let world = World::new(store, layout);
        let client = Client::new(&world, 1);
        let dir = client.mkdir("d").unwrap();
        for number in 0..300 {
            client.create(&format!("d/stays{number}")).unwrap();
            client.create(&format!("d/goes{number}")).unwrap();
        }
        let (mut seen, mut cursor, mut step) = (Vec::new(), 0, 0);
        loop {
            let page = client.readdir(dir, cursor, 2_000, false).unwrap();
            seen.extend(names(&page).into_iter().filter(|name| name.starts_with("stays")));
            if page.end {
                break;
            }
            cursor = page.cursor;
            for _ in 0..10 {
                client.unlink(&format!("d/goes{step}")).unwrap();
                client.create(&format!("d/comes{step}")).unwrap();
                step += 1;
            }
            if step == 100 {
                world.restart();
                client.open_session(0);
            }
        }
        assert!(step >= 100, "it took several pages");
        seen.sort();
        let count = seen.len();
        seen.dedup();
        assert_eq!((count, seen.len()), (300, 300));
    });
}

/// What the round has written and not flushed is listed too, in its place.
#[test]
fn within_a_round() {
    everywhere(|store, layout| {
        let world = World::new(store, layout);
        let client = Client::new(&world, 1);
        for name in ["a", "b", "c"] {
            client.create(name).unwrap();
        }
        let create = wire::Open {
            at: Some(root("new")),
            flags: osmia_protocol::flags::open_flags::CREATE,
            ..Default::default()
        };
        let create = client.post(&client.numbered(wire::Call::Open(Box::new(create))));
        let unlink = wire::Call::Unlink(Box::new(wire::Unlink { at: Some(root("b")) }));
        let other = Client::without_session(&world, 2);
        let unlink = other.post(&other.request(unlink));
        let list = wire::Readdir { dir: 1, bytes_max: 10_000, ..Default::default() };
        let list = client.post(&client.request(wire::Call::Readdir(Box::new(list))));
        world.settle();
        let Some(wire::Outcome::ReaddirOk(page)) = world.take_reply(list).unwrap().outcome else { panic!() };
        assert_eq!(world.take_reply(create).unwrap().status + world.take_reply(unlink).unwrap().status, 0);
        let mut got = names(&page);
        got.sort();
        // Where something had to be brought into memory first, the three did not run in the order they came in.
        if world.store.name() != "memory, some keys cold" {
            assert_eq!(got, ["a", "c", "new"]);
        }
        assert_eq!(client.list(1), ["a", "c", "new"]);
    });
}
