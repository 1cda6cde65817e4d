//! Placement of new directories.

#![allow(clippy::unwrap_used)]

mod harness;

use std::collections::BTreeSet;
use std::rc::Rc;
use std::time::Duration;

use harness::client::root;
use harness::{Client, Cluster, World, across, everywhere};
use osmia_mds::rules::Rule;
use osmia_protocol::placement::ALL_LEVELS;
use osmia_protocol::{InodeId, Status, wire};
use wire::PlacementSource::{self, Default as Configured, Directory};

/// Policy, depth and who says so.
type Told = (String, u32, PlacementSource);

fn call(client: &Client, path: &str, set: &str, depth: u32) -> Result<wire::PlacementOk, Status> {
    let call = wire::Placement { at: Some(root(path)), set: Some(set.into()), depth };
    match client.change(wire::Call::Placement(Box::new(call)))? {
        wire::Outcome::PlacementOk(ok) => Ok(*ok),
        other => panic!("{other:?}"),
    }
}

fn placement(client: &Client, path: &str, set: &str, depth: u32) -> Result<Told, Status> {
    call(client, path, set, depth).map(|ok| (ok.placement.unwrap(), ok.depth, ok.source))
}

fn set_by_directory(policy: &str, depth: u32) -> Result<Told, Status> {
    Ok((policy.into(), depth, Directory))
}

/// What the harness configures.
fn configured() -> Result<Told, Status> {
    Ok(("parent".into(), ALL_LEVELS, Configured))
}

fn partition(id: u64) -> u16 {
    InodeId(id).partition().0
}

/// What is set is told, used for directories made below, and holds for as many levels as asked for; it outlives a
/// restart.
#[test]
fn set_and_inherit() {
    everywhere(|store, layout| {
        let world = World::new(store, layout);
        let client = Client::new(&world, 1);
        client.mkdir("d").unwrap();
        assert_eq!(placement(&client, "d", "", 0), configured());
        assert_eq!(placement(&client, "d", "pin:1.0", 3), set_by_directory("pin:1.0", 3));
        client.mkdir("d/e").unwrap();
        client.mkdir("d/e/f").unwrap();
        client.mkdir("d/e/f/g").unwrap();
        for _ in 0..2 {
            let client = Client::new(&world, 2);
            assert_eq!(placement(&client, "d", "", 0), set_by_directory("pin:1.0", 3));
            assert_eq!(placement(&client, "d/e", "", 0), set_by_directory("pin:1.0", 2));
            assert_eq!(placement(&client, "d/e/f", "", 0), set_by_directory("pin:1.0", 1));
            assert_eq!(placement(&client, "d/e/f/g", "", 0), configured());
            world.restart();
        }
        let client = Client::new(&world, 3);
        let made = (0..60).map(|number| partition(client.mkdir(&format!("d/n{number}")).unwrap()));
        let made: BTreeSet<u16> = made.collect();
        assert_eq!(made.into_iter().collect::<Vec<_>>(), [0, 1, 2], "the shard's own, all of them");
        // Of what was made before, nothing changes.
        assert_eq!(placement(&client, "d", "hash", 1), set_by_directory("hash", 1));
        assert_eq!(placement(&client, "d/e", "", 0), set_by_directory("pin:1.0", 2));
        assert_eq!(placement(&client, "d", "default", 0), configured());
        let dir = client.stat("d").unwrap().id;
        assert_eq!(partition(client.mkdir("d/by-default").unwrap()), partition(dir));
        assert_eq!(placement(&client, "d/by-default", "", 0), configured());
    });
}

