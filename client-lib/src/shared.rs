//! What the threads of a client share.

use std::sync::Arc;

use osmia_protocol::TargetId;

use crate::counters::LiveCounters;
use crate::map::ClusterMap;

/// What the threads of a client share.
pub struct Shared {
    pub(crate) map: parking_lot::RwLock<Arc<ClusterMap>>,
    pub(crate) counters: LiveCounters,
}

/// Room and use of one storage target.
#[derive(Debug)]
pub struct TargetStats {
    /// Which.
    pub target: TargetId,
    /// Name of its node.
    pub node: String,
    /// Bytes in all, bytes free, and objects; or why they are not known.
    pub stat: crate::Result<TargetUse>,
}

/// Room and use of a target whose server has answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TargetUse {
    /// Bytes in all.
    pub bytes_total: u64,
    /// Bytes free.
    pub bytes_free: u64,
    /// Objects.
    pub objects: u64,
}
