//! A document to be edited: patches that fit what is there, and their application.

use json_patch::jsonptr::PointerBuf;
use json_patch::{AddOperation, MoveOperation, Patch, PatchOperation, RemoveOperation, ReplaceOperation};
use serde_json::{Map, Value};

use crate::Pointer;

/// A document as JSON.
#[derive(Clone)]
pub(super) struct Document(Value);

impl Document {
    pub(super) fn read(text: &str) -> Option<Self> {
        let json = text.strip_prefix('\u{feff}').unwrap_or(text);
        // A profile that was not read from text stands for the default.
        let value =
            if json.is_empty() { Value::Object(Map::new()) } else { serde_json::from_str(json).ok()? };
        Some(Self(value))
    }

    pub(super) fn get(&self, pointer: &Pointer) -> Option<&Value> {
        self.0.pointer(pointer.as_str())
    }

    /// Sets a value. Objects above it that are missing are made.
    pub(super) fn set(&self, pointer: &Pointer, value: Value) -> Vec<PatchOperation> {
        if self.get(pointer).is_some() {
            return one(path(pointer).map(|path| PatchOperation::Replace(ReplaceOperation { path, value })));
        }
        let tokens: Vec<_> = pointer.tokens().map(std::borrow::Cow::into_owned).collect();
        let mut there = Pointer::root();
        let mut depth = 0;
        for token in &tokens {
            let next = there.key(token);
            if self.get(&next).is_none_or(Value::is_null) {
                break;
            }
            there = next;
            depth += 1;
        }
        let mut missing = tokens.into_iter().skip(depth);
        let Some(first) = missing.next() else { return Vec::new() };
        let value = missing.rev().fold(value, |value, key| Value::Object(Map::from_iter([(key, value)])));
        one(path(&there.key(&first)).map(|path| PatchOperation::Add(AddOperation { path, value })))
    }

    /// Adds values to the end of a list. A list that is missing is made, with `implied` before the values:
    /// what holds as long as nothing is written.
    pub(super) fn append(&self, list: &Pointer, implied: &[&str], values: Vec<Value>) -> Vec<PatchOperation> {
        if !matches!(self.get(list), Some(Value::Array(_))) {
            let implied = implied.iter().map(|&text| Value::from(text));
            return self.set(list, implied.chain(values).collect());
        }
        let Some(end) = path(&list.key("-")) else { return Vec::new() };
        let add = |value| PatchOperation::Add(AddOperation { path: end.clone(), value });
        values.into_iter().map(add).collect()
    }

    /// Takes values out, the later places first, so that the earlier ones stay true.
    pub(super) fn remove(&self, pointers: &[Pointer]) -> Vec<PatchOperation> {
        let there = pointers.iter().rev().filter(|pointer| self.get(pointer).is_some());
        there
            .filter_map(|pointer| Some(PatchOperation::Remove(RemoveOperation { path: path(pointer)? })))
            .collect()
    }

    /// The document's text after a patch, or `None` where the patch does not apply.
    pub(super) fn apply(&self, patch: &Patch) -> Option<String> {
        let mut value = self.0.clone();
        json_patch::patch(&mut value, patch).ok()?;
        serde_json::to_string(&value).ok()
    }
}

/// Makes a part of a document the whole.
pub(super) fn unwrap(part: &Pointer) -> Vec<PatchOperation> {
    one(path(part).map(|from| PatchOperation::Move(MoveOperation { from, path: PointerBuf::new() })))
}

fn one(operation: Option<PatchOperation>) -> Vec<PatchOperation> {
    operation.into_iter().collect()
}

fn path(pointer: &Pointer) -> Option<PointerBuf> {
    PointerBuf::parse(pointer.as_str()).ok()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn edited(text: &str, patch: impl FnOnce(&Document) -> Vec<PatchOperation>) -> Option<String> {
        let document = Document::read(text)?;
        document.apply(&Patch(patch(&document)))
    }

    #[test]
    fn sets_appends_removes_and_unwraps() {
        let at = |text: &str| Pointer::from(text);
        let set = edited(r#"{"a": null}"#, |document| document.set(&at("/b/c"), json!(1)));
        assert_eq!(set.as_deref(), Some(r#"{"a":null,"b":{"c":1}}"#));
        let set = edited(r#"{"a": 1}"#, |document| document.set(&at("/a"), json!(2)));
        assert_eq!(set.as_deref(), Some(r#"{"a":2}"#));
        let append =
            edited(r#"{"a": ["x"]}"#, |document| document.append(&at("/a"), &["i"], vec![json!("y")]));
        assert_eq!(append.as_deref(), Some(r#"{"a":["x","y"]}"#));
        let append = edited("{}", |document| document.append(&at("/a"), &["i"], vec![json!("y")]));
        assert_eq!(append.as_deref(), Some(r#"{"a":["i","y"]}"#));
        let remove = edited(r#"{"a": [1, 2, 3]}"#, |document| document.remove(&[at("/a/0"), at("/a/2")]));
        assert_eq!(remove.as_deref(), Some(r#"{"a":[2]}"#));
        let unwrap = edited(r#"{"agent": {"b": 1}}"#, |_| unwrap(&at("/agent")));
        assert_eq!(unwrap.as_deref(), Some(r#"{"b":1}"#));
    }
}
