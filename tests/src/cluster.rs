//! Servers as processes.
