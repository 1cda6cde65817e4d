//! The transport beside `ucx_perftest`, both sides polling, same UCX settings.

use super::Measure;
use super::build::{Program, Programs, json, number, tool};
use super::judge::Pair;
use std::path::PathBuf;

pub const UCX_PERF: Program = Program { package: "osmia-ucx", name: "ucx_perf", example: true };

pub fn rtt_tcp(programs: &Programs) -> anyhow::Result<Box<dyn Measure>> {
    measure(programs, "rtt", "tcp")
}

pub fn rtt_shm(programs: &Programs) -> anyhow::Result<Box<dyn Measure>> {
    measure(programs, "rtt", "shm")
}

pub fn bw_tcp(programs: &Programs) -> anyhow::Result<Box<dyn Measure>> {
    measure(programs, "bw", "tcp")
}

pub fn bw_shm(programs: &Programs) -> anyhow::Result<Box<dyn Measure>> {
    measure(programs, "bw", "shm")
}

fn measure(programs: &Programs, test: &'static str, path: &'static str) -> anyhow::Result<Box<dyn Measure>> {
    Ok(Box::new(Ucx { perf: Perf::new(programs)?, test, path }))
}

struct Ucx {
    perf: Perf,
    test: &'static str,
    path: &'static str,
}

impl Measure for Ucx {
    fn pair(&mut self, _variant: usize, index: usize) -> anyhow::Result<Pair> {
        let first = if index.is_multiple_of(2) { "ours" } else { "reference" };
        let (ours, reference) = self.perf.pair(self.test, self.path, &["--runs", "3", "--first", first])?;
        Ok(match self.test {
            "rtt" => Pair::of_costs(ours, reference),
            _ => Pair::of_rates(ours, reference),
        })
    }

    fn config(&self) -> String {
        let what = match self.test {
            "rtt" => "64 B there and back",
            _ => "1 MiB messages one way",
        };
        let path = self.path;
        format!(
            "{what}, {path}, cores 0 and 1, both sides polling, against ucx_perftest, medians of 3 runs each"
        )
    }
}

/// The example that measures both sides.
pub struct Perf(PathBuf);

impl Perf {
    pub fn new(programs: &Programs) -> anyhow::Result<Perf> {
        tool("ucx_perftest", "ucx-utils")?;
        let [perf] = programs.paths([UCX_PERF])?;
        Ok(Perf(perf))
    }

    /// The medians of our and ucx_perftest's values, measured in turn.
    pub fn pair(&self, test: &str, path: &str, further: &[&str]) -> anyhow::Result<(f64, f64)> {
        let mut words = vec!["pair", test, path];
        words.extend(further);
        let measured = json(&self.0, &words)?;
        Ok((number(&measured, "/ours")?, number(&measured, "/reference")?))
    }
}
