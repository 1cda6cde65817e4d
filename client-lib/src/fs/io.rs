//! File content: read, write, fsync, close.
//!
//! Nothing is cached. Content goes straight to the targets; the metadata server hears of the size at fsync and close.

use std::ops::Range;
use std::sync::atomic::Ordering;

use futures_util::stream::{self, StreamExt};
use osmia_env::Buf;
use osmia_net::Repeat;
use osmia_protocol::flags::open_flags;
use osmia_protocol::stripe::FILE_BYTES_MAX;
use osmia_protocol::{Incarnation, Status, TargetId, wire};

use super::wanted;
use crate::data::{self, Transfer};
use crate::error::{Error, Result};
use crate::lane::Lane;
use crate::open_file::{InodeState, Layout, OpenFile};

/// Times that a transfer is redone because the file was truncated or its stripes have moved meanwhile.
const REDO_MAX: u32 = 16;

/// pread(2): reads at `offset` until `into` is full or the file ends. Gives the bytes read.
///
/// # Errors
/// EBADF unless the file is open for reading; EISDIR; EIO and others of the targets.
pub async fn read(lane: &Lane, open: &OpenFile, into: &mut [u8], offset: u64) -> Result<usize> {
    lane.called();
    open.check("read", open_flags::READ)?;
    let mut redone = 0;
    let mut refreshed = false;
    loop {
        let state = open.state().clone();
        let len = state.size.saturating_sub(offset).min(into.len() as u64) as usize;
        if len == 0 {
            if into.is_empty() || refreshed {
                return Ok(0);
            }
            // The end that this client knows of: another may have written on.
            refresh(lane, "read", open).await?;
            refreshed = true;
            continue;
        }
        let layout = layout(lane, "read", open, &state).await?;
        let plan = data::plan(layout.stripes, offset, len as u64);
        let (state, layout) = (&state, &*layout);
        let mut done = stream::iter(plan)
            .map(async |transfer| {
                let body = read_one(lane, open, state, layout, &transfer).await;
                (transfer, body)
            })
            .buffer_unordered(lane.shared.pieces_max);
        let mut failed = None;
        while let Some((transfer, body)) = done.next().await {
            match body {
                Ok(body) => scatter(&transfer, body.as_deref().unwrap_or_default(), &mut into[..len]),
                Err(error) => failed = worse(failed, error),
            }
        }
        drop(done);
        match failed {
            None => {
                lane.shared.counters.add(|counters| &counters.bytes_read, len as u64);
                return Ok(len);
            }
            Some(error) => redo(lane, "read", open, error, &mut redone).await?,
        }
    }
}

async fn read_one(
    lane: &Lane,
    open: &OpenFile,
    state: &InodeState,
    layout: &Layout,
    transfer: &Transfer,
) -> Result<Option<Buf>> {
    let object = Some(object(open, state, layout, transfer.stripe));
    // Bounded by the plan.
    let (offset, len) = (transfer.object_offset, transfer.bytes as u32);
    let call = || wire::Call::ObjRead(Box::new(wire::ObjRead { object, offset, len }));
    let target = layout.targets[transfer.stripe as usize];
    let (peer, response) = lane.ask_target("read", target, call, None, Repeat::Reads).await?;
    match response.status() {
        Status::Ok => Ok(response.body),
        // An object that nobody has written yet is a hole.
        Status::NotFound => Ok(None),
        _ => Err(lane.error("read", peer, &response)),
    }
}

/// Lays an object's bytes out where they belong; what is missing is zeros.
fn scatter(transfer: &Transfer, mut body: &[u8], into: &mut [u8]) {
    for &(from, bytes) in &transfer.parts {
        let part = &mut into[from as usize..(from + bytes) as usize];
        let (here, rest) = body.split_at(part.len().min(body.len()));
        part[..here.len()].copy_from_slice(here);
        part[here.len()..].fill(0);
        body = rest;
    }
}

