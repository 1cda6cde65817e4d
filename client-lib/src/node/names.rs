//! Looking up, making, moving and removing names.

use osmia_net::Repeat;
use osmia_protocol::{InodeId, Status, wire};

use super::walk::{by_id, by_name, node};
use super::{Node, NodeRef, Nodes};
use crate::error::{Error, Result};
use crate::lane::Lane;

impl Nodes {
    /// The inode that a name leads to; a symbolic link is not followed.
    ///
    /// # Errors
    /// ENOENT; EACCES without search permission for the directory.
    pub fn lookup(&self, parent: InodeId, name: &[u8]) -> Result<Node> {
        self.run(async |lane| lookup(lane, parent, name).await)
    }

    /// mkdir(2). `mode` has been through the umask.
    ///
    /// # Errors
    /// As mkdir(2).
    pub fn mkdir(&self, parent: InodeId, name: &[u8], mode: u32) -> Result<Node> {
        let call = |at| {
            wire::Call::Mkdir(Box::new(wire::Mkdir { at: Some(Box::new(at)), mode: mode & 0o7777, umask: 0 }))
        };
        self.run(async |lane| made(lane, "mkdir", parent, name, call).await)
    }

    /// mknod(2): a file of any type but a directory. `mode` has the type, and has been through the umask.
    ///
    /// # Errors
    /// As mknod(2).
    pub fn mknod(&self, parent: InodeId, name: &[u8], mode: u32, rdev: u64) -> Result<Node> {
        self.make_node("mknod", parent, name, wire::Mknod { mode, rdev, ..Default::default() })
    }

    /// symlink(2): a symbolic link that says `target`.
    ///
    /// # Errors
    /// As symlink(2).
    pub fn symlink(&self, parent: InodeId, name: &[u8], target: &[u8]) -> Result<Node> {
        let (mode, target) = (libc::S_IFLNK | 0o777, Some(target.to_vec()));
        self.make_node("symlink", parent, name, wire::Mknod { mode, target, ..Default::default() })
    }

    fn make_node(
        &self,
        operation: &'static str,
        parent: InodeId,
        name: &[u8],
        what: wire::Mknod,
    ) -> Result<Node> {
        let call = |at| wire::Call::Mknod(Box::new(wire::Mknod { at: Some(Box::new(at)), ..what.clone() }));
        self.run(async |lane| made(lane, operation, parent, name, call).await)
    }

    /// link(2): gives a file another name.
    ///
    /// # Errors
    /// As link(2).
    pub fn link(&self, at: &NodeRef, parent: InodeId, name: &[u8]) -> Result<Node> {
        let call = |at| {
            let to_name = Some(name.to_vec());
            wire::Call::Link(Box::new(wire::Link { at: Some(Box::new(at)), to_dir: parent.0, to_name }))
        };
        self.run(async |lane| {
            let response = by_id(lane, "link", at, Repeat::Once, call).await;
            let response = response.map_err(|error| error.on_bytes(name))?;
            match node(lane, "link", &response, None)? {
                Some(node) => Ok(node),
                None => lookup(lane, parent, name).await,
            }
        })
    }

    /// unlink(2).
    ///
    /// # Errors
    /// As unlink(2).
    pub fn unlink(&self, parent: InodeId, name: &[u8]) -> Result<()> {
        let call = |at| wire::Call::Unlink(Box::new(wire::Unlink { at: Some(Box::new(at)) }));
        self.run(async |lane| by_name(lane, "unlink", parent, name, Repeat::Once, call).await.map(drop))
    }

    /// rmdir(2).
    ///
    /// # Errors
    /// As rmdir(2).
    pub fn rmdir(&self, parent: InodeId, name: &[u8]) -> Result<()> {
        let call = |at| wire::Call::Rmdir(Box::new(wire::Rmdir { at: Some(Box::new(at)) }));
        self.run(async |lane| {
            // Who asks is not recalled by the server, and forgets by itself: before the change, and what came meanwhile.
            lane.shared.dirs.forget_name(parent, name, lane.env.now());
            let removed = by_name(lane, "rmdir", parent, name, Repeat::Once, call).await;
            lane.shared.dirs.forget_name(parent, name, lane.env.now());
            removed.map(drop)
        })
    }

    /// renameat2(2), with its flags.
    ///
    /// # Errors
    /// As rename(2).
    pub fn rename(&self, from: (InodeId, &[u8]), to: (InodeId, &[u8]), flags: u32) -> Result<()> {
        let call = || {
            wire::Call::Rename(Box::new(wire::Rename {
                from_dir: from.0.0,
                from_name: Some(from.1.to_vec()),
                to_dir: to.0.0,
                to_name: Some(to.1.to_vec()),
                flags,
            }))
        };
        self.run(async |lane| {
            lane.called();
            let forget = || {
                let now = lane.env.now();
                lane.shared.dirs.forget_name(from.0, from.1, now);
                lane.shared.dirs.forget_name(to.0, to.1, now);
            };
            forget();
            let renamed = lane.ask("rename", from.0, call, Repeat::Once).await;
            forget();
            match renamed {
                Err(error) if error.wire_status() == Some(Status::Stale) => {
                    Err(Error::status(Status::NotFound, "rename").on_bytes(from.1).onto_bytes(to.1))
                }
                renamed => renamed.map(drop).map_err(|error| error.on_bytes(from.1).onto_bytes(to.1)),
            }
        })
    }
}

async fn lookup(lane: &Lane, parent: InodeId, name: &[u8]) -> Result<Node> {
    let call = |at| wire::Call::Lookup(Box::new(wire::Lookup { at: Some(Box::new(at)) }));
    let response = by_name(lane, "lookup", parent, name, Repeat::Reads, call).await?;
    let found = node(lane, "lookup", &response, Some((parent, name)))?;
    crate::fs::wanted("lookup", Ok(found))
}

/// Makes a name, and finds out about what it leads to.
async fn made(
    lane: &Lane,
    operation: &'static str,
    parent: InodeId,
    name: &[u8],
    call: impl Fn(wire::Where) -> wire::Call,
) -> Result<Node> {
    let response = by_name(lane, operation, parent, name, Repeat::Once, call).await?;
    match node(lane, operation, &response, Some((parent, name)))? {
        Some(node) => Ok(node),
        None => lookup(lane, parent, name).await,
    }
}
