//! statfs(2): what this shard knows of it.

use osmia_protocol::wire;

use super::Result;
use crate::answer::Answer;
use crate::cx::Cx;

/// Files whose name is here and directories whose record is (a crash forgets changes of its last second), and the free
/// space of the store. Space for data is asked of the targets.
pub fn run(cx: &mut Cx<'_>, _call: wire::StatfsRef<'_>) -> Result {
    let pressure = cx.state.store.kv().pressure();
    Ok(Answer::Other(Box::new(wire::Outcome::StatfsOk(Box::new(wire::StatfsOk {
        inodes: cx.state.inodes,
        bytes_total: pressure.bytes_free,
        bytes_free: pressure.bytes_free,
    })))))
}
