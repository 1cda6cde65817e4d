//! Space of a file, and where its data are: fallocate(2), lseek(2) with SEEK_DATA and SEEK_HOLE, copy_file_range(2).
//!
//! A range of a file is at most one range of each of its objects, however large it is: each target is asked once.

use futures_util::stream::{self, StreamExt};
use osmia_net::Repeat;
use osmia_protocol::flags::{allocate_mode, open_flags};
use osmia_protocol::stripe::FILE_BYTES_MAX;
use osmia_protocol::{Status, wire};

use super::{io, wanted};
use crate::data;
use crate::error::{Error, Result};
use crate::lane::Lane;
use crate::open_file::{InodeState, Layout, OpenFile};

/// Most bytes that a copy holds in memory.
const COPY_BYTES: u64 = 4 << 20;

/// What [`allocate`] does with a range of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Allocate {
    /// Gives it space, so that writes there do not meet a full disk. A file that ends before it does is made as long.
    Grow,
    /// Gives it space; the size stays. What is behind the end is for writes to come.
    KeepSize,
    /// Takes its space away: it is a hole, and reads as zeros. The size stays.
    PunchHole,
    /// It reads as zeros and has space. A file that ends before it does is made as long.
    Zero,
    /// It reads as zeros and has space. The size stays.
    ZeroKeepSize,
}

impl Allocate {
    /// What the `FALLOC_FL_*` bits of fallocate(2) mean. `None` for what Osmia does not do: FALLOC_FL_COLLAPSE_RANGE,
    /// FALLOC_FL_INSERT_RANGE and FALLOC_FL_UNSHARE_RANGE, and what Linux does not do either.
    pub fn from_mode(mode: u32) -> Option<Allocate> {
        let all =
            [Allocate::Grow, Allocate::KeepSize, Allocate::PunchHole, Allocate::Zero, Allocate::ZeroKeepSize];
        all.into_iter().find(|allocate| allocate.mode() == mode)
    }

    /// The bits of fallocate(2) that mean it.
    pub fn mode(self) -> u32 {
        match self {
            Allocate::Grow => 0,
            Allocate::KeepSize => allocate_mode::KEEP_SIZE,
            Allocate::PunchHole => allocate_mode::PUNCH_HOLE | allocate_mode::KEEP_SIZE,
            Allocate::Zero => allocate_mode::ZERO_RANGE,
            Allocate::ZeroKeepSize => allocate_mode::ZERO_RANGE | allocate_mode::KEEP_SIZE,
        }
    }

    /// Whether a file that ends before the range does is made longer.
    pub fn grows(self) -> bool {
        self.mode() & allocate_mode::KEEP_SIZE == 0
    }
}

/// fallocate(2).
///
/// # Errors
/// EBADF unless the file is open for writing; EINVAL for no bytes; EFBIG; EIO when an earlier write there has had no
/// answer and may still arrive; EOPNOTSUPP where a target's file system cannot; ENOSPC and others of the targets: then the
/// size is as it was, and any part of the range may have got space or been zeroed.
pub async fn allocate(lane: &Lane, open: &OpenFile, what: Allocate, offset: u64, len: u64) -> Result<()> {
    lane.called();
    open.check("allocate", open_flags::WRITE)?;
    let on_path = |status| Error::status(status, "allocate").on_bytes(open.path());
    if len == 0 {
        return Err(on_path(Status::Invalid));
    }
    let end = offset.checked_add(len).filter(|end| *end <= FILE_BYTES_MAX);
    let end = end.ok_or_else(|| on_path(Status::FileTooBig))?;
    io::check_certain("allocate", open, &open.state(), offset..end)?;
    match allocate_all(lane, open, what, offset, len).await {
        Ok(generation) => {
            // A change of the content, as a write is, which need not make the file longer.
            let reaches = if what.grows() { end } else { 0 };
            let now = lane.env.clock.timestamp().0;
            open.state().wrote(open.weak(), generation, reaches, now);
            Ok(())
        }
        Err(error) => {
            if error.outcome_unknown() {
                open.state().unanswered(offset..end);
            }
            Err(error.on_bytes(open.path()))
        }
    }
}

