use a2a_negotiator::{Intent, read_card, read_profile};

use super::*;
use crate::judgement::Read;
use crate::shared::Shared;

/// What a card with interfaces, and a profile, give.
fn judge(interfaces: &str, profile: &str) -> Option<Judgement> {
    let card = format!(
        r#"{{"name": "Agent", "supportedInterfaces": [{interfaces}],
            "capabilities": {{"streaming": true, "pushNotifications": true}},
            "securitySchemes": {{"bearer": {{"httpAuthSecurityScheme": {{"scheme": "bearer"}}}}}},
            "securityRequirements": [{{"schemes": {{"bearer": {{"list": []}}}}}}],
            "skills": [{{"id": "one", "inputModes": ["text/plain"], "outputModes": ["text/plain"]}}]}}"#
    );
    let card = Shared::new(Read { reading: read_card(&card).ok()?, text: card.as_str().into() });
    let profile = Shared::new(Read { reading: read_profile(profile).ok()?, text: profile.into() });
    Some(Judgement::of(&card, &profile, Intent::for_skill("one")))
}

const TWO: &str = r#"{"url": "https://a.example.com/rpc", "protocolBinding": "JSONRPC", "protocolVersion": "1.0"},
    {"url": "https://a.example.com/rest", "protocolBinding": "HTTP+JSON", "protocolVersion": "1.0"}"#;

const PROFILE: &str = r#"{"credentials": ["bearer"], "accepts": ["text/plain"], "sends": ["text/plain"],
    "bindings": ["JSONRPC", "HTTP+JSON", "GRPC"], "versions": ["1.0", "0.3"]}"#;

/// The place of the sample with a title.
fn sample(title: &str, plan: &CallPlan) -> usize {
    SAMPLES.iter().position(|sample| sample.title(plan) == title).unwrap_or(usize::MAX)
}

/// What is done about failures, given by their titles.
fn actions(judgement: &Judgement, titles: &[&str]) -> Vec<Vec<&'static str>> {
    let Some(plan) = judgement.outcome.plan() else { return Vec::new() };
    let failures: Vec<usize> = titles.iter().map(|title| sample(title, plan)).collect();
    let rounds = Trial::of(judgement, plan, &failures).rounds;
    let of_round = |round: &Round| round.actions.iter().map(|action| action.action.as_str()).collect();
    rounds.iter().map(of_round).collect()
}

#[test]
fn a_second_failure_of_the_same_kind_ends_the_call() -> Result<(), &'static str> {
    let judgement = judge(TWO, PROFILE).ok_or("a judgement")?;
    let plan = judgement.outcome.plan().ok_or("a plan")?;
    let index = sample("VersionNotSupportedError", plan);
    let trial = Trial::of(&judgement, plan, &[index, index, index]);
    let [first, second] = trial.rounds.as_slice() else { return Err("two rounds, then the end") };
    let next = first.other_plan().ok_or("another plan")?;
    assert_eq!((plan.binding.as_str(), next.binding.as_str()), ("JSONRPC", "HTTP+JSON"));
    assert_eq!(&second.call.plan, next);
    assert!(trial.next.is_none() && trial.is_degraded());
    assert!(first.failure.starts_with(r#"{"jsonrpc":"#) && second.failure.starts_with(r#"{"http":"#));
    Ok(())
}

#[test]
fn what_fails_next_is_what_the_last_action_does() -> Result<(), &'static str> {
    let judgement = judge(TWO, PROFILE).ok_or("a judgement")?;
    let cut = "nothing more: the stream is cut";
    assert_eq!(
        actions(&judgement, &[cut, cut, cut]),
        [["resubscribe"], ["poll"]],
        "whoever polls has no stream that could be cut"
    );
    assert_eq!(
        actions(&judgement, &["ExtendedAgentCardNotConfiguredError to getExtendedAgentCard", cut]).len(),
        2
    );
    assert_eq!(actions(&judgement, &["429 Too Many Requests", cut]), [["wait"]], "it is handed back");
    Ok(())
}

#[test]
fn a_card_that_is_fetched_again_is_the_same_here() -> Result<(), &'static str> {
    let judgement = judge(TWO, PROFILE).ok_or("a judgement")?;
    assert_eq!(actions(&judgement, &["415 Unsupported Media Type"]), [["refreshCard", "giveUp"]]);

    let profile = PROFILE.replacen('{', r#"{"extensions": ["https://a.example.com/audit"], "#, 1);
    let judgement = judge(TWO, &profile).ok_or("a judgement")?;
    assert_eq!(
        actions(&judgement, &["ExtensionSupportRequiredError"]),
        [["refreshCard", "renegotiate"]],
        "a server requires an extension that the client has, where there is one"
    );
    Ok(())
}

#[test]
fn every_failure_is_recognised_in_every_binding_and_version() -> Result<(), &'static str> {
    for binding in ["JSONRPC", "HTTP+JSON", "GRPC"] {
        for version in ["0.3", "1.0"] {
            let interface = format!(
                r#"{{"url": "https://a.example.com", "protocolBinding": "{binding}", "protocolVersion": "{version}"}}"#
            );
            let judgement = judge(&interface, PROFILE).ok_or("a judgement")?;
            let plan = judgement.outcome.plan().ok_or("a plan")?;
            for (index, sample) in SAMPLES.iter().enumerate() {
                let title = sample.title(plan);
                let trial = Trial::of(&judgement, plan, &[index]);
                let Some(round) = trial.rounds.first() else {
                    let is_push = sample.transport() == Some(FailureKind::PushSilent);
                    assert!(is_push || binding == "GRPC" && title.starts_with('4'), "{title} over {binding}");
                    continue;
                };
                let error = round.actions.first().ok_or("an action")?.error;
                assert_ne!(error, FailureKind::Other, "{title} over {binding} {version}: {}", round.failure);
                if title.contains("Error") {
                    assert!(title.starts_with(error.as_str()), "{title}: {}", round.failure);
                }
            }
        }
    }
    Ok(())
}

#[test]
fn push_can_stay_silent_where_it_was_planned() -> Result<(), &'static str> {
    let profile = PROFILE.replacen(
        '{',
        r#"{"delivery": ["push", "poll"], "push": {"url": "https://client.example.com/hook"}, "#,
        1,
    );
    let judgement = judge(TWO, &profile).ok_or("a judgement")?;
    assert_eq!(judgement.outcome.plan().map(|plan| plan.delivery.mode), Some(DeliveryMode::Push));
    assert_eq!(actions(&judgement, &["no push notification"]), [["poll"]]);
    assert_eq!(actions(&judgement, &["PushNotificationNotSupportedError"]), [["nextDelivery"]]);
    Ok(())
}

#[test]
fn failures_are_json() -> Result<(), &'static str> {
    let judgement = judge(TWO, PROFILE).ok_or("a judgement")?;
    let plan = judgement.outcome.plan().ok_or("a plan")?;
    let trial = Trial::of(&judgement, plan, &[0]);
    let round = trial.rounds.first().ok_or("a round")?;
    assert_eq!(
        round.failure,
        concat!(
            r#"{"jsonrpc":{"code":-32009,"message":"This version is not spoken here","data":[{"#,
            r#""@type":"type.googleapis.com/google.rpc.ErrorInfo","reason":"VERSION_NOT_SUPPORTED","#,
            r#""domain":"a2a-protocol.org"}]},"operation":"sendStreamingMessage"}"#
        )
    );
    Ok(())
}
