//! An Osmia cluster.
