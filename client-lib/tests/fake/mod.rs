//! A cluster in threads of the test: it answers as servers do, from a tree in memory, and remembers what it was asked.
//! No durability, no replay: those are the servers' own tests.
#![allow(dead_code, clippy::disallowed_methods, clippy::unwrap_used)]

use std::collections::{BTreeMap, HashMap};
use std::pin::pin;
use std::rc::Rc;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering::SeqCst};
use std::sync::{Arc, Mutex, MutexGuard};
use std::task::{Context, Poll, Wake, Waker};
use std::time::Duration;

use osmia_client::{Client, ClientOptions, Credentials};
use osmia_env::{Addr, Buf, ConnId, Env, Transport};
use osmia_net::{Hub, HubOptions, Identity, Incoming, IncomingRequest};
use osmia_protocol::flags::{allocate_mode, inode_flags, open_flags, setattr_valid};
use osmia_protocol::stripe::Stripes;
use osmia_protocol::{ClusterId, Incarnation, InodeId, Partition, Role, ShardId, Status, wire};
use osmia_ucx::{UcxOptions, UcxTransport};

pub const CLUSTER: ClusterId = ClusterId([7; 16]);
/// Blocks of objects that hold only zeros are holes.
pub const HOLE_BYTES: usize = 512;

pub struct Cluster {
    pub world: Arc<World>,
    threads: Vec<std::thread::JoinHandle<()>>,
    dir: tempfile::TempDir,
}

/// What all shards share, and what tests look at and set.
pub struct World {
    tree: Mutex<Tree>,
    /// Every request but heartbeats, sessions and maps: the shard and the call, in order of arrival.
    asked: Mutex<Vec<String>>,
    pub returned: Mutex<Vec<u64>>,
    pub lease_ms: AtomicU32,
    pub session_ms: AtomicU32,
    pub heartbeats: AtomicU64,
    pub closes: AtomicU64,
    /// Directories to recall at the next turn of the metadata shards.
    recalls: Mutex<Vec<u64>>,
    /// What each storage shard says of its life.
    pub incarnation: AtomicU64,
    stripe_bytes: u32,
    map: wire::MapOk,
    stop: AtomicBool,
}

#[derive(Default)]
struct Tree {
    inodes: HashMap<u64, Node>,
    opens: HashMap<u64, (u64, u32)>,
    objects: HashMap<(u64, u32), Object>,
    next: u64,
}

#[derive(Default)]
struct Object {
    bytes: Vec<u8>,
    generation: u32,
}

#[derive(Clone, Default)]
pub struct Node {
    attr: wire::Attr,
    cut: u64,
    entries: BTreeMap<Vec<u8>, u64>,
    placement: Option<(String, u32)>,
    /// What a symbolic link says.
    target: Vec<u8>,
    rdev: u64,
    xattrs: BTreeMap<Vec<u8>, Vec<u8>>,
}

impl Node {
    fn set_size(&mut self, size: u64) {
        if self.attr.flags & inode_flags::HAS_OBJECTS != 0 && size <= self.attr.size {
            self.attr.generation += 1;
            self.cut = size;
        }
        self.attr.size = size;
    }

    fn is_dir(&self) -> bool {
        self.attr.mode & libc::S_IFMT == libc::S_IFDIR
    }

    fn is_symlink(&self) -> bool {
        self.attr.mode & libc::S_IFMT == libc::S_IFLNK
    }
}

impl World {
    /// A cluster of `metadata` shards and `storage` shards of two targets each, which listen where `address` says.
    pub fn new(
        metadata: u16,
        storage: u16,
        stripe_bytes: u32,
        address: impl Fn(Role, u16) -> String,
    ) -> Arc<World> {
        let entry = |role: Role, shard: u16| wire::ShardEntry {
            shard: ShardId::new(1, shard).0,
            role: role.to_wire() - 1,
            node: Some("here".into()),
            addresses: Some(vec![address(role, shard)]),
        };
        let mut shards: Vec<_> = (0..metadata).map(|shard| entry(Role::Metadata, shard)).collect();
        shards.extend((0..storage).map(|shard| entry(Role::Storage, shard)));
        let target = |target: u16| wire::TargetEntry {
            target: u32::from(target) + 1,
            shard: ShardId::new(1, target / 2).0,
            node: Some("here".into()),
        };
        let map = wire::MapOk {
            cluster: Some(CLUSTER.0.to_vec()),
            epoch: 1,
            partitions: Some((0..8).map(|p| ShardId::new(1, p % metadata).0).collect()),
            shards: Some(shards),
            targets: Some((0..storage * 2).map(target).collect()),
            layout: Some("embedded".into()),
            durability: Some("relaxed".into()),
            stripe_bytes,
            stripe_count: 4,
        };
        let mut tree = Tree { next: 2, ..Tree::default() };
        tree.add(1, libc::S_IFDIR | 0o755, 0, 0);
        Arc::new(World {
            tree: Mutex::new(tree),
            asked: Mutex::default(),
            returned: Mutex::default(),
            lease_ms: AtomicU32::new(600_000),
            session_ms: AtomicU32::new(600_000),
            closes: AtomicU64::new(0),
            heartbeats: AtomicU64::new(0),
            recalls: Mutex::default(),
            incarnation: AtomicU64::new(1),
            stripe_bytes,
            map,
            stop: AtomicBool::new(false),
        })
    }
}

