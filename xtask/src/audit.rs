//! What is built in, and where it comes from: licences, sources, what stands twice, what is known to be broken, and
//! whether the lock files are what the manifests say.

use anyhow::{Context as _, Result, ensure};
use xshell::{Cmd, cmd};

use crate::tools;
use crate::workspace::Workspace;

/// Checks the crates by `deny.toml`, and crates and npm packages by what is known of them, where that can be asked.
pub(crate) fn run(workspace: &Workspace) -> Result<()> {
    let shell = &workspace.shell;
    cmd!(shell, "cargo metadata --locked --format-version 1")
        .quiet()
        .ignore_stdout()
        .run()
        .context("Cargo.lock is not what the manifests say; build once, and commit what has changed in it")?;
    // Against its lock file, without which nothing is installed.
    let npm = tools::npm_program();
    cmd!(shell, "{npm} ci --dry-run --ignore-scripts --no-audit --no-fund")
        .quiet()
        .ignore_stdout()
        .run()
        .context(
            "package-lock.json is not what package.json says; run `npm install`, and commit what has changed",
        )?;

    tools::cargo_deny(workspace)?;
    cmd!(shell, "cargo-deny --log-level warn check licenses bans sources").run()?;
    let crates = cmd!(shell, "cargo-deny --log-level warn check advisories");
    known(crates, "failed to fetch advisory database", "crates")?;
    known(
        cmd!(shell, "{npm} audit --audit-level moderate"),
        "audit endpoint returned an error",
        "npm packages",
    )
}

/// Asks for what is known to be broken; that nobody can be asked here is told, and no failure.
fn known(command: Cmd<'_>, unreachable: &str, what: &str) -> Result<()> {
    let output = command.ignore_status().output()?;
    let said =
        [output.stdout, output.stderr].map(|said| String::from_utf8_lossy(&said).into_owned()).concat();
    if said.contains(unreachable) {
        tools::say(&format!("what is known of {what} cannot be asked for from here, and was not looked at"));
        return Ok(());
    }
    print!("{said}");
    ensure!(output.status.success(), "something is known of {what}; see above");
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The names that stand in the first column of the tables on dependencies.
    fn explained(architecture: &str) -> Vec<&str> {
        let sections = architecture.split("\n## ").filter(|section| section.starts_with("Dependencies"));
        let rows = sections.flat_map(str::lines).filter(|line| line.starts_with("| `"));
        let names = rows
            .filter_map(|row| row.split(" | ").next())
            .flat_map(|cell| cell.split('`').skip(1).step_by(2));
        names.collect()
    }

    #[test]
    fn every_direct_dependency_has_a_sentence_and_no_other_has() -> Result<()> {
        let workspace = Workspace::find()?;
        let shell = &workspace.shell;
        let metadata = cmd!(shell, "cargo metadata --no-deps --format-version 1").quiet().read()?;
        let metadata: serde_json::Value = serde_json::from_str(&metadata)?;
        let package: serde_json::Value = serde_json::from_str(&shell.read_file("package.json")?)?;
        let list = |value: &serde_json::Value| value.as_array().cloned().unwrap_or_default();
        let crates =
            list(&metadata["packages"]).into_iter().flat_map(|package| list(&package["dependencies"]));
        let crates = crates.filter(|dependency| dependency["path"].is_null());
        let crates = crates.filter_map(|dependency| dependency["name"].as_str().map(str::to_owned));
        let packages =
            package["devDependencies"].as_object().into_iter().flatten().map(|(name, _)| name.clone());
        // Of a workspace of its own.
        let of_fuzzing = ["libfuzzer-sys".to_owned()];
        let mut expected: Vec<String> = crates.chain(packages).chain(of_fuzzing).collect();
        expected.sort();
        expected.dedup();
        let architecture = shell.read_file("ARCHITECTURE.md")?;
        let mut explained = explained(&architecture);
        explained.sort_unstable();
        explained.dedup();
        assert_eq!(explained, expected, "ARCHITECTURE.md has a table of what depends on what, and why");
        Ok(())
    }
}
