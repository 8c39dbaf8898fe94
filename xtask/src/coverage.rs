//! Which of the core the native tests walk through, by cargo-llvm-cov: something to look at, not to aim for.

use anyhow::Result;
use xshell::cmd;

use crate::tools;
use crate::workspace::Workspace;

/// Runs the tests of the core's crates, and prints for each file how many of its regions, functions and lines they
/// reach. Branches are counted by nightly compilers alone.
pub(crate) fn run(workspace: &Workspace) -> Result<()> {
    tools::llvm_tools(workspace)?;
    tools::cargo_llvm_cov(workspace)?;
    let crates = ["--package", "a2a-json", "--package", "a2a-negotiator"];
    cmd!(workspace.shell, "cargo llvm-cov --summary-only {crates...}").run()?;
    Ok(())
}
