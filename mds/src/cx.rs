//! What an operation is handed: the shard's state, its caller, the time.

use std::collections::BTreeMap;
use std::rc::Rc;

use osmia_env::{Env, Instant};
use osmia_protocol::placement::ALL_LEVELS;
use osmia_protocol::{Incarnation, InodeId, Partition, SessionId, ShardId, Status, name, wire};
use smallvec::SmallVec;

use crate::caller::Caller;
use crate::config::ShardConfig;
use crate::lease::Leases;
use crate::map::ClusterMap;
use crate::open::Opens;
use crate::placement::{Placing, Setting, Source};
use crate::reaper::Reaper;
use crate::rules::{self, Rules};
use crate::session::{Session, Sessions};
use crate::stop::{Far, Stop, Wait, fail};
use crate::store::ids::Ids;
use crate::store::inode::{Inode, Stripes};
use crate::store::{Store, key};

/// All that a shard knows.
pub struct State {
    /// Time, chance, tasks.
    pub env: Env,
    /// Settings.
    pub config: Rc<ShardConfig>,
    /// Who owns what.
    pub map: Rc<ClusterMap>,
    /// This life of the store.
    pub incarnation: Incarnation,
    /// Records.
    pub store: Store,
    /// Ids to give out.
    pub ids: Ids,
    /// Ids of other shards' partitions.
    pub remote_ids: crate::shard::peers::RemoteIds,
    /// Clients.
    pub sessions: Sessions,
    /// Open files.
    pub opens: Opens,
    /// Directories that clients cache.
    pub leases: Leases,
    /// Whose turn it is, and who is used least.
    pub placing: Placing,
    /// Placement by path.
    pub rules: Rules,
    /// Objects to remove and to cut.
    pub reaper: Reaper,
    /// Files whose name is here, and directories whose record is here.
    pub inodes: u64,
    /// As it was last written down.
    pub inodes_stored: u64,
    /// Creates are refused: the store's disk is nearly full.
    pub low_space: bool,
}

impl State {
    /// Writes down how many inodes are here, if that has changed: what a start after a crash goes by.
    pub fn store_inodes(&mut self) {
        if self.inodes != self.inodes_stored {
            self.store.put(key::counter(key::INODES), self.inodes.to_le_bytes().to_vec());
            self.inodes_stored = self.inodes;
        }
    }

    /// Looks how much room the store has.
    pub fn look_at_space(&mut self) {
        self.low_space = self.store.kv().pressure().bytes_free < self.config.reserve_bytes;
    }

    /// Whether this shard owns an inode's partition.
    pub fn owns(&self, id: InodeId) -> bool {
        self.map.owner_of(id) == Some(self.config.shard)
    }

    /// The owner of a partition, if it is another shard.
    pub fn elsewhere(&self, partition: Partition) -> Option<ShardId> {
        self.map.owner(partition).filter(|shard| *shard != self.config.shard)
    }

    /// Closes an open of a session; an unlinked file goes with its last close.
    pub fn close(&mut self, open: u64, session: SessionId) {
        if let Some(inode) = self.opens.close(open, session) {
            self.reaper.closed(inode);
        }
    }

    /// Ends a session: its opens are closed, its leases void, its records removed. Gives the directories whose
    /// recall may go on.
    pub fn end_session(&mut self, session: SessionId) -> Vec<InodeId> {
        for open in self.opens.of_session(session) {
            self.close(open, session);
        }
        self.sessions.end(&mut self.store, session);
        self.leases.end_session(session)
    }

    /// Stripe layout of a new file: targets in turn, beginning at one that its id chooses.
    pub fn new_stripes(&self, id: InodeId) -> Stripes {
        let targets = self.map.message().targets.as_deref().unwrap_or_default();
        let mut stripes =
            Stripes { version: 1, stripe_bytes: self.config.stripe_bytes, targets: SmallVec::new() };
        if !targets.is_empty() {
            let first = (id.serial() % targets.len() as u64) as usize;
            let count = (self.config.stripe_count.max(1) as usize).min(targets.len());
            let turn = targets.iter().cycle().skip(first).take(count);
            stripes.targets.extend(turn.map(|entry| entry.target));
        }
        stripes
    }
}

