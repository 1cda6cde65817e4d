//! Frames: what is written comes back, old bytes stay valid, and no bytes make the reader panic.
#![allow(clippy::unwrap_used)]

mod reader;
mod samples;

use std::collections::BTreeSet;
use std::fmt::Write;

use osmia_protocol::frame::{self, FRAME_BYTES_MAX, FrameError, LENGTH_BYTES};
use osmia_protocol::planus::{Builder, Offset, ReadAsRoot};
use osmia_protocol::{deep, wire};
use proptest::prelude::*;
use reader::{encode, read_all};

const FIXTURES: &str = include_str!("fixtures/frames-1.hex");

fn decode(bytes: &[u8]) -> wire::Frame {
    wire::Frame::try_from(wire::FrameRef::read_as_root(bytes).unwrap()).unwrap()
}

fn from_hex(hex: &str) -> Vec<u8> {
    (0..hex.len() / 2).map(|i| u8::from_str_radix(&hex[2 * i..2 * i + 2], 16).unwrap()).collect()
}

/// Names in a union of the schema.
fn union(name: &str) -> BTreeSet<String> {
    let schema = include_str!("../schema/osmia.fbs");
    let (_, rest) = schema.split_once(&format!("union {name} {{")).unwrap();
    let (members, _) = rest.split_once('}').unwrap();
    members.split(',').map(|member| member.trim().to_owned()).filter(|member| !member.is_empty()).collect()
}

/// There is a sample of every call and outcome of the schema.
#[test]
fn samples_are_complete() {
    let calls: BTreeSet<String> = samples::calls().into_iter().map(|(name, _)| name.to_owned()).collect();
    assert_eq!(calls, union("Call"));
    let outcomes: BTreeSet<String> =
        samples::outcomes().into_iter().map(|(name, _)| name.to_owned()).collect();
    assert_eq!(outcomes, union("Outcome"));
}

/// Every frame comes back as it was written, with every field, and passes the deep check.
#[test]
fn every_frame_round_trips() {
    for (name, sample) in samples::frames() {
        let bytes = encode(&sample);
        assert_eq!(decode(&bytes), sample, "{name}");
        let body = frame::read(&bytes).unwrap();
        deep::check(&body, bytes.len()).unwrap();
        assert_ne!(deep::touch_all(&body), 0);
    }
}

/// Bytes written by version 1 of the wire format mean today what they meant then.
///
/// `OSMIA_WRITE_FIXTURES=1` writes the file anew: only before a first release, or when adding lines.
#[test]
fn old_bytes_stay_valid() {
    if std::env::var_os("OSMIA_WRITE_FIXTURES").is_some() {
        let mut text = String::new();
        for (name, sample) in samples::frames() {
            write!(text, "{name}:").unwrap();
            encode(&sample).iter().for_each(|byte| write!(text, "{byte:02x}").unwrap());
            text.push('\n');
        }
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/frames-1.hex");
        std::fs::write(path, text).unwrap();
        return;
    }
    let samples = samples::frames();
    let mut lines = FIXTURES.lines();
    for (name, sample) in &samples {
        let (old_name, hex) = lines.next().unwrap_or(":").split_once(':').unwrap();
        assert_eq!((old_name, &decode(&from_hex(hex))), (name.as_str(), sample));
    }
    assert_eq!(lines.next(), None);
}

/// A recorded reply gets another id, incarnation and epoch, and nothing else of it changes; what is no reply, or has no
/// id, is left alone.
#[test]
fn patch_reply() {
    for (name, sample) in samples::frames() {
        let mut bytes = encode(&sample);
        let patched = frame::patch_reply(&mut bytes, 42, 43, 44);
        match sample.body.clone() {
            Some(wire::FrameBody::Reply(mut reply)) => {
                (reply.id, reply.incarnation, reply.epoch) = (42, 43, 44);
                assert_eq!(patched, Some(()), "{name}");
                assert_eq!(decode(&bytes).body, Some(wire::FrameBody::Reply(reply)), "{name}");
            }
            _ => assert_eq!((patched, decode(&bytes)), (None, sample), "{name}"),
        }
    }
    let body = wire::FrameBody::Reply(Box::new(wire::Reply { id: 0, status: 2, ..Default::default() }));
    let without_id = wire::Frame { body: Some(body) };
    let mut bytes = encode(&without_id);
    assert_eq!((frame::patch_reply(&mut bytes, 1, 1, 1), decode(&bytes)), (None, without_id));
}

