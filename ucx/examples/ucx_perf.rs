//! Round trips and bandwidth of the transport between two processes, both sides polling; and the same by
//! `ucx_perftest`, with the same UCX settings, in turn.
//!
//! ```text
//! ucx_perf pair  rtt|bw tcp|shm [--bytes N] [--count N] [--runs N] [--cores A,B] [--first ours|reference]
//!                          ours and ucx_perftest's in turn, RUNS times, each first in every other run; one JSON line
//!                          per run, then one with medians
//! ucx_perf ours  rtt|bw tcp|shm [...]         ours alone (starts its server as a second process)
//! ucx_perf serve ADDR [--cores A]             the server alone; prints {"listening":ADDR}; ends when its standard
//!                                             input closes
//! ucx_perf client rtt|bw ADDR [--bytes N] [--count N] [--runs N]      against such a server
//! ucx_perf alone tcp|shm [--bytes N] [--count N]      a round trip with both ends in one thread: what it costs the
//!                                                     processor, without waiting; for profiles
//! ```
//!
//! Defaults: rtt 64 bytes, bw 1 MiB; 5 runs; `--cores 0,1` pins the server and the client. Round trips are in
//! microseconds there and back (`ucx_perftest` prints half of it), bandwidth in MB/s (10^6). `ratio` is above 1 when
//! ours is better. Each run begins with half as many messages that do not count, and ends with a check of what came back.
#![allow(clippy::print_stdout, clippy::unwrap_used, reason = "a program for people and scripts")]

use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Read};
use std::process::{Child, Command, Stdio};
use std::rc::Rc;
use std::time::Duration;

use osmia_env::transport::SendError;
use osmia_env::{Addr, Buf, BufPool, ConnId, Env, Event, Message, Transport};
use osmia_ucx::{UcxOptions, UcxTransport};

type Fault = Box<dyn std::error::Error>;

#[derive(Clone)]
struct Options {
    bytes: Option<usize>,
    count: Option<usize>,
    runs: usize,
    cores: Vec<usize>,
    reference_first: bool,
}

fn main() {
    if let Err(fault) = run() {
        eprintln!("ucx_perf: {fault}");
        std::process::exit(1);
    }
}

fn run() -> Result<(), Fault> {
    let mut words = VecDeque::new();
    let mut options =
        Options { bytes: None, count: None, runs: 5, cores: vec![0, 1], reference_first: false };
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        let Some(flag) = argument.strip_prefix("--") else {
            words.push_back(argument);
            continue;
        };
        let value = arguments.next().ok_or_else(|| format!("--{flag} wants a value"))?;
        match flag {
            "bytes" => options.bytes = Some(value.parse()?),
            "count" => options.count = Some(value.parse()?),
            "runs" => options.runs = value.parse()?,
            "cores" => {
                options.cores = value.split(',').map(str::parse).collect::<Result<_, _>>()?;
            }
            "first" if value == "ours" || value == "reference" => {
                options.reference_first = value == "reference"
            }
            "first" => return Err(format!("--first {value}: want ours or reference").into()),
            _ => return Err(format!("no flag --{flag}").into()),
        }
    }
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match words[..] {
        ["serve", addr] => serve(&addr.parse()?, options.cores.first().copied()),
        ["client", test, addr] => {
            for _ in 0..options.runs {
                let value = client(test, &addr.parse()?, &options)?;
                println!("{{\"test\":\"{test}\",\"ours\":{value:.4},\"unit\":\"{}\"}}", unit(test));
            }
            Ok(())
        }
        ["alone", path] => alone(path, &options),
        ["ours", test, path] => pair(test, path, &options, false),
        ["pair", test, path] => pair(test, path, &options, true),
        _ => Err(
            "want: pair|ours rtt|bw tcp|shm, serve ADDR, or client rtt|bw ADDR (see the top of its source)"
                .into(),
        ),
    }
}

fn unit(test: &str) -> &'static str {
    if test == "rtt" { "us" } else { "MB/s" }
}

fn pin(core: Option<usize>) -> Result<(), Fault> {
    let Some(core) = core else { return Ok(()) };
    let mut set = rustix::thread::CpuSet::new();
    set.set(core);
    Ok(rustix::thread::sched_setaffinity(None, &set)?)
}

fn transport() -> Result<(Env, Rc<UcxTransport>), Fault> {
    let (env, _) = osmia_sys::env()?;
    let options = UcxOptions { recv_pool: Some(BufPool::new(80, 1 << 20)), ..UcxOptions::default() };
    let transport = UcxTransport::new(env.clone(), options)?;
    Ok((env, transport))
}

