//! One rank's way through the phases.
//!
//! Every phase begins and ends with a barrier; what is checked is checked between phases, outside their times.

use hdrhistogram::Histogram;

use super::api::{Api, ApiError, ApiResult};
use super::content::{Content, mix};
use super::facts::Facts;
use super::options::{ApiKind, Options};
use super::osmia::Osmia;
use super::plan::{ItemKind, Plan, write_item_name};
use super::posix::Posix;
use super::summary::Operation;
use super::team::{Answer, Failure, Link, PhaseResult, RankResult, Report, Stopped};
use crate::clock;

/// Failures of one rank before the run is given up: with a dead server each costs a time-out.
const FAILURES_MAX: u64 = 100;
/// Failures of one rank that are told in full.
const FAILURES_TOLD: u64 = 10;
/// Longest call that the histogram holds: an hour. Longer ones count as that.
pub(super) const CALL_NANOS_MAX: u64 = 3_600_000_000_000;
/// Least time between two reports of progress.
const PROGRESS_NANOS: u64 = 100_000_000;
/// Shifts of `-N` by phase, as in mdtest: creation works on the rank's own items.
const SHIFT_STAT: u32 = 1;
pub(super) const SHIFT_READ: u32 = 2;
const SHIFT_REMOVE: u32 = 3;

/// Runs rank `rank` from start to end and reports everything through `link`.
pub(super) fn run(rank: u32, options: &Options, plan: &Plan, link: &mut dyn Link) {
    let result = match options.api {
        ApiKind::Posix => Rank::new(rank, options, plan, link, Posix).run(),
        ApiKind::Osmia => match Osmia::connect(options) {
            Ok(osmia) => Rank::new(rank, options, plan, link, osmia).run(),
            Err(error) => refuse(rank, link, "connecting", &error),
        },
    };
    // A coordinator that is gone needs no result.
    let _ = link.send(Report::Done(result));
}

/// The result of a rank that could not start.
fn refuse(rank: u32, link: &mut dyn Link, doing: &str, error: &ApiError) -> RankResult {
    let failure = Failure {
        rank,
        doing: doing.into(),
        path: String::new(),
        errno: error.errno,
        text: error.text.clone(),
    };
    let _ = link.send(Report::Failure(failure));
    RankResult { failures: 1, stopped: true, ..RankResult::default() }
}

pub(super) struct Rank<'a, A: Api> {
    pub(super) rank: u32,
    pub(super) options: &'a Options,
    pub(super) plan: &'a Plan,
    link: &'a mut dyn Link,
    pub(super) api: A,
    result: RankResult,
    /// What is written, and what is read: a prefix of it.
    pub(super) written: Content,
    pub(super) read: Content,
    pub(super) buffer: Vec<u8>,
    /// Random order of items, with `-R`.
    order: Vec<u64>,
    /// Path of the current item; up to `directory_len` that of the directory in `at`.
    pub(super) path: String,
    directory_len: usize,
    at: Option<(u32, u32, u64, u64)>,
    /// Items of each kind that each rank should have now, where known: directories, files.
    pub(super) present: [Option<u64>; 2],
}

/// One phase: which items, whose, in which order.
struct Phase {
    operation: Operation,
    kind: ItemKind,
    iteration: u32,
    owner: u32,
    items: std::ops::Range<u64>,
    random: bool,
    stonewall_nanos: Option<u64>,
}

