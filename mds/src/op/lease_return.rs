//! A client gives leases back.

use osmia_protocol::{InodeId, wire};

use super::Result;
use crate::answer::Answer;
use crate::cx::Cx;

/// Takes the leases back, and notes the recalls that may go on.
pub fn run(cx: &mut Cx<'_>, call: wire::LeaseReturnRef<'_>, freed: &mut Vec<InodeId>) -> Result {
    for dir in call.dirs()?.into_iter().flatten() {
        if cx.state.leases.give_back(InodeId(dir), cx.caller.session) {
            freed.push(InodeId(dir));
        }
    }
    Ok(Answer::Done)
}