/// Bodies that are sent in turn, so many in flight, here and by `ucx_perftest`. That sends the same bytes again and again,
/// out of the cache; with many bodies ours would be measured out of memory.
const BODIES: u32 = 4;

/// Messages before those that count, here and by `ucx_perftest`: two processors of a virtual machine that were idle may
/// exchange data at less than half their speed for up to a second.
fn warm_up(count: usize) -> usize {
    count / 2 + 1
}

/// First byte of a head: what the server does with the message.
const ECHO: u8 = 0;
const SINK: u8 = 1;
const SINK_AND_SAY: u8 = 2;

fn serve(addr: &Addr, core: Option<usize>) -> Result<(), Fault> {
    pin(core)?;
    let (_, transport) = transport()?;
    let bound = transport.listen(addr)?;
    println!("{{\"listening\":\"{bound}\"}}");
    let mut events = Vec::new();
    let mut out: VecDeque<(ConnId, Message)> = VecDeque::new();
    let mut received = 0u64;
    let mut polls = 0u64;
    loop {
        transport.poll(&mut events);
        for event in events.drain(..) {
            let Event::Received { conn, message } = event else { continue };
            received += message.body.as_ref().map_or(0, |body| body.len() as u64);
            match message.head.first() {
                Some(&ECHO) => out.push_back((conn, message)),
                Some(&SINK) => {}
                Some(&SINK_AND_SAY) => {
                    let head = Buf::from_slice(&received.to_le_bytes());
                    out.push_back((conn, Message { head, body: None }));
                    received = 0;
                }
                _ => return Err("an unknown message".into()),
            }
        }
        while let Some((conn, message)) = out.pop_front() {
            match transport.send(conn, message) {
                Ok(()) | Err(SendError::Closed) => {}
                Err(SendError::Full(message)) => {
                    out.push_front((conn, message));
                    break;
                }
                Err(fault) => return Err(fault.into()),
            }
        }
        polls += 1;
        if polls.is_multiple_of(1 << 16) && dismissed()? {
            return Ok(());
        }
    }
}

fn dismissed() -> Result<bool, Fault> {
    let stdin = std::io::stdin();
    let mut fds = [rustix::event::PollFd::new(&stdin, rustix::event::PollFlags::IN)];
    Ok(rustix::event::poll(&mut fds, Some(&rustix::time::Timespec { tv_sec: 0, tv_nsec: 0 }))? > 0)
}

struct Client {
    env: Env,
    transport: Rc<UcxTransport>,
    conn: ConnId,
    events: Vec<Event>,
}

impl Client {
    fn connect(addr: &Addr) -> Result<Client, Fault> {
        let (env, transport) = transport()?;
        let conn = transport.connect(addr);
        let mut client = Client { env, transport, conn, events: Vec::new() };
        let deadline = client.env.now() + Duration::from_secs(10);
        loop {
            client.transport.poll(&mut client.events);
            match client.events.pop() {
                Some(Event::Connected { .. }) => return Ok(client),
                Some(other) => return Err(format!("connecting: {other:?}").into()),
                None if client.env.now() > deadline => return Err("no connection within 10 s".into()),
                None => {}
            }
        }
    }

    fn message(&mut self) -> Result<Message, Fault> {
        loop {
            self.transport.poll(&mut self.events);
            match self.events.pop() {
                Some(Event::Received { message, .. }) => return Ok(message),
                Some(other) => return Err(format!("{other:?}").into()),
                None => {}
            }
        }
    }

    fn send(&mut self, mut message: Message) -> Result<(), Fault> {
        loop {
            match self.transport.send(self.conn, message) {
                Ok(()) => return Ok(()),
                Err(SendError::Full(back)) => message = back,
                Err(fault) => return Err(fault.into()),
            }
            self.transport.poll(&mut self.events);
        }
    }
}

