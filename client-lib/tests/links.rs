//! Links, special files, extended attributes and rename's flags: against servers in threads of the test, over shared
//! memory. Directories lie each at another shard than the one above.

#![allow(clippy::unwrap_used)]

mod fake;

use std::path::Path;

use fake::{Cluster, block_on};
use osmia_client::{Client, FileKind, OpenOptions, SetTime, SetXattr, Timestamp};

fn errno<T: std::fmt::Debug>(result: osmia_client::Result<T>) -> i32 {
    result.unwrap_err().errno()
}

/// Directories /a, /a/b and /a/b/c, and a file in the last.
fn tree(client: &Client) {
    for dir in ["/a", "/a/b", "/a/b/c"] {
        client.mkdir(dir, 0o755).unwrap();
    }
    client.create("/a/b/c/f", 0o644).unwrap().close().unwrap();
}

/// A link is followed in the middle of a path always, at its end where the call follows, and with a slash behind it.
#[test]
fn links_are_followed() {
    let cluster = Cluster::start(3, 1, 4096);
    let client = cluster.client();
    tree(&client);
    let id = |path: &str| client.stat(path).unwrap().id;
    for (target, link) in [
        ("/a/b/c", "/absolute"),
        ("b/c", "/a/relative"),
        ("../b/./c/", "/a/b/up"),
        ("../../../../a/b/c", "/a/b/c/root"),
        ("/absolute", "/twice"),
        ("twice/f", "/file"),
    ] {
        client.symlink(target, link).unwrap();
        assert_eq!(client.read_link(link).unwrap(), Path::new(target));
        let metadata = client.lstat(link).unwrap();
        assert!(metadata.is_symlink() && metadata.kind() == FileKind::Symlink);
        assert_eq!(metadata.size, target.len() as u64);
    }
    for link in ["/absolute", "/a/relative", "/a/b/up", "/a/b/c/root", "/twice"] {
        assert_eq!(id(link), id("/a/b/c"), "{link}");
        assert_eq!(id(&format!("{link}/f")), id("/a/b/c/f"), "{link}");
        assert_eq!(client.lstat(format!("{link}/")).unwrap().id, id("/a/b/c"), "{link}");
        assert_eq!(client.lstat(format!("{link}/.")).unwrap().id, id("/a/b/c"), "{link}");
        // Not the directory that holds the link.
        assert_eq!(id(&format!("{link}/..")), id("/a/b"), "{link}");
        assert_eq!(id(&format!("{link}/../c/f")), id("/a/b/c/f"), "{link}");
        assert_eq!(client.read_dir(link).unwrap().count(), 2, "{link}");
    }
    assert_eq!(id("/file"), id("/a/b/c/f"));
    assert_eq!(errno(client.stat("/file/")), libc::ENOTDIR);
    assert_eq!(errno(client.read_link("/a/b")), libc::EINVAL);
    // What a link says with a slash at its end is a directory, for every call.
    client.symlink("a/b/c/f/", "/no_directory").unwrap();
    assert_eq!(errno(client.stat("/no_directory")), libc::ENOTDIR);
    assert_eq!(errno(client.chmod("/no_directory", 0o600)), libc::ENOTDIR);
    assert_eq!(errno(client.truncate("/no_directory", 0)), libc::ENOTDIR);
    assert_eq!(errno(client.listxattr("/no_directory")), libc::ENOTDIR);
    assert_eq!(errno(client.read_link("/twice/")), libc::EINVAL);
    assert_eq!(errno(client.symlink("", "/empty")), libc::ENOENT);
    assert_eq!(errno(client.symlink("x", "/new/")), libc::ENOENT);
    assert_eq!(errno(client.symlink("x", "/a/")), libc::EEXIST);
    assert_eq!(errno(client.symlink("x".repeat(4096), "/long")), libc::ENAMETOOLONG);
    assert_eq!(errno(client.unlink("/twice/")), libc::ENOTDIR);
    assert_eq!(errno(client.rmdir("/twice/")), libc::ENOTDIR);
    client.unlink("/twice").unwrap();
    assert!(client.stat("/absolute").unwrap().is_dir());
}

