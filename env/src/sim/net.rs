//! The network: connections with delays, that break, between machines that may not reach each other.
//!
//! As with the real transports: messages of one connection come in order; what was sent before a connection ended may
//! or may not have arrived, but what arrived is a prefix; a partition is silent (nobody is told; messages wait); a
//! killed process is noticed after milliseconds, a machine without power often much later.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::future::Future;
use std::io;
use std::pin::Pin;
use std::rc::Rc;
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use super::exec::Sleep;
use super::node::{Death, Part, Process, SimNode};
use super::{Inner, World};
use crate::buf::Buf;
use crate::clock::Instant;
use crate::tasks::LocalFuture;
use crate::transport::{Addr, ConnId, Event, Message, SendError, Transport};

/// Messages in flight on one connection in one direction; more is [`SendError::Full`].
const IN_FLIGHT_MAX: usize = 64;

/// Largest head, as the real transports carry.
const HEAD_MAX: usize = 1 << 20;

/// Largest body.
const BODY_MAX: usize = 64 << 20;

/// When a connection is tried again that nobody answers, and when it is given up.
const RETRY: Duration = Duration::from_millis(200);
const CONNECT_MAX: Duration = Duration::from_secs(3);

/// How the network behaves.
#[derive(Clone, Copy, Debug)]
pub struct NetOptions {
    /// Least and most time that a message takes.
    pub delay: (Duration, Duration),
    /// One message in so many takes up to `slow` (0: none).
    pub slow_one_in: u64,
    /// See there.
    pub slow: Duration,
    /// One message in so many breaks its connection (0: none).
    pub break_one_in: u64,
    /// After how long a peer hears of a kill.
    pub notice: (Duration, Duration),
    /// After how long a peer hears of a crash of the machine.
    pub notice_crash: (Duration, Duration),
}

impl Default for NetOptions {
    fn default() -> NetOptions {
        NetOptions {
            delay: (Duration::from_micros(5), Duration::from_micros(200)),
            slow_one_in: 50,
            slow: Duration::from_millis(20),
            break_one_in: 0,
            notice: (Duration::from_millis(2), Duration::from_millis(18)),
            notice_crash: (Duration::from_millis(2), Duration::from_secs(2)),
        }
    }
}

#[derive(Default)]
pub(super) struct Net {
    options: NetOptions,
    next: u64,
    conns: BTreeMap<ConnId, Conn>,
    listeners: BTreeMap<Addr, u64>,
    places: BTreeMap<u64, Place>,
    /// Pairs of machines that do not reach each other, the smaller number first.
    partitions: BTreeSet<(usize, usize)>,
    /// See [`World::tamper`].
    tamper: Option<Tamper>,
}

/// Gives another head for a message's, or `None` to leave it.
type Tamper = Rc<dyn Fn(&[u8]) -> Option<Vec<u8>>>;

/// One transport.
struct Place {
    process: Process,
    events: VecDeque<Event>,
    waker: Option<Waker>,
    /// A message can be sent again that was refused for want of room.
    room: bool,
}

/// One end of a connection.
struct Conn {
    place: u64,
    node: usize,
    /// The other end, once there is one.
    peer: Option<ConnId>,
    state: State,
    /// The owner was told that it can be used.
    connected: bool,
    out: VecDeque<Flight>,
    next_flight: u64,
    /// Arrival of the last message sent (world time).
    last_arrival: u64,
    /// A message has met a partition; it and all behind it wait.
    held: bool,
    /// The owner was refused a message.
    full: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Open,
    /// The owner is gone or has closed; what is in `out` may still arrive.
    Closed,
    /// Broken between the ends: the owner does not know yet, what it sends vanishes.
    Broken,
}

struct Flight {
    number: u64,
    message: Message,
}

impl Net {
    fn reach(&self, one: usize, other: usize) -> bool {
        !self.partitions.contains(&(one.min(other), one.max(other)))
    }

    fn push(&mut self, place: u64, event: Event) {
        if let Some(place) = self.places.get_mut(&place) {
            place.events.push_back(event);
            if let Some(waker) = place.waker.take() {
                waker.wake();
            }
        }
    }

