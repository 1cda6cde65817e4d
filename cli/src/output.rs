//! Tables for people, JSON for programs.

use std::io::{self, Write};

use comfy_table::{CellAlignment, Table, presets};
use serde::Serialize;

/// Where a command's data go, and in which form.
pub(crate) struct Output {
    /// JSON instead of text.
    pub(crate) json: bool,
}

impl Output {
    /// Prints `value` as JSON, or what `text` makes of it.
    pub(crate) fn print<T: Serialize>(
        &self,
        value: &T,
        text: impl FnOnce(&T) -> String,
    ) -> anyhow::Result<()> {
        let mut line = if self.json { serde_json::to_string_pretty(value)? } else { text(value) };
        if !line.is_empty() && !line.ends_with('\n') {
            line.push('\n');
        }
        write_out(line.as_bytes())
    }

    /// One JSON object on a line of its own: for what may be long.
    pub(crate) fn json_line<T: Serialize>(&self, value: &T) -> anyhow::Result<()> {
        let mut line = serde_json::to_vec(value)?;
        line.push(b'\n');
        write_out(&line)
    }
}

/// Writes to standard output.
pub(crate) fn write_out(bytes: &[u8]) -> anyhow::Result<()> {
    Ok(io::stdout().lock().write_all(bytes)?)
}

/// Tells an error on standard error, and what to do about it where that is known.
pub(crate) fn tell(error: &anyhow::Error) {
    let client = error.chain().find_map(|cause| cause.downcast_ref::<osmia_client::Error>());
    match client.and_then(hint) {
        Some(hint) => say(format_args!("osmia: {error:#}; {hint}")),
        None => say(format_args!("osmia: {error:#}")),
    }
}

/// Says a line to people, on standard error. That nobody listens is no failure.
pub(crate) fn say(line: impl std::fmt::Display) {
    let _ = writeln!(io::stderr(), "{line}");
}

/// What to do about a failed call.
fn hint(error: &osmia_client::Error) -> Option<String> {
    let parent = || {
        let path = error.path()?.to_str()?;
        Some(
            path.trim_end_matches('/')
                .rsplit_once('/')
                .map_or("/", |(dir, _)| if dir.is_empty() { "/" } else { dir }),
        )
    };
    match error.errno() {
        libc::ENOENT => Some(format!("`osmia fs ls {}` shows what is there", parent()?)),
        libc::ENOSPC => Some("`osmia df` shows where there is room".to_owned()),
        libc::ETIMEDOUT | libc::EHOSTUNREACH | libc::ECONNRESET => {
            Some("are the servers up? `osmia node list` asks each".to_owned())
        }
        _ => None,
    }
}

/// Whether whoever read our output has gone: `osmia fs ls | head` is no failure.
pub(crate) fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error
        .chain()
        .filter_map(|cause| cause.downcast_ref::<io::Error>())
        .any(|error| error.kind() == io::ErrorKind::BrokenPipe)
}

/// A table of plain columns; those in `right` are aligned to the right.
pub(crate) fn table(header: &[&str], right: &[usize], rows: impl IntoIterator<Item = Vec<String>>) -> String {
    let mut table = Table::new();
    table.load_preset(presets::NOTHING).set_header(header.to_vec());
    for row in rows {
        table.add_row(row);
    }
    for (index, column) in table.column_iter_mut().enumerate() {
        column.set_padding((0, 2));
        if right.contains(&index) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    let lines: Vec<String> = table.lines().map(|line| line.trim_end().to_owned()).collect();
    lines.join("\n")
}

/// A size with its binary unit: `3.4 GiB`.
pub(crate) fn human_bytes(bytes: u64) -> String {
    const UNITS: [&str; 6] = ["KiB", "MiB", "GiB", "TiB", "PiB", "EiB"];
    if bytes < 1024 {
        return format!("{bytes} B");
    }
    let mut value = bytes as f64 / 1024.0;
    let mut unit = 0;
    // 1023.95 would be shown as 1024.0.
    while value >= 1023.95 && unit + 1 < UNITS.len() {
        value /= 1024.0;
        unit += 1;
    }
    format!("{value:.1} {}", UNITS[unit])
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Sizes are shown with the unit in which they are at least 1 and less than 1024.
    #[test]
    fn sizes() {
        let table = [
            (0, "0 B"),
            (1023, "1023 B"),
            (1024, "1.0 KiB"),
            (1024 * 1024 - 1, "1.0 MiB"),
            (5 << 30, "5.0 GiB"),
            (u64::MAX, "16.0 EiB"),
        ];
        for (bytes, want) in table {
            assert_eq!(human_bytes(bytes), want);
        }
    }
}
