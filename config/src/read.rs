//! From TOML to a [`Config`], collecting every fault on the way.

use std::collections::{HashMap, HashSet};
use std::ops::Range;
use std::path::Path;

use toml_edit::{Document, Item, TableLike, TomlError, Value};

use crate::Config;
use crate::check;
use crate::fault::{Fault, Faults};
use crate::schema::{
    Absent, Cluster, Key, Limits, MdsServer, Node, OssServer, PlacementRule, Rails, TABLES, Target,
};
use crate::value::Field;

/// Syntax faults reported at most: each is found by reading the rest of the file again without the bad line.
const SYNTAX_FAULTS_MAX: usize = 20;

pub(crate) fn read(text: &str, file: &Path) -> Result<Config, Faults> {
    let mut reader = Reader::new(text, file);
    let config = reader.config(text);
    if reader.faults.is_empty() {
        return Ok(config);
    }
    reader.faults.sort_by_key(|fault| fault.line);
    Err(Faults(reader.faults))
}

/// Where a key stands in a file; `None` when it is absent, or the file cannot be read.
pub(crate) fn line_of(file: &Path, key: &str) -> Option<usize> {
    let text = std::fs::read_to_string(file).ok()?;
    let mut reader = Reader::new(&text, file);
    reader.config(&text);
    reader.lines.get(key).copied()
}

/// Reads one file. A *path* is a key with its tables and their indexes, `node[0].mds.port`; what people see is the
/// path without indexes, since the line says which.
pub(crate) struct Reader<'a> {
    file: &'a Path,
    /// Offset of each line's first byte.
    line_starts: Vec<usize>,
    faults: Vec<Fault>,
    /// Line of each path; a table's is its header's.
    lines: HashMap<String, usize>,
    /// Paths that have a fault, so that later checks leave them alone.
    bad: HashSet<String>,
    /// Lines with bad syntax were left out: what seems missing may stand there.
    incomplete: bool,
}

