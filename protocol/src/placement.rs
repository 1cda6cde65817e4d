//! Placement policies of new directories, as people write them (docs/placement.md).

use std::fmt;
use std::str::FromStr;

/// Depth of a policy that holds for all levels below.
pub const ALL_LEVELS: u32 = u32::MAX;

/// Where a new directory goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Placement {
    /// Any partition of the cluster, by chance.
    #[default]
    Random,
    /// The metadata shards in turn, for each parent.
    RoundRobin,
    /// The partition that the parent's id and the name choose: the same one whenever the name is made there.
    Hash,
    /// The partition of the parent.
    Parent,
    /// A partition of these shards, by chance.
    Pin(Pin),
    /// A partition of the metadata shard that has the fewest inodes.
    LeastUsed,
}

/// The metadata shards that `pin:` names: a node's, or one of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Pin {
    /// `id` of the node.
    pub node: u16,
    /// Index of the shard on it; `None`: any of the node's.
    pub index: Option<u16>,
}

impl Placement {
    /// What [`from_str`](FromStr::from_str) takes, for people.
    pub const WANT: &str = "\"random\", \"round-robin\", \"hash\", \"parent\", \"least-used\" or \
                            \"pin:NODE[.INDEX]\" with a node's id and a metadata shard's index";
}

impl fmt::Display for Placement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Placement::Random => f.write_str("random"),
            Placement::RoundRobin => f.write_str("round-robin"),
            Placement::Hash => f.write_str("hash"),
            Placement::Parent => f.write_str("parent"),
            Placement::Pin(Pin { node, index: None }) => write!(f, "pin:{node}"),
            Placement::Pin(Pin { node, index: Some(index) }) => write!(f, "pin:{node}.{index}"),
            Placement::LeastUsed => f.write_str("least-used"),
        }
    }
}

impl FromStr for Placement {
    type Err = String;

    fn from_str(text: &str) -> Result<Placement, String> {
        let wrong = || format!("placement {text:?}: want {}", Placement::WANT);
        let number = |digits: &str| -> Result<u16, String> {
            // `parse` alone would take a sign.
            let plain = digits.bytes().all(|byte| byte.is_ascii_digit());
            digits.parse().ok().filter(|_| plain).ok_or_else(wrong)
        };
        let pin = match text {
            "random" => return Ok(Placement::Random),
            "round-robin" => return Ok(Placement::RoundRobin),
            "hash" => return Ok(Placement::Hash),
            "parent" => return Ok(Placement::Parent),
            "least-used" => return Ok(Placement::LeastUsed),
            _ => text.strip_prefix("pin:").ok_or_else(wrong)?,
        };
        let (node, index) = match pin.split_once('.') {
            Some((node, index)) => (number(node)?, Some(number(index)?)),
            None => (number(pin)?, None),
        };
        Ok(Placement::Pin(Pin { node, index }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every policy is printed as it is read; nonsense is refused with what would be right.
    #[test]
    fn names() {
        for text in
            ["random", "round-robin", "hash", "parent", "least-used", "pin:3", "pin:3.1", "pin:65535.65535"]
        {
            assert_eq!(text.parse::<Placement>().map(|placement| placement.to_string()), Ok(text.to_owned()));
        }
        for text in
            ["", "pin", "pin:", "pin:x", "pin:1.", "pin:.1", "pin:1.2.3", "pin:70000", "pin:+1", "Random"]
        {
            let error = text.parse::<Placement>().unwrap_err();
            assert!(error.contains(&format!("{text:?}")) && error.contains("round-robin"), "{error}");
        }
    }
}
