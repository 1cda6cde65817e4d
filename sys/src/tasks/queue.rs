//! What may be touched from other threads: who is to be polled, and how to wake the sleeping thread.

use std::io;
use std::os::fd::{AsRawFd, OwnedFd, RawFd};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::task::Wake;

use parking_lot::Mutex;
use rustix::event::{EventfdFlags, eventfd};

/// Shared between an executor and its wakers.
///
/// Invariant: no wake-up is lost. A waker sets its flag and then looks at `sleeping`; the executor sets `sleeping`
/// and then looks at the flags. All are sequentially consistent, so one of the two sees the other.
pub(super) struct Shared {
    main: AtomicBool,
    has_tasks: AtomicBool,
    tasks: Mutex<Vec<Arc<TaskWake>>>,
    sleeping: AtomicBool,
    event: OwnedFd,
}

impl Shared {
    pub(super) fn new() -> io::Result<Shared> {
        Ok(Shared {
            main: AtomicBool::new(false),
            has_tasks: AtomicBool::new(false),
            tasks: Mutex::new(Vec::new()),
            sleeping: AtomicBool::new(false),
            event: eventfd(0, EventfdFlags::CLOEXEC | EventfdFlags::NONBLOCK)?,
        })
    }

    /// Whether the future of `block_on` was woken; it counts as polled then.
    pub(super) fn take_main(&self) -> bool {
        self.main.load(SeqCst) && self.main.swap(false, SeqCst)
    }

    pub(super) fn has_tasks(&self) -> bool {
        self.has_tasks.load(SeqCst)
    }

    /// Moves the ready tasks into `batch`, which is empty.
    pub(super) fn take_tasks(&self, batch: &mut Vec<Arc<TaskWake>>) {
        let mut tasks = self.tasks.lock();
        self.has_tasks.store(false, SeqCst);
        std::mem::swap(&mut *tasks, batch);
    }

    /// Announces sleep. False when there is something to run: then do not sleep.
    pub(super) fn begin_sleep(&self) -> bool {
        self.sleeping.store(true, SeqCst);
        let idle = !self.main.load(SeqCst) && !self.has_tasks.load(SeqCst);
        if !idle {
            self.sleeping.store(false, SeqCst);
        }
        idle
    }

    /// Ends sleep. `woken` tells that the descriptor was readable. (A waker that is about to write makes the next
    /// sleep end early, once.)
    pub(super) fn end_sleep(&self, woken: bool) {
        self.sleeping.store(false, SeqCst);
        if woken {
            let mut count = [0; 8];
            let _ = rustix::io::read(&self.event, &mut count);
        }
    }

    /// Readable when the thread is to wake up.
    pub(super) fn wake_fd(&self) -> RawFd {
        self.event.as_raw_fd()
    }

    fn rouse(&self) {
        if self.sleeping.load(SeqCst) && self.sleeping.swap(false, SeqCst) {
            // It can only fail when the count is at its limit, and then the descriptor is readable already.
            let _ = rustix::io::write(&self.event, &1_u64.to_ne_bytes());
        }
    }
}

/// Wakes the future of `block_on`.
pub(super) struct MainWake(pub(super) Arc<Shared>);

impl Wake for MainWake {
    fn wake(self: Arc<Self>) {
        self.wake_by_ref();
    }
    fn wake_by_ref(self: &Arc<Self>) {
        self.0.main.store(true, SeqCst);
        self.0.rouse();
    }
}

/// Wakes one task.
pub(super) struct TaskWake {
    shared: Arc<Shared>,
    pub(super) index: usize,
    queued: AtomicBool,
}

impl TaskWake {
    pub(super) fn new(shared: Arc<Shared>, index: usize) -> TaskWake {
        TaskWake { shared, index, queued: AtomicBool::new(false) }
    }

    /// From here on a wake queues it again. To be called before it is polled.
    pub(super) fn unqueue(&self) {
        self.queued.store(false, SeqCst);
    }

    pub(super) fn queue(self: &Arc<Self>) {
        if self.queued.swap(true, SeqCst) {
            return;
        }
        let mut tasks = self.shared.tasks.lock();
        tasks.push(self.clone());
        self.shared.has_tasks.store(true, SeqCst);
        drop(tasks);
        self.shared.rouse();
    }
}

impl Wake for TaskWake {
    fn wake(self: Arc<Self>) {
        self.queue();
    }
    fn wake_by_ref(self: &Arc<Self>) {
        self.queue();
    }
}
