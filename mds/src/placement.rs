//! Which partition a new directory gets (docs/placement.md).

use std::collections::BTreeMap;
use std::fmt;
use std::rc::Rc;
use std::str::FromStr;
use std::time::Duration;

use hashbrown::HashMap;
use osmia_env::{Instant, Rng};
use osmia_protocol::placement::{ALL_LEVELS, Pin};
use osmia_protocol::{InodeId, Partition, Placement, ShardId, Status, name};

use crate::map::ClusterMap;
use crate::stop::{Stop, Wait, fail};

/// What was set for a directory, or inherited by it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setting {
    /// Where directories made below it go.
    pub placement: Placement,
    /// On how many levels below: 1 for those made in this very directory, [`ALL_LEVELS`] for all.
    pub depth: u32,
}

impl Setting {
    /// Bytes of [`encode`](Setting::encode).
    pub const BYTES: usize = 10;

    /// What is left of it in a directory that is so many levels below.
    pub fn below(self, levels: u32) -> Option<Setting> {
        match self.depth {
            ALL_LEVELS => Some(self),
            depth => Some(Setting { depth: depth.checked_sub(levels).filter(|left| *left > 0)?, ..self }),
        }
    }

    /// Its part of a directory's record: tag, 0, node, index, depth.
    pub(crate) fn encode(setting: Option<Setting>) -> [u8; Setting::BYTES] {
        let mut bytes = [0; Setting::BYTES];
        let Some(Setting { placement, depth }) = setting else { return bytes };
        let (tag, node, index) = match placement {
            Placement::Random => (1, 0, 0),
            Placement::Parent => (2, 0, 0),
            Placement::Pin(Pin { node, index: None }) => (3, node, 0),
            Placement::Pin(Pin { node, index: Some(index) }) => (4, node, index),
            Placement::RoundRobin => (5, 0, 0),
            Placement::Hash => (6, 0, 0),
            Placement::LeastUsed => (7, 0, 0),
        };
        bytes[0] = tag;
        bytes[2..4].copy_from_slice(&u16::to_le_bytes(node));
        bytes[4..6].copy_from_slice(&u16::to_le_bytes(index));
        bytes[6..].copy_from_slice(&depth.to_le_bytes());
        bytes
    }

    pub(crate) fn decode(bytes: [u8; Setting::BYTES]) -> Result<Option<Setting>, &'static str> {
        let [tag, _, n0, n1, i0, i1, depth @ ..] = bytes;
        let (node, index) = (u16::from_le_bytes([n0, n1]), u16::from_le_bytes([i0, i1]));
        let placement = match tag {
            0 => return Ok(None),
            1 => Placement::Random,
            2 => Placement::Parent,
            3 => Placement::Pin(Pin { node, index: None }),
            4 => Placement::Pin(Pin { node, index: Some(index) }),
            5 => Placement::RoundRobin,
            6 => Placement::Hash,
            7 => Placement::LeastUsed,
            _ => return Err("unknown placement"),
        };
        Ok(Some(Setting { placement, depth: u32::from_le_bytes(depth) }))
    }
}

/// `,depth=` between policy and depth.
const DEPTH: &str = ",depth=";

impl fmt::Display for Setting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.placement.fmt(f)?;
        if self.depth != ALL_LEVELS {
            write!(f, "{DEPTH}{}", self.depth)?;
        }
        Ok(())
    }
}

impl FromStr for Setting {
    type Err = String;

    fn from_str(text: &str) -> Result<Setting, String> {
        let (policy, depth) = match text.split_once(DEPTH) {
            None => (text, ALL_LEVELS),
            Some((policy, levels)) => {
                let plain = levels.bytes().all(|byte| byte.is_ascii_digit());
                let depth = levels.parse().ok().filter(|depth| plain && (1..ALL_LEVELS).contains(depth));
                (
                    policy,
                    depth.ok_or_else(|| format!("depth {levels:?}: want a number of levels, 1 or more"))?,
                )
            }
        };
        Ok(Setting { placement: policy.parse()?, depth })
    }
}

/// Who says where directories made in a directory go.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// The directory, or one above it.
    Directory,
    /// The rule of this path.
    Rule(Rc<str>),
    /// The configuration, for all.
    Default,
}

