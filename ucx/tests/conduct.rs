//! How a transport behaves: order, limits, addresses, closing, malformed peers, idleness.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod rig;

use std::io::{Read, Write};
use std::time::Duration;

use osmia_env::transport::SendError;
use osmia_env::{Addr, Buf, BufPool, ConnId, Event, Message, Transport};
use osmia_ucx::UcxOptions;
use rig::{End, Path, Peer, check, pattern};

/// Not a test by itself: the part of the peer process, which the tests start.
#[test]
fn play() {
    let Some(role) = rig::role() else { return };
    match role[0].as_str() {
        "echo-tcp" => rig::play_echo(Path::Tcp, role[1].as_ref(), UcxOptions::default()),
        "echo-shm" => rig::play_echo(Path::Shm, role[1].as_ref(), UcxOptions::default()),
        "echo-at" => rig::play_echo_at(&role[1].parse().unwrap(), UcxOptions::default()),
        "large" => large(&role[1].parse().unwrap()),
        "crowd" => crowd(&role[1].parse().unwrap(), role[2].parse().unwrap()),
        other => panic!("no role {other}"),
    }
}

fn start_echo(path: Path, dir: &std::path::Path) -> (Peer, Addr) {
    let name = if path == Path::Tcp { "echo-tcp" } else { "echo-shm" };
    let mut peer = Peer::start(&[name, dir.to_str().unwrap()]);
    let addr = peer.hear().parse().unwrap();
    (peer, addr)
}

fn many_in_flight(path: Path) {
    let dir = tempfile::tempdir().unwrap();
    let (peer, addr) = start_echo(path, dir.path());
    let pool = BufPool::new(8, 1 << 20);
    let mut end = End::new(UcxOptions { recv_pool: Some(pool.clone()), ..UcxOptions::default() });
    let conn = end.connect(&addr);
    // Short after long: what is quick must not overtake what is slow.
    let size = |number: u64| match number % 5 {
        0 => (16, Some(1 << 20)),
        1 => (16, None),
        2 => (6000, None),
        3 => (20_000, Some(70_000)),
        _ => (120_000, None),
    };
    let total = 400;
    let (mut sent, mut received) = (0, 0);
    let mut pooled = 0;
    // While the peer takes nothing, it comes to the bound.
    peer.stop();
    let mut full = 0;
    while received < total {
        while sent < total {
            let (head, body) = size(sent);
            let message = Message { head: pattern(sent, head), body: body.map(|len| pattern(!sent, len)) };
            match end.transport.send(conn, message) {
                Ok(()) => sent += 1,
                Err(SendError::Full(message)) => {
                    check(&message.head, sent, head);
                    full += 1;
                    break;
                }
                Err(fault) => panic!("{fault}"),
            }
        }
        if received == 0 {
            assert!(full > 0, "nothing bounds what is in flight");
            peer.resume();
        }
        let Event::Received { message, .. } = end.event() else { panic!("a message was due") };
        let (head, body) = size(received);
        check(&message.head, received, head);
        match (&message.body, body) {
            (Some(body), Some(len)) => {
                check(body, !received, len);
                pooled += usize::from(body.home().is_some_and(|(home, _)| home.same(&pool)));
            }
            (None, None) => {}
            other => panic!("{other:?}"),
        }
        received += 1;
    }
    assert!(pooled > 0, "no body was received into the pool");
    assert_eq!(pool.available(), 8);
    peer.finish();
}

/// Messages of one connection come in the order they were sent, whatever their sizes; what is in flight is bounded;
/// bodies land in the pool. By TCP.
#[test]
fn many_in_flight_tcp() {
    many_in_flight(Path::Tcp);
}

/// Messages of one connection come in the order they were sent, whatever their sizes; what is in flight is bounded;
/// bodies land in the pool. By shared memory.
#[test]
fn many_in_flight_shm() {
    many_in_flight(Path::Shm);
}

