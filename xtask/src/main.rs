//! `cargo xtask`: the commands that build, test and show this workspace.
//!
//! Each command checks for the tools that it needs and installs what is missing at pinned versions, or
//! says how to. Nothing is installed over a tool of the user's.

mod audit;
mod bench;
mod coverage;
mod docs;
mod examples;
mod fuzz;
mod licences;
mod mutants;
mod npm;
mod parts;
mod playground;
mod python;
mod release;
mod reproduce;
mod schemas;
mod sizes;
mod test;
mod tools;
mod transcript;
mod wasm;
mod workspace;

use std::ffi::OsString;
use std::process::ExitCode;

use anyhow::{Context as _, Result, bail};
use pico_args::Arguments;

use crate::workspace::Workspace;

const HELP: &str = "\
cargo xtask COMMAND

  playground [--release] [--port N] [--no-open]
                   serve the playground on this machine and rebuild it on every change
  test [NAME...]   run all checks and tests, or the named parts
  bench [NAME...]  measure all or the named parts, and put the tables into docs/guide/speed.md
  npm              build the npm package into target/npm, ready for `npm pack`
  dist             build the static playground, release, into target/playground
  docs [--serve] [--port N]
                   build the site of the documentation into target/docs, or serve it while it is written
  example NAME [OPTIONS]
                   start one of the examples, edge-worker or spark-registry
  release --dry-run
                   build all of a release, and check what its packages contain
  audit            look at what is built in: licences, sources, lock files, and what is known to be broken
  reproduce        build what is released in another folder as well, and compare the bytes
  fuzz [--minutes N] [TARGET...]
                   look for documents that break a promise, some minutes for each target
  coverage         how much of the core its native tests reach, file by file
  mutants [--sample N] [--seed N] [--shard K/N] [--rounds N] [FILE...]
                   change the core in one place after the other, and print what no test notices:
                   1 round by the nearest tests, 2 with the quick ones, 3 with all (hours);
                   or in some places only, drawn at random
  help             show this text

Needed: Rust by rustup, and Node.js. Everything else is installed at pinned versions when a command
needs it; Chromium is looked for first, in $CHROME and in the usual places. The tests need Python
3.10 or later as well, and the part `spark` Java 17 or later, without which it is skipped.
";

fn main() -> ExitCode {
    match run(Arguments::from_env()) {
        Ok(code) => code,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(mut arguments: Arguments) -> Result<ExitCode> {
    let command = arguments.subcommand().context("the command is not valid Unicode")?;
    if command.as_deref() == Some("example") {
        return example(&arguments.finish());
    }
    if arguments.contains(["-h", "--help"]) {
        println!("{}", help());
        return Ok(ExitCode::SUCCESS);
    }
    match command.as_deref() {
        Some("playground") => {
            let options = playground::Options {
                release: arguments.contains("--release"),
                port: arguments.opt_value_from_str("--port").context("--port takes the number of a port")?,
                open: !arguments.contains("--no-open"),
            };
            no_more(arguments)?;
            playground::serve(&Workspace::find()?, &options)?;
        }
        Some("test") => {
            let names = words(arguments)?;
            let parts = test::select(&names)?;
            return Ok(test::run(&Workspace::find()?, &parts));
        }
        Some("bench") => {
            let names = words(arguments)?;
            bench::run(&Workspace::find()?, &names)?;
        }
        Some("npm") => {
            no_more(arguments)?;
            let workspace = Workspace::find()?;
            npm::build(&workspace)?;
            npm::check_budget(&workspace)?;
        }
        Some("dist") => {
            no_more(arguments)?;
            let workspace = Workspace::find()?;
            playground::build(&workspace)?;
            playground::check_budget(&workspace)?;
        }
        Some("docs") => {
            let serves = arguments.contains("--serve");
            let port = arguments.opt_value_from_str("--port").context("--port takes the number of a port")?;
            no_more(arguments)?;
            let workspace = Workspace::find()?;
            tools::npm_packages(&workspace)?;
            npm::build(&workspace)?;
            if serves {
                docs::serve(&workspace, port)?;
            } else {
                docs::build(&workspace)?;
            }
        }
        Some("release") => {
            if !arguments.contains("--dry-run") {
                bail!(
                    "nothing is published from here: `cargo xtask release --dry-run` builds and checks it all"
                );
            }
            no_more(arguments)?;
            release::dry_run(&Workspace::find()?)?;
        }
        Some("audit") => {
            no_more(arguments)?;
            audit::run(&Workspace::find()?)?;
        }
        Some("reproduce") => {
            no_more(arguments)?;
            reproduce::run(&Workspace::find()?)?;
        }
        Some("coverage") => {
            no_more(arguments)?;
            coverage::run(&Workspace::find()?)?;
        }
        Some("fuzz") => {
            let minutes = arguments.opt_value_from_str("--minutes").context("--minutes takes a number")?;
            let targets = words(arguments)?;
            fuzz::run(&Workspace::find()?, &targets, minutes.unwrap_or(fuzz::MINUTES))?;
        }
        Some("mutants") => {
            let options = mutants::Options {
                sample: arguments.opt_value_from_str("--sample").context("--sample takes a number")?,
                seed: arguments
                    .opt_value_from_str("--seed")
                    .context("--seed takes a number")?
                    .unwrap_or(mutants::SEED),
                shard: arguments.opt_value_from_fn("--shard", mutants::shard)?,
                rounds: arguments
                    .opt_value_from_str("--rounds")
                    .context("--rounds takes a number")?
                    .unwrap_or(3),
                files: words(arguments)?,
            };
            mutants::run(&Workspace::find()?, &options)?;
        }
        Some("help") | None => {
            println!("{}", help());
        }
        Some(other) => bail!("`{other}` is not a command; `cargo xtask help` lists them"),
    }
    Ok(ExitCode::SUCCESS)
}

/// Starts the example that the first word names. All that follows, `--help` as well, is for the example.
fn example(words: &[OsString]) -> Result<ExitCode> {
    let (name, arguments) = words.split_first().context("name an example: `cargo xtask help` lists them")?;
    examples::run(&Workspace::find()?, &name.to_string_lossy(), arguments)?;
    Ok(ExitCode::SUCCESS)
}

fn help() -> String {
    let (tests, benchmarks) = (test::list(), bench::list());
    format!("{HELP}\nParts of `cargo xtask test`:\n{tests}\nParts of `cargo xtask bench`:\n{benchmarks}")
}

/// The arguments that are left, none of which may look like an option.
fn words(arguments: Arguments) -> Result<Vec<String>> {
    let words = arguments
        .finish()
        .into_iter()
        .map(OsString::into_string)
        .collect::<Result<Vec<_>, _>>()
        .map_err(|word| anyhow::anyhow!("`{}` is not valid Unicode", word.display()))?;
    match words.iter().find(|word| word.starts_with('-')) {
        Some(option) => bail!("`{option}` is not an option of this command; see `cargo xtask help`"),
        None => Ok(words),
    }
}

fn no_more(arguments: Arguments) -> Result<()> {
    match words(arguments)?.first() {
        Some(word) => bail!("`{word}` is not an argument of this command; see `cargo xtask help`"),
        None => Ok(()),
    }
}
