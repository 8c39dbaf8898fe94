//! Migrating a card keeps its plans, keeps its security, and leaves a clean card alone.

#![expect(clippy::unwrap_used, reason = "a test stops at what it does not expect")]

use std::path::Path;

use a2a_negotiator::{
    CardReading, FindingCode, Intent, Options, ProfileReading, migrate_card, negotiate, read_card,
    read_intent, read_profile,
};
use serde_json::Value;

const PROFILES: [&str; 4] = [
    r#"{"accepts": ["text/plain"], "sends": ["text/plain"], "versions": ["1.0", "0.3", "0.2"]}"#,
    r#"{"accepts": ["text/plain", "application/json"], "sends": ["text/plain"], "bindings": ["GRPC", "HTTP+JSON", "JSONRPC"],
        "credentials": [{"type": "apiKey"}, {"type": "http", "scheme": "bearer"}, {"type": "oauth2"}, {"type": "openIdConnect"}]}"#,
    r#"{"accepts": ["text"], "sends": ["text"], "credentials": ["bearer", "apiKey"], "interfaceOrder": "cardOrder"}"#,
    r#"{"accepts": ["*/*"], "normalizeMediaTypes": true, "push": {"url": "https://me.example/push"}, "delivery": ["push", "poll"]}"#,
];

fn json_files(folder: &Path) -> Vec<std::path::PathBuf> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files.extend(json_files(&path));
        } else if path.extension().is_some_and(|extension| extension == "json") {
            files.push(path);
        }
    }
    files.sort();
    files
}

/// Every card of the tests that is one, with its name and, where a case has them, profile and intent.
fn cards() -> Vec<(String, String, Vec<String>, Intent)> {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests");
    let mut cards = Vec::new();
    for path in json_files(&tests.join("cards")) {
        cards.push((
            path.display().to_string(),
            std::fs::read_to_string(&path).unwrap(),
            Vec::new(),
            Intent::default(),
        ));
    }
    for path in json_files(&tests.join("cases")) {
        let case: Value = serde_json::from_str(&std::fs::read_to_string(&path).unwrap()).unwrap();
        let text = match (&case["card"], &case["cardText"]) {
            (card @ Value::Object(_), _) => card.to_string(),
            (_, Value::String(text)) => text.clone(),
            _ => continue,
        };
        let profile = case.get("profile").map(Value::to_string).filter(|text| read_profile(text).is_ok());
        let intent = case.get("intent").and_then(|intent| read_intent(&intent.to_string()).ok());
        cards.push((
            path.display().to_string(),
            text,
            profile.into_iter().collect(),
            intent.unwrap_or_default(),
        ));
    }
    cards.retain(|(_, text, ..)| read_card(text).is_ok_and(|reading| reading.card.is_some()));
    assert!(cards.len() > 300, "the cards were not found");
    cards
}

fn plan(card: &CardReading, profile: &ProfileReading, intent: &Intent) -> Value {
    let outcome = negotiate(card, profile, intent, &Options { trace: false, ..Options::default() });
    match (outcome.plan(), outcome.rejection()) {
        (Some(plan), _) => serde_json::to_value(plan).unwrap(),
        (None, rejection) => serde_json::to_value(rejection.map(|rejection| rejection.code)).unwrap(),
    }
}

#[test]
fn a_card_without_loss_keeps_its_plans() {
    let mut compared = 0;
    for (name, text, own_profiles, intent) in cards() {
        let migration = migrate_card(&text).unwrap();
        if migration.findings.iter().any(|finding| finding.code == FindingCode::NotCarried) {
            continue;
        }
        let before = read_card(&text).unwrap();
        let migrated = migration.card.unwrap();
        let after = read_card(&migrated.to_string()).unwrap();
        for profile in own_profiles.iter().map(String::as_str).chain(PROFILES) {
            let profile = read_profile(profile).unwrap();
            let skills =
                before.card.iter().flat_map(|card| &card.skills).map(|skill| Intent::for_skill(&skill.id));
            for intent in skills.chain([intent.clone(), Intent::default()]) {
                assert_eq!(
                    plan(&after, &profile, &intent),
                    plan(&before, &profile, &intent),
                    "{name} {intent:?}\n{migrated:#}"
                );
                compared += 1;
            }
        }
    }
    assert!(compared > 1_000, "only {compared} plans were compared");
}

#[test]
fn a_migrated_card_is_clean_and_stays_as_it_is() {
    for (name, text, ..) in cards() {
        let migration = migrate_card(&text).unwrap();
        let migrated = migration.card.unwrap();
        let again = migrate_card(&migrated.to_string()).unwrap();
        assert_eq!(again.card, Some(migrated.clone()), "{name}");
        let lossless = migration.findings.iter().all(|finding| finding.code != FindingCode::NotCarried);
        if lossless {
            let shapes = [
                FindingCode::SnakeCase,
                FindingCode::ExplicitNull,
                FindingCode::OlderField,
                FindingCode::LeftoverField,
                FindingCode::RemovedField,
                FindingCode::RequirementShape,
                FindingCode::SchemeShape,
                FindingCode::EarlyAuthentication,
                FindingCode::MissingField,
                FindingCode::ModesAssumed,
                FindingCode::VersionMissing,
                FindingCode::PatchVersion,
                FindingCode::BindingField,
                FindingCode::SkillIdAssumed,
            ];
            let reading = read_card(&migrated.to_string()).unwrap();
            let left: Vec<_> =
                reading.findings.iter().filter(|finding| shapes.contains(&finding.code)).collect();
            assert!(left.is_empty(), "{name}: {left:?}\n{migrated:#}");
        }
    }
}

#[test]
fn no_card_becomes_open() {
    for (name, text, ..) in cards() {
        let migrated = migrate_card(&text).unwrap().card.unwrap().to_string();
        let requires = |text: &str| {
            let card = read_card(text).unwrap().card.unwrap();
            !card.security_requirements.alternatives.is_empty()
        };
        assert_eq!(requires(&migrated), requires(&text), "{name}");
    }
}
