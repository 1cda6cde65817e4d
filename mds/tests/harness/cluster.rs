//! Two shards that speak to each other: a call is carried once both have ended their round.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::rc::Rc;
use std::time::Duration;

use osmia_env::{Clock, ConnId};
use osmia_mds::store::inode::{Child, Inode};
use osmia_mds::store::{key, orphan};
use osmia_mds::{Peer, ShardConfig, txn};
use osmia_protocol::{InodeId, ShardId, Status, wire};

use super::store::TestStore;
use super::{Call, Client, OTHER_SHARD, SHARD, TestClock, World, encode, reply};

/// What happens at a message between shards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// The shard at this place dies before the message is handed over.
    Before(usize),
    /// It dies once the message has been handed over and answered, before the answer arrives.
    After(usize),
}

/// Two shards; the second owns the last partition.
pub struct Cluster {
    pub worlds: [Rc<World>; 2],
    clock: Rc<TestClock>,
    /// Messages carried so far, each way.
    pub messages: Cell<usize>,
    /// At which message what happens.
    pub fate: Cell<Option<(usize, Fate)>>,
    /// Decisions stay where they were made.
    pub hold_decisions: Cell<bool>,
    /// Requests that wait for a reply: who asked, its token, whom, the token there.
    asked: RefCell<Vec<(usize, u64, usize, u64)>>,
}

/// Rounds of both shards that a request may need.
const ROUNDS_MAX: usize = 10_000;

impl Cluster {
    pub fn new(stores: [Rc<dyn TestStore>; 2], layout: &str) -> Rc<Cluster> {
        Cluster::with(stores, layout, |_| {})
    }

    /// As [`Cluster::new`], with changed settings.
    pub fn with(stores: [Rc<dyn TestStore>; 2], layout: &str, set: impl Fn(&mut ShardConfig)) -> Rc<Cluster> {
        let clock = Rc::new(TestClock(Cell::new(1_000_000_000)));
        let [one, two] = stores;
        let worlds =
            [(SHARD, one), (OTHER_SHARD, two)].map(|(id, store)| World::of(id, &clock, store, layout, &set));
        let cluster = Rc::new(Cluster {
            worlds,
            clock,
            messages: Cell::new(0),
            fate: Cell::new(None),
            hold_decisions: Cell::default(),
            asked: RefCell::default(),
        });
        for world in &cluster.worlds {
            *world.cluster.borrow_mut() = Rc::downgrade(&cluster);
        }
        cluster.advance(Duration::from_secs(60));
        cluster
    }

    /// A client, as root, with a session at both shards.
    pub fn client(self: &Rc<Self>, number: u64) -> Client {
        let [mut first, second] = [0, 1].map(|at| Client::new(&self.worlds[at], number));
        first.far = Some(Box::new(second));
        first
    }

    /// As [`Cluster::client`], as a user.
    pub fn user(self: &Rc<Self>, number: u64, uid: u32) -> Client {
        let client = self.client(number);
        client.uid.set(uid);
        client.gid.set(uid);
        client
    }

    /// Place of a shard among the worlds.
    pub fn place(id: ShardId) -> usize {
        usize::from(id != SHARD)
    }

    fn runs(&self, at: usize) -> bool {
        self.worlds[at].shard.borrow().is_some()
    }

    /// Ends rounds and carries calls until nothing is left to do.
    pub fn settle(&self) {
        for _ in 0..ROUNDS_MAX {
            for at in (0..2).filter(|at| self.runs(*at)) {
                self.worlds[at].settle_alone();
            }
            if !self.carry() {
                return;
            }
        }
        panic!("two shards speak to each other without end");
    }

    /// Whether fate strikes a shard at this message, before (or after) it.
    fn strikes(&self, fate: impl Fn(usize) -> Fate) -> bool {
        let Some((at, wanted)) = self.fate.get() else { return false };
        let victim = (0..2).find(|victim| fate(*victim) == wanted && at == self.messages.get());
        if let Some(victim) = victim {
            self.fate.set(None);
            self.kill(victim);
        }
        victim.is_some()
    }

    fn next_call(&self, from: usize) -> Option<Call> {
        let mut calls = self.worlds[from].calls.borrow_mut();
        let held = |call: &Call| {
            self.hold_decisions.get() && matches!(call.request.call, Some(wire::Call::Decide(_)))
        };
        let next = calls.iter().position(|call| !held(call))?;
        calls.remove(next)
    }

    /// Carries one message. Whether there was one.
    fn carry(&self) -> bool {
        for from in 0..2 {
            let Some(call) = self.next_call(from) else { continue };
            self.strikes(Fate::Before);
            let to = Cluster::place(call.to);
            if !self.runs(from) {
                return true;
            }
            if !self.runs(to) {
                self.worlds[from].with_shard(|shard| shard.on_reply(call.token, Err(Status::TimedOut)));
                return true;
            }
            let peer = Peer::Metadata(self.worlds[from].id);
            let conn = ConnId(1_000 + from as u64);
            let token = self.worlds[to].hand_of(conn, peer, &encode(&call.request), call.deadline);
            self.asked.borrow_mut().push((from, call.token, to, token));
            self.messages.set(self.messages.get() + 1);
            self.worlds[to].settle_alone();
            self.strikes(Fate::After);
            return true;
        }
        let asked = self.asked.borrow().clone();
        for (place, (from, call, to, token)) in asked.into_iter().enumerate() {
            let Some(frame) = self.worlds[to].take_frame(token) else { continue };
            self.asked.borrow_mut().remove(place);
            self.worlds[from].with_shard(|shard| shard.on_reply(call, Ok(reply(&frame))));
            return true;
        }
        false
    }

