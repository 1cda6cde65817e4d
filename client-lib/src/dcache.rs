//! Directories that may be used without asking: names and permissions under leases.

use std::cell::RefCell;
use std::sync::atomic::{AtomicU64, Ordering};

use hashbrown::{Equivalent, HashMap};
use osmia_env::Instant;
use osmia_protocol::{InodeId, Status};
use parking_lot::RwLock;

use crate::options::Credentials;
use crate::path;

/// Most recalls remembered one by one; see [`Cache::refused`].
const RECALLS_MAX: usize = 1 << 12;

/// Names of directories and what it takes to search them, each until its lease ends.
///
/// Invariant: nothing is used after its lease, which counts from before the request that brought it was first sent;
/// and nothing that a request brought is taken in when it was recalled after that request was sent.
pub(crate) struct DirCache {
    /// Most names held. A name costs some 100 bytes.
    names_max: usize,
    cache: RwLock<Cache>,
    /// How often something known was dropped or replaced: it counts up under the lock.
    changes: AtomicU64,
}

/// Where the last walk of one caller led. Calls in one directory follow each other, and to compare a path takes less
/// than to look up each of its names.
pub(crate) struct LastWalk {
    /// The cache's, when the walk was made.
    changes: u64,
    /// The names, with a slash between.
    path: Vec<u8>,
    to: InodeId,
    /// When the first of its leases ends.
    until: Instant,
}

impl Default for LastWalk {
    fn default() -> LastWalk {
        LastWalk { changes: 0, path: Vec::new(), to: InodeId::ROOT, until: Instant(0) }
    }
}

/// How far the cache leads.
struct Reach {
    id: InodeId,
    count: usize,
    /// When the first of the leases used ends.
    until: Instant,
}

#[derive(Default)]
struct Cache {
    names: HashMap<Key, Name>,
    dirs: HashMap<InodeId, Dir>,
    /// When directories were last recalled.
    recalled: HashMap<InodeId, Instant>,
    /// Everything was recalled then.
    recalled_all: Option<Instant>,
}

#[derive(Hash, PartialEq, Eq, Clone)]
struct Key(InodeId, Box<[u8]>);

#[derive(Hash)]
struct KeyRef<'a>(InodeId, &'a [u8]);

impl Equivalent<Key> for KeyRef<'_> {
    fn equivalent(&self, key: &Key) -> bool {
        self.0 == key.0 && *self.1 == *key.1
    }
}

struct Name {
    id: InodeId,
    until: Instant,
}

#[derive(Default)]
struct Dir {
    search: Option<Search>,
    /// The name that leads to it. A directory has one.
    name: Option<Key>,
}

/// What a search of a directory takes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Search {
    pub(crate) mode: u32,
    pub(crate) uid: u32,
    pub(crate) gid: u32,
    pub(crate) until: Instant,
}

impl Search {
    /// Whether `newer` says the same for as long at least.
    fn is_extended_by(&self, newer: &Search) -> bool {
        (self.mode, self.uid, self.gid) == (newer.mode, newer.uid, newer.gid) && self.until <= newer.until
    }

    /// Whether `who` may look up names in the directory: path_resolution(7), "Permissions".
    pub(crate) fn allows(&self, who: &Credentials) -> bool {
        let class = if who.uid == self.uid {
            6
        } else if who.in_group(self.gid) {
            3
        } else {
            0
        };
        // The superuser searches every directory: capabilities(7), CAP_DAC_READ_SEARCH.
        who.uid == 0 || self.mode >> class & 1 == 1
    }
}

impl DirCache {
    pub(crate) fn new(names_max: usize) -> DirCache {
        DirCache { names_max: names_max.max(1), cache: RwLock::default(), changes: AtomicU64::new(1) }
    }

    /// How far a path can be walked from the root without asking: the directory reached, and how many of `names`
    /// lead to it. Whoever goes on from there asks that directory's server, which checks the directory itself. `names` are
    /// of `path`; `last` is of `who` alone.
    ///
    /// # Errors
    /// `Access` when `who` may not search a directory on the way.
    pub(crate) fn longest_prefix(
        &self,
        path: &[u8],
        names: &[&[u8]],
        who: &Credentials,
        last: &RefCell<LastWalk>,
        now: Instant,
    ) -> Result<(InodeId, usize), Status> {
        let mut last = last.borrow_mut();
        // Other spellings of the same path, with `.` or two slashes, are looked up.
        let is_last = path::span(path, names).is_some_and(|span| last.path == span);
        if is_last && last.changes == self.changes.load(Ordering::Acquire) && last.until > now {
            return Ok((last.to, names.len()));
        }
        let cache = self.cache.read();
        let Reach { id, count, until } = cache.reach(names, who, now)?;
        if count == names.len() {
            last.changes = self.changes.load(Ordering::Relaxed);
            drop(cache);
            (last.path, last.to, last.until) = (path::join(names), id, until);
        }
        Ok((id, count))
    }

