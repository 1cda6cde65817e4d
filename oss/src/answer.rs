//! What a request comes to, and how failures become statuses.

use std::io;

use osmia_env::Buf;
use osmia_kv::KvError;
use osmia_protocol::{Status, wire};

/// Pause that a refused sender is asked to make.
pub const OVERLOAD_RETRY_MS: u32 = 2;

/// Failure of a request at this shard.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The request cannot be granted: this is its answer, and nothing is wrong here.
    #[error("{0}")]
    Refused(Status),
    /// A file could not be read, written or changed.
    #[error("{doing} {path}")]
    Io {
        /// What was being done.
        doing: &'static str,
        /// The file.
        path: String,
        /// What the system says.
        source: io::Error,
    },
    /// The shard's own records.
    #[error("the shard's records")]
    Index(#[from] KvError),
    /// A record of ours that we did not write so.
    #[error("{path}: {what}")]
    Damaged {
        /// The file.
        path: String,
        /// What is wrong with it.
        what: String,
    },
}

impl From<Status> for Error {
    fn from(status: Status) -> Error {
        Error::Refused(status)
    }
}

impl Error {
    /// What the peer hears.
    pub fn status(&self) -> Status {
        match self {
            Error::Refused(status) => *status,
            Error::Io { source, .. } => match source.kind() {
                io::ErrorKind::StorageFull => Status::NoSpace,
                io::ErrorKind::QuotaExceeded => Status::Quota,
                io::ErrorKind::FileTooLarge => Status::FileTooBig,
                io::ErrorKind::ReadOnlyFilesystem => Status::ReadOnly,
                // fallocate(2) on a file system that cannot.
                io::ErrorKind::Unsupported => Status::NotSupported,
                io::ErrorKind::OutOfMemory => Status::NoMemory,
                // EMFILE and ENFILE: there are too many open files just now.
                _ if matches!(source.raw_os_error(), Some(23 | 24)) => Status::Overload,
                _ => Status::Io,
            },
            Error::Index(KvError::NoSpace { .. }) => Status::NoSpace,
            Error::Index(KvError::WouldBlock) => Status::Overload,
            Error::Index(_) | Error::Damaged { .. } => Status::Io,
        }
    }
}

/// Names the file and the deed in an error of the disk.
pub(crate) fn doing(doing: &'static str, path: &std::path::Path) -> impl FnOnce(io::Error) -> Error {
    move |source| Error::Io { doing, path: path.display().to_string(), source }
}

/// The answer to one request.
#[derive(Debug)]
pub struct Answer {
    /// How it ended.
    pub status: Status,
    /// With an error: what and where, for people.
    pub detail: String,
    /// When to try again, in ms; 0: no word on that.
    pub retry_ms: u32,
    /// What came of it.
    pub outcome: Option<wire::Outcome>,
    /// Bulk data.
    pub body: Option<Buf>,
}

impl Answer {
    /// Success that says it all.
    pub fn done() -> Answer {
        Answer::ok(wire::Outcome::Done(Box::default()))
    }

    /// Success.
    pub fn ok(outcome: wire::Outcome) -> Answer {
        Answer { status: Status::Ok, detail: String::new(), retry_ms: 0, outcome: Some(outcome), body: None }
    }

    /// A status without more.
    pub fn status(status: Status) -> Answer {
        let retry_ms =
            if matches!(status, Status::Overload | Status::NotReady) { OVERLOAD_RETRY_MS } else { 0 };
        Answer { status, detail: String::new(), retry_ms, outcome: None, body: None }
    }

    /// Adds words for people.
    pub fn with_detail(mut self, detail: impl Into<String>) -> Answer {
        self.detail = detail.into();
        self
    }

    /// A failure. What is wrong here is logged; the peer hears the status and in short why.
    pub fn failed(error: &Error) -> Answer {
        let answer = Answer::status(error.status());
        if let Error::Refused(_) = error {
            return answer;
        }
        let mut detail = error.to_string();
        let mut source = std::error::Error::source(error);
        while let Some(cause) = source {
            detail = format!("{detail}: {cause}");
            source = cause.source();
        }
        tracing::warn!(status = ?answer.status, "{detail}");
        answer.with_detail(detail)
    }

    /// The same answer once more; only for those without a body.
    pub fn copy(&self) -> Answer {
        assert!(self.body.is_none(), "bulk data is not recorded");
        Answer {
            status: self.status,
            detail: self.detail.clone(),
            retry_ms: self.retry_ms,
            outcome: self.outcome.clone(),
            body: None,
        }
    }

    /// Whether the request was not run and may be sent again under the same number.
    pub fn not_run(&self) -> bool {
        matches!(self.status, Status::NotReady | Status::Overload | Status::Conflict | Status::Deadline)
    }

    /// As it travels. The hub fills in ids.
    pub fn into_reply(self) -> (wire::Reply, Option<Buf>) {
        let reply = wire::Reply {
            status: self.status.to_wire(),
            retry_ms: self.retry_ms,
            detail: (!self.detail.is_empty()).then_some(self.detail),
            outcome: self.outcome,
            ..Default::default()
        };
        (reply, self.body)
    }
}
