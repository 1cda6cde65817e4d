//! The project's text files.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

use anyhow::Context;

/// Text files by path from the workspace, with `/`; and the names of all other files.
pub struct Tree {
    files: BTreeMap<String, String>,
    others: Vec<String>,
}

impl Tree {
    /// Every file that git would keep; outside a repository every file but what builds leave.
    pub fn read(root: &Path) -> anyhow::Result<Tree> {
        let mut tree = Tree { files: BTreeMap::new(), others: Vec::new() };
        let listed = Command::new("git")
            .args(["ls-files", "--cached", "--others", "--exclude-standard", "-z"])
            .current_dir(root)
            .output();
        let mut names = Vec::new();
        match listed {
            Ok(output) if output.status.success() => {
                let listed = String::from_utf8_lossy(&output.stdout);
                names.extend(listed.split_terminator('\0').map(str::to_string));
            }
            _ => walk(root, "", &mut names)?,
        }
        for name in names {
            match std::fs::read(root.join(&name)) {
                // Listed, but removed and not yet staged.
                Err(error) if error.kind() == std::io::ErrorKind::NotFound => {}
                Err(error) => return Err(error).with_context(|| format!("reading {name}")),
                Ok(bytes) => match String::from_utf8(bytes) {
                    Ok(text) => drop(tree.files.insert(name, text)),
                    Err(_) => tree.others.push(name),
                },
            }
        }
        Ok(tree)
    }

    /// Of the files given.
    #[cfg(test)]
    pub fn of<const N: usize>(files: [(&str, String); N]) -> Tree {
        let files = files.into_iter().map(|(name, text)| (name.to_string(), text)).collect();
        Tree { files, others: Vec::new() }
    }

    /// Puts one file in place.
    #[cfg(test)]
    pub fn put(&mut self, file: &str, text: &str) {
        self.files.insert(file.into(), text.into());
    }

    /// Text files with their content, sorted.
    pub fn files(&self) -> impl Iterator<Item = (&str, &str)> {
        self.files.iter().map(|(name, text)| (name.as_str(), text.as_str()))
    }

    /// Files whose name ends with `ending`.
    pub fn ending<'a>(&'a self, ending: &'a str) -> impl Iterator<Item = (&'a str, &'a str)> {
        self.files().filter(move |(name, _)| name.ends_with(ending))
    }

    /// Whether there is a file, or a folder, of that path.
    pub fn exists(&self, path: &str) -> bool {
        let folder = format!("{}/", path.trim_end_matches('/'));
        let mut names = self.files.keys().chain(&self.others);
        path.is_empty() || names.any(|name| name == path || name.starts_with(&folder))
    }
}

fn walk(root: &Path, below: &str, names: &mut Vec<String>) -> anyhow::Result<()> {
    for entry in std::fs::read_dir(root.join(below)).with_context(|| format!("listing {below:?}"))? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        let path = if below.is_empty() { name.clone() } else { format!("{below}/{name}") };
        if name == ".git" || name == "target" {
            continue;
        }
        if entry.file_type()?.is_dir() {
            walk(root, &path, names)?;
        } else {
            names.push(path);
        }
    }
    Ok(())
}
