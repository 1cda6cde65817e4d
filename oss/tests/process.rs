//! The real process: killed, restarted, ended, and given what it must refuse.
#![allow(clippy::unwrap_used, clippy::disallowed_methods)]

use std::cell::Cell;
use std::path::PathBuf;
use std::process::{Child, Command, Output, Stdio};
use std::rc::Rc;
use std::time::{Duration, Instant};

use osmia_env::{Addr, Buf};
use osmia_net::{Hub, HubOptions, Identity, PeerAddrs, Response};
use osmia_protocol::{ClientId, ClusterId, Role, ShardId, Status, wire};
use osmia_sys::LocalTasks;
use osmia_ucx::{UcxOptions, UcxTransport};

const CLUSTER: &str = "00112233445566778899aabbccddeeff";
const SHARD: ShardId = ShardId(1 << 16);
/// Longest that anything may take.
const PATIENCE: Duration = Duration::from_secs(60);

/// A server of one shard with one target, in a directory of its own.
struct Server {
    directory: tempfile::TempDir,
    child: Option<Child>,
}

impl Server {
    fn new() -> Server {
        let directory = tempfile::TempDir::new().unwrap();
        let root = directory.path().display();
        // Loopback has an address for each test.
        let id = std::process::id();
        let text = format!(
            "[cluster]\nname = \"t\"\n[limits]\nbuffers_bytes = 4194304\n[[node]]\nid = 1\n\
             addresses = [\"127.7.{}.{}\"]\nruntime_dir = \"{root}\"\nshare_cores = true\n\
             [node.mds]\ncores = [0]\nport = 7700\ndirectory = \"{root}/mds\"\n\
             [node.oss]\ncores = [0]\nport = 7800\ndirectory = \"{root}/oss\"\n\
             [[node.oss.target]]\nid = 1\npath = \"{root}/target\"\n",
            id / 250 % 250,
            1 + id % 250
        );
        std::fs::write(directory.path().join("osmia.toml"), text).unwrap();
        Server { directory, child: None }
    }

    fn formatted() -> Server {
        let server = Server::new();
        let output = server.format();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        server
    }

    fn program(&self, before: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_osmia-oss"));
        command.args(before).arg("--config").arg(self.path("osmia.toml")).args(["--id", "1"]);
        command.stdin(Stdio::null());
        command
    }

    fn path(&self, name: &str) -> PathBuf {
        self.directory.path().join(name)
    }

    fn format(&self) -> Output {
        self.program(&["format"]).args(["--cluster-id", CLUSTER]).output().unwrap()
    }

    /// Its words when it must not start.
    fn refusal(&self) -> String {
        let output = self.program(&[]).output().unwrap();
        assert!(!output.status.success());
        String::from_utf8(output.stderr).unwrap()
    }

    fn start(&mut self) {
        let log = std::fs::OpenOptions::new().create(true).append(true).open(self.path("log")).unwrap();
        self.child = Some(self.program(&[]).stderr(log).spawn().unwrap());
    }

    fn kill(&mut self) {
        let mut child = self.child.take().unwrap();
        child.kill().unwrap();
        child.wait().unwrap();
    }

    fn terminate(&mut self) -> std::process::ExitStatus {
        let mut child = self.child.take().unwrap();
        let pid = rustix::process::Pid::from_child(&child);
        rustix::process::kill_process(pid, rustix::process::Signal::TERM).unwrap();
        child.wait().unwrap()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        if self.child.is_some() {
            self.kill();
        }
        if std::thread::panicking() {
            eprintln!("{}", std::fs::read_to_string(self.path("log")).unwrap_or_default());
        }
    }
}

/// A client of that server.
struct Client {
    tasks: Rc<LocalTasks>,
    hub: Rc<Hub>,
    to: PeerAddrs,
    session: Cell<u64>,
    number: Cell<u64>,
}

impl Client {
    fn new(server: &Server, cluster: Option<ClusterId>) -> Client {
        let (env, tasks) = osmia_sys::env().unwrap();
        let transport = UcxTransport::new(env.clone(), UcxOptions::default()).unwrap();
        let identity = Identity::client(cluster, ClientId(5));
        let hub = Hub::new(env, transport, HubOptions::new(identity));
        let to = PeerAddrs::new(Role::Storage, SHARD, [Addr::Shm(server.path("oss-1.0.sock"))]);
        Client { tasks, hub, to, session: Cell::new(0), number: Cell::new(0) }
    }

