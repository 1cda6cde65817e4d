//! Random links, special files, extended attributes and renames, on two file systems side by side: a local directory says
//! what is right.
//!
//! Apart from [`crate::sequence`], whose model knows none of them. The super-user calls: who may do what is that one's part.

use crate::api::Outcome;

/// What such a call gives.
#[derive(Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Got {
    Nothing,
    /// Type and permission bits, links, and the size of what is no directory.
    Stat {
        mode: u32,
        nlink: u64,
        size: u64,
    },
    Bytes(Vec<u8>),
    Names(Vec<Vec<u8>>),
}

/// A call. Paths are relative to the root of the file system.
#[derive(Debug, Clone)]
#[allow(missing_docs)]
pub enum Op {
    Mkdir(String),
    Rmdir(String),
    Unlink(String),
    /// Opens with these flags of open(2), and closes.
    Open(String, i32),
    Symlink {
        target: String,
        path: String,
    },
    ReadLink(String),
    Link(String, String),
    Mkfifo(String),
    /// With the flags of renameat2(2).
    Rename(String, String, u32),
    Stat(String),
    Lstat(String),
    Chmod(String, u32),
    SetXattr {
        path: String,
        name: String,
        value: Vec<u8>,
        flags: i32,
        follow: bool,
    },
    GetXattr {
        path: String,
        name: String,
        follow: bool,
    },
    RemoveXattr {
        path: String,
        name: String,
        follow: bool,
    },
    List(String),
}

/// A file system that knows these calls.
pub trait Names {
    /// Carries one out.
    ///
    /// # Errors
    /// Its errno.
    fn call(&mut self, op: &Op) -> Outcome<Got>;
}

/// Where all happens: deep enough that no `..` of a link leads out of the root, above which the two differ.
const BASE: [&str; 4] = ["w", "w/w", "w/w/w", "w/w/w/w"];

fn name(rng: &mut fastrand::Rng) -> &'static str {
    ["a", "b", "c", "d", "e"][rng.usize(0..5)]
}

fn path(rng: &mut fastrand::Rng) -> String {
    let mut path = BASE[3].to_owned();
    for _ in 0..[1, 1, 2, 2, 3][rng.usize(0..5)] {
        path.push('/');
        path.push_str(if rng.usize(0..30) == 0 { ".." } else { name(rng) });
    }
    if rng.usize(0..20) == 0 {
        path.push('/');
    }
    path
}

/// At most two levels up, which stays below the root wherever the link is moved.
fn target(rng: &mut fastrand::Rng) -> String {
    match rng.usize(0..8) {
        0..3 => name(rng).to_owned(),
        3 => format!("{}/{}", name(rng), name(rng)),
        4 => format!("../{}", name(rng)),
        5 => format!("./{}/", name(rng)),
        6 => format!("{}/../{}", name(rng), name(rng)),
        _ => [".", "..", "none/x"][rng.usize(0..3)].to_owned(),
    }
}

fn random_op(rng: &mut fastrand::Rng) -> Op {
    let attribute = |rng: &mut fastrand::Rng| format!("user.{}", name(rng));
    match rng.usize(0..40) {
        0..4 => Op::Mkdir(path(rng)),
        4 => Op::Rmdir(path(rng)),
        5..7 => Op::Unlink(path(rng)),
        7..12 => {
            let mut flags = [libc::O_RDONLY, libc::O_RDWR][rng.usize(0..2)];
            for flag in [libc::O_CREAT, libc::O_NOFOLLOW] {
                flags |= if rng.bool() { flag } else { 0 };
            }
            if flags & libc::O_CREAT != 0 && rng.usize(0..4) == 0 {
                flags |= libc::O_EXCL;
            }
            // A fifo would wait for its other end.
            Op::Open(path(rng), flags | libc::O_NONBLOCK)
        }
        12..16 => Op::Symlink { target: target(rng), path: path(rng) },
        16 => Op::ReadLink(path(rng)),
        17..20 => Op::Link(path(rng), path(rng)),
        20 => Op::Mkfifo(path(rng)),
        21..28 => {
            let flags = [0, 0, libc::RENAME_NOREPLACE, libc::RENAME_EXCHANGE][rng.usize(0..4)];
            Op::Rename(path(rng), path(rng), flags)
        }
        28..31 => Op::Stat(path(rng)),
        31..33 => Op::Lstat(path(rng)),
        33 => Op::Chmod(path(rng), [0o755, 0o700, 0o644][rng.usize(0..3)]),
        34..36 => {
            let flags = [0, libc::XATTR_CREATE, libc::XATTR_REPLACE][rng.usize(0..3)];
            let value = vec![rng.u8(..); rng.usize(0..50)];
            Op::SetXattr { path: path(rng), name: attribute(rng), value, flags, follow: rng.bool() }
        }
        36 => Op::GetXattr { path: path(rng), name: attribute(rng), follow: rng.bool() },
        37 => Op::RemoveXattr { path: path(rng), name: attribute(rng), follow: rng.bool() },
        _ => Op::List(path(rng)),
    }
}

/// Runs `steps` calls on both, compares each result, and at the end the whole trees. With `OSMIA_TRACE` set, every call is
/// printed.
///
/// # Errors
/// The first difference, with the call.
pub fn compare(seed: u64, steps: usize, local: &mut dyn Names, real: &mut dyn Names) -> Result<(), String> {
    let trace = std::env::var_os("OSMIA_TRACE").is_some();
    let mut rng = fastrand::Rng::with_seed(seed);
    let mut both = |step: &dyn std::fmt::Display, op: &Op| {
        let (want, got) = (local.call(op), real.call(op));
        if trace {
            eprintln!("{step}: {op:?} -> {got:?}");
        }
        if want == got {
            Ok(want)
        } else {
            Err(format!("{step}, {op:?}:\n  the local file system gives {want:?}\n  got {got:?}"))
        }
    };
    for dir in BASE {
        both(&"at first", &Op::Mkdir(dir.to_owned()))?.map_err(|errno| format!("{dir}: errno {errno}"))?;
    }
    for step in 0..steps {
        // Whether it fails is the same for both.
        drop(both(&format_args!("step {step}"), &random_op(&mut rng))?);
    }
    let mut paths = vec![BASE[0].to_owned()];
    while let Some(path) = paths.pop() {
        let of_both = both(&"at the end", &Op::Lstat(path.clone()))?;
        let is_dir = matches!(of_both, Ok(Got::Stat { mode, .. }) if mode & libc::S_IFMT == libc::S_IFDIR);
        if !is_dir {
            drop(both(&"at the end", &Op::ReadLink(path))?);
            continue;
        }
        if let Ok(Got::Names(names)) = both(&"at the end", &Op::List(path.clone()))? {
            paths.extend(names.iter().map(|name| format!("{path}/{}", String::from_utf8_lossy(name))));
        }
    }
    Ok(())
}
