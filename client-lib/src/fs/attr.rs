//! Attributes: stat(2), chmod(2), chown(2), utimensat(2), truncate(2), by path and by handle.

use osmia_net::Repeat;
use osmia_protocol::flags::{open_flags, setattr_valid};
use osmia_protocol::stripe::FILE_BYTES_MAX;
use osmia_protocol::{InodeId, Status, wire};

use super::{io, wanted};
use crate::error::{Error, Result};
use crate::lane::Lane;
use crate::open_file::OpenFile;
use crate::resolve::{self, Links, Resolved};
use crate::{Metadata, SetTime};

/// stat(2). A file that this client has open shows the size that its own writes have left.
///
/// # Errors
/// As stat(2).
pub async fn stat(lane: &Lane, path: &[u8]) -> Result<Metadata> {
    lane.called();
    let links = Links::default();
    let resolved = Resolved::new(lane, "stat", path, &links).await?;
    stat_resolved(lane, "stat", resolved).await
}

/// lstat(2): as [`stat`], of a symbolic link itself.
///
/// # Errors
/// As lstat(2).
pub async fn lstat(lane: &Lane, path: &[u8]) -> Result<Metadata> {
    lane.called();
    let links = Links::default();
    let resolved = Resolved::new(lane, "lstat", path, &links).await?.without_following();
    stat_resolved(lane, "lstat", resolved).await
}

async fn stat_resolved(lane: &Lane, operation: &'static str, mut path: Resolved<'_>) -> Result<Metadata> {
    let call = |at| wire::Call::Lookup(Box::new(wire::Lookup { at: Some(Box::new(at)) }));
    let arrived = resolve::walk(lane, operation, &mut path, 0, Repeat::Reads, call).await?;
    let ok = match wanted(operation, arrived.response.reply().outcome())? {
        wire::OutcomeRef::AttrOk(ok) => ok,
        _ => return wanted(operation, Ok(None)),
    };
    let attr = wire::Attr::from(wanted(operation, ok.attr())?);
    if path.wants_directory() && attr.mode & libc::S_IFMT != libc::S_IFDIR {
        return Err(Error::status(Status::NotDirectory, operation).on_bytes(path.given));
    }
    Ok(lane.shared.with_own_writes(&attr, wanted(operation, ok.rdev().map(Some))?))
}

/// fstat(2).
///
/// # Errors
/// EBADF after close; ESTALE when the inode is gone.
pub async fn fstat(lane: &Lane, open: &OpenFile) -> Result<Metadata> {
    lane.called();
    open.check("fstat", 0)?;
    let attr = io::refresh(lane, "fstat", open).await?;
    Ok(lane.shared.with_own_writes(&attr, 0))
}

/// Sets the time of the last write.
const MTIME: u32 = setattr_valid::MTIME | setattr_valid::MTIME_NOW;

/// What a setattr changes.
#[derive(Clone, Copy, Default)]
struct Change {
    valid: u32,
    mode: u32,
    uid: u32,
    gid: u32,
    size: u64,
    atime: i64,
    mtime: i64,
}

impl Change {
    fn mode(mode: u32) -> Change {
        Change { valid: setattr_valid::MODE, mode: mode & 0o7777, ..Change::default() }
    }

    fn owner(uid: Option<u32>, gid: Option<u32>) -> Change {
        let valid = |given: Option<u32>, bit| if given.is_some() { bit } else { 0 };
        Change {
            valid: valid(uid, setattr_valid::UID) | valid(gid, setattr_valid::GID),
            uid: uid.unwrap_or_default(),
            gid: gid.unwrap_or_default(),
            ..Change::default()
        }
    }

    fn size(operation: &'static str, size: u64) -> Result<Change> {
        if size > FILE_BYTES_MAX {
            return Err(Error::new(libc::EFBIG, operation));
        }
        Ok(Change { valid: setattr_valid::SIZE, size, ..Change::default() })
    }

    fn times(atime: SetTime, mtime: SetTime) -> Change {
        let mut change = Change::default();
        for (time, given, now, field) in [
            (atime, setattr_valid::ATIME, setattr_valid::ATIME_NOW, &mut change.atime),
            (mtime, setattr_valid::MTIME, setattr_valid::MTIME_NOW, &mut change.mtime),
        ] {
            match time {
                SetTime::Keep => {}
                SetTime::Now => change.valid |= now,
                SetTime::To(time) => {
                    change.valid |= given;
                    *field = time.0;
                }
            }
        }
        change
    }

    fn call(&self, at: wire::Where) -> wire::Call {
        wire::Call::Setattr(Box::new(wire::Setattr {
            at: Some(Box::new(at)),
            valid: self.valid,
            mode: self.mode,
            uid: self.uid,
            gid: self.gid,
            size: self.size,
            atime: self.atime,
            mtime: self.mtime,
        }))
    }
}

async fn by_path(
    lane: &Lane,
    operation: &'static str,
    path: &[u8],
    follow: bool,
    change: Change,
) -> Result<()> {
    lane.called();
    let links = Links::default();
    let mut resolved = Resolved::new(lane, operation, path, &links).await?;
    if !follow {
        resolved = resolved.without_following();
    }
    let changes_search = change.valid & (setattr_valid::MODE | setattr_valid::UID | setattr_valid::GID) != 0;
    let call = |at| change.call(at);
    let arrived =
        resolve::walk_to_end(lane, operation, &mut resolved, changes_search, Repeat::Once, call).await?;
    if change.valid & (setattr_valid::SIZE | MTIME) != 0 {
        let attr = super::attr_of(operation, &arrived.response)?;
        if let Some(writer) = lane.shared.reporter(attr.id) {
            // A handle of this client had written more than the server knew of when it decided what to cut; or its report
            // would come after the time that is set here, and with the write's own.
            io::report_size(lane, operation, &writer).await?;
            return by_handle(lane, operation, &writer, change).await;
        }
    }
    took_effect(lane, operation, &arrived.response, change)
}

