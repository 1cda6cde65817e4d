//! The mdtest driver on a local file system: what it leaves, what it prints, what it notices.

#![allow(clippy::unwrap_used, reason = "the helpers of tests are tests")]

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use osmia_bench::mdtest::facts::Facts;
use osmia_bench::mdtest::summary::Operation;
use osmia_bench::mdtest::{self, Observer, Options, RankKind, Summary};
use regex::Regex;

const DRIVER: &str = env!("CARGO_BIN_EXE_osmia-bench");

fn options(words: &str, directory: &Path) -> Options {
    let mut options =
        Options::parse_words(words.split_whitespace()).unwrap_or_else(|error| panic!("{words}: {error}"));
    options.directory = directory.to_str().unwrap().to_string();
    options.program = Some(PathBuf::from(DRIVER));
    options
}

fn run(words: &str, directory: &Path) -> Summary {
    mdtest::run(&options(words, directory)).unwrap_or_else(|error| panic!("{words}: {error:#}"))
}

fn driver(words: &str, directory: &Path) -> Output {
    Command::new(DRIVER)
        .arg("mdtest")
        .args(words.split_whitespace())
        .arg("-d")
        .arg(directory)
        .output()
        .unwrap()
}

/// All files and directories below `path`.
fn tree(path: &Path) -> Vec<String> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(path).unwrap() {
        let entry = entry.unwrap();
        found.push(entry.path().display().to_string());
        if entry.file_type().unwrap().is_dir() {
            found.extend(tree(&entry.path()));
        }
    }
    found.sort();
    found
}

/// Creation leaves the names mdtest gives, nothing else; removal by a later run leaves nothing.
#[test]
fn create_then_remove() {
    let directory = tempfile::tempdir().unwrap();
    let at = directory.path();
    let summary = run("-n 4 -C -z 1 -b 1 -w 10", at);
    assert!(!summary.failed(), "{:?}", summary.failures_told);
    let base = format!("{}/test-dir.0-0", at.display());
    let mut expected =
        vec![base.clone(), format!("{base}/mdtest_tree.0"), format!("{base}/mdtest_tree.0/mdtest_tree.1")];
    for (place, numbers) in [("mdtest_tree.0", [0, 1]), ("mdtest_tree.0/mdtest_tree.1", [2, 3])] {
        for number in numbers {
            expected.push(format!("{base}/{place}/file.mdtest.0.{number}"));
            expected.push(format!("{base}/{place}/dir.mdtest.0.{number}"));
        }
    }
    expected.sort();
    assert_eq!(tree(at), expected);
    assert!(!run("-n 4 -T -E -X -z 1 -b 1 -e 10", at).failed());
    assert!(!run("-n 4 -r -z 1 -b 1", at).failed());
    assert_eq!(tree(at), Vec::<String>::new());
}

/// Threads and processes do the same work: same counts per operation, nothing left, for every shape of tree.
#[test]
fn rank_kinds_agree() {
    for words in [
        "-n 20 --ranks 3 -N 1 -w 64 -e 64",
        "-n 20 --ranks 2 -u -z 2 -b 2 -L",
        "-n 12 -I 4 --ranks 2 -R --random-seed 7 -i 2",
        "-I 3 -z 3 -b 1 --ranks 2 -u -N 1 -w 5000 -e 100",
    ] {
        let mut calls = Vec::new();
        for kind in ["thread", "process"] {
            let directory = tempfile::tempdir().unwrap();
            let base = directory.path().join("made");
            let summary = run(&format!("{words} --rank-kind {kind}"), &base);
            assert!(!summary.failed(), "{words}: {:?}", summary.failures_told);
            assert!(!base.exists(), "the driver made it, so it removes it: {words}");
            calls.push(summary.rows.iter().map(|row| (row.operation, row.calls)).collect::<Vec<_>>());
            let per_phase = summary.items * u64::from(summary.options.iterations);
            for row in summary.rows.iter().filter(|row| !row.operation.is_tree()) {
                assert_eq!(row.calls, per_phase, "{words}: {:?}", row.operation);
            }
        }
        assert_eq!(calls[0], calls[1], "{words}");
    }
}

