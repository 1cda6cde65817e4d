//! What the hubs themselves cost: calls between two hubs of one thread, over a transport that only moves pointers.
//! `cargo bench -p osmia-net`. Both sides' work is in each figure: encode, queue, seal, parse, match, wake.
#![allow(clippy::disallowed_methods, clippy::unwrap_used, missing_docs)]

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::future::Future;
use std::hint::black_box;
use std::pin::pin;
use std::rc::Rc;
use std::task::{Context, Poll, Waker};

use osmia_env::transport::SendError;
use osmia_env::{
    Addr, Clock, ConnId, Env, Event, Instant, LocalFuture, Message, Rng, Tasks, Timestamp, Transport,
};
use osmia_net::{Hub, HubOptions, Identity, Incoming, Patience, PeerAddrs, Repeat, Session, session_call};
use osmia_protocol::planus::Builder;
use osmia_protocol::{ClientId, ClusterId, Role, ShardId, frame, wire};

struct Real(std::time::Instant);

impl Clock for Real {
    fn now(&self) -> Instant {
        Instant(self.0.elapsed().as_nanos() as u64)
    }
    fn timestamp(&self) -> Timestamp {
        Timestamp(0)
    }
}

impl Rng for Real {
    fn next_u64(&self) -> u64 {
        4
    }
}

impl Tasks for Real {
    fn spawn(&self, _: LocalFuture<'static, ()>) {
        panic!("nothing is spawned")
    }
    fn sleep_until(&self, _: Instant) -> LocalFuture<'static, ()> {
        Box::pin(std::future::pending())
    }
    fn yield_now(&self) -> LocalFuture<'static, ()> {
        Box::pin(std::future::ready(()))
    }
    fn readable(&self, _: i32, _: Instant) -> LocalFuture<'static, std::io::Result<bool>> {
        panic!("no descriptors here")
    }
    fn run_blocking(&self, _: Box<dyn FnOnce() + Send>) -> LocalFuture<'static, ()> {
        panic!("nothing blocks")
    }
}

type Queue = Rc<RefCell<VecDeque<Event>>>;

struct Pipe {
    ours: Queue,
    theirs: Queue,
}

impl Transport for Pipe {
    fn listen(&self, addr: &Addr) -> std::io::Result<Addr> {
        Ok(addr.clone())
    }
    fn connect(&self, addr: &Addr) -> ConnId {
        self.theirs.borrow_mut().push_back(Event::Accepted { conn: ConnId(1), rail: addr.clone() });
        ConnId(1)
    }
    fn send(&self, conn: ConnId, message: Message) -> Result<(), SendError> {
        self.theirs.borrow_mut().push_back(Event::Received { conn, message });
        Ok(())
    }
    fn close(&self, _: ConnId) {}
    fn poll(&self, events: &mut Vec<Event>) {
        events.extend(self.ours.borrow_mut().drain(..));
    }
    fn wait(&self, _: Instant) -> LocalFuture<'_, ()> {
        Box::pin(std::future::ready(()))
    }
}

const CALLS: usize = 400_000;

