//! An Osmia cluster as a file system under test.

use std::collections::BTreeMap;
use std::io::Write;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

use osmia_client::{Client, Error, File, Metadata, OpenOptions, SetTime, SetXattr};

use crate::api::{Api, Caller, How, Outcome, Stat};
use crate::cluster::Cluster;
use crate::names::{Got, Names, Op};

/// Clients of one cluster: one for each (client, user) that calls.
#[derive(Debug)]
pub struct Osmia<'a> {
    cluster: &'a Cluster,
    clients: BTreeMap<(usize, u32), Client>,
    handles: BTreeMap<usize, Handle>,
}

#[derive(Debug)]
struct Handle {
    file: File,
    how: How,
    /// The client that opened it.
    owner: (usize, u32),
    /// Written, and not synced since.
    dirty: bool,
}

fn path(bytes: &[u8]) -> &Path {
    Path::new(std::ffi::OsStr::from_bytes(bytes))
}

fn errno<T>(result: Result<T, Error>) -> Outcome<T> {
    result.map_err(|error| {
        // What stands behind an I/O error or a time-out is not in the errno.
        if std::env::var_os("OSMIA_TRACE").is_some()
            || matches!(error.errno(), libc::EIO | libc::ETIMEDOUT | libc::EPROTO)
        {
            eprintln!("{error}");
        }
        error.errno()
    })
}

fn stat_of(metadata: &Metadata) -> Stat {
    Stat {
        is_dir: metadata.is_dir(),
        mode: metadata.permissions(),
        uid: metadata.uid,
        gid: metadata.gid,
        nlink: metadata.nlink,
        size: if metadata.is_dir() { 0 } else { metadata.size },
        mtime: crate::sequence::known_time(metadata.mtime.0.div_euclid(1_000_000_000)),
    }
}

impl<'a> Osmia<'a> {
    /// A file system whose root is open to everybody.
    pub fn new(cluster: &'a Cluster) -> Osmia<'a> {
        let mut osmia = Osmia { cluster, clients: BTreeMap::new(), handles: BTreeMap::new() };
        osmia.client(Caller { client: 0, uid: 0 }).chmod("/", 0o777).expect("the super-user may");
        osmia
    }

    fn client(&mut self, caller: Caller) -> &Client {
        self.publish((caller.client, caller.uid));
        let client = self.clients.entry((caller.client, caller.uid));
        client.or_insert_with(|| self.cluster.client_as(caller.uid))
    }

    fn handle(&mut self, handle: usize) -> Outcome<&mut Handle> {
        let owner = self.handles.get(&handle).ok_or(libc::EBADF)?.owner;
        self.publish(owner);
        self.handles.get_mut(&handle).ok_or(libc::EBADF)
    }

    /// The size of a file is exact for others once its writer has synced or closed it: does so with what other clients
    /// than `reader` have written.
    fn publish(&mut self, reader: (usize, u32)) {
        for handle in self.handles.values_mut().filter(|handle| handle.dirty && handle.owner != reader) {
            handle.file.fsync().expect("what was written can be synced");
            handle.dirty = false;
        }
    }
}

impl Api for Osmia<'_> {
    fn mkdir(&mut self, caller: Caller, at: &[u8], mode: u32) -> Outcome<()> {
        errno(self.client(caller).mkdir(path(at), mode))
    }
    fn rmdir(&mut self, caller: Caller, at: &[u8]) -> Outcome<()> {
        errno(self.client(caller).rmdir(path(at)))
    }
    fn unlink(&mut self, caller: Caller, at: &[u8]) -> Outcome<()> {
        errno(self.client(caller).unlink(path(at)))
    }
    fn rename(&mut self, caller: Caller, from: &[u8], to: &[u8]) -> Outcome<()> {
        errno(self.client(caller).rename(path(from), path(to)))
    }
    fn open(&mut self, caller: Caller, at: &[u8], how: How, mode: u32, handle: usize) -> Outcome<()> {
        let options = OpenOptions::new().read(how.read).write(how.write).truncate(how.truncate).mode(mode);
        let options = if how.append { options.append(true) } else { options };
        let options = options.create(how.create).create_new(how.create && how.exclusive);
        let file = errno(self.client(caller).open(path(at), &options))?;
        let owner = (caller.client, caller.uid);
        self.handles.insert(handle, Handle { file, how, owner, dirty: false });
        Ok(())
    }
    fn close(&mut self, handle: usize) -> Outcome<()> {
        errno(self.handles.remove(&handle).ok_or(libc::EBADF)?.file.close())
    }
    fn write(&mut self, handle: usize, offset: u64, data: &[u8]) -> Outcome<usize> {
        let handle = self.handle(handle)?;
        handle.dirty = true;
        let mut file = &handle.file;
        if handle.how.append {
            return file.write(data).map_err(|error| error.raw_os_error().unwrap_or(libc::EIO));
        }
        errno(file.pwrite(data, offset))
    }
    fn read(&mut self, handle: usize, offset: u64, len: usize) -> Outcome<Vec<u8>> {
        // A reader's own stat tells it of another client's truncate. An open directory may be gone.
        if self.handle(handle)?.how.read {
            match errno(self.handle(handle)?.file.stat()) {
                Err(libc::ESTALE) => {}
                result => drop(result?),
            }
        }
        let mut data = vec![0xee; len];
        let mut have = 0;
        while have < len {
            match errno(self.handle(handle)?.file.pread(&mut data[have..], offset + have as u64))? {
                0 => break,
                bytes => have += bytes,
            }
        }
        data.truncate(have);
        Ok(data)
    }
    fn fstat(&mut self, handle: usize) -> Outcome<Stat> {
        errno(self.handle(handle)?.file.stat()).map(|metadata| stat_of(&metadata))
    }
    fn ftruncate(&mut self, handle: usize, size: u64) -> Outcome<()> {
        errno(self.handle(handle)?.file.truncate(size))
    }
    fn fsync(&mut self, handle: usize) -> Outcome<()> {
        errno(self.handle(handle)?.file.fsync())
    }
    fn stat(&mut self, caller: Caller, at: &[u8]) -> Outcome<Stat> {
        errno(self.client(caller).stat(path(at))).map(|metadata| stat_of(&metadata))
    }
    fn truncate(&mut self, caller: Caller, at: &[u8], size: u64) -> Outcome<()> {
        errno(self.client(caller).truncate(path(at), size))
    }
    fn chmod(&mut self, caller: Caller, at: &[u8], mode: u32) -> Outcome<()> {
        errno(self.client(caller).chmod(path(at), mode))
    }
    fn chown(&mut self, caller: Caller, at: &[u8], uid: u32, gid: u32) -> Outcome<()> {
        errno(self.client(caller).chown(path(at), Some(uid), Some(gid)))
    }
    fn utimens(&mut self, caller: Caller, at: &[u8], time: i64) -> Outcome<()> {
        let time = SetTime::To(osmia_client::Timestamp(time * 1_000_000_000));
        errno(self.client(caller).utimens(path(at), time, time))
    }
    fn list(&mut self, caller: Caller, at: &[u8]) -> Outcome<Vec<Vec<u8>>> {
        let entries = errno(self.client(caller).read_dir(path(at)))?;
        let mut names = Vec::new();
        for entry in entries {
            names.push(errno(entry)?.name().as_bytes().to_vec());
        }
        names.sort();
        Ok(names)
    }
}

