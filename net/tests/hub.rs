//! Calls and requests over a network in memory, in virtual time.
#![allow(clippy::unwrap_used)]

mod support;

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::time::Duration;

use futures_util::future::join_all;
use osmia_env::{Addr, Buf, Instant, Message, Transport};
use osmia_net::{CallErrorKind, Hub, HubOptions, Identity, Incoming, Limits, PeerInfo, ReplyTo};
use osmia_protocol::planus::Builder;
use osmia_protocol::{ClientId, ClusterId, Incarnation, Role, ShardId, Status, frame, wire};
use support::{LATENCY, MS, SECOND, World, done, drive, ok, peer, server_options, statfs};

/// A call reaches a server and its answer comes back, with what the hub fills in on both sides.
#[test]
fn call_and_reply() {
    let world = World::new();
    let options = HubOptions { incarnation: Incarnation(5), epoch: 9, ..server_options(1) };
    world.server(1, options, |hub, incoming| {
        let Incoming::Request(request) = incoming else { return };
        let fields = request.frame.get();
        assert_eq!((request.peer.role, request.peer.client), (Role::Client, ClientId(77)));
        assert_eq!((fields.uid().unwrap(), fields.epoch().unwrap()), (1000, 3));
        assert_eq!(request.deadline - request.received, 100 * MS);
        let body = request.body.map(|body| Buf::from_slice(&body.iter().rev().copied().collect::<Vec<_>>()));
        hub.reply(request.from, ok(), body);
    });
    let hub = world.client(77);
    hub.set_epoch(3);
    let response = world.run(async move {
        let request = wire::Request { uid: 1000, ..statfs() };
        let deadline = hub.env().now() + 100 * MS;
        // Three latencies are gone when it leaves: the handshake's.
        let call = hub.call(&peer(1, &[1]), request, Some(Buf::from_slice(b"abc")), deadline);
        hub.run(call).await.unwrap()
    });
    assert_eq!(response.status(), Status::Ok);
    assert_eq!(response.body.as_deref(), Some(&b"cba"[..]));
    let reply = response.reply();
    assert_eq!(
        (reply.incarnation().unwrap(), reply.epoch().unwrap(), reply.body_bytes().unwrap()),
        (5, 9, 3)
    );
}

