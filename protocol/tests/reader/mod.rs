//! Reads all that can be read of a message's head. Shared by the tests and the fuzz target.
#![allow(missing_docs)]

use osmia_protocol::planus::{Builder, ReadAsRoot};
use osmia_protocol::{deep, frame, wire};

pub fn encode(frame: &wire::Frame) -> Vec<u8> {
    Builder::new().finish(frame, None).to_vec()
}

/// Reads what servers and clients read, field by field; gives the number of frames that are whole. Panics when one of
/// them changes by being written again.
pub fn read_all(head: &[u8]) -> usize {
    let mut whole = 0;
    for bytes in frame::frames(head) {
        let Ok(bytes) = bytes else { break };
        let mut copy = bytes.to_vec();
        let _ = frame::patch_reply(&mut copy, 1, 2, 3);
        let Ok(body) = frame::read(bytes) else { continue };
        if deep::check(&body, bytes.len()).is_err() {
            continue;
        }
        deep::touch_all(&body);
        let Ok(owned) = wire::FrameBody::try_from(body) else { continue };
        let frame = wire::Frame { body: Some(owned) };
        let again = encode(&frame);
        let reread = wire::FrameRef::read_as_root(&again).and_then(wire::Frame::try_from);
        assert_eq!(reread.as_ref().ok(), Some(&frame));
        whole += 1;
    }
    whole
}
