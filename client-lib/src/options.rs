//! How a client connects, and how a file is opened.

use osmia_protocol::flags::open_flags;

/// What a client says of itself, and how long it waits.
#[derive(Clone, Debug)]
pub struct ClientOptions {
    /// Who the servers take the caller for. The default is this process's user, group and groups.
    pub credentials: Credentials,
    /// Bits that new files and directories never get; see umask(2). `None`: the process's umask when connecting.
    pub umask: Option<u32>,
    /// After this many milliseconds without an answer a request is sent again. `None`: as the configuration says.
    pub attempt_ms: Option<u32>,
    /// After this many milliseconds a call fails with ETIMEDOUT. `None`: as the configuration says.
    pub give_up_ms: Option<u32>,
    /// Which kind of path is taken to servers.
    pub transport: TransportChoice,
    /// Most pieces of one transfer in flight at once.
    pub pieces_max: usize,
}

impl Default for ClientOptions {
    fn default() -> ClientOptions {
        ClientOptions {
            credentials: Credentials::current(),
            umask: None,
            attempt_ms: None,
            give_up_ms: None,
            transport: TransportChoice::Auto,
            pieces_max: 32,
        }
    }
}

/// A user and groups.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Credentials {
    /// User.
    pub uid: u32,
    /// Group; new files get it.
    pub gid: u32,
    /// Further groups.
    pub groups: Vec<u32>,
}

impl Credentials {
    /// Those of this process: its effective user and group, and its supplementary groups.
    pub fn current() -> Credentials {
        let gid = rustix::process::getegid().as_raw();
        // The kernel may list the group itself among the further ones: it would travel with every request.
        let groups = rustix::process::getgroups().unwrap_or_default();
        let groups = groups.into_iter().map(|group| group.as_raw()).filter(|group| *group != gid).collect();
        Credentials { uid: rustix::process::geteuid().as_raw(), gid, groups }
    }

    /// Whether `gid` is the group or among the further ones.
    pub(crate) fn in_group(&self, gid: u32) -> bool {
        self.gid == gid || self.groups.contains(&gid)
    }
}

/// Which kind of path a client takes to servers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum TransportChoice {
    /// Shared memory to servers of this node, the network to others.
    #[default]
    Auto,
    /// Shared memory only; servers of other nodes cannot be reached.
    Shm,
    /// The network only.
    Tcp,
}

impl std::str::FromStr for TransportChoice {
    type Err = String;

    fn from_str(text: &str) -> Result<TransportChoice, String> {
        match text {
            "auto" => Ok(TransportChoice::Auto),
            "shm" => Ok(TransportChoice::Shm),
            "tcp" => Ok(TransportChoice::Tcp),
            _ => Err(format!("transport {text:?}: want auto, shm or tcp")),
        }
    }
}

/// How a file is opened: [`std::fs::OpenOptions`], and the flags of open(2).
///
/// ```
/// use osmia_client::OpenOptions;
/// let options = OpenOptions::new().write(true).create(true).mode(0o600);
/// assert_eq!(options, OpenOptions::from_flags(libc::O_WRONLY | libc::O_CREAT, 0o600).unwrap());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenOptions {
    pub(crate) flags: u32,
    pub(crate) mode: u32,
    pub(crate) nofollow: bool,
}

impl Default for OpenOptions {
    fn default() -> OpenOptions {
        OpenOptions::new()
    }
}

impl OpenOptions {
    /// Nothing set; mode 0o666 (less the umask) for a file that the call creates.
    pub fn new() -> OpenOptions {
        OpenOptions { flags: 0, mode: 0o666, nofollow: false }
    }

    /// From the flags of open(2). O_CLOEXEC, O_NOCTTY, O_LARGEFILE, O_NOATIME, O_NONBLOCK and O_DIRECT
    /// are taken and change nothing.
    ///
    /// # Errors
    /// EINVAL for an access mode that does not exist, EOPNOTSUPP for O_TMPFILE, O_PATH, O_SYNC, O_DSYNC and
    /// O_ASYNC.
    pub fn from_flags(flags: i32, mode: u32) -> crate::Result<OpenOptions> {
        let mut options = OpenOptions::new().mode(mode);
        options.flags = match flags & libc::O_ACCMODE {
            libc::O_RDONLY => open_flags::READ,
            libc::O_WRONLY => open_flags::WRITE,
            libc::O_RDWR => open_flags::READ | open_flags::WRITE,
            _ => return Err(crate::Error::new(libc::EINVAL, "open")),
        };
        let refused = (libc::O_TMPFILE & !libc::O_DIRECTORY) | libc::O_PATH | libc::O_SYNC | libc::O_ASYNC;
        if flags & refused != 0 {
            return Err(crate::Error::new(libc::EOPNOTSUPP, "open"));
        }
        for (flag, bit) in [
            (libc::O_CREAT, open_flags::CREATE),
            (libc::O_EXCL, open_flags::EXCLUSIVE),
            (libc::O_TRUNC, open_flags::TRUNCATE),
            (libc::O_APPEND, open_flags::APPEND),
            (libc::O_DIRECTORY, open_flags::DIRECTORY),
        ] {
            options.set(bit, flags & flag != 0);
        }
        Ok(options.nofollow(flags & libc::O_NOFOLLOW != 0))
    }

    fn set(&mut self, bit: u32, on: bool) {
        self.flags = if on { self.flags | bit } else { self.flags & !bit };
    }

    fn with(mut self, bit: u32, on: bool) -> OpenOptions {
        self.set(bit, on);
        self
    }

    /// For reading.
    pub fn read(self, on: bool) -> OpenOptions {
        self.with(open_flags::READ, on)
    }

    /// For writing.
    pub fn write(self, on: bool) -> OpenOptions {
        self.with(open_flags::WRITE, on)
    }

    /// For writing at the end; implies [`write`](OpenOptions::write).
    pub fn append(self, on: bool) -> OpenOptions {
        let options = self.with(open_flags::APPEND, on);
        if on { options.write(true) } else { options }
    }

    /// Cut an existing file to nothing. Needs [`write`](OpenOptions::write).
    pub fn truncate(self, on: bool) -> OpenOptions {
        self.with(open_flags::TRUNCATE, on)
    }

    /// Create the file when it is not there.
    pub fn create(self, on: bool) -> OpenOptions {
        self.with(open_flags::CREATE, on)
    }

    /// Create the file, and fail with EEXIST when it is there.
    pub fn create_new(self, on: bool) -> OpenOptions {
        let options = self.with(open_flags::EXCLUSIVE, on);
        if on { options.create(true) } else { options }
    }

    /// Fail with ENOTDIR unless it is a directory.
    pub fn directory(self, on: bool) -> OpenOptions {
        self.with(open_flags::DIRECTORY, on)
    }

    /// Fail with ELOOP when the path ends in a symbolic link; links before its end are followed all the same.
    pub fn nofollow(mut self, on: bool) -> OpenOptions {
        self.nofollow = on;
        self
    }

    /// Permission bits of a file that the call creates, before the umask.
    pub fn mode(mut self, mode: u32) -> OpenOptions {
        self.mode = mode & 0o7777;
        self
    }
}
