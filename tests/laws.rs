//! Laws that hold for every negotiation, tried on generated documents and on mutated cards that were found.
//!
//! `LAWS_TIMES=20` tries each law twenty times as often.

#![expect(clippy::unwrap_used, reason = "what cannot be read here is a mistake of the test")]

#[path = "support/found.rs"]
mod found;
#[path = "support/generate.rs"]
mod generate;
#[path = "support/json_files.rs"]
mod json_files;
#[path = "support/mutation.rs"]
mod mutation;
#[path = "support/patches.rs"]
mod patches;

use std::collections::BTreeMap;

use a2a_negotiator::{
    Decision, FindingCode, Options, Outcome, Rejection, RejectionCode, StepId, StepStatus, Target,
    check_negotiable, explain, judge, locate_nearest, migrate_card, negotiate, negotiate_text, read_card,
    read_intent, read_profile,
};
use found::{FOUND, mutated_card};
use generate::{any_json, card, config, intent, profile};
use proptest::prelude::*;
use proptest::sample::{Index, select};
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use serde_json::{Value, json};

/// Documents that are negotiated together.
#[derive(Clone, Debug)]
struct Case {
    card: Value,
    profile: Value,
    intent: Value,
}

impl Case {
    fn negotiate(&self, trace: bool, fixes: bool) -> Outcome {
        let card = read_card(&self.card.to_string()).unwrap();
        let profile = read_profile(&self.profile.to_string()).unwrap();
        let intent = read_intent(&self.intent.to_string()).unwrap();
        negotiate(&card, &profile, &intent, &Options { trace, fixes, ..Options::default() })
    }

    fn quickly(&self) -> Outcome {
        self.negotiate(false, false)
    }
}

/// A generated card, or one that was found with a few mutations.
fn any_card() -> impl Strategy<Value = Value> {
    prop_oneof![4 => card(), 1 => mutated_card(0..4)]
}

fn case() -> impl Strategy<Value = Case> {
    (any_card(), profile(), intent()).prop_map(|(card, profile, intent)| Case { card, profile, intent })
}

/// Everything that two outcomes must have in common to be called the same.
fn essence(outcome: &Outcome) -> Value {
    let steps = outcome.steps.iter().map(|step| {
        let statuses: Vec<_> = step.candidates.iter().map(|one| (&one.label, one.status)).collect();
        json!([step.id, step.status, step.rejection.as_ref().map(|rejection| rejection.code), statuses])
    });
    let steps: Vec<Value> = steps.collect();
    let degradations: Vec<&str> = outcome.degradations.iter().map(|one| one.code.as_str()).collect();
    json!({"decision": outcome.decision(), "plan": outcome.plan(), "steps": steps, "degradations": degradations})
}

