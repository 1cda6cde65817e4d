//! Safe UCX: contexts, workers, endpoints, active messages, and the real transport.
