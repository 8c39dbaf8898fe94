//! JSON Merge Patches (RFC 7386).

use serde_json::{Value, json};

/// Applies a patch.
pub(crate) fn merge(target: &mut Value, patch: &Value) {
    let Value::Object(members) = patch else {
        *target = patch.clone();
        return;
    };
    if !target.is_object() {
        *target = json!({});
    }
    for (name, value) in members {
        match target.as_object_mut() {
            Some(object) if value.is_null() => _ = object.shift_remove(name),
            Some(object) => merge(object.entry(name).or_insert(Value::Null), value),
            None => {}
        }
    }
}
