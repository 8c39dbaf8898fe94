//! What is looked for in a document is not looked for again and again: the work grows with the size of a
//! document, and not with its square.
//!
//! Work cannot be counted from outside without a clock, and a clock says little on a machine that does other
//! things as well. So there are documents of a quarter of a megabyte and more, each of which asks for the square
//! of ten thousand or more where it is read in the plain way: minutes for all, where they together take seconds.
//! Whoever makes it so again waits for these tests. What is told about them is bounded too, which can be counted.

#![expect(clippy::unwrap_used, reason = "what cannot be read here is a mistake of the test")]

#[path = "support/hostile.rs"]
mod hostile;

use std::fmt::Write as _;

use a2a_negotiator::limits::{MAX_ENTRIES, MAX_FINDINGS, MAX_INTERFACES, MAX_OUTCOME_BYTES, MAX_TEXT_BYTES};
use a2a_negotiator::{
    CallPlan, InputErrorCode, Intent, Options, RecoveryContext, build_request, check_negotiable,
    explain_json, locate_all, migrate_card, negotiate, read_card, read_failure, read_history, read_profile,
    recover,
};

use hostile::Hostile;

/// Everything that can be done with a card and a client.
fn do_everything(Hostile { name, card, profile, skill }: &Hostile) {
    assert!(card.len() <= MAX_TEXT_BYTES && profile.len() <= MAX_TEXT_BYTES, "{name}");
    let (reading, profile) = match (read_card(card), read_profile(profile)) {
        (Ok(reading), Ok(profile)) => (reading, profile),
        (card, profile) => {
            let error = card.err().or(profile.err()).unwrap();
            assert!(error.code == InputErrorCode::TooMany && name.starts_with("too many"), "{name}: {error}");
            return;
        }
    };
    assert!(!name.starts_with("too many"), "{name}");
    let findings = &reading.findings;
    assert!(findings.len() <= MAX_FINDINGS * 10, "{name}");
    let told: usize = findings.iter().map(|found| found.pointer.as_str().len() + found.message.len()).sum();
    assert!(told < 2 * MAX_TEXT_BYTES, "{name}: {told}");
    let pointers: Vec<&str> = findings.iter().map(|finding| finding.pointer.as_str()).collect();
    assert_eq!(locate_all(card, &pointers).len(), pointers.len(), "{name}");

    assert!(migrate_card(card).unwrap().card.is_some(), "{name}");
    let _ = check_negotiable(&reading, &profile);
    let intent = skill.map_or_else(Intent::default, Intent::for_skill);
    let outcome = negotiate(&reading, &profile, &intent, &Options::default());
    let text = a2a_json::to_text(&outcome).unwrap();
    assert!(text.len() < MAX_OUTCOME_BYTES, "{name}: {} bytes", text.len());
    let explained = explain_json(&text).unwrap();
    assert!(explained.len() < MAX_OUTCOME_BYTES, "{name}: {} bytes", explained.len());
}

/// A plan of a card that has nothing odd about it.
fn plan() -> CallPlan {
    let card = read_card(
        r#"{"name": "a", "supportedInterfaces": [{"url": "https://a.example/", "protocolBinding": "JSONRPC", "protocolVersion": "1.0"}], "skills": []}"#,
    )
    .unwrap();
    let profile = read_profile(r#"{"accepts": ["text/plain"], "sends": ["text/plain"]}"#).unwrap();
    negotiate(&card, &profile, &Intent::default(), &Options::default()).plan().unwrap().clone()
}

#[test]
fn pointers_into_one_long_line() {
    let text = format!("[{}0]", "[\"é\"],".repeat(100_000));
    let pointers: Vec<String> = (0..100_000).map(|index| format!("/{index}/0")).collect();
    let found = locate_all(&text, &pointers);
    assert!(found.iter().enumerate().all(|(index, place)| {
        place.is_some_and(|place| place.start.line == 1 && place.start.column == 6 * index + 3)
    }));
}

#[test]
fn what_a_server_says() {
    let interfaces = (1..MAX_INTERFACES).fold(String::new(), |mut text, index| {
        let _ = write!(
            text,
            r#"{{"url": "https://a.example/{index}", "protocolBinding": "JSONRPC", "protocolVersion": "0.{index}"}},"#
        );
        text
    });
    let card = read_card(&format!(
        r#"{{"name": "a", "supportedInterfaces": [{interfaces} {{"url": "https://a.example/", "protocolBinding": "JSONRPC", "protocolVersion": "1.0"}}], "skills": []}}"#
    ))
    .unwrap();
    let profile =
        read_profile(r#"{"accepts": ["text/plain"], "sends": ["text/plain"], "versions": ["1.0", "0.3"]}"#)
            .unwrap();
    let history = read_history("[]").unwrap();
    let context = RecoveryContext {
        history: &history,
        card: Some(&card),
        profile: Some(&profile),
        intent: None,
        lock: None,
    };
    let versions = (0..50_000).map(|index| format!(r#""7.{index}""#)).collect::<Vec<_>>().join(",");
    let reasons =
        (0..100_000).map(|index| format!(r#"{{"reason": "R{index}"}}"#)).collect::<Vec<_>>().join(",");
    let events = "data:{}\n\n".repeat(50_000);
    for failure in [
        format!(r#"{{"jsonrpc": {{"code": -32009, "data": {{"supportedVersions": ["0.3", {versions}]}}}}}}"#),
        format!(r#"{{"jsonrpc": {{"code": -32000, "data": [{reasons}]}}}}"#),
        serde_json::json!({"http": {"status": 500, "body": events}}).to_string(),
        serde_json::json!({"http": {"status": 500, "body": "\n".repeat(500_000)}}).to_string(),
        serde_json::json!({"http": {"status": 403, "headers": {"www-authenticate": "a=b, ".repeat(100_000)}}}).to_string(),
    ] {
        let failure = read_failure(&failure).unwrap();
        let action = recover(&plan(), &failure, &context);
        assert!(action.reason.len() < 2_000, "{}", action.reason);
    }
}

#[test]
fn messages_that_are_sent() {
    let long_key = "k".repeat(500_000);
    let parts = r#"{"text": "a", "mediaType": "a/b"},"#.repeat(10_000);
    let data = r#""X-A2A-Extensions","#.repeat(20_000);
    for message in [
        format!(r#"{{"messageId": "m", "parts": [{parts} {{"text": ""}}]}}"#),
        format!(r#"{{"messageId": "m", "parts": [{{"data": {{"{long_key}": [{data} 0]}}}}]}}"#),
    ] {
        let findings = build_request(&plan(), &message, "{}").unwrap().findings;
        assert!(findings.len() <= MAX_FINDINGS + 1);
        let last = findings.last().unwrap();
        assert!(last.message.ends_with(" more findings are not listed; mend those that are, and look again"));
    }
}

#[test]
fn lists_of_our_own_documents() {
    let entries = vec!["\"a\""; MAX_ENTRIES + 1].join(",");
    let error = read_profile(&format!(r#"{{"accepts": [{entries}]}}"#)).unwrap_err();
    assert_eq!(error.code, InputErrorCode::TooMany);
    assert_eq!(
        error.to_string(),
        "`/accepts` of the profile is too long: it has 251 entries, and at most 250 are read, at line 1 column 13; leave out what is not needed"
    );
    assert!(read_profile(&format!(r#"{{"accepts": [{}]}}"#, entries.split_once(',').unwrap().1)).is_ok());
}

#[test]
fn cards_and_profiles() {
    for hostile in hostile::all() {
        do_everything(&hostile);
    }
}
