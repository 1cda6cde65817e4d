//! Symbolic links, further names, and special files.

use osmia_net::Repeat;
use osmia_protocol::name::PATH_BYTES_MAX;
use osmia_protocol::{InodeId, Status, wire};

use super::wanted;
use crate::error::{Error, Result};
use crate::lane::Lane;
use crate::path::Last;
use crate::resolve::{self, Links, Resolved};

/// Times that a link is begun anew because a directory that the cache led to, or the file, is gone.
const RESTARTS_MAX: u32 = 2;

/// symlink(2): makes `path` a symbolic link that says `target`, which need not be there.
///
/// # Errors
/// As symlink(2).
pub async fn symlink(lane: &Lane, target: &[u8], path: &[u8]) -> Result<()> {
    let wrong = match target.len() {
        0 => Some(Status::NotFound),
        _ if target.len() > PATH_BYTES_MAX => Some(Status::NameTooLong),
        _ => target.contains(&0).then_some(Status::Invalid),
    };
    if let Some(wrong) = wrong {
        return Err(Error::status(wrong, "symlink").on_bytes(path).saying("what the link would say"));
    }
    make(lane, "symlink", path, libc::S_IFLNK | 0o777, 0, Some(target)).await
}

/// mknod(2): makes a fifo, socket, device or empty file; `mode` has the type (S_IFMT; none is a file) and the permission
/// bits before the umask, `rdev` a device's number as makedev(3) makes it.
///
/// # Errors
/// As mknod(2); EPERM for a device unless the caller is the super-user.
pub async fn mknod(lane: &Lane, path: &[u8], mode: u32, rdev: u64) -> Result<()> {
    let (kind, wrong) = match mode & libc::S_IFMT {
        0 => (libc::S_IFREG, None),
        kind @ (libc::S_IFREG | libc::S_IFIFO | libc::S_IFSOCK | libc::S_IFCHR | libc::S_IFBLK) => {
            (kind, None)
        }
        libc::S_IFDIR => (0, Some(Status::NotPermitted)),
        _ => (0, Some(Status::Invalid)),
    };
    if let Some(wrong) = wrong {
        let why = "mknod makes files, fifos, sockets, character and block devices";
        return Err(Error::status(wrong, "mknod").on_bytes(path).saying(why));
    }
    make(lane, "mknod", path, kind | mode & 0o7777, rdev, None).await
}

async fn make(
    lane: &Lane,
    operation: &'static str,
    path: &[u8],
    mode: u32,
    rdev: u64,
    target: Option<&[u8]>,
) -> Result<()> {
    lane.called();
    let links = Links::default();
    let mut path = Resolved::new(lane, operation, path, &links).await?;
    path.name(operation, |_| Status::Exists)?;
    if path.last == Last::Slash {
        return Err(no_directory(lane, operation, &mut path).await);
    }
    let call = |at| {
        wire::Call::Mknod(Box::new(wire::Mknod {
            at: Some(Box::new(at)),
            mode,
            umask: lane.shared.umask,
            rdev,
            target: target.map(<[u8]>::to_vec),
        }))
    };
    resolve::walk(lane, operation, &mut path, 1, Repeat::Once, call).await.map(drop)
}

/// What it means that the path of a new file ends in a slash.
async fn no_directory(lane: &Lane, operation: &'static str, path: &mut Resolved<'_>) -> Error {
    match resolve::named(lane, operation, path).await {
        Ok(_) => Error::status(Status::Exists, operation).on_bytes(path.given),
        Err(error) => error,
    }
}

/// readlink(2): what a symbolic link says.
///
/// # Errors
/// As readlink(2); EINVAL when it is no symbolic link.
pub async fn read_link(lane: &Lane, path: &[u8]) -> Result<Vec<u8>> {
    lane.called();
    let links = Links::default();
    let mut resolved = Resolved::new(lane, "readlink", path, &links).await?.without_following();
    if resolved.wants_directory() {
        // It names a directory, if anything.
        resolve::directory(lane, "readlink", &mut resolved).await?;
        return Err(Error::status(Status::Invalid, "readlink").on_bytes(path));
    }
    let call = |at| wire::Call::Readlink(Box::new(wire::Readlink { at: Some(Box::new(at)) }));
    let arrived = resolve::walk(lane, "readlink", &mut resolved, 1, Repeat::Reads, call).await?;
    super::value_of("readlink", &arrived.response)
}

/// link(2): gives the file `from` another name. Of a symbolic link, the link itself gets one.
///
/// # Errors
/// As link(2); EPERM for a directory.
pub async fn hard_link(lane: &Lane, from: &[u8], to: &[u8]) -> Result<()> {
    lane.called();
    let (from_links, to_links) = (Links::default(), Links::default());
    let mut from = Resolved::new(lane, "link", from, &from_links).await?.without_following();
    let mut restarts = 0;
    let mut to_path: Option<Resolved<'_>> = None;
    loop {
        let (attr, held) = look_up(lane, &mut from).await?;
        let is_dir = attr.mode & libc::S_IFMT == libc::S_IFDIR;
        if from.wants_directory() && !is_dir {
            return Err(Error::status(Status::NotDirectory, "link").on_bytes(from.given));
        }
        // Linux looks at the new name after the old one.
        let to = match &mut to_path {
            Some(to) => to,
            None => to_path.insert(Resolved::new(lane, "link", to, &to_links).await?),
        };
        let to_dir = resolve::holder(lane, "link", to).await?;
        let to_name = to.name("link", |_| Status::Exists)?;
        if to.last == Last::Slash {
            return Err(no_directory(lane, "link", to).await);
        }
        let id = InodeId(attr.id);
        let at = wire::Where {
            id: id.0,
            dir: held.0,
            path: from.names.last().map(|name| name.to_vec()),
            ..Default::default()
        };
        let call = || {
            wire::Call::Link(Box::new(wire::Link {
                at: Some(Box::new(at.clone())),
                to_dir: to_dir.0,
                to_name: Some(to_name.to_vec()),
            }))
        };
        match lane.ask("link", id, call, Repeat::Once).await {
            Ok(_) => return Ok(()),
            Err(error) if error.wire_status() == Some(Status::Stale) && restarts < RESTARTS_MAX => {
                // The file or the directory is gone; the answer does not say which.
                restarts += 1;
                if to_dir != InodeId::ROOT {
                    lane.shared.dirs.forget(to_dir, lane.env.now());
                }
                lane.shared.counters.add(|counters| &counters.stale, 1);
            }
            Err(error) => return Err(error.on_bytes(from.given).onto_bytes(to.given)),
        }
    }
}

/// The attributes of what is linked, and the directory that holds its name, as far as the server says.
async fn look_up(lane: &Lane, path: &mut Resolved<'_>) -> Result<(wire::Attr, InodeId)> {
    let call = |at| wire::Call::Lookup(Box::new(wire::Lookup { at: Some(Box::new(at)) }));
    let arrived = resolve::walk(lane, "link", path, 0, Repeat::Reads, call).await?;
    let ok = match wanted("link", arrived.response.reply().outcome())? {
        wire::OutcomeRef::AttrOk(ok) => ok,
        _ => return wanted("link", Ok(None)),
    };
    let dir = InodeId(wanted("link", ok.dir().map(Some))?);
    Ok((wire::Attr::from(wanted("link", ok.attr())?), dir))
}
