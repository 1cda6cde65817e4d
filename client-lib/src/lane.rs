//! One thread's share of a client: its connections, clock and tasks.

use std::sync::Arc;

use osmia_env::Env;

use crate::shared::Shared;

/// One thread's share of a client.
pub struct Lane {
    /// Time, chance and tasks of the thread.
    pub env: Env,
    /// What all threads of the client share.
    pub shared: Arc<Shared>,
}
