//! A directory of a local file system.

use std::collections::BTreeMap;
use std::ffi::CString;
use std::fs::File;
use std::io::{Read, Write};
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{FileExt, MetadataExt};
use std::path::Path;

use crate::api::{Api, Caller, How, Outcome, Stat};
use crate::names::{Got, Names, Op};

/// A local directory as a file system whose root it is. Needs the right to act as other users.
///
/// The directory above it becomes the process's working directory, from which each path is looked up: so whoever acts
/// needs no right on the directories higher up. One of these in a process.
#[derive(Debug)]
pub struct Posix {
    name: Vec<u8>,
    /// With how and by whom each was opened.
    handles: BTreeMap<usize, (File, How, Caller)>,
}

fn errno<T>(result: std::io::Result<T>) -> Outcome<T> {
    result.map_err(|error| error.raw_os_error().unwrap_or(libc::EIO))
}

impl Posix {
    /// Takes an empty directory, gives it to the super-user with mode 0777.
    pub fn new(root: &Path) -> Posix {
        use std::os::unix::fs::PermissionsExt;
        std::fs::set_permissions(root, std::fs::Permissions::from_mode(0o777)).expect("our own directory");
        std::env::set_current_dir(root.parent().expect("not /")).expect("our own directory");
        let name = root.file_name().expect("not /").as_bytes().to_vec();
        Posix { name, handles: BTreeMap::new() }
    }

    /// The path from the working directory; an absolute one stays within.
    fn path(&self, path: &[u8]) -> Outcome<CString> {
        if path.is_empty() {
            return Err(libc::ENOENT);
        }
        let mut whole = self.name.clone();
        whole.push(b'/');
        whole.extend_from_slice(path);
        CString::new(whole).map_err(|_| libc::EINVAL)
    }

    fn as_caller<T>(&self, caller: Caller, call: impl FnOnce() -> std::io::Result<T>) -> Outcome<T> {
        let _user = User::become_(caller.uid);
        errno(call())
    }
}

/// This thread acts as a user until dropped. setfsuid(2) also drops and restores the file capabilities.
struct User;

#[allow(unsafe_code)]
impl User {
    fn become_(uid: u32) -> User {
        // SAFETY: only changes this thread's file system group.
        unsafe { libc::setfsgid(uid) };
        // SAFETY: only changes this thread's file system user.
        unsafe { libc::setfsuid(uid) };
        User
    }
}

#[allow(unsafe_code)]
impl Drop for User {
    fn drop(&mut self) {
        // SAFETY: back to the super-user, that this process is.
        unsafe { libc::setfsuid(0) };
        // SAFETY: likewise.
        unsafe { libc::setfsgid(0) };
    }
}

fn check(result: i32) -> std::io::Result<i32> {
    if result < 0 { Err(std::io::Error::last_os_error()) } else { Ok(result) }
}

fn stat_of(metadata: &std::fs::Metadata) -> Stat {
    Stat {
        is_dir: metadata.is_dir(),
        mode: metadata.mode() & 0o7777,
        uid: metadata.uid(),
        gid: metadata.gid(),
        nlink: metadata.nlink() as u32,
        size: if metadata.is_dir() { 0 } else { metadata.size() },
        mtime: crate::sequence::known_time(metadata.mtime()),
    }
}

