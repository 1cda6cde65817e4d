//! Where the two sides of a shared-memory connection meet: a Unix socket, over which each tells the other the address
//! of the worker it has made for this connection. The socket then stays open: its hang-up is the peer's death.
//!
//! A record is one packet of a SOCK_SEQPACKET socket: magic, version, length of the address, address.

use std::io;
use std::os::fd::{BorrowedFd, OwnedFd};
use std::path::{Path, PathBuf};

use rustix::fs::{Mode, chmod};
use rustix::io::Errno;
use rustix::net::sockopt::socket_peercred;
use rustix::net::{
    AddressFamily, RecvFlags, SendFlags, Shutdown, SocketAddrUnix, SocketFlags, SocketType, accept_with,
    bind, connect, listen, recv, send, shutdown, socket_with,
};
use rustix::process::geteuid;

const MAGIC: u32 = u32::from_le_bytes(*b"OsMs");
const VERSION: u16 = 1;
const RECORD_HEAD_BYTES: usize = 16;
/// Longest record. UCX's addresses for these transports have about 100 bytes.
pub const RECORD_BYTES_MAX: usize = 4096;
/// Connections that may wait to be accepted; the kernel's own limit is usually the same.
const BACKLOG: i32 = 4096;

/// A socket that others meet us at. Dropped, its file is removed, unless another has taken its place.
pub struct Meeting {
    socket: OwnedFd,
    path: PathBuf,
    inode: (u64, u64),
}

impl Meeting {
    /// Binds a socket at `path`. A file left there by a dead process is replaced.
    ///
    /// # Errors
    /// AddrInUse: another process listens there. InvalidInput: the path is longer than a socket's may be (107 bytes).
    pub fn listen(path: &Path) -> io::Result<Meeting> {
        let address = address(path)?;
        let socket = socket()?;
        match bind(&socket, &address) {
            Err(Errno::ADDRINUSE) => {
                if connect(&self::socket()?, &address) != Err(Errno::CONNREFUSED) {
                    return Err(Errno::ADDRINUSE.into());
                }
                std::fs::remove_file(path)?;
                bind(&socket, &address)?;
            }
            result => result?,
        }
        // Whoever may enter the directory may connect, and hear why that does not do.
        chmod(path, Mode::from_raw_mode(0o666))?;
        listen(&socket, BACKLOG)?;
        let inode = inode(path)?;
        Ok(Meeting { socket, path: path.to_owned(), inode })
    }

    /// The next that wants to connect, if any.
    pub fn accept(&self) -> io::Result<Option<OwnedFd>> {
        match accept_with(&self.socket, SocketFlags::CLOEXEC | SocketFlags::NONBLOCK) {
            Ok(socket) => Ok(Some(socket)),
            Err(Errno::AGAIN | Errno::CONNABORTED | Errno::INTR) => Ok(None),
            Err(fault) => Err(fault.into()),
        }
    }

    /// For epoll.
    pub fn fd(&self) -> BorrowedFd<'_> {
        use std::os::fd::AsFd;
        self.socket.as_fd()
    }
}

impl Drop for Meeting {
    fn drop(&mut self) {
        if inode(&self.path).is_ok_and(|inode| inode == self.inode) {
            let _ = std::fs::remove_file(&self.path);
        }
    }
}

/// Connects to a meeting. `None`: too many are waiting there, try again.
///
/// # Errors
/// PermissionDenied: a process of another user listens there.
pub fn meet(path: &Path) -> io::Result<Option<OwnedFd>> {
    let socket = socket()?;
    match connect(&socket, &address(path)?) {
        Ok(()) => {
            one_user(geteuid().as_raw(), socket_peercred(&socket)?.uid.as_raw())?;
            Ok(Some(socket))
        }
        Err(Errno::AGAIN | Errno::INTR) => Ok(None),
        Err(fault) => Err(fault.into()),
    }
}

/// UCX makes its segments for their owner alone (shmget(2), mode 0600), and each side reads the other's: not even with
/// a superuser on one side do processes of two users reach each other.
fn one_user(ours: u32, theirs: u32) -> io::Result<()> {
    if ours == theirs {
        return Ok(());
    }
    let text = format!(
        "shared memory connects processes of one user, and the server runs as uid {theirs}, this process as {ours}: \
         want TCP"
    );
    Err(io::Error::new(io::ErrorKind::PermissionDenied, text))
}

/// Tells the peer our worker's address. A new socket has room for it.
pub fn tell(socket: &OwnedFd, worker_address: &[u8]) -> io::Result<()> {
    let mut record = Vec::with_capacity(RECORD_HEAD_BYTES + worker_address.len());
    record.extend_from_slice(&MAGIC.to_le_bytes());
    record.extend_from_slice(&VERSION.to_le_bytes());
    record.extend_from_slice(&[0; 2]);
    record.extend_from_slice(&(worker_address.len() as u32).to_le_bytes());
    record.extend_from_slice(&[0; 4]);
    record.extend_from_slice(worker_address);
    if record.len() > RECORD_BYTES_MAX {
        return Err(io::Error::other("a worker address that is too long"));
    }
    let sent = send(socket, &record, SendFlags::NOSIGNAL | SendFlags::DONTWAIT)?;
    if sent != record.len() {
        return Err(io::Error::other("a record was cut"));
    }
    Ok(())
}

