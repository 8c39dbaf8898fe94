//! What is fuzzed. `tests/replay.rs` tries the same on the seeds, which it also writes, and on what was found.

#[path = "../../support/patches.rs"]
mod patches;
#[path = "../../support/promises.rs"]
mod promises;
#[path = "../../support/security.rs"]
mod security;
pub mod targets;
