//! The network: one context and worker for all connections, met through UCX's listener.

use std::collections::BTreeSet;
use std::io;
use std::net::SocketAddr;
use std::rc::Rc;

use osmia_env::{Addr, ConnId, Event};

use super::conn::Conn;
use super::lane::{Lane, Noted};
use super::wire::{GREETING_ID, Greeting};
use super::{State, UcxTransport};
use crate::am::SendFlags;
use crate::context::Context;
use crate::endpoint::Endpoint;
use crate::listener::{self, ConnRequest, Listener};
use crate::worker::Worker;

/// TCP connections that may be in the middle of their greeting; with more, the oldest is dropped.
const GREETING_MAX: usize = 1024;

/// The network's context.
pub(super) struct Tcp {
    pub(super) lane: Rc<Lane>,
    pub(super) context: Context,
    /// Dropped before the lane's worker.
    pub(super) listeners: Vec<(Listener, Addr)>,
    /// Those that it can use.
    interfaces: BTreeSet<String>,
}

impl UcxTransport {
    /// A context uses the interfaces that were running when it was made. One without listeners is made anew when others
    /// run by now; connections stay on the lane that they are on, which ends with the last of them.
    fn tcp<'a>(&self, state: &'a mut State) -> io::Result<&'a mut Tcp> {
        if state.tcp.as_ref().is_none_or(|tcp| tcp.listeners.is_empty()) {
            self.make_tcp(state)?;
        }
        state.tcp.as_mut().ok_or_else(|| io::Error::other("just made"))
    }

    fn make_tcp(&self, state: &mut State) -> io::Result<()> {
        let running = listener::running_interfaces()?;
        if state.tcp.as_ref().is_none_or(|tcp| !running.is_subset(&tcp.interfaces)) {
            let context = Context::new(&self.options.tcp_context_settings())?;
            let lane = self.make_lane(state, &context, self.options.copies_all())?;
            self.add_lane(state, &lane)?;
            let tcp = Tcp { lane, context, listeners: Vec::new(), interfaces: running };
            if let Some(old) = state.tcp.replace(tcp) {
                self.release(state, old.lane);
            }
        }
        Ok(())
    }

    pub(super) fn listen_tcp(&self, address: SocketAddr) -> io::Result<Addr> {
        if address.ip().is_loopback()
            && let Err(fault) = listener::check_local_address(address.ip())
        {
            // Peers by shared memory do not mind.
            tracing::warn!("nobody can connect to {address}: {fault}");
        }
        listener::check_link(address.ip())
            .map_err(|fault| io::Error::new(fault.kind(), format!("listening at {address}: {fault}")))?;
        let state = &mut *self.state.borrow_mut();
        let tcp = self.tcp(state)?;
        let number = tcp.listeners.len();
        let lane = tcp.lane.clone();
        let inbox = self.inbox.clone();
        let listener = Listener::new(&lane.worker, address, move |request| {
            inbox.note(Noted::Asked { listener: number, request });
        })
        .map_err(|status| {
            let fault = io::Error::from(status);
            io::Error::new(fault.kind(), format!("listening at {address}: {status}"))
        })?;
        let bound = Addr::Tcp(listener.address()?);
        if let Some(tcp) = &mut state.tcp {
            tcp.listeners.push((listener, bound.clone()));
        }
        Ok(bound)
    }

    /// A token by which the peer of a connection on the shared lane will address it.
    fn new_token(&self, state: &mut State, conn: u64) -> u64 {
        loop {
            let token = self.env.rng.next_u64();
            // 0 is the token of those that need none.
            if token != 0 && state.tokens.try_insert(token, conn).is_ok() {
                self.pieces.borrow_mut().expect(token);
                return token;
            }
        }
    }

    pub(super) fn connect_tcp(&self, state: &mut State, id: u64, address: SocketAddr) -> io::Result<()> {
        if address.ip().is_loopback() {
            listener::check_local_address(address.ip())
                .map_err(|fault| io::Error::new(fault.kind(), format!("connecting to {address}: {fault}")))?;
        }
        let lane = self.tcp(state)?.lane.clone();
        let endpoint = Endpoint::connect(&lane.worker, address, id)?;
        let token = self.new_token(state, id);
        if let Err(fault) = greet(&lane.worker, &endpoint, Greeting::Hello { token }) {
            state.tokens.remove(&token);
            self.pieces.borrow_mut().forget(token);
            return Err(fault);
        }
        lane.warm(&mut state.hot);
        let mut conn = Conn::new(lane, token, None);
        conn.endpoint = Some(endpoint);
        state.conns.insert(id, conn);
        Ok(())
    }

    pub(super) fn accept(&self, state: &mut State, listener: usize, request: ConnRequest) {
        let Some(tcp) = &state.tcp else { return };
        let Some((_, rail)) = tcp.listeners.get(listener) else { return };
        let (lane, rail) = (tcp.lane.clone(), rail.clone());
        let id = state.next_conn();
        match Endpoint::accept(&lane.worker, request, id) {
            Ok(endpoint) => {
                let mut conn = Conn::new(lane, self.new_token(state, id), Some(rail));
                conn.endpoint = Some(endpoint);
                state.conns.insert(id, conn);
                state.greeting.push_back(id);
            }
            Err(status) => tracing::debug!("a peer went away while connecting: {status}"),
        }
        // Those that have said hello, or are gone, leave the queue.
        while let Some(oldest) = state.greeting.front().copied() {
            let waits = state.conns.get(&oldest).is_some_and(|conn| !conn.is_open());
            if waits && state.greeting.len() <= GREETING_MAX {
                break;
            }
            state.greeting.pop_front();
            if waits {
                self.end(state, oldest, "no greeting".to_owned());
            }
        }
    }

    pub(super) fn greeted(&self, state: &mut State, from: Option<u64>, bytes: &[u8]) {
        match Greeting::decode(bytes) {
            Ok(Greeting::Hello { token }) => {
                let Some(id) = from else { return };
                let Some(conn) = state.conns.get_mut(&id) else { return };
                let (Some(rail), Some(endpoint), false) = (conn.rail.clone(), &conn.endpoint, conn.is_open())
                else {
                    return self.end(state, id, "an unexpected hello".to_owned());
                };
                let welcome = Greeting::Welcome { token, mine: conn.token };
                match greet(&conn.lane.worker, endpoint, welcome) {
                    Ok(()) => {
                        conn.open(token);
                        self.inbox.tell(Event::Accepted { conn: ConnId(id), rail });
                    }
                    Err(fault) => self.end(state, id, fault.to_string()),
                }
            }
            Ok(Greeting::Welcome { token, mine }) => {
                let Some(id) = state.tokens.get(&token).copied() else { return };
                let Some(conn) = state.conns.get_mut(&id) else { return };
                if conn.rail.is_some() || conn.is_open() {
                    return self.end(state, id, "an unexpected welcome".to_owned());
                }
                conn.open(mine);
                self.inbox.tell(Event::Connected { conn: ConnId(id) });
                self.send_waiting(state, id);
            }
            Err(fault) => match from {
                Some(id) => self.end(state, id, fault),
                None => tracing::warn!("dropped: {fault}"),
            },
        }
    }
}

