//! What clients do: random operations, each compared with the reference model; and a directory that all share, where
//! they get in each other's way.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::os::unix::ffi::OsStrExt;
use std::rc::Rc;
use std::sync::Arc;

use osmia_client::core::{self, Lane, OpenFile};
use osmia_client::{Credentials, Error, Metadata, OpenOptions, SetTime};
use osmia_env::sim::SimNode;

use super::{Client, Cluster};
use crate::api::{Api, Caller, How, Stat};
use crate::model::Model;
use crate::sequence::{self, Got, HANDLES, Op};

/// Longest file, about: several stripe units, several blocks.
const FILE_BYTES: u64 = 40_000;

/// Random operations that are looked at, at most, for one that succeeds.
const TRIES: usize = 6;

/// The directory that all share.
const SHARED: &str = "/shared";

/// Names in it: few, so that all want the same.
const SHARED_NAMES: usize = 3;

/// The directory in which all move directories about, into each other and out again.
const TREE: &str = "/tree";

/// Directories in it, made once and never removed.
const TREE_DIRECTORIES: usize = 6;

struct Handle {
    file: Arc<OpenFile>,
    caller: Caller,
    how: How,
    /// Written, and not synced since.
    dirty: bool,
}

/// Clients with a directory of their own, whose content they know.
pub struct Player {
    clients: Vec<Client>,
    /// By client and user: as in a program, a caller's lane lasts, and with it what it remembers.
    lanes: BTreeMap<(usize, u32), Lane>,
    directory: Vec<u8>,
    model: Model,
    handles: BTreeMap<usize, Handle>,
    rng: fastrand::Rng,
    trace: bool,
    balance: Rc<RefCell<Balance>>,
}

/// By name in the shared directory, how often it was made less how often it was removed.
#[derive(Debug, Default)]
pub struct Balance(BTreeMap<String, i64>);

const SUPER_USER: Caller = Caller { client: 0, uid: 0 };

fn credentials(uid: u32) -> Credentials {
    Credentials { uid, gid: uid, groups: Vec::new() }
}

fn stat_of(metadata: &Metadata) -> Stat {
    Stat {
        is_dir: metadata.is_dir(),
        mode: metadata.permissions(),
        uid: metadata.uid,
        gid: metadata.gid,
        nlink: metadata.nlink,
        size: if metadata.is_dir() { 0 } else { metadata.size },
        mtime: sequence::known_time(metadata.mtime.0.div_euclid(1_000_000_000)),
    }
}

/// Makes what players share.
///
/// # Errors
/// The cluster does not work at all.
pub async fn prepare(cluster: &Cluster) -> Result<(), String> {
    let client = cluster.connect().await.map_err(|error| error.to_string())?;
    let tree = (0..TREE_DIRECTORIES).map(|number| format!("{TREE}/{number}"));
    for path in [SHARED.to_owned(), TREE.to_owned()].into_iter().chain(tree) {
        let made = client.run(async |lane| core::mkdir(lane, path.as_bytes(), 0o777).await).await;
        made.map_err(|error| error.to_string())?;
    }
    client.shut_down().await;
    Ok(())
}

impl Player {
    /// A player with `clients` clients, in the new directory `/p<number>`. With several, what one has written is synced
    /// before another looks.
    ///
    /// # Errors
    /// The cluster does not work at all.
    pub async fn new(
        cluster: &Cluster,
        number: usize,
        clients: usize,
        balance: Rc<RefCell<Balance>>,
    ) -> Result<Player, String> {
        let mut all = Vec::new();
        for _ in 0..clients {
            all.push(cluster.connect().await.map_err(|error| error.to_string())?);
        }
        let seed = cluster.world.seed() << 8 | number as u64;
        let mut player = Player {
            clients: all,
            lanes: BTreeMap::new(),
            directory: format!("/p{number}").into_bytes(),
            model: Model::new(0o777),
            handles: BTreeMap::new(),
            rng: fastrand::Rng::with_seed(seed),
            trace: std::env::var_os("OSMIA_TRACE").is_some(),
            balance,
        };
        let op = Op::Mkdir(player.directory.clone(), 0o777);
        player.compare(SUPER_USER, op).await?;
        Ok(player)
    }

    /// The machine of its first client.
    ///
    /// # Panics
    /// When its clients have been shut down.
    pub fn node(&self) -> SimNode {
        self.clients.first().expect("it has clients").node.clone()
    }

