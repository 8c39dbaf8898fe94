//! What is fuzzed, tried on the seeds and on what fuzzing has found, without libFuzzer. `cargo xtask fuzz` goes on from
//! there, with the seeds that `FUZZ_SEEDS=folder` writes.

#![expect(clippy::expect_used, clippy::unwrap_used, reason = "a target stops at what it does not expect")]
#![expect(unreachable_pub, reason = "what is shared with the fuzzing crate is public there")]

#[path = "support/case_files.rs"]
mod case_files;
#[path = "support/json_files.rs"]
mod json_files;
#[path = "support/merge.rs"]
mod merge;
#[path = "support/patches.rs"]
mod patches;
#[path = "support/promises.rs"]
mod promises;
#[path = "support/security.rs"]
mod security;
#[path = "fuzz/src/seeds.rs"]
mod seeds;
#[path = "fuzz/src/targets.rs"]
mod targets;

use std::path::PathBuf;
use std::{env, fs};

use targets::TARGETS;

#[test]
fn no_seed_and_nothing_that_was_found_breaks_a_promise() {
    let seeds = seeds::all().unwrap();
    let mut failed = Vec::new();
    for (name, keeps_its_promises) in TARGETS {
        let of_target: Vec<_> = seeds.iter().filter(|seed| seed.target == name).collect();
        assert!(of_target.len() > 15, "only {} seeds for `{name}`", of_target.len());
        for seed in of_target {
            if std::panic::catch_unwind(|| keeps_its_promises(&seed.data)).is_err() {
                failed.push(format!("{name}: {}", String::from_utf8_lossy(&seed.data)));
            }
        }
    }
    assert!(failed.is_empty(), "{} inputs break a promise:\n{}", failed.len(), failed.join("\n\n"));
}

#[test]
fn the_seeds_are_written_where_they_are_asked_for() {
    let scratch = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("seeds");
    let folder = env::var_os("FUZZ_SEEDS").map_or(scratch, PathBuf::from);
    for (number, seed) in seeds::all().unwrap().iter().enumerate() {
        let folder = folder.join(seed.target);
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join(format!("seed-{number:05}")), &seed.data).unwrap();
    }
    for (target, _) in TARGETS {
        assert!(fs::read_dir(folder.join(target)).unwrap().count() > 15, "{target}");
    }
}
