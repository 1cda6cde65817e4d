//! What goes wrong, with the errno that an application expects.

use std::ffi::OsStr;
use std::fmt;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use osmia_protocol::Status;

/// Result of this crate's calls.
pub type Result<T> = std::result::Result<T, Error>;

/// Failure of one call: an errno, and what, where and which server.
///
/// Shown, it reads `mkdir "/a/b": file exists (os error 17), from mds 1.0: ...`. Turned into a [`std::io::Error`],
/// it keeps its `raw_os_error` only; the rest is in this type.
///
/// ```
/// use osmia_client::Error;
/// let error = Error::new(libc::ENOENT, "stat").on("/no/such/file");
/// assert_eq!(error.to_string(), "stat \"/no/such/file\": no such file or directory (os error 2)");
/// assert_eq!(std::io::Error::from(error).raw_os_error(), Some(libc::ENOENT));
/// ```
pub struct Error(Box<Facts>);

struct Facts {
    errno: i32,
    operation: &'static str,
    path: Option<PathBuf>,
    to: Option<PathBuf>,
    server: Option<String>,
    said: Option<String>,
    status: Option<Status>,
    outcome_unknown: bool,
    source: Option<Box<dyn std::error::Error + Send + Sync>>,
}

impl Error {
    /// An error of `operation` that ends in `errno` (Linux, see errno(3)).
    pub fn new(errno: i32, operation: &'static str) -> Error {
        Error(Box::new(Facts {
            errno,
            operation,
            path: None,
            to: None,
            server: None,
            said: None,
            status: None,
            outcome_unknown: false,
            source: None,
        }))
    }

    /// An error that a server, or the protocol, has named.
    pub(crate) fn status(status: Status, operation: &'static str) -> Error {
        let mut error = Error::new(status.errno(), operation);
        error.0.status = Some(status);
        error
    }

    /// The same error about `path`.
    pub fn on(mut self, path: impl AsRef<Path>) -> Error {
        self.0.path = Some(path.as_ref().to_owned());
        self
    }

    /// The second path of a call that has two.
    pub(crate) fn onto_bytes(mut self, path: &[u8]) -> Error {
        self.0.to = Some(PathBuf::from(OsStr::from_bytes(path)));
        self
    }

    pub(crate) fn on_bytes(self, path: &[u8]) -> Error {
        self.on(Path::new(OsStr::from_bytes(path)))
    }

    pub(crate) fn at_server(mut self, server: impl Into<String>) -> Error {
        self.0.server = Some(server.into());
        self
    }

    pub(crate) fn saying(mut self, said: impl Into<String>) -> Error {
        let said = said.into();
        self.0.said = (!said.is_empty()).then_some(said);
        self
    }

    pub(crate) fn because(mut self, source: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> Error {
        self.0.source = Some(source.into());
        self
    }

    /// The errno.
    pub fn errno(&self) -> i32 {
        self.0.errno
    }

    /// Name of the call, such as `mkdir`.
    pub fn operation(&self) -> &'static str {
        self.0.operation
    }

    /// The path that the call was about, as it was given.
    pub fn path(&self) -> Option<&Path> {
        self.0.path.as_deref()
    }

    /// The server that answered, or did not, such as `mds 1.0 (tcp://10.0.0.1:7000)`.
    pub fn server(&self) -> Option<&str> {
        self.0.server.as_deref()
    }

    /// What the server said beside the status, or what happened on the way to it.
    pub fn said(&self) -> Option<&str> {
        self.0.said.as_deref()
    }

    pub(crate) fn without_outcome(mut self) -> Error {
        self.0.outcome_unknown = true;
        self
    }

    /// Whether the call may have been carried out all the same, or may still be: no answer came.
    pub fn outcome_unknown(&self) -> bool {
        self.0.outcome_unknown
    }

    /// The status that a server answered with; `None` when the error arose in this process.
    pub(crate) fn wire_status(&self) -> Option<Status> {
        self.0.status
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let facts = &*self.0;
        f.write_str(facts.operation)?;
        if let Some(path) = &facts.path {
            write!(f, " {path:?}")?;
        }
        if let Some(to) = &facts.to {
            write!(f, " to {to:?}")?;
        }
        match facts.status {
            Some(status) => write!(f, ": {status} (os error {})", facts.errno)?,
            None => match Status::ALL.iter().find(|status| status.errno() == facts.errno) {
                Some(status) => write!(f, ": {status} (os error {})", facts.errno)?,
                // The system's words, "No route to host", would be wrong of a connection that is refused.
                None if facts.errno == libc::EHOSTUNREACH => {
                    write!(f, ": cannot be reached (os error {})", facts.errno)?;
                }
                None => write!(f, ": {}", std::io::Error::from_raw_os_error(facts.errno))?,
            },
        }
        if let Some(server) = &facts.server {
            write!(f, ", from {server}")?;
        }
        if let Some(said) = &facts.said {
            write!(f, ": {said}")?;
        }
        Ok(())
    }
}

impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Error({self})")
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        self.0.source.as_deref().map(|source| source as _)
    }
}

impl From<Error> for std::io::Error {
    fn from(error: Error) -> std::io::Error {
        std::io::Error::from_raw_os_error(error.0.errno)
    }
}
