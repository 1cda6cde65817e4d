//! From a request's `Where` to what it is about: the server walks as far as it owns.

use osmia_protocol::{InodeId, Status, name, wire};

use crate::caller::EXECUTE;
use crate::cx::Cx;
use crate::stop::{Stop, fail};
use crate::store::inode::{Child, Inode, KIND_SYMLINK};
use crate::store::layout::Found;

/// Components of a path at most: one byte and a slash each.
const COMPONENTS_MAX: usize = name::PATH_BYTES_MAX.div_ceil(2);

/// Where a walk ended.
pub enum Walk<T> {
    /// At what was asked for.
    At(T),
    /// At a directory whose partition is another shard's.
    Elsewhere {
        /// Where it goes on.
        dir: InodeId,
        /// Bytes of the path that are done.
        consumed: u32,
    },
    /// At a symbolic link, which the client follows.
    Follow {
        /// Directory that holds the link; 0: unknown.
        dir: InodeId,
        /// Bytes of the path that are done, the link's name among them.
        consumed: u32,
        /// What the link says.
        target: Box<[u8]>,
    },
}

/// A name in a directory of this shard. The caller may search the directory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place<'a> {
    /// The directory.
    pub dir: InodeId,
    /// The name.
    pub name: &'a [u8],
}

/// What a `Where` means.
pub enum End {
    /// A directory of this shard.
    Directory(InodeId),
    /// A file.
    File(Box<Found>),
}

impl End {
    /// A copy of the inode.
    pub fn inode(&self, cx: &mut Cx<'_>) -> Result<Inode, Stop> {
        match self {
            End::Directory(id) => cx.directory(*id).cloned(),
            End::File(found) => Ok(found.inode.clone()),
        }
    }
}

/// The `at` of a call; a call without one is malformed.
pub fn required<'a>(at: Option<wire::WhereRef<'a>>) -> Result<wire::WhereRef<'a>, Stop> {
    at.ok_or_else(|| fail(Status::Malformed, "the call does not say where"))
}

fn path<'a>(at: &wire::WhereRef<'a>) -> Result<&'a [u8], Stop> {
    let path = at.path()?.unwrap_or_default();
    if path.len() > name::PATH_BYTES_MAX {
        return Err(Status::NameTooLong.into());
    }
    Ok(path)
}

/// Walks to the directory that holds the path's last name. For calls that make or remove a name.
///
/// # Errors
/// As path_resolution(7). `Invalid` for an empty path: it names the root, or a directory by its id.
pub fn to_place<'a>(cx: &mut Cx<'_>, at: &wire::WhereRef<'a>) -> Result<Walk<Place<'a>>, Stop> {
    let path = path(at)?;
    if path.is_empty() || at.id()? != 0 {
        return Err(fail(Status::Invalid, "a name is needed"));
    }
    let mut dir = InodeId(at.dir()?);
    let mut start = 0;
    for _ in 0..COMPONENTS_MAX {
        if !cx.state.owns(dir) {
            return elsewhere(cx, dir, start);
        }
        let rest = &path[start..];
        let end = rest.iter().position(|&byte| byte == b'/');
        let component = &rest[..end.unwrap_or(rest.len())];
        let inode = match cx.state.store.directory(dir) {
            Ok(inode) => inode,
            Err(stop) if start == 0 => return not_directory(cx, dir, stop),
            Err(stop) => return Err(stop),
        };
        cx.caller.check(inode, EXECUTE)?;
        name::check(component)?;
        if start == 0 {
            cx.note_start(dir)?;
        }
        let Some(end) = end else {
            return Ok(Walk::At(Place { dir, name: component }));
        };
        let child = cx.state.store.child_or_fail(dir, component)?;
        if !child.is_directory() {
            if child.kind() != KIND_SYMLINK {
                return Err(Status::NotDirectory.into());
            }
            return follow(cx, Place { dir, name: component }, child, start + end + 1, start + end);
        }
        dir = child.id();
        start += end + 1;
        cx.note_walked(dir)?;
    }
    Err(Status::NameTooLong.into())
}

/// A walk does not begin at a directory. At a symbolic link it does when another shard has sent it here, where the link's
/// inode is.
fn not_directory<T>(cx: &Cx<'_>, id: InodeId, stop: Stop) -> Result<Walk<T>, Stop> {
    if matches!(stop, Stop::Fail(Status::NotDirectory, _))
        && let Some(inode) = cx.state.store.inode(id)?.filter(Inode::is_symlink)
    {
        return Ok(Walk::Follow { dir: InodeId(0), consumed: 0, target: inode.target });
    }
    Err(stop.at_start())
}

