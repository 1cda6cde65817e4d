//! Connections: made, greeted, ended.

use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use osmia_env::{Addr, ConnId, Instant};
use osmia_protocol::{ClientId, ClusterId, Incarnation, PROTOCOL_VERSION, Role, ShardId, Status, wire};

use super::calls::budget_ms;
use super::{Inner, Peer};
use crate::call::{CallError, CallErrorKind};
use crate::conn::{Conn, Flushed, Side, State};
use crate::incoming::{Incoming, ReplyTo};
use crate::peer::{ANY_SHARD, PeerAddrs, PeerInfo, PeerKey};

/// `Request.id` of a Hello. Calls have smaller ones.
const HELLO_ID: u64 = 1 << 63;

/// How long a refused peer may take to read why and close.
const REFUSED_STAY: Duration = Duration::from_secs(1);

/// Refused peers, beyond `connections_max`, that are told why; others are just closed.
const REFUSED_MAX: usize = 64;

/// Why none of a peer's addresses can be tried.
fn unusable(addresses: &[Addr]) -> String {
    if addresses.is_empty() {
        return "it has no address that this process may use".to_owned();
    }
    let names: Vec<String> = addresses.iter().map(Addr::to_string).collect();
    format!("{}: no such socket on this node: no server runs there", names.join(", "))
}

impl Inner {
    // ------------------------------------------------------------ connections

    /// The connection to a shard; begins one when there is none.
    pub(super) fn connection(&mut self, to: &PeerAddrs, now: Instant) -> Result<ConnId, CallError> {
        let peer = self.peers.entry(to.key).or_insert_with(|| Peer {
            addresses: to.addresses.clone(),
            conn: None,
            untried: Vec::new(),
            failures: Vec::new(),
            refused: None,
            skip: 0,
            incarnation: Incarnation(0),
            epoch: 0,
        });
        if let Some(conn) = peer.conn {
            return Ok(conn);
        }
        if !Rc::ptr_eq(&peer.addresses, &to.addresses) {
            peer.addresses = to.addresses.clone();
        }
        peer.untried = crate::peer::order(&peer.addresses, peer.skip);
        peer.untried.reverse();
        peer.failures.clear();
        peer.refused = None;
        self.connect_next(to.key, now).ok_or_else(|| CallError {
            kind: CallErrorKind::Unreachable,
            peer: to.key,
            addr: None,
            reason: unusable(&to.addresses).into(),
        })
    }

    /// Begins a connection to the next address of the attempt, with our Hello.
    fn connect_next(&mut self, key: PeerKey, now: Instant) -> Option<ConnId> {
        let peer = self.peers.get_mut(&key)?;
        let addr = peer.untried.pop()?;
        self.touched = true;
        let id = self.transport.connect(&addr);
        peer.conn = Some(id);
        self.stats.connects += 1;
        let until = now + self.limits.handshake;
        let mut conn = Conn::new(id, addr, Side::Made(key), until, now);
        let hello = wire::Hello {
            protocol_version: PROTOCOL_VERSION,
            cluster: Some(self.identity.cluster.map_or(Vec::new(), |cluster| cluster.0.to_vec())),
            role: self.identity.role.to_wire(),
            shard: self.identity.shard.0,
            client: self.identity.client.0,
        };
        let request = wire::Request {
            id: HELLO_ID,
            budget_ms: budget_ms(self.limits.handshake),
            call: Some(wire::Call::Hello(Box::new(hello))),
            ..Default::default()
        };
        // It leaves at once; what callers queue stays until the answer is there. `Closed` is followed by an event that
        // says why; should the transport have no room, the attempt is over.
        let mut outbox = crate::conn::Outbox::default();
        if outbox.push_request(&mut self.tools, &request, None).is_err()
            || outbox.flush(id, &*self.transport, &mut self.tools) == Flushed::Blocked
        {
            conn.state = State::Handshake { until: now };
        }
        self.timed.push(id);
        self.conns.insert(id, conn);
        Some(id)
    }

    pub(super) fn accepted(&mut self, id: ConnId, rail: Addr, now: Instant) {
        self.stats.accepts += 1;
        if self.accepted >= self.limits.connections_max + REFUSED_MAX {
            self.transport.close(id);
            self.stats.refused += 1;
            return;
        }
        self.accepted += 1;
        let until = now + self.limits.handshake;
        self.conns.insert(id, Conn::new(id, rail, Side::Accepted, until, now));
        self.timed.push(id);
    }

