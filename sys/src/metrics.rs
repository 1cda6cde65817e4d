//! Counters, gauges and latencies that a process shows, in the OpenMetrics text format.

use std::fmt::Write as _;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, AtomicU64};

use parking_lot::Mutex;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::{Histogram, exponential_buckets};
use prometheus_client::registry::Registry;

/// What only grows.
pub type Count = Counter<u64, AtomicU64>;

/// What goes up and down.
pub type Level = Gauge<i64, AtomicI64>;

/// Everything that a process shows. Clones show the same. Metrics are made once, at start; after that, changing one
/// is one relaxed atomic operation (of a shard's own cache line: each shard makes its own, under its label).
#[derive(Clone)]
pub struct Metrics {
    registry: Arc<Mutex<Registry>>,
}

impl Metrics {
    /// No metrics yet. Names begin with `osmia_`.
    pub fn new() -> Metrics {
        Metrics { registry: Arc::new(Mutex::new(Registry::with_prefix("osmia"))) }
    }

    /// Makes a counter. `labels` tell it from others of the same name, such as `[("shard", "1")]`.
    pub fn count(&self, name: &str, help: &str, labels: &[(&'static str, String)]) -> Count {
        let count = Count::default();
        self.add(name, help, labels, count.clone());
        count
    }

    /// Makes a gauge.
    pub fn level(&self, name: &str, help: &str, labels: &[(&'static str, String)]) -> Level {
        let level = Level::default();
        self.add(name, help, labels, level.clone());
        level
    }

    /// Makes a histogram of seconds, with buckets from 1 us to 16 s, each four times the one before.
    pub fn seconds(&self, name: &str, help: &str, labels: &[(&'static str, String)]) -> Histogram {
        let histogram = Histogram::new(exponential_buckets(1e-6, 4.0, 13));
        self.add(name, help, labels, histogram.clone());
        histogram
    }

    fn add(
        &self,
        name: &str,
        help: &str,
        labels: &[(&'static str, String)],
        metric: impl prometheus_client::registry::Metric,
    ) {
        let labels =
            labels.iter().map(|(key, value)| ((*key).into(), value.clone().into())).collect::<Vec<_>>();
        let mut registry = self.registry.lock();
        registry.sub_registry_with_labels(labels.into_iter()).register(name, help, metric);
    }

    /// All of them as text.
    pub fn text(&self) -> String {
        let mut text = String::new();
        if prometheus_client::encoding::text::encode(&mut text, &self.registry.lock()).is_err() {
            // Writing to a string does not fail; a metric that cannot be written spoils the rest.
            let _ = write!(text, "# a metric could not be written");
        }
        text
    }
}

impl Default for Metrics {
    fn default() -> Metrics {
        Metrics::new()
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
            let labels = [("shard", shard.to_string())];
            metrics.count("requests", "Requests handled", &labels).inc_by(3);
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
    }
}
