//! Directories and names of a disk, with a journal: names become durable in the order in which they changed.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::{Component, Path, PathBuf};

use super::super::Inner;

#[derive(Clone, Default)]
struct Tree {
    directories: BTreeSet<PathBuf>,
    files: BTreeMap<PathBuf, u64>,
}

enum Change {
    Directory(PathBuf),
    Create(PathBuf, u64),
    Rename(PathBuf, PathBuf),
    Remove(PathBuf),
}

impl Change {
    fn touches(&self, directory: &Path) -> bool {
        let within = |path: &Path| path.parent() == Some(directory);
        match self {
            Change::Directory(path) | Change::Create(path, _) | Change::Remove(path) => within(path),
            Change::Rename(from, to) => within(from) || within(to),
        }
    }
}

impl Tree {
    fn apply(&mut self, change: &Change) {
        match change {
            Change::Directory(path) => drop(self.directories.insert(path.clone())),
            Change::Create(path, number) => drop(self.files.insert(path.clone(), *number)),
            Change::Remove(path) => drop(self.files.remove(path)),
            Change::Rename(from, to) => {
                if let Some(number) = self.files.remove(from) {
                    self.files.insert(to.clone(), number);
                }
            }
        }
    }
}

/// Names now, names that are durable, and the changes between.
#[derive(Default)]
pub(super) struct Names {
    now: Tree,
    durable: Tree,
    journal: Vec<Change>,
}

/// The path without `.` and doubled slashes, from the root.
fn clean(path: &Path) -> PathBuf {
    let mut clean = PathBuf::from("/");
    clean.extend(path.components().filter(|part| matches!(part, Component::Normal(_))));
    clean
}

impl Names {
    fn change(&mut self, change: Change) {
        self.now.apply(&change);
        self.journal.push(change);
    }

    fn is_directory(&self, path: &Path) -> bool {
        path == Path::new("/") || self.now.directories.contains(path)
    }

    fn parent_of(&self, path: &Path) -> io::Result<()> {
        let there = path.parent().is_some_and(|parent| self.is_directory(parent));
        if there { Ok(()) } else { Err(io::ErrorKind::NotFound.into()) }
    }

    pub(super) fn find(&self, path: &Path) -> io::Result<Option<u64>> {
        let path = clean(path);
        if self.is_directory(&path) {
            return Err(io::ErrorKind::IsADirectory.into());
        }
        self.parent_of(&path)?;
        Ok(self.now.files.get(&path).copied())
    }

    pub(super) fn create(&mut self, path: &Path, number: u64) -> io::Result<()> {
        let path = clean(path);
        self.parent_of(&path)?;
        self.change(Change::Create(path, number));
        Ok(())
    }

    pub(super) fn create_dirs(&mut self, path: &Path) -> io::Result<()> {
        let path = clean(path);
        let mut missing: Vec<_> = path.ancestors().filter(|path| !self.is_directory(path)).collect();
        missing.reverse();
        for directory in missing {
            if self.now.files.contains_key(directory) {
                return Err(io::ErrorKind::NotADirectory.into());
            }
            self.change(Change::Directory(directory.to_owned()));
        }
        Ok(())
    }

    pub(super) fn rename(&mut self, from: &Path, to: &Path) -> io::Result<()> {
        let (from, to) = (clean(from), clean(to));
        self.parent_of(&to)?;
        if self.is_directory(&to) {
            return Err(io::ErrorKind::IsADirectory.into());
        }
        if !self.now.files.contains_key(&from) {
            return Err(io::ErrorKind::NotFound.into());
        }
        self.change(Change::Rename(from, to));
        Ok(())
    }

    pub(super) fn remove(&mut self, path: &Path) -> io::Result<()> {
        let path = clean(path);
        if !self.now.files.contains_key(&path) {
            return Err(io::ErrorKind::NotFound.into());
        }
        self.change(Change::Remove(path));
        Ok(())
    }

    pub(super) fn list(&self, path: &Path) -> io::Result<Vec<PathBuf>> {
        let path = clean(path);
        if !self.is_directory(&path) {
            return Err(io::ErrorKind::NotFound.into());
        }
        let all = self.now.files.keys().chain(&self.now.directories);
        let within = all.filter(|entry| entry.parent() == Some(&path));
        Ok(within.filter_map(|entry| entry.file_name()).map(PathBuf::from).collect())
    }

    /// Makes the changes of a directory's entries durable, and with them all that were made before the last.
    pub(super) fn sync(&mut self, directory: &Path) {
        let directory = clean(directory);
        let end =
            self.journal.iter().rposition(|change| change.touches(&directory)).map_or(0, |place| place + 1);
        for change in self.journal.drain(..end) {
            self.durable.apply(&change);
        }
    }

    /// Power is lost: a prefix of the changes that are not durable has reached the disk.
    pub(super) fn crash(&mut self, world: &Inner) {
        let kept = world.below(self.journal.len() as u64 + 1) as usize;
        for change in self.journal.drain(..).take(kept) {
            self.durable.apply(&change);
        }
        self.now = self.durable.clone();
    }

    /// Files that have a name now.
    pub(super) fn now(&self) -> BTreeSet<u64> {
        self.now.files.values().copied().collect()
    }

    /// Files that have a name, now or on the disk.
    pub(super) fn inodes(&self) -> BTreeSet<u64> {
        let created = self.journal.iter().filter_map(|change| match change {
            Change::Create(_, number) => Some(*number),
            _ => None,
        });
        let named = self.now.files.values().chain(self.durable.files.values()).copied();
        named.chain(created).collect()
    }
}