    fn conn(&mut self, place: u64, node: usize, peer: Option<ConnId>, connected: bool) -> ConnId {
        self.next += 1;
        let id = ConnId(self.next);
        let conn = Conn {
            place,
            node,
            peer,
            state: State::Open,
            connected,
            out: VecDeque::new(),
            next_flight: 0,
            last_arrival: 0,
            held: false,
            full: false,
        };
        self.conns.insert(id, conn);
        id
    }

    /// Tells the owner of a connection that it has ended, once. Its other end stays.
    fn tell_closed(&mut self, id: ConnId, reason: &str) {
        let Some(conn) = self.conns.remove(&id) else { return };
        if conn.state != State::Closed {
            self.push(conn.place, Event::Closed { conn: id, reason: reason.to_owned() });
        }
    }

    /// First the owner hears that it is connected, then anything else.
    fn tell_connected(&mut self, id: ConnId) {
        let Some(conn) = self.conns.get_mut(&id) else { return };
        if conn.state != State::Closed && !std::mem::replace(&mut conn.connected, true) {
            let place = conn.place;
            self.push(place, Event::Connected { conn: id });
        }
    }
}

impl World {
    /// Sets how the network behaves from now on.
    pub fn net(&self, options: NetOptions) {
        self.inner.net.borrow_mut().options = options;
    }

    /// Lets `change` see the head of every message that is sent from now on, and change it: for faults that a test puts in
    /// on purpose. Without it, what is sent arrives as it was.
    pub fn tamper(&self, change: impl Fn(&[u8]) -> Option<Vec<u8>> + 'static) {
        self.inner.net.borrow_mut().tamper = Some(Rc::new(change));
    }

    /// Cuts two machines off from each other, silently.
    pub fn partition(&self, one: &SimNode, other: &SimNode) {
        let (one, other) = (one.index(), other.index());
        self.inner.trace.note("partition", one as u64, other as u64);
        self.inner.net.borrow_mut().partitions.insert((one.min(other), one.max(other)));
    }

    /// Ends all partitions. What waited travels on.
    pub fn heal(&self) {
        self.inner.trace.note("heal", 0, 0);
        let held: Vec<ConnId> = {
            let mut net = self.inner.net.borrow_mut();
            net.partitions.clear();
            let held = net.conns.iter_mut().filter(|(_, conn)| conn.held);
            held.map(|(id, conn)| (*id, conn.held = false).0).collect()
        };
        held.into_iter().for_each(|id| send_again(&self.inner, id));
    }

    /// Breaks all connections of a machine, without harm to its process.
    pub fn break_connections(&self, node: &SimNode) {
        let ids: Vec<ConnId> = {
            let net = self.inner.net.borrow();
            net.conns.iter().filter(|(_, conn)| conn.node == node.index()).map(|(id, _)| *id).collect()
        };
        ids.into_iter().for_each(|id| break_conn(&self.inner, id));
    }

    /// Connections and listeners there are: for tests that look for leaks.
    pub fn connection_count(&self) -> usize {
        self.inner.net.borrow().conns.len()
    }
}

/// How long the next message takes.
fn delay(world: &Inner) -> Duration {
    let options = world.net.borrow().options;
    if world.one_in(options.slow_one_in) {
        return world.between(options.delay.1, options.slow.max(options.delay.1));
    }
    world.between(options.delay.0, options.delay.1)
}

/// Has the flights of `id` from `number` on arrive, in order.
fn schedule(world: &Rc<Inner>, id: ConnId, number: u64) {
    let delay = delay(world).as_nanos() as u64;
    let time = {
        let mut net = world.net.borrow_mut();
        let Some(conn) = net.conns.get_mut(&id) else { return };
        conn.last_arrival = (world.now.get() + delay).max(conn.last_arrival);
        conn.last_arrival
    };
    world.at(time, move |world| arrive(world, id, number));
}

