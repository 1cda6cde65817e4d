//! Osmia's client library: a parallel file system in your application.
