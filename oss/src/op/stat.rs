//! ObjStat.

use osmia_protocol::wire;

use crate::answer::{Answer, Error};
use crate::request::ObjectAt;
use crate::shard::Shard;

pub(crate) async fn stat(shard: &Shard, at: &ObjectAt) -> Result<Answer, Error> {
    let target = shard.target(at.target)?;
    let ok = match target.object(at, false).await? {
        Some(object) => {
            let found = object.stat(target).await?;
            wire::ObjOk { exists: true, size: found.size, blocks: found.blocks, mtime: found.mtime }
        }
        None => wire::ObjOk::default(),
    };
    Ok(Answer::ok(wire::Outcome::ObjOk(Box::new(ok))))
}
