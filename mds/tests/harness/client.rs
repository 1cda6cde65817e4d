//! A client of the shard under test: builds requests, and gives what came back.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::rc::Rc;
use std::time::Duration;

use osmia_env::ConnId;
use osmia_protocol::flags::open_flags;
use osmia_protocol::{ClientId, InodeId, Status, wire};

use super::{PARTITIONS, World, encode};

/// What an operation gives: the reply, or the status it failed with.
pub type Got<T> = Result<T, Status>;

/// More than a lease is long.
const PATIENCE: Duration = Duration::from_secs(40);

/// A client process with a session.
pub struct Client {
    pub world: Rc<World>,
    pub conn: ConnId,
    pub client: ClientId,
    pub session: Cell<u64>,
    pub uid: Cell<u32>,
    pub gid: Cell<u32>,
    pub groups: Vec<u32>,
    number: Cell<u64>,
    /// Name of each file that was opened, for handles.
    names: RefCell<HashMap<u64, String>>,
    request: Cell<u64>,
    /// Its part at the other shard of a [`super::Cluster`].
    pub far: Option<Box<Client>>,
}

/// By path from a directory.
pub fn at(dir: u64, path: &str) -> Box<wire::Where> {
    Box::new(wire::Where { dir, path: Some(path.as_bytes().to_vec()), ..wire::Where::default() })
}

/// By path from the root.
pub fn root(path: &str) -> Box<wire::Where> {
    at(1, path)
}

/// By handle.
pub fn handle(id: u64, dir: u64, name: &str) -> Box<wire::Where> {
    Box::new(wire::Where { id, dir, path: Some(name.as_bytes().to_vec()), ..wire::Where::default() })
}

impl Client {
    /// A client of its own, as root, with a session.
    pub fn new(world: &Rc<World>, number: u64) -> Client {
        let client = Client::without_session(world, number);
        client.open_session(0);
        client
    }

    pub fn without_session(world: &Rc<World>, number: u64) -> Client {
        Client {
            world: world.clone(),
            conn: ConnId(number),
            client: ClientId(number),
            session: Cell::new(0),
            uid: Cell::new(0),
            gid: Cell::new(0),
            groups: Vec::new(),
            number: Cell::new(1),
            names: RefCell::default(),
            request: Cell::new(1),
            far: None,
        }
    }

    /// As a user.
    pub fn user(world: &Rc<World>, number: u64, uid: u32, gid: u32, groups: &[u32]) -> Client {
        let client = Client { groups: groups.to_vec(), ..Client::new(world, number) };
        client.uid.set(uid);
        client.gid.set(gid);
        client
    }

    pub fn open_session(&self, resume: u64) -> wire::SessionOk {
        self.reopen_session(resume, Vec::new())
    }

    pub fn reopen_session(&self, resume: u64, opens: Vec<wire::OpenFile>) -> wire::SessionOk {
        let call = wire::OpenSession { client: self.client.0, resume, slots: 8, opens: Some(opens) };
        self.session.set(0);
        let reply = self.call(wire::Call::OpenSession(Box::new(call)));
        let Some(wire::Outcome::SessionOk(ok)) = reply.outcome else { panic!("no session: {reply:?}") };
        self.session.set(ok.session);
        *ok
    }

    /// A request that is not recorded.
    pub fn request(&self, call: wire::Call) -> wire::Request {
        let id = self.request.get();
        self.request.set(id + 1);
        wire::Request {
            id,
            session: self.session.get(),
            epoch: 1,
            uid: self.uid.get(),
            gid: self.gid.get(),
            groups: (!self.groups.is_empty()).then(|| self.groups.clone()),
            call: Some(call),
            ..wire::Request::default()
        }
    }

    /// A request with the next number of slot 0.
    pub fn numbered(&self, call: wire::Call) -> wire::Request {
        let number = self.number.get();
        self.number.set(number + 1);
        wire::Request { number, ..self.request(call) }
    }

    /// Sends a request and ends the round. `None`: no reply yet.
    pub fn send(&self, request: &wire::Request) -> Option<wire::Reply> {
        let token = self.post(request);
        self.world.settle();
        self.world.take_reply(token)
    }

    /// Hands a request over without ending the round.
    pub fn post(&self, request: &wire::Request) -> u64 {
        let deadline = self.world.now() + Duration::from_secs(30);
        self.world.hand(self.conn, self.client, &encode(request), deadline)
    }