/// Gives the generation within which it has been done.
async fn allocate_all(lane: &Lane, open: &OpenFile, what: Allocate, offset: u64, len: u64) -> Result<u32> {
    let mut redone = 0;
    io::tell_writing(lane, "allocate", open, &mut redone).await?;
    loop {
        let state = open.state().clone();
        let layout = io::layout(lane, "allocate", open, &state).await?;
        let (state, layout) = (&state, &*layout);
        let mut done = stream::iter(data::columns(layout.stripes, offset, len))
            .map(async |column| allocate_one(lane, open, state, layout, what, &column).await)
            .buffer_unordered(lane.shared.pieces_max);
        let mut failed = None;
        while let Some(outcome) = done.next().await {
            if let Err(error) = outcome {
                failed = io::worse(failed, error);
            }
        }
        drop(done);
        match failed {
            None => return Ok(state.generation),
            Some(error) => io::redo(lane, "allocate", open, error, &mut redone).await?,
        }
    }
}

async fn allocate_one(
    lane: &Lane,
    open: &OpenFile,
    state: &InodeState,
    layout: &Layout,
    what: Allocate,
    column: &data::Column,
) -> Result<()> {
    let object = Some(io::object(open, state, layout, column.stripe));
    let (offset, len, mode) = (column.object_offset, column.bytes, what.mode());
    let call = || wire::Call::ObjAllocate(Box::new(wire::ObjAllocate { object, offset, len, mode }));
    let target = layout.targets[column.stripe as usize];
    let (peer, response) = lane.ask_target("allocate", target, call, None, Repeat::Anew).await?;
    match response.status() {
        Status::Ok => {
            open.target_took(target, io::incarnation(&response));
            Ok(())
        }
        _ => Err(lane.error("allocate", peer, &response)),
    }
}

/// What [`seek`] looks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Extent {
    /// What may be other than zeros: SEEK_DATA.
    Data,
    /// What takes no space: SEEK_HOLE. The end of the file is one.
    Hole,
}

/// lseek(2) with SEEK_DATA or SEEK_HOLE: the first byte at or behind `offset` that is what is looked for.
///
/// # Errors
/// ENXIO when `offset` is at or behind the end of the file, or there are no data behind it; EBADF; EINVAL for a directory.
pub async fn seek(lane: &Lane, open: &OpenFile, what: Extent, offset: u64) -> Result<u64> {
    lane.called();
    open.check("seek", 0)?;
    let on_path = |status| Error::status(status, "seek").on_bytes(open.path());
    let attr = io::refresh(lane, "seek", open).await?;
    if attr.mode & libc::S_IFMT != libc::S_IFREG {
        return Err(on_path(Status::Invalid));
    }
    let mut redone = 0;
    loop {
        let state = open.state().clone();
        if offset >= state.size {
            return Err(on_path(Status::NoDevice));
        }
        // The first in any object.
        let mut first = None;
        let mut failed = None;
        if state.has_objects {
            let layout = io::layout(lane, "seek", open, &state).await?;
            let (state, layout) = (&state, &*layout);
            let mut done = stream::iter(0..layout.stripes.count)
                .map(async |stripe| seek_one(lane, open, state, layout, what, stripe, offset).await)
                .buffer_unordered(lane.shared.pieces_max);
            while let Some(outcome) = done.next().await {
                match outcome {
                    Ok(found) => first = first.into_iter().chain(found).min(),
                    Err(error) => failed = io::worse(failed, error),
                }
            }
        } else if what == Extent::Hole {
            first = Some(offset);
        }
        match (failed, what) {
            (Some(error), _) => io::redo(lane, "seek", open, error, &mut redone).await?,
            (None, Extent::Hole) => return Ok(first.unwrap_or(state.size).min(state.size)),
            (None, Extent::Data) => {
                let first = first.filter(|&first| first < state.size);
                return first.ok_or_else(|| on_path(Status::NoDevice));
            }
        }
    }
}