impl Cluster {
    /// As [`World::new`], in threads of their own, met by shared memory.
    pub fn start(metadata: u16, storage: u16, stripe_bytes: u32) -> Cluster {
        let dir = tempfile::tempdir().unwrap();
        let address = |role: Role, shard: u16| {
            let name = if role == Role::Metadata { "mds" } else { "oss" };
            format!("shm://{}/{name}-{shard}.sock", dir.path().display())
        };
        let world = World::new(metadata, storage, stripe_bytes, address);
        let mut threads = Vec::new();
        for (role, count) in [(Role::Metadata, metadata), (Role::Storage, storage)] {
            for shard in 0..count {
                let (world, addr) = (world.clone(), address(role, shard).parse().unwrap());
                let (up, ready) = std::sync::mpsc::channel();
                threads.push(std::thread::spawn(move || thread(&world, role, shard, &addr, &up)));
                ready.recv().unwrap();
            }
        }
        Cluster { world, threads, dir }
    }

    pub fn address(&self) -> String {
        format!("shm://{}/mds-0.sock", self.dir.path().display())
    }

    pub fn client(&self) -> Client {
        self.client_as(0, 0)
    }

    pub fn client_as(&self, uid: u32, gid: u32) -> Client {
        let options = ClientOptions {
            credentials: Credentials { uid, gid, groups: Vec::new() },
            umask: Some(0o022),
            attempt_ms: Some(2_000),
            give_up_ms: Some(20_000),
            ..ClientOptions::default()
        };
        Client::connect_to(&self.address(), options).unwrap()
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        self.world.stop.store(true, SeqCst);
        for thread in self.threads.drain(..) {
            let ended = thread.join();
            assert!(ended.is_ok() || std::thread::panicking(), "a server thread has panicked");
        }
    }
}

impl World {
    fn tree(&self) -> MutexGuard<'_, Tree> {
        self.tree.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// What was asked since the last time, as `mds0 lookup a/b`.
    pub fn asked(&self) -> Vec<String> {
        std::mem::take(&mut *self.asked.lock().unwrap())
    }

    /// The inode of a path.
    pub fn id(&self, path: &str) -> u64 {
        let tree = self.tree();
        path.split('/').fold(1, |id, name| tree.inodes[&id].entries[name.as_bytes()])
    }

    /// Recalls directories from every client, and waits for their answer.
    pub fn recall(&self, dirs: &[u64]) {
        self.recalls.lock().unwrap().extend(dirs);
        wait_for(|| dirs.iter().all(|dir| self.returned.lock().unwrap().contains(dir)));
    }

    /// Moves a directory behind the clients' backs, as another client would whose recall was waited out.
    pub fn swap_in_new_dir(&self, parent: u64, name: &str, file: &str) -> u64 {
        let mut tree = self.tree();
        let old = tree.inodes[&parent].entries[name.as_bytes()];
        let id = tree.fresh(old >> InodeId::SERIAL_BITS);
        tree.add(id, libc::S_IFDIR | 0o755, 0, 0);
        let inner = tree.fresh(id >> InodeId::SERIAL_BITS);
        tree.add(inner, libc::S_IFREG | 0o644, 0, 0);
        tree.node(id).entries.insert(file.into(), inner);
        tree.node(parent).entries.insert(name.into(), id);
        tree.inodes.remove(&old);
        id
    }

    /// Drops what was written to the targets since it was synced: here, all of it.
    pub fn lose_writes(&self) {
        self.incarnation.fetch_add(1, SeqCst);
    }
}

/// Waits for something that another thread does within milliseconds.
pub fn wait_for(mut done: impl FnMut() -> bool) {
    let begun = std::time::Instant::now();
    while !done() {
        assert!(begun.elapsed() < Duration::from_secs(20), "it has not come to pass");
        std::thread::yield_now();
    }
}

fn thread(world: &Arc<World>, role: Role, shard: u16, addr: &Addr, up: &std::sync::mpsc::Sender<()>) {
    let (env, tasks) = osmia_sys::env().unwrap();
    let transport = UcxTransport::new(env.clone(), UcxOptions::default()).unwrap();
    tasks.block_on(serve(world.clone(), env, transport, role, shard, addr.clone(), || up.send(()).unwrap()));
}

/// One shard, until the world stops.
pub async fn serve(
    world: Arc<World>,
    env: Env,
    transport: Rc<dyn Transport>,
    role: Role,
    shard: u16,
    addr: Addr,
    up: impl FnOnce(),
) {
    let identity = Identity::server(CLUSTER, role, ShardId::new(1, shard));
    let hub = Hub::new(env.clone(), transport, HubOptions { epoch: 1, ..HubOptions::new(identity) });
    hub.listen(&addr).unwrap();
    up();
    let mut sessions: BTreeMap<u64, (u64, ConnId)> = BTreeMap::new();
    let mut incoming = Vec::new();
    while !world.stop.load(SeqCst) {
        if role == Role::Storage {
            hub.set_incarnation(Incarnation(world.incarnation.load(SeqCst)));
        }
        hub.poll(&mut incoming);
        for incoming in incoming.drain(..) {
            if let Incoming::Request(request) = incoming {
                let mut here = Here { world: &world, role, shard, hub: &hub, sessions: &mut sessions };
                here.answer(request);
            }
        }
        if role == Role::Metadata && shard == 0 {
            let dirs = std::mem::take(&mut *world.recalls.lock().unwrap());
            if !dirs.is_empty() {
                for (session, (_, conn)) in &sessions {
                    let recall = wire::Recall { dirs: Some(dirs.clone()) };
                    let body = Some(wire::NoticeBody::Recall(Box::new(recall)));
                    hub.notify(*conn, &wire::Notice { session: *session, body });
                }
            }
        }
        hub.flush();
        hub.wait(env.now() + Duration::from_millis(5)).await;
    }
}

