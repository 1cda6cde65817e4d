//! What is kept of an object beside its bytes: truncate generation and layout version.

/// Name of the extended attribute that holds them.
pub(crate) const XATTR: &str = "user.osmia.object";

const VERSION: u8 = 1;
const BYTES: usize = 9;

/// Attributes of an object. An object without a record has the default ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Attributes {
    /// Truncate generation whose cut has been applied.
    pub generation: u32,
    /// Layout version: requests with an older one are refused.
    pub layout_version: u32,
}

impl Default for Attributes {
    /// A file begins with generation 0 and layout version 1.
    fn default() -> Attributes {
        Attributes { generation: 0, layout_version: 1 }
    }
}

impl Attributes {
    pub(crate) fn encode(self) -> [u8; BYTES] {
        let mut bytes = [0; BYTES];
        bytes[0] = VERSION;
        bytes[1..5].copy_from_slice(&self.generation.to_le_bytes());
        bytes[5..].copy_from_slice(&self.layout_version.to_le_bytes());
        bytes
    }

    /// `None` for bytes that we do not write.
    pub(crate) fn decode(bytes: &[u8]) -> Option<Attributes> {
        match *<&[u8; BYTES]>::try_from(bytes).ok()? {
            [VERSION, a, b, c, d, e, f, g, h] => Some(Attributes {
                generation: u32::from_le_bytes([a, b, c, d]),
                layout_version: u32::from_le_bytes([e, f, g, h]),
            }),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The bytes of version 1 stay what they are; others are refused.
    #[test]
    fn bytes_on_disk() {
        let attributes = Attributes { generation: 0x0102, layout_version: 3 };
        assert_eq!(attributes.encode(), [1, 2, 1, 0, 0, 3, 0, 0, 0]);
        assert_eq!(Attributes::decode(&attributes.encode()), Some(attributes));
        for wrong in [&[][..], &[1; 8], &[2, 2, 1, 0, 0, 3, 0, 0, 0], &[1; 10]] {
            assert_eq!(Attributes::decode(wrong), None);
        }
    }
}
