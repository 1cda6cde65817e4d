//! The exerciser of one file: on a local file, through the client library, while servers are killed; and that it finds
//! what it is there to find.

#![allow(clippy::unwrap_used, clippy::disallowed_methods, reason = "a test fails by panicking")]

use std::io;
use std::path::{Path, PathBuf};
use std::sync::mpsc;

use osmia_client::{Client, ClientOptions};
use osmia_tests::cluster::{Cluster, Options as ClusterOptions};
use osmia_tests::fsx::{Allocate, Backend, Local, Options, Remote, run};
use osmia_tests::scale;

/// Seeds of a run: that of OSMIA_SEED, or the first few.
fn seeds() -> std::ops::Range<u64> {
    let only = std::env::var("OSMIA_SEED").ok().map(|seed| seed.parse().expect("OSMIA_SEED is a number"));
    only.map_or(0..scale(2, 4), |seed: u64| seed..seed + 1)
}

fn exercise(
    test: &str,
    operations: u64,
    mut file: impl FnMut(u64) -> Box<dyn Backend>,
    before: &mut dyn FnMut(u64),
) {
    for seed in seeds() {
        if let Err(failure) = run(Options::new(seed, operations), &mut *file(seed), before) {
            panic!("{failure}again: OSMIA_SEED={seed} cargo test -p osmia-tests --test fsx {test}");
        }
    }
}

/// Where the path's file system is exercised: OSMIA_FSX_DIR (such as a mount), or a temporary directory.
fn directory() -> (PathBuf, Option<tempfile::TempDir>) {
    match std::env::var_os("OSMIA_FSX_DIR") {
        Some(directory) => (directory.into(), None),
        None => {
            let directory = tempfile::TempDir::new().unwrap();
            (directory.path().to_owned(), Some(directory))
        }
    }
}

/// Every result on a path is the model's: of the exerciser itself on a local file system, of a mount where one is named.
#[test]
fn path() {
    let (directory, _keep) = directory();
    let name = |seed| directory.join(format!("fsx-{}-{seed}", std::process::id()));
    let file = |seed| Box::new(Local::create(&name(seed), true).unwrap()) as Box<dyn Backend>;
    exercise("path", scale(5_000, 100_000), file, &mut |_| {});
    seeds().for_each(|seed| std::fs::remove_file(name(seed)).unwrap());
}

/// Every result through the client library is the model's, over several stripes and targets.
#[test]
fn client_library() {
    let cluster = Cluster::start(ClusterOptions::default());
    let client = cluster.client(ClientOptions::default());
    exercise("client_library", scale(3_000, 100_000), remote(&client), &mut |_| {});
}

/// Files of a cluster, by seed.
fn remote(client: &Client) -> impl FnMut(u64) -> Box<dyn Backend> {
    |seed| Box::new(Remote::create(client, Path::new(&format!("/fsx-{seed}"))).unwrap())
}

/// The same while servers are killed in the middle of operations and come back, one after the other: no error, and no byte
/// lost.
#[test]
fn through_kills() {
    /// Operations from one kill to the next.
    const KILL_EVERY: u64 = 200;
    let operations = scale(1_000, 50_000);
    let mut cluster = Cluster::start(ClusterOptions::default());
    let client = cluster.client(ClientOptions::default());
    std::thread::scope(|scope| {
        // Beside the operations, so that a kill meets one under way.
        let (tell, told) = mpsc::channel();
        let cluster = &mut cluster;
        let killer = scope.spawn(move || {
            let mut kills = 0;
            for () in told {
                let at = kills % cluster.servers.len();
                cluster.kill(at);
                cluster.launch(at);
                kills += 1;
            }
            kills as u64
        });
        exercise("through_kills", operations, remote(&client), &mut |step| {
            if step % KILL_EVERY == KILL_EVERY / 2 {
                tell.send(()).unwrap();
            }
        });
        drop(tell);
        let seeds = seeds().count() as u64;
        assert_eq!(killer.join().unwrap(), seeds * (operations / KILL_EVERY));
    });
}

