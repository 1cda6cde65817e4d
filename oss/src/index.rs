//! The shard's own records, in its key-value store (docs/on-disk.md, "storage shard").
//!
//! | key | value |
//! |---|---|
//! | `S` | superblock ([`crate::format`]) |
//! | `C` `s` | sessions have ids below this |
//! | `C` `i` | incarnation ‖ boot id of the machine it began on |
//! | `R` target ‖ inode ‖ stripe | when the object was removed, ns since the epoch |
//! | `T` time ‖ target ‖ inode ‖ stripe | empty: marks by age |
//! | `A` target ‖ inode ‖ stripe | attributes of an object, where the file system has no extended attributes |

use std::cell::{Cell, RefCell};
use std::ops::ControlFlow;
use std::rc::Rc;

use osmia_env::tasks::{Sender, blocking, oneshot};
use osmia_env::{Env, Timestamp};
use osmia_kv::{Batch, Kv, KvError};
use osmia_protocol::{Incarnation, SessionId, Status, TargetId};

use crate::answer::Error;
use crate::request::ObjectId;

/// Session ids taken from the persisted range at a time: one sync for so many.
const SESSION_IDS: u64 = 1024;
/// A read of one key is warmed at most so often: other keys may push it out of memory in between.
const WARM_MAX: usize = 16;
/// How long a removed object stays refused. A late write comes from a client that had the file open when its session
/// ended at the metadata server; its requests carry budgets of at most `limits.give_up_ms`, an hour at most.
pub const MARK_LIFE_NS: i64 = 24 * 3600 * 1_000_000_000;
/// Marks dropped in one go.
const SWEEP_MAX: usize = 1000;

const SESSIONS: &[u8] = b"Cs";
const INCARNATION: &[u8] = b"Ci";

/// The records of one shard.
pub struct Index {
    env: Env,
    kv: Rc<dyn Kv>,
    next_session: Cell<u64>,
    session_limit: Cell<u64>,
    syncing: Cell<bool>,
    sync_waits: RefCell<Vec<Sender<Result<(), KvError>>>>,
}

impl Index {
    /// Over the shard's store. Takes the first ids for sessions and settles the incarnation: a new one when the machine
    /// has been started since the last, so that unsynced data may be gone.
    ///
    /// # Errors
    /// As the store's.
    pub async fn open(env: &Env, kv: Rc<dyn Kv>, boot: &str) -> Result<(Rc<Index>, Incarnation), Error> {
        let index = Rc::new(Index {
            env: env.clone(),
            kv,
            next_session: Cell::new(0),
            session_limit: Cell::new(0),
            syncing: Cell::new(false),
            sync_waits: RefCell::default(),
        });
        index.next_session.set(index.number(SESSIONS).await?.max(1));
        let there = index.get(INCARNATION).await?.unwrap_or_default();
        let (number, since) = there
            .split_first_chunk()
            .map_or((0, &[][..]), |(number, since)| (u64::from_be_bytes(*number), since));
        let mut incarnation = Incarnation(number);
        if since != boot.as_bytes() {
            incarnation = index.raise_incarnation(incarnation, boot).await?;
        }
        index.take_session_ids().await?;
        Ok((index, incarnation))
    }

    /// Persists the next incarnation: unsynced data may have been lost.
    ///
    /// # Errors
    /// As the store's.
    pub async fn raise_incarnation(
        self: &Rc<Self>,
        last: Incarnation,
        boot: &str,
    ) -> Result<Incarnation, Error> {
        let next = Incarnation(last.0 + 1);
        let mut batch = Batch::default();
        batch.put(INCARNATION, [&next.0.to_be_bytes()[..], boot.as_bytes()].concat());
        self.write(&batch)?;
        self.sync().await?;
        Ok(next)
    }

    /// A session id that was never given out.
    ///
    /// # Errors
    /// As the store's.
    pub async fn session_id(self: &Rc<Self>) -> Result<SessionId, Error> {
        while self.next_session.get() >= self.session_limit.get() {
            self.take_session_ids().await?;
        }
        let id = self.next_session.get();
        self.next_session.set(id + 1);
        Ok(SessionId(id))
    }

    /// Two that ask at once may take two ranges: some ids are then never used.
    async fn take_session_ids(self: &Rc<Self>) -> Result<(), Error> {
        let limit = self.next_session.get().max(self.session_limit.get()) + SESSION_IDS;
        let mut batch = Batch::default();
        batch.put(SESSIONS, limit.to_be_bytes());
        self.write(&batch)?;
        self.sync().await?;
        self.session_limit.set(limit.max(self.session_limit.get()));
        Ok(())
    }

    async fn number(&self, key: &[u8]) -> Result<u64, Error> {
        let value = self.get(key).await?;
        Ok(value.and_then(|value| value.try_into().ok()).map_or(0, u64::from_be_bytes))
    }

    /// Whether the object has been removed, within the life of a mark.
    ///
    /// # Errors
    /// As the store's.
    pub async fn is_removed(&self, target: TargetId, id: ObjectId) -> Result<bool, Error> {
        Ok(self.get(&object_key(b'R', target, id)).await?.is_some())
    }

