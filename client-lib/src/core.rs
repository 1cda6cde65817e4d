//! The calls themselves, as plain asynchronous functions over one thread's [`Lane`]: for whoever brings an executor
//! and a transport of their own, such as the simulator.
pub use crate::fs::*;
pub use crate::lane::Lane;
pub use crate::shared::Shared;
