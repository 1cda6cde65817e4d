//! The effective configuration as TOML, and the reference of all keys.

use std::fmt::Write;

use toml_edit::Value;

use crate::Config;
use crate::schema::{
    Absent, Cluster, Key, Limits, MdsServer, Node, OssServer, PlacementRule, Rails, TABLES, Target,
};

pub(crate) fn print(config: &Config) -> String {
    let mut out =
        String::from("# The configuration in effect: every key, with what it means and its default.\n");
    table(&mut out, "[cluster]", Cluster::KEYS, config.cluster.values(), true);
    table(&mut out, "[limits]", Limits::KEYS, config.limits.values(), true);
    table(&mut out, "[rails]", Rails::KEYS, config.rails.values(), true);
    for (r, rule) in config.placement_rules.iter().enumerate() {
        table(&mut out, "[[placement_rule]]", PlacementRule::KEYS, rule.values(), r == 0);
    }
    for (n, node) in config.nodes.iter().enumerate() {
        // The comments once are enough.
        let comments = n == 0;
        table(&mut out, "[[node]]", Node::KEYS, node.values(), comments);
        let first_with = |has: fn(&Node) -> bool| !config.nodes[..n].iter().any(has);
        if let Some(mds) = &node.mds {
            let comments = first_with(|node| node.mds.is_some());
            table(&mut out, "[node.mds]", MdsServer::KEYS, mds.values(), comments);
        }
        if let Some(oss) = &node.oss {
            let comments = first_with(|node| node.oss.is_some());
            table(&mut out, "[node.oss]", OssServer::KEYS, oss.values(), comments);
            for (t, target) in oss.targets.iter().enumerate() {
                table(&mut out, "[[node.oss.target]]", Target::KEYS, target.values(), comments && t == 0);
            }
        }
    }
    out
}

fn table(out: &mut String, header: &str, keys: &[Key], values: Vec<Option<Value>>, comments: bool) {
    let _ = writeln!(out, "\n{header}");
    for (key, value) in keys.iter().zip(values) {
        if comments {
            for line in key.doc {
                let _ = writeln!(out, "#{line}");
            }
            let _ = writeln!(out, "# Accepts {}. {}.", key.bounds.want(), absent(key));
        }
        match value {
            Some(value) => {
                let _ = writeln!(out, "{} = {value}", key.name);
            }
            None if comments => {
                let _ = writeln!(out, "# {} =", key.name);
            }
            None => {}
        }
    }
}

fn absent(key: &Key) -> String {
    match key.absent {
        Absent::Required => "Required".into(),
        Absent::Unset(meaning) => format!("Default: unset ({meaning})"),
        Absent::Is(value) => format!("Default: {value}"),
    }
}

/// Every key with its meaning, bounds and default, in Markdown: the middle of docs/config.md, which a test compares.
pub fn reference() -> String {
    let mut out = String::new();
    for (header, about, keys) in TABLES {
        let _ = writeln!(out, "### `{header}`\n\n{about}\n");
        out.push_str("| key | accepts | default | meaning |\n|---|---|---|---|\n");
        for key in *keys {
            let default = match key.absent {
                Absent::Required => "required".into(),
                Absent::Unset(meaning) => format!("unset: {meaning}"),
                Absent::Is(value) => format!("`{value}`"),
            };
            let meaning: Vec<&str> = key.doc.iter().map(|line| line.trim()).collect();
            let _ = writeln!(
                out,
                "| `{}` | {} | {default} | {} |",
                key.name,
                key.bounds.want().replace('|', "\\|"),
                meaning.join(" ").replace('|', "\\|")
            );
        }
        out.push('\n');
    }
    out
}