/// An operation's surroundings.
pub struct Cx<'a> {
    /// The shard.
    pub state: &'a mut State,
    /// Who asks.
    pub caller: Caller<'a>,
    /// Directories passed so far, for the reply.
    pub walked: SmallVec<[wire::Walked; 8]>,
    /// Monotonic time.
    pub now: Instant,
    /// When the request came: it may have waited since.
    pub came: Instant,
    /// Wall-clock time for new times of inodes.
    pub time: i64,
    /// The reply leaves only when everything up to it is synced.
    pub hold: bool,
    /// Records that other shards have told this operation.
    pub told: Option<Rc<Records>>,
    /// Records to be remembered with what another shard will tell.
    pub known: Records,
    /// Partition of the directory that the operation makes; kept when it runs again.
    pub chosen: Option<Partition>,
}

/// Records by key; `None`: there is no such record.
pub type Records = BTreeMap<Vec<u8>, Option<Vec<u8>>>;

impl Cx<'_> {
    /// The records.
    pub fn store(&mut self) -> &mut Store {
        &mut self.state.store
    }

    /// What to answer when the caller has not open what its call needs open: `status`; but after a restart, until its
    /// client has told what it has open, to come again.
    pub fn not_open(&self, status: Status, detail: &'static str) -> Stop {
        if self.state.sessions.get(self.caller.session).is_some_and(Session::is_unclaimed) {
            return fail(Status::NotReady, "after a restart, the client has not told yet what it has open");
        }
        fail(status, detail)
    }

    /// A directory of this shard.
    ///
    /// # Errors
    /// Fails with `NotFound`, `NotDirectory`, or `WrongShard` when its partition is another's.
    pub fn directory(&mut self, id: InodeId) -> Result<&Inode, Stop> {
        if !self.state.owns(id) {
            return Err(fail(Status::WrongShard, "the directory's partition is another shard's"));
        }
        self.state.store.directory(id)
    }

    /// A directory of this shard, for its attributes or the names in it: with what every other call has done to them that
    /// had ended when this one came.
    ///
    /// # Errors
    /// As [`directory`](Cx::directory); `Wait` while the decision of a transaction may be made and not here yet.
    pub fn settled(&mut self, id: InodeId) -> Result<&Inode, Stop> {
        let came = self.came;
        if let Some(txn) = self.state.store.txns.as_ref().and_then(|txns| txns.in_doubt(id, came)) {
            return Err(Stop::Wait(Wait::Lock(txn)));
        }
        self.directory(id)
    }

    /// The directory of this shard that a call begins at, as its client names it by id.
    ///
    /// # Errors
    /// As [`directory`](Cx::directory), but `Stale` when it is gone: the client's cache has led it there.
    pub fn start(&mut self, id: InodeId) -> Result<&Inode, Stop> {
        self.directory(id).map_err(Stop::at_start)
    }

    /// The shard that owns a partition.
    ///
    /// # Errors
    /// `Invalid` when the cluster has no such partition.
    pub fn owner(&self, partition: Partition) -> Result<ShardId, Stop> {
        let owner = self.state.map.owner(partition);
        owner.ok_or_else(|| fail(Status::Invalid, "no partition of this cluster"))
    }

    /// Records of a partition, at whatever shard: as they are here now, or were at their owner since the operation came.
    /// What is concluded from them must be guarded in the transaction that relies on it.
    ///
    /// # Errors
    /// [`Stop::Far`] until their owner has told them all.
    pub fn records(&self, partition: Partition, keys: Vec<Vec<u8>>) -> Result<Vec<Option<Vec<u8>>>, Stop> {
        let owner = self.owner(partition)?;
        if owner == self.state.config.shard {
            return keys.iter().map(|key| self.state.store.record(key)).collect();
        }
        let told = self.told.as_deref();
        let found: Option<Vec<_>> =
            keys.iter().map(|key| told.and_then(|told| told.get(key)).cloned()).collect();
        found.ok_or(Stop::Far(Far { owner, keys }))
    }

    /// A record of this shard, as it was when the operation first asked: older than whatever it is told by others.
    pub fn remembered(&mut self, key: Vec<u8>) -> Result<Option<Vec<u8>>, Stop> {
        if let Some(value) = self.told.as_deref().and_then(|told| told.get(&key)) {
            return Ok(value.clone());
        }
        let value = self.state.store.get(&key)?;
        self.known.insert(key, value.clone());
        Ok(value)
    }

    /// An inode that has a record of its own, at whatever shard; see [`records`](Cx::records).
    pub fn far_inode(&self, id: InodeId) -> Result<Option<Inode>, Stop> {
        let [value] = self.far(id, [key::inode(id)])?;
        Ok(value.as_deref().map(Inode::decode).transpose()?)
    }

    /// A directory that a call names by its id, and what a name in it leads to: the dentry's value and its meaning.
    ///
    /// # Errors
    /// `Stale` when the directory is gone, `NotDirectory` when it is none; as [`records`](Cx::records).
    pub fn far_place(&self, dir: InodeId, name: &[u8]) -> Result<(Inode, Option<Vec<u8>>), Stop> {
        let dentry = key::dentry(dir, name::hash(name), name);
        let [inode, child] = self.far(dir, [key::inode(dir), dentry])?;
        let inode = inode.ok_or_else(|| fail(Status::Stale, "the directory is gone"))?;
        let inode = Inode::decode(&inode)?;
        if !inode.is_directory() {
            return Err(Status::NotDirectory.into());
        }
        Ok((inode, child))
    }

    /// What a name leads to, at whatever shard: the dentry's value.
    pub fn far_child(&self, dir: InodeId, name: &[u8]) -> Result<Option<Vec<u8>>, Stop> {
        let [child] = self.far(dir, [key::dentry(dir, name::hash(name), name)])?;
        Ok(child)
    }

    fn far<const N: usize>(&self, id: InodeId, keys: [Vec<u8>; N]) -> Result<[Option<Vec<u8>>; N], Stop> {
        let values = self.records(id.partition(), keys.into())?;
        Ok(values.try_into().expect("a value for each key"))
    }

    /// Notes the directory that a walk begins at, whose name is not known here. Seldom: the client of a lease that runs on
    /// for half its time knows.
    pub fn note_start(&mut self, id: InodeId) -> Result<(), Stop> {
        if self.state.leases.runs_on(id, self.caller.session, self.now) {
            return Ok(());
        }
        self.note_walked(id)?;
        if let Some(walked) = self.walked.last_mut() {
            walked.dentry_lease_ms = 0;
        }
        Ok(())
    }

    /// Notes a directory for the reply's `walked`, with leases where they can be given.
    pub fn note_walked(&mut self, id: InodeId) -> Result<(), Stop> {
        let lease = self.state.leases.grant(id, self.caller.session, self.now);
        let mut walked = wire::Walked { id: id.0, dentry_lease_ms: lease, ..wire::Walked::default() };
        if self.state.owns(id) {
            let inode = self.state.store.directory(id)?;
            walked = wire::Walked {
                inode_lease_ms: lease,
                mode: inode.mode,
                uid: inode.uid,
                gid: inode.gid,
                ..walked
            };
        }
        self.walked.push(walked);
        Ok(())
    }

    /// Admission of what takes space.
    ///
    /// # Errors
    /// Fails with `NoSpace` at the store's reserve.
    pub fn check_space(&self) -> Result<(), Stop> {
        if self.state.low_space {
            return Err(fail(Status::NoSpace, "the metadata server's disk is nearly full"));
        }
        Ok(())
    }

    /// Where directories made in `dir` go, and who says so.
    ///
    /// # Errors
    /// Those of [`rules::of`].
    pub fn placement_in(&mut self, dir: &Inode) -> Result<(Setting, Source), Stop> {
        if let Some(setting) = dir.directory.as_ref().and_then(|part| part.placement) {
            return Ok((setting, Source::Directory));
        }
        if let Some((path, setting)) = rules::of(self, dir.id)? {
            return Ok((setting, Source::Rule(path)));
        }
        let setting = Setting { placement: self.state.config.placement, depth: ALL_LEVELS };
        Ok((setting, Source::Default))
    }
}
