//! Random operations on one file, checked after each, in the manner of fsx.
//!
//! [`run`] draws operations from a seed, carries each out on a [`Backend`] and on a model in memory, and compares size and
//! all bytes after each. Backends: [`Local`] (a path: a local file system or a mount, also by mmap) and [`Remote`] (the
//! client library). What it says of a failure has the seed and the last operations. Read in this order: this file,
//! `backend`, `mapped`.

mod backend;
mod mapped;

use std::collections::VecDeque;
use std::io;

pub use backend::{Local, Remote};
pub use osmia_client::Allocate;

/// Operations that a failure tells of.
const LAST: usize = 30;

/// One open file.
pub trait Backend {
    /// pread(2) until `into` is full or the file ends.
    fn read(&mut self, offset: u64, into: &mut [u8]) -> io::Result<usize>;
    /// pwrite(2) of all of `from`.
    fn write(&mut self, offset: u64, from: &[u8]) -> io::Result<()>;
    /// ftruncate(2).
    fn truncate(&mut self, size: u64) -> io::Result<()>;
    /// fallocate(2).
    fn allocate(&mut self, what: Allocate, offset: u64, len: u64) -> io::Result<()>;
    /// copy_file_range(2) within the file, until all is copied or the file ends. Gives the bytes copied.
    fn copy(&mut self, from: u64, to: u64, len: u64) -> io::Result<u64>;
    /// lseek(2) with SEEK_HOLE or SEEK_DATA; `None` for ENXIO.
    fn seek(&mut self, offset: u64, hole: bool) -> io::Result<Option<u64>>;
    /// Size as fstat(2) has it.
    fn size(&mut self) -> io::Result<u64>;
    /// fsync(2).
    fn sync(&mut self) -> io::Result<()>;
    /// Closes the file and opens it again.
    fn reopen(&mut self) -> io::Result<()>;
    /// Reads by mmap(2); the range is within the file.
    fn map_read(&mut self, offset: u64, into: &mut [u8]) -> io::Result<()>;
    /// Writes by mmap(2); the range is within the file.
    fn map_write(&mut self, offset: u64, from: &[u8]) -> io::Result<()>;
    /// Whether the file can be mapped.
    fn can_map(&self) -> bool;
    /// Whether it can do that to a range. What it cannot is not drawn.
    fn can_allocate(&self, what: Allocate) -> bool;
}

/// How a run is made.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// What is drawn follows from it.
    pub seed: u64,
    /// So many operations.
    pub operations: u64,
    /// The file stays below this size.
    pub file_bytes: u64,
}

impl Options {
    /// A file over several stripe units of 64 KiB.
    pub fn new(seed: u64, operations: u64) -> Options {
        Options { seed, operations, file_bytes: 300_000 }
    }
}

/// One operation. Ranges are bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Op {
    /// From an offset, so many.
    Read(u64, u64),
    /// From an offset, so many, made from this number.
    Write(u64, u64, u8),
    /// As `Read`, mapped.
    MapRead(u64, u64),
    /// As `Write`, mapped.
    MapWrite(u64, u64, u8),
    /// To this size.
    Truncate(u64),
    /// From an offset, so many.
    Allocate(Allocate, u64, u64),
    /// From an offset, to another, so many.
    Copy(u64, u64, u64),
    /// From an offset; a hole or data.
    Seek(u64, bool),
    /// fsync(2).
    Sync,
    /// close(2) and open(2).
    Reopen,
}

/// What went wrong, and how it came to that.
#[derive(Debug)]
pub struct Failure {
    /// The run's seed.
    pub seed: u64,
    /// Number of the operation, from 0.
    pub step: u64,
    /// What was found.
    pub found: String,
    /// The last operations, the failed one at the end.
    pub last: Vec<(u64, Op)>,
}

impl std::fmt::Display for Failure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        writeln!(f, "seed {}, operation {}: {}", self.seed, self.step, self.found)?;
        writeln!(f, "the last operations:")?;
        self.last.iter().try_for_each(|(step, op)| writeln!(f, "  {step:>6} {op:?}"))
    }
}

impl std::error::Error for Failure {}