/// The first offset in the file, of those in one object, at or behind `offset`.
async fn seek_one(
    lane: &Lane,
    open: &OpenFile,
    state: &InodeState,
    layout: &Layout,
    what: Extent,
    stripe: u32,
    offset: u64,
) -> Result<Option<u64>> {
    // So many bytes of the object lie before it.
    let from = layout.stripes.object_bytes(offset, stripe);
    let in_file = |object_offset: u64| layout.stripes.file_bytes(object_offset + 1, stripe) - 1;
    if in_file(from) >= state.size {
        return Ok(None);
    }
    let object = Some(io::object(open, state, layout, stripe));
    let hole = what == Extent::Hole;
    let call = || wire::Call::ObjSeek(Box::new(wire::ObjSeek { object, offset: from, hole }));
    let target = layout.targets[stripe as usize];
    let (peer, response) = lane.ask_target("seek", target, call, None, Repeat::Reads).await?;
    let (found, at) = match response.status() {
        Status::Ok => match wanted("seek", response.reply().outcome())? {
            wire::OutcomeRef::ObjSeekOk(ok) => {
                let ok = wire::ObjSeekOk::try_from(ok);
                let ok = ok.map_err(|error| Error::status(Status::Malformed, "seek").because(error))?;
                (ok.found, ok.offset)
            }
            _ => return wanted("seek", Ok(None)),
        },
        // An object that nobody has written is a hole.
        Status::NotFound => (false, 0),
        _ => return Err(lane.error("seek", peer, &response)),
    };
    let at = match what {
        Extent::Data if !found => return Ok(None),
        // Where the object ends, what is behind it is one.
        Extent::Hole if !found => at.max(from),
        Extent::Data | Extent::Hole => at,
    };
    // An answer from before the offset is no answer; saturated: it is behind every end.
    Ok(Some(in_file(at.max(from).min(FILE_BYTES_MAX))))
}

/// copy_file_range(2): copies up to `len` bytes, fewer where the source ends. The data pass through this client; holes
/// become zeros. Gives the bytes copied; what fails once some have been ends the copy there.
///
/// # Errors
/// EBADF unless the one is open for reading and the other for writing and not for appending; EISDIR; EINVAL when the ranges
/// overlap in one file; EFBIG; those of reading and writing.
pub async fn copy_range(lane: &Lane, from: (&OpenFile, u64), to: (&OpenFile, u64), len: u64) -> Result<u64> {
    lane.called();
    let ((source, from), (target, to)) = (from, to);
    source.check("copy", open_flags::READ)?;
    target.check("copy", open_flags::WRITE)?;
    let on_path = |status| Error::status(status, "copy").on_bytes(target.path());
    if !source.is_of_client_of(target) {
        return Err(on_path(Status::CrossShard).saying("the files are of two clients"));
    }
    if target.has(open_flags::APPEND) {
        return Err(on_path(Status::BadHandle).saying("it is open for appending"));
    }
    io::refresh(lane, "copy", source).await?;
    let len = len.min(source.state().size.saturating_sub(from));
    let end = to.checked_add(len).filter(|end| *end <= FILE_BYTES_MAX);
    let end = end.ok_or_else(|| on_path(Status::FileTooBig))?;
    if source.id() == target.id() && from < end && to < from + len {
        return Err(on_path(Status::Invalid).saying("the ranges overlap"));
    }
    let mut buf = vec![0; len.min(COPY_BYTES) as usize];
    let mut done = 0;
    while done < len {
        let want = (len - done).min(COPY_BYTES) as usize;
        let step = async {
            let read = io::read(lane, source, &mut buf[..want], from + done).await?;
            io::write(lane, target, &buf[..read], to + done).await?;
            Ok(read as u64)
        };
        match step.await {
            // It was cut meanwhile.
            Ok(0) => break,
            Ok(copied) => done += copied,
            Err(error) if done == 0 => return Err(error),
            Err(_) => break,
        }
    }
    Ok(done)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The bits are those of the kernel's headers, each mode comes back from its own, and others mean nothing.
    #[test]
    fn modes() {
        assert_eq!(allocate_mode::KEEP_SIZE, libc::FALLOC_FL_KEEP_SIZE as u32);
        assert_eq!(allocate_mode::PUNCH_HOLE, libc::FALLOC_FL_PUNCH_HOLE as u32);
        assert_eq!(allocate_mode::ZERO_RANGE, libc::FALLOC_FL_ZERO_RANGE as u32);
        let known: Vec<u32> = (0..256).filter(|mode| Allocate::from_mode(*mode).is_some()).collect();
        assert_eq!(known, [0, 1, 3, 16, 17]);
        for mode in known {
            assert_eq!(Allocate::from_mode(mode).map(Allocate::mode), Some(mode));
        }
    }
}
