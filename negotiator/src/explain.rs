//! An outcome as text that a person reads. The playground, the command line and the documentation share
//! it.

use std::fmt::{self, Write as _};

use crate::error::{InputError, InputErrorCode};
use crate::json::{self, Json, Object};
use crate::limits::MAX_OUTCOME_BYTES;
use crate::outcome::Outcome;
use crate::words::{in_one_line, list, quote};

/// Renders an outcome as text: the verdict, the fixes, the steps with their candidates, what the client
/// goes without, and the findings.
#[must_use]
pub fn explain(outcome: &Outcome) -> String {
    // An outcome is plain data, which always serializes, and nothing about it is too deep to be read.
    a2a_json::to_text(outcome).ok().and_then(|text| explain_json(&text).ok()).unwrap_or_default()
}

/// Renders an outcome that is given as JSON text, as [`explain`] does.
///
/// # Errors
/// When the text is not JSON, or not an outcome.
pub fn explain_json(outcome: &str) -> Result<String, InputError> {
    let document = json::parse_within(outcome, "the outcome", MAX_OUTCOME_BYTES)?;
    let root = document
        .root
        .as_object()
        .filter(|root| root.get("decision").is_some_and(|word| word.as_str().is_some()));
    let Some(root) = root else {
        return Err(InputError {
            code: InputErrorCode::WrongShape,
            message: "the outcome has no `decision`".into(),
            help: "give what `negotiate` returned, whole".into(),
            position: None,
            pointer: None,
        });
    };
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = write_outcome(&mut text, root);
    Ok(text)
}

fn raw<'o>(object: &'o Object<'_>, key: &str) -> &'o str {
    object.get(key).and_then(Json::as_str).unwrap_or_default()
}

/// A text as it can stand in a line: an outcome may come from anywhere, and must not write lines of its own.
fn text_of(object: &Object<'_>, key: &str) -> String {
    in_one_line(raw(object, key))
}

fn objects<'o, 't>(object: &'o Object<'t>, key: &str) -> impl Iterator<Item = &'o Object<'t>> {
    object.get(key).and_then(Json::as_array).into_iter().flatten().filter_map(Json::as_object)
}

fn texts<'o>(object: &'o Object<'_>, key: &str) -> Vec<&'o str> {
    object.get(key).and_then(Json::as_array).into_iter().flatten().filter_map(Json::as_str).collect()
}

fn write_outcome(text: &mut String, outcome: &Object<'_>) -> fmt::Result {
    if let Some(plan) = outcome.get("plan").and_then(Json::as_object) {
        write_plan(text, plan)?;
    }
    if let Some(rejection) = outcome.get("rejection").and_then(Json::as_object) {
        write_rejection(text, raw(outcome, "decision"), rejection)?;
    }
    for (index, fix) in objects(outcome, "fixes").enumerate() {
        write_heading(text, index, "fixes")?;
        writeln!(text, "  in the {}: {}", text_of(fix, "target"), text_of(fix, "message"))?;
    }
    // Of what is to be settled, nobody is to think that it was refused.
    let settled = match outcome.get("rejection").and_then(Json::as_object) {
        Some(rejection) if raw(outcome, "decision") == "escalate" => raw(rejection, "step"),
        _ => "",
    };
    for (index, step) in objects(outcome, "steps").enumerate() {
        write_heading(text, index, STEPS)?;
        write_step(text, step, settled)?;
    }
    for (index, degradation) in objects(outcome, "degradations").enumerate() {
        write_heading(text, index, "degradations")?;
        writeln!(text, "  {}: {}", text_of(degradation, "code"), text_of(degradation, "message"))?;
    }
    for (index, finding) in objects(outcome, "findings").enumerate() {
        write_heading(text, index, "findings")?;
        let word = |key| text_of(finding, key);
        let place = place(raw(finding, "pointer"));
        writeln!(
            text,
            "  {} {}: {} ({} {place})",
            word("severity"),
            word("code"),
            word("message"),
            word("target")
        )?;
    }
    Ok(())
}