/// Does as many random operations on an empty file as the options say. `before` is told the number of each.
///
/// # Errors
/// The first difference from the model, or failure.
pub fn run(
    options: Options,
    file: &mut dyn Backend,
    before: &mut dyn FnMut(u64),
) -> Result<(), Box<Failure>> {
    let mut rng = fastrand::Rng::with_seed(options.seed);
    let mut model = Vec::new();
    let mut last = VecDeque::new();
    for step in 0..options.operations {
        let op = draw(&mut rng, options.file_bytes, model.len() as u64, file);
        if last.len() == LAST {
            last.pop_front();
        }
        last.push_back((step, op));
        before(step);
        let done = apply(op, &mut model, file).and_then(|()| verify(&model, file));
        if let Err(found) = done {
            let last = last.into();
            return Err(Box::new(Failure { seed: options.seed, step, found, last }));
        }
    }
    Ok(())
}

/// An operation that is allowed on a file of this size.
fn draw(rng: &mut fastrand::Rng, file_bytes: u64, size: u64, file: &dyn Backend) -> Op {
    // On block boundaries and beside them as often as anywhere.
    let offset = |rng: &mut fastrand::Rng, below: u64| {
        let block = rng.u64(0..below.div_ceil(4096)) * 4096;
        let near = [block, block + 1, block.saturating_sub(1), rng.u64(0..below)][rng.usize(0..4)];
        near.min(below - 1)
    };
    let range = |rng: &mut fastrand::Rng, below: u64| {
        let at = offset(rng, below);
        let len = [rng.u64(1..=below), rng.u64(1..20_000), 4096, 1][rng.usize(0..4)];
        (at, len.min(below - at))
    };
    loop {
        let (at, len) = range(rng, file_bytes);
        let byte = rng.u8(..);
        let op = match rng.usize(0..40) {
            0..6 => Op::Read(at, len),
            6..14 => Op::Write(at, len, byte),
            14..17 if size > 0 && file.can_map() => {
                let (at, len) = range(rng, size);
                Op::MapRead(at, len)
            }
            17..21 if size > 0 && file.can_map() => {
                let (at, len) = range(rng, size);
                Op::MapWrite(at, len, byte)
            }
            21..25 => Op::Truncate(at),
            25..33 => {
                let all = [
                    Allocate::Grow,
                    Allocate::KeepSize,
                    Allocate::PunchHole,
                    Allocate::PunchHole,
                    Allocate::Zero,
                    Allocate::ZeroKeepSize,
                ];
                Op::Allocate(all[rng.usize(0..all.len())], at, len)
            }
            33..36 if size > 0 => {
                let (from, len) = range(rng, size);
                Op::Copy(from, at.min(file_bytes - len), len)
            }
            36 | 37 => Op::Seek(at, rng.bool()),
            38 => Op::Sync,
            39 => Op::Reopen,
            _ => continue,
        };
        match op {
            Op::Allocate(what, ..) if !file.can_allocate(what) => {}
            // EINVAL: copy_file_range(2).
            Op::Copy(from, to, len) if from < to + len && to < from + len => {}
            op => return op,
        }
    }
}

/// Bytes that differ from one write to the next, and from their neighbours.
fn pattern(byte: u8, offset: u64, len: u64) -> Vec<u8> {
    (offset..offset + len).map(|at| byte.wrapping_add((at ^ (at >> 8) ^ (at >> 16)) as u8)).collect()
}

