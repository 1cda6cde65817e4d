//! What a metadata shard's rounds cost in the store: `cargo bench -p osmia-kv [-- DIRECTORY]`.
//!
//! A round is 32 creates: for each a get of an absent name, a put of its dentry and of a replay record; one put of the
//! parent; then one write and one flush. Prints microseconds of the thread's CPU time per create, for batches of one round, for stats, and for
//! listing. The directory (default: a temporary one) decides the file system.
#![allow(clippy::unwrap_used, clippy::disallowed_methods, missing_docs)] // A program that measures, for its authors.

use osmia_kv::{Batch, Kv, RocksKv, RocksOptions};
use rustix::time::{ClockId, clock_gettime};
use std::ops::ControlFlow;

const ROUND: u64 = 32;

fn dentry(directory: u64, number: u64) -> Vec<u8> {
    let name = format!("file.mdtest.0.{number}");
    let hash = number.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    [&[1, 0, 7][..], &directory.to_be_bytes(), &hash.to_be_bytes(), name.as_bytes()].concat()
}

fn creates(kv: &dyn Kv, batch: &mut Batch, directory: u64, numbers: std::ops::Range<u64>) {
    let mut value = Vec::new();
    for start in numbers.clone().step_by(ROUND as usize) {
        batch.clear();
        for number in start..(start + ROUND).min(numbers.end) {
            let key = dentry(directory, number);
            assert!(!kv.get_into(&key, &mut value).unwrap());
            batch.put(&key, [5; 110]);
            let slot = [&[9, 0, 7][..], &1_u64.to_be_bytes(), &(number % ROUND).to_be_bytes()].concat();
            batch.put(slot, [6; 90]);
        }
        batch.put([&[2, 0, 7][..], &directory.to_be_bytes()].concat(), [7; 120]);
        kv.write(batch).unwrap();
        kv.flush().unwrap();
    }
}

/// CPU time of this thread, which the neighbours' load does not enter: microseconds.
fn cpu_us() -> f64 {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    time.tv_sec as f64 * 1e6 + time.tv_nsec as f64 / 1e3
}

fn main() {
    let parent = std::env::args().nth(1).filter(|argument| !argument.starts_with('-'));
    let parent = parent.map_or_else(std::env::temp_dir, Into::into);
    let directory = tempfile::tempdir_in(parent).unwrap();
    for count in [100_000, 500_000] {
        let kv = RocksKv::create(&directory.path().join(count.to_string()), RocksOptions::default()).unwrap();
        let mut batch = Batch::new();
        creates(&kv, &mut batch, 1, 0..1000);
        let per = |start: f64, count: u64| (cpu_us() - start) / count as f64;

        let start = cpu_us();
        creates(&kv, &mut batch, 2, 0..count);
        println!("{count} creates          {:7.3} us each", per(start, count));

        let start = cpu_us();
        let mut value = Vec::new();
        let mut cold = 0;
        for number in 0..count {
            cold += u64::from(!kv.get_into(&dentry(2, number * 7919 % count), &mut value).unwrap_or(false));
        }
        println!("{count} stats            {:7.3} us each, {cold} cold", per(start, count));

        let start = cpu_us();
        let mut seen = 0;
        kv.scan_blocking(&dentry(2, 0)[..11], &dentry(3, 0)[..11], &mut |_, _| {
            seen += 1;
            ControlFlow::Continue(())
        })
        .unwrap();
        println!("{seen} listed           {:7.3} us each", per(start, seen));

        let start = cpu_us();
        for _ in 0..10_000 {
            kv.scan(&dentry(5, 0)[..11], &dentry(6, 0)[..11], &mut |_, _| ControlFlow::Continue(())).unwrap();
        }
        println!("empty directory scanned {:7.3} us each", per(start, 10_000));

        let start = cpu_us();
        for start in (0..count).step_by(ROUND as usize) {
            batch.clear();
            for number in start..start + ROUND {
                batch.delete(dentry(2, number));
            }
            kv.write(&batch).unwrap();
            kv.flush().unwrap();
        }
        println!("{count} removes          {:7.3} us each", per(start, count));

        let scan = |what: &str| {
            let start = cpu_us();
            let result = kv
                .scan_blocking(&dentry(2, 0)[..11], &dentry(3, 0)[..11], &mut |_, _| ControlFlow::Break(()));
            result.unwrap();
            println!("emptied directory scanned {what}: {:7.3} us", per(start, 1));
        };
        scan("before compaction");
        let start = cpu_us();
        kv.compact_job(dentry(2, 0)[..11].to_vec(), dentry(3, 0)[..11].to_vec())().unwrap();
        println!("compaction {:7.3} ms", per(start, 1000));
        scan("after compaction");
        println!("{:?} {:?}", kv.counters(), kv.pressure());
    }
}
