//! All checks and tests, in parts that can be run by name.

use std::fmt::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};
use std::{fmt, fs};

use anyhow::{Context as _, Result, ensure};
use xshell::cmd;

use crate::parts::{self, Part};
use crate::workspace::Workspace;
use crate::{docs, examples, npm, playground, python, tools, transcript, wasm};

type Run = fn(&Workspace) -> Result<()>;

/// All parts, cheapest first.
const PARTS: [Part<Run>; 11] = [
    Part { name: "fmt", about: "formatting", work: fmt },
    Part { name: "clippy", about: "lints, for this machine and for WebAssembly", work: clippy },
    Part {
        name: "rust",
        about: "the tests of the Rust crates, examples in documentation included",
        work: rust,
    },
    Part { name: "doc", about: "the documentation of the Rust crates builds without a warning", work: doc },
    Part {
        name: "wasm",
        about: "the WebAssembly module says byte for byte what the core says natively",
        work: module,
    },
    Part {
        name: "npm",
        about: "the packed npm package and its program, in every runtime that it is made for",
        work: package,
    },
    Part {
        name: "docs",
        about: "the site of the documentation, its examples, its embeds and its recipes",
        work: documentation,
    },
    Part { name: "peers", about: "plans against servers of the official SDKs, on this machine", work: peers },
    Part { name: "examples", about: "the example of an edge worker, in workerd", work: edge_worker },
    Part {
        name: "spark",
        about: "the example of a registry on Apache Spark, where there is Java",
        work: spark,
    },
    Part { name: "browser", about: "the playground in Chromium", work: browser },
];

/// The parts with what each is about.
pub(crate) fn list() -> String {
    parts::list(&PARTS)
}

/// The named parts in their own order; all of them when none is named.
pub(crate) fn select(names: &[String]) -> Result<Vec<&'static Part<Run>>> {
    parts::select(&PARTS, "tests", names)
}

/// Runs the parts, each whatever became of the others, and prints what failed and a table of the results.
pub(crate) fn run(workspace: &Workspace, parts: &[&Part<Run>]) -> ExitCode {
    let (mut results, mut errors) = (Vec::new(), Vec::new());
    for part in parts {
        println!("\n=== {}: {}", part.name, part.about);
        let start = Instant::now();
        let ending = match (part.work)(workspace) {
            Ok(()) => Ending::Passed,
            Err(error) => match error.downcast::<Skipped>() {
                Ok(skipped) => Ending::Skipped(skipped),
                Err(error) => {
                    errors.push(format!("{}: {error:#}", part.name));
                    Ending::Failed
                }
            },
        };
        results.push((part.name, ending, start.elapsed()));
    }
    for error in &errors {
        eprintln!("\n{error}");
    }
    print!("\n{}", table(&results));
    if errors.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// What became of a part.
#[derive(Debug)]
enum Ending {
    Passed,
    Skipped(Skipped),
    Failed,
}

/// A part cannot run on this machine, for want of what the commands do not install; not a failure.
#[derive(Debug)]
struct Skipped(&'static str);

impl fmt::Display for Skipped {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.0)
    }
}

impl std::error::Error for Skipped {}

fn table(results: &[(&str, Ending, Duration)]) -> String {
    let mut text = format!("{:<8} {:<7} {:>7}\n", "part", "result", "seconds");
    let (mut passed, mut skipped, mut failed) = (0, 0, Vec::new());
    for (name, ending, time) in results {
        let (result, why) = match ending {
            Ending::Passed => {
                passed += 1;
                ("passed", String::new())
            }
            Ending::Skipped(why) => {
                skipped += 1;
                ("skipped", format!("  {why}"))
            }
            Ending::Failed => {
                failed.push(*name);
                ("FAILED", String::new())
            }
        };
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{name:<8} {result:<7} {:>7.1}{why}", time.as_secs_f64());
    }
    if !failed.is_empty() {
        let _ = writeln!(text, "\nRun what failed again with `cargo xtask test {}`.", failed.join(" "));
    }
    let skipped = if skipped == 0 { String::new() } else { format!(", {skipped} skipped") };
    let _ = writeln!(text, "\n{passed} passed, {} failed{skipped}", failed.len());
    text
}

fn fmt(workspace: &Workspace) -> Result<()> {
    transcript::run(cmd!(workspace.shell, "cargo fmt --all --check"))
}

fn clippy(workspace: &Workspace) -> Result<()> {
    tools::wasm_target(workspace)?;
    let shell = &workspace.shell;
    let wasm = ["--target", "wasm32-unknown-unknown"];
    let strict = ["--", "--deny", "warnings"];
    transcript::run(cmd!(shell, "cargo clippy --workspace --all-targets --all-features {strict...}"))?;
    transcript::run(cmd!(
        shell,
        "cargo clippy --package a2a-negotiator --features bindings {wasm...} {strict...}"
    ))?;
    transcript::run(cmd!(shell, "cargo clippy --package a2a-playground {wasm...} {strict...}"))
}

fn rust(workspace: &Workspace) -> Result<()> {
    transcript::run(cmd!(workspace.shell, "cargo test --workspace"))
}