fn client(test: &str, addr: &Addr, options: &Options) -> Result<f64, Fault> {
    pin(options.cores.get(1).copied())?;
    let mut client = Client::connect(addr)?;
    match test {
        "rtt" => {
            let bytes = options.bytes.unwrap_or(64).max(1);
            let tcp = matches!(addr, Addr::Tcp(_));
            let count = options.count.unwrap_or(if tcp { 20_000 } else { 300_000 });
            // The messages go to and fro between the same buffers, as in perftest.
            let mut message = Message { head: Buf::zeroed(bytes), body: None };
            let mut start = client.env.now();
            let warm_up = warm_up(count);
            for round in 0..warm_up + count {
                if round == warm_up {
                    start = client.env.now();
                }
                message.head[bytes - 1] = if bytes > 1 { round as u8 } else { 0 };
                client.send(message)?;
                message = client.message()?;
                if message.head.len() != bytes || (bytes > 1 && message.head[bytes - 1] != round as u8) {
                    return Err("an echo that is not what was sent".into());
                }
            }
            Ok((client.env.now() - start).as_secs_f64() * 1e6 / count as f64)
        }
        "bw" => {
            let bytes = options.bytes.unwrap_or(1 << 20);
            let count = options.count.unwrap_or(2000);
            let pool = BufPool::new(BODIES, bytes);
            let body = |pool: &BufPool, client: &mut Client| loop {
                if let Some(mut body) = pool.get(bytes) {
                    // Not written to again for each message: perftest does not, either.
                    body.resize_stale(bytes);
                    return body;
                }
                client.transport.poll(&mut client.events);
            };
            let mut batch = |count: usize| -> Result<f64, Fault> {
                let start = client.env.now();
                for round in 0..count {
                    let head = Buf::from_slice(&[if round + 1 == count { SINK_AND_SAY } else { SINK }; 16]);
                    let body = body(&pool, &mut client);
                    client.send(Message { head, body: Some(body) })?;
                }
                let told = client.message()?;
                if *told.head != ((count * bytes) as u64).to_le_bytes() {
                    return Err("the server counted other bytes".into());
                }
                Ok((count * bytes) as f64 / (client.env.now() - start).as_secs_f64() / 1e6)
            };
            batch(warm_up(count))?;
            batch(count)
        }
        _ => Err(format!("no test {test}").into()),
    }
}

fn alone(path: &str, options: &Options) -> Result<(), Fault> {
    pin(options.cores.first().copied())?;
    let dir = tempfile::tempdir()?;
    let (env, server) = transport()?;
    let (_, client) = transport()?;
    let addr = server.listen(&address(path, dir.path())?.parse()?)?;
    let conn = client.connect(&addr);
    let mut events = Vec::new();
    while !matches!(events.last(), Some(Event::Connected { .. })) {
        server.poll(&mut Vec::new());
        client.poll(&mut events);
    }
    let bytes = options.bytes.unwrap_or(64).max(1);
    let count = options.count.unwrap_or(200_000);
    let mut message = Message { head: Buf::zeroed(bytes), body: None };
    events.clear();
    let start = env.now();
    for _ in 0..count {
        client.send(conn, message).map_err(|fault| fault.to_string())?;
        let (conn, request) = receive(&server, &mut events)?;
        server.send(conn, request).map_err(|fault| fault.to_string())?;
        message = receive(&client, &mut events)?.1;
    }
    let value = (env.now() - start).as_secs_f64() * 1e6 / count as f64;
    println!("{{\"test\":\"alone\",\"path\":\"{path}\",\"ours\":{value:.4},\"unit\":\"us\"}}");
    Ok(())
}

fn receive(transport: &UcxTransport, events: &mut Vec<Event>) -> Result<(ConnId, Message), Fault> {
    loop {
        transport.poll(events);
        match events.pop() {
            Some(Event::Received { conn, message }) => return Ok((conn, message)),
            Some(Event::Accepted { .. }) | None => {}
            Some(other) => return Err(format!("{other:?}").into()),
        }
    }
}

fn address(path: &str, dir: &std::path::Path) -> Result<String, Fault> {
    match path {
        "tcp" => Ok("tcp://127.0.0.1:0".to_owned()),
        "shm" => Ok(format!("shm://{}/perf.sock", dir.display())),
        _ => Err(format!("no path {path}").into()),
    }
}

