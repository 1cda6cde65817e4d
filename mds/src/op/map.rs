//! The cluster map.

use osmia_protocol::wire;

use super::Result;
use crate::answer::Answer;
use crate::cx::Cx;

/// Gives the cluster map.
pub fn run(cx: &mut Cx<'_>, _call: wire::GetMapRef<'_>) -> Result {
    Ok(Answer::Other(Box::new(wire::Outcome::MapOk(Box::new(cx.state.map.message().clone())))))
}