/// A connection to where nobody listens is closed at once, with a reason.
#[test]
fn nobody_listens() {
    let dir = tempfile::tempdir().unwrap();
    let mut end = End::new(UcxOptions::default());
    // A port that was just free.
    let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let stale = dir.path().join("stale.sock");
    drop(std::os::unix::net::UnixListener::bind(&stale).unwrap());
    for addr in [
        Addr::Tcp(port),
        Addr::Shm(dir.path().join("none.sock")),
        Addr::Shm(stale),
        Addr::Shm(format!("/{}", "x".repeat(200)).into()),
        Addr::Sim(3),
    ] {
        let start = end.env.now();
        let conn = end.transport.connect(&addr);
        // Accepted meanwhile or not: both are fine.
        let _ = end.transport.send(conn, Message { head: pattern(1, 64), body: None });
        match end.event() {
            Event::Closed { conn: closed, reason } => {
                assert_eq!(closed, conn);
                assert!(!reason.is_empty());
            }
            other => panic!("{addr}: {other:?}"),
        }
        assert!(end.env.now() - start < Duration::from_secs(1), "{addr} took long");
        assert!(end.event_within(Duration::from_millis(10)).is_none(), "closed once only");
        assert!(matches!(
            end.transport.send(conn, Message { head: Buf::zeroed(1), body: None }),
            Err(SendError::Closed)
        ));
        end.transport.close(conn);
        assert!(end.event_within(Duration::from_millis(10)).is_none(), "closed once only");
    }
}

/// A connection to an address of this machine to which UCX makes none is refused with what to do. It failed with
/// "Endpoint is not connected".
#[test]
fn loopback_addresses() {
    let mut end = End::new(UcxOptions::default());
    let addr = end.transport.listen(&Addr::Tcp("127.11.22.33:0".parse().unwrap())).unwrap();
    end.transport.connect(&addr);
    let Event::Closed { reason, .. } = end.event() else { panic!("connected") };
    assert!(reason.contains("use 127.0.0.1"), "{reason}");
    // The one that an interface has, by the address of any.
    let Addr::Tcp(bound) = end.transport.listen(&Addr::Tcp("0.0.0.0:0".parse().unwrap())).unwrap() else {
        panic!()
    };
    let mut client = End::new(UcxOptions::default());
    client.transport.connect(&Addr::Tcp(std::net::SocketAddr::new([127, 0, 0, 1].into(), bound.port())));
    let mut connected = false;
    while !connected {
        end.poll();
        client.poll();
        connected = client.events.drain(..).any(|event| match event {
            Event::Connected { .. } => true,
            other => panic!("{other:?}"),
        });
    }
}

/// A killed server's address can be listened at again at once, and again; a living one's cannot.
#[test]
fn listen_again() {
    let dir = tempfile::tempdir().unwrap();
    let mut end = End::new(UcxOptions::default());
    for first in [Path::Tcp.addr(dir.path()), Path::Shm.addr(dir.path())] {
        let mut addr = first;
        for life in 0..4u64 {
            let mut peer = Peer::start(&["echo-at", &addr.to_string()]);
            addr = peer.hear().parse().unwrap();
            let conn = end.connect(&addr);
            end.send(conn, Message { head: pattern(life, 100), body: Some(pattern(life, 300_000)) });
            let (_, message) = end.message();
            check(&message.head, life, 100);
            if let Addr::Shm(_) = addr {
                let taken = end.transport.listen(&addr).unwrap_err();
                assert_eq!(taken.kind(), std::io::ErrorKind::AddrInUse);
                // Its probe is a peer that never introduces itself.
            }
            peer.kill();
            assert!(matches!(end.event(), Event::Closed { conn: closed, .. } if closed == conn));
        }
    }
}

