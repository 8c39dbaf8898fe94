//! One style for everything that a person reads, over all that the cases and the cards bring forth; and no
//! code without a case that shows it.

#[path = "support/cards.rs"]
mod cards;
#[path = "support/case_files.rs"]
mod case_files;
#[path = "support/json_files.rs"]
mod json_files;
#[path = "support/profiles.rs"]
mod profiles;
#[path = "support/recovery_cases.rs"]
mod recovery_cases;

use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::fmt::Write as _;

use a2a_negotiator::{
    FindingCode, InputError, RejectionCode, check_negotiable, migrate_card, negotiate, read_card,
    read_intent, read_options, read_profile,
};
use serde_json::{Value, json};

/// The members of outcomes and errors that hold what a person reads.
const READ_BY_PEOPLE: [&str; 5] = ["message", "help", "reason", "summary", "unfixable"];

/// What may stand at the start and is written in capitals.
const NAMES: [&str; 6] = ["GRPC", "HTML", "HTTP", "JSON", "JSONRPC", "YAML"];

/// What gives away the language that the library is written in.
const RUST: [&str; 14] = [
    "Some(", "None", "Ok(", "Err(", "struct", "enum", "Vec", "usize", "u64", "i64", "unwrap", "::", "serde",
    "panic",
];

/// The longest message, in characters.
const LONGEST: usize = 400;

/// The codes that no case shows, each with the reason.
const WITHOUT_A_CASE: [(&str, &str); 1] = [(
    "finding signatureDropped",
    "only a migration of an older, signed card says so, for which `laws.rs` has a law",
)];

/// Everything that can be told about a card for a client.
fn told(card: &str, profile: &str, intent: &str, options: &str) -> Result<Value, InputError> {
    let (card_read, profile_read) = (read_card(card)?, read_profile(profile)?);
    let outcome = negotiate(&card_read, &profile_read, &read_intent(intent)?, &read_options(options)?);
    let migration = migrate_card(card)?;
    Ok(json!([outcome, check_negotiable(&card_read, &profile_read), migration.findings]))
}

/// What is wrong with the style of a message.
fn faults(message: &str) -> Vec<String> {
    let mut faults = Vec::new();
    let mut check = |holds: bool, fault: &str| {
        if !holds {
            faults.push(fault.to_owned());
        }
    };
    let first = message.chars().next();
    let word: String = message.chars().take_while(|character| character.is_alphanumeric()).collect();
    check(
        first.is_some_and(|first| first == '`' || first.is_lowercase()) || NAMES.contains(&word.as_str()),
        "it starts neither in lower case nor with code or a name",
    );
    check(!message.ends_with(['.', ';', ',', ':', ' ']), "it ends with a mark");
    check(!message.contains(breaks_a_line), "it is not one line that reads from left to right");
    check(message.chars().count() <= LONGEST, "it is too long");
    check(message.matches('`').count().is_multiple_of(2), "its backticks do not pair");
    // What stands in backticks are the document's words.
    let own: Vec<&str> = message.split('`').step_by(2).collect();
    check(!own.iter().any(|part| part.contains("  ")), "it has two spaces together");
    let own = own.concat();
    for name in RUST {
        let is_word = |(at, _): (usize, &str)| {
            let letter = |text: Option<char>| text.is_some_and(char::is_alphanumeric);
            !letter(own[..at].chars().next_back()) && !letter(own[at + name.len()..].chars().next())
        };
        check(!own.match_indices(name).any(is_word), &format!("it says `{name}`"));
    }
    faults
}

/// Every message in a value, with the member that holds it.
fn messages(value: &Value, found: &mut BTreeMap<String, String>, place: &str) {
    match value {
        Value::Array(elements) => elements.iter().for_each(|element| messages(element, found, place)),
        Value::Object(members) => {
            for (key, member) in members {
                match member {
                    Value::String(text) if READ_BY_PEOPLE.contains(&key.as_str()) => {
                        found.entry(text.clone()).or_insert_with(|| format!("{place}, {key}"));
                    }
                    other => messages(other, found, place),
                }
            }
        }
        _ => {}
    }
}

