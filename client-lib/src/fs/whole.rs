//! Calls about the whole file system, and placement.

use futures_util::future::join_all;
use osmia_net::Repeat;
use osmia_protocol::name::NAME_BYTES_MAX;
use osmia_protocol::placement::ALL_LEVELS;
use osmia_protocol::{Status, wire};

use super::wanted;
use crate::error::{Error, Result};
use crate::lane::Lane;
use crate::resolve::{self, Links, Resolved};
use crate::shared::{TargetStats, TargetUse};
use crate::{Placement, PlacementSource, Statfs};

/// statfs(2): inodes of all metadata shards, bytes of all targets.
///
/// # Errors
/// When a shard or target does not answer: a total without it would mislead.
pub async fn statfs(lane: &Lane) -> Result<Statfs> {
    lane.called();
    let map = lane.shared.map();
    let inodes = join_all(map.metadata_peers().map(async |peer| {
        let call = wire::Call::Statfs(Box::default());
        let response = lane.ask_any("statfs", peer, call, None, Repeat::Reads).await?;
        match response.reply().outcome() {
            Ok(Some(wire::OutcomeRef::StatfsOk(ok))) => wanted("statfs", ok.inodes().map(Some)),
            _ => Err(lane.error("statfs", peer, &response)),
        }
    }))
    .await;
    let mut total = Statfs { name_bytes_max: NAME_BYTES_MAX as u32, ..Statfs::default() };
    for inodes in inodes {
        total.inodes += inodes?;
    }
    for target in targets(lane, "statfs").await {
        let used = target.stat?;
        total.bytes_total += used.bytes_total;
        total.bytes_free += used.bytes_free;
    }
    Ok(total)
}

/// Room and use of each target; an error stands where it is not known.
///
/// # Errors
/// None so far: each target has its own.
pub async fn target_stats(lane: &Lane) -> Result<Vec<TargetStats>> {
    lane.called();
    Ok(targets(lane, "target_stats").await)
}

async fn targets(lane: &Lane, operation: &'static str) -> Vec<TargetStats> {
    let map = lane.shared.map();
    join_all(map.targets.iter().map(async |entry| {
        let ask = async {
            let peer = map.target_shard(entry.target).ok_or_else(|| Error::new(libc::ENXIO, operation))?;
            let call = wire::Call::TargetStat(Box::new(wire::TargetStat { target: entry.target.0 }));
            let response = lane.ask_any(operation, peer, call, None, Repeat::Reads).await?;
            match response.reply().outcome() {
                Ok(Some(wire::OutcomeRef::TargetOk(ok))) => {
                    let ok = wire::TargetOk::try_from(ok)
                        .map_err(|error| Error::status(Status::Malformed, operation).because(error))?;
                    let wire::TargetOk { bytes_total, bytes_free, objects, .. } = ok;
                    Ok(TargetUse { bytes_total, bytes_free, objects })
                }
                _ => Err(lane.error(operation, peer, &response)),
            }
        };
        TargetStats { target: entry.target, node: entry.node.clone(), stat: ask.await }
    }))
    .await
}

/// Asks for, or sets, where directories made below `path` go.
///
/// # Errors
/// EINVAL for a policy that the servers do not know; EPERM on another user's directory; those of a walk.
pub async fn placement(lane: &Lane, path: &[u8], set: Option<(&str, Option<u32>)>) -> Result<Placement> {
    lane.called();
    let operation = if set.is_some() { "set_placement" } else { "placement" };
    if set.is_some_and(|(policy, _)| policy.is_empty()) {
        return Err(Error::status(Status::Invalid, operation)
            .on_bytes(path)
            .saying("the policy has no name"));
    }
    let links = Links::default();
    let mut resolved = Resolved::new(lane, operation, path, &links).await?;
    let call = |at| {
        wire::Call::Placement(Box::new(wire::Placement {
            at: Some(Box::new(at)),
            set: set.map(|(policy, _)| policy.to_owned()),
            depth: set.map_or(0, |(_, depth)| depth.unwrap_or(ALL_LEVELS)),
        }))
    };
    let arrived = resolve::walk(lane, operation, &mut resolved, 0, Repeat::Once, call).await?;
    let wire::OutcomeRef::PlacementOk(ok) = wanted(operation, arrived.response.reply().outcome())? else {
        return wanted(operation, Ok(None));
    };
    let depth = wanted(operation, ok.depth().map(Some))?;
    Ok(Placement {
        policy: wanted(operation, ok.placement())?.to_owned(),
        depth: (depth != ALL_LEVELS).then_some(depth),
        source: match wanted(operation, ok.source().map(Some))? {
            wire::PlacementSource::Default => PlacementSource::Default,
            wire::PlacementSource::Rule => PlacementSource::Rule(wanted(operation, ok.rule())?.to_owned()),
            wire::PlacementSource::Directory => PlacementSource::Directory,
        },
    })
}

/// syncfs(2), of metadata.
///
/// # Errors
/// When a shard does not answer, or cannot make its store durable.
pub async fn sync_all(lane: &Lane) -> Result<()> {
    lane.called();
    let map = lane.shared.map();
    let answers = join_all(map.metadata_peers().map(async |peer| {
        let call = wire::Call::SyncAll(Box::default());
        let response = lane.ask_any("sync", peer, call, None, Repeat::Reads).await?;
        match response.status() {
            Status::Ok => Ok(()),
            _ => Err(lane.error("sync", peer, &response)),
        }
    }))
    .await;
    answers.into_iter().collect()
}
