//! What a peer must hear: small numbers, never renumbered, each with one errno.

macro_rules! statuses {
    ($($number:literal $name:ident $errno:literal $text:literal;)*) => {
        /// Outcome of a request, as it travels. [`Status::errno`] is what an application sees.
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
        #[repr(u16)]
        pub enum Status {
            $(#[doc = $text] $name = $number,)*
        }
        impl Status {
            /// Every status, in the order of its number.
            pub const ALL: &[Status] = &[$(Status::$name,)*];
            /// Number from the wire; `None` for one that this version does not know.
            pub fn from_wire(number: u16) -> Option<Status> {
                match number { $($number => Some(Status::$name),)* _ => None }
            }
            /// The errno (Linux, see errno(3)) that an application sees; 0 for success.
            pub fn errno(self) -> i32 {
                match self { $(Status::$name => $errno,)* }
            }
            /// One line for people.
            pub fn text(self) -> &'static str {
                match self { $(Status::$name => $text,)* }
            }
        }
    };
}

statuses! {
    0 Ok 0 "success";
    // As the system calls have them; the errno names are in errno(3).
    1 NotPermitted 1 "operation not permitted";
    2 NotFound 2 "no such file or directory";
    5 Io 5 "input/output error";
    6 NoDevice 6 "no such device or address";
    9 BadHandle 9 "the file is not open, or not open for this";
    11 Again 11 "try again";
    12 NoMemory 12 "out of memory";
    13 Access 13 "permission denied";
    16 Busy 16 "device or resource busy";
    17 Exists 17 "file exists";
    18 CrossShard 18 "rename or link across shards or devices is not possible";
    20 NotDirectory 20 "not a directory";
    21 IsDirectory 21 "is a directory";
    22 Invalid 22 "invalid argument";
    27 FileTooBig 27 "file too large";
    28 NoSpace 28 "no space left on the server";
    30 ReadOnly 30 "read-only";
    31 TooManyLinks 31 "too many links";
    34 Range 34 "the result does not fit";
    36 NameTooLong 36 "file name too long";
    39 NotEmpty 39 "directory not empty";
    40 Loop 40 "too many levels";
    61 NoData 61 "no such attribute";
    75 Overflow 75 "value too large";
    95 NotSupported 95 "operation not supported";
    110 TimedOut 110 "no answer within the deadline";
    116 Stale 116 "the inode is gone";
    122 Quota 122 "quota exceeded";
    // Of the protocol itself; a client acts on them and its application seldom sees one.
    // 200: another version of the cluster map; ask for it.
    200 WrongEpoch 11 "the cluster map has changed";
    201 WrongShard 5 "this shard does not own that partition or target";
    202 WrongCluster 5 "the peer belongs to another cluster";
    203 WrongVersion 71 "the peer speaks another protocol version";
    204 Malformed 71 "the message does not follow the protocol";
    205 SessionUnknown 116 "the session is unknown or has ended: outcomes of its requests are unknown";
    206 NumberOld 11 "a later request used this slot: this one is dropped";
    207 Deadline 110 "the request's deadline had passed before it was run";
    208 Overload 11 "the server is at its limit; try again later";
    209 NotReady 11 "the server is recovering; try again";
    210 Moved 116 "the inode has moved to another directory";
    211 Conflict 11 "a conflicting change is under way";
    212 GenerationOld 11 "the file was truncated since; ask for its attributes";
    213 LayoutOld 11 "the file's stripes have moved; ask for its layout";
    214 Elsewhere 11 "the walk goes on at another shard";
}

impl Status {
    /// Number for the wire.
    pub fn to_wire(self) -> u16 {
        self as u16
    }
}

impl std::fmt::Display for Status {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.text())
    }
}

impl std::error::Error for Status {}
