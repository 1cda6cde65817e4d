//! Listing a directory, in the blocking form.

use crate::fs::{self, Listing};
use crate::{Client, DirEntry, Result};

/// The entries of a directory, in the order of their names' hashes: readdir(3). Holds one page of entries at most.
///
/// An entry that is there from the first call to the last is listed exactly once, whatever else changes. After an
/// error the iterator ends; [`seek`](ReadDir::seek) to the last good cookie begins again there.
pub struct ReadDir {
    client: Client,
    listing: Listing,
    failed: bool,
}

impl ReadDir {
    pub(crate) fn new(client: Client, listing: Listing) -> ReadDir {
        ReadDir { client, listing, failed: false }
    }

    /// Goes on after the entry of this cookie; 0 is the start. Cookies may come from another listing of the same
    /// directory.
    pub fn seek(&mut self, cookie: u64) {
        self.failed = false;
        self.listing.seek(cookie);
    }
}

impl Iterator for ReadDir {
    type Item = Result<DirEntry>;

    fn next(&mut self) -> Option<Result<DirEntry>> {
        loop {
            if self.failed {
                return None;
            }
            if let Some(entry) = self.listing.pop() {
                return Some(Ok(entry));
            }
            if self.listing.at_end() {
                return None;
            }
            let listing = &mut self.listing;
            if let Err(error) = self.client.block(async |lane| fs::next_page(lane, listing).await) {
                self.failed = true;
                return Some(Err(error));
            }
        }
    }
}

impl std::fmt::Debug for ReadDir {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ReadDir").finish_non_exhaustive()
    }
}