    /// Kills a shard: what it has said and nobody heard yet is lost with it.
    pub fn kill(&self, at: usize) {
        self.worlds[at].kill();
        let lost: Vec<_> = {
            let mut asked = self.asked.borrow_mut();
            let lost = asked.iter().copied().filter(|(from, _, to, _)| *from == at || *to == at).collect();
            asked.retain(|(from, _, to, _)| *from != at && *to != at);
            lost
        };
        self.worlds[at].replies.borrow_mut().clear();
        for (from, call, ..) in lost {
            if from != at && self.runs(from) {
                self.worlds[from].with_shard(|shard| shard.on_reply(call, Err(Status::TimedOut)));
            }
        }
    }

    /// Starts what was killed.
    pub fn restart(&self) {
        for at in (0..2).filter(|at| !self.runs(*at)) {
            self.worlds[at].start();
        }
    }

    /// Lets time pass for both shards.
    pub fn advance(&self, by: Duration) {
        let until = self.clock.now() + by;
        loop {
            let due = self.worlds.iter().map(|world| world.with_shard(|shard| shard.next_deadline())).min();
            let due = due.filter(|due| *due <= until);
            let Some(due) = due else { break };
            self.clock.0.set(due.0.max(self.clock.now().0 + 1));
            for world in &self.worlds {
                world.with_shard(|shard| {
                    if shard.next_deadline() <= self.clock.now() {
                        shard.on_timer();
                    }
                });
            }
            self.settle();
        }
        self.clock.0.set(until.0);
    }

    /// What every record of a kind says, of both shards.
    fn records(&self, kind: u8) -> Vec<(usize, Vec<u8>, Vec<u8>)> {
        let mut records = Vec::new();
        for (at, world) in self.worlds.iter().enumerate() {
            world.with_shard(|shard| {
                let kv = shard.state().store.kv().clone();
                kv.scan_blocking(&[kind], &[kind + 1], &mut |key, value| {
                    records.push((at, key.to_vec(), value.to_vec()));
                    ControlFlow::Continue(())
                })
                .unwrap();
            });
        }
        records
    }

    /// Checks that the tree is whole: each dentry has its inode at the shard that owns it, each inode as many dentries as
    /// it says or word that it is to go, directories count their entries, and all lead up to the root.
    pub fn check(&self) {
        let mut inodes: BTreeMap<u64, Inode> = BTreeMap::new();
        for (at, key, value) in self.records(key::INODE) {
            let id = key::inode_of(&key).unwrap();
            let owner = if id.partition().0 == 3 { 1 } else { 0 };
            assert_eq!(at, owner, "inode {id} lies at the shard that owns its partition");
            inodes.insert(id.0, Inode::decode(&value).unwrap());
        }
        let mut names: BTreeMap<u64, Vec<(u64, String)>> = BTreeMap::new();
        let mut entries: BTreeMap<u64, (u64, u32)> = BTreeMap::new();
        for (_, key, value) in self.records(key::DENTRY) {
            let dir = u64::from_be_bytes(key[3..11].try_into().unwrap());
            let name = String::from_utf8_lossy(key::dentry_parts(&key).unwrap().1).into_owned();
            assert!(inodes.contains_key(&dir), "{name} lies in directory {dir}, which is there");
            let child = Child::decode(&value).unwrap();
            let entry = entries.entry(dir).or_default();
            entry.0 += 1;
            entry.1 += u32::from(child.is_directory());
            names.entry(child.id().0).or_default().push((dir, name.clone()));
            match child {
                Child::Embedded(inode) => {
                    assert_eq!(inode.nlink, 1, "{name}");
                    assert_eq!(
                        inode.id.partition(),
                        InodeId(dir).partition(),
                        "{name} is embedded where its id says"
                    );
                    assert!(inodes.insert(inode.id.0, inode).is_none(), "{name} has one inode");
                }
                Child::Link { id, .. } => {
                    assert!(inodes.contains_key(&id.0), "{name} in {dir} has its inode {id}");
                }
            }
        }
        let orphans: Vec<u64> = (self.records(key::ORPHAN).iter())
            .filter_map(|(_, key, _)| key::orphan_parts(key))
            .filter(|(_, why)| *why == orphan::OPEN)
            .map(|(id, _)| id.0)
            .collect();
        for (id, inode) in &inodes {
            let has = names.get(id).map_or(0, Vec::len);
            match &inode.directory {
                Some(part) => {
                    assert_eq!(
                        has,
                        usize::from(*id != 1),
                        "directory {id} has one name: {:?}",
                        names.get(id)
                    );
                    let (count, links) = entries.get(id).copied().unwrap_or_default();
                    assert_eq!(part.entries, count, "entries of directory {id}");
                    assert_eq!(inode.nlink, links + 2, "links of directory {id}");
                    if let Some(names) = names.get(id) {
                        assert_eq!(part.parent.0, names[0].0, "parent of directory {id}");
                    }
                    let (mut up, mut steps) = (*id, 0);
                    while up != 1 {
                        up = inodes[&up].directory.as_ref().unwrap().parent.0;
                        steps += 1;
                        assert!(steps <= inodes.len(), "directory {id} is part of a loop");
                    }
                }
                None => {
                    assert_eq!(inode.nlink as usize, has, "names of file {id}: {:?}", names.get(id));
                    assert!(has > 0 || orphans.contains(id), "file {id} has no name and nobody removes it");
                }
            }
        }
        for (_, key, _) in self.records(txn::records::KIND) {
            assert_eq!(
                key.get(1),
                Some(&b'o'),
                "{key:?}: of transactions nothing is left but what replays need"
            );
        }
    }
}