/// Says what is larger than the other side takes.
fn large(addr: &Addr) {
    let options = UcxOptions { head_bytes_max: 4 << 20, body_bytes_max: 64 << 20, ..UcxOptions::default() };
    for (head, body) in
        [(1_000_001, None), (64, Some(2_000_001)), (2000, Some(2_000_001)), (100_001, Some(10))]
    {
        let mut end = End::new(options.clone());
        let conn = end.connect(addr);
        // The other side hangs up at its beginning, perhaps before all of it has left.
        match end
            .transport
            .send(conn, Message { head: pattern(1, head), body: body.map(|len| pattern(2, len)) })
        {
            Ok(()) | Err(SendError::Closed) => {}
            Err(fault) => panic!("{fault}"),
        }
        assert!(matches!(end.event(), Event::Closed { conn: closed, .. } if closed == conn));
    }
    rig::say("done");
}

fn too_large(path: Path) {
    let dir = tempfile::tempdir().unwrap();
    let options = UcxOptions { head_bytes_max: 100_000, body_bytes_max: 2_000_000, ..UcxOptions::default() };
    let mut end = End::new(options);
    let addr = end.transport.listen(&path.addr(dir.path())).unwrap();
    let mut peer = Peer::start(&["large", &addr.to_string()]);
    for _ in 0..4 {
        let conn = match end.event() {
            Event::Accepted { conn, .. } => conn,
            other => panic!("{other:?}"),
        };
        match end.event() {
            Event::Closed { conn: closed, reason } => {
                assert_eq!(closed, conn);
                assert!(reason.contains("too large"), "{reason}");
            }
            other => panic!("{other:?}"),
        }
    }
    // Our own are refused before they leave.
    let conn = end.transport.connect(&addr);
    assert!(matches!(
        end.transport.send(conn, Message { head: Buf::zeroed(100_001), body: None }),
        Err(SendError::TooLarge { head: 100_001, body: 0 })
    ));
    assert!(matches!(
        end.transport.send(conn, Message { head: Buf::zeroed(1), body: Some(Buf::zeroed(2_000_001)) }),
        Err(SendError::TooLarge { head: 1, body: 2_000_001 })
    ));
    // A close needs progress to reach the peer.
    while peer.heard().is_none() {
        end.wait_once(end.env.now() + Duration::from_millis(10));
    }
    peer.finish();
}

/// A message larger than the limits closes its connection, with the reason, by TCP.
#[test]
fn too_large_tcp() {
    too_large(Path::Tcp);
}

/// A message larger than the limits closes its connection, with the reason, by shared memory.
#[test]
fn too_large_shm() {
    too_large(Path::Shm);
}

fn close_with_sends(path: Path) {
    let dir = tempfile::tempdir().unwrap();
    let (peer, addr) = start_echo(path, dir.path());
    let pool = BufPool::new(16, 1 << 20);
    let mut end = End::new(UcxOptions::default());
    for round in 0..20u64 {
        let conn = if round % 4 == 3 { end.transport.connect(&addr) } else { end.connect(&addr) };
        for number in 0..16 {
            let mut body = pool.get(1 << 20).expect("all buffers are back");
            body.resize(1 << 20);
            body[..8].copy_from_slice(&number_bytes(number));
            match end.transport.send(conn, Message { head: pattern(number, 3000), body: Some(body) }) {
                Ok(()) | Err(SendError::Full(_)) => {}
                Err(fault) => panic!("{fault}"),
            }
            if number == round {
                end.poll();
            }
        }
        end.transport.close(conn);
        assert!(matches!(
            end.transport.send(conn, Message { head: Buf::zeroed(1), body: None }),
            Err(SendError::Closed)
        ));
        // Whatever came before, the last event is the end, and the buffers come back.
        loop {
            match end.event() {
                Event::Closed { conn: closed, .. } => {
                    assert_eq!(closed, conn);
                    break;
                }
                Event::Received { .. } | Event::Connected { .. } => {}
                other => panic!("{other:?}"),
            }
        }
        let deadline = end.env.now() + Duration::from_secs(1);
        while pool.available() < 16 {
            assert!(end.env.now() < deadline, "{} of 16 buffers are back", pool.available());
            assert!(end.event_within(Duration::from_millis(1)).is_none(), "after the end");
        }
    }
    drop(end);
    // The peer has survived it.
    let mut end = End::new(UcxOptions::default());
    let conn = end.connect(&addr);
    end.send(conn, Message { head: pattern(7, 64), body: None });
    check(&end.message().1.head, 7, 64);
    peer.finish();
}

