//! What only the core itself can say: the JSON Schemas of its types, and what it answers natively, for
//! comparison with what it answers as WebAssembly.

use std::fs;
use std::path::{Path, PathBuf};

use a2a_negotiator::forms::Failure;
use a2a_negotiator::{
    Action, CardDiff, CardReading, ClientProfile, InputError, Intent, Judgement, Location, LockOptions,
    Lockfile, MatrixRow, Migration, Options, Outcome, RankResult, Request, RequestOptions, UnreachablePath,
    explain, judge, negotiate, read_card, read_intent, read_options, read_profile,
};
use anyhow::{Context as _, Result, bail};
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema};
use serde_json::{Value, json};

fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match *arguments {
        ["schemas", folder] => write_schemas(Path::new(folder)),
        ["outcomes", tests, file] => write_outcomes(Path::new(tests), Path::new(file)),
        _ => bail!("usage: native schemas FOLDER, or native outcomes TESTS FILE"),
    }
}

/// Writes the schemas of what the package takes into `input`, and of what it gives into `output`.
fn write_schemas(folder: &Path) -> Result<()> {
    fn taken<T: JsonSchema>() -> Schema {
        SchemaSettings::draft2020_12().for_deserialize().into_generator().into_root_schema_for::<T>()
    }
    fn given<T: JsonSchema>() -> Schema {
        SchemaSettings::draft2020_12().for_serialize().into_generator().into_root_schema_for::<T>()
    }
    let schemas = [
        ("input/client-profile", taken::<ClientProfile>()),
        ("input/intent", taken::<Intent>()),
        ("input/options", taken::<Options>()),
        ("input/lock-options", taken::<LockOptions>()),
        ("input/failure", taken::<Failure>()),
        ("input/request-options", taken::<RequestOptions>()),
        ("output/outcome", given::<Outcome>()),
        ("output/action", given::<Action>()),
        ("output/card-diff", given::<CardDiff>()),
        ("output/card-reading", given::<CardReading>()),
        ("output/lockfile", given::<Lockfile>()),
        ("output/location", given::<Location>()),
        ("output/migration", given::<Migration>()),
        ("output/request", given::<Request>()),
        ("output/rank-result", given::<RankResult>()),
        ("output/judgement", given::<Judgement>()),
        ("output/matrix-row", given::<MatrixRow>()),
        ("output/unreachable-path", given::<UnreachablePath>()),
        ("output/input-error", given::<InputError>()),
    ];
    for (name, schema) in schemas {
        let text = serde_json::to_string_pretty(&schema)?;
        write(&folder.join(format!("{name}.json")), &text)?;
    }
    Ok(())
}

/// Writes one line for each case under `tests`, and for each card with each of two profiles: the texts
/// that went in, and the text that came out.
fn write_outcomes(tests: &Path, file: &Path) -> Result<()> {
    let mut lines = Vec::new();
    for path in json_files(&tests.join("cases"))? {
        let case: Value =
            serde_json::from_str(&read(&path)?).with_context(|| format!("cannot read {}", path.display()))?;
        let card = match (&case["cardText"], &case["cardFile"]) {
            (Value::String(text), _) => text.clone(),
            (_, Value::String(name)) => read(&tests.join("cards").join(name))?,
            _ => case["card"].to_string(),
        };
        let text = |key: &str| case.get(key).map_or_else(|| "{}".to_owned(), Value::to_string);
        lines.push(line(&path, &card, &text("profile"), &text("intent"), &text("options"))?);
    }
    let broad = json!({
        "bindings": ["GRPC", "JSONRPC", "HTTP+JSON"],
        "versions": ["1.0", "0.3", "0.2"],
        "accepts": ["application/json", "text/plain", "text"],
        "sends": ["text/plain"],
        "credentials": [{"type": "http"}, {"type": "apiKey"}, {"type": "oauth2"}, {"type": "openIdConnect"}],
        "normalizeMediaTypes": true,
    });
    for path in json_files(&tests.join("cards"))? {
        let card = read(&path)?;
        lines.push(line(&path, &card, "{}", "{}", "{}")?);
        lines.push(line(&path, &card, &broad.to_string(), "{}", "{}")?);
    }
    write(file, &(lines.join("\n") + "\n"))
}

fn line(path: &Path, card: &str, profile: &str, intent: &str, options: &str) -> Result<String> {
    let answer = match answer(card, profile, intent, options) {
        Ok(Answer { outcome, explained, judgement }) => {
            json!({"outcome": outcome?, "explained": explained, "judgement": judgement?})
        }
        Err(error) => json!({"error": serde_json::to_string(&error)?}),
    };
    let reading = match read_card(card) {
        Ok(reading) => json!({"reading": serde_json::to_string(&reading)?}),
        Err(error) => json!({"error": serde_json::to_string(&error)?}),
    };
    let line = json!({
        "name": path.file_stem().map(|name| name.to_string_lossy()),
        "texts": [card, profile, intent, options],
        "answer": answer,
        "reading": reading,
    });
    Ok(line.to_string())
}

struct Answer {
    outcome: serde_json::Result<String>,
    explained: String,
    judgement: serde_json::Result<String>,
}

fn answer(card: &str, profile: &str, intent: &str, options: &str) -> Result<Answer, InputError> {
    let reading = read_card(card)?;
    let profile = read_profile(profile)?;
    let intent = read_intent(intent)?;
    let outcome = negotiate(&reading, &profile, &intent, &read_options(options)?);
    Ok(Answer {
        outcome: serde_json::to_string(&outcome),
        explained: explain(&outcome),
        judgement: serde_json::to_string(&judge(card, &profile, &intent)),
    })
}

/// The `.json` files under a folder, in the order of their paths.
fn json_files(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))? {
        let path = entry?.path();
        if path.is_dir() {
            files.extend(json_files(&path)?);
        } else if path.extension().is_some_and(|extension| extension == "json") {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

fn read(path: &Path) -> Result<String> {
    fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))
}

fn write(path: &Path, text: &str) -> Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    }
    fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))
}
