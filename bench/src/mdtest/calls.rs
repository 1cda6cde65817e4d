//! The calls of each phase on one item, and what each call's result must be.

use super::api::{Api, ApiError, ApiResult, OpenMode};
use super::options::VerifyLevel;
use super::plan::ItemKind;
use super::rank::{Rank, SHIFT_READ, wrong};
use super::team::Stopped;

impl<A: Api> Rank<'_, A> {
    pub(super) fn stat_item(&mut self, is_directory: bool) -> ApiResult<()> {
        let attributes = self.api.stat(&self.path)?;
        if self.options.verify == VerifyLevel::None {
            return Ok(());
        }
        if attributes.is_directory != is_directory {
            return Err(wrong("is of the wrong type".into()));
        }
        if !is_directory && self.plan.create && attributes.size_bytes != self.options.write_bytes {
            let size = attributes.size_bytes;
            return Err(wrong(format!("has {size} bytes, {} were written", self.options.write_bytes)));
        }
        Ok(())
    }

    /// Renames along a chain that leaves the same names: the first item aside, each to the name of the one before,
    /// the first to the last but one.
    pub(super) fn rename_item(&mut self, iteration: u32, owner: u32, index: u64) -> ApiResult<()> {
        let (per_tree, kind) = (self.plan.per_tree, ItemKind::Directory);
        let (first, step) = (index - index % per_tree, index % per_tree);
        if per_tree == 1 {
            return Ok(());
        }
        let aside = |rank: &mut Self| {
            rank.set_item_path(kind, owner, iteration, first);
            format!("{}-XX", rank.path)
        };
        let to = if step == 0 {
            aside(self)
        } else {
            self.set_item_path(kind, owner, iteration, index - 1);
            self.path.clone()
        };
        let from = if step == per_tree - 1 {
            aside(self)
        } else {
            self.set_item_path(kind, owner, iteration, index);
            self.path.clone()
        };
        self.api
            .rename(&from, &to)
            .map_err(|error| ApiError { text: format!("to {to}: {}", error.text), ..error })
    }

    pub(super) fn create_file(&mut self, owner: u32, index: u64) -> ApiResult<()> {
        let mode = if self.options.verify_write { OpenMode::CreateReadBack } else { OpenMode::Create };
        let mut file = self.api.open(&self.path, mode)?;
        let outcome = self.fill_file(&mut file, owner, index);
        let closed = self.api.close(file);
        outcome.and(closed)
    }

    fn fill_file(&mut self, file: &mut A::File, owner: u32, index: u64) -> ApiResult<()> {
        if self.options.write_bytes == 0 {
            return Ok(());
        }
        let number = self.plan.place(index).number;
        self.api.write(file, self.written.of(owner, number), 0)?;
        if self.options.sync_file {
            self.api.fsync(file)?;
        }
        if self.options.verify_write {
            let len = usize::try_from(self.options.write_bytes).unwrap_or(usize::MAX);
            let count = self.api.read(file, &mut self.buffer[..len], 0)?;
            if let Some(at) = self.written.first_difference(owner, number, &self.buffer[..count]) {
                return Err(wrong(format!("differs from what was just written at byte {at}")));
            }
        }
        Ok(())
    }

    pub(super) fn read_file(&mut self, owner: u32, index: u64) -> ApiResult<()> {
        let len = usize::try_from(self.options.read_bytes).unwrap_or(usize::MAX);
        let mut file = self.api.open(&self.path, OpenMode::Read)?;
        let outcome = if len == 0 { Ok(0) } else { self.api.read(&mut file, &mut self.buffer[..len], 0) };
        let closed = self.api.close(file);
        let count = outcome?;
        closed?;
        if count < len {
            return Err(wrong(format!("read {count} of {len} bytes")));
        }
        let known = self.plan.create && self.options.verify != VerifyLevel::None;
        if known || self.options.verify_read {
            let number = self.plan.place(index).number;
            if let Some(at) = self.read.first_difference(owner, number, &self.buffer[..count]) {
                return Err(wrong(format!("differs from what was written at byte {at}")));
            }
        }
        Ok(())
    }

    /// Reads back what was written, untimed, unless the read phase has just done that.
    pub(super) fn check_content(&mut self, iteration: u32, items: u64) -> Result<(), Stopped> {
        let options = self.options;
        let was_read = self.plan.read && options.read_bytes == options.write_bytes;
        if !self.plan.create || options.write_bytes == 0 || options.verify != VerifyLevel::All || was_read {
            return Ok(());
        }
        self.barrier()?;
        let owner = self.owner(SHIFT_READ);
        // One byte more, to see that the file ends.
        let mut buffer =
            vec![0; usize::try_from(options.write_bytes).unwrap_or(usize::MAX).saturating_add(1)];
        for index in 0..items {
            self.set_item_path(ItemKind::File, owner, iteration, index);
            if let Err(error) = self.check_file(&mut buffer, owner, index) {
                self.fail_here("checking", &error);
            }
            if self.has_given_up() {
                break;
            }
        }
        Ok(())
    }

    fn check_file(&mut self, buffer: &mut [u8], owner: u32, index: u64) -> ApiResult<()> {
        let mut file = self.api.open(&self.path, OpenMode::Read)?;
        let count = self.api.read(&mut file, buffer, 0);
        self.api.close(file)?;
        let number = self.plan.place(index).number;
        match self.written.first_difference(owner, number, &buffer[..count?]) {
            Some(at) => Err(wrong(format!("differs from what was written at byte {at}"))),
            None => Ok(()),
        }
    }
}
