//! `cargo xtask tidy`: what the compiler does not check of docs/ARCHITECTURE.md and the conventions.
//!
//! Each rule reads the [`Tree`] and says what it finds wrong. Read in this order: [`tree`], [`layers`], [`strip`]
//! (Rust without comments and strings), [`code`], [`text`].

mod code;
mod layers;
mod strip;
mod text;
mod tree;

use anyhow::bail;
use tree::Tree;

/// What is wrong, and where.
#[derive(Debug, PartialEq, Eq)]
struct Complaint {
    file: String,
    /// From 1; 0 where it is the whole file.
    line: usize,
    rule: &'static str,
    text: String,
}

impl std::fmt::Display for Complaint {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}: {} [{}]", self.file, self.line, self.text, self.rule)
    }
}

/// Gathers complaints of one rule.
struct Complaints<'a> {
    rule: &'static str,
    into: &'a mut Vec<Complaint>,
}

impl Complaints<'_> {
    fn push(&mut self, file: &str, line: usize, text: impl Into<String>) {
        self.into.push(Complaint { file: file.into(), line, rule: self.rule, text: text.into() });
    }
}

type Rule = fn(&Tree, &mut Complaints<'_>);

/// Every rule by its name.
const RULES: &[(&str, Rule)] = &[
    ("layers", layers::check_edges),
    ("lints", layers::check_lints),
    ("glommio", code::check_glommio),
    ("unsafe", code::check_unsafe),
    ("clock", code::check_clock),
    ("order", code::check_order),
    ("unfinished", code::check_unfinished),
    ("names", code::check_names),
    ("tests", code::check_tests),
    ("words", text::check_words),
    ("links", text::check_links),
];

/// Runs every rule on the workspace.
///
/// # Errors
/// When any rule finds anything; warnings alone are printed and let pass.
pub fn run() -> anyhow::Result<()> {
    let tree = Tree::read(&crate::workspace()?)?;
    for complaint in warn(&tree) {
        eprintln!("warning: {complaint}");
    }
    let complaints = judge(&tree);
    for complaint in &complaints {
        eprintln!("error: {complaint}");
    }
    match complaints.len() {
        0 => Ok(()),
        count => bail!("{count} things are not tidy"),
    }
}

fn judge(tree: &Tree) -> Vec<Complaint> {
    let mut complaints = Vec::new();
    for (rule, check) in RULES {
        check(tree, &mut Complaints { rule, into: &mut complaints });
    }
    complaints
}

fn warn(tree: &Tree) -> Vec<Complaint> {
    let mut complaints = Vec::new();
    code::check_length(tree, &mut Complaints { rule: "length", into: &mut complaints });
    complaints
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A small workspace that every rule accepts.
    fn clean() -> Tree {
        let manifest = |name: &str, rest: &str| {
            format!("[package]\nname = \"{name}\"\n[lints]\nworkspace = true\n[dependencies]\n{rest}")
        };
        Tree::of([
            (
                "Cargo.toml",
                "[workspace]\nmembers = [\"env\", \"kv\", \"host\", \"mds\", \"oss\", \"bench\"]\n".into(),
            ),
            ("env/Cargo.toml", manifest("osmia-env", "")),
            ("kv/Cargo.toml", manifest("osmia-kv", "osmia-env.workspace = true\n")),
            (
                "host/Cargo.toml",
                manifest("osmia-host", "glommio.workspace = true\nosmia-env.workspace = true\n"),
            ),
            (
                "mds/Cargo.toml",
                manifest("osmia-mds", "osmia-kv.workspace = true\nosmia-host.workspace = true\n"),
            ),
            ("oss/Cargo.toml", manifest("osmia-oss", "[dev-dependencies]\nosmia-mds.workspace = true\n")),
            ("bench/Cargo.toml", manifest("osmia-bench", "")),
            ("env/src/buf.rs", "#![allow(unsafe_code)]\nunsafe fn raw() {}\n".into()),
            ("host/src/lib.rs", "use glommio::Task;\n".into()),
            ("kv/src/lib.rs", "//! Not glommio, not unsafe: only words. See docs/kv.md.\n".into()),
            (
                "docs/kv.md",
                "# The store\n\n## Two words\n\n[up](../README.md#osmia) [here](#two-words)\n".into(),
            ),
            ("README.md", "# Osmia\n\n[store](docs/kv.md#two-words)\n".into()),
        ])
    }

    /// The complaints after one file is put in place of another.
    fn with(file: &str, text: &str) -> Vec<(&'static str, String)> {
        let mut tree = clean();
        tree.put(file, text);
        judge(&tree).into_iter().map(|complaint| (complaint.rule, complaint.text)).collect()
    }

    #[track_caller]
    fn assert_found(rule: &str, part: &str, file: &str, text: &str) {
        let found = with(file, text);
        assert!(
            found.iter().any(|(by, said)| *by == rule && said.contains(part)),
            "{rule} should say {part:?} of {file}, but: {found:?}"
        );
        assert!(found.iter().all(|(by, _)| *by == rule), "only {rule} should complain of {file}: {found:?}");
    }

    /// A clean tree has no complaint, so each test below sees its own fault alone.
    #[test]
    fn clean_is_clean() {
        assert_eq!(judge(&clean()), []);
        assert_eq!(warn(&clean()), []);
    }

    /// An edge up, sideways, to a server from a program, or from an unknown crate is found; tests may look sideways.
    #[test]
    fn layers_can_fail() {
        let manifest =
            |edges: &str| format!("[package]\nname = \"osmia-x\"\n[lints]\nworkspace = true\n{edges}");
        let up = manifest("[dependencies]\nosmia-mds.workspace = true\n");
        assert_found("layers", "up", "kv/Cargo.toml", &up);
        assert_found("layers", "sideways", "oss/Cargo.toml", &up);
        assert_found("layers", "server", "bench/Cargo.toml", &up);
        assert_found(
            "layers",
            "up",
            "env/Cargo.toml",
            &manifest("[dev-dependencies]\nosmia-kv.workspace = true\n"),
        );
        assert_found(
            "layers",
            "up",
            "env/Cargo.toml",
            &manifest("[build-dependencies]\nosmia-kv.workspace = true\n"),
        );
        let target = manifest("[target.'cfg(unix)'.dependencies]\nosmia-kv.workspace = true\n");
        assert_found("layers", "up", "env/Cargo.toml", &target);
        let renamed = manifest("[dependencies]\nstore = { package = \"osmia-kv\", path = \"../kv\" }\n");
        assert_found("layers", "up", "env/Cargo.toml", &renamed);
        assert_found("layers", "no layer", "surprise/Cargo.toml", &manifest(""));
        assert_found("lints", "lints", "kv/Cargo.toml", "[package]\nname = \"osmia-kv\"\n");
    }

    /// glommio outside `host`, in a manifest or in code, is found.
    #[test]
    fn glommio_can_fail() {
        assert_found("glommio", "host", "kv/src/lib.rs", "fn f() { glommio::timer(); }\n");
        let manifest =
            "[package]\nname = \"osmia-kv\"\n[lints]\nworkspace = true\n[dependencies]\nglommio = \"0.9\"\n";
        assert_found("glommio", "host", "kv/Cargo.toml", manifest);
    }

    /// Unsafe code, or leave for it, outside the listed places is found; the word in comments and strings is not.
    #[test]
    fn unsafe_can_fail() {
        assert_found("unsafe", "unsafe", "kv/src/lib.rs", "fn f() { unsafe { g() } }\n");
        assert_found("unsafe", "allow", "kv/src/lib.rs", "#[expect(unsafe_code)]\nfn f() {}\n");
        assert_found("unsafe", "allow", "kv/src/lib.rs", "#![allow(missing_docs, unsafe_code)]\n");
        assert_eq!(
            with("kv/src/lib.rs", "// unsafe\n/* unsafe /* unsafe */ */\nconst S: &str = \"unsafe\";\n"),
            []
        );
        assert_eq!(
            with("kv/src/lib.rs", "const S: &str = r#\"unsafe \"quoted\" unsafe\"#; const C: char = '\"';\n"),
            []
        );
        assert_found("unsafe", "unsafe", "kv/src/lib.rs", "fn f<'a>(s: &'a str) { \"\\\"\"; unsafe {} }\n");
    }

    /// Leave to call the system's clock outside the listed places is found.
    #[test]
    fn clock_can_fail() {
        assert_found("clock", "clock", "kv/src/lib.rs", "#[allow(clippy::disallowed_methods)]\nfn f() {}\n");
    }

    /// Going through a hash map without a word on its order is found, in code that the simulator runs; sorted, or with the
    /// word, it passes.
    #[test]
    fn order_can_fail() {
        let code = |body: &str| {
            format!("struct S {{\n    by_id: HashMap<u64, u64>,\n}}\nfn f(s: &S) {{\n{body}\n}}\n")
        };
        for body in ["s.by_id.keys().for_each(send);", "for x in &s.by_id {", "s.by_id.retain(|_, _| true);"]
        {
            assert_found("order", "sort", "mds/src/lib.rs", &code(body));
            assert_eq!(with("bench/src/lib.rs", &code(body)), []);
            assert_eq!(with("mds/src/lib.rs", &code(&format!("// In any order.\n{body}"))), []);
            assert_eq!(with("mds/src/lib.rs", &code(&format!("{body}\nx.sort_unstable();"))), []);
        }
        assert_eq!(with("mds/src/lib.rs", &code("s.by_id.get(&1);")), []);
    }

    /// Unfinished work and tests that do not run are found.
    #[test]
    fn unfinished_can_fail() {
        let todo = concat!("// TO", "DO: more\n");
        assert_found("unfinished", concat!("TO", "DO"), "kv/src/lib.rs", todo);
        assert_found("unfinished", concat!("FIX", "ME"), "docs/other.md", concat!("# A\n\nFIX", "ME\n"));
        assert_found("unfinished", "todo!", "kv/src/lib.rs", "fn f() { todo!() }\n");
        let ignored = "/// A property.\n#[test]\n#[ignore = \"slow\"]\nfn f() {}\n";
        assert_found("unfinished", "ignore", "kv/src/lib.rs", ignored);
    }

    /// Modules named for no subject are found, as files, folders and inline.
    #[test]
    fn names_can_fail() {
        assert_found("names", "util", "kv/src/util.rs", "");
        assert_found("names", "helpers", "kv/src/helpers/mod.rs", "");
        assert_found("names", "common", "kv/src/lib.rs", "pub(crate) mod common {}\n");
    }

    /// A test without its one line is found; attributes may stand between.
    #[test]
    fn tests_can_fail() {
        assert_found("tests", "property", "kv/src/lib.rs", "#[test]\nfn f() {}\n");
        assert_eq!(with("kv/src/lib.rs", "/// It holds.\n#[test]\n#[should_panic]\nfn f() {}\n"), []);
        assert_eq!(with("kv/src/lib.rs", "/// It holds.\n#[cfg(unix)]\n#[test]\nfn f() {}\n"), []);
    }

    /// Paths of one machine and numbers of a tracker are found, wherever they stand.
    #[test]
    fn words_can_fail() {
        assert_found("words", concat!("/wo", "rk"), "docs/other.md", concat!("# A\n\nIn /wo", "rk/x.\n"));
        assert_found(
            "words",
            concat!("/ro", "ot"),
            "kv/src/lib.rs",
            concat!("const P: &str = \"/ro", "ot/x\";\n"),
        );
        assert_found("words", "issue", "README.md", concat!("# Osmia\n\nSee iss", "ue #4.\n"));
        assert_eq!(with("kv/src/lib.rs", "const P: &str = \"/network/rooted\"; // a work/root of art\n"), []);
    }

    /// Links to files, headings and documents that are not there are found; code blocks are not links.
    #[test]
    fn links_can_fail() {
        assert_found("links", "gone.md", "README.md", "# Osmia\n\n[gone](docs/gone.md)\n");
        assert_found("links", "three-words", "README.md", "# Osmia\n\n[gone](docs/kv.md#three-words)\n");
        assert_found("links", "#nowhere", "docs/kv.md", "# Two\n\n## Two words\n\n[gone](#nowhere)\n");
        assert_found("links", "docs/gone.md", "kv/src/lib.rs", "//! See docs/gone.md.\n");
        assert_eq!(
            with("docs/other.md", "# A\n\n```\n[x](y)\n```\n`[x](y)` [web](https://osmia.test/x)\n"),
            []
        );
    }

    /// A long file is a warning, unless it is generated.
    #[test]
    fn length_can_warn() {
        let mut tree = clean();
        tree.put("kv/src/lib.rs", &"\n".repeat(801));
        assert_eq!(warn(&tree).len(), 1);
        let mut tree = clean();
        tree.put("protocol/src/generated/wire.rs", &"\n".repeat(801));
        assert_eq!(warn(&tree).len(), 0);
    }

    /// The rules hold for this workspace itself where the rules' own code is concerned.
    #[test]
    fn own_code_is_tidy() {
        let tree = Tree::read(&crate::workspace().unwrap()).unwrap();
        let own: Vec<_> =
            judge(&tree).into_iter().filter(|complaint| complaint.file.starts_with("xtask/")).collect();
        assert_eq!(own, []);
    }
}
