//! The mount with real servers, used by the standard library and by programs that know nothing of it.
//!
//! Needs `/dev/fuse`, and for who is not root `fusermount3` (package fuse3): without them the tests fail and say so.

#![allow(clippy::unwrap_used, clippy::disallowed_methods, reason = "a test fails by panicking")]

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fs::{self, File, OpenOptions};
use std::io::{ErrorKind, Read, Seek, SeekFrom, Write};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{FileExt, MetadataExt, OpenOptionsExt, PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, SystemTime};

use osmia_tests::cluster::{Cluster, Kind, Options, wait_for};
use osmia_tests::command::{Ran, Shell};
use osmia_tests::{fsx, scale};
use rustix::fs::{XattrFlags, getxattr, listxattr, removexattr, setxattr};
use rustix::io::Errno;

/// A mounted cluster. Dropped, it is unmounted.
struct Mount {
    at: PathBuf,
    shell: Shell,
}

impl Mount {
    #[track_caller]
    fn new(cluster: &Cluster, name: &str, options: &str) -> Mount {
        assert!(
            Path::new("/dev/fuse").exists(),
            "this test needs /dev/fuse, which is not there: modprobe fuse"
        );
        let at = cluster.directory().join(name);
        fs::create_dir_all(&at).unwrap();
        let shell = Shell::new(cluster.directory()).with_config(cluster.config());
        let log = format!("log={name}.log");
        let options = if options.is_empty() { log } else { format!("{log},{options}") };
        shell.osmia(&format!("mount {name} -o {options}")).good();
        Mount { at, shell }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.at.join(name)
    }

    fn umount(&self) -> Ran {
        self.shell.osmia(&format!("umount {}", self.at.display()))
    }

    /// Processes that serve it.
    fn daemons(&self) -> Vec<i32> {
        let mut found = Vec::new();
        for process in fs::read_dir("/proc").unwrap().flatten() {
            let pid = process.file_name().to_str().and_then(|name| name.parse().ok());
            let line = fs::read(process.path().join("cmdline")).unwrap_or_default();
            let words: Vec<&[u8]> = line.split(|byte| *byte == 0).collect();
            let ours = |word: &[u8]| words.contains(&word);
            if let Some(pid) = pid
                && ours(b"--as-daemon")
                && ours(self.at.with_file_name("osmia.toml").as_os_str().as_bytes())
                && ours(self.at.file_name().unwrap().as_bytes())
            {
                found.push(pid);
            }
        }
        found
    }

    fn is_mounted(&self) -> bool {
        let mounts = fs::read_to_string("/proc/self/mountinfo").unwrap();
        let at = self.at.canonicalize().unwrap_or(self.at.clone()).display().to_string();
        mounts.lines().any(|line| line.split(' ').nth(4) == Some(&at[..]))
    }
}

impl Drop for Mount {
    fn drop(&mut self) {
        self.shell.osmia(&format!("umount --lazy {}", self.at.display()));
        if std::thread::panicking() {
            let log = fs::read_to_string(self.at.with_extension("log")).unwrap_or_default();
            eprintln!("--- log of the mount at {}\n{log}", self.at.display());
        }
    }
}

/// Runs a shell command in a directory; it must succeed.
#[track_caller]
fn run(directory: &Path, command: &str) -> String {
    let output = try_run(directory, command);
    let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{command}: {}\n{out}{err}", output.status);
    out.into_owned()
}

fn try_run(directory: &Path, command: &str) -> Output {
    let mut shell = Command::new("bash");
    shell.args(["-euo", "pipefail", "-c", command]).current_dir(directory);
    // git and its like must not read what whoever runs the test has set.
    shell.env("HOME", directory).env("GIT_CONFIG_NOSYSTEM", "1").output().expect("bash runs")
}

/// Bytes that repeat nowhere soon.
fn content(seed: u64, len: usize) -> Vec<u8> {
    let mut random = fastrand::Rng::with_seed(seed);
    std::iter::repeat_with(|| random.u8(..)).take(len).collect()
}

fn names(directory: &Path) -> BTreeSet<Vec<u8>> {
    let mut names = BTreeSet::new();
    for entry in fs::read_dir(directory).unwrap() {
        let name = entry.unwrap().file_name();
        assert!(names.insert(name.as_bytes().to_vec()), "{name:?} is listed twice");
    }
    names
}

