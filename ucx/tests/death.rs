//! Peers that die: what is told, how soon, and what is left behind.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod rig;

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use osmia_env::transport::SendError;
use osmia_env::{Addr, ConnId, Event, Message, Transport};
use osmia_ucx::UcxOptions;
use rig::{End, Path, Peer, check, pattern};

/// How soon the death of a peer must be told.
const SOON: Duration = Duration::from_secs(1);

/// One test at a time: they count what the whole process holds.
fn turn() -> MutexGuard<'static, ()> {
    static TURN: Mutex<()> = Mutex::new(());
    TURN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Not a test by itself: the part of the peer process, which the tests start.
#[test]
fn play() {
    let Some(role) = rig::role() else { return };
    match role[0].as_str() {
        "echo-tcp" => rig::play_echo(Path::Tcp, role[1].as_ref(), UcxOptions::default()),
        "echo-shm" => rig::play_echo(Path::Shm, role[1].as_ref(), UcxOptions::default()),
        "flood" => flood(&role[1].parse().unwrap()),
        "idle" => idle(&role[1].parse().unwrap()),
        "swallow" => swallow(&role[1].parse().unwrap()),
        other => panic!("no role {other}"),
    }
}

/// Sizes that take every way through UCX.
fn sizes(round: u64) -> (usize, Option<usize>) {
    match round % 7 {
        0 => (64, None),
        1 => (64, Some(200_000)),
        2 => (3_000, None),
        3 => (30_000, None),
        4 => (500, Some(1 << 20)),
        5 => (200_000, Some(100)),
        _ => (100, Some(9_000)),
    }
}

fn message(round: u64) -> Message {
    let (head, body) = sizes(round);
    let mut buf = pattern(round, head);
    buf[..8].copy_from_slice(&round.to_le_bytes());
    Message { head: buf, body: body.map(|len| pattern(!round, len)) }
}

fn check_message(message: &Message) {
    let round = u64::from_le_bytes(*message.head.first_chunk().unwrap());
    let (head, body) = sizes(round);
    let mut whole = pattern(round, head);
    whole[..8].copy_from_slice(&round.to_le_bytes());
    assert!(*whole == *message.head, "head of message {round}");
    match (&message.body, body) {
        (Some(body), Some(len)) => check(body, !round, len),
        (None, None) => {}
        other => panic!("message {round}: {other:?}"),
    }
}

/// Sends without end, and takes what comes back.
fn flood(addr: &Addr) {
    let mut end = End::new(UcxOptions::default());
    let conn = end.connect(addr);
    rig::say("connected");
    let mut round = 0;
    let mut unanswered = 0;
    loop {
        while unanswered < 32 {
            match end.transport.send(conn, message(round)) {
                Ok(()) => {}
                Err(SendError::Full(_)) => break,
                Err(_) => return,
            }
            round += 1;
            unanswered += 1;
        }
        match end.event() {
            Event::Received { message, .. } => {
                check_message(&message);
                unanswered -= 1;
            }
            Event::Closed { .. } => return,
            other => panic!("{other:?}"),
        }
    }
}

/// Connects, and then does nothing.
fn idle(addr: &Addr) {
    let mut end = End::new(UcxOptions::default());
    let conn = end.connect(addr);
    end.send(conn, message(0));
    rig::say("connected");
    while !rig::dismissed() {
        if let Some(Event::Closed { .. }) = end.event_within(Duration::from_millis(50)) {
            return;
        }
    }
}

/// Connects, and takes what comes.
fn swallow(addr: &Addr) {
    let mut end = End::new(UcxOptions::default());
    let conn = end.connect(addr);
    end.send(conn, message(0));
    loop {
        match end.event() {
            Event::Received { message, .. } => check_message(&message),
            Event::Closed { .. } => return,
            other => panic!("{other:?}"),
        }
    }
}

fn start_echo(path: Path, dir: &std::path::Path) -> (Peer, Addr) {
    let name = if path == Path::Tcp { "echo-tcp" } else { "echo-shm" };
    let mut peer = Peer::start(&[name, dir.to_str().unwrap()]);
    let addr = peer.hear().parse().unwrap();
    (peer, addr)
}

