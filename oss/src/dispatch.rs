//! From a call to its operation.

use osmia_env::Buf;
use osmia_protocol::Status;

use crate::answer::{Answer, Error};
use crate::op;
use crate::request::{Call, ObjectAt, Peer, Request};
use crate::shard::{Shard, Wanted};

pub(crate) async fn dispatch(
    shard: &Shard,
    peer: Peer,
    request: Request,
    body: Option<Buf>,
    wanted: Wanted<'_>,
) -> Result<Answer, Error> {
    match request.call {
        Call::OpenSession { resume, slots } => op::session::open(shard, peer, resume, slots).await,
        Call::CloseSession => Ok(op::session::close(shard, request.session)),
        Call::Heartbeat => Ok(Answer::done()),
        Call::Read { object, offset, len } => op::read::read(shard, &valid(object)?, offset, len).await,
        Call::Write { object, offset, sync } => {
            op::write::write(shard, &valid(object)?, offset, body, sync, wanted).await
        }
        Call::Allocate { object, offset, len, mode } => {
            op::allocate::allocate(shard, &valid(object)?, offset, len, mode, wanted).await
        }
        Call::Seek { object, offset, hole } => op::seek::seek(shard, &valid(object)?, offset, hole).await,
        Call::Truncate { object, size } => op::truncate::truncate(shard, &valid(object)?, size, wanted).await,
        Call::Remove { object } => op::remove::remove(shard, &valid(object)?, wanted).await,
        Call::Sync { object } => op::sync::sync(shard, &valid(object)?).await,
        Call::Stat { object } => op::stat::stat(shard, &valid(object)?).await,
        Call::TargetStat { target } => op::target_stat::target_stat(shard, target).await,
        Call::Foreign => Err(Status::NotSupported.into()),
    }
}

/// Inode 0 is no inode.
fn valid(object: ObjectAt) -> Result<ObjectAt, Error> {
    if object.id.inode.0 == 0 { Err(Status::Invalid.into()) } else { Ok(object) }
}
