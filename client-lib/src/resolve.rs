//! From a path to the server that can act on it.
//!
//! A walk begins at the last directory that the cache leads to, and the rest of the path travels in one request. The
//! server walks as far as it owns; when it says where the walk goes on, the same request goes there. When it meets a
//! symbolic link, the path is rewritten with what the link says, and the walk begins anew: the names before a link are
//! then directories, so that a `..` behind them is the last of them, as path_resolution(7) wants it.

use std::cell::OnceCell;

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

/// Symbolic links followed on one path: path_resolution(7), "Step 2".
const LINKS_MAX: usize = 40;

/// What the symbolic links on one path say, in the order in which they were met.
#[derive(Default)]
pub(crate) struct Links(OnceCell<Box<Link>>);

struct Link {
    target: Box<[u8]>,
    next: Links,
}

impl Links {
    /// Keeps what one more link says; `None` when that is too many.
    fn keep(&self, target: &[u8]) -> Option<&[u8]> {
        let mut last = self;
        for _ in 0..LINKS_MAX {
            match last.0.get() {
                Some(link) => last = &link.next,
                None => {
                    let link = || Box::new(Link { target: target.into(), next: Links::default() });
                    return Some(&last.0.get_or_init(link).target);
                }
            }
        }
        None
    }

    fn is_empty(&self) -> bool {
        self.0.get().is_none()
    }
}

/// A path whose `..` are resolved: names from the root down. Walks rewrite it where they follow symbolic links.
#[derive(Clone)]
pub(crate) struct Resolved<'a> {
    /// As it was given, for errors.
    pub(crate) given: &'a [u8],
    pub(crate) names: SmallVec<[&'a [u8]; 16]>,
    pub(crate) last: Last,
    /// A symbolic link at its end is followed; those before always are.
    follow: bool,
    links: &'a Links,
}

/// Where a walk ended.
pub(crate) struct Arrived {
    /// The answer, which is a success.
    pub(crate) response: Response,
    /// The directory that holds the last name, when the walk got to know it.
    pub(crate) parent: Option<InodeId>,
}

impl<'a> Resolved<'a> {
    /// Takes `path` apart and resolves its `..`: what stands before one must be a directory that may be searched. A
    /// symbolic link at its end is followed. `links` is of this path alone.
    pub(crate) async fn new(
        lane: &Lane,
        operation: &'static str,
        path: &'a [u8],
        links: &'a Links,
    ) -> Result<Resolved<'a>> {
        let parsed = Names::parse(path).map_err(|status| Error::status(status, operation).on_bytes(path))?;
        let Names { names, goes_up, last } = parsed;
        let mut resolved = Resolved { given: path, names, last, follow: true, links };
        if goes_up || last == Last::Dot {
            resolved.settle(lane, operation, last == Last::Dot).await?;
        }
        Ok(resolved)
    }

    /// The same path, but a symbolic link at its end is not followed, unless a slash behind it says so.
    pub(crate) fn without_following(self) -> Resolved<'a> {
        Resolved { follow: self.wants_directory(), ..self }
    }

    /// Resolves `..`, each after the links before it. With `dot` the path ends in a `.`, which is looked up in what stands
    /// before it, be it the root.
    async fn settle(&mut self, lane: &Lane, operation: &'static str, dot: bool) -> Result<()> {
        while let Some(at) = self.names.iter().position(|name| *name == b"..") {
            let mut before = self.cut(at, Last::Dot);
            Box::pin(holder(lane, operation, &mut before)).await?;
            // The parent of the root is the root.
            before.names.pop();
            before.names.extend_from_slice(&self.names[at + 1..]);
            self.names = before.names;
        }
        if dot {
            Box::pin(holder(lane, operation, self)).await?;
        }
        Ok(())
    }

    /// The path of its first `names` names.
    fn cut(&self, names: usize, last: Last) -> Resolved<'a> {
        Resolved { names: self.names[..names].into(), last, follow: true, ..*self }
    }

    /// Puts what a symbolic link says in the place of the name before name `end`.
    async fn follow(
        &mut self,
        lane: &Lane,
        operation: &'static str,
        end: usize,
        target: &[u8],
    ) -> Result<()> {
        let failed = |status| Error::status(status, operation).on_bytes(self.given);
        let target = self.links.keep(target).ok_or_else(|| failed(Status::Loop))?;
        let parsed = Names::parse(target).map_err(failed)?;
        let is_last = end == self.names.len();
        let before = if target.starts_with(b"/") { 0 } else { end - 1 };
        let mut names: SmallVec<[&[u8]; 16]> = self.names[..before].into();
        names.extend_from_slice(&parsed.names);
        names.extend_from_slice(&self.names[end..]);
        self.names = names;
        let before = self.last;
        self.last = match (self.last, parsed.last) {
            (Last::Name, last) if is_last => last,
            (Last::Slash, last) if is_last && last != Last::Name => last,
            (last, _) => last,
        };
        self.follow |= self.wants_directory();
        let dot = self.last == Last::Dot && before != Last::Dot;
        if parsed.goes_up || dot { self.settle(lane, operation, dot).await } else { Ok(()) }
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

    /// How many of its names lead to the directory in which the last component is looked up.
    fn holding(&self) -> usize {
        match self.last {
            Last::Name | Last::Slash => self.names.len() - 1,
            _ => self.names.len(),
        }
    }

    /// Takes over the names of `above`, which led to what the first `names` names lead to.
    fn rejoin(&mut self, mut above: Resolved<'a>, names: usize) {
        above.names.extend_from_slice(&self.names[names..]);
        self.names = above.names;
    }
}

