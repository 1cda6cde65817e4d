//! ObjTruncate.

use osmia_protocol::Status;

use crate::answer::{Answer, Error};
use crate::request::ObjectAt;
use crate::shard::{Shard, Wanted};

/// A truncate of a file raises its generation, and each object is cut once: when it first sees the generation, be it by
/// this request or by another that was faster. What was written since is not cut again, however late this one comes.
///
/// Also makes an object that was never written: its generation is what refuses late writes of an older one.
///
/// A file whose generation is 0 was never truncated: there the size is just set.
pub(crate) async fn truncate(
    shard: &Shard,
    at: &ObjectAt,
    size: u64,
    wanted: Wanted<'_>,
) -> Result<Answer, Error> {
    let target = shard.target(at.target)?;
    let at = ObjectAt { cut_bytes: at.cut_bytes.min(size), ..*at };
    let object = target.object(&at, true).await?.ok_or(Status::Io)?;
    if at.generation == 0 {
        object.truncate(target, &at, size, || wanted.check()).await?;
    }
    Ok(Answer::done())
}