/// The end of a walk that another shard has sent here, where the file's inode is.
fn far_end(cx: &Cx<'_>, at: &wire::WhereRef<'_>, id: InodeId) -> Result<Walk<End>, Stop> {
    let inode = cx.state.store.inode(id)?.ok_or(Status::Stale)?;
    if inode.is_symlink() && at.follow()? {
        return Ok(Walk::Follow { dir: InodeId(0), consumed: 0, target: inode.target });
    }
    let found = Found { inode, dir: InodeId(0), name: Vec::new(), embedded: false };
    Ok(Walk::At(End::File(Box::new(found))))
}

/// Goes on at a symbolic link in the path: at its inode's owner, with the path from byte `next`, or at the client.
fn follow<T>(
    cx: &mut Cx<'_>,
    place: Place<'_>,
    child: Child,
    next: usize,
    consumed: usize,
) -> Result<Walk<T>, Stop> {
    if !cx.state.owns(child.id()) {
        return Ok(Walk::Elsewhere { dir: child.id(), consumed: next as u32 });
    }
    let found = cx.state.store.file(place.dir, place.name, child)?;
    Ok(Walk::Follow { dir: place.dir, consumed: consumed as u32, target: found.inode.target })
}

fn elsewhere<T>(cx: &Cx<'_>, dir: InodeId, consumed: usize) -> Result<Walk<T>, Stop> {
    if cx.state.map.owner_of(dir).is_none() {
        return Err(fail(Status::Invalid, "no partition of this cluster"));
    }
    if consumed == 0 && cx.walked.is_empty() {
        return Err(fail(Status::WrongShard, "the directory's partition is another shard's"));
    }
    Ok(Walk::Elsewhere { dir, consumed: consumed as u32 })
}

/// Walks to what a path names, or finds what a handle means. For calls about something that exists.
///
/// # Errors
/// As path_resolution(7); `Stale` for a handle whose inode is gone.
pub fn to_end(cx: &mut Cx<'_>, at: &wire::WhereRef<'_>) -> Result<Walk<End>, Stop> {
    let id = InodeId(at.id()?);
    if id.0 != 0 {
        return by_handle(cx, id, at).map(Walk::At);
    }
    if path(at)?.is_empty() {
        let dir = InodeId(at.dir()?);
        match cx.start(dir) {
            Ok(_) => {}
            Err(Stop::Fail(Status::NotDirectory, _)) => return far_end(cx, at, dir),
            Err(stop) => return Err(stop),
        }
        cx.note_start(dir)?;
        return Ok(Walk::At(End::Directory(dir)));
    }
    match to_place(cx, at)? {
        Walk::At(place) => {
            let child = cx.state.store.child_or_fail(place.dir, place.name)?;
            child_end(cx, at, place, child)
        }
        Walk::Elsewhere { dir, consumed } => Ok(Walk::Elsewhere { dir, consumed }),
        Walk::Follow { dir, consumed, target } => Ok(Walk::Follow { dir, consumed, target }),
    }
}

/// The end of a walk whose last name has this child.
pub fn child_end(
    cx: &mut Cx<'_>,
    at: &wire::WhereRef<'_>,
    place: Place<'_>,
    child: Child,
) -> Result<Walk<End>, Stop> {
    let consumed = path(at)?.len();
    if child.kind() == KIND_SYMLINK && at.follow()? {
        return follow(cx, place, child, consumed, consumed);
    }
    if !child.is_directory() {
        if !cx.state.owns(child.id()) {
            return Ok(Walk::Elsewhere { dir: child.id(), consumed: consumed as u32 });
        }
        let found = cx.state.store.file(place.dir, place.name, child)?;
        return Ok(Walk::At(End::File(Box::new(found))));
    }
    let dir = child.id();
    cx.note_walked(dir)?;
    if !cx.state.owns(dir) {
        return Ok(Walk::Elsewhere { dir, consumed: consumed as u32 });
    }
    Ok(Walk::At(End::Directory(dir)))
}

fn by_handle(cx: &mut Cx<'_>, id: InodeId, at: &wire::WhereRef<'_>) -> Result<End, Stop> {
    let (dir, name) = (InodeId(at.dir()?), path(at)?);
    if !cx.state.owns(id) {
        return Err(fail(Status::WrongShard, "the inode's partition is another shard's"));
    }
    let hint = if dir.0 != 0 && cx.state.owns(dir) && name::check(name).is_ok() { dir } else { InodeId(0) };
    if cx.state.store.is_cached_directory(id) {
        return Ok(End::Directory(id));
    }
    let layout = cx.state.store.layout();
    let found = layout.find(&cx.state.store, id, hint, name)?.ok_or(Status::Stale)?;
    if found.inode.is_directory() {
        cx.state.store.directory(id)?;
        return Ok(End::Directory(id));
    }
    Ok(End::File(Box::new(found)))
}
