//! `cargo xtask generate`: the wire format's Rust code, from its FlatBuffers schema.

use std::path::Path;

use anyhow::{Context, bail};

const SCHEMA: &str = "protocol/schema/osmia.fbs";
const GENERATED: &str = "protocol/src/generated/wire.rs";

/// Writes the generated code, or with `check` compares it with what is there.
pub fn run(check: bool) -> anyhow::Result<()> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().context("xtask stands in the workspace")?;
    let schema = root.join(SCHEMA);
    let declarations = planus_translation::translate_files(&[&schema])
        .with_context(|| format!("{} has errors, printed above", schema.display()))?;
    let code = planus_codegen::generate_rust(&declarations, true)
        .map_err(|error| anyhow::anyhow!("generating from {}: {error}", schema.display()))?;
    // Nothing here is written as JSON or the like: serde would cost every build its derives.
    let code = code.replace(" ::serde::Serialize,", "").replace(" ::serde::Deserialize,", "");
    // The generator names the schema by its whole path.
    let code = code.replace(&format!("{}/", root.display()), "");
    let path = root.join(GENERATED);
    if !check {
        return std::fs::write(&path, code).with_context(|| format!("writing {}", path.display()));
    }
    let present = std::fs::read_to_string(&path).with_context(|| format!("reading {}", path.display()))?;
    if present != code {
        bail!("{GENERATED} is not what {SCHEMA} gives: run `cargo xtask generate` and commit the result");
    }
    Ok(())
}
