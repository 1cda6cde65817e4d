//! What an operation answers, and its encoding.

use osmia_protocol::planus::{Builder, Offset, UnionOffset};
use osmia_protocol::{InodeId, Status, wire};

use crate::store::inode::{Inode, Stripes};

/// The result of an operation that ran to its end.
#[derive(Debug)]
pub enum Answer {
    /// Success says it all.
    Done,
    /// Attributes of a file or directory.
    Attr {
        /// It.
        inode: Box<Inode>,
        /// Directory that holds its dentry; 0: unknown or none.
        dir: InodeId,
    },
    /// An opened, perhaps created, file or directory.
    Open {
        /// Id of the open; 0: it was only created.
        open: u64,
        /// It was made by this call.
        created: bool,
        /// It.
        inode: Box<Inode>,
        /// Directory that holds its dentry; 0: unknown or none.
        dir: InodeId,
    },
    /// The walk goes on at the owner of `dir`.
    Elsewhere {
        /// Where it goes on.
        dir: InodeId,
        /// Bytes of the path that are done.
        consumed: u32,
    },
    /// The walk met a symbolic link, which the client follows.
    Follow {
        /// Directory that holds the link; 0: unknown.
        dir: InodeId,
        /// Bytes of the path that are done, the link's name among them.
        consumed: u32,
        /// What the link says.
        target: Box<[u8]>,
    },
    /// An extended attribute, a list of their names, or what a symbolic link says.
    Value(Vec<u8>),
    /// A page of a directory.
    Page(Page),
    /// Anything else.
    Other(Box<wire::Outcome>),
}

/// A page of a directory.
#[derive(Debug, Default)]
pub struct Page {
    /// In the order of their hash.
    pub entries: Vec<PageEntry>,
    /// Where the next page begins.
    pub cursor: u64,
    /// Nothing follows.
    pub end: bool,
}

/// An entry of a page.
#[derive(Debug)]
pub struct PageEntry {
    /// Its name.
    pub name: Vec<u8>,
    /// The child.
    pub id: InodeId,
    /// DT_* of readdir(3).
    pub kind: u8,
    /// Cookie of what follows it.
    pub cursor: u64,
    /// The child's attributes.
    pub attr: Option<wire::Attr>,
    /// Of a device.
    pub rdev: u64,
}

/// What every reply of a shard carries.
#[derive(Clone, Copy, Debug)]
pub struct Stamp {
    /// This life of the store.
    pub incarnation: u64,
    /// Version of the shard's cluster map.
    pub epoch: u32,
}

fn stripes(builder: &mut Builder, inode: &Inode) -> Option<Offset<wire::StripeLayout>> {
    let Stripes { version, stripe_bytes, targets } = &inode.stripes;
    (!targets.is_empty())
        .then(|| wire::StripeLayout::create(builder, *version, *stripe_bytes, targets.as_slice(), inode.cut))
}

/// Encodes the reply frame of a request that succeeded, or whose walk goes on elsewhere.
pub fn encode(
    builder: &mut Builder,
    request: u64,
    stamp: Stamp,
    answer: &Answer,
    walked: &[wire::Walked],
) -> Vec<u8> {
    builder.clear();
    let walked = (!walked.is_empty()).then_some(walked);
    let mut status = Status::Ok;
    let outcome = match answer {
        Answer::Done => {
            let done = wire::Done::create(builder, walked);
            wire::Outcome::create_done(builder, done)
        }
        Answer::Attr { inode, dir } => {
            let stripes = stripes(builder, inode);
            let ok = wire::AttrOk::create(builder, inode.attr(), stripes, dir.0, walked, inode.rdev);
            wire::Outcome::create_attr_ok(builder, ok)
        }
        Answer::Open { open, created, inode, dir } => {
            let stripes = stripes(builder, inode);
            let ok = wire::OpenOk::create(builder, *open, *created, inode.attr(), stripes, dir.0, walked);
            wire::Outcome::create_open_ok(builder, ok)
        }
        Answer::Elsewhere { dir, consumed } => {
            status = Status::Elsewhere;
            let at = wire::ContinueAt::create(builder, dir.0, *consumed, walked);
            wire::Outcome::create_continue_at(builder, at)
        }
        Answer::Follow { dir, consumed, target } => {
            status = Status::Elsewhere;
            let at = wire::FollowLink::create(builder, dir.0, *consumed, target, walked);
            wire::Outcome::create_follow_link(builder, at)
        }
        Answer::Value(value) => {
            let ok = wire::ValueOk::create(builder, value, walked);
            wire::Outcome::create_value_ok(builder, ok)
        }
        Answer::Page(page) => encode_page(builder, page),
        Answer::Other(outcome) => {
            return finish(builder, request, stamp, Status::Ok, "", 0, Some(outcome.as_ref()));
        }
    };
    finish(builder, request, stamp, status, "", 0, Some(outcome))
}

fn encode_page(builder: &mut Builder, page: &Page) -> UnionOffset<wire::Outcome> {
    let entries: Vec<Offset<wire::Entry>> = page
        .entries
        .iter()
        .map(|entry| {
            wire::Entry::create(
                builder,
                entry.name.as_slice(),
                entry.id.0,
                entry.kind,
                entry.cursor,
                entry.attr,
                entry.rdev,
            )
        })
        .collect();
    let ok = wire::ReaddirOk::create(builder, entries.as_slice(), page.cursor, page.end);
    wire::Outcome::create_readdir_ok(builder, ok)
}

/// Encodes the reply frame of a request that failed.
pub fn encode_failure(
    builder: &mut Builder,
    request: u64,
    stamp: Stamp,
    status: Status,
    detail: &str,
    retry_ms: u32,
) -> Vec<u8> {
    builder.clear();
    finish(builder, request, stamp, status, detail, retry_ms, None::<UnionOffset<wire::Outcome>>)
}

fn finish(
    builder: &mut Builder,
    request: u64,
    stamp: Stamp,
    status: Status,
    detail: &str,
    retry_ms: u32,
    outcome: impl osmia_protocol::planus::WriteAsOptionalUnion<wire::Outcome>,
) -> Vec<u8> {
    let detail = (!detail.is_empty()).then_some(detail);
    let reply = wire::Reply::create(
        builder,
        request,
        status.to_wire(),
        stamp.incarnation,
        stamp.epoch,
        0,
        retry_ms,
        detail,
        outcome,
    );
    let body = wire::FrameBody::create_reply(builder, reply);
    let frame = wire::Frame::create(builder, body);
    builder.finish(frame, None).to_vec()
}

/// A recorded reply again, for a repetition that has another request id and comes in another life. `None` when the
/// recorded bytes are no reply.
pub fn again(request: u64, stamp: Stamp, recorded: &[u8]) -> Option<Vec<u8>> {
    let mut frame = recorded.to_vec();
    osmia_protocol::frame::patch_reply(&mut frame, request, stamp.incarnation, stamp.epoch)?;
    Some(frame)
}
