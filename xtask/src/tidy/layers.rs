//! Which crate may depend on which (docs/ARCHITECTURE.md).

use toml_edit::{DocumentMut, Item, TableLike};

use super::Complaints;
use super::tree::Tree;

/// Folder and layer of each crate.
const LAYERS: &[(&str, u8)] = &[
    ("protocol", 0),
    ("env", 0),
    ("ucx-sys", 0),
    ("ucx", 1),
    ("kv", 1),
    ("config", 1),
    ("sys", 1),
    ("net", 2),
    ("host", 2),
    ("mds", 3),
    ("oss", 3),
    ("client-lib", 3),
    ("bench", PROGRAMS),
    ("fuse", PROGRAMS),
    ("cli", PROGRAMS),
    ("preload", PROGRAMS),
    ("python", PROGRAMS),
    ("tests", 5),
    ("xtask", 6),
    // Outside the workspace: fuzz targets of one crate each.
    ("protocol/fuzz", 6),
];

/// What people run; these reach servers over the wire alone.
const PROGRAMS: u8 = 4;
const SERVERS: &[&str] = &["mds", "oss"];

/// Edges of the manifests: a crate depends on lower layers only. What only its tests need may also be of its own
/// layer (a server's tests may use the client), and itself with other features; never of a higher one.
pub fn check_edges(tree: &Tree, complaints: &mut Complaints<'_>) {
    for (file, text) in tree.ending("/Cargo.toml") {
        let folder = file.trim_end_matches("/Cargo.toml");
        let Some(layer) = layer_of(folder) else {
            complaints.push(
                file,
                1,
                format!("{folder} has no layer: add it to the table in docs and in tidy"),
            );
            continue;
        };
        let manifest = match text.parse::<DocumentMut>() {
            Ok(manifest) => manifest,
            Err(error) => {
                complaints.push(file, 1, format!("not readable: {error}"));
                continue;
            }
        };
        for (table, name) in dependencies(&manifest) {
            let Some(other) = folder_of(&name) else { continue };
            let Some(below) = layer_of(other) else { continue };
            let line = line_of(text, &name);
            let for_tests = table == "dev-dependencies";
            if below > layer {
                complaints.push(
                    file,
                    line,
                    format!("{folder} (layer {layer}) looks up to {other} (layer {below})"),
                );
            } else if below == layer && !for_tests {
                complaints.push(
                    file,
                    line,
                    format!("{folder} looks sideways to {other}, both of layer {layer}"),
                );
            } else if layer == PROGRAMS && SERVERS.contains(&other) && !for_tests {
                complaints.push(
                    file,
                    line,
                    format!("{folder} is a program: it may not hold the server {other}"),
                );
            }
        }
    }
}

/// Every crate takes the workspace's lints.
pub fn check_lints(tree: &Tree, complaints: &mut Complaints<'_>) {
    for (file, text) in tree.ending("/Cargo.toml") {
        // A fuzz crate is a workspace of its own.
        if file.contains("/fuzz/") {
            continue;
        }
        let manifest = text.parse::<DocumentMut>().unwrap_or_default();
        let taken = manifest.get("lints").and_then(|lints| lints.get("workspace")).and_then(Item::as_bool);
        if taken != Some(true) {
            complaints.push(file, 1, "does not take the workspace's lints");
        }
    }
}

/// Kind of table and name of package of every dependency.
pub fn dependencies(manifest: &DocumentMut) -> Vec<(&'static str, String)> {
    const TABLES: [&str; 3] = ["dependencies", "dev-dependencies", "build-dependencies"];
    let mut found = Vec::new();
    let targets = manifest.get("target").and_then(Item::as_table_like);
    let targets = targets.into_iter().flat_map(|targets| targets.iter().map(|(_, target)| target));
    for holder in std::iter::once(manifest.as_item()).chain(targets) {
        for table in TABLES {
            let Some(entries) = holder.get(table).and_then(Item::as_table_like) else { continue };
            found.extend(entries.iter().map(|(key, entry)| (table, package(key, entry))));
        }
    }
    found
}

fn package(key: &str, entry: &Item) -> String {
    let renamed = entry.as_table_like().and_then(|entry: &dyn TableLike| entry.get("package"));
    renamed.and_then(Item::as_str).unwrap_or(key).to_string()
}

fn layer_of(folder: &str) -> Option<u8> {
    LAYERS.iter().find(|(name, _)| *name == folder).map(|(_, layer)| *layer)
}

/// The folder of one of our packages.
fn folder_of(package: &str) -> Option<&str> {
    match package.strip_prefix("osmia-")? {
        "client" => Some("client-lib"),
        folder => Some(folder),
    }
}

fn line_of(text: &str, name: &str) -> usize {
    text.lines().position(|line| line.contains(name)).map_or(1, |at| at + 1)
}