    /// Sends a call that is not recorded, and gives its reply.
    pub fn call(&self, call: wire::Call) -> wire::Reply {
        self.send(&self.request(call)).expect("a reply came")
    }

    /// Sends a numbered call.
    pub fn change(&self, call: wire::Call) -> Got<wire::Outcome> {
        self.follow(call, true)
    }

    pub fn ask(&self, call: wire::Call) -> Got<wire::Outcome> {
        self.follow(call, false)
    }

    /// The part of the client that speaks to the owner of an inode.
    pub fn at_owner(&self, id: u64) -> &Client {
        match &self.far {
            Some(far) if InodeId(id).partition().0 == PARTITIONS as u16 - 1 => far,
            _ => self,
        }
    }

    /// A request as this user's, numbered or not, of the part that speaks to its owner.
    pub fn build(&self, owner: &Client, call: wire::Call, numbered: bool) -> wire::Request {
        let request = if numbered { owner.numbered(call) } else { owner.request(call) };
        let groups = (!self.groups.is_empty()).then(|| self.groups.clone());
        wire::Request { uid: self.uid.get(), gid: self.gid.get(), groups, ..request }
    }

    /// Sends a request until it is answered for good, as a client whose servers restart does. Time passes where it must:
    /// a recall, for one, ends with the lease.
    pub fn insist(&self, request: &wire::Request) -> wire::Reply {
        let mut token = self.post(request);
        self.world.settle();
        for _ in 0..PATIENCE.as_secs() {
            let reply = self.world.take_reply(token);
            let again = reply.as_ref().is_some_and(|reply| reply.status == Status::NotReady.to_wire());
            match (reply, self.world.cluster.borrow().upgrade()) {
                (Some(reply), Some(_)) if !again => return reply,
                (Some(reply), None) => return reply,
                (None, None) => break,
                (_, Some(cluster)) => cluster.advance(Duration::from_secs(1)),
            }
            if again {
                token = self.post(request);
                self.world.settle();
            }
        }
        panic!("no reply came")
    }

    /// Sends a call to its owner, and goes on where a reply says so.
    fn follow(&self, mut call: wire::Call, numbered: bool) -> Got<wire::Outcome> {
        let mut dir = start(&mut call);
        for _ in 0..10 {
            let owner = self.at_owner(dir);
            let request = self.build(owner, call.clone(), numbered);
            let reply = owner.insist(&request);
            match (Status::from_wire(reply.status), &reply.outcome) {
                (Some(Status::Elsewhere), Some(wire::Outcome::ContinueAt(at))) if self.far.is_some() => {
                    go_on(&mut call, at);
                    dir = at.dir;
                }
                _ => return outcome(reply),
            }
        }
        panic!("the walk of {call:?} does not end");
    }

    // The operations.

    pub fn mkdir(&self, path: &str) -> Got<u64> {
        self.mkdir_mode(root(path), 0o755)
    }

    pub fn mkdir_mode(&self, at: Box<wire::Where>, mode: u32) -> Got<u64> {
        let call = wire::Mkdir { at: Some(at), mode, umask: 0 };
        match self.change(wire::Call::Mkdir(Box::new(call)))? {
            wire::Outcome::Done(done) => Ok(done.walked.unwrap().last().unwrap().id),
            other => panic!("{other:?}"),
        }
    }

    pub fn open(&self, at: Box<wire::Where>, flags: u32, mode: u32) -> Got<wire::OpenOk> {
        let path = String::from_utf8_lossy(at.path.as_deref().unwrap_or_default()).into_owned();
        let call = wire::Open { at: Some(at), flags, mode, umask: 0 };
        match self.change(wire::Call::Open(Box::new(call)))? {
            wire::Outcome::OpenOk(ok) => {
                let name = path.rsplit('/').next().unwrap_or_default().to_owned();
                self.names.borrow_mut().insert(ok.attr.unwrap().id, name);
                Ok(*ok)
            }
            other => panic!("{other:?}"),
        }
    }

    /// Creates a file without opening it.
    pub fn create(&self, path: &str) -> Got<wire::OpenOk> {
        self.open(root(path), open_flags::CREATE | open_flags::EXCLUSIVE, 0o644)
    }

    /// Creates a file open for reading and writing.
    pub fn create_open(&self, path: &str) -> Got<wire::OpenOk> {
        let flags = open_flags::CREATE | open_flags::READ | open_flags::WRITE;
        self.open(root(path), flags, 0o644)
    }

