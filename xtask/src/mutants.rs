//! Mutation testing, by cargo-mutants: the core is changed in one place at a time, and some test should fail. A mutant is
//! tried by the tests that are nearest to it first, and only what those leave alive by all others.

use std::collections::BTreeSet;
use std::fs;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, bail, ensure};
use xshell::cmd;

use crate::tools;
use crate::workspace::Workspace;

/// The tests that are nearest to some files. They end within a second or two and catch most.
struct Nearest {
    /// How the paths of the files start; the first that fits counts.
    files: &'static str,
    targets: &'static [&'static str],
    /// A part of the names of the tests, none for all of them.
    tests: Option<&'static str>,
}

const NEAREST: [Nearest; 8] = [
    Nearest { files: "negotiator/json/", targets: &["json"], tests: None },
    Nearest { files: "negotiator/src/diff", targets: &["diff"], tests: Some("every_case") },
    Nearest { files: "negotiator/src/lock", targets: &["cases", "lock"], tests: None },
    Nearest { files: "negotiator/src/migrate", targets: &["migration"], tests: None },
    Nearest { files: "negotiator/src/rank", targets: &["rank"], tests: None },
    Nearest { files: "negotiator/src/recover", targets: &["recovery"], tests: Some("every_failure") },
    Nearest { files: "negotiator/src/request", targets: &["cases", "requests"], tests: Some("gives") },
    Nearest { files: "negotiator/src/", targets: &["cards", "cases"], tests: Some("every_ca") },
];

/// What else ends soon, beside what stands in the crates themselves.
const QUICK: [&str; 7] = ["cards", "cases", "lock", "migration", "rank", "replay", "requests"];
/// And everything else.
const OTHERS: [&str; 11] = [
    "diff",
    "documentation",
    "growth",
    "laws",
    "messages",
    "presets",
    "product",
    "recovery",
    "relations",
    "resources",
    "security",
];

/// Changes that no test can notice, since they change no answer: why, and of each mutant the file and the end of its
/// name. The filters of cargo-mutants do not reach most of them.
const UNNOTICEABLE: [(&str, &[(&str, &str)]); 3] = [
    (
        "a trace and fixes that nobody looks at are made for nothing",
        &[
            ("negotiator/src/lock.rs", "delete field fixes from struct Options expression in quick"),
            ("negotiator/src/lock.rs", "delete field trace from struct Options expression in quick"),
            (
                "negotiator/src/negotiate.rs",
                "delete field fixes from struct Options expression in negotiate_skills",
            ),
            (
                "negotiator/src/negotiate.rs",
                "delete field fixes from struct Options expression in negotiability_of_skills",
            ),
            (
                "negotiator/src/negotiate.rs",
                "delete field trace from struct Options expression in negotiate_skills",
            ),
            (
                "negotiator/src/negotiate.rs",
                "delete field trace from struct Options expression in negotiability_of_skills",
            ),
            ("negotiator/src/rank.rs", "delete field fixes from struct Options expression in decide"),
            ("negotiator/src/rank.rs", "delete field trace from struct Options expression in decide"),
            (
                "negotiator/src/recover/next_plan.rs",
                "delete field fixes from struct Options expression in options",
            ),
            (
                "negotiator/src/recover/next_plan.rs",
                "delete field trace from struct Options expression in options",
            ),
        ],
    ),
    (
        "what is found the long way is found all the same",
        &[
            ("negotiator/json/src/object.rs", "replace is_free_of_duplicates -> bool with false"),
            ("negotiator/json/src/object.rs", "replace * with + in is_free_of_duplicates"),
            ("negotiator/json/src/object.rs", "replace * with / in is_free_of_duplicates"),
            ("negotiator/json/src/object.rs", "replace + with * in is_free_of_duplicates"),
            ("negotiator/json/src/object.rs", "replace || with && in is_free_of_duplicates"),
            ("negotiator/json/src/object.rs", "replace <= with > in Object<'t>::of"),
            (
                "negotiator/src/locate.rs",
                "replace match guard !below.is_empty() with true in Walk<'_, '_>::value",
            ),
            (
                "negotiator/src/rank.rs",
                "replace match guard outcome.degradations.is_empty() with false in judge",
            ),
            ("negotiator/src/similar.rs", "replace fewest_edits -> usize with 0"),
        ],
    ),
    (
        "only how much memory is taken meanwhile",
        &[
            ("negotiator/src/pointer.rs", "replace Path<'p>::length -> Option<usize> with None"),
            ("negotiator/src/pointer.rs", "replace Path<'p>::length -> Option<usize> with Some(0)"),
            ("negotiator/src/pointer.rs", "replace Path<'p>::length -> Option<usize> with Some(1)"),
            ("negotiator/src/pointer.rs", " in Path<'p>::length"),
            ("negotiator/src/rank.rs", " in Ranking::keep"),
        ],
    ),
];

/// What became of mutants, by the names that cargo-mutants gives them.
#[derive(Debug, Default)]
struct Tally {
    caught: BTreeSet<String>,
    timeout: BTreeSet<String>,
    unviable: BTreeSet<String>,
    missed: BTreeSet<String>,
}