/// What the standard library does with files and directories works, and gives what it gives on a local file system.
#[test]
fn files_and_directories() {
    let cluster = Cluster::start(Options::default());
    let mount = Mount::new(&cluster, "mnt", "");
    let root = &mount.at;

    // Names: any bytes, up to 255 of them.
    let odd = OsStr::from_bytes(b"\xff\n\\ \x01caf\xe9");
    fs::write(root.join(odd), b"odd").unwrap();
    assert_eq!(fs::read(root.join(odd)).unwrap(), b"odd");
    let long = "l".repeat(255);
    fs::write(root.join(&long), b"").unwrap();
    let too_long = fs::write(root.join("l".repeat(256)), b"").unwrap_err();
    assert_eq!(too_long.raw_os_error(), Some(libc::ENAMETOOLONG));
    assert_eq!(names(root), BTreeSet::from([odd.as_bytes().to_vec(), long.into_bytes()]));

    // Directories: made, filled beyond one page, listed once each, emptied.
    fs::create_dir(mount.path("d")).unwrap();
    assert_eq!(fs::create_dir(mount.path("d")).unwrap_err().kind(), ErrorKind::AlreadyExists);
    let many: BTreeSet<Vec<u8>> = (0..2500).map(|n| format!("file number {n}").into_bytes()).collect();
    for name in &many {
        File::create(mount.path("d").join(OsStr::from_bytes(name))).unwrap();
    }
    assert_eq!(names(&mount.path("d")), many);
    assert_eq!(fs::remove_dir(mount.path("d")).unwrap_err().kind(), ErrorKind::DirectoryNotEmpty);
    fs::create_dir_all(mount.path("deep/er/est")).unwrap();
    assert_eq!(fs::metadata(mount.path("deep")).unwrap().nlink(), 3);
    for name in &many {
        fs::remove_file(mount.path("d").join(OsStr::from_bytes(name))).unwrap();
    }
    assert!(names(&mount.path("d")).is_empty());
    fs::remove_dir(mount.path("d")).unwrap();
    assert_eq!(fs::metadata(mount.path("d")).unwrap_err().kind(), ErrorKind::NotFound);
    fs::remove_dir_all(mount.path("deep")).unwrap();

    // Content, over several stripes; reads in the middle and across the end.
    let data = content(1, 1_000_003);
    fs::write(mount.path("f"), &data).unwrap();
    assert_eq!(fs::read(mount.path("f")).unwrap(), data);
    let file = OpenOptions::new().read(true).write(true).open(mount.path("f")).unwrap();
    let mut piece = vec![0; 100_000];
    file.read_exact_at(&mut piece, 543_210).unwrap();
    assert_eq!(piece, data[543_210..643_210]);
    assert_eq!(file.read_at(&mut piece, 1_000_000).unwrap(), 3);
    assert_eq!(file.read_at(&mut piece, 2_000_000).unwrap(), 0);
    file.write_all_at(b"middle", 500_000).unwrap();
    file.set_len(500_003).unwrap();
    assert_eq!(file.metadata().unwrap().len(), 500_003);
    file.set_len(600_000).unwrap();
    file.sync_all().unwrap();
    let read = fs::read(mount.path("f")).unwrap();
    assert_eq!(read[..500_000], data[..500_000]);
    assert_eq!(&read[500_000..500_003], b"mid");
    assert!(read[500_003..].iter().all(|byte| *byte == 0) && read.len() == 600_000);
    drop(file);
    File::create(mount.path("f")).unwrap();
    assert_eq!(fs::metadata(mount.path("f")).unwrap().len(), 0);

    // Far beyond 2^40.
    let far = (1 << 41) + 7;
    let file = OpenOptions::new().read(true).write(true).create_new(true).open(mount.path("far")).unwrap();
    file.write_all_at(b"far", far).unwrap();
    assert_eq!(fs::metadata(mount.path("far")).unwrap().len(), far + 3);
    let mut tail = [1; 10];
    file.read_exact_at(&mut tail, far - 7).unwrap();
    assert_eq!(&tail, b"\0\0\0\0\0\0\0far");

    // Appending, also through a descriptor that another writer has left behind.
    let mut log = OpenOptions::new().append(true).create(true).open(mount.path("log")).unwrap();
    let mut other = OpenOptions::new().append(true).open(mount.path("log")).unwrap();
    for number in 0..20 {
        let log = if number % 2 == 0 { &mut log } else { &mut other };
        log.write_all(format!("{number};").as_bytes()).unwrap();
    }
    let lines: String = (0..20).map(|number| format!("{number};")).collect();
    assert_eq!(fs::read_to_string(mount.path("log")).unwrap(), lines);

    // Permissions and times, before the epoch too.
    fs::set_permissions(mount.path("log"), fs::Permissions::from_mode(0o640)).unwrap();
    assert_eq!(fs::metadata(mount.path("log")).unwrap().mode() & 0o7777, 0o640);
    for time in [
        SystemTime::UNIX_EPOCH + Duration::new(1_234_567_890, 123_456_789),
        SystemTime::UNIX_EPOCH - Duration::new(1, 500_000_000),
    ] {
        log.set_modified(time).unwrap();
        assert_eq!(fs::metadata(mount.path("log")).unwrap().modified().unwrap(), time);
    }

    // Renames, over what is there; what is open stays.
    fs::write(mount.path("old"), b"old").unwrap();
    fs::write(mount.path("new"), b"new").unwrap();
    let mut replaced = File::open(mount.path("new")).unwrap();
    let mut moved = OpenOptions::new().read(true).write(true).open(mount.path("old")).unwrap();
    fs::rename(mount.path("old"), mount.path("new")).unwrap();
    assert_eq!(fs::metadata(mount.path("old")).unwrap_err().kind(), ErrorKind::NotFound);
    let mut text = String::new();
    replaced.read_to_string(&mut text).unwrap();
    assert_eq!(text, "new");
    moved.seek(SeekFrom::End(0)).unwrap();
    moved.write_all(b"er").unwrap();
    assert_eq!(fs::read(mount.path("new")).unwrap(), b"older");

    // What is unlinked while it is open can be written and read until it is closed.
    fs::remove_file(mount.path("new")).unwrap();
    assert_eq!(fs::metadata(mount.path("new")).unwrap_err().kind(), ErrorKind::NotFound);
    moved.write_all(b" still").unwrap();
    moved.rewind().unwrap();
    text.clear();
    moved.read_to_string(&mut text).unwrap();
    assert_eq!((text.as_str(), moved.metadata().unwrap().nlink()), ("older still", 0));

    // Exclusive creation; a directory is no file, and a file no directory.
    let exclusive = OpenOptions::new().write(true).create_new(true).open(mount.path("log"));
    assert_eq!(exclusive.unwrap_err().kind(), ErrorKind::AlreadyExists);
    fs::create_dir(mount.path("d")).unwrap();
    assert_eq!(fs::write(mount.path("d"), b"").unwrap_err().kind(), ErrorKind::IsADirectory);
    assert_eq!(fs::read_dir(mount.path("log")).unwrap_err().kind(), ErrorKind::NotADirectory);
    assert_eq!(fs::metadata(mount.path("log/x")).unwrap_err().kind(), ErrorKind::NotADirectory);
}