#[allow(unsafe_code)]
impl Api for Posix {
    fn mkdir(&mut self, caller: Caller, path: &[u8], mode: u32) -> Outcome<()> {
        let path = self.path(path)?;
        // SAFETY: a NUL-terminated path that lives through the call.
        self.as_caller(caller, || check(unsafe { libc::mkdir(path.as_ptr(), mode) }).map(drop))
    }
    fn rmdir(&mut self, caller: Caller, path: &[u8]) -> Outcome<()> {
        let path = self.path(path)?;
        // SAFETY: a NUL-terminated path that lives through the call.
        self.as_caller(caller, || check(unsafe { libc::rmdir(path.as_ptr()) }).map(drop))
    }
    fn unlink(&mut self, caller: Caller, path: &[u8]) -> Outcome<()> {
        let path = self.path(path)?;
        // SAFETY: a NUL-terminated path that lives through the call.
        self.as_caller(caller, || check(unsafe { libc::unlink(path.as_ptr()) }).map(drop))
    }
    fn rename(&mut self, caller: Caller, from: &[u8], to: &[u8]) -> Outcome<()> {
        let (from, to) = (self.path(from)?, self.path(to)?);
        // SAFETY: NUL-terminated paths that live through the call.
        self.as_caller(caller, || check(unsafe { libc::rename(from.as_ptr(), to.as_ptr()) }).map(drop))
    }
    fn open(&mut self, caller: Caller, path: &[u8], how: How, mode: u32, handle: usize) -> Outcome<()> {
        let path = self.path(path)?;
        let mut flags = match (how.read, how.write) {
            (_, false) => libc::O_RDONLY,
            (false, true) => libc::O_WRONLY,
            (true, true) => libc::O_RDWR,
        };
        for (on, flag) in [
            (how.create, libc::O_CREAT),
            (how.exclusive, libc::O_EXCL),
            (how.truncate, libc::O_TRUNC),
            (how.append, libc::O_APPEND),
        ] {
            flags |= if on { flag } else { 0 };
        }
        // SAFETY: a NUL-terminated path that lives through the call.
        let fd = self.as_caller(caller, || {
            // SAFETY: a NUL-terminated path that lives through the call.
            check(unsafe { libc::open(path.as_ptr(), flags | libc::O_CLOEXEC, mode) })
        })?;
        // SAFETY: a descriptor that open(2) has just given us.
        let fd = unsafe { OwnedFd::from_raw_fd(fd) };
        self.handles.insert(handle, (File::from(fd), how, caller));
        Ok(())
    }
    fn close(&mut self, handle: usize) -> Outcome<()> {
        self.handles.remove(&handle).map(drop).ok_or(libc::EBADF)
    }
    fn write(&mut self, handle: usize, offset: u64, data: &[u8]) -> Outcome<usize> {
        let (file, how, _) = self.handles.get_mut(&handle).ok_or(libc::EBADF)?;
        // As the super-user a write keeps the set-id bits; the model says so, too.
        errno(if how.append { file.write(data) } else { file.write_at(data, offset) })
    }
    fn read(&mut self, handle: usize, offset: u64, len: usize) -> Outcome<Vec<u8>> {
        use std::io::{Seek, SeekFrom};
        let (file, ..) = self.handles.get_mut(&handle).ok_or(libc::EBADF)?;
        let mut data = Vec::new();
        errno(file.seek(SeekFrom::Start(offset)))?;
        errno(file.take(len as u64).read_to_end(&mut data))?;
        Ok(data)
    }
    fn fstat(&mut self, handle: usize) -> Outcome<Stat> {
        let (file, ..) = self.handles.get(&handle).ok_or(libc::EBADF)?;
        errno(file.metadata()).map(|metadata| stat_of(&metadata))
    }
    fn ftruncate(&mut self, handle: usize, size: u64) -> Outcome<()> {
        let (file, _, caller) = self.handles.get(&handle).ok_or(libc::EBADF)?;
        // SAFETY: an open descriptor. (`File::set_len` would do; this keeps EINVAL as it is.)
        self.as_caller(*caller, || check(unsafe { libc::ftruncate(file.as_raw_fd(), size as i64) }).map(drop))
    }
    fn fsync(&mut self, handle: usize) -> Outcome<()> {
        let (file, ..) = self.handles.get(&handle).ok_or(libc::EBADF)?;
        errno(file.sync_all())
    }
    fn stat(&mut self, caller: Caller, path: &[u8]) -> Outcome<Stat> {
        let path = self.path(path)?;
        let path = Path::new(std::ffi::OsStr::from_bytes(path.as_bytes()));
        self.as_caller(caller, || std::fs::symlink_metadata(path)).map(|metadata| stat_of(&metadata))
    }
    fn truncate(&mut self, caller: Caller, path: &[u8], size: u64) -> Outcome<()> {
        let path = self.path(path)?;
        // SAFETY: a NUL-terminated path that lives through the call.
        self.as_caller(caller, || check(unsafe { libc::truncate(path.as_ptr(), size as i64) }).map(drop))
    }
    fn chmod(&mut self, caller: Caller, path: &[u8], mode: u32) -> Outcome<()> {
        let path = self.path(path)?;
        // SAFETY: a NUL-terminated path that lives through the call.
        self.as_caller(caller, || check(unsafe { libc::chmod(path.as_ptr(), mode) }).map(drop))
    }
    fn chown(&mut self, caller: Caller, path: &[u8], uid: u32, gid: u32) -> Outcome<()> {
        let path = self.path(path)?;
        // SAFETY: a NUL-terminated path that lives through the call.
        self.as_caller(caller, || check(unsafe { libc::chown(path.as_ptr(), uid, gid) }).map(drop))
    }
    fn utimens(&mut self, caller: Caller, path: &[u8], time: i64) -> Outcome<()> {
        let path = self.path(path)?;
        let time = libc::timespec { tv_sec: time, tv_nsec: 0 };
        let times = [time, time];
        // SAFETY: a NUL-terminated path and two times, all living through the call.
        let call = || check(unsafe { libc::utimensat(libc::AT_FDCWD, path.as_ptr(), times.as_ptr(), 0) });
        self.as_caller(caller, || call().map(drop))
    }
    fn list(&mut self, caller: Caller, path: &[u8]) -> Outcome<Vec<Vec<u8>>> {
        let path = self.path(path)?;
        let path = Path::new(std::ffi::OsStr::from_bytes(path.as_bytes()));
        let mut names = self.as_caller(caller, || {
            std::fs::read_dir(path)?
                .map(|entry| Ok(entry?.file_name().as_bytes().to_vec()))
                .collect::<std::io::Result<Vec<_>>>()
        })?;
        names.sort();
        Ok(names)
    }
}

