//! The npm package, in `target/npm`.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context as _, Result};
use xshell::cmd;

use crate::workspace::Workspace;
use crate::{licences, schemas, sizes, tools, wasm};

/// What the module may weigh, by brotli. The aim is 120,000 bytes, which it does not meet yet; until then
/// this keeps it from growing.
const MODULE_BUDGET: u64 = 209_500;

/// Builds the package, and returns its folder.
pub(crate) fn build(workspace: &Workspace) -> Result<PathBuf> {
    let module = wasm::build(workspace)?;
    let schemas = schemas::build(workspace)?;
    let package = workspace.path("target/npm");
    let shell = &workspace.shell;

    // What an earlier build left there must not end up in the package.
    shell.remove_path(&package)?;
    let script = workspace.path("negotiator/npm/build.mjs");
    let version = workspace.version_of("a2a-negotiator")?;
    let licences = licences::write(workspace, "a2a-negotiator", &["bindings"])?;
    cmd!(shell, "node {script} {module} {schemas} {package} {version} {licences}").run()?;
    tools::say(&format!("the package is in {}", package.display()));
    Ok(package)
}

/// Prints what the module and the entries of the built package weigh, and fails over the budget.
pub(crate) fn check_budget(workspace: &Workspace) -> Result<()> {
    const ENTRIES: [&str; 5] = ["index.js", "index.cjs", "negotiator.global.js", "slim.js", "workerd.js"];
    let module = workspace.path("target/wasm/negotiator_bg.wasm");
    let entries = ENTRIES.map(|name| workspace.path("target/npm").join(name));
    let files: Vec<_> = std::iter::once(module).chain(entries).collect();
    let weights = sizes::report(workspace, &files)?;
    let module = weights.first().context("the module was not weighed")?;
    sizes::within("the WebAssembly module", *module, MODULE_BUDGET)
}

/// Builds the package and packs it as it would be published, and returns the tarball.
pub(crate) fn pack(workspace: &Workspace) -> Result<PathBuf> {
    let package = build(workspace)?;
    let folder = workspace.path("target/npm-pack");
    fs::create_dir_all(&folder).with_context(|| format!("cannot make {}", folder.display()))?;
    let npm = tools::npm_program();
    let packed =
        cmd!(workspace.shell, "{npm} pack {package} --pack-destination {folder}").ignore_stderr().read()?;
    let name = packed.lines().last().context("`npm pack` named no tarball")?;
    Ok(folder.join(name))
}
