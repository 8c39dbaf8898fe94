//! JSON Patches (RFC 6902), as fixes give them.

use a2a_json::index;
use serde::Serialize;

use crate::Pointer;
use crate::json::Json;

/// A JSON Patch (RFC 6902): edits that are made one after the other.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(transparent)]
pub struct Patch(pub Vec<PatchOperation>);

/// One edit of a JSON Patch.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "op", rename_all = "lowercase")]
pub enum PatchOperation {
    /// Puts a value in: a member of an object, or an element of a list before the one that stands there.
    Add {
        /// Where to.
        path: Pointer,
        /// The value.
        #[cfg_attr(feature = "schema", schemars(with = "serde_json::Value"))]
        value: Json<'static>,
    },
    /// Takes a value out.
    Remove {
        /// Where from.
        path: Pointer,
    },
    /// Puts a value in the place of another.
    Replace {
        /// Where.
        path: Pointer,
        /// The new value.
        #[cfg_attr(feature = "schema", schemars(with = "serde_json::Value"))]
        value: Json<'static>,
    },
    /// Takes a value out, and puts it in elsewhere.
    Move {
        /// Where from.
        from: Pointer,
        /// Where to.
        path: Pointer,
    },
}

impl Patch {
    /// Edits a document, which is left half edited where an edit does not apply; that is then `None`.
    pub(crate) fn apply(&self, document: &mut Json<'_>) -> Option<()> {
        self.0.iter().try_for_each(|operation| match operation {
            PatchOperation::Add { path, value } => add(document, path, value.clone()),
            PatchOperation::Remove { path } => remove(document, path).map(drop),
            PatchOperation::Replace { path, value } => {
                *at(document, path)? = value.clone();
                Some(())
            }
            PatchOperation::Move { from, path } => {
                let value = remove(document, from)?;
                add(document, path, value)
            }
        })
    }
}

/// The value at a place.
fn at<'j, 't>(document: &'j mut Json<'t>, pointer: &Pointer) -> Option<&'j mut Json<'t>> {
    pointer.tokens().try_fold(document, |json, token| json.part_mut(&token))
}

/// What holds the value at a place, and the value's token in it. `None` for the whole document.
fn holder<'j, 't>(document: &'j mut Json<'t>, pointer: &Pointer) -> Option<(&'j mut Json<'t>, String)> {
    let (parent, _) = pointer.as_str().rsplit_once('/')?;
    let token = pointer.tokens().last()?.into_owned();
    Some((at(document, &parent.into())?, token))
}

fn add<'t>(document: &mut Json<'t>, pointer: &Pointer, value: Json<'t>) -> Option<()> {
    if *pointer == Pointer::root() {
        *document = value;
        return Some(());
    }
    match holder(document, pointer)? {
        (Json::Object(object), token) => object.insert(token, value),
        (Json::Array(elements), token) => {
            let place = if token == "-" { elements.len() } else { index(&token)? };
            if place > elements.len() {
                return None;
            }
            elements.insert(place, value);
        }
        _ => return None,
    }
    Some(())
}

fn remove<'t>(document: &mut Json<'t>, pointer: &Pointer) -> Option<Json<'t>> {
    match holder(document, pointer)? {
        (Json::Object(object), token) => object.remove(&token),
        (Json::Array(elements), token) => {
            let place = index(&token).filter(|place| *place < elements.len())?;
            Some(elements.remove(place))
        }
        _ => None,
    }
}

#[cfg(test)]
#[expect(clippy::expect_used, reason = "what cannot be read here is a mistake of the test")]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    #[test]
    fn edits_as_the_standard_says() {
        let document = json!({"a": [1, {"b": 2}], "c/d": {"~": null}, "": 3});
        let text = document.to_string();
        let places = [
            "", "/a", "/a/0", "/a/1", "/a/2", "/a/3", "/a/-", "/a/01", "/a/1/b", "/a/1/x", "/c~1d/~0", "/x",
            "/x/y", "/",
        ];
        let at = |place: &str| Pointer::from(place);
        for path in places {
            let value = || Json::from("new");
            let mut operations = vec![
                PatchOperation::Add { path: at(path), value: value() },
                PatchOperation::Replace { path: at(path), value: value() },
            ];
            // The whole document is not taken away, nor moved into itself.
            if !path.is_empty() {
                operations.push(PatchOperation::Remove { path: at(path) });
                let targets = places.into_iter().filter(|to| !to.starts_with(path));
                operations.extend(targets.map(|to| PatchOperation::Move { from: at(path), path: at(to) }));
            }
            for operation in operations {
                let patch = Patch(vec![operation]);
                let theirs: json_patch::Patch = serde_json::from_value(json!(patch)).expect("a patch");
                let mut expected = document.clone();
                let expected = json_patch::patch(&mut expected, &theirs).is_ok().then_some(expected);
                let mut edited = crate::json::parse(&text, "the test").expect("JSON").root;
                let edited = patch.apply(&mut edited).map(|()| edited.to_text());
                let edited = edited.map(|text| serde_json::from_str::<Value>(&text).expect("JSON"));
                assert_eq!(edited, expected, "{patch:?}");
            }
        }
    }
}
