//! Files of one shard over two rings: one for reads, one for writes, allocations and syncs, so that neither starves the other.
//!
//! Both rings signal one eventfd. One task drives both: it hands the kernel all that was asked for since its last turn,
//! tells whose operations have completed, keeps looking for a short while, letting other tasks run between, and then
//! sleeps on the eventfd. All else (open, rename, attributes, ...) runs on helper threads: the kernel would do the same.

use std::cell::{Cell, RefCell};
use std::ffi::OsStr;
use std::future::poll_fn;
use std::io;
use std::os::fd::{AsFd, AsRawFd, OwnedFd};
use std::os::unix::fs::{MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Poll, Waker};
use std::time::Duration;

use hashbrown::HashMap;
use osmia_env::disk::{
    Allocation, BufResult, DiskStats, Extent, File, FileHandle, Metadata, OpenOptions, Space,
};
use osmia_env::tasks::oneshot;
use osmia_env::{Buf, BufPool, Disk, Env, Instant, LocalFuture};
use rustix::event::{EventfdFlags, eventfd};
use rustix::fs::XattrFlags;

use crate::tasks::Hurry;
use crate::uring::{OpenFile, Ring, Work};

/// How a [`RingDisk`] is made.
#[derive(Clone)]
pub struct RingOptions {
    /// Operations of each ring that the kernel works on at once; more wait in the disk.
    pub depth: u32,
    /// Pools whose buffers are registered with both rings. Other buffers work, and cost a little more.
    pub pools: Vec<BufPool>,
    /// How long the driver keeps looking for completions before it sleeps.
    pub spin: Duration,
}

impl Default for RingOptions {
    /// Depth 128: beyond it disks only queue. Spinning for about the time of one access of a fast disk under load, whose
    /// completions come in bursts: a shard that slept between them (after 30 us) wrote 4 KiB at depth 16 at 0.63 of fio's
    /// rate, one that does not at 0.85.
    fn default() -> RingOptions {
        RingOptions { depth: 128, pools: Vec::new(), spin: Duration::from_micros(250) }
    }
}

/// [`Disk`] over io_uring. See the module.
pub struct RingDisk(Rc<Inner>);

struct Inner {
    env: Env,
    rings: RefCell<Rings>,
    event: OwnedFd,
    spin: Duration,
    files: RefCell<HashMap<u64, Rc<OpenFile>>>,
    next_file: Cell<u64>,
    /// The driver, when it sleeps.
    driver: RefCell<Option<Waker>>,
    closed: Cell<bool>,
}

struct Rings {
    reads: Ring,
    writes: Ring,
}

impl Rings {
    fn in_flight(&self) -> usize {
        self.reads.in_flight() + self.writes.in_flight()
    }

    fn drive(&mut self, look: bool) -> bool {
        let reads = self.reads.drive(look);
        self.writes.drive(look) || reads
    }
}

impl RingDisk {
    /// Makes the rings and starts their driver. Must be called on the executor's thread, which alone may use them.
    ///
    /// # Errors
    /// The kernel gives no ring (forbidden by seccomp or `kernel.io_uring_disabled`, or too little memory may be locked).
    pub fn new(env: &Env, options: &RingOptions) -> io::Result<RingDisk> {
        let event = eventfd(0, EventfdFlags::CLOEXEC | EventfdFlags::NONBLOCK)?;
        let ring = || Ring::new(options.depth, event.as_fd(), &options.pools);
        let rings = Rings { reads: ring()?, writes: ring()? };
        let inner = Rc::new(Inner {
            env: env.clone(),
            rings: RefCell::new(rings),
            event,
            spin: options.spin,
            files: RefCell::default(),
            next_file: Cell::new(0),
            driver: RefCell::default(),
            closed: Cell::new(false),
        });
        env.tasks.spawn(Box::pin(drive(inner.clone())));
        Ok(RingDisk(inner))
    }

    /// Reads and writes that have not completed.
    pub fn in_flight(&self) -> usize {
        self.0.rings.borrow().in_flight()
    }
}

impl Drop for RingDisk {
    /// The driver ends once all that is in flight has completed.
    fn drop(&mut self) {
        self.0.closed.set(true);
        self.0.wake_driver();
    }
}

impl Inner {
    fn wake_driver(&self) {
        let waker = self.driver.borrow_mut().take();
        if let Some(waker) = waker {
            waker.wake();
        }
    }