    /// A connection has ended, or (`close`) is ended by us.
    pub(super) fn end(&mut self, id: ConnId, reason: &str, close: bool, now: Instant) {
        let Some(mut conn) = self.conns.remove(&id) else { return };
        self.wakers.append(&mut conn.watchers);
        if close {
            self.touched = true;
            self.transport.close(id);
        }
        tracing::debug!(peer = %conn.peer, addr = %conn.addr, reason, "connection ended");
        let ready = conn.state == State::Ready;
        if ready {
            self.pending.push(Incoming::Closed { peer: conn.peer });
        }
        match conn.side {
            Side::Accepted => self.accepted -= 1,
            Side::Made(key) if ready => {
                if let Some(peer) = self.peers.get_mut(&key) {
                    peer.conn = None;
                }
                for call in self.calls.of(id) {
                    let parked = self.calls.waiting(call).is_some_and(|call| call.parked.is_some());
                    let kind = if parked { CallErrorKind::Unreachable } else { CallErrorKind::Lost };
                    let error =
                        CallError { kind, peer: key, addr: Some(conn.addr.clone()), reason: reason.into() };
                    self.fail(call, error);
                }
            }
            Side::Made(key) => self.attempt_failed(id, key, conn, reason, now),
        }
    }

    /// A connection failed before or in its handshake: what is queued goes to the next address, or fails.
    fn attempt_failed(&mut self, id: ConnId, key: PeerKey, conn: Conn, reason: &str, now: Instant) {
        if let Some(peer) = self.peers.get_mut(&key) {
            peer.conn = None;
            peer.failures.push(format!("{}: {reason}", conn.addr));
        }
        let calls = self.calls.of(id);
        if !calls.is_empty()
            && let Some(next) = self.connect_next(key, now)
        {
            for call in calls {
                if let Some(call) = self.calls.waiting(call) {
                    call.conn = next;
                }
            }
            if !conn.outbox.parked.is_empty() {
                self.crowded.push(next);
            }
            if let Some(there) = self.conns.get_mut(&next) {
                there.outbox = conn.outbox;
            }
            return;
        }
        let (failures, refused) = match self.peers.get_mut(&key) {
            Some(peer) => (std::mem::take(&mut peer.failures), peer.refused),
            None => (Vec::new(), None),
        };
        let kind = refused.map_or(CallErrorKind::Unreachable, CallErrorKind::Refused);
        let reason: Arc<str> = failures.join("; ").into();
        for call in calls {
            self.fail(call, CallError { kind, peer: key, addr: None, reason: reason.clone() });
        }
    }

    /// The first request of a connection.
    pub(super) fn hello(
        &mut self,
        id: ConnId,
        request: &wire::RequestRef<'_>,
        now: Instant,
    ) -> Result<(), String> {
        let wrong = |error: osmia_protocol::planus::Error| error.to_string();
        let Some(wire::CallRef::Hello(hello)) = request.call().map_err(wrong)? else {
            return Err("its first request is not Hello".to_owned());
        };
        let from = ReplyTo { conn: id, id: request.id().map_err(wrong)? };
        let version = hello.protocol_version().map_err(wrong)?;
        let cluster = hello.cluster().map_err(wrong)?.unwrap_or_default();
        let role = Role::from_wire(hello.role().map_err(wrong)?);
        let same = self.identity.cluster.is_some_and(|ours| ours.0 == *cluster);
        let asks = cluster.is_empty() && role == Some(Role::Client);
        // In any order: they are counted.
        let ready =
            self.conns.values().filter(|conn| conn.side == Side::Accepted && conn.state == State::Ready);
        let (role, status, detail) = match role {
            _ if version != PROTOCOL_VERSION => (
                Role::Client,
                Status::WrongVersion,
                format!("this server speaks version {PROTOCOL_VERSION} of the protocol, the peer {version}"),
            ),
            None => (Role::Client, Status::Malformed, "the peer's role is unknown".to_owned()),
            Some(role) if !same && !asks => {
                let id =
                    |known: Option<ClusterId>| known.map_or("none".to_owned(), |known| known.to_string());
                let (ours, theirs) = (id(self.identity.cluster), id(ClusterId::try_from(cluster).ok()));
                let detail = format!(
                    "this server belongs to cluster {ours}, its peer names {theirs}: correct `id` under [cluster] in the \
                     peer's configuration, or its addresses"
                );
                (role, Status::WrongCluster, detail)
            }
            Some(role)
                if self.accepted > self.limits.connections_max
                    && ready.count() >= self.limits.connections_max =>
            {
                (role, Status::Overload, format!("{} connections are open", self.limits.connections_max))
            }
            Some(role) => (role, Status::Ok, String::new()),
        };
        let Some(conn) = self.conns.get_mut(&id) else { return Ok(()) };
        conn.peer = PeerInfo {
            conn: id,
            role,
            shard: ShardId(hello.shard().map_err(wrong)?),
            client: ClientId(hello.client().map_err(wrong)?),
        };
        let mut reply = wire::Reply {
            id: from.id,
            status: status.to_wire(),
            incarnation: self.incarnation.0,
            epoch: self.epoch,
            ..Default::default()
        };
        if status == Status::Ok {
            conn.state = State::Ready;
            reply.outcome = Some(wire::Outcome::HelloOk(Box::new(wire::HelloOk {
                protocol_version: PROTOCOL_VERSION,
                cluster: self.identity.cluster.map(|cluster| cluster.0.to_vec()),
                shard: self.identity.shard.0,
                incarnation: self.incarnation.0,
                epoch: self.epoch,
            })));
        } else {
            tracing::warn!(peer = %conn.peer, addr = %conn.addr, %status, detail, "peer refused");
            self.stats.refused += 1;
            conn.state = State::Refused { until: now + REFUSED_STAY };
            reply.detail = Some(detail);
        }
        // A Hello's answer always fits a frame.
        let _ = conn.outbox.push_reply(&mut self.tools, &reply, None);
        if conn.outbox.flush(id, &*self.transport, &mut self.tools) == Flushed::Blocked {
            conn.listed = true;
            self.blocked.push(id);
        }
        Ok(())
    }

