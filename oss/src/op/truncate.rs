//! ObjTruncate.

use osmia_protocol::Status;

use crate::answer::{Answer, Error};
use crate::request::ObjectAt;
use crate::shard::{Shard, Wanted};

/// Also makes an object that was never written: its generation is what refuses late writes of an older one.
pub(crate) async fn truncate(
    shard: &Shard,
    at: &ObjectAt,
    size: u64,
    wanted: Wanted<'_>,
) -> Result<Answer, Error> {
    let target = shard.target(at.target)?;
    let object = target.object(at, true).await?.ok_or(Status::Io)?;
    object.truncate(target, at, size, || wanted.check()).await?;
    Ok(Answer::done())
}