    fn call(&self, call: wire::Call, body: Option<Buf>) -> Response {
        self.answer(call, body).expect("the server answers")
    }

    /// `None` when the server dies meanwhile.
    fn try_call(&self, call: wire::Call, body: Option<Buf>) -> Option<Status> {
        self.answer(call, body).map(|response| response.status())
    }

    fn try_write(&self, inode: u64, offset: u64, bytes: &[u8]) -> Option<Status> {
        let write = wire::ObjWrite { object: object(inode), offset, sync: false };
        self.try_call(wire::Call::ObjWrite(Box::new(write)), Some(Buf::from_slice(bytes)))
    }

    fn answer(&self, call: wire::Call, body: Option<Buf>) -> Option<Response> {
        self.number.set(self.number.get() + 1);
        let request = wire::Request {
            session: self.session.get(),
            number: self.number.get(),
            call: Some(call),
            ..Default::default()
        };
        self.tasks.block_on(async {
            let deadline = self.hub.env().now() + PATIENCE;
            let call = self.hub.call(&self.to, request, body, deadline);
            self.hub.run(call).await.ok()
        })
    }

    /// Opens a session, as soon as the server answers.
    fn open(&self) {
        let until = Instant::now() + PATIENCE;
        loop {
            let open = wire::OpenSession { client: 5, slots: 4, ..Default::default() };
            let call = wire::Call::OpenSession(Box::new(open));
            let request = wire::Request { call: Some(call), ..Default::default() };
            let answer = self.tasks.block_on(async {
                let deadline = self.hub.env().now() + Duration::from_secs(1);
                let call = self.hub.call(&self.to, request, None, deadline);
                self.hub.run(call).await
            });
            if let Ok(response) = answer
                && let Ok(Some(wire::OutcomeRef::SessionOk(ok))) = response.reply().outcome()
            {
                self.session.set(ok.session().unwrap());
                return self.number.set(0);
            }
            assert!(Instant::now() < until, "the server does not answer");
            std::thread::yield_now();
        }
    }

    fn write(&self, inode: u64, offset: u64, bytes: &[u8]) -> Status {
        let write = wire::ObjWrite { object: object(inode), offset, sync: false };
        self.call(wire::Call::ObjWrite(Box::new(write)), Some(Buf::from_slice(bytes))).status()
    }

    fn read(&self, inode: u64, offset: u64, len: u32) -> Vec<u8> {
        let read = wire::ObjRead { object: object(inode), offset, len };
        let response = self.call(wire::Call::ObjRead(Box::new(read)), None);
        assert_eq!(response.status(), Status::Ok);
        response.body.map_or(Vec::new(), |body| body.to_vec())
    }
}

fn object(inode: u64) -> Option<wire::Object> {
    Some(wire::Object { inode, target: 1, layout_version: 1, ..Default::default() })
}

/// Killed again and again in the middle of writes, the server comes back with every acknowledged write; asked to end, it
/// ends with status 0, and comes back, too.
#[test]
fn kill_and_restart() {
    let mut server = Server::formatted();
    let client = Client::new(&server, None);
    let mut written: Vec<(u64, u64, u8)> = Vec::new();
    for life in 0..5_u64 {
        server.start();
        client.open();
        for &(inode, offset, byte) in &written {
            assert!(client.read(inode, offset, 5000) == [byte; 5000], "life {life}: {inode} at {offset}");
        }
        for step in 0..20_u64 {
            let (inode, offset, byte) = (life * 10 + step % 3, step * 5000, (life * 20 + step) as u8);
            let inode = inode + 1;
            assert_eq!(client.write(inode, offset, &[byte; 5000]), Status::Ok);
            written.push((inode, offset, byte));
        }
        if life == 3 {
            assert!(server.terminate().success());
        } else {
            server.kill();
        }
    }
    server.start();
    client.open();
    for (inode, offset, byte) in written {
        assert!(client.read(inode, offset, 5000) == [byte; 5000]);
    }
}

