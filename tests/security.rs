//! Security is never lost: whoever holds nothing and implements nothing passes where a card says that this is
//! welcome, and nowhere else. Judged by another rule than the reader's, from the raw JSON.
//!
//! `LAWS_TIMES=20` tries the law twenty times as often.

#![expect(clippy::unwrap_used, reason = "what cannot be read here is a mistake of the test")]

#[path = "support/found.rs"]
mod found;
#[path = "support/generate.rs"]
mod generate;
#[path = "support/json_files.rs"]
mod json_files;
#[path = "support/mutation.rs"]
mod mutation;
#[path = "support/security.rs"]
mod security;

use std::fs;

use a2a_negotiator::{
    Finding, FindingCode, Intent, Options, Outcome, StepId, StepStatus, migrate_card, negotiate, read_card,
    read_intent, read_profile,
};
use found::{FOUND, mutated_card};
use generate::{any_json, card, config, intent, profile};
use mutation::mutation;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use security::{Demand, demand};
use serde_json::{Value, json};

/// What is negotiated by a client that holds no credential.
fn without_credentials(card: &Value, mut profile: Value, intent: &Value) -> Outcome {
    profile["credentials"] = json!([]);
    let profile = read_profile(&profile.to_string()).unwrap();
    let intent = read_intent(&intent.to_string()).unwrap();
    let options = Options { fixes: false, ..Options::default() };
    negotiate(&read_card(&card.to_string()).unwrap(), &profile, &intent, &options)
}

fn passes(outcome: &Outcome, id: StepId) -> bool {
    outcome.steps.iter().any(|step| step.id == id && step.status == StepStatus::Passed)
}

/// What is lost of a card's security for a client that holds nothing, if anything is.
fn lost(card: &Value, profile: Value, intent: &Value) -> Option<&'static str> {
    let outcome = without_credentials(card, profile, intent);
    let demand = demand(card, intent["skill"].as_str());
    let tells = |finding: &Finding| {
        let is_stray = finding.code == FindingCode::RequirementNotUnderstood;
        is_stray || finding.pointer.as_str().starts_with("/security")
    };
    let told = || outcome.findings.iter().any(tells);
    match demand {
        _ if !passes(&outcome, StepId::Credentials) => None,
        Demand::Guarded => Some("callers are asked for something, and who holds nothing passes"),
        Demand::OnlySchemes if !told() => Some("schemes that nothing asks for are passed over in silence"),
        Demand::OnlySchemes | Demand::SaidOpen | Demand::Silent => None,
    }
}

/// The intents for a card's defaults and for each of its skills.
fn intents(card: &Value) -> Vec<Value> {
    let skills = card["skills"].as_array().into_iter().flatten();
    let of_skills = skills.filter_map(|skill| skill["id"].as_str()).map(|id| json!({"skill": id}));
    of_skills.chain([json!({})]).collect()
}

#[test]
fn no_card_that_was_found_or_made_is_open_without_saying_so() {
    let cases = json_files::under("cases").unwrap().into_iter();
    let made = cases.filter_map(|path| {
        let case: Value = serde_json::from_str(&fs::read_to_string(&path).unwrap()).unwrap();
        Some((path.display().to_string(), case.get("card")?.clone()))
    });
    let found = FOUND.iter().enumerate().map(|(index, card)| (format!("card {index}"), card.clone()));
    let mut guarded = 0;
    for (name, card) in made.chain(found) {
        for intent in intents(&card) {
            assert_eq!(lost(&card, json!({}), &intent), None, "{name} {intent}");
            guarded += usize::from(demand(&card, intent["skill"].as_str()) == Demand::Guarded);
        }
    }
    assert!(guarded > 150, "only {guarded} ask for something");
}

/// A card with something in it at two places.
fn card_with(root: &Value, skill: &Value) -> Value {
    let mut card = json!({
        "name": "Echo", "description": "Says it again", "version": "1.0.0", "capabilities": {},
        "supportedInterfaces": [
            {"url": "https://agent.example.com/a2a", "protocolBinding": "JSONRPC", "protocolVersion": "1.0"}
        ],
        "defaultInputModes": ["text/plain"], "defaultOutputModes": ["text/plain"],
        "skills": [{"id": "echo", "name": "Echo", "description": "Says it again", "tags": ["demo"]}],
    });
    let mut add = |pointer: &str, members: &Value| {
        let object = card.pointer_mut(pointer).unwrap().as_object_mut().unwrap();
        object.extend(
            members.as_object().into_iter().flatten().map(|(key, value)| (key.clone(), value.clone())),
        );
    };
    add("", root);
    add("/skills/0", skill);
    card
}

