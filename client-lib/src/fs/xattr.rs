//! Extended attributes: xattr(7), by path and by handle.

use osmia_net::{Repeat, Response};
use osmia_protocol::wire;

use super::value_of;
use crate::error::{Error, Result};
use crate::lane::Lane;
use crate::open_file::OpenFile;
use crate::resolve::{self, Links, Resolved};

/// Which extended attributes a set may change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum SetXattr {
    /// It makes the attribute, or replaces its value.
    #[default]
    Any,
    /// It makes the attribute; EEXIST when it is there: XATTR_CREATE.
    Create,
    /// It replaces the value; ENODATA when the attribute is not there: XATTR_REPLACE.
    Replace,
}

impl SetXattr {
    fn flags(self) -> u32 {
        match self {
            SetXattr::Any => 0,
            SetXattr::Create => libc::XATTR_CREATE as u32,
            SetXattr::Replace => libc::XATTR_REPLACE as u32,
        }
    }
}

/// What a call on extended attributes is about.
#[derive(Clone, Copy)]
pub enum XattrOf<'a> {
    /// What a path leads to.
    Path(&'a [u8]),
    /// The same, but a symbolic link at its end is not followed.
    Link(&'a [u8]),
    /// An open file.
    Open(&'a OpenFile),
}

/// getxattr(2), lgetxattr(2), fgetxattr(2): the whole value.
///
/// # Errors
/// As getxattr(2); ENODATA when there is no such attribute.
pub async fn getxattr(lane: &Lane, of: XattrOf<'_>, name: &[u8]) -> Result<Vec<u8>> {
    let call = |at| {
        wire::Call::Getxattr(Box::new(wire::Getxattr { at: Some(Box::new(at)), name: Some(name.to_vec()) }))
    };
    value_of("getxattr", &ask(lane, "getxattr", of, Repeat::Reads, call).await?)
}

/// setxattr(2), lsetxattr(2), fsetxattr(2).
///
/// # Errors
/// As setxattr(2); ENOSPC when the names and values of the file would be more than 65,536 bytes.
pub async fn setxattr(lane: &Lane, of: XattrOf<'_>, name: &[u8], value: &[u8], how: SetXattr) -> Result<()> {
    let call = |at| {
        wire::Call::Setxattr(Box::new(wire::Setxattr {
            at: Some(Box::new(at)),
            name: Some(name.to_vec()),
            value: Some(value.to_vec()),
            flags: how.flags(),
        }))
    };
    // What no frame holds is no server's to refuse.
    if value.len() > VALUE_BYTES_MAX {
        let why = format!("a value has at most {VALUE_BYTES_MAX} bytes, not {}", value.len());
        let path = match of {
            XattrOf::Path(path) | XattrOf::Link(path) => path,
            XattrOf::Open(open) => open.path(),
        };
        return Err(Error::new(libc::E2BIG, "setxattr").on_bytes(path).saying(why));
    }
    ask(lane, "setxattr", of, Repeat::Once, call).await.map(drop)
}

/// Longest value: xattr(7), "Limits" (XATTR_SIZE_MAX).
const VALUE_BYTES_MAX: usize = 1 << 16;

/// removexattr(2), lremovexattr(2), fremovexattr(2).
///
/// # Errors
/// As removexattr(2); ENODATA when there is no such attribute.
pub async fn removexattr(lane: &Lane, of: XattrOf<'_>, name: &[u8]) -> Result<()> {
    let call = |at| {
        wire::Call::Removexattr(Box::new(wire::Removexattr {
            at: Some(Box::new(at)),
            name: Some(name.to_vec()),
        }))
    };
    ask(lane, "removexattr", of, Repeat::Once, call).await.map(drop)
}

/// listxattr(2), llistxattr(2), flistxattr(2): the names that the caller may know of.
///
/// # Errors
/// As listxattr(2).
pub async fn listxattr(lane: &Lane, of: XattrOf<'_>) -> Result<Vec<Vec<u8>>> {
    let call = |at| wire::Call::Listxattr(Box::new(wire::Listxattr { at: Some(Box::new(at)) }));
    let listed = value_of("listxattr", &ask(lane, "listxattr", of, Repeat::Reads, call).await?)?;
    Ok(listed.split(|&byte| byte == 0).filter(|name| !name.is_empty()).map(<[u8]>::to_vec).collect())
}

async fn ask(
    lane: &Lane,
    operation: &'static str,
    of: XattrOf<'_>,
    repeat: Repeat,
    call: impl Fn(wire::Where) -> wire::Call,
) -> Result<Response> {
    lane.called();
    let (path, follow) = match of {
        XattrOf::Open(open) => {
            open.check(operation, 0)?;
            let asked = lane.ask(operation, open.id(), || call(open.at()), repeat).await;
            return asked.map_err(|error| error.on_bytes(open.path()));
        }
        XattrOf::Path(path) => (path, true),
        XattrOf::Link(path) => (path, false),
    };
    let links = Links::default();
    let mut resolved = Resolved::new(lane, operation, path, &links).await?;
    if !follow {
        resolved = resolved.without_following();
    }
    Ok(resolve::walk_to_end(lane, operation, &mut resolved, false, repeat, call).await?.response)
}