impl<'a, A: Api> Rank<'a, A> {
    fn new(rank: u32, options: &'a Options, plan: &'a Plan, link: &'a mut dyn Link, api: A) -> Rank<'a, A> {
        let write_len = usize::try_from(options.write_bytes).unwrap_or(usize::MAX);
        let read_len = usize::try_from(options.read_bytes).unwrap_or(usize::MAX);
        Rank {
            rank,
            options,
            plan,
            link,
            api,
            result: RankResult::default(),
            written: Content::new(options.content_seed, write_len),
            read: Content::new(options.content_seed, read_len),
            buffer: vec![0; write_len.max(read_len)],
            order: Vec::new(),
            path: String::new(),
            directory_len: 0,
            at: None,
            present: [None, None],
        }
    }

    fn run(mut self) -> RankResult {
        self.result.stopped = self.iterations().is_err();
        self.result
    }

    fn iterations(&mut self) -> Result<(), Stopped> {
        let made_base = self.make_base()?;
        self.barrier()?;
        if self.rank == 0 {
            self.describe()?;
        }
        for iteration in 0..self.options.iterations {
            self.iteration(iteration)?;
        }
        if made_base && self.plan.remove {
            let base = self.plan.base(self.rank).to_string();
            if let Err(error) = self.api.rmdir(&base) {
                self.fail("removing the test directory", &base, &error);
            }
        }
        Ok(())
    }

    /// Makes the base directory where it is missing; tells whether it did.
    fn make_base(&mut self) -> Result<bool, Stopped> {
        if self.rank as usize >= self.plan.bases.len() {
            return Ok(false);
        }
        let base = self.plan.base(self.rank).to_string();
        match self.api.stat(&base) {
            Ok(_) => return Ok(false),
            Err(error) if error.errno == libc::ENOENT => {}
            Err(error) => self.fail("looking at the test directory", &base, &error),
        }
        if let Err(error) = self.api.mkdir(&base) {
            // Nothing can work without it.
            self.fail("making the test directory", &base, &error);
            self.result.hopeless = true;
            return Ok(false);
        }
        Ok(true)
    }

    fn describe(&mut self) -> Result<(), Stopped> {
        let base = self.plan.base(0).to_string();
        let mut facts = Facts::of_machine();
        match self.api.describe(&base) {
            Ok(described) => facts.file_system = described,
            Err(error) => self.fail("asking about the file system", &base, &error),
        }
        match self.api.space(&base) {
            Ok(space) => facts.space = space,
            Err(error) => {
                self.note(format!("WARNING: the file system does not tell its space: {}", error.text))?
            }
        }
        self.link.send(Report::Facts(facts))?;
        if self.options.stride > 0 {
            self.note(format!("Shifting ranks by {} for each phase.", self.options.stride))?;
        }
        if self.options.is_random() {
            self.note(format!("random seed: {}", self.options.random_seed))?;
        }
        Ok(())
    }

    fn iteration(&mut self, iteration: u32) -> Result<(), Stopped> {
        self.present = [None, None];
        if self.plan.create {
            self.make_test_directories(iteration);
            self.tree(iteration, Operation::TreeCreation)?;
        }
        if self.plan.directories {
            self.delay();
            self.directory_test(iteration)?;
        }
        if self.plan.files {
            self.delay();
            self.file_test(iteration)?;
        }
        if self.plan.remove {
            self.tree(iteration, Operation::TreeRemoval)?;
            self.remove_test_directories(iteration);
        }
        Ok(())
    }

    fn delay(&self) {
        if self.rank == 0 && self.options.pre_delay_seconds > 0 {
            clock::sleep(std::time::Duration::from_secs(self.options.pre_delay_seconds));
        }
    }

    fn make_test_directories(&mut self, iteration: u32) {
        if self.rank as usize >= self.plan.bases.len() {
            return;
        }
        for tree in 0..self.plan.trees {
            self.plan.write_test_directory(&mut self.path, self.rank, iteration, tree);
            match self.api.mkdir(&self.path) {
                Err(error) if error.errno != libc::EEXIST => self.fail_here("mkdir", &error),
                _ => {}
            }
        }
    }

    fn remove_test_directories(&mut self, iteration: u32) {
        if self.rank as usize >= self.plan.bases.len() {
            return;
        }
        for tree in 0..self.plan.trees {
            self.plan.write_test_directory(&mut self.path, self.rank, iteration, tree);
            match self.api.rmdir(&self.path) {
                // Missing where an earlier run removed it, as when removal runs again.
                Err(error) if error.errno != libc::ENOENT || self.plan.create => {
                    self.fail_here("rmdir", &error)
                }
                _ => {}
            }
        }
    }

    /// Makes or removes the directories of the trees, parents first or last.
    fn tree(&mut self, iteration: u32, operation: Operation) -> Result<(), Stopped> {
        let create = operation == Operation::TreeCreation;
        let each = self.plan.tree_directories;
        let count = if self.plan.unique || self.rank == 0 { each * self.plan.trees } else { 0 };
        self.at = None;
        let mut meter = self.begin(iteration, operation, count)?;
        for step in 0..count {
            let index = if create { step } else { count - 1 - step };
            self.plan.write_directory(&mut self.path, self.rank, iteration, index / each, index % each);
            let start = clock::now_ns();
            let outcome = if create { self.api.mkdir(&self.path) } else { self.api.rmdir(&self.path) };
            self.took(&mut meter, start, outcome);
            if self.has_given_up() {
                break;
            }
        }
        self.end(meter)
    }

    fn directory_test(&mut self, iteration: u32) -> Result<(), Stopped> {
        let items = self.plan.items;
        let phase = |operation, owner, random| Phase {
            operation,
            kind: ItemKind::Directory,
            iteration,
            owner,
            items: 0..items,
            random,
            stonewall_nanos: None,
        };
        if self.plan.create {
            self.phase(phase(Operation::DirectoryCreation, self.rank, false), |rank, _| {
                rank.api.mkdir(&rank.path)
            })?;
            self.present[0] = Some(items);
            self.check_names(iteration)?;
        }
        if self.plan.stat {
            let owner = self.owner(SHIFT_STAT);
            let random = self.options.is_random();
            self.phase(phase(Operation::DirectoryStat, owner, random), |rank, _| rank.stat_item(true))?;
        }
        if self.plan.rename && items > 1 {
            let owner = self.owner(SHIFT_STAT);
            self.phase(phase(Operation::DirectoryRename, owner, false), |rank, index| {
                rank.rename_item(iteration, owner, index)
            })?;
            self.check_names(iteration)?;
        }
        if self.plan.remove {
            let owner = self.owner(SHIFT_REMOVE);
            self.phase(phase(Operation::DirectoryRemoval, owner, false), |rank, _| {
                rank.api.rmdir(&rank.path)
            })?;
            self.present[0] = Some(0);
            self.check_names(iteration)?;
        }
        Ok(())
    }

    fn file_test(&mut self, iteration: u32) -> Result<(), Stopped> {
        let mut items = self.plan.items;
        if self.plan.create {
            items = self.create_files(iteration)?;
            self.present[1] = Some(items);
            self.check_names(iteration)?;
        } else if let Some(count) = self.read_stonewall_file()? {
            items = count;
        }
        let random = self.options.is_random();
        let phase = |operation, owner, random| Phase {
            operation,
            kind: ItemKind::File,
            iteration,
            owner,
            items: 0..items,
            random,
            stonewall_nanos: None,
        };
        if self.plan.stat {
            let owner = self.owner(SHIFT_STAT);
            self.phase(phase(Operation::FileStat, owner, random), |rank, _| rank.stat_item(false))?;
        }
        if self.plan.read {
            let owner = self.owner(SHIFT_READ);
            self.phase(phase(Operation::FileRead, owner, random), |rank, index| {
                rank.read_file(owner, index)
            })?;
        }
        self.check_content(iteration, items)?;
        if self.plan.remove {
            let owner = self.owner(SHIFT_REMOVE);
            self.phase(phase(Operation::FileRemoval, owner, false), |rank, _| rank.api.unlink(&rank.path))?;
            self.present[1] = Some(0);
            self.check_names(iteration)?;
        }
        Ok(())
    }

    /// Creates this rank's files, up to the stonewall where there is one; gives the count each rank has then.
    fn create_files(&mut self, iteration: u32) -> Result<u64, Stopped> {
        let owner = self.rank;
        let mut phase = Phase {
            operation: Operation::FileCreation,
            kind: ItemKind::File,
            iteration,
            owner,
            items: 0..self.plan.items,
            random: false,
            stonewall_nanos: None,
        };
        if self.options.stonewall_seconds == 0 {
            self.phase(phase, |rank, index| rank.create_file(owner, index))?;
            return Ok(self.plan.items);
        }
        phase.stonewall_nanos = Some(self.options.stonewall_seconds.saturating_mul(1_000_000_000));
        let mut meter = self.begin(iteration, Operation::FileCreation, self.plan.items)?;
        let done = self.calls(&mut meter, &phase, &mut |rank, index| rank.create_file(owner, index));
        let counts = self.exchange(done)?;
        let (fastest, slowest) = (counts.iter().copied().max(), counts.iter().copied().min());
        let (fastest, slowest) = (fastest.unwrap_or(done), slowest.unwrap_or(done));
        let sum: u64 = counts.iter().sum();
        if self.rank == 0 {
            if sum / counts.len() as u64 != self.plan.items {
                let mean = sum as f64 / counts.len() as f64;
                let line = format!("Continue stonewall hit min: {slowest} max: {fastest} avg: {mean:.1} ");
                self.note(line)?;
                self.note(String::new())?;
            }
            self.write_stonewall_file(fastest);
        }
        phase.items = done..fastest;
        phase.stonewall_nanos = None;
        self.calls(&mut meter, &phase, &mut |rank, index| rank.create_file(owner, index));
        self.end(meter)?;
        Ok(fastest)
    }

    fn write_stonewall_file(&mut self, count: u64) {
        let Some(file) = &self.options.stonewall_file else { return };
        if let Err(error) = std::fs::write(file, count.to_string()) {
            let path = file.display().to_string();
            self.fail("writing the stonewall file", &path, &error.into());
        }
    }

    /// The count of an earlier create phase, from rank 0's reading of `-x`.
    fn read_stonewall_file(&mut self) -> Result<Option<u64>, Stopped> {
        const UNREADABLE: u64 = u64::MAX;
        let Some(file) = &self.options.stonewall_file else { return Ok(None) };
        let mut count = UNREADABLE;
        if self.rank == 0 {
            let text = std::fs::read_to_string(file).unwrap_or_default();
            count = text.trim().parse().unwrap_or(UNREADABLE);
            if count == UNREADABLE {
                self.note("WARNING: Could not read stonewall status file".into())?;
            } else if count > self.plan.items {
                let error = ApiError {
                    errno: 0,
                    text: format!("says {count} items, but -n and -I make only {}", self.plan.items),
                };
                let path = file.display().to_string();
                self.fail("reading the stonewall file", &path, &error);
                self.result.hopeless = true;
            }
        }
        let count = self.exchange(count)?.first().copied().unwrap_or(UNREADABLE);
        Ok((count != UNREADABLE).then_some(count))
    }

    pub(super) fn owner(&self, shifts: u32) -> u32 {
        self.plan.owner(self.rank, self.options.stride, shifts)
    }

    /// One whole phase of one call per item; `call` finds the item's path in `self.path`.
    fn phase(
        &mut self,
        phase: Phase,
        mut call: impl FnMut(&mut Self, u64) -> ApiResult<()>,
    ) -> Result<(), Stopped> {
        let items = phase.items.end - phase.items.start;
        if phase.random && self.order.len() as u64 != items {
            self.order = shuffled(items, self.options.random_seed.wrapping_add(u64::from(self.rank)));
        }
        let mut meter = self.begin(phase.iteration, phase.operation, items)?;
        self.calls(&mut meter, &phase, &mut call);
        self.end(meter)
    }

    /// The calls of a phase; gives the items done, counted from 0.
    fn calls(
        &mut self,
        meter: &mut Meter,
        phase: &Phase,
        call: &mut dyn FnMut(&mut Self, u64) -> ApiResult<()>,
    ) -> u64 {
        for step in phase.items.clone() {
            let index = self.item_at(phase, step);
            self.set_item_path(phase.kind, phase.owner, phase.iteration, index);
            let start = clock::now_ns();
            let outcome = call(self, index);
            let now = self.took(meter, start, outcome);
            if self.has_given_up() || phase.stonewall_nanos.is_some_and(|wall| now - meter.start > wall) {
                return step + 1;
            }
        }
        phase.items.end
    }

    /// The item of a step: in order, or as `-R` shuffled them.
    fn item_at(&self, phase: &Phase, step: u64) -> u64 {
        if !phase.random {
            return step;
        }
        self.order[usize::try_from(step).expect("the order's length bounds the steps")]
    }

    /// Puts an item's path into `self.path`; the directory's part is kept from item to item.
    pub(super) fn set_item_path(&mut self, kind: ItemKind, owner: u32, iteration: u32, index: u64) {
        let place = self.plan.place(index);
        let at = (owner, iteration, place.tree, place.directory);
        if self.at == Some(at) {
            self.path.truncate(self.directory_len);
        } else {
            self.plan.write_directory(&mut self.path, owner, iteration, place.tree, place.directory);
            self.path.push('/');
            self.directory_len = self.path.len();
            self.at = Some(at);
        }
        write_item_name(&mut self.path, kind, owner, place.number);
    }

    /// To be called before anything else is put into `self.path`.
    pub(super) fn forget_item_path(&mut self) {
        self.at = None;
    }

    fn begin(&mut self, iteration: u32, operation: Operation, items: u64) -> Result<Meter, Stopped> {
        self.barrier()?;
        if self.rank == 0 {
            self.link.send(Report::Phase { iteration, operation, total: items })?;
        }
        let histogram = Histogram::new_with_bounds(1, CALL_NANOS_MAX, 3).expect("constant bounds are valid");
        let before = self.api.counters();
        let start = clock::now_ns();
        Ok(Meter { iteration, operation, histogram, before, start, told: start, items: 0, tried: 0 })
    }

    /// Counts one call; gives the time.
    fn took(&mut self, meter: &mut Meter, start: u64, outcome: ApiResult<()>) -> u64 {
        let now = clock::now_ns();
        meter.tried += 1;
        match outcome {
            Ok(()) => {
                meter.items += 1;
                meter.histogram.saturating_record((now - start).max(1));
            }
            Err(error) => self.fail_here(meter.operation.name(), &error),
        }
        if self.options.progress && now - meter.told > PROGRESS_NANOS {
            meter.told = now;
            // Progress is for show: a lost coordinator is noticed at the barrier.
            let _ = self.link.send(Report::Progress(meter.tried));
        }
        now
    }

    fn end(&mut self, meter: Meter) -> Result<(), Stopped> {
        let alone = clock::now_ns();
        let after = self.api.counters();
        if self.options.call_sync
            && let Err(error) = self.api.sync()
        {
            self.fail("sync", "", &error);
        }
        self.barrier()?;
        let end = clock::now_ns();
        let counters = after
            .into_iter()
            .map(|(name, count)| {
                let before = meter.before.get(&name).copied().unwrap_or(0);
                (name, count.saturating_sub(before))
            })
            .collect();
        let latency = meter.histogram.iter_recorded();
        self.result.phases.push(PhaseResult {
            iteration: meter.iteration,
            operation: meter.operation,
            items: meter.items,
            nanos: end - meter.start,
            nanos_alone: alone - meter.start,
            latency: latency.map(|step| (step.value_iterated_to(), step.count_at_value())).collect(),
            counters,
        });
        Ok(())
    }

    pub(super) fn has_given_up(&self) -> bool {
        self.result.hopeless || self.result.failures >= FAILURES_MAX
    }

    /// Waits for all ranks, or learns that the run is given up.
    pub(super) fn barrier(&mut self) -> Result<(), Stopped> {
        self.exchange(0).map(drop)
    }

    fn exchange(&mut self, value: u64) -> Result<Vec<u64>, Stopped> {
        let give_up = self.has_given_up();
        if self.plan.ranks == 1 {
            return if give_up { Err(Stopped) } else { Ok(vec![value]) };
        }
        self.link.send(Report::Exchange { value, give_up })?;
        match self.link.receive()? {
            Answer::Values(values) => Ok(values),
            Answer::Stop => Err(Stopped),
        }
    }

    fn note(&mut self, line: String) -> Result<(), Stopped> {
        self.link.send(Report::Note(line))
    }

    /// Counts a failure on the current path.
    pub(super) fn fail_here(&mut self, doing: &str, error: &ApiError) {
        let path = self.path.clone();
        self.fail(doing, &path, error);
    }

    /// Counts a failure; the first few are told in full.
    pub(super) fn fail(&mut self, doing: &str, path: &str, error: &ApiError) {
        self.result.failures += 1;
        if self.result.failures <= FAILURES_TOLD {
            let (doing, path, text) = (doing.to_string(), path.to_string(), error.text.clone());
            let failure = Failure { rank: self.rank, doing, path, errno: error.errno, text };
            // A lost coordinator is noticed at the barrier.
            let _ = self.link.send(Report::Failure(failure));
        }
    }
}

/// What a phase has measured so far.
struct Meter {
    iteration: u32,
    operation: Operation,
    histogram: Histogram<u64>,
    before: super::api::Counters,
    start: u64,
    told: u64,
    items: u64,
    tried: u64,
}

/// A check that failed where every call succeeded.
pub(super) fn wrong(text: String) -> ApiError {
    ApiError { errno: 0, text }
}

/// The numbers below `count` in an order that `seed` decides (Fisher and Yates).
fn shuffled(count: u64, seed: u64) -> Vec<u64> {
    let mut order: Vec<u64> = (0..count).collect();
    let mut state = seed;
    for at in (1..order.len()).rev() {
        state = mix(state);
        // The bias of a remainder is below 2^-24 for any count that fits in memory.
        let other = usize::try_from(state % (at as u64 + 1)).unwrap_or(0);
        order.swap(at, other);
    }
    order
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;
    use std::collections::BTreeMap;
    use std::rc::Rc;

    use super::*;
    use crate::mdtest::api::{Attributes, Counters, OpenMode, Space};

    type Calls = Rc<RefCell<BTreeMap<&'static str, u64>>>;

    /// The system's calls, counted by name.
    struct Counting(Posix, Calls);

    impl Counting {
        fn count(&mut self, name: &'static str) -> &mut Posix {
            *self.1.borrow_mut().entry(name).or_default() += 1;
            &mut self.0
        }
    }

    impl Api for Counting {
        type File = <Posix as Api>::File;

        fn describe(&mut self, path: &str) -> ApiResult<Vec<(String, String)>> {
            self.0.describe(path)
        }
        fn space(&mut self, path: &str) -> ApiResult<Space> {
            self.0.space(path)
        }
        fn mkdir(&mut self, path: &str) -> ApiResult<()> {
            self.count("mkdir").mkdir(path)
        }
        fn rmdir(&mut self, path: &str) -> ApiResult<()> {
            self.count("rmdir").rmdir(path)
        }
        fn stat(&mut self, path: &str) -> ApiResult<Attributes> {
            self.count("stat").stat(path)
        }
        fn open(&mut self, path: &str, mode: OpenMode) -> ApiResult<Self::File> {
            self.count(if mode == OpenMode::Read { "open" } else { "create" }).open(path, mode)
        }
        fn write(&mut self, file: &mut Self::File, bytes: &[u8], offset: u64) -> ApiResult<()> {
            self.count("write").write(file, bytes, offset)
        }
        fn read(&mut self, file: &mut Self::File, bytes: &mut [u8], offset: u64) -> ApiResult<usize> {
            self.count("read").read(file, bytes, offset)
        }
        fn fsync(&mut self, file: &mut Self::File) -> ApiResult<()> {
            self.count("fsync").fsync(file)
        }
        fn close(&mut self, file: Self::File) -> ApiResult<()> {
            self.count("close").close(file)
        }
        fn unlink(&mut self, path: &str) -> ApiResult<()> {
            self.count("unlink").unlink(path)
        }
        fn rename(&mut self, from: &str, to: &str) -> ApiResult<()> {
            self.count("rename").rename(from, to)
        }
        fn list(&mut self, path: &str, each: &mut dyn FnMut(&[u8])) -> ApiResult<()> {
            self.0.list(path, each)
        }
        fn sync(&mut self) -> ApiResult<()> {
            // Not passed on: it would flush everything on the machine.
            self.count("sync");
            Ok(())
        }
        fn counters(&mut self) -> Counters {
            Counters::new()
        }
    }

    struct Alone;

    impl Link for Alone {
        fn send(&mut self, report: Report) -> Result<(), Stopped> {
            if let Report::Failure(failure) = report {
                panic!("{failure}");
            }
            Ok(())
        }
        fn receive(&mut self) -> Result<Answer, Stopped> {
            unreachable!("a single rank asks nobody")
        }
    }

    /// The calls of one rank's run, by name.
    fn calls(words: &str) -> BTreeMap<&'static str, u64> {
        let directory = tempfile::tempdir().unwrap();
        let mut options = Options::parse_words(words.split_whitespace()).unwrap();
        options.directory = directory.path().to_str().unwrap().to_string();
        let plan = Plan::new(&options).unwrap();
        let calls = Calls::default();
        let result = Rank::new(0, &options, &plan, &mut Alone, Counting(Posix, calls.clone())).run();
        assert!(!result.stopped, "{words}");
        let calls = calls.borrow();
        calls.clone()
    }

