//! The documents of the cases under `tests/cases`, without what the cases expect of them.

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use serde_json::value::RawValue;

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
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests");
    let mut paths = Vec::new();
    collect(&tests.join("cases"), &mut paths)?;
    paths.sort();
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
    paths.into_iter().map(case).collect()
}

fn collect(folder: &Path, found: &mut Vec<PathBuf>) -> Result<(), Box<dyn Error>> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, found)?;
        } else if path.extension().is_some_and(|extension| extension == "json") {
            found.push(path);
        }
    }
    Ok(())
}
