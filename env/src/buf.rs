//! Owned, aligned buffers, from pools that can be registered with io_uring and with the network.
//!
//! Unsafe is allowed here by name: the memory is allocated by hand for its alignment.
#![allow(unsafe_code)]

use std::alloc::{Layout, alloc, alloc_zeroed, dealloc, handle_alloc_error};
use std::cell::RefCell;
use std::ops::{Deref, DerefMut};
use std::ptr::NonNull;
use std::rc::Rc;

/// Alignment of every buffer, in bytes: what O_DIRECT wants of any device.
pub const ALIGN: usize = 4096;

/// Bytes owned by whoever holds this. Dereferences to its `len` bytes. Dropped, it goes back to its pool, or is freed.
///
/// It stays on its thread: pools are not shared.
pub struct Buf {
    memory: NonNull<u8>,
    capacity: usize,
    len: usize,
    /// The first bytes that have been written to at some time: `len <= initialised <= capacity`.
    initialised: usize,
    /// The pool's memory lives as long as its last buffer.
    home: Option<(Rc<Pool>, u32)>,
}

impl Buf {
    /// A buffer of its own, outside any pool, with `len` zero bytes.
    pub fn zeroed(len: usize) -> Buf {
        let mut buf = Buf::with_capacity(len);
        buf.resize(len);
        buf
    }

    /// An empty buffer of its own with room for at least `capacity` bytes.
    pub fn with_capacity(capacity: usize) -> Buf {
        let capacity = capacity.max(1).next_multiple_of(64);
        Buf { memory: allocate(capacity, false), capacity, len: 0, initialised: 0, home: None }
    }

    /// A copy of `bytes`, outside any pool.
    pub fn from_slice(bytes: &[u8]) -> Buf {
        let mut buf = Buf::with_capacity(bytes.len());
        buf.extend_from_slice(bytes);
        buf
    }

    /// Most bytes it can hold.
    pub fn capacity(&self) -> usize {
        self.capacity
    }

    /// Sets the length. New bytes are zero. Panics beyond the capacity.
    pub fn resize(&mut self, len: usize) {
        assert!(len <= self.capacity, "{len} bytes in a buffer of {}", self.capacity);
        if len > self.len {
            // SAFETY: `self.len < len <= capacity`, so the start lies in our allocation.
            let start = unsafe { self.memory.as_ptr().add(self.len) };
            // SAFETY: `start` and the `len - self.len` bytes behind it lie in our allocation.
            unsafe { start.write_bytes(0, len - self.len) }
        }
        self.set(len);
    }

    /// Sets the length. New bytes hold whatever was last in that memory, or zeros: for a device to write over. Cheaper than
    /// [`resize`](Buf::resize) for memory that has been used before, as that of a pool. Panics beyond the capacity.
    pub fn resize_stale(&mut self, len: usize) {
        if len > self.initialised {
            let valid = self.len;
            self.len = self.initialised;
            self.resize(len);
            self.len = valid;
        }
        self.set(len);
    }

    fn set(&mut self, len: usize) {
        self.len = len;
        self.initialised = self.initialised.max(len);
    }

    /// Cuts to `len` bytes; does nothing when it is shorter.
    pub fn truncate(&mut self, len: usize) {
        self.len = self.len.min(len);
    }

    /// Appends. Panics beyond the capacity.
    pub fn extend_from_slice(&mut self, bytes: &[u8]) {
        let end = self.len + bytes.len();
        assert!(end <= self.capacity, "{end} bytes in a buffer of {}", self.capacity);
        // SAFETY: `self.len <= capacity`, so this is inside our allocation or its end.
        let start = unsafe { self.memory.as_ptr().add(self.len) };
        // SAFETY: `end <= capacity`, and `bytes` cannot overlap memory that we borrow mutably.
        unsafe { start.copy_from_nonoverlapping(bytes.as_ptr(), bytes.len()) }
        self.set(end);
    }

    /// Sets the length to bytes that a device has written through [`as_mut_ptr`](Buf::as_mut_ptr).
    ///
    /// # Safety
    /// The first `len` bytes are initialised, and `len` is at most the capacity.
    pub unsafe fn set_len(&mut self, len: usize) {
        assert!(len <= self.capacity, "{len} bytes in a buffer of {}", self.capacity);
        self.set(len);
    }

    /// The pool it belongs to, and its number there: byte `number * buf_bytes` of the pool's region.
    pub fn home(&self) -> Option<(BufPool, u32)> {
        self.home.as_ref().map(|(pool, number)| (BufPool(pool.clone()), *number))
    }

    /// Start of the memory, aligned to [`ALIGN`]. Stable for the life of the buffer, also when it is moved.
    pub fn as_mut_ptr(&mut self) -> *mut u8 {
        self.memory.as_ptr()
    }
}

impl Deref for Buf {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        // SAFETY: the first `len` bytes are initialised and ours.
        unsafe { std::slice::from_raw_parts(self.memory.as_ptr(), self.len) }
    }
}

