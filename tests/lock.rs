//! What was reviewed, held against what the card says now. What may change without a review is the table in
//! `tests/locks.json`, which the documentation shows.

#![expect(clippy::unwrap_used, reason = "what cannot be read here is a mistake of the test")]

#[path = "support/generate.rs"]
mod generate;
#[path = "support/merge.rs"]
mod merge;

use std::fs;
use std::path::Path;

use a2a_negotiator::{
    CallPlan, Decision, LockOptions, Lockfile, Options, Outcome, RejectionCode, lock_card, negotiate,
    read_card, read_intent, read_lock_options, read_lockfile, read_options, read_profile,
};
use generate::{any_json, card, config, intent, profile};
use merge::merge;
use proptest::prelude::*;
use serde_json::{Value, json};

fn project() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn lock(card: &Value, profile: &Value, options: &LockOptions) -> Lockfile {
    lock_card(&read_card(&card.to_string()).unwrap(), &read_profile(&profile.to_string()).unwrap(), options)
}

/// Negotiates with a lockfile that was written and read back.
fn held(card: &Value, profile: &Value, intent: &Value, lock: &Lockfile) -> Outcome {
    let options = read_options(&json!({ "lock": lock }).to_string()).unwrap();
    assert_eq!(options.lock.as_deref(), Some(lock));
    outcome(card, profile, intent, &options)
}

fn outcome(card: &Value, profile: &Value, intent: &Value, options: &Options) -> Outcome {
    let card = read_card(&card.to_string()).unwrap();
    let profile = read_profile(&profile.to_string()).unwrap();
    negotiate(&card, &profile, &read_intent(&intent.to_string()).unwrap(), options)
}

#[test]
fn what_may_change_without_a_review_is_what_the_documentation_says() {
    let table: Value =
        serde_json::from_str(&fs::read_to_string(project().join("tests/locks.json")).unwrap()).unwrap();
    let (card, profile) = (&table["card"], &table["profile"]);
    let reviewed = lock(card, profile, &LockOptions::default());
    let mut rows = String::new();
    let mut both = [0, 0];
    for change in table["changes"].as_array().unwrap() {
        let mut changed = card.clone();
        merge(&mut changed, &change["merge"]);
        assert_ne!(&changed, card, "{change}");
        let needs_review = change["review"].as_bool().unwrap();
        let found = held(&changed, profile, &json!({"skill": "market-size"}), &reviewed);
        let refused = found.decision() != Decision::Accept;
        assert_eq!(refused, needs_review, "{change}: {:?}", found.rejection());
        let verdict = if needs_review { "needs a review" } else { "may change" };
        let what = change["what"].as_str().unwrap();
        rows += &["| ", what, " | ", verdict, " |\n"].concat();
        both[usize::from(refused)] += 1;
    }
    assert!(both.iter().all(|count| *count >= 8), "{both:?}");
    let page = fs::read_to_string(project().join("docs/lock-what-was-tested.md")).unwrap();
    assert!(page.contains(&rows), "docs/lock-what-was-tested.md should show:\n{rows}");
}

