//! Migrating a card keeps its plans, keeps its security, and leaves a clean card alone.

#![expect(clippy::unwrap_used, reason = "a test stops at what it does not expect")]

#[path = "support/cards.rs"]
mod cards;
#[path = "support/case_files.rs"]
mod case_files;
#[path = "support/json_files.rs"]
mod json_files;

use a2a_negotiator::{
    CardReading, FindingCode, Intent, Options, ProfileReading, Step, StepId, StepStatus, migrate_card,
    negotiate, read_card, read_intent, read_options, read_profile,
};
use serde_json::Value;

const PROFILES: [&str; 4] = [
    r#"{"accepts": ["text/plain"], "sends": ["text/plain"], "versions": ["1.0", "0.3", "0.2"]}"#,
    r#"{"accepts": ["text/plain", "application/json"], "sends": ["text/plain"], "bindings": ["GRPC", "HTTP+JSON", "JSONRPC"],
        "credentials": [{"type": "apiKey"}, {"type": "http", "scheme": "bearer"}, {"type": "oauth2"}, {"type": "openIdConnect"}]}"#,
    r#"{"accepts": ["text"], "sends": ["text"], "credentials": ["bearer", "apiKey"], "interfaceOrder": "cardOrder"}"#,
    r#"{"accepts": ["*/*"], "normalizeMediaTypes": true, "push": {"url": "https://me.example/push"}, "delivery": ["push", "poll"]}"#,
];

/// A card of the tests, with the profile and the intent of its case where it has one.
struct Sample {
    name: String,
    card: String,
    profile: Option<String>,
    intent: Intent,
    options: Options,
}

/// Every card of the tests that is one.
fn samples() -> Vec<Sample> {
    let bare = cards::read().unwrap().into_iter().map(|card| Sample {
        name: card.name,
        card: card.text,
        profile: None,
        intent: Intent::default(),
        options: Options::default(),
    });
    let of_cases = case_files::read().unwrap().into_iter().map(|case| Sample {
        name: case.name,
        card: case.card,
        profile: Some(case.profile).filter(|text| read_profile(text).is_ok()),
        intent: read_intent(&case.intent).unwrap_or_default(),
        options: read_options(&case.options).unwrap_or_default(),
    });
    let is_card = |sample: &Sample| read_card(&sample.card).is_ok_and(|reading| reading.card.is_some());
    let samples: Vec<Sample> = bare.chain(of_cases).filter(is_card).collect();
    assert!(samples.len() > 300, "the cards were not found");
    samples
}

fn plan(card: &CardReading, profile: &ProfileReading, intent: &Intent, options: &Options) -> Value {
    let outcome = negotiate(card, profile, intent, &Options { trace: false, ..options.clone() });
    match (outcome.plan(), outcome.rejection()) {
        (Some(plan), _) => serde_json::to_value(plan).unwrap(),
        (None, rejection) => serde_json::to_value(rejection.map(|rejection| rejection.code)).unwrap(),
    }
}

#[test]
fn a_card_without_loss_keeps_its_plans() {
    let mut compared = 0;
    for Sample { name, card: text, profile, intent, options } in samples() {
        let migration = migrate_card(&text).unwrap();
        if migration.findings.iter().any(|finding| finding.code == FindingCode::NotCarried) {
            continue;
        }
        let before = read_card(&text).unwrap();
        let migrated = migration.card.unwrap();
        let after = read_card(&migrated.to_string()).unwrap();
        for profile in profile.iter().map(String::as_str).chain(PROFILES) {
            let profile = read_profile(profile).unwrap();
            let skills =
                before.card.iter().flat_map(|card| &card.skills).map(|skill| Intent::for_skill(&skill.id));
            for intent in skills.chain([intent.clone(), Intent::default()]) {
                assert_eq!(
                    plan(&after, &profile, &intent, &options),
                    plan(&before, &profile, &intent, &options),
                    "{name} {intent:?}\n{migrated}"
                );
                compared += 1;
            }
        }
    }
    assert!(compared > 1_000, "only {compared} plans were compared");
}