/// Lengths that are zero, too large or beyond the message are errors, and nothing is read after one.
#[test]
fn lengths() {
    let good = encode(&samples::frames()[0].1);
    let mut head = Vec::new();
    frame::push(&mut head, &good);
    let first = head.len();
    for len in [0, FRAME_BYTES_MAX as u64 + 1, u64::MAX, good.len() as u64 + 1] {
        let mut bad = head.clone();
        bad.extend_from_slice(&len.to_le_bytes());
        bad.extend_from_slice(&good);
        let read: Vec<_> = frame::frames(&bad).collect();
        assert_eq!((read.len(), &read[0]), (2, &Ok(good.as_slice())), "{len}");
        assert!(matches!(read[1], Err(FrameError::Length { at, .. }) if at == first), "{len}: {:?}", read[1]);
    }
    // The last frame's padding may be missing; a part of a length may not.
    assert!(frame::frames(&head[..LENGTH_BYTES + good.len()]).all(|frame| frame.is_ok()));
    head.extend_from_slice(&[0; 7]);
    assert!(frame::frames(&head).last().unwrap().is_err());
    assert!(frame::frames(&[]).next().is_none());
}

/// Equal keys are encoded once: a transaction that guards and changes the same long names is read all the same.
#[test]
fn shared_keys_are_read() {
    let key = || Some(vec![7; 274]);
    let guard = || wire::Guard { kind: wire::GuardKind::Present, key: key(), ..Default::default() };
    let change = || wire::Change { key: key(), ..Default::default() };
    let prepare = wire::Prepare {
        txn: None,
        guards: Some(vec![guard(), guard(), guard()]),
        changes: Some(vec![change(), change(), change()]),
    };
    let call = wire::Call::Prepare(Box::new(prepare));
    let request = wire::Request { id: 1, call: Some(call), ..Default::default() };
    let mut head = Vec::new();
    frame::push_request(&mut head, &mut Builder::new(), &request);
    assert!(head.len() < 6 * 274, "they are shared");
    let bytes = frame::frames(&head).next().unwrap().unwrap();
    let body = frame::read(bytes).unwrap();
    deep::check(&body, bytes.len()).unwrap();
}

/// A frame of one table that is in a vector many times is refused: copying it would make far more than was sent.
#[test]
fn shared_tables_are_refused() {
    let mut builder = Builder::new();
    let path = wire::Where::create(&mut builder, 0, 0, [b'x'; 1000], 0, false);
    let open = wire::OpenFile::create(&mut builder, 1, path, 0);
    let few = frame_of_opens(&mut builder, &[open; 1]);
    deep::check(&frame::read(&few).unwrap(), few.len()).unwrap();
    let mut builder = Builder::new();
    let path = wire::Where::create(&mut builder, 0, 0, [b'x'; 1000], 0, false);
    let open = wire::OpenFile::create(&mut builder, 1, path, 0);
    let many = frame_of_opens(&mut builder, &vec![open; 50_000]);
    let error = deep::check(&frame::read(&many).unwrap(), many.len()).unwrap_err();
    assert!(error.to_string().contains("shared"), "{error}");
}

