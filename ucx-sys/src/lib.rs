//! Raw bindings to the system's UCX.
