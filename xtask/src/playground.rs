//! The playground: served while one works on it, or built as static files.

use std::ffi::OsStr;
use std::fs;
use std::net::{Ipv4Addr, TcpListener};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use xshell::cmd;

use crate::workspace::Workspace;
use crate::{licences, npm, sizes, tools};

/// Where the static files go.
const FOLDER: &str = "target/playground";
/// What a first visit may have to load, by brotli: 350 KiB.
const TRANSFER_BUDGET: u64 = 350 * 1024;
/// Where to look for a free port when the user names none.
const PORTS: std::ops::Range<u16> = 8080..8100;

#[derive(Debug)]
pub(crate) struct Options {
    pub(crate) release: bool,
    pub(crate) port: Option<u16>,
    pub(crate) open: bool,
}

/// Serves the playground on loopback until the user stops it.
pub(crate) fn serve(workspace: &Workspace, options: &Options) -> Result<()> {
    let port = free_port(options.port)?;
    what_trunk_needs(workspace)?;
    let port = port.to_string();
    let mut flags = vec!["--address", "127.0.0.1", "--port", &port];
    if options.release {
        flags.push("--release");
    }
    if options.open {
        flags.push("--open");
    }
    tools::say(&format!("the playground will be at http://127.0.0.1:{port}/ (stop it with Ctrl+C)"));
    cmd!(workspace.shell, "trunk serve {flags...}").run()?;
    Ok(())
}

/// Builds the static playground, and returns its folder.
pub(crate) fn build(workspace: &Workspace) -> Result<PathBuf> {
    what_trunk_needs(workspace)?;
    tools::hide_folders(workspace)?;
    let folder = workspace.path(FOLDER);
    cmd!(workspace.shell, "trunk build --release --dist {folder}").run()?;
    let scripts = workspace.path("target/licences/page-scripts.txt");
    let package = workspace.path("target/npm/LICENSES-THIRD-PARTY");
    let texts = [scripts, licences::write(workspace, "a2a-playground", &[])?, package];
    let texts = texts.map(fs::read_to_string).into_iter().collect::<Result<Vec<_>, _>>()?;
    fs::write(folder.join("licences.txt"), texts.join("\n"))?;
    tools::say(&format!("the playground is in {}", folder.display()));
    Ok(folder)
}

/// Prints what the built playground weighs, and fails over the budget.
pub(crate) fn check_budget(workspace: &Workspace) -> Result<()> {
    let folder = workspace.path(FOLDER);
    let (first, later) = transferred(&folder)?;
    let first = sizes::report(workspace, &first)?.iter().sum::<u64>();
    println!(
        "and when somebody works in an editor, has something to keep, or looks at more than the decision:"
    );
    let later = sizes::report(workspace, &later)?.iter().sum::<u64>();
    println!("the playground in all: {} bytes by brotli", first + later);
    sizes::within("a first visit to the playground", first, TRANSFER_BUDGET)
}

fn what_trunk_needs(workspace: &Workspace) -> Result<()> {
    // First what only the user can install, so that a missing Node.js is told before minutes of building.
    tools::npm_packages(workspace)?;
    tools::wasm_target(workspace)?;
    tools::wasm_bindgen(workspace)?;
    tools::trunk(workspace)?;
    // The editor completes by the schema of profiles, and the worker holds the package.
    npm::build(workspace)?;
    // trunk takes this variable for one of its own, and `1`, which others understand, for an error.
    if workspace.shell.var_os("NO_COLOR").is_some() {
        workspace.shell.set_var("NO_COLOR", "true");
    }
    Ok(())
}

/// The files that a visitor's browser loads: those that the page names, itself among them, which are loaded
/// at once, and those that its scripts load when they are needed.
fn transferred(folder: &Path) -> Result<(Vec<PathBuf>, Vec<PathBuf>)> {
    const PAGE: &str = "index.html";
    const LOADED: [&str; 5] = ["html", "css", "js", "wasm", "svg"];
    let page = folder.join(PAGE);
    let page = fs::read_to_string(&page).with_context(|| format!("cannot read {}", page.display()))?;
    let mut files = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).with_context(|| format!("cannot read {}", folder.display()))? {
            let path = entry?.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().and_then(OsStr::to_str).is_some_and(|name| LOADED.contains(&name)) {
                files.push(path);
            }
        }
    }
    files.sort();
    let is_named = |path: &PathBuf| {
        let name = path.file_name().and_then(OsStr::to_str);
        name.is_some_and(|name| name == PAGE || page.contains(name))
    };
    Ok(files.into_iter().partition(is_named))
}

fn free_port(wanted: Option<u16>) -> Result<u16> {
    let is_free = |port: u16| TcpListener::bind((Ipv4Addr::LOCALHOST, port));
    if let Some(port) = wanted {
        is_free(port).with_context(|| format!("port {port} cannot be taken; choose another with --port"))?;
        return Ok(port);
    }
    PORTS.into_iter().find(|&port| is_free(port).is_ok()).with_context(|| {
        format!("no port from {} to {} is free; choose one with --port", PORTS.start, PORTS.end - 1)
    })
}
