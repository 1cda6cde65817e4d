//! Osmia's storage server.

mod server;

use std::process::ExitCode;

use osmia_host::Program;

fn main() -> ExitCode {
    Program {
        name: "osmia-oss",
        serves: "storage shards",
        keeps: "stores and targets of the storage shards",
        format: server::format,
        check: server::check,
        run: server::run,
    }
    .main()
}