impl<'a> Reader<'a> {
    fn new(text: &str, file: &'a Path) -> Reader<'a> {
        let line_starts = std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect();
        Reader {
            file,
            line_starts,
            faults: Vec::new(),
            lines: HashMap::new(),
            bad: HashSet::new(),
            incomplete: false,
        }
    }

    fn config(&mut self, text: &str) -> Config {
        let document = self.document(text);
        // A table's header with bad syntax puts what follows in the wrong table: nothing more can be said then.
        let root: &dyn TableLike = match &document {
            Some(document) => document.as_table(),
            None => &toml_edit::Table::new(),
        };
        let mut silent = Reader::new("", self.file);
        let reader = if document.is_some() { &mut *self } else { &mut silent };
        let mut top = Section { reader, table: root, name: "", path: String::new(), seen: Vec::new() };
        let cluster = top.child("cluster", Cluster::read);
        let limits = top.child("limits", Limits::read);
        let rails = top.child("rails", Rails::read);
        let placement_rules = top.children("placement_rule", PlacementRule::read);
        let nodes = top.children("node", |section| {
            let mut node = Node::read(section);
            if node.name.is_empty() {
                node.name = format!("node-{}", node.id);
            }
            node.mds = section.optional_child("mds", MdsServer::read);
            node.oss = section.optional_child("oss", |section| {
                let mut oss = OssServer::read(section);
                oss.targets = section.children("target", Target::read);
                oss
            });
            node
        });
        top.finish();
        let config = Config { cluster, limits, rails, placement_rules, nodes };
        if document.is_some() {
            check::check(&config, self);
        }
        config
    }

    /// The document without its lines of bad syntax, each of which is a fault. `None` when too little is left.
    fn document(&mut self, text: &str) -> Option<Document<String>> {
        let mut text = text.to_owned();
        loop {
            let error = match Document::parse(text.clone()) {
                Ok(document) => return Some(document),
                Err(error) => error,
            };
            let line = self.syntax_fault(&text, &error);
            let range = self.line_range(line, text.len());
            let content = &text[range.clone()];
            // A line without '=' belongs to something longer, which cannot be left out safely.
            let whole = content.contains('=') && !content.trim_start().starts_with('[');
            if !whole || content.trim().is_empty() || self.faults.len() >= SYNTAX_FAULTS_MAX {
                return None;
            }
            text.replace_range(range.clone(), &" ".repeat(range.len()));
            self.incomplete = true;
        }
    }

    fn syntax_fault(&mut self, text: &str, error: &TomlError) -> usize {
        let at = error.span().map_or(0, |span| span.start).min(text.len());
        // An error at a line's end is that line's.
        let line = self.line(at);
        let content = text[self.line_range(line, text.len())].trim();
        let duplicate = error.message().contains("duplicate");
        let (wrong, right) = if duplicate {
            (format!("`{content}` repeats a key or table of above"), "want each once".to_owned())
        } else {
            (format!("not TOML: {}", error.message()), format!("correct the line `{content}`"))
        };
        self.faults.push(Fault { file: self.file.to_owned(), line, key: String::new(), wrong, right });
        line
    }

    /// Line of a byte offset, from 1.
    fn line(&self, offset: usize) -> usize {
        self.line_starts.partition_point(|&start| start <= offset)
    }

    fn line_range(&self, line: usize, text_bytes: usize) -> Range<usize> {
        let start = self.line_starts[line - 1];
        let end = self.line_starts.get(line).map_or(text_bytes, |&next| next - 1);
        start..end.max(start)
    }

    /// Records a fault of the key or table at `path`.
    pub(crate) fn fault(&mut self, path: &str, wrong: impl Into<String>, right: impl Into<String>) {
        let line = self.line_of(path);
        self.fault_at(line, path, wrong.into(), right.into());
    }

    fn fault_at(&mut self, line: usize, path: &str, wrong: String, right: String) {
        self.bad.insert(path.to_owned());
        self.faults.push(Fault { file: self.file.to_owned(), line, key: plain(path), wrong, right });
    }

    /// Line of a path; of the nearest table around it when it is absent.
    pub(crate) fn line_of(&self, path: &str) -> usize {
        let mut path = path;
        loop {
            if let Some(&line) = self.lines.get(path) {
                return line;
            }
            match path.rfind('.') {
                Some(dot) => path = &path[..dot],
                None => return self.lines.get(path).copied().unwrap_or(1),
            }
        }
    }

    /// Whether the value at `path` can be relied on.
    pub(crate) fn is_good(&self, path: &str) -> bool {
        !self.bad.contains(path)
    }

    /// Whether something that is not there is really missing.
    pub(crate) fn is_complete(&self) -> bool {
        !self.incomplete
    }
}

/// A path without indexes.
fn plain(path: &str) -> String {
    let mut depth = 0;
    path.chars()
        .filter(|&c| {
            depth += usize::from(c == '[');
            let shown = depth == 0;
            depth -= usize::from(c == ']');
            shown
        })
        .collect()
}

/// One table being read.
pub(crate) struct Section<'r, 'a> {
    reader: &'r mut Reader<'a>,
    table: &'r dyn TableLike,
    /// As in its header, `node.mds`; empty for the file itself.
    name: &'static str,
    path: String,
    /// Keys and tables asked for so far.
    seen: Vec<&'static str>,
}

impl<'r> Section<'r, '_> {
    /// The value of a key of the schema; its default when it is absent or wrong, which is then a fault.
    pub(crate) fn get<T: Field>(&mut self, name: &'static str) -> T {
        self.seen.push(name);
        let key = schema_key(self.name, name);
        let path = self.path_of(name);
        let Some(item) = self.table.get(name) else { return self.absent(key, &path) };
        self.locate(name, &path);
        let checked = match item.as_value() {
            Some(value) => key.bounds.check(value).map(|()| value),
            None => Err("is a table".to_owned()),
        };
        match checked {
            Ok(value) => T::from_toml(value).unwrap_or_default(),
            Err(wrong) => {
                self.reader.fault(&path, wrong, format!("want {}", key.bounds.want()));
                item.as_value().and_then(T::salvage).unwrap_or_else(|| default_of(key))
            }
        }
    }

    fn absent<T: Field>(&mut self, key: &Key, path: &str) -> T {
        if matches!(key.absent, Absent::Required) {
            self.reader.bad.insert(path.to_owned());
            if self.reader.is_complete() {
                self.reader.fault(path, "missing", format!("want {}", key.bounds.want()));
            }
        }
        default_of(key)
    }

    /// The table `name`; when it is absent, its keys have their defaults.
    fn child<T>(&mut self, name: &'static str, read: impl FnOnce(&mut Section<'_, '_>) -> T) -> T {
        let empty = toml_edit::Table::new();
        let table = self.table_at(name).unwrap_or(&empty);
        self.enter(table, self.child_name(name), self.path_of(name), read)
    }

    fn optional_child<T>(
        &mut self,
        name: &'static str,
        read: impl FnOnce(&mut Section<'_, '_>) -> T,
    ) -> Option<T> {
        let table = self.table_at(name)?;
        Some(self.enter(table, self.child_name(name), self.path_of(name), read))
    }

