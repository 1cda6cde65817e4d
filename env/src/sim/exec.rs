//! The executor: virtual time, tasks of all processes in an order of the seed's choice, timers and events.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::future::Future;
use std::pin::{Pin, pin};
use std::rc::Rc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll, Wake, Waker};
use std::time::Duration;

use super::Inner;
use super::node::Process;
use crate::tasks::LocalFuture;

/// Virtual time that one poll of a task takes, so that loops which poll until a deadline end.
const POLL_NS: (u64, u64) = (100, 1000);

/// Number of the future of `run_until`.
const MAIN: u64 = 0;

/// Something that happens at a time.
pub(super) type Action = Box<dyn FnOnce(&Rc<Inner>)>;

#[derive(Default)]
pub(super) struct Exec {
    tasks: RefCell<BTreeMap<u64, Task>>,
    ready: Arc<Ready>,
    timers: RefCell<BTreeMap<TimerKey, Timer>>,
    next: Cell<u64>,
    running: Cell<bool>,
}

struct Task {
    process: Process,
    /// Out while it is being polled.
    future: Option<LocalFuture<'static, ()>>,
}

/// When, and a number that tells timers of the same time apart.
pub(super) type TimerKey = (u64, u64);

enum Timer {
    Wake(Waker),
    Run(Action),
}

/// Tasks to be polled. Wakers are `Send` by their type, hence the lock; there is one thread.
#[derive(Default)]
struct Ready(Mutex<Vec<Arc<TaskWake>>>);

struct TaskWake {
    number: u64,
    queued: AtomicBool,
    ready: Arc<Ready>,
}

impl Wake for TaskWake {
    fn wake(self: Arc<Self>) {
        self.wake_by_ref();
    }
    fn wake_by_ref(self: &Arc<Self>) {
        if !self.queued.swap(true, Relaxed) {
            self.ready.0.lock().unwrap_or_else(PoisonError::into_inner).push(self.clone());
        }
    }
}

impl Exec {
    fn number(&self) -> u64 {
        self.next.set(self.next.get() + 1);
        self.next.get()
    }

    fn waker(&self, number: u64) -> Arc<TaskWake> {
        Arc::new(TaskWake { number, queued: AtomicBool::new(false), ready: self.ready.clone() })
    }

    pub(super) fn spawn(&self, process: Process, future: LocalFuture<'static, ()>) {
        let number = self.number();
        let wake = self.waker(number);
        wake.wake_by_ref();
        self.tasks.borrow_mut().insert(number, Task { process, future: Some(future) });
    }

    /// Drops the tasks of a process. One that is being polled is dropped when it returns.
    pub(super) fn drop_tasks(&self, process: Process) {
        let dead: Vec<_> = {
            let mut tasks = self.tasks.borrow_mut();
            let numbers: Vec<_> =
                tasks.iter().filter(|(_, task)| task.process == process).map(|(number, _)| *number).collect();
            numbers.into_iter().filter_map(|number| tasks.remove(&number)).collect()
        };
        // Outside the borrow: their destructors may wake, spawn and send.
        drop(dead);
    }

    /// Has `waker` woken at `time` (virtual nanoseconds).
    pub(super) fn wake_at(&self, time: u64, waker: Waker) -> TimerKey {
        let key = (time, self.number());
        self.timers.borrow_mut().insert(key, Timer::Wake(waker));
        key
    }

    /// Replaces the waker of a timer. False when it has fired.
    pub(super) fn rewake(&self, key: TimerKey, waker: &Waker) -> bool {
        match self.timers.borrow_mut().get_mut(&key) {
            Some(timer) => {
                *timer = Timer::Wake(waker.clone());
                true
            }
            None => false,
        }
    }

    pub(super) fn cancel(&self, key: TimerKey) {
        let timer = self.timers.borrow_mut().remove(&key);
        drop(timer);
    }

    pub(super) fn clear(&self) {
        let tasks = std::mem::take(&mut *self.tasks.borrow_mut());
        drop(tasks);
        let timers = std::mem::take(&mut *self.timers.borrow_mut());
        drop(timers);
    }
}

impl Inner {
    /// Does something after a while.
    pub(super) fn after(&self, delay: Duration, action: impl FnOnce(&Rc<Inner>) + 'static) -> TimerKey {
        let time = self.now.get() + delay.as_nanos() as u64;
        self.at(time, action)
    }

    /// Does something at a time (virtual nanoseconds).
    pub(super) fn at(&self, time: u64, action: impl FnOnce(&Rc<Inner>) + 'static) -> TimerKey {
        let key = (time, self.exec.number());
        self.exec.timers.borrow_mut().insert(key, Timer::Run(Box::new(action)));
        key
    }
}