/// Parents whose turn is remembered at most.
const TURNS_MAX: usize = 1 << 16;

/// What choices go by, beside the map.
#[derive(Default)]
pub struct Placing {
    /// Of parents below which shards take turns: whose it is. Only in memory: begins from the number of subdirectories.
    turns: HashMap<InodeId, u64>,
    /// How much shards are used.
    pub usage: Usage,
}

/// Where a directory is to be made.
#[derive(Clone, Copy, Debug)]
pub struct New<'a> {
    /// In which directory.
    pub parent: InodeId,
    /// Under which name.
    pub name: &'a [u8],
    /// How many directories are in the parent already.
    pub siblings: u32,
}

/// What a shard knows by itself.
#[derive(Clone, Copy)]
pub struct Here<'a> {
    /// Who owns what.
    pub map: &'a ClusterMap,
    /// Chance.
    pub rng: &'a dyn Rng,
    /// The time.
    pub now: Instant,
    /// Which shard.
    pub shard: ShardId,
    /// How much it is used.
    pub used: Use,
}

impl Placing {
    /// Chooses the partition of a new directory.
    ///
    /// # Errors
    /// Fails with `Invalid` when the policy names a shard that owns none. `Wait` until other shards have told how much
    /// they are used.
    pub fn choose(&mut self, placement: Placement, new: New<'_>, here: Here<'_>) -> Result<Partition, Stop> {
        let Here { map, rng, .. } = here;
        let any = |owned: &[Partition]| owned[rng.below(owned.len() as u64) as usize];
        Ok(match placement {
            Placement::Parent => new.parent.partition(),
            Placement::Random => Partition(rng.below(map.partitions().len() as u64) as u16),
            Placement::Hash => {
                let hash = name::hash(&[&new.parent.0.to_be_bytes(), new.name].concat());
                Partition(((u128::from(hash) * map.partitions().len() as u128) >> 64) as u16)
            }
            Placement::RoundRobin => {
                let (turn, shards) = (self.turn(new), map.owned());
                let count = shards.len() as u64;
                let (_, owned) = &shards[(turn % count) as usize];
                owned[(turn / count % owned.len() as u64) as usize]
            }
            Placement::Pin(pin) => {
                let pinned = map.owned().iter().filter(|(shard, _)| is_pinned(*shard, pin));
                let all: Vec<Partition> = pinned.flat_map(|(_, owned)| owned).copied().collect();
                if all.is_empty() {
                    return Err(no_shard(placement));
                }
                any(&all)
            }
            Placement::LeastUsed => any(self.usage.least(here)?),
        })
    }

    /// The turn of a parent, which passes on. Parents begin at different shards.
    fn turn(&mut self, new: New<'_>) -> u64 {
        if self.turns.len() >= TURNS_MAX && !self.turns.contains_key(&new.parent) {
            self.turns.clear();
        }
        let first = || (name::hash(&new.parent.0.to_be_bytes()) >> 32) + u64::from(new.siblings);
        let next = self.turns.entry(new.parent).or_insert_with(first);
        let turn = *next;
        *next += 1;
        turn
    }
}

/// How much of a metadata shard is used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Use {
    /// Files whose name is on it, and directories whose record is: so a directory counts where it was placed.
    pub inodes: u64,
    /// Its store has less free space than its reserve.
    pub full: bool,
}

/// While it is needed, what other shards have told is asked for again after this long. In between a shard knows of what it
/// places itself, so that only what others make, in so short a time, is not counted.
const USAGE_FRESH: Duration = Duration::from_secs(1);
/// What was told longer ago is not gone by. More than what a shard may take to answer, so that one that is away stops
/// nobody for long.
const USAGE_OLD: Duration = Duration::from_secs(10);

/// What the other metadata shards have told of their use.
#[derive(Default)]
pub struct Usage {
    /// By shard; one that did not answer is not there.
    told: BTreeMap<ShardId, Use>,
    /// Directories placed there since they were last asked.
    placed: BTreeMap<ShardId, u64>,
    asked: Option<Instant>,
    /// When all had answered, or failed to.
    known: Option<Instant>,
    wanted: bool,
    /// Answers that are missing.
    awaited: usize,
}