#[test]
fn the_digest_is_of_what_the_card_says() {
    let digest = |text: &str| {
        let card = read_card(text).unwrap();
        lock_card(&card, &read_profile("{}").unwrap(), &LockOptions::default()).card.sha256
    };
    let one = digest(r#"{"name": "A", "url": "https://a.example", "skills": [], "x": [1.0, 1e2, "é"]}"#);
    assert_eq!(one.len(), 64);
    for same in [
        r#"{"skills":[],"x":[1,100.0,"\u00e9"],"url":"https:\/\/a.example","name":"A"}"#,
        r#"{"skills":[],"x":[1,100,"é"],"url":"https://a.example","name":"A","signatures":[{"protected":"e30","signature":"AA"}]}"#,
    ] {
        assert_eq!(digest(same), one);
    }
    assert_ne!(digest(r#"{"name":"A","skills":[],"url":"https://a.example","x":[1,100,"e"]}"#), one);
    // As `printf '%s' '{"name":"A","skills":[],"url":"https://a.example"}' | sha256sum` says.
    assert_eq!(
        digest(r#"{"url":"https://a.example","name":"A","skills":[]}"#),
        "773aab5b262d66887ab616da216dc8fe39b1aaee908eee2b70cb4946736f0c29"
    );
}

#[test]
fn only_the_skills_that_are_named_are_locked() {
    let card =
        json!({"name": "A", "url": "https://a.example", "skills": [{"id": "b"}, {"id": "a"}, {"id": "c"}]});
    let names = |options: &str| {
        let lock = lock(&card, &json!({}), &read_lock_options(options).unwrap());
        lock.skills.iter().map(|(name, _)| name.to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(names("{}"), ["a", "b", "c"]);
    // What a plan is for, the name of its entry says.
    let card = json!({"name": "A", "url": "https://a.example", "skills": [{"id": "b"}], "preferredTransport": "JSONRPC", "protocolVersion": "0.3.0", "defaultInputModes": ["text/plain"], "defaultOutputModes": ["text/plain"]});
    let plans =
        lock(&card, &json!({"versions": ["0.3"], "accepts": ["text/plain"]}), &LockOptions::default());
    let of_skill = plans.skills.get("b").and_then(|locked| locked.plan.as_ref());
    assert_eq!(of_skill.map(|plan| &plan.skill), Some(&None));
    assert_eq!(names(r#"{"skills": ["c", "b"]}"#), ["b", "c"]);
    assert!(read_lock_options(r#"{"skill": "c"}"#).is_err());
}

#[test]
fn another_interface_is_taken_for_its_reviewed_tenant_alone() {
    let card = |tenant: &str| {
        let interface = |url: &str, tenant: &str| json!({ "url": url, "protocolBinding": "JSONRPC", "protocolVersion": "1.0", "tenant": tenant });
        json!({
            "name": "Agent",
            "supportedInterfaces": [interface("https://a.example/a2a", ""), interface("https://b.example/a2a", tenant)],
            "defaultInputModes": ["text/plain"],
            "defaultOutputModes": ["text/plain"],
        })
    };
    let profile = json!({ "accepts": ["text/plain"] });
    let lock = lock(&card("mine"), &profile, &LockOptions::default());
    let exclude = json!([{ "url": "https://a.example/a2a", "binding": "JSONRPC", "version": "1.0" }]);
    let options = read_options(&json!({ "lock": lock, "exclude": exclude }).to_string()).unwrap();
    let of = |tenant: &str| outcome(&card(tenant), &profile, &json!({}), &options);
    assert_eq!(of("mine").plan().and_then(|plan| plan.tenant.as_deref()), Some("mine"));
    for tenant in ["", "another"] {
        let code = of(tenant).rejection().map(|rejection| rejection.code);
        assert_eq!(code, Some(RejectionCode::LockViolation), "{tenant}");
    }
}

#[test]
fn the_extended_card_that_a_reviewed_plan_asks_for_is_within_the_lock() {
    let card = json!({
        "name": "Agent",
        "supportedInterfaces": [{ "url": "https://a.example/a2a", "protocolBinding": "JSONRPC", "protocolVersion": "1.0" }],
        "capabilities": { "extendedAgentCard": true },
        "defaultInputModes": ["text/plain"],
        "defaultOutputModes": ["text/plain"],
    });
    let profile = json!({ "accepts": ["text/plain"] });
    let lock = lock(&card, &profile, &LockOptions::default());
    for extended in [false, true] {
        let options = read_options(&json!({ "lock": lock, "extended": extended }).to_string()).unwrap();
        let outcome = outcome(&card, &profile, &json!({}), &options);
        assert_eq!(outcome.plan().map(|plan| plan.fetch_extended_card), Some(!extended));
    }
    // A card that offers none any more is to be looked at, unless it is the extended one.
    let mut without = card;
    without["capabilities"] = json!({});
    assert_eq!(held(&without, &profile, &json!({}), &lock).decision(), Decision::Reject);
}

#[test]
fn the_parameters_of_an_extension_that_is_activated_are_reviewed() {
    let of = |extensions: Value| {
        json!({
            "name": "A", "version": "1", "skills": [],
            "supportedInterfaces": [{"url": "https://a.example", "protocolBinding": "JSONRPC", "protocolVersion": "1.0"}],
            "capabilities": {"extensions": extensions},
        })
    };
    let profile =
        json!({"accepts": ["text/plain"], "extensions": ["https://e.example/pay", "https://e.example/none"]});
    let pay = |parameters: Value| json!({"uri": "https://e.example/pay", "params": parameters});
    let reviewed = of(json!([pay(json!({"to": "0xa", "most": 10})), {"uri": "https://e.example/none"}]));
    let locked = lock(&reviewed, &profile, &LockOptions::default());
    let names: Vec<_> = locked.extensions.iter().map(|(uri, digest)| (uri, digest.len())).collect();
    assert_eq!(names, [("https://e.example/pay", 64)]);

    let found = |extensions: Value| held(&of(extensions), &profile, &json!({}), &locked);
    for same in [
        json!([{"uri": "https://e.example/none", "params": {}}, pay(json!({"most": 1e1, "to": "0xa"}))]),
        json!([pay(json!({"to": "0xa", "most": 10})), {"uri": "https://e.example/none"}, {"uri": "https://e.example/other", "params": 1}]),
    ] {
        assert_eq!(found(same.clone()).decision(), Decision::Accept, "{same}");
    }
    for other in [
        json!([pay(json!({"to": "0xb", "most": 10})), {"uri": "https://e.example/none"}]),
        json!([{"uri": "https://e.example/pay"}, {"uri": "https://e.example/none"}]),
        json!([pay(json!({"to": "0xa", "most": 10})), {"uri": "https://e.example/none", "params": 1}]),
        json!([pay(json!({"to": "0xa", "most": 10})), pay(json!({"to": "0xb"})), {"uri": "https://e.example/none"}]),
    ] {
        let outcome = found(other.clone());
        let rejection = outcome.rejection().unwrap();
        assert_eq!(rejection.code, RejectionCode::LockViolation, "{other}");
        assert!(
            rejection.message.contains(": parameters of extensions: `https://e.example/"),
            "{}",
            rejection.message
        );
        assert_eq!(rejection.card_pointers[0].as_str(), "/capabilities");
    }
}

#[test]
fn parameters_are_told_apart_however_they_are_written() {
    let card = |parameters: [&str; 2]| {
        let one = |text: &str| [r#"{"uri": "urn:e", "params": "#, text, "}"].concat();
        let extensions = parameters.map(one).join(",");
        let before = r#"{"name": "A", "skills": [], "supportedInterfaces": [{"url": "https://a.example", "protocolBinding": "JSONRPC", "protocolVersion": "1.0"}], "capabilities": {"extensions": ["#;
        read_card(&[before, &extensions, "]}}"].concat()).unwrap()
    };
    let profile = read_profile(r#"{"accepts": ["text/plain"], "extensions": ["urn:e"]}"#).unwrap();
    let digest = |parameters| {
        let lock = lock_card(&card(parameters), &profile, &LockOptions::default());
        lock.extensions.get("urn:e").cloned()
    };
    assert_ne!(digest(["1", "23"]), digest(["12", "3"]));
    let once = digest([r#"{"to": "0xa"}"#, "{}"]);
    assert_eq!(once, digest([r#"{ "to": "0xa" }"#, "{}"]));
    // Another reader may take the first of two values.
    let twice = digest([r#"{"to": "0xb", "to": "0xa"}"#, "{}"]);
    assert_ne!(once, twice);
    assert_ne!(twice, digest([r#"{"to": "0xc", "to": "0xa"}"#, "{}"]));
}

#[test]
fn a_version_that_was_not_known_when_it_was_reviewed_is_no_other_one() {
    let card = |version: Option<&str>| {
        let interface =
            |url: &str| json!({ "url": url, "protocolBinding": "JSONRPC", "protocolVersion": version });
        json!({
            "name": "Agent",
            "supportedInterfaces": [
                { "url": "https://a.example/a2a", "protocolBinding": "JSONRPC", "protocolVersion": "1.0" },
                interface("https://b.example/a2a"),
            ],
            "skills": [],
        })
    };
    let exclude = json!([{ "url": "https://a.example/a2a", "binding": "JSONRPC", "version": "1.0" }]);
    for (assumed, now, is_reviewed) in
        [("0.3", None, true), ("0.3", Some("0.3"), true), ("0.3", Some("1.0"), false)]
    {
        let profile = json!({ "accepts": ["text/plain"], "assumeVersion": assumed });
        let lock = lock(&card(None), &profile, &LockOptions::default());
        let options = read_options(&json!({ "lock": lock, "exclude": exclude }).to_string()).unwrap();
        let outcome = outcome(&card(now), &profile, &json!({}), &options);
        assert_eq!(outcome.plan().is_some(), is_reviewed, "{now:?}: {:?}", outcome.rejection());
    }
}

#[test]
fn what_readers_of_a_lockfile_could_take_in_two_ways_is_refused() {
    let made = lock(
        &json!({"name": "A", "url": "https://a.example", "skills": []}),
        &json!({}),
        &LockOptions::default(),
    );
    let text = json!(made).to_string();
    assert_eq!(read_lockfile(&text).unwrap(), made);
    // A byte-order mark means the same to everybody.
    assert_eq!(read_lockfile(&["\u{feff}", &text].concat()).unwrap(), made);
    let twice = text.replacen('{', r#"{"skills":{},"#, 1);
    for (broken, said) in [
        (twice.clone(), "a key stands in it twice"),
        (text.replace(r#""lockfileVersion":1,"#, ""), "a lockfile of another version, or of none"),
        (
            text.replace(r#""lockfileVersion":1"#, r#""lockfileVersion":2"#),
            "a lockfile of another version, or of none",
        ),
    ] {
        assert_ne!(broken, text);
        let error = read_lockfile(&broken).unwrap_err();
        assert!(error.message.contains(said), "{}", error.message);
    }
    let options = [r#"{"lock":"#, &twice, "}"].concat();
    assert!(read_options(&options).is_err_and(|error| error.message.contains("twice")));
}

/// The parts of a plan, whatever the order of what has none.
fn essence(plan: &CallPlan) -> Value {
    let mut plan = json!(plan);
    for list in ["inputModes", "extensions"] {
        let texts = plan[list].as_array_mut().unwrap();
        texts.sort_by_key(ToString::to_string);
    }
    let object = plan.as_object_mut().unwrap();
    // Extensions stand in the header in the card's order.
    object.shift_remove("headers");
    object.shift_remove("skill");
    plan
}

proptest! {
    #![proptest_config(config(200))]

    #[test]
    fn a_lock_of_the_same_card_changes_nothing(card in card(), profile in profile(), mut intent in intent()) {
        intent.as_object_mut().unwrap().shift_remove("proven");
        let class = read_intent(&intent.to_string()).unwrap().task_class;
        let lock = lock(&card, &profile, &LockOptions { task_class: class, ..LockOptions::default() });
        let (free, held) = (outcome(&card, &profile, &intent, &Options::default()), held(&card, &profile, &intent, &lock));
        prop_assert_eq!(free.verdict, held.verdict);
        prop_assert_eq!(held.steps.len(), free.steps.len() + 1);
    }

    #[test]
    fn nothing_is_planned_beyond_what_was_reviewed(
        old in card(), new in card(), profile in profile(), of_skill: bool,
    ) {
        let reviewed = lock(&old, &profile, &LockOptions::default());
        let intent = if of_skill { json!({"skill": "search"}) } else { json!({}) };
        let (free, held) = (outcome(&new, &profile, &intent, &Options::default()), held(&new, &profile, &intent, &reviewed));
        let locked = if of_skill { reviewed.skills.get("search") } else { Some(&reviewed.default) };
        let plan = locked.and_then(|locked| locked.plan.as_ref()).map(essence);
        match held.plan() {
            Some(now) => prop_assert_eq!(Some(essence(now)), plan),
            None if free.plan().is_some() => {
                prop_assert_eq!(held.rejection().map(|one| one.code), Some(RejectionCode::LockViolation));
                prop_assert_ne!(free.plan().map(essence), plan);
            }
            None => prop_assert_eq!(held.rejection(), free.rejection()),
        }
    }

    #[test]
    fn nothing_panics_on_what_is_no_card_or_no_lockfile(card in any_json(), lock in any_json(), profile in profile()) {
        let made = self::lock(&card, &profile, &LockOptions::default());
        let read_back = read_options(&json!({ "lock": made }).to_string()).unwrap();
        prop_assert_eq!(read_back.lock.as_deref(), Some(&made));
        let error = read_options(&json!({ "lock": lock }).to_string());
        prop_assert!(lock.is_null() || error.is_err_and(|error| !error.help.is_empty()));
    }
}
