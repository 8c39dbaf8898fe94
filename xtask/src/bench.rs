//! The benchmarks: what negotiation costs, side by side with what it is compared to, in tables that stand in
//! the documentation.

use std::path::PathBuf;

use anyhow::{Context as _, Result, ensure};
use xshell::cmd;

use crate::parts::{self, Part};
use crate::workspace::Workspace;
use crate::{npm, playground, python, tools};

/// The page of the documentation whose tables are written here.
const PAGE: &str = "docs/guide/speed.md";

/// Where what is measured stands.
type Variables = Vec<(&'static str, PathBuf)>;

/// Builds what a part measures, and says by variables where it is. A part is a script under `tests/bench` that prints
/// tables.
type Prepare = fn(&Workspace) -> Result<Variables>;

const PARTS: [Part<Prepare>; 5] = [
    Part {
        name: "negotiation",
        about: "text to decision in Node.js, against JSON.parse, the SDKs and plain JavaScript",
        work: negotiation,
    },
    Part {
        name: "instructions",
        about: "what the core's paths take natively, counted by valgrind, so that noise does not matter",
        work: instructions,
    },
    Part { name: "ranking", about: "from a thousand cards to a million: speed and memory", work: package },
    Part { name: "page", about: "the playground in Chromium: keystroke to paint, and loading", work: page },
    Part { name: "sizes", about: "what the module and the entries of the package weigh", work: package },
];

/// The parts with what each is about.
pub(crate) fn list() -> String {
    parts::list(&PARTS)
}

/// Runs the named parts, or all; prints their tables and puts them into the documentation.
pub(crate) fn run(workspace: &Workspace, names: &[String]) -> Result<()> {
    let wanted = parts::select(&PARTS, "benchmarks", names)?;
    tools::npm_packages(workspace)?;
    for part in wanted {
        let variables = (part.work)(workspace)?;
        tools::say(&format!("measuring: {}", part.about));
        write_tables(workspace, part.name, &variables)?;
    }
    write_tables(workspace, "machine", &[])?;
    tools::say(&format!("the tables are in {PAGE}"));
    Ok(())
}

/// Runs a script, and puts what it prints between its two comments in the page.
fn write_tables(workspace: &Workspace, name: &str, variables: &[(&'static str, PathBuf)]) -> Result<()> {
    let shell = &workspace.shell;
    let script = workspace.path(&format!("tests/bench/{name}.mjs"));
    let variables = variables.iter().map(|(name, value)| (name, value));
    let printed = cmd!(shell, "node {script}").envs(variables).quiet().read()?;
    println!("\n{printed}\n");
    let page = shell.read_file(PAGE)?;
    let replaced = put_between(&page, name, &printed)
        .with_context(|| format!("{PAGE} has no place for the tables of `{name}`"))?;
    shell.write_file(PAGE, replaced)?;
    Ok(())
}

fn put_between(page: &str, name: &str, tables: &str) -> Option<String> {
    let (start, end) = (format!("<!-- {name} -->\n"), format!("<!-- end of {name} -->"));
    let (before, rest) = page.split_once(&start)?;
    let (_, after) = rest.split_once(&end)?;
    Some([before, &start, "\n", tables.trim(), "\n\n", &end, after].concat())
}

fn package(workspace: &Workspace) -> Result<Variables> {
    Ok(vec![("PACKAGE_FOLDER", npm::build(workspace)?)])
}

fn negotiation(workspace: &Workspace) -> Result<Variables> {
    let requirements = workspace.path("tests/peers/servers/requirements_1_0.txt");
    let python = python::environment(workspace, &requirements)?;
    Ok([package(workspace)?, vec![("PYTHON_1_0", python)]].concat())
}

fn page(workspace: &Workspace) -> Result<Variables> {
    tools::chromium(workspace)?;
    Ok(vec![("PLAYGROUND_FOLDER", playground::build(workspace)?)])
}

fn instructions(workspace: &Workspace) -> Result<Variables> {
    let has_valgrind = || tools::find_on_path("valgrind").is_some();
    if !has_valgrind() {
        tools::apt_get(workspace, "valgrind", &["valgrind"])?;
        ensure!(
            has_valgrind(),
            "there is no `valgrind`, which counts instructions; install it by your package manager (on Debian: `sudo apt-get install valgrind`)"
        );
    }
    let release = ["--release", "--package", "xtask", "--features", "native", "--bin", "paths"];
    cmd!(workspace.shell, "cargo build {release...}").run()?;
    let program = format!("release/paths{}", std::env::consts::EXE_SUFFIX);
    let program = workspace.cargo_target().join(program);
    Ok([package(workspace)?, vec![("PATHS_PROGRAM", program)]].concat())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_go_between_their_comments_and_nothing_else_changes() {
        let page = "a\n<!-- b -->\nold\n<!-- end of b -->\nc\n";
        let expected = "a\n<!-- b -->\n\n| new |\n\n<!-- end of b -->\nc\n";
        assert_eq!(put_between(page, "b", "| new |\n").as_deref(), Some(expected));
        assert_eq!(put_between(page, "c", "| new |"), None);
    }
}
