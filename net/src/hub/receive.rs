//! What comes: messages taken apart, requests handed on, replies matched.

use std::rc::Rc;
use std::time::Duration;

use osmia_env::{Buf, ConnId, Instant, Message};
use osmia_protocol::frame::HEAD_BYTES_MAX;
use osmia_protocol::{Status, deep, frame, wire};

use super::Inner;
use crate::call::{CallId, Response};
use crate::conn::{Side, State};
use crate::incoming::{
    FrameBytes, Incoming, IncomingRequest, NoticeFrame, ReplyFrame, ReplyTo, RequestFrame,
};

/// `Reply.retry_ms` of an overload that the hub itself reports.
const OVERLOAD_RETRY_MS: u32 = 5;

impl Inner {
    // ------------------------------------------------------------ coming in

    pub(super) fn received(
        &mut self,
        id: ConnId,
        message: Message,
        now: Instant,
        incoming: &mut Vec<Incoming>,
    ) {
        let Some(conn) = self.conns.get_mut(&id) else { return };
        conn.received = now;
        self.stats.messages_received += 1;
        if let Err(what) = self.read(id, message, now, incoming) {
            self.stats.malformed += 1;
            if let Some(conn) = self.conns.get(&id) {
                // Once per connection: it is closed.
                tracing::warn!(peer = %conn.peer, addr = %conn.addr, what, "malformed message: connection closed");
            }
            self.end(id, &format!("malformed message: {what}"), true, now);
        }
    }

    /// Reads the frames of a message. The error says what is wrong with it.
    fn read(
        &mut self,
        id: ConnId,
        message: Message,
        now: Instant,
        incoming: &mut Vec<Incoming>,
    ) -> Result<(), String> {
        if message.head.len() > HEAD_BYTES_MAX {
            return Err(format!("a head of {} bytes", message.head.len()));
        }
        let head = Rc::new(message.head);
        let mut body = message.body.filter(|body| !body.is_empty());
        let mut take_body = |bytes: osmia_protocol::planus::Result<u32>| -> Result<Option<Buf>, String> {
            match (bytes.map_err(|error| error.to_string())?, body.as_ref().map_or(0, |body| body.len())) {
                (0, _) => Ok(None),
                (claimed, there) if claimed as usize == there => Ok(body.take()),
                (claimed, there) => Err(format!("a frame claims {claimed} bytes of a body of {there}")),
            }
        };
        let start = head.as_ptr() as usize;
        for bytes in frame::frames(&head) {
            let bytes = bytes.map_err(|error| error.to_string())?;
            let at = bytes.as_ptr() as usize - start;
            let frame = || FrameBytes::new(head.clone(), at..at + bytes.len());
            self.stats.frames_received += 1;
            let body = frame::read(bytes).map_err(|error| error.to_string())?;
            deep::check(&body, bytes.len()).map_err(|error| error.to_string())?;
            // A frame before may have ended the connection.
            let Some(conn) = self.conns.get_mut(&id) else { return Ok(()) };
            let wrong = |error: osmia_protocol::planus::Error| error.to_string();
            match (conn.side, conn.state, body) {
                (_, State::Refused { .. }, _) => return Ok(()),
                (Side::Accepted, State::Handshake { .. }, wire::FrameBodyRef::Request(request)) => {
                    self.hello(id, &request, now)?;
                }
                (Side::Accepted, State::Ready, wire::FrameBodyRef::Request(request)) => {
                    let from = ReplyTo { conn: id, id: request.id().map_err(wrong)? };
                    let budget = match request.budget_ms().map_err(wrong)? {
                        0 => self.limits.budget,
                        ms => Duration::from_millis(u64::from(ms)),
                    };
                    let body = take_body(request.body_bytes())?;
                    if conn.serving >= self.limits.inflight_max {
                        self.stats.overloads += 1;
                        self.refuse(from, Status::Overload);
                        continue;
                    }
                    conn.serving += 1;
                    incoming.push(Incoming::Request(IncomingRequest {
                        from,
                        peer: conn.peer,
                        frame: RequestFrame(frame()),
                        body,
                        received: now,
                        deadline: now + budget,
                    }));
                }
                (Side::Made(_), State::Handshake { .. }, wire::FrameBodyRef::Reply(reply)) => {
                    self.hello_answered(id, &reply, now)?;
                }
                (Side::Made(_), State::Ready, wire::FrameBodyRef::Reply(reply)) => {
                    let call = CallId::from_wire(reply.id().map_err(wrong)?);
                    let body = take_body(reply.body_bytes())?;
                    // A late reply finds no call, and is dropped. One to another connection's call is a lie.
                    if let Some(waiting) = self.calls.waiting(call) {
                        if waiting.conn != id || waiting.parked.is_some() {
                            return Err("it answers what it was not asked".to_owned());
                        }
                        conn.outbox.calls = conn.outbox.calls.saturating_sub(1);
                        let response = Response::new(ReplyFrame(frame()), body);
                        self.calls.finish(call, Ok(response), &mut self.wakers);
                    }
                }
                (Side::Made(_), State::Ready, wire::FrameBodyRef::Notice(_)) => {
                    incoming.push(Incoming::Notice { peer: conn.peer, frame: NoticeFrame(frame()) });
                }
                (Side::Accepted, _, _) => return Err("a client may only send requests".to_owned()),
                (Side::Made(_), _, _) => return Err("a server may only send replies and notices".to_owned()),
            }
        }
        match body {
            Some(body) => Err(format!("a body of {} bytes that no frame claims", body.len())),
            None => Ok(()),
        }
    }

    fn refuse(&mut self, to: ReplyTo, status: Status) {
        let reply = wire::Reply {
            id: to.id,
            status: status.to_wire(),
            incarnation: self.incarnation.0,
            epoch: self.epoch,
            retry_ms: OVERLOAD_RETRY_MS,
            ..Default::default()
        };
        if let Some(conn) = self.conns.get_mut(&to.conn) {
            // A few dozen bytes always fit a frame.
            let _ = conn.outbox.push_reply(&mut self.tools, &reply, None);
            self.queued(to.conn);
        }
    }
}
