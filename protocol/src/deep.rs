//! What lies deep in a frame.
//!
//! FlatBuffers checks a field when it is read, and lets tables be shared: a vector of 50,000 tables may be 50,000
//! times the same one, and its names too. Whoever copies what it reads would make gigabytes of a small frame. So the
//! vectors of tables are checked once, when a frame comes: all of it read, and what is shared counted each time may
//! exceed the frame by a small factor only. Our own encoder shares equal vectors: a transaction that guards and changes
//! one key has it once.

use std::fmt::Write;

use crate::frame::FrameError;
use crate::wire;

/// What is shared counts so often at most.
const SHARED_MAX: usize = 16;

/// Checks a frame's vectors of tables: every one can be read, and together they hold no more bytes than [`SHARED_MAX`]
/// times what the frame has.
/// Costs nothing for the frequent calls, which have none.
///
/// # Errors
/// [`FrameError::Content`] when one cannot be read, or parts are shared too often.
pub fn check(body: &wire::FrameBodyRef<'_>, frame_bytes: usize) -> std::result::Result<(), FrameError> {
    let mut bytes = Bytes { left: frame_bytes.saturating_mul(SHARED_MAX) };
    let counted = match body {
        wire::FrameBodyRef::Request(request) => count_call(request, &mut bytes),
        wire::FrameBodyRef::Reply(reply) => count_outcome(reply, &mut bytes),
        wire::FrameBodyRef::Notice(_) => Ok(()),
    };
    counted.map_err(|wrong| FrameError::Content { at: 0, reason: wrong.to_string() })
}

/// Reads every field of a frame, those of all tables in it included, as far as they can be read. Gives a number that
/// depends on all of them, so that no reading can be left out. For tests and fuzzing.
pub fn touch_all(body: &wire::FrameBodyRef<'_>) -> u64 {
    struct Sum(u64);
    impl Write for Sum {
        fn write_str(&mut self, text: &str) -> std::fmt::Result {
            self.0 =
                text.bytes().fold(self.0, |sum, byte| sum.wrapping_mul(31).wrapping_add(u64::from(byte)));
            Ok(())
        }
    }
    let mut sum = Sum(0);
    // The generated `Debug` shows every field of every table.
    let _ = write!(sum, "{body:?}");
    sum.0
}

/// Why a frame is refused.
#[derive(Debug, thiserror::Error)]
enum Wrong {
    #[error(transparent)]
    Read(#[from] planus::Error),
    #[error("its tables together exceed it {SHARED_MAX} times: parts are shared")]
    Shared,
}

struct Bytes {
    left: usize,
}

impl Bytes {
    /// One table with its vector entry, and the lengths of its vectors. Stops the count at once when the frame is used
    /// up: what is shared twice over would take hours.
    fn table(&mut self, lens: impl IntoIterator<Item = usize>) -> Result<()> {
        const ENTRY_BYTES: usize = 4;
        let bytes = lens.into_iter().fold(ENTRY_BYTES, usize::saturating_add);
        self.left = self.left.checked_sub(bytes).ok_or(Wrong::Shared)?;
        Ok(())
    }
}

type Result<T> = std::result::Result<T, Wrong>;

fn len(bytes: Option<&[u8]>) -> usize {
    bytes.map_or(0, <[u8]>::len)
}

fn count_call(request: &wire::RequestRef<'_>, bytes: &mut Bytes) -> Result<()> {
    match request.call()? {
        Some(wire::CallRef::OpenSession(call)) => {
            for open in call.opens()?.into_iter().flatten() {
                let path = match open?.at()? {
                    Some(at) => len(at.path()?),
                    None => 0,
                };
                bytes.table([path])?;
            }
        }
        Some(wire::CallRef::Prepare(call)) => {
            for guard in call.guards()?.into_iter().flatten() {
                let guard = guard?;
                bytes.table([len(guard.key()?), len(guard.value()?)])?;
            }
            count_changes(call.changes()?, bytes)?;
        }
        Some(wire::CallRef::ReadRecords(call)) => {
            for key in call.keys()?.into_iter().flatten() {
                bytes.table([len(key?.key()?)])?;
            }
        }
        Some(wire::CallRef::Decide(call)) => count_changes(call.changes()?, bytes)?,
        _ => {}
    }
    Ok(())
}

fn count_outcome(reply: &wire::ReplyRef<'_>, bytes: &mut Bytes) -> Result<()> {
    match reply.outcome()? {
        Some(wire::OutcomeRef::ReaddirOk(outcome)) => {
            for entry in outcome.entries()?.into_iter().flatten() {
                bytes.table([len(entry?.name()?)])?;
            }
        }
        Some(wire::OutcomeRef::QueryTxnOk(outcome)) => {
            for outcome in outcome.outcomes()?.into_iter().flatten() {
                bytes.table([])?;
                count_changes(outcome?.changes()?, bytes)?;
            }
        }
        Some(wire::OutcomeRef::RecordsOk(outcome)) => {
            for record in outcome.records()?.into_iter().flatten() {
                bytes.table([len(record?.value()?)])?;
            }
        }
        Some(wire::OutcomeRef::MapOk(outcome)) => {
            for shard in outcome.shards()?.into_iter().flatten() {
                let shard = shard?;
                bytes.table([shard.node()?.map_or(0, str::len)])?;
                for address in shard.addresses()?.into_iter().flatten() {
                    bytes.table([address?.len()])?;
                }
            }
            for target in outcome.targets()?.into_iter().flatten() {
                bytes.table([target?.node()?.map_or(0, str::len)])?;
            }
        }
        _ => {}
    }
    Ok(())
}

fn count_changes(
    changes: Option<planus::Vector<'_, planus::Result<wire::ChangeRef<'_>>>>,
    bytes: &mut Bytes,
) -> Result<()> {
    for change in changes.into_iter().flatten() {
        let change = change?;
        bytes.table([len(change.key()?), len(change.value()?)])?;
    }
    Ok(())
}
