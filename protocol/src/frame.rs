//! How frames are packed into a message.
//!
//! A message has a head and perhaps a body. The head is a row of frames: a little-endian `u64` length, then that
//! many bytes of FlatBuffers with root table [`wire::Frame`], padded with zeros to a multiple of 8 so that every
//! frame starts aligned. The body is bulk data; it belongs to the frames whose `body_bytes` is not zero, in order
//! (docs/wire.md).

use planus::{Builder, ReadAsRoot, WriteAsOffset};

use crate::wire;

/// Largest frame, in bytes. The largest legitimate one is a page of a directory.
pub const FRAME_BYTES_MAX: usize = 256 * 1024;
/// Largest head of a message, in bytes.
pub const HEAD_BYTES_MAX: usize = 1024 * 1024;
/// Largest body of a message, in bytes.
pub const BODY_BYTES_MAX: usize = 16 * 1024 * 1024;

/// Bytes of the length before each frame.
pub const LENGTH_BYTES: usize = 8;

/// Why a head cannot be read. The connection that it came by is closed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FrameError {
    /// The length of a frame runs past the head, is zero, or exceeds [`FRAME_BYTES_MAX`].
    #[error("frame at byte {at} claims {len} bytes, the message has {have} left")]
    Length {
        /// Offset of the frame in the head.
        at: usize,
        /// What it claims.
        len: usize,
        /// What is there.
        have: usize,
    },
    /// The frame is not a FlatBuffer of our schema.
    #[error("frame at byte {at}: {reason}")]
    Content {
        /// Offset of the frame in the head.
        at: usize,
        /// What is wrong with it.
        reason: String,
    },
}

/// Appends one frame to a head. Gives the offset at which the frame's length stands.
pub fn push(head: &mut Vec<u8>, frame: &[u8]) -> usize {
    let at = head.len();
    head.extend_from_slice(&(frame.len() as u64).to_le_bytes());
    head.extend_from_slice(frame);
    head.resize(head.len().next_multiple_of(8), 0);
    at
}

macro_rules! push_frame {
    ($(#[$doc:meta])* $push:ident, $table:ident, $create:ident) => {
        $(#[$doc])*
        pub fn $push(
            head: &mut Vec<u8>,
            builder: &mut Builder,
            body: impl WriteAsOffset<wire::$table>,
        ) {
            builder.clear();
            let body = body.prepare(builder);
            let body = wire::FrameBody::$create(builder, body);
            let frame = wire::Frame::create(builder, body);
            push(head, builder.finish(frame, None));
        }
    };
}
push_frame!(
    /// Encodes a request (an owned one, or an offset or builder of the generated code) and appends it.
    push_request, Request, create_request
);
push_frame!(
    /// Encodes a reply and appends it.
    push_reply, Reply, create_reply
);
push_frame!(
    /// Encodes a notice and appends it.
    push_notice, Notice, create_notice
);

/// The frames of a head, in order, each as its bytes; after an error nothing more comes.
pub fn frames(head: &[u8]) -> Frames<'_> {
    Frames { head, at: 0 }
}

/// Iterator of [`frames`].
#[derive(Debug)]
pub struct Frames<'a> {
    head: &'a [u8],
    at: usize,
}

impl<'a> Iterator for Frames<'a> {
    type Item = Result<&'a [u8], FrameError>;

    fn next(&mut self) -> Option<Self::Item> {
        let at = self.at;
        let rest = self.head.get(at..).filter(|rest| !rest.is_empty())?;
        self.at = self.head.len();
        let have = rest.len().saturating_sub(LENGTH_BYTES);
        let Some((length, rest)) = rest.split_first_chunk::<LENGTH_BYTES>() else {
            return Some(Err(FrameError::Length { at, len: 0, have }));
        };
        let len = usize::try_from(u64::from_le_bytes(*length)).unwrap_or(usize::MAX);
        if len == 0 || len > FRAME_BYTES_MAX || len > have {
            return Some(Err(FrameError::Length { at, len, have }));
        }
        self.at = (at + LENGTH_BYTES + len).next_multiple_of(8);
        Some(Ok(&rest[..len]))
    }
}

