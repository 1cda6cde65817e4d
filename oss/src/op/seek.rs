//! ObjSeek.

use osmia_env::disk::Extent;
use osmia_protocol::wire;

use crate::answer::{Answer, Error};
use crate::request::ObjectAt;
use crate::shard::Shard;

/// An object that was never written has neither data nor an end.
pub(crate) async fn seek(shard: &Shard, at: &ObjectAt, offset: u64, hole: bool) -> Result<Answer, Error> {
    let target = shard.target(at.target)?;
    let what = if hole { Extent::Hole } else { Extent::Data };
    let ok = match target.object(at, false).await? {
        Some(object) => {
            let (found, size) = object.seek(target, what, offset).await?;
            wire::ObjSeekOk { found: found.is_some(), offset: found.unwrap_or(size) }
        }
        None => wire::ObjSeekOk { found: false, offset: 0 },
    };
    Ok(Answer::ok(wire::Outcome::ObjSeekOk(Box::new(ok))))
}
