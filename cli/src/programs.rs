//! The programs that are run and not linked: the servers, and the mount.

use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, bail};

/// Which server.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Role {
    /// Metadata server.
    Mds,
    /// Storage server.
    Oss,
}

impl Role {
    /// As in the configuration.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Role::Mds => "mds",
            Role::Oss => "oss",
        }
    }

    /// Name of its program.
    pub(crate) fn program(self) -> &'static str {
        match self {
            Role::Mds => "osmia-mds",
            Role::Oss => "osmia-oss",
        }
    }
}

/// A server's program: beside this one, else on PATH.
pub(crate) fn find(role: Role) -> anyhow::Result<PathBuf> {
    find_named(role.program(), role.program())
}

/// A program of this name, from this package: beside this one, else on PATH.
pub(crate) fn find_named(program: &str, package: &str) -> anyhow::Result<PathBuf> {
    let own = std::env::current_exe().context("cannot find this program's own file")?;
    let beside = own.parent().map(|dir| dir.join(program));
    let path = std::env::var_os("PATH").unwrap_or_default();
    let on_path = std::env::split_paths(&path).map(|dir| dir.join(program));
    match beside.into_iter().chain(on_path).find(|file| is_program(file)) {
        Some(file) => Ok(file),
        None => bail!(
            "{program} is neither beside {} nor on PATH; install it there, or build it with `cargo build -p {package}`",
            own.display(),
        ),
    }
}

fn is_program(file: &Path) -> bool {
    file.metadata().is_ok_and(|metadata| metadata.is_file() && metadata.permissions().mode() & 0o111 != 0)
}

/// Runs a server's own `format` and waits for it. What it says goes to standard error.
pub(crate) fn format(role: Role, config: &Path, node: u16, cluster: &str) -> anyhow::Result<()> {
    let program = find(role)?;
    let run = Command::new(&program)
        .arg("format")
        .arg("--config")
        .arg(config)
        .args(["--id", &node.to_string(), "--cluster-id", cluster])
        .stdin(std::process::Stdio::null())
        .output()
        .with_context(|| format!("cannot run {}", program.display()))?;
    for said in [&run.stdout, &run.stderr] {
        let _ = std::io::stderr().write_all(said);
    }
    if !run.status.success() {
        bail!("{} format of node {node} failed ({}); it says why above", role.program(), run.status);
    }
    Ok(())
}
