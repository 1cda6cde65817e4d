//! Sessions and retry against a small server that records replies, in virtual time.
#![allow(clippy::unwrap_used)]

mod support;

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use futures_util::future::join_all;
use osmia_env::{Addr, Buf};
use osmia_net::{Hub, Incoming, Patience, Repeat, Session, SessionError, session_call};
use osmia_protocol::planus::Builder;
use osmia_protocol::{ClientId, Status, frame, wire};
use support::{CLUSTER, LATENCY, MS, SECOND, World, ok, owned, peer, server_options};

const PATIENCE: Patience = Patience { attempt: Duration::from_millis(100), give_up: SECOND };

/// What a shard stores of sessions, and what the test sees and orders.
#[derive(Default)]
struct Book {
    sessions: HashMap<u64, HashMap<u16, (u64, Vec<u8>)>>,
    next: u64,
    slots: u16,
    lease_ms: u32,
    /// Requests that were run: (session, slot, number, uid).
    run: Vec<(u64, u16, u64, u32)>,
    /// Every request that came, but Hello.
    came: Vec<wire::Request>,
    /// Recorded replies given again.
    repeated: usize,
    /// Orders for the next requests: what to do instead of answering.
    orders: Vec<Order>,
    resumed: usize,
    heartbeats: usize,
    closed: Vec<u64>,
    ended: usize,
    callback: Option<osmia_env::ConnId>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Order {
    /// Runs it, and breaks the connection instead of answering.
    RunAndBreak,
    /// Breaks the connection without running it.
    Break,
    /// Runs it, ends all sessions, and breaks the connection.
    RunAndForget,
    /// Ends all sessions, then goes on.
    Forget,
    /// Says so without running it.
    Say(Status, u32),
    /// Says nothing.
    Ignore,
    /// Runs it after as long.
    Late(Duration),
}

type Shared = Rc<RefCell<Book>>;

fn start(world: &Rc<World>) -> (Rc<Hub>, Shared) {
    let book: Shared = Rc::new(RefCell::new(Book { slots: 4, lease_ms: 900, ..Default::default() }));
    let (served, net) = (book.clone(), world.clone());
    let hub = world.server(1, server_options(1), move |hub, incoming| {
        if let Incoming::Request(request) = incoming {
            serve(&net, hub, &served, request);
        }
    });
    (hub, book)
}

fn serve(world: &Rc<World>, hub: &Rc<Hub>, shared: &Shared, request: osmia_net::IncomingRequest) {
    let fields = owned(&request);
    let from = request.from;
    let say = |status: Status, retry_ms| {
        hub.reply(from, wire::Reply { status: status.to_wire(), retry_ms, ..Default::default() }, None);
    };
    let mut book = shared.borrow_mut();
    book.came.push(fields.clone());
    let is_open = matches!(fields.call, Some(wire::Call::OpenSession(_)));
    let is_heartbeat = matches!(fields.call, Some(wire::Call::Heartbeat(_)));
    if !is_open && !is_heartbeat && !book.orders.is_empty() {
        match book.orders.remove(0) {
            Order::Break => return world.break_conn(from.conn),
            Order::RunAndBreak => {
                run(&mut book, &fields);
                return world.break_conn(from.conn);
            }
            Order::RunAndForget => {
                run(&mut book, &fields);
                book.sessions.clear();
                return world.break_conn(from.conn);
            }
            Order::Forget => book.sessions.clear(),
            Order::Say(status, retry_ms) => return say(status, retry_ms),
            Order::Ignore => return,
            Order::Late(delay) => {
                let (world, hub, shared) = (world.clone(), hub.clone(), shared.clone());
                return world.clone().spawn(async move {
                    world.sleep(delay).await;
                    serve(&world, &hub, &shared, request);
                });
            }
        }
    }
    if let Some(wire::Call::OpenSession(open)) = &fields.call {
        let resumed = open.resume != 0 && book.sessions.contains_key(&open.resume);
        if open.resume != 0 && !resumed {
            return say(Status::SessionUnknown, 0);
        }
        let session = if resumed { open.resume } else { book.next + 1 };
        book.next = book.next.max(session);
        book.resumed += usize::from(resumed);
        book.sessions.entry(session).or_default();
        book.callback = Some(from.conn);
        let (slots, lease_ms) = (book.slots, book.lease_ms);
        let outcome =
            wire::Outcome::SessionOk(Box::new(wire::SessionOk { session, slots, lease_ms, resumed }));
        return hub.reply(from, wire::Reply { outcome: Some(outcome), ..Default::default() }, None);
    }
    let Some(slots) = book.sessions.get(&fields.session) else { return say(Status::SessionUnknown, 0) };
    let seen = slots.get(&fields.slot).map_or(0, |(number, _)| *number);
    if fields.number != 0 && fields.number == seen {
        book.repeated += 1;
        let recorded = &book.sessions[&fields.session][&fields.slot].1;
        return hub.reply_bytes(from, recorded);
    }
    if fields.number != 0 && fields.number < seen {
        return say(Status::NumberOld, 0);
    }
    book.closed.extend(fields.closes.iter().flatten());
    match &fields.call {
        Some(wire::Call::Heartbeat(_)) => book.heartbeats += 1,
        Some(wire::Call::CloseSession(_)) => {
            book.ended += 1;
            book.sessions.remove(&fields.session);
        }
        _ => {}
    }
    let bytes = run(&mut book, &fields);
    hub.reply_bytes(from, &bytes);
}

fn run(book: &mut Book, fields: &wire::Request) -> Vec<u8> {
    if !matches!(fields.call, Some(wire::Call::Heartbeat(_) | wire::Call::CloseSession(_))) {
        book.run.push((fields.session, fields.slot, fields.number, fields.uid));
    }
    let mut head = Vec::new();
    let reply = wire::Reply { id: 1, incarnation: 1, retry_ms: fields.uid, ..ok() };
    frame::push_reply(&mut head, &mut Builder::new(), &reply);
    let bytes = frame::frames(&head).next().unwrap().unwrap().to_vec();
    if fields.number != 0
        && let Some(slots) = book.sessions.get_mut(&fields.session)
    {
        slots.insert(fields.slot, (fields.number, bytes.clone()));
    }
    bytes
}

fn mkdir(uid: u32) -> wire::Request {
    wire::Request { uid, call: Some(wire::Call::Mkdir(Box::default())), ..Default::default() }
}

fn session() -> Arc<Session> {
    Arc::new(Session::new(peer(1, &[1]).key, ClientId(1)))
}

/// One call, driven.
async fn call(hub: &Rc<Hub>, session: &Session, uid: u32, repeat: Repeat) -> Result<u32, SessionError> {
    let response =
        hub.run(session_call(hub, session, &peer(1, &[1]), mkdir(uid), None, repeat, PATIENCE)).await?;
    assert_eq!(response.status(), Status::Ok);
    Ok(response.reply().retry_ms().unwrap())
}

/// A request whose reply was lost is sent again with the same session, slot and number, and gets the recorded reply:
/// it is run once.
#[test]
fn same_number_after_loss() {
    let world = World::new();
    let (_, book) = start(&world);
    book.borrow_mut().orders = vec![Order::RunAndBreak, Order::Break];
    let (hub, session) = (world.client(1), session());
    world.run(async move {
        assert_eq!(call(&hub, &session, 7, Repeat::Once).await, Ok(7));
        assert_eq!(call(&hub, &session, 8, Repeat::Once).await, Ok(8));
        assert_eq!((session.slots_idle(), session.slots_retired(), session.life()), (4, 0, 1));
    });
    let book = book.borrow();
    assert_eq!(book.run, [(1, 0, 1, 7), (1, 0, 2, 8)]);
    assert_eq!(book.repeated, 1);
    let numbers: Vec<_> =
        book.came[1..].iter().map(|request| (request.slot, request.number, request.uid)).collect();
    assert_eq!(numbers, [(0, 1, 7), (0, 1, 7), (0, 1, 7), (0, 2, 8)]);
}

/// A body is made anew for each attempt.
#[test]
fn body_again() {
    let world = World::new();
    let (_, book) = start(&world);
    book.borrow_mut().orders = vec![Order::Break, Order::Break];
    let (hub, session) = (world.client(1), session());
    let made = world.run(async move {
        let mut made = 0;
        let mut body = || {
            made += 1;
            Buf::from_slice(b"data")
        };
        let to = peer(1, &[1]);
        hub.run(session_call(&hub, &session, &to, mkdir(1), Some(&mut body), Repeat::Anew, PATIENCE))
            .await
            .unwrap();
        made
    });
    assert_eq!(made, 3);
    assert!(book.borrow().came[1..].iter().all(|request| request.body_bytes == 4));
}

/// A server that is not ready or overloaded is asked again after the pause it names, under the same number.
#[test]
fn back_off() {
    let world = World::new();
    let (_, book) = start(&world);
    book.borrow_mut().orders = vec![
        Order::Say(Status::NotReady, 0),
        Order::Say(Status::Overload, 50),
        Order::Say(Status::Conflict, 0),
        Order::Say(Status::Deadline, 0),
    ];
    let (hub, session) = (world.client(1), session());
    let taken = world.run(async move {
        let begun = hub.env().now();
        assert_eq!(call(&hub, &session, 7, Repeat::Once).await, Ok(7));
        hub.env().now() - begun
    });
    assert!(taken > 50 * MS && taken < 80 * MS, "{taken:?}");
    assert_eq!(book.borrow().run, [(1, 0, 1, 7)]);
}

/// An error status is an answer: it is not tried again.
#[test]
fn errors_are_answers() {
    let world = World::new();
    let (_, book) = start(&world);
    book.borrow_mut().orders = vec![Order::Say(Status::Exists, 0), Order::Say(Status::WrongEpoch, 0)];
    let (hub, session) = (world.client(1), session());
    world.run(async move {
        for status in [Status::Exists, Status::WrongEpoch] {
            let to = peer(1, &[1]);
            let response = hub
                .run(session_call(&hub, &session, &to, mkdir(1), None, Repeat::Once, PATIENCE))
                .await
                .unwrap();
            assert_eq!(response.status(), status);
        }
    });
}

/// Without an answer, a call gives up in time and says whether it may have been run; its slot is not used again.
#[test]
fn give_up() {
    let world = World::new();
    let (_, book) = start(&world);
    book.borrow_mut().orders = vec![Order::Ignore; 12];
    let (hub, session) = (world.client(1), session());
    let unlistener = world.clone();
    world.run(async move {
        let begun = hub.env().now();
        let error = call(&hub, &session, 7, Repeat::Once).await.unwrap_err();
        assert!(
            matches!(error, SessionError::GaveUp { maybe_run: true, .. }) && error.errno() == 110,
            "{error}"
        );
        let taken = hub.env().now() - begun;
        assert!(taken >= SECOND && taken < SECOND + MS, "{taken:?}");
        assert_eq!((session.slots_idle(), session.slots_retired()), (4, 1));
        book.borrow_mut().orders.clear();
        assert_eq!(call(&hub, &session, 8, Repeat::Once).await, Ok(8));
        assert_eq!(book.borrow().run, [(1, 1, 1, 8)]);
        // A call that never left leaves its slot in use.
        unlistener.unlisten(1);
        unlistener.break_all();
        // The hub must hear of it first: what is queued before that may have left.
        hub.run(unlistener.sleep(MS)).await;
        let error = call(&hub, &session, 9, Repeat::Once).await.unwrap_err();
        assert!(matches!(error, SessionError::GaveUp { maybe_run: false, .. }), "{error}");
        assert!(
            error.to_string().contains("metadata shard 1.0: cannot be reached (sim://1: refused)"),
            "{error}"
        );
        assert_eq!((session.slots_idle(), session.slots_retired()), (4, 1));
    });
}

/// When the session has ended, a request that was not sent before runs under a new one; one whose outcome is not known
/// is reported as such, unless running it again does no harm.
#[test]
fn session_ends() {
    let world = World::new();
    let (_, book) = start(&world);
    let (hub, session) = (world.client(1), session());
    world.run(async move {
        book.borrow_mut().orders = vec![Order::Forget];
        assert_eq!(call(&hub, &session, 1, Repeat::Once).await, Ok(1));
        assert_eq!(session.life(), 2);
        book.borrow_mut().orders = vec![Order::RunAndForget];
        let error = call(&hub, &session, 2, Repeat::Once).await.unwrap_err();
        assert_eq!(error, SessionError::OutcomeUnknown { peer: session.key() });
        assert_eq!((error.errno(), error.maybe_run()), (5, true));
        book.borrow_mut().orders = vec![Order::RunAndForget];
        assert_eq!(call(&hub, &session, 3, Repeat::Anew).await, Ok(3));
        book.borrow_mut().orders = vec![Order::RunAndForget];
        assert_eq!(call(&hub, &session, 4, Repeat::Reads).await, Ok(4));
        assert_eq!((session.slots_idle(), session.slots_retired()), (4, 0));
        let uids: Vec<_> = book.borrow().run.iter().map(|run| run.3).collect();
        assert_eq!(uids, [1, 2, 3, 3, 4, 4]);
    });
}

/// More calls than slots wait for a slot; threads with hubs of their own share the session; every number is used once
/// and rises on its slot.
#[test]
fn slots() {
    let world = World::new();
    let (_, book) = start(&world);
    book.borrow_mut().orders = vec![Order::Late(MS); 50];
    let session = session();
    let left = Rc::new(Cell::new(40));
    for thread in 0..4 {
        let (hub, session, left) = (world.client(1), session.clone(), left.clone());
        world.spawn(async move {
            let calls = (0..10).map(|i| {
                let (hub, session) = (&hub, &session);
                async move {
                    let uid = thread * 10 + i;
                    let to = peer(1, &[1]);
                    let outcome = session_call(hub, session, &to, mkdir(uid), None, Repeat::Once, PATIENCE)
                        .await
                        .unwrap();
                    assert_eq!(outcome.reply().retry_ms().unwrap(), uid);
                }
            });
            hub.run(join_all(calls)).await;
            left.set(left.get() - 10);
        });
    }
    let sleeper = world.clone();
    world.run(async move { sleeper.sleep(SECOND).await });
    assert_eq!((left.get(), session.slots_idle(), session.life()), (0, 4, 1));
    let book = book.borrow();
    let mut last = [0; 4];
    for &(_, slot, number, _) in &book.run {
        assert_eq!(number, last[usize::from(slot)] + 1);
        last[usize::from(slot)] = number;
    }
    assert_eq!(last.iter().sum::<u64>(), 40);
    let opens = book.came.iter().filter(|request| matches!(request.call, Some(wire::Call::OpenSession(_))));
    assert_eq!(opens.count(), 1);
}

/// A call dropped under way retires its slot; one dropped before it was sent does not.
#[test]
fn dropped() {
    let world = World::new();
    let (_, book) = start(&world);
    let (hub, session) = (world.client(1), session());
    world.run(async move {
        assert_eq!(call(&hub, &session, 1, Repeat::Once).await, Ok(1));
        book.borrow_mut().orders = vec![Order::Ignore];
        let to = peer(1, &[1]);
        let mut dropped = Box::pin(session_call(&hub, &session, &to, mkdir(2), None, Repeat::Once, PATIENCE));
        let mut timer = hub.env().tasks.sleep_until(hub.env().now() + 5 * MS);
        hub.run(std::future::poll_fn(|context| {
            let _ = dropped.as_mut().poll(context);
            timer.as_mut().poll(context)
        }))
        .await;
        assert_eq!(session.slots_idle(), 3);
        drop(dropped);
        assert_eq!((session.slots_idle(), session.slots_retired()), (4, 1));
        let never = session_call(&hub, &session, &to, mkdir(2), None, Repeat::Once, PATIENCE);
        drop(never);
        assert_eq!((session.slots_idle(), session.slots_retired()), (4, 1));
    });
}

/// The service opens the session when a caller wants it, keeps the lease with heartbeats, takes the session up again on
/// a new connection, sends closes, makes given-up slots usable, and says farewell.
#[test]
fn service() {
    let world = World::new();
    let (server, book) = start(&world);
    let session = session();
    let (hub, service) = (world.client(1), world.client(1));
    let notices = Rc::new(Cell::new(0));
    let heard = notices.clone();
    service.set_handler(Rc::new(move |_, incoming| {
        if let Incoming::Notice { .. } = incoming {
            heard.set(heard.get() + 1);
        }
    }));
    let ended = Rc::new(Cell::new(false));
    {
        let (service, session, ended) = (service.clone(), session.clone(), ended.clone());
        world.spawn(async move {
            service.run(session.keep(&service, || peer(1, &[1]), Vec::new)).await;
            ended.set(true);
        });
    }
    let sleeper = world.clone();
    world.run(async move {
        sleeper.sleep(SECOND).await;
        assert_eq!(service.connections(), 0, "nobody wants it");
        assert_eq!(call(&hub, &session, 1, Repeat::Once).await, Ok(1));
        assert_eq!((session.life(), service.connections()), (1, 1));
        let lease = session.lease_until().unwrap();
        assert!(lease > hub.env().now() + 890 * MS && lease < hub.env().now() + 900 * MS);
        // Notices go to the service.
        let callback = book.borrow().callback.unwrap();
        let body = wire::NoticeBody::Recall(Box::default());
        server.notify(callback, &wire::Notice { session: 1, body: Some(body) });
        // Three heartbeats a lease.
        sleeper.sleep(Duration::from_millis(1850)).await;
        assert_eq!((notices.get(), book.borrow().heartbeats), (1, 6));
        // The connection breaks: the same session on a new one.
        sleeper.break_conn(callback);
        sleeper.sleep(10 * MS).await;
        assert_eq!((book.borrow().resumed, session.life()), (1, 1));
        // A close waits a moment for a request, then a heartbeat takes it.
        session.push_close(42);
        sleeper.sleep(10 * MS).await;
        assert_eq!(call(&hub, &session, 2, Repeat::Reads).await, Ok(2));
        assert_eq!(book.borrow().closed, [42]);
        session.push_close(43);
        session.push_close(44);
        sleeper.sleep(30 * MS).await;
        assert_eq!((book.borrow().closed.as_slice(), session.closes_pending()), (&[42, 43, 44][..], 0));
        // A slot whose request was given up is settled by a heartbeat of the next number: an old request is dropped.
        book.borrow_mut().orders = vec![Order::Ignore; 20];
        book.borrow_mut().orders[0] = Order::Late(2 * SECOND);
        assert!(call(&hub, &session, 3, Repeat::Once).await.unwrap_err().maybe_run());
        book.borrow_mut().orders.clear();
        sleeper.sleep(5 * MS).await;
        assert_eq!((session.slots_idle(), session.slots_retired()), (4, 0));
        sleeper.sleep(3 * SECOND).await;
        assert!(!book.borrow().run.iter().any(|run| run.3 == 3));
        session.end();
        sleeper.sleep(10 * MS).await;
        assert!(ended.get() && book.borrow().ended == 1);
        let error = call(&hub, &session, 4, Repeat::Reads).await.unwrap_err();
        assert_eq!(error, SessionError::Ended { peer: session.key() });
    });
}

/// A server that is down when the session is wanted is found when it is back; who waits too long is told.
#[test]
fn late_server() {
    let world = World::new();
    let session = session();
    let (hub, service) = (world.client(1), world.client(1));
    {
        let session = session.clone();
        world.spawn(async move {
            service.run(session.keep(&service, || peer(1, &[1]), Vec::new)).await;
        });
    }
    let starter = world.clone();
    world.run(async move {
        let error = call(&hub, &session, 1, Repeat::Once).await.unwrap_err();
        assert!(matches!(error, SessionError::GaveUp { maybe_run: false, .. }), "{error}");
        let (_, book) = start(&starter);
        let begun = hub.env().now();
        assert_eq!(call(&hub, &session, 2, Repeat::Once).await, Ok(2));
        assert!(hub.env().now() - begun < 550 * MS);
        assert_eq!(book.borrow().run.len(), 1);
    });
}

/// A session that is ended while a silent server is asked to open it is over soon; its end waited for that attempt.
#[test]
fn ended_while_it_opens() {
    let world = World::new();
    // It takes connections, and never gets to what comes by them.
    let silent = world.client(7);
    silent.listen(&Addr::Sim(1)).unwrap();
    let session = session();
    let (hub, service) = (world.client(1), world.client(1));
    let ended = Rc::new(Cell::new(false));
    {
        let (session, ended) = (session.clone(), ended.clone());
        world.spawn(async move {
            service.run(session.keep(&service, || peer(1, &[1]), Vec::new)).await;
            ended.set(true);
        });
    }
    let sleeper = world.clone();
    world.run(async move {
        let error = call(&hub, &session, 1, Repeat::Once).await.unwrap_err();
        assert!(matches!(error, SessionError::GaveUp { maybe_run: false, .. }), "{error}");
        session.end();
        sleeper.sleep(150 * MS).await;
        assert!(ended.get());
    });
    drop(silent);
}

/// A server of another cluster is an error at once, with and without a service.
#[test]
fn wrong_cluster() {
    let world = World::new();
    start(&world);
    let strange = osmia_net::Identity::client(Some(osmia_protocol::ClusterId([1; 16])), ClientId(1));
    assert_ne!(strange.cluster, Some(CLUSTER));
    let options = osmia_net::HubOptions::new(strange);
    let (hub, service) = (world.hub(options), world.hub(options));
    let (alone, kept) = (session(), session());
    {
        let kept = kept.clone();
        world.spawn(async move {
            service.run(kept.keep(&service, || peer(1, &[1]), Vec::new)).await;
        });
    }
    world.run(async move {
        let mut refusals = Vec::new();
        for session in [alone, kept] {
            let begun = hub.env().now();
            let error = call(&hub, &session, 1, Repeat::Once).await.unwrap_err();
            assert_eq!(error, SessionError::Refused { peer: session.key(), status: Status::WrongCluster });
            assert!(hub.env().now() - begun < 20 * LATENCY);
            // It is asked again later.
            let refused = hub.stats().refused;
            hub.run(hub.env().tasks.sleep_until(begun + SECOND)).await;
            let error = call(&hub, &session, 1, Repeat::Once).await.unwrap_err();
            assert_eq!(error, SessionError::Refused { peer: session.key(), status: Status::WrongCluster });
            refusals.push(hub.stats().refused - refused);
        }
        assert_eq!(refusals, [1, 0], "the first asks by itself, for the second the service asks");
    });
}
