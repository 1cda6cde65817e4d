//! Any bytes as a message's head, and as one frame of it: nothing may panic, and what can be read must survive being
//! written again.
//!
//! With `OSMIA_FUZZ_SEEDS=DIRECTORY` in the environment it first writes a seed for every frame of the schema there.
#![no_main]

#[path = "../../tests/reader/mod.rs"]
mod reader;

use libfuzzer_sys::fuzz_target;
use osmia_protocol::frame;

fuzz_target!(
    init: if let Some(directory) = std::env::var_os("OSMIA_FUZZ_SEEDS") {
        write_seeds(directory.as_ref()).expect("the directory of seeds can be written");
    },
    |bytes: &[u8]| {
        reader::read_all(bytes);
        let mut head = Vec::with_capacity(bytes.len() + 16);
        frame::push(&mut head, bytes);
        reader::read_all(&head);
    }
);

fn write_seeds(directory: &std::path::Path) -> std::io::Result<()> {
    let mut head = Vec::new();
    for line in include_str!("../../tests/fixtures/frames-1.hex").lines() {
        let Some((name, hex)) = line.split_once(':') else { continue };
        let digit = |at: usize| u8::from_str_radix(&hex[at..at + 2], 16).expect("fixtures are hexadecimal");
        let bytes: Vec<u8> = (0..hex.len() / 2).map(|i| digit(2 * i)).collect();
        std::fs::write(directory.join(name.replace(' ', "-")), &bytes)?;
        frame::push(&mut head, &bytes);
    }
    std::fs::write(directory.join("all"), &head)
}