/// Fails with all messages that have faults, each with the place that it was found at.
fn report(found: &BTreeMap<String, String>) -> Result<(), Box<dyn Error>> {
    let mut list = String::new();
    for (message, place) in found {
        for fault in faults(message) {
            writeln!(list, "{place}: {fault}\n    {message}")?;
        }
    }
    assert!(list.is_empty(), "\n{list}");
    Ok(())
}

#[test]
fn every_message_keeps_the_style() -> Result<(), Box<dyn Error>> {
    let mut found = BTreeMap::new();
    for case in case_files::read()? {
        let told =
            told(&case.card, &case.profile, &case.intent, &case.options).unwrap_or_else(|error| json!(error));
        messages(&told, &mut found, &case.name);
    }
    let clients = profiles::read()?;
    for card in cards::read()? {
        for client in &clients {
            let told = told(&card.text, &client.profile.to_string(), &client.intent.to_string(), "{}")?;
            messages(&told, &mut found, &format!("{} for `{}`", card.name, client.name));
        }
    }
    for (case, _) in recovery_cases::read()? {
        let action = case.action().map_or_else(|error| json!(error), |action| json!(action));
        messages(&action, &mut found, &case.name);
    }
    println!("{} messages", found.len());
    assert!(found.len() > 1_000, "only {} messages were found", found.len());
    report(&found)
}