impl Names for Osmia<'_> {
    fn call(&mut self, op: &Op) -> Outcome<Got> {
        let client = self.client(Caller { client: 0, uid: 0 });
        let stat_of = |metadata: Metadata| Got::Stat {
            mode: metadata.mode,
            nlink: metadata.nlink.into(),
            size: if metadata.is_dir() { 0 } else { metadata.size },
        };
        let done = |result: Result<(), Error>| errno(result).map(|()| Got::Nothing);
        match op {
            Op::Mkdir(path) => done(client.mkdir(path, 0o755)),
            Op::Rmdir(path) => done(client.rmdir(path)),
            Op::Unlink(path) => done(client.unlink(path)),
            Op::Open(path, flags) => {
                let options = errno(OpenOptions::from_flags(*flags, 0o644))?;
                done(client.open(path, &options).and_then(File::close))
            }
            Op::Symlink { target, path } => done(client.symlink(target, path)),
            Op::ReadLink(path) => errno(client.read_link(path))
                .map(|target| Got::Bytes(target.into_os_string().into_encoded_bytes())),
            Op::Link(from, to) => done(client.hard_link(from, to)),
            Op::Mkfifo(path) => done(client.mknod(path, libc::S_IFIFO | 0o644, 0)),
            Op::Rename(from, to, 0) => done(client.rename(from, to)),
            Op::Rename(from, to, libc::RENAME_NOREPLACE) => done(client.rename_noreplace(from, to)),
            Op::Rename(from, to, _) => done(client.rename_exchange(from, to)),
            Op::Stat(path) => errno(client.stat(path)).map(stat_of),
            Op::Lstat(path) => errno(client.lstat(path)).map(stat_of),
            Op::Chmod(path, mode) => done(client.chmod(path, *mode)),
            Op::SetXattr { path, name, value, flags, follow } => {
                let how = match *flags {
                    libc::XATTR_CREATE => SetXattr::Create,
                    libc::XATTR_REPLACE => SetXattr::Replace,
                    _ => SetXattr::Any,
                };
                done(if *follow {
                    client.setxattr(path, name, value, how)
                } else {
                    client.lsetxattr(path, name, value, how)
                })
            }
            Op::GetXattr { path, name, follow } => {
                let got = if *follow { client.getxattr(path, name) } else { client.lgetxattr(path, name) };
                errno(got).map(Got::Bytes)
            }
            Op::RemoveXattr { path, name, follow } => {
                done(if *follow { client.removexattr(path, name) } else { client.lremovexattr(path, name) })
            }
            Op::List(path) => self.list(Caller { client: 0, uid: 0 }, path.as_bytes()).map(Got::Names),
        }
    }
}