/// The output parses as mdtest's: head, place, counts, and a table of four numbers a row in mdtest's order and columns.
#[test]
fn output_is_mdtests() {
    let directory = tempfile::tempdir().unwrap();
    let output = driver("-n 10 -i 3 --ranks 2 -w 1 -e 1 -v", directory.path());
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{text}{}", String::from_utf8_lossy(&output.stderr));
    for pattern in [
        r"(?m)^-- started at \d\d/\d\d/\d{4} \d\d:\d\d:\d\d --$",
        r"(?m)^mdtest-(\S+) was launched with 2 total task\(s\) on 1 node\(s\)$",
        r"(?m)^Command line used: \S*osmia-bench 'mdtest' '-n' '10'.*$",
        r"(?m)^Path                : /.*$",
        r"(?m)^FS                  : [\d.]+ [GT]iB   Used FS: [\d.]+%   Inodes: [\d.]+ Mi   Used Inodes: [\d.]+%$",
        r"(?m)^2 tasks, 20 files/directories$",
        r"(?m)^-- finished at \d\d/\d\d/\d{4} \d\d:\d\d:\d\d --$",
    ] {
        assert!(Regex::new(pattern).unwrap().is_match(&text), "{pattern} in\n{text}");
    }
    // The header and its rule stand where mdtest puts them: names from column 3, "Max" ending at column 36.
    let (_, table) =
        text.split_once("\nSUMMARY rate (in ops/sec): (of 3 iterations)\n").expect("the table's line");
    let lines: Vec<&str> = table.lines().collect();
    assert_eq!(lines[0], "   Operation                     Max            Min           Mean        Std Dev");
    assert_eq!(lines[1], "   ---------                     ---            ---           ----        -------");
    let row =
        Regex::new(r"^   (\S.{17}) {5}( *\d+\.\d{3}) ( *\d+\.\d{3}) ( *\d+\.\d{3}) ( *\d+\.\d{3})$").unwrap();
    let expected = Operation::ALL.map(Operation::name);
    for (line, name) in lines[2..].iter().zip(expected) {
        let fields = row.captures(line).unwrap_or_else(|| panic!("not a row of the table: {line:?}"));
        assert_eq!(fields[1].trim_end(), name);
        let numbers: Vec<f64> = (2..6).map(|at| fields[at].trim().parse().unwrap()).collect();
        assert!(numbers[0] >= numbers[2] && numbers[2] >= numbers[1] && numbers[1] > 0.0, "{line}");
        assert_eq!(fields[2].len(), 14, "{line}");
    }
    assert_eq!(lines[2 + expected.len()], "", "the table ends with a blank line");
    // A parser that searches the whole output for a row finds it once only.
    for name in expected {
        let loose = Regex::new(&format!(r"{name}\s+([\d.]+)\s+([\d.]+)\s+([\d.]+)\s+([\d.]+)")).unwrap();
        assert_eq!(loose.captures_iter(&text).count(), 1, "{name}");
    }
}

/// With `--json -` standard output is one JSON object that says the same; with a file, both are there.
#[test]
fn json_is_complete() {
    let directory = tempfile::tempdir().unwrap();
    let output = driver("-n 10 -F --json -", directory.path());
    let summary: Summary = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(summary.row(Operation::FileCreation).unwrap().calls, 10);
    assert!(summary.row(Operation::FileStat).unwrap().latency.p99_us > 0.0);
    assert!(summary.row(Operation::DirectoryCreation).is_none());
    let facts = &summary.facts;
    assert!(
        !facts.commit.is_empty() && !facts.machine.is_empty() && facts.clock.contains("MONOTONIC"),
        "{facts:?}"
    );
    assert!(facts.file_system.iter().any(|(name, _)| name == "durability"), "{facts:?}");
    let file = directory.path().join("out.json");
    let output = driver(&format!("-n 10 -F --json {}", file.display()), &directory.path().join("work"));
    assert!(String::from_utf8_lossy(&output.stdout).contains("SUMMARY rate"));
    let again: Summary = serde_json::from_slice(&std::fs::read(&file).unwrap()).unwrap();
    assert_eq!(again.rows.len(), summary.rows.len());
}

/// Flags of mdtest that are not supported are refused by name; contradictions too; nothing is touched.
#[test]
fn refusals_name_the_flag() {
    let directory = tempfile::tempdir().unwrap();
    for (words, part) in [
        ("-S -n 1", "mdtest's flag -S (one file shared by all tasks) is not supported"),
        ("-n 1 -FcT", "flag -c"),
        ("-n 1 -k", "flag -k"),
        ("-n 1 --dataPacketType=t", "flag --dataPacketType"),
        ("-n 1 --no-such-thing", "--no-such-thing"),
        ("-n many", "many"),
        ("-n 10 -I 3", "-I 3"),
        ("-n 1 -W 1 -b 2 -z 1", "-W"),
        ("-n 1 -a MPIIO", "MPIIO"),
    ] {
        let output = driver(words, &directory.path().join("work"));
        assert!(!output.status.success(), "{words}");
        let text = String::from_utf8_lossy(&output.stderr);
        assert!(text.contains(part), "{words}: {text}");
    }
    assert_eq!(tree(directory.path()), Vec::<String>::new());
}