fn main() {
    let real = Rc::new(Real(std::time::Instant::now()));
    let env = Env { clock: real.clone(), rng: real.clone(), tasks: real };
    let (a, b) = (Queue::default(), Queue::default());
    let cluster = ClusterId([1; 16]);
    let shard = ShardId::new(1, 0);
    let server = Hub::new(
        env.clone(),
        Rc::new(Pipe { ours: a.clone(), theirs: b.clone() }),
        HubOptions::new(Identity::server(cluster, Role::Metadata, shard)),
    );
    let client = Hub::new(
        env.clone(),
        Rc::new(Pipe { ours: b, theirs: a }),
        HubOptions::new(Identity::client(Some(cluster), ClientId(1))),
    );
    let to = PeerAddrs::new(Role::Metadata, shard, vec![Addr::Sim(1)]);
    let mut recorded = Vec::new();
    let attr = wire::AttrOk { attr: Some(wire::Attr { id: 1, ..zero_attr() }), dir: 1, ..Default::default() };
    let outcome = Some(wire::Outcome::AttrOk(Box::new(attr)));
    frame::push_reply(
        &mut recorded,
        &mut Builder::new(),
        &wire::Reply { id: 1, outcome, ..Default::default() },
    );
    let recorded = frame::frames(&recorded).next().unwrap().unwrap().to_vec();

    let mut context = Context::from_waker(Waker::noop());
    let mut incoming = Vec::new();
    let served = Cell::new(0u64);
    let mut serve = || {
        server.poll(&mut incoming);
        for incoming in incoming.drain(..) {
            let Incoming::Request(request) = incoming else { continue };
            match request.frame.get().call().unwrap() {
                Some(wire::CallRef::OpenSession(_)) => {
                    let ok = wire::SessionOk { session: 1, slots: 64, lease_ms: 1_000_000, resumed: false };
                    let outcome = Some(wire::Outcome::SessionOk(Box::new(ok)));
                    server.reply(request.from, wire::Reply { outcome, ..Default::default() }, None);
                }
                Some(wire::CallRef::Lookup(lookup)) => {
                    black_box(lookup.at().unwrap().unwrap().path().unwrap());
                    server.reply_bytes(request.from, &recorded);
                    served.set(served.get() + 1);
                }
                _ => panic!("not asked"),
            }
        }
        server.flush();
    };

    for depth in [1, 8, 32] {
        let begun = std::time::Instant::now();
        for _ in 0..CALLS / depth {
            let mut calls: Vec<_> =
                (0..depth).map(|_| client.call(&to, lookup(), None, env.now() + SECOND)).collect();
            let mut left = depth;
            while left > 0 {
                client.flush();
                serve();
                client.poll(&mut Vec::new());
                calls.retain_mut(|call| match std::pin::Pin::new(call).poll(&mut context) {
                    Poll::Ready(outcome) => {
                        black_box(outcome.unwrap());
                        left -= 1;
                        false
                    }
                    Poll::Pending => true,
                });
            }
        }
        report("call", depth, begun);
    }

    let session = Session::new(to.key, ClientId(1));
    let begun = std::time::Instant::now();
    for _ in 0..CALLS {
        let mut call =
            pin!(session_call(&client, &session, &to, lookup(), None, Repeat::Once, Patience::default()));
        while call.as_mut().poll(&mut context).map(|outcome| outcome.unwrap()).is_pending() {
            client.flush();
            serve();
            client.poll(&mut Vec::new());
        }
    }
    report("session_call", 1, begun);
    println!("served {}, client {:?}", served.get(), client.stats());
}

const SECOND: std::time::Duration = std::time::Duration::from_secs(1);

fn report(what: &str, depth: usize, begun: std::time::Instant) {
    let nanos = begun.elapsed().as_nanos() as f64 / CALLS as f64;
    println!("{what:<14} {depth:>3} in flight: {nanos:>7.0} ns per call, client and server together");
}

fn lookup() -> wire::Request {
    let at =
        wire::Where { dir: 1, path: Some(b"directory/file.mdtest.000000.17".to_vec()), ..Default::default() };
    let call = Some(wire::Call::Lookup(Box::new(wire::Lookup { at: Some(Box::new(at)) })));
    wire::Request { uid: 1000, gid: 1000, groups: Some(vec![1000, 10]), call, ..Default::default() }
}

fn zero_attr() -> wire::Attr {
    wire::Attr {
        id: 0,
        size: 0,
        blocks: 0,
        atime: 0,
        mtime: 0,
        ctime: 0,
        btime: 0,
        mode: 0,
        uid: 0,
        gid: 0,
        nlink: 1,
        generation: 0,
        flags: 0,
    }
}