    /// A run makes exactly the calls its flags ask for: one per item and phase, and a handful around them.
    #[test]
    fn calls_are_those_asked_for() {
        // Files alone: test directory and tree are made and removed; the base directory is stat'ed.
        let files = calls("-n 10 -F");
        let expected = [
            ("close", 20),
            ("create", 10),
            ("mkdir", 2),
            ("open", 10),
            ("rmdir", 2),
            ("stat", 11),
            ("unlink", 10),
        ];
        assert_eq!(files, BTreeMap::from(expected));
        // Directories alone; one rename per item; a tree of 3.
        let directories = calls("-n 12 -D -z 1 -b 2");
        assert_eq!(directories, BTreeMap::from([("mkdir", 16), ("rename", 12), ("rmdir", 16), ("stat", 13)]));
        // Written, synced, read back at once and read again: every item each, sync once a phase (and the tree's).
        let written = calls("-n 5 -F -w 100 -e 100 -y -Y --verify-write");
        assert_eq!([written["write"], written["fsync"], written["read"], written["sync"]], [5, 5, 10, 6]);
        // Without a read phase of everything, the content is checked once.
        assert_eq!(calls("-n 5 -F -C -w 100")["read"], 5);
        assert!(!calls("-n 5 -F -C -w 100 --verify counts").contains_key("read"));
    }
}