/// Links, special files and extended attributes.
#[test]
fn links_and_xattrs() {
    let cluster = Cluster::start(Options::default());
    let mount = Mount::new(&cluster, "mnt", "");

    fs::write(mount.path("one"), b"bee").unwrap();
    fs::create_dir(mount.path("d")).unwrap();
    fs::hard_link(mount.path("one"), mount.path("d/two")).unwrap();
    let (one, two) = (fs::metadata(mount.path("one")).unwrap(), fs::metadata(mount.path("d/two")).unwrap());
    assert_eq!((one.ino(), one.nlink(), two.nlink()), (two.ino(), 2, 2));
    fs::write(mount.path("d/two"), b"wasp").unwrap();
    assert_eq!(fs::read(mount.path("one")).unwrap(), b"wasp");
    fs::remove_file(mount.path("one")).unwrap();
    assert_eq!(fs::metadata(mount.path("d/two")).unwrap().nlink(), 1);
    assert_eq!(fs::read(mount.path("d/two")).unwrap(), b"wasp");

    symlink("d/two", mount.path("link")).unwrap();
    assert_eq!(fs::read_link(mount.path("link")).unwrap(), Path::new("d/two"));
    assert_eq!(fs::read(mount.path("link")).unwrap(), b"wasp");
    symlink("..", mount.path("d/up")).unwrap();
    assert_eq!(fs::read(mount.path("d/up/link")).unwrap(), b"wasp");
    symlink("loop", mount.path("loop")).unwrap();
    assert_eq!(fs::read(mount.path("loop")).unwrap_err().raw_os_error(), Some(libc::ELOOP));

    run(&mount.at, "mkfifo fifo; (echo through > fifo &) ; test \"$(cat fifo)\" = through; test -p fifo");
    let socket = std::os::unix::net::UnixListener::bind(mount.path("socket")).unwrap();
    std::os::unix::net::UnixStream::connect(mount.path("socket")).unwrap();
    drop(socket);

    for name in ["d/two", "d"] {
        let at = mount.path(name);
        setxattr(&at, "user.wax", b"\0yellow", XattrFlags::CREATE).unwrap();
        let mut value = [0; 100];
        assert_eq!(getxattr(&at, "user.wax", &mut value), Ok(7));
        assert_eq!(value[..7], *b"\0yellow");
        let mut list = [0; 100];
        assert_eq!(listxattr(&at, &mut list), Ok(9));
        assert_eq!(list[..9], *b"user.wax\0");
        assert_eq!(getxattr(&at, "user.wax", &mut value[..6]), Err(Errno::RANGE));
        assert_eq!(setxattr(&at, "user.wax", b"", XattrFlags::CREATE), Err(Errno::EXIST));
        assert_eq!(setxattr(&at, "user.none", b"", XattrFlags::REPLACE), Err(Errno::NODATA));
        removexattr(&at, "user.wax").unwrap();
        assert_eq!(listxattr(&at, &mut list), Ok(0));
        assert_eq!(getxattr(&at, "user.wax", &mut value), Err(Errno::NODATA));
    }
}

