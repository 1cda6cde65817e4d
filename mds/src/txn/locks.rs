//! Keys that transactions under way have locked.

use std::borrow::Cow;

use hashbrown::HashMap;

use super::plan::{Change, Guard, Part, TxnId};
use crate::store::key;

/// Locks of one shard. They live in memory: intents bring them back at start.
#[derive(Debug, Default)]
pub struct Locks {
    keys: HashMap<Vec<u8>, Lock>,
    /// What each transaction holds.
    held: HashMap<TxnId, Vec<Vec<u8>>>,
}

#[derive(Debug)]
enum Lock {
    /// The record is about to change: neither read nor write it.
    Exclusive(TxnId),
    /// The record must stay as it is: read it, but do not write it.
    Shared(Vec<TxnId>),
}

impl Locks {
    /// The transaction that forbids reading the record now. Costs nothing while no transaction is under way.
    pub fn forbids_read(&self, key: &[u8]) -> Option<TxnId> {
        if self.keys.is_empty() {
            return None;
        }
        match self.keys.get(key)? {
            Lock::Exclusive(txn) => Some(*txn),
            Lock::Shared(_) => None,
        }
    }

    /// A transaction that forbids writing the record now.
    pub fn forbids_write(&self, key: &[u8]) -> Option<TxnId> {
        if self.keys.is_empty() {
            return None;
        }
        match self.keys.get(key)? {
            Lock::Exclusive(txn) => Some(*txn),
            Lock::Shared(txns) => txns.first().copied(),
        }
    }

    /// The transactions for which the record must stay as it is.
    pub(super) fn sharers(&self, key: &[u8]) -> &[TxnId] {
        match self.keys.get(key) {
            Some(Lock::Shared(txns)) => txns,
            _ => &[],
        }
    }

    /// Whether any key is locked.
    pub fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }

    /// Locks all keys of a part or none. Never waits.
    ///
    /// # Errors
    /// A transaction that holds one of them.
    pub(super) fn acquire(&mut self, txn: TxnId, part: &Part) -> Result<(), TxnId> {
        let wanted = wanted(part);
        for (key, exclusive) in &wanted {
            let holder = if *exclusive { self.forbids_write(key) } else { self.forbids_read(key) };
            if let Some(holder) = holder {
                return Err(holder);
            }
        }
        let held = self.held.entry(txn).or_default();
        for (key, exclusive) in wanted {
            held.push(key.to_vec());
            if exclusive {
                self.keys.insert(key.into_owned(), Lock::Exclusive(txn));
                continue;
            }
            match self.keys.entry_ref(key.as_ref()).or_insert_with(|| Lock::Shared(Vec::new())) {
                Lock::Shared(txns) => txns.push(txn),
                Lock::Exclusive(holder) => unreachable!("{holder:?} was seen not to hold the key"),
            }
        }
        Ok(())
    }

    /// Unlocks what the transaction holds; tells whether it held anything.
    pub(super) fn release(&mut self, txn: TxnId) -> bool {
        let Some(held) = self.held.remove(&txn) else { return false };
        for key in held {
            let gone = match self.keys.get_mut(&key) {
                Some(Lock::Exclusive(holder)) => *holder == txn,
                Some(Lock::Shared(txns)) => {
                    txns.retain(|holder| *holder != txn);
                    txns.is_empty()
                }
                None => false,
            };
            if gone {
                self.keys.remove(&key);
            }
        }
        true
    }
}

/// Each key of a part once, and whether it is to be locked exclusively.
fn wanted<'a>(part: &'a Part) -> Vec<(Cow<'a, [u8]>, bool)> {
    let mut wanted: Vec<(Cow<'a, [u8]>, bool)> = Vec::with_capacity(part.guards.len() + part.changes.len());
    let mut want = |key: Cow<'a, [u8]>, exclusive| match wanted.iter_mut().find(|(have, _)| *have == key) {
        Some((_, have)) => *have |= exclusive,
        None => wanted.push((key, exclusive)),
    };
    for change in &part.changes {
        match change {
            Change::Put { key, .. } | Change::Delete { key } => want(key.into(), true),
            Change::FileLinks { id, .. } | Change::Moved { id, .. } => want(key::inode(*id).into(), true),
            Change::DirectoryCount { .. } => {}
        }
    }
    for guard in &part.guards {
        match guard {
            Guard::Absent { key, .. } => want(key.into(), true),
            Guard::Present { key, .. } | Guard::Equal { key, .. } => want(key.into(), false),
            Guard::Rights { id, .. } => want(key::inode(*id).into(), false),
            Guard::DirectoryEmpty { .. } | Guard::Owner { .. } | Guard::NoLease { .. } => {}
        }
    }
    wanted
}
