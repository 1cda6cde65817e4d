//! open(2).

use std::sync::Arc;

use osmia_net::Repeat;
use osmia_protocol::flags::open_flags;
use osmia_protocol::{InodeId, Status, wire};

use super::wanted;
use crate::OpenOptions;
use crate::error::{Error, Result};
use crate::lane::Lane;
use crate::open_file::{OpenFile, Opened};
use crate::path::Last;
use crate::resolve::{self, Links, Resolved};

/// open(2): opens a file or directory, and creates the file where the options say so.
///
/// # Errors
/// As open(2); EINVAL for options that neither read nor write, or that cut without writing.
pub async fn open(lane: &Lane, path: &[u8], options: &OpenOptions) -> Result<Arc<OpenFile>> {
    lane.called();
    let fail = |status| Err(Error::status(status, "open").on_bytes(path));
    let mut flags = options.flags;
    if flags & (open_flags::READ | open_flags::WRITE) == 0
        || (flags & open_flags::TRUNCATE != 0 && flags & open_flags::WRITE == 0)
    {
        return fail(Status::Invalid);
    }
    let creates = flags & open_flags::CREATE != 0;
    let exclusive = creates && flags & open_flags::EXCLUSIVE != 0;
    let links = Links::default();
    let mut resolved = Resolved::new(lane, "open", path, &links).await?;
    if options.nofollow || exclusive {
        resolved = resolved.without_following();
    }
    let arrived = loop {
        // How the path ends is looked at again when a link at its end has been followed.
        if resolved.last != Last::Name {
            if creates {
                // A name that ends in a slash is never created: open(2), EISDIR. Linux looks at the way there first.
                if resolved.last == Last::Slash {
                    resolve::holder(lane, "open", &mut resolved).await?;
                }
                let dots = matches!(resolved.last, Last::Dot | Last::DotDot);
                return fail(if dots && exclusive { Status::Exists } else { Status::IsDirectory });
            }
            flags |= open_flags::DIRECTORY;
        }
        let call = |at| {
            let (mode, umask) = (options.mode & 0o7777, lane.shared.umask);
            wire::Call::Open(Box::new(wire::Open { at: Some(Box::new(at)), flags, mode, umask }))
        };
        // Directories are opened under their own id; a name that may be made or be a file travels.
        let keep = usize::from(flags & open_flags::DIRECTORY == 0).min(resolved.names.len());
        let walked = resolve::walk_to_link(lane, "open", &mut resolved, keep, Repeat::Once, call).await?;
        if let Some(arrived) = walked {
            break arrived;
        }
    };
    let ok = match wanted("open", arrived.response.reply().outcome())? {
        wire::OutcomeRef::OpenOk(ok) => ok,
        _ => return wanted("open", Ok(None)),
    };
    let attr = wire::Attr::from(wanted("open", ok.attr())?);
    let opened = Opened {
        open: wanted("open", ok.open().map(Some))?,
        created: creates && wanted("open", ok.created().map(Some))?,
        dir: InodeId(wanted("open", ok.dir().map(Some))?),
        name: resolved.names.last().map(|name| name.to_vec()).unwrap_or_default(),
        flags,
        directory: attr.mode & libc::S_IFMT == libc::S_IFDIR,
        path: path.to_vec(),
    };
    let stripes = ok.stripes().ok().flatten().map(wire::StripeLayout::try_from);
    let stripes =
        stripes.transpose().map_err(|error| Error::status(Status::Malformed, "open").because(error))?;
    if flags & open_flags::TRUNCATE != 0 && !opened.created {
        lane.shared.truncated(&attr, stripes.clone());
    }
    Ok(OpenFile::new(&lane.shared, opened, &attr, stripes))
}