/// A setting for all levels holds on all of them.
#[test]
fn all_levels() {
    everywhere(|store, layout| {
        let world = World::new(store, layout);
        let client = Client::new(&world, 1);
        let all = set_by_directory("hash", ALL_LEVELS);
        assert_eq!(placement(&client, "", "hash", ALL_LEVELS), all);
        let mut path = String::new();
        for _ in 0..20 {
            // A name that goes to a partition of this shard: the other is not there.
            let made = (0..).find_map(|number| {
                let name = format!("{path}{}d{number}", if path.is_empty() { "" } else { "/" });
                let call = wire::Mkdir { at: Some(root(&name)), mode: 0o755, umask: 0 };
                client.send(&client.request(wire::Call::Mkdir(Box::new(call)))).map(|_| name)
            });
            path = made.unwrap();
            assert_eq!(placement(&client, &path, "", 0), all, "{path}");
        }
    });
}

/// Another user's directory, what is no directory, and what cannot be meant are refused, and nothing changes.
#[test]
fn refused() {
    everywhere(|store, layout| {
        let world = World::new(store, layout);
        let client = Client::new(&world, 1);
        client.mkdir("d").unwrap();
        placement(&client, "d", "pin:1.0", 3).unwrap();
        for wrong in ["pin:9", "pin:1.1", "nonsense", "pin:1.0 "] {
            assert_eq!(placement(&client, "d", wrong, 1), Err(Status::Invalid), "{wrong}");
        }
        assert_eq!(placement(&client, "d", "random", 0), Err(Status::Invalid), "on no level");
        let user = Client::user(&world, 2, 10, 10, &[]);
        for set in ["parent", "default"] {
            assert_eq!(placement(&user, "d", set, 1), Err(Status::NotPermitted));
        }
        assert_eq!(placement(&user, "d", "", 0), set_by_directory("pin:1.0", 3));
        client.create("f").unwrap();
        assert_eq!(placement(&client, "f", "", 0), Err(Status::NotDirectory));
        client.mkdir("own").unwrap();
        let give = wire::Setattr { valid: 2 | 4, uid: 10, gid: 10, ..Default::default() };
        client.setattr(root("own"), give).unwrap();
        assert_eq!(placement(&user, "own", "parent", 1), set_by_directory("parent", 1), "its owner may");
    });
}

/// Shards take exact turns, and a request that waits for the other shard keeps its turn to itself.
#[test]
fn in_turn() {
    everywhere(|store, layout| {
        let world = World::new(store, layout);
        let client = Client::new(&world, 1);
        client.mkdir("d").unwrap();
        placement(&client, "d", "round-robin", 1).unwrap();
        let mut here = Vec::new();
        for number in 0..12 {
            let at = Some(root(&format!("d/n{number}")));
            let call = wire::Call::Mkdir(Box::new(wire::Mkdir { at, mode: 0o755, umask: 0 }));
            // The other shard does not answer: what is placed there waits.
            here.push(client.send(&client.request(call)).is_some());
        }
        let turns = [[true, false].repeat(6), [false, true].repeat(6)];
        assert!(turns.contains(&here), "{here:?}");
    });
}

/// How many directories in the root whose names begin with `prefix` each shard has.
fn spread(client: &Client, prefix: &str) -> [u64; 2] {
    let mut counts = [0; 2];
    for name in client.list(1).into_iter().filter(|name| name.starts_with(prefix)) {
        counts[usize::from(partition(client.stat(&name).unwrap().id) == 3)] += 1;
    }
    counts
}

/// Files whose name, and directories whose record, is on each shard.
fn inodes(cluster: &Rc<Cluster>) -> [u64; 2] {
    [0, 1].map(|at| cluster.worlds[at].with_shard(|shard| shard.state().inodes))
}