fn server_dies(path: Path) {
    let _turn = turn();
    let dir = tempfile::tempdir().unwrap();
    let mut end = End::new(UcxOptions::default());
    let mut before = None;
    for life in 0..6u64 {
        let (peer, addr) = start_echo(path, dir.path());
        let conn = end.connect(&addr);
        let mut peer = Some(peer);
        let mut killed_at = None;
        let (mut sent, mut received) = (0u64, 0u64);
        let kill_after = 3 + life * 40;
        let reason = loop {
            while killed_at.is_none() && sent - received < 48 {
                match end.transport.send(conn, message(sent)) {
                    Ok(()) => sent += 1,
                    Err(SendError::Full(_)) => break,
                    Err(fault) => panic!("{fault}"),
                }
            }
            match end.event() {
                Event::Received { conn: from, message } => {
                    assert_eq!(from, conn);
                    check_message(&message);
                    received += 1;
                    if received == kill_after {
                        peer.take().unwrap().kill();
                        killed_at = Some(end.env.now());
                    }
                }
                Event::Closed { conn: closed, reason } => {
                    assert_eq!(closed, conn);
                    break reason;
                }
                other => panic!("{other:?}"),
            }
        };
        let after = end.env.now() - killed_at.unwrap_or_else(|| panic!("closed before the kill: {reason}"));
        assert!(after < SOON, "told after {after:?}: {reason}");
        assert!(matches!(end.transport.send(conn, message(0)), Err(SendError::Closed)));
        // What the dead connection held is let go.
        assert!(end.event_within(Duration::from_millis(60)).is_none());
        let fds = fds();
        assert!(*before.get_or_insert(fds) >= fds, "descriptors: {before:?} became {fds}");
    }
}

/// A server killed in the middle of traffic is told within a second, on TCP; the next one can be used at once.
#[test]
fn server_dies_tcp() {
    server_dies(Path::Tcp);
}

/// A server killed in the middle of traffic is told within a second, by shared memory; the next one, too.
#[test]
fn server_dies_shm() {
    server_dies(Path::Shm);
}

fn fds() -> usize {
    std::fs::read_dir("/proc/self/fd").unwrap().count()
}

fn rss_kib() -> usize {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find(|line| line.starts_with("VmRSS:")).unwrap();
    line.split_whitespace().nth(1).unwrap().parse().unwrap()
}

fn shm_files() -> usize {
    // Those of this test's processes are unlinked as soon as they are open; what others run meanwhile is theirs.
    std::fs::read_dir("/dev/shm")
        .unwrap()
        .filter(|entry| entry.as_ref().is_ok_and(|entry| entry.file_name().to_string_lossy().contains("ucx")))
        .count()
}

/// Messages to send back.
type Out = std::collections::VecDeque<(ConnId, Message)>;

/// Serves echoes until `stop`, which sees each event, says so.
fn serve(end: &mut End, out: &mut Out, mut stop: impl FnMut(&mut End, &Event) -> bool) {
    loop {
        let event = if out.is_empty() { Some(end.event()) } else { end.event_within(Duration::ZERO) };
        if let Some(event) = event {
            let done = stop(end, &event);
            if let Event::Received { conn, message } = event {
                check_message(&message);
                out.push_back((conn, message));
            }
            if done {
                return;
            }
        }
        while let Some((conn, message)) = out.pop_front() {
            match end.transport.send(conn, message) {
                Ok(()) | Err(SendError::Closed) => {}
                Err(SendError::Full(message)) => {
                    out.push_front((conn, message));
                    break;
                }
                Err(fault) => panic!("{fault}"),
            }
        }
    }
}

/// Rounds of killing: fewer when all is slow (`sanitize.sh`).
fn rounds() -> u64 {
    std::env::var("OSMIA_UCX_TEST_ROUNDS").map_or(200, |rounds| rounds.parse().unwrap())
}