    fn allocate(
        &self,
        file: &Rc<OpenFile>,
        what: Allocation,
        offset: u64,
        len: u64,
    ) -> LocalFuture<'static, io::Result<()>> {
        let (tell, told) = oneshot();
        self.rings.borrow_mut().writes.push(file.clone(), Work::Allocate { what, offset, len, tell });
        self.wake_driver();
        Box::pin(async move { told.await.unwrap_or_else(|| Err(gone())) })
    }

    fn file(&self, file: &File) -> Rc<OpenFile> {
        let files = self.files.borrow();
        files.get(&file.0.number()).expect("a file of this disk, which a clone of it keeps open").clone()
    }
}

async fn drive(inner: Rc<Inner>) {
    // A wait for the eventfd that began with an earlier sleep and goes on: arming costs more than waking in vain.
    let mut armed: Option<LocalFuture<'static, io::Result<bool>>> = None;
    let mut spin_until = Instant(0);
    loop {
        let moved = inner.rings.borrow_mut().drive(false);
        if inner.rings.borrow().in_flight() == 0 {
            if inner.closed.get() {
                return;
            }
            if !moved {
                asked(&inner).await;
            }
            continue;
        }
        let now = inner.env.now();
        if moved {
            spin_until = now + inner.spin;
        }
        if moved || now < spin_until {
            inner.env.tasks.yield_now().await;
            continue;
        }
        // Drained before the rings are looked at: what completes later makes it readable again.
        let _ = rustix::io::read(&inner.event, &mut [0; 8]);
        if inner.rings.borrow_mut().drive(true) {
            continue;
        }
        let wait =
            armed.take().unwrap_or_else(|| inner.env.tasks.readable(inner.event.as_raw_fd(), Instant::NEVER));
        let hurry = Hurry::new();
        let woken = asked_or(&inner, wait).await;
        drop(hurry);
        match woken {
            Woken::Asked(wait) => armed = Some(wait),
            Woken::Event(Ok(_)) => {}
            Woken::Event(Err(error)) => {
                tracing::warn!(%error, "cannot sleep on the rings: looking every millisecond");
                inner.env.tasks.sleep_until(inner.env.now() + Duration::from_millis(1)).await;
            }
        }
    }
}

/// Resolves when an operation was asked for, or the disk was dropped.
async fn asked(inner: &Inner) {
    let mut slept = false;
    poll_fn(|context| {
        if std::mem::replace(&mut slept, true) {
            return Poll::Ready(());
        }
        *inner.driver.borrow_mut() = Some(context.waker().clone());
        Poll::Pending
    })
    .await;
}

/// Why a sleeping driver woke.
enum Woken {
    /// Something was asked for. The wait goes on.
    Asked(LocalFuture<'static, io::Result<bool>>),
    /// The wait has ended.
    Event(io::Result<bool>),
}

/// Resolves when an operation was asked for, or `wait` has ended.
async fn asked_or(inner: &Inner, mut wait: LocalFuture<'static, io::Result<bool>>) -> Woken {
    let mut first = true;
    let ended = poll_fn(|context| {
        let asked = !std::mem::replace(&mut first, false) && inner.driver.borrow().is_none();
        let ended = wait.as_mut().poll(context);
        if asked || ended.is_ready() {
            inner.driver.borrow_mut().take();
            return Poll::Ready(ended);
        }
        *inner.driver.borrow_mut() = Some(context.waker().clone());
        Poll::Pending
    })
    .await;
    match ended {
        Poll::Ready(event) => Woken::Event(event),
        Poll::Pending => Woken::Asked(wait),
    }
}

/// What stands behind a [`File`].
struct Handle {
    number: u64,
    disk: Rc<Inner>,
}

impl FileHandle for Handle {
    fn number(&self) -> u64 {
        self.number
    }
}

impl std::fmt::Debug for Handle {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "file {}", self.number)
    }
}

impl Drop for Handle {
    fn drop(&mut self) {
        self.disk.files.borrow_mut().remove(&self.number);
    }
}

