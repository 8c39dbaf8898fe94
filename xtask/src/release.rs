//! Everything that a release has, built and looked at. Nothing is published from here.

use anyhow::{Result, ensure};
use xshell::cmd;

use crate::workspace::Workspace;
use crate::{docs, npm, playground, test, tools};

/// What `cargo package` adds to a crate's own files.
const ADDED: [&str; 4] = [".cargo_vcs_info.json", "Cargo.lock", "Cargo.toml", "Cargo.toml.orig"];

/// Builds the npm package, the site and the playground, and checks that the packages for npm and for Rust hold
/// what they should and nothing else.
pub(crate) fn dry_run(workspace: &Workspace) -> Result<()> {
    let shell = &workspace.shell;
    let version = workspace.version_of("a2a-negotiator")?;
    let changes = shell.read_file(workspace.path("CHANGELOG.md"))?;
    ensure!(
        changes.lines().any(|line| line == "## Unreleased" || line.starts_with(&format!("## {version}"))),
        "CHANGELOG.md has no heading for {version}; say there what is new"
    );
    tools::npm_packages(workspace)?;
    let tarball = npm::pack(workspace)?;
    npm::check_budget(workspace)?;
    test::npm_contents(workspace, tarball.clone())?;
    for name in ["a2a-json", "a2a-negotiator"] {
        let listed =
            cmd!(shell, "cargo package --package {name} --list --allow-dirty").ignore_stderr().read()?;
        let is_known = |file: &&str| file.starts_with("src/") || ADDED.contains(file);
        if let Some(stray) = listed.lines().find(|file| !is_known(file)) {
            anyhow::bail!("the crate {name} would contain {stray}; its `include` says what belongs into it");
        }
    }
    docs::build(workspace)?;
    playground::build(workspace)?;
    playground::check_budget(workspace)?;
    tools::say(&format!("{version} can be published: {}", tarball.display()));
    Ok(())
}
