//! The executor behind `osmia_env::Tasks`, and the shards' start and end.
#![allow(clippy::disallowed_methods, clippy::unwrap_used)]

use std::cell::Cell;
use std::os::fd::AsRawFd;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use osmia_env::tasks::blocking;
use osmia_env::{Env, Instant};
use osmia_host::{ShardStart, ShardsOptions, Shutdown, block_on, env, run_shards};
use rustix::event::{EventfdFlags, eventfd};

/// Longest that a test waits for what must happen.
const PATIENCE: Duration = Duration::from_secs(30);

fn on_executor<T, F: Future<Output = T>>(test: impl FnOnce(Env) -> F) -> T {
    block_on(async move { test(env()).await }).unwrap()
}

fn event() -> Rc<std::os::fd::OwnedFd> {
    Rc::new(eventfd(0, EventfdFlags::CLOEXEC | EventfdFlags::NONBLOCK).unwrap())
}

/// A descriptor that becomes readable wakes its task, one that is readable already does so at once, and one that
/// never is gives false at the deadline, not before.
#[test]
fn readable() {
    on_executor(async |env| {
        let fd = event();
        let start = env.now();
        let deadline = start + Duration::from_millis(20);
        assert!(!env.tasks.readable(fd.as_raw_fd(), deadline).await.unwrap());
        assert!(env.now() >= deadline);

        let writer = fd.clone();
        let clock = env.clone();
        env.tasks.spawn(Box::pin(async move {
            clock.tasks.sleep_until(clock.now() + Duration::from_millis(5)).await;
            rustix::io::write(&*writer, &1_u64.to_ne_bytes()).unwrap();
        }));
        assert!(env.tasks.readable(fd.as_raw_fd(), env.now() + PATIENCE).await.unwrap());
        assert!(env.tasks.readable(fd.as_raw_fd(), Instant::NEVER).await.unwrap());
        assert!(env.tasks.readable(-1, Instant::NEVER).await.is_err());
    });
}

/// A socket that becomes readable keeps its bytes for its reader.
#[test]
fn readable_socket_keeps_its_bytes() {
    on_executor(async |env| {
        let (mut ours, mut theirs) = std::os::unix::net::UnixStream::pair().unwrap();
        std::io::Write::write_all(&mut theirs, b"kept").unwrap();
        assert!(env.tasks.readable(ours.as_raw_fd(), Instant::NEVER).await.unwrap());
        let mut bytes = [0; 4];
        std::io::Read::read_exact(&mut ours, &mut bytes).unwrap();
        assert_eq!(&bytes, b"kept");
    });
}

/// Descriptors of this process for the same eventfd as `fd`.
fn open_descriptors(fd: &std::os::fd::OwnedFd) -> usize {
    let id = |fd: &str| {
        let info = std::fs::read_to_string(format!("/proc/self/fdinfo/{fd}")).unwrap_or_default();
        info.lines().find(|line| line.starts_with("eventfd-id")).map(str::to_owned)
    };
    let ours = id(&fd.as_raw_fd().to_string()).unwrap();
    let all = std::fs::read_dir("/proc/self/fd").unwrap();
    all.filter(|entry| id(entry.as_ref().unwrap().file_name().to_str().unwrap()).as_ref() == Some(&ours))
        .count()
}

/// Thousands of sleeps on a descriptor, each woken by another thread at a moment of its own: none is missed, and dropped
/// waits leave no descriptor open.
#[test]
fn no_wake_up_is_lost() {
    let rounds: usize = std::env::var("OSMIA_SLEEPS").ok().and_then(|n| n.parse().ok()).unwrap_or(3000);
    on_executor(async |env| {
        let (there, back) = (event(), event());
        let (wake, go) = (there.try_clone().unwrap(), back.try_clone().unwrap());
        rustix::io::ioctl_fionbio(&go, false).unwrap();
        let waker = std::thread::spawn(move || {
            let mut word = [0; 8];
            for round in 0..rounds {
                rustix::io::read(&go, &mut word).unwrap();
                for _ in 0..round % 97 * 20 {
                    std::hint::spin_loop();
                }
                rustix::io::write(&wake, &1_u64.to_ne_bytes()).unwrap();
            }
        });
        let open_before = open_descriptors(&there);
        for round in 0..rounds {
            // A wait that is dropped, at times after its poll has begun.
            // A wait that is dropped: before its poll has begun, and after.
            if round % 4 > 0 {
                let dropped = env.tasks.readable(there.as_raw_fd(), Instant::NEVER);
                match round % 4 {
                    1 => {}
                    2 => env.tasks.yield_now().await,
                    _ => env.tasks.sleep_until(env.now() + Duration::from_micros(50)).await,
                }
                drop(dropped);
            }
            rustix::io::write(&*back, &1_u64.to_ne_bytes()).unwrap();
            let woken = env.tasks.readable(there.as_raw_fd(), env.now() + PATIENCE).await.unwrap();
            assert!(woken, "the wake-up of round {round} was lost");
            rustix::io::read(&*there, &mut [0; 8]).unwrap();
        }
        // The kernel lets go of a dropped wait's descriptor in its own time.
        let give_up = env.now() + PATIENCE;
        while open_descriptors(&there) > open_before && env.now() < give_up {
            env.tasks.yield_now().await;
        }
        assert!(open_descriptors(&there) <= open_before);
        waker.join().unwrap();
    });
}