impl RingDisk {
    fn helper<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> io::Result<T> + Send + 'static,
    ) -> LocalFuture<'static, io::Result<T>> {
        let result = Arc::new(Mutex::new(None));
        let slot = result.clone();
        // Begins now (`GlommioTasks::run_blocking`).
        let ran = self.0.env.tasks.run_blocking(Box::new(move || {
            let value = work();
            *slot.lock().unwrap_or_else(PoisonError::into_inner) = Some(value);
        }));
        Box::pin(async move {
            ran.await;
            let value = result.lock().unwrap_or_else(PoisonError::into_inner).take();
            value.unwrap_or_else(|| Err(gone()))
        })
    }

    fn with_file<T: Send + 'static>(
        &self,
        file: &File,
        work: impl FnOnce(&std::fs::File) -> io::Result<T> + Send + 'static,
    ) -> LocalFuture<'static, io::Result<T>> {
        let open = self.0.file(file);
        let Some(copy) = open.fd.as_ref().map(OwnedFd::try_clone) else {
            return Box::pin(std::future::ready(Err(gone())));
        };
        self.helper(move || work(&std::fs::File::from(copy?)))
    }

    fn with_path<T: Send + 'static>(
        &self,
        path: &Path,
        work: impl FnOnce(&Path) -> io::Result<T> + Send + 'static,
    ) -> LocalFuture<'static, io::Result<T>> {
        let path = path.to_owned();
        self.helper(move || work(&path))
    }
}

/// The executor ends, and with it the task that would have told.
fn gone() -> io::Error {
    io::Error::other("the shard is ending")
}

impl Disk for RingDisk {
    fn open(&self, path: &Path, options: OpenOptions) -> LocalFuture<'static, io::Result<(File, bool)>> {
        let inner = self.0.clone();
        let opened = self.with_path(path, move |path| open(path, options));
        Box::pin(async move {
            let (fd, direct) = opened.await?;
            let number = inner.next_file.get();
            inner.next_file.set(number + 1);
            inner.files.borrow_mut().insert(number, Rc::new(OpenFile { fd: Some(fd), direct }));
            Ok((File(Rc::new(Handle { number, disk: inner })), direct))
        })
    }

    fn read(&self, file: &File, offset: u64, buf: Buf) -> LocalFuture<'static, BufResult<usize>> {
        let (tell, told) = oneshot();
        self.0.rings.borrow_mut().reads.push(self.0.file(file), Work::Read { offset, buf, tell });
        self.0.wake_driver();
        Box::pin(async move { told.await.unwrap_or_else(|| (Err(gone()), Buf::with_capacity(0))) })
    }

    fn write(&self, file: &File, offset: u64, buf: Buf) -> LocalFuture<'static, BufResult<()>> {
        if buf.is_empty() {
            return Box::pin(std::future::ready((Ok(()), buf)));
        }
        let (tell, told) = oneshot();
        self.0.rings.borrow_mut().writes.push(self.0.file(file), Work::Write { offset, buf, tell });
        self.0.wake_driver();
        Box::pin(async move { told.await.unwrap_or_else(|| (Err(gone()), Buf::with_capacity(0))) })
    }

    fn sync(&self, file: &File) -> LocalFuture<'static, io::Result<()>> {
        let (tell, told) = oneshot();
        self.0.rings.borrow_mut().writes.push(self.0.file(file), Work::Sync { tell });
        self.0.wake_driver();
        Box::pin(async move { told.await.unwrap_or_else(|| Err(gone())) })
    }

    fn truncate(&self, file: &File, size: u64) -> LocalFuture<'static, io::Result<()>> {
        self.with_file(file, move |file| file.set_len(size))
    }

    fn allocate(
        &self,
        file: &File,
        what: Allocation,
        offset: u64,
        len: u64,
    ) -> LocalFuture<'static, io::Result<()>> {
        let (inner, file) = (self.0.clone(), self.0.file(file));
        // Begins now.
        let first = inner.allocate(&file, what, offset, len);
        Box::pin(async move {
            match first.await {
                // tmpfs has no zeroing.
                Err(error) if what == Allocation::Zero && error.kind() == io::ErrorKind::Unsupported => {
                    inner.allocate(&file, Allocation::Punch, offset, len).await?;
                    inner.allocate(&file, Allocation::Reserve, offset, len).await
                }
                other => other,
            }
        })
    }

    /// On a helper thread: io_uring has no lseek(2), and on some file systems it reads extents from the disk.
    fn seek(&self, file: &File, what: Extent, offset: u64) -> LocalFuture<'static, io::Result<Option<u64>>> {
        self.with_file(file, move |file| {
            let to = match what {
                Extent::Data => rustix::fs::SeekFrom::Data(offset),
                Extent::Hole => rustix::fs::SeekFrom::Hole(offset),
            };
            match rustix::fs::seek(file, to) {
                Ok(found) => Ok(Some(found)),
                Err(rustix::io::Errno::NXIO) => Ok(None),
                Err(error) => Err(error.into()),
            }
        })
    }

    fn metadata(&self, file: &File) -> LocalFuture<'static, io::Result<Metadata>> {
        self.with_file(file, |file| {
            let found = file.metadata()?;
            let mtime = found.mtime().saturating_mul(1_000_000_000).saturating_add(found.mtime_nsec());
            Ok(Metadata { size: found.size(), blocks: found.blocks(), mtime })
        })
    }

    fn xattr(&self, file: &File, name: &str) -> LocalFuture<'static, io::Result<Option<Vec<u8>>>> {
        let name = name.to_owned();
        self.with_file(file, move |file| xattr(file, &name))
    }

    fn set_xattr(&self, file: &File, name: &str, value: &[u8]) -> LocalFuture<'static, io::Result<()>> {
        let (name, value) = (name.to_owned(), value.to_owned());
        self.with_file(file, move |file| Ok(rustix::fs::fsetxattr(file, name, &value, XattrFlags::empty())?))
    }

    fn create_dirs(&self, path: &Path) -> LocalFuture<'static, io::Result<()>> {
        self.with_path(path, |path| std::fs::create_dir_all(path))
    }

    fn rename(&self, from: &Path, to: &Path) -> LocalFuture<'static, io::Result<()>> {
        let to = to.to_owned();
        self.with_path(from, move |from| std::fs::rename(from, to))
    }

    fn remove(&self, path: &Path) -> LocalFuture<'static, io::Result<()>> {
        self.with_path(path, |path| std::fs::remove_file(path))
    }

    fn list(&self, path: &Path) -> LocalFuture<'static, io::Result<Vec<PathBuf>>> {
        self.with_path(path, |path| {
            std::fs::read_dir(path)?.map(|entry| entry.map(|entry| entry.file_name().into())).collect()
        })
    }

    fn sync_dir(&self, path: &Path) -> LocalFuture<'static, io::Result<()>> {
        self.with_path(path, |path| std::fs::File::open(path)?.sync_all())
    }

    fn stats(&self) -> [DiskStats; 2] {
        let rings = self.0.rings.borrow();
        [rings.reads.stats(), rings.writes.stats()]
    }

    fn space(&self, path: &Path) -> LocalFuture<'static, io::Result<Space>> {
        self.with_path(path, |path| {
            let found = rustix::fs::statvfs(path)?;
            Ok(Space {
                bytes_total: found.f_blocks.saturating_mul(found.f_frsize),
                bytes_free: found.f_bavail.saturating_mul(found.f_frsize),
            })
        })
    }
}