fn send_again(world: &Rc<Inner>, id: ConnId) {
    let numbers: Vec<u64> = {
        let net = world.net.borrow();
        let Some(conn) = net.conns.get(&id) else { return };
        conn.out.iter().map(|flight| flight.number).collect()
    };
    numbers.into_iter().for_each(|number| schedule(world, id, number));
}

/// A message reaches the other end.
fn arrive(world: &Rc<Inner>, id: ConnId, number: u64) {
    let mut borrowed = world.net.borrow_mut();
    let net = &mut *borrowed;
    let Some(conn) = net.conns.get(&id) else { return };
    let Some(peer) = conn.peer else { return };
    let front = conn.out.front().is_some_and(|flight| flight.number == number);
    // Of a flight that was rescheduled, only the first arrival in order counts.
    if !front || conn.held {
        return;
    }
    let reachable = net.conns.get(&peer).is_none_or(|peer| net.reach(conn.node, peer.node));
    let Some(conn) = net.conns.get_mut(&id) else { return };
    if !reachable {
        conn.held = true;
        return;
    }
    let Some(flight) = conn.out.pop_front() else { return };
    if std::mem::take(&mut conn.full)
        && let Some(place) = net.places.get_mut(&conn.place)
    {
        place.room = true;
        if let Some(waker) = place.waker.take() {
            waker.wake();
        }
    }
    world.trace.note("message", id.0, flight.message.head.len() as u64);
    world.trace.content(&flight.message.head);
    world.trace.content(flight.message.body.as_deref().unwrap_or_default());
    net.tell_connected(peer);
    if let Some(to) = net.conns.get(&peer)
        && to.state == State::Open
    {
        // The sender's buffers go back to the sender; these are the receiver's.
        let message = Message {
            head: Buf::from_slice(&flight.message.head),
            body: flight.message.body.as_ref().map(|body| Buf::from_slice(body)),
        };
        let place = to.place;
        net.push(place, Event::Received { conn: peer, message });
    }
    drop(borrowed);
    // Outside the borrow: the buffers' pool may be anybody's.
    drop(flight);
}

/// Of what is in flight from `id`, some prefix arrives.
fn cut(world: &Inner, id: ConnId) {
    let len = world.net.borrow().conns.get(&id).map_or(0, |conn| conn.out.len());
    let kept = world.below(len as u64 + 1) as usize;
    let lost = world.net.borrow_mut().conns.get_mut(&id).map(|conn| conn.out.split_off(kept));
    drop(lost);
}

/// The owner of `id` lets go of it; its peer hears so after `notice`, behind what still arrives.
fn close(world: &Rc<Inner>, id: ConnId, notice: Duration, reason: &'static str) {
    cut(world, id);
    let time = {
        let mut net = world.net.borrow_mut();
        let Some(conn) = net.conns.get_mut(&id) else { return };
        conn.state = State::Closed;
        (world.now.get() + notice.as_nanos() as u64).max(conn.last_arrival)
    };
    world.trace.note("close", id.0, 0);
    world.at(time, move |world| finish(world, id, reason));
}

fn finish(world: &Rc<Inner>, id: ConnId, reason: &'static str) {
    let mut net = world.net.borrow_mut();
    let Some(conn) = net.conns.get(&id) else { return };
    let (node, peer) = (conn.node, conn.peer);
    let peer_node = peer.and_then(|peer| net.conns.get(&peer)).map(|peer| peer.node);
    if peer_node.is_some_and(|other| !net.reach(node, other)) {
        drop(net);
        world.after(RETRY, move |world| finish(world, id, reason));
        return;
    }
    // What was held is lost with the connection.
    let conn = net.conns.remove(&id);
    if let Some(peer) = peer {
        net.tell_closed(peer, reason);
    }
    drop(net);
    drop(conn);
}

