//! Who asks, and what the permission bits allow them (path_resolution(7), inode(7)).

use osmia_protocol::{SessionId, Status, planus, wire};

use crate::stop::{Stop, fail};
use crate::store::inode::Inode;

/// Groups of a caller at most, as Linux has it (NGROUPS_MAX is 65536; more than this do not fit a request sensibly).
const GROUPS_MAX: usize = 4096;

/// Read permission.
pub const READ: u32 = 4;
/// Write permission.
pub const WRITE: u32 = 2;
/// Execute or search permission.
pub const EXECUTE: u32 = 1;
/// The sticky bit: only the owner of a file or of the directory removes or renames it.
const STICKY: u32 = 0o1000;

/// Who sent a request.
#[derive(Clone)]
pub struct Caller<'a> {
    /// User.
    pub uid: u32,
    /// Primary group.
    pub gid: u32,
    groups: Option<planus::Vector<'a, u32>>,
    /// Session that the request belongs to; 0: none.
    pub session: SessionId,
}

impl<'a> Caller<'a> {
    /// The caller of a request.
    ///
    /// # Errors
    /// `Malformed` when the request cannot be read; `Invalid` with too many groups.
    pub fn of(request: &wire::RequestRef<'a>) -> Result<Caller<'a>, Stop> {
        let groups = request.groups()?;
        if groups.is_some_and(|groups| groups.len() > GROUPS_MAX) {
            return Err(fail(Status::Invalid, "more than 4096 groups"));
        }
        let session = SessionId(request.session()?);
        Ok(Caller { uid: request.uid()?, gid: request.gid()?, groups, session })
    }

    /// Whether permissions do not bind it.
    pub fn is_root(&self) -> bool {
        self.uid == 0
    }

    /// Whether it belongs to a group.
    pub fn in_group(&self, gid: u32) -> bool {
        self.gid == gid || self.groups.is_some_and(|groups| groups.iter().any(|group| group == gid))
    }

    /// Checks permission for all of `want` ([`READ`], [`WRITE`], [`EXECUTE`]).
    ///
    /// # Errors
    /// Fails with `Access`.
    pub fn check(&self, inode: &Inode, want: u32) -> Result<(), Stop> {
        if self.may(inode, want) { Ok(()) } else { Err(Status::Access.into()) }
    }

    /// Whether permission for all of `want` is given. Root may do anything but execute a file that nobody may.
    pub fn may(&self, inode: &Inode, want: u32) -> bool {
        if self.is_root() {
            return want & EXECUTE == 0 || inode.is_directory() || inode.mode & 0o111 != 0;
        }
        let shift = if inode.uid == self.uid {
            6
        } else if self.in_group(inode.gid) {
            3
        } else {
            0
        };
        (inode.mode >> shift) & want == want
    }

    /// Checks that it may change the inode's mode, owner or times: owner or root.
    ///
    /// # Errors
    /// Fails with `NotPermitted`.
    pub fn check_owner(&self, inode: &Inode) -> Result<(), Stop> {
        if self.is_root() || self.uid == inode.uid { Ok(()) } else { Err(Status::NotPermitted.into()) }
    }

    /// Checks that a child of `child_uid` may be removed from or renamed in `dir`: write and search permission, and
    /// the sticky bit.
    ///
    /// # Errors
    /// Fails with `Access`, or with `NotPermitted` for the sticky bit.
    pub fn check_remove(&self, dir: &Inode, child_uid: Option<u32>) -> Result<(), Stop> {
        self.check(dir, WRITE | EXECUTE)?;
        match child_uid {
            Some(uid) if self.needs_child_owner(dir) && uid != self.uid => Err(Status::NotPermitted.into()),
            _ => Ok(()),
        }
    }

    /// Whether removing from `dir` depends on who owns the child.
    pub fn needs_child_owner(&self, dir: &Inode) -> bool {
        dir.mode & STICKY != 0 && !self.is_root() && dir.uid != self.uid
    }
}
