//! Random operations, run on a model and on a file system under test side by side.

use crate::api::{Api, Caller, How, Outcome, Stat};
use crate::model::Model;

/// Times that sequences set lie below this; whatever is later was set by a clock and is not compared.
const KNOWN_TIME_MAX: i64 = 1_000_000;

/// A modification time as [`Stat`] holds it.
pub fn known_time(seconds: i64) -> i64 {
    if seconds < KNOWN_TIME_MAX { seconds } else { 0 }
}

/// Handles of one sequence.
pub const HANDLES: usize = 6;
/// Longest file of a sequence: several stripe units of the test clusters, so that every kind of piece comes up.
const FILE_BYTES: u64 = 300_000;

/// One operation: paths, modes, handles, offsets, as [`Api`] has them.
#[derive(Debug, Clone)]
#[allow(missing_docs)]
pub enum Op {
    Mkdir(Vec<u8>, u32),
    Rmdir(Vec<u8>),
    Unlink(Vec<u8>),
    Rename(Vec<u8>, Vec<u8>),
    Open(Vec<u8>, How, u32, usize),
    Close(usize),
    Write(usize, u64, Vec<u8>),
    Read(usize, u64, usize),
    Fstat(usize),
    Ftruncate(usize, u64),
    Fsync(usize),
    Stat(Vec<u8>),
    Truncate(Vec<u8>, u64),
    Chmod(Vec<u8>, u32),
    Chown(Vec<u8>, u32, u32),
    Utimens(Vec<u8>, i64),
    List(Vec<u8>),
}

/// As the derived `Debug`, but short: names as text, data as their length.
impl std::fmt::Display for Op {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // The long names are runs of n.
        let text = |bytes: &[u8]| {
            let text = String::from_utf8_lossy(bytes).replace(&"n".repeat(255), "<255 n>");
            format!("{text:?}")
        };
        match self {
            Op::Write(handle, offset, data) => write!(f, "Write({handle}, {offset}, {} bytes)", data.len()),
            Op::Rename(from, to) => write!(f, "Rename({}, {})", text(from), text(to)),
            Op::Mkdir(path, mode) => write!(f, "Mkdir({}, {mode:#o})", text(path)),
            Op::Open(path, how, mode, handle) => {
                write!(f, "Open({}, {how:?}, {mode:#o}, handle {handle})", text(path))
            }
            Op::Chmod(path, mode) => write!(f, "Chmod({}, {mode:#o})", text(path)),
            Op::Stat(path) | Op::List(path) | Op::Rmdir(path) | Op::Unlink(path) => {
                write!(f, "{}({})", format!("{self:?}").split('(').next().unwrap_or_default(), text(path))
            }
            other => write!(f, "{other:?}"),
        }
    }
}

impl Op {
    /// The same with all paths in the directory `prefix`.
    pub fn within(mut self, prefix: &[u8]) -> Op {
        let put = |path: &mut Vec<u8>| drop(path.splice(..0, prefix.iter().copied()));
        match &mut self {
            Op::Rename(from, to) => {
                put(from);
                put(to);
            }
            Op::Mkdir(path, _)
            | Op::Rmdir(path)
            | Op::Unlink(path)
            | Op::Open(path, ..)
            | Op::Stat(path)
            | Op::Truncate(path, _)
            | Op::Chmod(path, _)
            | Op::Chown(path, ..)
            | Op::Utimens(path, _)
            | Op::List(path) => put(path),
            Op::Close(_) | Op::Write(..) | Op::Read(..) | Op::Fstat(_) | Op::Ftruncate(..) | Op::Fsync(_) => {
            }
        }
        self
    }
}

/// What an operation gave, of whatever kind.
#[derive(Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Got {
    Nothing,
    Count(usize),
    Data(Vec<u8>),
    Stat(Stat),
    Names(Vec<Vec<u8>>),
}

/// How a sequence is made.
#[derive(Debug, Clone, Copy)]
pub struct Options {
    /// Everything follows from it.
    pub seed: u64,
    /// Operations.
    pub steps: usize,
    /// Clients.
    pub clients: usize,
    /// What Osmia's documents except is let pass: an open directory is gone with its name.
    pub exceptions: bool,
}