    /// Plays `steps` operations, and closes all handles.
    ///
    /// # Errors
    /// The first difference from the model.
    pub async fn play(&mut self, steps: usize) -> Result<(), String> {
        for step in 0..steps {
            if self.rng.usize(0..5) == 0 {
                self.share().await.map_err(|why| format!("step {step}: {why}"))?;
                continue;
            }
            let caller = sequence::random_caller(&mut self.rng, self.clients.len());
            let op = self.random_op(caller);
            self.compare(caller, op).await.map_err(|why| format!("step {step}, {why}"))?;
        }
        for handle in 0..HANDLES {
            self.compare(SUPER_USER, Op::Close(handle)).await?;
        }
        Ok(())
    }

    /// Moves shared directories `steps` times.
    ///
    /// # Errors
    /// A move that failed as none may.
    pub async fn play_moves(&mut self, steps: usize) -> Result<(), String> {
        for step in 0..steps {
            self.move_directory().await.map_err(|why| format!("step {step}: {why}"))?;
        }
        Ok(())
    }

    /// Any operation; more often than not one that succeeds.
    fn random_op(&mut self, caller: Caller) -> Op {
        let tries = self.rng.usize(0..TRIES);
        let mut op = sequence::random_op(&mut self.rng, FILE_BYTES).within(&self.directory);
        for _ in 0..tries {
            if sequence::apply(&mut self.model.clone(), caller, &op).is_ok() {
                break;
            }
            op = sequence::random_op(&mut self.rng, FILE_BYTES).within(&self.directory);
        }
        op
    }

    /// Ends the clients' sessions.
    pub async fn shut_down(&mut self) {
        self.lanes.clear();
        for client in self.clients.drain(..) {
            client.shut_down().await;
        }
    }

    /// Looks at the whole directory through another client.
    ///
    /// # Errors
    /// The first difference from the model.
    pub async fn check(&mut self, client: Client) -> Result<(), String> {
        self.clients.push(client);
        let mut paths = vec![self.directory.clone()];
        while let Some(path) = paths.pop() {
            self.compare(SUPER_USER, Op::Stat(path.clone())).await?;
            let stat = self.model.stat(SUPER_USER, &path).map_err(|errno| format!("model: {errno}"))?;
            if stat.is_dir {
                self.compare(SUPER_USER, Op::List(path.clone())).await?;
                let names = self.model.list(SUPER_USER, &path).map_err(|errno| format!("model: {errno}"))?;
                paths.extend(names.into_iter().map(|name| [&path[..], b"/", &name].concat()));
                continue;
            }
            let how = How {
                read: true,
                write: false,
                create: false,
                exclusive: false,
                truncate: false,
                append: false,
            };
            self.compare(SUPER_USER, Op::Open(path, how, 0, 0)).await?;
            self.compare(SUPER_USER, Op::Read(0, 0, FILE_BYTES as usize * 4)).await?;
            self.compare(SUPER_USER, Op::Close(0)).await?;
        }
        self.shut_down().await;
        Ok(())
    }

    async fn compare(&mut self, caller: Caller, op: Op) -> Result<(), String> {
        if matches!(op, Op::Open(..)) {
            // Its handle is closed first, on both sides: as `sequence::apply` does with the model.
            let Op::Open(_, _, _, handle) = &op else { unreachable!("it is an open") };
            let (want, got) = (self.model.close(*handle), self.apply(caller, &Op::Close(*handle)).await);
            let errno = got.as_ref().err().map(|failure| failure.errno);
            if want.err() != errno {
                return Err(format!("close of handle {handle}: the model gives {want:?}, got {got:?}"));
            }
        }
        let want = sequence::apply(&mut self.model, caller, &op);
        let got = self.apply(caller, &op).await;
        if self.trace {
            let told = match &got {
                Ok(Got::Data(data)) => format!("{} bytes", data.len()),
                got => format!("{got:?}"),
            };
            let now = self
                .clients
                .first()
                .map_or(0, |client| client.node.env.clock.timestamp().0 % 1_000_000_000_000);
            eprintln!("{:>12.6} {caller:?} {op} -> {told}", now as f64 / 1e9);
        }
        match (want, got) {
            (Ok(want), Ok(got)) if want == got => Ok(()),
            (Err(want), Err(got)) if want == got.errno => Ok(()),
            // After a restart a shard knows what a session has open, but not which of its users has opened it.
            (Err(libc::EACCES), Ok(Got::Names(_))) if self.handles.values().any(|handle| handle.how.read) => {
                Ok(())
            }
            // A directory does not outlive its name, whoever has it open.
            (Ok(Got::Stat(Stat { is_dir: true, nlink: 0, .. })), Err(got)) if got.errno == libc::ESTALE => {
                Ok(())
            }
            (want, got) => {
                let short = |got: &Got| match got {
                    Got::Data(data) => format!("{} bytes", data.len()),
                    got => format!("{got:?}"),
                };
                let want = want.map(|got| short(&got));
                let got = got.map(|got| short(&got));
                Err(format!("{caller:?}, {op}: the model gives {want:?}, got {got:?}"))
            }
        }
    }

