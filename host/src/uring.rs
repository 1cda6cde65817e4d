//! One io_uring instance and the operations in it.
//!
//! Invariant: from when an operation is pushed until its completion has been reaped, its slot owns its buffer and a
//! reference to its file, whatever became of whoever asked. A ring that is dropped first waits for what the kernel has.
//!
//! Unsafe is allowed here by name: the kernel is handed memory.
#![allow(unsafe_code)]

use std::collections::VecDeque;
use std::io;
use std::os::fd::{AsRawFd, BorrowedFd, OwnedFd};
use std::rc::Rc;

use io_uring::types::Fd;
use io_uring::{IoUring, opcode, squeue};
use osmia_env::buf::ALIGN;
use osmia_env::disk::{Allocation, DiskStats};
use osmia_env::tasks::Sender;
use osmia_env::{Buf, BufPool};

/// Most bytes that one operation moves: the kernel's own limit is `i32::MAX` less a page (read(2)).
const OP_BYTES_MAX: usize = 1 << 30;
/// Times that an operation is pushed again after EINTR or EAGAIN before the error is handed on.
const RETRIES_MAX: u32 = 1000;
/// Regions larger than this are not registered: the kernel refuses them (io_uring_register(2)).
const REGION_BYTES_MAX: usize = 1 << 30;

/// Enters the kernel also for completions that it keeps until asked for (io_uring_enter(2)).
const GET_EVENTS: u32 = 1;

/// An open descriptor and how it was opened.
#[derive(Debug)]
pub(crate) struct OpenFile {
    pub(crate) fd: Option<OwnedFd>,
    pub(crate) direct: bool,
}

impl OpenFile {
    pub(crate) fn raw(&self) -> i32 {
        self.fd.as_ref().map_or(-1, AsRawFd::as_raw_fd)
    }
}

impl Drop for OpenFile {
    fn drop(&mut self) {
        // The last close of a removed file frees its blocks: not on the shard's thread.
        if let Some(fd) = self.fd.take() {
            osmia_sys::helper::run(move || drop(fd));
        }
    }
}

/// What to do, and whom to tell.
pub(crate) enum Work {
    /// Read until the buffer is full or the file ends.
    Read { offset: u64, buf: Buf, tell: Sender<(io::Result<usize>, Buf)> },
    /// Write the whole buffer.
    Write { offset: u64, buf: Buf, tell: Sender<(io::Result<()>, Buf)> },
    /// fallocate(2).
    Allocate { what: Allocation, offset: u64, len: u64, tell: Sender<io::Result<()>> },
    /// fsync(2), for the attributes' sake: fdatasync(2) may leave extended ones behind.
    Sync { tell: Sender<io::Result<()>> },
}

struct Op {
    file: Rc<OpenFile>,
    work: Work,
    /// Bytes moved so far.
    done: usize,
    retries: u32,
}

/// One ring.
pub(crate) struct Ring {
    ring: IoUring,
    ops: Vec<Option<Op>>,
    free: Vec<u32>,
    /// Operations that the kernel has not been handed yet, oldest first.
    queue: VecDeque<u32>,
    in_kernel: usize,
    depth: usize,
    done: u64,
    failed: u64,
    bytes: u64,
    /// Registered with the ring: buffer index is the position here.
    pools: Vec<BufPool>,
}

impl Ring {
    /// A ring that keeps at most `depth` operations in the kernel and signals `event` when one completes.
    pub(crate) fn new(depth: u32, event: BorrowedFd<'_>, pools: &[BufPool]) -> io::Result<Ring> {
        let depth = depth.clamp(1, 4096);
        let ring = build(depth)?;
        ring.submitter().register_eventfd(event.as_raw_fd())?;
        let pools = register(&ring, pools);
        Ok(Ring {
            ring,
            ops: Vec::new(),
            free: Vec::new(),
            queue: VecDeque::new(),
            in_kernel: 0,
            depth: depth as usize,
            done: 0,
            failed: 0,
            bytes: 0,
            pools,
        })
    }

    /// Takes an operation. The kernel is handed it by the next [`drive`](Ring::drive).
    pub(crate) fn push(&mut self, file: Rc<OpenFile>, work: Work) {
        let op = Some(Op { file, work, done: 0, retries: 0 });
        let slot = match self.free.pop() {
            Some(slot) => {
                self.ops[slot as usize] = op;
                slot
            }
            None => {
                self.ops.push(op);
                (self.ops.len() - 1) as u32
            }
        };
        self.queue.push_back(slot);
    }

    /// Operations that have not completed.
    pub(crate) fn in_flight(&self) -> usize {
        self.in_kernel + self.queue.len()
    }

    /// What it has done and is doing.
    pub(crate) fn stats(&self) -> DiskStats {
        let Ring { done, failed, bytes, .. } = *self;
        DiskStats { done, failed, bytes, running: self.in_kernel, waiting: self.queue.len() }
    }

