//! The loop that drives a shard, in virtual time.

use std::rc::Rc;
use std::time::Duration;

use osmia_env::Addr;
use osmia_env::sim::World;
use osmia_kv::map::{MapDisk, MapKv, MapOptions};
use osmia_mds::serve::{ServeOptions, serve};
use osmia_mds::{ClusterMap, FormatOptions, ShardConfig, format};
use osmia_protocol::{ClusterId, ShardId, wire};

const SHARD: ShardId = ShardId(1 << 16);
const CLUSTER: ClusterId = ClusterId([1; 16]);

/// A shard without sessions slept through the wish to stop: it had no deadline to wake up for. It ends at once, whatever
/// the time.
#[test]
fn an_idle_shard_stops() {
    // Within the grace time after the start, and long after it.
    for seconds in [0, 1, 600] {
        let world = World::new(seconds);
        let node = world.node("mds");
        let kv = Rc::new(MapKv::open(&MapDisk::new(), MapOptions::default()));
        let map = ClusterMap::new(wire::MapOk {
            cluster: Some(CLUSTER.0.to_vec()),
            epoch: 1,
            partitions: Some(vec![SHARD.0; 4]),
            layout: Some("embedded".into()),
            ..wire::MapOk::default()
        })
        .unwrap();
        format(&*kv, &FormatOptions { shard: SHARD, map, root: (0, 0, 0o755), time: 0 }).unwrap();
        let wish = node.env.now() + Duration::from_secs(seconds);
        let stop = node.env.tasks.sleep_until(wish);
        let options =
            ServeOptions { listen: vec![Addr::Sim(1)], limits: osmia_net::Limits::default(), metrics: None };
        let config = ShardConfig::new(SHARD, CLUSTER);
        let ended = Rc::new(std::cell::Cell::new(None));
        let (env, transport, end) = (node.env.clone(), node.transport.clone(), ended.clone());
        world.spawn(&node, async move {
            serve(env.clone(), transport, kv, config, options, stop).await.unwrap();
            end.set(Some(env.now()));
        });
        // It may wait a little for syncs.
        world.run_for(Duration::from_secs(seconds + 5));
        let ended = ended.get().unwrap_or_else(|| panic!("it does not stop after {seconds} s"));
        assert!(ended.since(wish) < Duration::from_secs(3), "after {seconds} s: {:?}", ended.since(wish));
    }
}