impl Tally {
    /// Reads what cargo-mutants has written into a folder.
    fn read(folder: &Path) -> Self {
        let list = |name: &str| {
            let text = fs::read_to_string(folder.join(name)).unwrap_or_default();
            text.lines().map(str::to_owned).collect()
        };
        Self {
            caught: list("caught.txt"),
            timeout: list("timeout.txt"),
            unviable: list("unviable.txt"),
            missed: list("missed.txt"),
        }
    }

    /// Takes over what further tests say of what was missed so far.
    fn go_on_with(&mut self, later: Self) {
        let Self { caught, timeout, unviable, missed } = later;
        self.missed.retain(|name| !caught.contains(name) && !timeout.contains(name));
        self.missed.extend(missed);
        self.caught.extend(caught);
        self.timeout.extend(timeout);
        self.unviable.extend(unviable);
    }

    /// The figures in a sentence. What never ends is noticed, and counts as caught.
    fn summary(&self, all: usize) -> String {
        let [caught, timeout, unviable, missed] =
            [&self.caught, &self.timeout, &self.unviable, &self.missed].map(BTreeSet::len);
        let viable = caught + timeout + missed;
        // Per mille, rounded down: nothing is made better than it is.
        let share = (1000 * (caught + timeout)).checked_div(viable).unwrap_or_default();
        format!(
            "{} of {all} mutants tried: {caught} caught, {timeout} without an end, {missed} missed, {unviable} do not compile; {}.{} % of those that do are noticed",
            viable + unviable,
            share / 10,
            share % 10
        )
    }
}

/// What a draw begins with where nobody says it.
pub(crate) const SEED: u64 = 1;

/// What is asked for.
#[derive(Debug, Default)]
pub(crate) struct Options {
    /// The k-th mutant and every n-th from there on.
    pub(crate) shard: Option<(usize, usize)>,
    /// So many of them, drawn at random.
    pub(crate) sample: Option<usize>,
    /// What the draw begins with: the same number draws the same mutants.
    pub(crate) seed: u64,
    /// How many of the three rounds there are: by the nearest tests, by the quick ones, by all others.
    pub(crate) rounds: usize,
    /// How the paths of the files start that are changed; all of the core's when there are none.
    pub(crate) files: Vec<String>,
}

/// Where all of this happens: in a copy, so that a change can be stopped at any time without staying.
struct Trial<'a> {
    workspace: &'a Workspace,
    folder: PathBuf,
    tree: PathBuf,
    /// The names of all mutants.
    all: BTreeSet<String>,
}

/// Tries the mutants of the files and prints what no test notices.
pub(crate) fn run(workspace: &Workspace, options: &Options) -> Result<()> {
    tools::cargo_mutants(workspace)?;
    let folder = workspace.path("target/mutants");
    let tree = folder.join("tree");
    let copied = workspace.copy_sources(&tree)?;
    remove_others(&tree, &copied)?;
    // In the order of the files.
    let all = cmd!(workspace.shell, "cargo mutants --dir {tree} --list --line-col=true").quiet().read()?;
    let all: Vec<String> = all.lines().map(str::to_owned).collect();
    let trial = Trial { workspace, folder, tree, all: all.iter().cloned().collect() };
    let noticeable: Vec<String> = all.into_iter().filter(|name| is_noticeable(name)).collect();
    let count = noticeable.len();

    let mut names: Vec<String> = of_shard(noticeable, options.shard).collect();
    names.retain(|name| options.files.is_empty() || options.files.iter().any(|file| name.starts_with(file)));
    if let Some(size) = options.sample {
        tools::say(&format!("drawing {size} of {} mutants, with --seed {}", names.len(), options.seed));
        draw(&mut names, size, options.seed);
    }
    let mut names = BTreeSet::from_iter(names);
    ensure!(!names.is_empty(), "no mutant is of these files");
    let mut tally = Tally::default();
    for nearest in &NEAREST {
        let (of_these, others): (BTreeSet<String>, _) =
            names.into_iter().partition(|name| name.starts_with(nearest.files));
        names = others;
        tally.go_on_with(trial.run(&of_these, &targets(nearest.targets), nearest.tests)?);
    }
    let mut quick = targets(&QUICK);
    quick.push("--cargo-arg=--lib".to_owned());
    for round in [quick, targets(&OTHERS)].iter().take(options.rounds.saturating_sub(1)) {
        tally.go_on_with(trial.run(&tally.missed, round, None)?);
    }
    let summary = tally.summary(count);
    if tally.missed.is_empty() {
        tools::say(&summary);
        return Ok(());
    }
    let missed: Vec<&str> = tally.missed.iter().map(String::as_str).collect();
    bail!("{summary}; missed are\n{}", missed.join("\n"))
}

fn is_noticeable(name: &str) -> bool {
    let mut mutants = UNNOTICEABLE.iter().flat_map(|(_, mutants)| *mutants);
    !mutants.any(|(file, what)| name.split(':').next() == Some(*file) && name.ends_with(what))
}

