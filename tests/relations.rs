//! Relations between negotiations: what is written otherwise and means the same is decided the same.
//!
//! `LAWS_TIMES=20` tries each relation twenty times as often.

#![expect(clippy::unwrap_used, reason = "what cannot be read here is a mistake of the test")]

#[path = "support/generate.rs"]
#[expect(dead_code, reason = "not all that is generated is for these tests")]
mod generate;

use a2a_negotiator::{
    CardReading, ChangeClass, Intent, LockOptions, Options, Outcome, PlanEffect, RejectionCode, diff_cards,
    lock_card, negotiate, rank, read_card, read_intent, read_options, read_profile,
};
use generate::{card, config, intent, profile};
use proptest::prelude::*;
use serde_json::{Map, Value, json};

fn read(card: &Value) -> CardReading {
    read_card(&card.to_string()).unwrap()
}

fn negotiated(card: &Value, profile: &Value, intent: &Value) -> Outcome {
    let profile = read_profile(&profile.to_string()).unwrap();
    let intent = read_intent(&intent.to_string()).unwrap();
    negotiate(&read(card), &profile, &intent, &Options { fixes: false, ..Options::default() })
}

/// What an outcome decides, whatever the order of what has none.
fn decided(outcome: &Outcome) -> Value {
    let mut plan = json!(outcome.plan());
    for list in ["credentials", "extensions", "inputModes"] {
        if let Some(entries) = plan[list].as_array_mut() {
            entries.sort_by_key(Value::to_string);
        }
    }
    if let Some(members) = plan.as_object_mut() {
        // The extensions stand in their header in the card's order.
        members.shift_remove("headers");
    }
    let refused = outcome.rejection().map(|rejection| rejection.code.as_str());
    let steps: Vec<_> = outcome.steps.iter().map(|step| json!([step.id, step.status])).collect();
    let mut degradations: Vec<&str> = outcome.degradations.iter().map(|one| one.code.as_str()).collect();
    degradations.sort_unstable();
    json!([outcome.decision().as_str(), plan, refused, steps, degradations])
}

/// What stands before every name that was given anew.
const NEW: &str = "renamed-";

fn renamed(name: &str) -> String {
    [NEW, name].concat()
}

/// An object whose keys are names.
fn with_renamed_keys(object: &Value) -> Value {
    let members = object.as_object().into_iter().flatten();
    members.map(|(name, value)| (renamed(name), value.clone())).collect::<Map<_, _>>().into()
}

/// Renames every skill and every scheme, where they are defined and where they are named.
fn rename(card: &mut Value, profile: &mut Value, intent: &mut Value) {
    card["securitySchemes"] = with_renamed_keys(&card["securitySchemes"]);
    if let Some(name) = card.pointer_mut("/capabilities/pushNotifications/securityScheme") {
        *name = renamed(name.as_str().unwrap()).into();
    }
    for place in ["", "/skills/0"] {
        let object = card.pointer_mut(place).unwrap();
        for field in ["securityRequirements", "security"] {
            for alternative in object.get_mut(field).and_then(Value::as_array_mut).into_iter().flatten() {
                match alternative.get_mut("schemes") {
                    Some(schemes) => *schemes = with_renamed_keys(schemes),
                    None => *alternative = with_renamed_keys(alternative),
                }
            }
        }
    }
    card["skills"][0]["id"] = renamed("search").into();
    for held in profile["credentials"].as_array_mut().unwrap() {
        let name = if held.is_string() { Some(held) } else { held.get_mut("name") };
        if let Some(name) = name {
            *name = renamed(name.as_str().unwrap()).into();
        }
    }
    if let Some(skill) = intent.get_mut("skill") {
        *skill = renamed(skill.as_str().unwrap()).into();
    }
}

/// The same document with the members of every object in the opposite order.
fn with_members_reversed(value: &Value) -> Value {
    match value {
        Value::Array(elements) => elements.iter().map(with_members_reversed).collect(),
        Value::Object(members) => {
            let reversed = members.iter().rev();
            let members: Map<_, _> =
                reversed.map(|(name, value)| (name.clone(), with_members_reversed(value))).collect();
            members.into()
        }
        other => other.clone(),
    }
}

/// A card of 1.0 whose interfaces all speak 0.3, as a card of 0.3.
fn in_the_shape_of_0_3(card: &Value) -> Value {
    let mut older = card.clone();
    let members = older.as_object_mut().unwrap();
    let interfaces = members.shift_remove("supportedInterfaces").unwrap();
    let interfaces = interfaces.as_array().unwrap();
    members.insert("protocolVersion".into(), json!("0.3.0"));
    members.insert("url".into(), interfaces[0]["url"].clone());
    members.insert("preferredTransport".into(), interfaces[0]["protocolBinding"].clone());
    let entry = |one: &Value| json!({"url": one["url"], "transport": one["protocolBinding"]});
    members.insert("additionalInterfaces".into(), interfaces.iter().map(entry).collect());
    let schemes = json!({
        "bearer": {"type": "http", "scheme": "Bearer"}, "key": {"type": "apiKey", "in": "cookie", "name": "sid"},
        "oauth": {"type": "oauth2", "flows": {}}, "certificate": {"type": "mutualTLS"},
    });
    members.insert("securitySchemes".into(), schemes);
    let capabilities = members["capabilities"].as_object_mut().unwrap();
    let extended = capabilities.shift_remove("extendedAgentCard").unwrap();
    members.insert("supportsAuthenticatedExtendedCard".into(), extended);
    for place in ["", "/skills/0"] {
        let object = older.pointer_mut(place).and_then(Value::as_object_mut).unwrap();
        let Some(requirements) = object.shift_remove("securityRequirements") else { continue };
        let plain = requirements.as_array().unwrap().iter().map(|alternative| {
            let schemes = alternative["schemes"].as_object().unwrap().iter();
            let plain = schemes.map(|(name, scopes)| (name.clone(), scopes["list"].clone()));
            Value::Object(plain.collect())
        });
        object.insert("security".into(), plain.collect());
    }
    older
}