fn open(path: &Path, options: OpenOptions) -> io::Result<(OwnedFd, bool)> {
    let open = |direct: bool, exclusive: bool| {
        std::fs::OpenOptions::new()
            .read(true)
            .write(true)
            .create(options.create)
            .create_new(options.create && exclusive)
            .mode(0o600)
            .custom_flags(if direct { libc::O_DIRECT } else { 0 })
            .open(path)
            .map(|file| (OwnedFd::from(file), direct))
    };
    match open(options.direct, options.exclusive) {
        Err(error) if options.direct && error.raw_os_error() == Some(libc::EINVAL) => {
            tracing::debug!(path = %path.display(), "the file system has no direct I/O: buffered");
            // Not exclusive: the kernel created the file before it found that it cannot be direct.
            open(false, false)
        }
        other => other,
    }
}

fn xattr(file: &std::fs::File, name: &str) -> io::Result<Option<Vec<u8>>> {
    let name = OsStr::new(name);
    let mut value = vec![0; 256];
    loop {
        match rustix::fs::fgetxattr(file, name, &mut value[..]) {
            Ok(len) => {
                value.truncate(len);
                return Ok(Some(value));
            }
            Err(rustix::io::Errno::NODATA) => return Ok(None),
            // 64 KiB is the most that the kernel lets through (xattr(7)).
            Err(rustix::io::Errno::RANGE) if value.len() < 64 << 10 => value.resize(64 << 10, 0),
            Err(error) => return Err(error.into()),
        }
    }
}