    /// The tables of the array `name`.
    fn children<T>(&mut self, name: &'static str, mut read: impl FnMut(&mut Section<'_, '_>) -> T) -> Vec<T> {
        self.seen.push(name);
        let path = self.path_of(name);
        let Some(item) = self.table.get(name) else { return Vec::new() };
        self.locate(name, &path);
        let tables: Option<Vec<(&'r dyn TableLike, Option<usize>)>> = match item {
            Item::ArrayOfTables(tables) => Some(
                tables
                    .iter()
                    .map(|table| (table as &dyn TableLike, table.span().map(|span| span.start)))
                    .collect(),
            ),
            Item::Value(Value::Array(tables)) => tables
                .iter()
                .map(|value| {
                    let table = value.as_inline_table()?;
                    Some((table as &dyn TableLike, value.span().map(|span| span.start)))
                })
                .collect(),
            _ => None,
        };
        let header = format!("[[{}]]", self.child_name(name));
        let Some(tables) = tables else {
            self.reader.fault(&path, "is not a list of tables", format!("want {header} before each"));
            return Vec::new();
        };
        let mut children = Vec::new();
        for (index, (table, offset)) in tables.into_iter().enumerate() {
            let path = format!("{path}[{index}]");
            if let Some(offset) = offset {
                let line = self.reader.line(offset);
                self.reader.lines.insert(path.clone(), line);
            }
            children.push(self.enter(table, self.child_name(name), path, &mut read));
        }
        children
    }

    fn enter<T>(
        &mut self,
        table: &dyn TableLike,
        name: &'static str,
        path: String,
        read: impl FnOnce(&mut Section<'_, '_>) -> T,
    ) -> T {
        let mut section = Section { reader: self.reader, table, name, path, seen: Vec::new() };
        let value = read(&mut section);
        section.finish();
        value
    }

    fn table_at(&mut self, name: &'static str) -> Option<&'r dyn TableLike> {
        self.seen.push(name);
        let path = self.path_of(name);
        let item = self.table.get(name)?;
        self.locate(name, &path);
        if let Some(table) = item.as_table_like() {
            return Some(table);
        }
        let header = self.child_name(name);
        let wrong = if item.is_array_of_tables() { "is a list of tables" } else { "is not a table" };
        self.reader.fault(&path, wrong, format!("want one table [{header}]"));
        None
    }

    /// Reports the keys that nobody asked for.
    fn finish(&mut self) {
        let unknown: Vec<String> = self
            .table
            .iter()
            .map(|(key, _)| key.to_owned())
            .filter(|key| !self.seen.contains(&&**key))
            .collect();
        for key in unknown {
            let path = self.path_of(&key);
            self.locate(&key, &path);
            let right = self.instead_of(&key);
            self.reader.fault(&path, "unknown key", right);
        }
    }

    /// What somebody who wrote `key` here may have meant.
    fn instead_of(&self, key: &str) -> String {
        if let Some(near) = nearest(key, self.seen.iter().copied()) {
            return format!("did you mean `{near}`?");
        }
        let elsewhere = TABLES.iter().find(|(_, _, keys)| keys.iter().any(|known| known.name == key));
        if let Some((header, ..)) = elsewhere {
            return format!("it belongs in {header}");
        }
        let known = self.seen.join(", ");
        if self.name.is_empty() {
            format!("the file has {known}")
        } else {
            format!("[{}] has {known}", self.name)
        }
    }

    fn locate(&mut self, name: &str, path: &str) {
        let key = self.table.key(name).and_then(|key| key.span());
        let item = || self.table.get(name).and_then(Item::span);
        if let Some(span) = key.or_else(item) {
            let line = self.reader.line(span.start);
            self.reader.lines.insert(path.to_owned(), line);
        }
    }

    fn path_of(&self, name: &str) -> String {
        if self.path.is_empty() { name.to_owned() } else { format!("{}.{name}", self.path) }
    }

    /// Name of a table below this one, as in its header.
    fn child_name(&self, name: &'static str) -> &'static str {
        match (self.name, name) {
            ("node", "mds") => "node.mds",
            ("node", "oss") => "node.oss",
            ("node.oss", "target") => "node.oss.target",
            _ => name,
        }
    }
}

fn schema_key(table: &str, name: &str) -> &'static Key {
    TABLES
        .iter()
        .flat_map(|(_, _, keys)| keys.iter())
        .find(|key| key.table == table && key.name == name)
        .expect("`Section::get` is called by the schema's own tables only")
}

/// The value of an absent key.
fn default_of<T: Field>(key: &Key) -> T {
    match key.absent {
        Absent::Is(text) => {
            text.parse().ok().and_then(|value: Value| T::from_toml(&value)).unwrap_or_default()
        }
        Absent::Required | Absent::Unset(_) => T::default(),
    }
}

/// The word that is meant by a misspelt one: at most a third of its letters wrong.
pub(crate) fn nearest<'w>(key: &str, words: impl Iterator<Item = &'w str>) -> Option<&'w str> {
    words
        .map(|word| (distance(key, word), word))
        .filter(|(distance, word)| *distance <= word.len().max(key.len()).div_ceil(3).min(4))
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, word)| word)
}

/// Levenshtein's distance, in bytes.
fn distance(a: &str, b: &str) -> usize {
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.bytes().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, y) in b.bytes().enumerate() {
            let replaced = diagonal + usize::from(x != y);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}
