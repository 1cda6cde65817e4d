//! ObjAllocate.

use osmia_env::disk::Allocation;
use osmia_protocol::Status;
use osmia_protocol::flags::allocate_mode as mode_bits;

use crate::answer::{Answer, Error};
use crate::request::ObjectAt;
use crate::shard::{Shard, Wanted};
use crate::target::Allocate;

/// Applied, not durable, as a write is. To take space from an object that was never written does not make it.
pub(crate) async fn allocate(
    shard: &Shard,
    at: &ObjectAt,
    offset: u64,
    len: u64,
    mode: u32,
    wanted: Wanted<'_>,
) -> Result<Answer, Error> {
    let (what, keeps_size) = wanted_of(mode).ok_or(Status::NotSupported)?;
    if len == 0 {
        return Err(Status::Invalid.into());
    }
    let target = shard.target(at.target)?;
    let object = target.object(at, what != Allocation::Punch).await?;
    if let Some(object) = object {
        let wish = Allocate { what, offset, len, keeps_size };
        object.allocate(target, at, &wish, || wanted.check()).await?;
    }
    Ok(Answer::done())
}

/// What a mode of fallocate(2) asks for, and whether the size stays. `None` for what has no meaning for one part of a
/// file (collapsing, inserting) or at all.
fn wanted_of(mode: u32) -> Option<(Allocation, bool)> {
    let keeps_size = mode & mode_bits::KEEP_SIZE != 0;
    match mode & !mode_bits::KEEP_SIZE {
        0 => Some((Allocation::Reserve, keeps_size)),
        mode_bits::ZERO_RANGE => Some((Allocation::Zero, keeps_size)),
        mode_bits::PUNCH_HOLE if keeps_size => Some((Allocation::Punch, true)),
        _ => None,
    }
}