/// A defect of a file system.
#[derive(Clone, Copy, Debug)]
enum Defect {
    /// The last byte of a long write does not arrive.
    LostTail,
    /// A punched range keeps its bytes.
    PunchKeeps,
    /// What a truncate cuts comes back when the file grows.
    CutComesBack,
    /// A growing allocation does not set the size.
    GrowForgotten,
    /// Data are called a hole.
    HoleOverData,
    /// A mapped write is lost.
    MapLost,
}

/// A file with a defect.
struct Defective {
    file: Local,
    defect: Defect,
    /// What the last truncate cut, and from where.
    cut: (u64, Vec<u8>),
}

impl Backend for Defective {
    fn read(&mut self, offset: u64, into: &mut [u8]) -> io::Result<usize> {
        self.file.read(offset, into)
    }

    fn write(&mut self, offset: u64, from: &[u8]) -> io::Result<()> {
        let lost = matches!(self.defect, Defect::LostTail) && from.len() > 10_000;
        self.file.write(offset, from)?;
        if lost { self.file.write(offset + from.len() as u64 - 1, &[0]) } else { Ok(()) }
    }

    fn truncate(&mut self, size: u64) -> io::Result<()> {
        let before = self.file.size()?;
        if matches!(self.defect, Defect::CutComesBack) && size < before {
            let mut bytes = vec![0; (before - size) as usize];
            self.file.read(size, &mut bytes)?;
            self.cut = (size, bytes);
        }
        self.file.truncate(size)?;
        if size > before && before == self.cut.0 && !self.cut.1.is_empty() {
            let back = self.cut.1.len().min((size - before) as usize);
            self.file.write(before, &self.cut.1[..back])?;
        }
        Ok(())
    }

    fn allocate(&mut self, what: Allocate, offset: u64, len: u64) -> io::Result<()> {
        match (self.defect, what) {
            (Defect::PunchKeeps, Allocate::PunchHole) => Ok(()),
            (Defect::GrowForgotten, Allocate::Grow) => self.file.allocate(Allocate::KeepSize, offset, len),
            _ => self.file.allocate(what, offset, len),
        }
    }

    fn copy(&mut self, from: u64, to: u64, len: u64) -> io::Result<u64> {
        self.file.copy(from, to, len)
    }

    fn seek(&mut self, offset: u64, hole: bool) -> io::Result<Option<u64>> {
        let found = self.file.seek(offset, hole)?;
        let size = self.file.size()?;
        let past = |at: u64| Some(at + 4096).filter(|at| *at < size);
        Ok(if matches!(self.defect, Defect::HoleOverData) && !hole { found.and_then(past) } else { found })
    }

    fn size(&mut self) -> io::Result<u64> {
        self.file.size()
    }

    fn sync(&mut self) -> io::Result<()> {
        self.file.sync()
    }

    fn reopen(&mut self) -> io::Result<()> {
        self.file.reopen()
    }

    fn map_read(&mut self, offset: u64, into: &mut [u8]) -> io::Result<()> {
        self.file.map_read(offset, into)
    }

    fn map_write(&mut self, offset: u64, from: &[u8]) -> io::Result<()> {
        if matches!(self.defect, Defect::MapLost) { Ok(()) } else { self.file.map_write(offset, from) }
    }

    fn can_map(&self) -> bool {
        true
    }

    fn can_allocate(&self, what: Allocate) -> bool {
        self.file.can_allocate(what)
    }
}

/// Each defect is found within a short run of every seed, and what is said of it has the seed and the operations.
#[test]
fn defects_are_found() {
    let directory = tempfile::TempDir::new().unwrap();
    for defect in [
        Defect::LostTail,
        Defect::PunchKeeps,
        Defect::CutComesBack,
        Defect::GrowForgotten,
        Defect::HoleOverData,
        Defect::MapLost,
    ] {
        for seed in 0..3 {
            let file = Local::create(&directory.path().join("file"), true).unwrap();
            let mut file = Defective { file, defect, cut: (0, Vec::new()) };
            let Err(failure) = run(Options::new(seed, 2000), &mut file, &mut |_| {}) else {
                panic!("{defect:?} is not found by seed {seed}");
            };
            let text = failure.to_string();
            assert!(text.contains(&format!("seed {seed}, operation {}", failure.step)), "{text}");
            let (step, op) = failure.last.last().unwrap();
            assert!(*step == failure.step && text.contains(&format!("{op:?}")), "{text}");
        }
    }
}
