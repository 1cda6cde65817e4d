//! Calls over a transport: request ids, deadlines, retry, sessions, rails.
