//! The limits of what is read. Past them a document is refused with a clear error, in bounded time
//! and memory.

/// The longest text that is read, in bytes: 5 MiB.
pub const MAX_TEXT_BYTES: usize = 5 * 1024 * 1024;

/// The deepest nesting of arrays and objects that is read.
pub const MAX_DEPTH: usize = 128;

/// The most skills that a card may have.
pub const MAX_SKILLS: usize = 10_000;

/// The most interfaces that a card may have.
pub const MAX_INTERFACES: usize = 10_000;