fn number_bytes(number: u64) -> [u8; 8] {
    number.to_le_bytes()
}

/// Closing with messages in flight gives their buffers back, and the peer goes on, by TCP.
#[test]
fn close_with_sends_tcp() {
    close_with_sends(Path::Tcp);
}

/// Closing with messages in flight gives their buffers back, and the peer goes on, by shared memory.
#[test]
fn close_with_sends_shm() {
    close_with_sends(Path::Shm);
}

fn close_with_echoes(path: Path) {
    let dir = tempfile::tempdir().unwrap();
    let (peer, addr) = start_echo(path, dir.path());
    let mut end = End::new(UcxOptions::default());
    for round in 0..50 {
        let conn = end.connect(&addr);
        for number in 0..64 {
            end.send(conn, Message { head: pattern(number, 64), body: None });
        }
        check(&end.message().1.head, 0, 64);
        // Some echoes are there, some on their way.
        (0..round % 5).for_each(|_| end.poll());
        end.transport.close(conn);
        while !matches!(end.event(), Event::Closed { .. }) {}
        assert!(end.event_within(Duration::from_millis(5)).is_none(), "after the end");
    }
    peer.finish();
}

/// The end is the last that is heard of a connection, though more was on its way, by TCP.
#[test]
fn close_with_echoes_tcp() {
    close_with_echoes(Path::Tcp);
}

/// The end is the last that is heard of a connection, though more was on its way, by shared memory.
#[test]
fn close_with_echoes_shm() {
    close_with_echoes(Path::Shm);
}

/// A transport that is dropped with everything in flight lets go of all of it, and its peer is told.
#[test]
fn drop_in_flight() {
    for path in [Path::Tcp, Path::Shm] {
        let dir = tempfile::tempdir().unwrap();
        let mut server = End::new(UcxOptions::default());
        let addr = server.transport.listen(&path.addr(dir.path())).unwrap();
        let pool = BufPool::new(16, 1 << 20);
        let mut client = End::new(UcxOptions::default());
        let conn = client.transport.connect(&addr);
        let (mut connected, mut accepted) = (false, false);
        while !(connected && accepted) {
            server.poll();
            client.poll();
            connected |= client.events.drain(..).any(|event| matches!(event, Event::Connected { .. }));
            accepted |= server.events.drain(..).any(|event| matches!(event, Event::Accepted { .. }));
        }
        for number in 0..16 {
            let mut body = pool.get(1 << 20).unwrap();
            body.resize(1 << 20);
            client.send(conn, Message { head: pattern(number, 64), body: Some(body) });
        }
        server.poll();
        drop(client);
        assert_eq!(pool.available(), 16, "{path:?}");
        loop {
            match server.event() {
                Event::Accepted { .. } | Event::Received { .. } => {}
                Event::Closed { .. } => break,
                other => panic!("{other:?}"),
            }
        }
    }
}