impl Usage {
    /// Partitions of the shard that is used least, of equals one by chance; of those that have room, if any has.
    fn least<'a>(&mut self, here: Here<'a>) -> Result<&'a [Partition], Stop> {
        let shards = here.map.owned();
        if let [(_, owned)] = shards {
            return Ok(owned);
        }
        let younger = |at: Option<Instant>, than| at.is_some_and(|at| here.now < at + than);
        self.wanted |= !younger(self.asked, USAGE_FRESH);
        if !younger(self.known, USAGE_OLD) {
            return Err(Stop::Wait(Wait::Usage));
        }
        let used = |shard| if shard == here.shard { Some(here.used) } else { self.told.get(&shard).copied() };
        let known = shards.iter().filter_map(|(shard, owned)| Some((used(*shard)?, *shard, owned)));
        let known: Vec<(Use, ShardId, &Vec<Partition>)> = known.collect();
        let rank = |used: Use| (used.full, used.inodes);
        let least = known.iter().map(|(used, ..)| rank(*used)).min();
        let equals: Vec<_> = known.iter().filter(|(used, ..)| Some(rank(*used)) == least).collect();
        let (_, shard, owned) = equals[here.rng.below(equals.len() as u64) as usize];
        if let Some(used) = self.told.get_mut(shard) {
            // Until it tells anew.
            used.inodes += 1;
            *self.placed.entry(*shard).or_default() += 1;
        }
        Ok(owned)
    }

    /// Whether `others` shards are to be asked now; each must be followed by [`answered`](Usage::answered).
    pub(crate) fn begin(&mut self, now: Instant, others: usize) -> bool {
        if !std::mem::take(&mut self.wanted) || self.awaited > 0 {
            return false;
        }
        (self.asked, self.awaited) = (Some(now), others);
        self.placed.clear();
        others > 0
    }

    /// A shard has answered, or not. Gives whether it was the last.
    pub(crate) fn answered(&mut self, shard: ShardId, told: Option<Use>, now: Instant) -> bool {
        // What was placed while it answered it may not have counted.
        let placed = self.placed.get(&shard).copied().unwrap_or_default();
        match told {
            Some(used) => self.told.insert(shard, Use { inodes: used.inodes + placed, ..used }),
            None => self.told.remove(&shard),
        };
        self.awaited = self.awaited.saturating_sub(1);
        if self.awaited == 0 {
            self.known = Some(now);
        }
        self.awaited == 0
    }

    /// No answer will come any more.
    pub(crate) fn forget_calls(&mut self) {
        *self = Usage::default();
    }
}

/// That a policy names a shard that owns no partition.
pub fn no_shard(placement: Placement) -> Stop {
    fail(Status::Invalid, format!("placement {placement}: no such metadata shard"))
}

/// Whether a policy has a shard to choose.
pub fn has_shard(placement: Placement, map: &ClusterMap) -> bool {
    match placement {
        Placement::Pin(pin) => map.owned().iter().any(|(shard, _)| is_pinned(*shard, pin)),
        _ => true,
    }
}

