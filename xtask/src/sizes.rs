//! What files weigh, raw and compressed as servers send them.

use std::path::PathBuf;

use anyhow::{Context as _, Result, ensure};
use serde_json::Value;
use xshell::cmd;

use crate::workspace::Workspace;

/// Bytes of one file or of several together, each compressed by itself.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Size {
    pub(crate) raw: u64,
    pub(crate) gzip: u64,
    pub(crate) brotli: u64,
}

/// Prints what each file weighs, and returns the sum.
pub(crate) fn report(workspace: &Workspace, files: &[PathBuf]) -> Result<Size> {
    let script = workspace.path("xtask/js/sizes.mjs");
    let measured = cmd!(workspace.shell, "node {script} {files...}").quiet().read()?;
    let measured: Value =
        serde_json::from_str(&measured).context("cannot read the sizes that Node.js printed")?;
    println!("{:>10} {:>10} {:>10}  file", "raw", "gzip", "brotli");
    let mut sum = Size::default();
    for (file, size) in files.iter().zip(measured.as_array().into_iter().flatten()) {
        let bytes = |name: &str| {
            size[name].as_u64().with_context(|| format!("no size `{name}` of {}", file.display()))
        };
        let size = Size { raw: bytes("raw")?, gzip: bytes("gzip")?, brotli: bytes("brotli")? };
        let name = file.strip_prefix(workspace.path("")).unwrap_or(file);
        println!("{:>10} {:>10} {:>10}  {}", size.raw, size.gzip, size.brotli, name.display());
        sum = Size { raw: sum.raw + size.raw, gzip: sum.gzip + size.gzip, brotli: sum.brotli + size.brotli };
    }
    Ok(sum)
}

/// Fails when something weighs more than it may.
pub(crate) fn within(what: &str, bytes: u64, budget: u64) -> Result<()> {
    ensure!(bytes <= budget, "{what} weighs {bytes} bytes by brotli, over the budget of {budget}");
    println!("{what}: {bytes} bytes by brotli, of at most {budget}");
    Ok(())
}