/// What speaks something else at a listener's door is turned away, and others are served.
#[test]
fn strangers() {
    let dir = tempfile::tempdir().unwrap();
    let (peer, tcp) = start_echo(Path::Tcp, dir.path());
    let (other, shm) = start_echo(Path::Shm, dir.path());
    let (Addr::Tcp(address), Addr::Shm(path)) = (&tcp, &shm) else { panic!() };
    let mut held = Vec::new();
    for round in 0..20u64 {
        let mut stranger = std::net::TcpStream::connect(address).unwrap();
        let noise = pattern(round, (round * 37) as usize);
        stranger.write_all(&noise).unwrap();
        if round % 2 == 0 {
            // Stays connected, and silent.
            held.push(stranger);
        }
        let stranger = rustix::net::socket_with(
            rustix::net::AddressFamily::UNIX,
            rustix::net::SocketType::SEQPACKET,
            rustix::net::SocketFlags::CLOEXEC,
            None,
        )
        .unwrap();
        rustix::net::connect(&stranger, &rustix::net::SocketAddrUnix::new(path).unwrap()).unwrap();
        // A record that is cut, too long, or of another version; in one round nothing at all.
        let mut record = b"OsMs\x01\0\0\0\x40\0\0\0\0\0\0\0".to_vec();
        match round % 6 {
            0 => record.truncate((round % 16) as usize),
            1 => record.resize(5000, 1),
            2 => record[4] = 9,
            3 => record[0] = 0,
            4 => record.resize(16 + 63, 1),
            _ => record.clear(),
        }
        if !record.is_empty() {
            rustix::net::send(&stranger, &record, rustix::net::SendFlags::NOSIGNAL).unwrap();
            let mut rest = Vec::new();
            // Turned away: its address, then the end.
            std::fs::File::from(stranger).read_to_end(&mut rest).unwrap();
        }
    }
    for addr in [&tcp, &shm] {
        let mut end = End::new(UcxOptions::default());
        let conn = end.connect(addr);
        end.send(conn, Message { head: pattern(3, 64), body: Some(pattern(4, 100_000)) });
        check(&end.message().1.head, 3, 64);
    }
    peer.finish();
    other.finish();
}

/// Opens connections and says one thing on each, then waits.
fn crowd(addr: &Addr, count: usize) {
    let mut end = End::new(UcxOptions::default());
    let conns: Vec<ConnId> = (0..count).map(|_| end.connect(addr)).collect();
    for (number, conn) in conns.iter().enumerate() {
        end.send(*conn, Message { head: pattern(number as u64, 64), body: None });
    }
    for _ in 0..count {
        end.message();
    }
    rig::say("quiet");
    while !rig::dismissed() {
        assert!(end.event_within(Duration::from_millis(500)).is_none());
    }
}

/// Of this thread: other tests run beside it.
fn cpu_ticks() -> u64 {
    let stat = std::fs::read_to_string("/proc/thread-self/stat").unwrap();
    let fields: Vec<&str> = stat.rsplit_once(')').unwrap().1.split_whitespace().collect();
    fields[11].parse::<u64>().unwrap() + fields[12].parse::<u64>().unwrap()
}

/// A process with twenty idle connections of each kind sleeps, and wakes when one of them says something.
#[test]
fn idle_sleeps() {
    let dir = tempfile::tempdir().unwrap();
    let mut end = End::new(UcxOptions::default());
    let mut peers = Vec::new();
    for path in [Path::Tcp, Path::Shm] {
        let addr = end.transport.listen(&path.addr(dir.path())).unwrap();
        peers.push(Peer::start(&["crowd", &addr.to_string(), "20"]));
    }
    let mut last = Vec::new();
    while last.len() < 40 {
        if let Event::Received { conn, message } = end.event() {
            end.send(conn, message);
            last.push(conn);
        }
    }
    for peer in &mut peers {
        assert_eq!(peer.hear(), "quiet");
    }
    let before = cpu_ticks();
    let mut waits = 0;
    let deadline = end.env.now() + Duration::from_secs(2);
    while end.env.now() < deadline {
        assert!(end.wait_once(deadline).is_none());
        waits += 1;
    }
    let ticks = cpu_ticks() - before;
    // UCX's own timers may wake it now and then.
    assert!(ticks <= 10, "{ticks} ticks of 10 ms in 2 s");
    assert!(waits < 200, "{waits} wake-ups in 2 s");
    for peer in peers {
        peer.finish();
    }
    for _ in 0..40 {
        assert!(matches!(end.event(), Event::Closed { .. }));
    }
}
