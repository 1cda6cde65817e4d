//! Placement by path: rules of the configuration, for directories that shards know by their ids alone.
//!
//! A directory's way from the root is found from its parents' records ([`Cx::records`](crate::cx::Cx::records)), and from
//! whether a parent has it under a name that a rule goes on with: one look-up per such name, and none where no rule goes on.

use std::rc::Rc;
use std::time::Duration;

use hashbrown::HashMap;
use osmia_env::Instant;
use osmia_protocol::{InodeId, Placement, Status, name};

use crate::cx::Cx;
use crate::placement::Setting;
use crate::stop::{Stop, fail};
use crate::store::inode::Child;
use crate::store::key;

/// A rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rule {
    path: Rc<str>,
    /// `None`: any name.
    names: Vec<Option<Vec<u8>>>,
    setting: Setting,
}

impl Rule {
    /// A rule for the directories of a path, in which a name `*` is any name, and for those below: on `depth` levels of
    /// new directories, [`ALL_LEVELS`](osmia_protocol::placement::ALL_LEVELS) for all.
    pub fn new(path: &str, placement: Placement, depth: u32) -> Rule {
        let names = path.split('/').filter(|name| !name.is_empty());
        let names = names.map(|name| (name != "*").then(|| name.as_bytes().to_vec())).collect();
        Rule { path: path.into(), names, setting: Setting { placement, depth } }
    }

    /// Of two that match, the one that ranks higher holds.
    fn rank(&self) -> (usize, Vec<bool>) {
        (self.names.len(), self.names.iter().map(Option::is_some).collect())
    }

    /// Whether it matches a way, as far as the shorter of both goes.
    fn agrees(&self, way: &Way) -> bool {
        self.names.iter().zip(&way.0).all(|(wanted, name)| wanted.is_none() || wanted == name)
    }
}

/// The names that lead from the root to a directory; `None`: a name that no rule asks for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Way(Vec<Option<Vec<u8>>>);

/// How long a directory's way is gone by before it is found anew: renames of it and of directories above change it.
const KEPT: Duration = Duration::from_secs(10);
/// Directories whose way is remembered at most.
const KEPT_MAX: usize = 1 << 16;
/// Directories above one at most: more than a tree is deep that anybody has made on purpose.
const DEPTH_MAX: usize = 100_000;

/// The rules, and ways that were found lately.
pub struct Rules {
    /// In the order of their rank.
    rules: Vec<Rule>,
    known: HashMap<InodeId, (Rc<Way>, Instant)>,
}

impl Rules {
    /// Rules without anything known.
    pub fn new(rules: &[Rule]) -> Rules {
        let mut rules = rules.to_vec();
        rules.sort_by_key(Rule::rank);
        Rules { rules, known: HashMap::new() }
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.rules.is_empty()
    }

    /// Names, each once, that rules ask for in the directory at the end of a way.
    fn names_below(&self, way: &Way) -> Vec<&[u8]> {
        let going = self.rules.iter().filter(|rule| rule.agrees(way));
        let names = going.filter_map(|rule| rule.names.get(way.0.len())?.as_deref());
        let mut names: Vec<&[u8]> = names.collect();
        names.sort_unstable();
        names.dedup();
        names
    }

    /// The rule that holds for directories made in the directory at the end of a way, and what is left of it there.
    fn holds(&self, way: &Way) -> Option<(Rc<str>, Setting)> {
        self.rules.iter().rev().find_map(|rule| {
            let above = way.0.len().checked_sub(rule.names.len())?;
            let setting = rule.setting.below(u32::try_from(above).ok()?)?;
            rule.agrees(way).then(|| (rule.path.clone(), setting))
        })
    }

    fn known(&self, id: InodeId, now: Instant) -> Option<Rc<Way>> {
        if id == InodeId::ROOT {
            return Some(Rc::default());
        }
        self.known.get(&id).filter(|(_, until)| now < *until).map(|(way, _)| way.clone())
    }

    fn note(&mut self, id: InodeId, way: Rc<Way>, now: Instant) {
        if self.known.len() >= KEPT_MAX && !self.known.contains_key(&id) {
            self.known.clear();
        }
        self.known.insert(id, (way, now + KEPT));
    }
}

/// The rule that holds for directories made in a directory, and what is left of it there.
///
/// # Errors
/// [`Stop::Far`] until other shards have told the records above it.
pub fn of(cx: &mut Cx<'_>, dir: InodeId) -> Result<Option<(Rc<str>, Setting)>, Stop> {
    if cx.state.rules.is_empty() {
        return Ok(None);
    }
    let way = way_to(cx, dir)?;
    Ok(cx.state.rules.holds(&way))
}

fn way_to(cx: &mut Cx<'_>, dir: InodeId) -> Result<Rc<Way>, Stop> {
    let mut below = Vec::new();
    let mut at = dir;
    let mut way = loop {
        if let Some(way) = cx.state.rules.known(at, cx.now) {
            break way;
        }
        let inode = cx.far_inode(at)?;
        let part = inode.and_then(|inode| inode.directory);
        // It was there when its child was read.
        let part = part.ok_or(Status::Conflict)?;
        below.push(at);
        if below.len() > DEPTH_MAX {
            return Err(fail(Status::Io, format!("{dir} has more than {DEPTH_MAX} directories above it")));
        }
        at = part.parent;
    };
    while let Some(child) = below.pop() {
        let names = cx.state.rules.names_below(&way);
        let keys = names.iter().map(|wanted| key::dentry(at, name::hash(wanted), wanted)).collect();
        let dentries = if names.is_empty() { Vec::new() } else { cx.records(at.partition(), keys)? };
        let mut found = None;
        for (wanted, dentry) in names.into_iter().zip(dentries) {
            if let Some(value) = dentry
                && Child::decode(&value)?.id() == child
            {
                found = Some(wanted.to_vec());
            }
        }
        let mut names = way.0.clone();
        names.push(found);
        way = Rc::new(Way(names));
        cx.state.rules.note(child, way.clone(), cx.now);
        at = child;
    }
    Ok(way)
}

