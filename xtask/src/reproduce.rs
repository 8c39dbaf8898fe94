//! Whether what is released depends on nothing but its source: built here and in another folder, it is the same to
//! the byte.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result, ensure};

use crate::workspace::Workspace;
use crate::{npm, playground, tools};

/// Builds the npm package and the playground twice, and compares them.
pub(crate) fn run(workspace: &Workspace) -> Result<()> {
    let here = built(workspace)?;
    let elsewhere = workspace.path("target/reproduce/a folder of another name");
    workspace.copy_sources(&elsewhere)?;
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
