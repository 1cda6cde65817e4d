//! Calls that make and remove names.

use osmia_net::Repeat;
use osmia_protocol::{Status, wire};

use crate::error::{Error, Result};
use crate::lane::Lane;
use crate::path::Last;
use crate::resolve::{self, Links, Resolved};

/// mkdir(2).
///
/// # Errors
/// As mkdir(2).
pub async fn mkdir(lane: &Lane, path: &[u8], mode: u32) -> Result<()> {
    lane.called();
    let links = Links::default();
    let mut path = Resolved::new(lane, "mkdir", path, &links).await?;
    path.name("mkdir", |_| Status::Exists)?;
    let umask = lane.shared.umask;
    let call =
        |at| wire::Call::Mkdir(Box::new(wire::Mkdir { at: Some(Box::new(at)), mode: mode & 0o7777, umask }));
    resolve::walk(lane, "mkdir", &mut path, 1, Repeat::Once, call).await.map(drop)
}

/// unlink(2).
///
/// # Errors
/// As unlink(2); EISDIR for a directory.
pub async fn unlink(lane: &Lane, path: &[u8]) -> Result<()> {
    lane.called();
    let links = Links::default();
    let mut path = Resolved::new(lane, "unlink", path, &links).await?;
    path.name("unlink", |_| Status::IsDirectory)?;
    if path.last == Last::Slash {
        // Whatever it is, it cannot be unlinked by this path; what it is decides why.
        let named = resolve::named(lane, "unlink", &mut path).await?;
        let is_dir = named.mode & libc::S_IFMT == libc::S_IFDIR;
        let why = if is_dir { Status::IsDirectory } else { Status::NotDirectory };
        return Err(Error::status(why, "unlink").on_bytes(path.given));
    }
    let call = |at| wire::Call::Unlink(Box::new(wire::Unlink { at: Some(Box::new(at)) }));
    resolve::walk(lane, "unlink", &mut path, 1, Repeat::Once, call).await.map(drop)
}

/// rmdir(2).
///
/// # Errors
/// As rmdir(2).
pub async fn rmdir(lane: &Lane, path: &[u8]) -> Result<()> {
    lane.called();
    let links = Links::default();
    let mut resolved = Resolved::new(lane, "rmdir", path, &links).await?;
    let otherwise = |last| match last {
        Last::Dot => Status::Invalid,
        Last::DotDot => Status::NotEmpty,
        _ => Status::Busy,
    };
    let name = resolved.name("rmdir", otherwise)?;
    let call = |at| wire::Call::Rmdir(Box::new(wire::Rmdir { at: Some(Box::new(at)) }));
    let arrived = resolve::walk_changing(lane, "rmdir", &mut resolved, 1, call).await;
    if let Some(parent) = arrived?.parent {
        lane.shared.dirs.forget_name(parent, name, lane.env.now());
    }
    Ok(())
}