/// The heading of a list, before its first entry.
fn write_heading(text: &mut String, index: usize, heading: &str) -> fmt::Result {
    if index == 0 { writeln!(text, "\n{heading}") } else { Ok(()) }
}

/// The heading of the steps, with what the marks mean.
const STEPS: &str = "\
steps
  ✓ passed, ✗ refused, ? to be settled, – skipped, ○ not reached; of what was looked at: • taken, ◦ usable, × passed over";

fn write_step(text: &mut String, step: &Object<'_>, settled: &str) -> fmt::Result {
    let mark = match raw(step, "status") {
        "passed" => '✓',
        "rejected" if raw(step, "id") == settled => '?',
        "rejected" => '✗',
        "skipped" => '–',
        _ => '○',
    };
    writeln!(text, "  {mark} {}: {}", text_of(step, "id"), text_of(step, "summary"))?;
    for candidate in objects(step, "candidates") {
        let mark = match raw(candidate, "status") {
            "taken" => '•',
            "usable" => '◦',
            _ => '×',
        };
        write!(text, "      {mark} {}: {}", text_of(candidate, "label"), text_of(candidate, "reason"))?;
        write_places(text, candidate)?;
        writeln!(text)?;
    }
    Ok(())
}

fn write_plan(text: &mut String, plan: &Object<'_>) -> fmt::Result {
    let word = |key| text_of(plan, key);
    writeln!(text, "accepted: call {} {} at {}", word("binding"), word("version"), quote(raw(plan, "url")))?;
    for field in ["skill", "tenant"] {
        if plan.get(field).is_some() {
            writeln!(text, "  {field:<13}{}", quote(raw(plan, field)))?;
        }
    }
    let credentials: Vec<&str> =
        objects(plan, "credentials").map(|credential| raw(credential, "scheme")).collect();
    let credentials = if credentials.is_empty() { "none".to_owned() } else { list(credentials, "and") };
    writeln!(text, "  credentials  {credentials}")?;
    for (what, field) in [("send", "inputModes"), ("accept", "acceptedOutputModes")] {
        writeln!(text, "  {what:<13}{}", list(texts(plan, field), "and"))?;
    }
    if let Some(delivery) = plan.get("delivery").and_then(Json::as_object) {
        let ways: Vec<&str> =
            std::iter::once(raw(delivery, "mode")).chain(texts(delivery, "fallbacks")).collect();
        writeln!(text, "  delivery     {}", in_one_line(&ways.join(", then ")))?;
    }
    for (name, value) in plan.get("headers").and_then(Json::as_object).into_iter().flat_map(Object::iter) {
        let header = [name, ": ", value.as_str().unwrap_or_default()].concat();
        writeln!(text, "  header       {}", in_one_line(&header))?;
    }
    if plan.get("fetchExtendedCard").and_then(Json::as_bool) == Some(true) {
        writeln!(text, "  next         fetch the extended agent card, and negotiate again with it")?;
    }
    Ok(())
}

fn write_rejection(text: &mut String, decision: &str, rejection: &Object<'_>) -> fmt::Result {
    let verdict = if decision == "escalate" { "to be settled" } else { "refused" };
    let word = |key| text_of(rejection, key);
    writeln!(text, "{verdict} at {} ({}): {}", word("step"), word("code"), word("message"))?;
    writeln!(text, "  what to do: {}", word("help"))?;
    if rejection.get("unfixable").is_some() {
        writeln!(text, "  no edit mends this: {}", word("unfixable"))?;
    }
    if !places(rejection).is_empty() {
        write!(text, "  where:")?;
        write_places(text, rejection)?;
        writeln!(text)?;
    }
    Ok(())
}

/// How many places a line gives.
const MOST_PLACES: usize = 12;

