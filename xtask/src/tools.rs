//! The tools that the commands run: found, or installed at pinned versions.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};
use xshell::cmd;

use crate::workspace::Workspace;

const WASM_TARGET: &str = "wasm32-unknown-unknown";
const TRUNK_VERSION: &str = "0.21.14";
const CARGO_FUZZ_VERSION: &str = "0.13.1";
const CARGO_DENY_VERSION: &str = "0.20.2";
const CARGO_LLVM_COV_VERSION: &str = "0.9.1";
const CARGO_MUTANTS_VERSION: &str = "27.1.0";
/// What the oldest of the npm tools asks for.
const NODE_VERSION: (u32, u32) = (20, 19);

/// The compiler's part for WebAssembly.
pub(crate) fn wasm_target(workspace: &Workspace) -> Result<()> {
    let shell = &workspace.shell;
    let libraries = cmd!(shell, "rustc --print target-libdir --target {WASM_TARGET}").quiet().read()?;
    if Path::new(&libraries).exists() {
        return Ok(());
    }
    add_to_rust(workspace, "target", WASM_TARGET)
}

/// The compiler's tools that count what of a program has run.
pub(crate) fn llvm_tools(workspace: &Workspace) -> Result<()> {
    let installed = cmd!(workspace.shell, "rustup component list --installed").quiet().ignore_stderr().read();
    if installed.is_ok_and(|installed| installed.contains("llvm-tools")) {
        return Ok(());
    }
    add_to_rust(workspace, "component", "llvm-tools")
}

fn add_to_rust(workspace: &Workspace, kind: &str, name: &str) -> Result<()> {
    if find_on_path("rustup").is_none() {
        bail!(
            "Rust's {kind} {name} is missing, and there is no rustup to add it; install Rust by https://rustup.rs"
        );
    }
    say(&format!("adding Rust's {kind} {name}"));
    cmd!(workspace.shell, "rustup {kind} add {name}").run()?;
    Ok(())
}

/// Keeps the folders of this machine out of the messages of panics in what is built for release.
pub(crate) fn hide_folders(workspace: &Workspace) -> Result<()> {
    let shell = &workspace.shell;
    let sysroot = cmd!(shell, "rustc --print sysroot").quiet().read()?;
    let cargo_home = cargo_home()?;
    let flags =
        format!("--remap-path-prefix={sysroot}=/rust --remap-path-prefix={}=/cargo", cargo_home.display());
    // The variable is split at spaces, and there is no way to escape one.
    if flags.split_whitespace().count() == 2 {
        shell.set_var("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS", flags);
    }
    Ok(())
}

pub(crate) fn trunk(workspace: &Workspace) -> Result<()> {
    // The lock file of trunk's own release, since newer dependencies ask for a newer compiler.
    cargo_tool(workspace, "trunk", "trunk", TRUNK_VERSION, &["--locked"])
}

pub(crate) fn cargo_fuzz(workspace: &Workspace) -> Result<()> {
    cargo_tool(workspace, "cargo-fuzz", "cargo-fuzz", CARGO_FUZZ_VERSION, &["--locked"])
}

pub(crate) fn cargo_deny(workspace: &Workspace) -> Result<()> {
    cargo_tool(workspace, "cargo-deny", "cargo-deny", CARGO_DENY_VERSION, &["--locked"])
}

pub(crate) fn cargo_llvm_cov(workspace: &Workspace) -> Result<()> {
    cargo_tool(workspace, "cargo-llvm-cov", "cargo-llvm-cov", CARGO_LLVM_COV_VERSION, &["--locked"])
}

pub(crate) fn cargo_mutants(workspace: &Workspace) -> Result<()> {
    cargo_tool(workspace, "cargo-mutants", "cargo-mutants", CARGO_MUTANTS_VERSION, &["--locked"])
}

/// A compiler of the nightly channel, which is only looked for: nobody's toolchains are changed unasked.
pub(crate) fn nightly(workspace: &Workspace) -> Result<()> {
    let version = cmd!(workspace.shell, "rustc +nightly --version").quiet().ignore_stderr().read();
    if version.is_err() {
        bail!("there is no nightly compiler; install it with `rustup toolchain install nightly`");
    }
    Ok(())
}

/// The command line of wasm-bindgen, which must be of the very version of the crate.
pub(crate) fn wasm_bindgen(workspace: &Workspace) -> Result<()> {
    let version = workspace.version_of("wasm-bindgen")?;
    cargo_tool(workspace, "wasm-bindgen-cli", "wasm-bindgen", version, &[])
}

/// Puts a program at one version on the path: the user's when it has this version, else one that is
/// kept apart from the user's own.
fn cargo_tool(
    workspace: &Workspace,
    package: &str,
    program: &str,
    version: &str,
    flags: &[&str],
) -> Result<()> {
    let shell = &workspace.shell;
    // As cargo calls its subcommands, of which some know no other way.
    let subcommand = program.strip_prefix("cargo-");
    let has_version = |program: &Path| {
        let said = cmd!(shell, "{program} {subcommand...} --version").quiet().ignore_stderr().read();
        said.is_ok_and(|said| said.split_whitespace().any(|word| word == version))
    };
    if find_on_path(program).is_some_and(|found| has_version(&found)) {
        return Ok(());
    }
    let home = cargo_home()?.join("pinned").join(format!("{package}-{version}"));
    let binaries = home.join("bin");
    let installed = binaries.join(format!("{program}{}", env::consts::EXE_SUFFIX));
    if !installed.exists() {
        say(&format!(
            "installing {package} {version} into {}; this takes some minutes, once",
            home.display()
        ));
        cmd!(shell, "cargo install {package}@{version} {flags...} --root {home}")
            .env_remove("CARGO_TARGET_DIR")
            .run()
            .with_context(|| format!("cannot install {package} {version}"))?;
    }
    if !has_version(&installed) {
        bail!("{} is not {program} {version}; remove {} and try again", installed.display(), home.display());
    }
    put_on_path(workspace, &binaries)
}

