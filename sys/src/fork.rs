//! Whether this is still the process it was, or a forked child of it.
//!
//! getpid(2) would tell, at 0.2 us a call: a twentieth of a whole stat by shared memory. Here it is a load: of a word in
//! a page that the kernel clears in a child (MADV_WIPEONFORK, madvise(2)), whichever way the child was made.
//!
//! Unsafe is allowed here by name: the page is mapped and read by its address.
#![allow(unsafe_code)]

use std::ptr::NonNull;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

use rustix::mm::{Advice, MapFlags, ProtFlags, madvise, mmap_anonymous};
use rustix::process::getpid;

/// One process of those that share a past by fork(2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProcessMark(u64);

/// Bytes of the page: the least that can be mapped.
const PAGE_BYTES: usize = 4096;

/// The word that a child finds to be 0.
struct Word(NonNull<AtomicU64>);

// SAFETY: the word is atomic, and its page is never unmapped.
unsafe impl Send for Word {}
// SAFETY: as above.
unsafe impl Sync for Word {}

impl Word {
    /// `None` where the kernel cannot clear a page in a child.
    fn map() -> Option<Word> {
        // SAFETY: a new mapping, wherever the kernel likes.
        let page = unsafe {
            mmap_anonymous(
                std::ptr::null_mut(),
                PAGE_BYTES,
                ProtFlags::READ | ProtFlags::WRITE,
                MapFlags::PRIVATE,
            )
        };
        let page = NonNull::new(page.ok()?)?;
        // SAFETY: our own page, which nothing else refers to yet. Where this fails, the page is given up for good.
        unsafe { madvise(page.as_ptr(), PAGE_BYTES, Advice::LinuxWipeOnFork) }.ok()?;
        Some(Word(page.cast()))
    }

    fn get(&self) -> &AtomicU64 {
        // SAFETY: mapped for good, aligned as a page is, zeroed by the kernel, and only used as an atomic.
        unsafe { self.0.as_ref() }
    }
}

impl ProcessMark {
    /// Of no process: tests stand for a forked child with it.
    pub const NOBODY: ProcessMark = ProcessMark(0);

    /// The process that runs now. A child has another mark than its parent, and than every other child.
    pub fn current() -> ProcessMark {
        static WORD: OnceLock<Option<Word>> = OnceLock::new();
        /// Marks given, in the line of processes that ends here.
        static GIVEN: AtomicU64 = AtomicU64::new(0);
        let Some(word) = WORD.get_or_init(Word::map) else {
            return ProcessMark(getpid().as_raw_nonzero().get() as u64);
        };
        let word = word.get();
        match word.load(Ordering::Relaxed) {
            0 => {
                let new = GIVEN.fetch_add(1, Ordering::Relaxed) + 1;
                // Another thread may have been first: its mark counts.
                let first = word.compare_exchange(0, new, Ordering::Relaxed, Ordering::Relaxed);
                ProcessMark(first.map_or_else(|mark| mark, |_| new))
            }
            mark => ProcessMark(mark),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All threads of a process have its mark; a forked child has another, and so has its own child.
    #[test]
    fn children_differ() {
        let parent = ProcessMark::current();
        assert_eq!(std::thread::spawn(ProcessMark::current).join().unwrap(), parent);
        // SAFETY: the child does nothing but load, compare and leave.
        let child = unsafe { libc::fork() };
        if child == 0 {
            let mine = ProcessMark::current();
            let told = mine != parent && ProcessMark::current() == mine;
            // SAFETY: as above.
            let grandchild = unsafe { libc::fork() };
            if grandchild == 0 {
                let told = ProcessMark::current() != mine && ProcessMark::current() != parent;
                // SAFETY: ends the process without running what the parent has registered.
                unsafe { libc::_exit(i32::from(!told)) }
            }
            let mut status = 1;
            // SAFETY: waits for a child of ours; the status is ours.
            unsafe { libc::waitpid(grandchild, &mut status, 0) };
            // SAFETY: as above.
            unsafe { libc::_exit(i32::from(!told || status != 0)) }
        }
        let mut status = 1;
        // SAFETY: waits for a child of ours; the status is ours.
        assert_eq!(unsafe { libc::waitpid(child, &mut status, 0) }, child);
        assert_eq!(status, 0);
        assert_eq!(ProcessMark::current(), parent);
    }
}