proptest! {
    #![proptest_config(config(300))]

    #[test]
    fn the_same_input_gives_the_same_bytes(case in case()) {
        let bytes = || serde_json::to_string(&case.negotiate(true, true)).unwrap();
        prop_assert_eq!(bytes(), bytes());
    }

    #[test]
    fn without_a_trace_the_answer_is_the_same(case in case()) {
        let (traced, quick) = (case.negotiate(true, true), case.quickly());
        prop_assert_eq!(traced.plan(), quick.plan());
        prop_assert_eq!(traced.decision(), quick.decision());
        prop_assert_eq!(&traced.degradations, &quick.degradations);
        let refused = |outcome: &Outcome| outcome.rejection().map(|one| Rejection { unfixable: None, ..one.clone() });
        prop_assert_eq!(refused(&traced), refused(&quick));
        prop_assert!(quick.steps.is_empty() && quick.findings.is_empty() && quick.fixes.is_empty());
    }

    #[test]
    fn a_card_read_for_one_call_gives_the_same_answer(case in case()) {
        let text = case.card.to_string();
        let profile = read_profile(&case.profile.to_string()).unwrap();
        let intent = read_intent(&case.intent.to_string()).unwrap();
        for trace in [true, false] {
            let options = Options { trace, ..Options::default() };
            let outcome = negotiate_text(&text, &profile, &intent, &options).unwrap();
            prop_assert_eq!(outcome, case.negotiate(trace, true));
        }
        let judged = serde_json::to_value(judge(&text, &profile, &intent)).unwrap();
        let quick = case.quickly();
        prop_assert_eq!(&judged["decision"], &json!(quick.decision()));
        prop_assert_eq!(&judged["plan"], &json!(quick.plan()));
        prop_assert_eq!(&judged["code"], &json!(quick.rejection().map(|rejection| rejection.code)));
        if quick.plan().is_some() {
            prop_assert_eq!(&judged["degradations"], &json!(quick.degradations));
        }
    }

    #[test]
    fn the_trace_alone_tells_the_decision(case in case()) {
        let outcome = case.negotiate(true, false);
        let trace: Vec<Value> = serde_json::from_value(json!(outcome.steps)).unwrap();
        // A signature is asked for before there is anything to trace.
        prop_assume!(outcome.rejection().is_none_or(|one| one.code != RejectionCode::SignatureRequired));
        let refused = trace.iter().find(|step| step["status"] == "rejected");
        let is_settled = |step: &Value| {
            let candidates = step["candidates"].as_array().unwrap();
            candidates.iter().any(|one| one["label"] == "settlement out of band" && one["status"] == "taken")
        };
        let decision = match refused {
            Some(step) if is_settled(step) => Decision::Escalate,
            Some(_) => Decision::Reject,
            None if trace.iter().any(|step| step["status"] == "notReached") => Decision::Reject,
            None => Decision::Accept,
        };
        prop_assert_eq!(decision, outcome.decision());
        let refused = refused.map(|step| &step["rejection"]);
        // What is no card reaches no step.
        let told = outcome.rejection().filter(|one| one.step != StepId::Card).map(|one| json!(one));
        prop_assert_eq!(refused, told.as_ref());
    }

    #[test]
    fn an_unknown_field_changes_nothing(
        case in case(), name in unknown_name(), value in any_json(), at_skill: bool, first: bool,
    ) {
        let mut changed = case.clone();
        let object = if at_skill { changed.card.pointer_mut("/skills/0") } else { Some(&mut changed.card) };
        let Some(Value::Object(members)) = object else { return Ok(()) };
        prop_assume!(!members.contains_key(&name));
        members.shift_insert(if first { 0 } else { members.len() }, name, value);
        prop_assert_eq!(essence(&changed.negotiate(true, false)), essence(&case.negotiate(true, false)));
    }

    #[test]
    fn an_optional_extension_never_rejects(case in case(), uri in select(&["https://example.com/ext/a/v1", "urn:new"][..]), at: Index) {
        let mut changed = case.clone();
        let offered = changed.card.pointer_mut("/capabilities/extensions");
        let Some(Value::Array(offered)) = offered else { return Ok(()) };
        offered.insert(at.index(offered.len() + 1), json!({"uri": uri}));
        let (before, after) = (case.quickly(), changed.quickly());
        if before.decision() == Decision::Accept {
            prop_assert_eq!(after.decision(), Decision::Accept);
            let without = |outcome: &Outcome| outcome.plan().map(|plan| {
                let mut plan = plan.clone();
                plan.extensions.clear();
                plan.headers.insert(plan.version.extensions_header().to_owned(), String::new());
                plan
            });
            prop_assert_eq!(without(&before), without(&after));
        } else {
            // Though it may resolve what another invariant then decides.
            prop_assert_ne!(after.decision(), Decision::Accept);
        }
    }

    #[test]
    fn a_capability_less_never_turns_a_refusal_into_a_plan(case in case(), taken in select(CAPABILITIES), at: Index) {
        let (field, default) = taken;
        let mut less = case.clone();
        let list = less.profile.as_object_mut().unwrap().entry(field).or_insert_with(|| json!(default));
        let list = list.as_array_mut().unwrap();
        prop_assume!(!list.is_empty());
        list.remove(at.index(list.len()));
        if case.quickly().decision() != Decision::Accept {
            prop_assert_ne!(less.quickly().decision(), Decision::Accept);
        }
    }

    #[test]
    fn a_signature_does_not_outlive_the_card_that_was_signed(mut card in any_card()) {
        let Value::Object(members) = &mut card else { return Ok(()) };
        members.insert("signatures".into(), json!([{"protected": "e30", "signature": "AA"}]));
        let migration = migrate_card(&card.to_string()).unwrap();
        let Some(migrated) = migration.card else { return Ok(()) };
        let migrated = json!(migrated);
        let dropped = migration.findings.iter().any(|finding| finding.code == FindingCode::SignatureDropped);
        prop_assert_eq!(dropped, migrated != card);
        prop_assert_eq!(dropped, migrated.get("signatures").is_none());
    }

    #[test]
    fn a_migration_without_loss_keeps_the_plan(case in case()) {
        let migration = migrate_card(&case.card.to_string()).unwrap();
        let Some(migrated) = migration.card else { return Ok(()) };
        let is_lossless = migration.findings.iter().all(|finding| finding.code != FindingCode::NotCarried);
        if is_lossless {
            let card = serde_json::from_str(&migrated.to_string()).unwrap();
            let after = Case { card, ..case.clone() };
            prop_assert_eq!(essence(&after.negotiate(false, false)), essence(&case.quickly()), "{}", migrated);
        }
    }

    #[test]
    fn every_fix_works(case in case()) {
        let outcome = case.negotiate(true, true);
        for fix in &outcome.fixes {
            let rejection = outcome.rejection().unwrap();
            let mut fixed = case.clone();
            let document = match fix.target {
                Target::Card => &mut fixed.card,
                Target::Profile => &mut fixed.profile,
            };
            patches::apply(document, &fix.patch).unwrap();
            let then = fixed.negotiate(true, false);
            let passes = match then.steps.iter().find(|step| step.id == rejection.step) {
                Some(step) => matches!(step.status, StepStatus::Passed | StepStatus::Skipped),
                None => then.rejection().is_none_or(|then| then.step != rejection.step),
            };
            prop_assert!(passes, "{}: {:?}\n{:?}", fix.message, fix.patch, then.rejection());
        }
    }
}

