//! What is mounted: /proc/self/mountinfo of proc_pid_mountinfo(5).

use std::os::unix::ffi::OsStringExt;
use std::path::{Path, PathBuf};

/// Number of the file system that is mounted last at `directory`, as `major:minor`; `None` when nothing is mounted there.
pub(crate) fn device_at(directory: &Path) -> Option<String> {
    let mounts = std::fs::read("/proc/self/mountinfo").unwrap_or_default();
    last_at(&mounts, directory)
}

fn last_at(mounts: &[u8], directory: &Path) -> Option<String> {
    let mut device = None;
    for line in mounts.split(|byte| *byte == b'\n') {
        let mut fields = line.split(|byte| *byte == b' ');
        let number = fields.nth(2);
        // Behind the directory of the file system that is mounted.
        let at = fields.nth(1);
        if let (Some(number), Some(at)) = (number, at)
            && unescape(at) == directory
        {
            device = Some(String::from_utf8_lossy(number).into_owned());
        }
    }
    device
}

/// Spaces and their like are written as a backslash and three octal digits.
fn unescape(field: &[u8]) -> PathBuf {
    let mut path = Vec::with_capacity(field.len());
    let mut rest = field;
    while let Some((&first, behind)) = rest.split_first() {
        let digits =
            behind.get(..3).filter(|_| first == b'\\').and_then(|digits| std::str::from_utf8(digits).ok());
        match digits.and_then(|digits| u8::from_str_radix(digits, 8).ok()) {
            Some(byte) => {
                path.push(byte);
                rest = &behind[3..];
            }
            None => {
                path.push(first);
                rest = behind;
            }
        }
    }
    PathBuf::from(std::ffi::OsString::from_vec(path))
}

#[cfg(test)]
mod tests {
    use std::os::unix::ffi::OsStrExt;

    use super::*;

    /// The last mount of a directory counts; names with spaces, backslashes and bytes of any kind are found.
    #[test]
    fn lines() {
        let mounts = b"22 1 8:1 / / rw - ext4 /dev/sda1 rw\n\
            40 22 0:50 / /mnt/a rw,nosuid shared:2 - fuse.osmia osmia rw\n\
            41 40 0:51 / /mnt/a rw - fuse.osmia osmia rw\n\
            42 22 0:52 / /mnt/a\\040b\\134\xff rw - tmpfs none rw\n";
        let at = |path: &[u8]| last_at(mounts, Path::new(std::ffi::OsStr::from_bytes(path)));
        assert_eq!(at(b"/"), Some("8:1".into()));
        assert_eq!(at(b"/mnt/a"), Some("0:51".into()));
        assert_eq!(at(b"/mnt/a b\\\xff"), Some("0:52".into()));
        assert_eq!(at(b"/mnt"), None);
    }
}
