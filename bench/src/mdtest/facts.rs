//! What must stand beside figures: machine, clock, version.

use serde::{Deserialize, Serialize};

use super::api::Space;

/// The release of mdtest whose flags, names and table this driver follows.
pub const MDTEST_RELEASE: &str = "4.1.0";

/// What was measured, on what.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Facts {
    /// This driver's version.
    pub version: String,
    /// The commit it was built from.
    pub commit: String,
    /// Host, kernel, processor, memory.
    pub machine: String,
    /// Clock that times the calls.
    pub clock: String,
    /// What the file system says of itself, in order.
    pub file_system: Vec<(String, String)>,
    /// The file system's space at the start.
    pub space: Space,
}

impl Facts {
    /// Of this machine and program; the file system's part is empty.
    pub fn of_machine() -> Facts {
        Facts {
            version: env!("CARGO_PKG_VERSION").into(),
            commit: env!("OSMIA_GIT_COMMIT").into(),
            machine: machine(),
            clock: clock(),
            ..Facts::default()
        }
    }
}

fn machine() -> String {
    let name = rustix::system::uname();
    let cpus = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = field(&cpus, "model name").unwrap_or("unknown processor");
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let memory = std::fs::read_to_string("/proc/meminfo").unwrap_or_default();
    let kib: u64 = field(&memory, "MemTotal")
        .and_then(|total| total.split(' ').next()?.parse().ok())
        .unwrap_or_default();
    format!(
        "{}, {} {}, {cores} cores, {model}, {:.1} GiB",
        name.nodename().to_string_lossy(),
        name.sysname().to_string_lossy(),
        name.release().to_string_lossy(),
        kib as f64 / f64::from(1 << 20),
    )
}

fn clock() -> String {
    let source = std::fs::read_to_string("/sys/devices/system/clocksource/clocksource0/current_clocksource");
    let resolution = rustix::time::clock_getres(rustix::time::ClockId::Monotonic);
    format!(
        "CLOCK_MONOTONIC, source {}, resolution {} ns",
        source.as_deref().map_or("unknown", str::trim),
        resolution.tv_nsec
    )
}

/// The value of the first `key : value` line.
fn field<'a>(text: &'a str, key: &str) -> Option<&'a str> {
    text.lines().find_map(|line| line.strip_prefix(key)?.trim_start().strip_prefix(':')).map(str::trim)
}
