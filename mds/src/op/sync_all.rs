//! Makes everything durable that was answered before.

use osmia_protocol::wire;

use super::Result;
use crate::answer::Answer;
use crate::cx::Cx;

/// The reply leaves when a sync that began later is through.
pub fn run(cx: &mut Cx<'_>, _call: wire::SyncAllRef<'_>) -> Result {
    cx.hold = true;
    Ok(Answer::Done)
}
