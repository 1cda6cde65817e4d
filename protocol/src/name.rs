//! Names and paths: bytes, with POSIX's limits (limits.h(0P), path_resolution(7)).

use crate::Status;

/// Longest name, in bytes (NAME_MAX).
pub const NAME_BYTES_MAX: usize = 255;
/// Longest path that a call takes, in bytes, without the closing NUL (PATH_MAX - 1).
pub const PATH_BYTES_MAX: usize = 4095;

/// Checks a name that a directory may hold.
///
/// # Errors
/// `NotFound` for an empty name, `NameTooLong` for over 255 bytes, `Invalid` for `.`, `..`, a NUL or a slash.
pub fn check(name: &[u8]) -> Result<(), Status> {
    match name {
        [] => Err(Status::NotFound),
        b"." | b".." => Err(Status::Invalid),
        _ if name.len() > NAME_BYTES_MAX => Err(Status::NameTooLong),
        _ if name.iter().any(|&byte| byte == 0 || byte == b'/') => Err(Status::Invalid),
        _ => Ok(()),
    }
}

/// Hash of a name: orders a directory's entries, and chooses the fragment by its top bits.
/// XXH3-64 with seed 0; it is part of the on-disk format. The smallest values are set aside, so that a cursor
/// of 0 is the start and the cookies of `.` and `..` are free.
pub fn hash(name: &[u8]) -> u64 {
    xxhash_rust::xxh3::xxh3_64(name).max(HASH_MIN)
}

/// Smallest hash of a name.
pub const HASH_MIN: u64 = 3;
