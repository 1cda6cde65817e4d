//! Rules on words and links.

use std::collections::HashMap;

use super::Complaints;
use super::tree::Tree;

/// Text of the project says nothing of the machine it was written on, nor of a tracker that readers cannot see.
pub fn check_words(tree: &Tree, complaints: &mut Complaints<'_>) {
    // Put together here, so that this list is not what it finds.
    let folders = [concat!("/wo", "rk"), concat!("/ro", "ot")];
    let tracker = concat!("iss", "ue ");
    for (file, text) in tree.files() {
        for (line, number) in text.lines().zip(1..) {
            for folder in folders.iter().filter(|folder| has_folder(line, folder)) {
                complaints.push(file, number, format!("{folder} is a folder of one machine"));
            }
            let lower = line.to_ascii_lowercase();
            let numbered = lower.match_indices(tracker).any(|(at, _)| {
                lower[at + tracker.len()..].trim_start_matches('#').starts_with(|c: char| c.is_ascii_digit())
            });
            if numbered {
                complaints.push(file, number, "names an issue by number: say what it is about");
            }
        }
    }
}

/// Whether `folder` stands in the line as the start of a path.
fn has_folder(line: &str, folder: &str) -> bool {
    line.match_indices(folder).any(|(at, _)| {
        let is_name = |c: char| c.is_alphanumeric() || "_-.~}".contains(c);
        let before = line[..at].chars().next_back();
        let after = line[at + folder.len()..].chars().next();
        !before.is_some_and(is_name) && !after.is_some_and(|c| c.is_alphanumeric() || c == '_' || c == '-')
    })
}

/// Links in documents lead to files and headings that are there; so do names of documents in code.
pub fn check_links(tree: &Tree, complaints: &mut Complaints<'_>) {
    let mut headings = HashMap::new();
    for (file, text) in tree.ending(".md") {
        headings.insert(file, anchors(text));
    }
    for (file, text) in tree.ending(".md") {
        let folder = file.rsplit_once('/').map_or("", |(folder, _)| folder);
        for (number, target) in links(text) {
            if target.contains("://") || target.starts_with("mailto:") {
                continue;
            }
            let (path, anchor) =
                target.split_once('#').map_or((target, None), |(path, anchor)| (path, Some(anchor)));
            let path = if path.is_empty() { Some(file.to_string()) } else { resolve(folder, path) };
            match path.filter(|path| tree.exists(path)) {
                None => complaints.push(file, number, format!("{target} is not there")),
                Some(path) => {
                    let known = headings.get(path.as_str());
                    if let (Some(anchor), Some(known)) = (anchor, known)
                        && !known.iter().any(|heading| heading == anchor)
                    {
                        complaints.push(file, number, format!("#{anchor} is no heading of {path}"));
                    }
                }
            }
        }
    }
    for (file, text) in tree.ending(".rs").chain(tree.ending(".toml")).chain(tree.ending(".fbs")) {
        // What this rule's tests name is not there on purpose.
        if file.starts_with("xtask/src/tidy/") {
            continue;
        }
        for (line, number) in text.lines().zip(1..) {
            for name in documents_named(line).filter(|name| !tree.exists(name)) {
                complaints.push(file, number, format!("{name} is not there"));
            }
        }
    }
}

/// Names like `docs/wire.md` in a line.
fn documents_named(line: &str) -> impl Iterator<Item = &str> {
    line.match_indices("docs/").filter_map(|(at, _)| {
        let name = &line[at..];
        let end =
            name.find(|c: char| !c.is_ascii_alphanumeric() && !"/_-.".contains(c)).unwrap_or(name.len());
        let name = name[..end].trim_end_matches('.');
        name.ends_with(".md").then_some(name)
    })
}

/// Lines outside code blocks, with their numbers from 1.
fn prose(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut fenced = false;
    text.lines().zip(1..).filter_map(move |(line, number)| {
        let fence = line.trim_start().starts_with("```");
        fenced ^= fence;
        (!fenced && !fence).then_some((number, line))
    })
}

/// Targets of `[text](target)`, with their lines.
fn links(text: &str) -> Vec<(usize, &str)> {
    let mut found = Vec::new();
    for (number, line) in prose(text) {
        // Every second piece between backquotes is code.
        for piece in line.split('`').step_by(2) {
            let targets = piece.match_indices("](").filter_map(|(at, _)| piece[at + 2..].split(')').next());
            found.extend(targets.map(|target| (number, target.split(' ').next().unwrap_or(target))));
        }
        // A link whose text is code is cut by its backquotes.
        let targets = line.match_indices("`](").filter_map(|(at, _)| line[at + 3..].split(')').next());
        found.extend(targets.map(|target| (number, target)));
    }
    found
}

/// A document's headings as their anchors.
fn anchors(text: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for (_, line) in prose(text) {
        let title = line.trim_start_matches('#');
        if title.len() == line.len() || !title.starts_with(' ') {
            continue;
        }
        let kept = title.trim().to_lowercase();
        let anchor: String = kept
            .chars()
            .filter(|c| c.is_alphanumeric() || " -_".contains(*c))
            .map(|c| if c == ' ' { '-' } else { c })
            .collect();
        // The second of a name gets a number.
        let same = found.iter().filter(|other| **other == anchor).count();
        found.push(if same == 0 { anchor } else { format!("{anchor}-{same}") });
    }
    found
}

/// A relative path from a folder, or nothing when it leaves the project.
fn resolve(folder: &str, path: &str) -> Option<String> {
    let mut parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop()?),
            part => parts.push(part),
        }
    }
    Some(parts.join("/"))
}
