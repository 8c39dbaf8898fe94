//! The cards under `tests/cards`: stand-ins for real ones, with the keys, shapes and oddities that were
//! found. Each is read, and what is told about it is kept in one snapshot.

#[path = "support/json_files.rs"]
mod json_files;

use std::error::Error;
use std::fmt::Write as _;
use std::fs;

use a2a_negotiator::{Generation, locate, read_card};

#[test]
fn every_card_is_read_and_what_is_odd_about_it_is_told() -> Result<(), Box<dyn Error>> {
    let mut told = String::new();
    for path in json_files::under("cards")? {
        let name = path.file_name().unwrap_or_default().display();
        let text = fs::read_to_string(&path)?;
        let reading = read_card(&text)?;
        let generation = reading.generation.map_or("not a card", Generation::as_str);
        writeln!(told, "{name}: {generation}")?;
        for finding in &reading.findings {
            let pointer = finding.pointer.as_str();
            writeln!(
                told,
                "  {} {} {} {}",
                serde_json::to_value(finding.severity)?.as_str().unwrap_or_default(),
                finding.code.as_str(),
                if pointer.is_empty() { "(root)" } else { pointer },
                finding.message
            )?;
            assert!(locate(&text, pointer).is_some(), "{name} has no place `{pointer}`");
        }
    }
    insta::assert_snapshot!(told);
    Ok(())
}
