//! OpenSession and CloseSession.

use osmia_protocol::{SessionId, Status};

use crate::answer::{Answer, Error};
use crate::request::Peer;
use crate::shard::Shard;

/// A session that this shard does not know (it was restarted, or the session has ended) is not taken up: its client gets a
/// new one, and writes again what was not acknowledged.
pub(crate) async fn open(shard: &Shard, peer: Peer, resume: SessionId, slots: u16) -> Result<Answer, Error> {
    // Servers ask without sessions.
    let Peer::Client(client) = peer else { return Err(Status::NotSupported.into()) };
    if let Some(slots) = shard.sessions.resume(resume, client) {
        return Ok(shard.session_ok(resume, slots, true));
    }
    let id = shard.index.session_id().await?;
    let slots = shard.sessions.open(id, client, slots).ok_or(Status::Overload)?;
    Ok(shard.session_ok(id, slots, false))
}

pub(crate) fn close(shard: &Shard, session: SessionId) -> Answer {
    shard.sessions.close(session);
    Answer::done()
}
