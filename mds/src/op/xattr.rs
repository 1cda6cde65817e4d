//! Extended attributes (xattr(7)): `user`, `trusted` and `security`; and a directory's placement.

use osmia_protocol::flags::inode_flags;
use osmia_protocol::{Status, wire};

use super::{Result, here, placement};
use crate::answer::Answer;
use crate::caller::{Caller, READ, WRITE};
use crate::cx::Cx;
use crate::stop::{Stop, fail};
use crate::store::inode::Inode;
use crate::store::key;
use crate::store::xattr::{NAME_BYTES_MAX, TOTAL_BYTES_MAX, Xattrs};
use crate::walk::{self, End};

/// XATTR_CREATE of setxattr(2).
const CREATE: u32 = 1;
/// XATTR_REPLACE of setxattr(2).
const REPLACE: u32 = 2;
/// The sticky bit.
const STICKY: u32 = 0o1000;

/// getxattr(2).
pub fn get(cx: &mut Cx<'_>, call: wire::GetxattrRef<'_>) -> Result {
    let name = check_name(call.name()?)?;
    let (_, inode) = match end(cx, call.at()?)? {
        Ok(end) => end,
        Err(elsewhere) => return Ok(elsewhere),
    };
    if name == placement::XATTR {
        return Ok(Answer::Value(placement::attribute(&inode)?.to_string().into_bytes()));
    }
    check_read(&cx.caller, &inode, name)?;
    let xattrs = load(cx, &inode)?;
    xattrs.get(name).map(|value| Answer::Value(value.to_vec())).ok_or(Status::NoData.into())
}

/// listxattr(2): names, each with a NUL behind it.
pub fn list(cx: &mut Cx<'_>, call: wire::ListxattrRef<'_>) -> Result {
    let (_, inode) = match end(cx, call.at()?)? {
        Ok(end) => end,
        Err(elsewhere) => return Ok(elsewhere),
    };
    let xattrs = load(cx, &inode)?;
    // Those that the caller could not read are not listed.
    let hidden = |name: &[u8]| name.starts_with(b"trusted.") && !cx.caller.is_root();
    let names = xattrs.0.iter().map(|(name, _)| name).filter(|name| !hidden(name));
    Ok(Answer::Value(names.flat_map(|name| name.iter().copied().chain([0])).collect()))
}

/// setxattr(2).
pub fn set(cx: &mut Cx<'_>, call: wire::SetxattrRef<'_>) -> Result {
    let name = check_name(call.name()?)?;
    let (value, flags) = (call.value()?.unwrap_or_default(), call.flags()?);
    if flags & !(CREATE | REPLACE) != 0 {
        return Err(fail(Status::Invalid, "of the flags XATTR_CREATE and XATTR_REPLACE are supported"));
    }
    let (end, inode) = match end(cx, call.at()?)? {
        Ok(end) => end,
        Err(elsewhere) => return Ok(elsewhere),
    };
    if name == placement::XATTR {
        check_flags(flags, placement::attribute(&inode).is_ok())?;
        placement::set_attribute(cx, &end, Some(value))?;
        return Ok(Answer::Done);
    }
    check_write(&cx.caller, &inode, name)?;
    let mut xattrs = load(cx, &inode)?;
    check_flags(flags, xattrs.get(name).is_some())?;
    xattrs.set(name, value);
    if xattrs.bytes() > TOTAL_BYTES_MAX {
        let detail = "names and values of an inode's extended attributes are at most 65536 bytes";
        return Err(fail(Status::NoSpace, detail));
    }
    cx.check_space()?;
    store(cx, end, &inode, &xattrs);
    Ok(Answer::Done)
}

/// removexattr(2).
pub fn remove(cx: &mut Cx<'_>, call: wire::RemovexattrRef<'_>) -> Result {
    let name = check_name(call.name()?)?;
    let (end, inode) = match end(cx, call.at()?)? {
        Ok(end) => end,
        Err(elsewhere) => return Ok(elsewhere),
    };
    if name == placement::XATTR {
        placement::attribute(&inode)?;
        placement::set_attribute(cx, &end, None)?;
        return Ok(Answer::Done);
    }
    check_write(&cx.caller, &inode, name)?;
    let mut xattrs = load(cx, &inode)?;
    let before = xattrs.0.len();
    xattrs.0.retain(|(have, _)| have != name);
    if xattrs.0.len() == before {
        return Err(Status::NoData.into());
    }
    store(cx, end, &inode, &xattrs);
    Ok(Answer::Done)
}

