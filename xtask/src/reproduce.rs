//! Whether what is released depends on nothing but its source: built here and in another folder, it is the same to
//! the byte.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, ensure};
use xshell::cmd;

use crate::workspace::Workspace;
use crate::{npm, playground, tools};

/// Builds the npm package and the playground twice, and compares them.
pub(crate) fn run(workspace: &Workspace) -> Result<()> {
    let here = built(workspace)?;
    let elsewhere = workspace.path("target/reproduce/a folder of another name");
    copy_sources(workspace, &elsewhere)?;
    let copy = Workspace::at(&elsewhere)?;
    let there = built(&copy)?;
    let names: Vec<&String> = here.keys().chain(there.keys()).collect();
    let different: Vec<&str> =
        names.into_iter().filter(|name| here.get(*name) != there.get(*name)).map(String::as_str).collect();
    ensure!(
        different.is_empty(),
        "built in another folder, these files are others: {}",
        different.join(", ")
    );
    tools::say(&format!("all {} files are the same to the byte, wherever they are built", here.len()));
    Ok(())
}

/// The files of a release by their names.
fn built(workspace: &Workspace) -> Result<BTreeMap<String, Vec<u8>>> {
    tools::npm_packages(workspace)?;
    let tarball = npm::pack(workspace)?;
    let page = playground::build(workspace)?;
    let mut files = BTreeMap::new();
    files.insert("the npm package".to_owned(), read(&tarball)?);
    let mut folders = vec![page.clone()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).with_context(|| format!("cannot read {}", folder.display()))? {
            let path = entry?.path();
            if path.is_dir() {
                folders.push(path);
            } else {
                files.insert(path.strip_prefix(&page)?.display().to_string(), read(&path)?);
            }
        }
    }
    Ok(files)
}

fn read(path: &Path) -> Result<Vec<u8>> {
    fs::read(path).with_context(|| format!("cannot read {}", path.display()))
}

/// Copies what is under version control, and what is new and not ignored.
fn copy_sources(workspace: &Workspace, to: &Path) -> Result<()> {
    let shell = &workspace.shell;
    let listed = cmd!(shell, "git ls-files -z --cached --others --exclude-standard").quiet().read()?;
    for name in listed.split('\0').filter(|name| !name.is_empty()) {
        let (from, to): (PathBuf, PathBuf) = (workspace.path(name), to.join(name));
        // What is deleted and not committed yet is listed, too.
        if !from.is_file() {
            continue;
        }
        if let Some(folder) = to.parent() {
            fs::create_dir_all(folder)?;
        }
        fs::copy(&from, &to).with_context(|| format!("cannot copy {}", from.display()))?;
    }
    Ok(())
}
