//! mdtest's output.
//!
//! Widths and words follow mdtest 4.1's own, since scripts match them. What this driver adds stands between the
//! head and the table, or after the table in lines that do not look like its rows.

use std::fmt::Write;

use super::facts::{Facts, MDTEST_RELEASE};
use super::options::Options;
use super::plan::Plan;
use super::summary::Summary;
use crate::clock;

/// What mdtest prints before it runs.
pub fn head(options: &Options, words: &[String]) -> String {
    let mut command = words.first().cloned().unwrap_or_default();
    for word in words.iter().skip(1) {
        let _ = write!(command, " '{word}'");
    }
    let version = env!("CARGO_PKG_VERSION");
    format!(
        "-- started at {} --\n\n\
         mdtest-{MDTEST_RELEASE}+osmia-{version} was launched with {} total task(s) on 1 node(s)\n\
         Command line used: {command}\n",
        local_time(clock::unix_seconds()),
        options.ranks,
    )
}

/// mdtest's warnings about options that are allowed but odd.
pub fn warnings(options: &Options, plan: &Plan) -> String {
    if plan.read && options.read_bytes == 0 {
        "WARNING: Read bytes is 0, thus, a read test will actually just open/close\n".into()
    } else {
        String::new()
    }
}

/// Where it runs: mdtest's lines, then ours.
pub fn place(options: &Options, plan: &Plan, facts: &Facts) -> String {
    let space = &facts.space;
    let used = |all: u64, free: u64| if all == 0 { 0.0 } else { (1.0 - free as f64 / all as f64) * 100.0 };
    let (size, unit) = fitting(space.bytes);
    let mut text = format!("Nodemap: {}\n", "1".repeat(options.ranks as usize));
    let _ = writeln!(text, "{:<20}: {}", "Path", plan.base(0));
    let _ = writeln!(
        text,
        "{:<20}: {size:.1} {unit}   Used FS: {:2.1}%   Inodes: {:.1} Mi   Used Inodes: {:2.1}%",
        "FS",
        used(space.bytes, space.bytes_free),
        space.inodes as f64 / f64::from(1 << 20),
        used(space.inodes, space.inodes_free),
    );
    let kind = serde_json::to_value(options.rank_kind).ok();
    let api = serde_json::to_value(options.api).ok();
    let word = |value: &Option<serde_json::Value>| {
        value.as_ref().and_then(|value| value.as_str()).unwrap_or_default().to_string()
    };
    let mut line = |name: &str, value: &str| {
        let _ = writeln!(text, "{name:<20}: {value}");
    };
    line("api", &word(&api));
    line("ranks", &format!("{}, each a {}", options.ranks, word(&kind)));
    for (name, value) in &facts.file_system {
        line(name, value);
    }
    line("version", &format!("osmia {} ({})", facts.version, facts.commit));
    line("machine", &facts.machine);
    line("clock", &facts.clock);
    text
}

/// A size with a unit in which it is not nothing: GiB or TiB, as mdtest has it, and smaller ones below.
fn fitting(bytes: u64) -> (f64, &'static str) {
    let in_units = |shift: u32| bytes as f64 / (1_u64 << shift) as f64;
    match bytes {
        0 => (0.0, "GiB"),
        1..0x10_0000 => (in_units(10), "KiB"),
        0x10_0000..0x4000_0000 => (in_units(20), "MiB"),
        0x4000_0000..=0x100_0000_0000 => (in_units(30), "GiB"),
        _ => (in_units(40), "TiB"),
    }
}

/// The line before the phases.
pub fn counts(plan: &Plan) -> String {
    let what = match (plan.files, plan.directories) {
        (true, true) => "files/directories",
        (true, false) => "files",
        _ => "directories",
    };
    format!("{} tasks, {} {what}\n", plan.ranks, plan.items * u64::from(plan.ranks))
}