    /// Hands the kernel what is queued, and tells those whose operations have completed. `look` enters the kernel for
    /// completions also when the ring does not say that there are any. Gives whether anything moved.
    pub(crate) fn drive(&mut self, look: bool) -> bool {
        let mut pushed = 0;
        while self.in_kernel + pushed < self.depth
            && let Some(slot) = self.queue.pop_front()
        {
            if !self.push_entry(slot) {
                self.queue.push_front(slot);
                break;
            }
            pushed += 1;
        }
        self.in_kernel += pushed;
        let waiting = {
            let submission = self.ring.submission();
            (look && self.in_kernel > 0)
                || !submission.is_empty()
                || submission.taskrun()
                || submission.cq_overflow()
        };
        if waiting {
            self.enter(0);
        }
        self.reap() || pushed > 0
    }

    fn push_entry(&mut self, slot: u32) -> bool {
        let Some(op) = self.ops[slot as usize].as_mut() else { return true };
        let fd = Fd(op.file.raw());
        let entry = match &mut op.work {
            Work::Read { offset, buf, .. } => {
                let (at, len) = (*offset + op.done as u64, (buf.len() - op.done).min(OP_BYTES_MAX));
                let registered = registered(&self.pools, buf);
                // SAFETY: `done <= len` of the buffer, so this stays in its memory.
                let start = unsafe { buf.as_mut_ptr().add(op.done) };
                match registered {
                    Some(index) => opcode::ReadFixed::new(fd, start, len as u32, index).offset(at).build(),
                    None => opcode::Read::new(fd, start, len as u32).offset(at).build(),
                }
            }
            Work::Write { offset, buf, .. } => {
                let (at, len) = (*offset + op.done as u64, (buf.len() - op.done).min(OP_BYTES_MAX));
                let start = buf[op.done..].as_ptr();
                match registered(&self.pools, buf) {
                    Some(index) => opcode::WriteFixed::new(fd, start, len as u32, index).offset(at).build(),
                    None => opcode::Write::new(fd, start, len as u32).offset(at).build(),
                }
            }
            // The kernel runs it on a thread of its own (io_uring_prep_fallocate(3)): it does not block the submitter.
            Work::Allocate { what, offset, len, .. } => {
                let mode = libc::FALLOC_FL_KEEP_SIZE
                    | match what {
                        Allocation::Reserve => 0,
                        Allocation::Punch => libc::FALLOC_FL_PUNCH_HOLE,
                        Allocation::Zero => libc::FALLOC_FL_ZERO_RANGE,
                    };
                opcode::Fallocate::new(fd, *len).offset(*offset).mode(mode).build()
            }
            Work::Sync { .. } => opcode::Fsync::new(fd).build(),
        };
        self.submit_later(&entry.user_data(slot.into()))
    }

    fn submit_later(&mut self, entry: &squeue::Entry) -> bool {
        let mut submission = self.ring.submission();
        // SAFETY: the slot owns the buffer and the file until the completion is reaped (the module's invariant).
        unsafe { submission.push(entry) }.is_ok()
    }

    /// Submits, and lets the kernel post completions; waits for `wait` of them.
    fn enter(&mut self, wait: u32) {
        let submit = self.ring.submission().len() as u32;
        let submitter = self.ring.submitter();
        // SAFETY: no argument is passed; what is submitted was pushed by `submit_later`.
        let entered = unsafe { submitter.enter::<libc::sigset_t>(submit, wait, GET_EVENTS, None) };
        match entered.map_err(|error| (error.raw_os_error(), error)) {
            Ok(_) => {}
            // The completion queue is full, or memory is short for a moment, or a signal came: what was not submitted
            // stays in the submission queue, for the next time.
            Err((Some(libc::EBUSY | libc::EAGAIN | libc::EINTR | libc::ENOMEM), _)) => {}
            Err((_, error)) => {
                panic!("io_uring_enter: {error}: the ring is ours, and what it is handed is right")
            }
        }
    }

    fn reap(&mut self) -> bool {
        let mut any = false;
        loop {
            let Some(completion) = self.ring.completion().next() else { return any };
            any = true;
            self.in_kernel -= 1;
            let slot = completion.user_data() as u32;
            self.complete(slot, completion.result());
        }
    }