/// With `least-used` both shards get as many of a burst of empty directories, although all their names are on one; what is
/// there already is evened out; what is made, removed, linked and moved is counted on the shard that has it.
#[test]
fn least_used() {
    across(|cluster| {
        let client = cluster.client(1);
        let before = inodes(cluster);
        placement(&client, "", "least-used", 1).unwrap();
        for number in 0..60 {
            client.mkdir(&format!("burst{number}")).unwrap();
        }
        assert_eq!(spread(&client, "burst"), [30, 30]);
        assert_eq!(inodes(cluster), [before[0] + 30, before[1] + 30]);
        // Forty files on the first shard: the second one is behind, once the first has asked anew.
        placement(&client, "", "parent", 1).unwrap();
        let near = client.mkdir("near").unwrap();
        for number in 0..40 {
            client.create(&format!("near/f{number}")).unwrap();
        }
        placement(&client, "", "least-used", 1).unwrap();
        for number in 0..61 {
            client.mkdir(&format!("more{number}")).unwrap();
            cluster.advance(Duration::from_millis(100));
        }
        // A decision may be under way while the second shard is asked.
        let [near_more, far_more] = spread(&client, "more");
        assert!((9..=11).contains(&near_more) && near_more + far_more == 61, "{near_more} of 61");
        let even = [before[0] + 41 + near_more, before[1] + far_more];
        assert_eq!(inodes(cluster), even.map(|count| count + 30));
        for number in 0..60 {
            client.rmdir(&format!("burst{number}")).unwrap();
        }
        assert_eq!(inodes(cluster), even);
        let dir = client
            .list(1)
            .into_iter()
            .find(|name| name.starts_with("more") && partition(client.stat(name).unwrap().id) == 3);
        let dir = client.stat(&dir.unwrap()).unwrap().id;
        client.rename((near, "f0"), (dir, "f0"), 0).unwrap();
        let moved = [even[0] - 1, even[1] + 1];
        assert_eq!(inodes(cluster), moved, "a file counts where its name is");
        client.rename((1, "near"), (dir, "near"), 0).unwrap();
        assert_eq!(inodes(cluster), moved, "a directory where its record is");
    });
}

/// Rules by path hold on whatever shard a directory is, by its path of now; less than what was set, more than the default.
#[test]
fn rules() {
    let rules = [
        Rule::new("/near/*/deep", "hash".parse().unwrap(), 2),
        Rule::new("/far", "pin:2".parse().unwrap(), 1),
        Rule::new("/far/a", "round-robin".parse().unwrap(), ALL_LEVELS),
    ];
    for layout in ["embedded", "edge"] {
        let stores = [(); 2].map(|()| harness::store::all().remove(0));
        let cluster = Cluster::with(stores, layout, |config| config.rules = rules.to_vec());
        let client = cluster.client(1);
        let told = |path: &str| {
            let ok = call(&client, path, "", 0).unwrap();
            (ok.placement.unwrap(), ok.depth, ok.rule)
        };
        let rule = |policy: &str, depth, path: &str| (policy.to_owned(), depth, Some(path.to_owned()));
        let default = || ("parent".to_owned(), ALL_LEVELS, None);
        placement(&client, "", "pin:2", 1).unwrap();
        client.mkdir("far").unwrap();
        placement(&client, "", "parent", 1).unwrap();
        client.mkdir("near").unwrap();
        placement(&client, "", "default", 0).unwrap();
        assert_eq!(told(""), default());
        assert_eq!(told("far"), rule("pin:2", 1, "/far"));
        assert_eq!(told("near"), default());
        // Of either shard below either.
        placement(&client, "near", "pin:2", 1).unwrap();
        client.mkdir("near/x").unwrap();
        placement(&client, "near", "default", 0).unwrap();
        assert_eq!(partition(client.mkdir("far/a").unwrap()), 3, "as the rule says");
        assert_eq!(told("far/a"), rule("round-robin", ALL_LEVELS, "/far/a"));
        client.mkdir("far/a/b").unwrap();
        assert_eq!(told("far/a/b"), rule("round-robin", ALL_LEVELS, "/far/a"));
        let far = |name| partition(client.mkdir(&format!("far/a/b/{name}")).unwrap()) == 3;
        let made = ["c", "d", "e"].map(far);
        assert!(made[0] != made[1] && made[0] == made[2], "shards take turns: {made:?}");
        client.mkdir("far/z").unwrap();
        assert_eq!(told("far/z"), default(), "the rule holds on one level");
        assert_eq!(told("near/x"), default());
        client.mkdir("near/x/deep").unwrap();
        client.mkdir("near/x/other").unwrap();
        assert_eq!(told("near/x/deep"), rule("hash", 2, "/near/*/deep"));
        assert_eq!(told("near/x/other"), default());
        client.mkdir("near/x/deep/e").unwrap();
        client.mkdir("near/x/deep/e/f").unwrap();
        assert_eq!(told("near/x/deep/e"), rule("hash", 1, "/near/*/deep"));
        assert_eq!(told("near/x/deep/e/f"), default());
        // What was set goes first.
        assert_eq!(placement(&client, "far/a", "pin:1", 1), set_by_directory("pin:1", 1));
        assert_eq!(placement(&client, "far/a", "default", 0).unwrap().2, PlacementSource::Rule);
        // A directory under another name, and those below it, after a while.
        client.rename((1, "far"), (1, "gone"), 0).unwrap();
        cluster.advance(Duration::from_secs(11));
        for path in ["gone", "gone/a", "gone/a/b", "gone/a/b/c"] {
            assert_eq!(told(path), default(), "{path}");
        }
        cluster.check();
    }
}

