use std::cell::Cell;
use std::rc::Rc;
use std::task::Poll;
use std::time::Duration;

use osmia_env::tasks::{blocking, oneshot};
use osmia_env::{Clock, Instant};
use rustix::event::{EventfdFlags, eventfd};
use std::os::fd::AsRawFd;

use super::LocalTasks;
use crate::SysClock;

/// A future that is ready gives its value without running anything else.
#[test]
fn ready_at_once() {
    let tasks = LocalTasks::new().unwrap();
    let ran = Rc::new(Cell::new(false));
    let seen = ran.clone();
    tasks.spawn(Box::pin(async move { seen.set(true) }));
    assert_eq!(tasks.block_on(async { 7 }), 7);
    assert!(!ran.get());
    tasks.block_on(tasks.yield_now());
    assert!(ran.get() && tasks.task_count() == 0);
}

/// Spawned tasks progress while another future is driven, also those that they spawn themselves.
#[test]
fn spawned_progress() {
    let tasks = LocalTasks::new().unwrap();
    let handle = tasks.handle();
    let (sender, receiver) = oneshot();
    tasks.spawn(Box::pin({
        let handle = handle.clone();
        async move {
            handle.yield_now().await;
            handle.clone().spawn(Box::pin(async move {
                handle.yield_now().await;
                sender.send(5);
            }));
        }
    }));
    assert_eq!(tasks.block_on(receiver), Some(5));
}

/// Timers fire in order and not early, while the thread sleeps and while another task is always runnable.
#[test]
fn timers() {
    for busy in [false, true] {
        let tasks = LocalTasks::new().unwrap();
        let handle = tasks.handle();
        let order = Rc::new(Cell::new(0));
        for (place, delay_ms) in [(2, 4), (1, 2), (3, 6)] {
            let (handle, order) = (handle.clone(), order.clone());
            tasks.spawn(Box::pin(async move {
                let deadline = SysClock.now() + Duration::from_millis(delay_ms);
                handle.sleep_until(deadline).await;
                assert!(SysClock.now() >= deadline);
                order.set(order.get() * 10 + place);
            }));
        }
        tasks.block_on(async {
            while order.get() != 123 {
                if busy {
                    handle.yield_now().await;
                } else {
                    handle.sleep_until(SysClock.now() + Duration::from_millis(1)).await;
                }
            }
        });
    }
}

/// A descriptor wakes its waiter, an unreadable one lets it go at the deadline, a closed one is an error.
#[test]
fn descriptors() {
    let tasks = LocalTasks::new().unwrap();
    let event = eventfd(0, EventfdFlags::NONBLOCK).unwrap();
    let soon = || SysClock.now() + Duration::from_millis(2);
    assert!(!tasks.block_on(tasks.readable(event.as_raw_fd(), soon())).unwrap());
    let other = event.try_clone().unwrap();
    crate::helper::run(move || {
        rustix::io::write(&other, &1_u64.to_ne_bytes()).unwrap();
    });
    assert!(tasks.block_on(tasks.readable(event.as_raw_fd(), Instant::NEVER)).unwrap());
    assert!(tasks.block_on(tasks.readable(i32::MAX, Instant::NEVER)).is_err());
    drop(tasks.readable(event.as_raw_fd(), Instant::NEVER));
    assert_eq!(tasks.handle.inner.reactor.borrow().wait_count(), 0);
}

/// Work on helper threads wakes the sleeping thread; its panic is not ours; dropping the future loses nothing.
#[test]
fn helpers() {
    let tasks = LocalTasks::new().unwrap();
    let total = tasks.block_on(async {
        let mut total = 0;
        for number in 0..200_u64 {
            total += blocking(&*tasks, move || number).await;
        }
        total
    });
    assert_eq!(total, 199 * 100);
    tasks.block_on(tasks.run_blocking(Box::new(|| panic!("meant"))));
    let (sender, receiver) = std::sync::mpsc::channel();
    let mut dropped = tasks.run_blocking(Box::new(move || sender.send(()).unwrap()));
    tasks.block_on(std::future::poll_fn(|context| {
        assert!(dropped.as_mut().poll(context).is_pending() || receiver.try_recv().is_ok());
        Poll::Ready(())
    }));
    drop(dropped);
    let _ = receiver.recv();
}

/// No wake-up from another thread is lost, whenever it falls.
#[test]
fn wakes_from_other_threads() {
    let tasks = LocalTasks::new().unwrap();
    let (to_thread, wakers) = std::sync::mpsc::channel::<std::task::Waker>();
    let count = std::sync::Arc::new(std::sync::atomic::AtomicU64::new(0));
    let counted = count.clone();
    let thread = std::thread::spawn(move || {
        for waker in wakers {
            counted.fetch_add(1, std::sync::atomic::Ordering::SeqCst);
            waker.wake();
        }
    });
    for round in 1..=20_000_u64 {
        let mut sent = false;
        tasks.block_on(std::future::poll_fn(|context| {
            if !sent {
                to_thread.send(context.waker().clone()).unwrap();
                sent = true;
            }
            if count.load(std::sync::atomic::Ordering::SeqCst) == round {
                Poll::Ready(())
            } else {
                Poll::Pending
            }
        }));
    }
    drop(to_thread);
    thread.join().unwrap();
}

/// Dropping the executor drops its tasks, though they hold handles of it; what comes later is dropped too.
#[test]
fn drop_drops_tasks() {
    let tasks = LocalTasks::new().unwrap();
    let handle = tasks.handle();
    let token = Rc::new(());
    for _ in 0..3 {
        let (handle, token) = (handle.clone(), token.clone());
        tasks.spawn(Box::pin(async move {
            handle.sleep_until(Instant::NEVER).await;
            drop(token);
        }));
    }
    tasks.block_on(tasks.yield_now());
    assert_eq!(Rc::strong_count(&token), 4);
    drop(tasks);
    assert_eq!(Rc::strong_count(&token), 1);
    let late = token.clone();
    handle.spawn(Box::pin(async move { drop(late) }));
    assert_eq!(Rc::strong_count(&token), 1);
}

/// A task's panic comes out of block_on, and the others go on afterwards.
#[test]
fn panic_of_a_task() {
    let tasks = LocalTasks::new().unwrap();
    let handle = tasks.handle();
    tasks.spawn(Box::pin(async { panic!("meant") }));
    let (sender, receiver) = oneshot();
    tasks.spawn(Box::pin(async move {
        handle.yield_now().await;
        handle.yield_now().await;
        sender.send(1);
    }));
    let driven = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        tasks.block_on(std::future::pending::<()>());
    }));
    assert!(driven.is_err());
    assert_eq!(tasks.block_on(receiver), Some(1));
    assert_eq!(tasks.task_count(), 0);
}