    fn complete(&mut self, slot: u32, result: i32) {
        let op = self.ops[slot as usize].as_mut().expect("a completion is of an operation in the kernel");
        let errno = -result;
        if matches!(errno, libc::EINTR | libc::EAGAIN) && op.retries < RETRIES_MAX {
            op.retries += 1;
            self.queue.push_back(slot);
            return;
        }
        let moved = usize::try_from(result).map_err(|_| io::Error::from_raw_os_error(errno));
        op.done += *moved.as_ref().unwrap_or(&0);
        let short = match (&op.work, &moved) {
            // An unaligned direct read ends at the end of the file, and could not be continued anyway.
            (Work::Read { buf, .. }, Ok(1..)) => {
                op.done < buf.len() && (!op.file.direct || op.done.is_multiple_of(ALIGN))
            }
            (Work::Write { buf, .. }, Ok(1..)) => op.done < buf.len(),
            _ => false,
        };
        if short {
            self.queue.push_back(slot);
            return;
        }
        let op = self.ops[slot as usize].take().expect("it was there a moment ago");
        self.free.push(slot);
        let done = op.done;
        self.done += 1;
        self.failed += u64::from(moved.is_err());
        self.bytes += done as u64;
        match op.work {
            Work::Read { buf, tell, .. } => tell.send((moved.map(|_| done), buf)),
            Work::Write { buf, tell, .. } => {
                let all = done == buf.len();
                let wrote =
                    moved.and_then(|_| if all { Ok(()) } else { Err(io::ErrorKind::WriteZero.into()) });
                tell.send((wrote, buf));
            }
            Work::Allocate { tell, .. } | Work::Sync { tell } => tell.send(moved.map(drop)),
        }
    }
}

impl Drop for Ring {
    fn drop(&mut self) {
        self.queue.clear();
        while self.in_kernel > 0 {
            self.enter(1);
            // What could be pushed again is given up.
            self.reap();
            self.queue.clear();
        }
    }
}

/// With what the kernel has of: completions only when we ask for them (no interrupts of our own work), one thread.
fn build(depth: u32) -> io::Result<IoUring> {
    // Twice as many completions, so that the queue never runs over.
    let newest = IoUring::builder()
        .setup_single_issuer()
        .setup_defer_taskrun()
        .setup_taskrun_flag()
        .setup_cqsize(2 * depth.next_power_of_two())
        .build(depth);
    match newest {
        Err(error) if error.raw_os_error() == Some(libc::EINVAL) => {
            tracing::debug!("the kernel has no deferred completions (before 6.1): ordinary rings");
            IoUring::builder().setup_cqsize(2 * depth.next_power_of_two()).build(depth)
        }
        other => other,
    }
}

/// Registers the pools' memory, so that the kernel need not pin it anew for each operation. Gives those registered.
fn register(ring: &IoUring, pools: &[BufPool]) -> Vec<BufPool> {
    let pools: Vec<BufPool> =
        pools.iter().filter(|pool| pool.region().1 <= REGION_BYTES_MAX).cloned().collect();
    if pools.is_empty() {
        return pools;
    }
    let regions: Vec<libc::iovec> = pools
        .iter()
        .map(|pool| {
            let (start, len) = pool.region();
            libc::iovec { iov_base: start.cast(), iov_len: len }
        })
        .collect();
    // SAFETY: the ring keeps the pools, and each pool its region; a ring is unmapped before its pools are dropped
    // (field order), and the kernel holds the pages itself until then.
    match unsafe { ring.submitter().register_buffers(&regions) } {
        Ok(()) => pools,
        Err(error) => {
            let bytes: usize = regions.iter().map(|region| region.iov_len).sum();
            tracing::warn!(
                %error,
                bytes,
                "buffers are not registered with io_uring, which costs some speed: raise the limit on locked memory \
                 (ulimit -l, LimitMEMLOCK= in the unit file)"
            );
            Vec::new()
        }
    }
}

/// Index of the registered pool that a buffer belongs to.
fn registered(pools: &[BufPool], buf: &Buf) -> Option<u16> {
    let (home, _) = buf.home()?;
    pools.iter().position(|pool| pool.same(&home)).map(|index| index as u16)
}

#[cfg(test)]
mod tests {
    use super::*;
    use osmia_env::tasks::oneshot;
    use rustix::event::{EventfdFlags, eventfd};
    use std::os::fd::AsFd;

    /// A ring dropped with operations in the kernel and in its queue waits for the former, and only then are all
    /// buffers back.
    #[test]
    fn dropped_ring_waits() {
        let pool = BufPool::new(64, 64 << 10);
        let event = eventfd(0, EventfdFlags::empty()).unwrap();
        for registered in [vec![], vec![pool.clone()]] {
            let mut ring = Ring::new(8, event.as_fd(), &registered).unwrap();
            let file = Rc::new(OpenFile { fd: Some(tempfile::tempfile().unwrap().into()), direct: false });
            for block in 0..64 {
                let mut buf = pool.get(64 << 10).unwrap();
                buf.resize(64 << 10);
                let (tell, _) = oneshot();
                ring.push(file.clone(), Work::Write { offset: block << 16, buf, tell });
            }
            ring.drive(false);
            drop(ring);
            assert_eq!(pool.available(), 64);
            assert_eq!(Rc::strong_count(&file), 1);
        }
    }
}
