//! Records of transactions: intents, decisions and done marks (docs/on-disk.md).
//!
//! All keys begin with [`KIND`]; they belong to the shard, not to a partition. Values are FlatBuffers of the wire
//! format's `Prepare` and `Decide`.

use osmia_protocol::ShardId;
use osmia_protocol::planus::{Builder, ReadAsRoot};
use osmia_protocol::wire;

use super::plan::TxnId;

/// First byte of every key here.
pub const KIND: u8 = b't';

const INTENT: u8 = b'i';
const DECISION: u8 = b'd';
const DONE: u8 = b'o';

/// What a key means.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Key {
    Intent(TxnId),
    Done(TxnId),
    Decision(TxnId, ShardId),
}

/// The range of all keys here.
pub fn range() -> (Vec<u8>, Vec<u8>) {
    (vec![KIND], vec![KIND + 1])
}

fn key(kind: u8, txn: TxnId) -> Vec<u8> {
    let mut key = vec![KIND, kind];
    key.extend_from_slice(&txn.shard.0.to_be_bytes());
    key.extend_from_slice(&txn.serial.to_be_bytes());
    key
}

/// Key of the intent of a transaction at a participant.
pub(super) fn intent(txn: TxnId) -> Vec<u8> {
    key(INTENT, txn)
}

/// Key of the mark that a decision was applied.
pub(super) fn done(txn: TxnId) -> Vec<u8> {
    key(DONE, txn)
}

/// Key of a decision still to be delivered to `to`.
pub(super) fn decision(txn: TxnId, to: ShardId) -> Vec<u8> {
    let mut key = key(DECISION, txn);
    key.extend_from_slice(&to.0.to_be_bytes());
    key
}

/// Reads a key.
pub(super) fn parse(key: &[u8]) -> Result<Key, String> {
    let wrong = || format!("transaction record with key {key:02x?}");
    let [KIND, kind, rest @ ..] = key else { return Err(wrong()) };
    let (shard, rest) = rest.split_first_chunk::<4>().ok_or_else(wrong)?;
    let (serial, rest) = rest.split_first_chunk::<8>().ok_or_else(wrong)?;
    let txn = TxnId { shard: ShardId(u32::from_be_bytes(*shard)), serial: u64::from_be_bytes(*serial) };
    match (*kind, <[u8; 4]>::try_from(rest)) {
        (INTENT, Err(_)) if rest.is_empty() => Ok(Key::Intent(txn)),
        (DONE, Err(_)) if rest.is_empty() => Ok(Key::Done(txn)),
        (DECISION, Ok(to)) => Ok(Key::Decision(txn, ShardId(u32::from_be_bytes(to)))),
        _ => Err(wrong()),
    }
}

pub(super) fn encode_intent(prepare: &wire::Prepare) -> Vec<u8> {
    Builder::new().finish(prepare, None).to_vec()
}

pub(super) fn decode_intent(value: &[u8]) -> Result<wire::Prepare, String> {
    wire::PrepareRef::read_as_root(value).and_then(wire::Prepare::try_from).map_err(|error| error.to_string())
}

pub(super) fn encode_decision(decide: &wire::Decide) -> Vec<u8> {
    Builder::new().finish(decide, None).to_vec()
}

pub(super) fn decode_decision(value: &[u8]) -> Result<wire::Decide, String> {
    wire::DecideRef::read_as_root(value).and_then(wire::Decide::try_from).map_err(|error| error.to_string())
}