/// Each flag of mdtest's that the driver has is taken, and a run with it is clean.
#[test]
fn every_flag_runs() {
    for words in [
        "-n 6",
        "-I 2 -z 2 -b 2",
        "-n 6 -F",
        "-n 6 -D",
        "-n 6 -F -D",
        "-n 6 -C -r",
        "-n 6 -C -T -r -F",
        "-n 6 -C -E -r -F -w 9 -e 9 -X",
        "-n 6 -C -U -r -D",
        "-n 6 -u -z 1 -b 3 -L --ranks 2",
        "-n 6 -y -w 1k -e 1k",
        "-n6 -R",
        "-n 6 --random-seed 3 -N 2 --ranks 3",
        "-n 6 -W 5 -F",
        "-n 6 -v -v -V 1 -p 0 -G 4 -w 20 --verify-write",
        "-n 6 --verify none",
        "-n 1",
        "-z 2 -b 2",
        "-n 4 -a POSIX -i 3",
    ] {
        let directory = tempfile::tempdir().unwrap();
        let summary = run(&format!("{words} --rank-kind thread"), directory.path());
        assert!(!summary.failed(), "{words}: {:?}", summary.failures_told);
        assert_eq!(tree(directory.path()), Vec::<String>::new(), "{words}");
    }
}

/// Several directories: each rank's tree is in its own.
#[test]
fn several_directories() {
    let directory = tempfile::tempdir().unwrap();
    let bases = [directory.path().join("a"), directory.path().join("b")];
    let mut options = options("-n 2 -C -F -u --ranks 3", directory.path());
    options.directory = format!("{}@{}", bases[0].display(), bases[1].display());
    let summary = mdtest::run(&options).unwrap();
    assert!(!summary.failed(), "{:?}", summary.failures_told);
    for (base, ranks) in [(&bases[0], [0, 2].as_slice()), (&bases[1], &[1])] {
        for rank in ranks {
            assert!(base.join(format!("test-dir.0-0/mdtest_tree.{rank}.0/file.mdtest.{rank}.1")).exists());
        }
    }
}

/// Does something at the start of a phase, before the ranks' first call of it or soon after.
struct Meddler<'a> {
    at: Operation,
    what: &'a dyn Fn(),
}

impl Observer for Meddler<'_> {
    fn phase(&mut self, _iteration: u32, operation: Operation, _total: u64) {
        if operation == self.at {
            (self.what)();
        }
    }
    fn facts(&mut self, _facts: &Facts) {}
}

/// What another process does to the files during a run is noticed: a file removed, added, changed, cut.
#[test]
fn meddling_is_noticed() {
    type Meddling = fn(&Path);
    let cases: [(&str, Operation, &str, Meddling); 4] = [
        ("a file is removed", Operation::FileRead, "errno 2", |tree| {
            std::fs::remove_file(tree.join("file.mdtest.0.1999")).unwrap();
        }),
        ("a file is added", Operation::FileCreation, "should not be there", |tree| {
            std::fs::write(tree.join("stranger"), b"x").unwrap();
        }),
        ("a byte is changed", Operation::FileRead, "differs from what was written at byte 17", |tree| {
            let file = tree.join("file.mdtest.0.1999");
            let mut bytes = std::fs::read(&file).unwrap();
            bytes[17] ^= 1;
            std::fs::write(&file, bytes).unwrap();
        }),
        ("a file is cut", Operation::FileRead, "read 39 of 40 bytes", |tree| {
            std::fs::File::options()
                .write(true)
                .open(tree.join("file.mdtest.0.1999"))
                .unwrap()
                .set_len(39)
                .unwrap();
        }),
    ];
    for (name, at, part, meddle) in cases {
        let directory = tempfile::tempdir().unwrap();
        let tree = directory.path().join("test-dir.0-0/mdtest_tree.0");
        // The last item is met long after the phase's start is reported.
        let options = options("-n 2000 -F -w 40 -e 40 -C -E --rank-kind thread", directory.path());
        let summary = mdtest::run_observed(&options, &mut Meddler { at, what: &|| meddle(&tree) }).unwrap();
        assert!(summary.failed(), "{name}");
        let told: Vec<String> = summary.failures_told.iter().map(ToString::to_string).collect();
        assert!(
            told.iter().any(|line| line.contains(part) && line.starts_with("rank 0: ")),
            "{name}: {told:?}"
        );
    }
}

