//! One page of a directory.

use std::ops::ControlFlow;

use osmia_protocol::flags::open_flags;
use osmia_protocol::frame::FRAME_BYTES_MAX;
use osmia_protocol::{InodeId, Status, wire};

use super::Result;
use crate::answer::{Answer, Page, PageEntry};
use crate::caller::READ;
use crate::cx::Cx;
use crate::stop::{Cold, Stop, fail};
use crate::store::codec::DecodeError;
use crate::store::inode::Child;
use crate::store::key;

/// Bytes of a page at most: a frame, less what surrounds the entries.
const PAGE_BYTES_MAX: usize = FRAME_BYTES_MAX - 1024;
/// Bytes of an entry beside its name and attributes: its table, vtable and offset.
const ENTRY_BYTES: usize = 56;
/// Bytes of the attributes.
const ATTR_BYTES: usize = 88;

/// Inodes that are brought into memory for one page at a time: each may lie in a block of its own (8 KiB), and all must
/// stay in the smallest cache (4 MiB) until the page is made.
const COLD_MAX: usize = 128;

/// Entries from the cursor on, in the order of their names' hashes. A cursor is the smallest hash that comes: names of
/// equal hash share it, so that they come in one page.
pub fn run(cx: &mut Cx<'_>, call: wire::ReaddirRef<'_>) -> Result {
    let dir = InodeId(call.dir()?);
    let caller = cx.caller.clone();
    let directory = cx.settled(dir).map_err(Stop::at_start)?;
    let may = caller.may(directory, READ);
    if !may && !cx.state.opens.has(caller.session, caller.uid, dir, open_flags::READ) {
        return Err(cx.not_open(Status::Access, ""));
    }
    let attributes = call.attributes()?;
    let bytes_max = (call.bytes_max()? as usize).min(PAGE_BYTES_MAX);
    let mut children = Vec::new();
    let (page, group_too_large) = collect(cx, dir, call.cursor()?, bytes_max, attributes, &mut children)?;
    if group_too_large {
        return Err(fail(Status::Overflow, "too many names of equal hash for one page"));
    }
    with_attributes(cx, page, children, attributes)
}

/// Entries of a page without attributes, and what their dentries hold.
fn collect(
    cx: &mut Cx<'_>,
    dir: InodeId,
    cursor: u64,
    bytes_max: usize,
    attributes: bool,
    children: &mut Vec<Child>,
) -> Result<(Page, bool)> {
    let mut page = Page { entries: Vec::new(), cursor, end: true };
    let mut wrong: Option<DecodeError> = None;
    let mut group_too_large = false;
    // Where the group of equal hashes that is being collected began.
    let (mut group, mut group_hash, mut bytes) = (0, None, 0);
    let (from, to) = (key::dentry_from(dir, cursor), key::dentry_end(dir));
    let records_max = bytes_max / (ENTRY_BYTES + 8) + 2;
    let scanned = cx.state.store.scan(&from, &to, records_max, &mut |key, value| {
        let Some((hash, name)) = key::dentry_parts(key) else {
            wrong = Some(DecodeError { record: "dentry", reason: "key too short" });
            return ControlFlow::Break(());
        };
        let child = match Child::decode(value) {
            Ok(child) => child,
            Err(error) => {
                wrong = Some(error);
                return ControlFlow::Break(());
            }
        };
        if group_hash != Some(hash) {
            (group, group_hash) = (page.entries.len(), Some(hash));
        }
        bytes += ENTRY_BYTES + name.len() + if attributes { ATTR_BYTES } else { 0 };
        if bytes > bytes_max && !page.entries.is_empty() && (group > 0 || bytes > PAGE_BYTES_MAX) {
            // The group that does not fit comes with the next page; the first group comes whole.
            group_too_large = group == 0;
            page.entries.truncate(group);
            children.truncate(group);
            page.end = false;
            return ControlFlow::Break(());
        }
        page.entries.push(PageEntry {
            name: name.to_vec(),
            id: child.id(),
            kind: child.kind(),
            cursor: hash.saturating_add(1),
            attr: None,
            rdev: 0,
        });
        children.push(child);
        ControlFlow::Continue(())
    });
    if let Some(error) = wrong {
        return Err(error.into());
    }
    match scanned {
        // What has been seen is a page, but for the last group, which may go on. Where a cache holds less than a whole
        // page's records, to wait for all of it would be to wait for ever.
        Err(Stop::Cold(_)) if group > 0 => {
            page.entries.truncate(group);
            children.truncate(group);
            page.end = false;
        }
        scanned => scanned?,
    }
    page.cursor = page.entries.last().map_or(cursor, |entry| entry.cursor);
    Ok((page, group_too_large))
}

/// Fills in attributes of children whose inode is here. Those that are not in memory are asked for some at a time; a page
/// that has come far enough ends before the first of them.
fn with_attributes(cx: &mut Cx<'_>, mut page: Page, children: Vec<Child>, attributes: bool) -> Result {
    if !attributes {
        return Ok(Answer::Page(page));
    }
    let mut cold = Cold::default();
    let mut first_cold = None;
    for (number, (entry, child)) in page.entries.iter_mut().zip(children).enumerate() {
        let got = match child {
            Child::Embedded(inode) => Ok((inode.attr(), inode.rdev)),
            Child::Link { id, .. } if !cx.state.owns(id) => continue,
            Child::Link { id, .. } if child.is_directory() => cx.settled(id).map(|inode| (inode.attr(), 0)),
            child => {
                let inode = cx.state.store.layout().file(&cx.state.store, child);
                inode.map(|inode| (inode.attr(), inode.rdev))
            }
        };
        match got {
            Ok((attr, rdev)) => (entry.attr, entry.rdev) = (Some(attr), rdev),
            Err(Stop::Cold(more)) => {
                first_cold.get_or_insert(number);
                cold.keys.extend(more.keys);
                if cold.keys.len() >= COLD_MAX {
                    break;
                }
            }
            Err(stop) => return Err(stop),
        }
    }
    let Some(first_cold) = first_cold else { return Ok(Answer::Page(page)) };
    // Names of equal hash come in one page.
    let group = page.entries[first_cold].cursor;
    let whole = page.entries.iter().take_while(|entry| entry.cursor != group).count();
    if whole < COLD_MAX {
        return Err(Stop::Cold(cold));
    }
    page.entries.truncate(whole);
    page.end = false;
    page.cursor = page.entries.last().map_or(page.cursor, |entry| entry.cursor);
    Ok(Answer::Page(page))
}
