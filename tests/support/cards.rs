//! The cards under `tests/cards`.

use std::fs;
use std::io;

use super::json_files;

/// A card as it stands in its file.
pub(crate) struct CardFile {
    pub(crate) name: String,
    pub(crate) text: String,
}

/// All cards, in the order of their names.
pub(crate) fn read() -> io::Result<Vec<CardFile>> {
    let card = |path: std::path::PathBuf| {
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        Ok(CardFile { name, text: fs::read_to_string(path)? })
    };
    json_files::under("cards")?.into_iter().map(card).collect()
}