#[allow(unsafe_code)]
impl Names for Posix {
    fn call(&mut self, op: &Op) -> Outcome<Got> {
        let c = |path: &str| self.path(path.as_bytes());
        let os = |path: &CString| std::ffi::OsStr::from_bytes(path.as_bytes()).to_owned();
        let stat_of = |metadata: std::fs::Metadata| Got::Stat {
            mode: metadata.mode(),
            nlink: metadata.nlink(),
            size: if metadata.is_dir() { 0 } else { metadata.size() },
        };
        let done = |result: i32| errno(check(result)).map(|_| Got::Nothing);
        match op {
            // SAFETY: a NUL-terminated path that lives through the call.
            Op::Mkdir(path) => done(unsafe { libc::mkdir(c(path)?.as_ptr(), 0o755) }),
            // SAFETY: a NUL-terminated path that lives through the call.
            Op::Rmdir(path) => done(unsafe { libc::rmdir(c(path)?.as_ptr()) }),
            // SAFETY: a NUL-terminated path that lives through the call.
            Op::Unlink(path) => done(unsafe { libc::unlink(c(path)?.as_ptr()) }),
            Op::Open(path, flags) => {
                // SAFETY: a NUL-terminated path that lives through the call.
                let fd = unsafe { libc::open(c(path)?.as_ptr(), flags | libc::O_CLOEXEC, 0o644) };
                let fd = errno(check(fd))?;
                // SAFETY: a descriptor that open(2) has just given us.
                let file = File::from(unsafe { OwnedFd::from_raw_fd(fd) });
                // Osmia keeps fifos, and leaves opening them to who mounts it.
                let is_fifo = errno(file.metadata())?.mode() & libc::S_IFMT == libc::S_IFIFO;
                if is_fifo { Err(libc::ENXIO) } else { Ok(Got::Nothing) }
            }
            Op::Symlink { target, path } => {
                let target = CString::new(target.as_str()).map_err(|_| libc::EINVAL)?;
                // SAFETY: NUL-terminated paths that live through the call.
                done(unsafe { libc::symlink(target.as_ptr(), c(path)?.as_ptr()) })
            }
            Op::ReadLink(path) => errno(std::fs::read_link(os(&c(path)?)))
                .map(|target| Got::Bytes(target.into_os_string().into_encoded_bytes())),
            // SAFETY: NUL-terminated paths that live through the call.
            Op::Link(from, to) => done(unsafe { libc::link(c(from)?.as_ptr(), c(to)?.as_ptr()) }),
            // SAFETY: a NUL-terminated path that lives through the call.
            Op::Mkfifo(path) => done(unsafe { libc::mkfifo(c(path)?.as_ptr(), 0o644) }),
            Op::Rename(from, to, flags) => {
                let (from, to, at) = (c(from)?, c(to)?, libc::AT_FDCWD);
                // SAFETY: NUL-terminated paths that live through the call.
                done(unsafe { libc::renameat2(at, from.as_ptr(), at, to.as_ptr(), *flags) })
            }
            Op::Stat(path) => errno(std::fs::metadata(os(&c(path)?))).map(stat_of),
            Op::Lstat(path) => errno(std::fs::symlink_metadata(os(&c(path)?))).map(stat_of),
            // SAFETY: a NUL-terminated path that lives through the call.
            Op::Chmod(path, mode) => done(unsafe { libc::chmod(c(path)?.as_ptr(), *mode) }),
            Op::SetXattr { path, name, value, flags, follow } => {
                let flags = rustix::fs::XattrFlags::from_bits_retain(*flags as u32);
                let set = |path: &CString| match follow {
                    true => rustix::fs::setxattr(path, name.as_str(), value, flags),
                    false => rustix::fs::lsetxattr(path, name.as_str(), value, flags),
                };
                errno(set(&c(path)?).map_err(Into::into)).map(|()| Got::Nothing)
            }
            Op::GetXattr { path, name, follow } => {
                let mut value = vec![0; 1 << 10];
                let mut get = |path: &CString| match follow {
                    true => rustix::fs::getxattr(path, name.as_str(), &mut value[..]),
                    false => rustix::fs::lgetxattr(path, name.as_str(), &mut value[..]),
                };
                let bytes = errno(get(&c(path)?).map_err(Into::into))?;
                value.truncate(bytes);
                Ok(Got::Bytes(value))
            }
            Op::RemoveXattr { path, name, follow } => {
                let remove = |path: &CString| match follow {
                    true => rustix::fs::removexattr(path, name.as_str()),
                    false => rustix::fs::lremovexattr(path, name.as_str()),
                };
                errno(remove(&c(path)?).map_err(Into::into)).map(|()| Got::Nothing)
            }
            Op::List(path) => self.list(Caller { client: 0, uid: 0 }, path.as_bytes()).map(Got::Names),
        }
    }
}
