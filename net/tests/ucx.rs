//! Hubs over UCX, in real time: a server's thread and a client's, over the network and over shared memory.
#![allow(clippy::unwrap_used, clippy::disallowed_methods)]

use std::future::{Future, poll_fn};
use std::pin::pin;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::task::Poll;
use std::time::Duration;

use futures_util::future::join_all;
use osmia_env::{Addr, Buf, Instant};
use osmia_net::{CallErrorKind, Hub, HubOptions, Identity, Incoming, PeerAddrs};
use osmia_protocol::{ClientId, ClusterId, Role, ShardId, Status, wire};
use osmia_sys::LocalTasks;
use osmia_ucx::{UcxOptions, UcxTransport};

const CLUSTER: ClusterId = ClusterId([3; 16]);
const SHARD: u32 = 0x1_0000;

fn hub(identity: Identity) -> (Rc<LocalTasks>, Rc<Hub>) {
    let (env, tasks) = osmia_sys::env().unwrap();
    let transport = UcxTransport::new(env.clone(), UcxOptions::default()).unwrap();
    (tasks, Hub::new(env, transport, HubOptions::new(identity)))
}

/// A thread that answers with the body it is sent, until it is told to stop.
struct Server {
    addr: Addr,
    stop: Arc<AtomicBool>,
    thread: Option<std::thread::JoinHandle<()>>,
}

impl Server {
    fn start(listen: Addr) -> Server {
        let stop = Arc::new(AtomicBool::new(false));
        let (told, tell) = (stop.clone(), mpsc::channel());
        let (send, addr) = tell;
        let thread = std::thread::spawn(move || {
            let identity = Identity::server(CLUSTER, Role::Storage, ShardId(SHARD));
            let (tasks, hub) = hub(identity);
            send.send(hub.listen(&listen).unwrap()).unwrap();
            tasks.block_on(async {
                let mut incoming = Vec::new();
                while !told.load(Ordering::Relaxed) {
                    hub.poll(&mut incoming);
                    for incoming in incoming.drain(..) {
                        if let Incoming::Request(request) = incoming {
                            let done = Some(wire::Outcome::Done(Box::default()));
                            let uid = request.frame.get().uid().unwrap();
                            let reply = wire::Reply { outcome: done, retry_ms: uid, ..Default::default() };
                            hub.reply(request.from, reply, request.body);
                        }
                    }
                    hub.flush();
                    hub.wait(hub.env().now() + Duration::from_millis(20)).await;
                }
            });
        });
        Server { addr: addr.recv().unwrap(), stop, thread: Some(thread) }
    }

    fn stop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            thread.join().unwrap();
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.stop();
    }
}

fn request(uid: u32) -> wire::Request {
    wire::Request { uid, call: Some(wire::Call::Statfs(Box::default())), ..Default::default() }
}

/// Small and large calls, one and many at a time, are answered; when the server goes, calls fail instead of hanging,
/// and when it is back they work again.
fn whole_life(listen: Addr) {
    let mut server = Server::start(listen);
    let addr = server.addr.clone();
    let (tasks, hub) = hub(Identity::client(Some(CLUSTER), ClientId(1)));
    let to = PeerAddrs::new(Role::Storage, ShardId(SHARD), vec![addr.clone()]);
    let soon = || hub.env().now() + Duration::from_secs(30);
    tasks.block_on(hub.run(async {
        for uid in 0..100 {
            let response = hub.call(&to, request(uid), None, soon()).await.unwrap();
            assert_eq!((response.status(), response.reply().retry_ms().unwrap()), (Status::Ok, uid));
        }
        let calls = (0..300).map(|uid| hub.call(&to, request(uid), None, soon()));
        for (outcome, uid) in join_all(calls).await.into_iter().zip(0..) {
            assert_eq!(outcome.unwrap().reply().retry_ms().unwrap(), uid);
        }
        // More bodies than the transport takes at once.
        let calls = (0..100u32).map(|uid| {
            let bytes = [1, 5000, 1 << 20][uid as usize % 3];
            let mut body = Buf::zeroed(bytes);
            body.fill(uid as u8);
            hub.call(&to, request(uid), Some(body), soon())
        });
        for (outcome, uid) in join_all(calls).await.into_iter().zip(0u32..) {
            let response = outcome.unwrap();
            let body = response.body.as_deref().unwrap();
            assert_eq!(body.len(), [1, 5000, 1 << 20][uid as usize % 3]);
            assert!(body.iter().all(|&byte| byte == uid as u8));
        }
    }));
    server.stop();
    tasks.block_on(hub.run(async {
        // Once for the connection that broke, then for good.
        let first = hub.call(&to, request(0), None, soon()).await.unwrap_err();
        let second = hub.call(&to, request(0), None, soon()).await.unwrap_err();
        assert_ne!(first.kind, CallErrorKind::Deadline { sent: true });
        assert_eq!(second.kind, CallErrorKind::Unreachable, "{second}");
    }));
    let _again = Server::start(addr);
    tasks.block_on(hub.run(async {
        assert_eq!(hub.call(&to, request(7), None, soon()).await.unwrap().status(), Status::Ok);
    }));
}

