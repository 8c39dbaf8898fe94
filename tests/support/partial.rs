//! Compares a value with what is expected of it in part. Of objects only the named keys are compared, a list
//! must have the same length, `null` means that the key is absent, and the texts that a person reads are
//! compared by what they must contain.

use serde_json::Value;

const TEXTS: [&str; 4] = ["message", "help", "reason", "summary"];

/// Adds what differs, a line for each difference.
pub(crate) fn compare(expected: &Value, found: &Value, path: &str, differences: &mut Vec<String>) {
    let same = match (expected, found) {
        (Value::Object(expected), Value::Object(found)) => {
            for (key, expected) in expected {
                let found = found.get(key).unwrap_or(&Value::Null);
                compare(expected, found, &format!("{path}.{key}"), differences);
            }
            true
        }
        (Value::Array(expected), Value::Array(found)) if expected.len() == found.len() => {
            for (index, (expected, found)) in expected.iter().zip(found).enumerate() {
                compare(expected, found, &format!("{path}[{index}]"), differences);
            }
            true
        }
        (Value::String(expected), Value::String(found))
            if path.rsplit('.').next().is_some_and(|key| TEXTS.contains(&key)) =>
        {
            found.contains(expected)
        }
        _ => expected == found,
    };
    if !same {
        differences.push(format!("{path}: expected {expected}, found {found}"));
    }
}