/// Reads one frame of [`frames`].
///
/// # Errors
/// [`FrameError::Content`] when its root or body cannot be read. What lies deeper is checked as it is read: every
/// accessor of [`wire`] returns a `Result`.
pub fn read(frame: &[u8]) -> Result<wire::FrameBodyRef<'_>, FrameError> {
    let wrong = |reason: String| FrameError::Content { at: 0, reason };
    let root = wire::FrameRef::read_as_root(frame).map_err(|error| wrong(error.to_string()))?;
    root.body().map_err(|error| wrong(error.to_string()))?.ok_or_else(|| wrong("it has no body".into()))
}

/// Rewrites the id, incarnation and epoch of an encoded reply, so that a recorded one can be sent again. A field
/// that was left out of the encoding for being 0 stays so, but for the id, which must be there.
///
/// `None`, and nothing is changed, when `frame` is not a reply with an id.
pub fn patch_reply(frame: &mut [u8], id: u64, incarnation: u64, epoch: u32) -> Option<()> {
    let root = offset(frame, 0)?;
    let kind = field(frame, root, 0)?;
    if *frame.get(kind)? != REPLY_TAG {
        return None;
    }
    let body = field(frame, root, 1)?;
    let reply = offset(frame, body)?;
    let at = field(frame, reply, 0)?;
    frame.get_mut(at..at.checked_add(8)?)?.copy_from_slice(&id.to_le_bytes());
    if let Some(at) = field(frame, reply, 2) {
        frame.get_mut(at..at.checked_add(8)?)?.copy_from_slice(&incarnation.to_le_bytes());
    }
    if let Some(at) = field(frame, reply, 3) {
        frame.get_mut(at..at.checked_add(4)?)?.copy_from_slice(&epoch.to_le_bytes());
    }
    Some(())
}

/// Number of `Reply` in the union `FrameBody`.
const REPLY_TAG: u8 = 2;

/// Follows the offset that stands at byte `at`.
fn offset(frame: &[u8], at: usize) -> Option<usize> {
    let bytes = frame.get(at..at.checked_add(4)?)?.try_into().ok()?;
    at.checked_add(u32::from_le_bytes(bytes) as usize)
}

/// Where field `slot` of the table at byte `table` stands; `None` when it is not there.
fn field(frame: &[u8], table: usize, slot: usize) -> Option<usize> {
    let back = i32::from_le_bytes(frame.get(table..table.checked_add(4)?)?.try_into().ok()?);
    let vtable = usize::try_from(i64::try_from(table).ok()? - i64::from(back)).ok()?;
    let entry = |at: usize| {
        Some(usize::from(u16::from_le_bytes(frame.get(at..at.checked_add(2)?)?.try_into().ok()?)))
    };
    let at = 4 + 2 * slot;
    if at + 2 > entry(vtable)? {
        return None;
    }
    match entry(vtable.checked_add(at)?)? {
        0 => None,
        within => table.checked_add(within),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is pushed comes out again, frame by frame, and every frame starts aligned.
    #[test]
    fn round_trip() {
        let mut head = Vec::new();
        let mut builder = Builder::new();
        for id in 1..4 {
            let call = wire::Call::Rename(Box::new(wire::Rename {
                from_name: Some(vec![0xff; id as usize]),
                to_name: Some(b"b".to_vec()),
                ..Default::default()
            }));
            let request = wire::Request { id, call: Some(call), ..Default::default() };
            push_request(&mut head, &mut builder, &request);
        }
        let ids: Vec<u64> = frames(&head)
            .map(|frame| match read(frame.unwrap()).unwrap() {
                wire::FrameBodyRef::Request(request) => request.id().unwrap(),
                other => panic!("{other:?}"),
            })
            .collect();
        assert_eq!(ids, [1, 2, 3]);
        assert_eq!(head.len() % 8, 0);
    }
}
