//! Open and create.

mod harness;

use harness::client::{handle, root};
use harness::{Client, World, everywhere};
use osmia_protocol::Status;
use osmia_protocol::flags::open_flags;

/// A created file is there, with its attributes and stripes, also after a restart; its parent counts it.
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