    fn lane(&mut self, caller: Caller) -> Lane {
        let lane = &self.clients[caller.client].lane;
        let acting = || lane.acting_for(credentials(caller.uid));
        self.lanes.entry((caller.client, caller.uid)).or_insert_with(acting).clone()
    }

    /// The size of a file is exact for other clients once its writer has synced or closed it.
    async fn publish(&mut self, reader: usize) -> Result<(), Failure> {
        let dirty = self.handles.values_mut().filter(|handle| handle.dirty && handle.caller.client != reader);
        for handle in dirty {
            let lane = &self.clients[handle.caller.client].lane;
            lane.hub.run(core::fsync(lane, &handle.file)).await?;
            handle.dirty = false;
        }
        Ok(())
    }

    async fn apply(&mut self, caller: Caller, op: &Op) -> Result<Got, Failure> {
        let handle = match op {
            Op::Write(handle, ..)
            | Op::Read(handle, ..)
            | Op::Fstat(handle)
            | Op::Ftruncate(handle, _)
            | Op::Fsync(handle) => Some(handle),
            _ => None,
        };
        if let Op::Close(handle) = op {
            let handle = self.handles.remove(handle).ok_or(libc::EBADF)?;
            let lane = self.lane(handle.caller);
            return Ok(lane.hub.run(core::close(&lane, &handle.file)).await.map(|()| Got::Nothing)?);
        }
        let Some(handle) = handle else {
            self.publish(caller.client).await?;
            let lane = self.lane(caller);
            let hub = lane.hub.clone();
            return hub.run(self.by_path(&lane, caller, op)).await;
        };
        let caller = self.handles.get(handle).ok_or(libc::EBADF)?.caller;
        self.publish(caller.client).await?;
        let lane = self.lane(caller);
        let several = self.clients.len() > 1;
        let handle = self.handles.get_mut(handle).ok_or(libc::EBADF)?;
        let hub = lane.hub.clone();
        hub.run(by_handle(&lane, handle, several, op)).await
    }

    async fn by_path(&mut self, lane: &Lane, caller: Caller, op: &Op) -> Result<Got, Failure> {
        match op {
            Op::Mkdir(path, mode) => core::mkdir(lane, path, *mode).await?,
            Op::Rmdir(path) => core::rmdir(lane, path).await?,
            Op::Unlink(path) => core::unlink(lane, path).await?,
            Op::Rename(from, to) => core::rename(lane, from, to, 0).await?,
            Op::Stat(path) => return Ok(Got::Stat(stat_of(&core::stat(lane, path).await?))),
            Op::Truncate(path, size) => core::truncate(lane, path, *size).await?,
            Op::Chmod(path, mode) => core::chmod(lane, path, *mode).await?,
            Op::Chown(path, uid, gid) => core::chown(lane, path, Some(*uid), Some(*gid)).await?,
            Op::Utimens(path, time) => {
                let time = SetTime::To(osmia_client::Timestamp(time * 1_000_000_000));
                core::utimens(lane, path, time, time).await?;
            }
            Op::List(path) => return Ok(Got::Names(list(lane, path).await?)),
            Op::Open(path, how, mode, handle) => {
                let options =
                    OpenOptions::new().read(how.read).write(how.write).truncate(how.truncate).mode(*mode);
                let options = if how.append { options.append(true) } else { options };
                let options = options.create(how.create).create_new(how.create && how.exclusive);
                let file = core::open(lane, path, &options).await?;
                self.handles.insert(*handle, Handle { file, caller, how: *how, dirty: false });
            }
            _ => unreachable!("by handle"),
        }
        Ok(Got::Nothing)
    }

