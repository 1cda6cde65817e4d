//! Checks that directories hold exactly the names that the phases so far should have left.

use super::api::Api;
use super::options::VerifyLevel;
use super::plan::{ItemKind, parse_item_name};
use super::rank::{Rank, wrong};
use super::team::Stopped;

impl<A: Api> Rank<'_, A> {
    /// Lists this rank's share of the directories, untimed; each name that is missing or should not be is a
    /// failure. Kinds whose state is not known (left by other runs) are passed over.
    pub(super) fn check_names(&mut self, iteration: u32) -> Result<(), Stopped> {
        if self.options.verify == VerifyLevel::None {
            return Ok(());
        }
        let all = self.plan.trees * self.plan.tree_directories;
        for index in 0..all {
            // Own trees are checked by their rank, a shared one by all ranks in turn.
            let mine = self.plan.unique || index % u64::from(self.plan.ranks) == u64::from(self.rank);
            if mine {
                self.check_directory(
                    iteration,
                    index / self.plan.tree_directories,
                    index % self.plan.tree_directories,
                );
            }
            if self.has_given_up() {
                break;
            }
        }
        Ok(())
    }

    fn check_directory(&mut self, iteration: u32, tree: u64, directory: u64) {
        self.at_directory(iteration, tree, directory);
        let mut kinds = [ItemKind::Directory, ItemKind::File].map(|kind| {
            let present = self.present[kind as usize];
            present.map(|made| Expected::new(self, kind, tree, directory, made))
        });
        let mut subdirectories: std::collections::HashSet<String> = self
            .plan
            .children(directory)
            .map(|child| {
                let mut name = String::new();
                self.plan.write_tree_name(&mut name, self.rank, child);
                name
            })
            .collect();
        let mut strange = Vec::new();
        let listed = self.api.list(&self.path, &mut |bytes| {
            let name = String::from_utf8_lossy(bytes);
            if subdirectories.remove(name.as_ref()) {
                return;
            }
            for kind in [ItemKind::Directory, ItemKind::File] {
                let Some(item) = parse_item_name(&name, kind) else { continue };
                if kinds[kind as usize].as_mut().is_some_and(|expected| !expected.take(item)) {
                    strange.push(name.into_owned());
                }
                return;
            }
            strange.push(name.into_owned());
        });
        if let Err(error) = listed {
            self.fail_here("listing", &error);
            return;
        }
        for name in strange {
            self.fail_here("listing", &wrong(format!("holds {name:?}, which should not be there, or twice")));
        }
        for name in subdirectories {
            self.fail_here("listing", &wrong(format!("lacks {name:?}")));
        }
        for expected in kinds.into_iter().flatten() {
            let missing = expected.missing();
            if let Some(first) = missing.first {
                let text =
                    format!("lacks {} of {} items, the first {first:?}", missing.count, expected.count());
                self.fail_here("listing", &wrong(text));
            }
        }
    }

    fn at_directory(&mut self, iteration: u32, tree: u64, directory: u64) {
        self.forget_item_path();
        self.plan.write_directory(&mut self.path, self.rank, iteration, tree, directory);
    }
}

/// The items of one kind that a directory should hold, and which of them were seen.
struct Expected {
    kind: ItemKind,
    owners: std::ops::Range<u32>,
    numbers: std::ops::Range<u64>,
    seen: Vec<bool>,
}

struct Missing {
    count: usize,
    first: Option<String>,
}

impl Expected {
    fn new<A: Api>(rank: &Rank<'_, A>, kind: ItemKind, tree: u64, directory: u64, made: u64) -> Expected {
        let owners = if rank.plan.unique { rank.rank..rank.rank + 1 } else { 0..rank.plan.ranks };
        let numbers = rank.plan.numbers_in(tree, directory, made);
        let count = owners.len() as u64 * (numbers.end - numbers.start);
        Expected { kind, owners, numbers, seen: vec![false; usize::try_from(count).unwrap_or(0)] }
    }

    /// Marks an item as seen; false when it should not be there or was seen before.
    fn take(&mut self, (owner, number): (u32, u64)) -> bool {
        if !self.owners.contains(&owner) || !self.numbers.contains(&number) {
            return false;
        }
        let each = self.numbers.end - self.numbers.start;
        let at = u64::from(owner - self.owners.start) * each + number - self.numbers.start;
        match self.seen.get_mut(usize::try_from(at).unwrap_or(usize::MAX)) {
            Some(seen) => !std::mem::replace(seen, true),
            None => false,
        }
    }

    fn count(&self) -> usize {
        self.seen.len()
    }

    fn missing(&self) -> Missing {
        let each = self.numbers.end - self.numbers.start;
        let first = self.seen.iter().position(|seen| !seen).map(|at| {
            let mut name = String::new();
            let (owner, number) = (at as u64 / each, at as u64 % each);
            let owner = self.owners.start + u32::try_from(owner).unwrap_or(0);
            super::plan::write_item_name(&mut name, self.kind, owner, self.numbers.start + number);
            name
        });
        Missing { count: self.seen.iter().filter(|seen| !**seen).count(), first }
    }
}