#[test]
fn whatever_stands_in_place_of_requirements_is_met_by_nobody_who_holds_nothing() {
    let values = json!([
        null, true, false, 0, 1, "", "true", "none", "bearer", [], {}, ["bearer"], ["none"], [[]], [{}], [null],
        {"bearer": []}, {"bearer": null}, {"bearer": true}, {"bearer": {"list": []}}, {"schemes": {}},
        {"schemes": []}, {"schemes": null}, {"schemes": ["bearer"]}, {"schemes": ["none", "bearer"]},
        {"schemes": {"bearer": []}}, {"schemes": {"bearer": {"list": "read"}}}, {"schemes": {}, "bearer": []},
        {"type": "none"}, {"type": "none", "scheme": "bearer"}, {"type": "http", "scheme": "none"},
        {"schemes": [], "type": "bearer"}, {"schemes": [], "required": true}, {"required": true},
        {"required": false}, {"required": "false"}, {"name": "bearer"}, {"anyOf": [{"bearer": []}]},
    ]);
    let values = values.as_array().unwrap();
    let fields = ["securityRequirements", "security_requirements", "security", "authentication"];
    let schemes = json!({"bearer": {"httpAuthSecurityScheme": {"scheme": "Bearer"}}});
    // Every value by itself, in a list, and beside each value in another field that asks for nothing.
    let beside = [json!({}), json!({"securityRequirements": [{}]}), json!({"security": []})];
    for (value, field) in values.iter().flat_map(|value| fields.map(|field| (value, field))) {
        for value in [value.clone(), json!([value])] {
            for others in &beside {
                let mut stated = others.clone();
                stated[field] = value.clone();
                for card in [
                    card_with(&stated, &json!({})),
                    card_with(&json!({}), &stated),
                    card_with(&json!({"securitySchemes": schemes, "security": [{"bearer": []}]}), &stated),
                ] {
                    for intent in intents(&card) {
                        assert_eq!(lost(&card, json!({}), &intent), None, "{stated}\n{card} {intent}");
                    }
                }
            }
        }
    }
}

#[test]
fn whatever_stands_in_place_of_schemes_is_not_passed_over() {
    let values = json!([null, true, false, 7, "", "none", "bearer", [], ["none"], [null], ["bearer"], [{}], {}, {"a": 1}]);
    for value in values.as_array().unwrap() {
        for field in ["securitySchemes", "security_schemes"] {
            let card = card_with(&json!({field: value}), &json!({}));
            for intent in intents(&card) {
                assert_eq!(lost(&card, json!({}), &intent), None, "{card} {intent}");
            }
        }
    }
}

