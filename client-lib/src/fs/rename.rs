//! renameat2(2).

use osmia_net::Repeat;
use osmia_protocol::name::NAME_BYTES_MAX;
use osmia_protocol::{InodeId, Status, wire};

use crate::error::{Error, Result};
use crate::lane::Lane;
use crate::path::Last;
use crate::resolve::{self, Links, Resolved};

/// Times that a rename is begun anew because a directory that the cache led to is gone.
const RESTARTS_MAX: u32 = 2;

/// renameat2(2): `flags` are 0, RENAME_NOREPLACE or RENAME_EXCHANGE. Symbolic links are moved themselves.
///
/// # Errors
/// As rename(2).
pub async fn rename(lane: &Lane, from: &[u8], to: &[u8], flags: u32) -> Result<()> {
    lane.called();
    let (from_links, to_links) = (Links::default(), Links::default());
    let mut from = Resolved::new(lane, "rename", from, &from_links).await?;
    // Linux looks at both parents, one after the other, before it looks at the names.
    resolve::holder(lane, "rename", &mut from).await?;
    let mut to = Resolved::new(lane, "rename", to, &to_links).await?;
    resolve::holder(lane, "rename", &mut to).await?;
    // It minds a name that must not be there before `.` and `..`.
    let busy = if flags & libc::RENAME_NOREPLACE != 0 { Status::Exists } else { Status::Busy };
    let from_name = from.name("rename", |_| Status::Busy)?;
    let to_name = to.name("rename", |_| busy)?;
    if from.last == Last::Slash || to.last == Last::Slash {
        check_slashes(lane, &mut from, &mut to, flags).await?;
    }
    let mut restarts = 0;
    loop {
        let from_dir = resolve::parent(lane, "rename", &mut from).await?;
        let to_dir = resolve::parent(lane, "rename", &mut to).await?;
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
        let dirs = &lane.shared.dirs;
        let moved = [dirs.child(from_dir, from_name), dirs.child(to_dir, to_name)];
        let forget = || moved.into_iter().flatten().for_each(|id| dirs.forget(id, lane.env.now()));
        forget();
        let renamed = send(lane, from_dir, call).await;
        forget();
        for (dir, name) in [(from_dir, from_name), (to_dir, to_name)] {
            dirs.forget_name(dir, name, lane.env.now());
        }
        let error = match renamed {
            Ok(()) => return Ok(()),
            Err(error) => error.on_bytes(from.given).onto_bytes(to.given),
        };
        match error.wire_status() {
            Some(Status::Stale) if restarts < RESTARTS_MAX => {
                // One of the two is gone; the answer does not say which.
                restarts += 1;
                for dir in [from_dir, to_dir] {
                    if dir != InodeId::ROOT {
                        dirs.forget(dir, lane.env.now());
                    }
                }
                lane.shared.counters.add(|counters| &counters.stale, 1);
            }
            Some(Status::IsDirectory | Status::Access | Status::NotPermitted) if is_below(&from, &to) => {
                // Linux sees that the old name lies in what the new one leads to before it asks for more.
                let over = flags & libc::RENAME_EXCHANGE == 0;
                let status = if over { Status::NotEmpty } else { Status::Invalid };
                return Err(Error::status(status, "rename").on_bytes(from.given).onto_bytes(to.given));
            }
            _ => return Err(error),
        }
    }
}

/// Asks the shard of the old name's directory, or, for a directory that changes its parent, that of the root.
async fn send(lane: &Lane, from_dir: InodeId, call: impl Fn() -> wire::Call) -> Result<()> {
    let (mut owner, mut response) = lane.ask_owner("rename", from_dir, &call, Repeat::Once).await?;
    if response.status() == Status::Elsewhere {
        (owner, response) = lane.ask_owner("rename", InodeId::ROOT, &call, Repeat::Once).await?;
        lane.shared.counters.add(|counters| &counters.continued, 1);
    }
    match response.status() {
        Status::Ok => Ok(()),
        _ => Err(lane.error("rename", owner, &response)),
    }
}

/// Whether `inner` lies in the directory of path `outer`, below its direct entries.
fn is_below(inner: &Resolved<'_>, outer: &Resolved<'_>) -> bool {
    inner.names.len() > outer.names.len() && inner.names.starts_with(&outer.names)
}

/// A path that ends in a slash names a directory, and so must what is moved, and what it is exchanged with.
async fn check_slashes(
    lane: &Lane,
    from: &mut Resolved<'_>,
    to: &mut Resolved<'_>,
    flags: u32,
) -> Result<()> {
    let is_dir = |attr: &wire::Attr| attr.mode & libc::S_IFMT == libc::S_IFDIR;
    let exchange = flags & libc::RENAME_EXCHANGE != 0;
    let moved = resolve::named(lane, "rename", from).await?;
    // Linux looks at the new name before it minds what kind of thing the old one is.
    if to.names.last().is_some_and(|name| name.len() > NAME_BYTES_MAX) {
        return Err(Error::status(Status::NameTooLong, "rename").on_bytes(to.given));
    }
    if flags & libc::RENAME_NOREPLACE != 0 && resolve::named(lane, "rename", to).await.is_ok() {
        return Err(Error::status(Status::Exists, "rename").on_bytes(to.given));
    }
    if exchange && !is_dir(&resolve::named(lane, "rename", to).await?) && to.last == Last::Slash {
        return Err(Error::status(Status::NotDirectory, "rename").on_bytes(to.given));
    }
    let slash = from.last == Last::Slash || (to.last == Last::Slash && !exchange);
    if slash && !is_dir(&moved) {
        return Err(Error::status(Status::NotDirectory, "rename").on_bytes(from.given));
    }
    Ok(())
}
