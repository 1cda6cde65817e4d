//! Rules on Rust code.

use toml_edit::DocumentMut;

use super::Complaints;
use super::layers::dependencies;
use super::strip::code_only;
use super::tree::Tree;

/// Lines of a hand-written file above which it should be two.
const LINES_MAX: usize = 800;

/// Places where unsafe code is allowed. A new one is its own commit, with the reason.
const UNSAFE: &[&str] = &[
    "ucx-sys/",
    "ucx/",
    "env/src/buf.rs",
    "sys/src/fd.rs",
    "sys/src/fork.rs",
    "host/src/uring.rs",
    "host/src/uring/",
    "host/src/fd.rs",
    // Acts as other users, and calls libc as the programs do that the model speaks for.
    "tests/src/posix.rs",
    // Maps files: memory of a file comes by a system call only.
    "tests/src/fsx/mapped.rs",
    "client-lib/src/capi/",
    "protocol/src/generated/",
    // Declares the module of generated code.
    "protocol/src/lib.rs",
    "preload/",
    "python/",
];

/// Places that may take time and chance from the system; everywhere else they come in through `env`.
const CLOCK: &[&str] = &["sys/", "host/", "bench/src/clock.rs", "xtask/", "tests/"];

fn is_in(places: &[&str], file: &str) -> bool {
    places.iter().any(|place| file == *place || (place.ends_with('/') && file.starts_with(place)))
}

fn is_generated(file: &str) -> bool {
    file.contains("/generated/") || file.starts_with("ucx-sys/src/bindings")
}

/// The number of each line whose code holds `word` as a whole word.
fn lines_with<'a>(code: &'a str, word: &'a str) -> impl Iterator<Item = usize> + 'a {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    code.lines().zip(1..).filter_map(move |(line, number)| {
        let whole = line.match_indices(word).any(|(at, _)| {
            !line[..at].chars().next_back().is_some_and(is_word)
                && !line[at + word.len()..].chars().next().is_some_and(is_word)
        });
        whole.then_some(number)
    })
}

/// glommio is `host`'s alone: it has few maintainers, and one crate can be moved off it.
pub fn check_glommio(tree: &Tree, complaints: &mut Complaints<'_>) {
    for (file, text) in tree.files().filter(|(file, _)| !file.starts_with("host/")) {
        let found = if file.ends_with(".rs") {
            lines_with(&code_only(text), "glommio").next()
        } else if file.ends_with("/Cargo.toml") {
            let manifest = text.parse::<DocumentMut>().unwrap_or_default();
            dependencies(&manifest).iter().any(|(_, name)| name == "glommio").then_some(1)
        } else {
            None
        };
        if let Some(line) = found {
            complaints.push(file, line, "names glommio: only host may");
        }
    }
}

/// Unsafe code, and leave for it, stand in the listed places only.
pub fn check_unsafe(tree: &Tree, complaints: &mut Complaints<'_>) {
    for (file, text) in tree.ending(".rs").filter(|(file, _)| !is_in(UNSAFE, file)) {
        let code = code_only(text);
        for line in lines_with(&code, "unsafe_code") {
            complaints.push(file, line, "allows unsafe code: not one of the places for it");
        }
        for line in lines_with(&code, "unsafe") {
            complaints.push(file, line, "unsafe code: not one of the places for it");
        }
    }
}

/// Leave to ask the system for time or chance stands in the listed places and in `main.rs` only.
pub fn check_clock(tree: &Tree, complaints: &mut Complaints<'_>) {
    for (file, text) in tree.ending(".rs") {
        let is_program = ["/tests/", "/examples/", "/benches/"].iter().any(|folder| file.contains(folder));
        let is_program = is_program || file.ends_with("/main.rs");
        if is_program || is_in(CLOCK, file) {
            continue;
        }
        for line in lines_with(&code_only(text), "disallowed_methods") {
            complaints.push(
                file,
                line,
                "takes clock or chance from the system: not one of the places for it",
            );
        }
    }
}

/// Code that the simulator runs: what it does must follow from the seed.
const SIMULATED: &[&str] =
    &["env/src/", "kv/src/map.rs", "net/src/", "mds/src/", "oss/src/", "client-lib/src/"];

/// Goes through a map or set in the order that its hashes give.
const GOES_THROUGH: &[&str] = &[
    ".iter()",
    ".iter_mut()",
    ".keys()",
    ".values()",
    ".values_mut()",
    ".drain()",
    ".retain(",
    ".into_iter()",
    ".into_keys()",
    ".into_values()",
];