/// An item missing at the check after its phase is counted, with the exit status to match.
#[test]
fn missing_items_are_counted() {
    let directory = tempfile::tempdir().unwrap();
    assert!(!run("-n 50 -C -F", directory.path()).failed());
    std::fs::remove_file(directory.path().join("test-dir.0-0/mdtest_tree.0/file.mdtest.0.7")).unwrap();
    let output = driver("-n 50 -T -F", directory.path());
    assert_eq!(output.status.code(), Some(1));
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(
        text.contains("file.mdtest.0.7") && text.contains("errno 2") && text.contains("rank 0"),
        "{text}"
    );
    assert!(String::from_utf8_lossy(&output.stdout).contains("ERROR: 1 failed calls and checks"));
}

/// With nothing working the run is given up soon, and says so, in both kinds of rank. It counts what failed, and no more.
#[test]
fn hopeless_runs_end() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("file");
    std::fs::write(&file, b"").unwrap();
    for kind in [RankKind::Thread, RankKind::Process] {
        let mut options = options("-n 100000 --ranks 2", &file.join("below"));
        options.rank_kind = kind;
        let summary = mdtest::run(&options).unwrap();
        assert!(summary.stopped && summary.failed());
        assert_eq!(summary.failures, summary.failures_told.len() as u64, "{:?}", summary.failures_told);
    }
}

/// A random order is another one each time, as mdtest's, and the output says which; a seed repeats it.
#[test]
fn random_orders() {
    let seed = |flags: &str| {
        let directory = tempfile::tempdir().unwrap();
        let mut words = vec!["mdtest", "-n", "3", "-d", directory.path().to_str().unwrap(), "-a", "POSIX"];
        words.extend(flags.split(' '));
        let output = Command::new(env!("CARGO_BIN_EXE_osmia-bench")).args(words).output().unwrap();
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let line = text.lines().find_map(|line| line.strip_prefix("random seed: ").map(str::to_owned));
        line.unwrap_or_else(|| panic!("{text}")).trim().parse::<u64>().unwrap()
    };
    // Later than this test was written.
    assert!(seed("-R") > 1_700_000_000);
    assert_eq!(seed("-R --random-seed 5"), 5);
}

/// A reader who leaves, as head(1), is no reason to panic: the run fails in order.
#[test]
fn nobody_reads() {
    let directory = tempfile::tempdir().unwrap();
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let mut bench = Command::new(env!("CARGO_BIN_EXE_osmia-bench"));
    bench.args(["mdtest", "-a", "POSIX", "-n", "10", "-d"]).arg(directory.path());
    bench.stdout(writer.try_clone().unwrap()).stderr(writer);
    assert_eq!(bench.status().unwrap().code(), Some(1));
}

/// A rank process that dies ends the run with its rank named.
#[test]
fn dead_ranks_are_named() {
    let directory = tempfile::tempdir().unwrap();
    let mut options = options("-n 10 --ranks 2", directory.path());
    options.program = Some(PathBuf::from("/bin/false"));
    let error = mdtest::run(&options).expect_err("no rank lives").to_string();
    assert!(error.contains("rank "), "{error}");
}

/// The stonewall stops creation early, all ranks then have the count of the fastest, and the file carries it over.
#[test]
fn stonewall_levels_the_ranks() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("wall");
    let base = directory.path().join("work");
    let words = format!("-n 100m -F --ranks 2 -u --rank-kind thread -x {}", file.display());
    // A hundred million files cannot be made in a second: the wall is always hit.
    let summary = run(&format!("{words} -C -W 1"), &base);
    assert!(!summary.failed(), "{:?}", summary.failures_told);
    let count: u64 = std::fs::read_to_string(&file).unwrap().parse().unwrap();
    assert!(count > 0 && count < 100 << 20);
    assert_eq!(summary.row(Operation::FileCreation).unwrap().calls, 2 * count);
    let rest = run(&format!("{words} -T -r -R --random-seed 1"), &base);
    assert!(!rest.failed(), "{:?}", rest.failures_told);
    assert_eq!(rest.row(Operation::FileStat).unwrap().calls, 2 * count);
    assert_eq!(rest.row(Operation::FileRemoval).unwrap().calls, 2 * count);
    assert_eq!(tree(directory.path()), [file.display().to_string(), base.display().to_string()]);
}