#[test]
fn a_key_that_stands_twice_opens_no_card() {
    let closed = r#"[{"schemes": {"bearer": {"list": []}}}]"#;
    for field in ["securityRequirements", "security", "authentication"] {
        for open in
            ["[]", "[{}]", "{}", r#"[{"schemes": {}}]"#, r#"{"required": false}"#, r#""none""#, "null"]
        {
            for (first, last) in [(closed, open), (open, closed)] {
                let card = card_with(&json!({}), &json!({})).to_string();
                let card =
                    format!("{}, \"{field}\": {first}, \"{field}\": {last}}}", card.trim_end_matches('}'));
                let (card, profile) = (read_card(&card).unwrap(), read_profile("{}").unwrap());
                let outcome = negotiate(&card, &profile, &Intent::default(), &Options::default());
                assert!(!passes(&outcome, StepId::Credentials), "{field} {first} {last}");
            }
        }
    }
}

/// Whether something among a card's extensions is said to be required, whatever its shape.
fn requires_an_extension(value: &Value) -> bool {
    match value {
        Value::Array(elements) => elements.iter().any(requires_an_extension),
        Value::Object(members) => members.iter().any(|(key, value)| {
            let says_no = value.as_str().is_some_and(|word| word.eq_ignore_ascii_case("false"));
            let is_required = key == "required" && !says_no && !value.is_null() && *value != json!(false);
            is_required || (key != "params" && requires_an_extension(value))
        }),
        _ => false,
    }
}

#[test]
fn whatever_stands_in_place_of_extensions_no_requirement_vanishes() {
    const URI: &str = "https://example.com/ext/citations/v1";
    let required = json!([true, false, null, "true", "false", "False", "TRUE", "yes", "", 1, 0, [], {}, {"always": true}]);
    for required in required.as_array().unwrap() {
        let whole = json!({"uri": URI, "required": required});
        for one in [
            whole.clone(),
            json!({"required": required}),
            json!({"uri": null, "required": required}),
            json!({"uri": 7, "required": required}),
            json!({"uri": "", "required": required}),
            json!({URI: {"required": required}}),
            json!([whole]),
            json!([{"uri": URI}, whole]),
            json!([[whole]]),
        ] {
            for extensions in [one.clone(), json!([one]), json!({"list": one})] {
                let card = card_with(&json!({"capabilities": {"extensions": extensions}}), &json!({}));
                let outcome = without_credentials(&card, json!({"extensions": [""]}), &json!({}));
                let vanishes = requires_an_extension(&extensions) && passes(&outcome, StepId::Extensions);
                assert!(!vanishes, "{extensions}");
            }
        }
    }
}

/// A card that says something about security, with mutations of what it says there.
fn card_with_mutated_security() -> impl Strategy<Value = Value> {
    const FIELDS: [&str; 4] = ["security", "securityRequirements", "securitySchemes", "authentication"];
    let says =
        |card: &&Value| FIELDS.iter().any(|field| card.get(field).is_some_and(|value| !value.is_null()));
    let cards: Vec<Value> = FOUND.iter().filter(says).cloned().collect();
    let mutations = vec((select(&FIELDS[..]), mutation()), 1..4);
    (select(cards), mutations, any::<bool>()).prop_map(|(mut card, mutations, to_skill)| {
        let requirements = FIELDS[..2].iter().find_map(|field| Some((field, card.get(field)?.clone())));
        if let (true, Some((field, value)), Some(Value::Object(skill))) =
            (to_skill, requirements, card.pointer_mut("/skills/0"))
        {
            skill.insert((*field).to_owned(), value);
            card[*field] = json!([]);
        }
        for (field, mutation) in mutations {
            let place = if to_skill && card["skills"][0].get(field).is_some() { "/skills/0/" } else { "/" };
            if let Some(value) = card.pointer_mut(&format!("{place}{field}")) {
                mutation.apply(value);
            }
        }
        card
    })
}

proptest! {
    #![proptest_config(config(5_000))]

    #[test]
    fn security_is_never_lost(
        card in prop_oneof![1 => card(), 2 => mutated_card(0..5), 6 => card_with_mutated_security()],
        profile in profile(), intent in intent(), at_skill: bool,
    ) {
        let mut intent = intent;
        let skill = card["skills"][0]["id"].as_str().filter(|_| at_skill);
        match (skill, intent.as_object_mut()) {
            (Some(skill), _) => intent["skill"] = json!(skill),
            (None, Some(members)) => _ = members.remove("skill"),
            (None, None) => {}
        }
        prop_assert_eq!(lost(&card, profile, &intent), None);
    }
}

proptest! {
    #![proptest_config(config(1_000))]

    #[test]
    fn migrating_opens_no_card(
        card in prop_oneof![1 => mutated_card(0..5), 3 => card_with_mutated_security()], intent in intent(),
    ) {
        let Some(migrated) = migrate_card(&card.to_string()).unwrap().card else { return Ok(()) };
        let migrated = serde_json::from_str(&migrated.to_string()).unwrap();
        let (before, after) = [&card, &migrated].map(|card| without_credentials(card, json!({}), &intent)).into();
        for id in [StepId::Credentials, StepId::Extensions] {
            prop_assert!(passes(&before, id) || !passes(&after, id), "{}: {migrated}", id.as_str());
        }
    }

    #[test]
    fn no_value_in_place_of_requirements_opens_a_card(value in any_json(), field in select(&["security", "securityRequirements", "authentication"][..]), at_skill: bool) {
        let stated = json!({field: value});
        let card = if at_skill { card_with(&json!({}), &stated) } else { card_with(&stated, &json!({})) };
        for intent in intents(&card) {
            prop_assert_eq!(lost(&card, json!({}), &intent), None);
        }
    }
}
