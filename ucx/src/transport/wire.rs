//! What surrounds a message on the wire.
//!
//! A *greeting* (id 0) opens a TCP connection: the connecting side tells the token by which it wants to be addressed,
//! the accepting side answers with its own. A *message* (id 1) begins with a [`Prefix`], which carries the
//! receiver's token: what comes late from a dead peer finds no token. The prefix and what follows it lie in the
//! header and data of the active message as [`Kind`] tells. Where UCX copies all it sends (TCP, see
//! [`UcxOptions`](super::UcxOptions)), a long message is cut into pieces, an active message each.

/// Id of greetings.
pub const GREETING_ID: u16 = 0;
/// Id of messages.
pub const MESSAGE_ID: u16 = 1;

/// Bytes of a [`Prefix`].
pub const PREFIX_BYTES: usize = 24;
/// Bytes of a [`Greeting`].
pub const GREETING_BYTES: usize = 24;

/// Changes when peers of different builds would misread each other.
pub const VERSION: u16 = 2;
const MAGIC: u32 = u32::from_le_bytes(*b"OsMx");

/// Where the parts of a message are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Kind {
    /// Data: prefix, head, body. No header. For short messages.
    Packed = 0,
    /// Header: prefix. Data: head. No body.
    Head = 1,
    /// Header: prefix, head. Data: body.
    Body = 2,
    /// Header: prefix. Data: head. Its body is in the next message. For heads that do not fit a header.
    HeadOfNext = 3,
    /// Header: prefix. Data: body of the message before.
    BodyOfLast = 4,
    /// Header: prefix; with a body that has bytes perhaps the head. Data: bytes of the head if it is not in the header,
    /// else of the body; the others follow, in order, each in one [`More`](Kind::More) or several.
    First = 5,
    /// Header: prefix. Data: the next bytes of the message begun last: of its head or of its body, not of both.
    More = 6,
}

/// Begins every message.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Prefix {
    /// The receiver's token of the connection.
    pub token: u64,
    /// Messages of a direction of a connection are numbered from 0, without gaps; wraps.
    pub number: u32,
    /// Bytes of the head.
    pub head_bytes: u32,
    /// Bytes of the body; 0 without one.
    pub body_bytes: u32,
    /// Where they are.
    pub kind: Kind,
    /// Whether there is a body: it may be of 0 bytes.
    pub has_body: bool,
    /// Which piece of its message it is; wraps. 0 for those in one piece.
    pub piece: u16,
}

impl Prefix {
    /// As bytes.
    pub fn encode(&self) -> [u8; PREFIX_BYTES] {
        let mut bytes = [0; PREFIX_BYTES];
        bytes[0..8].copy_from_slice(&self.token.to_le_bytes());
        bytes[8..12].copy_from_slice(&self.number.to_le_bytes());
        bytes[12..16].copy_from_slice(&self.head_bytes.to_le_bytes());
        bytes[16..20].copy_from_slice(&self.body_bytes.to_le_bytes());
        bytes[20] = self.kind as u8;
        bytes[21] = u8::from(self.has_body);
        bytes[22..24].copy_from_slice(&self.piece.to_le_bytes());
        bytes
    }

    /// From the start of `bytes`; `None` when they are too few or make no sense.
    pub fn decode(bytes: &[u8]) -> Option<Prefix> {
        let bytes: &[u8; PREFIX_BYTES] = bytes.first_chunk()?;
        let word = |at: usize| u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]]);
        let kind = match bytes[20] {
            0 => Kind::Packed,
            1 => Kind::Head,
            2 => Kind::Body,
            3 => Kind::HeadOfNext,
            4 => Kind::BodyOfLast,
            5 => Kind::First,
            6 => Kind::More,
            _ => return None,
        };
        let has_body = match bytes[21] {
            0 => false,
            1 => true,
            _ => return None,
        };
        let prefix = Prefix {
            token: u64::from(word(0)) | u64::from(word(4)) << 32,
            number: word(8),
            head_bytes: word(12),
            body_bytes: word(16),
            kind,
            has_body,
            piece: u16::from_le_bytes([bytes[22], bytes[23]]),
        };
        let consistent = match kind {
            Kind::Packed | Kind::First | Kind::More => has_body || prefix.body_bytes == 0,
            Kind::Head | Kind::HeadOfNext => !has_body && prefix.body_bytes == 0,
            Kind::Body => has_body,
            Kind::BodyOfLast => has_body && prefix.head_bytes == 0,
        };
        (consistent && (kind == Kind::More || prefix.piece == 0)).then_some(prefix)
    }
}