fn is_pinned(shard: ShardId, pin: Pin) -> bool {
    shard.node() == pin.node && pin.index.is_none_or(|index| shard.index() == index)
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use osmia_protocol::wire;

    use super::*;

    const SHARDS: [ShardId; 3] = [ShardId(1 << 16), ShardId(1 << 16 | 1), ShardId(2 << 16)];
    const PARTITIONS: u32 = 256;

    /// SplitMix64.
    struct Chance(Cell<u64>);

    impl Rng for Chance {
        fn next_u64(&self) -> u64 {
            self.0.set(self.0.get().wrapping_add(0x9e37_79b9_7f4a_7c15));
            let mut z = self.0.get();
            z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            z ^ (z >> 31)
        }
    }

    /// A shard that chooses.
    struct World {
        map: ClusterMap,
        chance: Chance,
        now: Instant,
        used: Use,
        placing: Placing,
    }

    fn world() -> World {
        let partitions = Some(ClusterMap::deal(PARTITIONS, &SHARDS));
        World {
            map: ClusterMap::new(wire::MapOk { partitions, ..wire::MapOk::default() }).unwrap(),
            chance: Chance(Cell::new(7)),
            now: Instant(1_000_000_000_000),
            used: Use::default(),
            placing: Placing::default(),
        }
    }

    impl World {
        fn choose(&mut self, placement: &str, new: New<'_>) -> Result<Partition, Stop> {
            let World { map, chance, now, used, placing } = self;
            let here = Here { map, rng: chance, now: *now, shard: SHARDS[0], used: *used };
            placing.choose(placement.parse().unwrap(), new, here)
        }

        /// Partitions of `count` directories made one after the other in a parent.
        fn many(&mut self, placement: &str, parent: InodeId, count: u32) -> Vec<Partition> {
            let mut made = Vec::new();
            for number in 0..count {
                let name = format!("dir.{number}");
                let new = New { parent, name: name.as_bytes(), siblings: number };
                made.push(self.choose(placement, new).unwrap());
            }
            made
        }

        fn shard(&self, partition: Partition) -> ShardId {
            self.map.owner(partition).unwrap()
        }

        fn told(&mut self, used: [Option<Use>; 2]) {
            assert!(self.placing.usage.begin(self.now, 2), "they are asked");
            let answers: Vec<bool> = [SHARDS[1], SHARDS[2]]
                .into_iter()
                .zip(used)
                .map(|(shard, used)| self.placing.usage.answered(shard, used, self.now))
                .collect();
            assert_eq!(answers, [false, true], "the last one is the last");
        }
    }

    fn counts<T: Ord>(of: impl IntoIterator<Item = T>) -> BTreeMap<T, u64> {
        let mut counts = BTreeMap::new();
        for one in of {
            *counts.entry(one).or_default() += 1;
        }
        counts
    }

    /// Pearson's statistic against an even spread over `cells`: about `cells - 1`, deviating by the root of twice that.
    fn chi_square<T: Ord>(counts: &BTreeMap<T, u64>, cells: u64) -> f64 {
        let even = counts.values().sum::<u64>() as f64 / cells as f64;
        let empty = (cells - counts.len() as u64) as f64 * even;
        counts.values().map(|count| (*count as f64 - even).powi(2) / even).sum::<f64>() + empty
    }

    /// Within five deviations of what chance gives: neither uneven nor suspiciously even.
    fn assert_by_chance<T: Ord>(counts: &BTreeMap<T, u64>, cells: u64) {
        let (chi_square, freedom) = (chi_square(counts, cells), (cells - 1) as f64);
        let deviation = 5.0 * (2.0 * freedom).sqrt();
        assert!((freedom - deviation..freedom + deviation).contains(&chi_square), "{chi_square} of {cells}");
    }

    fn parent(number: u64) -> InodeId {
        InodeId::new(Partition((number % u64::from(PARTITIONS)) as u16), 1000 + number)
    }

    /// Over all partitions, or all of the pinned shards, as chance has it.
    #[test]
    fn by_chance() {
        let mut world = world();
        for (placement, shards) in
            [("random", &SHARDS[..]), ("hash", &SHARDS), ("pin:1", &SHARDS[..2]), ("pin:1.1", &SHARDS[1..2])]
        {
            let made = counts(world.many(placement, parent(1), 25_600));
            let owned: Vec<Partition> =
                (0..PARTITIONS as u16).map(Partition).filter(|p| shards.contains(&world.shard(*p))).collect();
            assert!(made.keys().all(|partition| owned.contains(partition)), "{placement}");
            assert_by_chance(&made, owned.len() as u64);
        }
        let random = || self::world().many("random", parent(1), 100);
        assert_eq!(random(), random(), "a seed replays");
        let stop = world.choose("pin:9", New { parent: parent(1), name: b"n", siblings: 0 }).unwrap_err();
        assert!(matches!(stop, Stop::Fail(Status::Invalid, why) if why.contains("pin:9")));
        assert!(has_shard(Placement::Random, &world.map));
        assert!(!has_shard("pin:1.2".parse().unwrap(), &world.map));
    }

    /// The same parent and name give the same partition, on whatever shard and in whatever life; each of them counts.
    #[test]
    fn by_hash() {
        let made = world().many("hash", parent(1), 200);
        let mut other = world();
        other.chance.next_u64();
        other.many("random", parent(1), 10);
        assert_eq!(other.many("hash", parent(1), 200), made);
        let elsewhere = other.many("hash", parent(2), 200);
        let same = made.iter().zip(&elsewhere).filter(|(a, b)| a == b).count();
        assert!(same < 10, "{same} of 200 do not depend on the parent");
        let [first, second] = [1, 2].map(|number| parent(number).partition());
        assert_eq!(other.many("parent", parent(1), 2), [first; 2]);
        assert_eq!(other.many("parent", parent(2), 2), [second; 2]);
    }

    /// Shards take exact turns below each parent, however the makers of several take turns themselves; a restart goes on
    /// where the turn was; parents begin at different shards.
    #[test]
    fn in_turn() {
        let mut world = world();
        let (mut a, mut b) = (Vec::new(), Vec::new());
        for number in 0..300 {
            for (parent, made) in [(parent(1), &mut a), (parent(2), &mut b)] {
                let partition = world.choose("round-robin", New { parent, name: b"n", siblings: number });
                made.push(partition.unwrap());
            }
        }
        for made in [&a, &b] {
            let shards = counts(made.iter().map(|partition| world.shard(*partition)));
            assert_eq!(shards.into_values().collect::<Vec<_>>(), [100, 100, 100]);
            let window = made.windows(3).map(|three| counts(three.iter().map(|p| world.shard(*p))).len());
            assert!(window.min() == Some(3), "of three in a row none is on the same shard");
            let partitions = counts(made);
            assert!(partitions.values().all(|count| (1..=2).contains(count)), "{partitions:?}");
            assert_eq!(partitions.len(), PARTITIONS as usize);
        }
        let goes_on = |at: u32| {
            let new = New { parent: parent(1), name: b"n", siblings: at };
            self::world().choose("round-robin", new).unwrap()
        };
        assert_eq!((0..300).map(goes_on).collect::<Vec<_>>(), a);
        let first = (0..3000).map(|number| {
            let new = New { parent: parent(number), name: b"n", siblings: 0 };
            world.choose("round-robin", new).unwrap()
        });
        let first: Vec<Partition> = first.collect();
        assert_by_chance(&counts(first.iter().map(|partition| world.shard(*partition))), 3);
    }

    /// More parents than are remembered forget nothing but their turn: it goes on from the number of subdirectories.
    #[test]
    fn turns_are_bounded() {
        let mut world = world();
        for number in 0..TURNS_MAX as u64 + 10 {
            let new = New { parent: parent(number), name: b"n", siblings: 0 };
            world.choose("round-robin", new).unwrap();
        }
        assert!(world.placing.turns.len() <= TURNS_MAX);
    }

    /// A setting is printed as it is read; it holds as many levels below as it says.
    #[test]
    fn settings() {
        for (text, depth) in
            [("hash", ALL_LEVELS), ("pin:1.2,depth=1", 1), ("least-used,depth=70000", 70_000)]
        {
            let setting: Setting = text.parse().unwrap();
            assert_eq!((setting.to_string(), setting.depth), (text.to_owned(), depth));
            assert_eq!(setting.below(0), Some(setting));
        }
        for (text, right) in
            [("hash,depth=0", "1 or more"), ("hash,depth=4294967295", "levels"), ("x", "random")]
        {
            assert!(text.parse::<Setting>().unwrap_err().contains(right), "{text}");
        }
        let setting = |depth| Setting { placement: Placement::Hash, depth };
        assert_eq!(
            [1, 2, 3, 4].map(|levels| setting(3).below(levels)),
            [Some(setting(2)), Some(setting(1)), None, None]
        );
        assert_eq!(setting(ALL_LEVELS).below(1000), Some(setting(ALL_LEVELS)));
    }

    fn used(inodes: u64) -> Use {
        Use { inodes, full: false }
    }

    /// The shard with the fewest inodes gets all, until it has as many as the next; those that are full or did not answer
    /// get none; equals share by chance.
    #[test]
    fn least_used() {
        let mut world = world();
        let new = New { parent: parent(0), name: b"n", siblings: 0 };
        world.used = used(500);
        assert!(matches!(world.choose("least-used", new), Err(Stop::Wait(Wait::Usage))));
        world.told([Some(used(1000)), Some(used(10))]);
        let made = world.many("least-used", parent(0), 490);
        assert!(made.iter().all(|partition| world.shard(*partition) == SHARDS[2]));
        assert_by_chance(&counts(made), counts(world.map.owned()[2].1.iter()).len() as u64);
        world.used = used(501);
        let made = world.many("least-used", parent(0), 1);
        assert_eq!(world.shard(made[0]), SHARDS[2], "it has 500 now");

        // What is placed while the others are asked counts beside what they tell.
        world.now += USAGE_FRESH;
        world.used = used(1000);
        world.choose("least-used", new).unwrap();
        assert!(world.placing.usage.begin(world.now, 2));
        let made = world.many("least-used", parent(0), 5);
        assert!(made.iter().all(|partition| world.shard(*partition) == SHARDS[2]));
        for shard in [SHARDS[1], SHARDS[2]] {
            world.placing.usage.answered(shard, Some(used(502)), world.now);
        }
        let made = world.many("least-used", parent(0), 15);
        let made = counts(made.iter().map(|partition| world.shard(*partition)));
        assert_eq!(made, BTreeMap::from([(SHARDS[1], 10), (SHARDS[2], 5)]));

        world.now += USAGE_FRESH;
        world.choose("least-used", new).unwrap();
        let full = Use { inodes: 0, full: true };
        world.told([Some(full), Some(used(1700))]);
        let made = world.many("least-used", parent(0), 50);
        assert!(made.iter().all(|partition| world.shard(*partition) == SHARDS[0]));

        world.now += USAGE_FRESH;
        world.choose("least-used", new).unwrap();
        world.told([None, Some(used(20))]);
        let made = world.many("least-used", parent(0), 50);
        assert!(made.iter().all(|partition| world.shard(*partition) == SHARDS[2]), "one is away");

        world.used = full;
        world.now += USAGE_FRESH;
        world.choose("least-used", new).unwrap();
        world.told([Some(full), Some(full)]);
        let first = (0..3000).map(|_| {
            let told = world.placing.usage.told.clone();
            let partition = world.choose("least-used", new).unwrap();
            world.placing.usage.told = told;
            world.shard(partition)
        });
        let first: Vec<ShardId> = first.collect();
        assert_by_chance(&counts(first), 3);
    }

    /// Others are asked at once when nothing is known or what is known is old, in the meantime seldom, and not again
    /// before they have answered.
    #[test]
    fn usage_is_asked_for() {
        let mut world = world();
        let new = New { parent: parent(0), name: b"n", siblings: 0 };
        assert!(!world.placing.usage.begin(world.now, 2), "nobody wants to know");
        assert!(world.choose("least-used", new).is_err());
        assert!(world.placing.usage.begin(world.now, 2));
        assert!(world.choose("least-used", new).is_err());
        assert!(!world.placing.usage.begin(world.now, 2), "they have been asked");
        assert!(!world.placing.usage.answered(SHARDS[1], Some(used(1)), world.now));
        assert!(world.choose("least-used", new).is_err(), "one is missing");
        assert!(world.placing.usage.answered(SHARDS[2], None, world.now));
        world.choose("least-used", new).unwrap();
        assert!(!world.placing.usage.begin(world.now, 2), "it is fresh");
        world.now += USAGE_FRESH;
        world.choose("least-used", new).unwrap();
        assert!(world.placing.usage.begin(world.now, 2));
        world.placing.usage.forget_calls();
        assert!(world.choose("least-used", new).is_err(), "of a life before nothing is known");
        world.told([Some(used(1)), Some(used(1))]);
        world.now += USAGE_OLD;
        assert!(world.choose("least-used", new).is_err(), "it is old");
        let alone = wire::MapOk { partitions: Some(vec![SHARDS[0].0; 4]), ..wire::MapOk::default() };
        world.map = ClusterMap::new(alone).unwrap();
        assert!(world.choose("least-used", new).is_ok(), "there is no other");
    }
}
