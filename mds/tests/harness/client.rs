//! A client of the shard under test: builds requests, and gives what came back.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::rc::Rc;
use std::time::Duration;

use osmia_env::ConnId;
use osmia_protocol::flags::open_flags;
use osmia_protocol::{ClientId, Status, wire};

use super::{World, encode};

/// What an operation gives: the reply, or the status it failed with.
pub type Got<T> = Result<T, Status>;

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
        outcome(self.send(&self.numbered(call)).expect("a reply came"))
    }

    pub fn ask(&self, call: wire::Call) -> Got<wire::Outcome> {
        outcome(self.call(call))
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

    pub fn sync_all(&self) {
        self.ask(wire::Call::SyncAll(Box::new(wire::SyncAll {}))).unwrap();
    }
}

/// The outcome of a reply that succeeded.
pub fn outcome(reply: wire::Reply) -> Got<wire::Outcome> {
    match Status::from_wire(reply.status).expect("a known status") {
        Status::Ok => Ok(reply.outcome.unwrap_or_else(|| wire::Outcome::Done(Box::default()))),
        status => Err(status),
    }
}