/// Forty links are followed on one path, and no more; a circle ends in ELOOP.
#[test]
fn forty_links() {
    let cluster = Cluster::start(2, 1, 4096);
    let client = cluster.client();
    client.create("/l0", 0o644).unwrap().close().unwrap();
    for i in 1..=41 {
        client.symlink(format!("l{}", i - 1), format!("/l{i}")).unwrap();
    }
    assert!(client.stat("/l40").unwrap().is_file());
    assert_eq!(errno(client.stat("/l41")), libc::ELOOP);
    client.symlink("circle", "/circle").unwrap();
    assert_eq!(errno(client.stat("/circle")), libc::ELOOP);
    assert_eq!(errno(client.stat("/circle/x")), libc::ELOOP);
    client.lstat("/circle").unwrap();
}

/// open(2) with O_CREAT makes what a dangling link leads to, with O_EXCL nothing; O_NOFOLLOW opens no link.
#[test]
fn open_through_links() {
    let cluster = Cluster::start(3, 1, 4096);
    let client = cluster.client();
    tree(&client);
    client.symlink("b/c/new", "/a/dangling").unwrap();
    let create = OpenOptions::new().write(true).create(true);
    assert_eq!(errno(client.open("/a/dangling", &OpenOptions::new().read(true))), libc::ENOENT);
    assert_eq!(errno(client.open("/a/dangling", &create.clone().create_new(true))), libc::EEXIST);
    assert_eq!(errno(client.open("/a/dangling", &create.clone().nofollow(true))), libc::ELOOP);
    assert!(client.open("/a/dangling", &create).unwrap().created());
    assert!(client.stat("/a/b/c/new").unwrap().is_file());
    client.symlink("b/c/", "/a/slash").unwrap();
    client.symlink("b/none/", "/a/none").unwrap();
    assert_eq!(errno(client.open("/a/slash", &create)), libc::EISDIR);
    assert_eq!(errno(client.open("/a/none", &create)), libc::EISDIR);
    let flags = libc::O_RDONLY | libc::O_NOFOLLOW;
    assert_eq!(errno(client.open("/a/slash", &OpenOptions::from_flags(flags, 0).unwrap())), libc::ELOOP);
    client.open("/a/slash/", &OpenOptions::from_flags(flags, 0).unwrap()).unwrap();
}

/// After changes through a link a client finds what is there, not what it remembers.
#[test]
fn own_changes_through_links_are_seen() {
    let cluster = Cluster::start(3, 1, 4096);
    let client = cluster.client();
    tree(&client);
    client.symlink("/a/b", "/link").unwrap();
    assert_eq!(errno(client.stat("/a/b/c/none")), libc::ENOENT);
    client.rename("/link/c", "/link/x").unwrap();
    assert_eq!(errno(client.stat("/a/b/c/f")), libc::ENOENT);
    assert!(client.stat("/a/b/x/f").unwrap().is_file());
    client.unlink("/link/x/f").unwrap();
    client.rmdir("/link/x").unwrap();
    assert_eq!(errno(client.stat("/a/b/x/f")), libc::ENOENT);
    // What the link says is asked for again.
    client.unlink("/link").unwrap();
    client.symlink("/a", "/link").unwrap();
    assert_eq!(client.stat("/link").unwrap().id, client.stat("/a").unwrap().id);
}

