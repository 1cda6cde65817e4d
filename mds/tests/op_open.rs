//! Open and create.

#![allow(clippy::unwrap_used)]

mod harness;

use harness::client::{at, handle, root};
use harness::{Client, World, everywhere};
use osmia_protocol::Status;
use osmia_protocol::flags::{inode_flags, open_flags};
use osmia_protocol::wire;

/// A created file is there, with its attributes and stripes, also after a restart; its parent shows the time.
#[test]
fn create_and_stat() {
    everywhere(|store, layout| {
        let world = World::new(store, layout);
        let client = Client::new(&world, 1);
        let made = client.create("a").unwrap();
        assert!(made.created && made.open == 0 && made.dir == 1);
        let attr = made.attr.unwrap();
        assert_eq!((attr.mode, attr.nlink, attr.size), (0o100_644, 1, 0));
        assert_eq!(made.stripes.as_ref().unwrap().targets.as_ref().unwrap().len(), 4);
        assert_eq!(client.stat("a"), Ok(attr));
        assert_eq!(client.create("a").unwrap_err(), Status::Exists);
        assert_eq!(client.stat("b").unwrap_err(), Status::NotFound);
        assert_eq!(client.lookup(handle(attr.id, 1, "a")).unwrap().attr, Some(attr));
        let root_attr = client.lookup(root("")).unwrap().attr.unwrap();
        assert_eq!(root_attr.mtime, attr.mtime);
        world.restart();
        let client = Client::new(&world, 2);
        assert_eq!(client.stat("a"), Ok(attr));
        let again = client.open(root("a"), open_flags::CREATE | open_flags::READ, 0).unwrap();
        assert!(!again.created && again.open != 0);
        assert_eq!(client.list(1), ["a"]);
    });
}

/// Names: 255 bytes are a name, 256 are not; any byte but NUL and slash is; `.` and `..` are no names to create.
#[test]
fn names() {
    everywhere(|store, layout| {
        let world = World::new(store, layout);
        let client = Client::new(&world, 1);
        let create = |name: &[u8]| {
            let at = wire::Where { dir: 1, path: Some(name.to_vec()), ..wire::Where::default() };
            client.open(Box::new(at), open_flags::CREATE | open_flags::EXCLUSIVE, 0o600).map(drop)
        };
        assert_eq!(create(&[b'x'; 255]), Ok(()));
        assert_eq!(create(&[b'x'; 256]), Err(Status::NameTooLong));
        assert_eq!(create(&[0xff, 0xfe, 1]), Ok(()));
        for bad in [&b"."[..], b"..", b"a\0b"] {
            assert_eq!(create(bad), Err(Status::Invalid), "{bad:?}");
        }
        assert_eq!(create(b"a/"), Err(Status::NotFound));
        assert_eq!(create(&vec![b'a'; 4096]), Err(Status::NameTooLong));
        assert_eq!(create(b""), Err(Status::IsDirectory));
    });
}

/// Of many creates of one name in one round with EXCLUSIVE exactly one wins.
#[test]
fn exclusive_race() {
    everywhere(|store, layout| {
        let world = World::new(store, layout);
        let clients: Vec<Client> = (1..=8).map(|number| Client::new(&world, number)).collect();
        let call = || {
            wire::Call::Open(Box::new(wire::Open {
                at: Some(root("one")),
                flags: open_flags::CREATE | open_flags::EXCLUSIVE,
                mode: 0o600,
                umask: 0,
            }))
        };
        let tokens: Vec<u64> = clients.iter().map(|client| client.post(&client.numbered(call()))).collect();
        world.settle();
        let status = |token| world.take_reply(token).unwrap().status;
        let won = tokens.into_iter().filter(|token| status(*token) == Status::Ok.to_wire()).count();
        assert_eq!(won, 1);
    });
}