impl DerefMut for Buf {
    fn deref_mut(&mut self) -> &mut [u8] {
        // SAFETY: the first `len` bytes are initialised and ours alone.
        unsafe { std::slice::from_raw_parts_mut(self.memory.as_ptr(), self.len) }
    }
}

impl std::fmt::Debug for Buf {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Buf({} of {} bytes)", self.len, self.capacity)
    }
}

impl Drop for Buf {
    fn drop(&mut self) {
        match &self.home {
            Some((pool, number)) => pool.free.borrow_mut().push(*number),
            None => free(self.memory, self.capacity),
        }
    }
}

fn layout(bytes: usize) -> Layout {
    Layout::from_size_align(bytes, ALIGN).expect("a buffer's size fits in an isize")
}

fn allocate(bytes: usize, zeroed: bool) -> NonNull<u8> {
    assert!(bytes > 0);
    let allocate = if zeroed { alloc_zeroed } else { alloc };
    // SAFETY: the layout's size is not zero.
    let memory = unsafe { allocate(layout(bytes)) };
    NonNull::new(memory).unwrap_or_else(|| handle_alloc_error(layout(bytes)))
}

fn free(memory: NonNull<u8>, bytes: usize) {
    // SAFETY: `memory` came from `allocate` with the same size, and its owner is being dropped.
    unsafe { dealloc(memory.as_ptr(), layout(bytes)) }
}

/// Buffers of one size, in one region of memory that can be registered with io_uring or a network device.
#[derive(Clone)]
pub struct BufPool(Rc<Pool>);

struct Pool {
    region: NonNull<u8>,
    buf_bytes: usize,
    count: u32,
    free: RefCell<Vec<u32>>,
}

impl BufPool {
    /// Allocates `count` buffers of `buf_bytes` each; `buf_bytes` is rounded up to [`ALIGN`].
    pub fn new(count: u32, buf_bytes: usize) -> BufPool {
        let buf_bytes = buf_bytes.max(1).next_multiple_of(ALIGN);
        let count = count.max(1);
        let region = allocate(buf_bytes * count as usize, true);
        BufPool(Rc::new(Pool { region, buf_bytes, count, free: RefCell::new((0..count).rev().collect()) }))
    }

    /// An empty buffer from the pool with room for `bytes`; `None` when all are out, or `bytes` exceeds a buffer.
    pub fn get(&self, bytes: usize) -> Option<Buf> {
        if bytes > self.0.buf_bytes {
            return None;
        }
        let number = self.0.free.borrow_mut().pop()?;
        // SAFETY: `number < count`, so the offset lies in the region.
        let memory = unsafe { self.0.region.add(number as usize * self.0.buf_bytes) };
        let (capacity, home) = (self.0.buf_bytes, Some((self.0.clone(), number)));
        // The region was zeroed when it was made.
        Some(Buf { memory, capacity, len: 0, initialised: capacity, home })
    }

    /// As [`get`](BufPool::get), but a buffer of its own when the pool has none.
    pub fn get_or_allocate(&self, bytes: usize) -> Buf {
        self.get(bytes).unwrap_or_else(|| Buf::with_capacity(bytes))
    }

    /// Start and length in bytes of the memory that all buffers lie in, for registering it.
    pub fn region(&self) -> (*mut u8, usize) {
        (self.0.region.as_ptr(), self.0.buf_bytes * self.0.count as usize)
    }

    /// Size of each buffer, in bytes.
    pub fn buf_bytes(&self) -> usize {
        self.0.buf_bytes
    }

    /// Buffers that are not out.
    pub fn available(&self) -> usize {
        self.0.free.borrow().len()
    }

    /// Whether both are the same pool.
    pub fn same(&self, other: &BufPool) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        free(self.region, self.buf_bytes * self.count as usize);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A pooled buffer returns to its pool, its bytes may outlive the pool's handle, and a full pool says so.
    #[test]
    fn pool() {
        let pool = BufPool::new(2, 5000);
        assert_eq!(pool.buf_bytes(), 8192);
        let mut first = pool.get(8192).unwrap();
        let second = pool.get(1).unwrap();
        assert!(pool.get(1).is_none() && pool.get_or_allocate(1).home().is_none());
        drop(second);
        assert_eq!(pool.available(), 1);
        drop(pool);
        first.extend_from_slice(b"alive");
        assert_eq!(&*first, b"alive");
        assert_eq!(first.as_mut_ptr() as usize % ALIGN, 0);
    }
    /// `resize` gives zeros where `resize_stale` may show what was there, and neither shows memory never written.
    #[test]
    fn resize() {
        for mut buf in [BufPool::new(1, 4096).get(4096).unwrap(), Buf::with_capacity(4096)] {
            buf.extend_from_slice(b"stale");
            buf.truncate(2);
            buf.resize_stale(8);
            assert_eq!(&*buf, b"stale\0\0\0");
            buf.truncate(2);
            buf.resize(8);
            assert_eq!(&*buf, b"st\0\0\0\0\0\0");
        }
    }
}
