//! ObjRead.

use osmia_protocol::frame::BODY_BYTES_MAX;
use osmia_protocol::{Status, wire};

use crate::answer::{Answer, Error};
use crate::request::ObjectAt;
use crate::shard::Shard;

pub(crate) async fn read(shard: &Shard, at: &ObjectAt, offset: u64, len: u32) -> Result<Answer, Error> {
    let bytes = len as usize;
    if bytes > BODY_BYTES_MAX || offset.checked_add(u64::from(len)).is_none() {
        return Err(Status::Invalid.into());
    }
    let target = shard.target(at.target)?;
    let (body, have) = match target.object(at, false).await? {
        Some(object) => object.read(target, offset, bytes).await?,
        None => {
            // Never written.
            let mut zeros = target.buf(bytes);
            zeros.resize(bytes);
            (zeros, 0)
        }
    };
    shard.stats.borrow_mut().bytes_read += u64::from(len);
    let mut answer = Answer::ok(wire::Outcome::ReadOk(Box::new(wire::ReadOk { bytes: have as u32 })));
    answer.body = (bytes > 0).then_some(body);
    Ok(answer)
}
