//! One thread's share of a client: its connections, clock and tasks, and how a request is made.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use hashbrown::HashMap;
use osmia_env::{Addr, Buf, Env, Instant};
use osmia_net::{Hub, PeerAddrs, PeerKey, Repeat, Response, SessionError, session_call};
use osmia_protocol::{InodeId, Role, Status, TargetId, wire};

use crate::dcache::LastWalk;
use crate::error::{Error, Result};
use crate::map::ClusterMap;
use crate::options::{Credentials, TransportChoice};
use crate::shared::{Link, Shared};

/// Times that a request is routed anew because the cluster map has changed. Maps change by hand.
const REROUTES_MAX: u32 = 4;

/// One thread's share of a client. It stays on its thread; it may run any number of calls at once.
#[derive(Clone)]
pub struct Lane {
    /// Connections of the thread.
    pub hub: Rc<Hub>,
    /// Time, chance and tasks of the thread.
    pub env: Env,
    /// What all threads of the client share.
    pub shared: Arc<Shared>,
    /// Who the servers take the caller for.
    pub(crate) credentials: Rc<Credentials>,
    routes: Rc<RefCell<Rc<Routes>>>,
    last_walk: Rc<RefCell<LastWalk>>,
}

/// The ways to the shards as the map of one epoch has them: what every request needs, kept where it takes no lock.
struct Routes {
    map: Arc<ClusterMap>,
    by_peer: RefCell<HashMap<PeerKey, Rc<Route>>>,
}

/// The way to one shard.
struct Route {
    to: PeerAddrs,
    link: Arc<Link>,
}

impl Lane {
    /// A lane over `hub`, whose identity is that of a client.
    pub fn new(hub: Rc<Hub>, env: Env, shared: Arc<Shared>) -> Lane {
        let credentials = Rc::new(shared.credentials.clone());
        let routes = Rc::new(RefCell::new(Rc::new(Routes::new(shared.map()))));
        Lane { hub, env, shared, credentials, routes, last_walk: Rc::default() }
    }

    /// The same lane for another caller, as the file system of several users needs.
    pub fn acting_for(&self, credentials: Credentials) -> Lane {
        Lane { credentials: Rc::new(credentials), last_walk: Rc::default(), ..self.clone() }
    }

    /// How far the directory cache leads the caller along these names of `path`:
    /// [`DirCache`](crate::dcache::DirCache)'s `longest_prefix`.
    pub(crate) fn longest_prefix(
        &self,
        path: &[u8],
        names: &[&[u8]],
        now: Instant,
    ) -> std::result::Result<(InodeId, usize), Status> {
        self.shared.dirs.longest_prefix(path, names, &self.credentials, &self.last_walk, now)
    }

    /// Asks the metadata shard that owns `id`; any status. Gives whom it asked.
    pub(crate) async fn ask_owner(
        &self,
        operation: &'static str,
        id: InodeId,
        call: impl Fn() -> wire::Call,
        repeat: Repeat,
    ) -> Result<(PeerKey, Response)> {
        let mut reroutes = 0;
        loop {
            let routes = self.routes();
            let owner = routes.map.owner(id);
            let response = self.ask_any(operation, owner, call(), None, repeat).await?;
            match response.status() {
                Status::WrongEpoch | Status::WrongShard if reroutes < REROUTES_MAX => {
                    reroutes += 1;
                    self.refresh_map(operation, owner, routes.map.epoch).await?;
                }
                _ => return Ok((owner, response)),
            }
        }
    }

    /// As [`ask_owner`](Lane::ask_owner), but an error for any status but success.
    pub(crate) async fn ask(
        &self,
        operation: &'static str,
        id: InodeId,
        call: impl Fn() -> wire::Call,
        repeat: Repeat,
    ) -> Result<Response> {
        let (owner, response) = self.ask_owner(operation, id, call, repeat).await?;
        match response.status() {
            Status::Ok => Ok(response),
            _ => Err(self.error(operation, owner, &response)),
        }
    }

    /// Asks the storage shard of `target`; any status. `body` makes the data of the request, once for each attempt.
    pub(crate) async fn ask_target(
        &self,
        operation: &'static str,
        target: TargetId,
        call: impl Fn() -> wire::Call,
        mut body: Option<&mut dyn FnMut() -> Buf>,
        repeat: Repeat,
    ) -> Result<(PeerKey, Response)> {
        let mut reroutes = 0;
        loop {
            let routes = self.routes();
            let Some(peer) = routes.map.target_shard(target) else {
                let why = format!("the cluster map has no target {target}");
                return Err(Error::new(libc::EIO, operation).saying(why));
            };
            // As long as the loop's turn only.
            let body: Option<&mut dyn FnMut() -> Buf> = match &mut body {
                Some(body) => Some(*body),
                None => None,
            };
            let response = self.ask_any(operation, peer, call(), body, repeat).await?;
            match response.status() {
                Status::WrongEpoch | Status::WrongShard if reroutes < REROUTES_MAX => {
                    reroutes += 1;
                    self.refresh_map(operation, peer, routes.map.epoch).await?;
                }
                _ => return Ok((peer, response)),
            }
        }
    }

    /// Asks a shard; any status.
    ///
    /// # Errors
    /// There is no answer: ETIMEDOUT within the limits that the client has, or what the session says.
    pub(crate) async fn ask_any(
        &self,
        operation: &'static str,
        peer: PeerKey,
        call: wire::Call,
        body: Option<&mut dyn FnMut() -> Buf>,
        repeat: Repeat,
    ) -> Result<Response> {
        let counters = &self.shared.counters;
        if peer.role == Role::Metadata {
            counters.add(|counters| &counters.metadata_requests, 1);
        } else {
            counters.add(|counters| &counters.data_requests, 1);
        }
        self.send(operation, peer, call, body, repeat).await
    }

