//! Placement of new directories.

#![allow(clippy::unwrap_used)]

mod harness;

use harness::client::root;
use harness::{Client, World, everywhere};
use osmia_protocol::{InodeId, Status, wire};

fn placement(client: &Client, path: &str, set: &str, inherit: u32) -> Result<(String, u32), Status> {
    let call = wire::Placement { at: Some(root(path)), set: Some(set.into()), inherit };
    match client.change(wire::Call::Placement(Box::new(call)))? {
        wire::Outcome::PlacementOk(ok) => Ok((ok.placement.unwrap(), ok.inherit)),
        other => panic!("{other:?}"),
    }
}

/// What is set is told, used for directories made below, and inherited for as many levels as asked for.
#[test]
fn set_and_inherit() {
    everywhere(|store, layout| {
        let world = World::new(store, layout);
        let client = Client::new(&world, 1);
        client.mkdir("d").unwrap();
        assert_eq!(placement(&client, "d", "", 0), Ok(("parent".into(), 0)));
        assert_eq!(placement(&client, "d", "pin:1.0", 2), Ok(("pin:1.0".into(), 2)));
        client.mkdir("d/e").unwrap();
        client.mkdir("d/e/f").unwrap();
        client.mkdir("d/e/f/g").unwrap();
        assert_eq!(placement(&client, "d/e", "", 0), Ok(("pin:1.0".into(), 1)));
        assert_eq!(placement(&client, "d/e/f", "", 0), Ok(("pin:1.0".into(), 0)));
        assert_eq!(placement(&client, "d/e/f/g", "", 0), Ok(("parent".into(), 0)));
        let mut partitions = std::collections::BTreeSet::new();
        for number in 0..40 {
            let id = client.mkdir(&format!("d/n{number}")).unwrap();
            partitions.insert(InodeId(id).partition().0);
        }
        assert_eq!(partitions.into_iter().collect::<Vec<_>>(), [0, 1, 2], "the shard's own, all of them");
        assert_eq!(placement(&client, "d", "pin:9", 0), Err(Status::Invalid));
        assert_eq!(placement(&client, "d", "nonsense", 0), Err(Status::Invalid));
        let user = Client::user(&world, 2, 10, 10, &[]);
        assert_eq!(placement(&user, "d", "parent", 0), Err(Status::NotPermitted));
        client.create("f").unwrap();
        assert_eq!(placement(&client, "f", "", 0), Err(Status::NotDirectory));
    });
}