/// Over TCP: see [`whole_life`].
#[test]
fn tcp() {
    whole_life("tcp://127.0.0.1:0".parse().unwrap());
}

/// Over shared memory: see [`whole_life`].
#[test]
fn shared_memory() {
    let dir = tempfile::tempdir().unwrap();
    whole_life(Addr::Shm(dir.path().join("server.sock")));
}

/// An address of shared memory is preferred where its socket is, and skipped where it is not.
#[test]
fn preferred_address() {
    let dir = tempfile::tempdir().unwrap();
    let socket = Addr::Shm(dir.path().join("server.sock"));
    let server = Server::start(socket.clone());
    let nowhere: Addr = "tcp://127.0.0.1:1".parse().unwrap();
    let missing = Addr::Shm(dir.path().join("missing.sock"));
    let (tasks, hub) = hub(Identity::client(None, ClientId(1)));
    let to = PeerAddrs::new(Role::Storage, ShardId(SHARD), vec![nowhere, missing, socket]);
    let deadline = hub.env().now() + Duration::from_secs(30);
    let response = tasks.block_on(hub.run(hub.call(&to, request(1), None, deadline))).unwrap();
    assert_eq!((response.status(), hub.stats().connects), (Status::Ok, 1));
    drop(server);
}

/// A server that does not exist is an error within milliseconds, not at the deadline.
#[test]
fn dead_server() {
    let (tasks, hub) = hub(Identity::client(None, ClientId(1)));
    let to =
        PeerAddrs::new(Role::Storage, ShardId(SHARD), vec!["tcp://127.0.0.1:1".parse::<Addr>().unwrap()]);
    let begun = hub.env().now();
    let error = tasks.block_on(hub.run(hub.call(&to, request(1), None, Instant::NEVER))).unwrap_err();
    assert_eq!(error.kind, CallErrorKind::Unreachable, "{error}");
    assert!(hub.env().now() - begun < Duration::from_secs(20), "{:?}", hub.env().now() - begun);
}

/// Calls to nobody that begin while the hub sleeps already fail as soon as others do.
#[test]
fn begun_while_asleep() {
    let dir = tempfile::tempdir().unwrap();
    // The kernel shakes hands for it, and nobody answers.
    let silent = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let nowhere = [
        Addr::Shm(dir.path().join("missing.sock")),
        "tcp://127.0.0.1:1".parse().unwrap(),
        Addr::Tcp(silent.local_addr().unwrap()),
    ];
    let (tasks, hub) = hub(Identity::client(None, ClientId(1)));
    let after = |millis| hub.env().tasks.sleep_until(hub.env().now() + Duration::from_millis(millis));
    tasks.block_on(hub.run(async {
        for addr in nowhere {
            for _ in 0..3 {
                after(30).await;
                let to = PeerAddrs::new(Role::Storage, ShardId(SHARD), vec![addr.clone()]);
                let call = hub.call(&to, request(1), None, hub.env().now() + Duration::from_secs(60));
                match futures_util::future::select(call, after(30_000)).await {
                    futures_util::future::Either::Left((outcome, _)) => drop(outcome.unwrap_err()),
                    futures_util::future::Either::Right(_) => panic!("the call to {addr} has no end"),
                }
            }
        }
    }));
}

/// Another thread's wake-up ends the hub's wait, so that a future that waits for it goes on.
#[test]
fn woken_by_a_thread() {
    let (tasks, hub) = hub(Identity::client(None, ClientId(1)));
    let flag = Arc::new(AtomicBool::new(false));
    let (send, wakers) = mpsc::channel::<std::task::Waker>();
    let told = flag.clone();
    let thread = std::thread::spawn(move || {
        let waker = wakers.recv().unwrap();
        told.store(true, Ordering::SeqCst);
        waker.wake();
    });
    tasks.block_on(hub.run(async {
        let mut sent = false;
        let mut timeout = pin!(hub.env().tasks.sleep_until(hub.env().now() + Duration::from_secs(30)));
        poll_fn(|context| {
            if flag.load(Ordering::SeqCst) {
                return Poll::Ready(());
            }
            if !sent {
                sent = true;
                send.send(context.waker().clone()).unwrap();
            }
            assert!(timeout.as_mut().poll(context).is_pending(), "nobody woke us");
            Poll::Pending
        })
        .await;
    }));
    thread.join().unwrap();
}
