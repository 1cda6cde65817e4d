//! Reading and writing a file by mmap(2).
//!
//! Unsafe is allowed here by name: memory is the file's, which only a system call can give.
#![allow(unsafe_code)]

use std::ffi::c_void;
use std::fs::File;
use std::io;

use rustix::mm::{MapFlags, ProtFlags, mmap, munmap};

/// Unit of offsets that can be mapped: a multiple of every page size that Linux has.
const UNIT: u64 = 64 << 10;

/// Fills `into` from the file, which has that range.
pub(super) fn read(file: &File, offset: u64, into: &mut [u8]) -> io::Result<()> {
    let map = Map::new(file, offset, into.len(), ProtFlags::READ)?;
    // SAFETY: the map has `into.len()` bytes from there, as long as nobody cuts the file meanwhile: its one user is here.
    unsafe { std::ptr::copy_nonoverlapping(map.at.cast::<u8>().cast_const(), into.as_mut_ptr(), into.len()) };
    Ok(())
}

/// Puts `from` in the file, which has that range.
pub(super) fn write(file: &File, offset: u64, from: &[u8]) -> io::Result<()> {
    let map = Map::new(file, offset, from.len(), ProtFlags::READ | ProtFlags::WRITE)?;
    // SAFETY: as in `read`; the map can be written.
    unsafe { std::ptr::copy_nonoverlapping(from.as_ptr(), map.at.cast::<u8>(), from.len()) };
    Ok(())
}

/// A range of a file in memory, shared with it.
struct Map {
    start: *mut c_void,
    len: usize,
    /// Where the range that was asked for begins.
    at: *mut c_void,
}

impl Map {
    fn new(file: &File, offset: u64, len: usize, rights: ProtFlags) -> io::Result<Map> {
        let size = file.metadata()?.len();
        // Behind the last page of the file it is SIGBUS: mmap(2).
        assert!(offset + len as u64 <= size, "{len} bytes at {offset} of a file of {size}");
        let skip = offset % UNIT;
        let whole = skip as usize + len;
        // SAFETY: the kernel chooses the place.
        let start =
            unsafe { mmap(std::ptr::null_mut(), whole, rights, MapFlags::SHARED, file, offset - skip) }?;
        let at = start.cast::<u8>().wrapping_add(skip as usize).cast();
        Ok(Map { start, len: whole, at })
    }
}

impl Drop for Map {
    fn drop(&mut self) {
        // SAFETY: nobody has a reference to it.
        let unmapped = unsafe { munmap(self.start, self.len) };
        assert!(unmapped.is_ok() || std::thread::panicking(), "{unmapped:?}");
    }
}