fn places(object: &Object<'_>) -> Vec<String> {
    let of = |document: &'static str, key| {
        texts(object, key).into_iter().map(move |pointer| format!("{document} {}", place(pointer)))
    };
    of("card", "cardPointers").chain(of("profile", "profilePointers")).collect()
}

fn write_places(text: &mut String, object: &Object<'_>) -> fmt::Result {
    let places = places(object);
    // A single one more is given too: to say that it is left out takes as much room.
    match places.split_at_checked(MOST_PLACES) {
        Some((shown, more)) if more.len() > 1 => {
            write!(text, " [{} and {} more]", shown.join(", "), more.len())
        }
        _ if places.is_empty() => Ok(()),
        _ => write!(text, " [{}]", places.join(", ")),
    }
}

/// A pointer for a person, to whom the empty one says nothing.
fn place(pointer: &str) -> String {
    if pointer.is_empty() { "(the whole document)".to_owned() } else { in_one_line(pointer) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_and_the_whole_document_are_told_in_words() {
        let outcome = r#"{"decision": "reject", "rejection": {"cardPointers": [""]}, "steps": [{"id": "card", "status": "rejected"}]}"#;
        let text = explain_json(outcome).unwrap_or_default();
        assert!(text.contains("where: [card (the whole document)]"), "{text}");
        assert!(text.contains("steps\n  ✓ passed, ✗ refused"), "{text}");
    }

    #[test]
    fn what_is_to_be_settled_has_a_mark_of_its_own() {
        let outcome = r#"{"decision": "escalate", "rejection": {"step": "negotiability"},
            "steps": [{"id": "delivery", "status": "rejected"}, {"id": "negotiability", "status": "rejected"}]}"#;
        let text = explain_json(outcome).unwrap_or_default();
        assert!(text.contains("\n  ✗ delivery:") && text.contains("\n  ? negotiability:"), "{text}");
    }

    #[test]
    fn no_text_of_an_outcome_writes_lines_of_its_own() {
        let hostile = r"a\n  ✓ skill: \u001b[2K\r\u2028b";
        let texts =
            ["step", "code", "message", "help", "unfixable", "label", "reason", "summary", "id", "target"]
                .map(|key| format!(r#""{key}": "{hostile}""#))
                .join(", ");
        let lists = ["cardPointers", "profilePointers", "inputModes", "acceptedOutputModes", "fallbacks"]
            .map(|key| format!(r#""{key}": ["{hostile}", "{hostile}"]"#))
            .join(", ");
        let part = format!(
            r#"{{{texts}, {lists}, "url": "{hostile}", "binding": "{hostile}", "mode": "{hostile}", "pointer": "{hostile}"}}"#
        );
        let outcome = format!(
            r#"{{"decision": "{hostile}", "rejection": {part}, "fixes": [{part}], "degradations": [{part}], "findings": [{part}],
            "plan": {{"url": "{hostile}", "skill": "{hostile}", "tenant": "{hostile}", "version": "{hostile}", "credentials": [{{"scheme": "{hostile}"}}],
                "inputModes": ["{hostile}"], "delivery": {part}, "headers": {{"{hostile}": "{hostile}"}}}},
            "steps": [{{"id": "{hostile}", "summary": "{hostile}", "candidates": [{part}]}}]}}"#
        );
        let text = explain_json(&outcome).unwrap_or_default();
        let lines = [
            "accepted",
            "  skill",
            "  tenant",
            "  credentials",
            "  send",
            "  accept",
            "  delivery",
            "  header",
        ]
        .into_iter()
        .chain(["refused", "  what to do", "  no edit", "  where", "", "fixes", "  in the", "", "steps"])
        .chain(["  ✓ passed", "  ○ ", "      × ", "", "degradations", "  ", "", "findings", "  "]);
        for (line, start) in text.lines().zip(lines.clone()) {
            assert!(line.starts_with(start), "{line}");
        }
        assert_eq!(text.lines().count(), lines.count(), "{text}");
        assert!(!text.contains(['\r', '\u{1b}', '\u{2028}']), "{text}");
    }
}