/// The SUMMARY table, then times of single calls, then failures, then the end.
pub fn table(summary: &Summary) -> String {
    let mut text = String::new();
    if summary.stopped && summary.rows.iter().all(|row| row.calls == 0) {
        // A table of zeros would look like a result.
        failures(&mut text, summary);
        return text;
    }
    if summary.options.verbosity() > 0 {
        each_phase(&mut text, summary);
    }
    let _ = writeln!(text, "\nSUMMARY rate (in ops/sec): (of {} iterations)", summary.options.iterations);
    text.push_str("   Operation                     Max            Min           Mean        Std Dev\n");
    text.push_str("   ---------                     ---            ---           ----        -------\n");
    for row in &summary.rows {
        let name = row.operation.name();
        let _ = writeln!(
            text,
            "   {name:<22} {:14.3} {:14.3} {:14.3} {:14.3}",
            row.max, row.min, row.mean, row.std_dev
        );
    }
    text.push_str("\nTime of one call, in microseconds:\n");
    for row in summary.rows.iter().filter(|row| row.calls > 0) {
        let name = row.operation.name().to_lowercase().replace(' ', "-");
        let latency = &row.latency;
        let _ = write!(
            text,
            "   {name:<19} p50 {:.1}, p99 {:.1}, max {:.1}, calls {}",
            latency.p50_us, latency.p99_us, latency.max_us, row.calls
        );
        for (name, count) in row.per_call.iter().filter(|(_, count)| **count > 0.0) {
            let _ = write!(text, ", {name}/call {count:.3}");
        }
        text.push('\n');
    }
    failures(&mut text, summary);
    let _ = writeln!(text, "-- finished at {} --", local_time(clock::unix_seconds()));
    text.push('\n');
    text
}

fn failures(text: &mut String, summary: &Summary) {
    if !summary.failed() {
        return;
    }
    let told = summary.failures_told.len();
    let _ = write!(text, "\nERROR: {} failed calls and checks", summary.failures);
    if (told as u64) < summary.failures {
        let _ = write!(text, ", of which {told} were told above");
    }
    text.push_str(if summary.stopped { "; the run was given up\n" } else { "\n" });
}

/// With -v: every iteration's phases.
fn each_phase(text: &mut String, summary: &Summary) {
    for iteration in 0..summary.options.iterations as usize {
        let _ = writeln!(text, "iteration {}", iteration + 1);
        text.push_str("   Operation               Duration              Rate\n");
        text.push_str("   ---------               --------              ----\n");
        for row in &summary.rows {
            let (seconds, rate) = (row.seconds[iteration], row.rates[iteration]);
            let _ =
                writeln!(text, "   {:<18}: {seconds:14.3} sec, {rate:14.3} ops/sec", row.operation.name());
        }
    }
}

/// mdtest's time stamp, in local time where `date` can tell the zone, else in UTC.
fn local_time(unix_seconds: i64) -> String {
    let output = std::process::Command::new("date")
        .args(["-d", &format!("@{unix_seconds}"), "+%m/%d/%Y %H:%M:%S"])
        .output();
    match output {
        Ok(output) if output.status.success() => String::from_utf8_lossy(&output.stdout).trim().to_string(),
        _ => utc(unix_seconds),
    }
}

/// Days to civil date by Howard Hinnant's algorithm ("chrono-Compatible Low-Level Date Algorithms", `civil_from_days`).
fn utc(unix_seconds: i64) -> String {
    let (days, second) = (unix_seconds.div_euclid(86_400), unix_seconds.rem_euclid(86_400));
    let z = days + 719_468;
    let era = z.div_euclid(146_097);
    let day_of_era = z.rem_euclid(146_097);
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted + 2) / 5 + 1;
    let month = if shifted < 10 { shifted + 3 } else { shifted - 9 };
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    format!("{month:02}/{day:02}/{year} {:02}:{:02}:{:02}", second / 3600, second / 60 % 60, second % 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Time stamps are mdtest's month/day/year.
    #[test]
    fn stamps_are_civil_dates() {
        assert_eq!(utc(0), "01/01/1970 00:00:00");
        assert_eq!(utc(951_827_696), "02/29/2000 12:34:56");
        assert_eq!(utc(1_796_083_199), "11/30/2026 23:59:59");
    }

    /// Sizes are shown in mdtest's units, and small ones in smaller ones.
    #[test]
    fn sizes() {
        let table = [
            (0, "0.0 GiB"),
            (8 << 10, "8.0 KiB"),
            (64 << 20, "64.0 MiB"),
            (1 << 30, "1.0 GiB"),
            (1 << 40, "1024.0 GiB"),
            (3 << 40, "3.0 TiB"),
        ];
        for (bytes, want) in table {
            let (size, unit) = fitting(bytes);
            assert_eq!(format!("{size:.1} {unit}"), want);
        }
    }
}
