//! What is done about failures: the cases under `tests/recovery`, and that no sequence of failures makes a client
//! try for ever, take a second other plan, or send a message twice.

#![expect(clippy::unwrap_used, reason = "what cannot be read here is a mistake of the test")]

#[path = "support/driver.rs"]
mod driver;
#[path = "support/generate.rs"]
mod generate;
#[path = "support/json_files.rs"]
mod json_files;
#[path = "support/partial.rs"]
mod partial;
#[path = "support/recovery_cases.rs"]
mod recovery_cases;

use std::collections::BTreeSet;
use std::error::Error;
use std::fmt::Write as _;
use std::sync::Arc;

use a2a_negotiator::{
    Action, ActionKind, Failure, FailureKind, History, Intent, LockOptions, Options, RecoveryContext,
    lock_card, negotiate, read_card, read_failure, read_intent, read_plan, read_profile, recover,
};
use driver::{Driver, Mishap};
use generate::{any_json, card, config, intent, profile};
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;
use serde_json::{Value, json};

#[test]
fn every_failure_has_the_action_that_its_case_expects() -> Result<(), Box<dyn Error>> {
    let cases = recovery_cases::read()?;
    let mut list = String::new();
    for (case, expect) in &cases {
        let mut differences = Vec::new();
        let mut compare = |expect: &Value, found| partial::compare(expect, &found, "", &mut differences);
        match (expect.get("misuse"), case.action()) {
            (None, Ok(action)) => compare(expect, serde_json::to_value(action)?),
            (Some(misuse), Err(error)) => compare(misuse, serde_json::to_value(error)?),
            (None, Err(error)) => differences.push(format!("it cannot be read: {error}")),
            (Some(_), Ok(action)) => differences.push(format!("it was read: {}", action.reason)),
        }
        for difference in differences {
            writeln!(list, "{}: {difference}", case.name)?;
        }
    }
    assert!(list.is_empty(), "\n{list}");
    assert!(cases.len() > 250, "only {} forms of failures were found", cases.len());
    Ok(())
}

#[test]
fn every_failure_that_ends_a_message_without_an_answer_says_that_it_may_have_been_taken()
-> Result<(), Box<dyn Error>> {
    let mut both = BTreeSet::new();
    for (case, _) in recovery_cases::read()? {
        let Ok(action) = case.action() else { continue };
        if action.action == ActionKind::GiveUp {
            let is_message = matches!(
                case.failure["operation"].as_str(),
                None | Some("sendMessage" | "sendStreamingMessage")
            );
            let is_unknown = matches!(action.error, FailureKind::Network | FailureKind::Timeout);
            let says =
                action.reason.ends_with(", and do not send the message again, since it may have been taken");
            assert_eq!(says, is_message && is_unknown, "{}: {}", case.name, action.reason);
            both.insert((is_message, is_unknown));
        }
    }
    assert_eq!(both.len(), 4, "{both:?}");
    Ok(())
}

#[test]
fn every_kind_of_failure_and_every_action_has_a_case() -> Result<(), Box<dyn Error>> {
    let mut failures = BTreeSet::new();
    let mut actions = BTreeSet::new();
    for (case, _) in recovery_cases::read()? {
        if let Ok(action) = case.action() {
            failures.insert(action.error);
            actions.insert(action.action);
        }
    }
    assert_eq!(failures, FailureKind::ALL.iter().copied().collect());
    assert_eq!(actions, ActionKind::ALL.iter().copied().collect());
    Ok(())
}

