//! The licences of what is built in: they ask that their texts go with it.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use xshell::cmd;

use crate::workspace::Workspace;

/// Writes the licences of the crates that a package is linked with for WebAssembly, and returns the file.
pub(crate) fn write(workspace: &Workspace, package: &str, features: &[&str]) -> Result<PathBuf> {
    let folder = workspace.path("target/licences");
    fs::create_dir_all(&folder).with_context(|| format!("cannot make {}", folder.display()))?;
    let file = folder.join(format!("{package}.txt"));
    let text = of_crates(workspace, package, features)?;
    fs::write(&file, text).with_context(|| format!("cannot write {}", file.display()))?;
    Ok(file)
}

fn of_crates(workspace: &Workspace, package: &str, features: &[&str]) -> Result<String> {
    let shell = &workspace.shell;
    let target = "wasm32-unknown-unknown";
    let linked = ["--edges", "normal,no-proc-macro", "--prefix", "none", "--no-dedupe"];
    let features = features.join(",");
    let tree =
        cmd!(shell, "cargo tree --package {package} --features {features} --target {target} {linked...}")
            .quiet()
            .read()?;
    let metadata = cmd!(shell, "cargo metadata --format-version 1 --filter-platform {target}")
        .quiet()
        .ignore_stderr()
        .read()?;
    let metadata: serde_json::Value = serde_json::from_str(&metadata)?;

    // The crates of each text, so that none stands there twice.
    let mut crates: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for found in metadata["packages"].as_array().into_iter().flatten() {
        let text = |key: &str| found[key].as_str().unwrap_or_default();
        let (name, version) = (text("name"), text("version"));
        let is_linked = tree.lines().any(|line| line.split(' ').take(2).eq([name, &format!("v{version}")]));
        // Those of the workspace have no source but itself.
        if is_linked && !found["source"].is_null() {
            let home = Path::new(text("manifest_path")).parent().context("a manifest stands in no folder")?;
            let title = format!("{name} {version}, {}", text("license"));
            crates.entry(licence_in(home)?).or_default().push(title);
        }
    }

    let mut page = String::from(
        "The WebAssembly module contains the following crates, and parts of the standard library of Rust \
         (https://github.com/rust-lang/rust), which is under MIT or Apache-2.0.\n",
    );
    for (licence, titles) in crates {
        let licence =
            if licence.is_empty() { "Under Apache-2.0, whose text is at the end." } else { &licence };
        write!(page, "\n{}\n\n{licence}\n", titles.join("\n"))?;
    }
    write!(page, "\nApache-2.0\n\n{}", shell.read_file("LICENSE-APACHE")?)?;
    Ok(page)
}

/// The texts of the licences in the folder of a crate. That of Apache-2.0, which is long and the same for all, is
/// left out: it is offered beside another, or alone and without a text of the crate's own.
fn licence_in(home: &Path) -> Result<String> {
    let mut files = Vec::new();
    for entry in fs::read_dir(home).with_context(|| format!("cannot read {}", home.display()))? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().to_ascii_lowercase();
        let is_licence =
            ["license", "licence", "copying", "unlicense"].iter().any(|word| name.starts_with(word));
        if is_licence && !name.contains("apache") && path.is_file() {
            files.push(path);
        }
    }
    files.sort();
    let texts = files.iter().map(fs::read_to_string).collect::<Result<Vec<_>, _>>()?;
    Ok(texts.iter().map(|text| text.trim()).collect::<Vec<_>>().join("\n\n"))
}
