//! From a formatted store to a running shard, and from a failed one to the next life.

use std::ops::ControlFlow;
use std::rc::Rc;

use osmia_env::{Env, Instant};
use osmia_kv::Kv;
use osmia_protocol::planus::Builder;
use osmia_protocol::{Incarnation, InodeId, Partition};

use super::park::Parked;
use super::sync::Syncs;
use super::{Pending, Shard};
use crate::config::ShardConfig;
use crate::counters::Counts;
use crate::cx::State;
use crate::format::Superblock;
use crate::lease::Leases;
use crate::map::ClusterMap;
use crate::open::Opens;
use crate::reaper::Reaper;
use crate::rules::Rules;
use crate::session::Sessions;
use crate::stop::Error;
use crate::store::ids::{self, Ids, Of};
use crate::store::{Store, key, orphan};

/// What the store says at a start.
struct Start {
    map: ClusterMap,
    incarnation: Incarnation,
    store: Store,
    ids: Ids,
    inodes: u64,
    clean: bool,
}

impl Shard {
    /// Opens a formatted store. Reads and syncs: not for a busy executor.
    ///
    /// # Errors
    /// [`Error::Refused`] for a store of another cluster, shard or version, or one that was never formatted; the
    /// store's own.
    pub fn open(kv: Rc<dyn Kv>, config: ShardConfig, env: Env) -> Result<Shard, Error> {
        let start = start(kv, &config)?;
        let now = env.now();
        let grace = now + config.session;
        // As long as `Leases` holds a lease that it has given.
        let unknown_until =
            if start.clean { Instant::default() } else { now + config.lease + config.lease / 10 };
        let mut reaper = Reaper::default();
        load_orphans(&start.store, &mut reaper)?;
        let mut state = State {
            sessions: Sessions::load(&start.store, grace)?,
            opens: Opens::new(start.incarnation),
            leases: Leases::new(config.lease, config.leases_max, unknown_until),
            map: Rc::new(start.map),
            incarnation: start.incarnation,
            store: start.store,
            ids: start.ids,
            inodes: start.inodes,
            inodes_stored: start.inodes,
            low_space: false,
            reaper,
            placing: Default::default(),
            rules: Rules::new(&config.rules),
            remote_ids: Default::default(),
            config: Rc::new(config),
            env,
        };
        state.look_at_space();
        tracing::info!(
            shard = %state.config.shard,
            incarnation = %state.incarnation,
            sessions = state.sessions.len(),
            clean = start.clean,
            layout = state.store.layout().name(),
            "metadata shard started"
        );
        let mut shard = Shard {
            builder: Builder::new(),
            outputs: Vec::new(),
            round: Vec::new(),
            parked: Parked::default(),
            syncs: Syncs::new(&state.config, now),
            peers: Default::default(),
            reaping: Default::default(),
            freed: Vec::new(),
            next_token: 0,
            next_tick: now,
            grace_until: Some(grace),
            counts: Counts::default(),
            state,
        };
        shard.load_txns()?;
        Ok(shard)
    }

    /// Opens the store again after [`Shard::finish_round`] failed, under a new incarnation: answers the requests of that
    /// round from their records or runs them anew, and all that waited. Opens, leases and connections stay. The round
    /// must be finished afterwards.
    ///
    /// # Errors
    /// As [`Shard::open`].
    pub fn reopen(&mut self) -> Result<(), Error> {
        let kv = self.state.store.kv().clone();
        kv.reopen()?;
        let start = start(kv, &self.state.config)?;
        let state = &mut self.state;
        state.map = Rc::new(start.map);
        state.incarnation = start.incarnation;
        state.store = start.store;
        state.ids = start.ids;
        state.inodes_stored = start.inodes;
        state.opens.reincarnate(start.incarnation);
        state.reaper = Reaper::default();
        load_orphans(&state.store, &mut state.reaper)?;
        let State { reaper, opens, sessions, .. } = state;
        if !sessions.any_unclaimed() {
            reaper.grace_over(|inode| opens.is_open(inode));
        }
        let now = state.env.now();
        state.sessions.reload(&state.store, now + state.config.session)?;
        let operations = self.take_operations();
        let again: Vec<Pending> =
            self.round.drain(..).chain(self.parked.take_all()).chain(operations).collect();
        self.reaping = Default::default();
        self.outputs.clear();
        // Held replies speak of rounds that were flushed; whether those are synced, the start has made sure of.
        let held = self.syncs.take_held();
        self.syncs = Syncs::new(&self.state.config, now);
        self.load_txns()?;
        self.outputs.extend(held.into_iter().map(|output| (output, false)));
        self.next_tick = now;
        for mut pending in again {
            pending.admitted = false;
            pending.failures += 1;
            self.run(pending);
        }
        Ok(())
    }