/// A file has as many names as it was given, at any shard, and goes with the last.
#[test]
fn further_names() {
    let cluster = Cluster::start(3, 1, 4096);
    let client = cluster.client();
    tree(&client);
    client.hard_link("/a/b/c/f", "/top").unwrap();
    let metadata = client.stat("/top").unwrap();
    assert_eq!((metadata.id, metadata.nlink), (client.stat("/a/b/c/f").unwrap().id, 2));
    client.chmod("/top", 0o600).unwrap();
    assert_eq!(client.stat("/a/b/c/f").unwrap().permissions(), 0o600);
    assert_eq!(errno(client.hard_link("/top", "/a/b/c/f")), libc::EEXIST);
    assert_eq!(errno(client.hard_link("/a", "/dir")), libc::EPERM);
    assert_eq!(errno(client.hard_link("/none", "/x")), libc::ENOENT);
    assert_eq!(errno(client.hard_link("/top/", "/x")), libc::ENOTDIR);
    assert_eq!(errno(client.hard_link("/top", "/x/")), libc::ENOENT);
    client.unlink("/a/b/c/f").unwrap();
    assert_eq!(client.stat("/top").unwrap().nlink, 1);
    // Of a link, the link itself.
    client.symlink("top", "/soft").unwrap();
    client.hard_link("/soft", "/a/soft").unwrap();
    assert_eq!(client.read_link("/a/soft").unwrap(), Path::new("top"));
}

/// A directory that changes its parent is moved by the root's shard; two names are exchanged; a taken name stays.
#[test]
fn renames() {
    let cluster = Cluster::start(3, 1, 4096);
    let client = cluster.client();
    tree(&client);
    let id = |path: &str| client.stat(path).unwrap().id;
    let (c, a) = (id("/a/b/c"), id("/a"));
    client.rename("/a/b/c", "/c").unwrap();
    assert_eq!(id("/c"), c);
    client.rename_exchange("/a", "/c").unwrap();
    assert_eq!((id("/a"), id("/c")), (c, a));
    assert_eq!(errno(client.rename_noreplace("/a", "/c")), libc::EEXIST);
    assert_eq!(errno(client.rename_exchange("/a", "/none")), libc::ENOENT);
    // As Linux, which looks at the new name before it minds the slash behind the old one.
    assert_eq!(errno(client.rename_exchange("/a/f/", "/none")), libc::ENOENT);
    assert_eq!(errno(client.rename_exchange("/a/f/", "/c")), libc::ENOTDIR);
}

/// Special files are what they were made; the super-user's umask holds for them.
#[test]
fn special_files() {
    let cluster = Cluster::start(2, 1, 4096);
    let client = cluster.client();
    for (kind, rdev, want) in [
        (libc::S_IFIFO, 0, FileKind::Fifo),
        (libc::S_IFSOCK, 0, FileKind::Socket),
        (libc::S_IFCHR, 0x103, FileKind::CharDevice),
        (libc::S_IFBLK, 0x800, FileKind::BlockDevice),
        (0, 0, FileKind::File),
    ] {
        client.mknod("/special", kind | 0o666, rdev).unwrap();
        let metadata = client.stat("/special").unwrap();
        assert_eq!((metadata.kind(), metadata.rdev, metadata.permissions()), (want, rdev, 0o644));
        let listed = client.read_dir("/").unwrap().next().unwrap().unwrap();
        assert_eq!(listed.kind(), want);
        assert_eq!(errno(client.mknod("/special", kind | 0o666, rdev)), libc::EEXIST);
        client.unlink("/special").unwrap();
    }
    assert_eq!(errno(client.mknod("/special", libc::S_IFDIR | 0o777, 0)), libc::EPERM);
    assert_eq!(errno(client.mknod("/special", libc::S_IFLNK | 0o777, 0)), libc::EINVAL);
}