#[test]
fn nothing_that_a_server_says_is_an_error() {
    let deep = |levels: usize| format!("{}{}", "[".repeat(levels), "]".repeat(levels));
    let large = "x".repeat(6 * 1024 * 1024);
    for said in [
        r#""message": "\ud800""#.to_owned(),
        r#""message": "\udc00\ud800""#.to_owned(),
        r#""\ud800": 1"#.to_owned(),
        format!(r#""data": {}"#, deep(100_000)),
        format!(r#""data": {{"x": {}}}"#, deep(127).replace("[]", r#"["]", {"}": "\"]"}]"#)),
        format!(r#""message": "{large}""#),
        format!(r#""data": [{}1]"#, "1, ".repeat(2 * 1024 * 1024)),
        format!(r#""data": {{"supportedVersions": ["1.0"{}]}}"#, r#", "0.3""#.repeat(100_000)),
    ] {
        for text in [
            format!(r#"{{"jsonrpc": {{{said}, "code": -32009}}}}"#),
            format!(r#"{{"http": {{"status": 500, "body": {{"error": {{{said}, "code": -32009}}}}}}}}"#),
            json!({"http": {"status": 500, "body": format!(r#"{{{said}, "code": -32009}}"#)}}).to_string(),
            json!({"http": {"status": 500, "body": format!("data: {{{said}, \"code\": -32009}}\n\n")}})
                .to_string(),
        ] {
            let failure = read_failure(&text).map_err(|error| error.message);
            let kind = failure.as_ref().map(|failure| failure.kind);
            assert_eq!(kind, Ok(FailureKind::VersionNotSupported), "{}", &text[..200]);
            assert!(failure.is_ok_and(|failure| failure.supported_versions.len() <= 64));
        }
    }
}

#[test]
fn an_error_of_another_shape_is_recognised_by_what_it_says() {
    for (error, kind) in [
        (json!({"message": "x"}), FailureKind::Other),
        (json!({"error": "it failed"}), FailureKind::Other),
        (json!([]), FailureKind::Other),
        (json!({"code": "x", "message": 1}), FailureKind::Other),
        (json!({"message": "Task not found"}), FailureKind::TaskNotFound),
        (json!("TASK_NOT_FOUND"), FailureKind::TaskNotFound),
    ] {
        let failure = read_failure(&json!({ "jsonrpc": error }).to_string());
        assert_eq!(failure.map(|failure| failure.kind).map_err(|error| error.message), Ok(kind), "{error}");
    }
}

/// More actions than this are never needed for one call: each but `renegotiate` and `resubscribe`, which come in two
/// ways, is done at most once.
const MOST_ACTIONS: usize = ActionKind::ALL.len() + 2;

/// The failures that there is most to be done about.
const GOES_ON: [FailureKind; 14] = [
    FailureKind::VersionNotSupported,
    FailureKind::ContentTypeNotSupported,
    FailureKind::ExtensionSupportRequired,
    FailureKind::UnsupportedOperation,
    FailureKind::PushNotificationNotSupported,
    FailureKind::MethodNotFound,
    FailureKind::NotFound,
    FailureKind::MethodNotAllowed,
    FailureKind::Unauthenticated,
    FailureKind::Forbidden,
    FailureKind::TooManyRequests,
    FailureKind::Unavailable,
    FailureKind::StreamCut,
    FailureKind::PushSilent,
];

/// Everything that a server may say, and a little about when.
fn mishap() -> impl Strategy<Value = Mishap> {
    // Most failures end a call at once, which long sequences are not made of.
    let kind = prop_oneof![9 => select(&GOES_ON[..]), 1 => select(FailureKind::ALL)];
    let extensions = vec(select(&["https://example.com/ext/a/v1", "urn:example:b", "urn:other"][..]), 0..2);
    let versions = vec(select(&["1.0", "0.3", "2.0"][..]), 0..3);
    let scopes = vec(select(&["read", "write", "admin"][..]), 0..2);
    let about_the_task = (prop::bool::weighted(0.2), any::<bool>());
    (kind, about_the_task, extensions, versions, scopes, option::of(0_u32..100)).prop_map(
        |(kind, (names_the_task, is_reply), extensions, versions, scopes, wait)| {
            let (code, reason) = (kind.code(), kind.as_str().trim_end_matches("Error"));
            let told = json!({"reason": reason, "supportedVersions": versions, "extensions": extensions});
            let text = match kind {
                FailureKind::StreamCut
                | FailureKind::PushSilent
                | FailureKind::Network
                | FailureKind::Unreachable
                | FailureKind::Timeout => {
                    json!({"transport": kind})
                }
                _ if code != 0 => json!({"jsonrpc": {"code": code, "data": [told]}}),
                _ => json!({"http": {"status": status(kind), "headers": {
                    "retry-after": wait.map(|seconds| seconds.to_string()),
                    "www-authenticate": format!("Bearer scope=\"{}\"", scopes.join(" ")),
                }}}),
            };
            let failure = read_failure(&text.to_string()).unwrap();
            assert_eq!(failure.kind, kind, "{text}");
            Mishap { failure, names_the_task, is_reply }
        },
    )
}

fn status(kind: FailureKind) -> u16 {
    match kind {
        FailureKind::Unauthenticated => 401,
        FailureKind::Forbidden => 403,
        FailureKind::NotFound => 404,
        FailureKind::MethodNotAllowed => 405,
        FailureKind::BadRequest => 400,
        FailureKind::ContentTooLarge => 413,
        FailureKind::TooManyRequests => 429,
        FailureKind::Unavailable => 503,
        _ => 500,
    }
}

/// Card, profile and intent, and which of them the client keeps.
fn call() -> impl Strategy<Value = (Value, Value, Value, [bool; 3])> {
    let card = prop_oneof![card(), plain_card()];
    (card, profile(), intent(), any::<[bool; 3]>(), any::<bool>(), any::<bool>()).prop_map(
        |(card, mut profile, intent, kept, deduplicates, has_everything)| {
            profile["deduplicates"] = json!(deduplicates);
            if has_everything {
                profile["credentials"] = json!(["bearer", "key", "oauth"]);
            }
            (card, profile, intent, kept.map(|kept| kept || deduplicates))
        },
    )
}

/// A card that nearly every client can call, over HTTP+JSON and with a tenant; with two alternatives of
/// credentials or with none.
fn plain_card() -> impl Strategy<Value = Value> {
    (card(), any::<bool>()).prop_map(|(mut card, is_open)| {
        card["supportedInterfaces"] = json!([
            {"url": "https://a.example.com/a2a", "protocolBinding": "HTTP+JSON", "protocolVersion": "1.0", "tenant": "t"},
        ]);
        for place in ["", "/skills/0"] {
            for field in ["security", "securityRequirements"] {
                card.pointer_mut(place).unwrap()[field] = json!([]);
            }
        }
        if !is_open {
            card["securityRequirements"] =
                json!([{"schemes": {"bearer": {"list": []}}}, {"schemes": {"oauth": {"list": []}}}]);
        }
        card
    })
}

/// The interface and the credentials that an agent has moved or changed since are out of reach under a lock.
#[test]
fn no_action_goes_beyond_what_was_reviewed() -> Result<(), Box<dyn Error>> {
    let documents: Value =
        serde_json::from_str(&std::fs::read_to_string(json_files::tests().join("recovery/documents.json"))?)?;
    let card = documents["research"]["card"].to_string();
    let reviewed = read_card(&card)?;
    let moved =
        read_card(&card.replace("https://research.example.com/legacy", "https://elsewhere.example.net/"))?;
    let profile = read_profile(&documents["research"]["profile"].to_string())?;
    let lock = Arc::new(lock_card(&reviewed, &profile, &LockOptions::default()));
    let outcome = negotiate(&reviewed, &profile, &Intent::default(), &Options::default());
    let plan = outcome.plan().ok_or("the documents give no plan")?;

    // The actions against one failure, until there is nothing else to do.
    let actions = |failure: &Failure, card, lock| {
        let mut history = History::default();
        let mut actions = Vec::new();
        loop {
            let context = RecoveryContext {
                history: &history,
                card: Some(card),
                profile: Some(&profile),
                intent: None,
                lock,
            };
            let action = recover(plan, failure, &context);
            history.note(&action);
            let url = action.plan.as_ref().map(|plan| plan.url.clone());
            actions.push((action.action, url));
            if action.action == ActionKind::GiveUp {
                return actions;
            }
        }
    };
    let version = read_failure(
        r#"{"operation": "sendMessage", "jsonrpc": {"code": -32009, "message": "x", "data": {"supportedVersions": ["0.3"]}}}"#,
    )?;
    let to = |url: &str| (ActionKind::Renegotiate, Some(url.to_owned()));
    assert_eq!(actions(&version, &moved, None)[0], to("https://elsewhere.example.net/"));
    assert_eq!(actions(&version, &moved, Some(&lock)), [(ActionKind::GiveUp, None)]);
    assert_eq!(actions(&version, &reviewed, Some(&lock))[0], to("https://research.example.com/legacy"));

    let refused = read_failure(r#"{"operation": "sendMessage", "http": {"status": 401}}"#)?;
    let kinds =
        |lock| actions(&refused, &reviewed, lock).into_iter().map(|(kind, _)| kind).collect::<Vec<_>>();
    assert_eq!(kinds(None), [ActionKind::RefreshCredential, ActionKind::NextCredential, ActionKind::GiveUp]);
    assert_eq!(kinds(Some(&lock)), [ActionKind::RefreshCredential, ActionKind::GiveUp]);

    let more = read_failure(
        r#"{"operation": "sendMessage", "http": {"status": 403, "headers": {"www-authenticate": "Bearer error=\"insufficient_scope\", scope=\"write\""}}}"#,
    )?;
    assert_eq!(actions(&more, &reviewed, None)[0].0, ActionKind::StepUpScopes);
    assert_eq!(actions(&more, &reviewed, Some(&lock)), [(ActionKind::GiveUp, None)]);
    Ok(())
}

proptest! {
    #![proptest_config(config(500))]

    #[test]
    fn no_sequence_of_failures_goes_on_for_ever_or_sends_a_message_twice(
        (card, profile, intent, kept) in call(),
        mishaps in vec(mishap(), 1..6),
    ) {
        let card = read_card(&card.to_string()).unwrap();
        let profile = read_profile(&profile.to_string()).unwrap();
        let intent = read_intent(&intent.to_string()).unwrap();
        let options = Options { trace: false, fixes: false, ..Options::default() };
        let outcome = negotiate(&card, &profile, &intent, &options);
        let Some(plan) = outcome.plan() else { return Err(TestCaseError::reject("there is no plan")) };
        let kept_documents =
            (kept[0].then_some(&card), kept[1].then_some(&profile), kept[2].then_some(&intent));
        let mut driver = Driver::new(plan.clone(), kept_documents);
        for mishap in mishaps.iter().cycle().take(MOST_ACTIONS + 1) {
            if !driver.meet(mishap) {
                break;
            }
        }
        let actions: Vec<_> = driver.actions.iter().map(|action| action.action.as_str()).collect();
        let ended = driver.actions.last().map(|last| last.action);
        prop_assert!(actions.len() <= MOST_ACTIONS, "{actions:?}");
        prop_assert!(
            driver.plans <= 1,
            "the plan changed {} times: {actions:?}", driver.plans
        );
        let recognises = kept[1] && profile.profile.deduplicates;
        prop_assert!(driver.sent_in_doubt <= usize::from(recognises), "{actions:?}");
        for (index, action) in driver.actions.iter().enumerate() {
            if !matches!(action.action, ActionKind::Report | ActionKind::GiveUp) {
                let same = |other: &&Action| other.action == action.action && other.request == action.request;
                let before = driver.actions[..index].iter().filter(same).count();
                prop_assert_eq!(before, 0, "{:?}", &actions);
            }
            prop_assert!(action.plan.is_none() || !matches!(action.action, ActionKind::GiveUp), "{actions:?}");
        }
        prop_assert!(ended.is_some());
    }

    #[test]
    fn whatever_a_server_answers_is_a_failure_with_an_action(body in any_json(), status in any::<u16>(), text in ".{0,40}") {
        let plan = r#"{
            "url": "https://agent.example.com/a2a", "binding": "JSONRPC", "version": "1.0", "credentials": [],
            "inputModes": [], "acceptedOutputModes": ["text/plain"],
            "delivery": {"mode": "poll", "fallbacks": [], "returnImmediately": true},
            "extensions": [], "headers": {"A2A-Version": "1.0"}, "fetchExtendedCard": false
        }"#;
        let context = RecoveryContext { history: &History::default(), card: None, profile: None, intent: None, lock: None };
        for body in [body.clone(), json!(body.to_string()), json!(text), json!(format!("data: {body}\n\n"))] {
            for failure in [
                json!({"http": {"status": status, "headers": {"retry-after": text, "www-authenticate": text}, "body": body}}),
                json!({"jsonrpc": {"code": status, "message": text, "data": body}}),
                json!({"grpc": {"code": text, "message": text, "details": body}}),
            ] {
                let failure = read_failure(&failure.to_string()).unwrap();
                let action = recover(&read_plan(plan).unwrap(), &failure, &context);
                prop_assert!(!action.reason.is_empty());
            }
        }
    }
}
