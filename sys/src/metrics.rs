//! What a server shows of its insides, as text for Prometheus (docs/metrics.md).
//!
//! Counters are plain numbers of the shard that counts. Now and then it writes them on a [`Page`], and hands that to its
//! [`Export`]: nothing here is on the way of a request.

use std::cell::Cell;
use std::fmt::Write as _;
use std::io;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use osmia_env::Env;
use parking_lot::Mutex;

/// How often values fell into each of some ranges, of which each is twice the one before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Histogram {
    /// Logarithm of the first bound.
    first: u32,
    /// `counts[i]`: values up to `2^(first + i)` and above the bound before; the last: all above.
    counts: [u64; BUCKETS + 1],
    sum: u64,
}

const BUCKETS: usize = 20;

impl Histogram {
    /// With the bounds `2^first`, `2^(first + 1)` and so on, twenty of them.
    pub fn new(first: u32) -> Histogram {
        Histogram { first, counts: [0; BUCKETS + 1], sum: 0 }
    }

    /// Of times in nanoseconds, from 1 us to half a second.
    pub fn of_times() -> Histogram {
        Histogram::new(10)
    }

    /// Counts a value.
    pub fn observe(&mut self, value: u64) {
        let log = u64::BITS - value.saturating_sub(1).leading_zeros();
        let at = log.saturating_sub(self.first) as usize;
        self.counts[at.min(BUCKETS)] += 1;
        self.sum = self.sum.saturating_add(value);
    }

    /// Values counted.
    pub fn count(&self) -> u64 {
        self.counts.iter().sum()
    }
}

/// Metrics as text. Those of one name must follow each other.
#[derive(Debug)]
pub struct Page {
    text: String,
    /// Labels of all, such as `server="mds",node="1",shard="0"`.
    labels: String,
    last: String,
}

impl Page {
    /// An empty one, whose metrics all get these labels.
    pub fn new(labels: &[(&str, &str)]) -> Page {
        Page { text: String::new(), labels: join("", labels), last: String::new() }
    }

    /// What only grows. `name` gets `osmia_` before it and `_total` behind it.
    pub fn count(&mut self, name: &str, help: &str, labels: &[(&str, &str)], value: u64) {
        self.sample(&format!("{name}_total"), "counter", help, labels, value);
    }

    /// What goes up and down.
    pub fn level(&mut self, name: &str, help: &str, labels: &[(&str, &str)], value: u64) {
        self.sample(name, "gauge", help, labels, value);
    }

    /// What every server shows of its requests: how many of each kind were answered with which status, in any order; the
    /// sessions of clients; and how many requests were answered from record.
    pub fn requests(
        &mut self,
        kinds: &[&str],
        answered: impl Iterator<Item = (usize, String, u64)>,
        replays: u64,
        sessions: usize,
    ) {
        let mut answered: Vec<(usize, String, u64)> = answered.collect();
        answered.sort();
        let help = "Requests answered, by operation and status, but for those that got a recorded reply";
        for (kind, status, count) in answered {
            self.count("requests", help, &[("op", kinds[kind]), ("status", &status)], count);
        }
        self.count("replays", "Repeated requests that got the recorded reply of the first", &[], replays);
        self.level("sessions", "Sessions of clients", &[], sessions as u64);
    }

    fn sample(&mut self, name: &str, kind: &str, help: &str, labels: &[(&str, &str)], value: u64) {
        self.head(name, kind, help);
        let labels = join(&self.labels, labels);
        let _ = writeln!(self.text, "osmia_{name}{{{labels}}} {value}");
    }

    /// A histogram of values that are `unit` each, such as 1e-9 for nanoseconds of a metric in seconds.
    pub fn histogram(&mut self, name: &str, help: &str, histogram: &Histogram, unit: f64) {
        self.head(name, "histogram", help);
        let labels = &self.labels;
        let mut below = 0;
        for (i, count) in histogram.counts.iter().enumerate() {
            below += count;
            let bound = match i {
                BUCKETS => "+Inf".to_owned(),
                _ => ((1_u64 << (histogram.first + i as u32)) as f64 * unit).to_string(),
            };
            let labels = join(labels, &[("le", &bound)]);
            let _ = writeln!(self.text, "osmia_{name}_bucket{{{labels}}} {below}");
        }
        let _ = writeln!(self.text, "osmia_{name}_sum{{{labels}}} {}", histogram.sum as f64 * unit);
        let _ = writeln!(self.text, "osmia_{name}_count{{{labels}}} {below}");
    }

