//! From a path to the server that can act on it.
//!
//! A walk begins at the last directory that the cache leads to, and the rest of the path travels in one request. The
//! server walks as far as it owns; when it says where the walk goes on, the same request goes there.

use osmia_env::Instant;
use osmia_net::{Repeat, Response};
use osmia_protocol::{InodeId, Status, wire};
use smallvec::SmallVec;

use crate::dcache::Search;
use crate::error::{Error, Result};
use crate::lane::Lane;
use crate::path::{self, Last, Names};

/// Walks begun anew, because a cached directory was gone, before a call fails with ENOENT: each leaves one level of the
/// cache behind, and a tree that changes faster than that is not the cache's fault.
const RESTARTS_MAX: u32 = 8;

/// A path whose `..` are resolved: names from the root down.
#[derive(Clone)]
pub(crate) struct Resolved<'a> {
    /// As it was given, for errors.
    pub(crate) given: &'a [u8],
    pub(crate) names: SmallVec<[&'a [u8]; 16]>,
    pub(crate) last: Last,
}

/// Where a walk ended.
pub(crate) struct Arrived {
    /// The answer, which is a success.
    pub(crate) response: Response,
    /// The directory that holds the last name, when the walk got to know it.
    pub(crate) parent: Option<InodeId>,
}

impl<'a> Resolved<'a> {
    /// Takes `path` apart and resolves its `..`: what stands before one must be a directory that may be searched.
    pub(crate) async fn new(lane: &Lane, operation: &'static str, path: &'a [u8]) -> Result<Resolved<'a>> {
        let parsed = Names::parse(path).map_err(|status| Error::status(status, operation).on_bytes(path))?;
        let mut resolved = Resolved { given: path, names: parsed.names, last: parsed.last };
        while parsed.goes_up
            && let Some(at) = resolved.names.iter().position(|name| *name == b"..")
        {
            let before: SmallVec<[&[u8]; 16]> = resolved.names[..at].into();
            let prefix = Resolved { given: path, names: before, last: Last::Dot };
            Box::pin(holder(lane, operation, &prefix)).await?;
            if at > 0 {
                resolved.names.remove(at - 1);
            }
            // The parent of the root is the root.
            resolved.names.remove(at.saturating_sub(1));
        }
        if resolved.last == Last::Dot {
            // `.` is looked up in what stands before it, be it the root.
            holder(lane, operation, &resolved).await?;
        }
        Ok(resolved)
    }

    /// Whether the path can only name a directory.
    pub(crate) fn wants_directory(&self) -> bool {
        self.last != Last::Name
    }

    /// The last name, for calls that make or remove one; `otherwise` says what it means that there is none.
    pub(crate) fn name(
        &self,
        operation: &'static str,
        otherwise: impl FnOnce(Last) -> Status,
    ) -> Result<&'a [u8]> {
        match (self.last, self.names.last()) {
            (Last::Name | Last::Slash, Some(name)) => Ok(name),
            (last, _) => Err(Error::status(otherwise(last), operation).on_bytes(self.given)),
        }
    }
}