    /// Marks an object as removed. On return the mark is durable.
    ///
    /// # Errors
    /// As the store's.
    pub async fn mark_removed(self: &Rc<Self>, target: TargetId, id: ObjectId) -> Result<(), Error> {
        if !self.is_removed(target, id).await? {
            let now = self.env.clock.timestamp();
            let mut batch = Batch::default();
            batch.put(object_key(b'R', target, id), now.0.to_be_bytes());
            batch.put(age_key(now, target, id), []);
            batch.delete(object_key(b'A', target, id));
            self.write(&batch)?;
        }
        self.sync().await
    }

    /// Drops marks that are older than [`MARK_LIFE_NS`], a bounded number of them. Gives how many.
    ///
    /// # Errors
    /// As the store's.
    pub async fn sweep_marks(&self) -> Result<usize, Error> {
        let oldest = Timestamp(self.env.clock.timestamp().0.saturating_sub(MARK_LIFE_NS).max(0));
        let (from, to) = (vec![b'T'], [&b"T"[..], &oldest.0.to_be_bytes()].concat());
        let mut old: Vec<Vec<u8>> = Vec::new();
        for _ in 0..WARM_MAX {
            old.clear();
            let scanned = self.kv.scan(&from, &to, &mut |key, _| {
                old.push(key.to_vec());
                if old.len() < SWEEP_MAX { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            });
            match scanned {
                Ok(()) => break,
                Err(KvError::WouldBlock) => {
                    let job = self.kv.warm_job(Vec::new(), Some((from.clone(), to.clone())), SWEEP_MAX);
                    blocking(&*self.env.tasks, job).await?;
                }
                Err(error) => return Err(error.into()),
            }
        }
        let mut batch = Batch::default();
        for key in &old {
            batch.delete(key);
            // `T` ‖ time ‖ the rest of the mark's key.
            if let Some(object) = key.get(9..) {
                batch.delete([&b"R"[..], object].concat());
            }
        }
        if !old.is_empty() {
            self.write(&batch)?;
        }
        Ok(old.len())
    }

    /// Attributes of an object.
    ///
    /// # Errors
    /// As the store's.
    pub async fn attributes(&self, target: TargetId, id: ObjectId) -> Result<Option<Vec<u8>>, Error> {
        self.get(&object_key(b'A', target, id)).await
    }

    /// Sets an object's attributes.
    ///
    /// # Errors
    /// As the store's.
    pub fn set_attributes(&self, target: TargetId, id: ObjectId, value: &[u8]) -> Result<(), Error> {
        let mut batch = Batch::default();
        batch.put(object_key(b'A', target, id), value);
        self.write(&batch)
    }

    /// The value of a key, also from the disk.
    pub(crate) async fn get(&self, key: &[u8]) -> Result<Option<Vec<u8>>, Error> {
        for _ in 0..WARM_MAX {
            match self.kv.get(key) {
                Err(KvError::WouldBlock) => {
                    blocking(&*self.env.tasks, self.kv.warm_job(vec![key.to_vec()], None, 0)).await?;
                }
                result => return Ok(result?),
            }
        }
        Err(KvError::WouldBlock.into())
    }

    /// Applies and flushes: it survives the death of the process.
    fn write(&self, batch: &Batch) -> Result<(), Error> {
        self.kv.write(batch)?;
        Ok(self.kv.flush()?)
    }

    /// Makes all that was written durable. Those who ask while a sync runs share the next.
    ///
    /// # Errors
    /// As the store's.
    pub async fn sync(self: &Rc<Self>) -> Result<(), Error> {
        let (tell, told) = oneshot();
        self.sync_waits.borrow_mut().push(tell);
        if !self.syncing.replace(true) {
            let index = self.clone();
            self.env.tasks.spawn(Box::pin(async move { index.run_syncs().await }));
        }
        match told.await {
            Some(result) => Ok(result?),
            None => Err(Status::NotReady.into()),
        }
    }

    async fn run_syncs(&self) {
        loop {
            let waiting = std::mem::take(&mut *self.sync_waits.borrow_mut());
            if waiting.is_empty() {
                break;
            }
            let result = blocking(&*self.env.tasks, self.kv.sync_job()).await;
            waiting.into_iter().for_each(|tell| tell.send(result.clone()));
        }
        self.syncing.set(false);
    }
}

fn object_key(kind: u8, target: TargetId, id: ObjectId) -> Vec<u8> {
    let mut key = Vec::with_capacity(17);
    key.push(kind);
    key.extend_from_slice(&target.0.to_be_bytes());
    key.extend_from_slice(&id.inode.0.to_be_bytes());
    key.extend_from_slice(&id.stripe.to_be_bytes());
    key
}

fn age_key(time: Timestamp, target: TargetId, id: ObjectId) -> Vec<u8> {
    let mut key = vec![b'T'];
    key.extend_from_slice(&time.0.to_be_bytes());
    key.extend_from_slice(&object_key(b'R', target, id)[1..]);
    key
}
