//! Python, and the environments of packages at pinned versions that tests run in.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};
use xshell::cmd;

use crate::tools::{apt_get, cargo_home, find_on_path, say};
use crate::workspace::Workspace;

/// What the packages of the tests ask for.
const VERSION: (u32, u32) = (3, 10);
/// The names that an interpreter may go by, the usual one first.
const NAMES: [&str; 7] =
    ["python3", "python", "python3.14", "python3.13", "python3.12", "python3.11", "python3.10"];

/// The interpreter of an environment that has just the packages of a file of requirements, whose first
/// line gives the environment its name. It is made when it is missing, and anew when the file has changed.
pub(crate) fn environment(workspace: &Workspace, requirements: &Path) -> Result<PathBuf> {
    let shell = &workspace.shell;
    let wanted = shell.read_file(requirements)?;
    let first = wanted.lines().next().unwrap_or_default();
    let (package, version) = first
        .split_once("==")
        .with_context(|| format!("{} does not start with `package==version`", requirements.display()))?;
    let package = package.split('[').next().unwrap_or_default();
    let home = cargo_home()?.join("pinned").join(format!("{package}-{version}"));
    let python = home.join(if cfg!(windows) { "Scripts/python.exe" } else { "bin/python" });
    let stamp = home.join("requirements.txt");
    // The interpreter that an environment was made with may be gone.
    let works = || cmd!(shell, "{python} -c pass").quiet().ignore_stderr().run().is_ok();
    if fs::read_to_string(&stamp).is_ok_and(|installed| installed == wanted) && works() {
        return Ok(python);
    }
    let interpreter = interpreter(workspace)?;
    say(&format!("installing {package} {version} for Python into {}", home.display()));
    cmd!(shell, "{interpreter} -m venv --clear {home}").run()?;
    cmd!(
        shell,
        "{python} -m pip install --quiet --disable-pip-version-check --only-binary :all: --requirement {requirements}"
    )
    .run()
    .with_context(|| format!("cannot install what {} names", requirements.display()))?;
    fs::write(&stamp, wanted).with_context(|| format!("cannot write {}", stamp.display()))?;
    Ok(python)
}

/// An interpreter that is new enough and can make environments.
fn interpreter(workspace: &Workspace) -> Result<PathBuf> {
    if let Some(found) = find(workspace) {
        return Ok(found);
    }
    let (major, minor) = VERSION;
    let installed = apt_get(workspace, "Python", &["python3", "python3-venv"])?;
    match find(workspace) {
        Some(found) => Ok(found),
        None if installed => {
            bail!("apt-get installed Python, and still there is none of {major}.{minor} or later on the path")
        }
        None => bail!(
            "no Python {major}.{minor} or later with `venv` was found; install it from https://python.org or by your package manager (on Debian: `sudo apt-get install python3-venv`)"
        ),
    }
}

fn find(workspace: &Workspace) -> Option<PathBuf> {
    let (major, minor) = VERSION;
    let question = format!("import ensurepip, sys, venv; sys.exit(sys.version_info < ({major}, {minor}))");
    let fits = |python: &PathBuf| {
        cmd!(workspace.shell, "{python} -c {question}").quiet().ignore_stdout().ignore_stderr().run().is_ok()
    };
    NAMES.iter().filter_map(|name| find_on_path(name)).find(fits)
}
