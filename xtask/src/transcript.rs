//! Commands whose last words are kept: at the end of a long log they say what failed, and how.

use std::collections::VecDeque;
use std::io::{BufRead as _, BufReader, IsTerminal as _, Read, Write};
use std::process::{Command, Stdio};
use std::sync::mpsc::{Sender, channel};
use std::thread;
use std::{fmt, io};

use anyhow::{Context as _, Result};
use xshell::Cmd;

/// How many lines are kept: what `cargo test` or Node.js says of a few failures.
const KEPT_LINES: usize = 60;

/// A command that failed, with its last lines.
#[derive(Debug)]
struct Failure {
    command: String,
    last_lines: Vec<String>,
}

impl fmt::Display for Failure {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "`{}` failed, and last said", self.command)?;
        self.last_lines.iter().try_for_each(|line| write!(out, "\n| {line}"))
    }
}

impl std::error::Error for Failure {}

/// Runs a command. Where its output goes to a file or a service, a failure has its last lines; on a
/// terminal it keeps colours and progress instead.
pub(crate) fn run(command: Cmd<'_>) -> Result<()> {
    if io::stdout().is_terminal() { Ok(command.run()?) } else { recorded(command) }
}

fn recorded(command: Cmd<'_>) -> Result<()> {
    let name = command.to_string();
    println!("$ {name}");
    let mut child = Command::from(command)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .with_context(|| format!("cannot start `{name}`"))?;
    let (stdout, stderr) = (child.stdout.take(), child.stderr.take());
    let (sender, receiver) = channel();
    let last_lines = thread::scope(|threads| {
        let errors = sender.clone();
        threads.spawn(move || stdout.map(|from| pass_on(from, io::stdout(), &sender)));
        threads.spawn(move || stderr.map(|from| pass_on(from, io::stderr(), &errors)));
        let mut last = VecDeque::new();
        for line in receiver {
            if last.len() == KEPT_LINES {
                last.pop_front();
            }
            last.push_back(line);
        }
        Vec::from(last)
    });
    let status = child.wait().with_context(|| format!("cannot wait for `{name}`"))?;
    if status.success() { Ok(()) } else { Err(Failure { command: name, last_lines }.into()) }
}

/// Passes on each line as it comes. Ends with the stream, or with the reader of our own output: the
/// command then ends by itself.
fn pass_on(from: impl Read, mut to: impl Write, kept: &Sender<String>) {
    for line in BufReader::new(from).split(b'\n') {
        let Ok(line) = line else { return };
        if to.write_all(&line).and_then(|()| to.write_all(b"\n")).is_err() {
            return;
        }
        let line = String::from_utf8_lossy(&line);
        if kept.send(line.trim_end().to_owned()).is_err() {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use xshell::{Shell, cmd};

    use super::*;

    #[test]
    fn a_failure_ends_with_the_last_lines() -> Result<()> {
        let shell = Shell::new()?;
        let said = recorded(cmd!(shell, "sh -c 'seq 100; exit 3'")).map_err(|error| error.to_string());
        let said = said.err().unwrap_or_default();
        assert!(said.contains("seq 100") && said.ends_with("\n| 99\n| 100"), "{said}");
        assert!(said.contains("\n| 41\n") && !said.contains("\n| 40\n"), "{said}");
        Ok(())
    }

    #[test]
    fn what_succeeds_says_nothing_more() -> Result<()> {
        let shell = Shell::new()?;
        recorded(cmd!(shell, "sh -c 'echo fine; echo odd >&2'"))
    }
}