struct Here<'a> {
    world: &'a World,
    role: Role,
    shard: u16,
    hub: &'a Rc<Hub>,
    sessions: &'a mut BTreeMap<u64, (u64, ConnId)>,
}

type Answer = Result<(wire::Outcome, Option<Buf>), (Status, String)>;

fn no(status: Status) -> (Status, String) {
    (status, String::new())
}

/// Where a walk ended.
enum Walk {
    /// At the last name, in a directory.
    At { dir: u64, name: Vec<u8>, walked: Vec<wire::Walked> },
    /// At the directory it began at.
    Here { id: u64, walked: Vec<wire::Walked> },
    /// At another shard.
    Further(wire::Outcome),
}

impl Here<'_> {
    fn answer(&mut self, request: IncomingRequest) {
        let wanted = wire::Request::try_from(request.frame.get()).unwrap();
        self.world.closes.fetch_add(wanted.closes.as_ref().map_or(0, |closes| closes.len() as u64), SeqCst);
        {
            let mut tree = self.world.tree();
            for close in wanted.closes.iter().flatten() {
                tree.opens.remove(close);
            }
        }
        let call = wanted.call.clone().unwrap();
        if let Some(line) = line(&call) {
            let server = if self.role == Role::Storage { "oss" } else { "mds" };
            self.world.asked.lock().unwrap().push(format!("{server}{} {line}", self.shard));
        }
        let known = self.sessions.contains_key(&wanted.session);
        let answer = match call {
            _ if wanted.session != 0 && !known => Err(no(Status::SessionUnknown)),
            wire::Call::OpenSession(open)
                if open.resume != 0 && !self.sessions.contains_key(&open.resume) =>
            {
                Err(no(Status::SessionUnknown))
            }
            wire::Call::OpenSession(open) => {
                let session = if open.resume != 0 { open.resume } else { self.sessions.len() as u64 + 1 };
                self.sessions.insert(session, (open.client, request.from.conn));
                let ok = wire::SessionOk {
                    session,
                    slots: 64,
                    lease_ms: self.world.session_ms.load(SeqCst),
                    resumed: open.resume != 0,
                };
                Ok((wire::Outcome::SessionOk(Box::new(ok)), None))
            }
            wire::Call::GetMap(_) => Ok((wire::Outcome::MapOk(Box::new(self.world.map.clone())), None)),
            wire::Call::Heartbeat(_) | wire::Call::CloseSession(_) => {
                self.world.heartbeats.fetch_add(1, SeqCst);
                Ok((wire::Outcome::Done(Box::default()), None))
            }
            call if self.role == Role::Storage => self.storage(&call, request.body.as_deref()),
            call => self.metadata(&wanted, call),
        };
        let (reply, body) = match answer {
            Ok((outcome, body)) => {
                let further = matches!(outcome, wire::Outcome::ContinueAt(_) | wire::Outcome::FollowLink(_));
                let status = if further { Status::Elsewhere } else { Status::Ok }.to_wire();
                (wire::Reply { status, outcome: Some(outcome), ..Default::default() }, body)
            }
            Err((status, detail)) => {
                (wire::Reply { status: status.to_wire(), detail: Some(detail), ..Default::default() }, None)
            }
        };
        self.hub.reply(request.from, reply, body);
    }

    fn owns(&self, id: u64) -> bool {
        let partition = usize::from(InodeId(id).partition().0);
        let partitions = self.world.map.partitions.as_ref().unwrap();
        partitions[partition % partitions.len()] == ShardId::new(1, self.shard).0
    }

    fn walked(&self, node: &Node, by_name: bool) -> wire::Walked {
        let lease_ms = self.world.lease_ms.load(SeqCst);
        wire::Walked {
            id: node.attr.id,
            dentry_lease_ms: if by_name { lease_ms } else { 0 },
            inode_lease_ms: if self.owns(node.attr.id) { lease_ms } else { 0 },
            mode: node.attr.mode,
            uid: node.attr.uid,
            gid: node.attr.gid,
        }
    }

    /// Walks to the directory of the last name; with `whole`, to the end if that is a directory.
    fn walk(
        &self,
        tree: &Tree,
        who: &wire::Request,
        at: &wire::Where,
        whole: bool,
    ) -> Result<Walk, (Status, String)> {
        let path = at.path.clone().unwrap_or_default();
        if at.id != 0 {
            tree.inodes.get(&at.id).ok_or(no(Status::Stale))?;
            return Ok(Walk::Here { id: at.id, walked: Vec::new() });
        }
        let mut dir = tree.inodes.get(&at.dir).ok_or(no(Status::Stale))?;
        if !self.owns(at.dir) {
            return Err(no(Status::WrongShard));
        }
        let mut walked = vec![self.walked(dir, false)];
        if dir.is_symlink() && (at.follow || !path.is_empty()) {
            // Sent here by the shard that has the name.
            return Ok(follow(0, 0, dir, Vec::new()));
        }
        if path.is_empty() {
            return Ok(Walk::Here { id: at.dir, walked });
        }
        let names: Vec<&[u8]> = path.split(|&byte| byte == b'/').collect();
        let mut consumed = 0;
        for (i, name) in names.iter().enumerate() {
            if !dir.is_dir() {
                return Err(no(Status::NotDirectory));
            }
            if !may(who, dir, 1) {
                return Err(no(Status::Access));
            }
            let last = i + 1 == names.len();
            let next = dir.entries.get(*name).map(|id| &tree.inodes[id]);
            let to = consumed + name.len() + usize::from(i > 0);
            if let Some(link) = next.filter(|next| next.is_symlink() && (!last || at.follow)) {
                if self.owns(link.attr.id) {
                    return Ok(follow(dir.attr.id, to, link, walked));
                }
                // The slash is taken, too.
                return Ok(further(link.attr.id, to + usize::from(!last), walked));
            }
            let is_far = |next: &&Node| !next.is_dir() && !self.owns(next.attr.id);
            if let Some(file) = next.filter(is_far).filter(|_| last && whole) {
                return Ok(further(file.attr.id, to, walked));
            }
            if last && !(whole && next.is_some_and(|next| next.is_dir())) {
                return Ok(Walk::At { dir: dir.attr.id, name: name.to_vec(), walked });
            }
            let next = next.ok_or(no(Status::NotFound))?;
            if !next.is_dir() {
                return Err(no(Status::NotDirectory));
            }
            walked.push(self.walked(next, true));
            consumed = to;
            dir = next;
            if !self.owns(dir.attr.id) {
                return Ok(further(dir.attr.id, consumed, walked));
            }
        }
        Ok(Walk::Here { id: dir.attr.id, walked })
    }

    /// As [`walk`](Here::walk), for calls that make or remove the last name: it is never followed.
    fn place(&self, tree: &Tree, who: &wire::Request, at: &wire::Where) -> Result<Walk, (Status, String)> {
        self.walk(tree, who, &wire::Where { follow: false, ..at.clone() }, false)
    }

    fn stripes(&self, node: &Node) -> Option<Box<wire::StripeLayout>> {
        let targets = self.world.map.targets.as_ref().unwrap().iter().map(|target| target.target);
        (!node.is_dir()).then(|| {
            Box::new(wire::StripeLayout {
                version: 1,
                stripe_bytes: self.world.stripe_bytes,
                targets: Some(targets.collect()),
                cut_bytes: node.cut,
            })
        })
    }

    fn attr_ok(&self, node: &Node, dir: u64, walked: Vec<wire::Walked>) -> Answer {
        let ok = wire::AttrOk {
            attr: Some(node.attr),
            stripes: self.stripes(node),
            dir,
            walked: Some(walked),
            rdev: node.rdev,
        };
        Ok((wire::Outcome::AttrOk(Box::new(ok)), None))
    }

    fn metadata(&mut self, who: &wire::Request, call: wire::Call) -> Answer {
        let tree = &mut *self.world.tree();
        let done = |walked| Ok((wire::Outcome::Done(Box::new(wire::Done { walked: Some(walked) })), None));
        let further = |further| Ok((further, None));
        match call {
            wire::Call::Lookup(lookup) => match self.walk(tree, who, &lookup.at.unwrap(), true)? {
                Walk::Further(at) => further(at),
                Walk::Here { id, walked } => self.attr_ok(&tree.inodes[&id], 0, walked),
                Walk::At { dir, name, walked } => {
                    let id = tree.inodes[&dir].entries.get(&name).ok_or(no(Status::NotFound))?;
                    self.attr_ok(&tree.inodes[id], dir, walked)
                }
            },
            wire::Call::Setattr(set) => {
                let (id, walked) = match self.walk(tree, who, set.at.as_ref().unwrap(), true)? {
                    Walk::Further(at) => return further(at),
                    Walk::Here { id, walked } => (id, walked),
                    Walk::At { dir, name, walked } => {
                        (*tree.inodes[&dir].entries.get(&name).ok_or(no(Status::NotFound))?, walked)
                    }
                };
                let node = tree.node(id);
                for (bit, field, value) in [
                    (setattr_valid::UID, &mut node.attr.uid, set.uid),
                    (setattr_valid::GID, &mut node.attr.gid, set.gid),
                ] {
                    if set.valid & bit != 0 {
                        *field = value;
                    }
                }
                if set.valid & setattr_valid::MODE != 0 {
                    node.attr.mode = node.attr.mode & libc::S_IFMT | set.mode;
                }
                if set.valid & setattr_valid::MTIME != 0 {
                    node.attr.mtime = set.mtime;
                }
                let cuts = set.valid & setattr_valid::SIZE != 0;
                if cuts {
                    node.set_size(set.size);
                }
                let node = node.clone();
                if cuts {
                    tree.deliver_cut(&node, self.stripes(&node));
                }
                self.attr_ok(&node, 0, walked)
            }
            wire::Call::Open(open) => {
                let at = open.at.as_ref().unwrap();
                let wants_dir = open.flags & open_flags::DIRECTORY != 0;
                // A link that may not be there yet is not followed.
                let exclusive = open.flags & open_flags::EXCLUSIVE != 0;
                assert!(!exclusive || !at.follow, "O_EXCL does not follow");
                let (id, dir, created, walked) = match self.walk(tree, who, at, wants_dir)? {
                    Walk::Further(at) => return further(at),
                    Walk::Here { id, walked } => (id, 0, false, walked),
                    Walk::At { dir, name, walked } => match tree.inodes[&dir].entries.get(&name) {
                        Some(_) if open.flags & open_flags::EXCLUSIVE != 0 => {
                            return Err((Status::Exists, "the name is taken".into()));
                        }
                        Some(&id) => (id, dir, false, walked),
                        None if open.flags & open_flags::CREATE == 0 => return Err(no(Status::NotFound)),
                        None if !may(who, &tree.inodes[&dir], 2) => return Err(no(Status::Access)),
                        None => {
                            let id = tree.fresh(dir >> InodeId::SERIAL_BITS);
                            tree.add(id, libc::S_IFREG | open.mode & !open.umask, who.uid, who.gid);
                            tree.node(dir).entries.insert(name, id);
                            (id, dir, true, walked)
                        }
                    },
                };
                if tree.inodes[&id].is_symlink() {
                    return Err(no(Status::Loop));
                }
                if wants_dir && !tree.inodes[&id].is_dir() {
                    return Err(no(Status::NotDirectory));
                }
                let node = tree.node(id);
                if open.flags & open_flags::TRUNCATE != 0 && !created {
                    node.set_size(0);
                }
                let node = node.clone();
                tree.deliver_cut(&node, self.stripes(&node));
                let number = tree.fresh(0);
                tree.opens.insert(number, (id, open.flags));
                let ok = wire::OpenOk {
                    open: number,
                    created,
                    attr: Some(node.attr),
                    stripes: self.stripes(&node),
                    dir,
                    walked: Some(walked),
                };
                Ok((wire::Outcome::OpenOk(Box::new(ok)), None))
            }
            wire::Call::Report(report) => {
                let id = report.at.unwrap().id;
                let node = tree.inodes.get_mut(&id).ok_or(no(Status::Stale))?;
                if tree
                    .opens
                    .get(&report.open)
                    .is_none_or(|(open, flags)| *open != id || flags & open_flags::WRITE == 0)
                {
                    return Err(no(Status::BadHandle));
                }
                if report.generation != node.attr.generation {
                    return Err(no(Status::GenerationOld));
                }
                node.attr.flags |= inode_flags::HAS_OBJECTS;
                node.attr.size = node.attr.size.max(report.size);
                node.attr.mtime = node.attr.mtime.max(report.mtime);
                done(Vec::new())
            }
            wire::Call::Mkdir(mkdir) => match self.place(tree, who, mkdir.at.as_ref().unwrap())? {
                Walk::Further(at) => further(at),
                Walk::Here { .. } => Err(no(Status::Exists)),
                Walk::At { dir, name, walked } => {
                    if tree.inodes[&dir].entries.contains_key(&name) {
                        return Err(no(Status::Exists));
                    }
                    // Every directory in another partition than its parent.
                    let id = tree.fresh(((dir >> InodeId::SERIAL_BITS) + 1) % 8);
                    tree.add(id, libc::S_IFDIR | mkdir.mode & !mkdir.umask, who.uid, who.gid);
                    tree.node(dir).entries.insert(name, id);
                    done(walked)
                }
            },
            wire::Call::Mknod(mknod) => match self.place(tree, who, mknod.at.as_ref().unwrap())? {
                Walk::Further(at) => further(at),
                Walk::Here { .. } => Err(no(Status::Exists)),
                Walk::At { dir, name, walked } => {
                    if tree.inodes[&dir].entries.contains_key(&name) {
                        return Err(no(Status::Exists));
                    }
                    let id = tree.fresh(dir >> InodeId::SERIAL_BITS);
                    tree.add(id, mknod.mode & !mknod.umask, who.uid, who.gid);
                    let node = tree.node(id);
                    (node.target, node.rdev) = (mknod.target.unwrap_or_default(), mknod.rdev);
                    node.attr.size = node.target.len() as u64;
                    tree.node(dir).entries.insert(name, id);
                    done(walked)
                }
            },
            wire::Call::Link(link) => {
                let id = link.at.unwrap().id;
                assert!(self.owns(id), "the shard of the inode links");
                let (to_dir, to_name) = (link.to_dir, link.to_name.unwrap());
                if tree.inodes.get(&to_dir).ok_or(no(Status::Stale))?.entries.contains_key(&to_name) {
                    return Err(no(Status::Exists));
                }
                let node = tree.inodes.get_mut(&id).ok_or(no(Status::Stale))?;
                if node.is_dir() {
                    return Err(no(Status::NotPermitted));
                }
                node.attr.nlink += 1;
                tree.node(to_dir).entries.insert(to_name, id);
                done(Vec::new())
            }
            wire::Call::Readlink(readlink) => self.on_inode(tree, who, readlink.at, |node| {
                let target = || node.target.clone();
                node.is_symlink().then(target).map(Some).ok_or(Status::Invalid)
            }),
            wire::Call::Getxattr(get) => {
                let wire::Getxattr { at, name } = *get;
                let value = |node: &mut Node| node.xattrs.get(&name.unwrap()).cloned();
                self.on_inode(tree, who, at, |node| value(node).map(Some).ok_or(Status::NoData))
            }
            wire::Call::Setxattr(set) => {
                let wire::Setxattr { at, name, value, flags } = *set;
                self.on_inode(tree, who, at, |node| {
                    let name = name.unwrap();
                    match (flags as i32, node.xattrs.contains_key(&name)) {
                        (libc::XATTR_CREATE, true) => return Err(Status::Exists),
                        (libc::XATTR_REPLACE, false) => return Err(Status::NoData),
                        _ => {}
                    }
                    node.xattrs.insert(name, value.unwrap_or_default());
                    Ok(None)
                })
            }
            wire::Call::Removexattr(remove) => {
                let wire::Removexattr { at, name } = *remove;
                self.on_inode(tree, who, at, |node| {
                    node.xattrs.remove(&name.unwrap()).map(|_| None).ok_or(Status::NoData)
                })
            }
            wire::Call::Listxattr(list) => self.on_inode(tree, who, list.at, |node| {
                Ok(Some(node.xattrs.keys().flat_map(|name| name.iter().copied().chain([0])).collect()))
            }),
            wire::Call::Unlink(unlink) => self.remove(tree, who, unlink.at.as_ref().unwrap(), false),
            wire::Call::Rmdir(rmdir) => self.remove(tree, who, rmdir.at.as_ref().unwrap(), true),
            wire::Call::Rename(rename) => {
                let (from, to) = (rename.from_name.unwrap(), rename.to_name.unwrap());
                let from_dir = tree.inodes.get(&rename.from_dir).ok_or(no(Status::Stale))?;
                let id = *from_dir.entries.get(&from).ok_or(no(Status::NotFound))?;
                if !tree.inodes.contains_key(&rename.to_dir) {
                    return Err(no(Status::Stale));
                }
                let target = tree.inodes[&rename.to_dir].entries.get(&to).copied();
                let moves = rename.from_dir != rename.to_dir && tree.inodes[&id].is_dir();
                if moves && !self.owns(1) {
                    let root = wire::ContinueAt { dir: 1, consumed: 0, walked: None };
                    return Ok((wire::Outcome::ContinueAt(Box::new(root)), None));
                }
                if tree.is_within(rename.to_dir, id) {
                    return Err(no(Status::Invalid));
                }
                match (target, rename.flags) {
                    (Some(_), libc::RENAME_NOREPLACE) => return Err(no(Status::Exists)),
                    (None, libc::RENAME_EXCHANGE) => return Err(no(Status::NotFound)),
                    (Some(target), libc::RENAME_EXCHANGE) => {
                        tree.node(rename.from_dir).entries.insert(from, target);
                    }
                    _ => drop(tree.node(rename.from_dir).entries.remove(&from)),
                }
                tree.node(rename.to_dir).entries.insert(to, id);
                done(Vec::new())
            }
            wire::Call::Readdir(readdir) => {
                let node = tree.inodes.get(&readdir.dir).ok_or(no(Status::Stale))?;
                if !may(who, node, 4) {
                    return Err(no(Status::Access));
                }
                // Ordered by hash, as the servers do; a page of seven.
                let mut names: Vec<_> = node
                    .entries
                    .iter()
                    .map(|(name, id)| (osmia_protocol::name::hash(name), name, *id))
                    .collect();
                names.sort();
                let page: Vec<_> = names.iter().filter(|(hash, ..)| *hash > readdir.cursor).take(7).collect();
                let end = page.len() < 7;
                let entries = page
                    .iter()
                    .map(|(hash, name, id)| {
                        let node = &tree.inodes[id];
                        wire::Entry {
                            name: Some(name.to_vec()),
                            id: *id,
                            kind: ((node.attr.mode & libc::S_IFMT) >> 12) as u8,
                            cursor: *hash,
                            attr: readdir.attributes.then_some(node.attr),
                            rdev: 0,
                        }
                    })
                    .collect();
                let cursor = page.last().map_or(readdir.cursor, |(hash, ..)| *hash);
                let ok = wire::ReaddirOk { entries: Some(entries), cursor, end };
                Ok((wire::Outcome::ReaddirOk(Box::new(ok)), None))
            }
            wire::Call::Statfs(_) => {
                let ok = wire::StatfsOk { inodes: 10, ..Default::default() };
                Ok((wire::Outcome::StatfsOk(Box::new(ok)), None))
            }
            wire::Call::Placement(placement) => {
                let Walk::Here { id, .. } = self.walk(tree, who, placement.at.as_ref().unwrap(), true)?
                else {
                    return Err(no(Status::NotDirectory));
                };
                let node = tree.node(id);
                if let Some(set) = placement.set {
                    node.placement = Some((set, placement.depth));
                }
                let ok = match &node.placement {
                    Some((policy, depth)) => wire::PlacementOk {
                        placement: Some(policy.clone()),
                        depth: *depth,
                        source: wire::PlacementSource::Directory,
                        rule: None,
                    },
                    None => wire::PlacementOk {
                        placement: Some("random".into()),
                        depth: u32::MAX,
                        source: wire::PlacementSource::Rule,
                        rule: Some("/*".into()),
                    },
                };
                Ok((wire::Outcome::PlacementOk(Box::new(ok)), None))
            }
            wire::Call::LeaseReturn(dirs) => {
                self.world.returned.lock().unwrap().extend(dirs.dirs.into_iter().flatten());
                done(Vec::new())
            }
            wire::Call::SyncAll(_) => done(Vec::new()),
            _ => Err(no(Status::NotSupported)),
        }
    }

    /// Does something with the inode at the end of a walk; what it gives is the answer's value.
    fn on_inode(
        &self,
        tree: &mut Tree,
        who: &wire::Request,
        at: Option<Box<wire::Where>>,
        call: impl FnOnce(&mut Node) -> Result<Option<Vec<u8>>, Status>,
    ) -> Answer {
        let id = match self.walk(tree, who, &at.unwrap(), true)? {
            Walk::Further(at) => return Ok((at, None)),
            Walk::Here { id, .. } => id,
            Walk::At { dir, name, .. } => {
                *tree.inodes[&dir].entries.get(&name).ok_or(no(Status::NotFound))?
            }
        };
        Ok(match call(tree.node(id)).map_err(no)? {
            Some(value) => {
                (wire::Outcome::ValueOk(Box::new(wire::ValueOk { value: Some(value), walked: None })), None)
            }
            None => (wire::Outcome::Done(Box::default()), None),
        })
    }

    fn remove(&self, tree: &mut Tree, who: &wire::Request, at: &wire::Where, dir_wanted: bool) -> Answer {
        match self.place(tree, who, at)? {
            Walk::Further(at) => Ok((at, None)),
            Walk::Here { .. } => Err(no(Status::Busy)),
            Walk::At { dir, name, walked } => {
                let id = *tree.inodes[&dir].entries.get(&name).ok_or(no(Status::NotFound))?;
                let node = &tree.inodes[&id];
                match (node.is_dir(), dir_wanted) {
                    (true, false) => return Err(no(Status::IsDirectory)),
                    (false, true) => return Err(no(Status::NotDirectory)),
                    (true, true) if !node.entries.is_empty() => return Err(no(Status::NotEmpty)),
                    _ => {}
                }
                tree.node(dir).entries.remove(&name);
                let left = tree.node(id).attr.nlink.saturating_sub(1);
                tree.node(id).attr.nlink = left;
                let is_open = tree.opens.values().any(|(open, _)| *open == id);
                if dir_wanted || (left == 0 && !is_open) {
                    tree.inodes.remove(&id);
                }
                Ok((wire::Outcome::Done(Box::new(wire::Done { walked: Some(walked) })), None))
            }
        }
    }

    fn storage(&mut self, call: &wire::Call, body: Option<&[u8]>) -> Answer {
        let tree = &mut *self.world.tree();
        let done = || Ok((wire::Outcome::Done(Box::default()), None));
        // Applies the cut of a generation that it first sees; refuses older ones.
        fn open<'a>(tree: &'a mut Tree, object: &wire::Object) -> Result<&'a mut Object, (Status, String)> {
            let here = tree.objects.entry((object.inode, object.stripe)).or_default();
            if object.generation < here.generation {
                return Err(no(Status::GenerationOld));
            }
            if object.generation > here.generation {
                here.generation = object.generation;
                here.bytes.truncate(object.cut_bytes as usize);
            }
            Ok(here)
        }
        match call {
            wire::Call::ObjWrite(write) => {
                let object = write.object.unwrap();
                let target = self.world.map.targets.as_ref().unwrap();
                let owner = target.iter().find(|entry| entry.target == object.target).unwrap().shard;
                assert_eq!(owner, ShardId::new(1, self.shard).0, "a write to another shard's target");
                let here = open(tree, &object)?;
                let (from, body) = (write.offset as usize, body.unwrap());
                here.bytes.resize(here.bytes.len().max(from + body.len()), 0);
                here.bytes[from..from + body.len()].copy_from_slice(body);
                done()
            }
            wire::Call::ObjRead(read) => {
                let here = open(tree, &read.object.unwrap())?;
                let mut body = Buf::zeroed(read.len as usize);
                let from = here.bytes.get(read.offset as usize..).unwrap_or_default();
                let bytes = from.len().min(body.len());
                body[..bytes].copy_from_slice(&from[..bytes]);
                let ok = wire::ReadOk { bytes: bytes as u32 };
                Ok((wire::Outcome::ReadOk(Box::new(ok)), Some(body)))
            }
            wire::Call::ObjAllocate(allocate) => {
                let here = open(tree, &allocate.object.unwrap())?;
                let (from, end) = (allocate.offset as usize, (allocate.offset + allocate.len) as usize);
                if allocate.mode & allocate_mode::KEEP_SIZE == 0 {
                    here.bytes.resize(here.bytes.len().max(end), 0);
                }
                if allocate.mode & (allocate_mode::PUNCH_HOLE | allocate_mode::ZERO_RANGE) != 0 {
                    let have = here.bytes.len();
                    here.bytes[from.min(have)..end.min(have)].fill(0);
                }
                done()
            }
            // What is zeros in a whole block is a hole.
            wire::Call::ObjSeek(seek) => {
                let here = open(tree, &seek.object.unwrap())?;
                let is_hole = |at: &usize| {
                    let start = at / HOLE_BYTES * HOLE_BYTES;
                    here.bytes[start..here.bytes.len().min(start + HOLE_BYTES)].iter().all(|byte| *byte == 0)
                };
                let found = (seek.offset as usize..here.bytes.len()).find(|at| is_hole(at) == seek.hole);
                let offset = found.unwrap_or(here.bytes.len()) as u64;
                let ok = wire::ObjSeekOk { found: found.is_some(), offset };
                Ok((wire::Outcome::ObjSeekOk(Box::new(ok)), None))
            }
            wire::Call::ObjSync(_) => done(),
            wire::Call::TargetStat(stat) => {
                let ok =
                    wire::TargetOk { target: stat.target, bytes_total: 1000, bytes_free: 400, objects: 3 };
                Ok((wire::Outcome::TargetOk(Box::new(ok)), None))
            }
            _ => Err(no(Status::NotSupported)),
        }
    }
}

