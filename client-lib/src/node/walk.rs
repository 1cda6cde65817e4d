//! One step: from a directory and a name, or an inode's id, to the server that can act on it.

use osmia_net::{Repeat, Response};
use osmia_protocol::{InodeId, Status, wire};

use super::{Node, NodeRef};
use crate::Metadata;
use crate::error::{Error, Result};
use crate::lane::Lane;

/// Sends a call about `name` in `parent`: to the parent's server, and on to the inode's when that is another.
///
/// # Errors
/// ENOENT when the parent is gone; what a server answered.
pub(super) async fn by_name(
    lane: &Lane,
    operation: &'static str,
    parent: InodeId,
    name: &[u8],
    repeat: Repeat,
    make: impl Fn(wire::Where) -> wire::Call,
) -> Result<Response> {
    lane.called();
    let first = || make(wire::Where { dir: parent.0, path: Some(name.to_vec()), ..Default::default() });
    let asked = lane.ask_owner(operation, parent, first, repeat).await;
    let (owner, response) = asked.map_err(|error| error.on_bytes(name))?;
    let Some(next) = goes_on(operation, &response)? else {
        return finish(lane, operation, owner, response).map_err(|error| error.on_bytes(name));
    };
    let second = || make(wire::Where { dir: next.0, ..Default::default() });
    let asked = lane.ask_owner(operation, next, second, repeat).await;
    let (owner, response) = asked.map_err(|error| error.on_bytes(name))?;
    if goes_on(operation, &response)?.is_some() {
        let why = "it sends the walk on to where it was";
        let error = Error::status(Status::Malformed, operation).at_server(lane.name(owner)).saying(why);
        return Err(error.on_bytes(name));
    }
    finish(lane, operation, owner, response).map_err(|error| error.on_bytes(name))
}

/// Sends a call about an inode that is known by its id.
///
/// # Errors
/// ESTALE when it is gone; what the server answered.
pub(super) async fn by_id(
    lane: &Lane,
    operation: &'static str,
    at: &NodeRef,
    repeat: Repeat,
    make: impl Fn(wire::Where) -> wire::Call,
) -> Result<Response> {
    lane.called();
    lane.ask(operation, at.id, || make(at.place()), repeat).await
}

/// Where the walk goes on.
fn goes_on(operation: &'static str, response: &Response) -> Result<Option<InodeId>> {
    let malformed = |error| Error::status(Status::Malformed, operation).because(error);
    match response.reply().outcome().map_err(malformed)? {
        Some(wire::OutcomeRef::ContinueAt(further)) => Ok(Some(InodeId(further.dir().map_err(malformed)?))),
        _ => Ok(None),
    }
}

fn finish(
    lane: &Lane,
    operation: &'static str,
    owner: osmia_net::PeerKey,
    response: Response,
) -> Result<Response> {
    match response.status() {
        Status::Ok => Ok(response),
        // To whoever asks by name, what is gone is not there.
        Status::Stale => Err(Error::status(Status::NotFound, operation)
            .at_server(lane.name(owner))
            .saying(response.detail())),
        _ => Err(lane.error(operation, owner, &response)),
    }
}

/// The inode that an answer tells of, if it tells of one. `hint`: a name that led to it.
pub(super) fn node(
    lane: &Lane,
    operation: &'static str,
    response: &Response,
    hint: Option<(InodeId, &[u8])>,
) -> Result<Option<Node>> {
    let malformed = |error| Error::status(Status::Malformed, operation).because(error);
    let Some(wire::OutcomeRef::AttrOk(ok)) = response.reply().outcome().map_err(malformed)? else {
        return Ok(None);
    };
    let Some(attr) = ok.attr().map_err(malformed)?.map(wire::Attr::from) else { return Ok(None) };
    let lies_with = InodeId(ok.dir().map_err(malformed)?);
    let rdev = ok.rdev().map_err(malformed)?;
    let metadata = lane.shared.with_own_writes(&attr, rdev);
    Ok(Some(Node { at: reference(&metadata, lies_with, hint), metadata }))
}

/// What to call an inode by that lies with a name of directory `lies_with`.
pub(super) fn reference(metadata: &Metadata, lies_with: InodeId, hint: Option<(InodeId, &[u8])>) -> NodeRef {
    let hint = hint.filter(|(dir, _)| *dir == lies_with && !metadata.is_dir());
    NodeRef {
        id: metadata.id,
        directory: metadata.is_dir(),
        hint: hint.map(|(dir, name)| (dir, name.into())),
    }
}
