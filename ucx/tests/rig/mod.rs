//! Two real processes and what they need: a test runs itself again as its peer.
#![allow(dead_code, clippy::unwrap_used, reason = "each test uses its part, and fails by panicking")]

use std::io::{self, BufRead, BufReader, Write};
use std::os::fd::{AsFd, BorrowedFd};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::rc::Rc;
use std::time::Duration;

use osmia_env::{Addr, Buf, ConnId, Env, Event, Message, Transport};
use osmia_sys::LocalTasks;
use osmia_ucx::{UcxOptions, UcxTransport};

mod plain;

/// Which path a test takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Path {
    Tcp,
    Shm,
}

impl Path {
    /// Where a listener of this path goes, in the directory of the test.
    pub fn addr(self, dir: &std::path::Path) -> Addr {
        match self {
            Path::Tcp => Addr::Tcp("127.0.0.1:0".parse().unwrap()),
            Path::Shm => Addr::Shm(dir.join("meet.sock")),
        }
    }
}

/// A peer process: this test binary again, in the role of one `#[test]` marked ignored.
pub struct Peer {
    child: Child,
    stdin: Option<ChildStdin>,
    stdout: BufReader<ChildStdout>,
}

const ROLE: &str = "OSMIA_UCX_TEST_ROLE";

/// The arguments of the role that this process plays, if it is a peer.
pub fn role() -> Option<Vec<String>> {
    let role = std::env::var(ROLE).ok()?;
    Some(role.split('\u{1f}').map(str::to_owned).collect())
}

impl Peer {
    /// Starts a peer that runs the test named `play` with these arguments in [`role`].
    pub fn start(arguments: &[&str]) -> Peer {
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "play", "--nocapture", "--quiet", "--test-threads=1"])
            .env(ROLE, arguments.join("\u{1f}"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let stdin = child.stdin.take();
        let stdout = BufReader::new(child.stdout.take().unwrap());
        Peer { child, stdin, stdout }
    }

    /// The next line that the peer said with [`say`].
    pub fn hear(&mut self) -> String {
        loop {
            if let Some(said) = self.line() {
                return said;
            }
        }
    }

    /// The next line that the peer has said, if it has.
    pub fn heard(&mut self) -> Option<String> {
        // The test runner writes there, too.
        while !self.stdout.buffer().is_empty() || readable(self.stdout.get_ref().as_fd()) {
            if let Some(said) = self.line() {
                return Some(said);
            }
        }
        None
    }

    fn line(&mut self) -> Option<String> {
        let mut line = String::new();
        if self.stdout.read_line(&mut line).unwrap() == 0 {
            panic!("the peer ended: {:?}", self.child.wait());
        }
        line.trim_end().strip_prefix("peer: ").map(str::to_owned)
    }

    /// It lives, and does nothing any more.
    pub fn stop(&self) {
        self.signal(rustix::process::Signal::STOP);
    }

    /// It does something again.
    pub fn resume(&self) {
        self.signal(rustix::process::Signal::CONT);
    }

    fn signal(&self, signal: rustix::process::Signal) {
        let pid = rustix::process::Pid::from_child(&self.child);
        rustix::process::kill_process(pid, signal).unwrap();
    }

    /// SIGKILL, and the end of the process awaited.
    pub fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// Lets the peer end (its standard input closes), and checks that it did well.
    pub fn finish(mut self) {
        drop(self.stdin.take());
        let mut rest = String::new();
        io::Read::read_to_string(&mut self.stdout, &mut rest).unwrap();
        let status = self.child.wait().unwrap();
        assert!(status.success(), "the peer failed: {status}\n{rest}");
    }
}

impl Drop for Peer {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Tells the other process something.
pub fn say(text: &str) {
    let mut out = io::stdout().lock();
    writeln!(out, "\npeer: {text}").unwrap();
    out.flush().unwrap();
}

/// Whether the other process has closed our standard input.
pub fn dismissed() -> bool {
    readable(io::stdin().as_fd())
}

fn readable(fd: BorrowedFd<'_>) -> bool {
    let mut fds = [rustix::event::PollFd::new(&fd, rustix::event::PollFlags::IN)];
    rustix::event::poll(&mut fds, Some(&rustix::time::Timespec { tv_sec: 0, tv_nsec: 0 })).unwrap() > 0
}

/// A transport and what came of it.
pub struct End {
    pub env: Env,
    /// `None`: the plain environment.
    tasks: Option<Rc<LocalTasks>>,
    pub transport: Rc<UcxTransport>,
    pub events: std::collections::VecDeque<Event>,
}

impl End {
    pub fn new(options: UcxOptions) -> End {
        osmia_sys::log::init("warn");
        let (env, tasks) = if std::env::var_os("OSMIA_UCX_TEST_PLAIN").is_some() {
            (plain::env(), None)
        } else {
            let (env, tasks) = osmia_sys::env().unwrap();
            (env, Some(tasks))
        };
        let transport = UcxTransport::new(env.clone(), options).unwrap();
        End { env, tasks, transport, events: Default::default() }
    }