/// Mode, umask, owner and group of a new file; a set-group-id directory gives its group.
#[test]
fn owner_and_mode() {
    everywhere(|store, layout| {
        let world = World::new(store, layout);
        let client = Client::new(&world, 1);
        let shared = client.mkdir_mode(root("shared"), 0o777).unwrap();
        let set = wire::Setattr { valid: 1 | 4, mode: 0o2777, gid: 70, ..Default::default() };
        client.setattr(root("shared"), set).unwrap();
        client.mkdir_mode(root("plain"), 0o777).unwrap();
        let user = Client::user(&world, 2, 10, 20, &[30]);
        let open = wire::Open { mode: 0o666, umask: 0o027, flags: open_flags::CREATE, ..Default::default() };
        let create = |at| {
            let call = wire::Call::Open(Box::new(wire::Open { at: Some(at), ..open.clone() }));
            match user.change(call).unwrap() {
                wire::Outcome::OpenOk(ok) => ok.attr.unwrap(),
                other => panic!("{other:?}"),
            }
        };
        let attr = create(root("plain/f"));
        assert_eq!((attr.uid, attr.gid, attr.mode), (10, 20, 0o100_640));
        let attr = create(at(shared, "f"));
        assert_eq!((attr.uid, attr.gid), (10, 70));
    });
}

/// What open checks: permission of the file by its mode, of the directory for creation; directories and files.
#[test]
fn permissions() {
    everywhere(|store, layout| {
        let world = World::new(store, layout);
        let client = Client::new(&world, 1);
        client.create("secret").unwrap();
        client
            .setattr(root("secret"), wire::Setattr { valid: 1, mode: 0o640, ..Default::default() })
            .unwrap();
        client.mkdir("d").unwrap();
        let user = Client::user(&world, 2, 10, 20, &[]);
        let (read, write) = (open_flags::READ, open_flags::WRITE);
        assert_eq!(user.open(root("secret"), read, 0).unwrap_err(), Status::Access);
        assert_eq!(user.open(root("d/new"), open_flags::CREATE, 0o600).unwrap_err(), Status::Access);
        assert_eq!(user.open(root("d"), write, 0).unwrap_err(), Status::IsDirectory);
        assert!(user.open(root("d"), read | open_flags::DIRECTORY, 0).unwrap().open != 0);
        assert_eq!(
            client.open(root("secret"), read | open_flags::DIRECTORY, 0).unwrap_err(),
            Status::NotDirectory
        );
        assert_eq!(client.open(root("secret/x"), read, 0).unwrap_err(), Status::NotDirectory);
        assert_eq!(client.open(root("d"), read | open_flags::CREATE, 0).unwrap_err(), Status::IsDirectory);
        // A group of the caller is as good as its primary one.
        let member = Client::user(&world, 3, 11, 21, &[5, 0, 6]);
        assert!(member.open(root("secret"), read, 0).is_ok());
        assert_eq!(member.open(root("secret"), read | write, 0).unwrap_err(), Status::Access);
    });
}

/// O_TRUNC cuts a file that has data, raises its generation, and is synced before it is answered.
#[test]
fn truncate() {
    everywhere(|store, layout| {
        let world = World::new(store, layout);
        let client = Client::new(&world, 1);
        let file = client.create_open("f").unwrap();
        let report = wire::Report { will_write: true, size: 100, ..Default::default() };
        client.report(&file, report).unwrap();
        world.jobs_run.set(false);
        let call = wire::Call::Open(Box::new(wire::Open {
            at: Some(root("f")),
            flags: open_flags::WRITE | open_flags::TRUNCATE,
            ..Default::default()
        }));
        let token = client.post(&client.numbered(call));
        world.settle();
        world.jobs_run.set(true);
        if world.take_reply(token).is_some() {
            // Only where nothing had to be warmed first can the wait for the sync be seen.
            panic!("answered before it was synced");
        }
        world.settle();
        let reply = world.take_reply(token).unwrap();
        let Some(wire::Outcome::OpenOk(ok)) = reply.outcome else { panic!("{reply:?}") };
        let attr = ok.attr.unwrap();
        assert_eq!((attr.size, attr.generation), (0, 1));
        assert_ne!(attr.flags & inode_flags::HAS_OBJECTS, 0);
        assert_eq!(ok.stripes.unwrap().cut_bytes, 0);
    });
}

/// Files begin at different targets, so that small ones spread.
#[test]
fn stripes_rotate() {
    everywhere(|store, layout| {
        let world = World::new(store, layout);
        let client = Client::new(&world, 1);
        let mut first = [0; 7];
        for number in 0..60 {
            let made = client.create(&format!("f{number}")).unwrap();
            let targets = made.stripes.unwrap().targets.unwrap();
            let mut distinct = targets.clone();
            distinct.sort_unstable();
            distinct.dedup();
            assert_eq!(distinct.len(), 4);
            first[targets[0] as usize] += 1;
        }
        assert_eq!(first, [0, 10, 10, 10, 10, 10, 10]);
    });
}
