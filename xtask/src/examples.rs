//! The examples, each started from its folder with the package as it would be published.

use std::ffi::OsString;
use std::path::PathBuf;

use anyhow::{Result, bail};
use xshell::cmd;

use crate::workspace::Workspace;
use crate::{npm, tools};

/// The names of the examples, which are those of their folders.
pub(crate) const NAMES: [&str; 1] = ["edge-worker"];

/// Starts an example, which ends when its user ends it or when it is done.
pub(crate) fn run(workspace: &Workspace, name: &str, arguments: &[OsString]) -> Result<()> {
    match name {
        "edge-worker" => edge_worker(workspace, arguments),
        _ => bail!("`{name}` is no example; the examples are {}", NAMES.join(", ")),
    }
}

fn edge_worker(workspace: &Workspace, arguments: &[OsString]) -> Result<()> {
    let shell = &workspace.shell;
    let folder = workspace.path("examples/edge-worker");
    let tarball = tarball(workspace)?;
    // As npm installs it; the other packages of the folder are those of the workspace, which are found above it.
    let package = folder.join("node_modules/a2a-negotiator");
    shell.remove_path(&package)?;
    shell.create_dir(&package)?;
    cmd!(shell, "tar -xzf {tarball} --strip-components=1 -C {package}").run()?;
    let _folder = shell.push_dir(&folder);
    let npm = tools::npm_program();
    tools::say("the worker answers at http://127.0.0.1:8787 once it runs, and ends by Ctrl+C");
    cmd!(shell, "{npm} start -- {arguments...}").run()?;
    Ok(())
}

/// The packed package.
fn tarball(workspace: &Workspace) -> Result<PathBuf> {
    tools::npm_packages(workspace)?;
    npm::pack(workspace)
}
