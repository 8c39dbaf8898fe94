//! Fuzzing, by cargo-fuzz and libFuzzer: every target for some minutes, from the seeds of the tests and from what
//! earlier runs have come to. What is found is kept, and tells how it is made a test.

use std::fs;
use std::io::{BufRead as _, BufReader};
use std::process::{Command, Stdio};

use anyhow::{Context as _, Result, bail, ensure};
use xshell::cmd;

use crate::tools;
use crate::workspace::Workspace;

/// How long each target runs when nobody says so.
pub(crate) const MINUTES: u64 = 3;
/// Longer inputs find no more, and slowly.
const MAX_BYTES: u32 = 16 * 1024;
/// What takes longer than this for one input is a finding, too.
const MAX_SECONDS: u32 = 20;
/// libFuzzer's coverage needs flags that only this compiler takes.
const TOOLCHAIN: &str = "+nightly";

/// What libFuzzer said of a run.
#[derive(Debug, Default)]
struct Report {
    executions: String,
    /// Edges of the compiled code that were passed.
    coverage: String,
    features: String,
    found: Option<String>,
}

impl Report {
    /// Takes over what a line of libFuzzer's says, such as `#2048 pulse  cov: 3201 ft: 8120 corp: …`.
    fn note(&mut self, line: &str) {
        let mut words = line.split_whitespace();
        while let Some(word) = words.next() {
            let place = match word {
                "stat::number_of_executed_units:" => &mut self.executions,
                "cov:" => &mut self.coverage,
                "ft:" => &mut self.features,
                _ => continue,
            };
            words.next().unwrap_or_default().clone_into(place);
        }
        if let Some((_, file)) = line.split_once("Test unit written to ") {
            self.found = Some(file.to_owned());
        }
    }
}

/// Runs the named targets, or all, one after the other.
pub(crate) fn run(workspace: &Workspace, names: &[String], minutes: u64) -> Result<()> {
    let all = targets(workspace)?;
    if let Some(unknown) = names.iter().find(|name| !all.contains(name)) {
        bail!("`{unknown}` is no target; the targets are {}", all.join(", "));
    }
    tools::nightly(workspace)?;
    tools::cargo_fuzz(workspace)?;
    let shell = &workspace.shell;
    let folder = workspace.path("target/fuzz");
    let seeds = folder.join("seeds");
    shell.remove_path(&seeds)?;
    cmd!(shell, "cargo test --package a2a-negotiator --test replay").env("FUZZ_SEEDS", &seeds).run()?;

    let mut reports = Vec::new();
    for target in all.iter().filter(|target| names.is_empty() || names.contains(target)) {
        let corpus = folder.join("corpus").join(target);
        let found = folder.join("found").join(target);
        for folder in [&corpus, &found] {
            fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
        }
        let seeds = seeds.join(target);
        let seconds = minutes * 60;
        let limits = [
            format!("-max_total_time={seconds}"),
            format!("-max_len={MAX_BYTES}"),
            format!("-timeout={MAX_SECONDS}"),
            format!("-artifact_prefix={}/", found.display()),
            "-print_final_stats=1".to_owned(),
        ];
        // No sanitizer: the code is safe Rust, whose mistakes are panics.
        let flags = ["--fuzz-dir", "tests/fuzz", "--sanitizer", "none"];
        let command = cmd!(
            shell,
            "cargo {TOOLCHAIN} fuzz run {flags...} --target-dir {folder} {target} {corpus} {seeds} -- {limits...}"
        );
        let report = followed(command)?;
        reports.push((target, report));
    }
    conclude(&reports)
}

/// Runs libFuzzer, shows what it says and returns what matters of it.
fn followed(command: xshell::Cmd<'_>) -> Result<Report> {
    println!("$ {command}");
    let mut child = Command::from(command).stderr(Stdio::piped()).spawn().context("cannot start cargo")?;
    let said = child.stderr.take().context("libFuzzer says nothing")?;
    let mut report = Report::default();
    for line in BufReader::new(said).lines() {
        let line = line.context("cannot read what libFuzzer says")?;
        report.note(&line);
        eprintln!("{line}");
    }
    let status = child.wait()?;
    ensure!(status.success() || report.found.is_some(), "fuzzing ended with {status}; see above");
    Ok(report)
}

fn conclude(reports: &[(&String, Report)]) -> Result<()> {
    println!("\n{:<10} {:>12} {:>8} {:>9}  found", "target", "executions", "edges", "features");
    for (target, report) in reports {
        let Report { executions, coverage, features, found } = report;
        let found = found.as_deref().unwrap_or("nothing");
        println!("{target:<10} {executions:>12} {coverage:>8} {features:>9}  {found}");
    }
    let failed: Vec<&str> = reports
        .iter()
        .filter(|(_, report)| report.found.is_some())
        .map(|(target, _)| target.as_str())
        .collect();
    ensure!(
        failed.is_empty(),
        "{} broke a promise; copy what was found into tests/fuzz/findings/TARGET, and every test tries it again",
        failed.join(", ")
    );
    Ok(())
}

/// The targets, each a program of the fuzzing crate.
fn targets(workspace: &Workspace) -> Result<Vec<String>> {
    let folder = workspace.path("tests/fuzz/src/bin");
    let entries = fs::read_dir(&folder).with_context(|| format!("cannot read {}", folder.display()))?;
    let files = entries.map(|entry| entry.map(|entry| entry.path())).collect::<Result<Vec<_>, _>>()?;
    let name = |file: &std::path::PathBuf| file.file_stem().map(|stem| stem.to_string_lossy().into_owned());
    let mut names: Vec<String> = files.iter().filter_map(name).collect();
    names.sort();
    Ok(names)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_word_of_libfuzzer_counts() {
        let mut report = Report::default();
        for line in [
            "#2048\tpulse  cov: 3201 ft: 8120 corp: 300/1Mb",
            "#4096\tNEW    cov: 3300 ft: 8200 corp: 301/1Mb",
            "stat::number_of_executed_units: 5000",
        ] {
            report.note(line);
        }
        let Report { executions, coverage, features, found } = report;
        assert_eq!((&*executions, &*coverage, &*features, found), ("5000", "3300", "8200", None));
    }

    #[test]
    fn what_breaks_a_promise_is_named() {
        let mut report = Report::default();
        report.note("artifact_prefix='x/'; Test unit written to target/fuzz/found/diff/crash-1");
        assert_eq!(report.found.as_deref(), Some("target/fuzz/found/diff/crash-1"));
    }
}
