//! The JSON Schemas of what the core takes and gives, in `target/schemas`, generated from its types.

use std::path::PathBuf;

use anyhow::Result;
use xshell::cmd;

use crate::workspace::Workspace;

/// Writes the schemas, and returns their folder.
pub(crate) fn build(workspace: &Workspace) -> Result<PathBuf> {
    let folder = workspace.path("target/schemas");
    cmd!(workspace.shell, "cargo run --package xtask --features native --bin native -- schemas {folder}")
        .run()?;
    Ok(folder)
}