fn clients_die(path: Path) {
    let _turn = turn();
    let dir = tempfile::tempdir().unwrap();
    let mut end = End::new(UcxOptions::default());
    let addr = end.transport.listen(&path.addr(dir.path())).unwrap();
    let text = addr.to_string();
    // One client that lives through it all, to be served all the time.
    let survivor_peer = Peer::start(&["flood", &text]);
    let mut survivor = None;
    let mut out = Out::new();
    serve(&mut end, &mut out, |_, event| {
        if let Event::Accepted { conn, .. } = event {
            survivor = Some(*conn);
        }
        matches!(event, Event::Received { .. })
    });
    let mut marks = Vec::new();
    for round in 0..rounds() {
        let mut peer = Some(Peer::start(&["flood", &text]));
        let mut victim: Option<ConnId> = None;
        let mut killed_at = None;
        let (mut from_victim, mut from_survivor) = (0, 0);
        let kill_after = 1 + round * 7 % 60;
        serve(&mut end, &mut out, |end, event| {
            match event {
                Event::Accepted { conn, rail } => {
                    assert_eq!(*rail, addr);
                    victim = Some(*conn);
                }
                Event::Received { conn, .. } if Some(*conn) == victim => {
                    from_victim += 1;
                    if from_victim == kill_after
                        && let Some(peer) = peer.take()
                    {
                        peer.kill();
                        killed_at = Some(end.env.now());
                    }
                }
                Event::Received { conn, .. } if victim.is_none() && killed_at.is_some() => {
                    assert_eq!(Some(*conn), survivor);
                    from_survivor += 1;
                }
                Event::Closed { conn, reason } => {
                    assert_eq!(Some(*conn), victim, "{reason}");
                    let after =
                        end.env.now() - killed_at.unwrap_or_else(|| panic!("before the kill: {reason}"));
                    assert!(after < SOON, "told after {after:?}: {reason}");
                    victim = None;
                }
                _ => {}
            }
            from_survivor >= 5
        });
        if round % 20 == 19 {
            marks.push((fds(), rss_kib(), shm_files()));
        }
    }
    eprintln!("descriptors, resident KiB, files in /dev/shm: {marks:?}");
    if let (Some(early), Some(last)) = (marks.get(marks.len() / 4), marks.last()) {
        // A client that is in the middle of connecting or dying has up to 9 descriptors.
        assert!(last.0 <= early.0 + 9, "descriptors grow: {marks:?}");
        assert!(last.1 < early.1 + early.1 / 8 + 8192, "memory grows: {marks:?}");
        assert!(last.2 <= early.2 + 2, "files in /dev/shm grow: {marks:?}");
    }
    survivor_peer.kill();
    let limit = end.env.now() + SOON;
    while end.env.now() < limit {
        if let Some(Event::Closed { .. }) = end.event_within(Duration::from_millis(50)) {
            return;
        }
    }
    panic!("the survivor's death is not told");
}

/// 200 clients killed in the middle of traffic, by TCP: each told within a second, the others served on, nothing leaks.
#[test]
fn clients_die_tcp() {
    clients_die(Path::Tcp);
}

/// 200 clients killed in the middle of traffic, by shared memory: each told within a second, the others served on,
/// nothing leaks.
#[test]
fn clients_die_shm() {
    clients_die(Path::Shm);
}

/// Sends to a peer that is stopped until nothing more is taken.
fn fill(end: &mut End, conn: ConnId, only_long: bool) {
    let mut sent = 0;
    let mut stuck_since = end.env.now();
    while end.env.now() - stuck_since < Duration::from_millis(30) {
        match end.transport.send(conn, message(if only_long { sent * 7 + 4 } else { sent })) {
            Ok(()) => {
                sent += 1;
                stuck_since = end.env.now();
            }
            Err(SendError::Full(_)) => assert!(end.event_within(Duration::from_millis(1)).is_none()),
            Err(fault) => panic!("{fault}"),
        }
    }
}

