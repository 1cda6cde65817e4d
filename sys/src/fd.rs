//! Waiting on bare descriptors.
//!
//! Unsafe is allowed here by name: `Tasks::readable` takes descriptors by number, which only the raw call accepts.
#![allow(unsafe_code)]

use std::io;
use std::os::fd::RawFd;
use std::time::Duration;

/// One entry of [`poll`]: a descriptor that is waited on for reading.
pub(crate) fn entry(fd: RawFd) -> libc::pollfd {
    libc::pollfd { fd, events: libc::POLLIN, revents: 0 }
}

/// Sleeps in ppoll(2) until an entry is readable or `timeout` has passed (`None`: for ever). Interrupted by a
/// signal, it returns as if the time were up.
///
/// # Errors
/// What ppoll(2) says, but EINTR. A closed descriptor is no error: its entry says `POLLNVAL`.
pub(crate) fn poll(entries: &mut [libc::pollfd], timeout: Option<Duration>) -> io::Result<()> {
    let timeout = timeout.map(|time| libc::timespec {
        tv_sec: time.as_secs().min(i32::MAX as u64) as libc::time_t,
        tv_nsec: libc::c_long::from(time.subsec_nanos()),
    });
    let timeout = timeout.as_ref().map_or(std::ptr::null(), std::ptr::from_ref);
    let len = entries.len() as libc::nfds_t;
    // SAFETY: the entries and the time are ours and live through the call; the signal mask may be null.
    let ready = unsafe { libc::ppoll(entries.as_mut_ptr(), len, timeout, std::ptr::null()) };
    if ready < 0 {
        entries.iter_mut().for_each(|entry| entry.revents = 0);
        let error = io::Error::last_os_error();
        return if error.kind() == io::ErrorKind::Interrupted { Ok(()) } else { Err(error) };
    }
    Ok(())
}
