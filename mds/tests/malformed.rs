//! Requests that do not follow the protocol: an error, never a panic.

#![allow(clippy::unwrap_used)]

mod harness;

use harness::client::root;
use harness::{Client, World, encode};
use osmia_protocol::{Status, wire};
use proptest::prelude::*;

fn world() -> std::rc::Rc<World> {
    World::new(harness::store::all().remove(0), "embedded")
}

/// Calls without what they need are refused.
#[test]
fn missing_fields() {
    let world = world();
    let client = Client::new(&world, 1);
    let none =
        client.send(&wire::Request { call: None, ..client.request(wire::Call::Statfs(Box::default())) });
    assert_eq!(none.unwrap().status, Status::Malformed.to_wire());
    let calls = [
        wire::Call::Lookup(Box::default()),
        wire::Call::Open(Box::default()),
        wire::Call::Report(Box::default()),
        wire::Call::Setattr(Box::default()),
        wire::Call::Mkdir(Box::default()),
        wire::Call::Unlink(Box::default()),
        wire::Call::Rmdir(Box::default()),
        wire::Call::Placement(Box::default()),
    ];
    for call in calls {
        assert_eq!(client.ask(call.clone()).unwrap_err(), Status::Malformed, "{call:?}");
    }
    assert!(client.ask(wire::Call::Rename(Box::default())).is_err());
    assert!(client.ask(wire::Call::Readdir(Box::default())).is_err());
    assert!(client.ask(wire::Call::Hello(Box::default())).is_err());
    let groups =
        wire::Request { groups: Some(vec![1; 5000]), ..client.request(wire::Call::Statfs(Box::default())) };
    assert_eq!(client.send(&groups).unwrap().status, Status::Invalid.to_wire());
}

/// Inodes of other shards and of no partition are refused.
#[test]
fn foreign_ids() {
    let world = world();
    let client = Client::new(&world, 1);
    for (id, status) in [(3 << 48 | 5, Status::WrongShard), (0xffff << 48 | 5, Status::Invalid)] {
        let at = || harness::client::at(id, "a");
        assert_eq!(client.lookup(at()).unwrap_err(), status);
        assert_eq!(client.lookup(harness::client::handle(id, 1, "a")).unwrap_err(), Status::WrongShard);
    }
    assert_eq!(client.lookup(harness::client::at(77, "a")).unwrap_err(), Status::Stale);
}

/// Bytes of every valid kind of request, some of them replaced, and bytes that are no request at all.
fn frames() -> impl Strategy<Value = Vec<u8>> {
    let at = || Some(root("a/b"));
    let calls = vec![
        wire::Call::Lookup(Box::new(wire::Lookup { at: at() })),
        wire::Call::Open(Box::new(wire::Open { at: at(), flags: 7, mode: 0o644, umask: 0 })),
        wire::Call::Report(Box::new(wire::Report { at: at(), open: 1, ..Default::default() })),
        wire::Call::Setattr(Box::new(wire::Setattr { at: at(), valid: 255, ..Default::default() })),
        wire::Call::Mkdir(Box::new(wire::Mkdir { at: at(), mode: 0o755, umask: 0 })),
        wire::Call::Unlink(Box::new(wire::Unlink { at: at() })),
        wire::Call::Rmdir(Box::new(wire::Rmdir { at: at() })),
        wire::Call::Readdir(Box::new(wire::Readdir { dir: 1, ..Default::default() })),
        wire::Call::Rename(Box::new(wire::Rename {
            from_dir: 1,
            from_name: Some(b"a".to_vec()),
            to_dir: 1,
            to_name: Some(b"c".to_vec()),
            flags: 0,
        })),
        wire::Call::Statfs(Box::default()),
        wire::Call::Placement(Box::new(wire::Placement { at: at(), set: Some("pin:1.0".into()), depth: 1 })),
        wire::Call::SyncAll(Box::default()),
        wire::Call::LeaseReturn(Box::new(wire::LeaseReturn { dirs: Some(vec![1, 2, 3]) })),
        wire::Call::OpenSession(Box::new(wire::OpenSession {
            client: 1,
            resume: 1,
            slots: 3,
            opens: Some(vec![wire::OpenFile { open: 1, at: at(), flags: 3 }]),
        })),
        wire::Call::CloseSession(Box::default()),
        wire::Call::Heartbeat(Box::default()),
        wire::Call::GetMap(Box::default()),
        wire::Call::AllocIds(Box::default()),
        wire::Call::Prepare(Box::default()),
        wire::Call::Decide(Box::default()),
        wire::Call::QueryTxn(Box::default()),
    ];
    let valid = (proptest::sample::select(calls), 0u64..3, 0u64..3).prop_map(|(call, session, number)| {
        encode(&wire::Request {
            id: 5,
            session: 15 + session,
            number,
            closes: Some(vec![1, 2]),
            groups: Some(vec![1]),
            call: Some(call),
            ..Default::default()
        })
    });
    let broken = (valid, proptest::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..6))
        .prop_map(|(mut frame, changes)| {
            for (at, byte) in changes {
                let at = at.index(frame.len());
                frame[at] = byte;
            }
            frame
        });
    prop_oneof![4 => broken, 1 => proptest::collection::vec(any::<u8>(), 0..300)]
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(300) })]

    /// Whatever bytes come as a request, the shard stays alive and works.
    #[test]
    fn random_bytes(frames in proptest::collection::vec(frames(), 1..20)) {
        let world = world();
        let client = Client::new(&world, 1);
        for frame in frames {
            world.hand(client.conn, client.client, &frame, world.now() + std::time::Duration::from_secs(9));
        }
        world.settle();
        let client = Client::new(&world, 2);
        prop_assert!(client.stat("").is_ok());
    }
}
