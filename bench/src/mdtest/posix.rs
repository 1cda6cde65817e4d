//! The operating system's calls.

use std::os::fd::OwnedFd;

use rustix::fs::{self, Mode, OFlags};

use super::api::{Api, ApiError, ApiResult, Attributes, Counters, OpenMode, Space};

/// mdtest's modes, before the umask.
const FILE_MODE: u32 = 0o664;
const DIRECTORY_MODE: u32 = 0o775;

/// Any mounted file system.
#[derive(Default)]
pub struct Posix;

impl Api for Posix {
    type File = OwnedFd;

    fn describe(&mut self, path: &str) -> ApiResult<Vec<(String, String)>> {
        let mount = mount_of(path)?;
        Ok(vec![
            ("file system".into(), format!("{} at {} ({})", mount.kind, mount.point, mount.options)),
            ("durability".into(), "as this file system keeps it; -y and -Y force it".into()),
        ])
    }

    fn space(&mut self, path: &str) -> ApiResult<Space> {
        let all = fs::statvfs(path)?;
        Ok(Space {
            bytes: all.f_blocks * all.f_frsize,
            bytes_free: all.f_bfree * all.f_frsize,
            inodes: all.f_files,
            inodes_free: all.f_ffree,
        })
    }

    fn mkdir(&mut self, path: &str) -> ApiResult<()> {
        Ok(fs::mkdir(path, Mode::from_raw_mode(DIRECTORY_MODE))?)
    }

    fn rmdir(&mut self, path: &str) -> ApiResult<()> {
        Ok(fs::rmdir(path)?)
    }

    fn stat(&mut self, path: &str) -> ApiResult<Attributes> {
        let stat = fs::stat(path)?;
        Ok(Attributes {
            is_directory: fs::FileType::from_raw_mode(stat.st_mode) == fs::FileType::Directory,
            size_bytes: u64::try_from(stat.st_size).unwrap_or(0),
        })
    }

    fn open(&mut self, path: &str, mode: OpenMode) -> ApiResult<OwnedFd> {
        let flags = match mode {
            OpenMode::Read => OFlags::RDONLY,
            OpenMode::Create => OFlags::WRONLY | OFlags::CREATE,
            OpenMode::CreateReadBack => OFlags::RDWR | OFlags::CREATE,
        };
        Ok(fs::open(path, flags | OFlags::CLOEXEC, Mode::from_raw_mode(FILE_MODE))?)
    }

    fn write(&mut self, file: &mut OwnedFd, bytes: &[u8], offset: u64) -> ApiResult<()> {
        let mut done = 0;
        while done < bytes.len() {
            match rustix::io::pwrite(&*file, &bytes[done..], offset + done as u64) {
                Ok(0) => return Err(ApiError { errno: libc::EIO, text: "wrote nothing".into() }),
                Ok(count) => done += count,
                Err(rustix::io::Errno::INTR) => {}
                Err(errno) => return Err(errno.into()),
            }
        }
        Ok(())
    }

    fn read(&mut self, file: &mut OwnedFd, bytes: &mut [u8], offset: u64) -> ApiResult<usize> {
        let mut done = 0;
        while done < bytes.len() {
            match rustix::io::pread(&*file, &mut bytes[done..], offset + done as u64) {
                Ok(0) => break,
                Ok(count) => done += count,
                Err(rustix::io::Errno::INTR) => {}
                Err(errno) => return Err(errno.into()),
            }
        }
        Ok(done)
    }

    fn fsync(&mut self, file: &mut OwnedFd) -> ApiResult<()> {
        Ok(fs::fsync(&*file)?)
    }

    fn close(&mut self, file: OwnedFd) -> ApiResult<()> {
        drop(file);
        Ok(())
    }

    fn unlink(&mut self, path: &str) -> ApiResult<()> {
        Ok(fs::unlink(path)?)
    }

    fn rename(&mut self, from: &str, to: &str) -> ApiResult<()> {
        Ok(fs::rename(from, to)?)
    }

    fn list(&mut self, path: &str, each: &mut dyn FnMut(&[u8])) -> ApiResult<()> {
        let directory = fs::open(path, OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC, Mode::empty())?;
        for entry in fs::Dir::new(directory)? {
            let entry = entry?;
            let name = entry.file_name().to_bytes();
            if name != b"." && name != b".." {
                each(name);
            }
        }
        Ok(())
    }

    fn sync(&mut self) -> ApiResult<()> {
        fs::sync();
        Ok(())
    }

    fn counters(&mut self) -> Counters {
        Counters::new()
    }
}

struct Mount {
    point: String,
    kind: String,
    options: String,
}

/// The mount that holds `path`, from the kernel's list (proc_pid_mounts(5)).
fn mount_of(path: &str) -> ApiResult<Mount> {
    let path = std::fs::canonicalize(path)?;
    let list = std::fs::read_to_string("/proc/self/mounts")?;
    let mut found: Option<Mount> = None;
    for line in list.lines() {
        let mut fields = line.split(' ');
        let (Some(_), Some(point), Some(kind), Some(options)) =
            (fields.next(), fields.next(), fields.next(), fields.next())
        else {
            continue;
        };
        let longer = found.as_ref().is_none_or(|found| point.len() >= found.point.len());
        if longer && path.starts_with(point) {
            found = Some(Mount { point: point.into(), kind: kind.into(), options: options.into() });
        }
    }
    found.ok_or_else(|| ApiError { errno: libc::ENOENT, text: format!("no mount holds {}", path.display()) })
}