/// pwrite(2): writes all of `from` at `offset`, or at the end of a file open for appending. Gives the offset behind what
/// was written.
///
/// # Errors
/// EBADF unless the file is open for writing; EFBIG; EIO when an earlier write there has had no answer and may still
/// arrive; ENOSPC and others of the targets: then any part may have been written.
pub async fn write(lane: &Lane, open: &OpenFile, from: &[u8], offset: u64) -> Result<u64> {
    lane.called();
    open.check("write", open_flags::WRITE)?;
    let on_path = |status| Error::status(status, "write").on_bytes(open.path());
    if from.is_empty() {
        return Ok(offset);
    }
    let len = from.len() as u64;
    let appends = open.has(open_flags::APPEND);
    if appends {
        // Another client may have moved the end.
        refresh(lane, "write", open).await?;
    }
    // Lives until the state below has been let go, with what was written in it.
    let (offset, _appending) = {
        let mut state = open.state();
        let offset = if appends { state.size } else { offset };
        let end = offset.checked_add(len).filter(|end| *end <= FILE_BYTES_MAX);
        let end = end.ok_or_else(|| on_path(Status::FileTooBig))?;
        check_certain("write", open, &state, offset..end)?;
        if appends {
            state.size = end;
            state.appending += 1;
        }
        (offset, appends.then(|| Appending(open)))
    };
    let end = offset + len;
    let outcome = write_all(lane, open, from, offset).await;
    let mut state = open.state();
    match outcome {
        Ok(generation) => {
            state.wrote(open.weak(), generation, end, lane.env.clock.timestamp().0);
            lane.shared.counters.add(|counters| &counters.bytes_written, len);
            Ok(end)
        }
        Err(error) => {
            if appends && state.size == end {
                state.size = offset;
            }
            if error.outcome_unknown() {
                state.unanswered(offset..end);
            }
            Err(error.on_bytes(open.path()))
        }
    }
}

/// An append under way, counted in the state of its file. Dropped with the call's future, it is over.
struct Appending<'a>(&'a OpenFile);

impl Drop for Appending<'_> {
    fn drop(&mut self) {
        self.0.state().appending -= 1;
    }
}

/// Fails where a write without an answer may still take effect: behind another change it would undo that.
pub(super) fn check_certain(
    operation: &'static str,
    open: &OpenFile,
    state: &InodeState,
    range: Range<u64>,
) -> Result<()> {
    if state.is_uncertain(&range) {
        let why = "an earlier write there has had no answer and may still arrive";
        return Err(Error::status(Status::Io, operation).on_bytes(open.path()).saying(why));
    }
    Ok(())
}

