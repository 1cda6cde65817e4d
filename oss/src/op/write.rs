//! ObjWrite.

use osmia_env::Buf;
use osmia_protocol::Status;

use crate::answer::{Answer, Error};
use crate::op::sync::sync_object;
use crate::request::ObjectAt;
use crate::shard::{Shard, Wanted};

pub(crate) async fn write(
    shard: &Shard,
    at: &ObjectAt,
    offset: u64,
    body: Option<Buf>,
    sync: bool,
    wanted: Wanted<'_>,
) -> Result<Answer, Error> {
    let target = shard.target(at.target)?;
    let object = target.object(at, true).await?.ok_or(Status::Io)?;
    if let Some(body) = body {
        let bytes = body.len() as u64;
        object.write(target, at, offset, body, || wanted.check()).await?;
        shard.stats.borrow_mut().bytes_written += bytes;
    }
    if sync {
        sync_object(shard, target, &object).await?;
    }
    Ok(Answer::done())
}