fn further(dir: u64, consumed: usize, walked: Vec<wire::Walked>) -> Walk {
    let further = wire::ContinueAt { dir, consumed: consumed as u32, walked: Some(walked) };
    Walk::Further(wire::Outcome::ContinueAt(Box::new(further)))
}

fn follow(dir: u64, consumed: usize, link: &Node, walked: Vec<wire::Walked>) -> Walk {
    let target = Some(link.target.clone());
    let link = wire::FollowLink { dir, consumed: consumed as u32, target, walked: Some(walked) };
    Walk::Further(wire::Outcome::FollowLink(Box::new(link)))
}

/// read 4, write 2, search 1.
fn may(who: &wire::Request, node: &Node, bit: u32) -> bool {
    let class = match () {
        () if who.uid == node.attr.uid => 6,
        () if who.gid == node.attr.gid => 3,
        () => 0,
    };
    who.uid == 0 || node.attr.mode >> class & bit == bit
}

impl Tree {
    /// Whether directory `dir` is `top`, or lies in it.
    fn is_within(&self, dir: u64, top: u64) -> bool {
        dir == top || self.inodes[&top].entries.values().any(|id| self.is_within(dir, *id))
    }

    fn fresh(&mut self, partition: u64) -> u64 {
        self.next += 1;
        InodeId::new(Partition(partition as u16), self.next).0
    }