/// Opens a connection.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Greeting {
    /// From the connecting side: address me by this.
    Hello {
        /// Its token.
        token: u64,
    },
    /// The answer.
    Welcome {
        /// From the hello.
        token: u64,
        /// The accepting side's token.
        mine: u64,
    },
}

impl Greeting {
    /// As bytes.
    pub fn encode(&self) -> [u8; GREETING_BYTES] {
        let (kind, token, mine) = match *self {
            Greeting::Hello { token } => (0, token, 0),
            Greeting::Welcome { token, mine } => (1, token, mine),
        };
        let mut bytes = [0; GREETING_BYTES];
        bytes[0..4].copy_from_slice(&MAGIC.to_le_bytes());
        bytes[4..6].copy_from_slice(&VERSION.to_le_bytes());
        bytes[6] = kind;
        bytes[8..16].copy_from_slice(&token.to_le_bytes());
        bytes[16..24].copy_from_slice(&mine.to_le_bytes());
        bytes
    }

    /// # Errors
    /// What is wrong with it, for the log.
    pub fn decode(bytes: &[u8]) -> Result<Greeting, String> {
        let magic = bytes.first_chunk().map(|magic| u32::from_le_bytes(*magic));
        if magic != Some(MAGIC) || bytes.len() < 6 {
            return Err("the peer does not speak this protocol".to_owned());
        }
        let version = u16::from_le_bytes([bytes[4], bytes[5]]);
        if version != VERSION {
            return Err(format!("the peer speaks transport version {version}, we speak {VERSION}"));
        }
        let whole: Option<&[u8; GREETING_BYTES]> = bytes.try_into().ok();
        let word =
            |at: usize| whole.map(|whole| std::array::from_fn(|i| whole[at + i])).map(u64::from_le_bytes);
        match (bytes.get(6), word(8), word(16)) {
            (Some(0), Some(token), Some(_)) => Ok(Greeting::Hello { token }),
            (Some(1), Some(token), Some(mine)) => Ok(Greeting::Welcome { token, mine }),
            _ => Err(format!("a malformed greeting of {} bytes", bytes.len())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Prefixes and greetings read back as written, and no shortened one is read at all.
    #[test]
    fn round_trip() {
        let prefix = Prefix {
            token: u64::MAX - 3,
            number: 7,
            head_bytes: 9,
            body_bytes: 11,
            kind: Kind::More,
            has_body: true,
            piece: 300,
        };
        let bytes = prefix.encode();
        assert_eq!(Prefix::decode(&bytes), Some(prefix));
        assert_eq!(Prefix::decode(&bytes[..PREFIX_BYTES - 1]), None);
        for greeting in [Greeting::Hello { token: 1 }, Greeting::Welcome { token: 2, mine: u64::MAX }] {
            let bytes = greeting.encode();
            assert_eq!(Greeting::decode(&bytes), Ok(greeting));
            for len in 0..bytes.len() {
                assert!(Greeting::decode(&bytes[..len]).is_err());
            }
        }
    }

    /// No bytes make the decoders panic, and what they take they write the same way.
    #[test]
    fn any_bytes() {
        let mut state = 1u64;
        for _ in 0..200_000 {
            let mut bytes = [0u8; PREFIX_BYTES];
            for byte in &mut bytes {
                state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                *byte = (state >> 33) as u8 & if state >> 63 == 0 { 0x07 } else { 0xff };
            }
            if let Some(prefix) = Prefix::decode(&bytes) {
                assert_eq!(prefix.encode(), bytes);
            }
            let _ = Greeting::decode(&bytes);
        }
    }
}
