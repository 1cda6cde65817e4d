//! SIGTERM and SIGINT.

use std::io;
use std::os::fd::{AsRawFd, OwnedFd};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use osmia_env::{Instant, Tasks};
use rustix::pipe::{PipeFlags, pipe_with};
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::{flag, low_level};

/// The wish that this process ends: one for all its shards. Once wished, never taken back.
#[derive(Clone, Debug)]
pub struct Shutdown(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    requested: Arc<AtomicBool>,
    /// Never read: once a byte is in the pipe, it stays readable for every shard.
    reader: OwnedFd,
    writer: OwnedFd,
}

impl Shutdown {
    /// One that only [`request`](Shutdown::request) fulfils.
    ///
    /// # Errors
    /// No descriptors left for a pipe.
    pub fn new() -> io::Result<Shutdown> {
        let (reader, writer) = pipe_with(PipeFlags::CLOEXEC | PipeFlags::NONBLOCK)?;
        Ok(Shutdown(Arc::new(Shared { requested: Arc::new(AtomicBool::new(false)), reader, writer })))
    }

    /// One that SIGTERM and SIGINT fulfil. A second signal ends the process at once, with status 1.
    ///
    /// # Errors
    /// No descriptors left for a pipe, or the handlers cannot be installed.
    pub fn on_signals() -> io::Result<Shutdown> {
        let shutdown = Shutdown::new()?;
        for signal in [SIGTERM, SIGINT] {
            // In this order: the first signal finds the flag unset, the second finds it set.
            flag::register_conditional_shutdown(signal, 1, shutdown.0.requested.clone())?;
            flag::register(signal, shutdown.0.requested.clone())?;
            low_level::pipe::register(signal, shutdown.0.writer.try_clone()?)?;
        }
        Ok(shutdown)
    }

    /// Wishes it.
    pub fn request(&self) {
        self.0.requested.store(true, Ordering::Release);
        // Full means that bytes are there already.
        let _ = rustix::io::write(&self.0.writer, b"x");
    }

    /// Whether it has been wished.
    pub fn requested(&self) -> bool {
        self.0.requested.load(Ordering::Acquire)
    }

    /// Resolves once it has been wished.
    pub async fn wait(&self, tasks: &dyn Tasks) {
        while !self.requested() {
            if let Err(error) = tasks.readable(self.0.reader.as_raw_fd(), Instant::NEVER).await {
                tracing::error!(%error, "cannot wait for signals: ending");
                return;
            }
        }
    }
}