/// Sends a call by path to the server at the end of the walk, and takes in the directories passed.
///
/// The last `keep` names travel in any case: 1 for calls on a name, 0 where a cached directory will do as the end. `make`
/// builds the call for each place that the walk goes on at.
///
/// # Errors
/// What a server answered, with `operation` and the path; those of [`Lane::ask`].
pub(crate) async fn walk(
    lane: &Lane,
    operation: &'static str,
    path: &Resolved<'_>,
    keep: usize,
    repeat: Repeat,
    make: impl Fn(wire::Where) -> wire::Call,
) -> Result<Arrived> {
    let names = &path.names[..];
    let mut restarts = 0;
    'walk: loop {
        let now = lane.env.now();
        let (mut at, mut done) = lane
            .longest_prefix(path.given, &names[..names.len().saturating_sub(keep)], now)
            .map_err(|status| Error::status(status, operation).on_bytes(path.given))?;
        let mut parent = (done + 1 == names.len()).then_some(at);
        let mut hops = 0;
        // Leases count from here: at the latest when the request is sent.
        let mut sent = now;
        loop {
            let call = || {
                let rest = path::join(&names[done..]);
                make(wire::Where { dir: at.0, path: Some(rest), ..Default::default() })
            };
            let asked = lane.ask_owner(operation, at, call, repeat).await;
            let (owner, response) = asked.map_err(|error| error.on_bytes(path.given))?;
            let status = response.status();
            if status == Status::Stale && at != InodeId::ROOT && restarts < RESTARTS_MAX {
                // The directory that the cache led to is gone: its name may lead elsewhere by now.
                lane.shared.dirs.forget(at, lane.env.now());
                lane.shared.counters.add(|counters| &counters.stale, 1);
                restarts += 1;
                continue 'walk;
            }
            if status == Status::Stale {
                // To whoever walks by names, what a name led to and is gone is not there.
                let gone = Error::status(Status::NotFound, operation).at_server(lane.name(owner));
                return Err(gone.saying(response.detail()).on_bytes(path.given));
            }
            let malformed = |error: osmia_protocol::planus::Error| {
                Error::status(Status::Malformed, operation)
                    .on_bytes(path.given)
                    .at_server(lane.name(owner))
                    .because(error)
            };
            let further = match response.reply().outcome().map_err(malformed)? {
                Some(wire::OutcomeRef::ContinueAt(further)) => further,
                outcome => {
                    let walked = walked(outcome).map_err(malformed)?;
                    let end = take_in(lane, at, &names[done..], walked.into_iter().flatten(), sent);
                    if end.1 + done + 1 == names.len() {
                        parent = Some(end.0);
                    }
                    if status == Status::Ok {
                        return Ok(Arrived { response, parent });
                    }
                    return Err(lane.error(operation, owner, &response).on_bytes(path.given));
                }
            };
            take_in(
                lane,
                at,
                &names[done..],
                further.walked().map_err(malformed)?.into_iter().flatten(),
                sent,
            );
            let next = InodeId(further.dir().map_err(malformed)?);
            let taken = names_in(&names[done..], further.consumed().map_err(malformed)? as usize);
            hops += 1;
            // Each hop but the first moves on by a name, or the servers send us in circles.
            let Some(taken) = taken.filter(|taken| *taken > 0 || hops <= 2) else {
                return Err(Error::status(Status::Malformed, operation)
                    .on_bytes(path.given)
                    .at_server(lane.name(owner))
                    .saying("it sends the walk on to where it was"));
            };
            done += taken;
            at = next;
            if done + 1 == names.len() {
                parent = Some(at);
            }
            lane.shared.counters.add(|counters| &counters.continued, 1);
            sent = lane.env.now();
        }
    }
}

/// How many of `names`, joined, end before byte `consumed`; `None` when it falls inside a name.
fn names_in(names: &[&[u8]], consumed: usize) -> Option<usize> {
    let mut end = 0;
    for (i, name) in names.iter().enumerate() {
        // Before the slash that begins the next name, or behind it.
        if consumed == end || (i > 0 && consumed == end + 1) {
            return Some(i);
        }
        end += name.len() + usize::from(i > 0);
    }
    (consumed == end).then_some(names.len())
}

fn walked(
    outcome: Option<wire::OutcomeRef<'_>>,
) -> std::result::Result<
    Option<osmia_protocol::planus::Vector<'_, wire::WalkedRef<'_>>>,
    osmia_protocol::planus::Error,
> {
    match outcome {
        Some(wire::OutcomeRef::AttrOk(ok)) => ok.walked(),
        Some(wire::OutcomeRef::OpenOk(ok)) => ok.walked(),
        Some(wire::OutcomeRef::Done(ok)) => ok.walked(),
        _ => Ok(None),
    }
}