    /// Moves one of the directories that all move, or exchanges two.
    async fn move_directory(&mut self) -> Result<(), String> {
        let client = &self.clients[self.rng.usize(0..self.clients.len())];
        let found = client.run(async |lane| reachable(lane, TREE).await).await;
        let found = found.map_err(|failure| format!("below {TREE}: {failure:?}"))?;
        if found.len() < 2 {
            return Ok(());
        }
        let from = found[self.rng.usize(1..found.len())].clone();
        let (to, flags) = if self.rng.usize(0..4) == 0 {
            (found[self.rng.usize(1..found.len())].clone(), libc::RENAME_EXCHANGE)
        } else {
            let name = from.rsplit(|byte| *byte == b'/').next().unwrap_or_default();
            let into = &found[self.rng.usize(0..found.len())];
            ([&into[..], b"/", name].concat(), libc::RENAME_NOREPLACE)
        };
        let result = client.run(async |lane| core::rename(lane, &from, &to, flags).await).await;
        if self.trace {
            let [from, to] = [&from, &to].map(|path| String::from_utf8_lossy(path));
            eprintln!("move of {from} to {to}, flags {flags}: {result:?}");
        }
        // Into itself, or moved by another meanwhile.
        let allowed = [libc::EINVAL, libc::EEXIST];
        match result {
            Ok(()) => Ok(()),
            Err(error) if error.outcome_unknown() => Err(format!("move of a directory: {error}")),
            Err(error) if MOVED_AWAY.contains(&error.errno()) || allowed.contains(&error.errno()) => Ok(()),
            Err(error) => Err(format!("move of a directory: {error}")),
        }
    }

    /// One operation in the shared directory, where anything may be.
    async fn share(&mut self) -> Result<(), String> {
        if self.rng.usize(0..3) == 0 {
            return self.move_directory().await;
        }
        let client = &self.clients[self.rng.usize(0..self.clients.len())];
        let name = format!("{SHARED}/{}", self.rng.usize(0..SHARED_NAMES));
        let path = name.as_bytes();
        let what = self.rng.usize(0..6);
        let (result, change, allowed): (_, i64, &[i32]) = match what {
            0 | 1 => {
                let options = OpenOptions::new().write(true).create_new(true);
                match client.run(async |lane| core::open(lane, path, &options).await).await {
                    Ok(file) => {
                        *self.balance.borrow_mut().0.entry(name.clone()).or_default() += 1;
                        // Whoever removes it meanwhile: it is open.
                        let written = client
                            .run(async |lane| {
                                core::write(lane, &file, name.as_bytes(), 0).await?;
                                core::close(lane, &file).await
                            })
                            .await;
                        return written.map_err(|error| format!("write to {name}: {error}"));
                    }
                    Err(error) => (Err(error), 0, &[libc::EEXIST]),
                }
            }
            2 => (client.run(async |lane| core::mkdir(lane, path, 0o777).await).await, 1, &[libc::EEXIST]),
            3 => (
                client.run(async |lane| core::unlink(lane, path).await).await,
                -1,
                &[libc::ENOENT, libc::EISDIR],
            ),
            4 => (
                client.run(async |lane| core::rmdir(lane, path).await).await,
                -1,
                &[libc::ENOENT, libc::ENOTDIR],
            ),
            _ => {
                let names = client.run(async |lane| list(lane, SHARED.as_bytes()).await).await;
                let names = names.map_err(|failure| format!("list of {SHARED}: {failure:?}"))?;
                let odd = names.len() > SHARED_NAMES || names.windows(2).any(|pair| pair[0] == pair[1]);
                return if odd { Err(format!("{SHARED} holds {names:?}")) } else { Ok(()) };
            }
        };
        if self.trace {
            eprintln!("{name}: {what} {change} -> {result:?}");
        }
        match result {
            Ok(()) => {
                *self.balance.borrow_mut().0.entry(name).or_default() += change;
                Ok(())
            }
            Err(error) if allowed.contains(&error.errno()) && !error.outcome_unknown() => Ok(()),
            Err(error) => Err(format!("operation {what} on {name}: {error}")),
        }
    }
}

/// The directories below `top` that can be reached, each behind the one that it lies in. What others move away meanwhile
/// may be missing.
async fn reachable(lane: &Lane, top: &str) -> Result<Vec<Vec<u8>>, Failure> {
    let mut found = vec![top.as_bytes().to_vec()];
    let mut next = 0;
    while next < found.len() {
        match list(lane, &found[next]).await {
            Ok(names) => {
                let here = found[next].clone();
                found.extend(names.into_iter().map(|name| [&here[..], b"/", &name].concat()));
            }
            Err(failure) if MOVED_AWAY.contains(&failure.errno) => {}
            Err(failure) => return Err(failure),
        }
        next += 1;
    }
    Ok(found)
}

/// What tells that a directory is not where it was.
const MOVED_AWAY: [i32; 2] = [libc::ENOENT, libc::ESTALE];

