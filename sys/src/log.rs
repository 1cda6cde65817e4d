//! Logs.

use tracing_subscriber::EnvFilter;

/// Writes logs to standard error: what `filter` lets through (`info`, `osmia_mds=debug,warn`, ...), or what the
/// environment variable `OSMIA_LOG` says when it is set. Does nothing when the process already has a subscriber.
pub fn init(filter: &str) {
    let filter = EnvFilter::try_from_env("OSMIA_LOG").unwrap_or_else(|_| EnvFilter::new(filter));
    let built = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(std::io::stderr)
        .with_ansi(rustix::termios::isatty(std::io::stderr()))
        .try_init();
    // Somebody else's subscriber (an application's, a test's) is as good.
    drop(built);
}