/// Killed in the middle of allocations: what was acknowledged is so afterwards, and the bytes beside it are untouched.
#[test]
fn killed_while_allocating() {
    let mut server = Server::formatted();
    let client = Client::new(&server, None);
    // By block of 5000 bytes, the byte that fills it.
    let mut blocks = [0_u8; 100];
    for life in 0..6_u64 {
        server.start();
        client.open();
        let child = server.child.as_ref().unwrap();
        let pid = rustix::process::Pid::from_child(child);
        // Told when the last request before is about to leave: it dies in that one or one of the next.
        let (tell, told) = std::sync::mpsc::channel();
        let killer = std::thread::spawn(move || {
            told.recv().unwrap();
            rustix::process::kill_process(pid, rustix::process::Signal::KILL).unwrap();
        });
        let mut open = None;
        for step in 0.. {
            if step == 40 + life {
                tell.send(()).unwrap();
            }
            let block = (life * 37 + step * 13) % 100;
            let (offset, len) = (block * 5000, 5000);
            let byte = 1 + (step % 200) as u8;
            let (filled, status) = if step % 3 == 0 {
                (byte, client.try_write(1, offset, &[byte; 5000]))
            } else {
                let mode = [3, 16, 17][step as usize / 3 % 3];
                let allocate = wire::ObjAllocate { object: object(1), offset, len, mode };
                (0, client.try_call(wire::Call::ObjAllocate(Box::new(allocate)), None))
            };
            match status {
                Some(status) => {
                    assert_eq!(status, Status::Ok);
                    blocks[block as usize] = filled;
                }
                None => {
                    open = Some((block as usize, filled));
                    break;
                }
            }
        }
        killer.join().unwrap();
        server.child.take().unwrap().wait().unwrap();
        server.start();
        client.open();
        for (number, byte) in blocks.iter_mut().enumerate() {
            let read = client.read(1, number as u64 * 5000, 5000);
            match open {
                // Without an answer: some of it may have been done.
                Some((block, filled)) if block == number => {
                    let mut either = read.iter();
                    assert!(
                        either.all(|found| *found == *byte || *found == filled || *found == 0),
                        "{number}"
                    );
                    assert_eq!(client.write(1, number as u64 * 5000, &[9; 5000]), Status::Ok);
                    *byte = 9;
                }
                _ => assert!(read == [*byte; 5000], "life {life}, block {number}: want {byte}"),
            }
        }
        server.kill();
    }
}

/// Unformatted, formatted twice, another cluster's, damaged: each is refused with words that say what to do.
#[test]
fn refusals() {
    let server = Server::new();
    assert!(server.refusal().contains("osmia format"));
    assert!(server.format().status.success());
    let check = server.program(&[]).arg("--check").output().unwrap();
    assert!(check.status.success(), "{}", String::from_utf8_lossy(&check.stderr));
    let again = server.format();
    assert!(!again.status.success() && String::from_utf8_lossy(&again.stderr).contains("not empty"));
    let path = server.path("osmia.toml");
    let text = std::fs::read_to_string(&path).unwrap();
    std::fs::write(&path, text.replace("[cluster]", "[cluster]\nid = \"ffffffffffffffffffffffffffffffff\""))
        .unwrap();
    let other = server.refusal();
    assert!(other.contains(CLUSTER) && other.contains("ffffffff"), "{other}");
    std::fs::write(&path, text.replace("id = 1\npath", "id = 2\npath")).unwrap();
    let other = server.refusal();
    assert!(other.contains("target 1") && other.contains("target 2"), "{other}");
    std::fs::write(&path, &text).unwrap();
    std::fs::write(server.path("target/superblock"), b"OSMIA what?").unwrap();
    assert!(server.refusal().contains("damaged"));
    std::fs::remove_file(server.path("target/superblock")).unwrap();
    assert!(server.refusal().contains("not formatted"));
}

/// A client of another cluster is refused at the handshake, and the server goes on.
#[test]
fn other_cluster() {
    let mut server = Server::formatted();
    server.start();
    Client::new(&server, None).open();
    let stranger = Client::new(&server, Some(ClusterId([1; 16])));
    let request = wire::Request { call: Some(wire::Call::Heartbeat(Box::default())), ..Default::default() };
    let refused = stranger.tasks.block_on(async {
        let deadline = stranger.hub.env().now() + PATIENCE;
        let call = stranger.hub.call(&stranger.to, request, None, deadline);
        stranger.hub.run(call).await.unwrap_err()
    });
    assert_eq!(refused.kind, osmia_net::CallErrorKind::Refused(Status::WrongCluster));
    Client::new(&server, None).open();
    assert!(server.terminate().success());
}