/// Takes in the directories that a walk has passed. The first may be the one it began at: then only what it takes to
/// search it is told. Gives the last directory, and how many names lead to it.
fn take_in<'a>(
    lane: &Lane,
    from: InodeId,
    names: &[&[u8]],
    walked: impl Iterator<Item = wire::WalkedRef<'a>>,
    sent: Instant,
) -> (InodeId, usize) {
    let dirs = &lane.shared.dirs;
    let until = |lease_ms: u32| sent + std::time::Duration::from_millis(lease_ms.into());
    let (mut at, mut count) = (from, 0);
    for walked in walked {
        let id = InodeId(walked.id());
        if id != from || count > 0 {
            let Some(name) = names.get(count) else { break };
            if walked.dentry_lease_ms() > 0 {
                dirs.add_name(at, name, id, sent, until(walked.dentry_lease_ms()));
            }
            count += 1;
            at = id;
        }
        if walked.inode_lease_ms() > 0 {
            let search = Search {
                mode: walked.mode(),
                uid: walked.uid(),
                gid: walked.gid(),
                until: until(walked.inode_lease_ms()),
            };
            dirs.add_search(id, search, sent);
        }
    }
    (at, count)
}

/// The id of the directory that a path names, from the cache or by a request.
///
/// # Errors
/// ENOTDIR when it is something else; those of a walk.
pub(crate) async fn directory(lane: &Lane, operation: &'static str, path: &Resolved<'_>) -> Result<InodeId> {
    let now = lane.env.now();
    let (at, count) = lane
        .longest_prefix(path.given, &path.names, now)
        .map_err(|status| Error::status(status, operation).on_bytes(path.given))?;
    if count == path.names.len() {
        return Ok(at);
    }
    let lookup = |at| wire::Call::Lookup(Box::new(wire::Lookup { at: Some(Box::new(at)) }));
    let arrived = walk(lane, operation, path, 0, Repeat::Reads, lookup).await?;
    let attr = crate::fs::attr_of(operation, &arrived.response)?;
    if attr.mode & libc::S_IFMT != libc::S_IFDIR {
        return Err(Error::status(Status::NotDirectory, operation).on_bytes(path.given));
    }
    Ok(InodeId(attr.id))
}

/// As [`directory`], of the directory in which the last component of a path is looked up. The caller may search it.
pub(crate) async fn holder(lane: &Lane, operation: &'static str, path: &Resolved<'_>) -> Result<InodeId> {
    let names = match path.last {
        Last::Name | Last::Slash => path.names[..path.names.len() - 1].into(),
        _ => path.names.clone(),
    };
    let holder = Resolved { given: path.given, names, last: Last::Slash };
    let id = directory(lane, operation, &holder).await?;
    let allowed = match lane.shared.dirs.may_search(id, &lane.credentials, lane.env.now()) {
        Some(allowed) => allowed,
        None => {
            // The request that tells who may search it brings the lease as well.
            let lookup = |at| wire::Call::Lookup(Box::new(wire::Lookup { at: Some(Box::new(at)) }));
            let arrived = walk(lane, operation, &holder, 0, Repeat::Reads, lookup).await?;
            let attr = crate::fs::attr_of(operation, &arrived.response)?;
            let search = Search { mode: attr.mode, uid: attr.uid, gid: attr.gid, until: Instant::NEVER };
            search.allows(&lane.credentials)
        }
    };
    if allowed { Ok(id) } else { Err(Error::status(Status::Access, operation).on_bytes(path.given)) }
}

/// As [`directory`], of the directory that holds the last name.
pub(crate) async fn parent(lane: &Lane, operation: &'static str, path: &Resolved<'_>) -> Result<InodeId> {
    let names = path.names[..path.names.len() - 1].into();
    directory(lane, operation, &Resolved { given: path.given, names, last: Last::Slash }).await
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A server's count of bytes is taken with or without the slash behind a name, and nowhere else.
    #[test]
    fn consumed_bytes_are_whole_names() {
        let names: &[&[u8]] = &[b"a", b"bc", b"d"];
        let counts: Vec<_> = (0..=8).map(|consumed| names_in(names, consumed)).collect();
        assert_eq!(counts, [Some(0), Some(1), Some(1), None, Some(2), Some(2), Some(3), None, None]);
    }
}
