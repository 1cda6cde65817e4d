//! ObjSync.

use std::rc::Rc;

use crate::answer::{Answer, Error};
use crate::request::ObjectAt;
use crate::shard::Shard;
use crate::target::{Object, Target};

pub(crate) async fn sync(shard: &Shard, at: &ObjectAt) -> Result<Answer, Error> {
    let target = shard.target(at.target)?;
    // Never written: there is nothing to sync.
    if let Some(object) = target.object(at, false).await? {
        sync_object(shard, target, &object).await?;
    }
    Ok(Answer::done())
}

/// A sync that fails is the only one to say so: the kernel drops the pages that it could not write, and the next sync
/// succeeds (fsync(2)). So the failure changes the incarnation.
pub(crate) async fn sync_object(shard: &Shard, target: &Rc<Target>, object: &Object) -> Result<(), Error> {
    let synced = object.sync(target).await;
    if synced.is_err() {
        shard.lost_data().await;
    }
    synced
}