/// Blocking work begins though its future is dropped, several run at once, and results come back to the shard.
#[test]
fn blocking_work() {
    on_executor(async |env| {
        assert_eq!(blocking(&*env.tasks, || 6 * 7).await, 42);
        let ran = Arc::new(AtomicUsize::new(0));
        let counted = ran.clone();
        drop(env.tasks.run_blocking(Box::new(move || {
            counted.fetch_add(1, Ordering::Relaxed);
        })));
        let deadline = env.now() + PATIENCE;
        while ran.load(Ordering::Relaxed) == 0 {
            assert!(env.now() < deadline, "the dropped work never ran");
            env.tasks.yield_now().await;
        }
    });
}

/// A task that always yields does not keep another from running, nor timers from firing.
#[test]
fn yielding_is_fair() {
    on_executor(async |env| {
        let (stop, turns) = (Rc::new(Cell::new(false)), Rc::new(Cell::new(0_u64)));
        let (stopped, counted, tasks) = (stop.clone(), turns.clone(), env.tasks.clone());
        env.tasks.spawn(Box::pin(async move {
            while !stopped.get() {
                counted.set(counted.get() + 1);
                tasks.yield_now().await;
            }
        }));
        let start = env.now();
        env.tasks.sleep_until(start + Duration::from_millis(2)).await;
        stop.set(true);
        assert!(turns.get() > 0);
        assert!(env.now().since(start) < Duration::from_secs(10));
    });
}

/// Each core gets its shard on a thread of its own, a core that is not there does not stop it, and a wish to end
/// reaches every shard.
#[test]
fn shards_start_and_end() {
    let shutdown = Shutdown::new().unwrap();
    let started = Arc::new(AtomicUsize::new(0));
    let counted = started.clone();
    run_shards(&ShardsOptions::new("test", &[0, 100_000]), &shutdown, move |start: ShardStart| {
        let counted = counted.clone();
        async move {
            assert_eq!(start.core.is_none(), start.index == 1);
            if counted.fetch_add(1, Ordering::SeqCst) == 1 {
                start.shutdown.request();
            }
            start.shutdown.wait(&*start.env.tasks).await;
            Ok::<(), String>(())
        }
    })
    .unwrap();
    assert_eq!(started.load(Ordering::SeqCst), 2);
}

/// The error of one shard ends the others and is what the caller hears.
#[test]
fn a_failing_shard_ends_all() {
    let shutdown = Shutdown::new().unwrap();
    let error = run_shards(&ShardsOptions::new("test", &[0, 0]), &shutdown, async |start: ShardStart| {
        if start.index == 1 {
            return Err("its store is gone");
        }
        start.shutdown.wait(&*start.env.tasks).await;
        Ok(())
    })
    .unwrap_err();
    assert_eq!(error.to_string(), "shard 1: its store is gone");
}

/// SIGTERM is heard by a sleeping shard, which then ends in its own time.
#[test]
fn sigterm() {
    let shutdown = Shutdown::on_signals().unwrap();
    run_shards(&ShardsOptions::new("test", &[0]), &shutdown, async |start: ShardStart| {
        rustix::process::kill_process(rustix::process::getpid(), rustix::process::Signal::TERM).unwrap();
        start.shutdown.wait(&*start.env.tasks).await;
        assert!(start.shutdown.requested());
        Ok::<(), String>(())
    })
    .unwrap();
}

/// A shard that waits for a descriptor and a far deadline uses next to no processor time: ten times the margin of what
/// is seen (0.4 %).
#[test]
fn idle_costs_nothing() {
    on_executor(async |env| {
        let fd = event();
        let thread_time = || rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
        let before = thread_time();
        let waited = Duration::from_millis(500);
        assert!(!env.tasks.readable(fd.as_raw_fd(), env.now() + waited).await.unwrap());
        let used = Duration::try_from(thread_time() - before).unwrap();
        assert!(used < waited / 25, "{used:?} of processor time in {waited:?}");
    });
}
