//! One style for everything that a person reads, over all that the cases and the cards bring forth; and no
//! code without a case that shows it.

#[path = "support/cards.rs"]
mod cards;
#[path = "support/case_files.rs"]
mod case_files;
#[path = "support/profiles.rs"]
mod profiles;

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
    check(!message.contains(['\n', '\r', '\t']), "it is longer than a line");
    check(!message.contains("  "), "it has two spaces together");
    check(message.chars().count() <= LONGEST, "it is too long");
    check(message.matches('`').count().is_multiple_of(2), "its backticks do not pair");
    // What stands in backticks are the document's words.
    let own: String = message.split('`').step_by(2).collect();
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
    println!("{} messages", found.len());
    assert!(found.len() > 1_000, "only {} messages were found", found.len());
    let mut list = String::new();
    for (message, place) in &found {
        for fault in faults(message) {
            writeln!(list, "{place}: {fault}\n    {message}")?;
        }
    }
    assert!(list.is_empty(), "\n{list}");
    Ok(())
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
