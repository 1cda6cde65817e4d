//! The mdtest driver: ranks create, stat, read, rename and remove directories and files, phase by phase.
//!
//! Flags, phases, names of the tree and the SUMMARY table are those of mdtest 4.1 (the `ior` repository), so that
//! scripts written for it work. Where this driver differs (docs/benchmarks.md lists it), it is stricter: every
//! failed call counts, and what the phases should have left is checked against what is there.
//!
//! Read in this order: [`options`] (the flags), [`plan`] (which item is where), [`api`] (what a file system must
//! offer; [`posix`] and [`osmia`] offer it), [`rank`] (one rank's way through the phases), `calls`
//! (the calls on one item), [`verify`] (what is checked),
//! [`team`] (barriers between ranks; [`process`] where ranks are processes), [`summary`] (from ranks' results to
//! figures), [`table`] (mdtest's output).

pub mod api;
mod calls;
pub mod content;
pub mod facts;
pub mod options;
pub mod osmia;
pub mod plan;
pub mod posix;
pub mod process;
pub mod rank;
pub mod summary;
pub mod table;
pub mod team;
pub mod verify;

pub use options::{ApiKind, Options, RankKind, VerifyLevel};
pub use summary::Summary;
pub use team::{Observer, Quiet};

use plan::Plan;

/// Runs the benchmark and says nothing until it is over.
///
/// # Errors
/// When the options contradict each other or the ranks cannot be started. Failed calls and failed checks are not
/// an error here: they are counted in the summary ([`Summary::failed`]).
pub fn run(options: &Options) -> anyhow::Result<Summary> {
    run_observed(options, &mut Quiet)
}

/// As [`run`], telling `observer` how it goes.
///
/// # Errors
/// As [`run`].
pub fn run_observed(options: &Options, observer: &mut dyn Observer) -> anyhow::Result<Summary> {
    let options = &options.with_seed();
    let plan = Plan::new(options)?;
    let outcome = match options.rank_kind {
        RankKind::Thread => team::run_threads(options, &plan, observer)?,
        RankKind::Process => process::run_processes(options, observer)?,
    };
    Ok(Summary::new(options, &plan, outcome))
}