    /// Whether `who` may search a directory; `None` when the cache does not know.
    pub(crate) fn may_search(&self, id: InodeId, who: &Credentials, now: Instant) -> Option<bool> {
        let cache = self.cache.read();
        let search = cache.dirs.get(&id)?.search.filter(|search| search.until > now)?;
        Some(search.allows(who))
    }

    /// The directory that a path names, when the cache knows it.
    pub(crate) fn cached_dir(&self, names: &[&[u8]], now: Instant) -> Option<InodeId> {
        // Whoever asks does not use what is found, but gives it up.
        let anyone = Credentials { uid: 0, gid: 0, groups: Vec::new() };
        let Reach { id, count, .. } = self.cache.read().reach(names, &anyone, now).ok()?;
        (count == names.len() && id != InodeId::ROOT).then_some(id)
    }

    /// Takes in that `name` in `parent` is directory `id` until `until`, as an answer to a request that was first
    /// sent at `sent` said.
    pub(crate) fn add_name(&self, parent: InodeId, name: &[u8], id: InodeId, sent: Instant, until: Instant) {
        let mut cache = self.cache.write();
        if cache.refused(id, sent) || cache.refused(parent, sent) {
            return;
        }
        if cache.names.len() >= self.names_max {
            cache.make_room(self.names_max, sent);
        }
        if let Some(known) = cache.names.get_mut(&KeyRef(parent, name))
            && known.id == id
        {
            known.until = known.until.max(until);
            return;
        }
        let key = Key(parent, name.into());
        // A directory has one name: an older one was before a rename.
        let dir = cache.dirs.entry(id).or_default();
        if let Some(old) = dir.name.replace(key.clone()) {
            cache.names.remove(&old);
            self.outdate_walks();
        }
        if cache.names.insert(key, Name { id, until }).is_some() {
            self.outdate_walks();
        }
    }

    /// Takes in what it takes to search directory `id`.
    pub(crate) fn add_search(&self, id: InodeId, search: Search, sent: Instant) {
        let mut cache = self.cache.write();
        if !cache.refused(id, sent) {
            let known = cache.dirs.entry(id).or_default().search.replace(search);
            if known.is_some_and(|known| !known.is_extended_by(&search)) {
                self.outdate_walks();
            }
        }
    }

    /// Forgets a directory: its name, its permissions, and that it leads anywhere. What was asked for before `now`
    /// is not taken in when it comes.
    pub(crate) fn forget(&self, id: InodeId, now: Instant) {
        let mut cache = self.cache.write();
        self.outdate_walks();
        cache.drop_dir(id);
        if cache.recalled.len() >= RECALLS_MAX {
            cache.recalled.clear();
            cache.recalled_all = Some(now);
        }
        cache.recalled.insert(id, now);
    }

    /// The directory that `name` in `parent` led to when the cache last heard, to be given up.
    pub(crate) fn child(&self, parent: InodeId, name: &[u8]) -> Option<InodeId> {
        self.cache.read().names.get(&KeyRef(parent, name)).map(|name| name.id)
    }

    /// Forgets what `name` in `parent` led to, after a call of our own that moved or removed it.
    pub(crate) fn forget_name(&self, parent: InodeId, name: &[u8], now: Instant) {
        if let Some(id) = self.child(parent, name) {
            self.forget(id, now);
        }
    }

    /// Forgets everything: the leases of a shard are gone with its session.
    pub(crate) fn clear(&self, now: Instant) {
        let mut cache = self.cache.write();
        self.outdate_walks();
        *cache = Cache { recalled_all: Some(now), ..Cache::default() };
    }

    /// To be called under the lock, when something known is dropped or replaced: whatever a [`LastWalk`] says is old
    /// from here on. What is new, or known for longer, leaves it true.
    fn outdate_walks(&self) {
        self.changes.fetch_add(1, Ordering::Release);
    }

    /// Names held, whether their leases still run or not.
    pub(crate) fn len(&self) -> usize {
        self.cache.read().names.len()
    }
}

impl Cache {
    fn reach(&self, names: &[&[u8]], who: &Credentials, now: Instant) -> Result<Reach, Status> {
        let mut reach = Reach { id: InodeId::ROOT, count: 0, until: Instant::NEVER };
        for name in names {
            let Some(search) =
                self.dirs.get(&reach.id).and_then(|dir| dir.search).filter(|search| search.until > now)
            else {
                break;
            };
            if !search.allows(who) {
                return Err(Status::Access);
            }
            match self.names.get(&KeyRef(reach.id, name)) {
                Some(next) if next.until > now => {
                    reach.id = next.id;
                    reach.until = reach.until.min(search.until).min(next.until);
                }
                _ => break,
            }
            reach.count += 1;
        }
        Ok(reach)
    }

