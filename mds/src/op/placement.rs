//! Placement of directories made below one: by a call of its own, and as an extended attribute.

use osmia_protocol::{InodeId, Status, wire};

use super::{Result, here};
use crate::answer::Answer;
use crate::cx::Cx;
use crate::placement::{self, Setting, Source};
use crate::stop::{Stop, fail};
use crate::store::inode::Inode;
use crate::walk::{self, End};

/// What undoes a setting, in place of a policy.
const DEFAULT: &str = "default";
/// The extended attribute that is a directory's setting, or what it inherited; listxattr(2) does not tell of it, so that
/// copies of a tree do not take it along.
pub const XATTR: &[u8] = b"osmia.dir.placement";

/// Sets a directory's placement, or asks for it.
pub fn run(cx: &mut Cx<'_>, call: wire::PlacementRef<'_>) -> Result {
    let at = walk::required(call.at()?)?;
    let id = match here(walk::to_end(cx, &at)?) {
        Ok(End::Directory(id)) => id,
        Ok(End::File(_)) => return Err(Status::NotDirectory.into()),
        Err(elsewhere) => return Ok(elsewhere),
    };
    match call.set()?.unwrap_or_default() {
        "" => {}
        DEFAULT => set(cx, id, None)?,
        text => {
            let placement = text.parse().map_err(|error: String| fail(Status::Invalid, error))?;
            set(cx, id, Some(Setting { placement, depth: call.depth()? }))?;
        }
    }
    let directory = cx.directory(id)?.clone();
    let (setting, source) = cx.placement_in(&directory)?;
    let (source, rule) = match source {
        Source::Directory => (wire::PlacementSource::Directory, None),
        Source::Rule(path) => (wire::PlacementSource::Rule, Some(path.to_string())),
        Source::Default => (wire::PlacementSource::Default, None),
    };
    Ok(Answer::Other(Box::new(wire::Outcome::PlacementOk(Box::new(wire::PlacementOk {
        placement: Some(setting.placement.to_string()),
        depth: setting.depth,
        source,
        rule,
    })))))
}

/// The attribute of an inode.
///
/// # Errors
/// `NoData` when nothing was set for it, nor inherited.
pub(super) fn attribute(inode: &Inode) -> Result<Setting> {
    inode.directory.as_ref().and_then(|part| part.placement).ok_or(Status::NoData.into())
}

/// Sets or removes the attribute.
pub(super) fn set_attribute(cx: &mut Cx<'_>, end: &End, value: Option<&[u8]>) -> Result<()> {
    let End::Directory(id) = end else { return Err(Status::NotDirectory.into()) };
    let setting = match value.map(String::from_utf8_lossy).as_deref() {
        None | Some(DEFAULT) => None,
        Some(text) => Some(text.parse().map_err(|error: String| fail(Status::Invalid, error))?),
    };
    set(cx, *id, setting)
}

/// Sets where directories made below a directory go from now on. Its owner may.
fn set(cx: &mut Cx<'_>, id: InodeId, setting: Option<Setting>) -> std::result::Result<(), Stop> {
    if let Some(setting) = setting {
        if setting.depth == 0 {
            return Err(fail(Status::Invalid, "placement for a depth of 0 levels; want 1 or more"));
        }
        if !placement::has_shard(setting.placement, &cx.state.map) {
            return Err(placement::no_shard(setting.placement));
        }
    }
    let (caller, time) = (cx.caller.clone(), cx.time);
    caller.check_owner(cx.directory(id)?)?;
    cx.store().change_directory(id, |inode, part| {
        part.placement = setting;
        inode.ctime = time;
    });
    Ok(())
}
