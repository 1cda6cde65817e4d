//! The calls of a file system, each one asynchronous function over a [`Lane`](crate::lane::Lane).
//!
//! Paths are bytes and begin at the root. A dropped future gives up its call, whose outcome is then unknown; calls on
//! [`File`](crate::File) and the service thread never drop one. Read in this order: `names.rs`, `rename.rs`,
//! `links.rs`, `open.rs`, `attr.rs`, `xattr.rs`, `list.rs`, `io.rs`, `space.rs`, `whole.rs`.

mod attr;
mod io;
mod links;
mod list;
mod names;
mod open;
mod rename;
mod space;
mod whole;
mod xattr;

use osmia_net::Response;
use osmia_protocol::{Status, wire};

use crate::error::{Error, Result};

pub use crate::open_file::OpenFile;
pub use attr::{
    chmod, chown, fchmod, fchown, fstat, ftruncate, futimens, lchown, lstat, lutimens, stat, truncate,
    utimens,
};
pub(crate) use io::report_size;
pub use io::{close, fsync, read, write};
pub use links::{hard_link, mknod, read_link, symlink};
pub use list::{Listing, next_page, open_dir};
pub use names::{mkdir, rmdir, unlink};
pub use open::open;
pub use rename::rename;
pub use space::{Allocate, Extent, allocate, copy_range, seek};
pub use whole::{placement, statfs, sync_all, target_stats};
pub use xattr::{SetXattr, XattrOf, getxattr, listxattr, removexattr, setxattr};

/// What a success must have brought, or an error that says it did not.
pub(crate) fn wanted<T>(
    operation: &'static str,
    found: std::result::Result<Option<T>, osmia_protocol::planus::Error>,
) -> Result<T> {
    let malformed = || Error::status(Status::Malformed, operation);
    match found {
        Ok(Some(value)) => Ok(value),
        Ok(None) => Err(malformed().saying("the answer lacks what it should bring")),
        Err(error) => Err(malformed().because(error)),
    }
}

/// The attributes that came with an `AttrOk`.
pub(crate) fn attr_of(operation: &'static str, response: &Response) -> Result<wire::Attr> {
    match wanted(operation, response.reply().outcome())? {
        wire::OutcomeRef::AttrOk(ok) => wanted(operation, ok.attr()).map(wire::Attr::from),
        _ => wanted(operation, Ok(None)),
    }
}

/// The bytes that came with a `ValueOk`.
fn value_of(operation: &'static str, response: &Response) -> Result<Vec<u8>> {
    match wanted(operation, response.reply().outcome())? {
        wire::OutcomeRef::ValueOk(ok) => {
            let value =
                ok.value().map_err(|error| Error::status(Status::Malformed, operation).because(error))?;
            Ok(value.unwrap_or_default().to_vec())
        }
        _ => wanted(operation, Ok(None)),
    }
}
