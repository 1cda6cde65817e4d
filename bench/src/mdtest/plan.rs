//! What a run does and where each item is: pure arithmetic over the options.
//!
//! A rank's items are numbered from 0 to [`Plan::items`] in the order in which it creates them: tree by tree, and in
//! a tree directory by directory, level by level. mdtest goes depth first; the items and their names are the same.

use std::fmt::Write;

use anyhow::bail;

use super::options::Options;

/// Items times ranks may not exceed this: a run that large is a slip of the finger.
const ITEMS_MAX: u64 = 1 << 40;
/// Directories of one tree; each is a path component, so more could not be made in any sensible time.
const DIRECTORIES_MAX: u64 = 1 << 32;

/// Whether items are directories or files.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ItemKind {
    /// `dir.mdtest.R.N`
    Directory,
    /// `file.mdtest.R.N`
    File,
}

impl ItemKind {
    /// How names of the kind begin.
    pub fn prefix(self) -> &'static str {
        match self {
            ItemKind::Directory => "dir",
            ItemKind::File => "file",
        }
    }
}

/// The phases of a run and the shape of its trees.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Ranks.
    pub ranks: u32,
    /// Create phases run.
    pub create: bool,
    /// Stat phases run.
    pub stat: bool,
    /// The read phase runs.
    pub read: bool,
    /// The rename phase runs.
    pub rename: bool,
    /// Remove phases run.
    pub remove: bool,
    /// Directories are tested.
    pub directories: bool,
    /// Files are tested.
    pub files: bool,
    /// Items of each kind per rank and iteration.
    pub items: u64,
    /// Items of a kind, per rank, in a directory that has any.
    pub per_directory: u64,
    /// Items of a kind, per rank, in one tree.
    pub per_tree: u64,
    /// Trees per iteration (per rank when `unique`).
    pub trees: u64,
    /// Directories of a tree.
    pub tree_directories: u64,
    /// Number of a tree's first directory that has items.
    pub first_directory: u64,
    /// Branching factor.
    pub branch: u64,
    /// Each rank has its own trees.
    pub unique: bool,
    /// Base directories; rank `r` works in `bases[r % bases.len()]`.
    pub bases: Vec<String>,
}

/// Where one item is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Place {
    /// Which tree of the iteration.
    pub tree: u64,
    /// Directory in the tree; 0 is its top.
    pub directory: u64,
    /// Number in the item's name.
    pub number: u64,
}

impl Plan {
    /// Checks the options against each other as mdtest does, and works out the tree.
    ///
    /// # Errors
    /// One line naming the flags that do not go together.
    pub fn new(options: &Options) -> anyhow::Result<Plan> {
        let bases: Vec<String> = options.directories().iter().map(|base| (*base).to_string()).collect();
        check(options, bases.len())?;
        let all = !(options.create || options.stat || options.read || options.remove || options.rename);
        let (create, read) = (options.create || all, options.read || all);
        let both = options.dirs_only == options.files_only;
        check_bytes(options, create, read)?;

        let branch = u64::from(options.branch);
        let (tree_directories, leaves) = tree_size(branch, options.depth)?;
        let with_items = if options.leaf_only { leaves } else { tree_directories };
        let (n, per) = (options.items, options.items_per_dir);
        let (per_directory, trees) = match (n, per) {
            (0, per) => (per, 1),
            (n, 0) => {
                if n < with_items {
                    bail!("-n {n} leaves nothing for each of the {with_items} directories that get items");
                }
                (n / with_items, 1)
            }
            (n, per) if n % per != 0 => bail!("-n {n} is not a multiple of -I {per}"),
            (n, per) => (per, n / per),
        };
        let items = per_directory
            .checked_mul(with_items)
            .and_then(|items| items.checked_mul(trees))
            .filter(|items| items.checked_mul(u64::from(options.ranks)).is_some_and(|all| all <= ITEMS_MAX));
        let Some(items) = items else { bail!("more than {ITEMS_MAX} items") };
        Ok(Plan {
            ranks: options.ranks,
            create,
            stat: options.stat || all,
            read,
            rename: options.rename || all,
            remove: options.remove || all,
            directories: options.dirs_only || both,
            files: options.files_only || both,
            items,
            per_directory,
            per_tree: per_directory * with_items,
            trees,
            tree_directories,
            first_directory: tree_directories - with_items,
            branch,
            unique: options.unique,
            bases,
        })
    }

    /// Where a rank's item `index` is.
    pub fn place(&self, index: u64) -> Place {
        let number = index % self.per_tree + self.first_directory * self.per_directory;
        Place { tree: index / self.per_tree, directory: number / self.per_directory, number }
    }

    /// The base directory in which `rank` works.
    pub fn base(&self, rank: u32) -> &str {
        &self.bases[rank as usize % self.bases.len()]
    }