/// Extended attributes are those of the file that a path leads to, of the link itself where asked for, and of an open file.
#[test]
fn extended_attributes() {
    let cluster = Cluster::start(2, 1, 4096);
    let client = cluster.client();
    tree(&client);
    client.symlink("/a/b/c/f", "/link").unwrap();
    client.setxattr("/link", "user.one", b"1", SetXattr::Create).unwrap();
    assert_eq!(client.getxattr("/a/b/c/f", "user.one").unwrap(), b"1");
    assert_eq!(errno(client.setxattr("/link", "user.one", b"2", SetXattr::Create)), libc::EEXIST);
    assert_eq!(errno(client.setxattr("/link", "user.two", b"2", SetXattr::Replace)), libc::ENODATA);
    client.lsetxattr("/link", "trusted.own", b"", SetXattr::Any).unwrap();
    assert_eq!(client.llistxattr("/link").unwrap(), ["trusted.own"]);
    assert_eq!(client.lgetxattr("/link", "trusted.own").unwrap(), b"");
    assert_eq!(client.listxattr("/link").unwrap(), ["user.one"]);
    let file = client.open("/link", &OpenOptions::new().read(true)).unwrap();
    file.setxattr("user.two", b"2", SetXattr::Any).unwrap();
    assert_eq!(file.listxattr().unwrap(), ["user.one", "user.two"]);
    file.removexattr("user.one").unwrap();
    assert_eq!(errno(file.getxattr("user.one")), libc::ENODATA);
    client.lremovexattr("/link", "trusted.own").unwrap();
    assert_eq!(errno(client.removexattr("/link", "user.one")), libc::ENODATA);
    let long = vec![0; (1 << 16) + 1];
    assert_eq!(errno(client.setxattr("/link", "user.long", &long, SetXattr::Any)), libc::E2BIG);
}

/// The asynchronous form has the same calls.
#[test]
fn futures() {
    let cluster = Cluster::start(2, 1, 4096);
    let client = cluster.client();
    tree(&client);
    let files = client.asynchronous();
    block_on(async {
        files.symlink("a/b/c/f", "/link").await.unwrap();
        assert_eq!(files.read_link("/link").await.unwrap(), Path::new("a/b/c/f"));
        files.lchown("/link", Some(1), Some(2)).await.unwrap();
        let time = Timestamp(1_700_000_000_000_000_005);
        files.lutimens("/link", SetTime::To(time), SetTime::To(time)).await.unwrap();
        let link = files.lstat("/link").await.unwrap();
        assert_eq!((link.uid, link.gid, link.mtime), (1, 2, time));
        assert_eq!(files.stat("/link").await.unwrap().uid, 0);
        files.hard_link("/a/b/c/f", "/hard").await.unwrap();
        files.mknod("/fifo", libc::S_IFIFO | 0o600, 0).await.unwrap();

        files.setxattr("/link", "user.one", b"1".into(), SetXattr::Create).await.unwrap();
        files.lsetxattr("/link", "trusted.own", b"2".into(), SetXattr::Any).await.unwrap();
        assert_eq!(files.getxattr("/hard", "user.one").await.unwrap(), b"1");
        assert_eq!(files.lgetxattr("/link", "trusted.own").await.unwrap(), b"2");
        assert_eq!(files.listxattr("/link").await.unwrap(), ["user.one"]);
        assert_eq!(files.llistxattr("/link").await.unwrap(), ["trusted.own"]);
        let file = files.open("/link", &OpenOptions::new().read(true)).await.unwrap();
        file.setxattr("user.two", b"3".into(), SetXattr::Any).await.unwrap();
        assert_eq!(file.listxattr().await.unwrap(), ["user.one", "user.two"]);
        assert_eq!(file.getxattr("user.two").await.unwrap(), b"3");
        file.removexattr("user.two").await.unwrap();
        files.removexattr("/link", "user.one").await.unwrap();
        files.lremovexattr("/link", "trusted.own").await.unwrap();
        assert_eq!(files.listxattr("/hard").await.unwrap(), [""; 0]);
        assert_eq!(files.llistxattr("/link").await.unwrap(), [""; 0]);

        assert_eq!(errno(files.rename_noreplace("/hard", "/fifo").await), libc::EEXIST);
        files.rename_exchange("/hard", "/fifo").await.unwrap();
        assert_eq!(files.stat("/hard").await.unwrap().kind(), FileKind::Fifo);
    });
}
