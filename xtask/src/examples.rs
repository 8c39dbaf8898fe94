//! The examples, each started from its folder with the package as it would be published.

use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use xshell::cmd;

use crate::workspace::Workspace;
use crate::{npm, python, tools};

/// The names of the examples, which are those of their folders.
pub(crate) const NAMES: [&str; 2] = ["edge-worker", "spark-registry"];

/// Starts an example, which ends when its user ends it or when it is done.
pub(crate) fn run(workspace: &Workspace, name: &str, arguments: &[OsString]) -> Result<()> {
    match name {
        "edge-worker" => edge_worker(workspace, arguments),
        "spark-registry" => spark_registry(workspace, arguments),
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
    tools::say(
        "the worker answers at http://127.0.0.1:8787 unless an option says otherwise, and ends by Ctrl+C",
    );
    cmd!(shell, "{npm} start -- {arguments...}").run()?;
    Ok(())
}

fn spark_registry(workspace: &Workspace, arguments: &[OsString]) -> Result<()> {
    let shell = &workspace.shell;
    if !has_java() {
        bail!("{NO_JAVA}");
    }
    let python = python_with_spark(workspace)?;
    let tarball = tarball(workspace)?;
    let program = workspace.path("examples/spark-registry/registry.py");
    // The paths among the arguments are those of whoever gave them.
    let _folder = shell.push_dir(env::current_dir()?);
    cmd!(shell, "{python} {program} --package {tarball} {arguments...}").run()?;
    Ok(())
}

/// What is told where Spark cannot run.
pub(crate) const NO_JAVA: &str = "there is no Java on the path, and Spark needs 17 or later (on Debian: `sudo apt-get install openjdk-17-jre-headless`)";

pub(crate) fn has_java() -> bool {
    env::var_os("JAVA_HOME").is_some_and(|home| Path::new(&home).join("bin").is_dir())
        || tools::find_on_path("java").is_some()
}

/// A Python that has pyspark, and Spark with it.
pub(crate) fn python_with_spark(workspace: &Workspace) -> Result<PathBuf> {
    python::environment(workspace, &workspace.path("examples/spark-registry/requirements.txt"))
}

/// The packed package.
fn tarball(workspace: &Workspace) -> Result<PathBuf> {
    tools::npm_packages(workspace)?;
    npm::pack(workspace)
}
