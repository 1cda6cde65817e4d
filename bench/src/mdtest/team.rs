//! Ranks and what passes between them: barriers with an exchange of one number, and reports.
//!
//! One coordinator (no rank itself) gathers an exchange's values and sends them to all. Ranks talk to it over
//! channels when they are threads, over sockets when they are processes ([`super::process`]); the rest is the same.

use std::sync::mpsc::{Receiver, Sender, channel};

use anyhow::bail;
use serde::{Deserialize, Serialize};

use super::api::Counters;
use super::facts::Facts;
use super::options::Options;
use super::plan::Plan;
use super::rank;
use super::summary::Operation;

/// One failed call or check.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Failure {
    /// The rank that met it.
    pub rank: u32,
    /// What was being done.
    pub doing: String,
    /// On what.
    pub path: String,
    /// The errno; 0 where a check failed and no call.
    pub errno: i32,
    /// What went wrong.
    pub text: String,
}

impl std::fmt::Display for Failure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "rank {}: {}", self.rank, self.doing)?;
        if !self.path.is_empty() {
            write!(f, " {}", self.path)?;
        }
        write!(f, ": {}", self.text)?;
        if self.errno == 0 { Ok(()) } else { write!(f, " (errno {})", self.errno) }
    }
}

/// One phase of one iteration, as one rank saw it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PhaseResult {
    /// Iteration, from 0.
    pub iteration: u32,
    /// Which phase.
    pub operation: Operation,
    /// Calls that succeeded.
    pub items: u64,
    /// From the phase's start to the end of its barrier (and sync).
    pub nanos: u64,
    /// From the phase's start to this rank's own end.
    pub nanos_alone: u64,
    /// Times of calls in nanoseconds, each with its count.
    pub latency: Vec<(u64, u64)>,
    /// What the client counted during the phase.
    pub counters: Counters,
}

/// Everything one rank has to tell at its end.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct RankResult {
    /// Phases in order.
    pub phases: Vec<PhaseResult>,
    /// Failed calls and checks.
    pub failures: u64,
    /// It makes no sense to go on.
    pub hopeless: bool,
    /// The run was given up.
    pub stopped: bool,
}

/// From a rank to the coordinator.
#[derive(Debug, Serialize, Deserialize)]
pub(super) enum Report {
    /// Takes part in an exchange; `give_up` stops everyone.
    Exchange { value: u64, give_up: bool },
    /// What rank 0 found out about the file system.
    Facts(Facts),
    /// A phase of `total` items per rank begins (rank 0).
    Phase { iteration: u32, operation: Operation, total: u64 },
    /// Items done in this phase.
    Progress(u64),
    /// A line to print (rank 0).
    Note(String),
    /// One failure; only a rank's first few are told.
    Failure(Failure),
    /// The end.
    Done(RankResult),
    /// The rank is gone without an end (said on its behalf).
    Gone(String),
}

/// From the coordinator to a rank.
#[derive(Debug, Serialize, Deserialize)]
pub(super) enum Answer {
    /// The values of an exchange, by rank.
    Values(Vec<u64>),
    /// Give up.
    Stop,
}

/// The run is being given up: return.
#[derive(Debug)]
pub struct Stopped;

/// A rank's line to the coordinator.
pub(super) trait Link {
    fn send(&mut self, report: Report) -> Result<(), Stopped>;
    fn receive(&mut self) -> Result<Answer, Stopped>;
}

/// Hears of a run's progress, on the thread that called run.
pub trait Observer {
    /// What is measured, once it is known.
    fn facts(&mut self, _facts: &Facts) {}
    /// A phase begins; `total` items over all ranks.
    fn phase(&mut self, _iteration: u32, _operation: Operation, _total: u64) {}
    /// Items done in the phase, over all ranks.
    fn progress(&mut self, _done: u64) {}
    /// A line for the user, as mdtest prints it.
    fn note(&mut self, _line: &str) {}
    /// A failed call or check; of many only the first few are told.
    fn failure(&mut self, _failure: &Failure) {}
}

/// Says nothing.
pub struct Quiet;

impl Observer for Quiet {}

/// What the coordinator gathered.
#[derive(Debug, Default)]
pub struct Outcome {
    /// By rank.
    pub ranks: Vec<RankResult>,
    /// The failures that were told in full.
    pub failures: Vec<Failure>,
    /// What rank 0 said.
    pub facts: Facts,
}