/// What one mount has done, another sees with its next call: names, attributes, sizes of files that are still open, and
/// content that it has read before.
#[test]
fn two_mounts() {
    let cluster = Cluster::start(Options::default());
    let (one, two) = (Mount::new(&cluster, "one", ""), Mount::new(&cluster, "two", ""));

    for round in 0..20 {
        let name = format!("f{round}");
        assert_eq!(fs::metadata(two.path(&name)).unwrap_err().kind(), ErrorKind::NotFound);
        let mut file = File::create_new(one.path(&name)).unwrap();
        assert_eq!(fs::metadata(two.path(&name)).unwrap().len(), 0);
        let mut reader = File::open(two.path(&name)).unwrap();
        file.write_all(b"first").unwrap();
        assert_eq!(fs::metadata(two.path(&name)).unwrap().len(), 5);
        assert_eq!(reader.metadata().unwrap().len(), 5);
        let mut text = String::new();
        reader.read_to_string(&mut text).unwrap();
        assert_eq!(text, "first");
        file.write_all_at(b"worst and more", 0).unwrap();
        text.clear();
        reader.rewind().unwrap();
        reader.read_to_string(&mut text).unwrap();
        assert_eq!(text, "worst and more");
        file.set_len(3).unwrap();
        assert_eq!(fs::read(two.path(&name)).unwrap(), b"wor");
        assert_eq!(reader.metadata().unwrap().len(), 3);

        fs::set_permissions(two.path(&name), fs::Permissions::from_mode(0o604)).unwrap();
        assert_eq!(fs::metadata(one.path(&name)).unwrap().mode() & 0o7777, 0o604);
        let other = format!("g{round}");
        fs::rename(two.path(&name), one.path("none")).unwrap_err();
        fs::rename(two.path(&name), two.path(&other)).unwrap();
        assert_eq!(fs::metadata(one.path(&name)).unwrap_err().kind(), ErrorKind::NotFound);
        assert_eq!(fs::read(one.path(&other)).unwrap(), b"wor");
        // Renamed elsewhere, it is the same file here.
        file.write_all_at(b"ld", 3).unwrap();
        assert_eq!(fs::read(two.path(&other)).unwrap(), b"world");

        let directory = format!("d{round}");
        fs::create_dir(one.path(&directory)).unwrap();
        fs::write(two.path(&directory).join("x"), b"").unwrap();
        assert_eq!(names(&one.path(&directory)).len(), 1);
        fs::remove_dir_all(one.path(&directory)).unwrap();
        assert_eq!(fs::read_dir(two.path(&directory)).unwrap_err().kind(), ErrorKind::NotFound);
    }

    // Disjoint halves of one file, written at once.
    let data = content(3, 4 << 20);
    fs::write(one.path("halves"), b"").unwrap();
    std::thread::scope(|scope| {
        for (mount, odd) in [(&one, 0), (&two, 1)] {
            let data = &data;
            scope.spawn(move || {
                let file = OpenOptions::new().write(true).open(mount.path("halves")).unwrap();
                for (number, block) in data.chunks(10_007).enumerate().filter(|(number, _)| number % 2 == odd)
                {
                    file.write_all_at(block, number as u64 * 10_007).unwrap();
                }
            });
        }
    });
    assert!(fs::read(one.path("halves")).unwrap() == data && fs::read(two.path("halves")).unwrap() == data);
}