/// Runs a sequence on a fresh model and an empty file system, compares each result, and at the end the whole tree. With
/// `OSMIA_TRACE` set, every operation is printed.
///
/// # Errors
/// The first difference, with the operation.
pub fn run(options: Options, real: &mut dyn Api) -> Result<(), String> {
    let trace = std::env::var_os("OSMIA_TRACE").is_some();
    let mut rng = fastrand::Rng::with_seed(options.seed);
    let mut model = Model::default();
    for step in 0..options.steps {
        let caller = random_caller(&mut rng, options.clients);
        let op = random_op(&mut rng, FILE_BYTES);
        let want = apply(&mut model, caller, &op);
        let got = apply(real, caller, &op);
        if trace {
            let got = got.as_ref().map(|got| match got {
                Got::Data(data) => format!("{} bytes", data.len()),
                got => format!("{got:?}"),
            });
            eprintln!("{step}: {caller:?} {op} -> {got:?}");
        }
        let of_gone_directory = matches!(want, Ok(Got::Stat(Stat { is_dir: true, nlink: 0, .. })));
        if options.exceptions && of_gone_directory && got == Err(libc::ESTALE) {
            continue;
        }
        if got != want {
            return Err(format!("step {step}, {caller:?}, {op}:\n  the model gives {want:?}\n  got {got:?}"));
        }
    }
    for handle in 0..HANDLES {
        let want = model.close(handle);
        let got = real.close(handle);
        if got != want {
            return Err(format!("close of {handle} at the end: the model gives {want:?}, got {got:?}"));
        }
    }
    compare_trees(&mut model, real, b"/")
}

fn compare_trees(model: &mut Model, real: &mut dyn Api, path: &[u8]) -> Result<(), String> {
    let root = Caller { client: 0, uid: 0 };
    let at = String::from_utf8_lossy(path).into_owned();
    let differ = |what: &str, want: String, got: String| {
        if want == got {
            Ok(())
        } else {
            Err(format!("at the end, {what} of {at}: the model gives {want}, got {got}"))
        }
    };
    let (want, got) = (model.stat(root, path), real.stat(root, path));
    differ("stat", format!("{want:?}"), format!("{got:?}"))?;
    let Ok(stat) = want else { return Ok(()) };
    if stat.is_dir {
        let (want, got) = (model.list(root, path), real.list(root, path));
        differ("list", format!("{want:?}"), format!("{got:?}"))?;
        for name in want.unwrap_or_default() {
            let separator: &[u8] = if path.ends_with(b"/") { b"" } else { b"/" };
            compare_trees(model, real, &[path, separator, &name].concat())?;
        }
        return Ok(());
    }
    let how =
        How { read: true, write: false, create: false, exclusive: false, truncate: false, append: false };
    let content = |api: &mut dyn Api| {
        api.open(root, path, how, 0, HANDLES)?;
        let data = api.read(HANDLES, 0, FILE_BYTES as usize * 4);
        api.close(HANDLES)?;
        data
    };
    let (want, got) = (content(model), content(real));
    if want == got { Ok(()) } else { Err(format!("at the end, the contents of {at} differ")) }
}

/// Carries an operation out.
///
/// # Errors
/// Its errno.
pub fn apply(api: &mut dyn Api, caller: Caller, op: &Op) -> Outcome<Got> {
    let nothing = |result: Outcome<()>| result.map(|()| Got::Nothing);
    match op {
        Op::Mkdir(path, mode) => nothing(api.mkdir(caller, path, *mode)),
        Op::Rmdir(path) => nothing(api.rmdir(caller, path)),
        Op::Unlink(path) => nothing(api.unlink(caller, path)),
        Op::Rename(from, to) => nothing(api.rename(caller, from, to)),
        Op::Open(path, how, mode, handle) => {
            // A handle is used again only when closed; whether it was open is the same on both sides.
            let _ = api.close(*handle);
            nothing(api.open(caller, path, *how, *mode, *handle))
        }
        Op::Close(handle) => nothing(api.close(*handle)),
        Op::Write(handle, offset, data) => api.write(*handle, *offset, data).map(Got::Count),
        Op::Read(handle, offset, len) => api.read(*handle, *offset, *len).map(Got::Data),
        Op::Fstat(handle) => api.fstat(*handle).map(Got::Stat),
        Op::Ftruncate(handle, size) => nothing(api.ftruncate(*handle, *size)),
        Op::Fsync(handle) => nothing(api.fsync(*handle)),
        Op::Stat(path) => api.stat(caller, path).map(Got::Stat),
        Op::Truncate(path, size) => nothing(api.truncate(caller, path, *size)),
        Op::Chmod(path, mode) => nothing(api.chmod(caller, path, *mode)),
        Op::Chown(path, uid, gid) => nothing(api.chown(caller, path, *uid, *gid)),
        Op::Utimens(path, time) => nothing(api.utimens(caller, path, *time)),
        Op::List(path) => api.list(caller, path).map(Got::Names),
    }
}