/// Node.js, and the npm packages of the root `package.json`, whose programs are put on the path.
pub(crate) fn npm_packages(workspace: &Workspace) -> Result<()> {
    node(workspace)?;
    let modules = workspace.path("node_modules");
    let stamp = modules.join(".xtask-stamp");
    let lock = fs::read(workspace.path("package-lock.json")).context("cannot read package-lock.json")?;
    if fs::read(&stamp).ok().as_ref() != Some(&lock) {
        say("installing the npm packages of package-lock.json into node_modules");
        let npm = npm_program();
        cmd!(workspace.shell, "{npm} ci --ignore-scripts --no-audit --no-fund").run()?;
        fs::write(&stamp, lock).with_context(|| format!("cannot write {}", stamp.display()))?;
    }
    put_on_path(workspace, &modules.join(".bin"))
}

fn node(workspace: &Workspace) -> Result<()> {
    let (major, minor) = NODE_VERSION;
    let wanted = format!("Node.js {major}.{minor} or later");
    if find_on_path("node").is_none() {
        bail!(
            "there is no `node` on the path; install {wanted} from https://nodejs.org or by your package manager"
        );
    }
    let version = cmd!(workspace.shell, "node --version").quiet().read()?;
    let mut numbers = version.trim_start_matches('v').split('.').map_while(|part| part.parse::<u32>().ok());
    let found = (numbers.next().unwrap_or_default(), numbers.next().unwrap_or_default());
    if found < NODE_VERSION {
        bail!(
            "`node` is {version}, and {wanted} is needed; install it from https://nodejs.org or by your package manager"
        );
    }
    Ok(())
}

/// Npm's program; on Windows a script, which is not found without its extension.
pub(crate) const fn npm_program() -> &'static str {
    if cfg!(windows) { "npm.cmd" } else { "npm" }
}

/// A Chromium or Chrome for the tests, given to them as `$CHROME`.
pub(crate) fn chromium(workspace: &Workspace) -> Result<()> {
    let found = match find_chromium()? {
        Some(found) => found,
        None => install_chromium(workspace)?,
    };
    say(&format!("the browser is {}", found.display()));
    workspace.shell.set_var("CHROME", found);
    Ok(())
}

fn find_chromium() -> Result<Option<PathBuf>> {
    const NAMES: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
    const APPLICATIONS: [&str; 2] =
        ["Google Chrome.app/Contents/MacOS/Google Chrome", "Chromium.app/Contents/MacOS/Chromium"];
    if let Some(named) = env::var_os("CHROME") {
        let named = PathBuf::from(named);
        if named.is_file() {
            return Ok(Some(named));
        }
        bail!("$CHROME says {}, which is no file", named.display());
    }
    let folders =
        [Some(PathBuf::from("/Applications")), env::home_dir().map(|home| home.join("Applications"))];
    let applications = folders
        .iter()
        .flatten()
        .flat_map(|folder| APPLICATIONS.iter().map(move |application| folder.join(application)))
        .filter(|application| application.is_file());
    Ok(NAMES.iter().filter_map(|name| find_on_path(name)).chain(applications).next())
}

fn install_chromium(workspace: &Workspace) -> Result<PathBuf> {
    if !apt_get(workspace, "Chromium", &["chromium"])? {
        bail!(
            "no Chromium or Chrome was found; install one, or say where it is with CHROME=/path/to/chrome (on Debian: `sudo apt-get install chromium`)"
        );
    }
    find_chromium()?.context("apt-get installed Chromium, and still there is no `chromium` on the path")
}

/// Installs packages of Debian's where that is possible: as root, and where there is an apt-get.
pub(crate) fn apt_get(workspace: &Workspace, name: &str, packages: &[&str]) -> Result<bool> {
    let shell = &workspace.shell;
    let is_root = cmd!(shell, "id -u").quiet().ignore_stderr().read().is_ok_and(|user| user == "0");
    if !is_root || find_on_path("apt-get").is_none() {
        return Ok(false);
    }
    say(&format!("installing {name} by apt-get"));
    cmd!(shell, "apt-get update").run()?;
    cmd!(shell, "apt-get install -y --no-install-recommends {packages...}")
        .env("DEBIAN_FRONTEND", "noninteractive")
        .run()?;
    Ok(true)
}

pub(crate) fn cargo_home() -> Result<PathBuf> {
    env::var_os("CARGO_HOME")
        .map(PathBuf::from)
        .or_else(|| env::home_dir().map(|home| home.join(".cargo")))
        .context("there is neither $CARGO_HOME nor a home directory")
}

pub(crate) fn find_on_path(program: &str) -> Option<PathBuf> {
    let name = format!("{program}{}", env::consts::EXE_SUFFIX);
    let path = env::var_os("PATH")?;
    env::split_paths(&path).map(|folder| folder.join(&name)).find(|candidate| candidate.is_file())
}

/// Puts a folder first on the path of the programs that are run.
fn put_on_path(workspace: &Workspace, folder: &Path) -> Result<()> {
    let path = workspace.shell.var_os("PATH").unwrap_or_default();
    if env::split_paths(&path).any(|known| known == folder) {
        return Ok(());
    }
    let folders = std::iter::once(folder.to_owned()).chain(env::split_paths(&path));
    workspace.shell.set_var("PATH", env::join_paths(folders)?);
    Ok(())
}

pub(crate) fn say(what: &str) {
    println!("xtask: {what}");
}
