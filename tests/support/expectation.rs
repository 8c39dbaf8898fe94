//! Compares what a case expects with what came out.

use std::error::Error;

use a2a_negotiator::{InputError, Outcome};
use serde_json::Value;

use super::partial::compare;

const KEYS: [&str; 9] =
    ["decision", "plan", "rejection", "steps", "degradations", "findings", "notFindings", "fixes", "error"];

/// What differs between a case's `expect` and a result, a line for each difference.
pub(crate) fn mismatches(
    expect: &Value,
    result: Result<&Outcome, &InputError>,
) -> Result<Vec<String>, Box<dyn Error>> {
    let mut differences: Vec<String> = expect
        .as_object()
        .into_iter()
        .flat_map(|expect| expect.keys())
        .filter(|key| !KEYS.contains(&key.as_str()))
        .map(|key| format!("`{key}` is nothing that a case can expect"))
        .collect();
    match (expect.get("error"), result) {
        (Some(error), Err(found)) => {
            compare(error, &serde_json::to_value(found)?, "error", &mut differences);
        }
        (Some(error), Ok(_)) => differences.push(format!("expected the error {error}, found an outcome")),
        (None, Err(found)) => differences.push(format!("expected an outcome, found the error `{found}`")),
        (None, Ok(outcome)) => outcome_mismatches(expect, &serde_json::to_value(outcome)?, &mut differences),
    }
    Ok(differences)
}

fn outcome_mismatches(expect: &Value, outcome: &Value, differences: &mut Vec<String>) {
    for key in ["decision", "plan", "rejection", "degradations", "fixes"] {
        if let Some(expected) = expect.get(key) {
            compare(expected, &outcome[key], key, differences);
        }
    }
    for (id, expected) in expect["steps"].as_object().into_iter().flatten() {
        let step = elements(&outcome["steps"]).find(|step| step["id"] == id.as_str());
        compare(expected, step.unwrap_or(&Value::Null), &format!("steps.{id}"), differences);
    }
    for expected in elements(&expect["findings"]) {
        if !elements(&outcome["findings"]).any(|finding| is_as_expected(expected, finding)) {
            let found: Vec<_> = elements(&outcome["findings"])
                .map(|finding| {
                    format!("{} at {} of the {}", finding["code"], finding["pointer"], finding["target"])
                })
                .collect();
            differences.push(format!("findings: expected {expected}, found {}", found.join(", ")));
        }
    }
    for code in elements(&expect["notFindings"]) {
        for finding in elements(&outcome["findings"]).filter(|finding| finding["code"] == *code) {
            differences.push(format!("findings: expected no {code}, found {finding}"));
        }
    }
    if !differences.is_empty() && !outcome["rejection"].is_null() {
        differences.push(format!("the refusal says: {}", outcome["rejection"]["message"]));
    }
}

fn elements(list: &Value) -> impl Iterator<Item = &Value> {
    list.as_array().into_iter().flatten()
}

fn is_as_expected(expected: &Value, found: &Value) -> bool {
    let mut differences = Vec::new();
    compare(expected, found, "", &mut differences);
    differences.is_empty()
}