/// Sends a call by path to the server at the end of the walk, takes in the directories passed, and follows the links met.
///
/// The last `keep` names travel in any case: 1 for calls on a name, 0 where a cached directory will do as the end. `make`
/// builds the call for each place that the walk goes on at.
///
/// # Errors
/// What a server answered, with `operation` and the path; ELOOP for too many links; those of [`Lane::ask`].
pub(crate) async fn walk(
    lane: &Lane,
    operation: &'static str,
    path: &mut Resolved<'_>,
    keep: usize,
    repeat: Repeat,
    make: impl Fn(wire::Where) -> wire::Call,
) -> Result<Arrived> {
    loop {
        if let Some(arrived) = walk_to_link(lane, operation, path, keep, repeat, &make).await? {
            return Ok(arrived);
        }
    }
}

/// As [`walk`], of a call that changes or removes the directory that the path names. The server recalls leases from
/// others; who asks forgets by itself, before the change and what came meanwhile.
///
/// # Errors
/// As [`walk`].
pub(crate) async fn walk_changing(
    lane: &Lane,
    operation: &'static str,
    path: &mut Resolved<'_>,
    keep: usize,
    make: impl Fn(wire::Where) -> wire::Call,
) -> Result<Arrived> {
    loop {
        if let Some(arrived) = changing_to_link(lane, operation, path, keep, &make).await? {
            return Ok(arrived);
        }
    }
}

/// As [`walk`] or, where the call `changes` who may search a directory, [`walk_changing`], of a call on what the path leads
/// to. That is a directory where a slash ends the path, or what a link followed at its end says.
///
/// # Errors
/// ENOTDIR when it is not; as [`walk`].
pub(crate) async fn walk_to_end(
    lane: &Lane,
    operation: &'static str,
    path: &mut Resolved<'_>,
    changes: bool,
    repeat: Repeat,
    make: impl Fn(wire::Where) -> wire::Call,
) -> Result<Arrived> {
    loop {
        if path.wants_directory() {
            directory(lane, operation, path).await?;
        }
        let walked = if changes {
            changing_to_link(lane, operation, path, 0, &make).await?
        } else {
            walk_to_link(lane, operation, path, 0, repeat, &make).await?
        };
        if let Some(arrived) = walked {
            return Ok(arrived);
        }
    }
}

/// As [`walk_changing`], up to the next symbolic link that is followed.
async fn changing_to_link(
    lane: &Lane,
    operation: &'static str,
    path: &mut Resolved<'_>,
    keep: usize,
    make: impl Fn(wire::Where) -> wire::Call,
) -> Result<Option<Arrived>> {
    let dir = lane.shared.dirs.cached_dir(&path.names, lane.env.now());
    let forget = || dir.into_iter().for_each(|id| lane.shared.dirs.forget(id, lane.env.now()));
    forget();
    let walked = walk_to_link(lane, operation, path, keep, Repeat::Once, make).await;
    forget();
    walked
}