/// The setting is an attribute, too, which no list names: its owner sets and removes it, and everybody reads it; nonsense
/// is refused and changes nothing.
#[test]
fn attribute() {
    everywhere(|store, layout| {
        const NAME: &str = "osmia.dir.placement";
        let world = World::new(store, layout);
        let client = Client::new(&world, 1);
        client.mkdir("d").unwrap();
        let get =
            |path: &str| client.getxattr(root(path), NAME).map(|value| String::from_utf8(value).unwrap());
        let set = |value: &str, flags| client.setxattr(root("d"), NAME, value.as_bytes(), flags);
        assert_eq!(get("d"), Err(Status::NoData));
        assert_eq!(set("round-robin", 2), Err(Status::NoData), "XATTR_REPLACE");
        set("round-robin,depth=2", 1).unwrap();
        assert_eq!(set("hash", 1), Err(Status::Exists), "XATTR_CREATE");
        assert_eq!(get("d"), Ok("round-robin,depth=2".into()));
        assert_eq!(placement(&client, "d", "", 0), set_by_directory("round-robin", 2));
        for wrong in
            ["", "moon", "hash,depth=0", "hash,depth=", "hash,depth=x", "hash,depth=+1", "pin:9", "hash,"]
        {
            assert_eq!(set(wrong, 0), Err(Status::Invalid), "{wrong:?}");
        }
        assert_eq!(get("d"), Ok("round-robin,depth=2".into()));
        set("parent,depth=3", 2).unwrap();
        client.mkdir("d/e").unwrap();
        assert_eq!(get("d/e"), Ok("parent,depth=2".into()), "it was taken over");
        set("pin:1.0", 0).unwrap();
        assert_eq!(get("d"), Ok("pin:1.0".into()));
        assert_eq!(placement(&client, "d", "", 0), set_by_directory("pin:1.0", ALL_LEVELS));
        assert_eq!(client.listxattr(root("d")).unwrap(), [""; 0]);

        let user = Client::user(&world, 2, 10, 10, &[]);
        assert_eq!(user.getxattr(root("d"), NAME).unwrap(), b"pin:1.0");
        assert_eq!(user.setxattr(root("d"), NAME, b"hash", 0), Err(Status::NotPermitted));
        assert_eq!(user.removexattr(root("d"), NAME), Err(Status::NotPermitted));
        client.removexattr(root("d"), NAME).unwrap();
        assert_eq!(client.removexattr(root("d"), NAME), Err(Status::NoData));
        set("hash", 0).unwrap();
        set("default", 0).unwrap();
        assert_eq!(get("d"), Err(Status::NoData));
        client.create("f").unwrap();
        assert_eq!(get("f"), Err(Status::NoData));
        assert_eq!(client.setxattr(root("f"), NAME, b"hash", 0), Err(Status::NotDirectory));
        assert_eq!(client.setxattr(root("d"), "osmia.dir.colour", b"red", 0), Err(Status::NotSupported));
    });
}