/// Tells the metadata server, once for each handle, that it will write.
pub(super) async fn tell_writing(
    lane: &Lane,
    operation: &'static str,
    open: &OpenFile,
    redone: &mut u32,
) -> Result<()> {
    while !open.told.load(Ordering::Acquire) {
        let report = wire::Report { will_write: true, ..report(open, None) };
        let call = || wire::Call::Report(Box::new(report.clone()));
        match lane.ask(operation, open.id(), call, Repeat::Once).await {
            Ok(_) => open.told.store(true, Ordering::Release),
            // Another has truncated the file since it was opened.
            Err(error) if error.wire_status() == Some(Status::GenerationOld) => {
                redo(lane, operation, open, error, redone).await?;
            }
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

/// Gives the generation within which all has been written.
async fn write_all(lane: &Lane, open: &OpenFile, from: &[u8], offset: u64) -> Result<u32> {
    let mut redone = 0;
    tell_writing(lane, "write", open, &mut redone).await?;
    loop {
        let state = open.state().clone();
        let layout = layout(lane, "write", open, &state).await?;
        let plan = data::plan(layout.stripes, offset, from.len() as u64);
        let (state, layout) = (&state, &*layout);
        let mut done = stream::iter(plan)
            .map(async |transfer| write_one(lane, open, state, layout, &transfer, from).await)
            .buffer_unordered(lane.shared.pieces_max);
        let mut failed = None;
        while let Some(outcome) = done.next().await {
            if let Err(error) = outcome {
                failed = worse(failed, error);
            }
        }
        drop(done);
        match failed {
            None => return Ok(state.generation),
            Some(error) => redo(lane, "write", open, error, &mut redone).await?,
        }
    }
}

async fn write_one(
    lane: &Lane,
    open: &OpenFile,
    state: &InodeState,
    layout: &Layout,
    transfer: &Transfer,
    from: &[u8],
) -> Result<()> {
    let mut body = || {
        let mut body = Buf::with_capacity(transfer.bytes as usize);
        for &(at, bytes) in &transfer.parts {
            body.extend_from_slice(&from[at as usize..(at + bytes) as usize]);
        }
        body
    };
    let object = Some(object(open, state, layout, transfer.stripe));
    let offset = transfer.object_offset;
    let call = || wire::Call::ObjWrite(Box::new(wire::ObjWrite { object, offset, sync: false }));
    let target = layout.targets[transfer.stripe as usize];
    let (peer, response) = lane.ask_target("write", target, call, Some(&mut body), Repeat::Anew).await?;
    match response.status() {
        Status::Ok => {
            open.target_took(target, incarnation(&response));
            Ok(())
        }
        _ => Err(lane.error("write", peer, &response)),
    }
}

/// Of two failures of one call, the one that decides: what must be told before what can be redone.
pub(super) fn worse(first: Option<Error>, second: Error) -> Option<Error> {
    match first {
        Some(first) if first.outcome_unknown() || !is_redone(&first) => Some(first),
        _ => Some(second),
    }
}

fn is_redone(error: &Error) -> bool {
    matches!(error.wire_status(), Some(Status::GenerationOld | Status::LayoutOld))
}

/// After a failure that asks for it, gets the file's generation and layout anew; else the failure.
pub(super) async fn redo(
    lane: &Lane,
    operation: &'static str,
    open: &OpenFile,
    error: Error,
    redone: &mut u32,
) -> Result<()> {
    if !is_redone(&error) || *redone == REDO_MAX {
        return Err(error.on_bytes(open.path()));
    }
    *redone += 1;
    lane.shared.counters.add(|counters| &counters.retries, 1);
    refresh(lane, operation, open).await.map(drop)
}

/// Asks for the file's attributes and takes them in.
pub(super) async fn refresh(lane: &Lane, operation: &'static str, open: &OpenFile) -> Result<wire::Attr> {
    let since = open.state().changes;
    let call = || wire::Call::Lookup(Box::new(wire::Lookup { at: Some(Box::new(open.at())) }));
    let asked = lane.ask(operation, open.id(), call, Repeat::Reads).await;
    let response = asked.map_err(|error| error.on_bytes(open.path()))?;
    let ok = match wanted(operation, response.reply().outcome())? {
        wire::OutcomeRef::AttrOk(ok) => ok,
        _ => return wanted(operation, Ok(None)),
    };
    let attr = wire::Attr::from(wanted(operation, ok.attr())?);
    let stripes = ok.stripes().ok().flatten().and_then(|stripes| wire::StripeLayout::try_from(stripes).ok());
    open.state().update(&attr, stripes, since);
    Ok(attr)
}

pub(super) async fn layout(
    lane: &Lane,
    operation: &'static str,
    open: &OpenFile,
    state: &InodeState,
) -> Result<std::sync::Arc<Layout>> {
    if let Some(layout) = &state.layout {
        return Ok(layout.clone());
    }
    let attr = refresh(lane, operation, open).await?;
    if attr.mode & libc::S_IFMT == libc::S_IFDIR {
        return Err(Error::status(Status::IsDirectory, operation).on_bytes(open.path()));
    }
    open.state().layout.clone().ok_or_else(|| {
        let why = "the metadata server knows no targets for it";
        Error::status(Status::Io, operation).on_bytes(open.path()).saying(why)
    })
}

pub(super) fn object(open: &OpenFile, state: &InodeState, layout: &Layout, stripe: u32) -> wire::Object {
    wire::Object {
        inode: open.id().0,
        cut_bytes: layout.stripes.object_bytes(state.cut, stripe),
        target: layout.targets[stripe as usize].0,
        stripe,
        layout_version: layout.version,
        generation: state.generation,
    }
}

pub(super) fn incarnation(response: &osmia_net::Response) -> Incarnation {
    Incarnation(response.reply().incarnation().unwrap_or_default())
}

/// A report of the size, when there are writes to report.
fn report(open: &OpenFile, state: Option<&InodeState>) -> wire::Report {
    wire::Report {
        at: Some(Box::new(open.at())),
        open: open.number(),
        will_write: false,
        size: state.map_or(0, |state| state.written),
        mtime: state.and_then(|state| state.unreported).unwrap_or_default(),
        generation: state.map_or_else(|| open.state().generation, |state| state.generation),
        sync: false,
    }
}

/// Tells the metadata server of this client's writes, if there are any that it does not know of.
pub(crate) async fn report_size(lane: &Lane, operation: &'static str, open: &OpenFile) -> Result<()> {
    let state = open.state().clone();
    if state.unreported.is_none() {
        return Ok(());
    }
    send_report(lane, operation, open, &state, false).await
}

async fn send_report(
    lane: &Lane,
    operation: &'static str,
    open: &OpenFile,
    state: &InodeState,
    sync: bool,
) -> Result<()> {
    let call = || wire::Call::Report(Box::new(wire::Report { sync, ..report(open, Some(state)) }));
    match lane.ask(operation, open.id(), call, Repeat::Once).await {
        Ok(_) => {
            open.state().reported(state);
            Ok(())
        }
        // Another has truncated the file since: these writes came before that.
        Err(error) if error.wire_status() == Some(Status::GenerationOld) => {
            refresh(lane, operation, open).await.map(drop)
        }
        Err(error) => Err(error.on_bytes(open.path())),
    }
}

/// fsync(2): returns when the content, size and name of the file are durable; of a directory, its entries.
///
/// # Errors
/// EIO, once for each loss, when a server lost what this handle had written since its last fsync.
pub async fn fsync(lane: &Lane, open: &OpenFile) -> Result<()> {
    lane.called();
    open.check("fsync", 0)?;
    let mut redone = 0;
    loop {
        let state = open.state().clone();
        let Some(layout) = state.layout.clone().filter(|_| state.has_objects) else { break };
        let columns = 0..layout.stripes.count;
        let (state, layout) = (&state, &*layout);
        let mut done = stream::iter(columns)
            .map(async |stripe| sync_one(lane, open, state, layout, stripe).await)
            .buffer_unordered(lane.shared.pieces_max);
        let mut failed = None;
        while let Some(outcome) = done.next().await {
            if let Err(error) = outcome {
                failed = worse(failed, error);
            }
        }
        drop(done);
        match failed {
            None => break,
            Some(error) => redo(lane, "fsync", open, error, &mut redone).await?,
        }
    }
    if open.has(open_flags::WRITE) {
        let state = open.state().clone();
        send_report(lane, "fsync", open, &state, true).await?;
    } else {
        // Only a writer reports; for others, and directories, all that the server has said is made durable.
        let call = || wire::Call::SyncAll(Box::default());
        let synced = lane.ask("fsync", open.id(), call, Repeat::Reads).await;
        synced.map_err(|error| error.on_bytes(open.path()))?;
    }
    if open.take_lost() {
        let why = "a storage server lost what was written since the last fsync";
        return Err(Error::status(Status::Io, "fsync").on_bytes(open.path()).saying(why));
    }
    Ok(())
}

async fn sync_one(
    lane: &Lane,
    open: &OpenFile,
    state: &InodeState,
    layout: &Layout,
    stripe: u32,
) -> Result<()> {
    let target: TargetId = layout.targets[stripe as usize];
    let object = Some(object(open, state, layout, stripe));
    let call = || wire::Call::ObjSync(Box::new(wire::ObjSync { object }));
    let (peer, response) = lane.ask_target("fsync", target, call, None, Repeat::Reads).await?;
    match response.status() {
        // An object that nobody has written has nothing to sync.
        Status::Ok | Status::NotFound => {
            open.target_synced(target, incarnation(&response));
            Ok(())
        }
        _ => Err(lane.error("fsync", peer, &response)),
    }
}

/// close(2): reports what was written, and hands the open back, alone or with the next request to its server.
///
/// # Errors
/// EBADF when it is closed already; those of the report.
pub async fn close(lane: &Lane, open: &OpenFile) -> Result<()> {
    lane.called();
    if !open.close() {
        return Err(Error::status(Status::BadHandle, "close").on_bytes(open.path()));
    }
    // What another handle of this client has written is that handle's to report: one that only reads may not.
    let reported = if open.has(open_flags::WRITE) { report_size(lane, "close", open).await } else { Ok(()) };
    open.hand_in();
    reported
}