#[test]
fn what_is_generated_is_accepted_and_refused_at_every_step() {
    let mut runner = TestRunner::deterministic();
    let mut tally: BTreeMap<&str, usize> = BTreeMap::new();
    let (mut refused, mut fixed) = (0, 0);
    for _ in 0..1_000 {
        let outcome = case().new_tree(&mut runner).unwrap().current().negotiate(true, true);
        let result = outcome.rejection().map_or("accept", |rejection| rejection.step.as_str());
        *tally.entry(result).or_default() += 1;
        refused += usize::from(outcome.rejection().is_some());
        fixed += usize::from(!outcome.fixes.is_empty());
    }
    println!("{tally:?}, {fixed} of {refused} refusals with fixes");
    assert!(tally["accept"] >= 100, "{tally:?}");
    for step in StepId::TRACE {
        assert!(tally.get(step.as_str()).is_some_and(|count| *count >= 10), "{}: {tally:?}", step.as_str());
    }
    assert!(fixed * 2 > refused, "{fixed} of {refused}");
}

/// What a client can do, with what holds where its profile is silent.
const CAPABILITIES: &[(&str, &[&str])] = &[
    ("bindings", &["JSONRPC", "HTTP+JSON"]),
    ("versions", &["1.0", "0.3"]),
    ("credentials", &[]),
    ("accepts", &[]),
    ("delivery", &["stream", "push", "poll"]),
    ("extensions", &[]),
];

