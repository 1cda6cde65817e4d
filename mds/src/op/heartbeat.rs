//! A sign of life. Every request of a session renews it; this one does nothing else.

use osmia_protocol::{Status, wire};

use super::Result;
use crate::answer::Answer;
use crate::cx::Cx;

/// The session was renewed when the request came.
pub fn run(cx: &mut Cx<'_>, _call: wire::HeartbeatRef<'_>) -> Result {
    if cx.caller.session.0 == 0 { Err(Status::SessionUnknown.into()) } else { Ok(Answer::Done) }
}
