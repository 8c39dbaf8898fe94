//! Mutations of documents, such as cards that were found.

use proptest::prelude::*;
use proptest::sample::Index;
use serde_json::Value;

use super::generate::any_json;

/// A change to one node of a document.
#[derive(Clone, Debug)]
pub(crate) enum Mutation {
    Delete(Index),
    Replace(Index, Value),
    /// A copy of the first node takes the place of the second.
    Copy(Index, Index),
    /// The element of a list stands there twice.
    Repeat(Index),
    /// The value goes by another name.
    Rename(Index, String),
}

pub(crate) fn mutation() -> impl Strategy<Value = Mutation> {
    prop_oneof![
        any::<Index>().prop_map(Mutation::Delete),
        (any::<Index>(), any_json()).prop_map(|(at, value)| Mutation::Replace(at, value)),
        (any::<Index>(), any::<Index>()).prop_map(|(from, to)| Mutation::Copy(from, to)),
        any::<Index>().prop_map(Mutation::Repeat),
        (any::<Index>(), "[a-z_]{1,8}").prop_map(|(at, name)| Mutation::Rename(at, name)),
    ]
}

impl Mutation {
    pub(crate) fn apply(&self, document: &mut Value) {
        let mut pointers = Vec::new();
        list(document, String::new(), &mut pointers);
        let at = |index: &Index| index.get(&pointers).as_str();
        match self {
            Self::Delete(index) => _ = take(document, at(index)),
            Self::Replace(index, value) => replace(document, at(index), value.clone()),
            Self::Copy(from, to) => {
                let copy = document.pointer(at(from)).cloned().unwrap_or_default();
                replace(document, at(to), copy);
            }
            Self::Repeat(index) => {
                let copy = document.pointer(at(index)).cloned().unwrap_or_default();
                if let Some(Value::Array(elements)) = parent(document, at(index)) {
                    elements.push(copy);
                }
            }
            Self::Rename(index, name) => {
                let Some(value) = take(document, at(index)) else { return };
                if let Some(Value::Object(members)) = parent(document, at(index)) {
                    members.insert(name.clone(), value);
                }
            }
        }
    }
}

fn list(value: &Value, pointer: String, found: &mut Vec<String>) {
    match value {
        Value::Array(elements) => {
            for (index, element) in elements.iter().enumerate() {
                list(element, format!("{pointer}/{index}"), found);
            }
        }
        Value::Object(members) => {
            for (key, member) in members {
                list(member, format!("{pointer}/{}", key.replace('~', "~0").replace('/', "~1")), found);
            }
        }
        _ => {}
    }
    found.push(pointer);
}

fn parent<'v>(document: &'v mut Value, pointer: &str) -> Option<&'v mut Value> {
    document.pointer_mut(pointer.rsplit_once('/')?.0)
}

fn replace(document: &mut Value, pointer: &str, value: Value) {
    if let Some(node) = document.pointer_mut(pointer) {
        *node = value;
    }
}

fn take(document: &mut Value, pointer: &str) -> Option<Value> {
    let token = pointer.rsplit_once('/')?.1.replace("~1", "/").replace("~0", "~");
    match parent(document, pointer)? {
        Value::Array(elements) => Some(elements.remove(token.parse().ok()?)),
        Value::Object(members) => members.shift_remove(&token),
        _ => None,
    }
}
