//! A document to be edited: patches that fit what is there, and their application.

use crate::Pointer;
use crate::json::{self, Json};
use crate::patch::{Patch, PatchOperation};

/// A document as JSON.
#[derive(Clone)]
pub(super) struct Document<'t>(Json<'t>);

impl<'t> Document<'t> {
    pub(super) fn read(text: &'t str) -> Option<Self> {
        // A profile that was not read from text stands for the default.
        if text.is_empty() {
            return Some(Self(Json::Object(json::Object::new())));
        }
        json::parse(text, "").ok().map(|document| Self(document.root))
    }

    pub(super) fn get(&self, pointer: &Pointer) -> Option<&Json<'t>> {
        json::at(&self.0, pointer)
    }

    /// Whether something stands there that says anything.
    pub(super) fn has(&self, pointer: &Pointer) -> bool {
        self.get(pointer).is_some_and(|value| !value.is_null())
    }

    /// Sets a value. Objects above it that are missing are made.
    pub(super) fn set(&self, pointer: &Pointer, value: Json<'static>) -> Vec<PatchOperation> {
        if self.get(pointer).is_some() {
            return vec![PatchOperation::Replace { path: pointer.clone(), value }];
        }
        let tokens: Vec<_> = pointer.tokens().collect();
        let mut path = Pointer::root();
        let mut depth = 0;
        for token in &tokens {
            path = path.key(token);
            depth += 1;
            if self.get(&path).is_none_or(Json::is_null) {
                break;
            }
        }
        let missing = tokens.into_iter().skip(depth);
        let value =
            missing.rev().fold(value, |value, key| Json::object(vec![(key.into_owned().into(), value)]));
        vec![PatchOperation::Add { path, value }]
    }

    /// Adds values to the end of a list. A list that is missing is made, with `implied` before the values:
    /// what holds as long as nothing is written. What stands there alone becomes the first of the list.
    pub(super) fn append(
        &self,
        list: &Pointer,
        implied: &[&str],
        values: Vec<Json<'static>>,
    ) -> Vec<PatchOperation> {
        match self.get(list) {
            None | Some(Json::Null) => {
                let implied = implied.iter().map(|&text| text.to_owned().into());
                self.set(list, Json::Array(implied.chain(values).collect()))
            }
            Some(Json::Array(_)) => {
                let path = list.key("-");
                values.into_iter().map(|value| PatchOperation::Add { path: path.clone(), value }).collect()
            }
            Some(alone) => {
                let alone = alone.clone().into_owned();
                self.set(list, Json::Array(std::iter::once(alone).chain(values).collect()))
            }
        }
    }

    /// Takes values out, the later places first, so that the earlier ones stay true.
    pub(super) fn remove(&self, pointers: &[Pointer]) -> Vec<PatchOperation> {
        let there = pointers.iter().rev().filter(|pointer| self.get(pointer).is_some());
        there.map(|path| PatchOperation::Remove { path: path.clone() }).collect()
    }

    /// The document's text after a patch, or `None` where the patch does not apply.
    pub(super) fn apply(&self, patch: &Patch) -> Option<String> {
        let mut edited = self.0.clone();
        patch.apply(&mut edited)?;
        Some(edited.to_text())
    }
}

/// Makes a part of a document the whole.
pub(super) fn unwrap(part: &Pointer) -> Vec<PatchOperation> {
    vec![PatchOperation::Move { from: part.clone(), path: Pointer::root() }]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edited(text: &str, patch: impl FnOnce(&Document) -> Vec<PatchOperation>) -> Option<String> {
        let document = Document::read(text)?;
        document.apply(&Patch(patch(&document)))
    }

    #[test]
    fn sets_appends_removes_and_unwraps() {
        let at = |text: &str| Pointer::from(text);
        let set = edited(r#"{"a": null}"#, |document| document.set(&at("/b/c"), 1.into()));
        assert_eq!(set.as_deref(), Some(r#"{"a":null,"b":{"c":1}}"#));
        let set = edited(r#"{"a": 1}"#, |document| document.set(&at("/a"), 2.into()));
        assert_eq!(set.as_deref(), Some(r#"{"a":2}"#));
        let append =
            edited(r#"{"a": ["x"]}"#, |document| document.append(&at("/a"), &["i"], vec!["y".into()]));
        assert_eq!(append.as_deref(), Some(r#"{"a":["x","y"]}"#));
        let append = edited("{}", |document| document.append(&at("/a"), &["i"], vec!["y".into()]));
        assert_eq!(append.as_deref(), Some(r#"{"a":["i","y"]}"#));
        let append =
            edited(r#"{"a": {"b": 1}}"#, |document| document.append(&at("/a"), &["i"], vec!["y".into()]));
        assert_eq!(append.as_deref(), Some(r#"{"a":[{"b":1},"y"]}"#));
        let remove = edited(r#"{"a": [1, 2, 3]}"#, |document| document.remove(&[at("/a/0"), at("/a/2")]));
        assert_eq!(remove.as_deref(), Some(r#"{"a":[2]}"#));
        let unwrap = edited(r#"{"agent": {"b": 1}}"#, |_| unwrap(&at("/agent")));
        assert_eq!(unwrap.as_deref(), Some(r#"{"b":1}"#));
    }
}