/// A hash map is gone through only where the order does not matter, which a comment with the words "any order" above
/// says, or where what comes out is sorted soon below.
pub fn check_order(tree: &Tree, complaints: &mut Complaints<'_>) {
    for (file, text) in tree.ending(".rs").filter(|(file, _)| is_in(SIMULATED, file)) {
        let code = code_only(text);
        let (code, text): (Vec<&str>, Vec<&str>) = (code.lines().collect(), text.lines().collect());
        let tests = code.iter().position(|line| line.trim() == "#[cfg(test)]").unwrap_or(code.len());
        let hashed = code.iter().filter(|line| line.contains("HashMap<") || line.contains("HashSet<"));
        let declared = hashed.filter_map(|line| line.split_once(": "));
        let names: Vec<&str> = declared.filter_map(|(before, _)| before.split_whitespace().last()).collect();
        for (at, line) in code[..tests].iter().enumerate() {
            let goes = |name: &str| {
                let by_call = GOES_THROUGH.iter().any(|call| line.contains(&format!(".{name}{call}")));
                by_call || line.contains(" in ") && line.ends_with(&format!(".{name} {{"))
            };
            let above = &text[at.saturating_sub(4)..at];
            let below = &code[at..code.len().min(at + 7)];
            let explained = above.iter().any(|line| line.contains("any order"))
                || below.iter().any(|line| line.contains(".sort_unstable"));
            if !explained && names.iter().any(|name| goes(name)) {
                complaints.push(
                    file,
                    at + 1,
                    "goes through a hash map: sort what comes out, or say above why it may come in any order",
                );
            }
        }
    }
}

/// Nothing is left for later, and no test is left out.
pub fn check_unfinished(tree: &Tree, complaints: &mut Complaints<'_>) {
    // Put together here, so that this list is not what it finds.
    let marks = [concat!("TO", "DO"), concat!("FIX", "ME"), concat!("XX", "X:")];
    let kinds = [".rs", ".md", ".toml", ".sh", ".fbs", ".yml"];
    for (file, text) in tree.files().filter(|(file, _)| kinds.iter().any(|kind| file.ends_with(kind))) {
        if is_generated(file) {
            continue;
        }
        for (line, number) in text.lines().zip(1..) {
            for mark in marks.iter().filter(|mark| line.contains(**mark)) {
                complaints.push(file, number, format!("{mark}: finish it, or say in words what is missing"));
            }
        }
        if !file.ends_with(".rs") {
            continue;
        }
        for (line, number) in code_only(text).lines().zip(1..) {
            for call in ["todo!", "unimplemented!"] {
                if line.contains(call) {
                    complaints.push(file, number, format!("{call} is not finished"));
                }
            }
            if line.contains("#[ignore") {
                complaints.push(file, number, "a test that is ignored: let it run, or remove it");
            }
        }
    }
}

/// No module is named for no subject.
pub fn check_names(tree: &Tree, complaints: &mut Complaints<'_>) {
    const NAMES: [&str; 6] = ["common", "util", "utils", "utilities", "helpers", "misc"];
    for (file, text) in tree.ending(".rs") {
        let mut parts = file.trim_end_matches(".rs").split('/');
        if let Some(name) = parts.find(|part| NAMES.contains(part)) {
            complaints.push(file, 1, format!("{name} names no subject"));
        }
        for (line, number) in code_only(text).lines().zip(1..) {
            let Some((_, declared)) = line.split_once("mod ") else { continue };
            let name = declared.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or_default();
            if NAMES.contains(&name) {
                complaints.push(file, number, format!("{name} names no subject"));
            }
        }
    }
}

/// A test opens with one line: the property it holds.
pub fn check_tests(tree: &Tree, complaints: &mut Complaints<'_>) {
    for (file, text) in tree.ending(".rs").filter(|(file, _)| !is_generated(file)) {
        // In code only: the attribute may be quoted.
        let code = code_only(text);
        let lines: Vec<&str> = text.lines().collect();
        for (line, at) in code.lines().zip(0..) {
            if line.trim() != "#[test]" {
                continue;
            }
            let above = lines[..at].iter().rev().map(|line| line.trim());
            let said = above
                .into_iter()
                .find(|line| !line.starts_with("#["))
                .is_some_and(|line| line.starts_with("///"));
            if !said {
                complaints.push(file, at + 1, "a test without a line on the property it holds");
            }
        }
    }
}

/// A file that takes more than a few minutes to read is two files.
pub fn check_length(tree: &Tree, complaints: &mut Complaints<'_>) {
    for (file, text) in tree.ending(".rs").filter(|(file, _)| !is_generated(file)) {
        let lines = text.lines().count();
        if lines > LINES_MAX {
            complaints.push(file, 0, format!("{lines} lines, more than {LINES_MAX}: two files?"));
        }
    }
}