    /// Polls once.
    pub fn poll(&mut self) {
        let mut events = Vec::new();
        self.transport.poll(&mut events);
        self.events.extend(events);
    }

    /// The next event, or `None` after `limit`.
    pub fn event_within(&mut self, limit: Duration) -> Option<Event> {
        let deadline = self.env.now() + limit;
        loop {
            self.poll();
            if let Some(event) = self.events.pop_front() {
                return Some(event);
            }
            if self.env.now() >= deadline {
                return None;
            }
            self.wait(deadline);
        }
    }

    fn wait(&self, deadline: osmia_env::Instant) {
        let wait = self.transport.wait(deadline);
        match &self.tasks {
            Some(tasks) => tasks.block_on(wait),
            None => plain::block_on(wait),
        }
    }

    /// Waits and polls once.
    pub fn wait_once(&mut self, deadline: osmia_env::Instant) -> Option<Event> {
        self.wait(deadline);
        self.poll();
        self.events.pop_front()
    }

    /// The next event; must come within ten seconds.
    pub fn event(&mut self) -> Event {
        self.event_within(Duration::from_secs(10)).expect("an event within ten seconds")
    }

    /// The next event, which must be a message.
    pub fn message(&mut self) -> (ConnId, Message) {
        match self.event() {
            Event::Received { conn, message } => (conn, message),
            other => panic!("a message was due, not {other:?}"),
        }
    }

    pub fn connect(&mut self, addr: &Addr) -> ConnId {
        let conn = self.transport.connect(addr);
        match self.event() {
            Event::Connected { conn: connected } if connected == conn => conn,
            other => panic!("connecting to {addr}: {other:?}"),
        }
    }

    /// Sends, waiting while too much is in flight.
    pub fn send(&mut self, conn: ConnId, mut message: Message) {
        let deadline = self.env.now() + Duration::from_secs(20);
        loop {
            match self.transport.send(conn, message) {
                Ok(()) => return,
                Err(osmia_env::transport::SendError::Full(back)) => message = back,
                Err(fault) => panic!("sending: {fault}"),
            }
            assert!(self.env.now() < deadline, "sending for twenty seconds");
            self.poll();
        }
    }
}

/// Bytes that tell where they belong.
pub fn pattern(seed: u64, len: usize) -> Buf {
    let mut buf = Buf::with_capacity(len);
    buf.resize(len);
    for (at, word) in buf.chunks_mut(8).enumerate() {
        let value = (seed ^ (at as u64)).wrapping_mul(0x9e37_79b9_7f4a_7c15).to_le_bytes();
        word.copy_from_slice(&value[..word.len()]);
    }
    buf
}

#[track_caller]
pub fn check(buf: &[u8], seed: u64, len: usize) {
    assert_eq!(buf.len(), len);
    assert!(*buf == *pattern(seed, len), "the content of a message of {len} bytes is wrong");
}

/// A peer that sends everything back until it is dismissed.
pub fn play_echo(path: Path, dir: &std::path::Path, options: UcxOptions) {
    play_echo_at(&path.addr(dir), options);
}

/// The same, at an address.
pub fn play_echo_at(addr: &Addr, options: UcxOptions) {
    let mut end = End::new(options);
    let bound = end.transport.listen(addr).unwrap();
    say(&bound.to_string());
    let mut out = std::collections::VecDeque::new();
    loop {
        match end.event_within(Duration::from_millis(if out.is_empty() { 100 } else { 0 })) {
            Some(Event::Received { conn, message }) => out.push_back((conn, message)),
            Some(_) => {}
            None if dismissed() => return,
            None => {}
        }
        while let Some((conn, message)) = out.pop_front() {
            match end.transport.send(conn, message) {
                Ok(()) | Err(osmia_env::transport::SendError::Closed) => {}
                Err(osmia_env::transport::SendError::Full(message)) => {
                    out.push_front((conn, message));
                    break;
                }
                Err(fault) => panic!("echo: {fault}"),
            }
        }
    }
}
