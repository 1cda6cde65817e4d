//! Open files.

use std::sync::Arc;

use osmia_net::{Repeat, Response};
use osmia_protocol::flags::open_flags;
use osmia_protocol::{InodeId, Status, wire};
use parking_lot::Mutex;

use super::walk::{by_id, by_name, reference};
use super::{Node, NodeRef, Nodes};
use crate::OpenOptions;
use crate::error::{Error, Result};
use crate::fs::{self, Allocate, Extent, OpenFile, report_size, wanted};
use crate::lane::Lane;
use crate::open_file::Opened;

/// An open file. To be [`close`](NodeFile::close)d. Its calls are made for whoever opened it.
pub struct NodeFile {
    nodes: Nodes,
    at: NodeRef,
    open: Arc<OpenFile>,
    /// The same file, opened the other way: for appending when `open` is not, and the reverse.
    other: Mutex<Option<Arc<OpenFile>>>,
}

impl Nodes {
    /// Opens a file that is there: open(2). CREATE is not looked at.
    ///
    /// # Errors
    /// As open(2).
    pub fn open(&self, at: &NodeRef, options: &OpenOptions) -> Result<NodeFile> {
        let flags = options.flags & !(open_flags::CREATE | open_flags::EXCLUSIVE);
        let open = self.run(async |lane| open_node(lane, at, flags).await)?;
        Ok(self.file(at.clone(), open))
    }

    /// Opens a name, and creates the file when it is not there: open(2) with O_CREAT. The mode has been through the umask.
    ///
    /// # Errors
    /// As open(2).
    pub fn create(&self, parent: InodeId, name: &[u8], options: &OpenOptions) -> Result<(Node, NodeFile)> {
        let flags = options.flags | open_flags::CREATE;
        let (node, open) = self.run(async |lane| create(lane, parent, name, flags, options.mode).await)?;
        let file = self.file(node.at.clone(), open);
        Ok((node, file))
    }

    fn file(&self, at: NodeRef, open: Arc<OpenFile>) -> NodeFile {
        NodeFile { nodes: self.clone(), at, open, other: Mutex::default() }
    }
}

impl NodeFile {
    /// Whether it was opened for writing.
    pub fn writes(&self) -> bool {
        self.open.has(open_flags::WRITE)
    }

    /// Reads at `offset` until `into` is full or the file ends: pread(2). The end is that of the moment: where this client
    /// knows of none, it asks.
    ///
    /// # Errors
    /// As pread(2).
    pub fn read(&self, into: &mut [u8], offset: u64) -> Result<usize> {
        self.nodes.run(async |lane| {
            let mut done = 0;
            while done < into.len() {
                match fs::read(lane, &self.open, &mut into[done..], offset + done as u64).await? {
                    0 => break,
                    bytes => done += bytes,
                }
            }
            Ok(done)
        })
    }

    /// Writes all of `from` at `offset`, or with `append` at the end, however the file was opened. Where that makes the file
    /// longer, everybody sees so on return. Gives the offset behind what was written.
    ///
    /// # Errors
    /// As pwrite(2).
    pub fn write(&self, from: &[u8], offset: u64, append: bool) -> Result<u64> {
        self.nodes.run(async |lane| {
            let open = self.opened(lane, append).await?;
            let before = open.state().size;
            let end = fs::write(lane, &open, from, offset).await?;
            if end > before {
                report_size(lane, "write", &open).await?;
            }
            Ok(end)
        })
    }

    /// Tells the server, and so everybody, the size and time that this client's writes have led to.
    ///
    /// # Errors
    /// When the server does not take it.
    pub fn report(&self) -> Result<()> {
        if !self.writes() {
            return Ok(());
        }
        self.nodes.run(async |lane| report_size(lane, "flush", &self.open).await)
    }

    /// Returns when content, size and name are durable: fsync(2).
    ///
    /// # Errors
    /// EIO, once for each loss, when a server lost what had been written.
    pub fn fsync(&self) -> Result<()> {
        let other = self.other.lock().clone();
        self.nodes.run(async |lane| {
            for open in [Some(&self.open), other.as_ref()].into_iter().flatten() {
                fs::fsync(lane, open).await?;
            }
            Ok(())
        })
    }

    /// Sets the size: ftruncate(2).
    ///
    /// # Errors
    /// As ftruncate(2).
    pub fn truncate(&self, size: u64) -> Result<()> {
        self.nodes.run(async |lane| fs::ftruncate(lane, &self.open, size).await)
    }

    /// Gives a range space, takes it away, or zeroes it: fallocate(2).
    ///
    /// # Errors
    /// As [`File::allocate`](crate::File::allocate).
    pub fn allocate(&self, what: Allocate, offset: u64, len: u64) -> Result<()> {
        self.nodes.run(async |lane| {
            fs::allocate(lane, &self.open, what, offset, len).await?;
            report_size(lane, "allocate", &self.open).await
        })
    }

