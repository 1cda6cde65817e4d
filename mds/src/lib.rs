//! Osmia's metadata server.
