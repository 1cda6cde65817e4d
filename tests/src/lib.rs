//! Simulated clusters, the reference model, whole-process tests.