    fn head(&mut self, name: &str, kind: &str, help: &str) {
        if self.last != name {
            self.last.replace_range(.., name);
            let _ = writeln!(self.text, "# HELP osmia_{name} {help}\n# TYPE osmia_{name} {kind}");
        }
    }

    /// The text.
    pub fn into_text(self) -> String {
        self.text
    }
}

/// Values are our own words: nothing in them needs an escape.
fn join(before: &str, labels: &[(&str, &str)]) -> String {
    let mut all = before.to_owned();
    for (name, value) in labels {
        let comma = if all.is_empty() { "" } else { "," };
        let _ = write!(all, "{comma}{name}=\"{value}\"");
    }
    all
}

/// Where a shard's page goes: a file that always holds a whole page, written on a helper thread.
pub struct Export {
    file: PathBuf,
    every: Duration,
    busy: Rc<Cell<bool>>,
    /// Nothing may be written any more.
    ended: Arc<Mutex<bool>>,
}

impl Export {
    /// To `file`, every so often; `None` for never.
    pub fn new(file: PathBuf, every: Duration) -> Option<Export> {
        (!every.is_zero()).then(|| Export { file, every, busy: Rc::default(), ended: Arc::default() })
    }

    /// Time between two pages.
    pub fn every(&self) -> Duration {
        self.every
    }

    /// Writes a page, unless the one before is still being written.
    pub fn show(&self, env: &Env, page: Page) {
        if self.busy.replace(true) {
            return;
        }
        let (busy, file, ended) = (self.busy.clone(), self.file.clone(), self.ended.clone());
        let work = env.tasks.run_blocking(Box::new(move || {
            let ended = ended.lock();
            if !*ended && let Err(error) = replace(&file, &page.text) {
                tracing::warn!(path = %file.display(), %error, "the metrics cannot be written");
            }
        }));
        env.tasks.spawn(Box::pin(async move {
            work.await;
            busy.set(false);
        }));
    }

    /// Removes the file: the shard has ended, and what it says holds no more.
    pub fn remove(&self) {
        *self.ended.lock() = true;
        let _ = std::fs::remove_file(&self.file);
    }
}

/// Readers see the old page or the new one.
fn replace(file: &Path, text: &str) -> io::Result<()> {
    let new = file.with_extension("prom.new");
    std::fs::write(&new, text)?;
    std::fs::rename(&new, file)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A page is as Prometheus reads it: one head for each name, all labels, and buckets that add up.
    #[test]
    fn page() {
        let mut page = Page::new(&[("shard", "0")]);
        page.count("requests", "Requests answered", &[("op", "open")], 3);
        page.count("requests", "Requests answered", &[("op", "mkdir")], 4);
        page.level("sessions", "Sessions open", &[], 2);
        let mut sizes = Histogram::new(0);
        for value in [0, 1, 2, 3, 4, 5, u64::MAX] {
            sizes.observe(value);
        }
        assert_eq!(sizes.count(), 7);
        sizes.sum = 15;
        page.histogram("sizes", "Sizes", &sizes, 0.5);
        let text = page.into_text();
        let want = "\
# HELP osmia_requests_total Requests answered
# TYPE osmia_requests_total counter
osmia_requests_total{shard=\"0\",op=\"open\"} 3
osmia_requests_total{shard=\"0\",op=\"mkdir\"} 4
# HELP osmia_sessions Sessions open
# TYPE osmia_sessions gauge
osmia_sessions{shard=\"0\"} 2
# HELP osmia_sizes Sizes
# TYPE osmia_sizes histogram
osmia_sizes_bucket{shard=\"0\",le=\"0.5\"} 2
osmia_sizes_bucket{shard=\"0\",le=\"1\"} 3
osmia_sizes_bucket{shard=\"0\",le=\"2\"} 5
osmia_sizes_bucket{shard=\"0\",le=\"4\"} 6
";
        assert!(text.starts_with(want), "{text}");
        let end = "\
osmia_sizes_bucket{shard=\"0\",le=\"+Inf\"} 7
osmia_sizes_sum{shard=\"0\"} 7.5
osmia_sizes_count{shard=\"0\"} 7
";
        assert!(text.ends_with(end), "{text}");
    }
}
