//! Chmod, chown, utimensat, truncate.

#![allow(clippy::unwrap_used)]

mod harness;

use harness::client::{handle, root};
use harness::{Client, World, everywhere};
use osmia_protocol::flags::{open_flags, setattr_valid as valid};
use osmia_protocol::stripe::FILE_BYTES_MAX;
use osmia_protocol::{Status, wire};

fn mode(mode: u32) -> wire::Setattr {
    wire::Setattr { valid: valid::MODE, mode, ..Default::default() }
}
fn owner(uid: Option<u32>, gid: Option<u32>) -> wire::Setattr {
    let bits = if uid.is_some() { valid::UID } else { 0 } | if gid.is_some() { valid::GID } else { 0 };
    wire::Setattr { valid: bits, uid: uid.unwrap_or(9), gid: gid.unwrap_or(9), ..Default::default() }
}
fn size(size: u64) -> wire::Setattr {
    wire::Setattr { valid: valid::SIZE, size, ..Default::default() }
}

/// What is set is seen, by path and by handle, for files and directories, also after a restart.
#[test]
fn set() {
    everywhere(|store, layout| {
        let world = World::new(store, layout);
        let client = Client::new(&world, 1);
        let id = client.create("f").unwrap().attr.unwrap().id;
        client.mkdir("d").unwrap();
        for path in ["f", "d"] {
            assert_eq!(client.setattr(root(path), mode(0o4711)).unwrap().mode & 0o7777, 0o4711);
            client.setattr(root(path), owner(Some(5), Some(6))).unwrap();
            let times = wire::Setattr {
                valid: valid::ATIME | valid::MTIME,
                atime: -5,
                mtime: 1 << 40,
                ..Default::default()
            };
            client.setattr(root(path), times).unwrap();
        }
        assert_eq!(client.setattr(handle(id, 1, "f"), size(1 << 50)).unwrap().size, 1 << 50);
        world.restart();
        let client = Client::new(&world, 2);
        for path in ["f", "d"] {
            let attr = client.stat(path).unwrap();
            assert_eq!((attr.uid, attr.gid, attr.atime), (5, 6, -5));
        }
        assert_eq!(client.stat("f").unwrap().size, 1 << 50);
        assert_eq!(client.stat("d").unwrap().mtime, 1 << 40);
        let now = wire::Setattr { valid: valid::MTIME_NOW, ..Default::default() };
        assert!(client.setattr(root("f"), now).unwrap().mtime > 1 << 50);
        assert_eq!(client.setattr(root("d"), size(0)).unwrap_err(), Status::IsDirectory);
        assert_eq!(client.setattr(root("f"), size(FILE_BYTES_MAX + 1)).unwrap_err(), Status::FileTooBig);
        let unknown = wire::Setattr { valid: 1 << 20, ..Default::default() };
        assert_eq!(client.setattr(root("f"), unknown).unwrap_err(), Status::Invalid);
    });
}