    /// As [`ask_any`](Lane::ask_any), uncounted.
    pub(crate) async fn send(
        &self,
        operation: &'static str,
        peer: PeerKey,
        call: wire::Call,
        body: Option<&mut dyn FnMut() -> Buf>,
        repeat: Repeat,
    ) -> Result<Response> {
        let shared = &*self.shared;
        let routes = self.routes();
        let route = routes.to(peer, shared);
        let Route { to, link } = &*route;
        let groups = &self.credentials.groups;
        let request = wire::Request {
            uid: self.credentials.uid,
            gid: self.credentials.gid,
            groups: (!groups.is_empty()).then(|| groups.clone()),
            epoch: routes.map.epoch,
            call: Some(call),
            ..Default::default()
        };
        let answer = session_call(&self.hub, &link.session, to, request, body, repeat, shared.patience).await;
        if link.has_new_life() {
            // The shard has forgotten the leases of the session before.
            shared.dirs.clear(self.env.now());
        }
        answer.map_err(|error| self.no_answer(operation, to, &error))
    }

    fn no_answer(&self, operation: &'static str, to: &PeerAddrs, error: &SessionError) -> Error {
        let ended = matches!(error, SessionError::Ended { .. });
        let said = if ended { "the client has been shut down".to_owned() } else { error.to_string() };
        let server = match to.addresses.first() {
            Some(address) => format!("{} ({address})", self.name(to.key)),
            None => format!("{} (no address that this client may use)", self.name(to.key)),
        };
        let failure = Error::new(error.errno(), operation).saying(said);
        let failure = if error.maybe_run() { failure.without_outcome() } else { failure };
        if ended { failure } else { failure.at_server(server) }
    }

    /// Counts a call of the interface.
    pub(crate) fn called(&self) {
        self.shared.counters.add(|counters| &counters.calls, 1);
    }

    /// What an answer's status means to an application.
    pub(crate) fn error(&self, operation: &'static str, peer: PeerKey, response: &Response) -> Error {
        let status = match response.status() {
            // A success without what it should have brought.
            Status::Ok => Status::Malformed,
            status => status,
        };
        Error::status(status, operation).at_server(self.name(peer)).saying(response.detail())
    }

    /// A server, for people.
    pub(crate) fn name(&self, peer: PeerKey) -> String {
        match self.shared.map().entry(peer) {
            Some(entry) if !entry.node.is_empty() => format!("{peer} on {}", entry.node),
            _ => peer.to_string(),
        }
    }

    /// Where a shard listens, as far as this client may go there.
    pub(crate) fn addresses(&self, peer: PeerKey) -> PeerAddrs {
        self.routes().to(peer, &self.shared).to.clone()
    }

    /// The ways of the newest map.
    fn routes(&self) -> Rc<Routes> {
        let mut routes = self.routes.borrow_mut();
        if routes.map.epoch != self.shared.epoch() {
            *routes = Rc::new(Routes::new(self.shared.map()));
        }
        routes.clone()
    }

    /// Replaces the cluster map by a newer one than `seen`, from `peer` or else from the root's owner.
    async fn refresh_map(&self, operation: &'static str, peer: PeerKey, seen: u32) -> Result<()> {
        let root = self.shared.map().owner(InodeId::ROOT);
        let from = if peer.role == Role::Metadata { peer } else { root };
        let call = wire::Call::GetMap(Box::default());
        let response = self.ask_any(operation, from, call, None, Repeat::Reads).await?;
        let wrong = |reason: String| {
            Error::status(Status::Malformed, operation).at_server(self.name(from)).saying(reason)
        };
        match response.reply().outcome() {
            Ok(Some(wire::OutcomeRef::MapOk(map))) => {
                let map = ClusterMap::decode(map).map_err(wrong)?;
                if map.epoch <= seen {
                    return Err(Error::status(Status::WrongEpoch, operation)
                        .at_server(self.name(from))
                        .saying(format!("its map has epoch {}, ours {seen}", map.epoch)));
                }
                self.hub.set_epoch(map.epoch);
                self.shared.set_map(map);
                Ok(())
            }
            _ => Err(self.error(operation, from, &response)),
        }
    }
}

impl Routes {
    fn new(map: Arc<ClusterMap>) -> Routes {
        Routes { map, by_peer: RefCell::default() }
    }

    fn to(&self, peer: PeerKey, shared: &Shared) -> Rc<Route> {
        let mut by_peer = self.by_peer.borrow_mut();
        let route = || {
            let listed = self.map.entry(peer).map(|entry| &entry.addresses[..]).unwrap_or_default();
            let to = PeerAddrs { key: peer, addresses: allowed(listed, shared.transport).into() };
            Rc::new(Route { to, link: shared.link(peer) })
        };
        by_peer.entry(peer).or_insert_with(route).clone()
    }
}

/// Of a shard's addresses, those that `choice` allows.
pub(crate) fn allowed(addresses: &[Addr], choice: TransportChoice) -> Vec<Addr> {
    let fits = |address: &&Addr| match (choice, address) {
        (TransportChoice::Shm, Addr::Tcp(_)) | (TransportChoice::Tcp, Addr::Shm(_)) => false,
        (TransportChoice::Auto | TransportChoice::Shm | TransportChoice::Tcp, _) => true,
    };
    addresses.iter().filter(fits).cloned().collect()
}