fn frame_of_opens(builder: &mut Builder, opens: &[Offset<wire::OpenFile>]) -> Vec<u8> {
    let call = wire::OpenSession::create(builder, 1, 0, 1, opens);
    let call = wire::Call::create_open_session(builder, call);
    let request = wire::Request::create(builder, 1, 0, 0, 0, 0, 0, 0, 0, (), (), (), 0, call);
    let body = wire::FrameBody::create_request(builder, request);
    let frame = wire::Frame::create(builder, body);
    builder.finish(frame, None).to_vec()
}

fn sample_heads() -> Vec<Vec<u8>> {
    let push = |(_, sample): (String, wire::Frame)| {
        let mut head = Vec::new();
        frame::push(&mut head, &encode(&sample));
        head
    };
    samples::frames().into_iter().map(push).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    /// Random bytes never panic.
    #[test]
    fn noise(head in proptest::collection::vec(any::<u8>(), 0..600)) {
        read_all(&head);
    }

    /// Random bytes with a right length never panic.
    #[test]
    fn framed_noise(bytes in proptest::collection::vec(any::<u8>(), 1..600)) {
        let mut head = Vec::new();
        frame::push(&mut head, &bytes);
        read_all(&head);
    }

    /// Every frame cut anywhere, and with bytes changed anywhere, never panics.
    #[test]
    fn damaged(
        which in any::<proptest::sample::Index>(),
        changes in proptest::collection::vec((any::<proptest::sample::Index>(), any::<u8>()), 0..8),
        cut in proptest::option::of(any::<proptest::sample::Index>()),
    ) {
        let heads = sample_heads();
        let mut head = which.get(heads.as_slice()).clone();
        for (at, byte) in changes {
            let at = at.index(head.len());
            head[at] = byte;
        }
        if let Some(cut) = cut {
            let len = cut.index(head.len());
            head.truncate(len);
        }
        read_all(&head);
    }

    /// A message of several frames gives them all back in order, whatever their sizes.
    #[test]
    fn many_frames(picks in proptest::collection::vec(any::<proptest::sample::Index>(), 0..20)) {
        let heads = sample_heads();
        let frames = samples::frames();
        let mut head = Vec::new();
        for pick in &picks {
            head.extend_from_slice(&heads[pick.index(heads.len())]);
        }
        let read: Vec<wire::Frame> = frame::frames(&head).map(|bytes| decode(bytes.unwrap())).collect();
        let picked: Vec<wire::Frame> = picks.iter().map(|pick| pick.get(frames.as_slice()).1.clone()).collect();
        prop_assert_eq!(read, picked);
        prop_assert_eq!(read_all(&head), picks.len());
    }

    /// The fields that every request and reply has come back, at their extremes too.
    #[test]
    fn headers(
        id: u64, session: u64, number: u64, slot: u16, epoch: u32, budget_ms: u32, body_bytes: u32,
        uid: u32, groups in proptest::option::of(proptest::collection::vec(any::<u32>(), 0..70)),
        path in proptest::option::of(proptest::collection::vec(any::<u8>(), 0..5000)),
        status: u16, incarnation: u64, detail in proptest::option::of(".{0,100}"),
    ) {
        let at = Some(Box::new(wire::Where { path, ..Default::default() }));
        let call = Some(wire::Call::Lookup(Box::new(wire::Lookup { at })));
        let request = wire::Request {
            id, session, number, slot, epoch, budget_ms, body_bytes, uid, groups, call, ..Default::default()
        };
        let reply = wire::Reply { id, status, incarnation, epoch, body_bytes, detail, ..Default::default() };
        let mut head = Vec::new();
        let mut builder = Builder::new();
        frame::push_request(&mut head, &mut builder, &request);
        frame::push_reply(&mut head, &mut builder, &reply);
        let read: Vec<wire::Frame> = frame::frames(&head).map(|bytes| decode(bytes.unwrap())).collect();
        prop_assert_eq!(read[0].body.clone(), Some(wire::FrameBody::Request(Box::new(request))));
        prop_assert_eq!(read[1].body.clone(), Some(wire::FrameBody::Reply(Box::new(reply))));
    }
}