/// Programs that know nothing of it find what they need, and the same bytes.
#[test]
fn programs() {
    let cluster = Cluster::start(Options::default());
    let mount = Mount::new(&cluster, "mnt", "");
    let local = cluster.directory().join("local");
    fs::create_dir(&local).unwrap();
    let at = mount.at.display().to_string();

    // A local repository with a history, cloned, checked, and worked in.
    run(
        &local,
        "git init -q repo && cd repo && git config user.email a@b && git config user.name bee
         for n in $(seq 20); do mkdir -p dir$n/sub; head -c $((n * 3001)) /dev/urandom > dir$n/sub/file; \
         echo $n >> log; git add -A; git commit -qm $n; done",
    );
    run(
        &mount.at,
        &format!(
            "git clone -q {local}/repo clone && cd clone && git fsck --strict && diff -r --exclude=.git . {local}/repo
             git config user.email a@b && git config user.name bee
             echo more >> log && git commit -qam more && git gc -q && git fsck --strict && test -z \"$(git status --short)\"
             git checkout -q HEAD~5 && git status --short",
            local = local.display()
        ),
    );

    // tar and rsync; a second rsync copies nothing.
    run(
        &local,
        &format!(
            "tar -cf repo.tar repo && mkdir {at}/tar && tar -xf repo.tar -C {at}/tar && diff -r repo {at}/tar/repo
             tar -C {at}/tar -df repo.tar && tar -C {at}/tar -cf {at}/again.tar repo && tar -C . -df {at}/again.tar
             rsync -a repo/ {at}/rsync/ && diff -r repo {at}/rsync"
        ),
    );
    let second = run(&local, &format!("rsync -ai repo/ {at}/rsync/"));
    assert_eq!(second, "", "the second rsync copies");

    // dd that appends, and that goes round the kernel's cache; cp of a sparse file.
    let data = content(5, 300_000);
    fs::write(local.join("data"), &data).unwrap();
    run(
        &local,
        &format!(
            "dd if=data of={at}/dd bs=4099 oflag=append conv=notrunc status=none
             dd if=data of={at}/dd bs=10007 oflag=append conv=notrunc status=none
             cat data data | cmp - {at}/dd
             dd if=/dev/zero of={at}/direct bs=64K count=16 oflag=direct status=none
             dd if={at}/direct bs=64K iflag=direct status=none | cmp - <(head -c 1M /dev/zero)
             truncate -s 5M sparse && printf end >> sparse && cp -a --sparse=always sparse {at}/sparse
             cmp sparse {at}/sparse && cp -a {at}/sparse back && cmp sparse back
             find {at} -type f | wc -l && du -s {at} && df {at}"
        ),
    );

    // A database: written by one process and read by another, with a log that both map.
    run(
        &mount.at,
        "sqlite3 db 'pragma journal_mode=wal; create table t (n integer, s text)' > /dev/null
         (for n in $(seq 40); do sqlite3 -cmd '.timeout 20000' db \"insert into t select value, hex(randomblob(200)) \
         from generate_series(1, 50)\"; done) & writer=$!
         for n in $(seq 40); do sqlite3 -cmd '.timeout 20000' db 'select count(*) % 50 from t' | grep -qx 0; done
         wait $writer
         test \"$(sqlite3 db 'select count(*) from t; pragma integrity_check')\" = \"$(printf '2000\\nok')\"",
    );

    // A program that lies there is executed.
    run(&mount.at, "cp /bin/echo echo && test \"$(./echo hum)\" = hum");
}

/// Users have the rights that the permission bits give them, and their groups count. Needs root, to become others.
#[test]
fn users() {
    assert!(rustix::process::geteuid().is_root(), "this test needs root, to run programs as other users");
    let cluster = Cluster::start(Options::default());
    // Others must get there.
    fs::set_permissions(cluster.directory(), fs::Permissions::from_mode(0o755)).unwrap();
    let mount = Mount::new(&cluster, "mnt", "");
    let as_user = |groups: &str, command: &str| {
        let line = format!("setpriv --reuid 1234 --regid 1234 {groups} bash -c '{command}'");
        try_run(&mount.at, &line).status.success()
    };
    run(
        &mount.at,
        "mkdir open && chmod 1777 open && echo secret > private && chmod 640 private && chgrp 4321 private",
    );
    assert!(!as_user("--clear-groups", "cat private"));
    assert!(as_user("--groups 4321", "cat private && ! echo x >> private"));
    assert!(as_user("--clear-groups", "umask 027 && echo mine > open/mine && chmod 4755 open/mine"));
    let mine = fs::metadata(mount.path("open/mine")).unwrap();
    assert_eq!((mine.uid(), mine.gid(), mine.mode() & 0o7777), (1234, 1234, 0o4755));
    // Sticky: others' files stay; and a write by another takes set-user-id away.
    run(&mount.at, "echo root > open/root && chmod 666 open/root open/mine && chmod u+s open/root");
    assert!(!as_user("--clear-groups", "rm -f open/root"));
    assert!(as_user("--clear-groups", "echo more >> open/root"));
    assert_eq!(fs::metadata(mount.path("open/root")).unwrap().mode() & 0o7777, 0o666);
    // Who may execute a file need not be allowed to read it; who may not is told so.
    run(
        &mount.at,
        "cp /bin/true open/run && chmod 711 open/run && mkdir closed && chmod 700 closed && echo x > closed/x",
    );
    assert!(as_user("--clear-groups", "open/run && ! cat open/run"));
    assert!(!as_user("--clear-groups", "cat closed/x") && !as_user("--clear-groups", "cd closed"));
    run(&mount.at, "chmod 600 open/run");
    assert!(!as_user("--clear-groups", "open/run"));
    // So do fifos and sockets, which the kernel opens by itself.
    run(&mount.at, "mkfifo -m 600 fifo");
    assert!(!as_user("--clear-groups", "exec 3<> fifo"));
    run(&mount.at, "chmod 606 fifo");
    assert!(as_user("--clear-groups", "exec 3<> fifo"));
    // truncate(2) needs permission, whatever is open.
    assert!(!as_user("--groups 4321", "truncate -s 0 private"));
    // What is open for writing may be cut, also by who could not open it: ftruncate(2).
    run(
        &mount.at,
        "echo long > handed && chmod 600 handed && exec 3<> handed &&
         setpriv --reuid 1234 --regid 1234 --clear-groups perl -e 'open(F, \"+<&=3\") && truncate(F, 1) or die $!' && test $(stat -c %s handed) = 1",
    );
}

/// A mount says when it can be used, and is gone when it is undone: with umount, and at a signal. What cannot be mounted
/// is told why.
#[test]
fn life() {
    let cluster = Cluster::start(Options::default());
    let mount = Mount::new(&cluster, "mnt", "");
    assert!(mount.is_mounted());
    assert_eq!(mount.daemons().len(), 1, "one daemon");
    let file = File::create(mount.path("busy")).unwrap();
    mount.umount().fails(1, &["it is in use", "--lazy"]);
    drop(file);
    mount.umount().good();
    assert!(!mount.is_mounted() && !mount.path("busy").exists());
    wait_for("the daemon to end", || mount.daemons().is_empty());
    mount.umount().fails(1, &["nothing is mounted there"]);

    // Again, at the same place; a signal ends it, but not what is open.
    mount.shell.osmia("mount mnt").good();
    let mut file = OpenOptions::new().read(true).write(true).open(mount.path("busy")).unwrap();
    let daemon = rustix::process::Pid::from_raw(mount.daemons()[0]).unwrap();
    rustix::process::kill_process(daemon, rustix::process::Signal::TERM).unwrap();
    wait_for("the mount to be gone", || !mount.is_mounted());
    file.write_all(b"to the end").unwrap();
    drop(file);
    wait_for("the daemon to end", || mount.daemons().is_empty());

    // Undone and done again at once: the end of the first must not touch the second.
    for _ in 0..5 {
        mount.shell.osmia("mount mnt -o ro").good();
        assert_eq!(fs::read(mount.path("busy")).unwrap(), b"to the end");
        assert_eq!(fs::write(mount.path("no"), b"").unwrap_err().kind(), ErrorKind::ReadOnlyFilesystem);
        mount.umount().good();
    }
    wait_for("all daemons to end", || mount.daemons().is_empty());

    for (line, code, says) in [
        ("osmia.toml nowhere", 1, "nowhere: no directory to mount at"),
        ("osmia.toml osmia.toml", 1, "not a directory"),
        ("none.toml mnt", 1, "none.toml"),
        ("tcp://127.0.0.1:1 mnt -o give_up_ms=300", 1, "tcp://127.0.0.1:1"),
        ("osmia.toml mnt -o rw,turbo", 2, "option turbo does not exist"),
    ] {
        mount.shell.run("osmia-mount", line).fails(code, &[says]);
        assert!(!mount.is_mounted(), "{line}");
    }
}

/// Random operations on one file, mapped ones and holes among them, give what the model of a file gives.
#[test]
fn one_file() {
    let cluster = Cluster::start(Options::default());
    let mount = Mount::new(&cluster, "mnt", "");
    for seed in 0..scale(2, 4) {
        let path = mount.path(&format!("fsx-{seed}"));
        let mut file = fsx::Local::create(&path, true).unwrap();
        let options = fsx::Options::new(seed, scale(2_000, 100_000));
        if let Err(failure) = fsx::run(options, &mut file, &mut |_| {}) {
            panic!("{failure}");
        }
    }
}

/// Holes are found and made, ranges copied, and a file may be larger than 2^40 bytes.
#[test]
fn holes() {
    let cluster = Cluster::start(Options::default());
    let mount = Mount::new(&cluster, "mnt", "");
    const END: u64 = 1 << 41;
    let file = OpenOptions::new().read(true).write(true).create_new(true).open(mount.path("a")).unwrap();
    file.write_all_at(&content(1, 10_000), 0).unwrap();
    file.write_all_at(&content(2, 10_000), END).unwrap();
    use rustix::fs::{FallocateFlags, SeekFrom as To, fallocate, seek};
    assert_eq!(seek(&file, To::Data(0)), Ok(0));
    let hole = seek(&file, To::Hole(0)).unwrap();
    assert!((10_000..1 << 21).contains(&hole), "{hole}");
    let data = seek(&file, To::Data(hole)).unwrap();
    assert!((END - (1 << 21)..=END).contains(&data), "{data}");
    assert_eq!(seek(&file, To::Hole(END)), Ok(END + 10_000));
    assert_eq!(seek(&file, To::Data(END + 10_000)), Err(Errno::NXIO));
    fallocate(&file, FallocateFlags::PUNCH_HOLE | FallocateFlags::KEEP_SIZE, END, 10_000).unwrap();
    let mut back = vec![1; 10_000];
    file.read_exact_at(&mut back, END).unwrap();
    assert!(back.iter().all(|byte| *byte == 0), "a punched range reads as zeros");
    assert_eq!(file.metadata().unwrap().len(), END + 10_000);
    fallocate(&file, FallocateFlags::COLLAPSE_RANGE, 0, 4096).unwrap_err();
    let other = OpenOptions::new().write(true).create_new(true).open(mount.path("b")).unwrap();
    assert_eq!(rustix::fs::copy_file_range(&file, Some(&mut 0), &other, Some(&mut 5), 10_000), Ok(10_000));
    drop(other);
    let copy = fs::read(mount.path("b")).unwrap();
    assert!(copy[..5] == [0; 5] && copy[5..] == content(1, 10_000)[..]);
}

/// Files that are copied into the mount in turn.
const SOURCES: u64 = 8;

/// Servers that are killed and started again while the mount is used are a pause: nobody sees an error, and all bytes are
/// there.
#[test]
fn servers_restart() {
    let mut cluster = Cluster::start(Options::default());
    let mount = Mount::new(&cluster, "mnt", "");
    let local = cluster.directory();
    for number in 0..SOURCES {
        fs::write(local.join(format!("source{number}")), content(number, 70_001)).unwrap();
    }
    // Processes of their own: a server's start must not wait for a file of the mount that its starter has open.
    let writers: Vec<Child> = (0..2)
        .map(|writer| {
            let script = "mkdir mnt/$0 && n=0 && while [ ! -e stop ]; do
                cp source$((n % $1)) mnt/$0/$n && mv mnt/$0/$n mnt/$0/$n.done || exit 1
                n=$((n + 1)); done; echo $n";
            let mut sh = Command::new("sh");
            sh.args(["-c", script, &format!("w{writer}"), &SOURCES.to_string()]).current_dir(local);
            sh.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
        })
        .collect();
    let done = |writer: usize| {
        let names = fs::read_dir(mount.path(&format!("w{writer}"))).into_iter().flatten();
        names.flatten().filter(|name| name.file_name().as_bytes().ends_with(b".done")).count()
    };
    let both_go_on = || {
        let before = [done(0), done(1)];
        wait_for("both writers to go on", || (0..2).all(|writer| done(writer) > before[writer] + 3));
    };
    for (kind, n) in [(Kind::Mds, 0), (Kind::Oss, 0), (Kind::Mds, 1), (Kind::Oss, 1)] {
        both_go_on();
        let at = cluster.server(kind, n);
        cluster.kill(at);
        cluster.launch(at);
    }
    both_go_on();
    fs::write(cluster.directory().join("stop"), "").unwrap();
    for (writer, child) in writers.into_iter().enumerate() {
        let output = child.wait_with_output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let count: u64 = String::from_utf8(output.stdout).unwrap().trim().parse().unwrap();
        let directory = mount.path(&format!("w{writer}"));
        assert!(count > 0 && names(&directory).len() as u64 == count, "{count}");
        for number in 0..count {
            let read = fs::read(directory.join(format!("{number}.done"))).unwrap();
            assert!(read == content(number % SOURCES, 70_001), "file {number} of {writer}");
        }
    }
}

/// With `cache=open` and times to believe names and attributes, content is right, also mapped; and another mount's changes
/// are seen once a file is opened again, or the time is over.
#[test]
fn relaxed() {
    let cluster = Cluster::start(Options::default());
    let mount = Mount::new(&cluster, "one", "cache=open,entry_timeout=0.2,attr_timeout=0.2");
    let other = Mount::new(&cluster, "two", "");
    let data = content(9, 3_000_000);
    fs::write(mount.path("f"), &data).unwrap();
    assert!(fs::read(mount.path("f")).unwrap() == data);
    for number in 0..300 {
        fs::write(mount.path(&format!("n{number}")), b"").unwrap();
    }
    assert_eq!(run(&mount.at, "ls -l | grep -c ' n[0-9]*$'").trim(), "300");
    fs::write(other.path("f"), b"shorter").unwrap();
    wait_for("the time to be over", || fs::metadata(mount.path("f")).unwrap().len() == 7);
    assert_eq!(fs::read(mount.path("f")).unwrap(), b"shorter");
    let options =
        OpenOptions::new().read(true).custom_flags(libc::O_SYNC).write(true).open(mount.path("f")).unwrap();
    options.write_all_at(b"longer than before", 0).unwrap();
    assert_eq!(fs::read(other.path("f")).unwrap(), b"longer than before");
}
