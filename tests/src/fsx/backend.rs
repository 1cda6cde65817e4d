//! Files to exercise.

use std::fs::File;
use std::io;
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};

use osmia_client::{Allocate, Client, OpenOptions};
use rustix::fs::{FallocateFlags, SeekFrom};
use rustix::io::Errno;

use super::{Backend, mapped};

/// A file by its path: on a local file system, or on a mount.
pub struct Local {
    path: PathBuf,
    file: File,
    lacks: Vec<Allocate>,
    maps: bool,
}

impl Local {
    /// An empty file. What the file system says it cannot do to a range (EOPNOTSUPP) is told aloud and not exercised.
    ///
    /// # Errors
    /// As open(2) and fallocate(2).
    pub fn create(path: &Path, maps: bool) -> io::Result<Local> {
        let file = File::options().read(true).write(true).create(true).truncate(true).open(path)?;
        let mut local = Local { path: path.to_owned(), file, lacks: Vec::new(), maps };
        for what in
            [Allocate::Grow, Allocate::KeepSize, Allocate::PunchHole, Allocate::Zero, Allocate::ZeroKeepSize]
        {
            match local.allocate(what, 0, 1) {
                Err(error) if error.raw_os_error() == Some(libc::EOPNOTSUPP) => {
                    eprintln!("SKIPPED: {what:?} at {}: {error}", path.display());
                    local.lacks.push(what);
                }
                other => other?,
            }
        }
        local.file.set_len(0)?;
        Ok(local)
    }
}

impl Backend for Local {
    fn read(&mut self, offset: u64, into: &mut [u8]) -> io::Result<usize> {
        let mut done = 0;
        while done < into.len() {
            match self.file.read_at(&mut into[done..], offset + done as u64)? {
                0 => break,
                read => done += read,
            }
        }
        Ok(done)
    }

    fn write(&mut self, offset: u64, from: &[u8]) -> io::Result<()> {
        self.file.write_all_at(from, offset)
    }

    fn truncate(&mut self, size: u64) -> io::Result<()> {
        self.file.set_len(size)
    }

    fn allocate(&mut self, what: Allocate, offset: u64, len: u64) -> io::Result<()> {
        let mode = FallocateFlags::from_bits_retain(what.mode());
        Ok(rustix::fs::fallocate(&self.file, mode, offset, len)?)
    }

    fn copy(&mut self, from: u64, to: u64, len: u64) -> io::Result<u64> {
        let (mut from, mut to, mut done) = (from, to, 0);
        while done < len {
            let want = (len - done) as usize;
            // Both offsets move on.
            let step =
                rustix::fs::copy_file_range(&self.file, Some(&mut from), &self.file, Some(&mut to), want)?;
            if step == 0 {
                break;
            }
            done += step as u64;
        }
        Ok(done)
    }

    fn seek(&mut self, offset: u64, hole: bool) -> io::Result<Option<u64>> {
        let to = if hole { SeekFrom::Hole(offset) } else { SeekFrom::Data(offset) };
        match rustix::fs::seek(&self.file, to) {
            Ok(found) => Ok(Some(found)),
            Err(Errno::NXIO) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    fn size(&mut self) -> io::Result<u64> {
        Ok(self.file.metadata()?.len())
    }

    fn sync(&mut self) -> io::Result<()> {
        self.file.sync_all()
    }

    fn reopen(&mut self) -> io::Result<()> {
        // The old one is closed first: what a close leaves behind must show.
        self.file = File::open("/dev/null")?;
        self.file = File::options().read(true).write(true).open(&self.path)?;
        Ok(())
    }

    fn map_read(&mut self, offset: u64, into: &mut [u8]) -> io::Result<()> {
        mapped::read(&self.file, offset, into)
    }

    fn map_write(&mut self, offset: u64, from: &[u8]) -> io::Result<()> {
        mapped::write(&self.file, offset, from)
    }

    fn can_map(&self) -> bool {
        self.maps
    }

    fn can_allocate(&self, what: Allocate) -> bool {
        !self.lacks.contains(&what)
    }
}

/// A file of a cluster, through the client library.
pub struct Remote {
    client: Client,
    path: PathBuf,
    /// Absent while it is being reopened.
    file: Option<osmia_client::File>,
}

impl Remote {
    /// An empty file.
    ///
    /// # Errors
    /// As open(2).
    pub fn create(client: &Client, path: &Path) -> io::Result<Remote> {
        let options = OpenOptions::new().read(true).write(true).create(true).truncate(true);
        let file = Some(client.open(path, &options)?);
        Ok(Remote { client: client.clone(), path: path.to_owned(), file })
    }

    fn file(&self) -> io::Result<&osmia_client::File> {
        self.file.as_ref().ok_or_else(|| io::Error::from_raw_os_error(libc::EBADF))
    }
}

impl Backend for Remote {
    fn read(&mut self, offset: u64, into: &mut [u8]) -> io::Result<usize> {
        Ok(self.file()?.pread(into, offset)?)
    }

    fn write(&mut self, offset: u64, from: &[u8]) -> io::Result<()> {
        let wrote = self.file()?.pwrite(from, offset)?;
        if wrote == from.len() { Ok(()) } else { Err(io::ErrorKind::WriteZero.into()) }
    }

    fn truncate(&mut self, size: u64) -> io::Result<()> {
        Ok(self.file()?.truncate(size)?)
    }

    fn allocate(&mut self, what: Allocate, offset: u64, len: u64) -> io::Result<()> {
        Ok(self.file()?.allocate(what, offset, len)?)
    }

    fn copy(&mut self, from: u64, to: u64, len: u64) -> io::Result<u64> {
        let file = self.file()?;
        Ok(file.copy_range(from, file, to, len)?)
    }

    fn seek(&mut self, offset: u64, hole: bool) -> io::Result<Option<u64>> {
        let file = self.file()?;
        match if hole { file.seek_hole(offset) } else { file.seek_data(offset) } {
            Ok(found) => Ok(Some(found)),
            Err(error) if error.errno() == libc::ENXIO => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    fn size(&mut self) -> io::Result<u64> {
        Ok(self.file()?.stat()?.size)
    }

    fn sync(&mut self) -> io::Result<()> {
        Ok(self.file()?.fsync()?)
    }

    fn reopen(&mut self) -> io::Result<()> {
        if let Some(file) = self.file.take() {
            file.close()?;
        }
        self.file = Some(self.client.open(&self.path, &OpenOptions::new().read(true).write(true))?);
        Ok(())
    }

    fn map_read(&mut self, _offset: u64, _into: &mut [u8]) -> io::Result<()> {
        Err(io::ErrorKind::Unsupported.into())
    }

    fn map_write(&mut self, _offset: u64, _from: &[u8]) -> io::Result<()> {
        Err(io::ErrorKind::Unsupported.into())
    }

    fn can_map(&self) -> bool {
        false
    }

    fn can_allocate(&self, _what: Allocate) -> bool {
        true
    }
}
