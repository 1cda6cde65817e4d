//! What is wrong with a configuration file.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

/// One thing that is wrong, and what would be right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The file, as it was named by the caller.
    pub file: PathBuf,
    /// Line, from 1; 0 when the file as a whole is meant.
    pub line: usize,
    /// The key as it is written in the file, with its tables: `node.mds.port`. Empty when no key can be named.
    pub key: String,
    /// What is wrong.
    pub wrong: String,
    /// What would be right.
    pub right: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:", self.file.display())?;
        if self.line > 0 {
            write!(f, "{}:", self.line)?;
        }
        if !self.key.is_empty() {
            write!(f, " {}:", self.key)?;
        }
        write!(f, " {}; {}", self.wrong, self.right)
    }
}

/// Every fault of one file, in the order of its lines. Displayed one a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Faults(pub Vec<Fault>);

impl Faults {
    pub(crate) fn unreadable(file: &Path, error: &io::Error) -> Faults {
        let right = match error.kind() {
            io::ErrorKind::NotFound => "write it, or name another with --config (docs/config.md)",
            io::ErrorKind::PermissionDenied => "make it readable for this user",
            _ => "want a readable text file in UTF-8",
        };
        Faults(vec![Fault {
            file: file.to_owned(),
            line: 0,
            key: String::new(),
            wrong: format!("cannot be read: {error}"),
            right: right.to_owned(),
        }])
    }
}

impl fmt::Display for Faults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, fault) in self.0.iter().enumerate() {
            if i > 0 {
                writeln!(f)?;
            }
            fmt::Display::fmt(fault, f)?;
        }
        Ok(())
    }
}

impl std::error::Error for Faults {}
