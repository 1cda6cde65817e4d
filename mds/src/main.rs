//! Osmia's metadata server.

mod server;

use std::process::ExitCode;

use osmia_host::Program;

fn main() -> ExitCode {
    Program {
        name: "osmia-mds",
        serves: "metadata shards",
        keeps: "stores of the metadata shards",
        format: server::format,
        check: server::check,
        run: server::run,
    }
    .main()
}
