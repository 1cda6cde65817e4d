//! Listing a directory.

use std::collections::VecDeque;

use osmia_net::Repeat;
use osmia_protocol::{InodeId, Status, wire};

use super::wanted;
use crate::error::{Error, Result};
use crate::lane::Lane;
use crate::resolve::{self, Links, Resolved};
use crate::{DirEntry, FileKind, Metadata};

/// Bytes of one page: some 500 entries with attributes. A frame holds 256 KiB.
const PAGE_BYTES: u32 = 64 << 10;

/// A directory being listed, one page at a time.
pub struct Listing {
    dir: InodeId,
    path: Vec<u8>,
    attributes: bool,
    page: VecDeque<DirEntry>,
    cursor: u64,
    end: bool,
}

impl Listing {
    /// Takes the next entry of the page.
    pub fn pop(&mut self) -> Option<DirEntry> {
        self.page.pop_front()
    }

    /// Whether the page is used up, and was the last.
    pub fn at_end(&self) -> bool {
        self.end && self.page.is_empty()
    }

    /// Goes on behind the entry of this cookie; 0 is the start.
    pub fn seek(&mut self, cookie: u64) {
        self.page.clear();
        self.end = false;
        self.cursor = cookie;
    }
}

/// opendir(3): the directory of a path, to be listed with or without attributes.
///
/// # Errors
/// As opendir(3), but that the permission to read it is checked with the first page.
pub async fn open_dir(lane: &Lane, path: &[u8], attributes: bool) -> Result<Listing> {
    lane.called();
    let dir = directory(lane, path).await?;
    Ok(Listing { dir, path: path.to_vec(), attributes, page: VecDeque::new(), cursor: 0, end: false })
}

async fn directory(lane: &Lane, path: &[u8]) -> Result<InodeId> {
    let links = Links::default();
    let mut resolved = Resolved::new(lane, "readdir", path, &links).await?;
    resolve::directory(lane, "readdir", &mut resolved).await
}

/// Loads the next page; what was left of the last is dropped.
///
/// # Errors
/// As readdir(3), and EACCES.
pub async fn next_page(lane: &Lane, listing: &mut Listing) -> Result<()> {
    let mut restarted = false;
    let response = loop {
        let (dir, cursor, attributes) = (listing.dir.0, listing.cursor, listing.attributes);
        let page = wire::Readdir { dir, cursor, bytes_max: PAGE_BYTES, attributes };
        let call = || wire::Call::Readdir(Box::new(page.clone()));
        match lane.ask("readdir", listing.dir, call, Repeat::Reads).await {
            Ok(response) => break response,
            // The cache led to a directory that is gone: its name may lead to another by now.
            Err(error) if error.wire_status() == Some(Status::Stale) && listing.cursor == 0 && !restarted => {
                restarted = true;
                lane.shared.dirs.forget(listing.dir, lane.env.now());
                lane.shared.counters.add(|counters| &counters.stale, 1);
                listing.dir = directory(lane, &listing.path).await?;
            }
            Err(error) => return Err(error.on_bytes(&listing.path)),
        }
    };
    decode(&response, listing).map_err(|error| error.on_bytes(&listing.path))
}

fn decode(response: &osmia_net::Response, listing: &mut Listing) -> Result<()> {
    let page = match wanted("readdir", response.reply().outcome())? {
        wire::OutcomeRef::ReaddirOk(page) => page,
        _ => return wanted("readdir", Ok(None)),
    };
    let malformed = |error| Error::status(Status::Malformed, "readdir").because(error);
    listing.page.clear();
    for entry in page.entries().map_err(malformed)?.into_iter().flatten() {
        let entry = entry.map_err(malformed)?;
        let rdev = entry.rdev().map_err(malformed)?;
        listing.page.push_back(DirEntry {
            name: wanted("readdir", entry.name())?.to_vec(),
            id: InodeId(entry.id().map_err(malformed)?),
            kind: FileKind::from_dirent(entry.kind().map_err(malformed)?),
            cookie: entry.cursor().map_err(malformed)?,
            metadata: (entry.attr().map_err(malformed)?)
                .map(|attr| Metadata { rdev, ..Metadata::from(&wire::Attr::from(attr)) }),
        });
    }
    let cursor = page.cursor().map_err(malformed)?;
    listing.end = page.end().map_err(malformed)?;
    if !listing.end && cursor == listing.cursor {
        return Err(Error::status(Status::Malformed, "readdir").saying("the listing does not move on"));
    }
    listing.cursor = cursor;
    Ok(())
}
