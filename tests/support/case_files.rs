//! The documents of the cases under `tests/cases`, without what the cases expect of them.

use std::error::Error;
use std::fs;
use std::path::PathBuf;

use serde::Deserialize;
use serde_json::value::RawValue;

use super::json_files;

/// The texts that a case negotiates.
pub(crate) struct CaseFile {
    pub(crate) name: String,
    pub(crate) card: String,
    pub(crate) profile: String,
    pub(crate) intent: String,
    pub(crate) options: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Members {
    card: Option<Box<RawValue>>,
    card_text: Option<String>,
    card_file: Option<String>,
    profile: Option<Box<RawValue>>,
    intent: Option<Box<RawValue>>,
    options: Option<Box<RawValue>>,
}

/// All cases, in the order of their names.
pub(crate) fn read() -> Result<Vec<CaseFile>, Box<dyn Error>> {
    let tests = json_files::tests();
    let text =
        |value: Option<Box<RawValue>>| value.map_or_else(|| "{}".to_owned(), |value| value.get().to_owned());
    let case = |path: PathBuf| -> Result<CaseFile, Box<dyn Error>> {
        let name = path.strip_prefix(&tests)?.display().to_string();
        let members: Members = serde_json::from_str(&fs::read_to_string(&path)?)?;
        let card = match (members.card_text, members.card_file) {
            (Some(text), _) => text,
            (None, Some(file)) => fs::read_to_string(tests.join("cards").join(file))?,
            (None, None) => text(members.card),
        };
        let (profile, intent, options) = (text(members.profile), text(members.intent), text(members.options));
        Ok(CaseFile { name, card, profile, intent, options })
    };
    json_files::under("cases")?.into_iter().map(case).collect()
}