/// Few names and little depth, so that operations meet; now and then an odd one.
fn random_path(rng: &mut fastrand::Rng) -> Vec<u8> {
    let mut path = Vec::new();
    for _ in 0..[1, 1, 2, 2, 3, 4][rng.usize(0..6)] {
        path.extend_from_slice(b"/");
        match rng.usize(0..60) {
            0 => path.extend_from_slice(b"."),
            1 => path.extend_from_slice(&[b'n'; 255]),
            2 => path.extend_from_slice(&[b'n'; 256]),
            3 => path.extend_from_slice(b"\xff\x01 \xc3"),
            // Two slashes in a row.
            4 => {}
            _ => path.push(b'a' + rng.u8(0..4)),
        }
    }
    if rng.usize(0..40) == 0 {
        path.push(b'/');
    }
    path
}

/// A path that is not the root: the root of a local file system is not a sequence's to remove.
fn below_root(rng: &mut fastrand::Rng) -> Vec<u8> {
    loop {
        let path = random_path(rng);
        if path.split(|&byte| byte == b'/').any(|part| !matches!(part, b"" | b".")) {
            return path;
        }
    }
}

fn random_mode(rng: &mut fastrand::Rng) -> u32 {
    [0o777, 0o777, 0o755, 0o700, 0o644, 0o666, 0o1777, 0o2775, 0o500, 0o0][rng.usize(0..10)]
}

/// One of `clients` clients. Half the calls are the super-user's, the rest are spread over two others.
pub fn random_caller(rng: &mut fastrand::Rng, clients: usize) -> Caller {
    Caller { client: rng.usize(0..clients), uid: [0, 0, 1001, 1002][rng.usize(0..4)] }
}

/// Any operation, on files of up to about `file_bytes`.
pub fn random_op(rng: &mut fastrand::Rng, file_bytes: u64) -> Op {
    let handle = rng.usize(0..HANDLES);
    // Sizes of every kind: nothing, within a block, odd, over several stripe units.
    let size = |rng: &mut fastrand::Rng| match rng.usize(0..4) {
        0 => rng.u64(0..10),
        1 => rng.u64(0..5000),
        2 => rng.u64(0..file_bytes / 4096) * 4096,
        _ => rng.u64(0..file_bytes),
    };
    match rng.usize(0..40) {
        0..5 => Op::Mkdir(random_path(rng), random_mode(rng)),
        5..7 => Op::Rmdir(below_root(rng)),
        7..9 => Op::Unlink(below_root(rng)),
        9..12 => Op::Rename(below_root(rng), below_root(rng)),
        12..18 => {
            let write = rng.bool();
            let create = rng.usize(0..3) > 0;
            let how = How {
                read: !write || rng.bool(),
                write,
                create,
                exclusive: create && rng.usize(0..4) == 0,
                truncate: write && rng.usize(0..6) == 0,
                append: write && rng.usize(0..8) == 0,
            };
            Op::Open(random_path(rng), how, random_mode(rng), handle)
        }
        18 => Op::Close(handle),
        19..24 => {
            let len = size(rng).min(file_bytes / 2) as usize;
            let byte = rng.u8(1..);
            let data = (0..len).map(|i| byte.wrapping_add((i / 7) as u8)).collect();
            Op::Write(handle, size(rng), data)
        }
        24..28 => Op::Read(handle, size(rng), size(rng).max(1) as usize),
        28 => Op::Fstat(handle),
        29 => Op::Ftruncate(handle, size(rng)),
        30 => Op::Fsync(handle),
        31..34 => Op::Stat(random_path(rng)),
        34 => Op::Truncate(random_path(rng), size(rng)),
        35 => Op::Chmod(random_path(rng), random_mode(rng)),
        36 => {
            let ids = [0, 1001, 1002];
            Op::Chown(random_path(rng), ids[rng.usize(0..3)], ids[rng.usize(0..3)])
        }
        37 => Op::Utimens(random_path(rng), rng.i64(1..KNOWN_TIME_MAX)),
        _ => Op::List(random_path(rng)),
    }
}
