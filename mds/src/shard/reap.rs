//! Carries out what orphan records ask for: removes and cuts objects at the storage servers.
//!
//! Invariant: an object is removed or cut only after the metadata change that allows it is synced. The record goes
//! once every target has answered; until then it is tried again, also after a restart.

use std::collections::VecDeque;
use std::time::Duration;

use hashbrown::HashMap;
use osmia_env::Instant;
use osmia_protocol::stripe;
use osmia_protocol::{InodeId, Role, ShardId, Status, TargetId, wire};

use super::sync::pop_front_if;
use super::{Output, Shard};
use crate::stop::Wait;
use crate::store::key;
use crate::store::orphan::{self, Orphan};

/// Files whose objects are being removed or cut at once: enough to keep targets busy, few enough to leave clients
/// their share.
const UNDER_WAY_MAX: usize = 64;
/// Pause before a target that did not answer is tried again.
const AGAIN: Duration = Duration::from_secs(1);
/// How long a target may take.
const CALL: Duration = Duration::from_secs(10);

type What = (InodeId, u8);

/// Work on objects.
#[derive(Default)]
pub(super) struct Reaping {
    /// Written in a round that is not synced yet.
    waiting: VecDeque<(u64, What)>,
    /// May be done now.
    ready: VecDeque<What>,
    /// To be tried again then.
    again: VecDeque<(Instant, What)>,
    under_way: HashMap<What, Work>,
    calls: HashMap<u64, What>,
}

struct Work {
    orphan: Orphan,
    /// Calls without an answer.
    left: usize,
    failed: bool,
}

impl Reaping {
    /// When something is to be tried again.
    pub(super) fn due(&self) -> Instant {
        self.again.front().map_or(Instant::NEVER, |(at, _)| *at)
    }

    /// Everything up to this round is synced.
    pub(super) fn synced(&mut self, round: u64) {
        while let Some((_, what)) = pop_front_if(&mut self.waiting, |(written, _)| *written <= round) {
            self.ready.push_back(what);
        }
    }
}

impl Shard {
    /// Takes up what operations of the flushed round have left, and sends what may be sent.
    pub(super) fn reap(&mut self) {
        let round = self.syncs.flushed();
        let noted = self.state.reaper.take_noted();
        self.reaping.waiting.extend(noted.map(|what| (round, what)));
        self.reaping.synced(self.syncs.synced_round());
        let now = self.state.env.now();
        while let Some((_, what)) = pop_front_if(&mut self.reaping.again, |(at, _)| *at <= now) {
            self.reaping.ready.push_back(what);
        }
        while self.reaping.under_way.len() < UNDER_WAY_MAX {
            let Some(what) = self.reaping.ready.pop_front() else { break };
            if self.reaping.under_way.contains_key(&what) {
                // A second cut while the first is under way: after it.
                self.reaping.again.push_back((now + AGAIN, what));
                continue;
            }
            match self.state.store.kv().get_blocking(&key::orphan(what.0, what.1)) {
                Ok(Some(value)) => match Orphan::decode(&value) {
                    Ok(orphan) => self.send(what, orphan, now),
                    Err(error) => tracing::error!(inode = %what.0, %error, "an orphan record cannot be read"),
                },
                // An unlink has taken the place of a cut.
                Ok(None) => self.parked.wake(&Wait::Cut(what.0)),
                Err(error) => {
                    tracing::error!(inode = %what.0, %error, "an orphan record cannot be read");
                    self.reaping.again.push_back((now + AGAIN, what));
                }
            }
        }
    }

    fn send(&mut self, what: What, orphan: Orphan, now: Instant) {
        let (inode, why) = what;
        let count = orphan.stripes.targets.len();
        let stripes = stripe::Stripes {
            stripe_bytes: orphan.stripes.stripe_bytes.max(1).into(),
            count: count.max(1) as u32,
        };
        let mut work = Work { left: 0, failed: false, orphan };
        for (column, target) in work.orphan.stripes.targets.iter().enumerate() {
            let target = TargetId(*target);
            let Some(to) = self.owner_of_target(target) else {
                tracing::warn!(%inode, %target, "a target with objects of a removed file is not in the cluster map");
                continue;
            };
            let cut_bytes = stripes.object_bytes(work.orphan.cut, column as u32);
            let object = wire::Object {
                inode: inode.0,
                cut_bytes,
                target: target.0,
                stripe: column as u32,
                layout_version: work.orphan.stripes.version,
                generation: work.orphan.generation,
            };
            let call = match why {
                orphan::REMOVE => wire::Call::ObjRemove(Box::new(wire::ObjRemove { object: Some(object) })),
                _ => wire::Call::ObjTruncate(Box::new(wire::ObjTruncate {
                    object: Some(object),
                    size: cut_bytes,
                })),
            };
            let token = self.token();
            self.reaping.calls.insert(token, what);
            work.left += 1;
            let request = Box::new(wire::Request { call: Some(call), ..wire::Request::default() });
            let output = Output::Call { token, role: Role::Storage, to, request, deadline: now + CALL };
            self.outputs.push((output, false));
        }
        let nothing = work.left == 0;
        self.reaping.under_way.insert(what, work);
        if nothing {
            self.reaped(what);
        }
    }

    fn owner_of_target(&self, target: TargetId) -> Option<ShardId> {
        self.state.map.targets().find(|entry| entry.target == target.0).map(|entry| ShardId(entry.shard))
    }

    /// A storage shard has answered, or not.
    pub(super) fn reap_reply(&mut self, token: u64, reply: &Result<wire::ReplyRef<'_>, Status>) {
        let Some(what) = self.reaping.calls.remove(&token) else { return };
        let Some(work) = self.reaping.under_way.get_mut(&what) else { return };
        let status = match reply {
            Ok(reply) => reply.status().ok().and_then(Status::from_wire).unwrap_or(Status::Malformed),
            Err(status) => *status,
        };
        // A cut that meets an object of a later generation comes too late: a later cut has been there.
        let done = matches!(status, Status::Ok | Status::NotFound | Status::GenerationOld);
        if !done {
            tracing::debug!(inode = %what.0, %status, "objects are not removed or cut yet");
        }
        work.failed |= !done;
        work.left -= 1;
        if work.left == 0 {
            self.reaped(what);
        }
    }

    fn reaped(&mut self, what: What) {
        let Some(work) = self.reaping.under_way.remove(&what) else { return };
        if work.failed {
            self.reaping.again.push_back((self.state.env.now() + AGAIN, what));
            return;
        }
        // A later cut has a record of its own under the same key, and its own word to the reaper.
        let key = key::orphan(what.0, what.1);
        let same = match self.state.store.get_unlocked(&key) {
            Ok(Some(value)) => Orphan::decode(&value).is_ok_and(|orphan| orphan == work.orphan),
            _ => false,
        };
        if same {
            self.state.store.delete(key);
        }
        self.parked.wake(&Wait::Cut(what.0));
    }
}
