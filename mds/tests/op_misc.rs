//! The map, statfs, sync; starts on stores that do not fit.

#![allow(clippy::unwrap_used)]

mod harness;

use harness::{Client, World, everywhere};
use osmia_mds::{FormatOptions, Shard, ShardConfig};
use osmia_protocol::{ClusterId, ShardId, wire};

/// The map comes as it was stored at format, also to a client without a session or with another epoch.
#[test]
fn get_map() {
    everywhere(|store, layout| {
        let world = World::new(store, layout);
        let client = Client::without_session(&world, 1);
        let request = wire::Request { epoch: 77, ..client.request(wire::Call::GetMap(Box::default())) };
        let Some(wire::Outcome::MapOk(map)) = client.send(&request).unwrap().outcome else { panic!() };
        assert_eq!(*map, *harness::map(layout).message());
    });
}

/// Statfs counts files and directories, also over an orderly stop, and over a crash but for the last second.
#[test]
fn statfs() {
    everywhere(|store, layout| {
        let world = World::new(store, layout);
        let client = Client::new(&world, 1);
        let inodes = |client: &Client| match client.ask(wire::Call::Statfs(Box::default())).unwrap() {
            wire::Outcome::StatfsOk(ok) => ok.inodes,
            other => panic!("{other:?}"),
        };
        let before = inodes(&client);
        client.mkdir("d").unwrap();
        client.create("d/a").unwrap();
        client.create("d/b").unwrap();
        client.unlink("d/a").unwrap();
        assert_eq!(inodes(&client), before + 2);
        world.with_shard(Shard::stop).unwrap();
        world.restart();
        assert_eq!(inodes(&client), before + 2);
        let client = Client::new(&world, 2);
        client.create("d/c").unwrap();
        world.advance(std::time::Duration::from_secs(2));
        world.restart();
        assert_eq!(inodes(&Client::new(&world, 3)), before + 3);
    });
}

/// A store is formatted once; one of another cluster, shard or layout, or none at all, is refused with what to do.
#[test]
fn refused_stores() {
    everywhere(|store, layout| {
        let kv = store.open();
        let world_env = World::new(harness::store::all().remove(0), layout).env.clone();
        let config = ShardConfig::new(harness::SHARD, harness::CLUSTER);
        let open = |config: &ShardConfig| {
            Shard::open(kv.clone(), config.clone(), world_env.clone()).err().unwrap().to_string()
        };
        assert!(open(&config).contains("osmia format"));
        let map = harness::map(layout);
        let options = FormatOptions { shard: harness::SHARD, map, root: (0, 0, 0o755), time: 0 };
        let stranger = FormatOptions { shard: ShardId(99), ..options.clone() };
        assert!(osmia_mds::format(&*kv, &stranger).unwrap_err().to_string().contains("owns no partition"));
        osmia_mds::format(&*kv, &options).unwrap();
        assert!(osmia_mds::format(&*kv, &options).unwrap_err().to_string().contains("not empty"));
        let other = ShardConfig { cluster: ClusterId([9; 16]), ..config.clone() };
        assert!(open(&other).contains("cluster.id"));
        let other = ShardConfig { shard: ShardId(5 << 16), ..config.clone() };
        assert!(open(&other).contains("mds.directory"));
    });
}