/// What would end a line, or turn it around, where a message is shown.
fn breaks_a_line(character: char) -> bool {
    character.is_control()
        || matches!(character, '\u{2028}' | '\u{2029}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// A card with something of everything, and what a client may have to match it.
fn documents() -> (Value, Value) {
    let card = json!({
        "name": "Agent", "description": "An agent", "version": "1.0.0", "protocolVersion": "0.3.0",
        "url": "https://a.example.com/", "preferredTransport": "JSONRPC",
        "supportedInterfaces": [
            {"url": "https://a.example.com/", "protocolBinding": "JSONRPC", "protocolVersion": "1.0", "tenant": "t"},
            {"url": "https://b.example.com/", "protocolBinding": "custom", "protocolVersion": "0.3"},
        ],
        "capabilities": {
            "streaming": false, "pushNotifications": {"supported": true, "securityScheme": "tls"},
            "extensions": [{"uri": "urn:needed", "required": true, "description": "needed"}, {"uri": "urn:optional"}],
        },
        "securitySchemes": {"key": {"apiKeySecurityScheme": {"location": "header", "name": "X-Key"}}, "tls": {"mtlsSecurityScheme": {}}},
        "securityRequirements": [{"schemes": {"key": {"list": ["read"]}}}],
        "security": [{"other": []}], "authentication": {"schemes": ["basic"]},
        "defaultInputModes": ["text/plain"], "defaultOutputModes": ["text/plain", "audio/pcm"],
        "resubscribeOnlyOutputModes": ["audio/pcm"],
        "skills": [{"id": "a", "name": "A", "description": "It does", "tags": ["x"], "inputModes": ["text/plain"], "security": [{"key": []}]}, "b"],
    });
    let profile = json!({
        "bindings": ["JSONRPC", "custom"], "versions": ["1.0", "0.3"],
        "credentials": ["key", {"name": "other", "scopes": ["read"]}],
        "accepts": ["text/plain", "audio/pcm"], "sends": ["text/plain"], "liveOnlyInputModes": ["text/plain"],
        "push": {"url": "https://client.example.net/hook"}, "extensions": ["urn:needed"], "cardUrl": "https://a.example.com/card.json",
        "vendorResolutions": {"urn:optional": ["liveInputWithoutStreaming"]},
    });
    (card, profile)
}

/// Copies of a document in each of which one text or one name is another.
fn with_another_text(value: &Value, text: &str) -> Vec<Value> {
    let mut copies = Vec::new();
    match value {
        Value::String(_) => copies.push(json!(text)),
        Value::Array(elements) => {
            for (index, element) in elements.iter().enumerate() {
                for other in with_another_text(element, text) {
                    let mut copy = elements.clone();
                    copy[index] = other;
                    copies.push(copy.into());
                }
            }
        }
        Value::Object(members) => {
            for (key, member) in members {
                for other in with_another_text(member, text) {
                    let mut copy = members.clone();
                    copy[key] = other;
                    copies.push(copy.into());
                }
                let renamed = members.iter().map(|(name, value)| {
                    let name = if name == key { text } else { name };
                    (name.to_owned(), value.clone())
                });
                copies.push(Value::Object(renamed.collect()));
            }
        }
        _ => {}
    }
    copies
}

#[test]
fn no_document_breaks_the_form_of_a_message() -> Result<(), Box<dyn Error>> {
    let long = "long".repeat(1_000);
    let hostile = ["`", "tick`tock", "\n", "line\u{2028}line", "\u{202e}turned", "\u{0}", "", " ", &long];
    let (card, profile) = documents();
    let mut found = BTreeMap::new();
    for text in hostile {
        let of_card = with_another_text(&card, text).into_iter().map(|card| (card, profile.clone()));
        let of_profile = with_another_text(&profile, text).into_iter().map(|profile| (card.clone(), profile));
        for (card, profile) in of_card.chain(of_profile) {
            for intent in [
                json!({"skill": "a", "taskClass": "liveInput"}),
                json!({"skill": text}),
                json!({"sends": [text], "accepts": [text]}),
            ] {
                let told = told(&card.to_string(), &profile.to_string(), &intent.to_string(), "{}");
                let place = format!("{text:?}");
                messages(&told.unwrap_or_else(|error| json!(error)), &mut found, &place);
            }
        }
    }
    report(&found)
}

/// The texts in a failure that an action may repeat.
const REPEATED: [&str; 3] = ["extensionUri", "WWW-Authenticate", "message"];

#[test]
fn no_server_breaks_the_form_of_a_reason() -> Result<(), Box<dyn Error>> {
    let long = "long".repeat(1_000);
    let mut found = BTreeMap::new();
    for (mut case, _) in recovery_cases::read()? {
        for text in ["`", "tick`tock", "\n", "line\u{2028}line", "\u{202e}turned", "", " ", &long] {
            replace_texts(&mut case.failure, text);
            let action = case.action().map_or_else(|error| json!(error), |action| json!(action));
            messages(&action, &mut found, &format!("{} with {text:?}", case.name));
        }
    }
    report(&found)
}

fn replace_texts(value: &mut Value, text: &str) {
    match value {
        Value::Array(elements) => elements.iter_mut().for_each(|element| replace_texts(element, text)),
        Value::Object(members) => {
            for (key, member) in members {
                if member.is_string() && REPEATED.contains(&key.as_str()) {
                    *member = json!(if key == "WWW-Authenticate" {
                        format!("Bearer scope={text}")
                    } else {
                        text.to_owned()
                    });
                } else {
                    replace_texts(member, text);
                }
            }
        }
        _ => {}
    }
}

#[test]
fn every_code_has_a_case() -> Result<(), Box<dyn Error>> {
    let mut shown = BTreeSet::new();
    for case in case_files::read()? {
        let told = told(&case.card, &case.profile, &case.intent, &case.options);
        codes(&told.unwrap_or_default(), &mut shown);
    }
    let rejections = RejectionCode::ALL.iter().map(|code| format!("rejection {}", code.as_str()));
    let findings = FindingCode::ALL.iter().map(|code| format!("finding {}", code.as_str()));
    let missing: BTreeSet<String> = rejections.chain(findings).filter(|code| !shown.contains(code)).collect();
    let excused = WITHOUT_A_CASE.iter().map(|(code, _)| (*code).to_owned()).collect();
    assert_eq!(missing, excused, "the codes without a case, and those that may lack one");
    Ok(())
}

/// The code of every finding and every rejection in a value.
fn codes(value: &Value, found: &mut BTreeSet<String>) {
    match value {
        Value::Array(elements) => elements.iter().for_each(|element| codes(element, found)),
        Value::Object(members) => {
            let kind = if members.contains_key("step") { "rejection" } else { "finding" };
            found.extend(members.get("code").and_then(Value::as_str).map(|code| format!("{kind} {code}")));
            members.values().for_each(|member| codes(member, found));
        }
        _ => {}
    }
}