/// What the call is about, with a copy of its inode.
fn end(cx: &mut Cx<'_>, at: Option<wire::WhereRef<'_>>) -> Result<std::result::Result<(End, Inode), Answer>> {
    let at = walk::required(at)?;
    Ok(match here(walk::to_end(cx, &at)?) {
        Ok(end) => {
            let inode = end.inode(cx)?;
            Ok((end, inode))
        }
        Err(elsewhere) => Err(elsewhere),
    })
}

/// XATTR_CREATE and XATTR_REPLACE of setxattr(2).
fn check_flags(flags: u32, is_there: bool) -> Result<()> {
    match is_there {
        true if flags & CREATE != 0 => Err(Status::Exists.into()),
        false if flags & REPLACE != 0 => Err(Status::NoData.into()),
        _ => Ok(()),
    }
}

fn check_name(name: Option<&[u8]>) -> Result<&[u8]> {
    let name = name.unwrap_or_default();
    if name.is_empty() || name.len() > NAME_BYTES_MAX {
        return Err(fail(Status::Range, "the name of an extended attribute has 1 to 255 bytes"));
    }
    if name.contains(&0) {
        return Err(fail(Status::Invalid, "a NUL in the name"));
    }
    Ok(name)
}

/// xattr(7): of `user`, who may read the file reads them; regular files and directories alone have any.
fn check_read(caller: &Caller<'_>, inode: &Inode, name: &[u8]) -> Result<()> {
    match namespace(name)? {
        Namespace::User if !inode.is_file() && !inode.is_directory() => Err(Status::NoData.into()),
        Namespace::User => caller.check(inode, READ),
        Namespace::Trusted if !caller.is_root() => Err(Status::NoData.into()),
        Namespace::Trusted | Namespace::Security => Ok(()),
    }
}

/// As [`check_read`]; in a sticky directory `user` attributes of the directory are its owner's.
fn check_write(caller: &Caller<'_>, inode: &Inode, name: &[u8]) -> Result<()> {
    match namespace(name)? {
        Namespace::User if !inode.is_file() && !inode.is_directory() => Err(Status::NotPermitted.into()),
        Namespace::User => {
            if inode.is_directory() && inode.mode & STICKY != 0 {
                caller.check_owner(inode)?;
            }
            caller.check(inode, WRITE)
        }
        Namespace::Trusted | Namespace::Security if !caller.is_root() => Err(Status::NotPermitted.into()),
        Namespace::Trusted | Namespace::Security => Ok(()),
    }
}

enum Namespace {
    User,
    Trusted,
    Security,
}

fn namespace(name: &[u8]) -> Result<Namespace> {
    for (prefix, namespace) in [
        (&b"user."[..], Namespace::User),
        (b"trusted.", Namespace::Trusted),
        (b"security.", Namespace::Security),
    ] {
        match name.strip_prefix(prefix) {
            Some(b"") => return Err(fail(Status::Invalid, "no name behind the namespace")),
            Some(_) => return Ok(namespace),
            None => {}
        }
    }
    let detail = "of the namespaces user, trusted and security are supported";
    Err(fail(Status::NotSupported, detail))
}

fn load(cx: &Cx<'_>, inode: &Inode) -> std::result::Result<Xattrs, Stop> {
    if inode.flags & inode_flags::XATTRS == 0 {
        return Ok(Xattrs::default());
    }
    Ok(cx.state.store.read(&key::xattr(inode.id), Xattrs::decode)?.unwrap_or_default())
}

fn store(cx: &mut Cx<'_>, end: End, inode: &Inode, xattrs: &Xattrs) {
    let time = cx.time;
    let flags = if xattrs.0.is_empty() { 0 } else { inode_flags::XATTRS };
    let change = |inode: &mut Inode| {
        inode.flags = inode.flags & !inode_flags::XATTRS | flags;
        inode.ctime = time;
    };
    let key = key::xattr(inode.id);
    if flags == 0 {
        cx.state.store.delete(key);
    } else {
        cx.state.store.put(key, xattrs.encode());
    }
    match end {
        End::Directory(id) => cx.store().change_directory(id, |inode, _| change(inode)),
        End::File(mut found) => {
            change(&mut found.inode);
            let layout = cx.state.store.layout();
            layout.update(&mut cx.state.store, &found);
        }
    }
}