    /// Writes the path of the directory above the trees: one per iteration and tree.
    pub fn write_test_directory(&self, path: &mut String, owner: u32, iteration: u32, tree: u64) {
        path.clear();
        let base = self.base(owner);
        let slash = if base.ends_with('/') { "" } else { "/" };
        let _ = write!(path, "{base}{slash}test-dir.{iteration}-{tree}");
    }

    /// Writes the path of directory `directory` of the tree of `owner` (of everyone, unless trees are unique).
    pub fn write_directory(&self, path: &mut String, owner: u32, iteration: u32, tree: u64, directory: u64) {
        self.write_test_directory(path, owner, iteration, tree);
        // From the directory up to the top; a tree is at most a few dozen deep, or a chain written once per item.
        let mut chain = vec![directory];
        let mut at = directory;
        while at > 0 {
            at = (at - 1) / self.branch.max(1);
            chain.push(at);
        }
        for number in chain.into_iter().rev() {
            path.push('/');
            self.write_tree_name(path, owner, number);
        }
    }

    /// Appends the name of a tree's directory.
    pub fn write_tree_name(&self, path: &mut String, owner: u32, number: u64) {
        let _ = if self.unique {
            write!(path, "mdtest_tree.{owner}.{number}")
        } else {
            write!(path, "mdtest_tree.{number}")
        };
    }

    /// The children of a tree's directory, as numbers.
    pub fn children(&self, directory: u64) -> std::ops::Range<u64> {
        let first = directory * self.branch + 1;
        first.min(self.tree_directories)..(first + self.branch).min(self.tree_directories)
    }

    /// Tree numbers and items of `owner` that directory `directory` of tree `tree` holds when each rank has made
    /// its first `made` items: numbers as in names.
    pub fn numbers_in(&self, tree: u64, directory: u64, made: u64) -> std::ops::Range<u64> {
        if directory < self.first_directory || self.per_directory == 0 {
            return 0..0;
        }
        let first = directory * self.per_directory;
        let before = tree * self.per_tree + (directory - self.first_directory) * self.per_directory;
        first..first + made.saturating_sub(before).min(self.per_directory)
    }

    /// The rank whose items `rank` works on in a phase shifted `shifts` times (`-N`).
    pub fn owner(&self, rank: u32, stride: u32, shifts: u32) -> u32 {
        let shifted = u64::from(rank) + u64::from(shifts) * u64::from(stride);
        u32::try_from(shifted % u64::from(self.ranks)).expect("a remainder of a u32")
    }
}

/// Appends an item's name.
pub fn write_item_name(path: &mut String, kind: ItemKind, owner: u32, number: u64) {
    let _ = write!(path, "{}.mdtest.{owner}.{number}", kind.prefix());
}

/// Owner and number of an item's name, or nothing when it is none of `kind`.
pub fn parse_item_name(name: &str, kind: ItemKind) -> Option<(u32, u64)> {
    let rest = name.strip_prefix(kind.prefix())?.strip_prefix(".mdtest.")?;
    let (owner, number) = rest.split_once('.')?;
    let parsed = (owner.parse().ok()?, number.parse().ok()?);
    // One spelling per item: "007" is another name.
    (format!("{}.{}", parsed.0, parsed.1) == rest).then_some(parsed)
}

/// Directories of a tree, and its leaves.
fn tree_size(branch: u64, depth: u32) -> anyhow::Result<(u64, u64)> {
    let (mut all, mut level) = (1_u64, 1_u64);
    for _ in 0..depth {
        level = level.saturating_mul(branch);
        all = all.saturating_add(level);
        if all > DIRECTORIES_MAX {
            bail!("-b {branch} -z {depth} makes a tree of more than {DIRECTORIES_MAX} directories");
        }
    }
    Ok((all, level))
}

fn check(options: &Options, bases: usize) -> anyhow::Result<()> {
    if options.ranks == 0 || options.ranks > 4096 {
        bail!("--ranks {}: 1 to 4096", options.ranks);
    }
    if options.iterations == 0 {
        bail!("-i 0: at least one iteration");
    }
    if bases == 0 {
        bail!("-d names no directory");
    }
    if options.branch < 1 && options.depth > 0 {
        bail!(
            "-b {}: a tree of depth {} needs a branching factor of at least 1",
            options.branch,
            options.depth
        );
    }
    if options.stonewall_seconds > 0 && options.branch > 1 {
        bail!("-W works only with a branching factor of 1 (-b {})", options.branch);
    }
    if bases > 1 && options.stride > 0 {
        bail!("several directories in -d do not go with -N");
    }
    if bases > 1 && !options.unique {
        bail!("several directories in -d need -u");
    }
    if bases > options.ranks as usize {
        bail!("{bases} directories in -d, but only {} ranks", options.ranks);
    }
    if options.items > 0 && options.items_per_dir > 0 && options.unique {
        bail!("with -u, give -n or -I, not both");
    }
    Ok(())
}

