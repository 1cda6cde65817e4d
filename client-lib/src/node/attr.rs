//! Attributes, extended attributes, and what a symbolic link says.

use osmia_net::{Repeat, Response};
use osmia_protocol::flags::setattr_valid;
use osmia_protocol::stripe::FILE_BYTES_MAX;
use osmia_protocol::{Status, wire};

use super::walk::{by_id, node};
use super::{Node, NodeRef, Nodes};
use crate::SetTime;
use crate::error::{Error, Result};
use crate::fs::{report_size, wanted};
use crate::lane::Lane;

/// What a setattr changes; `None` and [`SetTime::Keep`] stay as they are.
#[derive(Clone, Copy, Debug)]
pub struct SetAttr {
    /// Permission bits.
    pub mode: Option<u32>,
    /// Owner.
    pub uid: Option<u32>,
    /// Group.
    pub gid: Option<u32>,
    /// Size: truncate(2).
    pub size: Option<u64>,
    /// Time of access.
    pub atime: SetTime,
    /// Time of modification.
    pub mtime: SetTime,
}

impl Default for SetAttr {
    fn default() -> SetAttr {
        let (atime, mtime) = (SetTime::Keep, SetTime::Keep);
        SetAttr { mode: None, uid: None, gid: None, size: None, atime, mtime }
    }
}

impl SetAttr {
    fn call(&self, at: wire::Where) -> wire::Call {
        let bit = |given: bool, bit: u32| if given { bit } else { 0 };
        let time = |time: SetTime, given: u32, now: u32| match time {
            SetTime::Keep => (0, 0),
            SetTime::Now => (now, 0),
            SetTime::To(time) => (given, time.0),
        };
        let (atime_valid, atime) = time(self.atime, setattr_valid::ATIME, setattr_valid::ATIME_NOW);
        let (mtime_valid, mtime) = time(self.mtime, setattr_valid::MTIME, setattr_valid::MTIME_NOW);
        let valid = bit(self.mode.is_some(), setattr_valid::MODE)
            | bit(self.uid.is_some(), setattr_valid::UID)
            | bit(self.gid.is_some(), setattr_valid::GID)
            | bit(self.size.is_some(), setattr_valid::SIZE)
            | atime_valid
            | mtime_valid;
        wire::Call::Setattr(Box::new(wire::Setattr {
            at: Some(Box::new(at)),
            valid,
            mode: self.mode.unwrap_or_default() & 0o7777,
            uid: self.uid.unwrap_or_default(),
            gid: self.gid.unwrap_or_default(),
            size: self.size.unwrap_or_default(),
            atime,
            mtime,
        }))
    }
}

impl Nodes {
    /// Attributes: stat(2).
    ///
    /// # Errors
    /// ESTALE when the inode is gone.
    pub fn getattr(&self, at: &NodeRef) -> Result<Node> {
        self.run(async |lane| getattr(lane, at).await)
    }

    /// chmod, chown, utimensat and truncate in one.
    ///
    /// # Errors
    /// As those; EFBIG for a size beyond what a file may have.
    pub fn setattr(&self, at: &NodeRef, change: &SetAttr) -> Result<Node> {
        self.run(async |lane| setattr(lane, at, change).await)
    }

    /// What a symbolic link says: readlink(2).
    ///
    /// # Errors
    /// EINVAL for what is no symbolic link.
    pub fn readlink(&self, at: &NodeRef) -> Result<Vec<u8>> {
        let call = |at| wire::Call::Readlink(Box::new(wire::Readlink { at: Some(Box::new(at)) }));
        self.run(async |lane| value("readlink", &by_id(lane, "readlink", at, Repeat::Reads, call).await?))
    }

    /// getxattr(2).
    ///
    /// # Errors
    /// ENODATA when there is none of that name.
    pub fn getxattr(&self, at: &NodeRef, name: &[u8]) -> Result<Vec<u8>> {
        let call = |at| {
            let (at, name) = (Some(Box::new(at)), Some(name.to_vec()));
            wire::Call::Getxattr(Box::new(wire::Getxattr { at, name }))
        };
        self.run(async |lane| value("getxattr", &by_id(lane, "getxattr", at, Repeat::Reads, call).await?))
    }