/// Compares the shared directories with what was made, removed and moved in them.
///
/// # Errors
/// A name that is there and was not made, or the other way round.
pub async fn check_shared(client: &Client, balance: &Balance) -> Result<(), String> {
    let names = client.run(async |lane| list(lane, SHARED.as_bytes()).await).await;
    let mut left = balance.0.clone();
    left.retain(|_, count| *count != 0);
    let there = names.map_err(|failure| format!("list of {SHARED}: {failure:?}"))?;
    let there: BTreeMap<String, i64> =
        there.into_iter().map(|name| (format!("{SHARED}/{}", String::from_utf8_lossy(&name)), 1)).collect();
    if there != left {
        return Err(format!("{SHARED} holds {there:?}, made were {left:?}"));
    }
    let found = client.run(async |lane| reachable(lane, TREE).await).await;
    let mut found = found.map_err(|failure| format!("below {TREE}: {failure:?}"))?;
    let name = |path: &Vec<u8>| path.rsplit(|byte| *byte == b'/').next().unwrap_or_default().to_vec();
    let mut names: Vec<Vec<u8>> = found.drain(1..).map(|path| name(&path)).collect();
    names.sort();
    let made: Vec<Vec<u8>> = (0..TREE_DIRECTORIES).map(|number| number.to_string().into_bytes()).collect();
    if names == made { Ok(()) } else { Err(format!("{TREE} holds {names:?}, made were {made:?}")) }
}

/// Removes everything.
///
/// # Errors
/// What cannot be removed.
pub async fn clear(client: &Client) -> Result<(), String> {
    client.run(async |lane| clear_below(lane, b"/").await).await.map_err(|failure| failure.told)
}

async fn clear_below(lane: &Lane, top: &[u8]) -> Result<(), Failure> {
    // Directories in the order in which they were found: the deepest last.
    let mut found = vec![top.to_vec()];
    let mut next = 0;
    while next < found.len() {
        let here = found[next].clone();
        next += 1;
        for name in list(lane, &here).await? {
            let path = [if here == b"/" { b"" } else { &here[..] }, b"/", &name].concat();
            match core::unlink(lane, &path).await {
                Err(error) if error.errno() == libc::EISDIR => found.push(path),
                result => result?,
            }
        }
    }
    for path in found.iter().skip(1).rev() {
        core::rmdir(lane, path).await?;
    }
    Ok(())
}

async fn list(lane: &Lane, path: &[u8]) -> Result<Vec<Vec<u8>>, Failure> {
    let mut listing = core::open_dir(lane, path, true).await?;
    let mut names = Vec::new();
    while !listing.at_end() {
        core::next_page(lane, &mut listing).await?;
        while let Some(entry) = listing.pop() {
            names.push(entry.name().as_bytes().to_vec());
        }
    }
    names.sort();
    Ok(names)
}

async fn by_handle(lane: &Lane, handle: &mut Handle, several: bool, op: &Op) -> Result<Got, Failure> {
    let file = &handle.file;
    match op {
        Op::Write(_, offset, data) => {
            if several && handle.how.append {
                // It goes to the end as this client knows it.
                core::fstat(lane, file).await?;
            }
            handle.dirty = true;
            core::write(lane, file, data, *offset).await?;
            return Ok(Got::Count(data.len()));
        }
        Op::Read(_, offset, len) => {
            if several && handle.how.read {
                // A reader's own stat tells it of another client's truncate. An open directory may be gone.
                match core::fstat(lane, file).await {
                    Err(error) if error.errno() == libc::ESTALE => {}
                    result => drop(result?),
                }
            }
            let mut data = vec![0xee; *len];
            let mut have = 0;
            while have < *len {
                match core::read(lane, file, &mut data[have..], offset + have as u64).await? {
                    0 => break,
                    bytes => have += bytes,
                }
            }
            data.truncate(have);
            return Ok(Got::Data(data));
        }
        Op::Fstat(_) => return Ok(Got::Stat(stat_of(&core::fstat(lane, file).await?))),
        Op::Ftruncate(_, size) => core::ftruncate(lane, file, *size).await?,
        Op::Fsync(_) => {
            core::fsync(lane, file).await?;
            handle.dirty = false;
        }
        _ => unreachable!("by path"),
    }
    Ok(Got::Nothing)
}

/// An errno, and what the library says of it.
#[derive(PartialEq, Eq)]
struct Failure {
    errno: i32,
    told: String,
}

impl std::fmt::Debug for Failure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "errno {}: {}", self.errno, self.told)
    }
}

impl From<i32> for Failure {
    fn from(errno: i32) -> Failure {
        Failure { errno, told: String::new() }
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Failure {
        Failure { errno: error.errno(), told: error.to_string() }
    }
}
