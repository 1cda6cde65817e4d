//! Faults made on purpose: `sanitize.sh` requires valgrind to report each of them. They run only when asked for by
//! `OSMIA_UCX_CANARY`, and do nothing otherwise.
#![allow(unsafe_code, clippy::unwrap_used, reason = "the faults are the point")]

mod rig;

use osmia_env::{Event, Message, Transport};
use osmia_ucx::UcxOptions;
use rig::{End, Path};

fn asked() -> bool {
    std::env::var_os("OSMIA_UCX_CANARY").is_some()
}

/// Reads memory that is free.
#[test]
fn use_after_free() {
    if !asked() {
        return;
    }
    let freed = {
        let boxed = Box::new(std::hint::black_box([7u8; 64]));
        &raw const *boxed
    };
    // SAFETY: none; this is the fault.
    let byte = unsafe { freed.cast::<u8>().read_volatile() };
    std::hint::black_box(byte);
}

/// Loses memory.
#[test]
fn leak() {
    if !asked() {
        return;
    }
    std::mem::forget(std::hint::black_box(Box::new([7u8; 4096])));
}

/// Frees a buffer while UCX sends it: what this crate must never do.
#[test]
fn free_in_flight() {
    if !asked() {
        return;
    }
    let mut server = End::new(UcxOptions::default());
    let dir = tempfile::tempdir().unwrap();
    let addr = server.transport.listen(&Path::Tcp.addr(dir.path())).unwrap();
    let mut client = End::new(UcxOptions::default());
    let conn = client.transport.connect(&addr);
    let mut connected = false;
    while !connected {
        server.poll();
        client.poll();
        connected = client.events.drain(..).any(|event| matches!(event, Event::Connected { .. }));
    }
    let body = rig::pattern(1, 4 << 20);
    // SAFETY: none; this is the fault: two owners, of which one lets go.
    let twin = unsafe { std::ptr::read(&body) };
    client.transport.send(conn, Message { head: rig::pattern(1, 8), body: Some(body) }).unwrap();
    drop(twin);
    for _ in 0..10_000 {
        server.poll();
        client.poll();
    }
}
