//! Leases on directories: who may use a cached dentry or permission, until when, and how they are taken back.
//!
//! One lease covers what this shard knows of a directory: the dentry that names it, its mode and its owner. A change
//! of one first recalls it from every other session and waits until all have given it back or it has run out. The
//! session that asks for the change is not asked: its client forgets the directory itself, before it sends the request
//! and again when the reply comes.

use std::time::Duration;

use hashbrown::HashMap;
use osmia_env::Instant;
use osmia_protocol::{InodeId, SessionId};
use smallvec::SmallVec;

use crate::stop::{Stop, Wait};

/// Recall notices name this many directories at most, so that a frame holds them.
pub const RECALL_DIRS_MAX: usize = 4096;

/// A lease that is out.
#[derive(Clone, Copy, Debug)]
struct Holder {
    session: SessionId,
    /// Until when it runs.
    until: Instant,
    /// Until when it runs as far as a reply has told: an operation that failed, or that ran again from its start, has
    /// given a lease that nobody knows of.
    told: Instant,
}

type Holders = SmallVec<[Holder; 2]>;

/// Leases that are out.
pub struct Leases {
    by_dir: HashMap<InodeId, Holders>,
    /// Directories whose leases are being taken back: none is given out meanwhile.
    recalls: HashMap<InodeId, ()>,
    /// Notices to send at the end of the round.
    notices: Vec<(SessionId, InodeId)>,
    /// Leases of the shard's last life may be out until then.
    unknown_until: Instant,
    lease: Duration,
    count: usize,
    max: usize,
}

impl Leases {
    /// No lease is out, but those of the last life, until `unknown_until`. At most `max` are given.
    pub fn new(lease: Duration, max: usize, unknown_until: Instant) -> Leases {
        Leases {
            by_dir: HashMap::new(),
            recalls: HashMap::new(),
            notices: Vec::new(),
            unknown_until,
            lease,
            count: 0,
            max,
        }
    }

    /// Length of a lease for the client, which counts from when it sent its request.
    fn lease_ms(&self) -> u32 {
        u32::try_from(self.lease.as_millis()).unwrap_or(u32::MAX)
    }

    /// Ours is longer: clocks run at different speeds.
    fn held(&self) -> Duration {
        self.lease + self.lease / 10
    }

    /// Gives a lease on `dir` and returns its length for the client, in ms; 0: none.
    pub fn grant(&mut self, dir: InodeId, session: SessionId, now: Instant) -> u32 {
        if session.0 == 0 || self.recalls.contains_key(&dir) {
            return 0;
        }
        let until = now + self.held();
        let full = self.count >= self.max;
        let holders = match self.by_dir.get_mut(&dir) {
            Some(holders) => holders,
            None if full => return 0,
            None => self.by_dir.entry(dir).or_default(),
        };
        if let Some(holder) = holders.iter_mut().find(|holder| holder.session == session) {
            holder.until = until;
            return self.lease_ms();
        }
        if full {
            return 0;
        }
        holders.retain(|holder| {
            let keep = holder.until > now;
            self.count -= usize::from(!keep);
            keep
        });
        holders.push(Holder { session, until, told: Instant::default() });
        self.count += 1;
        self.lease_ms()
    }

    /// Leases that are out, some of them past their time.
    pub fn len(&self) -> usize {
        self.count
    }

    /// Whether none is out.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// A reply tells the session of its lease on `dir`.
    pub fn tell(&mut self, dir: InodeId, session: SessionId) {
        let holders = self.by_dir.get_mut(&dir).into_iter().flatten();
        for holder in holders.filter(|holder| holder.session == session) {
            holder.told = holder.until;
        }
    }

    /// Whether the session knows that its lease on `dir` runs on for more than half its time. Without a session there is
    /// none to give.
    pub fn runs_on(&self, dir: InodeId, session: SessionId, now: Instant) -> bool {
        let half = now + self.held() / 2;
        let long =
            |holders: &Holders| holders.iter().any(|holder| holder.session == session && holder.told > half);
        session.0 == 0 || self.by_dir.get(&dir).is_some_and(long)
    }

