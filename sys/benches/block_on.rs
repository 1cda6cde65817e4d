//! What a blocking call costs in the executor itself: `cargo bench -p osmia-sys`. CPU time of the thread.
#![allow(clippy::unwrap_used, missing_docs)] // A program that measures, for its authors.

use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll};

use osmia_sys::LocalTasks;
use rustix::time::{ClockId, clock_gettime};

fn cpu_ns() -> f64 {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    time.tv_sec as f64 * 1e9 + time.tv_nsec as f64
}

/// Pending so many times, awake at once.
struct Turns(u32);

impl Future for Turns {
    type Output = ();
    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<()> {
        if self.0 == 0 {
            return Poll::Ready(());
        }
        self.0 -= 1;
        context.waker().wake_by_ref();
        Poll::Pending
    }
}

fn main() {
    let tasks = LocalTasks::new().unwrap();
    let measure = |what: &str, count: u32, run: &dyn Fn()| {
        let best = (0..5)
            .map(|_| {
                let start = cpu_ns();
                (0..count).for_each(|_| run());
                (cpu_ns() - start) / f64::from(count)
            })
            .fold(f64::MAX, f64::min);
        println!("{what:<28} {best:8.1} ns");
    };
    measure("ready at once", 1_000_000, &|| tasks.block_on(Turns(0)));
    measure("10 turns", 300_000, &|| tasks.block_on(Turns(10)));
    measure("10 yields, boxed", 300_000, &|| {
        tasks.block_on(async {
            for _ in 0..10 {
                tasks.yield_now().await;
            }
        });
    });
    measure("spawn and run", 300_000, &|| {
        tasks.spawn(Box::pin(Turns(0)));
        tasks.block_on(Turns(1));
    });
    measure("10 turns beside a sleeper", 300_000, &{
        let handle = tasks.handle();
        tasks.spawn(Box::pin(async move { handle.sleep_until(osmia_env::Instant::NEVER).await }));
        let event = rustix::event::eventfd(0, rustix::event::EventfdFlags::NONBLOCK).unwrap();
        let handle = tasks.handle();
        tasks.spawn(Box::pin(async move {
            let fd = std::os::fd::AsRawFd::as_raw_fd(&event);
            let _ = handle.readable(fd, osmia_env::Instant::NEVER).await;
        }));
        || tasks.block_on(Turns(10))
    });
}
