use std::time::Duration;

use crate::sim::{NetOptions, SimNode, World};
use crate::transport::SendError;
use crate::{Addr, Buf, BufPool, ConnId, Event, Instant, Message, Transport};

fn message(number: u32) -> Message {
    Message { head: Buf::from_slice(&number.to_le_bytes()), body: None }
}

/// Two machines and a connection between them, not yet accepted.
fn pair(world: &World) -> (SimNode, SimNode, ConnId) {
    let (server, client) = (world.node("server"), world.node("client"));
    server.transport.listen(&Addr::Sim(1)).unwrap();
    let conn = client.transport.connect(&Addr::Sim(1));
    (server, client, conn)
}

fn numbers(events: &[Event]) -> Vec<u32> {
    let received = events.iter().filter_map(|event| match event {
        Event::Received { message, .. } => Some(u32::from_le_bytes(message.head[..].try_into().unwrap())),
        _ => None,
    });
    received.collect()
}

fn all(node: &SimNode) -> Vec<Event> {
    let mut events = Vec::new();
    node.transport.poll(&mut events);
    events
}

/// Messages come in order, also those sent before the connection stood, behind the event that announces it; buffers go
/// back to their pool.
#[test]
fn ordered() {
    for seed in 0..50 {
        let world = World::new(seed);
        let (server, client, conn) = pair(&world);
        let pool = BufPool::new(40, 64);
        for number in 0..40_u32 {
            let mut body = pool.get(4).unwrap();
            body.extend_from_slice(&number.to_le_bytes());
            let sent = Message { body: Some(body), ..message(number) };
            client.transport.send(conn, sent).unwrap();
            if number % 8 == 0 {
                world.run_for(Duration::from_micros(100));
            }
        }
        world.run_for(Duration::from_secs(1));
        let events = all(&server);
        assert!(matches!(events[0], Event::Accepted { .. }));
        assert_eq!(numbers(&events), (0..40).collect::<Vec<_>>(), "seed {seed}");
        assert!(matches!(all(&client)[..], [Event::Connected { conn: own }] if own == conn));
        assert_eq!(pool.available(), 40);
        let Event::Accepted { conn: back, .. } = events[0] else { unreachable!() };
        server.transport.send(back, message(7)).unwrap();
        world.run_until(client.transport.wait(Instant::NEVER));
        assert_eq!(numbers(&all(&client)), [7]);
    }
}

/// However a connection ends, each end hears so exactly once and last, and what arrived is a prefix of what was sent.
#[test]
fn endings() {
    let mut partial = 0;
    for seed in 0..200 {
        let world = World::new(seed);
        let (server, client, conn) = pair(&world);
        world.run_for(Duration::from_millis(50));
        for number in 0..20 {
            client.transport.send(conn, message(number)).unwrap();
        }
        world.run_for(Duration::from_micros(world.below(300)));
        match seed % 4 {
            0 => world.kill(&client),
            1 => world.crash(&client),
            2 => client.transport.close(conn),
            _ => world.break_connections(&client),
        }
        world.run_for(Duration::from_secs(5));
        let events = all(&server);
        let received = numbers(&events);
        assert_eq!(received, (0..received.len() as u32).collect::<Vec<_>>(), "seed {seed}");
        partial += u32::from(!received.is_empty() && received.len() < 20);
        let closed =
            |events: &[Event]| events.iter().filter(|event| matches!(event, Event::Closed { .. })).count();
        assert!(closed(&events) == 1 && matches!(events.last(), Some(Event::Closed { .. })), "seed {seed}");
        if seed % 4 >= 2 {
            let events = all(&client);
            assert!(
                closed(&events) == 1 && matches!(events.last(), Some(Event::Closed { .. })),
                "seed {seed}"
            );
            assert!(matches!(client.transport.send(conn, message(0)), Err(SendError::Closed)));
            client.transport.close(conn);
        }
        world.run_for(Duration::from_secs(5));
        assert!(all(&server).is_empty() && all(&client).is_empty() && world.connection_count() == 0);
    }
    assert!(partial > 10, "{partial} of 200 endings were in the middle");
}

/// A partition is silent: nothing arrives and nobody is told, until it heals and everything arrives in order.
#[test]
fn partition() {
    let world = World::new(1);
    let (server, client, conn) = pair(&world);
    world.run_for(Duration::from_millis(50));
    all(&server);
    client.transport.send(conn, message(0)).unwrap();
    world.partition(&server, &client);
    let mut sent = 1;
    while client.transport.send(conn, message(sent)).is_ok() {
        sent += 1;
    }
    assert!(matches!(client.transport.send(conn, message(sent)), Err(SendError::Full(_))));
    world.run_for(Duration::from_secs(60));
    assert!(all(&server).is_empty());
    assert!(matches!(all(&client)[..], [Event::Connected { .. }]));
    let lonely = client.transport.connect(&Addr::Sim(1));
    world.run_for(Duration::from_secs(5));
    assert!(matches!(all(&client)[..], [Event::Closed { conn, .. }] if conn == lonely));
    world.heal();
    // Room for more wakes the sender.
    world.run_until(client.transport.wait(Instant::NEVER));
    client.transport.send(conn, message(sent)).unwrap();
    world.run_for(Duration::from_secs(1));
    assert_eq!(numbers(&all(&server)), (0..=sent).collect::<Vec<_>>());
}

/// Nobody listens, or the listener is dead: the connection ends by itself. A second listener of a name is refused, and
/// the name is free again after a kill.
#[test]
fn listeners() {
    let world = World::new(2);
    let (server, client) = (world.node("server"), world.node("client"));
    let addr: Addr = "tcp://127.0.0.1:7000".parse().unwrap();
    for there in [false, true] {
        if there {
            server.transport.listen(&addr).unwrap();
            assert!(client.transport.listen(&addr).is_err());
            world.kill(&server);
        }
        client.transport.connect(&addr);
        world.run_until(client.transport.wait(Instant::NEVER));
        assert!(matches!(all(&client)[..], [Event::Closed { .. }]));
    }
    let server = world.restart(&server);
    server.transport.listen(&addr).unwrap();
    let any: Addr = "tcp://127.0.0.1:0".parse().unwrap();
    assert_ne!(server.transport.listen(&any).unwrap(), any);
    client.transport.connect(&addr);
    world.run_until(server.transport.wait(Instant::NEVER));
    assert!(matches!(all(&server)[..], [Event::Accepted { .. }]));
    let deadline = client.env.now() + Duration::from_millis(1);
    all(&client);
    world.run_until(client.transport.wait(deadline));
    assert!(client.env.now() >= deadline || !all(&client).is_empty());
}

/// Too large is refused; a network that breaks connections does so.
#[test]
fn limits_and_breaks() {
    let world = World::new(3);
    let (server, client, conn) = pair(&world);
    let large = Message { head: Buf::zeroed((1 << 20) + 1), body: None };
    assert!(matches!(client.transport.send(conn, large), Err(SendError::TooLarge { .. })));
    world.net(NetOptions { break_one_in: 3, ..NetOptions::default() });
    for number in 0..20 {
        let _ = client.transport.send(conn, message(number));
    }
    world.run_for(Duration::from_secs(1));
    assert!(matches!(all(&client).last(), Some(Event::Closed { .. })));
    drop(server);
}
