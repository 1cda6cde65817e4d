//! Osmia's storage server.
