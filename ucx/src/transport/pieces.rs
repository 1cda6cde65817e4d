//! Long messages in pieces: where UCX copies all it sends, each piece is an active message that fits one of its
//! segments, and its bytes go from there to where they belong in the message's final buffers.
//!
//! UCX would cut long messages, too. It would join them in memory of its own, allocated for each, out of which they had
//! to be copied again.

use std::ops::Range;
use std::rc::Rc;

use hashbrown::HashMap;
use osmia_env::Buf;

use super::lane::Pools;
use super::wire::{Kind, Prefix};

/// Bytes of a message in one piece. Of 64 to 512 KiB the rates differ little (ucx_perf); short ones keep what a connection
/// in the middle of a piece holds small: up to two segments.
pub const PIECE_BYTES: usize = 64 << 10;
/// Bytes of a segment of UCX's TCP: a piece, and before it the prefix and perhaps the head. A peer whose segments are
/// longer than ours aborts our process (UCX 1.13.1, uct_tcp_ep_progress_am_rx): whoever changes it changes
/// [`VERSION`](super::wire::VERSION), so that peers with other segments part before they send a long one.
pub const SEGMENT_BYTES: usize = PIECE_BYTES + (4 << 10);
/// Longest header in front of a piece: what is left of the segment beside what UCX puts around it (24 bytes).
pub const HEADER_BYTES_MAX: usize = SEGMENT_BYTES - PIECE_BYTES - 64;

/// Cuts a part of a message into pieces.
pub fn cut(bytes: usize) -> impl Iterator<Item = Range<usize>> {
    (0..bytes).step_by(PIECE_BYTES).map(move |start| start..bytes.min(start + PIECE_BYTES))
}

/// The messages of which some pieces have come: by the receiver's token, one at most for each connection.
#[derive(Default)]
pub struct Joining(HashMap<u64, Option<Joined>>);

/// A message, whole or not.
pub struct Joined {
    prefix: Prefix,
    /// Of the next piece.
    piece: u16,
    head: Buf,
    body: Option<Buf>,
}

impl Joining {
    /// From now on pieces may come for this token.
    pub fn expect(&mut self, token: u64) {
        self.0.insert(token, None);
    }

    /// No more pieces are for this token.
    pub fn forget(&mut self, token: u64) {
        self.0.remove(&token);
    }

    /// Whether pieces may come for this token.
    pub fn expects(&self, token: u64) -> bool {
        self.0.contains_key(&token)
    }

    /// Takes in a piece; gives head and body once the message is whole. Lengths in the prefix are within the limits.
    ///
    /// # Errors
    /// It is not the piece that was due.
    pub fn add(
        &mut self,
        prefix: Prefix,
        rest_of_header: &[u8],
        data: &[u8],
        pools: &Pools,
    ) -> Result<Option<(Buf, Option<Buf>)>, String> {
        let slot = self.0.get_mut(&prefix.token).ok_or("a piece for nobody")?;
        let joined = match (prefix.kind, &mut *slot) {
            (Kind::First, slot @ None) => slot.insert(Joined::begin(prefix, rest_of_header, pools)?),
            (Kind::More, Some(joined)) if rest_of_header.is_empty() => joined,
            (kind, _) => return Err(format!("a piece of kind {kind:?} where another was due")),
        };
        joined.add(prefix, data)?;
        if !joined.is_whole() {
            return Ok(None);
        }
        Ok(slot.take().map(|joined| (joined.head, joined.body)))
    }
}

impl Joined {
    fn begin(prefix: Prefix, head_in_header: &[u8], pools: &Pools) -> Result<Joined, String> {
        let mut head = pools.head(prefix.head_bytes as usize);
        if !head_in_header.is_empty() {
            if head_in_header.len() != prefix.head_bytes as usize {
                return Err(format!("a head of {} bytes, cut", prefix.head_bytes));
            }
            head.extend_from_slice(head_in_header);
        }
        let body = prefix.has_body.then(|| pools.body(prefix.body_bytes as usize));
        Ok(Joined { prefix, piece: 0, head, body })
    }

    fn add(&mut self, prefix: Prefix, data: &[u8]) -> Result<(), String> {
        let due = Prefix { kind: prefix.kind, piece: self.piece, ..self.prefix };
        if prefix != due {
            return Err(format!("a piece {prefix:?} where {due:?} was due"));
        }
        let head_left = self.prefix.head_bytes as usize - self.head.len();
        let (to, left) = match &mut self.body {
            Some(body) if head_left == 0 => {
                let left = self.prefix.body_bytes as usize - body.len();
                (body, left)
            }
            _ => (&mut self.head, head_left),
        };
        if data.is_empty() || data.len() > left {
            return Err(format!("a piece of {} bytes where {left} were left", data.len()));
        }
        to.extend_from_slice(data);
        self.piece = self.piece.wrapping_add(1);
        Ok(())
    }

    fn is_whole(&self) -> bool {
        self.head.len() == self.prefix.head_bytes as usize
            && self.body.as_ref().is_none_or(|body| body.len() == self.prefix.body_bytes as usize)
    }
}

/// A message to be sent in pieces.
pub struct Cut {
    prefix: Prefix,
    /// Sent in the first header.
    pub head_in_header: Option<Buf>,
    parts: Vec<Rc<Buf>>,
}

