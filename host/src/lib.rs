//! The server process: pinned cores, glommio, io_uring rings, signals.
