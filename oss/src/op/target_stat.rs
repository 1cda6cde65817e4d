//! TargetStat.

use osmia_protocol::{TargetId, wire};

use crate::answer::{Answer, Error};
use crate::shard::Shard;

pub(crate) async fn target_stat(shard: &Shard, id: TargetId) -> Result<Answer, Error> {
    let (space, objects) = shard.target(id)?.space().await?;
    let ok = wire::TargetOk {
        target: id.0,
        bytes_total: space.bytes_total,
        bytes_free: space.bytes_free,
        objects,
    };
    Ok(Answer::ok(wire::Outcome::TargetOk(Box::new(ok))))
}