/// A name that no generation of cards has at the root or at a skill; names that come near are among them.
fn unknown_name() -> impl Strategy<Value = String> {
    let known = [
        "name",
        "description",
        "version",
        "url",
        "provider",
        "iconUrl",
        "documentationUrl",
        "supportedInterfaces",
        "additionalInterfaces",
        "preferredTransport",
        "protocolVersion",
        "capabilities",
        "security",
        "securityRequirements",
        "securitySchemes",
        "authentication",
        "defaultInputModes",
        "defaultOutputModes",
        "skills",
        "signatures",
        "supportsAuthenticatedExtendedCard",
        "supportsExtendedAgentCard",
        "resubscribeOnlyOutputModes",
        "id",
        "tags",
        "examples",
        "inputModes",
        "outputModes",
    ];
    let near = [
        "extensions",
        "protocolVersions",
        "protocol_versions",
        "agent",
        "card",
        "type",
        "transport",
        "streaming",
        "Skills",
        "skill",
        "supportedInterface",
        "defaultInputMode",
        "securityScheme",
        "x-security",
        "scopes",
        "schemes",
        "protocolBinding",
        "tenant",
        "pushNotifications",
        "kind",
        "agents",
        "interfaces",
        "endpoints",
        "",
    ];
    let squeezed = |name: &str| name.replace('_', "").to_lowercase();
    prop_oneof![3 => select(near.to_vec()).prop_map(str::to_owned), 1 => "[a-zA-Z_-]{1,12}"].prop_filter(
        "a field of some generation",
        move |name| {
            let same = |known: &str| {
                if name.contains('_') { squeezed(known) == squeezed(name) } else { known == name }
            };
            !known.into_iter().any(same)
        },
    )
}

proptest! {
    #![proptest_config(config(500))]

    #[test]
    fn nothing_panics_on_any_json(card in any_json(), profile in profile(), intent in intent()) {
        try_everything(&Case { card, profile, intent });
    }

    #[test]
    fn nothing_panics_on_mutated_cards(card in mutated_card(1..6), profile in profile(), intent in intent()) {
        try_everything(&Case { card, profile, intent });
    }

    #[test]
    fn nothing_panics_on_broken_text(card in any::<Index>(), cut in any::<(Index, Index)>(), between in ".{0,4}") {
        let text = card.get(&FOUND).to_string();
        let (start, end) = (cut.0.index(text.len()), cut.1.index(text.len()));
        let (start, end) = (text.floor_char_boundary(start), text.floor_char_boundary(end));
        let text = [&text[..start.min(end)], &between, &text[start.max(end)..]].concat();
        if let Err(error) = read_card(&text) {
            prop_assert!(!error.message.is_empty() && !error.help.is_empty());
            prop_assert!(error.position.is_none_or(|position| position.line >= 1 && position.column >= 1));
        }
    }

    #[test]
    fn nothing_panics_on_what_is_no_profile(profile in any_json(), intent in any_json()) {
        // Refused with an error, or read.
        let _ = (read_profile(&profile.to_string()), read_intent(&intent.to_string()));
    }
}

fn try_everything(case: &Case) {
    let text = case.card.to_string();
    let Ok(reading) = read_card(&text) else { return };
    let outcome = case.negotiate(true, true);
    assert!(!explain(&outcome).is_empty());
    for finding in outcome.findings.iter().filter(|finding| finding.target == Target::Card) {
        assert!(locate_nearest(&text, finding.pointer.as_str()).is_some(), "{}", finding.message);
        assert_eq!(finding.severity, finding.code.severity());
    }
    assert_eq!(reading.card.is_none(), reading.findings.iter().any(|one| one.code == FindingCode::NotACard));
    let profile = read_profile(&case.profile.to_string()).unwrap();
    let _ = check_negotiable(&reading, &profile);
    let _ = migrate_card(&text).unwrap();
}
