//! Awaiting a descriptor on glommio, which has no public call for it.
//!
//! A glommio `UnixStream` begins a one-shot `POLL_ADD` for its descriptor when it is made, and the first `read` waits
//! for it. That is all we want of it: it is made from a duplicate of the descriptor, reads nothing (no bytes are asked
//! for, so also a socket keeps its data), and goes with its duplicate when the future is dropped, which cancels the poll.
//! Measured against an own ring with multishot `POLL_ADD` behind an eventfd: no slower, and nothing to keep registered.
//!
//! Unsafe is allowed here by name: descriptors are passed by number.
#![allow(unsafe_code)]

use std::future::Future;
use std::io;
use std::os::fd::{BorrowedFd, FromRawFd, IntoRawFd, OwnedFd, RawFd};

use futures_util::AsyncReadExt;
use glommio::net::UnixStream;

/// Resolves when `fd` is readable, has hung up or has failed (level-triggered). Must be called on an executor; the poll
/// begins at the call. `fd` itself may be closed meanwhile without harm.
pub(crate) fn readable(fd: RawFd) -> io::Result<impl Future<Output = ()>> {
    let copy = duplicate(fd)?;
    // SAFETY: `copy` is ours alone and open; the stream owns it from here on and closes it.
    let mut stream = unsafe { UnixStream::from_raw_fd(copy.into_raw_fd()) };
    Ok(async move {
        // After the poll: 0 for a socket, ENOTSOCK for all else. Either way it is readable.
        let _ = stream.read(&mut []).await;
    })
}

fn duplicate(fd: RawFd) -> io::Result<OwnedFd> {
    if fd < 0 {
        return Err(io::Error::from_raw_os_error(libc::EBADF));
    }
    // SAFETY: it is not -1, and used for this one call only; a closed descriptor gives EBADF.
    let borrowed = unsafe { BorrowedFd::borrow_raw(fd) };
    Ok(rustix::io::fcntl_dupfd_cloexec(borrowed, 0)?)
}
