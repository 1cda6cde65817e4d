//! Operations: one file each. Each is an ordinary function that reads what it needs, checks, then writes into the
//! round; see [`crate::stop::Stop`] for how one ends without having changed anything.

pub mod heartbeat;
pub mod lease_return;
pub mod link;
pub mod lookup;
pub mod map;
pub mod mkdir;
pub mod mknod;
pub mod open;
pub mod placement;
pub mod readdir;
pub mod readlink;
pub mod rename;
pub mod rename_far;
pub mod report;
pub mod rmdir;
pub mod session;
pub mod setattr;
pub mod statfs;
pub mod sync_all;
pub mod truncate;
pub mod unlink;
pub mod xattr;

use crate::answer::Answer;
use crate::stop::Stop;
use crate::walk::Walk;

/// How an operation ends.
pub type Result<T = Answer> = std::result::Result<T, Stop>;

/// Ends the operation where the client is to go on with the walk, or gives where it ended.
pub(crate) fn here<T>(walk: Walk<T>) -> std::result::Result<T, Answer> {
    match walk {
        Walk::At(end) => Ok(end),
        Walk::Elsewhere { dir, consumed } => Err(Answer::Elsewhere { dir, consumed }),
        Walk::Follow { dir, consumed, target } => Err(Answer::Follow { dir, consumed, target }),
    }
}