#[test]
fn a_migrated_card_is_clean_and_stays_as_it_is() {
    for Sample { name, card: text, .. } in samples() {
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
            assert!(left.is_empty(), "{name}: {left:?}\n{migrated}");
        }
    }
}

/// Whether a caller who holds nothing and implements no extension passes these steps, by the card's defaults
/// and by each skill.
fn open_for_anybody(text: &str) -> Vec<(String, StepStatus)> {
    let reading = read_card(text).unwrap();
    let nobody = ProfileReading::default();
    let skills = reading.card.iter().flat_map(|card| &card.skills).map(|skill| Intent::for_skill(&skill.id));
    let outcomes = skills.chain([Intent::default()]).flat_map(|intent| {
        let options = Options { fixes: false, ..Options::default() };
        negotiate(&reading, &nobody, &intent, &options).steps
    });
    let decides = |step: &Step| matches!(step.id, StepId::Credentials | StepId::Extensions);
    outcomes.filter(decides).map(|step| (step.id.as_str().to_owned(), step.status)).collect()
}

#[test]
fn no_card_becomes_open() {
    for Sample { name, card: text, .. } in samples() {
        let migrated = migrate_card(&text).unwrap().card.unwrap().to_string();
        assert_eq!(open_for_anybody(&migrated), open_for_anybody(&text), "{name}\n{migrated}");
    }
}

#[test]
fn nothing_is_lost_changed_or_invented_in_silence() {
    let card = r#"{
        "name": "Echo", "description": "Says it again", "version": "1.0.0", "protocolVersion": "0.3.0",
        "url": "https://agent.example.com/a2a", "preferredTransport": "jsonrpc",
        "additionalInterfaces": [{"url": "https://agent.example.com/rest", "transport": "REST"}],
        "capabilities": {
            "streaming": "true", "stateTransitionHistory": true, "pushNotifications": {"supported": true, "note": 1},
            "extensions": [{"description": "no URI"}]
        },
        "securitySchemes": {"key": {"type": "apiKey", "in": "header", "name": "X-Key", "x-hint": "ask"}},
        "security": [{"nobody": []}],
        "defaultOutputModes": ["text/plain", 5],
        "skills": [{"id": "echo", "tags": "demo"}, 7]
    }"#;
    let migration = migrate_card(card).unwrap();
    let told = |code, part: &str| {
        let is_told = migration.findings.iter().any(|one| one.code == code && one.message.contains(part));
        assert!(is_told, "{part}: {:#?}", migration.findings);
    };
    for part in
        ["`streaming`", "`note`", "`uri`", "`x-hint`", "`defaultOutputModes[1]`", "`tags`", "this skill"]
    {
        told(FindingCode::NotCarried, part);
    }
    for part in ["`0.3`", "`description`", "`tags`", "`name`"] {
        told(FindingCode::Adapted, part);
    }
    told(FindingCode::RemovedField, "`stateTransitionHistory`");
    told(FindingCode::ModesAssumed, "`defaultInputModes`");
    told(FindingCode::UndefinedScheme, "`nobody`");
    told(FindingCode::UnknownBinding, "`jsonrpc`");
    told(FindingCode::UnknownBinding, "`REST`");
}

