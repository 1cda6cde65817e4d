//! ObjRemove.

use crate::answer::{Answer, Error};
use crate::request::ObjectAt;
use crate::shard::{Shard, Wanted};

/// Removing what is not there is fine, and marks it all the same: a late write must not make it.
pub(crate) async fn remove(shard: &Shard, at: &ObjectAt, wanted: Wanted<'_>) -> Result<Answer, Error> {
    let target = shard.target(at.target)?;
    wanted.check()?;
    target.remove(at.id).await?;
    Ok(Answer::done())
}