/// As [`walk`], up to the next symbolic link that is followed: then `None`, and the path is rewritten.
///
/// # Errors
/// As [`walk`].
pub(crate) async fn walk_to_link(
    lane: &Lane,
    operation: &'static str,
    path: &mut Resolved<'_>,
    keep: usize,
    repeat: Repeat,
    make: impl Fn(wire::Where) -> wire::Call,
) -> Result<Option<Arrived>> {
    // Names of several texts are no part of one.
    let text = if path.links.is_empty() { path.given } else { b"" };
    let names = &path.names[..];
    let mut restarts = 0;
    'walk: loop {
        let now = lane.env.now();
        let (mut at, mut done) = lane
            .longest_prefix(text, &names[..names.len().saturating_sub(keep)], now)
            .map_err(|status| Error::status(status, operation).on_bytes(path.given))?;
        let mut parent = (done + 1 == names.len()).then_some(at);
        let mut hops = 0;
        // Leases count from here: at the latest when the request is sent.
        let mut sent = now;
        loop {
            let call = || {
                let rest = path::join(&names[done..]);
                make(wire::Where { dir: at.0, path: Some(rest), follow: path.follow, ..Default::default() })
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
            let wrong = || {
                Error::status(Status::Malformed, operation).on_bytes(path.given).at_server(lane.name(owner))
            };
            let malformed = |error: osmia_protocol::planus::Error| wrong().because(error);
            let outcome = response.reply().outcome().map_err(malformed)?;
            let walked = walked(outcome).map_err(malformed)?;
            let end = take_in(lane, at, &names[done..], walked.into_iter().flatten(), sent);
            let (consumed, next) = match outcome {
                Some(wire::OutcomeRef::ContinueAt(further)) => {
                    (further.consumed().map_err(malformed)?, Some(InodeId(further.dir().map_err(malformed)?)))
                }
                Some(wire::OutcomeRef::FollowLink(link)) => (link.consumed().map_err(malformed)?, None),
                _ => {
                    if end.1 + done + 1 == names.len() {
                        parent = Some(end.0);
                    }
                    if status == Status::Ok {
                        return Ok(Some(Arrived { response, parent }));
                    }
                    return Err(lane.error(operation, owner, &response).on_bytes(path.given));
                }
            };
            let taken = names_in(&names[done..], consumed as usize);
            lane.shared.counters.add(|counters| &counters.continued, 1);
            let Some(next) = next else {
                // The link's name is the last that is done. Sent on to the link's own server, that was before.
                let end = taken.map(|taken| done + taken).filter(|end| *end > 0);
                let end =
                    end.ok_or_else(|| wrong().saying("it follows a link that the path does not name"))?;
                let Some(wire::OutcomeRef::FollowLink(link)) = outcome else {
                    unreachable!("no other is without")
                };
                let target = link.target().map_err(malformed)?.unwrap_or_default().to_vec();
                path.follow(lane, operation, end, &target).await?;
                return Ok(None);
            };
            hops += 1;
            // Each hop but the first moves on by a name, or the servers send us in circles.
            let Some(taken) = taken.filter(|taken| *taken > 0 || hops <= 2) else {
                return Err(wrong().saying("it sends the walk on to where it was"));
            };
            done += taken;
            at = next;
            if done + 1 == names.len() {
                parent = Some(at);
            }
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
        Some(wire::OutcomeRef::ValueOk(ok)) => ok.walked(),
        Some(wire::OutcomeRef::ContinueAt(ok)) => ok.walked(),
        Some(wire::OutcomeRef::FollowLink(ok)) => ok.walked(),
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
pub(crate) async fn directory(
    lane: &Lane,
    operation: &'static str,
    path: &mut Resolved<'_>,
) -> Result<InodeId> {
    let now = lane.env.now();
    let text = if path.links.is_empty() { path.given } else { b"" };
    let (at, count) = lane
        .longest_prefix(text, &path.names, now)
        .map_err(|status| Error::status(status, operation).on_bytes(path.given))?;
    if count == path.names.len() {
        return Ok(at);
    }
    let attr = lookup(lane, operation, path).await?;
    if attr.mode & libc::S_IFMT != libc::S_IFDIR {
        return Err(Error::status(Status::NotDirectory, operation).on_bytes(path.given));
    }
    Ok(InodeId(attr.id))
}

/// The attributes of what a path names.
///
/// # Errors
/// Those of a walk.
async fn lookup(lane: &Lane, operation: &'static str, path: &mut Resolved<'_>) -> Result<wire::Attr> {
    let call = |at| wire::Call::Lookup(Box::new(wire::Lookup { at: Some(Box::new(at)) }));
    let arrived = walk(lane, operation, path, 0, Repeat::Reads, call).await?;
    crate::fs::attr_of(operation, &arrived.response)
}

/// The attributes of what the last name of a path leads to, be it a symbolic link and a slash behind it.
///
/// # Errors
/// Those of a walk.
pub(crate) async fn named(
    lane: &Lane,
    operation: &'static str,
    path: &mut Resolved<'_>,
) -> Result<wire::Attr> {
    let mut itself = Resolved { last: Last::Name, follow: false, ..path.clone() };
    let attr = lookup(lane, operation, &mut itself).await?;
    path.names = itself.names;
    Ok(attr)
}

/// As [`directory`], of the directory in which the last component of a path is looked up. The caller may search it.
pub(crate) async fn holder(lane: &Lane, operation: &'static str, path: &mut Resolved<'_>) -> Result<InodeId> {
    let names = path.holding();
    let mut holder = path.cut(names, Last::Slash);
    let id = directory(lane, operation, &mut holder).await?;
    let allowed = match lane.shared.dirs.may_search(id, &lane.credentials, lane.env.now()) {
        Some(allowed) => allowed,
        None => {
            // The request that tells who may search it brings the lease as well.
            let attr = lookup(lane, operation, &mut holder).await?;
            let search = Search { mode: attr.mode, uid: attr.uid, gid: attr.gid, until: Instant::NEVER };
            search.allows(&lane.credentials)
        }
    };
    path.rejoin(holder, names);
    if allowed { Ok(id) } else { Err(Error::status(Status::Access, operation).on_bytes(path.given)) }
}

/// As [`directory`], of the directory that holds the last name.
pub(crate) async fn parent(lane: &Lane, operation: &'static str, path: &mut Resolved<'_>) -> Result<InodeId> {
    let names = path.names.len() - 1;
    let mut above = path.cut(names, Last::Slash);
    let id = directory(lane, operation, &mut above).await?;
    path.rejoin(above, names);
    Ok(id)
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