impl Cut {
    /// Prepares a message, of which at least one part has bytes.
    pub fn new(prefix: Prefix, head: Buf, body: Option<Buf>) -> Cut {
        let beside = body.as_ref().is_some_and(|body| !body.is_empty())
            && super::wire::PREFIX_BYTES + head.len() <= HEADER_BYTES_MAX;
        let (head_in_header, head) = if beside { (Some(head), None) } else { (None, Some(head)) };
        let parts = head.into_iter().chain(body).map(Rc::new).collect();
        Cut { prefix, head_in_header, parts }
    }

    /// The pieces: prefix, buffer, place in it.
    pub fn pieces(&self) -> impl Iterator<Item = (Prefix, &Rc<Buf>, Range<usize>)> {
        let places = self.parts.iter().flat_map(|part| cut(part.len()).map(move |range| (part, range)));
        places.enumerate().map(|(number, (part, range))| {
            let kind = if number == 0 { Kind::First } else { Kind::More };
            (Prefix { kind, piece: number as u16, ..self.prefix }, part, range)
        })
    }
}

#[cfg(test)]
mod tests {
    use osmia_env::BufPool;

    use super::*;

    fn pools() -> Pools {
        Pools {
            heads: BufPool::new(4, 8192),
            bodies: None,
            head_bytes_max: 1 << 20,
            body_bytes_max: 16 << 20,
        }
    }

    fn bytes(seed: usize, len: usize) -> Buf {
        let bytes: Vec<u8> = (0..len).map(|at| (at.wrapping_mul(31) ^ at >> 8 ^ seed) as u8).collect();
        Buf::from_slice(&bytes)
    }

    fn prefix(head: usize, body: Option<usize>) -> Prefix {
        Prefix {
            token: 5,
            number: 9,
            head_bytes: head as u32,
            body_bytes: body.unwrap_or(0) as u32,
            kind: Kind::First,
            has_body: body.is_some(),
            piece: 0,
        }
    }

    /// What is cut is joined to the same message, every piece fits a segment, and the last piece ends it.
    #[test]
    fn cut_and_join() {
        let sizes = [0, 1, 100, 3000, 4008, 4009, PIECE_BYTES - 1, PIECE_BYTES, PIECE_BYTES + 1, 1 << 20];
        for head in sizes {
            for body in sizes.map(Some).into_iter().chain([None]) {
                if head + body.unwrap_or(0) == 0 {
                    continue;
                }
                let prefix = prefix(head, body);
                let cut = Cut::new(prefix, bytes(1, head), body.map(|len| bytes(2, len)));
                let mut joining = Joining::default();
                joining.expect(5);
                let mut whole = None;
                for (piece, part, range) in cut.pieces() {
                    assert!(whole.is_none(), "pieces after the last, of {head} + {body:?}");
                    let rest = match &cut.head_in_header {
                        Some(head) if piece.piece == 0 => &head[..],
                        _ => &[],
                    };
                    let length = super::super::wire::PREFIX_BYTES + rest.len() + range.len();
                    assert!(length + 64 <= SEGMENT_BYTES, "{length} bytes in a piece of {head} + {body:?}");
                    whole = joining.add(piece, rest, &part[range], &pools()).unwrap();
                }
                let (got_head, got_body) = whole.unwrap_or_else(|| panic!("{head} + {body:?} is not whole"));
                assert!(*got_head == *bytes(1, head));
                assert!(got_body.as_deref() == body.map(|len| bytes(2, len)).as_deref());
            }
        }
    }

    /// A piece that is missing, comes twice, is too long, empty, of another message or for nobody is refused.
    #[test]
    fn wrong_pieces() {
        let cut = Cut::new(prefix(100, Some(300_000)), bytes(1, 100), Some(bytes(2, 300_000)));
        let pieces: Vec<_> = cut.pieces().collect();
        let begun = || {
            let mut joining = Joining::default();
            joining.expect(5);
            let head = cut.head_in_header.as_deref().unwrap();
            assert!(
                joining
                    .add(pieces[0].0, head, &pieces[0].1[pieces[0].2.clone()], &pools())
                    .unwrap()
                    .is_none()
            );
            joining
        };
        let second = pieces[1].0;
        assert!(begun().add(second, &[], &[1; 1000], &pools()).is_ok());
        let wrong = [
            (pieces[2].0, 1000),
            (pieces[0].0, 1000),
            (second, 0),
            (second, 300_000),
            (Prefix { number: 10, ..second }, 1000),
            (Prefix { body_bytes: 1, ..second }, 1000),
            (Prefix { head_bytes: 1, ..second }, 1000),
            (Prefix { kind: Kind::First, piece: 0, ..second }, 1000),
            (Prefix { token: 6, ..second }, 1000),
        ];
        for (prefix, len) in wrong {
            assert!(begun().add(prefix, &[], &vec![1; len], &pools()).is_err(), "{prefix:?}, {len} bytes");
        }
        assert!(begun().add(second, &[1], &[1; 1000], &pools()).is_err());
        let mut joining = Joining::default();
        joining.expect(5);
        assert!(joining.add(second, &[], &[1; 1000], &pools()).is_err(), "the second without the first");
        assert!(joining.add(pieces[0].0, &[1; 99], &[1; 1000], &pools()).is_err(), "a head that is cut");
    }
}
