//! The file system by inode id, for a kernel that has looked up the path itself and speaks for many users.
//!
//! A [`Nodes`] makes calls for one user. What it gives back names an inode by a [`NodeRef`]: its id, and where its name was
//! last seen, without which a server may have to ask for a file that lies with its name. Nothing is cached here, and no
//! name is followed further than one step. Read in this order: `walk.rs`, `names.rs`, `attr.rs`, `list.rs`, `file.rs`.

mod attr;
mod file;
mod list;
mod names;
mod walk;

use osmia_protocol::{InodeId, wire};

use crate::error::Result;
use crate::lane::Lane;
use crate::{Client, Credentials, Metadata, Statfs};

pub use attr::SetAttr;
pub use file::NodeFile;
pub use list::{NodeDir, NodeEntry, NodePage};

/// Calls by inode id for one user.
#[derive(Clone, Debug)]
pub struct Nodes {
    client: Client,
    credentials: Credentials,
}

/// What an inode is called by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NodeRef {
    id: InodeId,
    directory: bool,
    /// Directory and name that its inode lies with, if it does.
    hint: Option<(InodeId, Box<[u8]>)>,
}

/// An inode as a call has found it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// What to call it by.
    pub at: NodeRef,
    /// Its attributes.
    pub metadata: Metadata,
}

impl NodeRef {
    /// The root directory.
    pub const ROOT: NodeRef = NodeRef { id: InodeId::ROOT, directory: true, hint: None };

    /// The inode number.
    pub fn id(&self) -> InodeId {
        self.id
    }

    /// Whether it is a directory.
    pub fn is_directory(&self) -> bool {
        self.directory
    }

    /// As it travels.
    fn place(&self) -> wire::Where {
        if self.directory {
            return wire::Where { dir: self.id.0, ..wire::Where::default() };
        }
        let (dir, name) = match &self.hint {
            Some((dir, name)) => (dir.0, Some(name.to_vec())),
            None => (0, None),
        };
        wire::Where { id: self.id.0, dir, path: name, ..wire::Where::default() }
    }
}

impl Client {
    /// Calls by inode id, made for `credentials`.
    pub fn nodes(&self, credentials: Credentials) -> Nodes {
        Nodes { client: self.clone(), credentials }
    }
}

impl Nodes {
    /// Room and use of the file system: statfs(2).
    ///
    /// # Errors
    /// When a server does not answer.
    pub fn statfs(&self) -> Result<Statfs> {
        self.run(async |lane| crate::fs::statfs(lane).await)
    }

    fn run<T>(&self, call: impl AsyncFnOnce(&Lane) -> Result<T>) -> Result<T> {
        self.client.block(async |lane| {
            let lane = lane.acting_for(self.credentials.clone());
            call(&lane).await
        })
    }
}
