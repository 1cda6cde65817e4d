//! The server process: pinned cores, glommio, io_uring rings, signals.
//!
//! The only crate that names glommio, and the only one below `main.rs` that takes the time from the system. What a
//! server does is not here: it is handed an [`osmia_env::Env`], a [`RingDisk`] and a [`Shutdown`], and never learns
//! which executor it runs on.
//!
//! Read in this order: [`shards`] (one executor per core), [`tasks`] (the executor behind `osmia_env::Tasks`), `fd`
//! (how a descriptor is awaited), [`shutdown`] (signals), [`disk`] (files over two rings), `uring` (one ring), [`program`] (the
//! command line).

pub mod disk;
mod fd;
pub mod program;
pub mod shards;
pub mod shutdown;
pub mod tasks;
mod uring;

pub use disk::{RingDisk, RingOptions};
pub use program::{Program, all_found};
pub use shards::{HostError, ShardStart, ShardsOptions, block_on, env, run_shards};
pub use shutdown::Shutdown;
pub use tasks::GlommioTasks;
