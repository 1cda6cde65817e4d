//! Sessions: who may repeat what. A request with a number is run once; its repetition gets the recorded reply.
//!
//! A slot's last number and reply are persisted, in the batch of the operation's own writes. Replies of operations that
//! wrote nothing (they failed, or had only to read) stay in memory: after a restart such a request runs again.

use hashbrown::{HashMap, HashSet};
use osmia_env::{ConnId, Instant};
use osmia_protocol::{ClientId, InodeId, SessionId};

use crate::shard::Origin;
use crate::stop::{Error, Stop};
use crate::store::codec::Reader;
use crate::store::{Store, key};

const SESSION_VERSION: u8 = 1;
const REPLAY_VERSION: u8 = 1;

/// What is known of a slot.
#[derive(Debug, Default)]
pub struct Slot {
    /// Number of the last request; `None` after a restart, until the record is read.
    number: Option<u64>,
    /// Its reply, when it was not persisted.
    reply: Option<Box<[u8]>>,
    /// It runs; these have asked again for its reply meanwhile.
    running: Option<Vec<(Origin, u64)>>,
}

/// A client process at this shard.
#[derive(Debug)]
pub struct Session {
    /// Of whom.
    pub client: ClientId,
    /// Where its notices go.
    pub conn: Option<ConnId>,
    /// It ends when nothing comes until then.
    pub expires: Instant,
    /// Its client may have files open that it has not told of since the restart.
    unclaimed: bool,
    slots: Vec<Slot>,
}

impl Session {
    /// How many requests it may have under way.
    pub fn slots(&self) -> u16 {
        self.slots.len() as u16
    }

    /// Whether its client may have files open that it has not told of since the restart.
    pub fn is_unclaimed(&self) -> bool {
        self.unclaimed
    }
}

/// What to do with a numbered request.
pub enum Admission {
    /// Run it; then call [`Sessions::finish`].
    Run,
    /// Send this reply again.
    Replay(Vec<u8>),
    /// It runs already: its reply goes to this sender too.
    Attached,
    /// Drop it: the slot has moved on.
    Old,
    /// The session has no such slot.
    NoSlot,
}

/// The sessions of a shard.
#[derive(Default)]
pub struct Sessions {
    by_id: HashMap<SessionId, Session>,
    by_client: HashMap<ClientId, SessionId>,
    /// How many of them are unclaimed.
    unclaimed: usize,
    /// Files of recorded opens: whoever asked may not have heard, and so cannot claim it, but asks again.
    recorded_opens: HashSet<InodeId>,
}

impl Sessions {
    /// Reads the sessions of the last life. They get until `expires` to be heard of.
    pub fn load(store: &Store, expires: Instant) -> Result<Sessions, Error> {
        let mut sessions = Sessions::default();
        let mut failure = None;
        let (from, to) = (vec![key::SESSION], vec![key::SESSION + 1]);
        store.kv().scan_blocking(&from, &to, &mut |key, value| {
            let mut r = Reader::new("session", value);
            let record =
                r.version(SESSION_VERSION).and_then(|()| Ok((ClientId(r.u64()?), usize::from(r.u16()?))));
            match (key::session_parts(key), record) {
                (Some(id), Ok((client, slots))) => {
                    sessions.insert(id, client, slots, expires, true);
                }
                (_, Err(error)) => failure = Some(Error::from(error)),
                (None, _) => failure = Some(Error::Inconsistent("a session key of odd size".into())),
            }
            std::ops::ControlFlow::Continue(())
        })?;
        let (from, to) = (vec![key::REPLAY], vec![key::REPLAY + 1]);
        store.kv().scan_blocking(&from, &to, &mut |_, value| {
            let recorded = replay_parts(value).ok().and_then(|(_, reply)| crate::shard::opened(reply));
            sessions.recorded_opens.extend(recorded.map(|(_, inode)| inode));
            std::ops::ControlFlow::Continue(())
        })?;
        match failure {
            Some(error) => Err(error),
            None => Ok(sessions),
        }
    }