/// One change of a card.
fn changed(card: &Value, change: usize) -> Value {
    let mut card = card.clone();
    match change {
        0 => card["capabilities"]["streaming"] = json!(card["capabilities"]["streaming"] == false),
        1 => {
            if let Some(extension) = card.pointer_mut("/capabilities/extensions/0") {
                extension["params"] = json!({"network": "other"});
            }
        }
        2 => {
            let url =
                ["/supportedInterfaces/0/url", "/url"].into_iter().find(|at| card.pointer(at).is_some());
            *card.pointer_mut(url.unwrap()).unwrap() = json!("https://c.example.com/a2a");
        }
        3 => card["securityRequirements"] = json!([]),
        4 => card["defaultOutputModes"] = json!(["text/plain"]),
        5 => card["securitySchemes"]["bearer"] = json!({"httpAuthSecurityScheme": {"scheme": "Basic"}}),
        6 => card["skills"] = json!([]),
        _ => card["name"] = json!("Another name"),
    }
    card
}

proptest! {
    #![proptest_config(config(300))]

    #[test]
    fn names_mean_nothing(card in card(), profile in profile(), intent in intent()) {
        let outcome = decided(&negotiated(&card, &profile, &intent));
        let (mut card, mut profile, mut intent) = (card, profile, intent);
        rename(&mut card, &mut profile, &mut intent);
        let after = negotiated(&card, &profile, &intent);
        let after = decided(&after).to_string().replace(NEW, "");
        prop_assert_eq!(after, outcome.to_string());
    }

    #[test]
    fn what_has_no_order_may_stand_in_any(card in card(), profile in profile(), intent in intent()) {
        let outcome = decided(&negotiated(&card, &profile, &intent));
        let other = json!({"id": "other", "name": "Other", "description": "Generated", "tags": []});
        let mut reordered = with_members_reversed(&card);
        reordered["skills"].as_array_mut().unwrap().insert(0, other);
        reordered["capabilities"]["extensions"].as_array_mut().unwrap().reverse();
        prop_assert_eq!(decided(&negotiated(&reordered, &with_members_reversed(&profile), &intent)), outcome);
    }

    #[test]
    fn a_card_of_0_3_and_its_twin_of_1_0_correspond(card in card(), profile in profile(), intent in intent()) {
        let mut newer = card;
        let Some(Value::Array(interfaces)) = newer.get_mut("supportedInterfaces") else { return Ok(()) };
        for interface in interfaces {
            interface["protocolVersion"] = json!("0.3");
        }
        let older = in_the_shape_of_0_3(&newer);
        prop_assert_eq!(
            decided(&negotiated(&older, &profile, &intent)), decided(&negotiated(&newer, &profile, &intent)), "{}", older
        );
    }

    #[test]
    fn what_a_lock_refuses_a_comparison_shows(
        old in card(), other in card(), change in 0..12_usize, profile in profile(), at_skill: bool,
    ) {
        let new = if change < 9 { changed(&old, change) } else { other };
        let reading = read_profile(&profile.to_string()).unwrap();
        let intent = if at_skill { Intent::for_skill("search") } else { Intent::default() };
        let lock = json!({ "lock": lock_card(&read(&old), &reading, &LockOptions::default()), "fixes": false });
        let held = negotiate(&read(&new), &reading, &intent, &read_options(&lock.to_string()).unwrap());
        let found = diff_cards(&read(&old), &read(&new), Some((&reading, &intent)));
        let effect = found.skills.iter().flatten().find(|one| one.skill == intent.skill).map(|one| one.effect);
        let is_held_back = held.rejection().is_some_and(|one| one.code == RejectionCode::LockViolation);
        prop_assert!(!is_held_back || effect.is_some_and(|effect| effect != PlanEffect::Same), "{:?}", held.rejection());
        prop_assert!(!is_held_back || found.class > ChangeClass::Cosmetic);
        let keeps = matches!(effect, Some(PlanEffect::Other | PlanEffect::Degraded | PlanEffect::Accepted));
        prop_assert!(!keeps || is_held_back, "{:?}", found.skills);
    }

    #[test]
    fn who_is_ranked_is_who_is_accepted(cards in prop::collection::vec(card(), 1..6), profile in profile(), intent in intent()) {
        let texts: Vec<String> = cards.iter().map(Value::to_string).collect();
        let reading = read_profile(&profile.to_string()).unwrap();
        let wanted = read_intent(&intent.to_string()).unwrap();
        let ranked = rank(texts.iter().map(String::as_str), &reading, &wanted, None);
        let mut plans: Vec<_> = ranked.ranked.iter().map(|one| (one.index, json!(one.agent.plan))).collect();
        plans.sort_by_key(|(index, _)| *index);
        let outcomes = cards.iter().map(|card| negotiated(card, &profile, &intent)).enumerate();
        let accepted: Vec<_> =
            outcomes.filter_map(|(index, outcome)| Some((index, json!(outcome.plan()?)))).collect();
        prop_assert_eq!(plans, accepted);
    }
}
