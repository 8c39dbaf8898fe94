//! What files weigh, raw and compressed as servers send them.

use std::path::PathBuf;

use anyhow::{Context as _, Result, ensure};
use serde_json::Value;
use xshell::cmd;

use crate::workspace::Workspace;

/// Prints what each file weighs, and returns what each weighs by brotli.
pub(crate) fn report(workspace: &Workspace, files: &[PathBuf]) -> Result<Vec<u64>> {
    let script = workspace.path("xtask/js/sizes.mjs");
    let measured = cmd!(workspace.shell, "node {script} {files...}").quiet().read()?;
    let measured: Vec<Value> =
        serde_json::from_str(&measured).context("cannot read the sizes that Node.js printed")?;
    let bytes = |size: &Value, name| size[name].as_u64().context("Node.js printed a size that is no number");

    println!("{:>10} {:>10} {:>10}  file", "raw", "gzip", "brotli");
    let mut weights = Vec::new();
    for (file, size) in files.iter().zip(&measured) {
        let (raw, gzip, brotli) = (bytes(size, "raw")?, bytes(size, "gzip")?, bytes(size, "brotli")?);
        let name = file.strip_prefix(workspace.path("")).unwrap_or(file);
        println!("{raw:>10} {gzip:>10} {brotli:>10}  {}", name.display());
        weights.push(brotli);
    }
    Ok(weights)
}

/// Fails when something weighs more than it may.
pub(crate) fn within(what: &str, bytes: u64, budget: u64) -> Result<()> {
    ensure!(bytes <= budget, "{what} weighs {bytes} bytes by brotli, over the budget of {budget}");
    println!("{what}: {bytes} bytes by brotli, of at most {budget}");
    Ok(())
}
