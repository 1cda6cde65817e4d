//! What a hub hands to its owner.

use std::ops::Range;
use std::rc::Rc;

use osmia_env::{Buf, ConnId, Instant};
use osmia_protocol::{frame, wire};

use crate::peer::PeerInfo;

/// Something that came, in the order it came on its connection.
#[derive(Debug)]
pub enum Incoming {
    /// A request that wants one [`Hub::reply`](crate::Hub::reply).
    Request(IncomingRequest),
    /// A server's message to its client that wants no reply.
    Notice {
        /// From whom.
        peer: PeerInfo,
        /// What.
        frame: NoticeFrame,
    },
    /// A connection that had shaken hands has ended. What is still replied to it goes nowhere.
    Closed {
        /// Whose.
        peer: PeerInfo,
    },
}

/// A request, where it came from and until when its answer is wanted.
#[derive(Debug)]
pub struct IncomingRequest {
    /// Where the reply goes.
    pub from: ReplyTo,
    /// Who asks.
    pub peer: PeerInfo,
    /// What is asked.
    pub frame: RequestFrame,
    /// Bulk data of the request: `Request.body_bytes` bytes.
    pub body: Option<Buf>,
    /// When it was received.
    pub received: Instant,
    /// After this the asker has given up: the request is answered with `Status::Deadline` unless it has been run.
    pub deadline: Instant,
}

/// Names one request of one connection. Exactly one reply (or [`Hub::forget`](crate::Hub::forget)) is owed to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ReplyTo {
    /// The connection.
    pub conn: ConnId,
    /// `Request.id`.
    pub id: u64,
}

/// One frame within a message that several frames share.
#[derive(Clone)]
pub(crate) struct FrameBytes {
    head: Rc<Buf>,
    start: u32,
    end: u32,
}

impl FrameBytes {
    pub(crate) fn new(head: Rc<Buf>, range: Range<usize>) -> FrameBytes {
        // A head has at most a mebibyte: checked when it was received.
        FrameBytes { head, start: range.start as u32, end: range.end as u32 }
    }

    pub(crate) fn bytes(&self) -> &[u8] {
        &self.head[self.start as usize..self.end as usize]
    }
}

macro_rules! frame_view {
    ($(#[$doc:meta])* $name:ident, $table:ident, $view:ident) => {
        $(#[$doc])*
        #[derive(Clone)]
        pub struct $name(pub(crate) FrameBytes);

        impl $name {
            /// Its fields, read in place. Each accessor checks what it reads.
            pub fn get(&self) -> wire::$view<'_> {
                match frame::read(self.0.bytes()) {
                    Ok(wire::FrameBodyRef::$table(view)) => view,
                    _ => unreachable!("the hub read the same bytes when they came"),
                }
            }

            /// The whole frame as it came.
            pub fn bytes(&self) -> &[u8] {
                self.0.bytes()
            }

            /// The message's head that it lies in, and where: to keep it beyond this type.
            pub fn into_parts(self) -> (Rc<Buf>, Range<usize>) {
                (self.0.head, self.0.start as usize..self.0.end as usize)
            }
        }

        impl std::fmt::Debug for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                self.get().fmt(f)
            }
        }
    };
}
frame_view!(
    /// A request's bytes, checked to be one.
    RequestFrame, Request, RequestRef
);
frame_view!(
    /// A notice's bytes, checked to be one.
    NoticeFrame, Notice, NoticeRef
);
frame_view!(
    /// A reply's bytes, checked to be one.
    ReplyFrame, Reply, ReplyRef
);
