//! The core as a WebAssembly module with wasm-bindgen's glue, in `target/wasm`.

use std::path::PathBuf;

use anyhow::Result;
use xshell::cmd;

use crate::tools;
use crate::workspace::Workspace;

/// The glue; the module stands beside it as `negotiator_bg.wasm`.
const NAME: &str = "negotiator";

/// Builds the module and its glue, and returns the folder that holds both.
pub(crate) fn build(workspace: &Workspace) -> Result<PathBuf> {
    tools::wasm_target(workspace)?;
    tools::hide_folders(workspace)?;
    tools::wasm_bindgen(workspace)?;
    tools::npm_packages(workspace)?;
    let shell = &workspace.shell;
    cmd!(
        shell,
        "cargo build --package a2a-negotiator --features bindings --release --target wasm32-unknown-unknown"
    )
    .run()?;
    let compiled = workspace.cargo_target().join("wasm32-unknown-unknown/release/a2a_negotiator.wasm");
    let folder = workspace.path("target/wasm");
    // No default path to the module: bundlers would take it for an asset of their own to ship.
    // The reset function is how the package recovers from a panic.
    cmd!(
        shell,
        "wasm-bindgen {compiled} --out-dir {folder} --out-name {NAME} --target web
            --no-typescript --omit-default-module-path --experimental-reset-state-function
            --remove-name-section --remove-producers-section"
    )
    .run()?;
    let module = folder.join(format!("{NAME}_bg.wasm"));
    cmd!(shell, "wasm-opt -O3 {module} -o {module}").run()?;
    Ok(folder)
}
