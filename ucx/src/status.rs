//! What UCX says went wrong.

use std::ffi::CStr;
use std::fmt;
use std::io;

use osmia_ucx_sys as sys;

/// A UCX error: its number as UCX gave it, named by this version of UCX or not.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Status(sys::ucs_status_t);

impl Status {
    /// The operation was given up, as when its endpoint is closed.
    pub const CANCELED: Status = Status(sys::UCS_ERR_CANCELED);
    /// Something must be progressed first.
    pub const BUSY: Status = Status(sys::UCS_ERR_BUSY);
    /// An argument is out of range.
    pub const INVALID_PARAM: Status = Status(sys::UCS_ERR_INVALID_PARAM);
    /// The peer refused, or nobody listens.
    pub const REJECTED: Status = Status(sys::UCS_ERR_REJECTED);
    /// The message was longer than the memory for it.
    pub const TRUNCATED: Status = Status(sys::UCS_ERR_MESSAGE_TRUNCATED);

    /// `Ok` for UCS_OK, the error otherwise.
    pub(crate) fn check(status: sys::ucs_status_t) -> Result<(), Status> {
        if status == sys::UCS_OK { Ok(()) } else { Err(Status(status)) }
    }

    /// Why no connection came to be, for people: UCX's own words of it do not tell.
    pub(crate) fn of_connecting(self) -> String {
        let words = match self.0 {
            sys::UCS_ERR_NOT_CONNECTED | sys::UCS_ERR_REJECTED => {
                "connection refused: no server listens there"
            }
            sys::UCS_ERR_UNREACHABLE => "there is no route to it",
            sys::UCS_ERR_CONNECTION_RESET | sys::UCS_ERR_TIMED_OUT | sys::UCS_ERR_ENDPOINT_TIMEOUT => {
                "no connection: nothing answers there, or the way is closed"
            }
            _ => "no connection",
        };
        format!("{words} (UCX: {self})")
    }

    /// UCX's number.
    pub fn code(self) -> i32 {
        i32::from(self.0)
    }
}

/// What a non-blocking call of UCX returned: `Ok(None)` done at once, `Ok(Some)` a request that calls back later.
pub(crate) fn check_pointer(pointer: sys::ucs_status_ptr_t) -> Result<Option<sys::ucs_status_ptr_t>, Status> {
    // As the macros UCS_PTR_IS_ERR and UCS_PTR_RAW_STATUS: the last 100 addresses are error numbers.
    let number = pointer as isize;
    if number == 0 {
        Ok(None)
    } else if (isize::from(sys::UCS_ERR_LAST)..0).contains(&number) {
        Err(Status(number as sys::ucs_status_t))
    } else {
        Ok(Some(pointer))
    }
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // SAFETY: takes any number; gives a string that lives as long as the library (for unknown numbers, a
        // static buffer of the thread's).
        let text = unsafe { sys::ucs_status_string(self.0) };
        if text.is_null() {
            return write!(f, "UCX status {}", self.0);
        }
        // SAFETY: not null, so a C string.
        let text = unsafe { CStr::from_ptr(text) };
        f.write_str(&text.to_string_lossy())
    }
}

impl fmt::Debug for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Status({}: {self})", self.0)
    }
}

impl std::error::Error for Status {}

impl From<Status> for io::Error {
    fn from(status: Status) -> io::Error {
        let kind = match status.0 {
            sys::UCS_ERR_NO_MEMORY => io::ErrorKind::OutOfMemory,
            sys::UCS_ERR_INVALID_PARAM | sys::UCS_ERR_INVALID_ADDR => io::ErrorKind::InvalidInput,
            sys::UCS_ERR_BUSY | sys::UCS_ERR_ALREADY_EXISTS => io::ErrorKind::AddrInUse,
            sys::UCS_ERR_UNREACHABLE | sys::UCS_ERR_REJECTED => io::ErrorKind::ConnectionRefused,
            sys::UCS_ERR_CONNECTION_RESET => io::ErrorKind::ConnectionReset,
            sys::UCS_ERR_TIMED_OUT | sys::UCS_ERR_ENDPOINT_TIMEOUT => io::ErrorKind::TimedOut,
            sys::UCS_ERR_UNSUPPORTED => io::ErrorKind::Unsupported,
            _ => io::ErrorKind::Other,
        };
        io::Error::new(kind, status)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every number has a text, and error pointers are told from requests.
    #[test]
    fn numbers() {
        for number in i8::MIN..=i8::MAX {
            assert!(!Status(number as sys::ucs_status_t).to_string().is_empty());
        }
        assert_eq!(check_pointer(std::ptr::null_mut()), Ok(None));
        let error = (-25isize) as sys::ucs_status_ptr_t;
        assert_eq!(check_pointer(error).unwrap_err().code(), -25);
        let request = 0x7f00_0000_1000usize as sys::ucs_status_ptr_t;
        assert_eq!(check_pointer(request), Ok(Some(request)));
    }
}