#[test]
fn a_word_for_a_mode_becomes_the_media_type_that_it_means_and_is_told_once() {
    let card = r#"{
        "name": "Echo", "description": "Says it again", "version": "1.0.0", "protocolVersion": "0.3.0",
        "url": "https://agent.example.com/a2a", "capabilities": {},
        "defaultInputModes": ["text", "text/plain"], "defaultOutputModes": ["Text", "file", "text/*"],
        "resubscribeOnlyOutputModes": ["pdf"],
        "skills": [{"id": "echo", "name": "Echo", "description": "Says it", "tags": ["x"], "outputModes": ["data"]}]
    }"#;
    let migration = migrate_card(card).unwrap();
    let told = |code: FindingCode| -> Vec<_> {
        let found = migration.findings.iter().filter(|finding| finding.code == code);
        found.map(|finding| finding.pointer.as_str()).collect()
    };
    let words = [
        ("/defaultInputModes/0", "text/plain"),
        ("/defaultOutputModes/0", "text/plain"),
        ("/resubscribeOnlyOutputModes/0", "application/pdf"),
        ("/skills/0/outputModes/0", "application/json"),
    ];
    let migrated = serde_json::to_value(&migration.card).unwrap();
    for (pointer, meant) in words {
        assert_eq!(migrated.pointer(pointer).unwrap(), meant, "{pointer}");
    }
    let mut lost = told(FindingCode::NotCarried);
    lost.sort_unstable();
    assert_eq!(lost, words.map(|(pointer, _)| pointer));
    assert_eq!(
        told(FindingCode::NotAMediaType),
        ["/defaultOutputModes/1", "/defaultOutputModes/2"],
        "what stays as it is"
    );
    assert_eq!(migrated["defaultOutputModes"], serde_json::json!(["text/plain", "file", "text/*"]));
}

