//! The presets of the playground: profiles of real clients, each with what it promises and, for an SDK, where
//! that was read. The promises are kept on cards of the gallery.

#[path = "support/json_files.rs"]
mod json_files;

use std::collections::BTreeMap;
use std::error::Error;
use std::fmt::Write as _;
use std::fs;

use a2a_negotiator::{Options, negotiate, read_card, read_intent, read_profile};
use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Preset {
    title: String,
    promise: String,
    about: String,
    read_from: Option<ReadFrom>,
    profile: Box<RawValue>,
    /// By the names of cards of the gallery, what the client comes to with them.
    expect: BTreeMap<String, Expected>,
}

/// Where the behaviour of an SDK was read.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ReadFrom {
    project: String,
    version: String,
    files: Vec<String>,
}

/// A decision in short: the step that refuses, or the interface that is called.
#[derive(Debug, Deserialize, PartialEq)]
#[serde(untagged, deny_unknown_fields)]
enum Expected {
    Refused { step: String },
    Called { binding: String, version: String },
}

#[test]
fn every_preset_keeps_its_promise() -> Result<(), Box<dyn Error>> {
    let mut wrong = String::new();
    let mut seen = 0;
    for path in json_files::under("../playground/presets")? {
        let name = path.file_stem().unwrap_or_default().display().to_string();
        let preset: Preset =
            serde_json::from_str(&fs::read_to_string(&path)?).map_err(|error| format!("{name}: {error}"))?;
        let words = [&preset.title, &preset.promise, &preset.about];
        assert!(words.iter().all(|words| !words.is_empty()), "{name} has no words");
        if let Some(ReadFrom { project, version, files }) = &preset.read_from {
            assert!(project.starts_with("https://github.com/") && !version.is_empty(), "{name}");
            assert!(!files.is_empty(), "{name} says not where its behaviour was read");
        }
        let profile = read_profile(preset.profile.get()).map_err(|error| format!("{name}: {error}"))?;
        assert_eq!(profile.findings, [], "{name}");
        assert!(!preset.expect.is_empty(), "{name} promises nothing that can be held");
        for (case, expected) in &preset.expect {
            let actual = decided(case, &profile)?;
            if actual != *expected {
                writeln!(wrong, "{name} with {case}: {actual:?} instead of {expected:?}")?;
            }
        }
        seen += 1;
    }
    assert!(wrong.is_empty(), "{wrong}");
    assert!(seen >= 7, "{seen} presets");
    Ok(())
}

fn decided(case: &str, profile: &a2a_negotiator::ProfileReading) -> Result<Expected, Box<dyn Error>> {
    let file = json_files::tests().join("cases/gallery").join(format!("{case}.json"));
    let case: Value = serde_json::from_str(&fs::read_to_string(file)?)?;
    let card = read_card(&case["card"].to_string())?;
    let intent = read_intent(&case["intent"].to_string())?;
    let outcome = negotiate(&card, profile, &intent, &Options::default());
    match (outcome.plan(), outcome.rejection()) {
        (Some(plan), _) => {
            Ok(Expected::Called { binding: plan.binding.clone(), version: plan.version.to_string() })
        }
        (None, Some(rejection)) => Ok(Expected::Refused { step: rejection.step.as_str().into() }),
        (None, None) => Err("neither a plan nor a rejection".into()),
    }
}
