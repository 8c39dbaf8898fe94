//! What changed between two cards: the cases under `tests/diffs`, and that no change which refuses a client is
//! ever called less than breaking.

#![expect(clippy::unwrap_used, reason = "what cannot be read here is a mistake of the test")]

#[path = "support/cards.rs"]
mod cards;
#[path = "support/diff_cases.rs"]
mod diff_cases;
#[path = "support/generate.rs"]
mod generate;
#[path = "support/json_files.rs"]
mod json_files;
#[path = "support/merge.rs"]
mod merge;
#[path = "support/mutation.rs"]
mod mutation;
#[path = "support/partial.rs"]
mod partial;

use std::error::Error;

use a2a_negotiator::{
    CardDiff, CardReading, ChangeClass, Decision, FindingCode, InputErrorCode, Intent, Options, PlanEffect,
    diff_cards, migrate_card, negotiate, read_card, read_intent, read_profile,
};
use generate::{any_json, card, config, intent, profile};
use mutation::mutation;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use serde_json::{Value, json};

fn read(card: &Value) -> CardReading {
    read_card(&card.to_string()).unwrap()
}

fn diff(old: &Value, new: &Value) -> CardDiff {
    diff_cards(&read(old), &read(new), None)
}

#[test]
fn every_case_has_the_changes_that_it_expects() -> Result<(), Box<dyn Error>> {
    let cases = diff_cases::read()?;
    assert!(cases.len() > 50, "{} cases", cases.len());
    let mut wrong = Vec::new();
    for case in cases {
        let profile = case.profile.map(|profile| read_profile(&profile.to_string()).unwrap());
        let intent = read_intent(&case.intent.to_string()).unwrap();
        let client = profile.as_ref().map(|profile| (profile, &intent));
        let found = diff_cards(&read(&case.old), &read(&case.new), client);
        partial::compare(&case.expect, &json!(found), &case.name, &mut wrong);
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    Ok(())
}

#[test]
fn what_is_no_card_is_told_by_what_it_looks_like() {
    for (none, inside) in [(json!([]), None), (json!({"agent": {"name": "A", "skills": []}}), Some("/agent"))]
    {
        let reading = read(&none);
        assert_eq!(diff_cards(&reading, &reading, None).changes, []);
        let error = reading.require_card().unwrap_err();
        assert_eq!(error.code, InputErrorCode::NotACard);
        assert!(
            error.message.starts_with("this is not an agent card: it ") && !error.help.is_empty(),
            "{error}"
        );
        assert_eq!(error.pointer.as_ref().map(a2a_negotiator::Pointer::as_str), inside);
    }
    assert!(read(&json!({"name": "A", "skills": []})).require_card().is_ok());
}

#[test]
fn a_card_and_its_migration_say_the_same() {
    let mut compared = 0;
    for card in cards::read().unwrap() {
        let Ok(migration) = migrate_card(&card.text) else { continue };
        let lossless = migration.findings.iter().all(|finding| finding.code != FindingCode::NotCarried);
        let (Some(migrated), true) = (migration.card, lossless) else { continue };
        let old = read_card(&card.text).unwrap();
        let found = diff_cards(&old, &read_card(&migrated.to_string()).unwrap(), None);
        // A signature does not survive, and that is told.
        let others: Vec<_> =
            found.changes.iter().filter(|change| !change.message.contains("signed")).collect();
        assert!(others.is_empty(), "{}: {others:#?}", card.name);
        compared += 1;
    }
    assert!(compared > 40, "only {compared} cards were compared");
}

/// A card, and the same after some mutations or another one.
fn pair() -> impl Strategy<Value = (Value, Value)> {
    let mutated = (card(), vec(mutation(), 1..4)).prop_map(|(card, mutations)| {
        let mut mutated = card.clone();
        for mutation in mutations {
            mutation.apply(&mut mutated);
        }
        (card, mutated)
    });
    prop_oneof![3 => (card(), card()), 2 => mutated]
}

/// A card with one of its parts taken from another, so that there is one change and a client to notice it.
fn nearly_the_same() -> impl Strategy<Value = (Value, Value)> {
    const PARTS: [&str; 10] = [
        "/supportedInterfaces",
        "/capabilities",
        "/capabilities/streaming",
        "/capabilities/pushNotifications",
        "/capabilities/extensions",
        "/securityRequirements",
        "/defaultInputModes",
        "/defaultOutputModes",
        "/skills/0",
        "/resubscribeOnlyOutputModes",
    ];
    (card(), card(), proptest::sample::select(&PARTS[..])).prop_map(|(old, other, part)| {
        let mut new = old.clone();
        if let (Some(place), Some(value)) = (new.pointer_mut(part), other.pointer(part)) {
            *place = value.clone();
        }
        (old, new)
    })
}

fn decision(card: &CardReading, profile: &Value, intent: &Value) -> Decision {
    let profile = read_profile(&profile.to_string()).unwrap();
    let intent = read_intent(&intent.to_string()).unwrap();
    negotiate(card, &profile, &intent, &Options { trace: false, ..Options::default() }).decision()
}

proptest! {
    #![proptest_config(config(200))]

    #[test]
    fn a_card_differs_in_nothing_from_itself(card in card()) {
        prop_assert_eq!(diff(&card, &card).changes, vec![]);
    }

    #[test]
    fn what_has_no_order_may_stand_in_another(card in card(), other in card()) {
        let reversed = |value: &Value| {
            let mut value = value.clone();
            for list in ["/skills", "/capabilities/extensions", "/defaultInputModes", "/defaultOutputModes", "/skills/0/inputModes"] {
                if let Some(Value::Array(list)) = value.pointer_mut(list) {
                    list.reverse();
                }
            }
            value
        };
        prop_assert_eq!(diff(&card, &reversed(&card)).changes, vec![]);
        prop_assert_eq!(diff(&card, &other).class, diff(&reversed(&card), &other).class);
    }

    #[test]
    fn the_same_model_has_no_differences(pair in pair()) {
        let (old, new) = (read(&pair.0), read(&pair.1));
        prop_assume!(old.card.is_some() && old.card == new.card);
        let found = diff_cards(&old, &new, None);
        prop_assert!(found.class <= ChangeClass::Cosmetic, "{found:#?}");
    }

    #[test]
    fn nothing_panics_on_any_json(old in any_json(), new in any_json(), profile in profile(), intent in intent()) {
        let profile = read_profile(&profile.to_string()).unwrap();
        let intent = read_intent(&intent.to_string()).unwrap();
        let found = diff_cards(&read(&old), &read(&new), Some((&profile, &intent)));
        prop_assert!(found.skills.is_some());
    }
}

proptest! {
    #![proptest_config(config(500))]

    #[test]
    fn breaking_is_never_missed(
        pair in prop_oneof![1 => pair(), 3 => nearly_the_same()], clients in vec((profile(), intent()), 8),
    ) {
        let (old, new) = (read(&pair.0), read(&pair.1));
        for (profile, intent) in clients {
            let broken = decision(&old, &profile, &intent) == Decision::Accept
                && decision(&new, &profile, &intent) != Decision::Accept;
            if broken {
                let found = diff_cards(&old, &new, None);
                prop_assert_eq!(found.class, ChangeClass::Breaking, "{}\n{}", profile, intent);
                let (profile, mut intent) = (read_profile(&profile.to_string()).unwrap(), read_intent(&intent.to_string()).unwrap());
                let found = diff_cards(&old, &new, Some((&profile, &intent)));
                prop_assert_eq!(found.class, ChangeClass::Breaking);
                intent = Intent { skill: None, ..intent };
                prop_assert_eq!(diff_cards(&old, &new, Some((&profile, &intent))).class, ChangeClass::Breaking);
            }
        }
    }

    #[test]
    fn a_plan_without_a_change_is_the_same(pair in nearly_the_same(), profile in profile(), intent in intent()) {
        let (old, new) = (read(&pair.0), read(&pair.1));
        let (profile, intent) = (read_profile(&profile.to_string()).unwrap(), read_intent(&intent.to_string()).unwrap());
        let found = diff_cards(&old, &new, Some((&profile, &intent)));
        let touched = found.skills.iter().flatten().any(|skill| skill.effect != PlanEffect::Same);
        if touched {
            prop_assert!(found.class > ChangeClass::Cosmetic);
            let anybody = diff_cards(&old, &new, None);
            prop_assert!(anybody.class > ChangeClass::Cosmetic, "{anybody:#?}\n{found:#?}");
        }
    }
}

#[test]
fn what_is_generated_turns_plans_into_refusals() {
    let mut runner = TestRunner::deterministic();
    let mut broken = 0;
    for _ in 0..500 {
        let ((old, new), profile, intent) =
            (nearly_the_same(), profile(), intent()).new_tree(&mut runner).unwrap().current();
        let was_accepted = decision(&read(&old), &profile, &intent) == Decision::Accept;
        broken += usize::from(was_accepted && decision(&read(&new), &profile, &intent) != Decision::Accept);
    }
    assert!(broken >= 10, "only {broken} of 500");
}