fn stopped_client_dies(path: Path) {
    let _turn = turn();
    let dir = tempfile::tempdir().unwrap();
    let mut end = End::new(UcxOptions::default());
    let addr = end.transport.listen(&path.addr(dir.path())).unwrap();
    for round in 0..rounds().div_ceil(10) {
        let peer = Peer::start(&["swallow", &addr.to_string()]);
        let Event::Accepted { conn, .. } = end.event() else { panic!("nobody came") };
        end.message();
        // Messages that it takes, so that it is stopped in the middle of one; then those that get stuck.
        for number in 0..40 {
            end.send(conn, message(if round % 2 == 0 { number * 7 + 4 } else { number }));
        }
        peer.stop();
        fill(&mut end, conn, round % 2 == 0);
        let killed_at = end.env.now();
        peer.kill();
        match end.event() {
            Event::Closed { conn: closed, .. } => assert_eq!(closed, conn),
            other => panic!("{other:?}"),
        }
        let after = end.env.now() - killed_at;
        assert!(after < SOON, "told after {after:?}");
    }
}

/// A client that no longer takes what we send does not stop us, and when it is killed that is told within a second, by
/// TCP.
#[test]
fn stopped_client_dies_tcp() {
    stopped_client_dies(Path::Tcp);
}

/// A client that no longer takes what we send does not stop us, and when it is killed that is told within a second, by
/// shared memory. It did: waiting for a message never ended, as UCX does not arm a worker that has to wait for room.
#[test]
fn stopped_client_dies_shm() {
    stopped_client_dies(Path::Shm);
}

fn client_of_busy_server_dies(path: Path) {
    let _turn = turn();
    let dir = tempfile::tempdir().unwrap();
    let mut end = End::new(UcxOptions::default());
    let addr = end.transport.listen(&path.addr(dir.path())).unwrap();
    for round in 0..rounds().div_ceil(4) {
        let peer = Peer::start(&["flood", &addr.to_string()]);
        let mut out = Out::new();
        let mut received = 0;
        serve(&mut end, &mut out, |_, event| {
            received += u64::from(matches!(event, Event::Received { .. }));
            received == 20 + round
        });
        // We do something else, while the client sends until nothing more fits, and dies. What it has sent is read
        // after what we send has failed.
        let busy_until = end.env.now() + Duration::from_millis(1 + round % 5);
        while end.env.now() < busy_until {}
        peer.kill();
        let killed_at = end.env.now();
        serve(&mut end, &mut out, |_, event| matches!(event, Event::Closed { .. }));
        let after = end.env.now() - killed_at;
        assert!(after < SOON, "told after {after:?}");
    }
}

/// A client dies in the middle of traffic both ways while we are busy with something else: told within a second, and we
/// live. UCX aborted the process here in the middle of zero-copy sends, by TCP.
#[test]
fn client_of_busy_server_dies_tcp() {
    client_of_busy_server_dies(Path::Tcp);
}

/// A client dies in the middle of traffic both ways while we are busy with something else, by shared memory.
#[test]
fn client_of_busy_server_dies_shm() {
    client_of_busy_server_dies(Path::Shm);
}

fn idle_client_dies(path: Path) {
    let _turn = turn();
    let dir = tempfile::tempdir().unwrap();
    let mut end = End::new(UcxOptions::default());
    let addr = end.transport.listen(&path.addr(dir.path())).unwrap();
    let mut peer = Peer::start(&["idle", &addr.to_string()]);
    let Event::Accepted { conn, .. } = end.event() else { panic!("nobody came") };
    end.message();
    assert_eq!(peer.hear(), "connected");
    assert!(end.event_within(Duration::from_millis(200)).is_none());
    let killed_at = end.env.now();
    peer.kill();
    match end.event() {
        Event::Closed { conn: closed, .. } => assert_eq!(closed, conn),
        other => panic!("{other:?}"),
    }
    let after = end.env.now() - killed_at;
    assert!(after < SOON, "told after {after:?}");
}

/// The death of a client that is silent is told within a second, by TCP.
#[test]
fn idle_client_dies_tcp() {
    idle_client_dies(Path::Tcp);
}

/// The death of a client that is silent is told within a second, by shared memory.
#[test]
fn idle_client_dies_shm() {
    idle_client_dies(Path::Shm);
}