    /// The answer to our Hello.
    pub(super) fn hello_answered(
        &mut self,
        id: ConnId,
        reply: &wire::ReplyRef<'_>,
        now: Instant,
    ) -> Result<(), String> {
        let wrong = |error: osmia_protocol::planus::Error| error.to_string();
        let Some(conn) = self.conns.get_mut(&id) else { return Ok(()) };
        let Side::Made(key) = conn.side else { return Ok(()) };
        if reply.id().map_err(wrong)? != HELLO_ID {
            return Err("it answers what it was not asked".to_owned());
        }
        let status = Status::from_wire(reply.status().map_err(wrong)?).unwrap_or(Status::Io);
        let mut refuse = |status: Status, detail: String| {
            if let Some(peer) = self.peers.get_mut(&key) {
                peer.refused = Some(status);
            }
            self.stats.refused += 1;
            detail
        };
        let refused = match (status, reply.outcome().map_err(wrong)?) {
            (Status::Ok, Some(wire::OutcomeRef::HelloOk(ok))) => {
                let version = ok.protocol_version().map_err(wrong)?;
                let cluster = ClusterId::try_from(ok.cluster().map_err(wrong)?.unwrap_or_default());
                let shard = ShardId(ok.shard().map_err(wrong)?);
                match (cluster, self.identity.cluster) {
                    _ if version != PROTOCOL_VERSION => Some(refuse(
                        Status::WrongVersion,
                        format!("it speaks version {version} of the protocol, we {PROTOCOL_VERSION}"),
                    )),
                    (Err(_), _) => return Err("its cluster id is not 16 bytes".to_owned()),
                    (Ok(theirs), Some(ours)) if theirs != ours => Some(refuse(
                        Status::WrongCluster,
                        format!("it belongs to cluster {theirs}, we to {ours}"),
                    )),
                    _ if shard != key.shard && key.shard != ANY_SHARD => {
                        let is = PeerKey { shard, ..key };
                        Some(refuse(Status::WrongShard, format!("it is {is}, not {key}")))
                    }
                    (Ok(theirs), _) => {
                        self.identity.cluster = Some(theirs);
                        conn.state = State::Ready;
                        if let Some(peer) = self.peers.get_mut(&key) {
                            peer.failures.clear();
                            peer.incarnation = Incarnation(ok.incarnation().map_err(wrong)?);
                            peer.epoch = ok.epoch().map_err(wrong)?;
                        }
                        None
                    }
                }
            }
            (Status::Ok, _) => return Err("its answer to Hello is none".to_owned()),
            (status, _) => {
                let detail = reply.detail().map_err(wrong)?.unwrap_or_default();
                Some(refuse(status, format!("{status}: {detail}")))
            }
        };
        // Calls that wait for it begin at the end of this poll.
        if let Some(reason) = refused {
            self.end(id, &reason, true, now);
        }
        Ok(())
    }
}
