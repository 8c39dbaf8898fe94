//! The cards that were found, as they are and with mutations.

use std::fs;
use std::path::PathBuf;
use std::sync::LazyLock;

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;
use serde_json::Value;

use super::json_files;
use super::mutation::mutation;

/// The cards that were found, as values.
pub(crate) static FOUND: LazyLock<Vec<Value>> = LazyLock::new(|| {
    let read = |path: &PathBuf| serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap();
    json_files::under("cards").unwrap().iter().map(read).collect()
});

/// One of them, with so many mutations.
pub(crate) fn mutated_card(mutations: std::ops::Range<usize>) -> impl Strategy<Value = Value> {
    (any::<Index>(), vec(mutation(), mutations)).prop_map(|(card, mutations)| {
        let mut card = card.get(&FOUND).clone();
        for mutation in mutations {
            mutation.apply(&mut card);
        }
        card
    })
}
