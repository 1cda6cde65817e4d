//! Who is at the two ends of a connection.

use std::fmt;
use std::rc::Rc;

use osmia_env::{Addr, ConnId};
use osmia_protocol::{ClientId, ClusterId, Role, ShardId};

/// What a hub says of itself in the handshake.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Identity {
    /// The cluster it belongs to. `None` for a client that does not know yet: it takes that of the first server it
    /// meets, and refuses others from then on.
    pub cluster: Option<ClusterId>,
    /// What it is.
    pub role: Role,
    /// Its shard id, for a server.
    pub shard: ShardId,
    /// Its process id in the cluster, for a client: random, the same on all hubs of the process.
    pub client: ClientId,
}

impl Identity {
    /// A client.
    pub fn client(cluster: Option<ClusterId>, client: ClientId) -> Identity {
        Identity { cluster, role: Role::Client, shard: ShardId(0), client }
    }

    /// A shard of a server.
    pub fn server(cluster: ClusterId, role: Role, shard: ShardId) -> Identity {
        Identity { cluster: Some(cluster), role, shard, client: ClientId(0) }
    }
}

/// Names a server's shard: metadata and storage shards are numbered apart.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct PeerKey {
    /// Metadata or storage.
    pub role: Role,
    /// Its id.
    pub shard: ShardId,
}

impl fmt::Display for PeerKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.shard {
            ANY_SHARD => write!(f, "{}", self.role),
            shard => write!(f, "{} {}.{}", self.role, shard.node(), shard.index()),
        }
    }
}

/// In a [`PeerKey`] to call: whichever shard listens at the address. For a client that knows no more.
pub const ANY_SHARD: ShardId = ShardId(u32::MAX);

/// A server's shard and where it listens, in order of preference. Cheap to clone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PeerAddrs {
    /// Who.
    pub key: PeerKey,
    /// Where. Shared-memory addresses count only on the node where their socket is.
    pub addresses: Rc<[Addr]>,
}

impl PeerAddrs {
    /// A metadata or storage shard with its addresses.
    pub fn new(role: Role, shard: ShardId, addresses: impl Into<Rc<[Addr]>>) -> PeerAddrs {
        PeerAddrs { key: PeerKey { role, shard }, addresses: addresses.into() }
    }
}

/// The peer of a connection that has shaken hands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PeerInfo {
    /// The connection.
    pub conn: ConnId,
    /// What the peer is.
    pub role: Role,
    /// Its shard id, for a server.
    pub shard: ShardId,
    /// Its process id, for a client.
    pub client: ClientId,
}

impl fmt::Display for PeerInfo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.role {
            Role::Client => write!(f, "client {}", self.client),
            role => PeerKey { role, shard: self.shard }.fmt(f),
        }
    }
}

/// The addresses to try, best first: shared memory where its socket is on this node, then the network. `skip`
/// addresses from the start are moved to the end: they have been silent.
pub(crate) fn order(addresses: &[Addr], skip: usize) -> Vec<Addr> {
    let mut order: Vec<Addr> = Vec::with_capacity(addresses.len());
    order.extend(addresses.iter().filter(|addr| matches!(addr, Addr::Shm(path) if path.exists())).cloned());
    order.extend(addresses.iter().filter(|addr| !matches!(addr, Addr::Shm(_))).cloned());
    if !order.is_empty() {
        let skip = skip % order.len();
        order.rotate_left(skip);
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A shard is called by its node and index; one of which only the address is known, by its role alone.
    #[test]
    fn names() {
        let named = |shard| PeerKey { role: Role::Metadata, shard }.to_string();
        assert_eq!(named(ShardId::new(3, 1)), "metadata shard 3.1");
        assert_eq!(named(ANY_SHARD), "metadata shard");
    }
}