/// Ends the process when dropped.
struct Server(Child);

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn pair(test: &str, path: &str, options: &Options, reference: bool) -> Result<(), Fault> {
    let dir = tempfile::tempdir()?;
    let addr = address(path, dir.path())?;
    let core = options.cores.first().copied().unwrap_or(0).to_string();
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    for run in 0..options.runs {
        let mut measure_ours = || -> Result<(), Fault> {
            let mut server = Server(
                Command::new(std::env::current_exe()?)
                    .args(["serve", &addr, "--cores", &core])
                    .stdin(Stdio::piped())
                    .stdout(Stdio::piped())
                    .spawn()?,
            );
            let mut line = String::new();
            BufReader::new(server.0.stdout.take().unwrap()).read_line(&mut line)?;
            let bound =
                line.trim().strip_prefix("{\"listening\":\"").and_then(|rest| rest.strip_suffix("\"}"));
            ours.push(client(test, &bound.ok_or("the server did not start")?.parse()?, options)?);
            Ok(())
        };
        let reference_first = options.reference_first != (run % 2 == 1);
        if reference && reference_first {
            theirs.push(perftest(test, path, options, run)?);
        }
        measure_ours()?;
        if reference && !reference_first {
            theirs.push(perftest(test, path, options, run)?);
        }
        print!("{{\"test\":\"{test}\",\"path\":\"{path}\",\"run\":{run},\"ours\":{:.4}", ours[run]);
        if let Some(value) = theirs.last() {
            print!(",\"reference\":{value:.4}");
        }
        println!(",\"unit\":\"{}\"}}", unit(test));
    }
    let median = |values: &mut Vec<f64>| {
        values.sort_by(f64::total_cmp);
        values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
    };
    let mine = median(&mut ours);
    print!("{{\"test\":\"{test}\",\"path\":\"{path}\",\"runs\":{},\"ours\":{mine:.4}", options.runs);
    if reference {
        let other = median(&mut theirs);
        let ratio = if test == "rtt" { other / mine } else { mine / other };
        print!(",\"reference\":{other:.4},\"ratio\":{ratio:.4}");
    }
    println!(",\"unit\":\"{}\"}}", unit(test));
    Ok(())
}

/// One run of `ucx_perftest` in the same settings.
fn perftest(test: &str, path: &str, options: &Options, run: usize) -> Result<f64, Fault> {
    let settings = match path {
        "tcp" => UcxOptions::default().tcp_context_settings(),
        _ => UcxOptions::default().shm_context_settings(true),
    };
    let tcp = path == "tcp";
    let (name, bytes, count) = match test {
        "rtt" => (
            "ucp_am_lat",
            options.bytes.unwrap_or(64),
            options.count.unwrap_or(if tcp { 20_000 } else { 300_000 }),
        ),
        _ => ("ucp_am_bw", options.bytes.unwrap_or(1 << 20), options.count.unwrap_or(2000)),
    };
    let port = (23_000 + std::process::id() % 10_000 + run as u32).to_string();
    let command = |core: Option<usize>| {
        let mut command = Command::new("ucx_perftest");
        for setting in &settings {
            command.env(format!("UCX_{}", setting.name), &setting.value);
        }
        command.args(["-t", name, "-s", &bytes.to_string(), "-n", &count.to_string()]);
        command.args(["-w", &warm_up(count).to_string(), "-p", &port, "-f"]);
        if test == "bw" {
            command.args(["-O", &BODIES.to_string()]);
        }
        if let Some(core) = core {
            command.args(["-c", &core.to_string()]);
        }
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
        command
    };
    let _server = Server(command(options.cores.first().copied()).spawn()?);
    // It says nothing when it listens; a client that comes too early fails.
    for _ in 0..50 {
        let mut child = command(options.cores.get(1).copied()).arg("127.0.0.1").spawn()?;
        let mut text = String::new();
        child.stdout.take().unwrap().read_to_string(&mut text)?;
        if child.wait()?.success()
            && let Some(value) = final_value(test, &text)
        {
            return Ok(value);
        }
        let _ = rustix::thread::nanosleep(&rustix::time::Timespec { tv_sec: 0, tv_nsec: 100_000_000 });
    }
    Err("ucx_perftest does not run".into())
}

/// From perftest's last line: iterations, latency (percentile, average, overall, in us), bandwidth (average, overall,
/// in MiB/s), message rate (average, overall).
fn final_value(test: &str, text: &str) -> Option<f64> {
    let line = text.lines().rev().find(|line| {
        let mut words = line.split_whitespace();
        words.next() == Some("Final:") || (line.split_whitespace().count() == 8 && words.next().is_some())
    })?;
    let numbers: Vec<f64> = line.split_whitespace().filter_map(|word| word.parse().ok()).collect();
    match (test, &numbers[..]) {
        ("rtt", [_, _, _, overall, ..]) => Some(2.0 * overall),
        ("bw", [_, _, _, _, _, overall, ..]) => Some(overall * 1.048_576),
        _ => None,
    }
}