    fn insert(&mut self, id: SessionId, client: ClientId, slots: usize, expires: Instant, recovered: bool) {
        let number = if recovered { None } else { Some(0) };
        let slots = (0..slots).map(|_| Slot { number, ..Slot::default() }).collect();
        self.by_id.insert(id, Session { client, conn: None, expires, unclaimed: recovered, slots });
        self.unclaimed += usize::from(recovered);
        self.by_client.insert(client, id);
    }

    /// Begins a session, in the round's batch.
    pub fn begin(
        &mut self,
        store: &mut Store,
        id: SessionId,
        client: ClientId,
        slots: u16,
        expires: Instant,
    ) {
        let mut value = vec![SESSION_VERSION];
        value.extend_from_slice(&client.0.to_le_bytes());
        value.extend_from_slice(&slots.to_le_bytes());
        store.put(key::session(id), value);
        self.insert(id, client, usize::from(slots), expires, false);
    }

    /// Ends a session, in the round's batch: its records go.
    pub fn end(&mut self, store: &mut Store, id: SessionId) {
        let Some(session) = self.by_id.remove(&id) else { return };
        self.unclaimed -= usize::from(session.unclaimed);
        if self.by_client.get(&session.client) == Some(&id) {
            self.by_client.remove(&session.client);
        }
        store.delete(key::session(id));
        for (number, slot) in session.slots.iter().enumerate() {
            if slot.number != Some(0) {
                store.delete(key::replay(id, number as u16));
            }
        }
    }

    /// A session.
    pub fn get_mut(&mut self, id: SessionId) -> Option<&mut Session> {
        self.by_id.get_mut(&id)
    }

    /// A session.
    pub fn get(&self, id: SessionId) -> Option<&Session> {
        self.by_id.get(&id)
    }

    /// The session of a client.
    pub fn of_client(&self, client: ClientId) -> Option<SessionId> {
        self.by_client.get(&client).copied()
    }

    /// Its client has told which files it has open.
    pub fn claimed(&mut self, id: SessionId) {
        if let Some(session) = self.by_id.get_mut(&id) {
            self.unclaimed -= usize::from(std::mem::take(&mut session.unclaimed));
        }
    }

    /// The time to tell is over: who has not told has nothing open.
    pub fn all_claimed(&mut self) {
        // In any order: each by itself.
        self.by_id.values_mut().for_each(|session| session.unclaimed = false);
        self.unclaimed = 0;
        self.recorded_opens = HashSet::new();
    }

    /// Whether some client may have files open that it has not told of since the restart.
    pub fn any_unclaimed(&self) -> bool {
        self.unclaimed > 0
    }

    /// Whether some client may have this file open and has not told of it since the restart.
    pub fn may_open(&self, inode: InodeId) -> bool {
        self.any_unclaimed() || self.recorded_opens.contains(&inode)
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.by_id.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.by_id.is_empty()
    }

    /// Sessions that were not heard of in time.
    pub fn expired(&self, now: Instant) -> Vec<SessionId> {
        let expired = self.by_id.iter().filter(|(_, session)| session.expires <= now);
        let mut expired: Vec<SessionId> = expired.map(|(id, _)| *id).collect();
        expired.sort_unstable();
        expired
    }

    /// A connection has closed: no notice goes there any more.
    pub fn closed(&mut self, conn: ConnId) {
        // In any order: each by itself.
        for session in self.by_id.values_mut().filter(|session| session.conn == Some(conn)) {
            session.conn = None;
        }
    }

