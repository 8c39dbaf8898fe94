//! The limits of what is read and told. Past them a document is refused with a clear error, in bounded time
//! and memory.

/// The longest text that is read, in bytes: 5 MiB.
pub const MAX_TEXT_BYTES: usize = 5 * 1024 * 1024;

/// The deepest nesting of arrays and objects that is read.
pub const MAX_DEPTH: usize = 128;

/// The most skills that a card may have.
pub const MAX_SKILLS: usize = 10_000;

/// The most interfaces that a card may have.
pub const MAX_INTERFACES: usize = 10_000;

/// The most entries of every other list that is compared with another one, such as media types, scopes,
/// security schemes and extensions.
pub const MAX_ENTRIES: usize = 250;

/// The most findings of one kind that are listed. Further ones are counted.
pub const MAX_FINDINGS: usize = 1_000;

/// The longest text of an outcome that is explained, in bytes: 64 MiB. An outcome repeats what it is about, and
/// is far smaller than that whatever card and profile are.
pub const MAX_OUTCOME_BYTES: usize = 64 * 1024 * 1024;