    /// listxattr(2): names, each with a NUL behind it.
    ///
    /// # Errors
    /// As listxattr(2).
    pub fn listxattr(&self, at: &NodeRef) -> Result<Vec<u8>> {
        let call = |at| wire::Call::Listxattr(Box::new(wire::Listxattr { at: Some(Box::new(at)) }));
        self.run(async |lane| value("listxattr", &by_id(lane, "listxattr", at, Repeat::Reads, call).await?))
    }

    /// setxattr(2), with its flags.
    ///
    /// # Errors
    /// As setxattr(2).
    pub fn setxattr(&self, at: &NodeRef, name: &[u8], value: &[u8], flags: u32) -> Result<()> {
        let call = |at| {
            let (name, value) = (Some(name.to_vec()), Some(value.to_vec()));
            wire::Call::Setxattr(Box::new(wire::Setxattr { at: Some(Box::new(at)), name, value, flags }))
        };
        self.run(async |lane| by_id(lane, "setxattr", at, Repeat::Once, call).await.map(drop))
    }

    /// removexattr(2).
    ///
    /// # Errors
    /// ENODATA when there is none of that name.
    pub fn removexattr(&self, at: &NodeRef, name: &[u8]) -> Result<()> {
        let call = |at| {
            let (at, name) = (Some(Box::new(at)), Some(name.to_vec()));
            wire::Call::Removexattr(Box::new(wire::Removexattr { at, name }))
        };
        self.run(async |lane| by_id(lane, "removexattr", at, Repeat::Once, call).await.map(drop))
    }
}

fn value(operation: &'static str, response: &Response) -> Result<Vec<u8>> {
    match wanted(operation, response.reply().outcome())? {
        wire::OutcomeRef::ValueOk(ok) => {
            let malformed = |error| Error::status(Status::Malformed, operation).because(error);
            // An empty value may travel as none.
            Ok(ok.value().map_err(malformed)?.unwrap_or_default().to_vec())
        }
        _ => wanted(operation, Ok(None)),
    }
}

async fn getattr(lane: &Lane, at: &NodeRef) -> Result<Node> {
    let call = |at| wire::Call::Lookup(Box::new(wire::Lookup { at: Some(Box::new(at)) }));
    let response = by_id(lane, "getattr", at, Repeat::Reads, call).await?;
    let hint = at.hint.as_ref().map(|(dir, name)| (*dir, &name[..]));
    wanted("getattr", Ok(node(lane, "getattr", &response, hint)?))
}

async fn setattr(lane: &Lane, at: &NodeRef, change: &SetAttr) -> Result<Node> {
    if change.size.is_some_and(|size| size > FILE_BYTES_MAX) {
        return Err(Error::new(libc::EFBIG, "setattr"));
    }
    if change.size.is_some() || change.mtime != SetTime::Keep {
        // What this client has written comes before this, and so must its report.
        if let Some(writer) = lane.shared.reporter(at.id.0) {
            report_size(lane, "setattr", &writer).await?;
        }
    }
    let forget = || {
        if at.directory {
            lane.shared.dirs.forget(at.id, lane.env.now());
        }
    };
    forget();
    let answer = by_id(lane, "setattr", at, Repeat::Once, |at| change.call(at)).await;
    forget();
    let response = answer?;
    if change.size.is_some()
        && let wire::OutcomeRef::AttrOk(ok) = wanted("setattr", response.reply().outcome())?
    {
        let attr = wire::Attr::from(wanted("setattr", ok.attr())?);
        let stripes = ok.stripes().ok().flatten();
        let stripes = stripes.and_then(|stripes| wire::StripeLayout::try_from(stripes).ok());
        lane.shared.truncated(&attr, stripes);
    }
    let hint = at.hint.as_ref().map(|(dir, name)| (*dir, &name[..]));
    match node(lane, "setattr", &response, hint)? {
        Some(node) => Ok(node),
        None => getattr(lane, at).await,
    }
}
