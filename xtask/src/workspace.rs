//! Where things are, and which versions the lock file names.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use xshell::{Shell, cmd};

/// The workspace, with a shell that stands at its root.
#[derive(Debug)]
pub(crate) struct Workspace {
    pub(crate) shell: Shell,
    root: PathBuf,
    cargo_target: PathBuf,
    lock: String,
}

impl Workspace {
    pub(crate) fn find() -> Result<Self> {
        let manifest = Path::new(env!("CARGO_MANIFEST_DIR"));
        Self::at(manifest.parent().context("the crate `xtask` stands in no workspace")?)
    }

    /// The workspace, or a copy of it, in a folder.
    pub(crate) fn at(root: &Path) -> Result<Self> {
        let root = root.to_owned();
        let shell = Shell::new()?;
        shell.change_dir(&root);
        let metadata = cmd!(shell, "cargo metadata --no-deps --format-version 1").quiet().read()?;
        let metadata: serde_json::Value =
            serde_json::from_str(&metadata).context("cannot read what `cargo metadata` printed")?;
        let target =
            metadata["target_directory"].as_str().context("`cargo metadata` names no target directory")?;
        let lock = shell.read_file("Cargo.lock")?;
        Ok(Self { cargo_target: target.into(), shell, root, lock })
    }

    /// A path under the root.
    pub(crate) fn path(&self, relative: &str) -> PathBuf {
        self.root.join(relative)
    }

    /// Where cargo puts what it compiles; outside `target` when the user says so.
    pub(crate) fn cargo_target(&self) -> &Path {
        &self.cargo_target
    }

    /// The version of a package as the lock file has it.
    pub(crate) fn version_of(&self, package: &str) -> Result<&str> {
        let name = format!("name = \"{package}\"");
        let mut lines = self.lock.lines().skip_while(|line| *line != name);
        let version = lines.nth(1).and_then(|line| line.strip_prefix("version = \"")?.strip_suffix('"'));
        version.with_context(|| format!("no package `{package}` in Cargo.lock"))
    }

    /// Copies what is under version control, and what is new and not ignored, and says what that is. A file
    /// that is there already stays untouched, so that what was built from it need not be built again.
    pub(crate) fn copy_sources(&self, to: &Path) -> Result<BTreeSet<PathBuf>> {
        let shell = &self.shell;
        let listed = cmd!(shell, "git ls-files -z --cached --others --exclude-standard").quiet().read()?;
        let mut copied = BTreeSet::new();
        for name in listed.split('\0').filter(|name| !name.is_empty()) {
            let (from, to) = (self.path(name), to.join(name));
            // What is deleted and not committed yet is listed, too.
            if !from.is_file() {
                continue;
            }
            let content = fs::read(&from).with_context(|| format!("cannot read {}", from.display()))?;
            if fs::read(&to).ok().as_ref() != Some(&content) {
                if let Some(folder) = to.parent() {
                    fs::create_dir_all(folder)?;
                }
                fs::copy(&from, &to).with_context(|| format!("cannot copy {}", from.display()))?;
            }
            copied.insert(to);
        }
        Ok(copied)
    }
}
