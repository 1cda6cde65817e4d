//! What the threads of a client share.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, Weak};

use hashbrown::HashMap;
use osmia_net::{Patience, PeerKey, Session};
use osmia_protocol::{ClientId, InodeId, TargetId, wire};
use parking_lot::{Mutex, RwLock};

use crate::Metadata;
use crate::counters::{Counters, LiveCounters};
use crate::dcache::DirCache;
use crate::map::ClusterMap;
use crate::open_file::{Inode, OpenFile};
use crate::options::{Credentials, TransportChoice};
use crate::service::{Inbox, Job};

/// What a client is made with, all of it decided.
#[derive(Clone, Debug)]
pub struct CoreOptions {
    /// Random, the same on all connections of the client.
    pub client: ClientId,
    /// Who the servers take the caller for.
    pub credentials: Credentials,
    /// Bits that new files and directories never get.
    pub umask: u32,
    /// How long one attempt, and all, may take.
    pub patience: Patience,
    /// Which kind of path is taken to servers.
    pub transport: TransportChoice,
    /// Most pieces of one transfer in flight at once.
    pub pieces_max: usize,
    /// Most directories in the cache.
    pub cached_dirs_max: usize,
}

/// What the threads of a client share.
pub struct Shared {
    pub(crate) client: ClientId,
    pub(crate) credentials: Credentials,
    pub(crate) umask: u32,
    pub(crate) patience: Patience,
    pub(crate) transport: TransportChoice,
    pub(crate) pieces_max: usize,
    pub(crate) dirs: DirCache,
    pub(crate) counters: LiveCounters,
    pub(crate) inbox: Inbox,
    map: RwLock<Arc<ClusterMap>>,
    /// The map's, to be seen without a lock.
    epoch: AtomicU32,
    /// Ordered, as what the simulator's history depends on must be.
    links: RwLock<BTreeMap<PeerKey, Arc<Link>>>,
    inodes: Mutex<HashMap<InodeId, Weak<Inode>>>,
    ended: AtomicBool,
}

/// What the client has with one shard.
pub(crate) struct Link {
    pub(crate) session: Session,
    /// Files open there, by the server's number: it takes them back after a restart.
    opens: Mutex<BTreeMap<u64, (wire::Where, u32)>>,
    /// The session's life when an answer last came.
    life: AtomicU64,
}

impl Shared {
    /// A client of the cluster of `map`.
    pub fn new(options: CoreOptions, map: ClusterMap) -> Arc<Shared> {
        Arc::new(Shared {
            client: options.client,
            credentials: options.credentials,
            umask: options.umask & 0o777,
            patience: options.patience,
            transport: options.transport,
            pieces_max: options.pieces_max.max(1),
            dirs: DirCache::new(options.cached_dirs_max),
            counters: LiveCounters::default(),
            inbox: Inbox::default(),
            epoch: AtomicU32::new(map.epoch),
            map: RwLock::new(Arc::new(map)),
            links: RwLock::default(),
            inodes: Mutex::default(),
            ended: AtomicBool::new(false),
        })
    }

    /// The cluster map.
    pub fn map(&self) -> Arc<ClusterMap> {
        self.map.read().clone()
    }

    /// The cluster map's epoch.
    pub(crate) fn epoch(&self) -> u32 {
        self.epoch.load(Ordering::Acquire)
    }

    pub(crate) fn set_map(&self, map: ClusterMap) {
        let mut current = self.map.write();
        if map.epoch > current.epoch {
            self.epoch.store(map.epoch, Ordering::Release);
            *current = Arc::new(map);
        }
    }

    /// What has been sent so far.
    pub fn counters(&self) -> Counters {
        let mut counters = self.counters.read();
        for link in self.links.read().values() {
            counters.retries += link.session.repeated();
            counters.service_requests += link.session.own_requests();
        }
        counters
    }

    /// Directories in the cache.
    pub fn cached_dirs(&self) -> usize {
        self.dirs.len()
    }