pub(super) fn run_until<F: Future>(world: &Rc<Inner>, future: F) -> F::Output {
    assert!(!world.exec.running.replace(true), "run_until inside run_until");
    let _running = Running(world);
    let mut future = pin!(future);
    let main = world.exec.waker(MAIN);
    main.wake_by_ref();
    let waker = Waker::from(main);
    let end = world.now.get() + world.time_limit.get().as_nanos() as u64;
    loop {
        fire(world);
        match pick(world) {
            Some(wake) if wake.number == MAIN => {
                spend(world);
                if let Poll::Ready(value) = future.as_mut().poll(&mut Context::from_waker(&waker)) {
                    return value;
                }
            }
            Some(wake) => run(world, &wake),
            None => sleep(world),
        }
        assert!(world.now.get() <= end, "seed {}: not done within {:?}", world.seed, world.time_limit.get());
    }
}

struct Running<'a>(&'a Inner);

impl Drop for Running<'_> {
    fn drop(&mut self) {
        self.0.exec.running.set(false);
        // The future is gone; a wake of it that is still queued must not look like one of the next.
        self.0.exec.ready.0.lock().unwrap_or_else(PoisonError::into_inner).retain(|wake| wake.number != MAIN);
    }
}

/// Does what is due.
fn fire(world: &Rc<Inner>) {
    loop {
        let timer = {
            let mut timers = world.exec.timers.borrow_mut();
            match timers.first_entry() {
                Some(first) if first.key().0 <= world.now.get() => first.remove(),
                _ => return,
            }
        };
        world.trace.at(world.now.get());
        match timer {
            Timer::Wake(waker) => waker.wake(),
            Timer::Run(action) => action(world),
        }
    }
}

/// Takes one of the ready tasks, any.
fn pick(world: &Rc<Inner>) -> Option<Arc<TaskWake>> {
    let mut ready = world.exec.ready.0.lock().unwrap_or_else(PoisonError::into_inner);
    if ready.is_empty() {
        return None;
    }
    let place = world.below(ready.len() as u64) as usize;
    let wake = ready.swap_remove(place);
    wake.queued.store(false, Relaxed);
    Some(wake)
}

fn spend(world: &Inner) {
    world.now.set(world.now.get() + POLL_NS.0 + world.below(POLL_NS.1 - POLL_NS.0));
    world.trace.at(world.now.get());
}

fn run(world: &Rc<Inner>, wake: &Arc<TaskWake>) {
    let (mut future, process) = {
        let mut tasks = world.exec.tasks.borrow_mut();
        let Some(task) = tasks.get_mut(&wake.number) else { return };
        let Some(future) = task.future.take() else { return };
        (future, task.process)
    };
    spend(world);
    world.trace.note("poll", wake.number, process.node as u64);
    let waker = Waker::from(wake.clone());
    let done = future.as_mut().poll(&mut Context::from_waker(&waker)).is_ready();
    let over = {
        let mut tasks = world.exec.tasks.borrow_mut();
        match tasks.get_mut(&wake.number) {
            Some(task) if !done => {
                task.future = Some(future);
                return;
            }
            // Done; or its process has died meanwhile.
            _ => tasks.remove(&wake.number),
        }
    };
    drop(over);
}

/// Moves time to the next timer.
fn sleep(world: &Inner) {
    let next = world.exec.timers.borrow().first_key_value().map(|((time, _), _)| *time);
    let Some(time) = next else {
        panic!(
            "seed {}: deadlock: nothing can run, and nothing is waited for ({} tasks)",
            world.seed,
            world.exec.tasks.borrow().len()
        );
    };
    world.now.set(time.max(world.now.get()));
}

/// Resolves at a time (virtual nanoseconds; `None`: never).
pub(super) struct Sleep {
    world: Rc<Inner>,
    time: Option<u64>,
    key: Option<TimerKey>,
}

impl Sleep {
    pub(super) fn new(world: Rc<Inner>, time: Option<u64>) -> Sleep {
        Sleep { world, time, key: None }
    }
}

impl Future for Sleep {
    type Output = ();

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<()> {
        let Some(time) = self.time else { return Poll::Pending };
        if time <= self.world.now.get() {
            return Poll::Ready(());
        }
        let exec = &self.world.exec;
        match self.key {
            Some(key) if exec.rewake(key, context.waker()) => {}
            _ => self.key = Some(exec.wake_at(time, context.waker().clone())),
        }
        Poll::Pending
    }
}

impl Drop for Sleep {
    fn drop(&mut self) {
        if let Some(key) = self.key {
            self.world.exec.cancel(key);
        }
    }
}