    fn node(&mut self, id: u64) -> &mut Node {
        self.inodes.get_mut(&id).unwrap()
    }

    /// Every object hears of a truncate before whoever asked for it.
    fn deliver_cut(&mut self, node: &Node, layout: Option<Box<wire::StripeLayout>>) {
        let Some(layout) = layout.filter(|_| node.attr.generation > 0) else { return };
        let count = layout.targets.as_ref().unwrap().len() as u32;
        let stripes = Stripes { stripe_bytes: layout.stripe_bytes.into(), count };
        for stripe in 0..count {
            let object = self.objects.entry((node.attr.id, stripe)).or_default();
            if object.generation < node.attr.generation {
                object.generation = node.attr.generation;
                object.bytes.truncate(stripes.object_bytes(node.cut, stripe) as usize);
            }
        }
    }

    fn add(&mut self, id: u64, mode: u32, uid: u32, gid: u32) {
        let attr = wire::Attr { id, mode, uid, gid, nlink: 1, ..Default::default() };
        self.inodes.insert(id, Node { attr, ..Node::default() });
    }
}

fn line(call: &wire::Call) -> Option<String> {
    let at = |name: &str, at: &Option<Box<wire::Where>>| {
        let path = at.as_ref().and_then(|at| at.path.clone()).unwrap_or_default();
        Some(format!("{name} {}", String::from_utf8_lossy(&path)))
    };
    match call {
        wire::Call::Lookup(call) => at("lookup", &call.at),
        wire::Call::Open(call) => at("open", &call.at),
        wire::Call::Setattr(call) => at("setattr", &call.at),
        wire::Call::Mkdir(call) => at("mkdir", &call.at),
        wire::Call::Unlink(call) => at("unlink", &call.at),
        wire::Call::Rmdir(call) => at("rmdir", &call.at),
        wire::Call::Report(call) if call.will_write => Some("will-write".into()),
        wire::Call::Report(call) => {
            Some(format!("report {}{}", call.size, if call.sync { " sync" } else { "" }))
        }
        wire::Call::Mknod(call) => at("mknod", &call.at),
        wire::Call::Readlink(call) => at("readlink", &call.at),
        wire::Call::Link(_) => Some("link".into()),
        wire::Call::Rename(_) => Some("rename".into()),
        wire::Call::Readdir(_) => Some("readdir".into()),
        wire::Call::ObjWrite(_) => Some("write".into()),
        wire::Call::ObjRead(_) => Some("read".into()),
        wire::Call::ObjAllocate(_) => Some("allocate".into()),
        wire::Call::ObjSeek(_) => Some("seek".into()),
        wire::Call::ObjSync(_) => Some("sync".into()),
        _ => None,
    }
}

/// A runtime of three lines: it parks the thread.
pub fn block_on<T>(future: impl Future<Output = T>) -> T {
    struct Unpark(std::thread::Thread);
    impl Wake for Unpark {
        fn wake(self: Arc<Self>) {
            self.0.unpark();
        }
    }
    let waker = Waker::from(Arc::new(Unpark(std::thread::current())));
    let mut future = pin!(future);
    loop {
        match future.as_mut().poll(&mut Context::from_waker(&waker)) {
            Poll::Ready(value) => return value,
            Poll::Pending => std::thread::park(),
        }
    }
}