#[test]
fn of_several_flows_the_first_in_the_order_of_1_0_stays_and_the_others_are_told() {
    let card = |flows: &str| {
        format!(
            r#"{{
                "name": "Echo", "description": "Says it again", "version": "1.0.0", "protocolVersion": "0.3.0",
                "url": "https://agent.example.com/a2a", "preferredTransport": "JSONRPC", "capabilities": {{}},
                "defaultInputModes": ["text/plain"], "defaultOutputModes": ["text/plain"],
                "securitySchemes": {{"sign in": {{"type": "oauth2"{flows}}}}}, "security": [{{"sign in": ["read"]}}],
                "skills": [{{"id": "echo", "name": "Echo", "description": "Says it", "tags": ["x"]}}]
            }}"#
        )
    };
    let migrated = |flows: &str| {
        let migration = migrate_card(&card(flows)).unwrap();
        let card = serde_json::to_value(migration.card).unwrap();
        let flows = card["securitySchemes"]["sign in"]["oauth2SecurityScheme"]["flows"].clone();
        let lost = migration.findings.into_iter().filter(|finding| finding.code == FindingCode::NotCarried);
        (flows, lost.map(|finding| finding.message).collect::<Vec<_>>())
    };
    let code = r#""authorizationCode": {"authorizationUrl": "https://a.example/", "tokenUrl": "https://a.example/token", "scopes": {"read": "r"}}"#;
    let client = r#""clientCredentials": {"tokenUrl": "https://a.example/token", "scopes": {"read": "r"}}"#;
    for both in [format!("{code}, {client}"), format!("{client}, {code}")] {
        let (flows, lost) = migrated(&format!(r#", "flows": {{{both}}}"#));
        assert_eq!(flows.as_object().unwrap().keys().collect::<Vec<_>>(), ["authorizationCode"], "{both}");
        assert_eq!(
            lost,
            [
                "a scheme of 1.0 has one flow: `authorizationCode` was kept, and `clientCredentials` left out; define a scheme for each"
            ]
        );
    }
    let (flows, lost) = migrated(&format!(r#", "flows": {{{client}}}"#));
    assert_eq!(flows.as_object().unwrap().keys().collect::<Vec<_>>(), ["clientCredentials"]);
    assert_eq!(lost, [""; 0]);
    let (_, lost) = migrated(&format!(r#", "flows": {{{client}}}, "audience": {{"of": "orders"}}"#));
    assert_eq!(lost, ["`audience` has no place in such a scheme of 1.0, and was left out"]);
    let (flows, lost) = migrated("");
    assert!(flows.is_null());
    assert_eq!(lost.first().unwrap(), "`sign in` does not say its flow, which 1.0 requires");
}

#[test]
fn an_early_scheme_is_carried_over_unless_another_has_its_name() {
    let migrated = |schemes: &str| {
        let card = format!(
            r#"{{"name": "A", "url": "https://a.example", "skills": [], "authentication": {{"schemes": ["bearer"]}}, "securitySchemes": {schemes}}}"#
        );
        let migration = migrate_card(&card).unwrap();
        let card: Value = serde_json::from_str(&migration.card.unwrap().to_string()).unwrap();
        (card["authentication"].is_null(), card["securitySchemes"]["bearer"].is_object())
    };
    assert_eq!(migrated("{}"), (true, true));
    assert_eq!(migrated(r#"{"bearer": {"type": "http", "scheme": "bearer"}}"#), (true, true));
    for another in [
        r#"{"bearer": {"type": "http", "scheme": "basic"}}"#,
        r#"{"bearer": {"type": "apiKey", "in": "header", "name": "X-Key"}}"#,
        r#"{"bearer": {"type": "mutualTLS"}}"#,
    ] {
        assert_eq!(migrated(another), (false, true), "{another}");
    }
}

#[test]
fn a_clean_card_is_migrated_without_a_word() {
    let card = r#"{
        "name": "Echo", "description": "Says it again",
        "supportedInterfaces": [{"url": "https://agent.example.com/a2a", "protocolBinding": "JSONRPC", "protocolVersion": "1.0"}],
        "provider": {"organization": "Acme", "url": "https://acme.example"}, "version": "1.0.0",
        "capabilities": {"streaming": true, "extensions": [{"uri": "https://example.com/ext/a"}]},
        "securitySchemes": {"key": {"apiKeySecurityScheme": {"description": "Ask", "location": "header", "name": "X-Key"}}},
        "securityRequirements": [{"schemes": {"key": {"list": []}}}],
        "defaultInputModes": ["text/plain"], "defaultOutputModes": ["text/plain"],
        "skills": [{"id": "echo", "name": "Echo", "description": "Says it again", "tags": ["demo"]}]
    }"#;
    let migration = migrate_card(card).unwrap();
    assert_eq!(migration.findings, []);
    let before: Value = serde_json::from_str(card).unwrap();
    assert_eq!(serde_json::to_value(migration.card).unwrap(), before);
}

#[test]
fn fields_in_snake_case_are_carried_over_in_every_object() {
    let text = r#"{
        "name": "Echo", "description": "Says it again", "version": "1.0.0",
        "supported_interfaces": [
            {"url": "https://echo.example.com/a2a", "protocol_binding": "JSONRPC", "protocol_version": "1.0"}
        ],
        "capabilities": {"push_notifications": true, "extended_agent_card": true},
        "security_schemes": {"certificate": {"mtls_security_scheme": {"description": "Issued by us"}}},
        "security_requirements": [{"schemes": {"certificate": {"list": []}}}],
        "default_input_modes": ["text/plain"], "default_output_modes": ["text/plain"],
        "skills": [
            {"id": "echo", "name": "Echo", "description": "Says it again", "tags": ["demo"],
             "input_modes": ["text/plain"]}
        ]
    }"#;
    let migration = migrate_card(text).unwrap();
    let lost: Vec<_> =
        migration.findings.iter().filter(|finding| finding.code == FindingCode::NotCarried).collect();
    assert!(lost.is_empty(), "{lost:#?}");
    let migrated: Value = serde_json::from_str(&migration.card.unwrap().to_string()).unwrap();
    assert_eq!(
        migrated["securitySchemes"],
        serde_json::json!({"certificate": {"mtlsSecurityScheme": {"description": "Issued by us"}}})
    );
    assert_eq!(migrated["capabilities"]["extendedAgentCard"], true);
    assert_eq!(migrated["skills"][0]["inputModes"], serde_json::json!(["text/plain"]));
}
