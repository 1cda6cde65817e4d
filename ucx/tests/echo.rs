//! Messages between two processes, over both paths.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod rig;

use osmia_env::{Buf, Event, Message, Transport};
use osmia_ucx::UcxOptions;
use rig::{End, Path, Peer, check, pattern};

/// Not a test by itself: the part of the peer process, which the tests start.
#[test]
fn play() {
    let Some(role) = rig::role() else { return };
    let path = if role[0] == "tcp" { Path::Tcp } else { Path::Shm };
    rig::play_echo(path, role[1].as_ref(), UcxOptions::default());
}

fn echo(path: Path) {
    let dir = tempfile::tempdir().unwrap();
    let name = if path == Path::Tcp { "tcp" } else { "shm" };
    let mut peer = Peer::start(&[name, dir.path().to_str().unwrap()]);
    let addr = peer.hear().parse().unwrap();
    let mut end = End::new(UcxOptions::default());
    let conn = end.connect(&addr);
    let sizes = [
        (0, None),
        (1, None),
        (64, None),
        (4072, None),
        (4073, None),
        (8000, None),
        (70_000, None),
        (1 << 20, None),
        (10, Some(0)),
        (10, Some(1)),
        (100, Some(4096)),
        (5_000, Some(50_000)),
        (300_000, Some(0)),
        (300_000, Some(1)),
        (1 << 20, Some(1 << 20)),
        (64, Some(1 << 20)),
        (64, Some(16 << 20)),
    ];
    for (round, (head, body)) in sizes.into_iter().enumerate() {
        let seed = round as u64;
        let body = body.map(|len: usize| (len, pattern(!seed, len)));
        let len = body.as_ref().map(|(len, _)| *len);
        end.send(conn, Message { head: pattern(seed, head), body: body.map(|(_, buf): (_, Buf)| buf) });
        let (from, message) = end.message();
        assert_eq!(from, conn);
        check(&message.head, seed, head);
        assert_eq!(message.body.as_ref().map(|body| body.len()), len);
        if let (Some(body), Some(len)) = (&message.body, len) {
            check(body, !seed, len);
        }
    }
    end.transport.close(conn);
    assert!(matches!(end.event(), Event::Closed { conn: closed, .. } if closed == conn));
    drop(end);
    peer.finish();
}

/// Messages of every size come back as they were, by TCP.
#[test]
fn echo_tcp() {
    echo(Path::Tcp);
}

/// Messages of every size come back as they were, by shared memory.
#[test]
fn echo_shm() {
    echo(Path::Shm);
}