/// The connection that `id` is an end of breaks: each end hears of it at its own time.
fn break_conn(world: &Rc<Inner>, id: ConnId) {
    let peer = world.net.borrow().conns.get(&id).and_then(|conn| conn.peer);
    for end in [Some(id), peer].into_iter().flatten() {
        let broken = match world.net.borrow_mut().conns.get_mut(&end) {
            Some(conn) if conn.state == State::Open => {
                conn.state = State::Broken;
                true
            }
            _ => false,
        };
        if !broken {
            continue;
        }
        cut(world, end);
        let notice = world.net.borrow().options.notice;
        let notice = world.between(Duration::ZERO, notice.1);
        world.trace.note("break", end.0, 0);
        world.after(notice, move |world| {
            let mut net = world.net.borrow_mut();
            let out = net.conns.get_mut(&end).map(|conn| std::mem::take(&mut conn.out));
            net.tell_closed(end, "connection reset");
            drop(net);
            drop(out);
        });
    }
}

/// A process dies.
pub(super) fn end(world: &Rc<Inner>, process: Process, death: Death) {
    let places: Vec<u64> = {
        let net = world.net.borrow();
        net.places.iter().filter(|(_, place)| place.process == process).map(|(id, _)| *id).collect()
    };
    places.into_iter().for_each(|place| end_place(world, place, death));
}

/// A transport ends.
fn end_place(world: &Rc<Inner>, place: u64, death: Death) {
    let (gone, ids) = {
        let mut net = world.net.borrow_mut();
        net.listeners.retain(|_, listener| *listener != place);
        let ids = net.conns.iter().filter(|(_, conn)| conn.place == place && conn.state != State::Closed);
        let ids: Vec<ConnId> = ids.map(|(id, _)| *id).collect();
        (net.places.remove(&place), ids)
    };
    drop(gone);
    for id in ids {
        let options = world.net.borrow().options;
        let notice = match death {
            Death::Kill => options.notice,
            Death::Crash => options.notice_crash,
        };
        let notice = world.between(notice.0, notice.1);
        close(world, id, notice, "connection reset by peer");
    }
}

/// A connection request reaches whoever listens.
fn request(world: &Rc<Inner>, id: ConnId, addr: Addr, give_up: u64) {
    let mut borrowed = world.net.borrow_mut();
    let net = &mut *borrowed;
    let Some(conn) = net.conns.get(&id) else { return };
    if conn.state != State::Open {
        // Closed or broken meanwhile; its end is on the way.
        return;
    }
    let listener = net.listeners.get(&addr).copied();
    let node = listener.and_then(|place| net.places.get(&place)).map(|place| place.process.node);
    match (listener, node) {
        (Some(place), Some(node)) if net.reach(conn.node, node) => {
            let peer = net.conn(place, node, Some(id), true);
            if let Some(conn) = net.conns.get_mut(&id) {
                conn.peer = Some(peer);
            }
            world.trace.note("accept", peer.0, id.0);
            net.push(place, Event::Accepted { conn: peer, rail: addr });
            drop(borrowed);
            let back = delay(world);
            world.after(back, move |world| world.net.borrow_mut().tell_connected(id));
            send_again(world, id);
        }
        (Some(_), Some(_)) if world.now.get() < give_up => {
            drop(borrowed);
            world.after(RETRY, move |world| request(world, id, addr, give_up));
        }
        (found, _) => {
            let reason = if found.is_some() { "connect: timed out" } else { "connect: refused" };
            let out = net.conns.get_mut(&id).map(|conn| std::mem::take(&mut conn.out));
            net.tell_closed(id, reason);
            drop(borrowed);
            drop(out);
        }
    }
}

/// A transport of a simulated process. Any [`Addr`] can be listened on: it is a name.
pub struct SimTransport {
    part: Part,
    place: u64,
}

impl SimTransport {
    pub(super) fn new(world: &Rc<Inner>, process: Process) -> Rc<SimTransport> {
        let mut net = world.net.borrow_mut();
        net.next += 1;
        let place = net.next;
        net.places.insert(place, Place { process, events: VecDeque::new(), waker: None, room: false });
        Rc::new(SimTransport { part: Part { world: world.clone(), process }, place })
    }
}

impl Drop for SimTransport {
    /// A transport that is dropped by a living process closes its connections.
    fn drop(&mut self) {
        if self.part.alive() {
            end_place(&self.part.world, self.place, Death::Kill);
        }
    }
}

