//! Calls going out: queued, repeated, failed, out of time.

use std::time::Duration;

use osmia_env::{Buf, ConnId, Instant};
use osmia_protocol::wire;

use super::{Inner, Limits};
use crate::call::{CallError, CallErrorKind, CallId, Parked};
use crate::conn::{State, TooLarge};
use crate::peer::PeerAddrs;

impl Inner {
    // ------------------------------------------------------------ going out

    pub(super) fn call(
        &mut self,
        to: &PeerAddrs,
        request: &mut wire::Request,
        body: Option<Buf>,
        deadline: Instant,
        now: Instant,
    ) -> CallId {
        self.now = now;
        if request.epoch == 0 {
            request.epoch = self.epoch;
        }
        request.body_bytes = body.as_ref().map_or(0, |body| body.len() as u32);
        let conn = match self.connection(to, now) {
            Ok(conn) => conn,
            Err(error) => {
                let id = self.calls.begin(to.key, ConnId(u64::MAX), now, deadline);
                self.fail(id, error);
                return id;
            }
        };
        let id = self.calls.begin(to.key, conn, now, deadline);
        request.id = id.to_wire();
        let there = self.conns.get_mut(&conn).expect("connection() gives one that is there");
        // Before the handshake is done nothing is encoded: a call that is given up by then has not been sent.
        if there.state == State::Ready && there.outbox.parked.is_empty() && room(&there.outbox, &self.limits)
        {
            self.issue(id, request, body, now);
        } else {
            self.touched = true;
            there.outbox.parked.push_back(id);
            if let Some(call) = self.calls.waiting(id) {
                call.parked = Some(Box::new(Parked { request: request.clone(), body }));
            }
            if !self.crowded.contains(&conn) {
                self.crowded.push(conn);
            }
        }
        id
    }

    /// Queues a call's request on its connection.
    fn issue(&mut self, id: CallId, request: &mut wire::Request, body: Option<Buf>, now: Instant) {
        let Some(call) = self.calls.waiting(id) else { return };
        request.budget_ms = budget_ms(call.deadline.since(now));
        let conn_id = call.conn;
        let Some(conn) = self.conns.get_mut(&conn_id) else { return };
        match conn.outbox.push_request(&mut self.tools, request, body) {
            Ok(()) => {
                conn.outbox.calls += 1;
                self.queued(conn_id);
            }
            Err(TooLarge) => self.fail_kind(id, CallErrorKind::TooLarge, ""),
        }
    }

    /// Begins calls that waited for room.
    pub(super) fn unpark(&mut self, now: Instant) {
        let mut i = 0;
        while let Some(&conn) = self.crowded.get(i) {
            match self.conns.get_mut(&conn) {
                Some(there) if !there.outbox.parked.is_empty() => {
                    if there.state != State::Ready || !room(&there.outbox, &self.limits) {
                        i += 1;
                        continue;
                    }
                    let Some(id) = there.outbox.parked.pop_front() else { continue };
                    if let Some(mut parked) = self.calls.waiting(id).and_then(|call| call.parked.take()) {
                        self.issue(id, &mut parked.request, parked.body.take(), now);
                    }
                }
                _ => {
                    self.crowded.swap_remove(i);
                }
            }
        }
    }

    fn fail_kind(&mut self, id: CallId, kind: CallErrorKind, reason: &str) {
        let Some(call) = self.calls.waiting(id) else { return };
        let addr = self.conns.get(&call.conn).map(|conn| conn.addr.clone());
        let error = CallError { kind, peer: call.peer, addr, reason: reason.into() };
        self.fail(id, error);
    }

    pub(super) fn fail(&mut self, id: CallId, error: CallError) {
        self.stats.calls_failed += 1;
        self.calls.finish(id, Err(error), &mut self.wakers);
    }

    pub(super) fn expire(&mut self, now: Instant) {
        while let Some(id) = self.calls.expired(now) {
            self.call_expired(id, now);
        }
        let mut i = 0;
        while let Some(&id) = self.timed.get(i) {
            match self.conns.get(&id).map(|conn| conn.state) {
                None | Some(State::Ready) => {
                    self.timed.swap_remove(i);
                }
                Some(State::Handshake { until } | State::Refused { until }) if until <= now => {
                    self.timed.swap_remove(i);
                    self.end(id, "no handshake in time", true, now);
                }
                Some(_) => i += 1,
            }
        }
    }

    fn call_expired(&mut self, id: CallId, now: Instant) {
        let Some(call) = self.calls.waiting(id) else { return };
        let (conn_id, peer, begun, parked) = (call.conn, call.peer, call.begun, call.parked.is_some());
        let Some(conn) = self.conns.get_mut(&conn_id) else {
            self.fail_kind(id, CallErrorKind::Deadline { sent: true }, "");
            return;
        };
        let sent = conn.state == State::Ready && !parked;
        if !parked {
            conn.outbox.calls = conn.outbox.calls.saturating_sub(1);
        }
        let silent = sent && conn.received <= begun && now.since(begun) >= self.limits.silence;
        self.fail_kind(id, CallErrorKind::Deadline { sent }, "");
        if silent {
            if let Some(peer) = self.peers.get_mut(&peer) {
                peer.skip = peer.skip.wrapping_add(1);
            }
            self.end(conn_id, "it has been silent for too long", true, now);
        }
    }
}

/// Whether a call may be queued at once.
fn room(outbox: &crate::conn::Outbox, limits: &Limits) -> bool {
    outbox.calls < limits.calls_max && outbox.bytes < limits.queue_bytes_max
}

/// What is left of a deadline, as it travels: rounded up, so that 0 is only "none".
pub(super) fn budget_ms(left: Duration) -> u32 {
    u32::try_from(left.as_micros().div_ceil(1000)).unwrap_or(u32::MAX).max(1)
}