fn apply(op: Op, model: &mut Vec<u8>, file: &mut dyn Backend) -> Result<(), String> {
    let failed = |error: io::Error| format!("{op:?} fails: {error}");
    let size = model.len() as u64;
    match op {
        Op::Read(offset, len) => {
            let mut bytes = vec![0xa5; len as usize];
            let read = file.read(offset, &mut bytes).map_err(failed)?;
            compare(&format!("{op:?}"), offset, within(model, offset, len), &bytes[..read])?;
        }
        Op::MapRead(offset, len) => {
            let mut bytes = vec![0xa5; len as usize];
            file.map_read(offset, &mut bytes).map_err(failed)?;
            compare(&format!("{op:?}"), offset, within(model, offset, len), &bytes)?;
        }
        Op::Write(offset, len, byte) => {
            let bytes = pattern(byte, offset, len);
            file.write(offset, &bytes).map_err(failed)?;
            put(model, offset, &bytes);
        }
        Op::MapWrite(offset, len, byte) => {
            let bytes = pattern(byte, offset, len);
            file.map_write(offset, &bytes).map_err(failed)?;
            put(model, offset, &bytes);
        }
        Op::Truncate(size) => {
            file.truncate(size).map_err(failed)?;
            model.resize(size as usize, 0);
        }
        Op::Allocate(what, offset, len) => {
            file.allocate(what, offset, len).map_err(failed)?;
            if what.grows() {
                model.resize(model.len().max((offset + len) as usize), 0);
            }
            if matches!(what, Allocate::PunchHole | Allocate::Zero | Allocate::ZeroKeepSize) {
                let have = model.len();
                model[(offset as usize).min(have)..((offset + len) as usize).min(have)].fill(0);
            }
        }
        Op::Copy(from, to, len) => {
            let copied = file.copy(from, to, len).map_err(failed)?;
            if copied != len {
                return Err(format!("{op:?} copies {copied} bytes"));
            }
            let bytes = within(model, from, len).to_vec();
            put(model, to, &bytes);
        }
        Op::Seek(offset, hole) => {
            let found = file.seek(offset, hole).map_err(failed)?;
            check_seek(model, offset, hole, found).map_err(|why| format!("{op:?} gives {found:?}: {why}"))?;
        }
        Op::Sync => file.sync().map_err(failed)?,
        Op::Reopen => {
            file.reopen().map_err(failed)?;
            let now = file.size().map_err(failed)?;
            if now != size {
                return Err(format!("the size is {now} after reopening, and was {size}"));
            }
        }
    }
    Ok(())
}

fn put(model: &mut Vec<u8>, offset: u64, bytes: &[u8]) {
    let (from, end) = (offset as usize, offset as usize + bytes.len());
    model.resize(model.len().max(end), 0);
    model[from..end].copy_from_slice(bytes);
}

/// What the model has of a range.
fn within(model: &[u8], offset: u64, len: u64) -> &[u8] {
    let (from, end) = (offset as usize, (offset + len) as usize);
    &model[from.min(model.len())..end.min(model.len())]
}

/// What lseek(2) says of holes: nothing but zeros is in one, and the end of the file is one.
fn check_seek(model: &[u8], offset: u64, hole: bool, found: Option<u64>) -> Result<(), String> {
    let size = model.len() as u64;
    match found {
        None if offset >= size => Ok(()),
        _ if offset >= size => Err("it is behind the end".into()),
        None if hole => Err("the end is a hole".into()),
        Some(found) if found < offset || found > size || !hole && found == size => {
            Err(format!("want an offset from {offset} on in a file of {size}"))
        }
        // What a search for data passes over is a hole.
        _ if !hole => {
            let end = found.unwrap_or(size);
            let data = within(model, offset, end - offset).iter().position(|byte| *byte != 0);
            data.map_or(Ok(()), |at| Err(format!("there are data at {}", offset + at as u64)))
        }
        _ => Ok(()),
    }
}

/// Compares size and all bytes.
fn verify(model: &[u8], file: &mut dyn Backend) -> Result<(), String> {
    let failed = |error: io::Error| format!("verifying fails: {error}");
    let size = file.size().map_err(failed)?;
    if size != model.len() as u64 {
        return Err(format!("the size is {size}, want {}", model.len()));
    }
    let mut bytes = vec![0xa5; model.len() + 1];
    let read = file.read(0, &mut bytes).map_err(failed)?;
    compare("the file", 0, model, &bytes[..read])
}

fn compare(what: &str, offset: u64, want: &[u8], got: &[u8]) -> Result<(), String> {
    if want == got {
        return Ok(());
    }
    if want.len() != got.len() {
        return Err(format!("{what}: {} bytes, want {}", got.len(), want.len()));
    }
    let differ = |at: &usize| want[*at] != got[*at];
    let first = (0..want.len()).find(differ).unwrap_or_default();
    let count = (0..want.len()).filter(differ).count();
    let at = offset + first as u64;
    Err(format!(
        "{what}: {count} bytes differ, the first at {at}: {:#04x}, want {:#04x}",
        got[first], want[first]
    ))
}