/// Calls made in one turn leave as one message, and so do their replies; a body leaves alone, in order.
#[test]
fn batching() {
    let world = World::new();
    let served = Rc::new(RefCell::new(Vec::new()));
    let seen = served.clone();
    world.server(1, server_options(1), move |hub, incoming| {
        let Incoming::Request(request) = incoming else { return };
        seen.borrow_mut().push(request.frame.get().uid().unwrap());
        done(hub, Incoming::Request(request));
    });
    let hub = world.client(1);
    let client = hub.clone();
    let (messages, replies) = {
        let world = world.clone();
        world.clone().run(async move {
            let to = peer(1, &[1]);
            client.run(client.call(&to, statfs(), None, Instant::NEVER)).await.unwrap();
            let before = world.net.borrow().sent.len();
            let calls: Vec<_> = (0..10)
                .map(|uid| {
                    let body = (uid == 5).then(|| Buf::from_slice(b"body"));
                    client.call(&to, wire::Request { uid, ..statfs() }, body, Instant::NEVER)
                })
                .collect();
            for outcome in client.run(join_all(calls)).await {
                outcome.unwrap();
            }
            let net = world.net.borrow();
            let ours = net.sent[before..].iter().filter(|(conn, _)| conn.0 % 2 == 0).count();
            (ours, net.sent.len() - before - ours)
        })
    };
    assert_eq!((messages, replies), (3, 1), "0-4, then 5 with its body, then 6-9; ten replies in one");
    assert_eq!(*served.borrow(), [0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    assert_eq!(hub.stats().frames_sent, 12, "with Hello");
}

/// When the connection breaks, calls under way are lost at once, and the next call connects anew.
#[test]
fn reconnect() {
    let world = World::new();
    let held = Rc::new(Cell::new(true));
    let holding = held.clone();
    let closed = Rc::new(Cell::new(0));
    let closes = closed.clone();
    world.server(1, server_options(1), move |hub, incoming| match incoming {
        Incoming::Closed { .. } => closes.set(closes.get() + 1),
        incoming if !holding.get() => done(hub, incoming),
        _ => {}
    });
    let hub = world.client(1);
    let breaker = world.clone();
    world.spawn(async move {
        breaker.sleep(5 * MS).await;
        breaker.break_all();
    });
    let client = hub.clone();
    let lost = world.run(async move {
        let to = peer(1, &[1]);
        let calls: Vec<_> = (0..3).map(|_| client.call(&to, statfs(), None, Instant::NEVER)).collect();
        let outcomes = client.run(join_all(calls)).await;
        for outcome in &outcomes {
            let error = outcome.as_ref().unwrap_err();
            assert_eq!(error.kind, CallErrorKind::Lost);
            assert!(
                error.maybe_run() && error.to_string().contains("metadata shard 1.0 at sim://1"),
                "{error}"
            );
        }
        let at = client.env().now();
        held.set(false);
        client.run(client.call(&to, statfs(), None, Instant::NEVER)).await.unwrap();
        at
    });
    assert_eq!(lost, Instant(1_000_000_000) + 5 * MS + LATENCY);
    assert_eq!((hub.stats().connects, closed.get(), hub.connections()), (2, 1, 1));
}

/// A call without an answer ends at its deadline; the connection survives when it was not silent for long.
#[test]
fn deadline() {
    let world = World::new();
    let first: Rc<Cell<Option<ReplyTo>>> = Rc::default();
    world.server(1, server_options(1), move |hub, incoming| {
        let Incoming::Request(request) = incoming else { return };
        match first.take() {
            None => first.set(Some(request.from)),
            Some(late) => {
                // The late reply finds no call.
                hub.reply(late, ok(), None);
                hub.reply(request.from, wire::Reply { status: 2, ..Default::default() }, None);
            }
        }
    });
    let hub = world.client(1);
    let client = hub.clone();
    world.run(async move {
        let to = peer(1, &[1]);
        let begun = client.env().now();
        let error = client.run(client.call(&to, statfs(), None, begun + 50 * MS)).await.unwrap_err();
        assert_eq!(error.kind, CallErrorKind::Deadline { sent: true });
        assert_eq!(client.env().now(), begun + 50 * MS);
        let response = client.run(client.call(&to, statfs(), None, Instant::NEVER)).await.unwrap();
        assert_eq!(response.status(), Status::NotFound);
    });
    assert_eq!((hub.stats().connects, hub.calls()), (1, 0));
}

/// A call that was given up while its connection shook hands left afterwards all the same, and was run.
#[test]
fn given_up_in_the_handshake() {
    let world = World::new();
    let served = Rc::new(Cell::new(0));
    let counter = served.clone();
    world.server(1, server_options(1), move |hub, incoming| {
        counter.set(counter.get() + 1);
        done(hub, incoming);
    });
    let hub = world.client(1);
    world.run(async move {
        let to = peer(1, &[1]);
        let early = hub.call(&to, statfs(), None, hub.env().now() + LATENCY);
        let late = hub.call(&to, statfs(), None, Instant::NEVER);
        let error = hub.run(early).await.unwrap_err();
        assert_eq!(error.kind, CallErrorKind::Deadline { sent: false });
        hub.run(late).await.unwrap();
    });
    assert_eq!(served.get(), 1);
}

/// A link that is lost without a word is given up after a silent deadline, and the next call takes another address.
#[test]
fn silent_link() {
    let world = World::new();
    let server = world.server(1, server_options(1), done);
    server.listen(&Addr::Sim(2)).unwrap();
    let hub = world.client(1);
    let client = hub.clone();
    let cutter = world.clone();
    world.run(async move {
        let to = peer(1, &[1, 2]);
        client.run(client.call(&to, statfs(), None, Instant::NEVER)).await.unwrap();
        cutter.cut_all();
        let deadline = client.env().now() + SECOND;
        let waiting = client.call(&to, statfs(), None, Instant::NEVER);
        let error = client.run(client.call(&to, statfs(), None, deadline)).await.unwrap_err();
        assert_eq!(error.kind, CallErrorKind::Deadline { sent: true });
        assert_eq!(client.run(waiting).await.unwrap_err().kind, CallErrorKind::Lost);
        cutter.net.borrow_mut().black.insert(Addr::Sim(1));
        let deadline = client.env().now() + 10 * MS;
        client.run(client.call(&to, statfs(), None, deadline)).await.unwrap();
    });
    assert_eq!(hub.stats().connects, 2);
}

/// An address that refuses or does not answer is passed over, and calls move on to the next; when none is left they
/// fail at once, unsent, with every address's reason.
#[test]
fn addresses() {
    let world = World::new();
    world.server(3, server_options(1), done);
    world.net.borrow_mut().black.insert(Addr::Sim(2));
    let hub = world.client(1);
    let client = hub.clone();
    world.run(async move {
        let begun = client.env().now();
        client.run(client.call(&peer(1, &[1, 2, 3]), statfs(), None, Instant::NEVER)).await.unwrap();
        let taken = client.env().now() - begun;
        assert!(taken > 2 * SECOND && taken < 2 * SECOND + MS, "one handshake's time-out: {taken:?}");
        let error =
            client.run(client.call(&peer(2, &[1, 4]), statfs(), None, Instant::NEVER)).await.unwrap_err();
        assert_eq!(error.kind, CallErrorKind::Unreachable);
        assert!(!error.maybe_run());
        assert!(error.to_string().contains("sim://1: refused; sim://4: refused"), "{error}");
        let error = client.run(client.call(&peer(2, &[]), statfs(), None, Instant::NEVER)).await.unwrap_err();
        assert_eq!(error.kind, CallErrorKind::Unreachable);
    });
}

/// Peers of another cluster, version or shard are refused with the reason, on both sides, and nothing of theirs is run.
#[test]
fn refusals() {
    let world = World::new();
    let server = world.server(1, server_options(1), |_, incoming| panic!("{incoming:?}"));
    let stranger = world.hub(HubOptions::new(Identity::client(Some(ClusterId([8; 16])), ClientId(1))));
    let client = world.client(2);
    world.run(async move {
        let error =
            stranger.run(stranger.call(&peer(1, &[1]), statfs(), None, Instant::NEVER)).await.unwrap_err();
        assert_eq!(error.kind, CallErrorKind::Refused(Status::WrongCluster));
        let said = error.to_string();
        assert!(
            said.contains(&format!(
                "belongs to cluster {}, its peer names {}",
                support::CLUSTER,
                ClusterId([8; 16])
            )),
            "{said}"
        );
        // The address is right, but another shard is there.
        let error =
            client.run(client.call(&peer(9, &[1]), statfs(), None, Instant::NEVER)).await.unwrap_err();
        assert_eq!(error.kind, CallErrorKind::Refused(Status::WrongShard));
        assert!(error.to_string().contains("it is metadata shard 1.0, not metadata shard 9.0"), "{error}");
    });
    assert_eq!(server.stats().refused, 1);
}

/// A client that does not know its cluster takes that of the first server, and refuses others from then on.
#[test]
fn learn_cluster() {
    let world = World::new();
    world.server(1, server_options(1), done);
    let other = HubOptions::new(Identity::server(ClusterId([9; 16]), Role::Metadata, ShardId::new(2, 0)));
    world.server(2, other, done);
    let hub = world.hub(HubOptions::new(Identity::client(None, ClientId(1))));
    world.run(async move {
        hub.run(hub.call(&peer(1, &[1]), statfs(), None, Instant::NEVER)).await.unwrap();
        assert_eq!(hub.cluster(), Some(support::CLUSTER));
        let error = hub.run(hub.call(&peer(2, &[2]), statfs(), None, Instant::NEVER)).await.unwrap_err();
        assert_eq!(error.kind, CallErrorKind::Refused(Status::WrongCluster));
    });
}

fn hello(version: u16) -> wire::Request {
    let hello = wire::Hello {
        protocol_version: version,
        cluster: Some(support::CLUSTER.0.to_vec()),
        client: 1,
        ..Default::default()
    };
    wire::Request { id: 1, call: Some(wire::Call::Hello(Box::new(hello))), ..Default::default() }
}

fn encode(requests: &[wire::Request]) -> Vec<u8> {
    let mut head = Vec::new();
    requests.iter().for_each(|request| frame::push_request(&mut head, &mut Builder::new(), request));
    head
}

/// A small request that would be large as a copy.
fn shared_tables() -> Vec<u8> {
    let mut builder = Builder::new();
    let path = wire::Where::create(&mut builder, 0, 0, [b'x'; 1000], 0, false);
    let open = wire::OpenFile::create(&mut builder, 1, path, 0);
    let call = wire::OpenSession::create(&mut builder, 1, 0, 1, vec![open; 50_000]);
    let call = wire::Call::create_open_session(&mut builder, call);
    let request = wire::Request::create(&mut builder, 2, 0, 0, 0, 0, 0, 0, 0, (), (), (), 0, call);
    let body = wire::FrameBody::create_request(&mut builder, request);
    let root = wire::Frame::create(&mut builder, body);
    let mut head = encode(&[hello(1)]);
    frame::push(&mut head, builder.finish(root, None));
    head
}

/// Messages that do not follow the protocol end their connection, are counted, and disturb nobody else.
#[test]
fn malformed() {
    let lie = wire::Request { body_bytes: 10, ..statfs() };
    let mut notice = Vec::new();
    frame::push_notice(&mut notice, &mut Builder::new(), wire::Notice::default());
    let mut notice_after_hello = encode(&[hello(1)]);
    notice_after_hello.extend_from_slice(&notice);
    let bad = [
        ("noise", vec![0xa5; 100], None),
        ("truncated", encode(&[hello(1)])[..20].to_vec(), None),
        ("length of 2^63", [&(1u64 << 63).to_le_bytes()[..], &[0; 64]].concat(), None),
        ("an empty head", Vec::new(), Some(b"body")),
        ("a request before Hello", encode(&[statfs()]), None),
        ("Hello twice is a request that servers must refuse, a notice is none", notice_after_hello, None),
        ("one table 50,000 times", shared_tables(), None),
        ("a body that no frame claims", encode(&[hello(1), statfs()]), Some(b"body")),
        ("a body of another length", encode(&[hello(1), lie]), Some(b"body")),
    ];
    let world = World::new();
    let server = world.server(1, server_options(1), done);
    let neighbour = world.client(9);
    for (i, (what, head, body)) in bad.into_iter().enumerate() {
        let raw = world.transport();
        let conn = raw.connect(&Addr::Sim(1));
        raw.send(
            conn,
            Message { head: Buf::from_slice(&head), body: body.map(|body: &[u8; 4]| Buf::from_slice(body)) },
        )
        .unwrap();
        let (sleeper, neighbour) = (world.clone(), neighbour.clone());
        world.run(async move {
            let call = neighbour.call(&peer(1, &[1]), statfs(), None, Instant::NEVER);
            neighbour.run(call).await.unwrap();
            sleeper.sleep(10 * MS).await
        });
        let mut events = Vec::new();
        raw.poll(&mut events);
        assert!(matches!(events.last(), Some(osmia_env::Event::Closed { .. })), "{what}: {events:?}");
        assert_eq!(server.stats().malformed, i as u64 + 1, "{what}");
    }
    assert_eq!((server.connections(), neighbour.stats().connects), (1, 1));
}

/// A peer of another protocol version is told so, and may take a second to leave.
#[test]
fn wrong_version() {
    let world = World::new();
    let server = world.server(1, server_options(1), done);
    let raw = world.transport();
    let conn = raw.connect(&Addr::Sim(1));
    let head = Buf::from_slice(&encode(&[hello(99), statfs()]));
    raw.send(conn, Message { head, body: None }).unwrap();
    let sleeper = world.clone();
    world.run(async move { sleeper.sleep(2 * SECOND).await });
    let mut events = Vec::new();
    raw.poll(&mut events);
    let reply = events.iter().find_map(|event| match event {
        osmia_env::Event::Received { message, .. } => {
            let bytes = frame::frames(&message.head).next().unwrap().unwrap();
            match frame::read(bytes).unwrap() {
                wire::FrameBodyRef::Reply(reply) => Some(wire::Reply::try_from(reply).unwrap()),
                _ => None,
            }
        }
        _ => None,
    });
    assert_eq!(reply.map(|reply| (reply.id, reply.status)), Some((1, Status::WrongVersion.to_wire())));
    assert!(matches!(events.last(), Some(osmia_env::Event::Closed { .. })), "{events:?}");
    assert_eq!((server.stats().refused, server.stats().malformed, server.connections()), (1, 0, 0));
}

/// A server that misbehaves towards its client loses the connection, and the call ends at once.
#[test]
fn malformed_answer() {
    let world = World::new();
    let raw = world.transport();
    raw.listen(&Addr::Sim(1)).unwrap();
    let waiter = raw.clone();
    world.spawn(async move {
        let mut events = Vec::new();
        loop {
            waiter.poll(&mut events);
            for event in events.drain(..) {
                if let osmia_env::Event::Received { conn, .. } = event {
                    let _ = waiter.send(conn, Message { head: Buf::from_slice(&[1; 40]), body: None });
                }
            }
            waiter.wait(Instant::NEVER).await;
        }
    });
    let hub = world.client(1);
    let client = hub.clone();
    world.run(async move {
        let call = client.call(&peer(1, &[1]), statfs(), None, Instant::NEVER);
        let error = client.run(call).await.unwrap_err();
        assert_eq!(error.kind, CallErrorKind::Unreachable);
        assert!(error.to_string().contains("malformed"), "{error}");
    });
    assert_eq!(hub.stats().malformed, 1);
}

/// While the transport is full, frames wait in order and leave when there is room; nothing is lost or doubled.
#[test]
fn full() {
    let world = World::new();
    let served = Rc::new(RefCell::new(Vec::new()));
    let seen = served.clone();
    world.server(1, server_options(1), move |hub, incoming| {
        if let Incoming::Request(request) = &incoming {
            seen.borrow_mut().push(request.frame.get().uid().unwrap());
        }
        done(hub, incoming);
    });
    world.net.borrow_mut().room = Some(1);
    let hub = world.client(1);
    let client = hub.clone();
    world.run(async move {
        let to = peer(1, &[1]);
        let calls: Vec<_> = (0..100)
            .map(|uid| {
                let body = Some(Buf::from_slice(&[uid as u8]));
                client.call(&to, wire::Request { uid, ..statfs() }, body, Instant::NEVER)
            })
            .collect();
        for outcome in client.run(join_all(calls)).await {
            assert_eq!(outcome.unwrap().status(), Status::Ok);
        }
    });
    assert_eq!(*served.borrow(), (0..100).collect::<Vec<_>>());
}

/// Calls beyond the limit of a connection wait their turn; those whose futures are dropped meanwhile never leave.
#[test]
fn calls_wait() {
    let world = World::new();
    let most = Rc::new(Cell::new(0u32));
    let (held, peak) = (Rc::new(RefCell::new(Vec::new())), most.clone());
    world.server(1, server_options(1), move |hub, incoming| {
        let Incoming::Request(request) = incoming else { return };
        let mut held = held.borrow_mut();
        held.push((request.from, request.frame.get().uid().unwrap()));
        peak.set(peak.get().max(held.len() as u32));
        if held.len() == 4 || held.iter().any(|(_, uid)| *uid == 99) {
            held.drain(..).for_each(|(from, uid)| {
                hub.reply(from, wire::Reply { retry_ms: uid, ..ok() }, None);
            });
        }
    });
    let limits = Limits { calls_max: 4, ..Limits::default() };
    let options =
        HubOptions { limits, ..HubOptions::new(Identity::client(Some(support::CLUSTER), ClientId(1))) };
    let hub = world.hub(options);
    let client = hub.clone();
    world.run(async move {
        let to = peer(1, &[1]);
        let call = |uid| client.call(&to, wire::Request { uid, ..statfs() }, None, Instant::NEVER);
        let mut calls: Vec<_> = (0..100).map(call).collect();
        calls.drain(40..80);
        for (outcome, uid) in client.run(join_all(calls)).await.into_iter().zip((0..40).chain(80..100)) {
            assert_eq!(outcome.unwrap().reply().retry_ms().unwrap(), uid);
        }
    });
    assert_eq!(most.get(), 4);
    assert_eq!((hub.stats().frames_sent, hub.calls()), (61, 0));
}

/// A peer that does not read what it asked for is closed at the limit, and one that asks too much at once is told so.
#[test]
fn greedy_peers() {
    let world = World::new();
    let limits = Limits { inflight_max: 10, queue_bytes_max: 100_000, ..Limits::default() };
    let held: Rc<RefCell<Vec<ReplyTo>>> = Rc::default();
    let holder = held.clone();
    let server = world.server(1, HubOptions { limits, ..server_options(1) }, move |_, incoming| {
        if let Incoming::Request(request) = incoming {
            holder.borrow_mut().push(request.from);
        }
    });
    let hub = world.client(1);
    let (client, replier) = (hub.clone(), server.clone());
    let sleeper = world.clone();
    world.run(async move {
        let to = peer(1, &[1]);
        let calls: Vec<_> = (0..15).map(|_| client.call(&to, statfs(), None, Instant::NEVER)).collect();
        let mut outcomes = Vec::new();
        for (i, call) in calls.into_iter().enumerate() {
            if i >= 10 {
                outcomes.push(client.run(call).await.unwrap().status());
            } else {
                std::mem::forget(call);
            }
        }
        assert_eq!(outcomes, [Status::Overload; 5]);
        // The client's end takes nothing any more.
        sleeper.net.borrow_mut().room = Some(0);
        for from in held.take() {
            replier.reply(from, ok(), Some(Buf::zeroed(20_000)));
        }
    });
    assert_eq!((server.stats().overloads, server.connections()), (5, 0));
}

/// A dropped call is forgotten: its reply is ignored, and its place can be taken.
#[test]
fn dropped() {
    let world = World::new();
    world.server(1, server_options(1), done);
    let hub = world.client(1);
    let client = hub.clone();
    world.run(async move {
        let to = peer(1, &[1]);
        for _ in 0..100 {
            drop(client.call(&to, statfs(), None, client.env().now() + SECOND));
            let kept = client.call(&to, statfs(), None, client.env().now() + SECOND);
            drop(client.call(&to, statfs(), None, client.env().now() + SECOND));
            assert_eq!(client.run(kept).await.unwrap().status(), Status::Ok);
        }
    });
    assert_eq!((hub.calls(), hub.stats().calls_failed, hub.stats().malformed), (0, 0, 0));
}

/// A thousand idle connections cost a busy one nothing, and one more than allowed is refused by name.
#[test]
fn idle_connections() {
    let world = World::new();
    let limits = Limits { connections_max: 1001, ..Limits::default() };
    let server = world.server(1, HubOptions { limits, ..server_options(1) }, done);
    let idle: Vec<Rc<Hub>> = (0..1000).map(|id| world.client(id)).collect();
    let (busy, late) = (world.client(5000), world.client(5001));
    let clients = idle.clone();
    world.run(async move {
        let to = peer(1, &[1]);
        for client in &clients {
            client.run(client.call(&to, statfs(), None, Instant::NEVER)).await.unwrap();
        }
        for _ in 0..1000 {
            busy.run(busy.call(&to, statfs(), None, Instant::NEVER)).await.unwrap();
        }
        let error = late.run(late.call(&to, statfs(), None, Instant::NEVER)).await.unwrap_err();
        assert_eq!(error.kind, CallErrorKind::Refused(Status::Overload));
    });
    assert_eq!(server.connections(), 1001);
}

/// Notices reach the client they are sent to, and a recorded reply goes out under the new request's id.
#[test]
fn notices_and_recorded_replies() {
    let world = World::new();
    let mut recorded = Vec::new();
    let reply = wire::Reply { id: 123, incarnation: 1, retry_ms: 42, ..ok() };
    frame::push_reply(&mut recorded, &mut Builder::new(), &reply);
    let options = HubOptions { incarnation: Incarnation(2), ..server_options(1) };
    world.server(1, options, move |hub, incoming| {
        let Incoming::Request(request) = incoming else { return };
        let body = wire::NoticeBody::Recall(Box::new(wire::Recall { dirs: Some(vec![7, 8]) }));
        hub.notify(request.peer.conn, &wire::Notice { session: 3, body: Some(body) });
        hub.reply_bytes(request.from, frame::frames(&recorded).next().unwrap().unwrap());
        // Not a reply at all: the caller gets an error, not a broken message.
        hub.reply_bytes(request.from, &[0; 7]);
    });
    let hub = world.client(1);
    let heard: Rc<RefCell<Vec<(PeerInfo, wire::Notice)>>> = Rc::default();
    let hears = heard.clone();
    hub.set_handler(Rc::new(move |_, incoming| {
        if let Incoming::Notice { peer, frame } = incoming {
            hears.borrow_mut().push((peer, wire::Notice::try_from(frame.get()).unwrap()));
        }
    }));
    world.run(async move {
        let response = hub.run(hub.call(&peer(1, &[1]), statfs(), None, Instant::NEVER)).await.unwrap();
        let reply = response.reply();
        assert_eq!((reply.incarnation().unwrap(), reply.retry_ms().unwrap()), (2, 42));
    });
    let heard = heard.borrow();
    assert_eq!((heard.len(), heard[0].0.role, heard[0].1.session), (1, Role::Metadata, 3));
}

/// Tasks of one thread share a hub: whoever is first drives for the others, and they go on when it is done.
#[test]
fn shared_by_tasks() {
    let world = World::new();
    let sleeper = world.clone();
    world.server(1, server_options(1), move |hub, incoming| {
        let Incoming::Request(request) = incoming else { return };
        let delay = request.frame.get().uid().unwrap();
        let (hub, world) = (hub.clone(), sleeper.clone());
        sleeper.spawn(async move {
            world.sleep(Duration::from_millis(u64::from(delay))).await;
            // The owner sleeps in `wait`: this wakes it to flush.
            hub.reply(request.from, ok(), None);
        });
    });
    let hub = world.client(1);
    let left = Rc::new(Cell::new(0));
    for delay in [5, 50, 1, 20] {
        let (hub, left) = (hub.clone(), left.clone());
        left.set(left.get() + 1);
        world.spawn(async move {
            let to = peer(1, &[1]);
            for _ in 0..10 {
                let begun = hub.env().now();
                let request = wire::Request { uid: delay, ..statfs() };
                hub.run(async { hub.call(&to, request, None, Instant::NEVER).await.unwrap() }).await;
                assert!(hub.env().now() - begun < Duration::from_millis(u64::from(delay)) + MS);
            }
            left.set(left.get() - 1);
        });
    }
    let (sleeper, remaining) = (world.clone(), left.clone());
    world.run(async move { sleeper.sleep(SECOND).await });
    assert_eq!(remaining.get(), 0);
}

/// A server's background task calls another server while the owner drives the hub.
#[test]
fn owner_drives() {
    let world = World::new();
    world.server(2, server_options(2), done);
    let hub = world.hub(server_options(1));
    hub.listen(&Addr::Sim(1)).unwrap();
    world.spawn(drive(hub.clone(), done));
    let (client, caller) = (world.client(1), hub.clone());
    let sleeper = world.clone();
    world.run(async move {
        sleeper.sleep(MS).await;
        caller.call(&peer(2, &[2]), statfs(), None, Instant::NEVER).await.unwrap();
        client.run(client.call(&peer(1, &[1]), statfs(), None, Instant::NEVER)).await.unwrap();
    });
    assert_eq!(hub.connections(), 2);
}

/// A request that exceeds a frame fails before it is sent, and the connection stays in order.
#[test]
fn too_large() {
    let world = World::new();
    world.server(1, server_options(1), done);
    let hub = world.client(1);
    world.run(async move {
        let to = peer(1, &[1]);
        let groups = Some(vec![0; 100_000]);
        let large = hub.call(&to, wire::Request { groups, ..statfs() }, None, Instant::NEVER);
        let small = hub.call(&to, statfs(), None, Instant::NEVER);
        let (large, small) = hub.run(futures_util::future::join(large, small)).await;
        assert_eq!(large.unwrap_err().kind, CallErrorKind::TooLarge);
        assert_eq!(small.unwrap().status(), Status::Ok);
    });
}