    /// Decides about a numbered request of a known session.
    ///
    /// # Errors
    /// As every read of the store.
    pub fn admit(
        &mut self,
        store: &Store,
        id: SessionId,
        slot_number: u16,
        number: u64,
        origin: Origin,
        request: u64,
    ) -> Result<Admission, Stop> {
        let session = self.by_id.get_mut(&id).expect("the caller has found the session");
        let Some(slot) = session.slots.get_mut(usize::from(slot_number)) else {
            return Ok(Admission::NoSlot);
        };
        let last = match slot.number {
            Some(last) => last,
            None => {
                let value = store.get(&key::replay(id, slot_number))?;
                let last = match &value {
                    Some(value) => replay_parts(value)?.0,
                    None => 0,
                };
                slot.number = Some(last);
                last
            }
        };
        if number < last {
            return Ok(Admission::Old);
        }
        if number == last && number != 0 {
            if let Some(waiting) = &mut slot.running {
                waiting.push((origin, request));
                return Ok(Admission::Attached);
            }
            if let Some(reply) = &slot.reply {
                return Ok(Admission::Replay(reply.to_vec()));
            }
            // The record may be an older number's: this one was given up without having run.
            if let Some(value) = store.get(&key::replay(id, slot_number))?
                && let (recorded, reply) = replay_parts(&value)?
                && recorded == number
            {
                return Ok(Admission::Replay(reply.to_vec()));
            }
        }
        if slot.running.is_some() {
            // A newer number while an older runs: the client has given it up. It keeps running, unheard.
            slot.running = None;
        }
        slot.number = Some(number);
        slot.reply = None;
        slot.running = Some(Vec::new());
        Ok(Admission::Run)
    }

    /// A numbered request has run: records its reply, persistently when it wrote; one that did not and is not to
    /// `keep` its reply runs again when it is repeated. Gives those who asked again.
    #[allow(clippy::too_many_arguments)]
    pub fn finish(
        &mut self,
        store: &mut Store,
        id: SessionId,
        slot_number: u16,
        number: u64,
        reply: &[u8],
        wrote: bool,
        keep: bool,
    ) -> Vec<(Origin, u64)> {
        let Some(slot) =
            self.by_id.get_mut(&id).and_then(|session| session.slots.get_mut(usize::from(slot_number)))
        else {
            return Vec::new();
        };
        if slot.number != Some(number) {
            return Vec::new();
        }
        if wrote {
            let mut value = Vec::with_capacity(9 + reply.len());
            value.push(REPLAY_VERSION);
            value.extend_from_slice(&number.to_le_bytes());
            value.extend_from_slice(reply);
            store.put(key::replay(id, slot_number), value);
        } else if keep {
            slot.reply = Some(reply.into());
        }
        slot.running.take().unwrap_or_default()
    }

    /// A request leaves its slot without having run: its repetition runs. Gives those who asked again meanwhile.
    pub fn abandon(&mut self, id: SessionId, slot_number: u16, number: u64) -> Vec<(Origin, u64)> {
        let slots = self.by_id.get_mut(&id).map(|session| &mut session.slots);
        match slots.and_then(|slots| slots.get_mut(usize::from(slot_number))) {
            Some(slot) if slot.number == Some(number) => slot.running.take().unwrap_or_default(),
            _ => Vec::new(),
        }
    }

    /// The store was opened again after a failure: its records tell which sessions there are and what ran. Those
    /// begun in the lost round are gone; connections stay known.
    pub fn reload(&mut self, store: &Store, expires: Instant) -> Result<(), Error> {
        let mut loaded = Sessions::load(store, expires)?;
        // In any order: each by itself.
        let mut claimed = Vec::new();
        for (id, session) in &mut loaded.by_id {
            if let Some(old) = self.by_id.get(id) {
                session.conn = old.conn;
                claimed.extend((!old.unclaimed).then_some(*id));
            }
        }
        // What is open is still known.
        claimed.into_iter().for_each(|id| loaded.claimed(id));
        loaded.recorded_opens = std::mem::take(&mut self.recorded_opens);
        *self = loaded;
        Ok(())
    }

    /// All sessions.
    pub fn ids(&self) -> Vec<SessionId> {
        let mut ids: Vec<SessionId> = self.by_id.keys().copied().collect();
        ids.sort_unstable();
        ids
    }
}

fn replay_parts(value: &[u8]) -> Result<(u64, &[u8]), Stop> {
    let mut r = Reader::new("replay", value);
    r.version(REPLAY_VERSION)?;
    Ok((r.u64()?, r.rest()))
}