/// Who may change what (chmod(2), chown(2), utimensat(2), truncate(2)).
#[test]
fn permissions() {
    everywhere(|store, layout| {
        let world = World::new(store, layout);
        let client = Client::new(&world, 1);
        client.mkdir_mode(root("d"), 0o777).unwrap();
        let (ann, bob) = (Client::user(&world, 2, 10, 20, &[30]), Client::user(&world, 3, 11, 21, &[]));
        ann.create("d/f").unwrap();
        let f = || root("d/f");
        assert_eq!(bob.setattr(f(), mode(0o777)).unwrap_err(), Status::NotPermitted);
        assert_eq!(bob.setattr(f(), size(1)).unwrap_err(), Status::Access);
        assert!(ann.setattr(f(), mode(0o606)).is_ok());
        assert!(bob.setattr(f(), size(1)).is_ok());
        assert_eq!(ann.setattr(f(), owner(Some(11), None)).unwrap_err(), Status::NotPermitted);
        assert!(ann.setattr(f(), owner(Some(10), Some(30))).is_ok());
        assert_eq!(ann.setattr(f(), owner(None, Some(21))).unwrap_err(), Status::NotPermitted);
        assert_eq!(bob.setattr(f(), owner(None, Some(21))).unwrap_err(), Status::NotPermitted);
        let explicit = wire::Setattr { valid: valid::ATIME, ..Default::default() };
        let now = wire::Setattr { valid: valid::ATIME_NOW, ..Default::default() };
        assert_eq!(bob.setattr(f(), explicit).unwrap_err(), Status::NotPermitted);
        assert!(bob.setattr(f(), now.clone()).is_ok());
        ann.setattr(f(), mode(0o600)).unwrap();
        assert_eq!(bob.setattr(f(), now).unwrap_err(), Status::Access);
        // Set-group-id of a group that the owner is not in is dropped; set-user-id goes with chown and with writes.
        client.setattr(f(), owner(None, Some(99))).unwrap();
        assert_eq!(ann.setattr(f(), mode(0o2755)).unwrap().mode & 0o7777, 0o755);
        assert_eq!(ann.setattr(f(), mode(0o4755)).unwrap().mode & 0o7777, 0o4755);
        assert_eq!(client.setattr(f(), owner(Some(10), None)).unwrap().mode & 0o7777, 0o755);
        ann.setattr(f(), mode(0o4777)).unwrap();
        assert_eq!(bob.setattr(f(), size(3)).unwrap().mode & 0o7777, 0o777);
    });
}

/// Who has a file open for writing may truncate it, whatever its mode says by then (ftruncate(2)). By its path he may
/// not (truncate(2)): the right came with the handle, and another user of the same session would have it, too.
#[test]
fn truncate_open() {
    everywhere(|store, layout| {
        let world = World::new(store, layout);
        let client = Client::new(&world, 1);
        client.mkdir_mode(root("d"), 0o777).unwrap();
        let ann = Client::user(&world, 2, 10, 20, &[]);
        let file = ann.open(root("d/f"), open_flags::CREATE | open_flags::WRITE, 0o444).unwrap();
        let at = || handle(file.attr.unwrap().id, file.dir, "f");
        assert!(ann.setattr(at(), size(5)).is_ok());
        assert_eq!(ann.setattr(root("d/f"), size(4)).unwrap_err(), Status::Access);
        ann.close(&[file.open]);
        assert_eq!(ann.setattr(at(), size(6)).unwrap_err(), Status::Access);
    });
}

/// A cut raises the generation and tells the size it left; lengthening does neither; a later cut to more waits until
/// the targets have the first.
#[test]
fn cuts() {
    everywhere(|store, layout| {
        let world = World::new(store, layout);
        let client = Client::new(&world, 1);
        let file = client.create_open("f").unwrap();
        client.report(&file, wire::Report { will_write: true, size: 100, ..Default::default() }).unwrap();
        let at = || handle(file.attr.unwrap().id, 1, "f");
        assert_eq!(client.setattr(at(), size(200)).unwrap().generation, 0);
        assert_eq!(client.setattr(at(), size(50)).unwrap().generation, 1);
        let ok = client.lookup(at()).unwrap();
        assert_eq!((ok.attr.unwrap().size, ok.stripes.unwrap().cut_bytes), (50, 50));
        assert_eq!(client.setattr(at(), size(300)).unwrap().generation, 1);
        assert_eq!(client.lookup(at()).unwrap().stripes.unwrap().cut_bytes, 50);
        // Less than the cut under way: no wait.
        assert_eq!(client.setattr(at(), size(20)).unwrap().generation, 2);
        client.setattr(at(), size(100)).unwrap();
        let call = wire::Setattr { at: Some(at()), ..size(60) };
        let token = client.post(&client.numbered(wire::Call::Setattr(Box::new(call))));
        world.settle();
        assert!(world.take_reply(token).is_none(), "it waits for the targets");
        let old = client.report(&file, wire::Report { generation: 1, size: 70, ..Default::default() });
        assert_eq!(old.unwrap_err(), Status::GenerationOld);
    });
}