    pub fn stat(&self, path: &str) -> Got<wire::Attr> {
        self.lookup(root(path)).map(|ok| ok.attr.unwrap())
    }

    pub fn lookup(&self, at: Box<wire::Where>) -> Got<wire::AttrOk> {
        match self.ask(wire::Call::Lookup(Box::new(wire::Lookup { at: Some(at) })))? {
            wire::Outcome::AttrOk(ok) => Ok(*ok),
            other => panic!("{other:?}"),
        }
    }

    pub fn unlink(&self, path: &str) -> Got<()> {
        self.change(wire::Call::Unlink(Box::new(wire::Unlink { at: Some(root(path)) }))).map(drop)
    }

    pub fn rmdir(&self, path: &str) -> Got<()> {
        self.change(wire::Call::Rmdir(Box::new(wire::Rmdir { at: Some(root(path)) }))).map(drop)
    }

    pub fn rename(&self, from: (u64, &str), to: (u64, &str), flags: u32) -> Got<()> {
        let call = wire::Rename {
            from_dir: from.0,
            from_name: Some(from.1.as_bytes().to_vec()),
            to_dir: to.0,
            to_name: Some(to.1.as_bytes().to_vec()),
            flags,
        };
        self.change(wire::Call::Rename(Box::new(call))).map(drop)
    }

    pub fn setattr(&self, at: Box<wire::Where>, set: wire::Setattr) -> Got<wire::Attr> {
        let call = wire::Setattr { at: Some(at), ..set };
        match self.change(wire::Call::Setattr(Box::new(call)))? {
            wire::Outcome::AttrOk(ok) => Ok(ok.attr.unwrap()),
            other => panic!("{other:?}"),
        }
    }

    pub fn report(&self, file: &wire::OpenOk, set: wire::Report) -> Got<wire::AttrOk> {
        let id = file.attr.unwrap().id;
        let at = Some(handle(id, file.dir, self.names.borrow().get(&id).map_or("", String::as_str)));
        let call = wire::Report { at: set.at.clone().or(at), open: file.open, ..set };
        match self.change(wire::Call::Report(Box::new(call)))? {
            wire::Outcome::AttrOk(ok) => Ok(*ok),
            other => panic!("{other:?}"),
        }
    }

    pub fn readdir(&self, dir: u64, cursor: u64, bytes_max: u32, attributes: bool) -> Got<wire::ReaddirOk> {
        let call = wire::Readdir { dir, cursor, bytes_max, attributes };
        match self.ask(wire::Call::Readdir(Box::new(call)))? {
            wire::Outcome::ReaddirOk(ok) => Ok(*ok),
            other => panic!("{other:?}"),
        }
    }

    /// All names of a directory, sorted.
    pub fn list(&self, dir: u64) -> Vec<String> {
        let (mut names, mut cursor) = (Vec::new(), 0);
        loop {
            let page = self.readdir(dir, cursor, 400, false).unwrap();
            for entry in page.entries.unwrap_or_default() {
                names.push(String::from_utf8(entry.name.unwrap()).unwrap());
            }
            if page.end {
                names.sort();
                return names;
            }
            assert!(page.cursor > cursor, "the cursor moves");
            cursor = page.cursor;
        }
    }

    /// Sends a heartbeat that closes opens.
    pub fn close(&self, opens: &[u64]) {
        let call = wire::Call::Heartbeat(Box::new(wire::Heartbeat {}));
        let request = wire::Request { closes: Some(opens.to_vec()), ..self.request(call) };
        self.send(&request).expect("a reply came");
    }

    pub fn link(&self, at: Box<wire::Where>, to: (u64, &str)) -> Got<()> {
        let call = wire::Link { at: Some(at), to_dir: to.0, to_name: Some(to.1.as_bytes().to_vec()) };
        self.change(wire::Call::Link(Box::new(call))).map(drop)
    }

    pub fn mknod(&self, path: &str, mode: u32, rdev: u64, target: &str) -> Got<wire::AttrOk> {
        let target = (!target.is_empty()).then(|| target.as_bytes().to_vec());
        let call = wire::Mknod { at: Some(root(path)), mode, umask: 0, rdev, target };
        match self.change(wire::Call::Mknod(Box::new(call)))? {
            wire::Outcome::AttrOk(ok) => Ok(*ok),
            other => panic!("{other:?}"),
        }
    }