fn check_bytes(options: &Options, create: bool, read: bool) -> anyhow::Result<()> {
    if options.verify_read && (!read || options.read_bytes == 0) {
        bail!("-X needs the read phase and -e");
    }
    if options.verify_write && (!create || options.write_bytes == 0) {
        bail!("--verify-write needs the create phase and -w");
    }
    if create && read && options.read_bytes > options.write_bytes {
        bail!("-e {} reads more than -w {} writes", options.read_bytes, options.write_bytes);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan(words: &str) -> anyhow::Result<Plan> {
        Plan::new(&Options::parse_words(words.split_whitespace()).expect("valid flags"))
    }

    /// Every item has one place, and a directory's numbers are exactly those of the items placed in it.
    #[test]
    fn places_and_numbers_agree() {
        for words in
            ["-n 10", "-I 3 -z 2 -b 3", "-n 40 -z 2 -b 3 -L", "-I 2 -z 3 -b 1 -L", "-n 12 -I 4 -z 1 -b 2"]
        {
            let plan = plan(words).expect(words);
            for made in [0, 1, plan.items / 2, plan.items] {
                let mut found = 0;
                for tree in 0..plan.trees {
                    for directory in 0..plan.tree_directories {
                        for number in plan.numbers_in(tree, directory, made) {
                            let place = Place { tree, directory, number };
                            assert!((0..made).any(|index| plan.place(index) == place), "{words}: {place:?}");
                            found += 1;
                        }
                    }
                }
                assert_eq!(found, made, "{words}");
            }
        }
    }

    /// Counts follow mdtest's rules: rounded down to the tree, leaves only with -L, trees with -n and -I.
    #[test]
    fn counts_are_mdtests() {
        let counts = |words| {
            let plan = plan(words).expect(words);
            (plan.tree_directories, plan.per_directory, plan.items, plan.trees)
        };
        assert_eq!(counts("-n 100"), (1, 100, 100, 1));
        assert_eq!(counts("-n 100 -z 2 -b 3"), (13, 7, 91, 1));
        assert_eq!(counts("-n 100 -z 2 -b 3 -L"), (13, 11, 99, 1));
        assert_eq!(counts("-I 5 -z 3"), (4, 5, 20, 1));
        assert_eq!(counts("-n 20 -I 5"), (1, 5, 20, 4));
        assert_eq!(counts(""), (1, 0, 0, 1));
    }

    /// Paths and names are mdtest's.
    #[test]
    fn paths_are_mdtests() {
        let mut path = String::new();
        let shared = plan("-n 7 -z 2 -b 2 -d /a").expect("valid");
        shared.write_directory(&mut path, 1, 0, 0, 5);
        assert_eq!(path, "/a/test-dir.0-0/mdtest_tree.0/mdtest_tree.2/mdtest_tree.5");
        let unique = plan("-n 7 -z 2 -b 2 -d /a/ -u --ranks 2").expect("valid");
        unique.write_directory(&mut path, 1, 3, 0, 0);
        path.push('/');
        write_item_name(&mut path, ItemKind::File, 1, 6);
        assert_eq!(path, "/a/test-dir.3-0/mdtest_tree.1.0/file.mdtest.1.6");
        assert_eq!(parse_item_name("file.mdtest.1.6", ItemKind::File), Some((1, 6)));
        for other in
            ["file.mdtest.1.06", "dir.mdtest.1.6", "file.mdtest.1", "file.mdtest.1.6.x", "file.mdtest.+1.6"]
        {
            assert_eq!(parse_item_name(other, ItemKind::File), None, "{other}");
        }
    }

    /// What mdtest refuses is refused, with the flags named.
    #[test]
    fn contradictions_are_refused() {
        for (words, part) in [
            ("-n 3 -z 2 -b 3", "-n 3"),
            ("-n 10 -I 3", "-I 3"),
            ("-n 10 -I 5 -u", "-u"),
            ("-W 1 -n 10 -b 2 -z 1", "-W"),
            ("-n 1 -b 0 -z 1", "-b 0"),
            ("-n 1 -e 5 -w 3", "-e 5"),
            ("-n 1 -X -C", "-X"),
            ("-n 1 --verify-write -w 0", "--verify-write"),
            ("-n 1 -d a@b", "-u"),
            ("-n 1 -d a@b -u", "2 directories"),
            ("-n 1 -d a@b -u -N 1 --ranks 2", "-N"),
            ("-n 1 --ranks 0", "--ranks"),
            ("-n 1 -i 0", "-i"),
            ("-I 1 -z 30 -b 30", "-z 30"),
            ("-n 2t", "items"),
        ] {
            let message = plan(words).expect_err(words).to_string();
            assert!(message.contains(part), "{words}: {message}");
        }
    }

    /// Without a phase flag all phases run; with any, only those asked for. Same for files and directories.
    #[test]
    fn phases_default_to_all() {
        let all = plan("-n 1").expect("valid");
        assert!(
            all.create && all.stat && all.read && all.remove && all.rename && all.files && all.directories
        );
        let some = plan("-n 1 -T -F").expect("valid");
        assert!(!some.create && some.stat && !some.read && !some.remove && !some.rename);
        assert!(some.files && !some.directories);
    }
}
