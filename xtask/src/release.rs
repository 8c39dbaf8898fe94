//! Everything that a release has, built and looked at. Nothing is published from here.

use std::collections::BTreeSet;

use anyhow::{Result, ensure};
use xshell::cmd;

use crate::workspace::Workspace;
use crate::{docs, npm, playground, test, tools};

/// The crates that are published, the one that the other needs first, and their folders.
const CRATES: [(&str, &str); 2] = [("a2a-json", "negotiator/json"), ("a2a-negotiator", "negotiator")];

/// What a crate has beside its sources: its licences, and what `cargo package` adds.
const BESIDE: [&str; 6] =
    [".cargo_vcs_info.json", "Cargo.lock", "Cargo.toml", "Cargo.toml.orig", "LICENSE-APACHE", "LICENSE-MIT"];

/// Builds the npm package, the crates, the site and the playground, and checks that the packages for npm and for
/// Rust hold what they should and nothing else.
pub(crate) fn dry_run(workspace: &Workspace) -> Result<()> {
    let version = workspace.version_of("a2a-negotiator")?;
    let changes = workspace.shell.read_file(workspace.path("CHANGELOG.md"))?;
    ensure!(
        changes.lines().any(|line| line == "## Unreleased" || line.starts_with(&format!("## {version}"))),
        "CHANGELOG.md has no heading for {version}; say there what is new"
    );
    crates(workspace)?;
    tools::npm_packages(workspace)?;
    let tarball = npm::pack(workspace)?;
    npm::check_budget(workspace)?;
    test::npm_contents(workspace, tarball.clone())?;
    docs::build(workspace)?;
    playground::build(workspace)?;
    playground::check_budget(workspace)?;
    tools::say(&format!("{version} can be published: {}", tarball.display()));
    Ok(())
}

/// Packages the crates, builds them from what is packaged, and compares that with what is in version control.
fn crates(workspace: &Workspace) -> Result<()> {
    let shell = &workspace.shell;
    for (name, folder) in CRATES {
        let sources = cmd!(shell, "git -C {folder} ls-files src").read()?;
        let expected: BTreeSet<&str> = sources.lines().chain(BESIDE).collect();
        let listed =
            cmd!(shell, "cargo package --package {name} --list --allow-dirty").ignore_stderr().read()?;
        let packaged: BTreeSet<&str> = listed.lines().collect();
        let (stray, missing) = (packaged.difference(&expected).next(), expected.difference(&packaged).next());
        ensure!(
            stray.is_none() && missing.is_none(),
            "the crate {name} would contain {stray:?}, and lacks {missing:?}; its `include` says what belongs into it"
        );
    }
    // Until it is published, the crate that the other needs is the one here.
    let [(needed, folder), (name, _)] = CRATES;
    let here = format!("patch.crates-io.{needed}.path=\"{folder}\"");
    cmd!(shell, "cargo package --config {here} --package {needed} --package {name} --allow-dirty").run()?;
    Ok(())
}
