//! Counters, gauges and latencies that a process shows, in the OpenMetrics text format.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, AtomicU64};

use parking_lot::Mutex;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::{Histogram, exponential_buckets};
use prometheus_client::registry::Registry;

/// What only grows.
pub type Count = Counter<u64, AtomicU64>;

/// What goes up and down.
pub type Level = Gauge<i64, AtomicI64>;

/// Everything that a process shows. Clones show the same. Metrics are made once, at start; after that, changing one
/// is one relaxed atomic operation (of a shard's own cache line: each shard makes its own, under its label).
#[derive(Clone, Default)]
pub struct Metrics(Arc<Mutex<State>>);

type Labels = Vec<(String, String)>;
type Histograms = Family<Labels, Histogram, fn() -> Histogram>;

struct State {
    registry: Registry,
    counts: BTreeMap<String, Family<Labels, Count>>,
    levels: BTreeMap<String, Family<Labels, Level>>,
    seconds: BTreeMap<String, Histograms>,
}

impl Default for State {
    fn default() -> State {
        State {
            registry: Registry::with_prefix("osmia"),
            counts: BTreeMap::new(),
            levels: BTreeMap::new(),
            seconds: BTreeMap::new(),
        }
    }
}

fn owned(labels: &[(&str, &str)]) -> Labels {
    labels.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect()
}

/// From 1 us to 16 s, each four times the one before.
fn histogram() -> Histogram {
    Histogram::new(exponential_buckets(1e-6, 4.0, 13))
}

impl Metrics {
    /// No metrics yet. All names get the prefix `osmia_`.
    pub fn new() -> Metrics {
        Metrics::default()
    }

    /// The counter of that name and labels (such as `[("shard", "1")]`), made at the first call. `help` is the first
    /// call's.
    pub fn count(&self, name: &str, help: &str, labels: &[(&str, &str)]) -> Count {
        let mut state = self.0.lock();
        let State { registry, counts, .. } = &mut *state;
        let family = counts.entry(name.to_owned()).or_insert_with(|| {
            let family = Family::default();
            registry.register(name, help, family.clone());
            family
        });
        family.get_or_create(&owned(labels)).clone()
    }

    /// Likewise a gauge.
    pub fn level(&self, name: &str, help: &str, labels: &[(&str, &str)]) -> Level {
        let mut state = self.0.lock();
        let State { registry, levels, .. } = &mut *state;
        let family = levels.entry(name.to_owned()).or_insert_with(|| {
            let family = Family::default();
            registry.register(name, help, family.clone());
            family
        });
        family.get_or_create(&owned(labels)).clone()
    }

    /// Likewise a histogram of seconds.
    pub fn seconds(&self, name: &str, help: &str, labels: &[(&str, &str)]) -> Histogram {
        let mut state = self.0.lock();
        let State { registry, seconds, .. } = &mut *state;
        let family = seconds.entry(name.to_owned()).or_insert_with(|| {
            let family = Family::new_with_constructor(histogram as fn() -> Histogram);
            registry.register(name, help, family.clone());
            family
        });
        family.get_or_create(&owned(labels)).clone()
    }

    /// All of them as text.
    pub fn text(&self) -> String {
        let mut text = String::new();
        if prometheus_client::encoding::text::encode(&mut text, &self.0.lock().registry).is_err() {
            // Writing to a string does not fail; a metric that cannot be written spoils the rest.
            let _ = write!(text, "# a metric could not be written");
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What was counted shows up under its name and labels, from every clone.
    #[test]
    fn text() {
        let metrics = Metrics::new();
        for shard in 0..2_i64 {
            let name = shard.to_string();
            let labels = [("shard", name.as_str())];
            metrics.count("requests", "Requests handled", &labels).inc();
            metrics.count("requests", "Requests handled", &labels).inc_by(2);
            metrics.clone().level("sessions", "Sessions open", &labels).set(shard);
            metrics.seconds("latency", "Time from receipt to reply", &labels).observe(0.5);
        }
        let text = metrics.text();
        for line in [
            "osmia_requests_total{shard=\"0\"} 3",
            "osmia_sessions{shard=\"1\"} 1",
            "osmia_latency_count{shard=\"1\"} 1",
        ] {
            assert!(text.contains(line), "{line} in {text}");
        }
        assert_eq!(text.matches("# HELP").count(), 3, "once for each name: {text}");
    }
}