/// What the peer has said.
#[derive(Debug, PartialEq, Eq)]
pub enum Said {
    /// Nothing yet.
    Nothing,
    /// Its worker's address.
    Address(Vec<u8>),
    /// It has hung up.
    Gone,
    /// Something that we do not understand, in words for the log.
    Nonsense(String),
}

/// Reads the next record.
pub fn hear(socket: &OwnedFd) -> Said {
    let mut record = [0u8; RECORD_BYTES_MAX + 1];
    match recv(socket, &mut record, RecvFlags::DONTWAIT) {
        Ok((_, 0)) => Said::Gone,
        Ok((_, len)) => match record.get(..len) {
            Some(record) => decode(record),
            None => Said::Nonsense("a record that is too long".to_owned()),
        },
        Err(Errno::AGAIN | Errno::INTR) => Said::Nothing,
        Err(_) => Said::Gone,
    }
}

fn decode(record: &[u8]) -> Said {
    let nonsense = |text: String| Said::Nonsense(text);
    let Some((head, address)) = record.split_first_chunk::<RECORD_HEAD_BYTES>() else {
        return nonsense(format!("a record of {} bytes", record.len()));
    };
    let word = |at: usize| u32::from_le_bytes([head[at], head[at + 1], head[at + 2], head[at + 3]]);
    if word(0) != MAGIC {
        return nonsense("the peer does not speak this protocol".to_owned());
    }
    let version = u16::from_le_bytes([head[4], head[5]]);
    if version != VERSION {
        return nonsense(format!(
            "the peer speaks version {version} of the shared-memory path, we speak {VERSION}"
        ));
    }
    if word(8) as usize != address.len() || address.is_empty() {
        return nonsense(format!("an address of {} bytes that should have {}", address.len(), word(8)));
    }
    Said::Address(address.to_vec())
}

/// Whether the peer has hung up. Asks the kernel.
pub fn is_gone(socket: &OwnedFd) -> bool {
    let mut byte = [0u8; 1];
    match recv(socket, &mut byte, RecvFlags::DONTWAIT | RecvFlags::PEEK) {
        Ok((_, 0)) => true,
        Ok(_) | Err(Errno::AGAIN | Errno::INTR) => false,
        Err(_) => true,
    }
}

/// Tells the peer that we are gone.
pub fn hang_up(socket: &OwnedFd) {
    let _ = shutdown(socket, Shutdown::Both);
}

fn socket() -> io::Result<OwnedFd> {
    let flags = SocketFlags::CLOEXEC | SocketFlags::NONBLOCK;
    Ok(socket_with(AddressFamily::UNIX, SocketType::SEQPACKET, flags, None)?)
}

fn address(path: &Path) -> io::Result<SocketAddrUnix> {
    SocketAddrUnix::new(path).map_err(|_| {
        let text = format!("{}: not a path for a Unix socket (at most 107 bytes)", path.display());
        io::Error::new(io::ErrorKind::InvalidInput, text)
    })
}

fn inode(path: &Path) -> io::Result<(u64, u64)> {
    use std::os::unix::fs::MetadataExt;
    let metadata = std::fs::symlink_metadata(path)?;
    Ok((metadata.dev(), metadata.ino()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Who meets a process of another user, superuser or not, is told so and what to do; UCX would give up after a while
    /// with "Shared memory error".
    #[test]
    fn users() {
        assert!(one_user(0, 0).is_ok() && one_user(7, 7).is_ok());
        for (ours, theirs) in [(0, 7), (7, 0), (7, 8)] {
            let fault = one_user(ours, theirs).unwrap_err();
            assert_eq!(fault.kind(), io::ErrorKind::PermissionDenied);
            let (theirs, ours) = (format!("uid {theirs},"), format!("process as {ours}:"));
            assert!(fault.to_string().contains(&theirs) && fault.to_string().contains(&ours), "{fault}");
        }
    }

    /// A thread that has become another user does not meet us; one of ours does.
    #[test]
    fn another_user() {
        use std::os::unix::fs::PermissionsExt;
        let dir = tempfile::tempdir().unwrap();
        std::fs::set_permissions(dir.path(), std::fs::Permissions::from_mode(0o755)).unwrap();
        let path = dir.path().join("sock");
        let _meeting = Meeting::listen(&path).unwrap();
        assert!(meet(&path).unwrap().is_some());
        let met = std::thread::spawn(move || {
            // Of this thread alone: credentials(7), "C library/kernel differences".
            rustix::thread::set_thread_uid(rustix::process::Uid::from_raw(65_534))
                .expect("this test needs root");
            meet(&path).map(drop)
        });
        assert_eq!(met.join().unwrap().unwrap_err().kind(), io::ErrorKind::PermissionDenied);
    }
}