    /// Makes sure that nobody but `asker` holds a lease on `dir`.
    ///
    /// # Errors
    /// `Wait`, after asking the holders.
    pub fn recall(&mut self, dir: InodeId, asker: SessionId, now: Instant) -> Result<(), Stop> {
        if now < self.unknown_until {
            return Err(Stop::Wait(Wait::Until(self.unknown_until)));
        }
        let Some(holders) = self.by_dir.get_mut(&dir) else { return Ok(()) };
        // Its client forgets the directory, and is told anew.
        for own in holders.iter_mut().filter(|holder| holder.session == asker) {
            own.told = Instant::default();
        }
        let others: SmallVec<[SessionId; 4]> = holders
            .iter()
            .filter(|holder| holder.session != asker && holder.until > now)
            .map(|holder| holder.session)
            .collect();
        if others.is_empty() {
            return Ok(());
        }
        if self.recalls.insert(dir, ()).is_none() {
            self.notices.extend(others.into_iter().map(|session| (session, dir)));
        }
        Err(Stop::Wait(Wait::Recall(dir)))
    }

    /// A session gives a lease back. Gives whether a recall waits for this directory and may go on.
    pub fn give_back(&mut self, dir: InodeId, session: SessionId) -> bool {
        let Some(holders) = self.by_dir.get_mut(&dir) else { return false };
        let before = holders.len();
        holders.retain(|holder| holder.session != session);
        self.count -= before - holders.len();
        if holders.is_empty() {
            self.by_dir.remove(&dir);
        }
        self.recalls.contains_key(&dir)
    }

    /// A session has ended: its leases are void. Gives the directories whose recall may go on.
    pub fn end_session(&mut self, session: SessionId) -> Vec<InodeId> {
        let mut count = self.count;
        // In any order: each by itself.
        self.by_dir.retain(|_, holders| {
            let before = holders.len();
            holders.retain(|holder| holder.session != session);
            count -= before - holders.len();
            !holders.is_empty()
        });
        self.count = count;
        let mut recalls: Vec<InodeId> = self.recalls.keys().copied().collect();
        recalls.sort_unstable();
        recalls
    }

    /// When the last lease on `dir` has run out.
    pub fn runs_out(&self, dir: InodeId) -> Instant {
        let holders = self.by_dir.get(&dir);
        holders.and_then(|holders| holders.iter().map(|holder| holder.until).max()).unwrap_or_default()
    }

    /// The operations that waited for a recall run now: new leases may be given after them.
    pub fn recall_over(&mut self, dir: InodeId) {
        self.recalls.remove(&dir);
    }

    /// Recalls everything, for a stop.
    pub fn recall_all(&mut self) {
        // In any order: notices are sorted when they are sent.
        for (dir, holders) in &self.by_dir {
            if self.recalls.insert(*dir, ()).is_none() {
                self.notices.extend(holders.iter().map(|holder| (holder.session, *dir)));
            }
        }
    }

    /// Forgets leases that have run out.
    pub fn expire(&mut self, now: Instant) {
        let mut count = self.count;
        // In any order: each by itself.
        self.by_dir.retain(|_, holders| {
            let before = holders.len();
            holders.retain(|holder| holder.until > now);
            count -= before - holders.len();
            !holders.is_empty()
        });
        self.count = count;
    }

    /// Whether no lease is out, nor may be from the last life.
    pub fn none_out(&self, now: Instant) -> bool {
        self.by_dir.is_empty() && now >= self.unknown_until
    }

    /// Notices to send, grouped by session.
    pub fn take_notices(&mut self) -> Vec<(SessionId, Vec<u64>)> {
        if self.notices.is_empty() {
            return Vec::new();
        }
        self.notices.sort_unstable();
        let notices = std::mem::take(&mut self.notices);
        let mut grouped: Vec<(SessionId, Vec<u64>)> = Vec::new();
        for (session, dir) in notices {
            match grouped.last_mut() {
                Some((last, dirs)) if *last == session && dirs.len() < RECALL_DIRS_MAX => dirs.push(dir.0),
                _ => grouped.push((session, vec![dir.0])),
            }
        }
        grouped
    }
}
