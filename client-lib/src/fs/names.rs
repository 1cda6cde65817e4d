//! Calls that make, move and remove names.

use osmia_net::Repeat;
use osmia_protocol::name::NAME_BYTES_MAX;
use osmia_protocol::{InodeId, Status, wire};

use crate::error::{Error, Result};
use crate::lane::Lane;
use crate::path::Last;
use crate::resolve::{self, Resolved};

/// mkdir(2).
///
/// # Errors
/// As mkdir(2).
pub async fn mkdir(lane: &Lane, path: &[u8], mode: u32) -> Result<()> {
    lane.called();
    let path = Resolved::new(lane, "mkdir", path).await?;
    path.name("mkdir", |_| Status::Exists)?;
    let umask = lane.shared.umask;
    let call =
        |at| wire::Call::Mkdir(Box::new(wire::Mkdir { at: Some(Box::new(at)), mode: mode & 0o7777, umask }));
    resolve::walk(lane, "mkdir", &path, 1, Repeat::Once, call).await.map(drop)
}

/// unlink(2).
///
/// # Errors
/// As unlink(2); EISDIR for a directory.
pub async fn unlink(lane: &Lane, path: &[u8]) -> Result<()> {
    lane.called();
    let path = Resolved::new(lane, "unlink", path).await?;
    path.name("unlink", |_| Status::IsDirectory)?;
    if path.last == Last::Slash {
        // Whatever it is, it cannot be unlinked by this path; what it is decides why.
        resolve::directory(lane, "unlink", &path).await?;
        return Err(Error::status(Status::IsDirectory, "unlink").on_bytes(path.given));
    }
    let call = |at| wire::Call::Unlink(Box::new(wire::Unlink { at: Some(Box::new(at)) }));
    resolve::walk(lane, "unlink", &path, 1, Repeat::Once, call).await.map(drop)
}

/// rmdir(2).
///
/// # Errors
/// As rmdir(2).
pub async fn rmdir(lane: &Lane, path: &[u8]) -> Result<()> {
    lane.called();
    let resolved = Resolved::new(lane, "rmdir", path).await?;
    let otherwise = |last| match last {
        Last::Dot => Status::Invalid,
        Last::DotDot => Status::NotEmpty,
        _ => Status::Busy,
    };
    let name = resolved.name("rmdir", otherwise)?;
    // The server recalls leases from others; who asks forgets by itself, before the change and what came meanwhile.
    let gone = lane.shared.dirs.cached_dir(&resolved.names, lane.env.now());
    gone.into_iter().for_each(|id| lane.shared.dirs.forget(id, lane.env.now()));
    let call = |at| wire::Call::Rmdir(Box::new(wire::Rmdir { at: Some(Box::new(at)) }));
    let arrived = resolve::walk(lane, "rmdir", &resolved, 1, Repeat::Once, call).await;
    gone.into_iter().for_each(|id| lane.shared.dirs.forget(id, lane.env.now()));
    if let Some(parent) = arrived?.parent {
        lane.shared.dirs.forget_name(parent, name, lane.env.now());
    }
    Ok(())
}

/// renameat2(2), with the flags that the servers know.
///
/// # Errors
/// As rename(2); EXDEV for a move that the servers cannot make in one step.
pub async fn rename(lane: &Lane, from: &[u8], to: &[u8], flags: u32) -> Result<()> {
    lane.called();
    let from = Resolved::new(lane, "rename", from).await?;
    // Linux looks at both parents, one after the other, before it looks at the names.
    resolve::holder(lane, "rename", &from).await?;
    let to = Resolved::new(lane, "rename", to).await?;
    resolve::holder(lane, "rename", &to).await?;
    let from_name = from.name("rename", |_| Status::Busy)?;
    let to_name = to.name("rename", |_| Status::Busy)?;
    let inside = |one: &Resolved<'_>, other: &Resolved<'_>| {
        one.names.len() > other.names.len() && one.names.starts_with(&other.names)
    };
    if inside(&to, &from) {
        if to_name.len() > NAME_BYTES_MAX {
            return Err(Error::status(Status::NameTooLong, "rename").on_bytes(to.given));
        }
        // Into itself. Names lead to one directory each, so the path says it all.
        return Err(Error::status(Status::Invalid, "rename").on_bytes(from.given));
    }
    if inside(&from, &to) {
        // Over a directory that it is in, if it is there.
        let moved = crate::fs::stat(lane, from.given).await?;
        if !moved.is_dir() && (from.last == Last::Slash || to.last == Last::Slash) {
            return Err(Error::status(Status::NotDirectory, "rename").on_bytes(from.given));
        }
        return Err(Error::status(Status::NotEmpty, "rename").on_bytes(to.given));
    }
    if from.last == Last::Slash || to.last == Last::Slash {
        // Such a path names a directory, and so must what is moved.
        let moved = resolve::directory(lane, "rename", &Resolved { last: Last::Slash, ..from.clone() }).await;
        if let Err(error) = moved {
            // Linux looks at the new name before it minds what kind of thing the old one is.
            let is_file = error.wire_status() == Some(Status::NotDirectory);
            if is_file && to_name.len() > NAME_BYTES_MAX {
                return Err(Error::status(Status::NameTooLong, "rename").on_bytes(to.given));
            }
            let without_slash = to.given.iter().rposition(|byte| *byte != b'/').map_or(0, |last| last + 1);
            if is_file
                && flags & libc::RENAME_NOREPLACE != 0
                && crate::fs::stat(lane, &to.given[..without_slash]).await.is_ok()
            {
                return Err(Error::status(Status::Exists, "rename").on_bytes(to.given));
            }
            return Err(error);
        }
    }
    let mut restarts = 0;
    loop {
        let from_dir = resolve::parent(lane, "rename", &from).await?;
        let to_dir = resolve::parent(lane, "rename", &to).await?;
        let call = || {
            wire::Call::Rename(Box::new(wire::Rename {
                from_dir: from_dir.0,
                from_name: Some(from_name.to_vec()),
                to_dir: to_dir.0,
                to_name: Some(to_name.to_vec()),
                flags,
            }))
        };
        // The server recalls leases from others; who asks forgets by itself, before the change and what came meanwhile.
        let forget = || {
            let now = lane.env.now();
            lane.shared.dirs.forget_name(from_dir, from_name, now);
            lane.shared.dirs.forget_name(to_dir, to_name, now);
        };
        let moved = lane.shared.dirs.cached_dir(&from.names, lane.env.now());
        forget();
        let renamed = lane.ask("rename", from_dir, call, Repeat::Once).await;
        forget();
        moved.into_iter().for_each(|id| lane.shared.dirs.forget(id, lane.env.now()));
        match renamed {
            Ok(_) => return Ok(()),
            Err(error) if error.wire_status() == Some(Status::Stale) && restarts < 2 => {
                // One of the two is gone; the answer does not say which.
                restarts += 1;
                for dir in [from_dir, to_dir] {
                    if dir != InodeId::ROOT {
                        lane.shared.dirs.forget(dir, lane.env.now());
                    }
                }
                lane.shared.counters.add(|counters| &counters.stale, 1);
            }
            Err(error) => return Err(error.on_bytes(from.given).onto_bytes(to.given)),
        }
    }
}