    pub fn setxattr(&self, at: Box<wire::Where>, name: &str, value: &[u8], flags: u32) -> Got<()> {
        let (name, value) = (Some(name.as_bytes().to_vec()), Some(value.to_vec()));
        let call = wire::Setxattr { at: Some(at), name, value, flags };
        self.change(wire::Call::Setxattr(Box::new(call))).map(drop)
    }

    pub fn removexattr(&self, at: Box<wire::Where>, name: &str) -> Got<()> {
        let call = wire::Removexattr { at: Some(at), name: Some(name.as_bytes().to_vec()) };
        self.change(wire::Call::Removexattr(Box::new(call))).map(drop)
    }

    pub fn getxattr(&self, at: Box<wire::Where>, name: &str) -> Got<Vec<u8>> {
        let call = wire::Getxattr { at: Some(at), name: Some(name.as_bytes().to_vec()) };
        value(self.ask(wire::Call::Getxattr(Box::new(call)))?)
    }

    /// Names of extended attributes.
    pub fn listxattr(&self, at: Box<wire::Where>) -> Got<Vec<String>> {
        let names = value(self.ask(wire::Call::Listxattr(Box::new(wire::Listxattr { at: Some(at) })))?)?;
        let names = names.split(|byte| *byte == 0).filter(|name| !name.is_empty());
        Ok(names.map(|name| String::from_utf8(name.to_vec()).unwrap()).collect())
    }

    pub fn readlink(&self, path: &str) -> Got<String> {
        let call = wire::Readlink { at: Some(root(path)) };
        value(self.ask(wire::Call::Readlink(Box::new(call)))?)
            .map(|target| String::from_utf8(target).unwrap())
    }

    pub fn sync_all(&self) {
        self.ask(wire::Call::SyncAll(Box::new(wire::SyncAll {}))).unwrap();
    }
}

fn value(outcome: wire::Outcome) -> Got<Vec<u8>> {
    match outcome {
        wire::Outcome::ValueOk(ok) => Ok(ok.value.unwrap_or_default()),
        other => panic!("{other:?}"),
    }
}

/// Where a call says that it begins, if it says so by path.
fn place(call: &mut wire::Call) -> Option<&mut wire::Where> {
    match call {
        wire::Call::Lookup(call) => call.at.as_deref_mut(),
        wire::Call::Open(call) => call.at.as_deref_mut(),
        wire::Call::Mkdir(call) => call.at.as_deref_mut(),
        wire::Call::Mknod(call) => call.at.as_deref_mut(),
        wire::Call::Readlink(call) => call.at.as_deref_mut(),
        wire::Call::Link(call) => call.at.as_deref_mut(),
        wire::Call::Unlink(call) => call.at.as_deref_mut(),
        wire::Call::Rmdir(call) => call.at.as_deref_mut(),
        wire::Call::Setattr(call) => call.at.as_deref_mut(),
        wire::Call::Report(call) => call.at.as_deref_mut(),
        wire::Call::Getxattr(call) => call.at.as_deref_mut(),
        wire::Call::Setxattr(call) => call.at.as_deref_mut(),
        wire::Call::Removexattr(call) => call.at.as_deref_mut(),
        wire::Call::Listxattr(call) => call.at.as_deref_mut(),
        wire::Call::Placement(call) => call.at.as_deref_mut(),
        _ => None,
    }
}

/// The inode whose owner gets a call first.
pub fn start(call: &mut wire::Call) -> u64 {
    match call {
        wire::Call::Rename(call) => call.from_dir,
        wire::Call::Readdir(call) => call.dir,
        call => place(call).map_or(1, |at| if at.id == 0 { at.dir } else { at.id }),
    }
}

/// Makes a call go on where a shard has said.
fn go_on(call: &mut wire::Call, to: &wire::ContinueAt) {
    if let Some(at) = place(call) {
        at.dir = to.dir;
        at.path.as_mut().expect("a walk has a path").drain(..to.consumed as usize);
    }
}

/// The outcome of a reply that succeeded.
pub fn outcome(reply: wire::Reply) -> Got<wire::Outcome> {
    match Status::from_wire(reply.status).expect("a known status") {
        Status::Ok => Ok(reply.outcome.unwrap_or_else(|| wire::Outcome::Done(Box::default()))),
        status => Err(status),
    }
}
