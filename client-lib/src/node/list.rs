//! Listing a directory.

use std::sync::Arc;

use osmia_net::Repeat;
use osmia_protocol::flags::open_flags;
use osmia_protocol::{InodeId, Status, wire};

use super::file::open_node;
use super::walk::reference;
use super::{Node, NodeRef, Nodes};
use crate::Metadata;
use crate::error::{Error, Result};
use crate::fs::{self, OpenFile, wanted};
use crate::lane::Lane;

/// Bytes of one page: some 500 entries with attributes. A frame holds 256 KiB.
const PAGE_BYTES: u32 = 64 << 10;

/// An open directory. To be [`close`](NodeDir::close)d.
pub struct NodeDir {
    nodes: Nodes,
    open: Arc<OpenFile>,
    id: InodeId,
}

/// One entry of a directory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NodeEntry {
    /// Its name.
    pub name: Vec<u8>,
    /// Its inode number.
    pub id: InodeId,
    /// DT_* of readdir(3).
    pub kind: u8,
    /// Where the listing goes on after this entry. Entries whose names have the same hash have the same, and come in one
    /// page.
    pub cursor: u64,
    /// Its inode, if attributes were asked for and it is not at another server.
    pub node: Option<Node>,
}

/// A page of a listing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NodePage {
    /// In the order of their names' hashes.
    pub entries: Vec<NodeEntry>,
    /// Where the next page begins.
    pub cursor: u64,
    /// There is no next page.
    pub end: bool,
}

impl Nodes {
    /// Opens a directory to be listed: opendir(3).
    ///
    /// # Errors
    /// EACCES without read permission; ENOTDIR.
    pub fn open_dir(&self, at: &NodeRef) -> Result<NodeDir> {
        let flags = open_flags::READ | open_flags::DIRECTORY;
        let open = self.run(async |lane| open_node(lane, at, flags).await)?;
        Ok(NodeDir { nodes: self.clone(), open, id: at.id })
    }
}

impl NodeDir {
    /// One page of the listing, from `cursor` on; 0 is the start. `.` and `..` are not listed.
    ///
    /// # Errors
    /// ESTALE when the directory has been removed.
    pub fn page(&self, cursor: u64, attributes: bool) -> Result<NodePage> {
        self.nodes.run(async |lane| page(lane, self.id, cursor, attributes).await)
    }

    /// Returns when the directory's entries are durable: fsync(2).
    ///
    /// # Errors
    /// As fsync(2).
    pub fn fsync(&self) -> Result<()> {
        self.nodes.run(async |lane| fs::fsync(lane, &self.open).await)
    }

    /// Ends the open.
    ///
    /// # Errors
    /// As close(2).
    pub fn close(&self) -> Result<()> {
        self.nodes.run(async |lane| fs::close(lane, &self.open).await)
    }
}

impl std::fmt::Debug for NodeDir {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("NodeDir").field("id", &self.id).finish_non_exhaustive()
    }
}

async fn page(lane: &Lane, dir: InodeId, cursor: u64, attributes: bool) -> Result<NodePage> {
    lane.called();
    let ask = wire::Readdir { dir: dir.0, cursor, bytes_max: PAGE_BYTES, attributes };
    let call = || wire::Call::Readdir(Box::new(ask.clone()));
    let response = lane.ask("readdir", dir, call, Repeat::Reads).await?;
    let answer = match wanted("readdir", response.reply().outcome())? {
        wire::OutcomeRef::ReaddirOk(answer) => answer,
        _ => return wanted("readdir", Ok(None)),
    };
    let malformed = |error| Error::status(Status::Malformed, "readdir").because(error);
    let mut entries = Vec::new();
    for entry in answer.entries().map_err(malformed)?.into_iter().flatten() {
        let entry = entry.map_err(malformed)?;
        let name = wanted("readdir", entry.name())?.to_vec();
        let rdev = entry.rdev().map_err(malformed)?;
        let node = entry.attr().map_err(malformed)?.map(|attr| {
            let metadata: Metadata = lane.shared.with_own_writes(&wire::Attr::from(attr), rdev);
            Node { at: reference(&metadata, dir, Some((dir, &name))), metadata }
        });
        entries.push(NodeEntry {
            id: InodeId(entry.id().map_err(malformed)?),
            kind: entry.kind().map_err(malformed)?,
            cursor: entry.cursor().map_err(malformed)?,
            name,
            node,
        });
    }
    let next = answer.cursor().map_err(malformed)?;
    let end = answer.end().map_err(malformed)?;
    if !end && next == cursor {
        return Err(Error::status(Status::Malformed, "readdir").saying("the listing does not move on"));
    }
    Ok(NodePage { entries, cursor: next, end })
}