impl Transport for SimTransport {
    fn listen(&self, addr: &Addr) -> io::Result<Addr> {
        let mut net = self.part.world.net.borrow_mut();
        if !net.places.contains_key(&self.place) {
            return Err(io::ErrorKind::NotConnected.into());
        }
        let mut addr = addr.clone();
        if let Addr::Tcp(address) = &mut addr
            && address.port() == 0
        {
            net.next += 1;
            address.set_port(32_768 + (net.next % 30_000) as u16);
        }
        if net.listeners.contains_key(&addr) {
            return Err(io::ErrorKind::AddrInUse.into());
        }
        net.listeners.insert(addr.clone(), self.place);
        Ok(addr)
    }

    fn connect(&self, addr: &Addr) -> ConnId {
        let world = &self.part.world;
        let id = world.net.borrow_mut().conn(self.place, self.part.process.node, None, false);
        if self.part.alive() {
            let give_up = world.now.get() + CONNECT_MAX.as_nanos() as u64;
            let addr = addr.clone();
            world.after(delay(world), move |world| request(world, id, addr, give_up));
        } else {
            world.net.borrow_mut().conns.remove(&id);
        }
        id
    }

    fn send(&self, conn: ConnId, mut message: Message) -> Result<(), SendError> {
        let world = &self.part.world;
        let tamper = world.net.borrow().tamper.clone();
        if let Some(head) = tamper.and_then(|tamper| tamper(&message.head)) {
            message.head = Buf::from_slice(&head);
        }
        let (head, body) = (message.head.len(), message.body.as_ref().map_or(0, |body| body.len()));
        let number = {
            let mut net = world.net.borrow_mut();
            let found = net.conns.get_mut(&conn).filter(|found| found.place == self.place);
            let Some(found) = found.filter(|found| found.state != State::Closed) else {
                return Err(SendError::Closed);
            };
            if head > HEAD_MAX || body > BODY_MAX {
                return Err(SendError::TooLarge { head, body });
            }
            if found.state == State::Broken {
                None
            } else if found.out.len() >= IN_FLIGHT_MAX {
                found.full = true;
                return Err(SendError::Full(message));
            } else {
                found.next_flight += 1;
                let number = found.next_flight;
                found.out.push_back(Flight { number, message });
                // Before the other end is there, it waits for it.
                found.peer.map(|_| number)
            }
        };
        if let Some(number) = number {
            schedule(world, conn, number);
        }
        let break_one_in = world.net.borrow().options.break_one_in;
        if world.one_in(break_one_in) {
            break_conn(world, conn);
        }
        Ok(())
    }

    fn close(&self, conn: ConnId) {
        let world = &self.part.world;
        {
            let mut net = world.net.borrow_mut();
            let found = net.conns.get(&conn).filter(|found| found.place == self.place);
            if found.is_none_or(|found| found.state == State::Closed) {
                return;
            }
            net.push(self.place, Event::Closed { conn, reason: "closed here".to_owned() });
        }
        let notice = delay(world);
        close(world, conn, notice, "closed by the peer");
    }

    fn poll(&self, events: &mut Vec<Event>) {
        if let Some(place) = self.part.world.net.borrow_mut().places.get_mut(&self.place) {
            place.room = false;
            events.extend(place.events.drain(..));
        }
    }

    fn wait(&self, deadline: Instant) -> LocalFuture<'_, ()> {
        let time = self.part.world.world_time(self.part.process.node, deadline);
        let timer = Sleep::new(self.part.world.clone(), time);
        Box::pin(Waiting { transport: self, timer })
    }
}

struct Waiting<'a> {
    transport: &'a SimTransport,
    timer: Sleep,
}

impl Future for Waiting<'_> {
    type Output = ();

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<()> {
        {
            let mut net = self.transport.part.world.net.borrow_mut();
            // A dead process waits for ever.
            let Some(place) = net.places.get_mut(&self.transport.place) else { return Poll::Pending };
            if place.room || !place.events.is_empty() {
                return Poll::Ready(());
            }
            place.waker = Some(context.waker().clone());
        }
        Pin::new(&mut self.timer).poll(context)
    }
}

#[cfg(test)]
mod tests;
