//! The playground.

fn main() {}
