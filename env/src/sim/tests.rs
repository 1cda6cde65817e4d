use std::cell::{Cell, RefCell};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::rc::Rc;
use std::time::Duration;

use super::{Death, NetOptions, SimNode, World};
use crate::disk::OpenOptions;
use crate::tasks::{blocking, oneshot};
use crate::{Addr, Buf, Disk, Event, Instant, Message, Transport};

fn message(text: &str) -> Message {
    Message { head: Buf::from_slice(text.as_bytes()), body: None }
}

/// Answers every message by itself with an exclamation mark, and writes each to its disk.
async fn echo(node: SimNode) {
    node.transport.listen(&Addr::Sim(1)).unwrap();
    let options = OpenOptions { create: true, ..OpenOptions::default() };
    let (file, _) = node.disk.open(Path::new("/log"), options).await.unwrap();
    let mut events = Vec::new();
    let mut offset = 0;
    loop {
        node.transport.wait(Instant::NEVER).await;
        node.transport.poll(&mut events);
        for event in events.drain(..) {
            if let Event::Received { conn, message: received } = event {
                let text = String::from_utf8(received.head.to_vec()).unwrap();
                let (result, buf) = node.disk.write(&file, offset, received.head).await;
                result.unwrap();
                offset += buf.len() as u64;
                let _ = node.transport.send(conn, message(&format!("{text}!")));
            }
        }
    }
}

/// A client that connects anew whenever its connection ends, and counts to ten.
async fn count(node: SimNode, name: usize, answers: Rc<RefCell<Vec<String>>>) {
    let mut events = Vec::new();
    let mut next = 0;
    'connect: while next < 10 {
        let conn = node.transport.connect(&Addr::Sim(1));
        let mut sent = false;
        while next < 10 {
            if !sent {
                sent = node.transport.send(conn, message(&format!("{name}.{next}"))).is_ok();
            }
            node.transport.wait(node.env.now() + Duration::from_millis(500)).await;
            node.transport.poll(&mut events);
            for event in events.drain(..) {
                match event {
                    Event::Received { message, .. } => {
                        answers.borrow_mut().push(String::from_utf8(message.head.to_vec()).unwrap());
                        next += 1;
                        sent = false;
                    }
                    Event::Closed { .. } => {
                        let pause = node.env.rng.below(1000);
                        node.env.tasks.sleep_until(node.env.now() + Duration::from_micros(pause)).await;
                        continue 'connect;
                    }
                    _ => {}
                }
            }
        }
    }
}

/// A server that is killed again and again, and three clients that get their answers all the same.
fn story(seed: u64) -> (u64, Vec<String>) {
    let world = World::new(seed);
    world.net(NetOptions { break_one_in: 40, ..NetOptions::default() });
    let mut server = world.node("server");
    world.spawn(&server, echo(server.clone()));
    let answers = Rc::new(RefCell::new(Vec::new()));
    for name in 0..3 {
        let client = world.node("client");
        world.spawn(&client, count(client.clone(), name, answers.clone()));
    }
    for round in 0..4 {
        world.run_for(Duration::from_millis(3 + world.below(20)));
        world.end(&server, if round % 2 == 0 { Death::Kill } else { Death::Crash });
        world.run_for(Duration::from_millis(world.below(20)));
        server = world.restart(&server);
        world.spawn(&server, echo(server.clone()));
    }
    let env = world.env();
    world.run_until(async {
        while answers.borrow().len() < 30 {
            env.tasks.sleep_until(env.now() + Duration::from_millis(10)).await;
        }
    });
    (world.history(), answers.take())
}

/// The same seed gives the same history, event for event; other seeds give others; everybody gets served.
#[test]
fn same_seed_same_history() {
    let mut histories = std::collections::BTreeSet::new();
    for seed in 0..40 {
        let first = story(seed);
        assert_eq!(first, story(seed), "seed {seed}");
        for name in 0..3 {
            let own = first.1.iter().filter(|answer| answer.starts_with(&format!("{name}."))).cloned();
            let wanted = (0..10).map(|number| format!("{name}.{number}!"));
            assert_eq!(own.collect::<Vec<_>>(), wanted.collect::<Vec<_>>(), "seed {seed}");
        }
        histories.insert(first.0);
    }
    assert_eq!(histories.len(), 40);
}

