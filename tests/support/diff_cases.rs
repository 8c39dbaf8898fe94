//! The cases under `tests/diffs`: two cards, where it matters a client, and what changed.

use std::error::Error;
use std::fs;

use serde_json::{Value, json};

use super::json_files;
use super::merge::merge;

/// Two cards, and what is expected of their comparison.
pub(crate) struct DiffCase {
    pub(crate) name: String,
    pub(crate) old: Value,
    pub(crate) new: Value,
    pub(crate) profile: Option<Value>,
    pub(crate) intent: Value,
    pub(crate) expect: Value,
}

/// All cases, in the order of their files.
pub(crate) fn read() -> Result<Vec<DiffCase>, Box<dyn Error>> {
    let mut cases = Vec::new();
    for path in json_files::under("diffs")? {
        let file: Value = serde_json::from_str(&fs::read_to_string(&path)?)?;
        for case in file["cases"].as_array().ok_or("a file without cases")? {
            let old = case.get("card").unwrap_or(&file["card"]).clone();
            let mut new = case.get("new").unwrap_or(&old).clone();
            if let Some(patch) = case.get("merge") {
                merge(&mut new, patch);
            }
            cases.push(DiffCase {
                name: format!("{}: {}", path.display(), case["title"]),
                old,
                new,
                profile: case.get("profile").cloned(),
                intent: case.get("intent").cloned().unwrap_or_else(|| json!({})),
                expect: case["expect"].clone(),
            });
        }
    }
    Ok(cases)
}