    /// The first byte at or behind `offset` that may be data: lseek(2) with SEEK_DATA.
    ///
    /// # Errors
    /// ENXIO when there is none.
    pub fn seek_data(&self, offset: u64) -> Result<u64> {
        self.nodes.run(async |lane| fs::seek(lane, &self.open, Extent::Data, offset).await)
    }

    /// The first byte at or behind `offset` that is in a hole; the end of the file is one: lseek(2) with SEEK_HOLE.
    ///
    /// # Errors
    /// ENXIO at or behind the end.
    pub fn seek_hole(&self, offset: u64) -> Result<u64> {
        self.nodes.run(async |lane| fs::seek(lane, &self.open, Extent::Hole, offset).await)
    }

    /// Copies at most `len` bytes into another open file, and gives how many: copy_file_range(2).
    ///
    /// # Errors
    /// As [`File::copy_range`](crate::File::copy_range).
    pub fn copy_range(&self, offset: u64, to: &NodeFile, to_offset: u64, len: u64) -> Result<u64> {
        self.nodes.run(async |lane| {
            let copied = fs::copy_range(lane, (&self.open, offset), (&to.open, to_offset), len).await?;
            report_size(lane, "copy", &to.open).await?;
            Ok(copied)
        })
    }

    /// Ends the open, and reports what was written.
    ///
    /// # Errors
    /// Those of the report. It is closed all the same.
    pub fn close(&self) -> Result<()> {
        let other = self.other.lock().take();
        self.nodes.run(async |lane| {
            let closed = fs::close(lane, &self.open).await;
            match other {
                Some(other) => closed.and(fs::close(lane, &other).await),
                None => closed,
            }
        })
    }

    /// The open that appends, or the one that does not.
    async fn opened(&self, lane: &Lane, append: bool) -> Result<Arc<OpenFile>> {
        if self.open.has(open_flags::APPEND) == append {
            return Ok(self.open.clone());
        }
        if let Some(other) = &*self.other.lock() {
            return Ok(other.clone());
        }
        let flags = open_flags::WRITE | if append { open_flags::APPEND } else { 0 };
        let opened = open_node(lane, &self.at, flags).await?;
        // Another thread may have been faster; then this one is closed as it is dropped.
        Ok(self.other.lock().get_or_insert(opened).clone())
    }
}

impl std::fmt::Debug for NodeFile {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("NodeFile").field("at", &self.at).finish_non_exhaustive()
    }
}

/// Opens an inode that is there.
pub(super) async fn open_node(lane: &Lane, at: &NodeRef, flags: u32) -> Result<Arc<OpenFile>> {
    let call = |at| open_call(at, flags, 0);
    let response = by_id(lane, "open", at, Repeat::Once, call).await?;
    let hint = at.hint.as_ref().map(|(dir, name)| (*dir, &name[..]));
    took(lane, &response, hint, flags).map(|(_, open)| open)
}

async fn create(
    lane: &Lane,
    parent: InodeId,
    name: &[u8],
    flags: u32,
    mode: u32,
) -> Result<(Node, Arc<OpenFile>)> {
    let call = |at| open_call(at, flags, mode);
    let response = by_name(lane, "open", parent, name, Repeat::Once, call).await?;
    took(lane, &response, Some((parent, name)), flags)
}

fn open_call(at: wire::Where, flags: u32, mode: u32) -> wire::Call {
    wire::Call::Open(Box::new(wire::Open { at: Some(Box::new(at)), flags, mode, umask: 0 }))
}

/// Takes in what an open has given.
fn took(
    lane: &Lane,
    response: &Response,
    hint: Option<(InodeId, &[u8])>,
    flags: u32,
) -> Result<(Node, Arc<OpenFile>)> {
    let malformed = |error| Error::status(Status::Malformed, "open").because(error);
    let ok = match wanted("open", response.reply().outcome())? {
        wire::OutcomeRef::OpenOk(ok) => ok,
        _ => return wanted("open", Ok(None)),
    };
    let attr = wire::Attr::from(wanted("open", ok.attr())?);
    let metadata = lane.shared.with_own_writes(&attr, 0);
    let dir = InodeId(ok.dir().map_err(malformed)?);
    let name = hint.map(|(_, name)| name.to_vec()).unwrap_or_default();
    let opened = Opened {
        open: ok.open().map_err(malformed)?,
        created: ok.created().map_err(malformed)?,
        dir,
        path: name.clone(),
        name,
        flags,
        directory: metadata.is_dir(),
    };
    let stripes = ok.stripes().map_err(malformed)?.map(wire::StripeLayout::try_from);
    let stripes = stripes.transpose().map_err(malformed)?;
    if flags & open_flags::TRUNCATE != 0 && !opened.created {
        lane.shared.truncated(&attr, stripes.clone());
    }
    let node = Node { at: reference(&metadata, dir, hint), metadata };
    Ok((node, OpenFile::new(&lane.shared, opened, &attr, stripes)))
}
