//! The site of the documentation, in `target/docs`: Markdown of `docs`, built by `VitePress`.

use std::path::PathBuf;

use anyhow::Result;
use xshell::cmd;

use crate::tools;
use crate::workspace::Workspace;

/// Builds the site with the package in `target/npm`, whose element its examples are, and returns its folder.
/// `$DOCS_BASE` is the path that it will be served under, `/` unless that says otherwise.
pub(crate) fn build(workspace: &Workspace) -> Result<PathBuf> {
    let folder = workspace.path("target/docs");
    let sources = workspace.path("docs");
    cmd!(workspace.shell, "vitepress build {sources}").run()?;
    tools::say(&format!("the documentation is in {}", folder.display()));
    Ok(folder)
}

/// Serves the site on this machine for whoever writes it; a page is shown anew as soon as it is saved.
pub(crate) fn serve(workspace: &Workspace, port: Option<u16>) -> Result<()> {
    let sources = workspace.path("docs");
    let port = port.map(|port| ["--port".to_owned(), port.to_string()]).into_iter().flatten();
    cmd!(workspace.shell, "vitepress dev {sources} {port...}").run()?;
    Ok(())
}