#[cfg(test)]
mod tests {
    use osmia_protocol::placement::ALL_LEVELS;

    use super::*;

    fn rules(of: &[(&str, u32)]) -> Rules {
        let rules = of.iter().map(|(path, depth)| Rule::new(path, Placement::Hash, *depth));
        Rules::new(&rules.collect::<Vec<_>>())
    }

    /// The rule that holds in a directory, and on how many levels from there.
    fn holds(rules: &Rules, path: &str) -> Option<(String, u32)> {
        let mut way = Way::default();
        for name in path.split('/').filter(|name| !name.is_empty()) {
            // As a shard does: it looks for the names that matter, and knows no other.
            let name = name.as_bytes();
            let known = rules.names_below(&way).contains(&name).then(|| name.to_vec());
            way.0.push(known);
        }
        rules.holds(&way).map(|(path, setting)| (path.to_string(), setting.depth))
    }

    fn rule(path: &str, depth: u32) -> Option<(String, u32)> {
        Some((path.to_owned(), depth))
    }

    /// A rule holds at its path and below, on as many levels as it says; `*` is one name, any.
    #[test]
    fn where_rules_hold() {
        let rules = rules(&[("/a", ALL_LEVELS), ("/home/*/runs", 2), ("/*/x", 1)]);
        for path in ["/", "/b", "/home", "/home/joe", "/home/joe/run", "/home/runs", "/b/y", "/b/c/x"] {
            assert_eq!(holds(&rules, path), None, "{path}");
        }
        for path in ["/a", "/a/b", "/a/b/c/runs", "/a/a/a/a/a/a/a/a"] {
            assert_eq!(holds(&rules, path), rule("/a", ALL_LEVELS), "{path}");
        }
        for joe in ["joe", "*", "runs"] {
            assert_eq!(holds(&rules, &format!("/home/{joe}/runs")), rule("/home/*/runs", 2));
            assert_eq!(holds(&rules, &format!("/home/{joe}/runs/1")), rule("/home/*/runs", 1));
            assert_eq!(holds(&rules, &format!("/home/{joe}/runs/1/2")), None);
        }
        assert_eq!(holds(&rules, "/b/x"), rule("/*/x", 1));
        assert_eq!(holds(&rules, "/b/x/y"), None);
    }

    /// The longest path wins where it reaches; of equally long ones the one with a name where the other has `*` first. The
    /// order in the file does not matter.
    #[test]
    fn which_rule_holds() {
        let mut of = vec![
            ("/", ALL_LEVELS),
            ("/*", ALL_LEVELS),
            ("/a", ALL_LEVELS),
            ("/*/b", 2),
            ("/a/*", 1),
            ("/a/b/c", ALL_LEVELS),
        ];
        for _ in 0..2 {
            let rules = rules(&of);
            for (path, held, depth) in [
                ("/", "/", ALL_LEVELS),
                ("/z", "/*", ALL_LEVELS),
                ("/a", "/a", ALL_LEVELS),
                ("/z/b", "/*/b", 2),
                ("/z/b/c", "/*/b", 1),
                ("/z/b/c/d", "/*", ALL_LEVELS),
                ("/a/b", "/a/*", 1),
                ("/a/b/x", "/*/b", 1),
                ("/a/x/y", "/a", ALL_LEVELS),
                ("/a/b/c/d/e", "/a/b/c", ALL_LEVELS),
            ] {
                assert_eq!(holds(&rules, path), rule(held, depth), "{path}");
            }
            of.reverse();
        }
    }

    /// Nothing has to be looked up where no rule goes on, and each name once.
    #[test]
    fn what_is_looked_up() {
        let rules = rules(&[("/a/b", ALL_LEVELS), ("/a/c", 1), ("/*/c/d", 1)]);
        let below = |names: &[Option<&str>]| {
            let way = Way(names.iter().map(|name| name.map(|name| name.as_bytes().to_vec())).collect());
            rules
                .names_below(&way)
                .into_iter()
                .map(|name| String::from_utf8_lossy(name).into_owned())
                .collect()
        };
        let below: &dyn Fn(&[Option<&str>]) -> Vec<String> = &below;
        assert_eq!(below(&[]), ["a"]);
        assert_eq!(below(&[Some("a")]), ["b", "c"]);
        assert_eq!(below(&[None]), ["c"]);
        assert_eq!(below(&[Some("a"), None]), [""; 0]);
    }

    /// What is remembered is found anew after a while, and does not grow without bound.
    #[test]
    fn remembered() {
        let mut rules = rules(&[("/a", ALL_LEVELS)]);
        let (now, way, dir) = (Instant(0), Rc::new(Way(vec![None])), InodeId(100));
        assert_eq!(rules.known(InodeId::ROOT, now), Some(Rc::default()));
        rules.note(dir, way.clone(), now);
        assert_eq!(rules.known(dir, now), Some(way.clone()));
        assert_eq!(rules.known(dir, now + KEPT), None);
        for id in 0..KEPT_MAX as u64 + 10 {
            rules.note(InodeId(id), way.clone(), now);
        }
        assert!(rules.known.len() <= KEPT_MAX);
    }
}