    /// Whether an answer to a request sent at `sent` is too old to be taken in for this directory.
    fn refused(&self, id: InodeId, sent: Instant) -> bool {
        self.recalled_all.is_some_and(|at| at >= sent) || self.recalled.get(&id).is_some_and(|at| *at >= sent)
    }

    fn drop_dir(&mut self, id: InodeId) {
        if let Some(Dir { name: Some(key), .. }) = self.dirs.remove(&id) {
            self.names.remove(&key);
        }
    }

    /// Drops what has expired; when that is little, about a quarter of the rest, the soonest to expire.
    ///
    /// Goes through the maps in any order: what stays depends on times alone.
    fn make_room(&mut self, names_max: usize, now: Instant) {
        self.names.retain(|_, name| name.until > now);
        if self.names.len() > names_max / 4 * 3 {
            // In any order.
            let mut ends: Vec<Instant> = self.names.values().map(|name| name.until).collect();
            let quarter = ends.len() / 4;
            let (_, soon, _) = ends.select_nth_unstable(quarter);
            self.names.retain(|_, name| name.until > *soon);
        }
        let names = &self.names;
        // In any order: each by itself.
        self.dirs.retain(|_, dir| match &dir.name {
            Some(key) if names.contains_key(key) => true,
            _ => {
                dir.name = None;
                dir.search.is_some_and(|search| search.until > now)
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    const NAMES_MAX: usize = 1 << 12;
    const USER: Credentials = Credentials { uid: 7, gid: 8, groups: Vec::new() };

    fn at(seconds: u64) -> Instant {
        Instant(0) + Duration::from_secs(seconds)
    }

    fn search(mode: u32, until: Instant) -> Search {
        Search { mode, uid: 0, gid: 0, until }
    }

    fn cache() -> DirCache {
        let cache = DirCache::new(NAMES_MAX);
        cache.add_search(InodeId(1), search(0o755, at(10)), at(1));
        cache.add_name(InodeId(1), b"a", InodeId(2), at(1), at(10));
        cache.add_search(InodeId(2), search(0o755, at(10)), at(1));
        cache.add_name(InodeId(2), b"b", InodeId(3), at(1), at(10));
        cache
    }

    fn walk(
        cache: &DirCache,
        last: &RefCell<LastWalk>,
        names: &[&[u8]],
        now: u64,
    ) -> Result<(u64, usize), Status> {
        let path = path::join(names);
        let names = path::Names::parse(&path).unwrap().names;
        cache.longest_prefix(&path, &names, &USER, last, at(now)).map(|(id, count)| (id.0, count))
    }

    /// By a caller that walks for the first time, and by one that has just walked there.
    fn reach(cache: &DirCache, names: &[&[u8]], now: u64) -> Result<(u64, usize), Status> {
        let last = RefCell::default();
        let walk = || walk(cache, &last, names, now);
        let first = walk();
        assert_eq!(walk(), first);
        first
    }

    /// A prefix is used until its leases end, and no longer.
    #[test]
    fn leases_end() {
        let cache = cache();
        assert_eq!(reach(&cache, &[b"a", b"b"], 2), Ok((3, 2)));
        assert_eq!(reach(&cache, &[b"a", b"x", b"b"], 2), Ok((2, 1)));
        assert_eq!(reach(&cache, &[b"a", b"b"], 10), Ok((1, 0)));
    }

    /// A directory whose permissions are not known, or not known any more, is not searched from memory.
    #[test]
    fn search_needs_a_lease_of_its_own() {
        let cache = cache();
        cache.add_search(InodeId(2), search(0o755, at(5)), at(1));
        assert_eq!(reach(&cache, &[b"a", b"b"], 6), Ok((2, 1)));
    }

    /// Whoever may not search a cached directory is refused without a request; the superuser never is.
    #[test]
    fn permissions() {
        let cache = cache();
        cache.add_search(InodeId(2), Search { mode: 0o710, uid: 5, gid: 6, until: at(10) }, at(1));
        let names: &[&[u8]] = &[b"a", b"b"];
        let as_user = |uid, gid, groups: &[u32]| {
            let who = Credentials { uid, gid, groups: groups.to_vec() };
            cache.longest_prefix(b"", names, &who, &RefCell::default(), at(2)).map(|(id, _)| id.0)
        };
        assert_eq!(as_user(7, 8, &[]), Err(Status::Access));
        assert_eq!(as_user(7, 6, &[]), Ok(3));
        assert_eq!(as_user(7, 8, &[6]), Ok(3));
        assert_eq!(as_user(5, 8, &[]), Ok(3));
        assert_eq!(as_user(0, 0, &[]), Ok(3));
        assert_eq!(reach(&cache, &names[..1], 2), Ok((2, 1)));
    }

    /// What a caller remembers of its last walk serves that path alone, ends with the first of the leases used, and with
    /// whatever is recalled, renamed or closed to the caller, even in the same instant.
    #[test]
    fn last_walk() {
        let names: &[&[u8]] = &[b"a", b"b"];
        let walked = || {
            let (cache, last) = (cache(), RefCell::default());
            cache.add_search(InodeId(1), search(0o755, at(7)), at(1));
            assert_eq!(walk(&cache, &last, names, 2), Ok((3, 2)));
            (cache, last)
        };
        let (cache, last) = walked();
        let others: [&[&[u8]]; 4] = [&[b"a", b"bb"], &[b"a", b"b", b"b"], &[b"a"], &[b"ab"]];
        for other in others {
            let count = usize::from(other[0] == b"a") + usize::from(other.len() == 3);
            assert_eq!(walk(&cache, &last, other, 2), Ok((count as u64 + 1, count)), "{other:?}");
            assert_eq!(walk(&cache, &last, names, 2), Ok((3, 2)));
        }
        assert_eq!((walk(&cache, &last, names, 6), walk(&cache, &last, names, 7)), (Ok((3, 2)), Ok((1, 0))));
        type Change = (fn(&DirCache), Result<(u64, usize), Status>);
        let changes: [Change; 7] = [
            (|cache| cache.add_name(InodeId(2), b"b", InodeId(4), at(2), at(10)), Ok((4, 2))),
            (|cache| cache.add_search(InodeId(2), search(0o755, at(2)), at(2)), Ok((2, 1))),
            (|cache| cache.forget(InodeId(2), at(2)), Ok((1, 0))),
            (|cache| cache.forget_name(InodeId(2), b"b", at(2)), Ok((2, 1))),
            (|cache| cache.clear(at(2)), Ok((1, 0))),
            (|cache| cache.add_name(InodeId(2), b"c", InodeId(3), at(2), at(10)), Ok((2, 1))),
            (|cache| cache.add_search(InodeId(2), search(0o700, at(10)), at(2)), Err(Status::Access)),
        ];
        for (change, expected) in changes {
            let (cache, last) = walked();
            change(&cache);
            assert_eq!(walk(&cache, &last, names, 2), expected);
        }
    }

    /// An answer that was on its way when its directory was recalled is not taken in; one asked for later is.
    #[test]
    fn recall_beats_what_is_on_its_way() {
        let cache = cache();
        cache.forget(InodeId(3), at(3));
        assert_eq!(reach(&cache, &[b"a", b"b"], 4), Ok((2, 1)));
        cache.add_name(InodeId(2), b"b", InodeId(3), at(2), at(10));
        assert_eq!(reach(&cache, &[b"a", b"b"], 4), Ok((2, 1)));
        cache.add_name(InodeId(2), b"b", InodeId(3), at(4), at(10));
        assert_eq!(reach(&cache, &[b"a", b"b"], 5), Ok((3, 2)));
        cache.clear(at(6));
        cache.add_name(InodeId(2), b"b", InodeId(3), at(5), at(10));
        assert_eq!((reach(&cache, &[b"a"], 6), cache.len()), (Ok((1, 0)), 0));
    }

    /// A directory that has been renamed is found under its new name only.
    #[test]
    fn one_name_per_directory() {
        let cache = cache();
        cache.add_name(InodeId(2), b"c", InodeId(3), at(2), at(10));
        assert_eq!(reach(&cache, &[b"a", b"b"], 3), Ok((2, 1)));
        assert_eq!(reach(&cache, &[b"a", b"c"], 3), Ok((3, 2)));
    }

    /// The cache stays within its bound, and what it keeps stays right.
    #[test]
    fn bounded() {
        let cache = cache();
        for i in 0..(NAMES_MAX as u64 * 2) {
            cache.add_name(InodeId(1), i.to_string().as_bytes(), InodeId(100 + i), at(1), at(10));
        }
        assert!(cache.len() <= NAMES_MAX);
        let inner = cache.cache.read();
        assert!(inner.dirs.len() <= NAMES_MAX + 2);
        for (key, name) in &inner.names {
            assert_eq!(inner.dirs[&name.id].name.as_ref().map(|k| &k.1), Some(&key.1));
        }
    }
}