fn doc(workspace: &Workspace) -> Result<()> {
    let command = cmd!(workspace.shell, "cargo doc --workspace --no-deps");
    transcript::run(command.env("RUSTDOCFLAGS", "--deny warnings"))
}

fn module(workspace: &Workspace) -> Result<()> {
    let folder = wasm::build(workspace)?;
    let shell = &workspace.shell;
    let cases = workspace.path("tests");
    let expected = workspace.path("target/native-outcomes.jsonl");
    cmd!(shell, "cargo run --package xtask --features native --bin native -- outcomes {cases} {expected}")
        .run()?;
    let variables = [("WASM_FOLDER", folder), ("NATIVE_OUTCOMES", expected)];
    node_tests(workspace, "wasm", &variables)
}

fn package(workspace: &Workspace) -> Result<()> {
    tools::npm_packages(workspace)?;
    tools::chromium(workspace)?;
    let tarball = npm::pack(workspace)?;
    node_tests(workspace, "npm", &[("PACKAGE_TARBALL", tarball)])?;
    npm::check_budget(workspace)
}

fn documentation(workspace: &Workspace) -> Result<()> {
    tools::npm_packages(workspace)?;
    tools::chromium(workspace)?;
    let python = python::environment(workspace, &workspace.path("tests/docs/requirements.txt"))?;
    let tarball = npm::pack(workspace)?;
    let site = docs::build(workspace)?;
    let variables = [("PACKAGE_TARBALL", tarball), ("DOCUMENTATION_FOLDER", site), ("PYTHON_MKDOCS", python)];
    node_tests(workspace, "docs", &variables)
}

fn peers(workspace: &Workspace) -> Result<()> {
    tools::npm_packages(workspace)?;
    let python = |version: &str| {
        let requirements = format!("tests/peers/servers/requirements_{version}.txt");
        python::environment(workspace, &workspace.path(&requirements))
    };
    let (python_1_0, python_0_3) = (python("1_0")?, python("0_3")?);
    let tarball = npm::pack(workspace)?;
    let variables = [("PACKAGE_TARBALL", tarball), ("PYTHON_1_0", python_1_0), ("PYTHON_0_3", python_0_3)];
    node_tests(workspace, "peers", &variables)
}

fn edge_worker(workspace: &Workspace) -> Result<()> {
    tools::npm_packages(workspace)?;
    let tarball = npm::pack(workspace)?;
    node_tests(workspace, "examples", &[("PACKAGE_TARBALL", tarball)])
}

fn spark(workspace: &Workspace) -> Result<()> {
    if !examples::has_java() {
        return Err(Skipped(examples::NO_JAVA).into());
    }
    tools::npm_packages(workspace)?;
    let python = examples::python_with_spark(workspace)?;
    let tarball = npm::pack(workspace)?;
    node_tests(workspace, "examples/spark", &[("PACKAGE_TARBALL", tarball), ("PYTHON_SPARK", python)])
}

fn browser(workspace: &Workspace) -> Result<()> {
    tools::npm_packages(workspace)?;
    tools::chromium(workspace)?;
    let folder = playground::build(workspace)?;
    node_tests(workspace, "browser", &[("PLAYGROUND_FOLDER", folder)])?;
    playground::check_budget(workspace)
}

/// Whether the packed package has just the files that it should, for every kind of consumer.
pub(crate) fn npm_contents(workspace: &Workspace, tarball: PathBuf) -> Result<()> {
    let file = workspace.path("tests/npm/package.test.mjs");
    transcript::run(
        cmd!(workspace.shell, "node --test --test-reporter=spec {file}").env("PACKAGE_TARBALL", tarball),
    )
}

/// Runs the tests of a folder under `tests` in Node.js, telling them by variables what to test.
fn node_tests(workspace: &Workspace, folder: &str, variables: &[(&str, PathBuf)]) -> Result<()> {
    let folder = workspace.path("tests").join(folder);
    let entries = fs::read_dir(&folder).with_context(|| format!("cannot read {}", folder.display()))?;
    let mut files = entries.map(|entry| entry.map(|entry| entry.path())).collect::<Result<Vec<_>, _>>()?;
    files.retain(|file| file.to_string_lossy().ends_with(".test.mjs"));
    files.sort();
    ensure!(!files.is_empty(), "there are no tests in {}", folder.display());
    let variables = variables.iter().map(|(name, value)| (name, value));
    transcript::run(cmd!(workspace.shell, "node --test --test-reporter=spec {files...}").envs(variables))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_ends_with_the_sum() {
        let second = Duration::from_secs(1);
        let text = table(&[
            ("fmt", Ending::Passed, second),
            ("npm", Ending::Failed, second),
            ("spark", Ending::Skipped(Skipped("there is no Java")), second),
            ("doc", Ending::Passed, second),
        ]);
        assert_eq!(text.lines().last(), Some("2 passed, 1 failed, 1 skipped"));
        assert!(text.contains("npm      FAILED      1.0\n"));
        assert!(text.contains("spark    skipped     1.0  there is no Java\n"));
        assert!(text.contains("cargo xtask test npm"));
    }
}