fn greet(worker: &Worker, endpoint: &Endpoint, greeting: Greeting) -> io::Result<()> {
    let mut parcel = worker.parcel();
    parcel.bytes.extend_from_slice(&greeting.encode());
    endpoint.send(GREETING_ID, parcel, SendFlags { reply: true, ..SendFlags::default() })?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::UcxOptions;

    /// A lane that a newer one has replaced ends with its last connection, or at once: interfaces that come and go leave
    /// nothing behind.
    #[test]
    fn replaced_lanes_end() {
        let (env, _tasks) = osmia_sys::env().unwrap();
        let transport = UcxTransport::new(env, UcxOptions::default()).unwrap();
        let state = &mut *transport.state.borrow_mut();
        transport.tcp(state).unwrap();
        let renew = |state: &mut State| {
            // As if none of the interfaces of now had been there.
            state.tcp.as_mut().unwrap().interfaces.clear();
            transport.tcp(state).unwrap();
            state.lanes.len()
        };
        assert_eq!([renew(state), renew(state)], [1, 1]);
        transport.connect_tcp(state, 7, "127.0.0.1:9".parse().unwrap()).unwrap();
        assert_eq!([renew(state), renew(state)], [2, 2], "the connection's, and the newest");
        transport.end(state, 7, String::new());
        assert_eq!(state.lanes.len(), 1);
        assert!(!state.dying.is_empty());
        while !state.dying.is_empty() {
            transport.bury(state);
        }
    }
}
