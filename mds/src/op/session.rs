//! Sessions: begun, taken up again, ended.

use osmia_env::ConnId;
use osmia_protocol::{ClientId, InodeId, SessionId, Status, wire};

use super::Result;
use crate::answer::Answer;
use crate::cx::Cx;
use crate::open::Open;
use crate::stop::{Stop, fail};

/// Takes the client's session up again, with the files that it has open, or begins a new one; an older one of the same
/// client then ends.
pub fn open(
    cx: &mut Cx<'_>,
    call: wire::OpenSessionRef<'_>,
    conn: ConnId,
    client: Option<ClientId>,
    freed: &mut Vec<InodeId>,
) -> Result {
    let claimed = ClientId(call.client()?);
    if client.is_some_and(|client| client != claimed) {
        return Err(fail(Status::Invalid, "another client's session"));
    }
    let resume = SessionId(call.resume()?);
    let slots = call.slots()?.clamp(1, cx.state.config.slots_max);
    let known = cx.state.sessions.get(resume).is_some_and(|session| session.client == claimed);
    let expires = cx.now + cx.state.config.session;
    let (id, resumed) = if resume.0 != 0 && known {
        reclaim(cx, resume, &call)?;
        cx.state.sessions.claimed(resume);
        (resume, true)
    } else {
        if cx.state.sessions.len() >= cx.state.config.sessions_max {
            return Err(fail(Status::Overload, "the server has too many sessions"));
        }
        // Also where the disk is nearly full: who comes to remove files needs a session.
        let id = cx.state.ids.session()?;
        if let Some(old) = cx.state.sessions.of_client(claimed) {
            freed.extend(cx.state.end_session(old));
        }
        let state = &mut *cx.state;
        state.sessions.begin(&mut state.store, id, claimed, slots, expires);
        (id, false)
    };
    let session = cx.state.sessions.get_mut(id).expect("it was just found or begun");
    session.conn = Some(conn);
    session.expires = expires;
    let slots = session.slots();
    Ok(Answer::Other(Box::new(wire::Outcome::SessionOk(Box::new(wire::SessionOk {
        session: id.0,
        slots,
        lease_ms: u32::try_from(cx.state.config.lease.as_millis()).unwrap_or(u32::MAX),
        resumed,
    })))))
}

/// Notes the files that a client says it has open.
fn reclaim(
    cx: &mut Cx<'_>,
    session: SessionId,
    call: &wire::OpenSessionRef<'_>,
) -> std::result::Result<(), Stop> {
    let opens = call.opens()?;
    let Some(opens) = opens else { return Ok(()) };
    if opens.len() > cx.state.config.opens_max {
        return Err(fail(Status::NoMemory, "the session has too many files open"));
    }
    for open in opens {
        let open = open?;
        let Some(at) = open.at()? else { continue };
        let open_at = Open { session, inode: InodeId(at.id()?), flags: open.flags()?, uid: None };
        if open_at.inode.0 != 0 && cx.state.owns(open_at.inode) {
            cx.state.opens.insert(open.open()?, open_at);
        }
    }
    Ok(())
}

/// Ends the caller's session.
pub fn close(cx: &mut Cx<'_>, _call: wire::CloseSessionRef<'_>, freed: &mut Vec<InodeId>) -> Result {
    let session = cx.caller.session;
    if session.0 == 0 {
        return Err(Status::SessionUnknown.into());
    }
    freed.extend(cx.state.end_session(session));
    Ok(Answer::Done)
}
