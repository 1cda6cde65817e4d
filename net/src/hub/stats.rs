//! What a hub has done, counted.

use osmia_sys::metrics::Page;

use super::Hub;
use crate::conn::State;

/// What a hub has done since it was made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HubStats {
    /// Messages handed to the transport.
    pub messages_sent: u64,
    /// Frames queued.
    pub frames_sent: u64,
    /// Bytes handed to the transport.
    pub bytes_sent: u64,
    /// Messages received.
    pub messages_received: u64,
    /// Frames received.
    pub frames_received: u64,
    /// Connections begun.
    pub connects: u64,
    /// Connections accepted.
    pub accepts: u64,
    /// Peers refused in the handshake.
    pub refused: u64,
    /// Connections closed because the peer did not follow the protocol.
    pub malformed: u64,
    /// Requests answered with `Overload` before they were handed on.
    pub overloads: u64,
    /// Calls that ended without an answer.
    pub calls_failed: u64,
}

impl Hub {
    /// What it has done since it was made.
    pub fn stats(&self) -> HubStats {
        let inner = self.inner.borrow();
        HubStats {
            messages_sent: inner.tools.messages,
            frames_sent: inner.tools.frames,
            bytes_sent: inner.tools.bytes,
            ..inner.stats
        }
    }

    /// Writes what it has done, and is doing, on a page.
    pub fn show(&self, page: &mut Page) {
        let HubStats {
            messages_sent,
            frames_sent,
            bytes_sent,
            messages_received,
            frames_received,
            connects,
            accepts,
            refused,
            malformed,
            overloads,
            calls_failed,
        } = self.stats();
        let (ready, serving) = {
            let inner = self.inner.borrow();
            let ready = inner.conns.values().filter(|conn| conn.state == State::Ready);
            ready.fold((0, 0), |(ready, serving), conn| (ready + 1, serving + u64::from(conn.serving)))
        };
        page.level("connections", "Connections that are open", &[], ready);
        page.level("requests_serving", "Requests received and not answered", &[], serving);
        let mut count = |name, help, value| page.count(name, help, &[], value);
        count("messages_sent", "Messages sent", messages_sent);
        count("messages_received", "Messages received", messages_received);
        count(
            "frames_sent",
            "Frames (requests, replies, notices) sent: several go in one message",
            frames_sent,
        );
        count("frames_received", "Frames received", frames_received);
        count("bytes_sent", "Bytes of messages sent", bytes_sent);
        count("connects", "Connections begun by this shard", connects);
        count("accepts", "Connections accepted", accepts);
        count("peers_refused", "Peers refused in the handshake: another cluster, version or shard", refused);
        count("malformed", "Connections closed because the peer did not follow the protocol", malformed);
        count("overloads", "Requests refused because too many were under way on their connection", overloads);
        count("calls_failed", "Requests of this shard to others that got no answer", calls_failed);
    }
}