/// Runs every rank as a thread of this process.
pub(super) fn run_threads(
    options: &Options,
    plan: &Plan,
    observer: &mut dyn Observer,
) -> anyhow::Result<Outcome> {
    let (reports_tx, reports) = channel();
    let (answers, links): (Vec<Sender<Answer>>, Vec<ThreadLink>) = (0..plan.ranks)
        .map(|rank| {
            let (answer_tx, answer_rx) = channel();
            (answer_tx, ThreadLink { rank, reports: reports_tx.clone(), answers: answer_rx, done: false })
        })
        .unzip();
    drop(reports_tx);
    std::thread::scope(|scope| {
        for (rank, mut link) in (0..).zip(links) {
            // A thread that cannot start drops its link, which tells the coordinator.
            let _ = std::thread::Builder::new()
                .name(format!("rank-{rank}"))
                .spawn_scoped(scope, move || rank::run(rank, options, plan, &mut link));
        }
        let mut coordinator = Coordinator::new(plan.ranks, observer);
        coordinator.run(&reports, &mut |rank, answer| {
            // A rank that is gone says so itself.
            let _ = answers[rank].send(answer);
        });
        coordinator.finish()
    })
}

struct ThreadLink {
    rank: u32,
    reports: Sender<(u32, Report)>,
    answers: Receiver<Answer>,
    done: bool,
}

impl Link for ThreadLink {
    fn send(&mut self, report: Report) -> Result<(), Stopped> {
        self.done |= matches!(report, Report::Done(_));
        self.reports.send((self.rank, report)).map_err(|_| Stopped)
    }

    fn receive(&mut self) -> Result<Answer, Stopped> {
        self.answers.recv().map_err(|_| Stopped)
    }
}

impl Drop for ThreadLink {
    fn drop(&mut self) {
        if !self.done {
            let _ =
                self.reports.send((self.rank, Report::Gone("its thread panicked or could not start".into())));
        }
    }
}

/// The coordinator's side of all ranks.
pub(super) struct Coordinator<'a> {
    observer: &'a mut dyn Observer,
    waiting: Vec<Option<u64>>,
    done: Vec<Option<RankResult>>,
    gone: Vec<(u32, String)>,
    progress: Vec<u64>,
    outcome: Outcome,
    stopping: bool,
}

impl<'a> Coordinator<'a> {
    pub(super) fn new(ranks: u32, observer: &'a mut dyn Observer) -> Coordinator<'a> {
        let ranks = ranks as usize;
        Coordinator {
            observer,
            waiting: vec![None; ranks],
            done: vec![None; ranks],
            gone: Vec::new(),
            progress: vec![0; ranks],
            outcome: Outcome::default(),
            stopping: false,
        }
    }

    /// Serves reports until every rank is done or gone.
    pub(super) fn run(&mut self, reports: &Receiver<(u32, Report)>, answer: &mut dyn FnMut(usize, Answer)) {
        while let Ok((rank, report)) = reports.recv() {
            self.take(rank, report);
            self.release(answer);
            if self.ended() == self.waiting.len() {
                return;
            }
        }
    }

    fn ended(&self) -> usize {
        self.done.iter().flatten().count() + self.gone.len()
    }

    fn take(&mut self, rank: u32, report: Report) {
        let at = rank as usize;
        match report {
            Report::Exchange { value, give_up } => {
                self.waiting[at] = Some(value);
                self.stopping |= give_up;
            }
            Report::Facts(facts) => {
                self.observer.facts(&facts);
                self.outcome.facts = facts;
            }
            Report::Phase { iteration, operation, total } => {
                self.progress.fill(0);
                let ranks = self.waiting.len() as u64;
                self.observer.phase(iteration, operation, total * ranks);
            }
            Report::Progress(done) => {
                self.progress[at] = done;
                self.observer.progress(self.progress.iter().sum());
            }
            Report::Note(line) => self.observer.note(&line),
            Report::Failure(failure) => {
                self.observer.failure(&failure);
                self.outcome.failures.push(failure);
            }
            Report::Done(result) => {
                // A rank that ends before the others give up would leave them waiting for it.
                self.stopping |= result.stopped;
                self.done[at] = Some(result);
            }
            Report::Gone(why) => {
                if self.done[at].is_none() && !self.gone.iter().any(|(gone, _)| *gone == rank) {
                    self.stopping = true;
                    self.gone.push((rank, why));
                }
            }
        }
    }

    fn release(&mut self, answer: &mut dyn FnMut(usize, Answer)) {
        if self.stopping {
            for (rank, waiting) in self.waiting.iter_mut().enumerate() {
                if waiting.take().is_some() {
                    answer(rank, Answer::Stop);
                }
            }
        } else if self.waiting.iter().all(Option::is_some) {
            let values: Vec<u64> = self.waiting.iter_mut().filter_map(Option::take).collect();
            for rank in 0..values.len() {
                answer(rank, Answer::Values(values.clone()));
            }
        }
    }

    /// The outcome, when every rank came to an end.
    pub(super) fn finish(self) -> anyhow::Result<Outcome> {
        if let Some((rank, why)) = self.gone.first() {
            bail!("rank {rank} ended early: {why}");
        }
        let mut outcome = self.outcome;
        outcome.ranks = self.done.into_iter().map(Option::unwrap_or_default).collect();
        Ok(outcome)
    }
}
