//! The cards under `tests/cards`.

use std::fs;
use std::io;
use std::path::Path;

/// A card as it stands in its file.
pub(crate) struct CardFile {
    pub(crate) name: String,
    pub(crate) text: String,
}

/// All cards, in the order of their names.
pub(crate) fn read() -> io::Result<Vec<CardFile>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/cards");
    let mut cards = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        cards.push(CardFile { name, text: fs::read_to_string(path)? });
    }
    cards.sort_by(|one, other| one.name.cmp(&other.name));
    Ok(cards)
}