/// Some of all, at random: the first in the order of digests that begin with the seed.
fn draw(names: &mut Vec<String>, size: usize, seed: u64) {
    names.sort_by_cached_key(|name| {
        let mut hasher = DefaultHasher::new();
        (seed, name).hash(&mut hasher);
        hasher.finish()
    });
    names.truncate(size);
}

/// Every n-th of all from the k-th on.
fn of_shard(all: Vec<String>, shard: Option<(usize, usize)>) -> impl Iterator<Item = String> {
    let (first, step) = shard.unwrap_or((0, 1));
    all.into_iter().skip(first).step_by(step)
}

/// `k/n`, the first of which is `0/n`.
pub(crate) fn shard(text: &str) -> Result<(usize, usize)> {
    let (first, step) = text.split_once('/').context("a shard is `k/n`, such as 0/8")?;
    let (first, step): (usize, usize) = (first.parse()?, step.parse()?);
    ensure!(first < step, "of {step} shards, the last is {}/{step}", step.saturating_sub(1));
    Ok((first, step))
}

fn targets(names: &[&str]) -> Vec<String> {
    names.iter().map(|name| format!("--cargo-arg=--test={name}")).collect()
}

/// Removes from the copy what is not there any more.
fn remove_others(tree: &Path, known: &BTreeSet<PathBuf>) -> Result<()> {
    let mut folders = vec![tree.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).with_context(|| format!("cannot read {}", folder.display()))? {
            let path = entry?.path();
            if path.is_dir() {
                folders.push(path);
            } else if !known.contains(&path) {
                fs::remove_file(&path).with_context(|| format!("cannot remove {}", path.display()))?;
            }
        }
    }
    Ok(())
}

impl Trial<'_> {
    /// Tries mutants by tests of these targets.
    fn run(&self, names: &BTreeSet<String>, targets: &[String], tests: Option<&str>) -> Result<Tally> {
        if names.is_empty() {
            return Ok(Tally::default());
        }
        let (shell, tree, output) = (&self.workspace.shell, &self.tree, self.folder.join("out"));
        let results = output.join("mutants.out");
        // What is not tried now, it takes for caught before: its own filters do not know every kind of mutant.
        let others: Vec<&str> = self.all.difference(names).map(String::as_str).collect();
        shell.remove_path(&output)?;
        shell.write_file(results.join("previously_caught.txt"), others.join("\n"))?;
        let command = cmd!(
            shell,
            "cargo mutants --dir {tree} --in-place --iterate --output {output} {targets...} -- {tests...}"
        );
        let command = command.env("CARGO_TARGET_DIR", self.folder.join("build"));
        let status = Command::from(command).status().context("cannot start cargo-mutants")?;
        // It says by its status as well that some were missed, or did not end.
        ensure!(matches!(status.code(), Some(0 | 2 | 3)), "cargo-mutants ended with {status}; see above");
        Ok(Tally::read(&results))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(names: &[&str]) -> BTreeSet<String> {
        names.iter().map(|&name| name.to_owned()).collect()
    }

    #[test]
    fn what_later_tests_catch_is_not_missed() {
        let mut tally = Tally {
            caught: names(&["a"]),
            unviable: names(&["b"]),
            missed: names(&["c", "d", "e"]),
            ..Tally::default()
        };
        tally.go_on_with(Tally {
            caught: names(&["c"]),
            timeout: names(&["d"]),
            missed: names(&["e"]),
            ..Tally::default()
        });
        assert_eq!(tally.missed, names(&["e"]));
        let summary = tally.summary(9);
        assert_eq!(
            summary,
            "5 of 9 mutants tried: 2 caught, 1 without an end, 1 missed, 1 do not compile; 75.0 % of those that do are noticed"
        );
    }

    #[test]
    fn what_nobody_can_notice_is_left_out() {
        let what = "delete field trace from struct Options expression in quick";
        assert!(!is_noticeable(&format!("negotiator/src/lock.rs:1:2: {what}")));
        assert!(is_noticeable(&format!("negotiator/src/fixes.rs:1:2: {what}")));
    }

    #[test]
    fn a_draw_is_the_same_for_the_same_seed_and_another_for_another() {
        let drawn = |seed| {
            let mut names: Vec<String> = (0..100).map(|number: usize| number.to_string()).collect();
            draw(&mut names, 10, seed);
            names
        };
        assert_eq!(drawn(1), drawn(1));
        assert_ne!(drawn(1), drawn(2));
        assert_eq!(drawn(1).len(), 10);
    }

    #[test]
    fn shards_are_samples_that_have_all_between_them() -> Result<()> {
        let all: Vec<String> = (0..7).map(|number: usize| number.to_string()).collect();
        assert!(of_shard(all.clone(), Some(shard("1/3")?)).eq(["1", "4"]));
        assert!(of_shard(all.clone(), None).eq(all));
        assert!(["3/3", "0/0", "3", "a/b"].iter().all(|text| shard(text).is_err()));
        Ok(())
    }
}
