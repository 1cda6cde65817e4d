//! What kills and crashes leave of a map store, alone and in a simulated world.
#![allow(clippy::unwrap_used)] // Tests, with helpers outside of test functions.

use std::rc::Rc;
use std::time::Duration;

use osmia_env::sim::{Death, SimNode, World};
use osmia_env::tasks::blocking;
use osmia_kv::map::{FlushPoint, MapOptions};
use osmia_kv::{Batch, Kv, KvError, MapDisk, MapKv};

fn numbered(number: u64) -> Batch {
    let mut batch = Batch::new();
    batch.put(number.to_be_bytes(), "there");
    batch.put("last", number.to_be_bytes());
    batch
}

/// The last number written, having checked that everything before it is there and nothing behind.
fn last(kv: &MapKv) -> u64 {
    let last = kv.get(b"last").unwrap().map_or(0, |last| u64::from_be_bytes(last.try_into().unwrap()));
    for number in 1..last + 20 {
        assert_eq!(kv.get(&number.to_be_bytes()).unwrap().is_some(), number <= last, "{number} of {last}");
    }
    last
}

/// A kill loses what was not flushed; a crash what was not synced, or less; both always a suffix. The store that was
/// open can do nothing any more.
#[test]
fn suffixes() {
    let mut between = 0;
    for seed in 0..100 {
        let world = World::new(seed);
        let disk = MapDisk::new();
        let kv = MapKv::open(&disk, MapOptions::default());
        for number in 1..=30 {
            kv.write(&numbered(number)).unwrap();
            match number {
                10 => {
                    kv.flush().unwrap();
                    kv.sync_job()().unwrap();
                }
                20 => kv.flush().unwrap(),
                _ => {}
            }
        }
        let sync = kv.sync_job();
        let crash = seed % 2 == 1;
        if crash {
            disk.crash(&world)
        } else {
            disk.kill()
        }
        assert!(
            kv.write(&numbered(31)).is_err()
                && kv.flush().is_err()
                && kv.reopen().is_err()
                && sync().is_err()
        );
        let left = last(&MapKv::open(&disk, MapOptions::default()));
        assert!(if crash { (10..=20).contains(&left) } else { left == 20 }, "{left}");
        between += u32::from(left > 10 && left < 20);
    }
    assert!(between > 10);
}

/// A full disk fails the flush; reopened, the store holds what was flushed, and goes on when there is space.
#[test]
fn full() {
    let disk = MapDisk::new();
    let kv = MapKv::open(&disk, MapOptions::default());
    kv.write(&numbered(1)).unwrap();
    kv.flush().unwrap();
    disk.limit(Some(10));
    kv.write(&numbered(2)).unwrap();
    assert!(matches!(kv.flush(), Err(KvError::NoSpace { .. })));
    kv.reopen().unwrap();
    assert_eq!((last(&kv), kv.pressure().bytes_free), (1, 10));
    disk.limit(None);
    kv.write(&numbered(2)).unwrap();
    kv.flush().unwrap();
    assert_eq!(last(&kv), 2);
}

/// Writes numbered batches and flushes each; remembers outside what it was told is safe.
async fn writer(node: SimNode, kv: Rc<MapKv>, flushed: Rc<std::cell::Cell<u64>>) {
    let mut number = last(&kv);
    loop {
        number += 1;
        if kv.write(&numbered(number)).and_then(|()| kv.flush()).is_err() {
            // It dies at its next await.
            node.env.tasks.yield_now().await;
            unreachable!("the process is dead");
        }
        flushed.set(number);
        if number.is_multiple_of(3) {
            blocking(&*node.env.tasks, kv.sync_job()).await.unwrap();
        } else {
            node.env.tasks.yield_now().await;
        }
    }
}

/// Killed before or after any flush, a store in the simulated world loses nothing that was told to be flushed.
#[test]
fn killed_at_every_flush() {
    for kill in 1..=40 {
        let world = World::new(kill);
        let disk = MapDisk::new();
        let node = world.node("store");
        let on_death = disk.clone();
        world.on_death(&node, move |death| {
            assert_eq!(death, Death::Kill);
            on_death.kill();
        });
        world.die_at(&node, "flush", kill, Death::Kill);
        let flushed = Rc::new(std::cell::Cell::new(0));
        let start = |node: &SimNode| {
            let (inner, own) = (world.clone(), node.clone());
            let on_flush: Rc<dyn Fn(FlushPoint)> = Rc::new(move |_| _ = inner.point(&own, "flush"));
            let kv =
                Rc::new(MapKv::open(&disk, MapOptions { on_flush: Some(on_flush), ..MapOptions::default() }));
            world.spawn(node, writer(node.clone(), kv.clone(), flushed.clone()));
            kv
        };
        start(&node);
        world.run_for(Duration::from_millis(100));
        assert!(!world.is_alive(&node) && world.passed(&node, "flush") == kill);
        let before = flushed.get();
        assert_eq!(before, (kill - 1) / 2, "the flush that was killed was not told to be done");
        let node = world.restart(&node);
        let kv = start(&node);
        assert_eq!(last(&kv), kill / 2);
        world.run_for(Duration::from_millis(10));
        assert!(flushed.get() > before);
    }
}
