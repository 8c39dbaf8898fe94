//! The profiles under `tests/profiles.json`: twelve clients that differ.

use std::error::Error;
use std::fs;
use std::path::Path;

use serde_json::{Value, json};

/// A client, with what it usually calls for.
pub(crate) struct Client {
    pub(crate) name: String,
    pub(crate) profile: Value,
    pub(crate) intent: Value,
}

/// All of them.
pub(crate) fn read() -> Result<Vec<Client>, Box<dyn Error>> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/profiles.json");
    let entries: Vec<Value> = serde_json::from_str(&fs::read_to_string(path)?)?;
    let client = |entry: Value| -> Result<Client, Box<dyn Error>> {
        let text = |field: &str| entry[field].as_str().filter(|text| !text.is_empty());
        let name = text("name").ok_or("a profile has no name")?.to_owned();
        text("note").ok_or_else(|| format!("the profile `{name}` has no note"))?;
        let intent = entry.get("intent").cloned().unwrap_or_else(|| json!({}));
        Ok(Client { name, profile: entry["profile"].clone(), intent })
    };
    entries.into_iter().map(client).collect()
}