/// A kill drops all tasks of its process and nobody else's; what they had begun has no effect; a restart begins anew.
#[test]
fn kill_drops_tasks() {
    let world = World::new(3);
    let (one, other) = (world.node("one"), world.node("other"));
    let token = Rc::new(Cell::new(0));
    for node in [&one, &one, &other] {
        let (env, token) = (node.env.clone(), token.clone());
        world.spawn(node, async move {
            loop {
                env.tasks.sleep_until(env.now() + Duration::from_millis(1)).await;
                token.set(token.get() + 1);
            }
        });
    }
    world.run_for(Duration::from_millis(10));
    assert!(token.get() >= 24 && Rc::strong_count(&token) == 4);
    world.kill(&one);
    assert!(!world.is_alive(&one) && Rc::strong_count(&token) == 2);
    let late = token.clone();
    world.spawn(&one, async move { late.set(0) });
    assert_eq!(Rc::strong_count(&token), 2);
    let again = world.restart(&one);
    let there = token.clone();
    world.spawn(&again, async move { there.set(1000) });
    world.run_for(Duration::from_millis(1));
    assert!(token.get() >= 1000);
    drop((one, other, again, world));
    assert_eq!(Rc::strong_count(&token), 1, "a dropped world drops its tasks");
}

/// A process that dies at a fault point in the middle of a poll runs on to its next await, without effect.
#[test]
fn death_inside_a_task() {
    let world = World::new(4);
    let node = world.node("node");
    let peer = world.node("peer");
    peer.transport.listen(&Addr::Sim(9)).unwrap();
    let deaths = Rc::new(RefCell::new(Vec::new()));
    let seen = deaths.clone();
    world.on_death(&node, move |death| seen.borrow_mut().push(death));
    world.die_at(&node, "flush", 3, Death::Kill);
    let reached = Rc::new(Cell::new(0));
    let (inner, own, steps) = (world.clone(), node.clone(), reached.clone());
    world.spawn(&node, async move {
        let conn = own.transport.connect(&Addr::Sim(9));
        own.transport.wait(Instant::NEVER).await;
        for step in 1..10 {
            inner.point(&own, "flush");
            let _ = own.transport.send(conn, message(&step.to_string()));
            steps.set(step);
            own.env.tasks.yield_now().await;
        }
    });
    world.run_for(Duration::from_secs(1));
    assert_eq!((reached.get(), world.passed(&node, "flush")), (3, 3));
    assert_eq!(*deaths.borrow(), [Death::Kill]);
    let mut events = Vec::new();
    peer.transport.poll(&mut events);
    let received = events.iter().filter(|event| matches!(event, Event::Received { .. })).count();
    assert!(received <= 2, "{events:?}");
    assert!(matches!(events.last(), Some(Event::Closed { .. })), "{events:?}");
}

/// Work on a helper thread takes virtual time, and happens once; a timer of another machine's clock is not ours.
#[test]
fn helpers_and_clocks() {
    let world = World::new(5);
    let (one, other) = (world.node("one"), world.node("other"));
    let before = world.elapsed();
    assert_eq!(world.run_until(blocking(&*one.env.tasks, || 5)), 5);
    assert!(world.elapsed() > before);
    assert_ne!(one.env.now().0 / 1_000_000, other.env.now().0 / 1_000_000);
    let apart = one.env.clock.timestamp().0 - other.env.clock.timestamp().0;
    assert!(apart.unsigned_abs() < 40_000_000);
    world.run_until(async {
        let now = other.env.now();
        other.env.tasks.sleep_until(now + Duration::from_secs(5)).await;
        assert!(other.env.now().since(now) >= Duration::from_secs(5));
    });
}

/// A world in which nothing can ever happen says so, and one that never ends too.
#[test]
fn deadlock_and_limit() {
    let world = World::new(6);
    let (_sender, receiver) = oneshot::<()>();
    let stuck = catch_unwind(AssertUnwindSafe(|| world.run_until(receiver)));
    let text = *stuck.unwrap_err().downcast::<String>().unwrap();
    assert!(text.contains("seed 6: deadlock"), "{text}");
    let env = world.env();
    world.time_limit(Duration::from_millis(5));
    let endless = catch_unwind(AssertUnwindSafe(|| {
        world.run_until(async {
            loop {
                env.tasks.yield_now().await;
            }
        })
    }));
    let text = *endless.unwrap_err().downcast::<String>().unwrap();
    assert!(text.contains("not done within 5ms"), "{text}");
    assert_eq!(world.run_until(async { 1 }), 1);
}