    /// What the client has with a shard. The service keeps its session from the first call on.
    pub(crate) fn link(&self, peer: PeerKey) -> Arc<Link> {
        if let Some(link) = self.links.read().get(&peer) {
            return link.clone();
        }
        let mut links = self.links.write();
        if let Some(link) = links.get(&peer) {
            return link.clone();
        }
        let session = Session::new_kept(peer, self.client);
        let link = Arc::new(Link { session, opens: Mutex::default(), life: AtomicU64::new(0) });
        links.insert(peer, link.clone());
        if self.has_ended() {
            link.session.end();
        } else {
            self.inbox.push(Job::Keep(link.clone()));
        }
        link
    }

    /// Ends all sessions; calls fail from now on.
    pub(crate) fn end(&self) {
        // Under the lock, so that no link begins in between.
        let links = self.links.write();
        self.ended.store(true, Ordering::Release);
        links.values().for_each(|link| link.session.end());
    }

    /// Ends all sessions, and [`serve`](crate::core::serve) once the shards have heard so. Calls fail from now on.
    pub fn shut_down(&self) {
        self.end();
        self.inbox.stop();
    }

    /// Whether the client has been shut down.
    pub(crate) fn has_ended(&self) -> bool {
        self.ended.load(Ordering::Acquire)
    }

    /// Hands a close to whatever goes to the shard next.
    pub(crate) fn close_later(&self, peer: PeerKey, open: u64) {
        let link = self.link(peer);
        if link.opens.lock().remove(&open).is_some() {
            link.session.push_close(open);
        }
    }

    /// What the handles of a file share.
    pub(crate) fn inode(&self, id: InodeId) -> Arc<Inode> {
        let mut inodes = self.inodes.lock();
        if let Some(inode) = inodes.get(&id).and_then(Weak::upgrade) {
            return inode;
        }
        let inode = Arc::new(Inode { id, state: Mutex::default() });
        inodes.insert(id, Arc::downgrade(&inode));
        inode
    }

    /// A handle is about to be dropped: with the last, the file is forgotten.
    pub(crate) fn forget_inode(&self, inode: &Arc<Inode>) {
        let mut inodes = self.inodes.lock();
        if Arc::strong_count(inode) == 1 {
            inodes.remove(&inode.id);
        }
    }

    fn known_inode(&self, id: u64) -> Option<Arc<Inode>> {
        self.inodes.lock().get(&InodeId(id)).and_then(Weak::upgrade)
    }

    /// Attributes as a server has them, with what this client has written and not reported.
    pub(crate) fn with_own_writes(&self, attr: &wire::Attr, rdev: u64) -> Metadata {
        let mut metadata = Metadata { rdev, ..Metadata::from(attr) };
        if let Some(inode) = self.known_inode(attr.id) {
            let state = inode.state.lock();
            if let Some(mtime) = state.unreported
                && state.generation == attr.generation
            {
                metadata.size = metadata.size.max(state.written);
                metadata.mtime.0 = metadata.mtime.0.max(mtime);
            }
        }
        metadata
    }

    /// A handle of this client that has written to a file what its server does not know of.
    pub(crate) fn reporter(&self, id: u64) -> Option<Arc<OpenFile>> {
        self.known_inode(id)?.state.lock().reporter()
    }

    /// Takes in a truncate of our own.
    pub(crate) fn truncated(&self, attr: &wire::Attr, stripes: Option<wire::StripeLayout>) {
        if let Some(inode) = self.known_inode(attr.id) {
            inode.state.lock().truncated(attr, stripes);
        }
    }
}

impl Link {
    pub(crate) fn opened(&self, open: u64, at: wire::Where, flags: u32) {
        self.opens.lock().insert(open, (at, flags));
    }

    /// The files open there, as they are reclaimed.
    pub(crate) fn opens(&self) -> Vec<wire::OpenFile> {
        let opens = self.opens.lock();
        let reclaim = |(&open, (at, flags)): (&u64, &(wire::Where, u32))| wire::OpenFile {
            open,
            at: Some(Box::new(at.clone())),
            flags: *flags,
        };
        opens.iter().map(reclaim).collect()
    }

    /// Whether the session is another one than when this was last asked, and not the first: then the leases of the one
    /// before are gone.
    pub(crate) fn has_new_life(&self) -> bool {
        let life = self.session.life();
        let last = self.life.load(Ordering::Acquire);
        life != last && self.life.swap(life, Ordering::AcqRel) != 0
    }
}

impl std::fmt::Debug for Shared {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Shared").field("client", &self.client).finish_non_exhaustive()
    }
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