    /// Begins an orderly stop: recalls all leases. Rounds go on until [`Shard::is_quiet`], or until patience ends; then
    /// [`Shard::stop`].
    pub fn begin_stop(&mut self) {
        self.state.leases.recall_all();
        self.syncs.want();
    }

    /// Whether no lease is out, nothing waits and everything is synced.
    pub fn is_quiet(&mut self) -> bool {
        let now = self.state.env.now();
        self.syncs.want() && self.state.leases.none_out(now) && self.parked.len() == 0
    }

    /// Writes down that the stop was clean, if it was, and syncs. The last call.
    ///
    /// # Errors
    /// The store's.
    pub fn stop(&mut self) -> Result<(), Error> {
        let clean = self.state.leases.none_out(self.state.env.now());
        self.state.store_inodes();
        let store = &mut self.state.store;
        store.put(key::counter(key::CLEAN), u64::from(clean).to_le_bytes().to_vec());
        store.finish_round()?;
        store.kv().sync_job()()?;
        Ok(())
    }
}

fn start(kv: Rc<dyn Kv>, config: &ShardConfig) -> Result<Start, Error> {
    let superblock = Superblock::load(&*kv)?;
    let layout = superblock.check(config)?;
    let map = kv.get_blocking(&[key::MAP])?;
    let map = map.ok_or_else(|| Error::Inconsistent("the store has no cluster map".into()))?;
    let map = ClusterMap::decode(&map)?;
    let mut store = Store::new(kv, layout, config.directories_max);
    let read = |store: &Store, which| ids::counter(store, &key::counter(which));
    let incarnation = Incarnation(read(&store, key::INCARNATION)? + 1);
    let clean = read(&store, key::CLEAN)? == 1;
    let inodes = read(&store, key::INODES)?;
    store.put(key::counter(key::INCARNATION), incarnation.0.to_le_bytes().to_vec());
    store.delete(key::counter(key::CLEAN));
    let owned: Vec<Of> = map
        .partitions()
        .iter()
        .enumerate()
        .filter(|(_, shard)| **shard == config.shard)
        .map(|(number, _)| Of::Inodes(Partition(number as u16)))
        .collect();
    let ids = Ids::load(&mut store, owned.into_iter().chain([Of::Sessions]))?;
    store.finish_round()?;
    // The incarnation and the ranges must be on the disk before anyone hears of them.
    store.kv().sync_job()()?;
    Ok(Start { map, incarnation, store, ids, inodes, clean })
}

/// Finds unlinked files that clients may have open, and the rest of the reaper's work.
fn load_orphans(store: &Store, reaper: &mut Reaper) -> Result<(), Error> {
    store.kv().scan_blocking(&[key::ORPHAN], &[key::ORPHAN + 1], &mut |key, _| {
        match key::orphan_parts(key) {
            Some((inode, orphan::OPEN)) => reaper.unlinked(inode),
            Some((inode, why)) => reaper.noted(inode, why),
            None => tracing::error!(?key, "an orphan's key cannot be read"),
        }
        ControlFlow::Continue(())
    })?;
    Ok(())
}

/// The root's inode, as format makes it.
pub(crate) fn root(uid: u32, gid: u32, mode: u32, time: i64) -> crate::store::inode::Inode {
    use crate::store::inode::{DirectoryPart, Inode};
    let part = DirectoryPart { parent: InodeId::ROOT, entries: 0, placement: None };
    Inode::new(InodeId::ROOT, mode, (uid, gid), time, Some(part))
}
