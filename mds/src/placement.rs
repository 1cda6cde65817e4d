//! Which partition a new directory gets (docs/placement.md).

use osmia_env::Rng;
use osmia_protocol::{Partition, ShardId};

use crate::map::ClusterMap;

/// A placement policy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Placement {
    /// Any partition of the cluster, by chance.
    Random,
    /// The partition of the parent.
    Parent,
    /// A partition of one metadata server, or of one of its shards.
    Pin {
        /// Node number.
        node: u16,
        /// Shard index on the node; `None`: any.
        index: Option<u16>,
    },
}

impl Placement {
    /// Reads the name that people write: `random`, `parent`, `pin:<mds>[.<shard>]`.
    ///
    /// # Errors
    /// What is wrong, and what would be right.
    pub fn parse(text: &str) -> Result<Placement, String> {
        let wrong = || format!("placement {text:?}: want random, parent, pin:<mds> or pin:<mds>.<shard>");
        match text {
            "random" => return Ok(Placement::Random),
            "parent" => return Ok(Placement::Parent),
            _ => {}
        }
        let pin = text.strip_prefix("pin:").ok_or_else(wrong)?;
        let (node, index) = match pin.split_once('.') {
            Some((node, index)) => (node, Some(index.parse().map_err(|_| wrong())?)),
            None => (pin, None),
        };
        Ok(Placement::Pin { node: node.parse().map_err(|_| wrong())?, index })
    }

    pub(crate) fn encode(placement: Option<Placement>) -> [u8; 6] {
        let (tag, a, b) = match placement {
            None => (0, 0, 0),
            Some(Placement::Random) => (1, 0, 0),
            Some(Placement::Parent) => (2, 0, 0),
            Some(Placement::Pin { node, index: None }) => (3, node, 0),
            Some(Placement::Pin { node, index: Some(index) }) => (4, node, index),
        };
        let ([a0, a1], [b0, b1]) = (u16::to_le_bytes(a), u16::to_le_bytes(b));
        [tag, 0, a0, a1, b0, b1]
    }

    pub(crate) fn decode(bytes: [u8; 6]) -> Result<Option<Placement>, &'static str> {
        let (node, index) =
            (u16::from_le_bytes([bytes[2], bytes[3]]), u16::from_le_bytes([bytes[4], bytes[5]]));
        Ok(match bytes[0] {
            0 => None,
            1 => Some(Placement::Random),
            2 => Some(Placement::Parent),
            3 => Some(Placement::Pin { node, index: None }),
            4 => Some(Placement::Pin { node, index: Some(index) }),
            _ => return Err("unknown placement"),
        })
    }

    /// Chooses the partition of a directory made in a directory of partition `parent`. `None` when the policy names
    /// a shard that owns none.
    pub fn choose(self, parent: Partition, map: &ClusterMap, rng: &dyn Rng) -> Option<Partition> {
        match self {
            Placement::Parent => Some(parent),
            Placement::Random => Some(Partition(rng.below(map.partitions().len() as u64) as u16)),
            Placement::Pin { node, index } => {
                let fits =
                    |shard: ShardId| shard.node() == node && index.is_none_or(|index| shard.index() == index);
                let owned = || map.partitions().iter().enumerate().filter(|(_, shard)| fits(**shard));
                let count = owned().count() as u64;
                owned().nth(rng.below(count) as usize).map(|(number, _)| Partition(number as u16))
            }
        }
    }
}

impl std::fmt::Display for Placement {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Placement::Random => f.write_str("random"),
            Placement::Parent => f.write_str("parent"),
            Placement::Pin { node, index: None } => write!(f, "pin:{node}"),
            Placement::Pin { node, index: Some(index) } => write!(f, "pin:{node}.{index}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every policy is printed as it is read, and survives its bytes; nonsense is refused.
    #[test]
    fn names() {
        for text in ["random", "parent", "pin:3", "pin:3.1"] {
            let placement = Placement::parse(text).unwrap();
            assert_eq!(placement.to_string(), text);
            assert_eq!(Placement::decode(Placement::encode(Some(placement))), Ok(Some(placement)));
        }
        assert_eq!(Placement::decode(Placement::encode(None)), Ok(None));
        for text in ["", "pin", "pin:", "pin:x", "pin:1.", "pin:1.2.3", "pin:70000", "Random"] {
            assert!(Placement::parse(text).is_err(), "{text}");
        }
    }
}