async fn by_handle(lane: &Lane, operation: &'static str, open: &OpenFile, change: Change) -> Result<()> {
    let asked = lane.ask(operation, open.id(), || change.call(open.at()), Repeat::Once).await;
    let response = asked.map_err(|error| error.on_bytes(open.path()))?;
    took_effect(lane, operation, &response, change)
}

/// Takes in what a setattr has changed.
fn took_effect(
    lane: &Lane,
    operation: &'static str,
    response: &osmia_net::Response,
    change: Change,
) -> Result<()> {
    let ok = match wanted(operation, response.reply().outcome())? {
        wire::OutcomeRef::AttrOk(ok) => ok,
        // The server has nothing to add.
        wire::OutcomeRef::Done(_) if change.valid & setattr_valid::SIZE == 0 => return Ok(()),
        _ => return wanted(operation, Ok(None)),
    };
    let attr = wire::Attr::from(wanted(operation, ok.attr())?);
    if attr.mode & libc::S_IFMT == libc::S_IFDIR {
        lane.shared.dirs.forget(InodeId(attr.id), lane.env.now());
    }
    if change.valid & setattr_valid::SIZE != 0 {
        let stripes =
            ok.stripes().ok().flatten().and_then(|stripes| wire::StripeLayout::try_from(stripes).ok());
        lane.shared.truncated(&attr, stripes);
    }
    Ok(())
}

/// chmod(2).
///
/// # Errors
/// As chmod(2).
pub async fn chmod(lane: &Lane, path: &[u8], mode: u32) -> Result<()> {
    by_path(lane, "chmod", path, true, Change::mode(mode)).await
}

/// chown(2); `None` stays as it is.
///
/// # Errors
/// As chown(2).
pub async fn chown(lane: &Lane, path: &[u8], uid: Option<u32>, gid: Option<u32>) -> Result<()> {
    by_path(lane, "chown", path, true, Change::owner(uid, gid)).await
}

/// utimensat(2).
///
/// # Errors
/// As utimensat(2).
pub async fn utimens(lane: &Lane, path: &[u8], atime: SetTime, mtime: SetTime) -> Result<()> {
    by_path(lane, "utimens", path, true, Change::times(atime, mtime)).await
}

/// lchown(2): as [`chown`], of a symbolic link itself.
///
/// # Errors
/// As lchown(2).
pub async fn lchown(lane: &Lane, path: &[u8], uid: Option<u32>, gid: Option<u32>) -> Result<()> {
    by_path(lane, "lchown", path, false, Change::owner(uid, gid)).await
}

/// utimensat(2) with AT_SYMLINK_NOFOLLOW: as [`utimens`], of a symbolic link itself.
///
/// # Errors
/// As utimensat(2).
pub async fn lutimens(lane: &Lane, path: &[u8], atime: SetTime, mtime: SetTime) -> Result<()> {
    by_path(lane, "lutimens", path, false, Change::times(atime, mtime)).await
}

/// truncate(2).
///
/// # Errors
/// As truncate(2).
pub async fn truncate(lane: &Lane, path: &[u8], size: u64) -> Result<()> {
    let change = Change::size("truncate", size).map_err(|error| error.on_bytes(path))?;
    by_path(lane, "truncate", path, true, change).await
}

/// fchmod(2).
///
/// # Errors
/// As fchmod(2).
pub async fn fchmod(lane: &Lane, open: &OpenFile, mode: u32) -> Result<()> {
    lane.called();
    open.check("fchmod", 0)?;
    by_handle(lane, "fchmod", open, Change::mode(mode)).await
}

/// fchown(2); `None` stays as it is.
///
/// # Errors
/// As fchown(2).
pub async fn fchown(lane: &Lane, open: &OpenFile, uid: Option<u32>, gid: Option<u32>) -> Result<()> {
    lane.called();
    open.check("fchown", 0)?;
    by_handle(lane, "fchown", open, Change::owner(uid, gid)).await
}

/// futimens(2).
///
/// # Errors
/// As futimens(2).
pub async fn futimens(lane: &Lane, open: &OpenFile, atime: SetTime, mtime: SetTime) -> Result<()> {
    lane.called();
    open.check("futimens", 0)?;
    // Writes that the server does not know of come before this, and so must their report.
    if let Some(writer) = lane.shared.reporter(open.id().0) {
        io::report_size(lane, "futimens", &writer).await?;
    }
    by_handle(lane, "futimens", open, Change::times(atime, mtime)).await
}

/// ftruncate(2).
///
/// # Errors
/// As ftruncate(2); EINVAL unless the file is open for writing.
pub async fn ftruncate(lane: &Lane, open: &OpenFile, size: u64) -> Result<()> {
    lane.called();
    open.check("ftruncate", 0)?;
    if !open.has(open_flags::WRITE) {
        return Err(Error::status(Status::Invalid, "ftruncate").on_bytes(open.path()));
    }
    let change = Change::size("ftruncate", size).map_err(|error| error.on_bytes(open.path()))?;
    // The server decides by the size it knows whether anything is cut.
    io::report_size(lane, "ftruncate", open).await?;
    by_handle(lane, "ftruncate", open, change).await
}
